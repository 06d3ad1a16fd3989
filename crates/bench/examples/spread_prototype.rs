//! The fastest single-thread way we found to spread least costs with their origins over a large network.
//!
//! `cargo run --release -p quillian-bench --example spread_prototype [heaviest weight]`
//!
//! What it is, from the naive loop up:
//! 1. A frontier loop relaxes every arc of every node that changed: each node changes several times.
//! 2. Taking nodes in order of cost expands each once. A heap costs more than it saves; costs are small
//!    integers, so a wheel of buckets (Dial 1969) is a queue whose operations are one push and one scan.
//! 3. The nodes of one bucket are independent of each other, so everything they will touch can be asked for
//!    ahead: keys and row starts, then rows, then the keys of the targets. This hides nearly all of the
//!    memory's latency, and is what the remaining factor of two comes from.
//! 4. Buckets may be wider than one unit of cost (weights up to 65,535 would else leave every bucket nearly
//!    empty). Then a node can improve after it was expanded in the same bucket, and is expanded again; a flag
//!    in the lowest bit of the key says whether its present key was passed on, so a bucket's entry is only
//!    the four bytes of the node. Zero weights need nothing more.
//!
//! The answer does not depend on the width, nor on any order: the least (cost, origin) of a node is unique.

use quillian_bench::{Graph, Random};
use std::time::Instant;

/// Eight bytes a link, as in the network: target and weight (the relation is not looked at here).
type Link = u64;

struct Rows {
    starts: Vec<u32>,
    links: Vec<Link>,
}

fn target(link: Link) -> u32 {
    (link >> 16) as u32
}

fn weight(link: Link) -> u64 {
    link & 0xFFFF
}

/// Cost in the high 32 bits, then the rank of the origin among the sources, then [`PASSED_ON`].
type Key = u64;
const UNREACHED: Key = Key::MAX;
const PASSED_ON: Key = 1;

fn cost(key: Key) -> u64 {
    key >> 32
}

/// A wheel of buckets by cost, each `1 << shift` wide, and one place for what lies beyond the wheel.
struct Wheel {
    slots: Vec<Vec<u32>>,
    beyond: Vec<u32>,
    shift: u32,
    /// The bucket being emptied, and the first one that is beyond the wheel.
    present: u64,
    end: u64,
    /// How many entries the slots hold.
    held: usize,
}

const SLOTS: u64 = 512;

impl Wheel {
    fn new(shift: u32) -> Wheel {
        Wheel {
            slots: vec![Vec::new(); SLOTS as usize],
            beyond: Vec::new(),
            shift,
            present: 0,
            end: SLOTS,
            held: 0,
        }
    }

    #[inline]
    fn bucket(&self, key: Key) -> u64 {
        cost(key) >> self.shift
    }

    #[inline]
    fn push(&mut self, bucket: u64, node: u32) {
        if bucket < self.end {
            self.slots[(bucket % SLOTS) as usize].push(node);
            self.held += 1;
        } else {
            self.beyond.push(node);
        }
    }

    /// Moves the entries of the first bucket that has some into `batch`; false when there are none left.
    fn next_batch(&mut self, keys: &[Key], batch: &mut Vec<u32>) -> bool {
        batch.clear();
        loop {
            if self.held == 0 {
                // Nothing on the wheel: turn it to the nearest entry beyond.
                self.beyond.retain(|&node| keys[node as usize] & PASSED_ON == 0);
                let nearest = self.beyond.iter().map(|&node| self.bucket(keys[node as usize])).min();
                let Some(nearest) = nearest else { return false };
                (self.present, self.end) = (nearest, nearest);
            }
            if self.present == self.end {
                self.end += SLOTS;
                for node in std::mem::take(&mut self.beyond) {
                    let key = keys[node as usize];
                    if key & PASSED_ON == 0 {
                        self.push(self.bucket(key), node);
                    }
                }
            }
            let slot = &mut self.slots[(self.present % SLOTS) as usize];
            if !slot.is_empty() {
                std::mem::swap(slot, batch);
                self.held -= batch.len();
                return true;
            }
            self.present += 1;
        }
    }
}

/// Asks the processor to fetch one element. Any index is fine.
#[inline(always)]
fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint: it reads nothing and faults on no address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr().wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}

/// How far ahead of their use keys and rows are asked for, and how many messages are sent at a time: by trial;
/// the curve is flat from half to twice of each.
const NODES_AHEAD: usize = 24;
const ROWS_AHEAD: usize = 16;
const MESSAGES: usize = 32;

/// A node whose key is to be passed on: its row and its key.
struct Sender {
    start: u32,
    end: u32,
    key: Key,
}

fn spread(rows: &Rows, sources: &[u32], shift: u32) -> Vec<Key> {
    let mut keys = vec![UNREACHED; rows.starts.len() - 1];
    let mut wheel = Wheel::new(shift);
    for (rank, &source) in sources.iter().enumerate() {
        keys[source as usize] = (rank as Key) << 1;
        wheel.push(0, source);
    }
    let (mut batch, mut senders) = (Vec::new(), Vec::<Sender>::new());
    let mut messages: Vec<(u32, Key)> = Vec::new();
    while wheel.next_batch(&keys, &mut batch) {
        senders.clear();
        for (place, &node) in batch.iter().enumerate() {
            if let Some(&ahead) = batch.get(place + NODES_AHEAD) {
                prefetch(&keys, ahead as usize);
                prefetch(&rows.starts, ahead as usize);
            }
            let key = &mut keys[node as usize];
            if *key & PASSED_ON != 0 {
                continue; // it was reached for less, and has passed that on
            }
            *key |= PASSED_ON;
            let (start, end) = (rows.starts[node as usize], rows.starts[node as usize + 1]);
            if start != end {
                prefetch(&rows.links, start as usize);
                senders.push(Sender { start, end, key: *key & !PASSED_ON });
            }
        }
        for (place, sender) in senders.iter().enumerate() {
            if let Some(ahead) = senders.get(place + ROWS_AHEAD) {
                prefetch(&rows.links, ahead.start as usize);
            }
            for &link in &rows.links[sender.start as usize..sender.end as usize] {
                prefetch(&keys, target(link) as usize);
                messages.push((target(link), sender.key + (weight(link) << 32)));
            }
            if messages.len() >= MESSAGES || place + 1 == senders.len() {
                for (node, key) in messages.drain(..) {
                    let known = keys[node as usize];
                    if key < known & !PASSED_ON {
                        keys[node as usize] = key;
                        // A node that waits in the same bucket need not be put there again.
                        let bucket = wheel.bucket(key);
                        if known & PASSED_ON != 0 || bucket != wheel.bucket(known) {
                            wheel.push(bucket, node);
                        }
                    }
                }
            }
        }
    }
    keys
}

/// A good width: a sixteenth to a sixty-fourth of the mean weight. Any width gives the same answer.
fn good_shift(rows: &Rows) -> u32 {
    let step = (rows.links.len() / 4096).max(1);
    let sampled: Vec<u64> = rows.links.iter().step_by(step).map(|&link| weight(link)).collect();
    let mean = sampled.iter().sum::<u64>() / sampled.len().max(1) as u64;
    (mean / 32).checked_ilog2().unwrap_or(0)
}

/// The plain frontier loop, to compare with.
fn frontier(rows: &Rows, sources: &[u32]) -> Vec<Key> {
    let mut keys = vec![UNREACHED; rows.starts.len() - 1];
    let mut waiting = vec![false; keys.len()];
    let mut present: Vec<u32> = sources.to_vec();
    let mut next = Vec::new();
    for (rank, &source) in sources.iter().enumerate() {
        keys[source as usize] = (rank as Key) << 1;
    }
    while !present.is_empty() {
        for node in present.drain(..) {
            waiting[node as usize] = false;
            let key = keys[node as usize];
            let row = rows.starts[node as usize] as usize..rows.starts[node as usize + 1] as usize;
            for &link in &rows.links[row] {
                let reached = target(link) as usize;
                let candidate = key + (weight(link) << 32);
                if candidate < keys[reached] {
                    keys[reached] = candidate;
                    if !std::mem::replace(&mut waiting[reached], true) {
                        next.push(reached as u32);
                    }
                }
            }
        }
        std::mem::swap(&mut present, &mut next);
    }
    keys
}

fn main() {
    let heaviest: u32 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(255);
    let graph = Graph::power_law(1991, 1_500_000, 6_800_000, heaviest);
    let links = graph.arcs().map(|(_, arc)| u64::from(arc.target) << 16 | u64::from(arc.weight)).collect();
    let rows = Rows { starts: graph.starts().to_vec(), links };
    let sources = Random::new(64).sample(64, graph.node_count());

    let report = |name: &str, run: &dyn Fn() -> Vec<Key>| {
        let mut times: Vec<f64> = (0..7)
            .map(|_| {
                let start = Instant::now();
                std::hint::black_box(run());
                start.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!("{name}: median {:.1} ms, best {:.1} ms", times[3], times[0]);
        let mut keys = run();
        keys.iter_mut().filter(|key| **key != UNREACHED).for_each(|key| *key &= !PASSED_ON);
        keys
    };
    let expected = report("plain frontier loop", &|| frontier(&rows, &sources));
    let best = good_shift(&rows);
    for shift in [best, 0, 2, 4, 8] {
        let keys =
            report(&format!("wheel, buckets {} wide", 1u32 << shift), &|| spread(&rows, &sources, shift));
        assert!(keys == expected, "the wheel and the frontier loop disagree");
    }
}
