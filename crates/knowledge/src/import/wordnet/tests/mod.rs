mod errors;
mod fixture;
mod installed;
mod text;

use crate::render::{Style, render_all};
use crate::{Options, Source, compile};

/// What the compiler has to say about a text.
fn mistakes(text: &str) -> String {
    let sources = [Source::new("wordnet.quill", text)];
    let compiled = compile(&sources, Options::default());
    render_all(&compiled.diagnostics, &sources, Style::default())
}
