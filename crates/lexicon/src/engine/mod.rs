//! Algorithms that look up every word of a text. All give the same answer.

mod broadcast;
pub mod fused;
mod hash;
mod parallel;
mod scan_lexing;
mod sort_scan;

pub use broadcast::{Broadcast, UniqueBroadcast};
pub use hash::Hash;
pub use parallel::{Parallel, pieces};
pub use scan_lexing::{ScanLexing, lex};
pub use sort_scan::SortScan;

use crate::character::{fold_into, is_boundary};
use crate::definition::Definition;
use crate::error::{Error, ErrorKind};
use crate::lexicon::Lexicon;
use crate::token::{Token, is_word, tokens};

/// An algorithm that looks up every word of a text.
pub trait Engine: Sync {
    /// What it is called in tables.
    fn name(&self) -> String;

    /// Finds the tokens of a text and their definitions, in order; what was found before is forgotten.
    ///
    /// A text has less than 4 GiB; a larger one is given in [`pieces`].
    fn look_up(&self, text: &[u8], found: &mut Found) -> Result<(), Error>;
}

/// What was found in a text: its tokens and, beside each, its definition. Keep it for the next text: what it
/// has allocated is used again.
#[derive(Default)]
pub struct Found {
    /// The tokens, in order.
    pub tokens: Vec<Token>,
    /// The definition of each token.
    pub definitions: Vec<Definition>,
    pub(crate) workspace: Option<Box<fused::Workspace>>,
}

impl Found {
    /// Nothing yet.
    pub fn new() -> Found {
        Found::default()
    }

    /// Tokens with their definitions.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Token, Definition)> + '_ {
        self.tokens.iter().copied().zip(self.definitions.iter().copied())
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    pub(crate) fn copy(&self) -> Found {
        Found { tokens: self.tokens.clone(), definitions: self.definitions.clone(), workspace: None }
    }

    pub(crate) fn clear(&mut self) {
        self.tokens.clear();
        self.definitions.clear();
    }
}

impl PartialEq for Found {
    fn eq(&self, other: &Found) -> bool {
        self.tokens == other.tokens && self.definitions == other.definitions
    }
}

impl std::fmt::Debug for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// An error for a text whose places do not fit a [`Token`].
pub(crate) fn check_size(text: &[u8]) -> Result<(), Error> {
    let (found, limit) = (text.len() as u64, u64::from(u32::MAX));
    if found > limit {
        return Err(Error::new(ErrorKind::TooLarge { what: "bytes of the text", found, limit }));
    }
    Ok(())
}

/// The folded words of a text, side by side, as the paper's machine has one in each processor.
pub(crate) struct Words {
    text: String,
    /// Where each word ends; broken bytes have no word.
    ends: Vec<usize>,
    broken: Vec<bool>,
}

impl Words {
    /// The words of a text. Writes the tokens, and definitions that are still empty but for broken bytes.
    pub(crate) fn of(text: &[u8], found: &mut Found) -> Words {
        found.clear();
        found.tokens.extend(tokens(text));
        Words::of_tokens(text, found)
    }

    /// The words of a text whose tokens are found.
    pub(crate) fn of_tokens(text: &[u8], found: &mut Found) -> Words {
        let mut words = Words { text: String::new(), ends: Vec::new(), broken: Vec::new() };
        let mut folded = String::new();
        for token in &found.tokens {
            let key = fold_token(token.of(text), &mut folded);
            words.text.push_str(key.unwrap_or_default());
            words.ends.push(words.text.len());
            words.broken.push(key.is_none());
            found.definitions.push(key.map_or(Definition::BROKEN, |_| Definition::default()));
        }
        words
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The word at a place; none for broken bytes.
    pub(crate) fn key(&self, place: usize) -> Option<&[u8]> {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        (!self.broken[place]).then(|| &self.text.as_bytes()[start..self.ends[place]])
    }
}

/// The definition of one token, found the plain way. `folded` is a buffer to use again.
pub(crate) fn define(lexicon: &Lexicon<'_>, token: &[u8], folded: &mut String) -> Definition {
    match fold_token(token, folded) {
        Some(key) => lexicon.definition_of_key(key.as_bytes()),
        None => Definition::BROKEN,
    }
}

/// The key of one token; none for bytes that are not UTF-8.
pub(crate) fn fold_token<'a>(token: &[u8], folded: &'a mut String) -> Option<&'a str> {
    folded.clear();
    if !is_word(token) {
        return None;
    }
    fold_into(std::str::from_utf8(token).ok()?, folded);
    Some(folded)
}

/// Where to cut a text so that no token is cut: the last such place up to `limit`, else the first after it.
pub(crate) fn cut(text: &[u8], limit: usize) -> usize {
    if limit >= text.len() {
        return text.len();
    }
    if let Some(place) = text[..limit].iter().rposition(|&byte| is_boundary(byte)) {
        return place + 1;
    }
    let after = text[limit..].iter().position(|&byte| is_boundary(byte));
    after.map_or(text.len(), |place| limit + place + 1)
}
