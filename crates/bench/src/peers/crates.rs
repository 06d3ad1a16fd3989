//! The peers that are Rust crates: petgraph and datafrog.

use crate::engine::Engine;
use crate::error::Error;
use crate::mark::Mark;
use crate::plain::show_keys;
use crate::work::{Input, Work};
use datafrog::{Iteration, Relation};
use petgraph::algo::dijkstra;
use petgraph::csr::Csr;
use petgraph::visit::{Bfs, EdgeRef, VisitMap};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const PETGRAPH: &str = "petgraph";
const DATAFROG: &str = "datafrog";

/// The version of a crate this program was built with.
fn built_with(name: &str) -> String {
    let after_name =
        include_str!("../../../../Cargo.lock").split_once(&format!("name = \"{name}\"\nversion = \""));
    after_name.and_then(|(_, rest)| rest.split('"').next()).unwrap_or("unknown").to_owned()
}

type Rows = Csr<(), u32>;

fn rows_of(name: &str, input: &Input, factor: u32, further: &[(u32, u32, u32)]) -> Result<Rows, Error> {
    let mut arcs: Vec<(u32, u32, u32)> =
        input.graph.arcs().map(|(source, arc)| (source, arc.target, arc.weight * factor)).collect();
    arcs.extend_from_slice(further);
    let mut rows = Csr::from_sorted_edges(&arcs).map_err(|_| Error::engine(name, "arcs are not in order"))?;
    // The crate makes as many nodes as the arcs speak of.
    while rows.node_count() < input.graph.node_count() as usize {
        rows.add_node(());
    }
    Ok(rows)
}

/// petgraph's breadth-first search, one after another; its visit map and queue are used again.
#[derive(Default)]
pub(crate) struct PetgraphBfs {
    rows: Rows,
    marks: Vec<Mark>,
}

impl Engine for PetgraphBfs {
    fn name(&self) -> &str {
        PETGRAPH
    }

    fn version(&self) -> String {
        built_with(PETGRAPH)
    }

    fn variant(&self) -> &str {
        "Bfs, marks only"
    }

    fn gives_values(&self, _: &Input) -> bool {
        false
    }

    fn load(&mut self, input: &Input) -> Result<bool, Error> {
        if input.work == Work::Spread {
            return Ok(false);
        }
        self.rows = rows_of(PETGRAPH, input, 1, &[])?;
        Ok(true)
    }

    fn run(&mut self, input: &Input) -> Result<(), Error> {
        self.marks.clear();
        let Some(&first) = input.sources.first() else { return Ok(()) };
        let mut search = Bfs::new(&self.rows, first);
        for &origin in &input.sources {
            search.discovered.clear();
            search.discovered.visit(origin);
            search.stack.clear();
            search.stack.push_back(origin);
            while let Some(node) = search.next(&self.rows) {
                self.marks.push(Mark { origin, node, value: 0 });
            }
        }
        Ok(())
    }

    fn marks(&self, _: &Input, show: &mut dyn FnMut(Mark)) {
        self.marks.iter().copied().for_each(show);
    }
}

/// petgraph's `dijkstra`, which is what it has for values.
///
/// For spreading there is one node above all sources, with an arc of weight k to the k-th, and all other weights are
/// multiplied by the number of sources: one shortest path then has least cost and, among equals, the smallest origin.
#[derive(Default)]
pub(crate) struct PetgraphDijkstra {
    rows: Rows,
    marks: Vec<Mark>,
}

impl Engine for PetgraphDijkstra {
    fn name(&self) -> &str {
        PETGRAPH
    }

    fn version(&self) -> String {
        built_with(PETGRAPH)
    }

    fn variant(&self) -> &str {
        "dijkstra"
    }

    fn load(&mut self, input: &Input) -> Result<bool, Error> {
        let above = input.graph.node_count();
        self.rows = match input.work {
            Work::Closure(_) => rows_of(PETGRAPH, input, 1, &[])?,
            Work::Broadcast => return Ok(false),
            Work::Spread => {
                let ranks = 0..input.sources.len() as u32;
                let down: Vec<_> =
                    input.sources.iter().zip(ranks).map(|(&to, rank)| (above, to, rank)).collect();
                rows_of(PETGRAPH, input, down.len() as u32, &down)?
            }
        };
        Ok(true)
    }

    fn run(&mut self, input: &Input) -> Result<(), Error> {
        self.marks.clear();
        if input.work == Work::Spread {
            let above = input.graph.node_count();
            let count = input.sources.len() as u64;
            let costs = dijkstra(&self.rows, above, None, |arc| u64::from(*arc.weight()));
            self.marks.extend(costs.into_iter().filter(|&(node, _)| node != above).map(|(node, key)| Mark {
                origin: input.sources[(key % count) as usize],
                node,
                value: (key / count) as u32,
            }));
        } else {
            for &origin in &input.sources {
                let costs = dijkstra(&self.rows, origin, None, |arc| *arc.weight());
                self.marks.extend(costs.into_iter().map(|(node, value)| Mark { origin, node, value }));
            }
        }
        Ok(())
    }

    fn marks(&self, _: &Input, show: &mut dyn FnMut(Mark)) {
        self.marks.iter().copied().for_each(show);
    }
}

/// petgraph's rows with a binary heap written by hand: what a careful user would write for spreading.
#[derive(Default)]
pub(crate) struct PetgraphHeap {
    rows: Rows,
    keys: Vec<u64>,
}

impl Engine for PetgraphHeap {
    fn name(&self) -> &str {
        PETGRAPH
    }

    fn version(&self) -> String {
        built_with(PETGRAPH)
    }

    fn variant(&self) -> &str {
        "binary heap from all sources"
    }

    fn load(&mut self, input: &Input) -> Result<bool, Error> {
        if input.work != Work::Spread {
            return Ok(false);
        }
        self.rows = rows_of(PETGRAPH, input, 1, &[])?;
        Ok(true)
    }

    fn run(&mut self, input: &Input) -> Result<(), Error> {
        self.keys.clear();
        self.keys.resize(self.rows.node_count(), u64::MAX);
        let mut heap = BinaryHeap::new();
        for &source in &input.sources {
            self.keys[source as usize] = u64::from(source);
            heap.push(Reverse((u64::from(source), source)));
        }
        while let Some(Reverse((key, node))) = heap.pop() {
            if key != self.keys[node as usize] {
                continue;
            }
            for arc in self.rows.edges(node) {
                let candidate = key + (u64::from(*arc.weight()) << 32);
                let known = &mut self.keys[arc.target() as usize];
                if candidate < *known {
                    *known = candidate;
                    heap.push(Reverse((candidate, arc.target())));
                }
            }
        }
        Ok(())
    }

    fn marks(&self, _: &Input, show: &mut dyn FnMut(Mark)) {
        show_keys(&self.keys, show);
    }
}

/// datafrog: reached(node, origin) joined with the arcs until nothing is new. It has no least value, so the marks
/// are all it gives, and spreading is not for it.
#[derive(Default)]
pub(crate) struct Datafrog {
    arcs: Vec<(u32, u32)>,
    reached: Option<Relation<(u32, u32)>>,
}

impl Engine for Datafrog {
    fn name(&self) -> &str {
        DATAFROG
    }

    fn version(&self) -> String {
        built_with(DATAFROG)
    }

    fn variant(&self) -> &str {
        "marks only"
    }

    fn gives_values(&self, _: &Input) -> bool {
        false
    }

    fn load(&mut self, input: &Input) -> Result<bool, Error> {
        self.arcs = input.graph.arcs().map(|(source, arc)| (source, arc.target)).collect();
        self.reached = None;
        Ok(input.work != Work::Spread)
    }

    fn run(&mut self, input: &Input) -> Result<(), Error> {
        let mut iteration = Iteration::new();
        let arcs = Relation::from_vec(self.arcs.clone());
        let reached = iteration.variable::<(u32, u32)>("reached");
        reached.extend(input.sources.iter().map(|&source| (source, source)));
        while iteration.changed() {
            reached.from_join(&reached, &arcs, |_, &origin, &target| (target, origin));
        }
        self.reached = Some(reached.complete());
        Ok(())
    }

    fn marks(&self, _: &Input, show: &mut dyn FnMut(Mark)) {
        for &(node, origin) in self.reached.iter().flat_map(|relation| relation.iter()) {
            show(Mark { origin, node, value: 0 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_known() {
        for name in [PETGRAPH, DATAFROG] {
            let version = built_with(name);
            assert_eq!(version.split('.').count(), 3, "{name} {version}");
        }
    }
}
