//! The engine for binary markers: up to 64 propagations along one path at the same time, a bit each.
//!
//! The machine of the papers overlapped instructions on different markers; here they share their walk. A place is
//! visited once a round for all the markers that have reached it by then. With a budget the rounds are strict
//! tiers, so that where the budget stops them does not depend on what else travels along; without one, a marker
//! that arrives at a place still waiting in the same round goes on with the others. One marker alone travels in
//! strict tiers either way.

use crate::budget::{Budget, Profile, Tier};
use crate::plane::BinaryPlane;
use crate::walk::Walk;
use quillian_network::NodeId;

/// Buffers kept between propagations.
#[derive(Default)]
pub(crate) struct BitFrontiers {
    /// For each place the markers that reached it and have yet to be passed on. Between two propagations all
    /// are zero.
    waiting: Vec<u64>,
    pub(crate) now: Vec<(u32, u64)>,
    next: Vec<u32>,
}

/// Spreads the markers in `frontiers.now`, which stand in the start state, until nothing new is reached, leaving
/// in `reached` which markers came to which place.
pub(crate) fn spread(
    walk: impl Walk,
    budget: Budget,
    frontiers: &mut BitFrontiers,
    reached: &mut BinaryPlane,
    profile: &mut Profile,
) {
    let strict = !budget.is_unlimited();
    let BitFrontiers { waiting, now, next } = frontiers;
    let BinaryPlane { words, members } = reached;
    if waiting.len() < words.len() {
        *waiting = vec![0; words.len()];
    }
    let mut messages = 0;
    let mut started = false;
    while !now.is_empty() {
        if let Some(stop) = budget.stops(profile.tiers.len(), messages) {
            profile.stop = stop;
            now.clear();
            return;
        }
        let mut tier = Tier::default();
        for &(place, lanes) in now.iter() {
            let (node, state) = if started { walk.whereabouts(place) } else { (NodeId(place), 0) };
            let lanes = match started && !strict {
                true => std::mem::take(&mut waiting[place as usize]),
                false => lanes,
            };
            let mut links = 0;
            walk.walk(node, state, |_, place| {
                links += 1;
                let Some((ever, waiting)) = words.get_mut(place).zip(waiting.get_mut(place)) else { return };
                let new = lanes & !*ever;
                if new == 0 {
                    return;
                }
                if *ever == 0 {
                    members.push(place as u32);
                }
                if *waiting == 0 {
                    next.push(place as u32);
                }
                *ever |= new;
                *waiting |= new;
            });
            let markers = u64::from(lanes.count_ones());
            tier.width += markers;
            tier.messages += links * markers;
        }
        started = true;
        messages += tier.messages;
        profile.tiers.push(tier);
        now.clear();
        now.extend(next.drain(..).map(|place| {
            let lanes = if strict { std::mem::take(&mut waiting[place as usize]) } else { 0 };
            (place, lanes)
        }));
    }
}
