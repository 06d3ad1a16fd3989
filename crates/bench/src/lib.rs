//! The benchmark of the network beside its peers: inputs, peers, comparison, report.
//!
//! | item | purpose |
//! |---|---|
//! | [`network()`] | runs the works on our engine and on all peers, and compares all answers |
//! | [`Options`], [`Event`] | what to run; what happens meanwhile |
//! | [`Engine`] | what our machine implements to be measured; [`PlainLoop`] is the reference |
//! | [`Work`], [`Input`], [`Graph`] | what is asked, and of which graph |
//! | [`Record`], [`Machine`] | what is reported, and where it was measured |
//!
//! The definitions (inputs, versions, what is counted) stand in `bench/README.md`.
//!
//! ```
//! use quillian_bench::{Engine, Graph, Input, PlainLoop, Work};
//!
//! let graph = Graph::power_law(1, 1000, 4000, 255);
//! let input = Input::of_graph(Work::Spread, &graph, &[17, 42])?;
//! let mut engine = PlainLoop::default();
//! engine.load(&input)?;
//! engine.run(&input)?;
//! engine.marks(&input, &mut |mark| assert!(input.sources.contains(&mark.origin)));
//! # Ok::<(), quillian_bench::Error>(())
//! ```
//!
//! Deliberately absent: any timing that a test asserts, and any peer that is installed without being asked for.

mod engine;
mod error;
mod graph;
mod mark;
mod network;
mod ours;
mod peers;
mod plain;
mod plot;
mod random;
mod record;
mod work;

pub use engine::{Clock, Engine, Measurement, measure};
pub use error::Error;
pub use graph::{Arc, Graph};
pub use mark::{Checksum, Mark};
pub use network::{Event, Options, network};
pub use ours::MarkerMachine;
pub use plain::{PlainLoop, show_keys, show_words};
pub use plot::write_plots;
pub use random::Random;
pub use record::{Machine, Record, write_records};
pub use work::{Input, Memory, SpreadSize, Work, noun_graph};
