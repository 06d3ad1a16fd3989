//! The semantic network: what Quillian knows, as nodes and links.
//!
//! A [`Base`] is long-term memory: immutable, compiled by a [`Builder`] into one versioned, checksummed
//! file, and read where it lies (mapped from disk or embedded in a program). An [`Episode`] is what one
//! discourse adds above it: new nodes, new links, and the hiding of old ones. A [`Network`] is the two read
//! as one. Dropping an episode costs nothing and leaves the base as it was.
//!
//! | type | what it is |
//! |---|---|
//! | [`NodeId`], [`Kind`], [`Relation`], [`Link`] | dense ids; a link is eight bytes: relation, target, weight |
//! | [`Builder`] | collects nodes and links in any order and compiles them, always to the same bytes |
//! | [`Base`] | the compiled memory: names, kinds, links of a node in both directions, extra sections |
//! | [`Episode`] | additions and deletions of a discourse |
//! | [`Network`] | base and episode read together |
//! | [`Error`] | why a memory file could not be built, written or opened |
//!
//! ```
//! use quillian_network::{Base, Builder, Direction, Network};
//! use std::sync::Arc;
//!
//! let mut builder = Builder::new();
//! let concept = builder.kind("concept")?;
//! let isa = builder.relation("isa")?;
//! let bird = builder.node(concept, "bird")?;
//! let canary = builder.node(concept, "canary")?;
//! builder.link(canary, isa, bird, 1);
//! let base = Arc::new(builder.finish()?);
//!
//! // Ids are assigned when the memory is compiled, so ask the base for them.
//! let concept = base.find_kind("concept").unwrap();
//! let isa = base.find_relation("isa").unwrap();
//! let canary = base.find(concept, "canary").unwrap();
//!
//! // What this discourse adds is its own: the base never changes.
//! let mut network = Network::new(base);
//! let tweety = network.create_node(concept, "tweety")?;
//! network.create_link(tweety, isa, canary, 1)?;
//! let parents: Vec<_> = network.links(tweety, Direction::Forward).map(|link| link.target()).collect();
//! assert_eq!(parents, [canary]);
//! # Ok::<(), quillian_network::Error>(())
//! ```
//!
//! Deliberately absent: markers, words, languages. This crate never knows what a node means.

mod base;
mod builder;
mod episode;
mod error;
mod ids;
mod image;
mod network;
mod relation_index;
mod suggest;

pub use base::{Base, Rows, prefetch};
pub use builder::{Builder, Mapping};
pub use episode::Episode;
pub use error::Error;
pub use ids::{Direction, Kind, Link, NodeId, Relation};
pub use image::{FORMAT_VERSION, Tag};
pub use network::{Links, Network, NetworkRows};
pub use relation_index::RelationRows;
pub use suggest::nearest_name;
