//! The formatter takes any text, has one style, and changes no meaning.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quillian_knowledge::{Options, Source, compile, format};

fuzz_target!(|text: &str| {
    let source = Source::new("a.quill", text);
    let formatted = format(&source);
    let again = Source::new("a.quill", formatted.as_str());
    assert_eq!(format(&again), formatted);
    let nodes = |source: Source| {
        let compiled = compile(&[source], Options::default());
        compiled.memory.map(|memory| (memory.node_count(), memory.link_count()))
    };
    assert_eq!(nodes(source), nodes(again));
});
