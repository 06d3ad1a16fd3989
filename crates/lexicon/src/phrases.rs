//! Entries of several words: the longest that begins at a token.

use crate::character::fold_into;
use crate::definition::Definition;
use crate::engine::{Found, fold_token};
use crate::lexicon::Lexicon;
use crate::token::{decode, is_word};

/// An entry of several words, or of a word and the signs behind it, found in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// How many tokens it takes.
    pub tokens: usize,
    /// Where it begins, in bytes.
    pub start: usize,
    /// The place after its last byte.
    pub end: usize,
    /// What is known about it.
    pub definition: Definition,
}

/// Finds entries of several words among tokens that were looked up. Keep it for the next: it uses its buffers again.
///
/// Between the words of an entry any white space counts as one space, but for an empty line, which ends a paragraph;
/// signs must be those of the entry. Where nothing stands between the words of an entry, as in scripts without
/// spaces, nothing may stand between the tokens.
#[derive(Clone, Debug, Default)]
pub struct Phrases {
    /// The folded text from the first token on.
    key: String,
    folded: String,
    /// After each token: how long the key is there, and the place in the text.
    ends: Vec<(usize, usize)>,
}

impl Phrases {
    /// With empty buffers.
    pub fn new() -> Phrases {
        Phrases::default()
    }

    /// The longest entry that begins with token `first` and is more than it; none when there is none.
    pub fn longest(
        &mut self,
        lexicon: &Lexicon<'_>,
        text: &[u8],
        found: &Found,
        first: usize,
    ) -> Option<Phrase> {
        if !found.definitions.get(first)?.has(Definition::OPENS) {
            return None;
        }
        let start = found.tokens[first].start as usize;
        let limit = self.words_from(lexicon, found.tokens[first].of(text))?;
        self.read_on(text, found, first, limit);
        for (before, &(length, end)) in self.ends.iter().enumerate().rev() {
            let mut phrase = Phrase { tokens: before + 1, start, end, definition: Definition::default() };
            // A sign directly behind belongs to the entry when the entry has it.
            if let Some(sign) = decode(&text[end..]).filter(|sign| !sign.is_whitespace()) {
                self.folded.clear();
                self.folded.push_str(&self.key[..length]);
                fold_into(sign.encode_utf8(&mut [0; 4]), &mut self.folded);
                phrase.definition = lexicon.definition_of_key(self.folded.as_bytes());
                if phrase.definition.is_known() {
                    return Some(Phrase { end: end + sign.len_utf8(), ..phrase });
                }
            }
            phrase.definition = lexicon.definition_of_key(&self.key.as_bytes()[..length]);
            if before > 0 && phrase.definition.is_known() {
                return Some(phrase);
            }
        }
        None
    }

    /// How many words the longest entry has that begins with this token.
    fn words_from(&mut self, lexicon: &Lexicon<'_>, token: &[u8]) -> Option<usize> {
        let key = fold_token(token, &mut self.folded)?.as_bytes();
        let own = lexicon.find_key(key).map_or(0, |key| lexicon.longest_from(key));
        let added = lexicon.additions.map_or(0, |additions| additions.longest_from(key));
        Some(own.max(added))
    }

    /// Folds up to `limit` tokens and what stands between them.
    fn read_on(&mut self, text: &[u8], found: &Found, first: usize, limit: usize) {
        self.key.clear();
        self.ends.clear();
        let mut end = found.tokens[first].start as usize;
        for token in found.tokens[first..].iter().take(limit) {
            let word = token.of(text);
            let Ok(gap) = std::str::from_utf8(&text[end..token.start as usize]) else { return };
            if !is_word(word) || !add_gap(gap, &mut self.key) {
                return;
            }
            self.key.push_str(fold_token(word, &mut self.folded).unwrap_or_default());
            end = token.end();
            self.ends.push((self.key.len(), end));
        }
    }
}

/// Adds what stands between two words to a key; false when an entry cannot go across it.
fn add_gap(gap: &str, key: &mut String) -> bool {
    if gap.bytes().filter(|&byte| byte == b'\n').count() > 1 {
        return false;
    }
    let mut in_space = false;
    for character in gap.chars() {
        if character.is_whitespace() {
            if !in_space {
                key.push(' ');
            }
            in_space = true;
        } else {
            in_space = false;
            fold_into(character.encode_utf8(&mut [0; 4]), key);
        }
    }
    true
}
