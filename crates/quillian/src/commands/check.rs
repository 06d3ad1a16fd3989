//! `quillian check`.

use super::show_diagnostics;
use crate::files::Sources;
use crate::output::{Failure, Output, counted};
use clap::Args;
use quillian_knowledge::{Options, compile};

/// Looks for mistakes in knowledge files. All are reported, each with its place and the next step.
#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    sources: Sources,
    /// Reports in the shape of the language server protocol, for editors.
    #[arg(long)]
    lsp: bool,
}

impl Check {
    pub(crate) fn run(self, output: &mut Output) -> Result<(), Failure> {
        let sources = self.sources.read()?;
        let compiled = compile(&sources, Options { check_only: true, ..Options::default() });
        if self.lsp {
            for diagnostic in &compiled.diagnostics {
                output.json(&diagnostic.to_lsp(&sources))?;
            }
        } else {
            show_diagnostics(output, &compiled.diagnostics, &sources)?;
        }
        if compiled.has_errors() {
            return Err(Failure::Reported);
        }
        if output.is_text() && compiled.diagnostics.is_empty() {
            let counts = compiled.counts;
            output.text(format_args!(
                "{} in order: {} concepts, {} meanings, {} sequences, {} tests",
                counted(counts.files as usize, "file"),
                counts.concepts,
                counts.meanings,
                counts.sequences,
                counts.tests
            ))?;
        }
        Ok(())
    }
}
