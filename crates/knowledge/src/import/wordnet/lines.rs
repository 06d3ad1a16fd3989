//! Lines of a file and their fields, each knowing its place for the error message.

use super::error::{Error, ErrorKind};

/// One line of a file, without its line end.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) file: &'a str,
    /// Counted from 1.
    pub(super) number: usize,
    /// The byte of the file where it starts.
    pub(super) offset: usize,
    pub(super) text: &'a str,
}

/// The lines of a file, licence header left out. A file whose last line has no end is taken to be cut short.
pub(super) fn lines<'a>(
    file: &'a str,
    bytes: &'a [u8],
) -> Result<impl Iterator<Item = Line<'a>> + 'a, Error> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let number = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        Error::at_place(file, (number, error.valid_up_to()), ErrorKind::NotText)
    })?;
    if u32::try_from(text.len()).is_err() {
        let kind = ErrorKind::Limit { what: "bytes in one file", limit: u64::from(u32::MAX) };
        return Err(Error::in_file(file, kind));
    }
    if !text.is_empty() && !text.ends_with('\n') {
        let start = text.rfind('\n').map_or(0, |place| place + 1);
        let number = text.matches('\n').count() + 1;
        return Err(Error::at_place(file, (number, start), ErrorKind::Truncated));
    }
    let mut offset = 0;
    let lines = text.split_inclusive('\n').enumerate().map(move |(index, whole)| {
        let line = Line { file, number: index + 1, offset, text: whole.strip_suffix('\n').unwrap_or(whole) };
        offset += whole.len();
        line
    });
    Ok(lines.filter(|line| !is_header(line.text)))
}

/// The licence notice at the head of a data file, without the line numbers; empty where there is none.
pub(super) fn header(bytes: &[u8]) -> String {
    let mut notice = String::new();
    for line in bytes.split(|&byte| byte == b'\n') {
        let Some(line) = std::str::from_utf8(line).ok().filter(|line| is_header(line)) else { break };
        let line = line.trim_start().trim_start_matches(|character: char| character.is_ascii_digit());
        notice.push_str(line.trim());
        notice.push('\n');
    }
    notice
}

fn is_header(line: &str) -> bool {
    line.starts_with("  ")
}

/// The fields of a line, one after the other.
pub(super) struct Fields<'a> {
    line: Line<'a>,
    rest: std::str::SplitAsciiWhitespace<'a>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(line: Line<'a>, text: &'a str) -> Fields<'a> {
        Fields { line, rest: text.split_ascii_whitespace() }
    }

    /// The next field, if there is one.
    pub(super) fn optional(&mut self) -> Option<&'a str> {
        self.rest.next()
    }

    pub(super) fn text(&mut self, expected: &'static str) -> Result<&'a str, Error> {
        self.rest.next().ok_or_else(|| self.unexpected(expected, ""))
    }

    /// The next field as a number from 0 to `limit`.
    pub(super) fn number(&mut self, expected: &'static str, radix: u32, limit: u32) -> Result<u32, Error> {
        let text = self.text(expected)?;
        self.number_in(text, expected, radix, limit)
    }

    /// A part of a field as a number from 0 to `limit`.
    pub(super) fn number_in(
        &self,
        text: &str,
        expected: &'static str,
        radix: u32,
        limit: u32,
    ) -> Result<u32, Error> {
        let digits = text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u32::from_str_radix(text, radix).ok().filter(|&number| digits && number <= limit);
        number.ok_or_else(|| self.unexpected(expected, text))
    }

    pub(super) fn end(&mut self) -> Result<(), Error> {
        match self.rest.next() {
            Some(found) => Err(self.unexpected("the end of the line", found)),
            None => Ok(()),
        }
    }

    pub(super) fn unexpected(&self, expected: &'static str, found: &str) -> Error {
        Error::at_line(&self.line, ErrorKind::Field { expected, found: found.to_owned() })
    }
}
