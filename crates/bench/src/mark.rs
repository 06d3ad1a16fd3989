//! What a work leaves on the nodes, and the checksum by which all peers are compared.

/// One mark: that a marker from `origin` reached `node`, and its value there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// The node the marker started from.
    pub origin: u32,
    /// The node it reached.
    pub node: u32,
    /// Its value there: the number of links, or the cost; 0 where only the mark counts.
    pub value: u32,
}

/// The number of marks and the sum of a hash of each: equal for equal sets of marks, in whatever order.
///
/// The peers in C and Python compute the same sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checksum {
    /// How many marks were added.
    pub marks: u64,
    /// The sum of their hashes, modulo 2^64.
    pub sum: u64,
}

impl Checksum {
    /// Adds one mark.
    pub fn add(&mut self, mark: Mark) {
        let key = u64::from(mark.value) << 32 | u64::from(mark.origin);
        let node = u64::from(mark.node).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bits = (key ^ node).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        self.sum = self.sum.wrapping_add(bits ^ (bits >> 29));
        self.marks += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_marks_does_not_matter_but_every_part_of_a_mark_does() {
        let sum = |marks: &[(u32, u32, u32)]| {
            let mut checksum = Checksum::default();
            marks.iter().for_each(|&(origin, node, value)| checksum.add(Mark { origin, node, value }));
            checksum
        };
        let one = sum(&[(1, 2, 3), (4, 5, 6)]);
        assert_eq!(one, sum(&[(4, 5, 6), (1, 2, 3)]));
        for other in [[(1, 2, 4), (4, 5, 6)], [(2, 1, 3), (4, 5, 6)], [(1, 3, 3), (4, 5, 6)]] {
            assert_ne!(one, sum(&other));
        }
    }
}
