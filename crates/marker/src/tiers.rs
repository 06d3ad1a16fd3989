//! The engine for markers with values: tier by tier over sparse frontiers.
//!
//! A frontier entry is a place (a node in a state of the path) and the mark it bore when the tier began, so a
//! tier sees nothing of itself and its profile is the same for every engine. When a frontier is wide it is put
//! in order of nodes first, so that memory is walked and not jumped about in.

use crate::budget::{Budget, Profile, Tier};
use crate::exchange::{Boxes, Delivered, Round, WORTH_SHARING, exchange};
use crate::function::{Function, Join, Step};
use crate::mark::Mark;
use crate::ordered;
use crate::plane::{Plane, Slot, sort_ids};
use crate::walk::Walk;
use quillian_network::{Base, Link, NodeId};

/// A place on the way, and the packed mark it sends.
#[derive(Clone, Copy)]
pub(crate) struct Sender {
    pub(crate) place: u32,
    pub(crate) mark: u64,
}

/// Buffers kept between propagations, so that a warm machine allocates nothing.
#[derive(Default)]
pub(crate) struct Frontiers {
    pub(crate) now: Vec<Sender>,
    pub(crate) next: Vec<u32>,
    pub(crate) boxes: Boxes,
}

/// What to do with the values, and how long.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) function: Function,
    pub(crate) budget: Budget,
    /// From what width of frontier on the rest is done in order of value, and the base that knows how much a
    /// link typically weighs; none when tiers are asked for or needed.
    pub(crate) ordered: Option<(usize, &'a Base)>,
    pub(crate) threads: usize,
}

/// Spreads the marks in `frontiers.now`, which stand in the start state, until nothing improves, leaving in
/// `plane` the best mark of every place reached.
pub(crate) fn spread(
    task: Task<'_>,
    walk: impl Walk,
    frontiers: &mut Frontiers,
    plane: &mut Plane,
    profile: &mut Profile,
) {
    // One copy of the loop for each step, so that the function is not looked up for every message.
    match task.function.step {
        Step::Keep => run(task, walk, frontiers, plane, profile, |value, _| Some(value)),
        Step::AddWeight => {
            run(task, walk, frontiers, plane, profile, |value, weight| Step::AddWeight.apply(value, weight))
        }
        Step::Count => {
            run(task, walk, frontiers, plane, profile, |value, weight| Step::Count.apply(value, weight))
        }
        step => run(task, walk, frontiers, plane, profile, move |value, weight| step.apply(value, weight)),
    }
}

#[inline(always)]
fn run(
    task: Task<'_>,
    walk: impl Walk,
    frontiers: &mut Frontiers,
    plane: &mut Plane,
    profile: &mut Profile,
    step: impl Fn(i32, u16) -> Option<i32> + Sync,
) {
    let join = task.function.join;
    let limit = limit_key(task.function);
    let mut messages = 0;
    let mut started = false;
    while !frontiers.now.is_empty() {
        if let Some(stop) = task.budget.stops(profile.tiers.len(), messages) {
            profile.stop = stop;
            frontiers.now.clear();
            return;
        }
        let number = plane.next_tier();
        let Frontiers { now, next, boxes } = frontiers;
        let mut tier = Tier { width: now.len() as u64, messages: 0 };
        let carry = |mark: u64, link: Link| {
            let Mark { value, origin } = Mark::unpack(mark);
            let mark = Mark { value: step(value, link.weight())?, origin }.pack();
            (join.key(mark) <= limit).then_some(mark)
        };
        if task.threads > 1 && now.len() >= WORTH_SHARING {
            let stamp = plane.stamp;
            let deliver = |slot: &mut Slot, (place, mark), delivered: &mut Delivered| {
                let new = slot.stamp != stamp;
                if !new && join.key(mark) >= join.key(slot.mark) {
                    return;
                }
                if new {
                    delivered.members.push(place);
                }
                if slot.tier != number {
                    delivered.next.push((place, mark));
                }
                *slot = Slot { mark, stamp, tier: number };
            };
            let round = Round { senders: now, started, threads: task.threads };
            tier.messages = exchange(boxes, round, walk, &mut plane.slots, carry, deliver);
            for delivered in &mut boxes.delivered {
                plane.members.append(&mut delivered.members);
                next.extend(delivered.next.drain(..).map(|(place, _)| place));
            }
        } else {
            for sender in now.iter() {
                // The first tier leaves the start state, which has no slots: its places are plain nodes.
                let (node, state) =
                    if started { walk.whereabouts(sender.place) } else { (NodeId(sender.place), 0) };
                walk.walk(node, state, |link, place| {
                    tier.messages += 1;
                    if let Some(mark) = carry(sender.mark, link) {
                        arrive(plane, next, place, mark, join, number);
                    }
                });
            }
        }
        started = true;
        messages += tier.messages;
        profile.tiers.push(tier);
        if let Some((wide, base)) = task.ordered
            && next.len() >= wide
        {
            now.clear();
            ordered::spread(task, walk, base.typical_weight(), frontiers, plane, profile, carry);
            return;
        }
        begin_tier(frontiers, plane);
    }
}

/// Turns the places that improved into the senders of the next tier.
#[inline]
fn begin_tier(frontiers: &mut Frontiers, plane: &Plane) {
    let Frontiers { now, next, .. } = frontiers;
    const WIDE: usize = 1024;
    if next.len() > WIDE {
        sort_ids(next, plane.slots.len());
    }
    now.clear();
    now.extend(next.iter().map(|&place| Sender { place, mark: plane.slots[place as usize].mark }));
    next.clear();
}

/// A mark arrives at a place: it stays if it is the first or better than the one there.
#[inline(always)]
fn arrive(plane: &mut Plane, next: &mut Vec<u32>, place: usize, mark: u64, join: Join, tier: u32) {
    let Some(slot) = plane.slots.get_mut(place) else { return };
    if slot.stamp != plane.stamp {
        slot.stamp = plane.stamp;
        plane.members.push(place as u32);
    } else if join.key(mark) >= join.key(slot.mark) {
        return;
    }
    slot.mark = mark;
    if slot.tier != tier {
        slot.tier = tier;
        next.push(place as u32);
    }
}

/// The key of the worst mark that still travels.
pub(crate) fn limit_key(function: Function) -> u64 {
    let worst = |value| Mark { value, origin: NodeId(u32::MAX) }.pack();
    function.threshold.map_or(u64::MAX, |limit| function.join.key(worst(limit)))
}
