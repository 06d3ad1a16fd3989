//! What one discourse adds above the base: new nodes and links, and the hiding of old ones.

use crate::base::name_hash;
use crate::ids::{Direction, Kind, Link, NodeId};
use hashbrown::{HashMap, HashSet, HashTable};
use std::hash::BuildHasherDefault;

/// Ids are dense and chosen by us, so a multiplicative hash is safe and fast.
pub(crate) type IdHasher = BuildHasherDefault<MultiplyHasher>;

/// Hashes one integer by multiplication.
#[derive(Default, Clone)]
pub(crate) struct MultiplyHasher(u64);

impl std::hash::Hasher for MultiplyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(26) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }
}

/// The additions and deletions of one discourse. Everything lies in a handful of flat buffers, so dropping an
/// episode of any size frees those buffers and does nothing else.
#[derive(Default)]
pub struct Episode {
    pub(crate) kinds: Vec<Kind>,
    name_starts: Vec<u32>,
    names: String,
    index: HashTable<u32>,
    pub(crate) recoloured: HashMap<u32, Kind, IdHasher>,
    pub(crate) deleted: HashSet<u32, IdHasher>,
    pub(crate) forward: Layer,
    pub(crate) inverse: Layer,
    pub(crate) kind_names: Vec<String>,
    pub(crate) relation_names: Vec<String>,
}

impl Episode {
    /// How many nodes were created, deleted ones counted too.
    pub fn node_count(&self) -> u32 {
        self.kinds.len() as u32
    }

    /// How many created links there are now.
    pub fn link_count(&self) -> usize {
        self.forward.live
    }

    /// Whether nothing was added, hidden or changed.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
            && self.forward.is_untouched()
            && self.recoloured.is_empty()
            && self.deleted.is_empty()
    }

    pub(crate) fn layer(&self, direction: Direction) -> &Layer {
        match direction {
            Direction::Forward => &self.forward,
            Direction::Inverse => &self.inverse,
        }
    }

    /// Adds a node; its place among the episode's nodes is returned.
    pub(crate) fn push_node(&mut self, kind: Kind, name: &str) -> usize {
        let place = self.kinds.len();
        self.kinds.push(kind);
        if self.name_starts.is_empty() {
            self.name_starts.push(0);
        }
        self.names.push_str(name);
        self.name_starts.push(self.names.len() as u32);
        self.index_name(place);
        place
    }

    /// The places of the episode's nodes of this kind and name.
    pub(crate) fn find_all<'a>(&'a self, kind: Kind, name: &'a str) -> impl Iterator<Item = u32> + 'a {
        let named = self.index.iter_hash(name_hash(kind.0, name.as_bytes())).copied();
        named.filter(move |&place| self.kinds[place as usize] == kind && self.name(place as usize) == name)
    }

    /// Changes the kind of one of the episode's own nodes, keeping it findable by name.
    pub(crate) fn recolour(&mut self, place: usize, kind: Kind) {
        self.unname(place);
        self.kinds[place] = kind;
        self.index_name(place);
    }

    fn index_name(&mut self, place: usize) {
        let Episode { kinds, name_starts, names, index, .. } = self;
        let name_of = |at: usize| &names.as_bytes()[name_starts[at] as usize..name_starts[at + 1] as usize];
        let hash_of = |&at: &u32| name_hash(kinds[at as usize].0, name_of(at as usize));
        if !name_of(place).is_empty() {
            index.insert_unique(hash_of(&(place as u32)), place as u32, hash_of);
        }
    }

    /// Takes one of the episode's own nodes out of the name index.
    pub(crate) fn unname(&mut self, place: usize) {
        let hash = name_hash(self.kinds[place].0, self.name(place).as_bytes());
        if let Ok(entry) = self.index.find_entry(hash, |&other| other as usize == place) {
            entry.remove();
        }
    }

    pub(crate) fn name(&self, place: usize) -> &str {
        let bounds = self.name_starts.get(place).zip(self.name_starts.get(place + 1));
        bounds.map_or("", |(&start, &end)| &self.names[start as usize..end as usize])
    }

    pub(crate) fn name_bytes_used(&self) -> usize {
        self.names.len()
    }
}

/// The episode's changes to the links of one direction.
#[derive(Default)]
pub(crate) struct Layer {
    /// For each node: the place of its first cell plus one, times two, plus one if a base link is hidden.
    /// Made when first needed; the operating system gives it zeroed memory and keeps pages nobody wrote to
    /// unallocated, so the size of the base costs address space only.
    heads: Vec<u32>,
    cells: Vec<Cell>,
    free: u32,
    hidden: HashSet<(u32, u64), IdHasher>,
    live: usize,
}

#[derive(Clone, Copy)]
struct Cell {
    link: Link,
    next: u32,
}

impl Layer {
    pub(crate) fn is_untouched(&self) -> bool {
        self.heads.is_empty()
    }

    /// Whether this node's links are those of the base.
    #[inline]
    pub(crate) fn leaves_alone(&self, node: NodeId) -> bool {
        self.heads.get(node.index()).is_none_or(|&head| head == 0)
    }

    #[inline]
    pub(crate) fn hides_some(&self, node: NodeId) -> bool {
        self.heads.get(node.index()).is_some_and(|&head| head & 1 == 1)
    }

    pub(crate) fn hides(&self, node: NodeId, link: Link) -> bool {
        self.hidden.contains(&(node.0, link.identity()))
    }

    /// The created links of a node, the newest first.
    pub(crate) fn added(&self, node: NodeId) -> Added<'_> {
        Added { layer: self, cell: self.heads.get(node.index()).map_or(0, |head| head >> 1) }
    }

    fn head(&mut self, node: NodeId, node_count: u32) -> &mut u32 {
        let count = (node_count as usize).max(node.index() + 1);
        if self.heads.is_empty() {
            self.heads = vec![0; count];
        } else if self.heads.len() < count {
            self.heads.resize(count, 0);
        }
        &mut self.heads[node.index()]
    }

    pub(crate) fn add(&mut self, node: NodeId, link: Link, node_count: u32) {
        let head = *self.head(node, node_count);
        let cell = Cell { link, next: head >> 1 };
        let place = if self.free != 0 {
            let place = self.free as usize - 1;
            self.free = self.cells[place].next;
            self.cells[place] = cell;
            place
        } else {
            self.cells.push(cell);
            self.cells.len() - 1
        };
        self.heads[node.index()] = (place as u32 + 1) << 1 | head & 1;
        self.live += 1;
    }

    /// Takes a created link out again.
    pub(crate) fn remove(&mut self, node: NodeId, identity: u64) -> bool {
        let Some(&head) = self.heads.get(node.index()) else { return false };
        let mut previous = 0;
        let mut place = head >> 1;
        while place != 0 {
            let cell = self.cells[place as usize - 1];
            if cell.link.identity() == identity {
                match previous {
                    0 => self.heads[node.index()] = cell.next << 1 | head & 1,
                    _ => self.cells[previous as usize - 1].next = cell.next,
                }
                self.cells[place as usize - 1].next = self.free;
                self.free = place;
                self.live -= 1;
                return true;
            }
            previous = place;
            place = cell.next;
        }
        false
    }

    pub(crate) fn hide(&mut self, node: NodeId, link: Link, node_count: u32) {
        *self.head(node, node_count) |= 1;
        self.hidden.insert((node.0, link.identity()));
    }
}

/// Iterates over the created links of a node.
#[derive(Clone)]
pub(crate) struct Added<'a> {
    layer: &'a Layer,
    cell: u32,
}

impl Iterator for Added<'_> {
    type Item = Link;

    #[inline]
    fn next(&mut self) -> Option<Link> {
        let cell = self.layer.cells.get((self.cell as usize).wrapping_sub(1))?;
        self.cell = cell.next;
        Some(cell.link)
    }
}
