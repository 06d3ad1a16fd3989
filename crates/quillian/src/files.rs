//! What the commands read: knowledge files from files, folders and standard input; memories by file or name.

use crate::output::Failure;
use clap::Args;
use quillian_knowledge::Source;
use quillian_network::Base;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of the memory that is part of the program.
const EMBEDDED: &str = "embedded";

/// Which memory a command works on.
#[derive(Args)]
pub(crate) struct MemoryChoice {
    /// The memory: a file made by `quillian build`, or `embedded`, the one that is part of the program.
    #[arg(long, value_name = "FILE|NAME", default_value = EMBEDDED)]
    pub(crate) memory: PathBuf,
}

impl MemoryChoice {
    pub(crate) fn open(&self) -> Result<Arc<Base>, Failure> {
        if self.memory.as_os_str() == EMBEDDED {
            return Ok(quillian_embedded::memory());
        }
        Base::open(&self.memory).map(Arc::new).map_err(Failure::memory)
    }
}

/// Which knowledge files a command works on.
#[derive(Args)]
pub(crate) struct Sources {
    /// Knowledge files (`.quill`, or `.quill.zst` as zstd compresses them), folders of them, or `-` for standard
    /// input [default: standard input].
    #[arg(value_name = "FILE|FOLDER")]
    pub(crate) paths: Vec<PathBuf>,
}

impl Sources {
    /// The paths of all knowledge files, those of folders included.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        if self.paths.is_empty() {
            return Ok(vec![PathBuf::from("-")]);
        }
        let mut files = Vec::new();
        for path in &self.paths {
            if path.is_dir() {
                let before = files.len();
                collect(path, &mut files)?;
                if files.len() == before {
                    let message = format!("{}: no knowledge files (*.quill) in this folder", path.display());
                    return Err(Failure::Input(message));
                }
            } else {
                files.push(path.clone());
            }
        }
        Ok(files)
    }

    /// All knowledge files, read.
    pub(crate) fn read(&self) -> Result<Vec<Source>, Failure> {
        self.files()?.iter().map(|path| read(path)).collect()
    }
}

/// A knowledge file, or standard input.
pub(crate) fn read(path: &Path) -> Result<Source, Failure> {
    let bytes = read_bytes(path)?;
    let bytes = match is_compressed(path) {
        true => zstd::decode_all(&bytes[..])
            .map_err(|error| Failure::Input(format!("{}: not whole as zstd: {error}", name(path))))?,
        false => bytes,
    };
    Ok(Source::new(name(path), bytes))
}

/// Whether a file is knowledge compressed by zstd.
pub(crate) fn is_compressed(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".quill.zst"))
}

/// The bytes of a file, or of standard input.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    bytes.map_err(|error| Failure::Input(format!("{}: {error}", name(path))))
}

/// What a file is called in messages.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "<standard input>".to_owned() } else { path.display().to_string() }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |error| Failure::Input(format!("{}: {error}", folder.display()));
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        entries.push(entry.map_err(failed)?.path());
    }
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "quill") || is_compressed(&path) {
            files.push(path);
        }
    }
    Ok(())
}
