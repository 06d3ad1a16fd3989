//! What is wrong with a piece of knowledge, where, and what to do about it.

use crate::catalogue::Code;
use crate::source::{Place, Source, Span};
use serde::Serialize;

/// How grave a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The knowledge cannot be compiled as it stands.
    Error,
    /// It compiles, but probably does not say what was meant.
    Warning,
}

impl Severity {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// One thing that is wrong: a stable code, a place, a message and the next step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Which check found it.
    pub code: Code,
    /// The source: its position in the list that was compiled.
    pub file: u32,
    /// The bytes it is about.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Other places that matter.
    pub related: Vec<Related>,
}

/// Another place that matters to a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// The source: its position in the list that was compiled.
    pub file: u32,
    /// The bytes it is about.
    pub span: Span,
    /// Why it matters.
    pub message: String,
}

impl Diagnostic {
    /// A diagnostic with the catalogue's next step as its help.
    pub fn new(code: Code, file: u32, span: Span, message: impl Into<String>) -> Diagnostic {
        let help = code.next_step().to_owned();
        Diagnostic { code, file, span, message: message.into(), help, related: Vec::new() }
    }

    /// With another next step.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = help.into();
        self
    }

    /// With another place that matters.
    pub fn related(mut self, file: u32, span: Span, message: impl Into<String>) -> Diagnostic {
        self.related.push(Related { file, span, message: message.into() });
        self
    }

    /// How grave it is.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// The same with names and line numbers in place of positions: what is written as JSON.
    pub fn located<'a>(&'a self, sources: &'a [Source]) -> Located<'a> {
        let related = self.related.iter().map(|related| LocatedRelated {
            range: Range::new(sources, related.file, related.span),
            message: &related.message,
        });
        Located {
            code: self.code.name(),
            severity: self.severity(),
            range: Range::new(sources, self.file, self.span),
            message: &self.message,
            help: &self.help,
            related: related.collect(),
        }
    }

    /// The same in the shape the language server protocol gives to a diagnostic.
    pub fn to_lsp(&self, sources: &[Source]) -> serde_json::Value {
        let position = |place: Place| serde_json::json!({"line": place.line - 1, "character": place.utf16});
        let range = |range: &Range<'_>| serde_json::json!({"start": position(range.start), "end": position(range.end)});
        let located = self.located(sources);
        let related: Vec<_> = located
            .related
            .iter()
            .map(|related| {
                serde_json::json!({
                    "location": {"uri": related.range.file, "range": range(&related.range)},
                    "message": related.message,
                })
            })
            .collect();
        serde_json::json!({
            "range": range(&located.range),
            "severity": match self.severity() { Severity::Error => 1, Severity::Warning => 2 },
            "code": located.code,
            "source": "quillian",
            "message": format!("{}\n{}", self.message, self.help),
            "relatedInformation": related,
        })
    }
}

/// A diagnostic with file names and line numbers.
#[derive(Serialize)]
pub struct Located<'a> {
    /// The stable code.
    pub code: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// Where it is.
    #[serde(flatten)]
    pub range: Range<'a>,
    /// What is wrong.
    pub message: &'a str,
    /// What to do about it.
    pub help: &'a str,
    /// Other places that matter.
    pub related: Vec<LocatedRelated<'a>>,
}

/// Another place, with file name and line numbers.
#[derive(Serialize)]
pub struct LocatedRelated<'a> {
    /// Where it is.
    #[serde(flatten)]
    pub range: Range<'a>,
    /// Why it matters.
    pub message: &'a str,
}

/// Where something stands: the file, its first place, and one past its last.
#[derive(Serialize)]
pub struct Range<'a> {
    /// The name of the source.
    pub file: &'a str,
    /// The first place.
    pub start: Place,
    /// One past the last.
    pub end: Place,
}

impl<'a> Range<'a> {
    fn new(sources: &'a [Source], file: u32, span: Span) -> Range<'a> {
        match sources.get(file as usize) {
            Some(source) => {
                Range { file: source.name(), start: source.place(span.start), end: source.place(span.end) }
            }
            None => {
                let nowhere = Place { byte: 0, line: 1, column: 1, utf16: 0 };
                Range { file: "", start: nowhere, end: nowhere }
            }
        }
    }
}

/// Puts diagnostics in the order people read them: by source, place and code. Repeated ones go.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics
        .sort_by(|a, b| (a.file, a.span, a.code, &a.message).cmp(&(b.file, b.span, b.code, &b.message)));
    diagnostics.dedup();
}

/// Whether any of them is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
}
