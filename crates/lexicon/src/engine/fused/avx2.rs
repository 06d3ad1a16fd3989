//! Lanes in two registers of 32 bytes.

use super::lane::{Kernel, LANE, Lane, places_one_by_one};
use super::stretch::{self, Workspace};
use crate::definition::Definition;
use crate::engine::Found;
use crate::lexicon::Lexicon;
use crate::perfect::Table;
use std::arch::x86_64::*;

struct Avx2;

pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// The whole engine, compiled for these instructions: everything it calls is inlined.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn look_up(lexicon: &Lexicon<'_>, text: &[u8], found: &mut Found, workspace: &mut Workspace) {
    stretch::look_up::<Avx2>(lexicon, text, found, workspace);
}

/// The masks of 32 bytes: letters and digits, joiners, bytes above 127.
#[inline(always)]
fn half(bytes: &[u8; 32], folded: &mut [u8; 32]) -> [u64; 3] {
    // SAFETY: used only by the kernel of this file, and so only where the processor has the instructions. The
    // load and the store are of 32 bytes, which both arrays have; neither needs alignment.
    unsafe {
        let mask = |register: __m256i| u64::from(_mm256_movemask_epi8(register) as u32);
        // Unsigned `value <= limit` is `min(value, limit) == value`.
        let at_most = |value: __m256i, limit: i8| {
            _mm256_cmpeq_epi8(_mm256_min_epu8(value, _mm256_set1_epi8(limit)), value)
        };
        let text = _mm256_loadu_si256(bytes.as_ptr().cast());
        let small = _mm256_or_si256(text, _mm256_set1_epi8(0x20));
        let alphabetic = at_most(_mm256_sub_epi8(small, _mm256_set1_epi8(b'a' as i8)), 25);
        let digits = at_most(_mm256_sub_epi8(text, _mm256_set1_epi8(b'0' as i8)), 9);
        let apostrophes = _mm256_cmpeq_epi8(text, _mm256_set1_epi8(b'\'' as i8));
        let hyphens = _mm256_cmpeq_epi8(text, _mm256_set1_epi8(b'-' as i8));
        let result = _mm256_blendv_epi8(text, small, alphabetic);
        _mm256_storeu_si256(folded.as_mut_ptr().cast(), result);
        let wide = mask(text);
        let letters = mask(_mm256_or_si256(alphabetic, digits)) | wide;
        [letters, mask(_mm256_or_si256(apostrophes, hyphens)), wide]
    }
}

// The two loops over words have functions of their own: together with the rest they have not enough registers.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline(never)]
fn find_slots(table: Table<'_>, count: usize, workspace: &mut Workspace) -> usize {
    stretch::find_slots(table, count, workspace)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline(never)]
fn read_slots(table: Table<'_>, count: usize, workspace: &Workspace, out: &mut Vec<Definition>) {
    stretch::read_slots(table, count, workspace, out);
}

impl Kernel for Avx2 {
    #[inline(always)]
    fn find_slots(table: Table<'_>, count: usize, workspace: &mut Workspace) -> usize {
        // SAFETY: as in `lane`: only where the processor has the instructions.
        unsafe { find_slots(table, count, workspace) }
    }

    #[inline(always)]
    fn read_slots(table: Table<'_>, count: usize, workspace: &Workspace, out: &mut Vec<Definition>) {
        // SAFETY: as in `lane`: only where the processor has the instructions.
        unsafe { read_slots(table, count, workspace, out) }
    }

    #[inline(always)]
    fn lane(bytes: &[u8; LANE], folded: &mut [u8; LANE]) -> Lane {
        let (low, high) = bytes.split_first_chunk().expect("a lane has 64 bytes");
        let (folded_low, folded_high) = folded.split_first_chunk_mut().expect("a lane has 64 bytes");
        let low = half(low, folded_low);
        let high = half(
            high.first_chunk().expect("a lane has 64 bytes"),
            folded_high.first_chunk_mut().expect("a lane has 64 bytes"),
        );
        let [letters, joiners, wide] = std::array::from_fn(|mask| low[mask] | high[mask] << 32);
        Lane { letters, joiners, wide }
    }

    #[inline(always)]
    fn places(mask: u64, base: u16, out: &mut [u16; LANE]) -> usize {
        places_one_by_one(mask, base, out)
    }
}
