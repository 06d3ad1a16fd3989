//! Diagnostics as text for people: the line, carets under the place, the next step.

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Source, Span};
use std::fmt::Write;
use unicode_width::UnicodeWidthChar;

/// Characters of a line that are shown around a place; a longer line is cut with an ellipsis.
const WINDOW: usize = 100;

/// How many diagnostics are shown; nobody reads more, and correcting these removes most others.
const MOST: usize = 10_000;

/// How text is rendered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether ANSI colours are used.
    pub colour: bool,
}

/// One diagnostic as text, ending with a line end.
pub fn render(diagnostic: &Diagnostic, sources: &[Source], style: Style) -> String {
    let paint = |code: &'static str| if style.colour { code } else { "" };
    let severity = match diagnostic.severity() {
        Severity::Error => paint("\x1b[1;31m"),
        Severity::Warning => paint("\x1b[1;33m"),
    };
    let (bold, blue, plain) = (paint("\x1b[1m"), paint("\x1b[34m"), paint("\x1b[0m"));
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{severity}{}[{}]{plain}{bold}: {}{plain}",
        diagnostic.severity().word(),
        diagnostic.code.name(),
        diagnostic.message
    );
    excerpt(&mut text, sources, diagnostic.file, diagnostic.span, "", [blue, severity, plain]);
    for related in &diagnostic.related {
        excerpt(&mut text, sources, related.file, related.span, &related.message, [blue, blue, plain]);
    }
    if !diagnostic.help.is_empty() {
        let _ = writeln!(text, "  {blue}={plain} {bold}next{plain}: {}", diagnostic.help);
    }
    text
}

/// All diagnostics as text (the first ten thousand of them), with a count at the end.
pub fn render_all(diagnostics: &[Diagnostic], sources: &[Source], style: Style) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics.iter().take(MOST) {
        text.push_str(&render(diagnostic, sources, style));
        text.push('\n');
    }
    if diagnostics.len() > MOST {
        let _ = writeln!(text, "… and {} more: correct these first\n", diagnostics.len() - MOST);
    }
    if !diagnostics.is_empty() {
        let count = |severity| diagnostics.iter().filter(|found| found.severity() == severity).count();
        let _ = writeln!(text, "{} errors, {} warnings", count(Severity::Error), count(Severity::Warning));
    }
    text
}

fn excerpt(
    text: &mut String,
    sources: &[Source],
    file: u32,
    span: Span,
    label: &str,
    [frame, mark, plain]: [&str; 3],
) {
    let Some(source) = sources.get(file as usize) else { return };
    let place = source.place(span.start);
    let number = place.line.to_string();
    let margin = " ".repeat(number.len());
    let _ = writeln!(text, "{margin}{frame}-->{plain} {}:{}:{}", source.name(), place.line, place.column);
    let line = source.line_span(place.line);
    let (shown, before, marked) = window(source.text(), line, place.byte, span.end);
    let _ = writeln!(text, "{margin} {frame}|{plain}");
    let _ = writeln!(text, "{frame}{number} |{plain} {shown}");
    let (spaces, carets) = (" ".repeat(before), "^".repeat(marked.max(1)));
    let label = if label.is_empty() { String::new() } else { format!(" {label}") };
    let _ = writeln!(text, "{margin} {frame}|{plain} {spaces}{mark}{carets}{label}{plain}");
}

/// The part of a line to show, how many columns stand before the place, and how many it takes.
fn window(text: &str, line: Span, start: u32, end: u32) -> (String, usize, usize) {
    let (line_start, line_end) = (line.start as usize, line.end as usize);
    let start = (start as usize).clamp(line_start, line_end);
    let mut end = (end as usize).clamp(start, line_end);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let end = end.max(start);
    let before: Vec<char> = text[line_start..start].chars().rev().take(WINDOW + 1).collect();
    let cut_left = before.len() > WINDOW;
    let mut shown = String::new();
    let mut columns = 0;
    if cut_left {
        shown.push('…');
        columns += 1;
    }
    for &character in before.iter().take(WINDOW).rev() {
        columns += push(&mut shown, character);
    }
    let mut marked = 0;
    let mut rest = text[start..line_end].char_indices();
    for (at, character) in rest.by_ref().take(WINDOW) {
        let width = push(&mut shown, character);
        if start + at < end {
            marked += width;
        }
    }
    if rest.next().is_some() {
        shown.push('…');
    }
    (shown, columns, marked)
}

/// Adds a character as it can be shown on one line and returns the columns it takes.
fn push(shown: &mut String, character: char) -> usize {
    let character = match character {
        '\t' => ' ',
        control if control.is_control() => '\u{fffd}',
        other => other,
    };
    shown.push(character);
    character.width().unwrap_or(1)
}
