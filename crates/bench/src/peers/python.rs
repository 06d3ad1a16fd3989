//! The peer in Python: in a virtual environment of its own, made when that is asked for.

use super::process::{Outside, finish, run_peer};
use crate::engine::Measurement;
use std::path::{Path, PathBuf};
use std::process::Command;

/// networkx, in the version all records were made with.
pub(crate) struct Networkx;

const PROGRAM: &str = include_str!("../../../../bench/python/network.py");
const VERSION: &str = "networkx==3.6.1";

impl Networkx {
    /// The name in reports.
    pub(crate) const NAME: &str = "networkx";

    /// The Python of the environment, made first if that was asked for. `Err` is a note for the user.
    pub(crate) fn prepare(&self, outside: &Outside) -> Result<PathBuf, String> {
        let environment = outside.cache.join("python");
        let python = environment.join("bin").join("python");
        let works = || finish(Self::NAME, Command::new(&python).args(["-c", "import networkx"])).is_ok();
        if works() {
            return Ok(python);
        }
        if !outside.install {
            return Err(format!(
                "{}: not found; to compare with it run again with --install (it goes into {})",
                Self::NAME,
                environment.display()
            ));
        }
        finish(Self::NAME, Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
        finish(Self::NAME, Command::new(&python).args(["-m", "pip", "install", "--quiet", VERSION]))?;
        Ok(python)
    }

    /// Runs it on an input.
    pub(crate) fn run(
        &self,
        python: &Path,
        input: &Path,
        outside: &Outside,
    ) -> Result<Vec<Measurement>, String> {
        let program = outside.cache.join("network.py");
        std::fs::write(&program, PROGRAM).map_err(|error| format!("{}: {error}", Self::NAME))?;
        run_peer(Self::NAME, Command::new(python).arg(program).arg(input))
    }
}
