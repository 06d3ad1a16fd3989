//! The command line of Quillian.

mod commands;
mod files;
mod output;

use clap::{Parser, Subcommand};
use output::{Failure, Output};
use std::process::ExitCode;

/// A language memory: one semantic network, and markers passed through it.
#[derive(Parser)]
#[command(name = "quillian", version, propagate_version = true)]
struct Arguments {
    /// How results are written: for people or one JSON object a line [default: text on a terminal, else json].
    #[arg(long, global = true, value_enum)]
    format: Option<output::Format>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compiles knowledge files into a memory.
    Build(commands::build::Build),
    /// Looks for mistakes in knowledge files.
    Check(commands::check::Check),
    /// Writes knowledge files in the one style.
    Fmt(commands::fmt::Fmt),
    /// Runs the tests that knowledge files carry.
    Test(commands::test::Test),
    /// Turns other people's data into knowledge files.
    Import(commands::import::Import),
    /// Runs a marker program on a memory.
    Snap(commands::snap::Snap),
    /// Shows what a memory knows by a name.
    Find(commands::find::Find),
    /// Measures Quillian beside its peers, on the same input.
    Bench(commands::bench::Bench),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = Output::new(arguments.format);
    let done = match arguments.command {
        Command::Build(command) => command.run(&mut output),
        Command::Check(command) => command.run(&mut output),
        Command::Fmt(command) => command.run(&mut output),
        Command::Test(command) => command.run(&mut output),
        Command::Import(command) => command.run(&mut output),
        Command::Snap(command) => command.run(&mut output),
        Command::Find(command) => command.run(&mut output),
        Command::Bench(command) => command.run(&mut output),
    };
    match done.and_then(|()| output.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has gone away, as `head` does: nobody is left to tell.
        Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Err(Failure::Reported) => ExitCode::from(1),
        Err(Failure::Input(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(1)
        }
    }
}
