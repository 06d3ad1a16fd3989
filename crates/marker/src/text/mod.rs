//! The text form of marker programs.
//!
//! One instruction a line, `#` starts a comment. The parser never stops at the first mistake: it returns the
//! statements it understood and a [`Problem`] for each line it did not, with the place and the next step. Names
//! of nodes, relations and kinds are looked up when the statement runs, because an earlier statement may have
//! made them.
//!
//! ```
//! use quillian_marker::{Machine, text};
//! use quillian_network::{Builder, Network};
//! use std::sync::Arc;
//!
//! let mut builder = Builder::new();
//! let concept = builder.kind("concept")?;
//! let isa = builder.relation("isa")?;
//! let canary = builder.node(concept, "canary")?;
//! let bird = builder.node(concept, "bird")?;
//! builder.link(canary, isa, bird, 1);
//! let mut network = Network::new(Arc::new(builder.finish()?));
//!
//! let program = text::parse("
//!     search-node canary -> c0
//!     propagate c0 -> c1 along isa+ count
//!     collect-node c1
//! ");
//! assert!(program.problems.is_empty());
//! let mut answers = Vec::new();
//! program.run(&mut Machine::new(), &mut network, |event| answers.push(event)).unwrap();
//! assert_eq!(answers.len(), 2); // the profile of the propagation, and the nodes
//! # Ok::<(), quillian_network::Error>(())
//! ```

mod lexer;
mod parser;
mod path_parser;
mod problem;
mod runner;
mod statement;

pub use parser::{Program, parse};
pub use problem::Problem;
pub use runner::Event;
pub use statement::Keep;
