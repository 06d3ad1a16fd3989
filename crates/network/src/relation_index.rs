//! Where the links of one relation lie: a shortcut to part of a row, for the relations that have most links.
//!
//! A row holds all links of a node, sorted by relation. A marker that follows one relation would look at all of
//! them, and at the rows of nodes that have no such link at all. The index says for each node of a range where
//! in the array of links those of the relation begin and end. It is derived from the rows, and a memory without
//! it reads the same, only slower.

use crate::builder::Adjacency;
use crate::ids::{Direction, Link, NodeId, Relation};
use crate::image::Tag;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The table: one [`Entry`] for each indexed relation and direction.
pub(crate) const TABLE: Tag = Tag::new("relindex");
/// The ranges of all entries, one after the other.
pub(crate) const RANGES: Tag = Tag::new("relrange");

/// The index of a direction has at most so many ranges for each node of the memory, of eight bytes each.
const RANGES_A_NODE: usize = 2;

/// Which nodes an index covers: all that have links of the relation in the direction.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct Entry {
    relation: u16,
    inverse: u16,
    /// The first node covered, and how many.
    first: u32,
    count: u32,
    /// Where its ranges start in the section.
    at: u32,
}

impl Entry {
    pub(crate) fn is_for(&self, relation: Relation, direction: Direction) -> bool {
        self.relation == relation.0 && (self.inverse == 1) == (direction == Direction::Inverse)
    }

    pub(crate) fn first(&self) -> NodeId {
        NodeId(self.first)
    }

    pub(crate) fn ranges(&self) -> Range<usize> {
        self.at as usize..self.at as usize + self.count as usize
    }
}

/// Indexes some relations in both directions, those of most links first, where they are dense enough to be worth it.
pub(crate) fn build(adjacencies: [&Adjacency; 2], indexed: BTreeSet<Relation>) -> Vec<(Tag, Vec<u8>)> {
    let mut table: Vec<Entry> = Vec::new();
    let mut ranges: Vec<[u32; 2]> = Vec::new();
    for (inverse, adjacency) in adjacencies.into_iter().enumerate() {
        let nodes = adjacency.starts.len() - 1;
        let mut counts: BTreeMap<Relation, usize> = indexed.iter().map(|&relation| (relation, 0)).collect();
        for link in &adjacency.links {
            if let Some(count) = counts.get_mut(&link.relation()) {
                *count += 1;
            }
        }
        let mut chosen: Vec<(usize, Relation)> =
            counts.into_iter().map(|(relation, count)| (count, relation)).collect();
        chosen.sort_by_key(|&(count, relation)| (std::cmp::Reverse(count), relation));
        let mut left = RANGES_A_NODE * nodes;
        for (link_count, relation) in chosen {
            let has_some = |&node: &usize| !of_relation(adjacency, node, relation).is_empty();
            let Some(first) = (0..nodes).find(has_some) else { continue };
            let last = (first..nodes).rev().find(has_some).unwrap_or(first);
            // A few links over a long range are found as quickly in their rows.
            let count = last - first + 1;
            if count / 16 > link_count || count > left {
                continue;
            }
            left -= count;
            let entry = Entry {
                relation: relation.0,
                inverse: inverse as u16,
                first: first as u32,
                count: count as u32,
                at: ranges.len() as u32,
            };
            table.push(entry);
            ranges.extend((first..=last).map(|node| {
                let range = of_relation(adjacency, node, relation);
                [range.start as u32, range.end as u32]
            }));
        }
    }
    vec![(TABLE, bytemuck::cast_slice(&table).to_vec()), (RANGES, bytemuck::cast_slice(&ranges).to_vec())]
}

fn of_relation(adjacency: &Adjacency, node: usize, relation: Relation) -> Range<usize> {
    let (start, end) = (adjacency.starts[node] as usize, adjacency.starts[node + 1] as usize);
    let row = &adjacency.links[start..end];
    let from = start + row.partition_point(|link| link.relation() < relation);
    let to = start + row.partition_point(|link| link.relation() <= relation);
    from..to
}

/// The links of one relation in one direction, borrowed for fast traversal.
#[derive(Clone, Copy)]
pub struct RelationRows<'a> {
    pub(crate) links: &'a [Link],
    pub(crate) first: u32,
    pub(crate) ranges: &'a [[u32; 2]],
}

impl<'a> RelationRows<'a> {
    /// The links of a node.
    #[inline(always)]
    pub fn row(self, node: NodeId) -> &'a [Link] {
        let place = node.0.wrapping_sub(self.first) as usize;
        let Some(&[start, end]) = self.ranges.get(place) else { return &[] };
        self.links.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// Whether a node has any of these links.
    #[inline(always)]
    pub fn has_links(self, node: NodeId) -> bool {
        let place = node.0.wrapping_sub(self.first) as usize;
        self.ranges.get(place).is_some_and(|&[start, end]| start != end)
    }

    /// Asks the processor to fetch where a node's links lie.
    #[inline]
    pub fn prefetch_start(self, node: NodeId) {
        crate::base::prefetch(self.ranges, node.0.wrapping_sub(self.first) as usize);
    }

    /// Asks the processor to fetch a node's links.
    #[inline]
    pub fn prefetch_links(self, node: NodeId) {
        if let Some(&[start, end]) = self.ranges.get(node.0.wrapping_sub(self.first) as usize)
            && start != end
        {
            crate::base::prefetch(self.links, start as usize);
        }
    }
}
