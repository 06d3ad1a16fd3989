//! The knowledge language.

mod catalogue;
pub mod diagnostic;
mod lexer;
pub mod parser;
pub mod render;
mod source;
mod suggest;
pub mod tree;

pub use catalogue::{Code, page as catalogue_page};
pub use diagnostic::{Diagnostic, Severity};
pub use parser::parse;
pub use source::{Place, Source, Span};
