//! Importers: what others have written down, as text of the knowledge language.
//!
//! An importer reads files of another format and writes `.quill` text, which then goes the way of all knowledge:
//! it can be reviewed, formatted, checked and compiled. No importer writes into a memory past the compiler.

pub mod wordnet;
