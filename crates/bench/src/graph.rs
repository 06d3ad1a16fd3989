//! The input of a work: a directed graph with weighted arcs, as plain arrays every peer can take.

use crate::random::Random;

/// A directed graph in compressed rows. Arcs of a row are in order of their targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    starts: Vec<u32>,
    arcs: Vec<Arc>,
}

/// One arc, as seen from its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arc {
    /// The node the arc leads to.
    pub target: u32,
    /// What it costs to follow it.
    pub weight: u32,
}

impl Graph {
    /// A graph of `nodes` nodes. Of arcs between the same two nodes the lightest stays.
    pub fn new(nodes: u32, mut arcs: Vec<(u32, Arc)>) -> Graph {
        arcs.retain(|(source, arc)| *source < nodes && arc.target < nodes);
        arcs.sort_unstable();
        arcs.dedup_by_key(|(source, arc)| (*source, arc.target));
        let mut starts = vec![0u32; nodes as usize + 1];
        for (source, _) in &arcs {
            starts[*source as usize + 1] += 1;
        }
        for node in 0..nodes as usize {
            starts[node + 1] += starts[node];
        }
        Graph { starts, arcs: arcs.into_iter().map(|(_, arc)| arc).collect() }
    }

    /// A random graph whose degrees follow a power law of exponent 3, both of arcs in and of arcs out.
    ///
    /// Both ends of an arc are drawn by [`Random::low_rank`], and the ranks are dealt to the nodes at random, so
    /// a node's id says nothing about its degree. Weights are drawn from 1 to `heaviest`, all equally likely.
    /// There are no loops and no parallel arcs.
    pub fn power_law(seed: u64, nodes: u32, arcs: usize, heaviest: u32) -> Graph {
        let mut random = Random::new(seed);
        let by_rank = random.permutation(nodes);
        let possible = u64::from(nodes) * u64::from(nodes.saturating_sub(1));
        // A graph that is nearly complete would be drawn for ever.
        let arcs = arcs.min((possible / 4) as usize);
        let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(arcs);
        while pairs.len() < arcs {
            for _ in pairs.len()..arcs {
                let source = by_rank[random.low_rank(nodes) as usize];
                let target = by_rank[random.low_rank(nodes) as usize];
                if source != target {
                    pairs.push((source, target));
                }
            }
            pairs.sort_unstable();
            pairs.dedup();
        }
        let weighted = pairs.into_iter().map(|(source, target)| {
            let weight = 1 + random.below(heaviest);
            (source, Arc { target, weight })
        });
        Graph::new(nodes, weighted.collect())
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// How many arcs there are.
    pub fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    /// The arcs out of a node; none for a node that does not exist.
    #[inline]
    pub fn row(&self, node: u32) -> &[Arc] {
        let Some(&[start, end]) = self.starts.get(node as usize..).and_then(|rest| rest.first_chunk()) else {
            return &[];
        };
        self.arcs.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// All arcs with their sources, in order.
    pub fn arcs(&self) -> impl Iterator<Item = (u32, Arc)> + '_ {
        (0..self.node_count()).flat_map(|node| self.row(node).iter().map(move |&arc| (node, arc)))
    }

    /// Where each row starts in the array of arcs, and at last where that array ends.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The same graph with every arc turned round.
    pub fn reversed(&self) -> Graph {
        let turned =
            self.arcs().map(|(source, arc)| (arc.target, Arc { target: source, weight: arc.weight }));
        Graph::new(self.node_count(), turned.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arc(source: u32, target: u32, weight: u32) -> (u32, Arc) {
        (source, Arc { target, weight })
    }

    #[test]
    fn rows_are_sorted_and_the_lightest_of_parallel_arcs_stays() {
        let graph = Graph::new(3, vec![arc(2, 0, 5), arc(0, 2, 9), arc(0, 1, 1), arc(0, 2, 4), arc(7, 0, 1)]);
        assert_eq!(graph.row(0), [Arc { target: 1, weight: 1 }, Arc { target: 2, weight: 4 }]);
        assert_eq!(graph.row(1), []);
        assert_eq!(graph.row(99), []);
        assert_eq!(graph.arc_count(), 3);
        assert_eq!(graph.reversed().reversed(), graph);
    }

    #[test]
    fn a_power_law_graph_has_the_size_asked_for_and_is_the_same_every_time() {
        let graph = Graph::power_law(1991, 1000, 4500, 255);
        assert_eq!((graph.node_count(), graph.arc_count()), (1000, 4500));
        assert_eq!(graph, Graph::power_law(1991, 1000, 4500, 255));
        assert!(graph.arcs().all(|(source, arc)| source != arc.target && (1..=255).contains(&arc.weight)));
        let longest = (0..1000).map(|node| graph.row(node).len()).max();
        assert!(longest > Some(30), "hubs have many times the mean of 4.5 arcs, not {longest:?}");
    }
}
