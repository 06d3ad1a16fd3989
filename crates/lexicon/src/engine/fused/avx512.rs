//! Lanes in one register of 64 bytes.

use super::lane::{Kernel, LANE, Lane};
use super::stretch::{self, STRETCH, Workspace};
use crate::definition::Definition;
use crate::engine::Found;
use crate::lexicon::Lexicon;
use crate::perfect::{Mix, SHORT, Slot, Table};
use quillian_network::prefetch;
use std::arch::x86_64::*;

struct Avx512;

pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// The whole engine, compiled for these instructions: everything it calls is inlined.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn look_up(lexicon: &Lexicon<'_>, text: &[u8], found: &mut Found, workspace: &mut Workspace) {
    stretch::look_up::<Avx512>(lexicon, text, found, workspace);
}

/// [`stretch::find_slots`] for eight words at once.
///
/// Words beyond the last are worked on too, up to a whole group: their places are written and never read.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,bmi1,bmi2,popcnt")]
#[inline(never)]
fn find_slots(table: Table<'_>, count: usize, w: &mut Workspace) -> usize {
    assert!(count + GROUP <= w.starts.len());
    assert!(table.pilots.len() >= 4 && table.pilots.len() == 1 << (u64::BITS - table.shift));
    let (mix_low, mix_high) =
        (_mm512_set1_epi64(table.mix.low as i64), _mm512_set1_epi64(table.mix.high as i64));
    let factor = |number: u64| _mm512_set1_epi64(number as i64);
    let ones = _mm512_set1_epi64(-1);
    let mut long_count = 0;
    let mut first = 0;
    while first < count {
        // SAFETY: eight places of two bytes are read from index `first`, below the length less eight by the first
        // assertion. Starts are made smaller than a stretch, so that the 16 bytes from each lie in `folded`, which
        // has a lane more. The numbers of pilots are below their count, because only as many bits as it has are
        // left, and they are read in fours that start on a multiple of four: a power of two has only whole ones.
        unsafe {
            let starts = _mm_loadu_si128(w.starts.as_ptr().add(first).cast());
            let ends = _mm_loadu_si128(w.ends.as_ptr().add(first).cast());
            let lengths = _mm_sub_epi16(ends, starts);
            let starts = _mm_and_si128(starts, _mm_set1_epi16(STRETCH as i16 - 1));
            let starts = _mm512_cvtepu16_epi64(starts);
            let bits = _mm_slli_epi16::<3>(_mm_min_epu16(lengths, _mm_set1_epi16(SHORT as i16)));
            let low_cut = _mm512_cvtepu16_epi64(_mm_subs_epu16(_mm_set1_epi16(64), bits));
            let high_cut = _mm512_cvtepu16_epi64(_mm_subs_epu16(_mm_set1_epi16(128), bits));
            let folded = w.folded.as_ptr();
            let low = _mm512_i64gather_epi64::<1>(starts, folded.cast());
            let high = _mm512_i64gather_epi64::<1>(starts, folded.add(8).cast());
            let low = _mm512_and_si512(low, _mm512_srlv_epi64(ones, low_cut));
            let high = _mm512_and_si512(high, _mm512_srlv_epi64(ones, high_cut));
            _mm512_storeu_si512(w.lows.as_mut_ptr().add(first).cast(), low);
            _mm512_storeu_si512(w.highs.as_mut_ptr().add(first).cast(), high);

            // `perfect::hash`
            let low = _mm512_xor_si512(low, mix_low);
            let high = _mm512_xor_si512(high, mix_high);
            let low = _mm512_mul_epu32(low, _mm512_srli_epi64::<32>(low));
            let high = _mm512_mul_epu32(high, _mm512_srli_epi64::<32>(high));
            let both = _mm512_xor_si512(low, _mm512_rol_epi64::<32>(high));
            let upper = _mm512_srli_epi64::<32>(both);
            let one = _mm512_mul_epu32(both, factor(Mix::FIRST_FACTOR));
            let two = _mm512_mul_epu32(upper, factor(Mix::SECOND_FACTOR));
            let bucket = _mm512_add_epi64(one, _mm512_rol_epi64::<32>(two));
            let slot = _mm512_xor_si512(upper, bucket);

            // `perfect::place`
            let number = _mm512_srl_epi64(bucket, _mm_cvtsi32_si128(table.shift as i32));
            let four = _mm512_srli_epi64::<2>(number);
            let four = _mm512_cvtepu32_epi64(_mm512_i64gather_epi32::<4>(four, table.pilots.as_ptr().cast()));
            let which = _mm512_slli_epi64::<3>(_mm512_and_si512(number, factor(3)));
            let pilot = _mm512_and_si512(_mm512_srlv_epi64(four, which), factor(0xff));
            let turned = _mm512_xor_si512(slot, _mm512_mul_epu32(pilot, factor(Mix::PILOT_FACTOR)));
            let mixed = _mm512_mul_epu32(turned, factor(Mix::LAST_FACTOR));
            let place = _mm512_srli_epi64::<32>(_mm512_mul_epu32(mixed, factor(table.slots.len() as u64)));
            _mm256_storeu_si256(w.places.as_mut_ptr().add(first).cast(), _mm512_cvtepi64_epi32(place));

            let mut long = _mm_cmpgt_epu16_mask(lengths, _mm_set1_epi16(SHORT as i16));
            while long != 0 {
                let number = first + long.trailing_zeros() as usize;
                if number < count {
                    w.long[long_count] = number as u16;
                    long_count += 1;
                }
                long &= long - 1;
            }
        }
        for &place in &w.places[first..first + GROUP] {
            prefetch(table.slots, place as usize);
        }
        first += GROUP;
    }
    long_count
}

/// [`stretch::read_slots`] for eight words at once.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,bmi1,bmi2,popcnt")]
#[inline(never)]
fn read_slots(table: Table<'_>, count: usize, w: &Workspace, definitions: &mut Vec<Definition>) {
    assert!(count + GROUP <= w.places.len());
    definitions.reserve(count + GROUP);
    let out = definitions.spare_capacity_mut().as_mut_ptr().cast::<u64>();
    let slots = table.slots.as_ptr().cast::<i64>();
    let mut first = 0;
    while first < count {
        // SAFETY: keys and places are read from arrays that have a group more than `count`; `find_slots` wrote the
        // places of all groups, each below the number of slots. A slot is four numbers of eight bytes: two of the
        // key, then the bits. The definitions have room for a group more than `count`.
        unsafe {
            let places = _mm256_loadu_si256(w.places.as_ptr().add(first).cast());
            let places = _mm512_slli_epi64::<2>(_mm512_cvtepu32_epi64(places));
            let low = _mm512_loadu_si512(w.lows.as_ptr().add(first).cast());
            let high = _mm512_loadu_si512(w.highs.as_ptr().add(first).cast());
            let same = _mm512_cmpeq_epi64_mask(low, _mm512_i64gather_epi64::<8>(places, slots));
            let other = _mm512_i64gather_epi64::<8>(places, slots.add(1));
            let same = _mm512_mask_cmpeq_epi64_mask(same, high, other);
            let bits = _mm512_i64gather_epi64::<8>(places, slots.add(2));
            _mm512_storeu_si512(out.add(first).cast(), _mm512_maskz_mov_epi64(same, bits));
        }
        first += GROUP;
    }
    // SAFETY: the loop wrote at least `count` definitions behind the last, within what was reserved.
    unsafe { definitions.set_len(definitions.len() + count) };
}

/// How many words are worked on at once.
const GROUP: usize = 8;

impl Kernel for Avx512 {
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
        // SAFETY: this kernel is private to this file and used only by `look_up` above, whose caller has the
        // instructions. The load and the store are of 64 bytes, which both arrays have; neither needs alignment.
        unsafe {
            let text = _mm512_loadu_si512(bytes.as_ptr().cast());
            let small = _mm512_or_si512(text, _mm512_set1_epi8(0x20));
            let from_a = _mm512_sub_epi8(small, _mm512_set1_epi8(b'a' as i8));
            let alphabetic = _mm512_cmplt_epu8_mask(from_a, _mm512_set1_epi8(26));
            let from_zero = _mm512_sub_epi8(text, _mm512_set1_epi8(b'0' as i8));
            let digits = _mm512_cmplt_epu8_mask(from_zero, _mm512_set1_epi8(10));
            let apostrophes = _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8(b'\'' as i8));
            let hyphens = _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8(b'-' as i8));
            let wide = _mm512_movepi8_mask(text);
            let result = _mm512_mask_mov_epi8(text, alphabetic, small);
            _mm512_storeu_si512(folded.as_mut_ptr().cast(), result);
            Lane { letters: alphabetic | digits | wide, joiners: apostrophes | hyphens, wide }
        }
    }

    #[inline(always)]
    fn places(mask: u64, base: u16, out: &mut [u16; LANE]) -> usize {
        // SAFETY: as in `lane`. The store is of 32 places of two bytes, and `out` has 64 of them.
        unsafe {
            let packed = _mm512_maskz_compress_epi8(mask, _mm512_loadu_si512(NUMBERS.as_ptr().cast()));
            let numbers = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(packed));
            let places = _mm512_add_epi16(numbers, _mm512_set1_epi16(base as i16));
            _mm512_storeu_si512(out.as_mut_ptr().cast(), places);
        }
        mask.count_ones() as usize
    }
}

const _: () = assert!(size_of::<Slot>() == 32 && STRETCH.is_power_of_two());

static NUMBERS: [u8; LANE] = {
    let mut numbers = [0; LANE];
    let mut number = 0;
    while number < LANE {
        numbers[number] = number as u8;
        number += 1;
    }
    numbers
};
