//! Every diagnostic has an example that gives it, and the book's page is the table in the code.

use expect_test::expect_file;
use quillian_knowledge::{Code, Options, Source, catalogue_page, compile};

#[test]
fn every_example_gives_its_diagnostic() {
    let mut wrong = Vec::new();
    for &code in Code::ALL {
        if code.example().is_empty() {
            continue;
        }
        let compiled = compile(&[Source::new("example.quill", code.example())], Options::default());
        let found: Vec<&str> = compiled.diagnostics.iter().map(|diagnostic| diagnostic.code.name()).collect();
        if found.is_empty() || !found.contains(&code.name()) {
            wrong.push(format!("{} {:?} gives {found:?}", code.name(), code.example()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn codes_are_unique_and_in_order() {
    let names: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    assert!(names.len() >= 40);
}

#[test]
fn the_page_of_the_book_is_the_table() {
    expect_file!["../../../docs/src/diagnostics.md"].assert_eq(&catalogue_page());
}
