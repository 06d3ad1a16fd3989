//! A marker program takes any text; one that parses runs on a small network without panic or endless work.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quillian_marker::{Machine, text};
use quillian_network::{Base, Builder, Network};
use std::sync::{Arc, OnceLock};

fn small() -> Arc<Base> {
    static SMALL: OnceLock<Arc<Base>> = OnceLock::new();
    let build = || {
        let mut builder = Builder::new();
        let kind = builder.kind("k").unwrap();
        let relations = ["r", "s"].map(|name| builder.relation(name).unwrap());
        let nodes = ["a", "b", "c", "d"].map(|name| builder.node(kind, name).unwrap());
        for at in 0..4 {
            builder.link(nodes[at], relations[at % 2], nodes[(at + 1) % 4], at as u16);
            builder.link(nodes[at], relations[1], nodes[(at * 3) % 4], 7);
        }
        Arc::new(builder.finish().unwrap())
    };
    SMALL.get_or_init(build).clone()
}

fuzz_target!(|program: &str| {
    let parsed = text::parse(program);
    for problem in &parsed.problems {
        assert!(!problem.help.is_empty() && problem.line >= 1 && problem.column >= 1);
    }
    // A propagation that never settles ends by its default budget, which is too long to wait for here.
    let guarded = format!("budget tiers 50 messages 10000\n{program}");
    if !program.contains("budget") {
        let _ = text::parse(&guarded).run(&mut Machine::new(), &mut Network::new(small()), |_| {});
    }
});
