//! Why the machine refused an instruction.

use crate::mark::{MARKERS, Marker};
use crate::path::PathError;
use std::fmt;

/// Why the machine refused an instruction.
#[derive(Debug)]
pub enum Error {
    /// There is no marker of this number.
    NoSuchMarker(Marker),
    /// The path cannot be compiled.
    Path(PathError),
    /// The network refused a change.
    Network(quillian_network::Error),
    /// Nodes times states of the path do not fit the machine's addresses.
    TooManyPlaces {
        /// How many nodes the network has.
        nodes: u32,
        /// How many states the path has.
        states: usize,
    },
}

impl From<PathError> for Error {
    fn from(error: PathError) -> Error {
        Error::Path(error)
    }
}

impl From<quillian_network::Error> for Error {
    fn from(error: quillian_network::Error) -> Error {
        Error::Network(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoSuchMarker(marker) => {
                write!(f, "there is no marker {marker}: they are numbered 0 to {}", MARKERS - 1)
            }
            Error::Path(error) => error.fmt(f),
            Error::Network(error) => error.fmt(f),
            Error::TooManyPlaces { nodes, states } => write!(
                f,
                "a path of {states} states over {nodes} nodes is more than the machine can address; \
                 split the path into several propagations"
            ),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Path(error) => Some(error),
            Error::Network(error) => Some(error),
            _ => None,
        }
    }
}
