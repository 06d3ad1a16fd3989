//! The engine for binary markers: up to 64 propagations along one path at the same time, a bit each.
//!
//! The machine of the papers overlapped instructions on different markers; here they share their walk. A place is
//! visited once a round for all the markers that have reached it by then. With a budget the rounds are strict
//! tiers, so that where the budget stops them does not depend on what else travels along; without one, a marker
//! that arrives at a place still waiting in the same round goes on with the others. One marker alone travels in
//! strict tiers either way.
//!
//! A wide frontier is swept: the places that wait are bits of a map, taken in order of their numbers. A memory
//! numbers the nodes of a hierarchy from the top, so a sweep down meets nearly every place after all that leads to
//! it, and visits it once for all markers; what a sweep leaves behind it, the next one takes.

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
    /// The places that wait, while they are swept. Between two propagations all bits are zero.
    map: Vec<u64>,
}

/// Spreads the markers in `frontiers.now`, which stand in the start state, until nothing new is reached, leaving
/// in `reached` which markers came to which place. `together` says that there are several.
pub(crate) fn spread(
    walk: impl Walk,
    budget: Budget,
    together: bool,
    frontiers: &mut BitFrontiers,
    reached: &mut BinaryPlane,
    profile: &mut Profile,
) {
    if frontiers.waiting.len() < reached.words.len() {
        frontiers.waiting = vec![0; reached.words.len()];
    }
    let strict = !budget.is_unlimited();
    let wide = if together && !strict && walk.has_rows() { reached.words.len() / SWEPT } else { usize::MAX };
    let mut messages = 0;
    let mut started = false;
    while !frontiers.now.is_empty() {
        if let Some(stop) = budget.stops(profile.tiers.len(), messages) {
            profile.stop = stop;
            frontiers.now.clear();
            return;
        }
        let BitFrontiers { waiting, now, next, .. } = frontiers;
        let mut tier = Tier::default();
        for &(place, lanes) in now.iter() {
            let (node, state) = if started { walk.whereabouts(place) } else { (NodeId(place), 0) };
            let lanes = match started && !strict {
                true => std::mem::take(&mut waiting[place as usize]),
                false => lanes,
            };
            let sent = pass_on(walk, node, state, lanes, waiting, reached, |place, first| {
                if first {
                    next.push(place);
                }
            });
            tier.add(sent, lanes);
        }
        started = true;
        messages += tier.messages;
        profile.tiers.push(tier);
        if next.len() > wide {
            return sweep(walk, frontiers, reached, profile);
        }
        now.clear();
        now.extend(next.drain(..).map(|place| {
            let lanes = if strict { std::mem::take(&mut waiting[place as usize]) } else { 0 };
            (place, lanes)
        }));
    }
}

/// A frontier is swept when it has more than one in so many of all places.
const SWEPT: usize = 512;

/// Passes on what waits at the places in `frontiers.next`, in order of places, until nothing waits.
fn sweep(walk: impl Walk, frontiers: &mut BitFrontiers, reached: &mut BinaryPlane, profile: &mut Profile) {
    let BitFrontiers { waiting, now, next, map } = frontiers;
    now.clear();
    map.resize(waiting.len().div_ceil(64), 0);
    for place in next.drain(..) {
        map[place as usize / 64] |= 1 << (place % 64);
    }
    // Sweeps go on while one of them left something behind it.
    while map.iter().any(|&word| word != 0) {
        let tier = match walk.descends() {
            true => sweep_once::<true>(walk, waiting, reached, map),
            false => sweep_once::<false>(walk, waiting, reached, map),
        };
        profile.tiers.push(tier);
    }
}

/// Passes on what waits, once through the map, upwards or downwards.
#[inline(never)]
fn sweep_once<const DESCENDS: bool>(
    walk: impl Walk,
    waiting: &mut [u64],
    reached: &mut BinaryPlane,
    map: &mut [u64],
) -> Tier {
    let BinaryPlane { words, members } = reached;
    let words = &mut words[..];
    let mut tier = Tier::default();
    for at in 0..map.len() {
        let at = if DESCENDS { at } else { map.len() - 1 - at };
        while map[at] != 0 {
            let bit = if DESCENDS { map[at].trailing_zeros() } else { map[at].ilog2() };
            map[at] &= !(1 << bit);
            let place = at * 64 + bit as usize;
            let lanes = std::mem::take(&mut waiting[place]);
            let row = walk.row(place as u32);
            tier.add(row.len() as u64, lanes);
            for link in row {
                let place = link.target().index();
                let (Some(ever), Some(waiting)) = (words.get_mut(place), waiting.get_mut(place)) else {
                    continue;
                };
                let before = *ever;
                let new = lanes & !before;
                if new == 0 {
                    continue;
                }
                *ever = before | new;
                if before == 0 {
                    members.push(place as u32);
                }
                // Most places of a hierarchy lead no further and need not wait. Which do is hard to foresee for
                // the processor, so there is no branch on it: nothing is added to what waits there.
                let leads_on = walk.has_row(place as u32);
                *waiting |= if leads_on { new } else { 0 };
                map[place / 64] |= u64::from(leads_on) << (place % 64);
            }
        }
    }
    tier
}

/// Sends markers over every link that leads on, telling `arrived` where something new waits now, and whether it is
/// the first there. Says how many links there were.
#[inline(always)]
fn pass_on(
    walk: impl Walk,
    node: NodeId,
    state: usize,
    lanes: u64,
    waiting: &mut [u64],
    reached: &mut BinaryPlane,
    mut arrived: impl FnMut(u32, bool),
) -> u64 {
    let BinaryPlane { words, members } = reached;
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
        arrived(place as u32, *waiting == 0);
        *ever |= new;
        *waiting |= new;
    });
    links
}

impl Tier {
    /// Counts a place that sent several markers over so many links.
    fn add(&mut self, links: u64, lanes: u64) {
        let markers = u64::from(lanes.count_ones());
        self.width += markers;
        self.messages += links * markers;
    }
}
