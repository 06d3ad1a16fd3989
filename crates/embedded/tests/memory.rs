//! What the embedded memory has, and that it is what the importer makes of an installed WordNet.

use quillian_embedded::{LICENCES, LICENCES_SECTION, memory};
use quillian_knowledge::import::wordnet::{Becomes, Database, Detail, Files};
use quillian_network::{Base, Direction, NodeId};
use std::io::Write;

fn nodes_of(memory: &Base, kind: &str) -> usize {
    memory.find_kind(kind).map_or(0, |kind| memory.nodes_of(kind).len())
}

fn find(memory: &Base, name: &str) -> NodeId {
    memory.find_all(name).next().unwrap_or_else(|| panic!("no node `{name}`"))
}

/// The names of the nodes that a relation leads to, forward or backward, sorted.
fn check(name: &str, relation: &str, direction: Direction, expected: &[&str]) {
    let memory = memory();
    let relation = memory.find_relation(relation).unwrap();
    let links = memory.rows(direction).row_of(find(&memory, name), relation);
    let mut found: Vec<&str> = links.iter().map(|link| memory.name(link.target())).collect();
    found.sort_unstable();
    assert_eq!(found, expected, "{name}");
}

#[test]
fn facts() {
    use Direction::{Forward, Inverse};
    check("dog.n.1", "isa", Forward, &["canine.n.2", "domestic_animal.n.1"]);
    check("dog.n.1", "member-of", Forward, &["canis.n.1", "pack.n.6"]);
    check("canis.n.1", "member-of", Inverse, &["dog.n.1", "jackal.n.1", "wolf.n.1"]);
    check("snore.v.1", "entails", Forward, &["sleep.v.1"]);
}

#[test]
fn all_of_wordnet_is_there() {
    let memory = memory();
    assert!(nodes_of(&memory, "concept") + nodes_of(&memory, "instance") >= 117_659);
    memory.verify().unwrap();
}

#[test]
fn licences_travel_with_the_memory() {
    assert_eq!(memory().section(LICENCES_SECTION), Some(LICENCES.as_bytes()));
    assert!(LICENCES.contains("Copyright 2006 by Princeton University"));
}

/// The installed WordNet; tests that need it say so when there is none.
fn installed() -> Option<Files> {
    let directory = std::env::var("QUILLIAN_WORDNET").unwrap_or_else(|_| "/usr/share/wordnet".to_owned());
    let files = Files::read(&directory);
    files
        .map_err(|error| {
            // Past the capture of the test runner: a test that did not run must be seen.
            let _ = writeln!(
                std::io::stderr(),
                "NOT RUN: needs WordNet 3.0 in {directory} (or set QUILLIAN_WORDNET): {error}"
            );
        })
        .ok()
}

#[test]
fn the_memory_has_every_fact_of_the_files() {
    let Some(files) = installed() else { return };
    let database = Database::parse(&files).unwrap();
    let memory = memory();
    let mut expected = std::collections::BTreeMap::new();
    for (kind, count) in &database.counts().facts {
        let relation = match kind.becomes() {
            Becomes::Relation(name) | Becomes::Symmetric(name) => name,
            Becomes::Parent | Becomes::InstanceParent => "isa",
            Becomes::InverseOf(_) => continue,
        };
        *expected.entry(relation).or_insert(0) += *count as usize;
    }
    expected.insert("means", database.counts().senses() as usize);
    let of_wordnet = |node: NodeId| {
        ["concept", "instance", "word", "sense"].contains(&memory.kind_name(memory.kind_of(node).unwrap()))
    };
    for (relation, expected) in expected {
        let rows = memory.rows(Direction::Forward);
        let id = memory.find_relation(relation).unwrap();
        let found: usize = (0..memory.node_count())
            .map(NodeId)
            .filter(|&node| of_wordnet(node))
            .map(|node| rows.row_of(node, id).len())
            .sum();
        assert!(found >= expected, "{relation}: {found} in the memory, {expected} in the files");
    }
}

#[test]
fn the_checked_in_text_is_what_the_importer_makes() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let packed = std::fs::read(root.join("knowledge/wordnet/wordnet.quill.zst")).unwrap();
    assert!(packed.len() < 4 << 20, "{} bytes", packed.len());
    let Some(files) = installed() else { return };
    let text = Database::parse(&files).unwrap().text(Detail::Compact);
    let same = zstd::decode_all(&packed[..]).unwrap() == text.as_bytes();
    assert!(same, "knowledge/wordnet/README.md says how to make the text again");
}
