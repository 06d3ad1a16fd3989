//! Why a benchmark could not be run.

use crate::work::Work;
use std::fmt;
use std::path::PathBuf;

/// Why a benchmark could not be run. The message has a stable code and says what to do next.
#[derive(Debug)]
pub struct Error(Box<ErrorKind>);

#[derive(Debug)]
pub(crate) enum ErrorKind {
    NoSuchWork { name: String },
    NoNouns,
    Memory(quillian_network::Error),
    Disagreement { work: Work, peer: String, marks: u64, expected: u64 },
    File { path: PathBuf, error: std::io::Error },
    Engine { name: String, problem: String },
}

impl Error {
    pub(crate) fn new(kind: ErrorKind) -> Error {
        Error(Box::new(kind))
    }

    /// An engine could not take its input or do the work.
    pub fn engine(name: &str, problem: impl fmt::Display) -> Error {
        Error::new(ErrorKind::Engine { name: name.to_owned(), problem: problem.to_string() })
    }

    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.into();
        |error| Error::new(ErrorKind::File { path, error })
    }
}

impl From<quillian_network::Error> for Error {
    fn from(error: quillian_network::Error) -> Error {
        Error::new(ErrorKind::Memory(error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            ErrorKind::NoSuchWork { name } => {
                write!(f, "B001: there is no work called {name:?}; choose one of")?;
                Work::ALL.iter().try_for_each(|work| write!(f, " {work}"))
            }
            ErrorKind::NoNouns => f.write_str(
                "B002: the memory has no nouns (nodes called NAME.n.NUMBER with isa links); use the embedded memory, \
                 or one that WordNet was imported into",
            ),
            ErrorKind::Memory(error) => error.fmt(f),
            ErrorKind::Disagreement { work, peer, marks, expected } => write!(
                f,
                "B003: {peer} disagrees on {work}: {marks} marks where the reference loop has {expected}, or other \
                 values; the figures of this run count for nothing: please report it with the versions used"
            ),
            ErrorKind::File { path, error } => {
                write!(f, "B004: {}: {error}; choose another place or free it", path.display())
            }
            ErrorKind::Engine { name, problem } => {
                write!(f, "B005: {name} could not do the work: {problem}; run again with --work to leave it out")
            }
        }
    }
}

impl std::error::Error for Error {}
