//! Lanes in one register of 64 bytes.

use super::lane::{Kernel, LANE, Lane};
use super::stretch::{self, Workspace};
use crate::engine::Found;
use crate::lexicon::Lexicon;
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

impl Kernel for Avx512 {
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

static NUMBERS: [u8; LANE] = {
    let mut numbers = [0; LANE];
    let mut number = 0;
    while number < LANE {
        numbers[number] = number as u8;
        number += 1;
    }
    numbers
};
