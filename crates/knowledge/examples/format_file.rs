//! Prints a knowledge file in the one style.

use quillian_knowledge::{Source, format};

fn main() -> std::io::Result<()> {
    for name in std::env::args().skip(1) {
        let bytes = std::fs::read(&name)?;
        print!("{}", format(&Source::new(name, bytes)));
    }
    Ok(())
}
