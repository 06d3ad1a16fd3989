//! How much work an instruction may do, how it ended, and what it did.

use std::fmt;

/// The most work one propagation may do. Limits are looked at between tiers, so that where it stops does not
/// depend on the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// At most so many tiers.
    pub tiers: Option<u32>,
    /// No further tier after so many messages.
    pub messages: Option<u64>,
}

impl Budget {
    /// No limits.
    pub const UNLIMITED: Budget = Budget { tiers: None, messages: None };

    /// What limits a propagation that might never settle and was given no budget: one that gains value on
    /// every round of a cycle, for example.
    pub(crate) const UNSETTLED: Budget = Budget { tiers: Some(1 << 16), messages: Some(1 << 32) };

    pub(crate) fn is_unlimited(&self) -> bool {
        *self == Budget::UNLIMITED
    }

    pub(crate) fn stops(&self, tiers: usize, messages: u64) -> Option<Stop> {
        let tiers_spent = self.tiers.filter(|&limit| tiers >= limit as usize).map(Stop::Tiers);
        tiers_spent.or_else(|| self.messages.filter(|&limit| messages >= limit).map(Stop::Messages))
    }
}

/// Why a propagation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stop {
    /// Nothing was left to do: as many messages were consumed as produced.
    #[default]
    Settled,
    /// The budget of tiers was spent.
    Tiers(u32),
    /// The budget of messages was spent.
    Messages(u64),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Settled => write!(f, "settled"),
            Stop::Tiers(limit) => write!(f, "stopped by its budget of {limit} tiers"),
            Stop::Messages(limit) => write!(f, "stopped by its budget of {limit} messages"),
        }
    }
}

/// One round of a propagation: all that could happen at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tier {
    /// How many nodes sent messages (a node counts once for each state of the path it is in, and once for
    /// each of the markers that overlap).
    pub width: u64,
    /// How many messages they sent.
    pub messages: u64,
}

/// What one propagation did: the parallelism there was to exploit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Profile {
    /// The rounds, in order.
    pub tiers: Vec<Tier>,
    /// How many nodes bear the marker afterwards.
    pub marks: u64,
    /// Why it ended.
    pub stop: Stop,
}

impl Profile {
    /// How many messages were sent.
    pub fn messages(&self) -> u64 {
        self.tiers.iter().map(|tier| tier.messages).sum()
    }

    /// The widest tier.
    pub fn widest(&self) -> u64 {
        self.tiers.iter().map(|tier| tier.width).max().unwrap_or(0)
    }

    pub(crate) fn clear(&mut self) {
        self.tiers.clear();
        self.marks = 0;
        self.stop = Stop::Settled;
    }
}
