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
use crate::error::Error;
use crate::lexicon::Lexicon;
use crate::scan::scan;
use rayon::slice::ParallelSliceMut;

/// Sorts dictionary and text together and spreads the definitions with a scan.
pub struct SortScan<'a> {
    /// In the order of the words.
    dictionary: Vec<(&'a [u8], Definition)>,
}

/// One word in one processor of the machine.
#[derive(Clone, Copy)]
struct Processor<'a> {
    /// The first 16 bytes of the word, so that most comparisons are of two numbers.
    beginning: u128,
    word: &'a [u8],
    /// Where it stood: in the dictionary or, counted after it, in the text.
    original_address: u32,
}

impl<'a> Processor<'a> {
    fn new(word: &'a [u8], original_address: u32) -> Processor<'a> {
        let mut beginning = [0; 16];
        let length = word.len().min(16);
        beginning[..length].copy_from_slice(&word[..length]);
        Processor { beginning: u128::from_be_bytes(beginning), word, original_address }
    }

    /// Whether two processors hold the same word.
    fn same_word(&self, other: &Processor<'_>) -> bool {
        self.beginning == other.beginning && self.word == other.word
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

        // Addresses of the dictionary are lower, so the dictionary's copy of a word comes first.
        let dictionary = self.dictionary.iter().map(|&(word, _)| word);
        let all = dictionary.map(Some).chain((0..words.len()).map(|place| words.key(place)));
        let mut processors: Vec<_> =
            (0..).zip(all).filter_map(|(address, word)| Some(Processor::new(word?, address))).collect();
        processors.par_sort_unstable_by(|a, b| {
            let by_word = a.beginning.cmp(&b.beginning).then_with(|| a.word.cmp(b.word));
            by_word.then(a.original_address.cmp(&b.original_address))
        });

        let mut fields: Vec<u128> = Vec::with_capacity(processors.len());
        for (address, processor) in processors.iter().enumerate() {
            let is_header = address == 0 || !processor.same_word(&processors[address - 1]);
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
