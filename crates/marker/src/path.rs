//! Paths: which links a marker may follow, in which order.
//!
//! A path is a small language over link types. A node is marked when the links walked to reach it spell a
//! word of the path: `SEQ(a, b)` marks what lies one `a` and then one `b` away, `SPREAD(a, b)` everything on a
//! chain of `a` followed by a chain of `b`, and so on.

use crate::automaton::{self, Automaton};
use quillian_network::{Direction, Relation};

/// Which links a marker may follow, in which order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Path {
    /// One link.
    Step(PathStep),
    /// One path, then the next.
    Sequence(Vec<Path>),
    /// Any one of several paths.
    Either(Vec<Path>),
    /// A path any number of times, also none.
    Repeat(Box<Path>),
    /// A path once or more.
    Many(Box<Path>),
    /// A path, but with at least one link.
    NotEmpty(Box<Path>),
    /// Marks only where the path can go no further. Only as the outermost part.
    End(Box<Path>),
}

/// One link of a path: of a relation or of any, followed forward or inversely.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PathStep {
    /// The relation, or any.
    pub relation: Option<Relation>,
    /// Which way the link is followed.
    pub direction: Direction,
}

impl From<Relation> for Path {
    fn from(relation: Relation) -> Path {
        Path::Step(PathStep { relation: Some(relation), direction: Direction::Forward })
    }
}

impl Path {
    /// One link of a relation, against its direction.
    pub fn inverse(relation: Relation) -> Path {
        Path::Step(PathStep { relation: Some(relation), direction: Direction::Inverse })
    }

    /// One link of any relation, along its direction.
    pub fn any() -> Path {
        Path::Step(PathStep { relation: None, direction: Direction::Forward })
    }

    /// One link of any relation, against its direction.
    pub fn any_inverse() -> Path {
        Path::Step(PathStep { relation: None, direction: Direction::Inverse })
    }

    /// SEQ: the first once, then the second once.
    pub fn seq(first: impl Into<Path>, second: impl Into<Path>) -> Path {
        Path::Sequence(vec![first.into(), second.into()])
    }

    /// SPREAD: a chain of the first, then a chain of the second; either may be empty, not both.
    pub fn spread(first: impl Into<Path>, second: impl Into<Path>) -> Path {
        let chains = vec![first.into().any_times(), second.into().any_times()];
        Path::NotEmpty(Box::new(Path::Sequence(chains)))
    }

    /// COMB: any mix of the two, at least one link.
    pub fn comb(first: impl Into<Path>, second: impl Into<Path>) -> Path {
        Path::Either(vec![first.into(), second.into()]).many()
    }

    /// END-SPREAD: as [`Path::spread`], but marks only where the chain ends.
    pub fn end_spread(first: impl Into<Path>, second: impl Into<Path>) -> Path {
        Path::End(Box::new(Path::spread(first, second)))
    }

    /// END-COMB: as [`Path::comb`], but marks only where the chain ends.
    pub fn end_comb(first: impl Into<Path>, second: impl Into<Path>) -> Path {
        Path::End(Box::new(Path::comb(first, second)))
    }

    /// UNION: either path.
    pub fn union(first: impl Into<Path>, second: impl Into<Path>) -> Path {
        Path::Either(vec![first.into(), second.into()])
    }

    /// This path, then another.
    pub fn then(self, next: impl Into<Path>) -> Path {
        Path::Sequence(vec![self, next.into()])
    }

    /// This path once or more.
    pub fn many(self) -> Path {
        Path::Many(Box::new(self))
    }

    /// This path any number of times, also none: the start is marked too.
    pub fn any_times(self) -> Path {
        Path::Repeat(Box::new(self))
    }

    /// This path or nothing: the start is marked too.
    pub fn optional(self) -> Path {
        Path::Either(vec![self, Path::Sequence(Vec::new())])
    }

    /// This path, marking only where it can go no further.
    pub fn to_the_end(self) -> Path {
        Path::End(Box::new(self))
    }

    /// Compiles the path to the automaton that the machine runs.
    pub fn compile(&self) -> Result<Automaton, PathError> {
        automaton::compile(self)
    }
}

/// Why a path cannot be compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathError {
    /// [`Path::End`] stands inside another path.
    EndInside,
    /// The path needs more than the automaton's most states.
    TooLarge {
        /// The most states there may be.
        limit: usize,
    },
    /// The path is nested deeper than the limit.
    TooDeep {
        /// The deepest nesting there may be.
        limit: usize,
    },
}

impl std::fmt::Display for PathError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PathError::EndInside => {
                write!(f, "an end path stands inside another path; make it the outermost part")
            }
            PathError::TooLarge { limit } => {
                write!(f, "the path needs more than {limit} states; split it into several propagations")
            }
            PathError::TooDeep { limit } => {
                write!(f, "the path is nested deeper than {limit} levels; write it flatter")
            }
        }
    }
}

impl std::error::Error for PathError {}
