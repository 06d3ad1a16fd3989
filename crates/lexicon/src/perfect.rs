//! A perfect hash of short keys: each has a slot of its own, found with one look at a small table of pilots and
//! one at the slot, which holds the whole key, so a word that is no key is told by one comparison.

use bytemuck::{Pod, Zeroable};

/// The longest key, in bytes, that lies whole in a slot.
pub(crate) const SHORT: usize = 16;

/// A short key: its bytes in order, then zeros. No key has a zero byte, so the length is told too.
pub(crate) type ShortKey = [u64; 2];

/// What the table says about one short key.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Slot {
    /// The key; zeros where there is none.
    pub(crate) key: ShortKey,
    /// The definition bits of the key.
    pub(crate) bits: u64,
    /// The number of the key.
    pub(crate) number: u32,
    pub(crate) unused: u32,
}

/// The short key of a spelling of at most [`SHORT`] bytes.
#[inline]
pub(crate) fn short_key(folded: &[u8]) -> Option<ShortKey> {
    let mut bytes = [0; SHORT];
    bytes.get_mut(..folded.len())?.copy_from_slice(folded);
    let (low, high) = bytes.split_at(8);
    Some([low, high].map(|half| u64::from_le_bytes(half.try_into().expect("half of sixteen bytes"))))
}

// Both factors have a byte that never stands in UTF-8, so no key makes one of them zero.
const FACTOR: u64 = 0xff51_afd7_ed55_8ccd;
const SEED: u64 = 0x9e37_79b9_7f4a_7cff;
const PILOT_STEP: u64 = 0xc6a4_a793_5bd1_e995;
const MIX: u64 = 0xd6e8_feb8_6659_fd93;

/// The hash of a short key.
#[inline(always)]
pub(crate) fn hash(seed: u64, key: ShortKey) -> u64 {
    let product = u128::from(key[0] ^ seed) * u128::from(key[1] ^ FACTOR);
    product as u64 ^ (product >> 64) as u64
}

/// The slot of a hash, given the pilot of its bucket; always below the number of slots.
#[inline(always)]
pub(crate) fn place(hash: u64, pilot: u8, slots: u32) -> u32 {
    let mixed = (hash ^ u64::from(pilot).wrapping_mul(PILOT_STEP)).wrapping_mul(MIX);
    (((mixed >> 32) * u64::from(slots)) >> 32) as u32
}

/// The parts of a table, read where they lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<'a> {
    seed: u64,
    /// A power of two of them, at least two.
    pilots: &'a [u8],
    /// What takes a hash to a place among the pilots: its highest bits.
    shift: u32,
    pub(crate) slots: &'a [Slot],
}

impl<'a> Table<'a> {
    /// A table of these parts, when they fit each other.
    pub(crate) fn new(seed: u64, pilots: &'a [u8], slots: &'a [Slot]) -> Option<Table<'a>> {
        let fits = pilots.len() >= 2
            && pilots.len().is_power_of_two()
            && !slots.is_empty()
            && u32::try_from(slots.len()).is_ok();
        let shift = u64::BITS - pilots.len().trailing_zeros();
        fits.then_some(Table { seed, pilots, shift, slots })
    }

    /// The slot where a key is, if it is anywhere.
    #[inline(always)]
    pub(crate) fn place(&self, key: ShortKey) -> usize {
        let hash = hash(self.seed, key);
        let pilot = self.pilots[(hash >> self.shift) as usize];
        place(hash, pilot, self.slots.len() as u32) as usize
    }

    /// What is known about a key.
    #[inline]
    pub(crate) fn get(&self, key: ShortKey) -> Option<&'a Slot> {
        self.slots.get(self.place(key)).filter(|slot| slot.key == key && key != [0, 0])
    }
}

/// A table that is being made.
pub(crate) struct Built {
    pub(crate) seed: u64,
    pub(crate) pilots: Vec<u8>,
    pub(crate) slots: Vec<Slot>,
}

/// Makes the table of some keys, all different. The same keys in the same order give the same table.
pub(crate) fn build(keys: &[Slot]) -> Built {
    let mut seed = SEED;
    // Fifteen places in a hundred are left free, so that the last keys find theirs quickly; when they do not,
    // another seed is tried with a little more room.
    let mut slots = keys.len() + keys.len() * 3 / 17 + 1;
    loop {
        if let Some(built) = try_build(keys, seed, slots) {
            return built;
        }
        seed = seed.wrapping_mul(MIX) | 0xff;
        slots += slots / 20 + 1;
    }
}

fn try_build(keys: &[Slot], seed: u64, slot_count: usize) -> Option<Built> {
    let buckets = keys.len().div_ceil(4).next_power_of_two().max(2);
    let shift = u64::BITS - buckets.trailing_zeros();
    let bucket_of = |hash: u64| (hash >> shift) as usize;
    let mut hashes: Vec<(u64, u32)> =
        keys.iter().zip(0..).map(|(slot, number)| (hash(seed, slot.key), number)).collect();
    hashes.sort_unstable_by_key(|&(hash, number)| (bucket_of(hash), hash, number));
    let mut groups: Vec<&[(u64, u32)]> =
        hashes.chunk_by(|a, b| bucket_of(a.0) == bucket_of(b.0)).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));

    let mut taken = vec![false; slot_count];
    let mut pilots = vec![0; buckets];
    let mut slots = vec![Slot::zeroed(); slot_count];
    for group in groups {
        let pilot = (0..=u8::MAX).find(|&pilot| {
            let mut fits = 0;
            for &(hash, _) in group {
                let place = place(hash, pilot, slot_count as u32) as usize;
                if std::mem::replace(&mut taken[place], true) {
                    break;
                }
                fits += 1;
            }
            if fits < group.len() {
                for &(hash, _) in &group[..fits] {
                    taken[place(hash, pilot, slot_count as u32) as usize] = false;
                }
            }
            fits == group.len()
        })?;
        pilots[bucket_of(group[0].0)] = pilot;
        for &(hash, number) in group {
            slots[place(hash, pilot, slot_count as u32) as usize] = keys[number as usize];
        }
    }
    Some(Built { seed, pilots, slots })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_and_no_other() {
        for count in [0u32, 1, 2, 3, 17, 1000, 40_000] {
            let spelling = |number: u32| format!("k{number:x}-{}", number % 7);
            let keys: Vec<Slot> = (0..count)
                .map(|number| Slot {
                    key: short_key(spelling(number).as_bytes()).unwrap(),
                    bits: u64::from(number) << 3,
                    number,
                    unused: 0,
                })
                .collect();
            let built = build(&keys);
            let table = Table::new(built.seed, &built.pilots, &built.slots).unwrap();
            for number in 0..count {
                let key = short_key(spelling(number).as_bytes()).unwrap();
                assert_eq!(table.get(key).map(|slot| slot.number), Some(number));
            }
            for other in ["", "other", "k0", "kffffffff-0"] {
                assert!(table.get(short_key(other.as_bytes()).unwrap()).is_none(), "{other}");
            }
        }
    }

    #[test]
    fn long_spellings_are_not_short_keys() {
        assert_eq!(short_key(b"seventeen letters"), None);
        assert_eq!(short_key(b"a"), Some([0x61, 0]));
        assert_eq!(short_key(b"sixteen_letters_"), Some([0x5f6e656574786973, 0x5f7372657474656c]));
    }
}
