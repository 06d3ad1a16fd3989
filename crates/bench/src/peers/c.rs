//! The peers in C: found on this machine, compiled when they are run.

use super::process::{Outside, finish, run_peer};
use crate::engine::Measurement;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A peer that is a C library with a small program of ours around it.
pub(crate) struct CPeer {
    pub(crate) name: &'static str,
    program: &'static str,
    source: &'static str,
    header: &'static str,
    flags: &'static [&'static str],
    package: &'static str,
}

const SHARED: &str = include_str!("../../../../bench/c/peer.h");

/// SuiteSparse:GraphBLAS.
pub(crate) const GRAPHBLAS: CPeer = CPeer {
    name: "SuiteSparse:GraphBLAS",
    program: "graphblas",
    source: include_str!("../../../../bench/graphblas/network.c"),
    header: "GraphBLAS.h",
    flags: &["-lgraphblas"],
    package: "libgraphblas-dev",
};

/// The core of igraph.
pub(crate) const IGRAPH: CPeer = CPeer {
    name: "igraph",
    program: "igraph",
    source: include_str!("../../../../bench/igraph/network.c"),
    header: "igraph.h",
    flags: &["-I/usr/include/igraph", "-I/usr/local/include/igraph", "-ligraph", "-lm"],
    package: "libigraph-dev",
};

impl CPeer {
    /// Compiles the program, installing the library first if that was asked for. `Err` is a note for the user.
    pub(crate) fn prepare(&self, outside: &Outside) -> Result<PathBuf, String> {
        if !self.is_found() {
            if !outside.install {
                return Err(format!(
                    "{}: not found; to compare with it: apt-get install {}, or run again with --install",
                    self.name, self.package
                ));
            }
            finish(self.name, Command::new("apt-get").args(["install", "-y", "-q", self.package]))?;
        }
        let keep = |name: &str, text: &str| {
            let path = outside.cache.join(name);
            std::fs::write(&path, text).map(|()| path).map_err(|error| format!("{}: {error}", self.name))
        };
        keep("peer.h", SHARED)?;
        let source = keep(&format!("{}.c", self.program), self.source)?;
        let program = outside.cache.join(self.program);
        let mut compile = compiler();
        compile.args(["-O3", "-std=gnu11", "-o"]).arg(&program).arg(&source).args(self.flags);
        finish(self.name, &mut compile)?;
        Ok(program)
    }

    /// Runs the compiled program on an input.
    pub(crate) fn run(
        &self,
        program: &Path,
        input: &Path,
        outside: &Outside,
    ) -> Result<Vec<Measurement>, String> {
        let threads = outside.threads.to_string();
        run_peer(self.name, Command::new(program).arg(input).arg(&threads).env("OMP_NUM_THREADS", &threads))
    }

    /// Whether the compiler finds the library's header.
    fn is_found(&self) -> bool {
        let mut probe = compiler();
        let include = self.flags.iter().filter(|flag| flag.starts_with("-I"));
        probe.args(["-E", "-x", "c", "-include", self.header, "/dev/null"]).args(include);
        finish(self.name, &mut probe).is_ok()
    }
}

fn compiler() -> Command {
    Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()))
}
