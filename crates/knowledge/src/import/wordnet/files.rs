//! The bytes of a WordNet directory.

use super::error::{Error, ErrorKind};
use super::pointer::PartOfSpeech;
use std::collections::BTreeMap;
use std::path::Path;

/// The texts of the 35 verb frames, which Princeton's programs have and the database files only number.
const FRAMES: &[u8] = include_bytes!("../../../../../knowledge/wordnet/frames.vrb");
const FRAMES_NAME: &str = "frames.vrb";

/// The files of a WordNet directory by name.
#[derive(Clone, Debug, Default)]
pub struct Files {
    files: BTreeMap<String, Vec<u8>>,
}

impl Files {
    /// No files yet; add them with [`Files::insert`].
    pub fn new() -> Files {
        Files::default()
    }

    /// Reads those files of a directory that the importer uses.
    pub fn read(directory: impl AsRef<Path>) -> Result<Files, Error> {
        let directory = directory.as_ref();
        let unreadable =
            |name: &Path, error| Error::in_file(&name.display().to_string(), ErrorKind::Unreadable(error));
        std::fs::read_dir(directory).map_err(|error| unreadable(directory, error))?;
        let mut files = Files::new();
        for (name, required) in Files::names() {
            let path = directory.join(&name);
            match std::fs::read(&path) {
                Ok(bytes) => files.insert(&name, bytes),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    if required {
                        return Err(Error::in_file(&path.display().to_string(), ErrorKind::Missing));
                    }
                }
                Err(error) => return Err(unreadable(&path, error)),
            }
        }
        Ok(files)
    }

    /// Adds a file, or replaces it.
    pub fn insert(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.insert(name.to_owned(), bytes);
    }

    /// The bytes of a file.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.files.get(name).map(Vec::as_slice)
    }

    /// The names of the files that the importer uses, and whether it needs them.
    pub fn names() -> impl Iterator<Item = (String, bool)> {
        let parts = PartOfSpeech::ALL.map(PartOfSpeech::file_name);
        let needed = parts
            .into_iter()
            .flat_map(|part| [format!("data.{part}"), format!("index.{part}"), format!("{part}.exc")]);
        let welcome = ["cntlist.rev", "sents.vrb", "sentidx.vrb", FRAMES_NAME];
        needed.map(|name| (name, true)).chain(welcome.map(|name| (name.to_owned(), false)))
    }

    pub(super) fn required(&self, name: &str) -> Result<(&str, &[u8]), Error> {
        let found = self.files.get_key_value(name);
        let (name, bytes) = found.ok_or_else(|| Error::in_file(name, ErrorKind::Missing))?;
        Ok((name, bytes))
    }

    pub(super) fn optional<'a>(&'a self, name: &'a str) -> (&'a str, &'a [u8]) {
        (name, self.get(name).unwrap_or(&[]))
    }

    pub(super) fn frames(&self) -> (&str, &[u8]) {
        (FRAMES_NAME, self.get(FRAMES_NAME).unwrap_or(FRAMES))
    }
}
