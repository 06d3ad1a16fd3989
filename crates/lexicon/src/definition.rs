//! What a look-up gives for a word: a row of bits.

use bytemuck::{Pod, Zeroable};

/// The definition of a word: one bit for each group of words it belongs to (parts of speech, classes of things,
/// languages), and four that the lexicon keeps for itself. All zero: nothing is known.
///
/// Which bit means what is told by the memory: see [`Lexicon::bit_names`](crate::Lexicon::bit_names).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Pod, Zeroable)]
#[repr(transparent)]
pub struct Definition(pub u64);

impl Definition {
    /// The word is in the lexicon.
    pub const KNOWN: Definition = Definition(1 << 63);
    /// Longer entries begin with this word.
    pub const OPENS: Definition = Definition(1 << 62);
    /// These bytes are not UTF-8.
    pub const BROKEN: Definition = Definition(1 << 61);
    /// The word may be the name of one particular thing: an instance of the memory.
    pub const NAME: Definition = Definition(1 << 60);
    /// How many bits are for groups of words.
    pub const GROUPS: usize = 60;

    /// Whether the word is in the lexicon.
    #[inline]
    pub fn is_known(self) -> bool {
        self.has(Definition::KNOWN)
    }

    /// Whether all of these bits are set.
    #[inline]
    pub fn has(self, bits: Definition) -> bool {
        self.0 & bits.0 == bits.0
    }

    /// The bits for groups of words, without the lexicon's own.
    #[inline]
    pub fn groups(self) -> u64 {
        self.0 & ((1 << Definition::GROUPS) - 1)
    }
}

impl std::ops::BitOr for Definition {
    type Output = Definition;

    fn bitor(self, other: Definition) -> Definition {
        Definition(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for Definition {
    fn bitor_assign(&mut self, other: Definition) {
        self.0 |= other.0;
    }
}

impl std::fmt::Debug for Definition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}
