//! `quillian bench`.

use crate::files::MemoryChoice;
use crate::output::{Failure, Output, spinner};
use clap::{Args, Subcommand};
use quillian_bench::{
    Event, Machine, MarkerMachine, Options, Record, Work, network, write_plots, write_records,
};
use std::path::PathBuf;

/// Measures Quillian beside its peers, on the same input, in one run.
#[derive(Args)]
pub(crate) struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Markers over a semantic network, beside GraphBLAS, petgraph, datafrog, igraph and networkx.
    Network(NetworkBench),
}

/// Markers over a semantic network, beside GraphBLAS, petgraph, datafrog, igraph and networkx.
#[derive(Args)]
struct NetworkBench {
    #[command(flatten)]
    memory: MemoryChoice,
    /// Only this work (may be given several times) [default: all].
    #[arg(long, value_name = "NAME")]
    work: Vec<Work>,
    /// How many threads we and the peers that can may use.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Installs peers that are missing (GraphBLAS and igraph by apt-get, networkx by pip).
    #[arg(long)]
    install: bool,
    /// Writes the raw records, dated, into this folder.
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
    /// Draws the figures as SVG into this folder.
    #[arg(long, value_name = "FOLDER")]
    plot: Option<PathBuf>,
}

impl Bench {
    pub(crate) fn run(self, output: &mut Output) -> Result<(), Failure> {
        let What::Network(bench) = self.what;
        bench.run(output)
    }
}

impl NetworkBench {
    fn run(self, output: &mut Output) -> Result<(), Failure> {
        let mut options = Options::new(self.memory.open()?);
        options.threads = self.threads.max(1);
        options.install = self.install;
        if !self.work.is_empty() {
            options.works = self.work;
        }
        let progress = spinner("starting");
        let mut shown = Ok(());
        let records = network(&options, &mut MarkerMachine::default(), &mut |event| match event {
            Event::Doing(what) => progress.set_message(what.to_owned()),
            Event::Note(note) => progress.suspend(|| eprintln!("note: {note}")),
            Event::Done(record) => {
                let result = progress.suspend(|| show(output, record));
                shown = std::mem::replace(&mut shown, Ok(())).and(result);
            }
        });
        progress.finish_and_clear();
        let records = records.map_err(Failure::input)?;
        shown?;
        let machine = Machine::here();
        if let Some(folder) = self.record {
            let file = write_records(&folder, &machine, &records).map_err(Failure::input)?;
            eprintln!("records in {}", file.display());
        }
        if let Some(folder) = self.plot {
            for file in write_plots(&folder, &machine, &records).map_err(Failure::input)? {
                eprintln!("plot in {}", file.display());
            }
        }
        Ok(())
    }
}

fn show(output: &mut Output, record: &Record) -> Result<(), Failure> {
    if !output.is_text() {
        output.json(record)?;
        return output.flush();
    }
    let Record { work, peer, peer_version, ours, theirs, unit, ratio, marks, .. } = record;
    output.text(format_args!(
        "{work:14} {peer:32} {peer_version:10} ours {ours:10.5} {unit}  theirs {theirs:10.5} {unit}  ratio {ratio:8.1}  {marks} marks"
    ))?;
    output.flush()
}
