//! The task runner: one entry point for people and for continuous integration.
//!
//! `cargo xtask ci` does everything: it installs what is missing, then runs every check below. Each check is also
//! a command of its own.

mod tools;

use clap::{Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;
use tools::Tool;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The tasks of this repository.")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Clone, Copy)]
enum Task {
    /// Everything below, in order, after installing what is missing.
    Ci,
    /// Installs the tools the other tasks need.
    Setup,
    /// Rust code is formatted.
    Format,
    /// Clippy finds nothing.
    Lint,
    /// The documentation builds, and nothing public is undocumented.
    Docs,
    /// All tests, by nextest.
    Test,
    /// The examples in the documentation run.
    Doctest,
    /// The knowledge packs are in order, in style, and pass their tests.
    Knowledge,
    /// The book builds.
    Book,
    /// Every fuzz target runs for a while without finding anything.
    Fuzz {
        /// How long each target runs.
        #[arg(long, default_value_t = 15)]
        seconds: u32,
    },
    /// A small run of the benchmark: all peers give equal answers.
    Bench,
}

const ALL: &[Task] = &[
    Task::Setup,
    Task::Format,
    Task::Lint,
    Task::Docs,
    Task::Test,
    Task::Doctest,
    Task::Knowledge,
    Task::Book,
    Task::Fuzz { seconds: 15 },
    Task::Bench,
];

fn main() -> ExitCode {
    let task = Arguments::parse().task;
    let tasks = if matches!(task, Task::Ci) { ALL } else { &[task][..] };
    for task in tasks {
        let start = Instant::now();
        let name = name_of(*task);
        eprintln!("\n== {name}");
        if let Err(problem) = run(*task) {
            eprintln!("\n{name} failed: {problem}");
            return ExitCode::FAILURE;
        }
        eprintln!("== {name}: done in {:.0} s", start.elapsed().as_secs_f64());
    }
    ExitCode::SUCCESS
}

fn name_of(task: Task) -> &'static str {
    match task {
        Task::Ci => "ci",
        Task::Setup => "setup",
        Task::Format => "format",
        Task::Lint => "lint",
        Task::Docs => "docs",
        Task::Test => "test",
        Task::Doctest => "doctest",
        Task::Knowledge => "knowledge",
        Task::Book => "book",
        Task::Fuzz { .. } => "fuzz",
        Task::Bench => "bench",
    }
}

fn run(task: Task) -> Result<(), String> {
    match task {
        Task::Ci => Ok(()),
        Task::Setup => Tool::ALL.iter().try_for_each(|tool| tool.install()),
        Task::Format => cargo(&["fmt", "--all", "--check"]),
        Task::Lint => {
            cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"])
        }
        Task::Docs => {
            let mut docs = command("cargo", &["doc", "--workspace", "--no-deps", "--locked"]);
            execute(docs.env("RUSTDOCFLAGS", "--deny warnings --deny missing_docs"))
        }
        Task::Test => cargo(&["nextest", "run", "--workspace", "--locked"]),
        Task::Doctest => cargo(&["test", "--workspace", "--doc", "--locked"]),
        Task::Knowledge => knowledge(),
        Task::Book => execute(&mut command("mdbook", &["build", "docs"])),
        Task::Fuzz { seconds } => fuzz(seconds),
        Task::Bench => bench(),
    }
}

/// Checks all packs, each folder of them a memory of its own.
fn knowledge() -> Result<(), String> {
    cargo(&["build", "--release", "--locked", "--package", "quillian"])?;
    let quillian = quillian();
    execute(&mut command(&quillian, &["fmt", "--check", "--format", "text", "knowledge", "examples"]))?;
    execute(&mut command(&quillian, &["check", "--format", "text", "knowledge"]))?;
    execute(&mut command(&quillian, &["test", "--format", "text", "knowledge"]))
}

fn fuzz(seconds: u32) -> Result<(), String> {
    let folder = root().join("fuzz");
    let targets = std::fs::read_dir(folder.join("fuzz_targets")).map_err(|error| error.to_string())?;
    let mut names: Vec<String> = targets
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    // A memory to start from is built, because it is of this version of the format.
    let memories = folder.join("corpus/memory");
    std::fs::create_dir_all(&memories).map_err(|error| error.to_string())?;
    let memory = memories.join("birds.memory");
    let build = ["build", "examples/birds.quill", "--out", &memory.to_string_lossy()];
    cargo(&["build", "--release", "--locked", "--package", "quillian"])?;
    execute(&mut command(&quillian(), &build))?;
    let limit = format!("-max_total_time={seconds}");
    for name in names {
        let corpus = format!("corpus/{name}");
        std::fs::create_dir_all(folder.join(&corpus)).map_err(|error| error.to_string())?;
        let mut run = command("cargo", &["fuzz", "run", &name, &corpus]);
        match name.as_str() {
            "knowledge" | "format" => run.args(["../knowledge/examples", "../examples"]),
            "program" => run.arg("../examples"),
            "wordnet" => run.arg("seeds/wordnet"),
            _ => &mut run,
        };
        run.args(["--", &limit, "-max_len=8192"]);
        // Sanitizers are an unstable feature of the compiler; this lets the stable one use them.
        execute(run.current_dir(&folder).env("RUSTC_BOOTSTRAP", "1"))?;
    }
    Ok(())
}

/// One quick work beside all peers: their answers are compared, times are not looked at.
fn bench() -> Result<(), String> {
    let work = ["bench", "network", "--install", "--work", "closure-64", "--format", "text"];
    execute(&mut command(&quillian(), &work))
}

/// The program, built before.
fn quillian() -> String {
    root().join("target/release/quillian").to_string_lossy().into_owned()
}

fn root() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.parent().unwrap_or(folder).to_owned()
}

/// A command that runs in the root of the repository and finds the programs cargo installed.
fn command(program: &str, arguments: &[&str]) -> Command {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(tools::folder()).chain(std::env::split_paths(&path));
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    if let Ok(path) = std::env::join_paths(folders) {
        command.env("PATH", path);
    }
    command
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    execute(&mut command("cargo", arguments))
}

fn execute(command: &mut Command) -> Result<(), String> {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let shown = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    eprintln!("$ {shown}");
    let status = command.status().map_err(|error| format!("{shown}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{shown}: {status}")) }
}
