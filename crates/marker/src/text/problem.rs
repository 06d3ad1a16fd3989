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

/// The candidate most like a name, if one is alike enough to be what was meant.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = name.chars().count().div_ceil(3).max(1);
    let near = candidates.into_iter().map(|candidate| (distance(name, candidate, most), candidate));
    near.filter(|&(distance, _)| distance <= most).min().map(|(_, candidate)| candidate)
}

/// How many characters must be changed, added or taken away, counted up to `most + 1`.
fn distance(one: &str, other: &str, most: usize) -> usize {
    let other: Vec<char> = other.chars().collect();
    let length = one.chars().count();
    if length.abs_diff(other.len()) > most {
        return most + 1;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &b) in other.iter().enumerate() {
            let change = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
