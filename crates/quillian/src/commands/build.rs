//! `quillian build`.

use super::show_diagnostics;
use crate::files::Sources;
use crate::output::{Failure, Output, counted, spinner};
use clap::Args;
use quillian_knowledge::{Options, compile};
use std::path::PathBuf;

/// Compiles knowledge files into a memory.
#[derive(Args)]
pub(crate) struct Build {
    #[command(flatten)]
    sources: Sources,
    /// Where the memory is written.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Builds what could be understood even when there are errors.
    #[arg(long)]
    tolerant: bool,
}

impl Build {
    pub(crate) fn run(self, output: &mut Output) -> Result<(), Failure> {
        let progress = spinner("reading");
        let sources = self.sources.read()?;
        progress.set_message("compiling");
        let compiled = compile(&sources, Options { tolerant: self.tolerant, ..Options::default() });
        progress.set_message("writing");
        if let Some(memory) = &compiled.memory {
            memory.write(&self.out).map_err(Failure::memory)?;
        }
        progress.finish_and_clear();
        show_diagnostics(output, &compiled.diagnostics, &sources)?;
        let Some(memory) = compiled.memory else { return Err(Failure::Reported) };
        let counts = compiled.counts;
        if output.is_text() {
            output.text(format_args!(
                "{}: {} nodes, {} links, {} bytes from {} ({} concepts, {} meanings, {} sequences, {} tests)",
                self.out.display(),
                memory.node_count(),
                memory.link_count(),
                memory.size(),
                counted(counts.files as usize, "file"),
                counts.concepts,
                counts.meanings,
                counts.sequences,
                counts.tests
            ))
        } else {
            output.json(&serde_json::json!({
                "memory": self.out,
                "fingerprint": format!("{:016x}", memory.fingerprint()),
                "nodes": memory.node_count(),
                "links": memory.link_count(),
                "bytes": memory.size(),
                "counts": counts,
            }))
        }
    }
}
