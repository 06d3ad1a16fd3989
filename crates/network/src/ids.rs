//! The small dense ids everything else is indexed by.

use bytemuck::{Pod, Zeroable};

/// A node: a position in the network, base nodes first, then those of the episode.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pod, Zeroable)]
#[repr(transparent)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The position as an index into per-node arrays.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The type of a node (the papers' node colour), one of 256.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pod, Zeroable)]
#[repr(transparent)]
pub struct Kind(pub u8);

/// The type of a link, one of 65,536.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pod, Zeroable)]
#[repr(transparent)]
pub struct Relation(pub u16);

/// Which way a link is followed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// From source to target.
    Forward,
    /// From target to source (the inverse link).
    Inverse,
}

impl Direction {
    /// The other way.
    #[inline]
    pub fn reversed(self) -> Direction {
        match self {
            Direction::Forward => Direction::Inverse,
            Direction::Inverse => Direction::Forward,
        }
    }
}

/// One link as seen from one of its ends: the relation, the node at the other end, and the weight.
///
/// Eight bytes, laid out so that integer order is the canonical order of a row: relation, then target,
/// then weight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Link(u64);

impl Link {
    /// A link of `relation` to `target`.
    #[inline]
    pub fn new(relation: Relation, target: NodeId, weight: u16) -> Link {
        Link(u64::from(relation.0) << 48 | u64::from(target.0) << 16 | u64::from(weight))
    }

    /// The type of the link.
    #[inline]
    pub fn relation(self) -> Relation {
        Relation((self.0 >> 48) as u16)
    }

    /// The node at the other end.
    #[inline]
    pub fn target(self) -> NodeId {
        NodeId((self.0 >> 16) as u32)
    }

    /// The strength or cost of the link.
    #[inline]
    pub fn weight(self) -> u16 {
        self.0 as u16
    }

    /// The same link with the weight left out: what makes two links the same link.
    #[inline]
    pub(crate) fn identity(self) -> u64 {
        self.0 >> 16
    }
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "-{}-> {} ({})", self.relation().0, self.target().0, self.weight())
    }
}

/// The part of a sorted row that has one relation.
#[inline]
pub(crate) fn with_relation(row: &[Link], relation: Relation) -> &[Link] {
    const SHORT: usize = 12;
    if row.len() <= SHORT {
        let Some(start) = row.iter().position(|link| link.relation() >= relation) else { return &[] };
        let tail = &row[start..];
        let length = tail.iter().position(|link| link.relation() != relation).unwrap_or(tail.len());
        &tail[..length]
    } else {
        let start = row.partition_point(|link| link.relation() < relation);
        let tail = &row[start..];
        &tail[..tail.partition_point(|link| link.relation() == relation)]
    }
}
