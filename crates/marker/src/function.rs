//! What happens to values: along a link, where two arrivals meet, and between two markers.

use crate::mark::Mark;

/// What a marker does with its value on the way: one step a link, a join where arrivals meet, and a limit
/// beyond which it travels no further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Function {
    /// What each link does to the value.
    pub step: Step,
    /// Which of two arrivals at a node stays.
    pub join: Join,
    /// Arrivals worse than this are dropped: above it when the least value wins, below it when the greatest.
    pub threshold: Option<i32>,
}

impl Function {
    /// The function of a step with the join that suits it: costs keep the least, strengths the greatest.
    pub fn new(step: Step) -> Function {
        let join = match step {
            Step::Keep | Step::AddWeight | Step::Count | Step::Max => Join::Least,
            Step::SubtractWeight | Step::Min | Step::Decay { .. } => Join::Greatest,
        };
        Function { step, join, threshold: None }
    }

    /// The value unchanged.
    pub fn keep() -> Function {
        Function::new(Step::Keep)
    }

    /// The value plus the weight of each link: the least cost wins.
    pub fn add_weight() -> Function {
        Function::new(Step::AddWeight)
    }

    /// The value plus one a link: the shortest way wins.
    pub fn count() -> Function {
        Function::new(Step::Count)
    }

    /// The value or the weight, whichever is less: the strongest weakest link wins.
    pub fn min() -> Function {
        Function::new(Step::Min)
    }

    /// The value or the weight, whichever is more: the lightest heaviest link wins.
    pub fn max() -> Function {
        Function::new(Step::Max)
    }

    /// So many hundredths of the value are left after each link: the strongest arrival wins.
    pub fn decay(percent: u8) -> Function {
        Function::new(Step::Decay { percent })
    }

    /// The same function with another join.
    pub fn joining(self, join: Join) -> Function {
        Function { join, ..self }
    }

    /// The same function, dropping arrivals worse than `limit`.
    pub fn within(self, limit: i32) -> Function {
        Function { threshold: Some(limit), ..self }
    }

    /// Whether no way round a cycle can better a value, so that spreading always settles.
    pub(crate) fn settles(&self) -> bool {
        matches!(
            (self.step, self.join),
            (Step::Keep, _)
                | (Step::AddWeight | Step::Count | Step::Max, Join::Least)
                | (Step::SubtractWeight | Step::Min, Join::Greatest)
        )
    }

    /// Whether spreading may be done in order of value instead of tier by tier. Besides settling, a better mark
    /// must stay the better one over every link: with [`Step::Min`] two marks can become equal on the way, and
    /// then which origin wins depends on which marks were dropped before, so tiers decide.
    pub(crate) fn may_be_ordered(&self) -> bool {
        matches!(
            (self.step, self.join),
            (Step::AddWeight, Join::Least) | (Step::SubtractWeight, Join::Greatest)
        )
    }
}

/// What one link does to a value. A marker whose value no longer fits 32 bits travels no further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Nothing.
    Keep,
    /// Adds the weight of the link.
    AddWeight,
    /// Takes the weight of the link away.
    SubtractWeight,
    /// Adds one.
    Count,
    /// The lesser of value and weight.
    Min,
    /// The greater of value and weight.
    Max,
    /// Leaves so many hundredths, rounded towards zero.
    Decay {
        /// How many hundredths are left.
        percent: u8,
    },
}

impl Step {
    /// The value after a link of this weight; none if it does not fit.
    #[inline]
    pub fn apply(self, value: i32, weight: u16) -> Option<i32> {
        let weight = i32::from(weight);
        match self {
            Step::Keep => Some(value),
            Step::AddWeight => value.checked_add(weight),
            Step::SubtractWeight => value.checked_sub(weight),
            Step::Count => value.checked_add(1),
            Step::Min => Some(value.min(weight)),
            Step::Max => Some(value.max(weight)),
            Step::Decay { percent } => i32::try_from(i64::from(value) * i64::from(percent) / 100).ok(),
        }
    }
}

/// Which of two marks stays on a node. Equal values are decided by the smaller origin, so the answer never
/// depends on which came first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// The least value: costs.
    Least,
    /// The greatest value: strengths.
    Greatest,
}

impl Join {
    /// The better of two marks.
    pub fn better(self, one: Mark, other: Mark) -> Mark {
        if self.key(one.pack()) <= self.key(other.pack()) { one } else { other }
    }

    /// A number that is smaller the better the packed mark is; its own inverse.
    #[inline]
    pub(crate) fn key(self, packed: u64) -> u64 {
        match self {
            Join::Least => packed ^ 0x8000_0000_0000_0000,
            Join::Greatest => packed ^ 0x7fff_ffff_0000_0000,
        }
    }
}

/// How the values of two markers on one node make a third.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combine {
    /// The first marker's mark.
    First,
    /// The second marker's mark.
    Second,
    /// The sum, with the first one's origin.
    Add,
    /// The first less the second, with the first one's origin.
    Subtract,
    /// The mark of least value, ties by origin.
    Min,
    /// The mark of greatest value, ties by origin.
    Max,
}

impl Combine {
    /// The combined mark.
    pub fn apply(self, first: Mark, second: Mark) -> Mark {
        match self {
            Combine::First => first,
            Combine::Second => second,
            Combine::Add => Mark { value: first.value.saturating_add(second.value), ..first },
            Combine::Subtract => Mark { value: first.value.saturating_sub(second.value), ..first },
            Combine::Min => Join::Least.better(first, second),
            Combine::Max => Join::Greatest.better(first, second),
        }
    }
}

/// What FUNC-MARKER does to every value of one marker; the thresholds take marks away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Makes it this.
    Set(i32),
    /// Adds.
    Add(i32),
    /// Multiplies.
    Multiply(i32),
    /// Divides, rounding towards zero; by zero, the value stays.
    Divide(i32),
    /// At most this.
    Min(i32),
    /// At least this.
    Max(i32),
    /// Keeps only marks of at least this value.
    AtLeast(i32),
    /// Keeps only marks of at most this value.
    AtMost(i32),
}

impl Edit {
    /// The new value, or none when the mark goes.
    pub fn apply(self, value: i32) -> Option<i32> {
        match self {
            Edit::Set(new) => Some(new),
            Edit::Add(more) => Some(value.saturating_add(more)),
            Edit::Multiply(factor) => Some(value.saturating_mul(factor)),
            Edit::Divide(0) => Some(value),
            Edit::Divide(divisor) => Some(value.saturating_div(divisor)),
            Edit::Min(most) => Some(value.min(most)),
            Edit::Max(least) => Some(value.max(least)),
            Edit::AtLeast(least) => (value >= least).then_some(value),
            Edit::AtMost(most) => (value <= most).then_some(value),
        }
    }
}
