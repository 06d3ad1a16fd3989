//! The WordNet importer takes any bytes for any file: it imports them, and the text compiles, or says what is wrong.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quillian_knowledge::import::wordnet::{Database, Detail, Files};
use quillian_knowledge::{Options, Source, compile};

fuzz_target!(|data: &[u8]| {
    let mut files = Files::new();
    // A zero byte separates files, in the order of their names; those left over are empty.
    let mut parts = data.split(|&byte| byte == 0);
    for (name, _) in Files::names() {
        files.insert(&name, parts.next().unwrap_or_default().to_vec());
    }
    match Database::parse(&files) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(database) => {
            let text = database.text(Detail::Full);
            let compiled = compile(&[Source::new("wordnet.quill", text)], Options::default());
            assert!(!compiled.has_errors());
        }
    }
});
