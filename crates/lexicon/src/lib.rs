//! Lexicon draft.
mod additions;
mod character;
mod compile;
mod definition;
mod endings;
pub mod engine;
mod error;
mod image;
mod lexicon;
mod perfect;
mod scan;
mod token;

pub use additions::Additions;
pub use character::{Class, class_of, fold};
pub use compile::{CLASS_RELATION, attach};
pub use definition::Definition;
pub use endings::{Endings, Guess, Share};
pub use engine::fused::{Fused, Level};
pub use engine::{Engine, Found, Parallel, pieces};
pub use error::Error;
pub use image::SECTION;
pub use lexicon::{Entry, Key, Lexicon};
pub use scan::scan;
pub use token::{Token, Tokens, tokens};
