//! A file full of mistakes: every one is reported, with a place and a next step.

use expect_test::expect_file;
use quillian_knowledge::render::{Style, render_all};
use quillian_knowledge::{Options, Source, compile};
use std::collections::BTreeSet;

#[test]
fn all_mistakes_of_a_file_are_reported() {
    let sources = [Source::new("twenty-mistakes.quill", include_str!("data/twenty-mistakes.quill"))];
    let compiled = compile(&sources, Options::default());
    assert!(compiled.memory.is_none());
    let codes: BTreeSet<&str> = compiled.diagnostics.iter().map(|found| found.code.name()).collect();
    assert!(codes.len() >= 20, "{codes:?}");
    for diagnostic in &compiled.diagnostics {
        assert!(!diagnostic.help.is_empty(), "{diagnostic:?}");
    }
    let shown = render_all(&compiled.diagnostics, &sources, Style::default());
    expect_file!["data/twenty-mistakes.txt"].assert_eq(&shown);
    let lsp: Vec<_> = compiled.diagnostics.iter().map(|found| found.to_lsp(&sources)).collect();
    assert_eq!(lsp[0]["range"]["start"]["line"], 1);
    let json = serde_json::to_string(&compiled.diagnostics[0].located(&sources)).expect("JSON");
    assert!(
        json.starts_with(
            r#"{"code":"K067","severity":"error","file":"twenty-mistakes.quill","start":{"byte":"#
        ),
        "{json}"
    );
}
