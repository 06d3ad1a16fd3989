//! A hash table from keys to definitions, asked for one word after the other: what most programs do.

use super::{Engine, Found, check_size, fold_token};
use crate::definition::Definition;
use crate::error::Error;
use crate::lexicon::Lexicon;
use crate::token::tokens;
use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// Plain tokenising and a hash table (`hashbrown` with `foldhash`).
pub struct Hash<'a> {
    definitions: HashMap<&'a [u8], Definition, FixedState>,
}

impl<'a> Hash<'a> {
    /// Makes the hash table from the keys of the lexicon.
    pub fn new(lexicon: Lexicon<'a>) -> Hash<'a> {
        let keys = lexicon.keys().map(|key| (lexicon.key_bytes(key), lexicon.definition_of(key)));
        let mut definitions: HashMap<_, Definition, _> = keys.collect();
        for (key, definition) in lexicon.additions.into_iter().flat_map(|additions| additions.iter()) {
            *definitions.entry(key.as_bytes()).or_default() |= definition;
        }
        Hash { definitions }
    }

    /// The definition of a folded spelling.
    pub(crate) fn definition(&self, folded: &[u8]) -> Definition {
        self.definitions.get(folded).copied().unwrap_or_default()
    }
}

impl Engine for Hash<'_> {
    fn name(&self) -> String {
        "hash".into()
    }

    fn look_up(&self, text: &[u8], found: &mut Found) -> Result<(), Error> {
        check_size(text)?;
        found.clear();
        let mut folded = String::new();
        for token in tokens(text) {
            let key = fold_token(token.of(text), &mut folded);
            found.tokens.push(token);
            found.definitions.push(key.map_or(Definition::BROKEN, |key| self.definition(key.as_bytes())));
        }
        Ok(())
    }
}
