//! Peers that are programs of their own: the file they read and the lines they print.

use crate::engine::Measurement;
use crate::error::Error;
use crate::mark::Checksum;
use crate::work::Input;
use serde::Deserialize;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is needed to run peers outside this process.
pub(crate) struct Outside<'a> {
    /// Where programs and virtual environments are kept between runs.
    pub(crate) cache: &'a Path,
    /// Whether missing peers may be installed.
    pub(crate) install: bool,
    /// How many threads a peer may use.
    pub(crate) threads: usize,
}

/// The line a peer prints for each way it did the work.
#[derive(Deserialize)]
struct Line {
    variant: String,
    values: bool,
    version: String,
    marks: u64,
    checksum: String,
    times: Vec<f64>,
}

/// The first word of an input file: "QBN1".
const MAGIC: u32 = 0x314E_4251;

/// Writes the input as 32-bit little-endian words: magic, work, nodes, arcs, sources; then the sources of all
/// arcs, the targets, the weights; then the sources of the work.
pub(crate) fn write_input(input: &Input, directory: &Path) -> Result<PathBuf, Error> {
    let path = directory.join(format!("{}.input", input.work));
    let write = || {
        let mut file = BufWriter::new(std::fs::File::create(&path)?);
        let graph = &input.graph;
        let head = [
            MAGIC,
            input.work.code(),
            graph.node_count(),
            graph.arc_count() as u32,
            input.sources.len() as u32,
        ];
        let words = head
            .into_iter()
            .chain(graph.arcs().map(|(source, _)| source))
            .chain(graph.arcs().map(|(_, arc)| arc.target))
            .chain(graph.arcs().map(|(_, arc)| arc.weight))
            .chain(input.sources.iter().copied());
        for word in words {
            file.write_all(&word.to_le_bytes())?;
        }
        file.flush()
    };
    write().map_err(Error::file(&path))?;
    Ok(path)
}

/// Runs a peer and reads what it measured. `Err` is a note for the user: the benchmark goes on without this peer.
pub(crate) fn run_peer(name: &str, command: &mut Command) -> Result<Vec<Measurement>, String> {
    let output = finish(name, command)?;
    let read = |line: &str| -> Option<Measurement> {
        let line: Line = serde_json::from_str(line).ok()?;
        let sum = u64::from_str_radix(&line.checksum, 16).ok()?;
        Some(Measurement {
            peer: name.to_owned(),
            version: line.version,
            variant: line.variant,
            values: line.values,
            checksum: Checksum { marks: line.marks, sum },
            times: line.times,
        })
    };
    let lines = output.lines().map(read).collect::<Option<Vec<_>>>();
    lines.ok_or_else(|| format!("{name}: its answer cannot be read: {}", output.trim()))
}

/// Runs a command to its end; its standard output, or a note that has its last words.
pub(crate) fn finish(name: &str, command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}");
    let output = command.output().map_err(|error| format!("{name}: {shown}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> = errors.lines().rev().take(3).collect();
    Err(format!("{name}: {shown} ended with {}: {}", output.status, last.join(" | ")))
}
