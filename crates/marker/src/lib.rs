//! The marker machine: markers that travel through a semantic network, and the instructions on them.
//!
//! A *binary* marker leaves a bit on a node; a *complex* one leaves a value and the node it started from. A
//! [`Path`] says which links a marker may follow and in which order; a [`Function`] says what each link does to
//! its value, and which of two arrivals at a node stays. A [`Machine`] has 64 markers of each sort and carries out
//! the instruction set of the SNAP array on a network it is handed with each instruction.
//!
//! | type | what it is |
//! |---|---|
//! | [`Machine`] | the markers; a method for each instruction |
//! | [`Marker`], [`Mark`] | one of 64 binary or 64 complex markers; what it leaves on a node |
//! | [`Path`], [`Automaton`] | which links may be followed; the same, compiled |
//! | [`Function`], [`Step`], [`Join`] | what happens to values along a link and where arrivals meet |
//! | [`Combine`], [`Edit`] | what AND, OR and FUNC-MARKER do with values |
//! | [`Budget`], [`Stop`], [`Profile`] | how much work a propagation may do, why it ended, what it did |
//! | [`Engine`] | how markers travel; the marks are the same for any choice |
//! | [`Instruction`], [`Outcome`] | the instruction set as data, for programs made by programs |
//! | [`text`] | the text form of programs |
//!
//! ```
//! use quillian_marker::{Function, Machine, Marker, Path};
//! use quillian_network::{Builder, Network};
//! use std::sync::Arc;
//!
//! let mut builder = Builder::new();
//! let concept = builder.kind("concept")?;
//! let isa = builder.relation("isa")?;
//! let part_of = builder.relation("part-of")?;
//! let [canary, bird, wing] = ["canary", "bird", "wing"].map(|name| builder.node(concept, name));
//! let (canary, bird, wing) = (canary?, bird?, wing?);
//! builder.link(canary, isa, bird, 1);
//! builder.link(wing, part_of, bird, 1);
//! let network = Network::new(Arc::new(builder.finish()?));
//!
//! // What parts has a canary? Its own, and those of everything it is.
//! let concept = network.find_kind("concept").unwrap();
//! let isa = network.find_relation("isa").unwrap();
//! let part_of = network.find_relation("part-of").unwrap();
//! let canary = network.find(concept, "canary").unwrap();
//! let path = Path::from(isa).any_times().then(Path::inverse(part_of)).compile()?;
//!
//! let (start, parts) = (Marker::Complex(0), Marker::Complex(1));
//! let mut machine = Machine::new();
//! machine.search_node(&network, canary, start, 0)?;
//! machine.propagate(&network, start, parts, &path, Function::count())?;
//!
//! let marked = machine.collect_nodes(&network, parts)?;
//! let [(part, mark)] = marked[..] else { panic!("one part") };
//! assert_eq!((network.name(part), mark.value, mark.origin), ("wing", 2, canary));
//! # Ok::<(), quillian_marker::Error>(())
//! ```
//!
//! Every engine and any number of threads give the same marks: values are integers, and of equal values the smaller
//! origin stays. A tiny reference machine in the tests says what the instructions mean; property tests hold the
//! engines to it.
//!
//! Deliberately absent: languages, files, clocks, randomness. The machine never knows what a node means, and the
//! text form works on strings in memory.

mod automaton;
mod bits;
mod budget;
mod each;
mod error;
mod exchange;
mod function;
mod instruction;
mod machine;
mod mark;
mod ordered;
mod path;
mod plane;
pub mod text;
mod tiers;
mod walk;

pub use automaton::Automaton;
pub use budget::{Budget, Profile, Stop, Tier};
pub use each::Reaches;
pub use error::Error;
pub use function::{Combine, Edit, Function, Join, Step};
pub use instruction::{Instruction, Outcome};
pub use machine::{End, Engine, Machine};
pub use mark::{MARKERS, Mark, Marker};
pub use path::{Path, PathError, PathStep};
