//! Why a lexicon could not be made, opened or used.

use std::fmt;

/// An error of the lexicon, with a stable code and the next step in its message.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
}

#[derive(Debug)]
pub(crate) enum ErrorKind {
    Network(quillian_network::Error),
    NoLexicon,
    Format { found: u64, ours: u64 },
    Damaged { part: &'static str },
    TooManyBits { found: usize, limit: usize },
    TooLarge { what: &'static str, found: u64, limit: u64 },
}

impl Error {
    pub(crate) fn new(kind: ErrorKind) -> Error {
        Error { kind }
    }

    /// The stable code of this error: search the book for it.
    pub fn code(&self) -> &'static str {
        match &self.kind {
            ErrorKind::Network(error) => error.code(),
            ErrorKind::NoLexicon => "L001",
            ErrorKind::Format { .. } => "L002",
            ErrorKind::Damaged { .. } => "L003",
            ErrorKind::TooManyBits { .. } => "L004",
            ErrorKind::TooLarge { .. } => "L005",
        }
    }
}

impl From<quillian_network::Error> for Error {
    fn from(error: quillian_network::Error) -> Error {
        Error::new(ErrorKind::Network(error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ErrorKind::Network(error) => write!(f, "{error}"),
            ErrorKind::NoLexicon => {
                write!(f, "this memory has no lexicon; build it again with this version of `quillian build`")
            }
            ErrorKind::Format { found, ours } => write!(
                f,
                "the lexicon of this memory has format {found} and this program reads format {ours}; \
                 build the memory again with `quillian build`"
            ),
            ErrorKind::Damaged { part } => write!(
                f,
                "the lexicon of this memory is damaged: its part `{part}` does not fit the others; \
                 copy or build the memory again"
            ),
            ErrorKind::TooManyBits { found, limit } => write!(
                f,
                "{found} categories, lexical classes and languages: a definition has room for {limit}; \
                 give fewer of them, or split the knowledge in two memories"
            ),
            ErrorKind::TooLarge { what, found, limit } => {
                write!(f, "{what}: {found}, and at most {limit} are possible; give it in parts")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ErrorKind::Network(error) => Some(error),
            _ => None,
        }
    }
}
