//! What is timed: an engine takes an input, does the work, and shows its marks.

use crate::error::Error;
use crate::mark::{Checksum, Mark};
use crate::work::Input;
use std::time::Instant;

/// Something that can do a work inside this process.
pub trait Engine {
    /// The name of the engine.
    fn name(&self) -> &str;

    /// Its version.
    fn version(&self) -> String;

    /// What sets this way of doing the work apart from others of the same engine; empty if there is one only.
    fn variant(&self) -> &str {
        ""
    }

    /// Whether its marks have the values the work asks for.
    fn gives_values(&self, input: &Input) -> bool {
        input.work.asks_for_values()
    }

    /// How many threads it may use from now on.
    fn use_threads(&mut self, _count: usize) {}

    /// Takes an input and makes ready; not timed. False when this work is not for this engine.
    fn load(&mut self, input: &Input) -> Result<bool, Error>;

    /// Does the work from the start, and keeps the marks; timed, and repeated.
    fn run(&mut self, input: &Input) -> Result<(), Error>;

    /// Shows the marks of the last run; not timed.
    fn marks(&self, input: &Input, show: &mut dyn FnMut(Mark));
}

/// What was measured of one way of doing a work.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The engine or peer.
    pub peer: String,
    /// Its version.
    pub version: String,
    /// What sets this way apart from others of the same peer.
    pub variant: String,
    /// Whether the marks have the values asked for.
    pub values: bool,
    /// The number of marks and their checksum.
    pub checksum: Checksum,
    /// Milliseconds of each sample.
    pub times: Vec<f64>,
}

impl Measurement {
    /// The median of the samples.
    pub fn median(&self) -> f64 {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
    }

    /// The shortest sample.
    pub fn best(&self) -> f64 {
        self.times.iter().copied().fold(f64::NAN, f64::min)
    }
}

/// Which clock is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The time the processors spent on this process: for one thread.
    Cpu,
    /// The time that passed: for several threads.
    Wall,
}

impl Clock {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Clock::Cpu => "cpu",
            Clock::Wall => "wall",
        }
    }
}

/// A clock that was started.
enum Watch {
    #[cfg(unix)]
    Cpu(rustix::time::Timespec),
    Wall(Instant),
}

impl Watch {
    fn start(clock: Clock) -> Watch {
        match clock {
            #[cfg(unix)]
            Clock::Cpu => Watch::Cpu(rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime)),
            _ => Watch::Wall(Instant::now()),
        }
    }

    fn milliseconds(&self) -> f64 {
        match self {
            #[cfg(unix)]
            Watch::Cpu(start) => {
                let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
                (now.tv_sec - start.tv_sec) as f64 * 1e3 + (now.tv_nsec - start.tv_nsec) as f64 / 1e6
            }
            Watch::Wall(start) => start.elapsed().as_secs_f64() * 1e3,
        }
    }
}

/// Times an engine, in the same way as the peers in other languages time themselves: warm, repeated within a sample
/// until the sample is long enough for the clock, three to fifteen samples in about a second.
pub fn measure(engine: &mut dyn Engine, input: &Input, clock: Clock) -> Result<Option<Measurement>, Error> {
    if !engine.load(input)? {
        return Ok(None);
    }
    let watch = Watch::start(clock);
    engine.run(input)?;
    let once = watch.milliseconds();
    let mut checksum = Checksum::default();
    engine.marks(input, &mut |mark| checksum.add(mark));
    let repeat = match once {
        ..1.0 => (5.0 / once.max(0.0001)) as u32,
        ..10.0 => 3,
        _ => 1,
    };
    let mut times = Vec::new();
    let mut spent = 0.0;
    while times.len() < 15 && (times.len() < 3 || spent < 1000.0) {
        let watch = Watch::start(clock);
        for _ in 0..repeat {
            engine.run(input)?;
        }
        let time = watch.milliseconds();
        spent += time;
        times.push(time / f64::from(repeat));
    }
    Ok(Some(Measurement {
        peer: engine.name().to_owned(),
        version: engine.version(),
        variant: engine.variant().to_owned(),
        values: engine.gives_values(input),
        checksum,
        times,
    }))
}
