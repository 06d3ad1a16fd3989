//! The memory that the program carries, so that a fresh machine needs no download.
//!
//! | item | purpose |
//! |---|---|
//! | [`memory`] | the memory, opened once and shared |
//! | [`LICENCES`] | the notices of those whose work is in it |
//! | [`LICENCES_SECTION`] | where the same notices stand in the memory itself |
//!
//! It has WordNet 3.0 without glosses, and the packs under `knowledge/general`. They are compiled when the program
//! is built; opening the memory decompresses nothing and copies nothing.
//!
//! ```
//! use quillian_network::Direction;
//!
//! let memory = quillian_embedded::memory();
//! let concept = memory.find_kind("concept").unwrap();
//! let isa = memory.find_relation("isa").unwrap();
//! let dog = memory.find(concept, "dog.n.1").unwrap();
//! let parents = memory.rows(Direction::Forward).row_of(dog, isa);
//! assert!(parents.iter().any(|link| memory.name(link.target()) == "canine.n.2"));
//! ```
//!
//! Deliberately absent: any choice. A program that wants another memory opens a file.

use quillian_network::{Base, Tag};
use std::sync::{Arc, OnceLock};

/// The notices of those whose work is in the memory. They must be shown to whoever asks, and be passed on.
pub const LICENCES: &str = include_str!("../../../LICENSES/WordNet-3.0.txt");

/// The section of the memory that has the text of [`LICENCES`].
pub const LICENCES_SECTION: Tag = Tag::new("licences");

/// The bytes of the memory, aligned as its readers need them.
#[repr(C, align(64))]
struct Aligned<Bytes: ?Sized>(Bytes);

static IMAGE: &Aligned<[u8]> = &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/embedded.memory")));

/// The memory. The first call opens it, which takes microseconds; all callers share it.
pub fn memory() -> Arc<Base> {
    static MEMORY: OnceLock<Arc<Base>> = OnceLock::new();
    let open = || Arc::new(Base::embedded(&IMAGE.0).expect("the build script opened these bytes"));
    MEMORY.get_or_init(open).clone()
}
