//! `quillian fmt`.

use crate::files::{self, Sources};
use crate::output::{Failure, Output};
use clap::Args;
use quillian_knowledge::{Source, format};
use std::path::Path;

/// Writes knowledge files in the one style. Files are changed in place; standard input goes to standard output.
#[derive(Args)]
pub(crate) struct Fmt {
    #[command(flatten)]
    sources: Sources,
    /// Changes nothing; lists the files that are not in the one style, and fails if there are any.
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(crate) fn run(self, output: &mut Output) -> Result<(), Failure> {
        let mut others = false;
        // What is compressed was not written by hand.
        for path in self.sources.files()?.into_iter().filter(|path| !files::is_compressed(path)) {
            let bytes = files::read_bytes(&path)?;
            let Ok(text) = std::str::from_utf8(&bytes) else {
                let message = format!("{}: not UTF-8; run `quillian check` to see where", files::name(&path));
                return Err(Failure::Input(message));
            };
            let formatted = format(&Source::new(files::name(&path), text));
            let changed = formatted != text;
            if path.as_os_str() == "-" && !self.check {
                output.text(formatted.trim_end_matches('\n'))?;
            } else if changed {
                others = true;
                if !self.check {
                    replace(&path, &formatted)?;
                }
                let done = if self.check { "is not in style" } else { "written in style" };
                match output.is_text() {
                    true => output.text(format_args!("{}: {done}", files::name(&path)))?,
                    false => {
                        output.json(&serde_json::json!({"file": files::name(&path), "changed": true}))?
                    }
                }
            }
        }
        if self.check && others { Err(Failure::Reported) } else { Ok(()) }
    }
}

/// Replaces a file whole, so that an interruption cannot lose what was in it.
fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let write = || {
        std::fs::write(&partial, text)?;
        std::fs::rename(&partial, path)
    };
    write().map_err(|error: std::io::Error| Failure::Input(format!("{}: {error}", path.display())))
}
