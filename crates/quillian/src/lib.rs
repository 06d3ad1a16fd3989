//! Quillian: a language memory.
//!
//! This crate gathers the parts under one name and holds the command line; it has no logic of its own.
//!
//! | module | what lives there |
//! |---|---|
//! | [`network`] | nodes, links, kinds, weights; the mapped base and the episode above it |
//! | [`marker`] | the machine: markers, paths, the instruction set |
//! | [`knowledge`] | the knowledge language and its compiler; importers |
//! | [`embedded`] | the memory that is part of the program |
//!
//! ```
//! use quillian::marker::{Function, Machine, Marker, Path};
//! use quillian::network::Network;
//!
//! // How far is a dog from an animal?
//! let network = Network::new(quillian::embedded::memory());
//! let concept = network.find_kind("concept").unwrap();
//! let isa = network.find_relation("isa").unwrap();
//! let dog = network.find(concept, "dog.n.1").unwrap();
//! let animal = network.find(concept, "animal.n.1").unwrap();
//!
//! let (start, up) = (Marker::Complex(0), Marker::Complex(1));
//! let mut machine = Machine::new();
//! machine.search_node(&network, dog, start, 0)?;
//! machine.propagate(&network, start, up, &Path::from(isa).many().compile()?, Function::count())?;
//! assert!(machine.get(up, animal).unwrap().value > 1);
//! # Ok::<(), quillian::marker::Error>(())
//! ```

pub use quillian_embedded as embedded;
pub use quillian_knowledge as knowledge;
pub use quillian_marker as marker;
pub use quillian_network as network;

/// The Rust code on the pages of the book, compiled and run as doc tests.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../../../docs/src/tutorial-rust.md")]
    mod tutorial {}

    #[doc = include_str!("../../../docs/src/wordnet.md")]
    mod wordnet {}

    #[doc = include_str!("../../../README.md")]
    mod readme {}
}
