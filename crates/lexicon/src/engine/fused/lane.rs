//! 64 bytes of text as masks, one bit a byte.

use super::stretch::{self, Workspace};
use crate::definition::Definition;
use crate::perfect::Table;

/// How many bytes a lane has.
pub(super) const LANE: usize = 64;

/// What the bytes of a lane are.
#[derive(Clone, Copy, Default)]
pub(super) struct Lane {
    /// Letters and digits below 128, and all bytes above.
    pub(super) letters: u64,
    /// Apostrophes and hyphens.
    pub(super) joiners: u64,
    /// Bytes above 127.
    pub(super) wide: u64,
}

/// Room for the places of one lane behind the last one.
pub(super) const SPARE: usize = LANE;

/// What is done with particular instructions.
pub(super) trait Kernel {
    /// Classifies 64 bytes and writes them with capital letters below 128 made small.
    fn lane(bytes: &[u8; LANE], folded: &mut [u8; LANE]) -> Lane;

    /// Writes the places of the bits of a mask, counted from `base`, and says how many. At most every second bit
    /// is set.
    fn places(mask: u64, base: u16, out: &mut [u16; LANE]) -> usize;

    /// [`stretch::find_slots`], compiled for these instructions.
    #[inline]
    fn find_slots(table: Table<'_>, count: usize, workspace: &mut Workspace) -> usize {
        stretch::find_slots(table, count, workspace)
    }

    /// [`stretch::read_slots`], compiled for these instructions.
    #[inline]
    fn read_slots(table: Table<'_>, count: usize, workspace: &Workspace, out: &mut Vec<Definition>) {
        stretch::read_slots(table, count, workspace, out);
    }
}

/// The places of the bits, one after the other; the first sixteen without a branch for each.
#[inline(always)]
pub(super) fn places_one_by_one(mut mask: u64, base: u16, out: &mut [u16; LANE]) -> usize {
    let count = mask.count_ones() as usize;
    let mut write = |range: std::ops::Range<usize>| {
        for place in &mut out[range] {
            // A mask that is used up has 64 zeros below its first bit: what is written then is overwritten later.
            *place = base.wrapping_add(mask.trailing_zeros() as u16);
            mask &= mask.wrapping_sub(1);
        }
    };
    write(0..8);
    if count > 8 {
        write(8..16);
        if count > 16 {
            write(16..32);
        }
    }
    count
}
