//! A small generator of random numbers that gives the same sequence on every machine.

/// SplitMix64 (Steele, Lea, Flood 2014): one word of state, every seed is good.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that starts from `seed`.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below `limit`, all equally likely (to one part in four billion).
    pub fn below(&mut self, limit: u32) -> u32 {
        scale(self.next_bits() >> 32, limit)
    }

    /// A rank below `limit` where rank r has a probability proportional to r^(-1/2).
    ///
    /// Drawing the ends of arcs so gives node degrees a power law of exponent 3, that of preferential
    /// attachment. Integers only, so that every machine draws the same graph.
    pub fn low_rank(&mut self, limit: u32) -> u32 {
        let uniform = self.next_bits() >> 32;
        scale((uniform * uniform) >> 32, limit)
    }

    /// The numbers below `count` in random order.
    pub fn permutation(&mut self, count: u32) -> Vec<u32> {
        let mut order: Vec<u32> = (0..count).collect();
        for place in (1..count).rev() {
            order.swap(place as usize, self.below(place + 1) as usize);
        }
        order
    }

    /// `count` different numbers below `limit`, in ascending order; all of them when there are not enough.
    pub fn sample(&mut self, count: usize, limit: u32) -> Vec<u32> {
        let mut chosen = std::collections::BTreeSet::new();
        while chosen.len() < count.min(limit as usize) {
            chosen.insert(self.below(limit));
        }
        chosen.into_iter().collect()
    }
}

/// From a fraction in 32 bits to a number below `limit`.
fn scale(fraction: u64, limit: u32) -> u32 {
    ((fraction * u64::from(limit)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next_bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn samples_are_distinct_and_bounded() {
        assert_eq!(Random::new(1).sample(5, 3), [0, 1, 2]);
        let sample = Random::new(7).sample(64, 1000);
        assert_eq!(sample.len(), 64);
        assert!(sample.is_sorted() && sample.iter().all(|&number| number < 1000));
    }

    #[test]
    fn low_ranks_are_drawn_more_often() {
        let mut random = Random::new(3);
        let low = (0..10_000).filter(|_| random.low_rank(1000) < 250).count();
        assert!((4_700..5_300).contains(&low), "half of the draws fall into the first quarter, not {low}");
    }
}
