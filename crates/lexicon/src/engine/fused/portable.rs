//! Lanes by a table of characters: any processor.

use super::lane::{Kernel, LANE, Lane, places_one_by_one};
use crate::character::{Class, class_of_ascii};

/// Any processor.
pub(super) struct Portable;

const LETTER: u8 = 1;
const JOINER: u8 = 2;
const WIDE: u8 = 4;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match class_of_ascii(byte as u8) {
            _ if byte >= 128 => LETTER | WIDE,
            Class::Letter => LETTER,
            Class::Joiner => JOINER,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

impl Kernel for Portable {
    #[inline(always)]
    fn lane(bytes: &[u8; LANE], folded: &mut [u8; LANE]) -> Lane {
        let mut lane = Lane::default();
        for (place, (&byte, folded)) in bytes.iter().zip(folded).enumerate() {
            let class = u64::from(CLASSES[usize::from(byte)]);
            lane.letters |= (class & 1) << place;
            lane.joiners |= (class >> 1 & 1) << place;
            lane.wide |= (class >> 2) << place;
            *folded = byte.to_ascii_lowercase();
        }
        lane
    }

    #[inline(always)]
    fn places(mask: u64, base: u16, out: &mut [u16; LANE]) -> usize {
        places_one_by_one(mask, base, out)
    }
}
