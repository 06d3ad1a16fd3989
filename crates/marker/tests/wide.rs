//! Wide spreading on larger random networks: engines and numbers of threads agree, marks and profile alike.

use proptest::prelude::*;
use quillian_marker::{Budget, Engine, Function, Machine, Mark, Marker, Path, Profile, Step};
use quillian_network::{Builder, Network, NodeId};
use std::sync::Arc;

const NODES: u32 = 4000;

/// Some nodes have very many links, most have few.
fn network(seed: u64, links: u32, heaviest: u16) -> Network {
    let mut state = seed | 1;
    let mut random = move |below: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(below)) as u32
    };
    let mut builder = Builder::new();
    let kind = builder.kind("node").unwrap();
    let relations = ["one", "two"].map(|name| builder.relation(name).unwrap());
    let nodes: Vec<NodeId> = (0..NODES).map(|n| builder.node(kind, &n.to_string()).unwrap()).collect();
    for _ in 0..links {
        let below = random(NODES) + 1;
        let (source, target) = (nodes[random(NODES) as usize], nodes[random(below) as usize]);
        builder.link(source, relations[random(2) as usize], target, random(u32::from(heaviest) + 1) as u16);
    }
    Network::new(Arc::new(builder.finish().unwrap()))
}

fn spread(
    network: &Network,
    engine: Engine,
    threads: usize,
    path: &Path,
    function: Function,
    budget: Budget,
) -> (Vec<(NodeId, Mark)>, Profile) {
    let (from, to) = (Marker::Complex(0), Marker::Complex(1));
    let mut machine = Machine::new();
    machine.set_engine(engine);
    machine.set_threads(threads);
    machine.set_budget(budget);
    for node in (0..NODES).step_by(97) {
        machine.search_node(network, NodeId(node), from, 50).unwrap();
    }
    let profile = machine.propagate(network, from, to, &path.compile().unwrap(), function).unwrap().clone();
    (machine.collect_nodes(network, to).unwrap(), profile)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn engines_and_threads_agree(
        seed in any::<u64>(),
        links in 4_000u32..40_000,
        heaviest in prop_oneof![Just(0u16), Just(3), Just(255), Just(u16::MAX)],
        step in prop_oneof![
            Just(Step::AddWeight), Just(Step::SubtractWeight), Just(Step::Count), Just(Step::Min), Just(Step::Max)
        ],
        threshold in proptest::option::of(-2000i32..2000),
        which_path in 0usize..3,
    ) {
        let network = network(seed, links, heaviest);
        let one = network.find_relation("one").unwrap();
        let two = network.find_relation("two").unwrap();
        let path = [Path::any().many(), Path::spread(one, two), Path::end_comb(one, Path::inverse(two))];
        let path = &path[which_path];
        let function = Function { threshold, ..Function::new(step) };
        let run = |engine, threads, budget| spread(&network, engine, threads, path, function, budget);

        let expected = run(Engine::Tiers, 1, Budget::UNLIMITED);
        prop_assert_eq!(&run(Engine::Tiers, 3, Budget::UNLIMITED), &expected);
        let automatic = run(Engine::Automatic, 1, Budget::UNLIMITED);
        prop_assert_eq!(&automatic.0, &expected.0);
        prop_assert_eq!(&run(Engine::Automatic, 2, Budget::UNLIMITED), &automatic);
        let ordered = run(Engine::Ordered, 1, Budget::UNLIMITED);
        prop_assert_eq!(&ordered.0, &expected.0);
        prop_assert_eq!(&run(Engine::Ordered, 3, Budget::UNLIMITED), &ordered);

        let budget = Budget { tiers: Some(4), messages: Some(9_000) };
        let stopped = run(Engine::Automatic, 1, budget);
        prop_assert_eq!(&run(Engine::Ordered, 3, budget), &stopped);
    }

    #[test]
    fn markers_together_reach_what_each_reaches_alone(
        seed in any::<u64>(),
        links in 2_000u32..12_000,
        count in 2u8..64,
        which_path in 0usize..4,
    ) {
        let network = network(seed, links, 9);
        let one = network.find_relation("one").unwrap();
        let two = network.find_relation("two").unwrap();
        let paths = [
            Path::from(one).many(), Path::inverse(one).any_times(), Path::spread(one, two), Path::any().many()
        ];
        let path = paths[which_path].compile().unwrap();
        let mut machine = Machine::new();
        let mut alone = Machine::new();
        let pairs: Vec<_> = (0..count).map(|n| (Marker::Complex(n), Marker::Binary(n))).collect();
        for &(from, to) in &pairs {
            let Marker::Complex(number) = from else { unreachable!() };
            let source = NodeId(u32::from(number) * 61 % NODES);
            machine.search_node(&network, source, from, 0).unwrap();
            alone.search_node(&network, source, from, 0).unwrap();
            alone.propagate(&network, from, to, &path, Function::keep()).unwrap();
        }
        machine.propagate_together(&network, &pairs, &path).unwrap();
        for (_, to) in pairs {
            let nodes = |machine: &Machine| machine.collect_nodes(&network, to).unwrap();
            prop_assert_eq!(nodes(&machine), nodes(&alone));
        }
    }
}

/// Enough sources for threads to share them.
#[test]
fn threads_share_sources_that_do_not_meet() {
    let network = network(7, 9_000, 9);
    let one = network.find_relation("one").unwrap();
    let path = Path::from(one).any_times().compile().unwrap();
    let sources: Vec<NodeId> = (0..NODES).map(NodeId).collect();
    let mut machine = Machine::new();
    let alone = machine.propagate_each(&network, &sources, &path, Function::count()).unwrap();
    machine.set_threads(3);
    let shared = machine.propagate_each(&network, &sources, &path, Function::count()).unwrap();
    assert!(alone.len() > NODES as usize);
    assert_eq!(shared, alone);
}
