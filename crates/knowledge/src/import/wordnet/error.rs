//! Why a WordNet directory could not be imported.

use super::lines::Line;
use std::fmt;

/// An error of the importer: a stable code, the file and the place in it, and the next step.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    file: String,
    /// Line (from 1) and byte (from 0) in the file.
    place: Option<(usize, usize)>,
}

#[derive(Debug)]
pub(super) enum ErrorKind {
    Unreadable(std::io::Error),
    Missing,
    NotText,
    Foreign,
    Truncated,
    Field { expected: &'static str, found: String },
    Moved { stated: u64 },
    NoTarget { target: String },
    NotIndexed { lemma: String },
    NotInData { lemma: String, offset: u32 },
    Limit { what: &'static str, limit: u64 },
}

impl Error {
    pub(super) fn in_file(file: &str, kind: ErrorKind) -> Error {
        Error { kind, file: file.to_owned(), place: None }
    }

    pub(super) fn at_line(line: &Line<'_>, kind: ErrorKind) -> Error {
        Error { kind, file: line.file.to_owned(), place: Some((line.number, line.offset)) }
    }

    pub(super) fn at_place(file: &str, place: (usize, usize), kind: ErrorKind) -> Error {
        Error { kind, file: file.to_owned(), place: Some(place) }
    }

    /// The stable code of this error: search the book for it.
    pub fn code(&self) -> &'static str {
        match self.kind {
            ErrorKind::Unreadable(_) => "W001",
            ErrorKind::Missing => "W002",
            ErrorKind::NotText => "W003",
            ErrorKind::Foreign => "W004",
            ErrorKind::Truncated => "W005",
            ErrorKind::Field { .. } => "W006",
            ErrorKind::Moved { .. } => "W007",
            ErrorKind::NoTarget { .. } => "W008",
            ErrorKind::NotIndexed { .. } => "W009",
            ErrorKind::NotInData { .. } => "W010",
            ErrorKind::Limit { .. } => "W011",
        }
    }

    /// The file it is about, as its name in the directory.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The line, counted from 1, where the error has one.
    pub fn line(&self) -> Option<usize> {
        self.place.map(|(line, _)| line)
    }

    /// The byte where that line starts, where the error has one.
    pub fn offset(&self) -> Option<usize> {
        self.place.map(|(_, offset)| offset)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code(), self.file)?;
        if let Some((line, offset)) = self.place {
            write!(f, ":{line} (byte {offset})")?;
        }
        f.write_str(": ")?;
        match &self.kind {
            ErrorKind::Unreadable(error) => {
                write!(f, "{error}; check the name of the directory and that you may read it")
            }
            ErrorKind::Missing => f.write_str(
                "there is no such file in the directory; give a directory in the Princeton 3.0 format, with \
                 data.*, index.* and *.exc files, such as Debian's `wordnet-base` installs",
            ),
            ErrorKind::NotText => f.write_str("this is not UTF-8 text; copy the file again, unchanged"),
            ErrorKind::Foreign => f.write_str(
                "this is not a WordNet database file; give a directory in the Princeton 3.0 format",
            ),
            ErrorKind::Truncated => f.write_str("the last line is cut short; copy the file again"),
            ErrorKind::Field { expected, found } if found.is_empty() => {
                write!(f, "expected {expected}, and the line ends; copy the file again")
            }
            ErrorKind::Field { expected, found } => {
                write!(f, "expected {expected}, found `{}`; copy the file again", Shortened(found))
            }
            ErrorKind::Moved { stated } => write!(
                f,
                "this line says that it starts at byte {stated}; something before it was changed, or line ends \
                 were converted: copy the file again, as binary"
            ),
            ErrorKind::NoTarget { target } => write!(
                f,
                "a pointer leads to {}, which does not exist; take all files from the same release",
                Shortened(target)
            ),
            ErrorKind::NotIndexed { lemma } => write!(
                f,
                "the index does not list `{}` with this synset; take all files from the same release",
                Shortened(lemma)
            ),
            ErrorKind::NotInData { lemma, offset } => write!(
                f,
                "the index lists `{}` with synset {offset:08}, and the data do not; \
                 take all files from the same release",
                Shortened(lemma)
            ),
            ErrorKind::Limit { what, limit } => {
                write!(f, "too many {what}: the importer takes at most {limit}; split the files")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ErrorKind::Unreadable(error) => Some(error),
            _ => None,
        }
    }
}

/// A piece of the input in a message, not longer than a person wants to read.
struct Shortened<'a>(&'a str);

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 60;
        let mut characters = self.0.chars();
        for character in characters.by_ref().take(LONGEST) {
            write!(f, "{}", character.escape_debug())?;
        }
        if characters.next().is_some() { f.write_str("…") } else { Ok(()) }
    }
}
