//! Many propagations that do not meet: one from each of many nodes.

use crate::automaton::Automaton;
use crate::error::Error;
use crate::function::{Function, Join, Step};
use crate::machine::Machine;
use crate::mark::{Mark, Marker};
use crate::walk::{AnyWalk, Walk};
use quillian_network::{Network, NodeId};

/// What each of many sources reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reaches {
    ends: Vec<usize>,
    marks: Vec<(NodeId, i32)>,
}

impl Reaches {
    /// The nodes one source reached, with the value its marker had there; its origin is the source.
    pub fn of(&self, source: usize) -> &[(NodeId, i32)] {
        let start = source.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.marks[start..self.ends[source]]
    }

    /// How many marks there are in all.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// Whether no source reached anything.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    fn append(&mut self, other: Reaches) {
        let before = self.marks.len();
        self.marks.extend(other.marks);
        self.ends.extend(other.ends.into_iter().map(|end| before + end));
    }
}

/// One marker from each of `sources`, alone on the network: where does it come to, and with what value?
///
/// As many PROPAGATE instructions would do it, one after the other, each from a cleared machine with value 0;
/// `threads` share the sources. Marks stand in the order they were first reached.
pub fn propagate_each(
    network: &Network,
    sources: &[NodeId],
    path: &Automaton,
    function: Function,
    threads: usize,
) -> Result<Reaches, Error> {
    let share = sources.len().div_ceil(threads.max(1)).max(1);
    if share >= sources.len() {
        return reach(network, sources, path, function);
    }
    let parts: Vec<Result<Reaches, Error>> = std::thread::scope(|scope| {
        let part = |part| scope.spawn(move || reach(network, part, path, function));
        let workers: Vec<_> = sources.chunks(share).map(part).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker never panics")).collect()
    });
    let mut whole = Reaches::default();
    for part in parts {
        whole.append(part?);
    }
    Ok(whole)
}

fn reach(
    network: &Network,
    sources: &[NodeId],
    path: &Automaton,
    function: Function,
) -> Result<Reaches, Error> {
    let first_is_best = matches!(
        (function.step, function.join, function.threshold),
        (Step::Keep, _, None) | (Step::Count, Join::Least, None)
    );
    match AnyWalk::new(network, path).chain() {
        Some(chain) if first_is_best && path.is_closure() => {
            let gain = i32::from(function.step == Step::Count);
            Ok(close(chain, network.node_count() as usize, sources, gain))
        }
        _ => reach_by_machine(network, sources, path, function),
    }
}

/// Breadth first, when the first arrival is also the best. The list of what was reached is its own queue, and a
/// stamp a node tells what this source has reached already.
#[inline(never)]
fn close(walk: impl Walk, nodes: usize, sources: &[NodeId], gain: i32) -> Reaches {
    let mut reaches = Reaches { ends: Vec::with_capacity(sources.len()), marks: Vec::new() };
    let mut stamps = vec![0u32; nodes];
    let mut stamp = 0u32;
    for &source in sources {
        stamp = stamp.wrapping_add(1);
        if stamp == 0 {
            stamps.fill(0);
            stamp = 1;
        }
        let mut done = reaches.marks.len();
        let (mut node, mut value) = (source, 0);
        loop {
            walk.walk(node, 1, |link, place| {
                if let Some(seen) = stamps.get_mut(place)
                    && *seen != stamp
                {
                    *seen = stamp;
                    reaches.marks.push((link.target(), value + gain));
                }
            });
            let Some(&(next, reached)) = reaches.marks.get(done) else { break };
            (node, value) = (next, reached);
            done += 1;
        }
        reaches.ends.push(reaches.marks.len());
    }
    reaches
}

fn reach_by_machine(
    network: &Network,
    sources: &[NodeId],
    path: &Automaton,
    function: Function,
) -> Result<Reaches, Error> {
    let (from, to) = (Marker::Complex(0), Marker::Complex(1));
    let mut machine = Machine::new();
    let mut reaches = Reaches::default();
    for &source in sources {
        machine.clear_marker(from)?;
        machine.clear_marker(to)?;
        machine.mark(network, source, from, Mark { value: 0, origin: source })?;
        machine.propagate(network, from, to, path, function)?;
        reaches.marks.extend(machine.marks_in_order_of_arrival(to));
        reaches.ends.push(reaches.marks.len());
    }
    Ok(reaches)
}
