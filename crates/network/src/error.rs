//! Why a memory could not be built, written or opened.

use std::fmt;
use std::path::{Path, PathBuf};

/// An error of the network, with a stable code and the next step in its message.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    path: Option<PathBuf>,
}

#[derive(Debug)]
pub(crate) enum ErrorKind {
    Io(std::io::Error),
    Foreign,
    Version { found: u32, ours: u32 },
    ByteOrder,
    Truncated { found: u64, expected: u64 },
    Damaged { section: String },
    Missing { section: String },
    Limit { what: &'static str, limit: u64 },
    NoSuchNode { node: u32, count: u32 },
    NoSuchLink { source: u32, relation: u16, target: u32 },
    NameTaken { kind: u8, name: String },
}

impl Error {
    pub(crate) fn new(kind: ErrorKind) -> Error {
        Error { kind, path: None }
    }

    pub(crate) fn limit(what: &'static str, limit: u64) -> Error {
        Error::new(ErrorKind::Limit { what, limit })
    }

    pub(crate) fn at(mut self, path: &Path) -> Error {
        self.path.get_or_insert_with(|| path.to_path_buf());
        self
    }

    /// The stable code of this error: search the book for it.
    pub fn code(&self) -> &'static str {
        match self.kind {
            ErrorKind::Io(_) => "N001",
            ErrorKind::Foreign => "N002",
            ErrorKind::Version { .. } => "N003",
            ErrorKind::ByteOrder => "N004",
            ErrorKind::Truncated { .. } => "N005",
            ErrorKind::Damaged { .. } => "N006",
            ErrorKind::Missing { .. } => "N007",
            ErrorKind::Limit { .. } => "N008",
            ErrorKind::NoSuchNode { .. } => "N009",
            ErrorKind::NoSuchLink { .. } => "N010",
            ErrorKind::NameTaken { .. } => "N011",
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Error {
        Error::new(ErrorKind::Io(error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", path.display())?;
        }
        match &self.kind {
            ErrorKind::Io(error) => write!(f, "{error}"),
            ErrorKind::Foreign => {
                write!(f, "this is not a Quillian memory file; build one with `quillian build`")
            }
            ErrorKind::Version { found, ours } if found < ours => write!(
                f,
                "this memory has the older format {found} and this program reads format {ours}; \
                 build it again with `quillian build`"
            ),
            ErrorKind::Version { found, ours } => write!(
                f,
                "this memory has format {found} and this program reads format {ours}; \
                 use a newer quillian, or build the memory again with this one"
            ),
            ErrorKind::ByteOrder => write!(
                f,
                "this memory was built on a machine with another byte order; build it again on this one"
            ),
            ErrorKind::Truncated { found, expected } => write!(
                f,
                "the memory file is cut short: it has {found} bytes and should have {expected}; \
                 copy or build it again"
            ),
            ErrorKind::Damaged { section } => write!(
                f,
                "the memory file is damaged: part `{section}` does not match its checksum; \
                 copy or build it again"
            ),
            ErrorKind::Missing { section } => {
                write!(f, "the memory file has no usable part `{section}`; build it again with this version")
            }
            ErrorKind::Limit { what, limit } => {
                write!(
                    f,
                    "too many {what}: a memory holds at most {limit}; split the knowledge in two memories"
                )
            }
            ErrorKind::NoSuchNode { node, count } => {
                write!(f, "there is no node {node}: the network has {count} nodes, or it was deleted")
            }
            ErrorKind::NoSuchLink { source, relation, target } => {
                write!(f, "there is no link of relation {relation} from node {source} to node {target}")
            }
            ErrorKind::NameTaken { kind, name } => {
                write!(f, "a node of kind {kind} named `{name}` exists already; choose another name")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}
