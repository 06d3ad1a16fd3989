//! A perfect hash of short keys: each has a slot of its own, found with one look at a small table of pilots and
//! one at the slot, which holds the whole key, so a word that is no key is told by one comparison.

use bytemuck::{Pod, Zeroable};

/// The longest key, in bytes, that lies whole in a slot.
pub(crate) const SHORT: usize = 16;

/// A short key: its bytes in order, then zeros. No key has a zero byte, so the length is told too.
pub(crate) type ShortKey = [u64; 2];

/// So many at least, because they are read four at a time.
const FEWEST_PILOTS: usize = 4;

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

/// What the hash is made with. Only products of 32 bits by 32 are used: a processor makes many of them at once.
/// Each half of the first numbers has a byte that never stands in UTF-8, so no key makes a factor zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix {
    pub(crate) low: u64,
    pub(crate) high: u64,
}

impl Mix {
    pub(crate) const FIRST_FACTOR: u64 = 0x9e37_79b1;
    pub(crate) const SECOND_FACTOR: u64 = 0x85eb_ca77;
    pub(crate) const PILOT_FACTOR: u64 = 0xc2b2_ae3d;
    pub(crate) const LAST_FACTOR: u64 = 0x27d4_eb2f;
    const INVALID: u64 = 0x0000_ff00_00ff_0000;

    pub(crate) const fn new(seed: u64) -> Mix {
        let low = seed | Mix::INVALID;
        Mix { low, high: low.rotate_left(17).wrapping_mul(0xd6e8_feb8_6659_fd93) | Mix::INVALID }
    }
}

/// The hash of a short key.
#[inline(always)]
pub(crate) fn hash(mix: Mix, key: ShortKey) -> Hash {
    let [low, high] = [key[0] ^ mix.low, key[1] ^ mix.high];
    let low = u64::from(low as u32) * (low >> 32);
    let high = u64::from(high as u32) * (high >> 32);
    // The middle bits of a product are the good ones; turned by half they meet the others.
    let both = low ^ high.rotate_left(32);
    let first = u64::from(both as u32) * Mix::FIRST_FACTOR;
    let second = (both >> 32) * Mix::SECOND_FACTOR;
    let bucket = first.wrapping_add(second.rotate_left(32));
    Hash { bucket, slot: (both >> 32) as u32 ^ bucket as u32 }
}

/// The hash of a short key, in two parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Hash {
    /// Its highest bits choose the bucket.
    pub(crate) bucket: u64,
    /// With the pilot of the bucket it chooses the slot.
    pub(crate) slot: u32,
}

/// The slot of a hash, given the pilot of its bucket; always below the number of slots.
#[inline(always)]
pub(crate) fn place(hash: Hash, pilot: u8, slots: u32) -> u32 {
    let turned = hash.slot ^ (u64::from(pilot) * Mix::PILOT_FACTOR) as u32;
    let mixed = (u64::from(turned) * Mix::LAST_FACTOR) as u32;
    ((u64::from(mixed) * u64::from(slots)) >> 32) as u32
}

/// The parts of a table, read where they lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<'a> {
    pub(crate) mix: Mix,
    /// A power of two of them, at least four.
    pub(crate) pilots: &'a [u8],
    /// What takes a hash to a place among the pilots: its highest bits.
    pub(crate) shift: u32,
    pub(crate) slots: &'a [Slot],
}

impl<'a> Table<'a> {
    /// A table of these parts, when they fit each other.
    pub(crate) fn new(seed: u64, pilots: &'a [u8], slots: &'a [Slot]) -> Option<Table<'a>> {
        let fits = pilots.len() >= FEWEST_PILOTS
            && pilots.len().is_power_of_two()
            && !slots.is_empty()
            && u32::try_from(slots.len()).is_ok();
        let shift = u64::BITS - pilots.len().trailing_zeros();
        fits.then_some(Table { mix: Mix::new(seed), pilots, shift, slots })
    }

    /// The slot where a key is, if it is anywhere.
    #[inline(always)]
    pub(crate) fn place(&self, key: ShortKey) -> usize {
        let hash = hash(self.mix, key);
        let pilot = self.pilots[(hash.bucket >> self.shift) as usize];
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
    let mut seed = 0x9e37_79b9_7f4a_7c15;
    // Fifteen places in a hundred are left free, so that the last keys find theirs quickly; when they do not,
    // another seed is tried with a little more room.
    let mut slots = keys.len() + keys.len() * 3 / 17 + 1;
    loop {
        if let Some(built) = try_build(keys, seed, slots) {
            return built;
        }
        seed = seed.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(29);
        slots += slots / 20 + 1;
    }
}

fn try_build(keys: &[Slot], seed: u64, slot_count: usize) -> Option<Built> {
    let buckets = keys.len().div_ceil(4).next_power_of_two().max(FEWEST_PILOTS);
    let shift = u64::BITS - buckets.trailing_zeros();
    let bucket_of = |hash: Hash| (hash.bucket >> shift) as usize;
    let mix = Mix::new(seed);
    let mut hashes: Vec<(Hash, u32)> =
        keys.iter().zip(0..).map(|(slot, number)| (hash(mix, slot.key), number)).collect();
    hashes.sort_unstable_by_key(|&(hash, number)| (bucket_of(hash), hash, number));
    let mut groups: Vec<&[(Hash, u32)]> = hashes.chunk_by(|a, b| bucket_of(a.0) == bucket_of(b.0)).collect();
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
