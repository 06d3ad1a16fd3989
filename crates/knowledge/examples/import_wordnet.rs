//! Writes a WordNet directory as knowledge-language text to standard output, and its counts to standard error.
//!
//! `cargo run --release -p quillian-knowledge --example import_wordnet -- /usr/share/wordnet compact`

use quillian_knowledge::import::wordnet::{Database, Detail, Files};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (directory, detail) = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [directory] => (directory, Detail::Full),
        [directory, "compact"] => (directory, Detail::Compact),
        _ => {
            eprintln!("usage: import_wordnet DIRECTORY [compact] > wordnet.quill");
            return ExitCode::from(2);
        }
    };
    match import(directory, detail) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn import(directory: &str, detail: Detail) -> Result<(), Box<dyn std::error::Error>> {
    let files = Files::read(directory)?;
    let database = Database::parse(&files)?;
    eprintln!("{}", database.counts());
    std::io::stdout().lock().write_all(database.text(detail).as_bytes())?;
    Ok(())
}
