//! Programs as text: what is understood, and what is said about what is not.

use expect_test::{Expect, expect};
use quillian_marker::text::{Event, parse};
use quillian_marker::{Machine, Mark};
use quillian_network::{Builder, Network};
use std::fmt::Write;
use std::sync::Arc;

/// Canaries are birds are animals; wings are part of birds; there is a word and a concept called `bird`.
fn network() -> Network {
    let mut builder = Builder::new();
    let concept = builder.kind("concept").unwrap();
    let word = builder.kind("word").unwrap();
    let [isa, part_of, means] = ["isa", "part-of", "means"].map(|name| builder.relation(name).unwrap());
    let [animal, bird, canary, wing, hot_dog] =
        ["animal", "bird", "canary", "wing", "hot dog"].map(|name| builder.node(concept, name).unwrap());
    let spelled = builder.node(word, "bird").unwrap();
    builder.link(canary, isa, bird, 1);
    builder.link(bird, isa, animal, 2);
    builder.link(hot_dog, isa, animal, 9);
    builder.link(wing, part_of, bird, 1);
    builder.link(spelled, means, bird, 0);
    Network::new(Arc::new(builder.finish().unwrap()))
}

/// Runs a program and shows what it gave, or what is wrong with it.
fn check(program: &str, expected: Expect) {
    let mut network = network();
    let parsed = parse(program);
    let mut shown = String::new();
    for problem in &parsed.problems {
        writeln!(shown, "{problem}").unwrap();
    }
    let mut events = Vec::new();
    if parsed.problems.is_empty()
        && let Err(problem) = parsed.run(&mut Machine::new(), &mut network, |event| events.push(event))
    {
        writeln!(shown, "{problem}").unwrap();
    }
    for event in events {
        match event {
            Event::Propagated { together: 1, .. } => {}
            Event::Propagated { line, together, profile } => {
                writeln!(shown, "line {line}: {together} together, {} marks", profile.marks).unwrap();
            }
            Event::Nodes { marker, nodes, .. } => {
                let mut nodes: Vec<String> = nodes
                    .into_iter()
                    .map(|(node, Mark { value, origin })| {
                        format!("{} {value} from {}", network.name(node), network.name(origin))
                    })
                    .collect();
                nodes.sort();
                writeln!(shown, "{marker}: {}", nodes.join(", ")).unwrap();
            }
            Event::Links { marker, links, .. } => {
                let links: Vec<String> = links
                    .into_iter()
                    .map(|(node, link)| {
                        let (relation, target) =
                            (network.relation_name(link.relation()), network.name(link.target()));
                        format!("{} {relation} {target}", network.name(node))
                    })
                    .collect();
                writeln!(shown, "{marker}: {}", links.join(", ")).unwrap();
            }
            Event::Kinds { marker, kinds, .. } => {
                let kinds: Vec<&str> = kinds.into_iter().map(|(_, kind)| network.kind_name(kind)).collect();
                writeln!(shown, "{marker}: {}", kinds.join(", ")).unwrap();
            }
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn paths() {
    let along = |path: &str, expected: Expect| {
        let program =
            format!("search-node canary -> c0\npropagate c0 -> c1 along {path} count\ncollect-node c1");
        check(&program, expected);
    };
    along("isa", expect![["c1: bird 1 from canary\n"]]);
    along("isa+", expect![["c1: animal 2 from canary, bird 1 from canary\n"]]);
    along("isa*", expect![["c1: animal 2 from canary, bird 1 from canary, canary 0 from canary\n"]]);
    along("isa?", expect![["c1: bird 1 from canary, canary 0 from canary\n"]]);
    along("isa+?+", expect![["c1: animal 2 from canary, bird 1 from canary, canary 0 from canary\n"]]);
    along("seq(isa, ^part-of)", expect![["c1: wing 2 from canary\n"]]);
    along("isa > ^part-of", expect![["c1: wing 2 from canary\n"]]);
    along(
        "spread(isa, ^part-of)",
        expect![["c1: animal 2 from canary, bird 1 from canary, wing 2 from canary\n"]],
    );
    along("end-spread(isa, isa)", expect![["c1: animal 2 from canary\n"]]);
    along("end(isa+)", expect![["c1: animal 2 from canary\n"]]);
    along("end-comb(isa, ^part-of)", expect![["c1: animal 2 from canary, wing 2 from canary\n"]]);
    along(
        "comb(isa, ^isa)",
        expect![[
            "c1: animal 2 from canary, bird 1 from canary, canary 2 from canary, hot dog 3 from canary\n"
        ]],
    );
    along(
        "union(isa, part-of) > (isa | ^means)",
        expect![["c1: animal 2 from canary, bird 2 from canary\n"]],
    );
    along("_ > _", expect![["c1: animal 2 from canary\n"]]);
}

#[test]
fn named_paths() {
    check(
        "path up isa+\npath round up > ^up\nsearch-node canary -> c0\n\
         propagate c0 -> c1 along round count\ncollect-node c1",
        expect![["c1: bird 3 from canary, canary 2 from canary, hot dog 3 from canary\n"]],
    );
}

#[test]
fn markers_with_names_overlap() {
    check(
        "binary a, b\ncomplex x\nsearch-node wing -> x\nsearch-node canary -> c0\n\
         propagate x -> a along comb(part-of, isa)\npropagate c0 -> b along comb(part-of, isa)\n\
         and-marker a b -> c1\ncollect-node c1",
        expect![["line 6: 2 together, 4 marks\nc1: animal 0 from animal, bird 0 from bird\n"]],
    );
}

#[test]
fn roles_are_bound_by_the_origin() {
    check(
        "create-node concept egg\ncreate bird lays egg\nsearch-node egg -> c0\n\
         propagate c0 -> c1 along ^lays > ^isa*\nmarker-create c1 product origin reverse product-of\n\
         collect-relation c1 product\nset-color egg food\ncollect-color c0",
        expect![[r#"
            2:8: M013: 2 nodes are named `bird`
              help: write `concept/bird` or `word/bird`
        "#]],
    );
}

#[test]
fn mistakes() {
    check(
        "serch-node canary -> c0",
        expect![["1:1: M004: there is no instruction `serch-node`\n  help: did you mean `search-node`?\n"]],
    );
    check(
        "search-node bird -> c0",
        expect![["1:13: M013: 2 nodes are named `bird`\n  help: write `concept/bird` or `word/bird`\n"]],
    );
    check("search-node word/bird -> c0\ncollect-node c0", expect![["c0: bird 0 from bird\n"]]);
    check("search-node \"hot dog\" -> c0\ncollect-node c0", expect![["c0: hot dog 0 from hot dog\n"]]);
    check(
        "search-node \"hot dog -> c0",
        expect![["1:13: M001: this name is not closed\n  help: put a double quote at its end\n"]],
    );
    check(
        "search-node canary -> c64",
        expect![["1:23: M005: there is no marker c64\n  help: markers are numbered 0 to 63\n"]],
    );
    check(
        "propagate c0 -> c1 along isb",
        expect![["1:26: M014: no relation is named `isb`\n  help: did you mean `isa`?\n"]],
    );
    check(
        "propagate c0 -> c1 along isa* ^part-of",
        expect![[
            "1:31: M010: `^` is more than this instruction takes\n  help: put `>` between two parts of a path\n"
        ]],
    );
    check(
        "propagate c0 -> c1 along end(isa) > isa",
        expect![["1:1: M011: an end path stands inside another path; make it the outermost part\n  \
         help: mend this line; the lines before it have taken effect\n"]],
    );
    check(
        "propagate c0 -> c1",
        expect![["1:19: M009: the line ends where `along` is expected\n  help: add `along`\n"]],
    );
    check(
        "func-marker c0 add many",
        expect![[
            "1:20: M008: `many` is not a whole number that fits here\n  help: write digits only, in range\n"
        ]],
    );
}
