//! Where the marks are: for each complex marker a plane of slots, for the binary ones a word a node.

use crate::mark::Mark;
use bytemuck::{Pod, Zeroable};
use quillian_network::NodeId;

/// One slot of a plane. It holds a mark only while its stamp is the plane's: a new stamp empties the plane.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Slot {
    pub(crate) mark: u64,
    pub(crate) stamp: u32,
    /// The tier in which the slot last joined a frontier, so that it joins each only once.
    pub(crate) tier: u32,
}

/// Marks with values on some of many slots. Clearing costs nothing; untouched slots cost no memory, because
/// the operating system hands out zeroed pages only when they are written to.
#[derive(Default)]
pub(crate) struct Plane {
    pub(crate) slots: Vec<Slot>,
    pub(crate) stamp: u32,
    tier: u32,
    /// The slots that hold a mark, in the order they were first marked.
    pub(crate) members: Vec<u32>,
}

impl Plane {
    /// Makes room for so many slots, keeping the marks there are.
    pub(crate) fn fit(&mut self, count: usize) {
        if self.slots.len() >= count && self.stamp != 0 {
            return;
        }
        let mut slots: Vec<Slot> = bytemuck::zeroed_vec(count + count / 8);
        self.stamp = self.stamp.max(1);
        for &member in &self.members {
            slots[member as usize] = self.slots[member as usize];
        }
        self.slots = slots;
    }

    pub(crate) fn clear(&mut self) {
        self.members.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            // After four thousand million clearings the stamps begin again: start with clean slots.
            self.slots.fill(Slot::zeroed());
            self.stamp = 1;
        }
    }

    /// A number no slot has as its tier yet.
    pub(crate) fn next_tier(&mut self) -> u32 {
        self.tier = self.tier.wrapping_add(1);
        if self.tier == 0 {
            self.slots.iter_mut().for_each(|slot| slot.tier = 0);
            self.tier = 1;
        }
        self.tier
    }

    #[inline]
    pub(crate) fn get(&self, slot: usize) -> Option<u64> {
        self.slots.get(slot).filter(|found| found.stamp == self.stamp).map(|found| found.mark)
    }

    /// Puts a packed mark on a slot, whatever was there.
    pub(crate) fn put(&mut self, slot: usize, mark: u64) {
        let Some(place) = self.slots.get_mut(slot) else { return };
        if place.stamp != self.stamp {
            self.members.push(slot as u32);
        }
        *place = Slot { mark, stamp: self.stamp, tier: 0 };
    }

    /// The nodes that bear the marker, in order.
    pub(crate) fn nodes(&self) -> Vec<u32> {
        let mut nodes = self.members.clone();
        sort_ids(&mut nodes, self.slots.len());
        nodes
    }
}

/// All 64 binary markers: one word a node, and the nodes whose word is not zero.
#[derive(Default)]
pub(crate) struct BinaryPlane {
    pub(crate) words: Vec<u64>,
    pub(crate) members: Vec<u32>,
}

impl BinaryPlane {
    pub(crate) fn fit(&mut self, count: usize) {
        if self.words.len() < count {
            let mut words = vec![0; count + count / 8];
            for &member in &self.members {
                words[member as usize] = self.words[member as usize];
            }
            self.words = words;
        }
    }

    #[inline]
    pub(crate) fn word(&self, node: NodeId) -> u64 {
        self.words.get(node.index()).copied().unwrap_or(0)
    }

    /// Adds bits to a node's word.
    #[inline]
    pub(crate) fn add(&mut self, node: u32, bits: u64) {
        let Some(word) = self.words.get_mut(node as usize) else { return };
        if *word == 0 && bits != 0 {
            self.members.push(node);
        }
        *word |= bits;
    }

    /// Takes some markers off all nodes: costs as much as there are marked nodes.
    pub(crate) fn clear(&mut self, bits: u64) {
        let BinaryPlane { words, members } = self;
        if bits == u64::MAX {
            members.drain(..).for_each(|member| words[member as usize] = 0);
            return;
        }
        members.retain(|&member| {
            let word = &mut words[member as usize];
            *word &= !bits;
            *word != 0
        });
    }

    /// How many marks of these markers there are.
    pub(crate) fn count(&self, bits: u64) -> u64 {
        self.members.iter().map(|&member| u64::from((self.words[member as usize] & bits).count_ones())).sum()
    }

    /// The nodes that bear one of these markers, in order.
    pub(crate) fn nodes(&self, bits: u64) -> Vec<u32> {
        let marked = self.members.iter().copied().filter(|&member| self.words[member as usize] & bits != 0);
        let mut nodes: Vec<u32> = marked.collect();
        sort_ids(&mut nodes, self.words.len());
        nodes
    }
}

/// Sorts distinct ids below `bound`: through a bitmap when there are many, so that a wide frontier is put in
/// order in one pass.
pub(crate) fn sort_ids(ids: &mut Vec<u32>, bound: usize) {
    if ids.len() < 64 || ids.len() < bound / 64 {
        ids.sort_unstable();
        return;
    }
    let mut bits = vec![0u64; bound.div_ceil(64)];
    for &id in ids.iter() {
        bits[id as usize / 64] |= 1 << (id % 64);
    }
    ids.clear();
    for (place, mut word) in bits.into_iter().enumerate() {
        while word != 0 {
            ids.push(place as u32 * 64 + word.trailing_zeros());
            word &= word - 1;
        }
    }
}

/// The packed mark of a binary marker on a node.
#[inline]
pub(crate) fn bit_mark(node: u32) -> u64 {
    Mark { value: 0, origin: NodeId(node) }.pack()
}
