//! The knowledge language: syntax, diagnostics, compiler, formatter and test runner.
//!
//! People write what is known in `.quill` files; [`compile`] turns any number of them into one memory. It never
//! stops at the first mistake and never fails: it returns what could be built and what is wrong.
//!
//! | type or function | what it is |
//! |---|---|
//! | [`Source`] | a file in memory: its name and its bytes |
//! | [`compile`], [`Compiled`] | sources to a memory and diagnostics |
//! | [`Diagnostic`], [`Code`] | what is wrong, where, and the next step; [`render`] shows it |
//! | [`parse`], [`tree`] | one source as a tree |
//! | [`format()`] | the one style |
//! | [`run_tests`], [`Report`] | the tests that travel in a memory |
//! | [`Provenance`], [`Glosses`] | the line of knowledge a node comes from; its documentation |
//! | [`schema`] | the kinds of node and relations a compiled memory is made of |
//!
//! ```
//! use quillian_knowledge::{Options, Source, compile, run_tests};
//!
//! let source = Source::new("birds.quill", "\
//! language en
//! relation able-to
//! concept bird
//!   able-to fly
//! concept penguin : bird   en \"penguin\"
//!   not able-to fly
//! concept fly
//! test penguin isa bird
//! refuse penguin able-to fly
//! ");
//! let compiled = compile(&[source], Options::default());
//! assert!(compiled.diagnostics.is_empty());
//! let report = run_tests(&compiled.memory.unwrap());
//! assert_eq!((report.passed, report.failed), (2, 0));
//! ```
//!
//! Deliberately absent: reading text, files on disk. Everything here works on bytes in memory.

mod catalogue;
mod compiler;
pub mod diagnostic;
mod format;
pub mod import;
mod lexer;
pub mod parser;
mod provenance;
pub mod render;
pub mod schema;
mod source;
mod testing;
pub mod tree;

pub use catalogue::{Code, page as catalogue_page};
pub use compiler::{Compiled, Counts, Options, compile};
pub use diagnostic::{Diagnostic, Severity};
pub use format::{format, outline};
pub use parser::parse;
pub use provenance::{Glosses, Provenance};
pub use source::{Place, Source, Span};
pub use testing::{Outcome, Question, Report, Test, run_tests, tests_of};
