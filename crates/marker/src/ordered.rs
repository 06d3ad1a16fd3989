//! The engine for wide spreading with costs: places are taken in order of value, so that nearly every one sends
//! only once.
//!
//! From the naive loop up: a frontier loop sends from every place whose mark improved, and marks improve
//! several times. Taking places in order of value sends from each once; values are small integers, so a wheel
//! of buckets is a queue whose operations are one push and one scan. The places of one bucket do not depend on
//! each other, so all the memory they will touch can be asked for ahead: slots, then rows, then the slots they
//! lead to. That hides nearly all of the memory's latency. Buckets may be wider than one unit of value; then a
//! place may improve after it has sent, and sends again. The answer depends on none of this: the best mark of a
//! place is unique.
//!
//! This engine may only be used for functions that [settle](crate::Function): no way on is better than the
//! mark it started with.

use crate::budget::{Profile, Tier};
use crate::function::{Function, Join};
use crate::mark::Mark;
use crate::plane::{Plane, Slot};
use crate::tiers::{Sender, limit_key};
use crate::walk::Walk;
use quillian_network::prefetch;

/// How far ahead of their use slots and rows are asked for, and how many messages are delivered at a time. Found
/// by trial: the curve is flat from half to twice of each.
const SLOTS_AHEAD: usize = 24;
const ROWS_AHEAD: usize = 16;
const MESSAGES: usize = 32;

/// Spreads from the places in `waiting`, whose best marks so far are in `plane`, until nothing improves.
/// `typical` is the size of a typical change of value over one link.
pub(crate) fn spread(
    function: Function,
    walk: impl Walk,
    typical: u32,
    waiting: &mut Vec<u32>,
    plane: &mut Plane,
    profile: &mut Profile,
    step: impl Fn(i32, u16) -> i32,
) {
    let join = function.join;
    let limit = limit_key(function);
    // A slot's tier says whether it waits in a bucket or has passed its mark on.
    let (is_waiting, passed_on) = (plane.next_tier(), plane.next_tier());
    let least = waiting.iter().map(|&place| rank(join, plane.slots[place as usize].mark)).min().unwrap_or(0);
    let mut wheel = Wheel::new(least, (typical / 32).checked_ilog2().unwrap_or(0));
    for place in waiting.drain(..) {
        let slot = &mut plane.slots[place as usize];
        slot.tier = is_waiting;
        wheel.push(wheel.bucket(rank(join, slot.mark)), place);
    }
    let (mut batch, mut senders) = (Vec::new(), Vec::<Sender>::new());
    let mut messages: Vec<(u32, u64)> = Vec::new();
    while wheel.next_batch(join, is_waiting, &plane.slots, &mut batch) {
        let mut tier = Tier::default();
        senders.clear();
        for (at, &place) in batch.iter().enumerate() {
            if let Some(&ahead) = batch.get(at + SLOTS_AHEAD) {
                prefetch(&plane.slots, ahead as usize);
                walk.prefetch_start(ahead);
            }
            let slot = &mut plane.slots[place as usize];
            if slot.tier == is_waiting {
                slot.tier = passed_on;
                senders.push(Sender { place, mark: slot.mark });
                walk.prefetch_links(place);
            }
        }
        tier.width = senders.len() as u64;
        for (at, sender) in senders.iter().enumerate() {
            if let Some(ahead) = senders.get(at + ROWS_AHEAD) {
                walk.prefetch_links(ahead.place);
            }
            let (node, state) = walk.whereabouts(sender.place);
            let Mark { value, origin } = Mark::unpack(sender.mark);
            walk.walk(node, state, |link, place| {
                tier.messages += 1;
                prefetch(&plane.slots, place);
                let mark = Mark { value: step(value, link.weight()), origin }.pack();
                messages.push((place as u32, mark));
            });
            if messages.len() < MESSAGES && at + 1 < senders.len() {
                continue;
            }
            for (place, mark) in messages.drain(..) {
                let Some(slot) = plane.slots.get_mut(place as usize) else { continue };
                let key = join.key(mark);
                if key > limit {
                    continue;
                }
                let bucket = wheel.bucket(rank(join, mark));
                if slot.stamp != plane.stamp {
                    plane.members.push(place);
                } else if key >= join.key(slot.mark) {
                    continue;
                } else if slot.tier == is_waiting && bucket == wheel.bucket(rank(join, slot.mark)) {
                    // It waits in this bucket already.
                    slot.mark = mark;
                    continue;
                }
                *slot = Slot { mark, stamp: plane.stamp, tier: is_waiting };
                wheel.push(bucket, place);
            }
        }
        profile.tiers.push(tier);
    }
}

/// The value of a mark as a number that is smaller the better it is.
#[inline]
fn rank(join: Join, mark: u64) -> u64 {
    join.key(mark) >> 32
}

/// A wheel of buckets by rank, each `1 << shift` wide, and one place for what lies beyond the wheel.
struct Wheel {
    slots: Vec<Vec<u32>>,
    beyond: Vec<u32>,
    least: u64,
    shift: u32,
    /// The bucket being emptied, and the first one that is beyond the wheel.
    present: u64,
    end: u64,
    /// How many entries the slots hold.
    held: usize,
}

const WHEEL: u64 = 512;

impl Wheel {
    fn new(least: u64, shift: u32) -> Wheel {
        let slots = vec![Vec::new(); WHEEL as usize];
        Wheel { slots, beyond: Vec::new(), least, shift, present: 0, end: WHEEL, held: 0 }
    }

    #[inline]
    fn bucket(&self, rank: u64) -> u64 {
        (rank - self.least) >> self.shift
    }

    #[inline]
    fn push(&mut self, bucket: u64, place: u32) {
        if bucket < self.end {
            self.slots[(bucket % WHEEL) as usize].push(place);
            self.held += 1;
        } else {
            self.beyond.push(place);
        }
    }

    /// Moves the entries of the first bucket that has some into `batch`; false when there are none left.
    fn next_batch(&mut self, join: Join, is_waiting: u32, places: &[Slot], batch: &mut Vec<u32>) -> bool {
        let waits = |place: u32| places[place as usize].tier == is_waiting;
        batch.clear();
        loop {
            if self.held == 0 {
                // Nothing on the wheel: turn it to the nearest entry beyond.
                self.beyond.retain(|&place| waits(place));
                let buckets = self.beyond.iter().map(|&at| self.bucket(rank(join, places[at as usize].mark)));
                let Some(nearest) = buckets.min() else { return false };
                (self.present, self.end) = (nearest, nearest);
            }
            if self.present == self.end {
                self.end += WHEEL;
                for place in std::mem::take(&mut self.beyond) {
                    if waits(place) {
                        self.push(self.bucket(rank(join, places[place as usize].mark)), place);
                    }
                }
            }
            let slot = &mut self.slots[(self.present % WHEEL) as usize];
            if !slot.is_empty() {
                std::mem::swap(slot, batch);
                self.held -= batch.len();
                return true;
            }
            self.present += 1;
        }
    }
}
