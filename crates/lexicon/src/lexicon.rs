//! The lexicon of a memory, read where it lies.

use crate::additions::Additions;
use crate::compile::{NOBODY, normalised, surface_of};
use crate::definition::Definition;
use crate::endings::Endings;
use crate::error::{Error, ErrorKind};
use crate::image::{Part, Reader, SECTION};
use crate::perfect::{self, Mix, SHORT, Slot, Table, short_key};
use quillian_network::{Base, NodeId};
use std::ops::Range;

/// The lexicon of a memory: from a spelling to what is known about it.
///
/// It borrows the memory and copies nothing; opening it looks at a few numbers only. Whatever the bytes of the
/// memory are, a look-up answers: of altered ones with another answer, never with a panic.
#[derive(Clone, Copy)]
pub struct Lexicon<'a> {
    base: &'a Base,
    bit_nodes: &'a [NodeId],
    key_text: &'a [u8],
    key_starts: &'a [u32],
    key_bits: &'a [u64],
    key_longest: &'a [u8],
    entry_starts: &'a [u32],
    entry_words: &'a [NodeId],
    entry_bits: &'a [u64],
    sense_starts: &'a [u32],
    senses: &'a [NodeId],
    long_keys: &'a [u32],
    pub(crate) short_keys: Table<'a>,
    endings: Endings<'a>,
    pub(crate) additions: Option<&'a Additions>,
}

/// A key of the lexicon: all spellings that differ in case and typography only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(pub(crate) u32);

/// One spelling of one language.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The word node of the memory.
    pub word: NodeId,
    /// The spelling, as the memory has it.
    pub surface: &'a str,
    /// Its own definition; that of its key is all of these together.
    pub definition: Definition,
    /// The concepts it may mean, likeliest first; for a form also those of the word it is a form of.
    pub senses: &'a [NodeId],
}

impl<'a> Lexicon<'a> {
    /// The lexicon of a memory that [`attach`](crate::attach) gave one.
    pub fn of(base: &'a Base) -> Result<Lexicon<'a>, Error> {
        let section = base.section(SECTION).ok_or_else(|| Error::new(ErrorKind::NoLexicon))?;
        let reader = Reader::new(section)?;
        let damaged = |part: Part| Error::new(ErrorKind::Damaged { part: part.name() });
        let slots = reader.part::<Slot>(Part::Slots)?;
        let short_keys = Table::new(reader.seed, reader.part(Part::Pilots)?, slots);
        let lexicon = Lexicon {
            base,
            bit_nodes: reader.part(Part::BitNodes)?,
            key_text: reader.part(Part::KeyText)?,
            key_starts: reader.part(Part::KeyStarts)?,
            key_bits: reader.part(Part::KeyBits)?,
            key_longest: reader.part(Part::KeyLongest)?,
            entry_starts: reader.part(Part::EntryStarts)?,
            entry_words: reader.part(Part::EntryWords)?,
            entry_bits: reader.part(Part::EntryBits)?,
            sense_starts: reader.part(Part::SenseStarts)?,
            senses: reader.part(Part::Senses)?,
            long_keys: reader.part(Part::LongKeys)?,
            short_keys: short_keys.ok_or_else(|| damaged(Part::Slots))?,
            endings: Endings::read(&reader)?,
            additions: None,
        };
        let (keys, entries) = (lexicon.key_bits.len(), lexicon.entry_words.len());
        let fits = [
            (Part::KeyStarts, lexicon.key_starts.len() == keys + 1),
            (Part::KeyLongest, lexicon.key_longest.len() == keys),
            (Part::EntryStarts, lexicon.entry_starts.len() == keys + 1),
            (Part::EntryBits, lexicon.entry_bits.len() == entries),
            (Part::SenseStarts, lexicon.sense_starts.len() == entries + 1),
            (Part::LongKeys, lexicon.long_keys.len().is_power_of_two()),
            (Part::BitNodes, lexicon.bit_nodes.len() <= Definition::GROUPS),
        ];
        match fits.iter().find(|(_, fits)| !fits) {
            Some(&(part, _)) => Err(damaged(part)),
            None => Ok(lexicon),
        }
    }

    /// The same lexicon with what was added at run time.
    pub fn with(self, additions: &'a Additions) -> Lexicon<'a> {
        Lexicon { additions: (!additions.is_empty()).then_some(additions), ..self }
    }

    /// The memory that the lexicon is of.
    pub fn base(&self) -> &'a Base {
        self.base
    }

    /// The groups of words that the bits of a definition stand for, in order of the bits.
    pub fn bit_names(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let (base, nodes) = (self.base, self.bit_nodes);
        nodes.iter().map(move |&node| base.name(node))
    }

    /// The bit of a group of words: a category, a lexical class or a language, by its name in the memory.
    pub fn bit(&self, name: &str) -> Option<Definition> {
        self.bit_names().position(|known| known == name).map(|bit| Definition(1 << bit))
    }

    /// The names of the groups a definition has bits of.
    pub fn names_of(&self, definition: Definition) -> impl Iterator<Item = &'a str> + use<'a> {
        self.bit_names()
            .enumerate()
            .filter(move |&(bit, _)| definition.0 >> bit & 1 == 1)
            .map(|(_, name)| name)
    }

    /// The definition of a spelling of one or more words, in whatever case; zero when nothing is known.
    ///
    /// Look-ups of whole texts are the work of the [engines](crate::Engine), and much faster.
    pub fn definition(&self, spelling: &str) -> Definition {
        self.definition_of_key(normalised(spelling).as_bytes())
    }

    /// The definition of a key: what is folded already.
    #[inline]
    pub(crate) fn definition_of_key(&self, folded: &[u8]) -> Definition {
        let own = self.own_definition(folded);
        match self.additions {
            Some(additions) => own | additions.definition_of_key(folded),
            None => own,
        }
    }

    /// The same without what was added at run time.
    #[inline]
    pub(crate) fn own_definition(&self, folded: &[u8]) -> Definition {
        match short_key(folded) {
            Some(key) => Definition(self.short_keys.get(key).map_or(0, |slot| slot.bits)),
            None => self.long_key(folded).map_or_else(Definition::default, |key| self.definition_of(key)),
        }
    }

    /// The key of a spelling, in whatever case.
    pub fn find(&self, spelling: &str) -> Option<Key> {
        self.find_key(normalised(spelling).as_bytes())
    }

    pub(crate) fn find_key(&self, folded: &[u8]) -> Option<Key> {
        match short_key(folded) {
            Some(key) => {
                let number = self.short_keys.get(key)?.number;
                ((number as usize) < self.key_bits.len()).then_some(Key(number))
            }
            None => self.long_key(folded),
        }
    }

    fn long_key(&self, folded: &[u8]) -> Option<Key> {
        let mask = self.long_keys.len() - 1;
        let mut place = long_hash(folded) as usize & mask;
        for _ in 0..self.long_keys.len() {
            let number = self.long_keys[place];
            if number == NOBODY {
                return None;
            }
            if self.key_bytes(Key(number)) == folded {
                return ((number as usize) < self.key_bits.len()).then_some(Key(number));
            }
            place = (place + 1) & mask;
        }
        None
    }

    /// How many keys there are.
    pub fn key_count(&self) -> usize {
        self.key_bits.len()
    }

    /// All keys, in the order of their bytes.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = Key> + use<> {
        (0..self.key_bits.len() as u32).map(Key)
    }

    /// The folded spelling of a key.
    pub fn key_text(&self, key: Key) -> &'a str {
        std::str::from_utf8(self.key_bytes(key)).unwrap_or("\u{fffd}")
    }

    pub(crate) fn key_bytes(&self, key: Key) -> &'a [u8] {
        self.key_text.get(range(self.key_starts, key.0 as usize)).unwrap_or_default()
    }

    /// What is known about a key: all its entries together.
    pub fn definition_of(&self, key: Key) -> Definition {
        Definition(self.key_bits.get(key.0 as usize).copied().unwrap_or_default())
    }

    /// Of the entries that begin with this key and go on, how many words the longest has; none: zero.
    pub(crate) fn longest_from(&self, key: Key) -> usize {
        self.key_longest.get(key.0 as usize).copied().unwrap_or_default().into()
    }

    /// The entries of a key: its spellings, in all languages.
    pub fn entries(&self, key: Key) -> impl Iterator<Item = Entry<'a>> + use<'a> {
        let lexicon = *self;
        let entries = range(self.entry_starts, key.0 as usize);
        // An altered memory may name more entries than there are.
        (entries.start..entries.end.min(self.entry_words.len())).map(move |at| lexicon.entry(at))
    }

    fn entry(&self, at: usize) -> Entry<'a> {
        let word = self.entry_words.get(at).copied().unwrap_or(NodeId(NOBODY));
        Entry {
            word,
            surface: surface_of(self.base, word),
            definition: Definition(self.entry_bits.get(at).copied().unwrap_or_default()) | Definition::KNOWN,
            senses: self.senses.get(range(self.sense_starts, at)).unwrap_or_default(),
        }
    }

    /// What is known about the endings of words, to guess what an unknown one is.
    pub fn endings(&self) -> Endings<'a> {
        self.endings
    }
}

/// Item `at` of what `starts` divides; empty when there is no such item.
pub(crate) fn range(starts: &[u32], at: usize) -> Range<usize> {
    match starts.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(&[start, end]) => start as usize..end as usize,
        None => 0..0,
    }
}

/// The hash of a key that fits no slot.
pub(crate) fn long_hash(folded: &[u8]) -> u64 {
    const MIX: Mix = Mix::new(0);
    let pieces = folded.chunks(SHORT).filter_map(short_key);
    let hash = pieces.fold(folded.len() as u64, |hash, [low, high]| {
        let piece = perfect::hash(MIX, [low ^ hash, high]);
        piece.bucket ^ u64::from(piece.slot)
    });
    hash ^ hash >> 32
}

impl std::fmt::Debug for Lexicon<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lexicon")
            .field("keys", &self.key_bits.len())
            .field("entries", &self.entry_words.len())
            .field("bits", &self.bit_names().collect::<Vec<_>>())
            .finish()
    }
}
