//! `quillian import`.

use super::show_diagnostics;
use crate::output::{Failure, Output, spinner};
use clap::{Args, Subcommand};
use quillian_knowledge::import::wordnet::{Database, Detail, Files, PointerType};
use quillian_knowledge::{Options, Source, compile};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Turns other people's data into knowledge files.
#[derive(Args)]
pub(crate) struct Import {
    #[command(subcommand)]
    from: From,
}

#[derive(Subcommand)]
enum From {
    /// WordNet 3.0, in the format of the Princeton database files.
    Wordnet(Wordnet),
}

/// WordNet 3.0, in the format of the Princeton database files (Debian has them in `wordnet-base`).
#[derive(Args)]
struct Wordnet {
    /// The folder with data.noun, index.noun, noun.exc and so on.
    #[arg(value_name = "FOLDER")]
    directory: PathBuf,
    /// Where the knowledge is written: a `.quill` file, or a `.memory` file to compile it at once
    /// [default: nowhere, only count].
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leaves out glosses, verb frames, sense keys and counts.
    #[arg(long)]
    compact: bool,
}

impl Import {
    pub(crate) fn run(self, output: &mut Output) -> Result<(), Failure> {
        let From::Wordnet(wordnet) = self.from;
        wordnet.run(output)
    }
}

impl Wordnet {
    fn run(self, output: &mut Output) -> Result<(), Failure> {
        let progress = spinner("reading");
        let files = Files::read(&self.directory).map_err(Failure::input)?;
        let database = Database::parse(&files).map_err(Failure::input)?;
        if let Some(out) = &self.out {
            let detail = if self.compact { Detail::Compact } else { Detail::Full };
            let text = database.text(detail);
            progress.set_message("writing");
            write(out, text, output)?;
        }
        progress.finish_and_clear();
        let counts = database.counts();
        if output.is_text() {
            return output.text(counts);
        }
        let pointers: BTreeMap<_, _> = PointerType::ALL
            .into_iter()
            .map(|kind| (kind.label(), counts.pointers_of_type(kind).all))
            .collect();
        output.json(&json!({
            "synsets": counts.synsets(), "senses": counts.senses(), "pointers": pointers,
            "pointer_types": counts.pointer_types(), "facts": counts.facts(),
            "exception_lines": counts.exception_lines(), "frames": counts.frames,
        }))
    }
}

fn write(out: &Path, text: String, output: &mut Output) -> Result<(), Failure> {
    if out.extension().is_none_or(|extension| extension != "memory") {
        return std::fs::write(out, text)
            .map_err(|error| Failure::Input(format!("{}: {error}", out.display())));
    }
    let sources = [Source::new("wordnet.quill", text)];
    let compiled = compile(&sources, Options::default());
    show_diagnostics(output, &compiled.diagnostics, &sources)?;
    let memory = compiled.memory.ok_or(Failure::Reported)?;
    memory.write(out).map_err(Failure::memory)
}
