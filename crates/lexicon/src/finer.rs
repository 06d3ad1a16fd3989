//! The second, finer tokeniser: what the words of the fast one make together.
//!
//! It reads tokens that were looked up and divides the whole text, but for white space and control characters, into
//! units: entries of several words, numbers, amounts of money, dates and times in digits, addresses, abbreviations,
//! words, signs. Nothing is lost: every visible character and every broken byte is in exactly one unit. Only shapes are
//! known here; what needs words (a month, a title) is the work of the memory.

use crate::definition::Definition;
use crate::engine::Found;
use crate::lexicon::Lexicon;
use crate::patterns;
use crate::phrases::Phrases;
use crate::token::decode;
use std::ops::Range;

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnitKind {
    /// A token of the fast tokeniser.
    Word,
    /// An entry of several words.
    Phrase,
    /// A number, with its sign, separators and fraction; perhaps a percentage.
    Number,
    /// A number with a sign of currency directly before or after it.
    Money,
    /// A day in digits.
    Date,
    /// A time of day in digits.
    Time,
    /// A scheme, `://`, and what follows.
    Url,
    /// An address with an `@`.
    Email,
    /// Single letters, each with a full stop behind it.
    Abbreviation,
    /// One sign, with the marks on it.
    Sign,
    /// Bytes that are not UTF-8.
    Broken,
}

/// One unit of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// What it is.
    pub kind: UnitKind,
    /// Its place in bytes.
    pub span: Range<usize>,
    /// The tokens in it.
    pub tokens: Range<usize>,
    /// What is known about it: of a word or a phrase, of the whole spelling of another one.
    pub definition: Definition,
}

/// Divides a text whose tokens were looked up into units.
pub fn units(lexicon: &Lexicon<'_>, text: &[u8], found: &Found) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut phrases = Phrases::new();
    let (mut at, mut token) = (0, 0);
    while at < text.len() {
        let next = found.tokens.get(token).map_or(text.len(), |token| token.start as usize);
        let pattern = patterns::at(text, at);
        let unit = if let Some((kind, end)) = pattern {
            let spelling = std::str::from_utf8(&text[at..end]).unwrap_or_default();
            Some(Unit { kind, span: at..end, tokens: 0..0, definition: lexicon.definition(spelling) })
        } else if at == next {
            let definition = found.definitions[token];
            let phrase = phrases.longest(lexicon, text, found, token);
            Some(match phrase {
                _ if definition.has(Definition::BROKEN) => unit(UnitKind::Broken, at, found, token),
                Some(phrase) => Unit {
                    kind: UnitKind::Phrase,
                    span: at..phrase.end,
                    tokens: 0..0,
                    definition: phrase.definition,
                },
                None => unit(UnitKind::Word, at, found, token),
            })
        } else {
            sign(lexicon, text, at, next)
        };
        let Some(mut unit) = unit else {
            at += decode(&text[at..]).map_or(1, char::len_utf8);
            continue;
        };
        let inside = found.tokens[token..].iter().take_while(|token| token.end() <= unit.span.end).count();
        unit.tokens = token..token + inside;
        (at, token) = (unit.span.end, token + inside);
        units.push(unit);
    }
    units
}

fn unit(kind: UnitKind, at: usize, found: &Found, token: usize) -> Unit {
    let end = found.tokens[token].end();
    Unit { kind, span: at..end, tokens: 0..0, definition: found.definitions[token] }
}

/// The sign at a place, with the marks behind it; none where there is nothing to see.
fn sign(lexicon: &Lexicon<'_>, text: &[u8], at: usize, next: usize) -> Option<Unit> {
    let first = decode(&text[at..]).filter(|sign| !sign.is_whitespace() && !sign.is_control())?;
    let mut end = at + first.len_utf8();
    while end < next
        && let Some(mark) = decode(&text[end..])
        && (unicode_normalization::char::is_combining_mark(mark) || mark == '\u{200d}')
    {
        end += mark.len_utf8();
        // What a joiner of no width joins is one sign.
        if mark == '\u{200d}'
            && end < next
            && let Some(joined) = decode(&text[end..]).filter(|joined| !joined.is_whitespace())
        {
            end += joined.len_utf8();
        }
    }
    let spelling = std::str::from_utf8(&text[at..end]).unwrap_or_default();
    let definition = lexicon.definition(spelling);
    Some(Unit { kind: UnitKind::Sign, span: at..end, tokens: 0..0, definition })
}
