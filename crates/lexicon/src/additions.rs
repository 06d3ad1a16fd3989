//! Words learned at run time, above the lexicon of the memory.

use crate::compile::{normalised, opener};
use crate::definition::Definition;
use crate::perfect::{Mix, SHORT, ShortKey, hash, short_key};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// Words that were learned while reading, each with its definition. [`Lexicon::with`](crate::Lexicon::with) reads
/// them together with the memory's own; nothing is rebuilt.
///
/// ```
/// use quillian_lexicon::{Additions, Definition};
///
/// let mut additions = Additions::new();
/// additions.add("Uzi", Definition(0b10));
/// assert!(additions.definition("UZI").is_known());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Additions {
    definitions: HashMap<String, Definition, FixedState>,
    /// How many words the longest entry has that begins with a word.
    openers: HashMap<String, usize, FixedState>,
    filter: Filter,
}

/// A few bits for each added word, so that nearly all others are passed over at one glance.
#[derive(Clone, Debug)]
struct Filter {
    bits: Vec<u64>,
    has_long: bool,
}

const FILTER_WORDS: usize = 512;

impl Default for Filter {
    fn default() -> Filter {
        Filter { bits: vec![0; FILTER_WORDS], has_long: false }
    }
}

impl Filter {
    #[inline]
    fn place(key: ShortKey) -> (usize, u64) {
        let hash = hash(Mix::new(0), key).bucket;
        ((hash >> 40) as usize % FILTER_WORDS, 1 << (hash >> 58))
    }
}

impl Additions {
    /// No words yet.
    pub fn new() -> Additions {
        Additions::default()
    }

    /// Adds a word, in whatever case; a word that was added before has both definitions. A word of no letters is
    /// not added.
    pub fn add(&mut self, spelling: &str, definition: Definition) {
        let key = normalised(spelling);
        if key.is_empty() || key.contains('\0') {
            return;
        }
        if let Some((first, words)) = opener(&key) {
            let longest = self.openers.entry(first.to_owned()).or_default();
            *longest = words.max(*longest);
            self.insert(first.to_owned(), Definition::OPENS);
        }
        self.insert(key, definition | Definition::KNOWN);
    }

    fn insert(&mut self, key: String, definition: Definition) {
        match short_key(key.as_bytes()) {
            Some(short) => {
                let (word, bit) = Filter::place(short);
                self.filter.bits[word] |= bit;
            }
            None => self.filter.has_long = true,
        }
        *self.definitions.entry(key).or_default() |= definition;
    }

    /// Of the added entries that begin with this key and go on, how many words the longest has; none: zero.
    pub(crate) fn longest_from(&self, folded: &[u8]) -> usize {
        std::str::from_utf8(folded).ok().and_then(|key| self.openers.get(key)).copied().unwrap_or_default()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.definitions.len()
    }

    /// The definition of an added word; zero for another.
    pub fn definition(&self, spelling: &str) -> Definition {
        self.definition_of_key(normalised(spelling).as_bytes())
    }

    /// All added words by their keys, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Definition)> {
        let mut all: Vec<_> =
            self.definitions.iter().map(|(key, &definition)| (&**key, definition)).collect();
        all.sort_unstable_by_key(|&(key, _)| key);
        all.into_iter()
    }

    #[inline]
    pub(crate) fn definition_of_key(&self, folded: &[u8]) -> Definition {
        let may_be_here = match short_key(folded) {
            Some(short) => self.may_have(short),
            None => self.filter.has_long,
        };
        if !may_be_here {
            return Definition::default();
        }
        // Keys are strings, so bytes that are none are no key.
        let folded = std::str::from_utf8(folded).unwrap_or_default();
        self.definitions.get(folded).copied().unwrap_or_default()
    }

    /// Whether a short key may be among them: a quick no.
    #[inline]
    pub(crate) fn may_have(&self, key: ShortKey) -> bool {
        let (word, bit) = Filter::place(key);
        self.filter.bits[word] & bit != 0
    }

    /// Whether a key that fits no slot may be among them.
    #[inline]
    pub(crate) fn may_have_long(&self) -> bool {
        self.filter.has_long
    }
}

const _: () = assert!(SHORT == 16 && FILTER_WORDS.is_power_of_two());
