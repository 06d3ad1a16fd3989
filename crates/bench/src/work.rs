//! The works: what is asked of every peer, and the input each is given.

use crate::error::{Error, ErrorKind};
use crate::graph::{Arc as GraphArc, Graph};
use crate::random::Random;
use quillian_network::{Base, Builder, Direction, NodeId};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// One thing all peers are asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// From so many random nouns, each with its own marker, up to all they are; value and origin are asked for.
    Closure(u32),
    /// From the 64 topmost nouns, each with its own marker, down to all nouns below; the marks are asked for.
    Broadcast,
    /// One marker from 64 nodes over a large synthetic network; least cost and its origin are asked for.
    Spread,
}

impl Work {
    /// All works, in the order they are reported.
    pub const ALL: [Work; 5] =
        [Work::Closure(1), Work::Closure(64), Work::Closure(4096), Work::Broadcast, Work::Spread];

    /// Whether the answer has values, or only says which nodes are marked.
    pub fn asks_for_values(self) -> bool {
        self != Work::Broadcast
    }

    /// The number by which the input files call the work.
    pub(crate) fn code(self) -> u32 {
        match self {
            Work::Closure(_) => 0,
            Work::Broadcast => 1,
            Work::Spread => 2,
        }
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Work::Closure(sources) => write!(f, "closure-{sources}"),
            Work::Broadcast => f.write_str("broadcast-64"),
            Work::Spread => f.write_str("spread"),
        }
    }
}

impl FromStr for Work {
    type Err = Error;

    fn from_str(name: &str) -> Result<Work, Error> {
        let known = Work::ALL.into_iter().find(|work| work.to_string() == name);
        known.ok_or_else(|| Error::new(ErrorKind::NoSuchWork { name: name.to_owned() }))
    }
}

/// The input of a work: the same for every peer.
pub struct Input {
    /// What is to be done.
    pub work: Work,
    /// The graph, its arcs in the direction markers travel.
    pub graph: Graph,
    /// Where markers start, in ascending order.
    pub sources: Vec<u32>,
    /// The memory the graph was taken from.
    pub memory: Memory,
}

/// The same input as a compiled memory, for an engine that works on one.
#[derive(Clone)]
pub struct Memory {
    /// The memory.
    pub base: Arc<Base>,
    /// The node of the memory for each node of the graph, in ascending order.
    pub nodes: Arc<[NodeId]>,
    /// The name of the relation whose links are the arcs.
    pub relation: &'static str,
    /// Which way these links are followed.
    pub direction: Direction,
}

/// How large the synthetic network is.
#[derive(Clone, Copy, Debug)]
pub struct SpreadSize {
    /// How many nodes.
    pub nodes: u32,
    /// How many arcs.
    pub arcs: usize,
    /// Weights are from 1 to this.
    pub heaviest: u16,
}

impl Default for SpreadSize {
    fn default() -> SpreadSize {
        SpreadSize { nodes: 1_500_000, arcs: 6_800_000, heaviest: 255 }
    }
}

const SPREAD_SEED: u64 = 1991;
const CLOSURE_SEED: u64 = 1968;
const IS_A: &str = "isa";
const MEANINGS: [&str; 2] = ["concept", "instance"];

impl Input {
    /// The input of a work. The nouns are taken from `base`.
    pub fn new(work: Work, base: &Arc<Base>, size: SpreadSize) -> Result<Input, Error> {
        match work {
            Work::Closure(count) => {
                let (graph, nodes) = noun_graph(base)?;
                let sources = Random::new(CLOSURE_SEED).sample(count as usize, graph.node_count());
                let memory =
                    Memory { base: base.clone(), nodes, relation: IS_A, direction: Direction::Forward };
                Ok(Input { work, graph, sources, memory })
            }
            Work::Broadcast => {
                let (upward, nodes) = noun_graph(base)?;
                let graph = upward.reversed();
                let sources = topmost(&upward, &graph, 64);
                let memory =
                    Memory { base: base.clone(), nodes, relation: IS_A, direction: Direction::Inverse };
                Ok(Input { work, graph, sources, memory })
            }
            Work::Spread => {
                let graph = Graph::power_law(SPREAD_SEED, size.nodes, size.arcs, u32::from(size.heaviest));
                let sources = Random::new(SPREAD_SEED + 1).sample(64, graph.node_count());
                Input::of_graph(work, &graph, &sources)
            }
        }
    }

    /// An input of a graph that is not of a memory yet. It is compiled into one, which numbers the nodes anew, and
    /// all peers are given that numbering.
    pub fn of_graph(work: Work, graph: &Graph, sources: &[u32]) -> Result<Input, Error> {
        let mut builder = Builder::new();
        let kind = builder.kind("node")?;
        let relation = builder.relation("arc")?;
        let name = |node: u32| format!("{node:010}");
        let added = (0..graph.node_count()).map(|node| builder.node(kind, &name(node)));
        let added = added.collect::<Result<Vec<_>, _>>()?;
        for (source, arc) in graph.arcs() {
            let weight = u16::try_from(arc.weight).unwrap_or(u16::MAX);
            builder.link(added[source as usize], relation, added[arc.target as usize], weight);
        }
        let base = Arc::new(builder.finish()?);
        let kind = base.find_kind("node").unwrap_or(kind);
        let place = |node: u32| base.find(kind, &name(node)).map_or(node, |found| found.0);
        let places: Vec<u32> = (0..graph.node_count()).map(place).collect();
        let arcs = graph.arcs().map(|(source, arc)| {
            (places[source as usize], GraphArc { target: places[arc.target as usize], ..arc })
        });
        let graph = Graph::new(graph.node_count(), arcs.collect());
        let mut sources: Vec<u32> = sources.iter().map(|&source| places[source as usize]).collect();
        sources.sort_unstable();
        let nodes = (0..graph.node_count()).map(NodeId).collect();
        let memory = Memory { base, nodes, relation: "arc", direction: Direction::Forward };
        Ok(Input { work, graph, sources, memory })
    }
}

/// The nouns of a memory with an arc from each to what it is, and the node of each.
///
/// A noun is a concept or an instance whose name ends in `.n.` and a number; what it is, the targets of its `isa`
/// links that are nouns too. Each arc weighs 1.
pub fn noun_graph(base: &Base) -> Result<(Graph, Arc<[NodeId]>), Error> {
    let isa = base.find_relation(IS_A).ok_or_else(|| Error::new(ErrorKind::NoNouns))?;
    // What a noun means, not how a word names it: words may have nodes with such names too.
    let mut nodes: Vec<NodeId> = MEANINGS
        .iter()
        .filter_map(|kind| base.find_kind(kind))
        .flat_map(|kind| base.nodes_of(kind))
        .collect();
    nodes.retain(|&node| is_noun(base.name(node)));
    nodes.sort_unstable();
    let nodes: Arc<[NodeId]> = nodes.into();
    if nodes.is_empty() {
        return Err(Error::new(ErrorKind::NoNouns));
    }
    let mut arcs = Vec::new();
    for (place, &node) in nodes.iter().enumerate() {
        for link in base.rows(Direction::Forward).row_of(node, isa) {
            if let Ok(target) = nodes.binary_search(&link.target()) {
                arcs.push((place as u32, GraphArc { target: target as u32, weight: 1 }));
            }
        }
    }
    Ok((Graph::new(nodes.len() as u32, arcs), nodes))
}

fn is_noun(name: &str) -> bool {
    let mut parts = name.rsplitn(3, '.');
    let number =
        parts.next().is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    number && parts.next() == Some("n") && parts.next().is_some()
}

/// The `count` nodes nearest to the top: tier by tier from the nodes that have nothing above them.
fn topmost(upward: &Graph, downward: &Graph, count: usize) -> Vec<u32> {
    let mut seen = vec![false; upward.node_count() as usize];
    let roots = |&node: &u32| upward.row(node).is_empty() && !downward.row(node).is_empty();
    let mut order: Vec<u32> = (0..upward.node_count()).filter(roots).collect();
    order.iter().for_each(|&root| seen[root as usize] = true);
    let mut next = 0;
    while next < order.len() && order.len() < count {
        for arc in downward.row(order[next]) {
            if !std::mem::replace(&mut seen[arc.target as usize], true) {
                order.push(arc.target);
            }
        }
        next += 1;
    }
    order.truncate(count);
    order.sort_unstable();
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_works_read_back() {
        for work in Work::ALL {
            assert_eq!(work.to_string().parse::<Work>().unwrap(), work);
        }
        let error = "closure-2".parse::<Work>().unwrap_err().to_string();
        assert!(error.contains("closure-64"), "the error names the works there are: {error}");
    }

    #[test]
    fn nouns_are_known_by_their_names() {
        for (name, expected) in [
            ("dog.n.1", true),
            ("a.b.n.12", true),
            ("dog.v.1", false),
            ("dog.n.", false),
            ("n.1", false),
            ("", false),
        ] {
            assert_eq!(is_noun(name), expected, "{name}");
        }
    }

    #[test]
    fn the_noun_graph_has_nouns_only_and_broadcast_starts_at_the_top() {
        let mut builder = Builder::new();
        let concept = builder.kind("concept").unwrap();
        let isa = builder.relation("isa").unwrap();
        let part = builder.relation("part").unwrap();
        let [top, left, right, verb] =
            ["a.n.1", "b.n.1", "c.n.1", "d.v.1"].map(|name| builder.node(concept, name).unwrap());
        for below in [left, right, verb] {
            builder.link(below, isa, top, 1);
        }
        builder.link(left, part, right, 1);
        let base = Arc::new(builder.finish().unwrap());
        let (graph, _) = noun_graph(&base).unwrap();
        let arcs: Vec<_> = graph.arcs().map(|(source, arc)| (source, arc.target)).collect();
        assert_eq!((graph.node_count(), arcs), (3, vec![(1, 0), (2, 0)]));
        let input = Input::new(Work::Broadcast, &base, SpreadSize::default()).unwrap();
        assert_eq!(input.sources, [0, 1, 2]);
        assert_eq!(topmost(&graph, &graph.reversed(), 2), [0, 1]);
    }

    #[test]
    fn a_memory_without_nouns_is_told() {
        let base = Arc::new(Builder::new().finish().unwrap());
        assert!(Input::new(Work::Closure(1), &base, SpreadSize::default()).is_err());
    }

    #[test]
    fn a_synthetic_graph_compiles_to_the_same_arcs() {
        let graph = Graph::power_law(5, 300, 900, 9);
        let Input { memory, graph, .. } = Input::of_graph(Work::Spread, &graph, &[0]).unwrap();
        let rows = memory.base.rows(memory.direction);
        for node in 0..300 {
            let row: Vec<_> = rows
                .row(memory.nodes[node as usize])
                .iter()
                .map(|link| GraphArc { target: link.target().0, weight: u32::from(link.weight()) })
                .collect();
            assert_eq!(row, graph.row(node));
        }
    }
}
