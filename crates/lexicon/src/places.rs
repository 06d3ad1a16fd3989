//! Places in characters, from places in bytes.

/// Counts characters up to places in a text, each place at or behind the one before: a whole text is gone through once.
///
/// Every byte but those that go on with a character counts as one; of well-formed UTF-8 that is every character.
///
/// ```
/// use quillian_lexicon::CharacterPlaces;
///
/// let text = "na\u{ef}ve \u{4f1a}\u{8b70}".as_bytes();
/// let mut places = CharacterPlaces::new(text);
/// assert_eq!(places.at(6), 5);
/// assert_eq!(places.at(text.len()), 8);
/// ```
#[derive(Clone, Debug)]
pub struct CharacterPlaces<'a> {
    text: &'a [u8],
    byte: usize,
    character: usize,
}

impl<'a> CharacterPlaces<'a> {
    /// Counts from the beginning of a text.
    pub fn new(text: &'a [u8]) -> CharacterPlaces<'a> {
        CharacterPlaces { text, byte: 0, character: 0 }
    }

    /// How many characters stand before a place in bytes. A place before the last one asked for is counted from the
    /// beginning again.
    pub fn at(&mut self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        if byte < self.byte {
            (self.byte, self.character) = (0, 0);
        }
        let begins = |&&byte: &&u8| byte & 0b1100_0000 != 0b1000_0000;
        self.character += self.text[self.byte..byte].iter().filter(begins).count();
        self.byte = byte;
        self.character
    }
}
