//! The knowledge compiler takes any bytes: it never panics, and what it builds can be read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quillian_knowledge::render::{Style, render_all};
use quillian_knowledge::{Options, Source, compile, run_tests};
use quillian_network::Base;

fuzz_target!(|data: &[u8]| {
    // A zero byte separates files.
    let files = data.split(|&byte| byte == 0).take(4).enumerate();
    let sources: Vec<Source> = files.map(|(at, bytes)| Source::new(format!("{at}.quill"), bytes)).collect();
    let compiled = compile(&sources, Options { tolerant: true, ..Options::default() });
    render_all(&compiled.diagnostics, &sources, Style::default());
    for diagnostic in &compiled.diagnostics {
        assert!(!diagnostic.message.is_empty() && !diagnostic.help.is_empty());
        diagnostic.to_lsp(&sources);
    }
    if let Some(memory) = compiled.memory {
        run_tests(&memory);
        Base::from_bytes(memory.as_bytes()).expect("what was built can be opened");
    }
});
