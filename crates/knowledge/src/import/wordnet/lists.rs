//! The small files: inflection exceptions, counts of senses in tagged texts, verb frames and example sentences.

use super::data::is_blank;
use super::error::Error;
use super::lines::{Fields, Line, lines};
use super::pointer::PartOfSpeech;
use std::collections::BTreeSet;

/// An inflected form that no rule gives, and one word it may be a form of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Exception<'a> {
    pub(super) part_of_speech: PartOfSpeech,
    pub(super) base: &'a str,
    pub(super) form: &'a str,
}

/// Reads an `*.exc` file into exceptions, one a base form; gives back how many lines it has.
pub(super) fn read_exceptions<'a>(
    file: &'a str,
    bytes: &'a [u8],
    part_of_speech: PartOfSpeech,
    exceptions: &mut Vec<Exception<'a>>,
) -> Result<u32, Error> {
    let mut count = 0;
    for line in lines(file, bytes)? {
        let mut fields = Fields::new(line, line.text);
        let form = fields.text("an inflected form")?;
        let mut base = fields.text("a base form")?;
        loop {
            if is_blank(form) || is_blank(base) {
                return Err(fields.unexpected("a form and a base form", line.text));
            }
            exceptions.push(Exception { part_of_speech, base, form });
            match fields.optional() {
                Some(next) => base = next,
                None => break,
            }
        }
        count += 1;
    }
    Ok(count)
}

/// Reads `cntlist.rev`: sense keys, and how often the sense occurs in tagged texts.
///
/// The file also has a sense number; it is that of an earlier release, so the index is believed instead.
pub(super) fn read_tag_counts<'a>(file: &'a str, bytes: &'a [u8]) -> Result<Vec<(&'a str, u32)>, Error> {
    let read = |line: Line<'a>| {
        let mut fields = Fields::new(line, line.text);
        let key = fields.text("a sense key")?;
        fields.number("a sense number", 10, 9999)?;
        let count = fields.number("a count", 10, u32::MAX)?;
        fields.end()?;
        Ok((key, count))
    };
    lines(file, bytes)?.map(read).collect()
}

/// Reads `frames.vrb` or `sents.vrb`: a number and a text.
pub(super) fn read_numbered_texts<'a>(file: &'a str, bytes: &'a [u8]) -> Result<Vec<(u32, &'a str)>, Error> {
    let mut seen = BTreeSet::new();
    let read = |line: Line<'a>| {
        let (number, text) = line.text.split_once([' ', '\t']).unwrap_or((line.text, ""));
        let fields = Fields::new(line, text);
        let number = fields.number_in(number, "a number", 10, 9999)?;
        let text = text.trim();
        if text.is_empty() {
            return Err(fields.unexpected("a text after the number", ""));
        }
        if !seen.insert(number) {
            return Err(fields.unexpected("a number that was not given before", &number.to_string()));
        }
        Ok((number, text))
    };
    lines(file, bytes)?.map(read).collect()
}

/// Reads `sentidx.vrb`: sense keys, and the numbers of the example sentences that fit.
pub(super) fn read_sentence_uses<'a>(
    file: &'a str,
    bytes: &'a [u8],
) -> Result<Vec<(&'a str, Vec<u32>)>, Error> {
    let read = |line: Line<'a>| {
        let mut fields = Fields::new(line, line.text);
        let key = fields.text("a sense key")?;
        // One line of the release has a key and no numbers.
        let numbers = fields.optional().unwrap_or("").split(',').filter(|number| !number.is_empty());
        let numbers = numbers.map(|number| fields.number_in(number, "the number of a sentence", 10, 9999));
        let numbers = numbers.collect::<Result<Vec<u32>, Error>>()?;
        fields.end()?;
        Ok((key, numbers))
    };
    lines(file, bytes)?.map(read).collect()
}
