//! The plain loop: forty lines over compressed rows. It is the reference all answers are compared with.

use crate::engine::Engine;
use crate::error::Error;
use crate::mark::Mark;
use crate::work::{Input, Work};

/// Compressed rows, an array of stamps, a queue.
#[derive(Default)]
pub struct PlainLoop {
    stamps: Vec<u32>,
    stamp: u32,
    queue: Vec<u32>,
    next: Vec<u32>,
    marks: Vec<Mark>,
    words: Vec<u64>,
    fresh: Vec<u64>,
    keys: Vec<u64>,
}

const UNREACHED: u64 = u64::MAX;

impl PlainLoop {
    /// A breadth-first search from each source.
    fn closure(&mut self, input: &Input) {
        self.marks.clear();
        for &origin in &input.sources {
            self.stamp = self.stamp.wrapping_add(1);
            if self.stamp == 0 {
                self.stamps.fill(0);
                self.stamp = 1;
            }
            let mut next = self.marks.len();
            self.stamps[origin as usize] = self.stamp;
            self.marks.push(Mark { origin, node: origin, value: 0 });
            while let Some(&Mark { node, value, .. }) = self.marks.get(next) {
                next += 1;
                for arc in input.graph.row(node) {
                    let stamp = &mut self.stamps[arc.target as usize];
                    if *stamp != self.stamp {
                        *stamp = self.stamp;
                        self.marks.push(Mark { origin, node: arc.target, value: value + 1 });
                    }
                }
            }
        }
    }

    /// All markers at once, each a bit of a word: a node passes on the bits that are new to it.
    fn broadcast(&mut self, input: &Input) {
        self.words.fill(0);
        self.queue.clear();
        for (bit, &source) in input.sources.iter().enumerate().take(64) {
            self.fresh[source as usize] |= 1 << bit;
            self.queue.push(source);
        }
        while !self.queue.is_empty() {
            for node in self.queue.drain(..) {
                let bits = std::mem::take(&mut self.fresh[node as usize]) & !self.words[node as usize];
                self.words[node as usize] |= bits;
                if bits == 0 {
                    continue;
                }
                for arc in input.graph.row(node) {
                    let target = arc.target as usize;
                    if bits & !self.words[target] != 0 {
                        if self.fresh[target] == 0 {
                            self.next.push(arc.target);
                        }
                        self.fresh[target] |= bits;
                    }
                }
            }
            std::mem::swap(&mut self.queue, &mut self.next);
        }
    }

    /// Every node that became cheaper passes its cost and origin on, until none does.
    fn spread(&mut self, input: &Input) {
        self.keys.fill(UNREACHED);
        self.stamps.fill(0);
        for &source in &input.sources {
            self.keys[source as usize] = u64::from(source);
            self.queue.push(source);
        }
        while !self.queue.is_empty() {
            for node in self.queue.drain(..) {
                self.stamps[node as usize] = 0;
                let key = self.keys[node as usize];
                for arc in input.graph.row(node) {
                    let target = arc.target as usize;
                    let candidate = key + (u64::from(arc.weight) << 32);
                    if candidate < self.keys[target] {
                        self.keys[target] = candidate;
                        if std::mem::replace(&mut self.stamps[target], 1) == 0 {
                            self.next.push(arc.target);
                        }
                    }
                }
            }
            std::mem::swap(&mut self.queue, &mut self.next);
        }
    }
}

impl Engine for PlainLoop {
    fn name(&self) -> &str {
        "plain CSR loop"
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn load(&mut self, input: &Input) -> Result<bool, Error> {
        let nodes = input.graph.node_count() as usize;
        *self = PlainLoop { stamps: vec![0; nodes], ..PlainLoop::default() };
        match input.work {
            Work::Closure(_) => {}
            Work::Broadcast => (self.words, self.fresh) = (vec![0; nodes], vec![0; nodes]),
            Work::Spread => self.keys = vec![UNREACHED; nodes],
        }
        Ok(true)
    }

    fn run(&mut self, input: &Input) -> Result<(), Error> {
        match input.work {
            Work::Closure(_) => self.closure(input),
            Work::Broadcast => self.broadcast(input),
            Work::Spread => self.spread(input),
        }
        Ok(())
    }

    fn marks(&self, input: &Input, show: &mut dyn FnMut(Mark)) {
        match input.work {
            Work::Closure(_) => self.marks.iter().copied().for_each(show),
            Work::Broadcast => show_words(&self.words, &input.sources, show),
            Work::Spread => show_keys(&self.keys, show),
        }
    }
}

/// Shows words of bits as marks: bit k of a node's word says that the k-th source reached it.
pub fn show_words(words: &[u64], sources: &[u32], show: &mut dyn FnMut(Mark)) {
    for (node, &word) in words.iter().enumerate() {
        let mut bits = word;
        while bits != 0 {
            let origin = sources[bits.trailing_zeros() as usize];
            show(Mark { origin, node: node as u32, value: 0 });
            bits &= bits - 1;
        }
    }
}

/// Shows keys as marks: the cost in the high half, the origin in the low one; all ones where nothing came.
pub fn show_keys(keys: &[u64], show: &mut dyn FnMut(Mark)) {
    for (node, &key) in keys.iter().enumerate() {
        if key != UNREACHED {
            show(Mark { origin: key as u32, node: node as u32, value: (key >> 32) as u32 });
        }
    }
}
