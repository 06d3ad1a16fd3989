//! The tools the tasks need, and how to get them.

use crate::{command, execute};
use std::path::{Path, PathBuf};

/// Something that is not part of the Rust toolchain.
pub(crate) enum Tool {
    /// A program of a crate, installed with the dependencies it was released with.
    Crate {
        /// The crate.
        name: &'static str,
        /// The version we know to work; a newer one that is there already will do.
        version: &'static str,
        /// Further arguments for its installation.
        options: &'static [&'static str],
        /// A command that succeeds when the program is there.
        probe: &'static [&'static str],
    },
    /// A Debian package; without a Debian system the tests that need it say so.
    Debian {
        /// The package.
        name: &'static str,
        /// A file it has.
        file: &'static str,
    },
}

impl Tool {
    pub(crate) const ALL: &[Tool] = &[
        Tool::Crate {
            name: "cargo-nextest",
            version: "0.9.143",
            options: &[],
            probe: &["cargo", "nextest", "--version"],
        },
        Tool::Crate {
            name: "cargo-fuzz",
            version: "0.13.2",
            options: &[],
            probe: &["cargo", "fuzz", "--version"],
        },
        // Only what builds the book: no server, no watching of files.
        Tool::Crate {
            name: "mdbook",
            version: "0.5.4",
            options: &["--no-default-features", "--features", "search"],
            probe: &["mdbook", "--version"],
        },
        Tool::Debian { name: "wordnet-base", file: "/usr/share/wordnet/data.noun" },
    ];

    /// Installs it if it is missing.
    pub(crate) fn install(&self) -> Result<(), String> {
        match self {
            Tool::Crate { name, version, options, probe } => {
                let [program, arguments @ ..] = probe else { return Ok(()) };
                if command(program, arguments).output().is_ok_and(|output| output.status.success()) {
                    return Ok(());
                }
                execute(command("cargo", &["install", "--locked", "--version", version, name]).args(*options))
            }
            Tool::Debian { name, file } => {
                if Path::new(file).exists() {
                    return Ok(());
                }
                let installed = execute(&mut command("apt-get", &["update", "--quiet"]))
                    .and_then(|()| execute(&mut command("apt-get", &["install", "--yes", "--quiet", name])));
                if let Err(problem) = installed {
                    eprintln!("note: {name} could not be installed ({problem}); tests that need it say so");
                }
                Ok(())
            }
        }
    }
}

/// Where cargo installs programs.
pub(crate) fn folder() -> PathBuf {
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo"));
    std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home).unwrap_or_default().join("bin")
}
