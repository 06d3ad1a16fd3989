//! A mistake in a program, with its place and the next step.

use std::fmt;
use std::ops::Range;

/// A mistake in a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// A stable code: search the book for it.
    pub code: &'static str,
    /// Where it is, in bytes of the program.
    pub span: Range<usize>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { code, line, column, message, help, .. } = self;
        write!(f, "{line}:{column}: {code}: {message}\n  help: {help}")
    }
}

impl std::error::Error for Problem {}
