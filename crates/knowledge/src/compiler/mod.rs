//! Trees to memory: names are looked up, meaning is checked, nodes and links are made.
//!
//! Sources are always taken in the order of their names, so the order in which they are given changes nothing:
//! not the memory, not the diagnostics.

mod constraints;
mod declare;
mod entities;
mod graph;
mod lexical;
mod net;
mod propositions;
mod resolve;
mod sections;
mod sequences;
mod symbols;
mod tests;

use crate::catalogue::Code;
use crate::diagnostic::{self, Diagnostic, Severity};
use crate::parser::parse;
use crate::source::{Source, Span};
use crate::tree::{Name, Tree};
use net::Net;
use quillian_network::{Base, NodeId, Relation};
use symbols::{Map, SymbolId, Symbols};

/// How to compile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Build a memory of what could be understood even when there are errors.
    pub tolerant: bool,
    /// Only look for mistakes: build no memory.
    pub check_only: bool,
}

/// What compiling gives.
#[derive(Debug)]
pub struct Compiled {
    /// The memory; none when there are errors.
    pub memory: Option<Base>,
    /// What is wrong, in the order of the sources.
    pub diagnostics: Vec<Diagnostic>,
    /// How much there is.
    pub counts: Counts,
}

impl Compiled {
    /// Whether anything must be corrected.
    pub fn has_errors(&self) -> bool {
        diagnostic::has_errors(&self.diagnostics)
    }
}

/// How much knowledge was compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Counts {
    /// Files read.
    pub files: u32,
    /// Concepts, events and instances defined.
    pub concepts: u32,
    /// Meanings of words.
    pub meanings: u32,
    /// Sequences in all languages.
    pub sequences: u32,
    /// Tests and refusals.
    pub tests: u32,
}

/// Compiles sources to a memory. Any bytes will do; what is wrong with them is in the diagnostics.
pub fn compile(sources: &[Source], options: Options) -> Compiled {
    let mut diagnostics = Vec::new();
    let mut order: Vec<u32> = (0..sources.len() as u32).collect();
    order.sort_by_key(|&file| (sources[file as usize].name(), file));
    let mut files = Vec::with_capacity(sources.len());
    for &file in &order {
        let (tree, found) = parse(&sources[file as usize], file);
        diagnostics.extend(found);
        files.push(File { number: file, tree, pack: 0, uses: Vec::new(), first_line: 0 });
    }
    let size = sources.iter().map(|source| source.text().len()).sum();
    let net = match Net::new(size) {
        Ok(net) => net,
        Err(error) => {
            diagnostics.push(Diagnostic::new(Code::MemoryLimit, 0, Span::default(), error.to_string()));
            return Compiled { memory: None, diagnostics, counts: Counts::default() };
        }
    };
    let mut compiler = Compiler {
        sources,
        packs: Vec::new(),
        symbols: Symbols::default(),
        languages: Map::default(),
        roles: Map::default(),
        values: Map::default(),
        meanings: Map::default(),
        denied: Map::default(),
        inherited: Map::default(),
        pending: Vec::new(),
        tests: Vec::new(),
        net,
        diagnostics,
        searches_left: SUGGESTIONS,
        counts: Counts { files: sources.len() as u32, ..Counts::default() },
    };
    compiler.declare(&mut files);
    compiler.features(&files);
    compiler.entities(&files);
    compiler.lexical(&files);
    compiler.constraints(&files);
    compiler.facts(&files);
    compiler.fragments(&files);
    compiler.sequences();
    compiler.collect_tests(&files);
    compiler.unused(&files);
    compiler.finish(&files, options)
}

/// How many unknown names get a suggestion: comparing with all names takes its time.
const SUGGESTIONS: u32 = 50;

/// One source with its tree, its pack and the packs it uses.
pub(crate) struct File<'s> {
    /// Its position in the list the user gave.
    number: u32,
    tree: Tree<'s>,
    pack: u32,
    uses: Vec<Use<'s>>,
    /// How many lines all files before it have.
    first_line: u32,
}

/// A pack that a file uses.
pub(crate) struct Use<'s> {
    pack: u32,
    name: Name<'s>,
    needed: std::cell::Cell<bool>,
}

/// Where something is said: enough to resolve its names and to report it.
#[derive(Clone, Copy)]
pub(crate) struct Here<'a, 's> {
    file: &'a File<'s>,
    source: &'a Source,
}

impl Here<'_, '_> {
    /// The line of a place, counted over all files.
    fn line(self, at: Span) -> u32 {
        self.file.first_line + self.source.line_of(at.start)
    }
}

/// A declared language.
#[derive(Clone, Copy)]
struct Language {
    node: NodeId,
    file: u32,
    at: Span,
    spaces: bool,
}

struct Compiler<'a, 's> {
    sources: &'s [Source],
    packs: Vec<&'s str>,
    symbols: Symbols<'s>,
    languages: Map<&'s str, Language>,
    roles: Map<&'s str, NodeId>,
    /// The node of each value of each feature.
    values: Map<(SymbolId, &'s str), NodeId>,
    /// Which word means which concept, at what cost.
    meanings: Map<(NodeId, NodeId), u16>,
    /// The denied facts.
    denied: Map<(NodeId, Relation, NodeId), (u32, Span)>,
    /// Slots that were found among ancestors, once all slots are declared.
    inherited: Map<(SymbolId, NodeId), Option<(SymbolId, usize)>>,
    pending: Vec<sequences::Pending<'a, 's>>,
    tests: Vec<crate::testing::Test>,
    net: Net,
    diagnostics: Vec<Diagnostic>,
    searches_left: u32,
    counts: Counts,
}

impl<'a, 's> Compiler<'a, 's> {
    fn here(&self, file: &'a File<'s>) -> Here<'a, 's>
    where
        's: 'a,
    {
        Here { file, source: &self.sources[file.number as usize] }
    }

    fn report(&mut self, code: Code, here: Here<'_, '_>, at: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(code, here.file.number, at, message));
    }

    /// Warnings that need all of the knowledge: imports and roles nothing uses, clauses that were swallowed.
    fn unused(&mut self, files: &'a [File<'s>]) {
        for file in files {
            let here = self.here(file);
            for used in file.uses.iter().filter(|used| !used.needed.get()) {
                let message = format!("nothing of pack `{}` is used here", used.name.text);
                self.report(Code::UnusedImport, here, used.name.at, message);
            }
            for suspect in &file.tree.suspects {
                if self.languages.contains_key(suspect.text) {
                    let message = format!("`{}` is taken as a word of this sequence", suspect.text);
                    self.report(Code::SwallowedClause, here, suspect.at, message);
                }
            }
        }
        for symbol in &self.symbols.all {
            for slot in symbol.slots.iter().filter(|slot| !slot.filled && !slot.optional) {
                if symbol.sequences > 0 {
                    let role = self.net.builder.name(slot.role);
                    let message = format!("no sequence of `{}` fills `{role}`", symbol.name);
                    self.diagnostics.push(Diagnostic::new(Code::UnusedRole, slot.file, slot.at, message));
                }
            }
        }
    }

    fn finish(mut self, files: &[File<'s>], options: Options) -> Compiled {
        diagnostic::sort(&mut self.diagnostics);
        let errors = self.diagnostics.iter().any(|found| found.severity() == Severity::Error);
        let counts = self.counts;
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        let wanted = !options.check_only && (options.tolerant || !errors);
        let memory = if wanted { Some(self.memory(files)) } else { None };
        let memory = memory.and_then(|built| {
            built
                .map_err(|error| {
                    diagnostics.push(Diagnostic::new(
                        Code::MemoryLimit,
                        0,
                        Span::default(),
                        error.to_string(),
                    ));
                })
                .ok()
        });
        Compiled { memory, diagnostics, counts }
    }
}
