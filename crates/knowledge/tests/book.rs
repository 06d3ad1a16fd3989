//! The pages of the book about the language are true.

use expect_test::expect_file;
use quillian_knowledge::render::{Style, render_all};
use quillian_knowledge::{Options, Source, compile, format, run_tests, schema};

const PAGE: &str = include_str!("../../../docs/src/language.md");

/// All examples of the page, as one file.
fn examples() -> Source {
    let mut text = String::new();
    let mut inside = false;
    for line in PAGE.lines() {
        match line {
            "```quill" => inside = true,
            "```" => inside = false,
            _ if inside => {
                text.push_str(line);
                text.push('\n');
            }
            _ => {}
        }
    }
    Source::new("language.md", text)
}

#[test]
fn the_examples_compile_and_pass() {
    let sources = [examples()];
    let compiled = compile(&sources, Options::default());
    assert_eq!(render_all(&compiled.diagnostics, &sources, Style::default()), "");
    let report = run_tests(&compiled.memory.expect("no errors"));
    assert_eq!((report.passed, report.failed, report.waiting), (5, 0, 2), "{:?}", report.outcomes);
}

#[test]
fn the_examples_are_formatted_without_loss() {
    let source = examples();
    let formatted = Source::new("language.md", format(&source));
    assert_eq!(format(&formatted), formatted.text());
}

#[test]
fn the_page_about_the_memory_is_the_schema() {
    let page = format!(
        "# What a compiled memory is made of\n\n\
         These tables are written from `crates/knowledge/src/schema.rs`; a test keeps the two alike.\n\n{}\
         Relations that packs declare are links of that name; a denied one is a link called `not NAME`. Besides nodes \
         and links a memory has the file and line each node comes from, the glosses, and the tests.\n",
        schema::page()
    );
    expect_file!["../../../docs/src/language-memory.md"].assert_eq(&page);
}
