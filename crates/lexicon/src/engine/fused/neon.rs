//! Lanes in four registers of 16 bytes.

use super::lane::{Kernel, LANE, Lane, places_one_by_one};
use std::arch::aarch64::*;

/// Every 64-bit ARM processor.
pub(super) struct Neon;

/// One bit of each of 16 bytes that are all ones or all zeros.
#[inline(always)]
fn mask(bytes: uint8x16_t) -> u64 {
    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    // SAFETY: every 64-bit ARM processor has these instructions; the load is of the 16 bytes of `BITS`.
    unsafe {
        let bits = vandq_u8(bytes, vld1q_u8(BITS.as_ptr()));
        let (low, high) = (vaddv_u8(vget_low_u8(bits)), vaddv_u8(vget_high_u8(bits)));
        u64::from(low) | u64::from(high) << 8
    }
}

impl Kernel for Neon {
    #[inline(always)]
    fn lane(bytes: &[u8; LANE], folded: &mut [u8; LANE]) -> Lane {
        let mut lane = Lane::default();
        let quarters = bytes.as_chunks::<16>().0.iter().zip(folded.as_chunks_mut::<16>().0);
        for (place, (bytes, folded)) in quarters.enumerate() {
            // SAFETY: every 64-bit ARM processor has these instructions; load and store are of 16 bytes.
            unsafe {
                let text = vld1q_u8(bytes.as_ptr());
                let small = vorrq_u8(text, vdupq_n_u8(0x20));
                let alphabetic = vcltq_u8(vsubq_u8(small, vdupq_n_u8(b'a')), vdupq_n_u8(26));
                let digits = vcltq_u8(vsubq_u8(text, vdupq_n_u8(b'0')), vdupq_n_u8(10));
                let apostrophes = vceqq_u8(text, vdupq_n_u8(b'\''));
                let hyphens = vceqq_u8(text, vdupq_n_u8(b'-'));
                let wide = vcgeq_u8(text, vdupq_n_u8(128));
                vst1q_u8(folded.as_mut_ptr(), vbslq_u8(alphabetic, small, text));
                let letters = vorrq_u8(vorrq_u8(alphabetic, digits), wide);
                lane.letters |= mask(letters) << (place * 16);
                lane.joiners |= mask(vorrq_u8(apostrophes, hyphens)) << (place * 16);
                lane.wide |= mask(wide) << (place * 16);
            }
        }
        lane
    }

    #[inline(always)]
    fn places(mask: u64, base: u16, out: &mut [u16; LANE]) -> usize {
        places_one_by_one(mask, base, out)
    }
}
