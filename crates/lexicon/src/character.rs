//! What each character is to the tokeniser, and how letters are folded.

use std::borrow::Cow;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// What a character is to the tokeniser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Class {
    /// Stands between words.
    Other,
    /// A letter or digit: neighbours of this class are one word.
    Letter,
    /// An apostrophe or hyphen: part of a word when a letter stands directly before and after it.
    Joiner,
    /// A character of a script that is written without spaces: a word of its own.
    Single,
    /// A combining mark or a joiner of no width: belongs to the word directly before it.
    Mark,
}

/// Apostrophes as typed and as typeset; hyphens as typed, as typeset, and the one that does not break.
const APOSTROPHES: [char; 2] = ['\'', '\u{2019}'];
const HYPHENS: [char; 3] = ['-', '\u{2010}', '\u{2011}'];

/// Blocks of scripts that are written without spaces between words, first and last character of each.
const UNSPACED: [(char, char); 15] = [
    ('\u{0e00}', '\u{0eff}'),   // Thai, Lao
    ('\u{1000}', '\u{109f}'),   // Myanmar
    ('\u{1780}', '\u{17ff}'),   // Khmer
    ('\u{1950}', '\u{19df}'),   // Tai Le, New Tai Lue
    ('\u{1a20}', '\u{1aaf}'),   // Tai Tham
    ('\u{2e80}', '\u{2fdf}'),   // CJK radicals
    ('\u{3005}', '\u{3007}'),   // ideographic iteration mark, closing mark, zero
    ('\u{3040}', '\u{309f}'),   // Hiragana
    ('\u{3400}', '\u{4dbf}'),   // CJK extension A
    ('\u{4e00}', '\u{9fff}'),   // CJK
    ('\u{a9e0}', '\u{a9ff}'),   // Myanmar extended B
    ('\u{aa60}', '\u{aadf}'),   // Myanmar extended A, Tai Viet
    ('\u{f900}', '\u{faff}'),   // CJK compatibility
    ('\u{1b001}', '\u{1b11f}'), // historic kana
    ('\u{20000}', '\u{3ffff}'), // CJK extensions B and later
];

/// What a character is to the tokeniser.
pub fn class_of(character: char) -> Class {
    if character.is_ascii() {
        return class_of_ascii(character as u8);
    }
    if APOSTROPHES.contains(&character) || HYPHENS.contains(&character) {
        Class::Joiner
    } else if matches!(character, '\u{200c}' | '\u{200d}')
        || unicode_normalization::char::is_combining_mark(character)
    {
        Class::Mark
    } else if !character.is_alphanumeric() {
        Class::Other
    } else if UNSPACED.iter().any(|&(first, last)| (first..=last).contains(&character)) {
        Class::Single
    } else {
        Class::Letter
    }
}

/// Whether each byte is a letter or digit below 128.
pub(crate) static IS_PLAIN_LETTER: [bool; 256] = {
    let mut letters = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        letters[byte] = matches!(class_of_ascii(byte as u8), Class::Letter);
        byte += 1;
    }
    letters
};

/// The same for one byte below 128.
#[inline]
pub(crate) const fn class_of_ascii(byte: u8) -> Class {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => Class::Letter,
        b'\'' | b'-' => Class::Joiner,
        _ => Class::Other,
    }
}

/// Whether a text can be cut after this byte without cutting a word: a byte below 128 that is in no word.
#[inline]
pub(crate) const fn is_boundary(byte: u8) -> bool {
    byte < 128 && matches!(class_of_ascii(byte), Class::Other)
}

/// The form under which a spelling is looked up: small letters, typed apostrophes and hyphens, composed
/// accents. Two spellings with the same key differ in case, typography or composition only.
///
/// Letters become their capitals and then small again, so that what has several small forms (a final sigma, a
/// long s, a ligature, a sharp s) has one key. The dotless i stays itself: it is another letter.
///
/// ```
/// use quillian_lexicon::fold;
///
/// assert_eq!(fold("McDonald\u{2019}s"), "mcdonald's");
/// assert_eq!(fold("STRASSE"), fold("Straße"));
/// assert_eq!(fold("e\u{301}tude"), fold("ÉTUDE"));
/// ```
pub fn fold(spelling: &str) -> Cow<'_, str> {
    if spelling.is_ascii() {
        return if spelling.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(spelling.to_ascii_lowercase())
        } else {
            Cow::Borrowed(spelling)
        };
    }
    let mut folded = String::with_capacity(spelling.len());
    fold_into(spelling, &mut folded);
    Cow::Owned(folded)
}

/// Appends the folded form of a spelling.
pub(crate) fn fold_into(spelling: &str, folded: &mut String) {
    let start = folded.len();
    if spelling.is_ascii() {
        folded.push_str(spelling);
        folded[start..].make_ascii_lowercase();
        return;
    }
    for character in spelling.chars() {
        match character {
            _ if character.is_ascii() => folded.push(character.to_ascii_lowercase()),
            _ if APOSTROPHES.contains(&character) => folded.push('\''),
            _ if HYPHENS.contains(&character) => folded.push('-'),
            '\u{131}' => folded.push(character),
            _ => folded.extend(character.to_uppercase().flat_map(char::to_lowercase)),
        }
    }
    let added = &folded[start..];
    if !added.is_ascii() && is_nfc_quick(added.chars()) != IsNormalized::Yes {
        let composed: String = added.nfc().collect();
        folded.truncate(start);
        folded.push_str(&composed);
    }
}
