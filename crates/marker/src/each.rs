//! Many propagations that do not meet: one from each of many nodes.

use crate::automaton::Automaton;
use crate::budget::Budget;
use crate::error::Error;
use crate::function::{Function, Join, Step};
use crate::machine::Machine;
use crate::mark::{Mark, Marker};
use crate::walk::{AnyWalk, Walk, with_walk};
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

/// Buffers kept between calls, one for each thread.
#[derive(Default)]
pub(crate) struct Stamps {
    /// For each node, the number of the source that reached it last.
    reached: Vec<u32>,
    source: u32,
}

impl Machine {
    /// One marker from each of `sources`, alone on the network: where does it come to, and with what value?
    ///
    /// As many PROPAGATE instructions would do it one after the other, each from a cleared machine and with
    /// value 0; the machine's threads share the sources, and no marker of the machine is touched. The marks of
    /// a source stand in the order they were first reached.
    pub fn propagate_each(
        &mut self,
        network: &Network,
        sources: &[NodeId],
        path: &Automaton,
        function: Function,
    ) -> Result<Reaches, Error> {
        // Waking another thread takes as long as a few hundred short ways.
        const WORTH_SHARING: usize = 1024;
        let threads = if sources.len() < WORTH_SHARING { 1 } else { self.threads() };
        let budget = self.budget();
        let stamps = self.stamps(threads);
        let share = sources.len().div_ceil(threads).max(1);
        if share >= sources.len() {
            return reach(network, sources, path, function, budget, &mut stamps[0]);
        }
        let mut parts: Vec<Result<Reaches, Error>> = Vec::new();
        parts.resize_with(sources.len().div_ceil(share), || Ok(Reaches::default()));
        rayon::scope(|scope| {
            for ((part, stamps), reached) in sources.chunks(share).zip(stamps).zip(&mut parts) {
                scope.spawn(move |_| *reached = reach(network, part, path, function, budget, stamps));
            }
        });
        let mut whole = Reaches::default();
        for part in parts {
            whole.append(part?);
        }
        Ok(whole)
    }
}

fn reach(
    network: &Network,
    sources: &[NodeId],
    path: &Automaton,
    function: Function,
    budget: Budget,
    stamps: &mut Stamps,
) -> Result<Reaches, Error> {
    let first_is_best = matches!(
        (function.step, function.join, function.threshold),
        (Step::Keep, _, None) | (Step::Count, Join::Least, None)
    );
    if !first_is_best || !path.is_simple_closure() || !budget.is_unlimited() {
        return reach_by_machine(network, sources, path, function, budget);
    }
    let gain = i32::from(function.step == Step::Count);
    let (nodes, mark_sources) = (network.node_count() as usize, path.marks_sources());
    let walk = AnyWalk::new(network, path);
    Ok(with_walk!(walk, short => close(short, nodes, sources, mark_sources, gain, stamps)))
}

/// Breadth first, when the first arrival is also the best. The list of what was reached is its own queue.
fn close(
    walk: impl Walk,
    nodes: usize,
    sources: &[NodeId],
    mark_sources: bool,
    gain: i32,
    stamps: &mut Stamps,
) -> Reaches {
    let mut reaches = Reaches { ends: Vec::with_capacity(sources.len()), marks: Vec::new() };
    if stamps.reached.len() < nodes {
        stamps.reached = vec![0; nodes];
        stamps.source = 0;
    }
    let reached = &mut stamps.reached[..];
    let marks = &mut reaches.marks;
    for &source in sources {
        stamps.source = stamps.source.wrapping_add(1);
        if stamps.source == 0 {
            reached.fill(0);
            stamps.source = 1;
        }
        let stamp = stamps.source;
        if mark_sources && let Some(last) = reached.get_mut(source.index()) {
            *last = stamp;
            marks.push((source, 0));
        }
        let mut done = marks.len();
        let (mut node, mut value) = (source, 0);
        loop {
            walk.walk(node, 1, |link, place| {
                if let Some(last) = reached.get_mut(place)
                    && *last != stamp
                {
                    *last = stamp;
                    marks.push((link.target(), value + gain));
                }
            });
            let Some(&(next, reached)) = marks.get(done) else { break };
            (node, value) = (next, reached);
            done += 1;
        }
        reaches.ends.push(marks.len());
    }
    reaches
}

fn reach_by_machine(
    network: &Network,
    sources: &[NodeId],
    path: &Automaton,
    function: Function,
    budget: Budget,
) -> Result<Reaches, Error> {
    let (from, to) = (Marker::Complex(0), Marker::Complex(1));
    let mut machine = Machine::new();
    machine.set_budget(budget);
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
