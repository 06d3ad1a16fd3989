//! Statements: instructions whose nodes, relations and kinds are still names.

use crate::budget::Budget;
use crate::function::{Combine, Edit, Function};
use crate::mark::Marker;
use std::ops::Range;

/// A name and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Range<usize>,
}

/// A path over names of relations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NamedPath {
    Step { relation: Option<Name>, inverse: bool },
    Sequence(Vec<NamedPath>),
    Either(Vec<NamedPath>),
    Repeat(Box<NamedPath>),
    Many(Box<NamedPath>),
    NotEmpty(Box<NamedPath>),
    End(Box<NamedPath>),
}

/// How much of a collection is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// All, in order of nodes.
    All,
    /// The so many of least value.
    Least(usize),
    /// The so many of greatest value.
    Greatest(usize),
}

/// The end of a marker-driven link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NamedEnd {
    Node(Name),
    Origin,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Statement {
    Create { source: Name, relation: Name, target: Name, weight: u16 },
    CreateNode { kind: Name, name: Name },
    Delete { source: Name, relation: Name, target: Name },
    DeleteNode { node: Name },
    SetColor { node: Name, kind: Name },
    SearchNode { node: Name, marker: Marker, value: i32 },
    SearchRelation { relation: Name, marker: Marker, value: i32 },
    SearchColor { kind: Name, marker: Marker, value: i32 },
    Propagate { from: Marker, to: Marker, path: NamedPath, function: Function },
    Barrier,
    SetBudget { budget: Budget },
    MarkerCreate { marker: Marker, relation: Name, end: NamedEnd, reverse: Option<Name>, weight: u16 },
    MarkerDelete { marker: Marker, relation: Name, end: NamedEnd, reverse: Option<Name> },
    MarkerSetColor { marker: Marker, kind: Name },
    AndMarker { first: Marker, second: Marker, to: Marker, combine: Combine },
    OrMarker { first: Marker, second: Marker, to: Marker, combine: Combine },
    NotMarker { marker: Marker, among: Option<Marker>, to: Marker, value: i32 },
    SetMarker { marker: Marker, value: i32 },
    ClearMarker { marker: Marker },
    FuncMarker { marker: Marker, edit: Edit },
    CollectNode { marker: Marker, keep: Keep },
    CollectRelation { marker: Marker, relation: Option<Name> },
    CollectColor { marker: Marker },
}
