//! How results leave the program: text for people, JSON for programs, progress for the patient.

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fmt::Display;
use std::io::{BufWriter, IsTerminal, Stdout, Write};
use std::time::Duration;

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Why a command did not succeed.
pub(crate) enum Failure {
    /// The input had errors, and they have been reported.
    Reported,
    /// The input could not be used.
    Input(String),
    /// Standard output was closed by its reader.
    OutputClosed,
}

impl Failure {
    pub(crate) fn input(error: impl Display) -> Failure {
        Failure::Input(error.to_string())
    }

    /// A memory that could not be opened or written, with the code that the book explains.
    pub(crate) fn memory(error: quillian_network::Error) -> Failure {
        Failure::Input(format!("{}: {error}", error.code()))
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ => Failure::input(error),
        }
    }
}

/// Standard output in the format asked for.
pub(crate) struct Output {
    format: Format,
    writer: BufWriter<Stdout>,
}

impl Output {
    pub(crate) fn new(format: Option<Format>) -> Output {
        let stdout = std::io::stdout();
        let default = if stdout.is_terminal() { Format::Text } else { Format::Json };
        Output { format: format.unwrap_or(default), writer: BufWriter::new(stdout) }
    }

    pub(crate) fn is_text(&self) -> bool {
        self.format == Format::Text
    }

    /// Whether text may have colours.
    pub(crate) fn has_colours(&self) -> bool {
        std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
    }

    /// A line, or several, of text.
    pub(crate) fn text(&mut self, text: impl Display) -> Result<(), Failure> {
        Ok(writeln!(self.writer, "{text}")?)
    }

    /// One JSON object on a line.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.writer, value).map_err(std::io::Error::from)?;
        Ok(writeln!(self.writer)?)
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.writer.flush()?)
    }
}

/// So many of something, in words: `1 node`, `3 nodes`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("{count} {what}") } else { format!("{count} {what}s") }
}

/// A sign of life on standard error while something takes long; nothing when that is not a terminal.
pub(crate) fn spinner(message: impl Into<String>) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.set_message(message.into());
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
