//! The peers in Rust agree with the reference loop on random graphs, and a whole small benchmark runs.

use proptest::prelude::*;
use quillian_bench::{
    Arc, Engine, Error, Event, Graph, Input, Machine, Mark, MarkerMachine, Options, PlainLoop, SpreadSize,
    Work, network, write_plots, write_records,
};
use quillian_network::{Base, Builder};
use std::collections::BTreeSet;

/// The answer by the definition: relax every arc until nothing changes, one origin after another.
fn by_definition(input: &Input) -> BTreeSet<Mark> {
    let nodes = input.graph.node_count() as usize;
    let mut marks = BTreeSet::new();
    let mut least: Vec<Option<(u32, u32)>> = vec![None; nodes];
    for &origin in &input.sources {
        let mut costs = vec![None; nodes];
        costs[origin as usize] = Some(0u32);
        loop {
            let mut changed = false;
            for (source, arc) in input.graph.arcs() {
                let step = if input.work == Work::Spread { arc.weight } else { 1 };
                let Some(cost) = costs[source as usize].map(|cost| cost + step) else { continue };
                let known = &mut costs[arc.target as usize];
                if known.is_none_or(|known| cost < known) {
                    *known = Some(cost);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for (node, cost) in costs.into_iter().enumerate() {
            let Some(cost) = cost else { continue };
            match input.work {
                Work::Closure(_) => marks.insert(Mark { origin, node: node as u32, value: cost }),
                Work::Broadcast => marks.insert(Mark { origin, node: node as u32, value: 0 }),
                Work::Spread => {
                    let reached = Some((cost, origin));
                    least[node] = least[node].map_or(reached, |known| reached.min(Some(known)));
                    continue;
                }
            };
        }
    }
    let spread = least.into_iter().enumerate().filter_map(|(node, reached)| {
        reached.map(|(value, origin)| Mark { origin, node: node as u32, value })
    });
    marks.extend(spread);
    marks
}

fn graphs() -> impl Strategy<Value = (Graph, Vec<u32>)> {
    (2u32..40).prop_flat_map(|nodes| {
        let arc = (0..nodes, 0..nodes, 1u32..6)
            .prop_map(|(source, target, weight)| (source, Arc { target, weight }));
        let arcs = prop::collection::vec(arc, 0..120);
        let sources = prop::collection::btree_set(0..nodes, 1..10);
        (arcs, sources)
            .prop_map(move |(arcs, sources)| (Graph::new(nodes, arcs), sources.into_iter().collect()))
    })
}

proptest! {
    #[test]
    fn the_reference_loop_and_our_machine_answer_by_the_definition((graph, sources) in graphs()) {
        for work in [Work::Closure(64), Work::Broadcast, Work::Spread] {
            let input = Input::of_graph(work, &graph, &sources).unwrap();
            let engines: [Box<dyn Engine>; 2] = [Box::<PlainLoop>::default(), Box::<MarkerMachine>::default()];
            for mut engine in engines {
                engine.load(&input).unwrap();
                for _ in 0..2 {
                    engine.run(&input).unwrap();
                    let mut marks = Vec::new();
                    engine.marks(&input, &mut |mark| marks.push(mark));
                    let count = marks.len();
                    let marks: BTreeSet<Mark> = marks.into_iter().collect();
                    prop_assert_eq!(count, marks.len(), "no mark is given twice");
                    prop_assert_eq!(marks, by_definition(&input), "{} {}", work, engine.name());
                }
            }
        }
    }
}

/// A small memory of nouns: a tree with some second parents.
fn small_memory() -> Base {
    let mut builder = Builder::new();
    let concept = builder.kind("concept").unwrap();
    let isa = builder.relation("isa").unwrap();
    let nodes: Vec<_> =
        (0..500).map(|node| builder.node(concept, &format!("x{node:03}.n.1")).unwrap()).collect();
    for node in 1..500 {
        builder.link(nodes[node], isa, nodes[node / 3], 1);
        if node % 7 == 0 {
            builder.link(nodes[node], isa, nodes[node / 5], 1);
        }
    }
    builder.finish().unwrap()
}

fn small_options(directory: &std::path::Path) -> Options {
    Options {
        outside: false,
        cache: directory.join("cache"),
        spread: SpreadSize { nodes: 2000, arcs: 9000, heaviest: 255 },
        ..Options::new(std::sync::Arc::new(small_memory()))
    }
}

#[test]
fn all_works_run_and_all_peers_in_rust_agree() {
    let directory = tempfile::tempdir().unwrap();
    let mut shown = 0;
    let options = small_options(directory.path());
    let records = network(&options, &mut PlainLoop::default(), &mut |event| {
        shown += usize::from(matches!(event, Event::Done(_)));
    })
    .unwrap();
    assert_eq!(shown, records.len());
    for work in Work::ALL {
        let peers: Vec<_> = records
            .iter()
            .filter(|record| record.work == work.to_string())
            .map(|record| record.peer.as_str())
            .collect();
        assert!(peers.contains(&"petgraph") && peers.contains(&"plain CSR loop"), "{work}: {peers:?}");
    }

    let machine = Machine::here();
    let file = write_records(directory.path(), &machine, &records).unwrap();
    let lines = std::fs::read_to_string(file).unwrap();
    assert_eq!(lines.lines().count(), records.len() + 1);
    for line in lines.lines().skip(1) {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        for field in ["work", "peer", "peer_version", "ours", "theirs", "unit", "ratio"] {
            assert!(record.get(field).is_some(), "{field} is missing in {line}");
        }
    }
    let charts = write_plots(directory.path(), &machine, &records).unwrap();
    assert_eq!(charts.len(), Work::ALL.len());
}

/// An engine that forgets one mark.
struct Forgetful(PlainLoop);

impl Engine for Forgetful {
    fn name(&self) -> &str {
        "forgetful"
    }

    fn version(&self) -> String {
        "1".to_owned()
    }

    fn load(&mut self, input: &Input) -> Result<bool, Error> {
        self.0.load(input)
    }

    fn run(&mut self, input: &Input) -> Result<(), Error> {
        self.0.run(input)
    }

    fn marks(&self, input: &Input, show: &mut dyn FnMut(Mark)) {
        let mut first = true;
        self.0.marks(input, &mut |mark| {
            if !std::mem::replace(&mut first, false) {
                show(mark);
            }
        });
    }
}

#[test]
fn a_wrong_answer_fails_the_run() {
    let directory = tempfile::tempdir().unwrap();
    let options = small_options(directory.path());
    let error = network(&options, &mut Forgetful(PlainLoop::default()), &mut |_| ()).unwrap_err().to_string();
    assert!(error.starts_with("B003: forgetful 1"), "{error}");
}
