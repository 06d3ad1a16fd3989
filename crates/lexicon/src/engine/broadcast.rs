//! The paper's first two algorithms: words are called out, and every place of the text that has the word takes its
//! definition. On a machine with one processor a word each step was one instruction; here it is a loop.

use super::{Engine, Found, Hash, Words, check_size};
use crate::definition::Definition;
use crate::error::Error;
use crate::lexicon::Lexicon;

/// Calls out every word of the dictionary: time grows with dictionary times text. For small ones only.
pub struct Broadcast<'a> {
    lexicon: Lexicon<'a>,
}

impl<'a> Broadcast<'a> {
    /// The engine over a lexicon.
    pub fn new(lexicon: Lexicon<'a>) -> Broadcast<'a> {
        Broadcast { lexicon }
    }
}

impl Engine for Broadcast<'_> {
    fn name(&self) -> String {
        "broadcast".into()
    }

    fn look_up(&self, text: &[u8], found: &mut Found) -> Result<(), Error> {
        check_size(text)?;
        let words = Words::of(text, found);
        let lexicon = &self.lexicon;
        let mut call_out = |called: &[u8], definition: Definition| {
            for (place, definition_there) in found.definitions.iter_mut().enumerate() {
                if words.key(place) == Some(called) {
                    *definition_there |= definition;
                }
            }
        };
        for key in lexicon.keys() {
            call_out(lexicon.key_bytes(key), lexicon.definition_of(key));
        }
        for (key, definition) in lexicon.additions.into_iter().flat_map(|additions| additions.iter()) {
            call_out(key.as_bytes(), definition);
        }
        Ok(())
    }
}

/// Calls out every different word of the text, with the definition that the host's own dictionary has for it.
pub struct UniqueBroadcast<'a> {
    dictionary: Hash<'a>,
}

impl<'a> UniqueBroadcast<'a> {
    /// The engine over a lexicon.
    pub fn new(lexicon: Lexicon<'a>) -> UniqueBroadcast<'a> {
        UniqueBroadcast { dictionary: Hash::new(lexicon) }
    }
}

impl Engine for UniqueBroadcast<'_> {
    fn name(&self) -> String {
        "unique-words broadcast".into()
    }

    fn look_up(&self, text: &[u8], found: &mut Found) -> Result<(), Error> {
        check_size(text)?;
        let words = Words::of(text, found);
        let mut defined: Vec<bool> = (0..words.len()).map(|place| words.key(place).is_none()).collect();
        let mut least = 0;
        // The least address of those that are not yet defined has the next word to call out.
        while let Some(next) = defined[least..].iter().position(|&defined| !defined) {
            least += next;
            let called = words.key(least);
            let definition = called.map_or(Definition::BROKEN, |key| self.dictionary.definition(key));
            for (place, defined) in defined.iter_mut().enumerate().skip(least) {
                if words.key(place) == called {
                    found.definitions[place] = definition;
                    *defined = true;
                }
            }
        }
        Ok(())
    }
}
