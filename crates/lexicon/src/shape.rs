//! The look of a word: its case and its digits, and what an unknown word may be.

use crate::character::fold;
use crate::endings::Guess;
use crate::lexicon::Lexicon;

/// How a word is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// Letters without case, or all of them small.
    Small,
    /// One capital letter and then small ones.
    Capitalised,
    /// Two or more letters, all of them capitals.
    Capitals,
    /// Capitals among small letters.
    Mixed,
    /// Digits only, joiners apart.
    Digits,
    /// Letters and digits.
    LettersAndDigits,
    /// Bytes that are not UTF-8.
    Broken,
}

/// How a token is written.
///
/// ```
/// use quillian_lexicon::{Shape, shape_of};
///
/// assert_eq!(shape_of("Well-known".as_bytes()), Shape::Capitalised);
/// assert_eq!(shape_of("IJCAI-91".as_bytes()), Shape::LettersAndDigits);
/// ```
pub fn shape_of(token: &[u8]) -> Shape {
    let Ok(word) = std::str::from_utf8(token) else { return Shape::Broken };
    let digits = word.chars().any(char::is_numeric);
    let letters = word.chars().filter(|character| character.is_alphabetic());
    let capitals = letters.clone().filter(|letter| letter.is_uppercase()).count();
    let first_is_capital = letters.clone().next().is_some_and(char::is_uppercase);
    match (letters.count(), capitals) {
        (0, _) if digits => Shape::Digits,
        (1.., _) if digits => Shape::LettersAndDigits,
        (_, 0) => Shape::Small,
        (_, 1) if first_is_capital => Shape::Capitalised,
        (letters, capitals) if letters == capitals => Shape::Capitals,
        _ => Shape::Mixed,
    }
}

impl<'a> Lexicon<'a> {
    /// What an unknown word may be, from the longest ending it shares with enough known words. The shape says more
    /// about names and numbers: see [`shape_of`].
    pub fn guess(&self, spelling: &str) -> Option<Guess<'a>> {
        self.endings().guess(&fold(spelling))
    }
}
