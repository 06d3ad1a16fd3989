//! The lexicon takes any bytes as text: every engine gives the same answer.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| quillian_lexicon::fuzz(data));
