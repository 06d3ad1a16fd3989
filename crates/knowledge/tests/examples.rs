//! The packs of the repository are clean, in the one style, and pass their tests.

use quillian_knowledge::render::{Style, render_all};
use quillian_knowledge::{Options, Provenance, Source, compile, format, run_tests};
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../knowledge/examples")
}

fn read(name: &str) -> Source {
    let bytes = std::fs::read(folder().join(name)).expect("an example that exists");
    Source::new(name, bytes)
}

fn check(names: &[&str], passed: u32, waiting: u32) {
    let sources: Vec<Source> = names.iter().map(|name| read(name)).collect();
    let compiled = compile(&sources, Options::default());
    let shown = render_all(&compiled.diagnostics, &sources, Style::default());
    assert_eq!(shown, "", "{names:?}");
    let memory = compiled.memory.expect("no errors");
    let report = run_tests(&memory);
    assert_eq!((report.failed, report.passed, report.waiting), (0, passed, waiting), "{:?}", report.outcomes);
}

#[test]
fn packs_are_clean_and_pass() {
    check(&["taste.quill", "taste-world.quill"], 6, 2);
    check(&["control.quill"], 3, 1);
}

#[test]
fn packs_are_in_the_one_style() {
    for entry in std::fs::read_dir(folder()).expect("the folder of examples") {
        let path = entry.expect("an entry").path();
        let bytes = std::fs::read(&path).expect("a file");
        let source = Source::new(path.display().to_string(), bytes);
        assert_eq!(format(&source), source.text(), "run `quillian fmt {}`", path.display());
    }
}

#[test]
fn the_taste_of_the_design_is_valid_as_it_stands() {
    let designed = Source::new("taste.quill", include_str!("data/taste-as-designed.quill"));
    assert_eq!(format(&designed), read("taste.quill").text());
    let sources = [designed, read("taste-world.quill")];
    assert!(compile(&sources, Options::default()).diagnostics.is_empty());
}

#[test]
fn nodes_know_the_line_they_come_from() {
    let sources = [read("taste.quill"), read("taste-world.quill")];
    let memory = compile(&sources, Options::default()).memory.expect("no errors");
    let provenance = Provenance::of(&memory);
    assert_eq!(provenance.files().collect::<Vec<_>>(), ["taste-world.quill", "taste.quill"]);
    for (kind, name, expected) in [
        ("concept", "conference", ("taste.quill", 1)),
        ("concept", "thing", ("taste-world.quill", 9)),
        ("word", "en:paper", ("taste-world.quill", 0)),
        ("root", "pick-up~en1", ("taste.quill", 21)),
        ("language", "ja", ("taste-world.quill", 4)),
    ] {
        let node = memory.find(memory.find_kind(kind).expect(kind), name).expect(name);
        let found = provenance.line_of(node).expect(name);
        if expected.1 > 0 {
            assert_eq!(found, expected, "{name}");
        }
    }
}
