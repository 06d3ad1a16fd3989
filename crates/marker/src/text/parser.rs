//! From lines to statements.

use super::lexer::{Token, TokenKind, tokens};
use super::path_parser;
use super::problem::Problem;
use super::statement::{Keep, Name, NamedEnd, NamedPath, Statement};
use crate::budget::Budget;
use crate::function::{Combine, Edit, Function, Join, Step};
use crate::mark::{MARKERS, Marker};
use quillian_network::nearest_name;
use std::collections::BTreeMap;
use std::ops::Range;

/// How many links the paths of one line may name, those of named paths included.
const MOST_STEPS: usize = 4096;

const INSTRUCTIONS: &[&str] = &[
    "create",
    "create-node",
    "delete",
    "delete-node",
    "set-color",
    "search-node",
    "search-relation",
    "search-color",
    "propagate",
    "barrier",
    "budget",
    "marker-create",
    "marker-delete",
    "marker-set-color",
    "and-marker",
    "or-marker",
    "not-marker",
    "set-marker",
    "clear-marker",
    "func-marker",
    "collect-node",
    "collect-relation",
    "collect-color",
    "binary",
    "complex",
    "path",
];

const FUNCTIONS: &[(&str, Step)] = &[
    ("keep", Step::Keep),
    ("add-weight", Step::AddWeight),
    ("subtract-weight", Step::SubtractWeight),
    ("count", Step::Count),
    ("min", Step::Min),
    ("max", Step::Max),
];

const COMBINATIONS: &[(&str, Combine)] = &[
    ("first", Combine::First),
    ("second", Combine::Second),
    ("add", Combine::Add),
    ("subtract", Combine::Subtract),
    ("min", Combine::Min),
    ("max", Combine::Max),
];

type MakeEdit = fn(i32) -> Edit;

const EDITS: &[(&str, MakeEdit)] = &[
    ("set", Edit::Set),
    ("add", Edit::Add),
    ("multiply", Edit::Multiply),
    ("divide", Edit::Divide),
    ("min", Edit::Min),
    ("max", Edit::Max),
    ("at-least", Edit::AtLeast),
    ("at-most", Edit::AtMost),
];

/// A parsed program: what was understood, and what was not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub(super) statements: Vec<(Statement, Range<usize>)>,
    pub(super) names: BTreeMap<Marker, String>,
    pub(super) lines: Lines,
    /// The mistakes, in order. A program with mistakes does not run.
    pub problems: Vec<Problem>,
}

/// Where lines start, to say where something is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lines {
    source: String,
}

impl Lines {
    pub(super) fn problem(
        &self,
        code: &'static str,
        span: Range<usize>,
        message: String,
        help: String,
    ) -> Problem {
        let before = self.source.get(..span.start).unwrap_or(&self.source);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Problem {
            code,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span,
            message,
            help,
        }
    }
}

/// Parses a program.
pub fn parse(source: &str) -> Program {
    let lines = Lines { source: source.to_owned() };
    let mut parser = Parser { lines, markers: BTreeMap::new(), used: [0, 0], paths: BTreeMap::new() };
    let mut statements = Vec::new();
    let mut problems = Vec::new();
    let mut offset = 0;
    for line in source.split_inclusive('\n') {
        let span = offset..offset + line.trim_end().len();
        match parser.line(tokens(line, offset), span.end) {
            Ok(Some(statement)) => statements.push((statement, span)),
            Ok(None) => {}
            Err(problem) => problems.push(problem),
        }
        offset += line.len();
    }
    let names = parser.markers.into_iter().map(|(name, marker)| (marker, name)).collect();
    Program { statements, names, lines: parser.lines, problems }
}

struct Parser {
    lines: Lines,
    markers: BTreeMap<String, Marker>,
    /// How many binary and complex markers have been given names.
    used: [u8; 2],
    /// Paths that were given names, and how deep each is nested.
    paths: BTreeMap<String, (NamedPath, usize)>,
}

/// The rest of a line.
pub(super) struct Cursor<'a> {
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
    lines: &'a Lines,
    markers: &'a BTreeMap<String, Marker>,
    /// Paths that were given names, and how deep each is nested.
    pub(super) paths: &'a BTreeMap<String, (NamedPath, usize)>,
    /// How many more links the paths of this line may name, and how deep they are nested so far.
    pub(super) steps_left: usize,
    pub(super) deepest: usize,
    end: usize,
}

impl Parser {
    fn line(&mut self, tokens: Vec<Token>, end: usize) -> Result<Option<Statement>, Problem> {
        if let Some(bad) = tokens.iter().find(|token| token.kind == TokenKind::Unclosed) {
            return Err(self.lines.problem(
                "M001",
                bad.span.clone(),
                "this name is not closed".into(),
                "put a double quote at its end".into(),
            ));
        }
        if tokens.is_empty() {
            return Ok(None);
        }
        let mut cursor = Cursor {
            tokens: tokens.into_iter().peekable(),
            lines: &self.lines,
            markers: &self.markers,
            paths: &self.paths,
            steps_left: MOST_STEPS,
            deepest: 0,
            end,
        };
        let instruction = cursor.name("an instruction")?;
        if let "binary" | "complex" = instruction.text.as_str() {
            let mut declared = Vec::new();
            loop {
                declared.push(cursor.name("the name of a marker")?);
                if !cursor.takes_sign(',') {
                    break;
                }
            }
            cursor.finish()?;
            return self.declare(instruction.text == "binary", declared).map(|()| None);
        }
        if instruction.text == "path" {
            let name = cursor.name("the name of the path")?;
            let path = path_parser::path(&mut cursor)?;
            cursor.finish()?;
            let deepest = cursor.deepest + 1;
            self.paths.insert(name.text, (path, deepest));
            return Ok(None);
        }
        let statement = cursor.statement(&instruction)?;
        cursor.finish()?;
        Ok(Some(statement))
    }

    fn declare(&mut self, binary: bool, names: Vec<Name>) -> Result<(), Problem> {
        for Name { text, span } in names {
            if numbered(&text).is_some() || self.markers.contains_key(&text) {
                return Err(self.lines.problem(
                    "M002",
                    span,
                    format!("a marker named `{text}` exists already"),
                    "choose another name".into(),
                ));
            }
            // Named markers are taken from the top, so that b0 and c0 stay free for those who number them.
            let used = &mut self.used[usize::from(binary)];
            if *used == MARKERS {
                return Err(self.lines.problem(
                    "M003",
                    span,
                    format!("there are only {MARKERS} markers of each sort"),
                    "clear one that is no longer needed and use it again".into(),
                ));
            }
            *used += 1;
            let number = MARKERS - *used;
            self.markers.insert(text, if binary { Marker::Binary(number) } else { Marker::Complex(number) });
        }
        Ok(())
    }
}

/// The marker that a name like `b7` or `c63` means by itself.
fn numbered(text: &str) -> Option<Marker> {
    let number = |digits: &str| digits.parse().ok().filter(|_| !digits.starts_with('+'));
    match text.split_at_checked(1)? {
        ("b", digits) => number(digits).map(Marker::Binary),
        ("c", digits) => number(digits).map(Marker::Complex),
        _ => None,
    }
}

impl Cursor<'_> {
    fn statement(&mut self, instruction: &Name) -> Result<Statement, Problem> {
        Ok(match instruction.text.as_str() {
            "create" => Statement::Create {
                source: self.name("the node the link starts from")?,
                relation: self.name("a relation")?,
                target: self.name("the node the link leads to")?,
                weight: self.weight()?,
            },
            "create-node" => {
                Statement::CreateNode { kind: self.name("a kind")?, name: self.name("the name of the node")? }
            }
            "delete" => Statement::Delete {
                source: self.name("the node the link starts from")?,
                relation: self.name("a relation")?,
                target: self.name("the node the link leads to")?,
            },
            "delete-node" => Statement::DeleteNode { node: self.name("a node")? },
            "set-color" => Statement::SetColor { node: self.name("a node")?, kind: self.name("a kind")? },
            "search-node" => {
                let node = self.name("a node")?;
                let (marker, value) = self.target_and_value()?;
                Statement::SearchNode { node, marker, value }
            }
            "search-relation" => {
                let relation = self.name("a relation")?;
                let (marker, value) = self.target_and_value()?;
                Statement::SearchRelation { relation, marker, value }
            }
            "search-color" => {
                let kind = self.name("a kind")?;
                let (marker, value) = self.target_and_value()?;
                Statement::SearchColor { kind, marker, value }
            }
            "propagate" => {
                let from = self.marker()?;
                self.arrow()?;
                let to = self.marker()?;
                self.keyword("along")?;
                let path = path_parser::path(self)?;
                Statement::Propagate { from, to, path, function: self.function()? }
            }
            "barrier" => Statement::Barrier,
            "budget" => Statement::SetBudget { budget: self.budget()? },
            "marker-create" => Statement::MarkerCreate {
                marker: self.marker()?,
                relation: self.name("a relation")?,
                end: self.node_or_origin()?,
                reverse: self.optional("reverse", |cursor| cursor.name("a relation"))?,
                weight: self.weight()?,
            },
            "marker-delete" => Statement::MarkerDelete {
                marker: self.marker()?,
                relation: self.name("a relation")?,
                end: self.node_or_origin()?,
                reverse: self.optional("reverse", |cursor| cursor.name("a relation"))?,
            },
            "marker-set-color" => {
                Statement::MarkerSetColor { marker: self.marker()?, kind: self.name("a kind")? }
            }
            "and-marker" | "or-marker" => {
                let (first, second) = (self.marker()?, self.marker()?);
                self.arrow()?;
                let to = self.marker()?;
                let combine = match self.peek_word() {
                    Some(_) => self.one_of("a way to combine values", COMBINATIONS)?,
                    None => Combine::First,
                };
                match instruction.text.as_str() {
                    "and-marker" => Statement::AndMarker { first, second, to, combine },
                    _ => Statement::OrMarker { first, second, to, combine },
                }
            }
            "not-marker" => {
                let marker = self.marker()?;
                let among = self.optional("among", Cursor::marker)?;
                let (to, value) = self.target_and_value()?;
                Statement::NotMarker { marker, among, to, value }
            }
            "set-marker" => Statement::SetMarker {
                marker: self.marker()?,
                value: self.optional("value", Cursor::number)?.unwrap_or(0),
            },
            "clear-marker" => Statement::ClearMarker { marker: self.marker()? },
            "func-marker" => {
                let marker = self.marker()?;
                let edit = self.one_of("what to do with the values", EDITS)?;
                Statement::FuncMarker { marker, edit: edit(self.number()?) }
            }
            "collect-node" => {
                let marker = self.marker()?;
                let keep = match self.optional("least", Cursor::number)? {
                    Some(count) => Keep::Least(count),
                    None => match self.optional("greatest", Cursor::number)? {
                        Some(count) => Keep::Greatest(count),
                        None => Keep::All,
                    },
                };
                Statement::CollectNode { marker, keep }
            }
            "collect-relation" => Statement::CollectRelation {
                marker: self.marker()?,
                relation: if self.tokens.peek().is_some() { Some(self.name("a relation")?) } else { None },
            },
            "collect-color" => Statement::CollectColor { marker: self.marker()? },
            unknown => {
                let help = match nearest_name(unknown, INSTRUCTIONS.iter().copied()) {
                    Some(known) => format!("did you mean `{known}`?"),
                    None => format!("the instructions are {}", INSTRUCTIONS.join(", ")),
                };
                let message = format!("there is no instruction `{unknown}`");
                return Err(self.lines.problem("M004", instruction.span.clone(), message, help));
            }
        })
    }

    fn function(&mut self) -> Result<Function, Problem> {
        let mut function = match self.peek_word() {
            None | Some("least" | "greatest" | "within") => Function::keep(),
            Some("decay") => {
                self.tokens.next();
                Function::decay(self.number()?)
            }
            Some(_) => Function::new(self.one_of("a function", FUNCTIONS)?),
        };
        if self.takes_word("least") {
            function = function.joining(Join::Least);
        } else if self.takes_word("greatest") {
            function = function.joining(Join::Greatest);
        }
        if let Some(limit) = self.optional("within", Cursor::number)? {
            function = function.within(limit);
        }
        Ok(function)
    }

    fn budget(&mut self) -> Result<Budget, Problem> {
        if self.takes_word("unlimited") {
            return Ok(Budget::UNLIMITED);
        }
        let tiers = self.optional("tiers", Cursor::number)?;
        let messages = self.optional("messages", Cursor::number)?;
        if tiers.is_none() && messages.is_none() {
            return Err(self.unexpected("`tiers`, `messages` or `unlimited`"));
        }
        Ok(Budget { tiers, messages })
    }

    fn target_and_value(&mut self) -> Result<(Marker, i32), Problem> {
        self.arrow()?;
        Ok((self.marker()?, self.optional("value", Cursor::number)?.unwrap_or(0)))
    }

    fn node_or_origin(&mut self) -> Result<NamedEnd, Problem> {
        if self.takes_word("origin") {
            return Ok(NamedEnd::Origin);
        }
        Ok(NamedEnd::Node(self.name("a node, or `origin`")?))
    }

    fn weight(&mut self) -> Result<u16, Problem> {
        Ok(self.optional("weight", Cursor::number)?.unwrap_or(0))
    }

    fn marker(&mut self) -> Result<Marker, Problem> {
        let name = self.name("a marker")?;
        let known = self.markers.get(&name.text).copied().or_else(|| numbered(&name.text));
        match known {
            Some(marker) if marker.exists() => Ok(marker),
            Some(marker) => Err(self.lines.problem(
                "M005",
                name.span,
                format!("there is no marker {marker}"),
                format!("markers are numbered 0 to {}", MARKERS - 1),
            )),
            None => {
                let help = match nearest_name(&name.text, self.markers.keys().map(String::as_str)) {
                    Some(known) => format!("did you mean `{known}`?"),
                    None => format!(
                        "write `complex {}` (or `binary …`) above, or use b0 to b63, c0 to c63",
                        name.text
                    ),
                };
                let message = format!("no marker is named `{}`", name.text);
                Err(self.lines.problem("M006", name.span, message, help))
            }
        }
    }

    /// The value of the word that comes next in a table of words.
    fn one_of<T: Copy>(&mut self, what: &str, table: &[(&str, T)]) -> Result<T, Problem> {
        let name = self.name(what)?;
        if let Some(&(_, value)) = table.iter().find(|(word, _)| *word == name.text) {
            return Ok(value);
        }
        let words: Vec<&str> = table.iter().map(|(word, _)| *word).collect();
        let help = match nearest_name(&name.text, words.iter().copied()) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("write one of {}", words.join(", ")),
        };
        Err(self.lines.problem("M007", name.span, format!("`{}` is not {what}", name.text), help))
    }

    fn number<T: std::str::FromStr>(&mut self) -> Result<T, Problem> {
        let name = self.name("a number")?;
        let bad = |_| {
            let message = format!("`{}` is not a whole number that fits here", name.text);
            self.lines.problem("M008", name.span.clone(), message, "write digits only, in range".into())
        };
        name.text.parse().map_err(bad)
    }

    /// What follows a keyword, if the keyword comes next.
    fn optional<T>(
        &mut self,
        keyword: &str,
        rest: impl FnOnce(&mut Self) -> Result<T, Problem>,
    ) -> Result<Option<T>, Problem> {
        if self.takes_word(keyword) { rest(self).map(Some) } else { Ok(None) }
    }

    fn keyword(&mut self, keyword: &str) -> Result<(), Problem> {
        if self.takes_word(keyword) { Ok(()) } else { Err(self.unexpected(&format!("`{keyword}`"))) }
    }

    fn arrow(&mut self) -> Result<(), Problem> {
        match self.tokens.next_if(|token| token.kind == TokenKind::Arrow) {
            Some(_) => Ok(()),
            None => Err(self.unexpected("`->` and a marker")),
        }
    }

    /// A word or a quoted name.
    pub(super) fn name(&mut self, what: &str) -> Result<Name, Problem> {
        let is_name = |token: &Token| matches!(token.kind, TokenKind::Word(_) | TokenKind::Quoted(_));
        match self.tokens.next_if(is_name) {
            Some(Token { kind: TokenKind::Word(text) | TokenKind::Quoted(text), span }) => {
                Ok(Name { text, span })
            }
            _ => Err(self.unexpected(what)),
        }
    }

    pub(super) fn peek_word(&mut self) -> Option<&str> {
        match &self.tokens.peek()?.kind {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(super) fn takes_word(&mut self, word: &str) -> bool {
        self.tokens.next_if(|token| token.kind == TokenKind::Word(word.to_owned())).is_some()
    }

    pub(super) fn takes_sign(&mut self, sign: char) -> bool {
        self.tokens.next_if(|token| token.kind == TokenKind::Sign(sign)).is_some()
    }

    /// The problem that something else was expected here.
    pub(super) fn unexpected(&mut self, expected: &str) -> Problem {
        match self.tokens.peek() {
            Some(token) => {
                let span = token.span.clone();
                let found = self.lines.source.get(span.clone()).unwrap_or_default().to_owned();
                let message = format!("`{found}` stands where {expected} is expected");
                self.lines.problem("M009", span, message, format!("write {expected} here"))
            }
            None => {
                let message = format!("the line ends where {expected} is expected");
                self.lines.problem("M009", self.end..self.end, message, format!("add {expected}"))
            }
        }
    }

    /// The problem that a path has grown too large by using named ones.
    pub(super) fn too_large(&mut self, name: &str) -> Problem {
        let at = self.tokens.peek().map_or(self.end, |token| token.span.start);
        let message =
            format!("with `{name}` this path names more than {MOST_STEPS} links, or is nested too deep");
        self.lines.problem("M015", at..at, message, "split it into several propagations".into())
    }

    fn finish(&mut self) -> Result<(), Problem> {
        match self.tokens.peek() {
            None => Ok(()),
            Some(token) => {
                let span = token.span.clone();
                let found = self.lines.source.get(span.clone()).unwrap_or_default().to_owned();
                let message = format!("`{found}` is more than this instruction takes");
                let help = match token.kind {
                    TokenKind::Sign('^' | '(') => "put `>` between two parts of a path",
                    _ => "take it away, or start a new line",
                };
                Err(self.lines.problem("M010", span, message, help.into()))
            }
        }
    }
}
