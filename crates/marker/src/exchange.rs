//! One round of messages, shared by threads without locks.
//!
//! Each thread walks the links of its share of the senders and sorts what it sends by who owns the place it is
//! for; then each owner delivers to its own slots, reading the senders' boxes in order. A slot sees its
//! messages in the order one thread would have delivered them, so nothing depends on the number of threads.

use crate::plane::Slot;
use crate::tiers::Sender;
use crate::walk::Walk;
use quillian_network::{Link, NodeId, prefetch};

/// Below so many senders one thread is quicker.
pub(crate) const WORTH_SHARING: usize = 512;

/// How far ahead of its use memory is asked for.
const AHEAD: usize = 16;

/// A packed mark on its way to a place.
pub(crate) type Message = (u32, u64);

/// Buffers kept between rounds.
#[derive(Default)]
pub(crate) struct Boxes {
    /// For each sending thread, for each owner, what is sent.
    sent: Vec<Vec<Vec<Message>>>,
    /// For each owner, what it delivered.
    pub(crate) delivered: Vec<Delivered>,
}

/// What one owner delivered in a round.
#[derive(Default)]
pub(crate) struct Delivered {
    /// Slots marked for the first time.
    pub(crate) members: Vec<u32>,
    /// Slots that are to send in a later round, and the mark they had when that was decided.
    pub(crate) next: Vec<Message>,
}

/// Who sends in a round, and from where: the places of the first round are nodes in the start state.
pub(crate) struct Round<'a> {
    pub(crate) senders: &'a [Sender],
    pub(crate) started: bool,
    pub(crate) threads: usize,
}

/// Sends and delivers one round; says how many messages were sent. `make` is the mark a link carries on,
/// `deliver` puts it into its slot.
pub(crate) fn exchange(
    boxes: &mut Boxes,
    round: Round<'_>,
    walk: impl Walk,
    slots: &mut [Slot],
    make: impl Fn(u64, Link) -> Option<u64> + Sync,
    deliver: impl Fn(&mut Slot, Message, &mut Delivered) + Sync,
) -> u64 {
    let Round { senders, started, threads } = round;
    let shift = slots.len().div_ceil(threads).next_power_of_two().ilog2();
    let owners = slots.len().div_ceil(1 << shift);
    boxes.sent.resize_with(threads, Vec::new);
    boxes.sent.iter_mut().for_each(|sent| sent.resize_with(owners, Vec::new));
    boxes.delivered.resize_with(owners, Delivered::default);
    let share = senders.len().div_ceil(threads).max(1);
    let (make, deliver) = (&make, &deliver);

    let mut counts = vec![0u64; threads];
    rayon::scope(|scope| {
        let shares = senders.chunks(share).zip(&mut boxes.sent).zip(&mut counts);
        for ((senders, sent), count) in shares {
            scope.spawn(move |_| {
                for (at, sender) in senders.iter().enumerate() {
                    if let Some(ahead) = senders.get(at + AHEAD).filter(|_| started) {
                        walk.prefetch_links(ahead.place);
                    }
                    let (node, state) =
                        if started { walk.whereabouts(sender.place) } else { (NodeId(sender.place), 0) };
                    walk.walk(node, state, |link, place| {
                        *count += 1;
                        if let Some((sent, mark)) = sent.get_mut(place >> shift).zip(make(sender.mark, link))
                        {
                            sent.push((place as u32, mark));
                        }
                    });
                }
            });
        }
    });
    let sent = &boxes.sent;
    rayon::scope(|scope| {
        let owned = slots.chunks_mut(1 << shift).zip(&mut boxes.delivered).enumerate();
        for (owner, (slots, delivered)) in owned {
            scope.spawn(move |_| {
                let place_of = |message: &Message| message.0 as usize & ((1 << shift) - 1);
                for messages in sent.iter().map(|sent| &sent[owner]) {
                    for (at, &message) in messages.iter().enumerate() {
                        if let Some(ahead) = messages.get(at + AHEAD) {
                            prefetch(slots, place_of(ahead));
                        }
                        if let Some(slot) = slots.get_mut(place_of(&message)) {
                            deliver(slot, message, delivered);
                        }
                    }
                }
            });
        }
    });
    boxes.sent.iter_mut().flatten().for_each(Vec::clear);
    counts.into_iter().sum()
}
