//! A marker, and what it leaves on a node.

use quillian_network::NodeId;
use std::fmt;

/// How many binary markers there are, and how many complex ones.
pub const MARKERS: u8 = 64;

/// One of the machine's markers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Marker {
    /// Marks a node with a bit. There are 64, numbered from 0.
    Binary(u8),
    /// Marks a node with a value and the address of the node it started from. There are 64, numbered from 0.
    Complex(u8),
}

impl Marker {
    /// Whether the number is one the machine has.
    pub fn exists(self) -> bool {
        let (Marker::Binary(number) | Marker::Complex(number)) = self;
        number < MARKERS
    }
}

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Marker::Binary(number) => write!(f, "b{number}"),
            Marker::Complex(number) => write!(f, "c{number}"),
        }
    }
}

impl fmt::Debug for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a complex marker carries. A binary marker reads as value 0 and the marked node itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// A cost, a strength, a count: what the program means by it.
    pub value: i32,
    /// The node the marker started from.
    pub origin: NodeId,
}

impl Mark {
    #[inline]
    pub(crate) fn pack(self) -> u64 {
        u64::from(self.value as u32) << 32 | u64::from(self.origin.0)
    }

    #[inline]
    pub(crate) fn unpack(packed: u64) -> Mark {
        Mark { value: (packed >> 32) as i32, origin: NodeId(packed as u32) }
    }
}
