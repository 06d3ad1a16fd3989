//! `quillian check`.

use super::show_diagnostics;
use crate::files::{Sources, read};
use crate::output::{Failure, Output, counted};
use clap::Args;
use quillian_knowledge::{Options, compile};
use quillian_network::Base;
use serde_json::json;
use std::path::PathBuf;

/// Looks for mistakes in knowledge files. All are reported, each with its place and the next step. Of a memory file
/// every byte is checked.
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
        let is_memory = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "memory");
        let (memories, files): (Vec<_>, Vec<_>) = self.sources.files()?.into_iter().partition(is_memory);
        for path in &memories {
            let memory = Base::open(path).and_then(|memory| memory.verify().map(|()| memory));
            let memory = memory.map_err(Failure::memory)?;
            let (nodes, links) = (memory.node_count(), memory.link_count());
            match output.is_text() {
                true => {
                    output.text(format_args!("{}: in order, {nodes} nodes, {links} links", path.display()))?
                }
                false => output.json(&json!({"memory": path, "nodes": nodes, "links": links}))?,
            }
        }
        if files.is_empty() {
            return Ok(());
        }
        let sources = files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
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
