//! One module a command: its flags and its thin driver.

pub(crate) mod bench;
pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod find;
pub(crate) mod fmt;
pub(crate) mod import;
pub(crate) mod snap;
pub(crate) mod test;

use crate::output::{Failure, Output};
use quillian_knowledge::render::{Style, render_all};
use quillian_knowledge::{Diagnostic, Source};

/// Writes diagnostics as the result of a command.
fn show_diagnostics(
    output: &mut Output,
    diagnostics: &[Diagnostic],
    sources: &[Source],
) -> Result<(), Failure> {
    if output.is_text() {
        let style = Style { colour: output.has_colours() };
        let text = render_all(diagnostics, sources, style);
        return if text.is_empty() { Ok(()) } else { output.text(text.trim_end()) };
    }
    diagnostics.iter().try_for_each(|diagnostic| output.json(&diagnostic.located(sources)))
}
