//! The benchmark of the network beside its peers.

mod graph;
mod random;

pub use graph::{Arc, Graph};
pub use random::Random;
