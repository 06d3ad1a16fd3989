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
use crate::exchange::{Delivered, Message, Round, WORTH_SHARING, exchange};
use crate::function::Join;
use crate::plane::{Plane, Slot};
use crate::tiers::{Frontiers, Sender, Task};
use crate::walk::Walk;
use quillian_network::{Link, prefetch};

/// How far ahead of their use slots and rows are asked for, and how many messages are delivered at a time. Found
/// by trial: the curve is flat from half to twice of each.
const SLOTS_AHEAD: usize = 24;
const ROWS_AHEAD: usize = 16;
const MESSAGES: usize = 32;

/// Into how many buckets the typical weight of a link is divided: many enough that a place seldom sends twice, few
/// enough that a bucket is worth sharing among threads.
const BUCKETS_A_LINK: u32 = 8;

/// Spreads from the places in `frontiers.next`, whose best marks so far are in `plane`, until nothing improves.
/// `typical` is the size of a typical change of value over one link, `carry` the mark that goes
/// on over a link, if one does.
pub(crate) fn spread(
    task: Task<'_>,
    walk: impl Walk,
    typical: u32,
    frontiers: &mut Frontiers,
    plane: &mut Plane,
    profile: &mut Profile,
    carry: impl Fn(u64, Link) -> Option<u64> + Sync,
) {
    let join = task.function.join;
    let stamp = plane.stamp;
    // A slot's tier says whether it waits in a bucket or has passed its mark on.
    let (is_waiting, passed_on) = (plane.next_tier(), plane.next_tier());
    let Frontiers { now: senders, next: waiting, boxes } = frontiers;
    let least = waiting.iter().map(|&place| rank(join, plane.slots[place as usize].mark)).min().unwrap_or(0);
    let mut wheel =
        Wheel::new(Scale { least, shift: (typical / BUCKETS_A_LINK).checked_ilog2().unwrap_or(0) });
    let scale = wheel.scale;
    for place in waiting.drain(..) {
        let slot = &mut plane.slots[place as usize];
        slot.tier = is_waiting;
        wheel.push(scale.bucket(rank(join, slot.mark)), place);
    }
    // Puts a mark into its slot if it is better; true if the slot must go into another bucket.
    let deliver = |slot: &mut Slot, mark: u64| {
        let known = slot.stamp == stamp;
        if known && join.key(mark) >= join.key(slot.mark) {
            return false;
        }
        let bucket_of = |mark| scale.bucket(rank(join, mark));
        let in_place = known && slot.tier == is_waiting && bucket_of(mark) == bucket_of(slot.mark);
        *slot = Slot { mark, stamp, tier: is_waiting };
        !in_place
    };
    let mut batch = Vec::new();
    let mut messages: Vec<Message> = Vec::new();
    while wheel.next_batch(join, is_waiting, &plane.slots, &mut batch) {
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
        let mut tier = Tier { width: senders.len() as u64, messages: 0 };
        if task.threads > 1 && senders.len() >= WORTH_SHARING {
            let deliver = |slot: &mut Slot, message: Message, delivered: &mut Delivered| {
                if slot.stamp != stamp {
                    delivered.members.push(message.0);
                }
                if deliver(slot, message.1) {
                    delivered.next.push(message);
                }
            };
            let round = Round { senders, started: true, threads: task.threads };
            tier.messages = exchange(boxes, round, walk, &mut plane.slots, &carry, deliver);
            for delivered in &mut boxes.delivered {
                plane.members.append(&mut delivered.members);
                for (place, mark) in delivered.next.drain(..) {
                    wheel.push(scale.bucket(rank(join, mark)), place);
                }
            }
            profile.tiers.push(tier);
            continue;
        }
        for (at, sender) in senders.iter().enumerate() {
            if let Some(ahead) = senders.get(at + ROWS_AHEAD) {
                walk.prefetch_links(ahead.place);
            }
            let (node, state) = walk.whereabouts(sender.place);
            walk.walk(node, state, |link, place| {
                tier.messages += 1;
                if let Some(mark) = carry(sender.mark, link) {
                    prefetch(&plane.slots, place);
                    messages.push((place as u32, mark));
                }
            });
            if messages.len() < MESSAGES && at + 1 < senders.len() {
                continue;
            }
            for (place, mark) in messages.drain(..) {
                let Some(slot) = plane.slots.get_mut(place as usize) else { continue };
                if slot.stamp != stamp {
                    plane.members.push(place);
                }
                if deliver(slot, mark) {
                    wheel.push(scale.bucket(rank(join, mark)), place);
                }
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

/// From ranks to buckets, each `1 << shift` wide.
#[derive(Clone, Copy)]
struct Scale {
    least: u64,
    shift: u32,
}

impl Scale {
    #[inline]
    fn bucket(self, rank: u64) -> u64 {
        (rank - self.least) >> self.shift
    }
}

/// A wheel of buckets, and one place for what lies beyond it.
struct Wheel {
    scale: Scale,
    slots: Vec<Vec<u32>>,
    beyond: Vec<u32>,
    /// The bucket being emptied, and the first one that is beyond the wheel.
    present: u64,
    end: u64,
    /// How many entries the slots hold.
    held: usize,
}

const WHEEL: u64 = 512;

impl Wheel {
    fn new(scale: Scale) -> Wheel {
        let slots = vec![Vec::new(); WHEEL as usize];
        Wheel { scale, slots, beyond: Vec::new(), present: 0, end: WHEEL, held: 0 }
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
        let scale = self.scale;
        let bucket_of = |place: u32| scale.bucket(rank(join, places[place as usize].mark));
        batch.clear();
        loop {
            if self.held == 0 {
                // Nothing on the wheel: turn it to the nearest entry beyond.
                self.beyond.retain(|&place| waits(place));
                let Some(nearest) = self.beyond.iter().map(|&place| bucket_of(place)).min() else {
                    return false;
                };
                (self.present, self.end) = (nearest, nearest);
            }
            if self.present == self.end {
                self.end += WHEEL;
                for place in std::mem::take(&mut self.beyond) {
                    if waits(place) {
                        self.push(bucket_of(place), place);
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
