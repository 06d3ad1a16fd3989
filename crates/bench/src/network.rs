//! `bench network`: all works, all peers, all answers compared.

use crate::engine::{Clock, Engine, Measurement, measure};
use crate::error::{Error, ErrorKind};
use crate::mark::{Checksum, Mark};
use crate::peers::{self, Outside};
use crate::plain::PlainLoop;
use crate::record::{Record, records_of_peer};
use crate::work::{Input, SpreadSize, Work};
use quillian_network::Base;
use std::path::PathBuf;
use std::sync::Arc;

/// What is to be run.
#[derive(Clone)]
pub struct Options {
    /// The memory the nouns are taken from.
    pub memory: Arc<Base>,
    /// The works, in order.
    pub works: Vec<Work>,
    /// How many threads our engine and the peers that can may use. With one, processor time is counted; with more, the
    /// time that passed.
    pub threads: usize,
    /// Whether peers that are missing may be installed.
    pub install: bool,
    /// Whether peers outside this process are run at all.
    pub outside: bool,
    /// Where compiled peers and virtual environments are kept between runs.
    pub cache: PathBuf,
    /// The size of the synthetic network.
    pub spread: SpreadSize,
}

impl Options {
    /// All works on one thread, with the peers that are on this machine.
    pub fn new(memory: Arc<Base>) -> Options {
        let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
        let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or_else(home);
        Options {
            memory,
            works: Work::ALL.to_vec(),
            threads: 1,
            install: false,
            outside: true,
            cache: cache.unwrap_or_else(std::env::temp_dir).join("quillian").join("bench"),
            spread: SpreadSize::default(),
        }
    }
}

/// What happens while a benchmark runs.
#[derive(Debug)]
pub enum Event<'a> {
    /// What is being done now.
    Doing(&'a str),
    /// Something the user should know: a peer that is missing, and how to get it.
    Note(&'a str),
    /// A figure.
    Done(&'a Record),
}

/// Runs the works on our engine and on all peers, and compares all answers. An answer that differs is an error.
pub fn network(
    options: &Options,
    ours: &mut dyn Engine,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<Vec<Record>, Error> {
    std::fs::create_dir_all(&options.cache).map_err(Error::file(&options.cache))?;
    let directory = tempfile::tempdir().map_err(Error::file(std::env::temp_dir()))?;
    let outside = Outside { cache: &options.cache, install: options.install, threads: options.threads };
    let programs = if options.outside { Programs::prepare(&outside, on_event) } else { Programs::default() };
    let clock = if options.threads > 1 { Clock::Wall } else { Clock::Cpu };
    ours.use_threads(options.threads);
    let mut records = Vec::new();
    for &work in &options.works {
        on_event(Event::Doing(&format!("{work}: making the input")));
        let input = Input::new(work, &options.memory, options.spread)?;
        let answer = Answer::of(&input)?;
        let name = ours.name().to_owned();
        on_event(Event::Doing(&format!("{work}: {name}")));
        let own = measure(ours, &input, clock)?.ok_or_else(|| Error::engine(&name, "it refused the work"))?;
        answer.compare(work, &own)?;

        let mut report = |measured: Vec<Measurement>, on_event: &mut dyn FnMut(Event<'_>)| {
            measured.iter().try_for_each(|measurement| answer.compare(work, measurement))?;
            let values = work.asks_for_values();
            let beside =
                records_of_peer(&work.to_string(), values, &own, measured, options.threads, clock.name());
            beside.iter().for_each(|record| on_event(Event::Done(record)));
            records.extend(beside);
            Ok::<(), Error>(())
        };
        for mut engines in in_process() {
            on_event(Event::Doing(&format!("{work}: {}", engines[0].name())));
            let mut measured = Vec::new();
            for engine in &mut engines {
                measured.extend(measure(engine.as_mut(), &input, clock)?);
            }
            report(measured, on_event)?;
        }
        if programs.is_empty() {
            continue;
        }
        let file = peers::write_input(&input, directory.path())?;
        for (peer, program) in &programs.in_c {
            on_event(Event::Doing(&format!("{work}: {}", peer.name)));
            match peer.run(program, &file, &outside) {
                Ok(measured) => report(measured, on_event)?,
                Err(note) => on_event(Event::Note(&note)),
            }
        }
        if let Some(python) = &programs.python {
            on_event(Event::Doing(&format!("{work}: {}", peers::Networkx::NAME)));
            match peers::Networkx.run(python, &file, &outside) {
                Ok(measured) => report(measured, on_event)?,
                Err(note) => on_event(Event::Note(&note)),
            }
        }
        // The synthetic network is large: do not keep it longer than needed.
        let _ = std::fs::remove_file(file);
    }
    Ok(records)
}

/// The peers inside this process; each inner list is one peer's ways.
fn in_process() -> Vec<Vec<Box<dyn Engine>>> {
    vec![
        vec![Box::new(PlainLoop::default())],
        vec![
            Box::new(peers::PetgraphBfs::default()),
            Box::new(peers::PetgraphDijkstra::default()),
            Box::new(peers::PetgraphHeap::default()),
        ],
        vec![Box::new(peers::Datafrog::default())],
    ]
}

/// The peers outside this process that are ready to run.
#[derive(Default)]
struct Programs {
    in_c: Vec<(peers::CPeer, PathBuf)>,
    python: Option<PathBuf>,
}

impl Programs {
    fn prepare(outside: &Outside, on_event: &mut dyn FnMut(Event<'_>)) -> Programs {
        let mut programs = Programs::default();
        for peer in [peers::GRAPHBLAS, peers::IGRAPH] {
            on_event(Event::Doing(&format!("making {} ready", peer.name)));
            match peer.prepare(outside) {
                Ok(program) => programs.in_c.push((peer, program)),
                Err(note) => on_event(Event::Note(&note)),
            }
        }
        match peers::Networkx.prepare(outside) {
            Ok(python) => programs.python = Some(python),
            Err(note) => on_event(Event::Note(&note)),
        }
        programs
    }

    fn is_empty(&self) -> bool {
        self.in_c.is_empty() && self.python.is_none()
    }
}

/// What the reference loop says: with values, and the marks alone.
struct Answer {
    with_values: Checksum,
    marks_only: Checksum,
}

impl Answer {
    fn of(input: &Input) -> Result<Answer, Error> {
        let mut reference = PlainLoop::default();
        reference.load(input)?;
        reference.run(input)?;
        let mut answer = Answer { with_values: Checksum::default(), marks_only: Checksum::default() };
        reference.marks(input, &mut |mark| {
            answer.with_values.add(mark);
            answer.marks_only.add(Mark { value: 0, ..mark });
        });
        Ok(answer)
    }

    fn compare(&self, work: Work, measured: &Measurement) -> Result<(), Error> {
        let expected = if measured.values { self.with_values } else { self.marks_only };
        if measured.checksum == expected {
            return Ok(());
        }
        let peer = format!("{} {} ({})", measured.peer, measured.version, measured.variant);
        let marks = measured.checksum.marks;
        Err(Error::new(ErrorKind::Disagreement { work, peer, marks, expected: expected.marks }))
    }
}
