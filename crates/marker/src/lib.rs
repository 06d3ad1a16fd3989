//! The marker machine.
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
