//! Ways to pass 64 markers down a hierarchy at once, each a bit of a word.
//!
//! `cargo run --release -p quillian-bench --example broadcast_prototype`
//!
//! A tier-by-tier loop visits a node once for each distance at which something new arrives, because the sources
//! stand at different heights. If a node is visited only after all that lies above it, every arc is followed once.
//! That is a topological order, kept with the memory or approached by taking waiting nodes in order of their ids.
//! On a cycle it does not exist; what it leaves over goes to the sweeps over the bitmap, which are right for any graph.
//!
//! Tried and left out: counting the arcs into each node on the fly to find the order (two passes cost more than the
//! tiers), and pulling from above in order of ids with the arcs against that order looked at again (no better than
//! pushing unless ids go from the top down).

use quillian_bench::{Engine, Graph, Input, Mark, Options, PlainLoop, Work};
use std::time::Instant;

/// Tier by tier, but a node nothing lies below is marked and not visited: four of five nouns are such. One bit a node
/// says so; it can be kept for each relation and direction.
struct Leaves {
    inner: Vec<u64>,
    fresh: Vec<u64>,
    present: Vec<u32>,
    next: Vec<u32>,
}

impl Leaves {
    fn new(graph: &Graph) -> Leaves {
        let nodes = graph.node_count() as usize;
        let mut inner = vec![0u64; nodes.div_ceil(64)];
        graph.arcs().for_each(|(node, _)| inner[node as usize / 64] |= 1 << (node % 64));
        Leaves { inner, fresh: vec![0; nodes], present: Vec::new(), next: Vec::new() }
    }

    fn is_inner(&self, node: u32) -> bool {
        self.inner[node as usize / 64] >> (node % 64) & 1 != 0
    }

    fn tier_by_tier(&mut self, graph: &Graph, sources: &[u32], words: &mut [u64]) {
        words.fill(0);
        for (bit, &source) in sources.iter().enumerate() {
            words[source as usize] |= 1 << bit;
            self.fresh[source as usize] |= 1 << bit;
            self.present.push(source);
        }
        let mut present = std::mem::take(&mut self.present);
        let mut next = std::mem::take(&mut self.next);
        while !present.is_empty() {
            for node in present.drain(..) {
                let bits = std::mem::take(&mut self.fresh[node as usize]);
                for arc in graph.row(node) {
                    let word = &mut words[arc.target as usize];
                    let new = bits & !*word;
                    *word |= bits;
                    if self.is_inner(arc.target) && new != 0 {
                        let fresh = &mut self.fresh[arc.target as usize];
                        if *fresh == 0 {
                            next.push(arc.target);
                        }
                        *fresh |= new;
                    }
                }
            }
            std::mem::swap(&mut present, &mut next);
        }
        (self.present, self.next) = (present, next);
    }
}

/// One sweep in an order that was prepared: position in `order` is topological.
fn swept(graph: &Graph, order: &[u32], sources: &[u32], words: &mut [u64]) {
    words.fill(0);
    for (bit, &source) in sources.iter().enumerate() {
        words[source as usize] |= 1 << bit;
    }
    for &node in order {
        let word = words[node as usize];
        if word != 0 {
            for arc in graph.row(node) {
                words[arc.target as usize] |= word;
            }
        }
    }
}

/// One sweep over rows renumbered in topological order, each node taking from what is above it.
fn pulled(above: &Graph, sources: &[u32], words: &mut [u64]) {
    let mut next = 0;
    for node in 0..above.node_count() {
        let mut word = 0;
        while sources.get(next).is_some_and(|&source| source == node) {
            word |= 1 << next;
            next += 1;
        }
        for arc in above.row(node) {
            word |= words[arc.target as usize];
        }
        words[node as usize] = word;
    }
}

/// Sweeps in order of ids over the nodes that have something to pass on, a bit each, until there are none. Right for any
/// numbering and with cycles; one sweep where ids go down the hierarchy. Answers how many nodes were visited.
fn swept_by_id(
    graph: &Graph,
    inner: &[u64],
    sources: &[u32],
    words: &mut [u64],
    pending: &mut [u64],
) -> (usize, usize) {
    words.fill(0);
    for (bit, &source) in sources.iter().enumerate() {
        words[source as usize] |= 1 << bit;
        pending[source as usize / 64] |= 1 << (source % 64);
    }
    push_on(graph, inner, words, pending)
}

fn push_on(graph: &Graph, inner: &[u64], words: &mut [u64], pending: &mut [u64]) -> (usize, usize) {
    let (mut visits, mut sweeps) = (0, 0);
    let mut first = 0;
    while first < pending.len() {
        sweeps += 1;
        let mut again = usize::MAX;
        for at in first..pending.len() {
            while pending[at] != 0 {
                let bit = pending[at].trailing_zeros();
                pending[at] &= pending[at] - 1;
                let node = at as u32 * 64 + bit;
                let word = words[node as usize];
                visits += 1;
                for arc in graph.row(node) {
                    let target = arc.target as usize;
                    let known = words[target];
                    words[target] = known | word;
                    // Without a branch: whether the target changed and has something below it.
                    let changed = u64::from(word & !known != 0) << (target % 64);
                    let passes = changed & inner[target / 64];
                    pending[target / 64] |= passes;
                    if passes != 0 && target / 64 < at {
                        again = again.min(target / 64);
                    }
                }
            }
        }
        first = again;
    }
    (visits, sweeps)
}

/// The rows of one relation, copied in topological order: a sweep reads them from first to last.
struct Compact {
    nodes: Vec<(u32, u32)>,
    targets: Vec<u32>,
}

impl Compact {
    fn new(graph: &Graph, order: &[u32]) -> Compact {
        let mut compact = Compact { nodes: Vec::new(), targets: Vec::new() };
        for &node in order {
            compact.targets.extend(graph.row(node).iter().map(|arc| arc.target));
            compact.nodes.push((node, compact.targets.len() as u32));
        }
        compact
    }

    fn sweep(&self, sources: &[u32], words: &mut [u64]) {
        words.fill(0);
        for (bit, &source) in sources.iter().enumerate() {
            words[source as usize] |= 1 << bit;
        }
        let mut start = 0;
        for &(node, end) in &self.nodes {
            let word = words[node as usize];
            if word != 0 {
                for &target in &self.targets[start as usize..end as usize] {
                    words[target as usize] |= word;
                }
            }
            start = end;
        }
    }
}

fn topological(graph: &Graph) -> Vec<u32> {
    let mut above = vec![0u32; graph.node_count() as usize];
    graph.arcs().for_each(|(_, arc)| above[arc.target as usize] += 1);
    let mut order: Vec<u32> = (0..graph.node_count()).filter(|&node| above[node as usize] == 0).collect();
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        next += 1;
        for arc in graph.row(node) {
            above[arc.target as usize] -= 1;
            if above[arc.target as usize] == 0 {
                order.push(arc.target);
            }
        }
    }
    order
}

fn time(name: &str, mut run: impl FnMut()) {
    let mut times: Vec<f64> = (0..101)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{name}: median {:.3} ms, best {:.3} ms", times[50], times[0]);
}

fn main() -> Result<(), quillian_bench::Error> {
    let options = Options::new(quillian_embedded::memory());
    let input = Input::new(Work::Broadcast, &options.memory, options.spread)?;
    let nodes = input.graph.node_count() as usize;
    let mut plain = PlainLoop::default();
    plain.load(&input)?;
    time("tier by tier", || plain.run(&input).expect("the plain loop cannot fail"));
    let mut expected = vec![0u64; nodes];
    plain.marks(&input, &mut |Mark { origin, node, .. }| {
        let bit = input.sources.binary_search(&origin).expect("origins are sources");
        expected[node as usize] |= 1 << bit;
    });

    let mut words = vec![0; nodes];
    let mut leaves = Leaves::new(&input.graph);
    time("tier by tier, leaves not visited", || {
        leaves.tier_by_tier(&input.graph, &input.sources, &mut words);
    });
    assert!(words == expected);
    let mut pending = vec![0u64; nodes.div_ceil(64)];
    let mut seen = (0, 0);
    time("sweeps over a bitmap of waiting nodes, ids of the memory", || {
        seen = swept_by_id(&input.graph, &leaves.inner, &input.sources, &mut words, &mut pending);
    });
    assert!(words == expected);
    println!("  {} visits, {} sweeps", seen.0, seen.1);

    let order = topological(&input.graph);
    let inner: Vec<u32> = order.iter().copied().filter(|&node| !input.graph.row(node).is_empty()).collect();
    time("one sweep over inner nodes in an order kept with the memory", || {
        swept(&input.graph, &inner, &input.sources, &mut words);
    });
    assert!(words == expected);
    let compact = Compact::new(&input.graph, &inner);
    time("one sweep over rows copied in that order", || compact.sweep(&input.sources, &mut words));
    assert!(words == expected);
    time("one sweep in an order kept with the memory", || {
        swept(&input.graph, &order, &input.sources, &mut words)
    });
    assert!(words == expected);

    let mut places = vec![0u32; nodes];
    order.iter().enumerate().for_each(|(place, &node)| places[node as usize] = place as u32);
    let renumbered = input.graph.arcs().map(|(source, mut arc)| {
        let to = std::mem::replace(&mut arc.target, places[source as usize]);
        (places[to as usize], arc)
    });
    let above = Graph::new(nodes as u32, renumbered.collect());
    let mut sources: Vec<u32> = input.sources.iter().map(|&source| places[source as usize]).collect();
    sources.sort_unstable();
    let below = above.reversed();
    let inner = Leaves::new(&below).inner;
    time("sweeps over a bitmap of waiting nodes, ids from the top down", || {
        seen = swept_by_id(&below, &inner, &sources, &mut words, &mut pending);
    });
    println!("  {} visits, {} sweeps", seen.0, seen.1);
    time("one pulling sweep over renumbered rows", || pulled(&above, &sources, &mut words));
    let bits = |words: &[u64]| words.iter().map(|word| word.count_ones()).sum::<u32>();
    assert_eq!(bits(&words), bits(&expected));
    Ok(())
}
