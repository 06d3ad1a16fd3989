//! The peers: those in Rust run here, the others are programs of their own.

mod c;
mod crates;
mod process;
mod python;

pub(crate) use c::{CPeer, GRAPHBLAS, IGRAPH};
pub(crate) use crates::{Datafrog, PetgraphBfs, PetgraphDijkstra, PetgraphHeap};
pub(crate) use process::{Outside, write_input};
pub(crate) use python::Networkx;
