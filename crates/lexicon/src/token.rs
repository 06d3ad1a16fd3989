//! Words in raw bytes: what a token is, and the plain tokeniser all others must equal.

use crate::character::{Class, IS_PLAIN_LETTER, class_of, class_of_ascii};

/// One word of a text, or a run of bytes that are not UTF-8, by its place in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Token {
    /// The place of its first byte.
    pub start: u32,
    /// How many bytes it has.
    pub length: u32,
}

impl Token {
    /// Its bytes in the text it was found in; none when the text is another one.
    #[inline]
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start as usize..self.end()).unwrap_or_default()
    }

    /// The place after its last byte.
    #[inline]
    pub fn end(self) -> usize {
        self.start as usize + self.length as usize
    }
}

/// The tokens of a text, one after the other. This is the definition of a token; the fast tokenisers give the
/// same ones.
///
/// ```
/// let text = "Don't re-read \u{4f1a}\u{8b70}!".as_bytes();
/// let words: Vec<_> = quillian_lexicon::tokens(text).map(|token| token.of(text)).collect();
/// assert_eq!(words, ["Don't".as_bytes(), b"re-read", "\u{4f1a}".as_bytes(), "\u{8b70}".as_bytes()]);
/// ```
pub fn tokens(text: &[u8]) -> Tokens<'_> {
    Tokens { text, at: 0 }
}

/// The iterator of [`tokens`].
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        while self.at < self.text.len() {
            let start = self.at;
            let (class, length) = character_at(self.text, start);
            self.at += length;
            match class {
                Some(Class::Letter) => self.skip_word(),
                Some(Class::Single) => self.skip_marks(),
                Some(_) => continue,
                None => self.skip_broken(),
            }
            return Some(Token { start: start as u32, length: (self.at - start) as u32 });
        }
        None
    }
}

impl Tokens<'_> {
    fn skip_word(&mut self) {
        while self.at < self.text.len() {
            // Most letters are plain ones.
            let plain = self.text[self.at..].iter().position(|&byte| !IS_PLAIN_LETTER[usize::from(byte)]);
            self.at = plain.map_or(self.text.len(), |length| self.at + length);
            match character_at(self.text, self.at) {
                (Some(Class::Letter | Class::Mark), length) => self.at += length,
                (Some(Class::Joiner), length) => match character_at(self.text, self.at + length) {
                    (Some(Class::Letter), next) => self.at += length + next,
                    _ => return,
                },
                _ => return,
            }
        }
    }

    fn skip_marks(&mut self) {
        while let (Some(Class::Mark), length) = character_at(self.text, self.at) {
            self.at += length;
        }
    }

    fn skip_broken(&mut self) {
        while self.at < self.text.len() {
            match character_at(self.text, self.at) {
                (None, length) => self.at += length,
                _ => return,
            }
        }
    }
}

/// The class and length of the character at a place, no class for bytes that are not UTF-8. At the end of the
/// text stands something that is in no word.
#[inline]
pub(crate) fn character_at(text: &[u8], at: usize) -> (Option<Class>, usize) {
    let rest = text.get(at..).unwrap_or_default();
    match rest.first() {
        None => (Some(Class::Other), 0),
        Some(&byte) if byte < 128 => (Some(class_of_ascii(byte)), 1),
        Some(_) => match decode(rest) {
            Some(character) => (Some(class_of(character)), character.len_utf8()),
            None => (None, 1),
        },
    }
}

/// The character that the bytes begin with.
#[inline]
pub(crate) fn decode(bytes: &[u8]) -> Option<char> {
    let length = match bytes.first()? {
        0..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    std::str::from_utf8(bytes.get(..length)?).ok()?.chars().next()
}

/// Whether a token is a word and not a run of bytes that are not UTF-8.
#[inline]
pub(crate) fn is_word(token: &[u8]) -> bool {
    // A token of broken bytes has nothing else in it, so its first character tells.
    decode(token).is_some()
}
