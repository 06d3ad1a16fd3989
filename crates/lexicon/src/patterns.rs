//! Shapes of several tokens: numbers, money, dates, times, addresses, abbreviations.

use crate::character::{Class, class_of};
use crate::finer::UnitKind;
use crate::token::decode;

/// No part of a shape is longer, but for what follows `://`: nothing is read twice for long.
const LONGEST_PART: usize = 255;

/// What a text begins with, when it is of the shape, and how long that is.
type Shape = fn(&[u8]) -> Option<(UnitKind, usize)>;

/// The unit of a shape that begins at a place, and the place after it. Only where no word is cut.
pub(crate) fn at(text: &[u8], at: usize) -> Option<(UnitKind, usize)> {
    if at > 0 && is_letter_at_end(&text[..at]) {
        return None;
    }
    let rest = &text[at..];
    let shapes: [Shape; 6] = [url, email, date, time, amount, abbreviation];
    let (kind, length) = shapes.iter().find_map(|shape| shape(rest))?;
    let ends_well = kind == UnitKind::Abbreviation || !begins_with_letter(&rest[length..]);
    ends_well.then_some((kind, at + length))
}

fn begins_with_letter(text: &[u8]) -> bool {
    decode(text).is_some_and(|character| matches!(class_of(character), Class::Letter | Class::Mark))
}

fn is_letter_at_end(text: &[u8]) -> bool {
    let start = text.iter().rposition(|&byte| byte & 0b1100_0000 != 0b1000_0000).unwrap_or(0);
    begins_with_letter(&text[start..])
}

/// How many bytes at the beginning are such, of the first few.
fn count(text: &[u8], is_such: impl Fn(u8) -> bool) -> usize {
    let first = &text[..text.len().min(LONGEST_PART)];
    first.iter().position(|&byte| !is_such(byte)).unwrap_or(first.len())
}

fn digits(text: &[u8]) -> usize {
    count(text, |byte| byte.is_ascii_digit())
}

fn url(text: &[u8]) -> Option<(UnitKind, usize)> {
    let scheme = count(text, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-'));
    let rest = text[scheme..].strip_prefix(b"://")?;
    if !text.first()?.is_ascii_alphabetic() {
        return None;
    }
    let ends = |&byte: &u8| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"' | b'`' | 0x7f);
    let mut length = rest.iter().position(ends).unwrap_or(rest.len());
    // What is not UTF-8, and signs of the sentence around it, are not part of the address.
    length = rest[..length].utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
    while length > 0
        && matches!(rest[length - 1], b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b']' | b'}' | b'\'')
    {
        length -= 1;
    }
    (length > 0).then_some((UnitKind::Url, scheme + 3 + length))
}

fn email(text: &[u8]) -> Option<(UnitKind, usize)> {
    let is_local =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'%' | b'+' | b'-');
    let local = count(text, is_local);
    if local == 0 || !text[0].is_ascii_alphanumeric() || text.get(local) != Some(&b'@') {
        return None;
    }
    let mut end = local + 1;
    let mut labels = 0;
    loop {
        let label = count(&text[end..], |byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if label == 0 {
            // A full stop behind the last label ends the sentence.
            end -= usize::from(labels > 0);
            break;
        }
        labels += 1;
        end += label;
        if text.get(end) != Some(&b'.') || end > LONGEST_PART * 2 {
            break;
        }
        end += 1;
    }
    (labels > 0).then_some((UnitKind::Email, end))
}

/// Year, month and day, or day, month and year, with the same sign between them.
fn date(text: &[u8]) -> Option<(UnitKind, usize)> {
    let first = digits(text);
    let sign = *text.get(first).filter(|sign| matches!(sign, b'-' | b'/' | b'.'))?;
    let second = digits(&text[first + 1..]);
    let third_at = first + 1 + second + 1;
    if text.get(third_at - 1) != Some(&sign) {
        return None;
    }
    let third = digits(&text[third_at..]);
    let is_part = |length: usize| (1..=2).contains(&length);
    let fits = is_part(second) && (first == 4 && is_part(third) || is_part(first) && matches!(third, 2 | 4));
    fits.then_some((UnitKind::Date, third_at + third))
}

/// Hours and minutes, perhaps seconds.
fn time(text: &[u8]) -> Option<(UnitKind, usize)> {
    let hours = digits(text);
    if !(1..=2).contains(&hours) {
        return None;
    }
    let pair = |at: usize| text.get(at) == Some(&b':') && digits(text.get(at + 1..).unwrap_or_default()) == 2;
    let minutes = hours + 3;
    let end = if pair(minutes) { minutes + 3 } else { minutes };
    pair(hours).then_some((UnitKind::Time, end))
}

/// A number, or a number with a sign of currency.
fn amount(text: &[u8]) -> Option<(UnitKind, usize)> {
    let before = currency(text);
    let number = number(&text[before..])?;
    let end = before + number;
    if before > 0 {
        return Some((UnitKind::Money, end));
    }
    match currency(&text[end..]) {
        0 => Some((UnitKind::Number, end + usize::from(text.get(end) == Some(&b'%')))),
        after => Some((UnitKind::Money, end + after)),
    }
}

/// Digits with separators between them, perhaps with a sign before.
fn number(text: &[u8]) -> Option<usize> {
    let sign = usize::from(matches!(text.first(), Some(b'-' | b'+')));
    let mut end = sign + digits(&text[sign..]);
    if end == sign {
        return None;
    }
    while let Some(b'.' | b',') = text.get(end)
        && end < LONGEST_PART
    {
        let more = digits(&text[end + 1..]);
        if more == 0 {
            break;
        }
        end += 1 + more;
    }
    // A range, or a word with digits and hyphens, is not a number.
    (text.get(end) != Some(&b'-')).then_some(end)
}

/// The length of the sign of currency at the beginning.
fn currency(text: &[u8]) -> usize {
    match decode(text) {
        Some(sign @ ('$' | '\u{a2}'..='\u{a5}' | '\u{20a0}'..='\u{20cf}' | '\u{ff04}' | '\u{ffe5}')) => {
            sign.len_utf8()
        }
        _ => 0,
    }
}

/// Two or more single letters with a full stop behind each.
fn abbreviation(text: &[u8]) -> Option<(UnitKind, usize)> {
    let (mut end, mut letters) = (0, 0);
    while let Some(letter) = decode(&text[end..]).filter(|letter| letter.is_alphabetic())
        && text.get(end + letter.len_utf8()) == Some(&b'.')
    {
        end += letter.len_utf8() + 1;
        letters += 1;
    }
    (letters > 1).then_some((UnitKind::Abbreviation, end))
}
