//! The paper's sort-scan, step by step.
//!
//! 1. Dictionary and text are sorted together, by word and then with the dictionary's copy first, so that equal words
//!    lie side by side behind their definition.
//! 2. Each word that differs from its left neighbour is a header. A header holds its own address and, if it is the
//!    dictionary's, the definition; all others hold zero.
//! 3. The maximum is scanned across these pairs of address and definition: the address makes the nearest header on the
//!    left win, so its definition reaches all of its segment and no further.
//! 4. The definitions are sent back to where their words stood in the text.

use super::{Engine, Found, Words, check_size};
use crate::definition::Definition;
use crate::error::{Error, ErrorKind};
use crate::lexicon::Lexicon;
use crate::scan::scan;
use rdst::{RadixKey, RadixSort};

/// Sorts dictionary and text together and spreads the definitions with a scan.
pub struct SortScan<'a> {
    /// In the order of the words.
    dictionary: Vec<(&'a [u8], Definition)>,
}

/// One word in one processor of the machine.
#[derive(Clone, Copy)]
struct Processor {
    /// The first 16 bytes of the word, as numbers whose order is that of the bytes.
    beginning: [u64; 2],
    /// Where it stood: in the dictionary or, counted after it, in the text.
    original_address: u32,
    /// Zero in the dictionary, one in the text: the dictionary's copy of a word comes first.
    in_text: u8,
    /// Whether the word has more bytes than its beginning.
    is_long: bool,
}

const BEGINNING: usize = 16;

impl Processor {
    fn new(word: &[u8], original_address: u32, in_dictionary: u32) -> Processor {
        let mut beginning = [0; BEGINNING];
        let length = word.len().min(BEGINNING);
        beginning[..length].copy_from_slice(&word[..length]);
        let number = u128::from_be_bytes(beginning);
        Processor {
            beginning: [(number >> 64) as u64, number as u64],
            original_address,
            in_text: u8::from(original_address >= in_dictionary),
            is_long: word.len() > BEGINNING,
        }
    }
}

impl RadixKey for Processor {
    const LEVELS: usize = BEGINNING + 1;

    #[inline]
    fn get_level(&self, level: usize) -> u8 {
        match level {
            0 => self.in_text,
            1..=8 => (self.beginning[1] >> ((level - 1) * 8)) as u8,
            _ => (self.beginning[0] >> ((level - 9) * 8)) as u8,
        }
    }
}

impl<'a> SortScan<'a> {
    /// The engine over a lexicon.
    pub fn new(lexicon: Lexicon<'a>) -> SortScan<'a> {
        let mut dictionary: Vec<_> =
            lexicon.keys().map(|key| (lexicon.key_bytes(key), lexicon.definition_of(key))).collect();
        let added = lexicon.additions.into_iter().flat_map(|additions| additions.iter());
        dictionary.extend(added.map(|(key, definition)| (key.as_bytes(), definition)));
        dictionary.sort_by_key(|&(word, _)| word);
        dictionary.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 |= if same { next.1 } else { Definition::default() };
            same
        });
        SortScan { dictionary }
    }
}

impl Engine for SortScan<'_> {
    fn name(&self) -> String {
        "sort-scan".into()
    }

    fn look_up(&self, text: &[u8], found: &mut Found) -> Result<(), Error> {
        check_size(text)?;
        let words = Words::of(text, found);
        let in_dictionary = self.dictionary.len() as u32;

        let word_at = |address: u32| match address.checked_sub(in_dictionary) {
            None => Some(self.dictionary[address as usize].0),
            Some(place) => words.key(place as usize),
        };
        let all = u64::from(in_dictionary) + words.len() as u64;
        let limit = u64::from(u32::MAX);
        let all = u32::try_from(all).map_err(|_| {
            Error::new(ErrorKind::TooLarge { what: "the words of dictionary and text", found: all, limit })
        })?;
        let mut processors: Vec<_> = (0..all)
            .filter_map(|address| Some(Processor::new(word_at(address)?, address, in_dictionary)))
            .collect();
        processors.radix_sort_unstable();
        // Words of more than 16 bytes are in order as far as their beginnings go.
        for same in processors.chunk_by_mut(|a, b| a.beginning == b.beginning) {
            if same.iter().any(|processor| processor.is_long) {
                same.sort_unstable_by_key(|processor| {
                    (word_at(processor.original_address), processor.original_address)
                });
            }
        }
        let same_word = |a: &Processor, b: &Processor| {
            a.beginning == b.beginning
                && (!a.is_long && !b.is_long || word_at(a.original_address) == word_at(b.original_address))
        };

        let mut fields: Vec<u128> = Vec::with_capacity(processors.len());
        for (address, processor) in processors.iter().enumerate() {
            let is_header = address == 0 || !same_word(processor, &processors[address - 1]);
            let entry = self.dictionary.get(processor.original_address as usize);
            let definition = entry.map_or(0, |&(_, definition)| definition.0);
            // Addresses count from one: a zero field must lose against the first header.
            fields.push(if is_header { (address as u128 + 1) << 64 | u128::from(definition) } else { 0 });
        }
        scan(&mut fields, 0, |left, right| left.max(right));

        for (processor, field) in processors.iter().zip(fields) {
            if let Some(place) = processor.original_address.checked_sub(in_dictionary) {
                found.definitions[place as usize] = Definition(field as u64);
            }
        }
        Ok(())
    }
}
