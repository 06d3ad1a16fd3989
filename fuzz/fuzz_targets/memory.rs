//! A memory file may hold any bytes: it opens or is refused, and what opens can be walked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quillian_knowledge::{Glosses, Provenance, run_tests};
use quillian_marker::{Budget, Function, Machine, Marker, Path};
use quillian_network::{Base, Direction, Network, NodeId};
use std::sync::Arc;

fuzz_target!(|data: &[u8]| {
    // The checksums would refuse nearly everything, so the fuzzer may also have them put right.
    let mut repaired = data.to_vec();
    Base::repair_checksums(&mut repaired);
    for bytes in [data, &repaired] {
        let Ok(base) = Base::from_bytes(bytes) else { continue };
        let base = Arc::new(base);
        let nodes = base.node_count().min(1000);
        for node in (0..nodes).map(NodeId) {
            let (provenance, glosses) = (Provenance::of(&base), Glosses::of(&base));
            provenance.line_of(node);
            glosses.get(node).count();
            if let Some(kind) = base.kind_of(node) {
                base.find(kind, base.name(node));
                base.kind_name(kind);
            }
            for direction in [Direction::Forward, Direction::Inverse] {
                base.row(node, direction).iter().for_each(|link| assert!(link.weight() <= u16::MAX));
            }
        }
        run_tests(&base);
        let network = Network::new(base);
        let mut machine = Machine::new();
        machine.set_budget(Budget { tiers: Some(20), messages: Some(10_000) });
        for node in (0..nodes.min(8)).map(NodeId) {
            machine.search_node(&network, node, Marker::Complex(0), 0).unwrap();
        }
        let path = Path::any().many().compile().unwrap();
        let (from, to) = (Marker::Complex(0), Marker::Complex(1));
        machine.propagate(&network, from, to, &path, Function::add_weight()).unwrap();
        machine.propagate(&network, from, Marker::Binary(0), &path, Function::keep()).unwrap();
        machine.collect_nodes(&network, to).unwrap();
    }
});
