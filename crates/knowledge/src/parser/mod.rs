//! Text to tree. Never fails: what cannot be read is reported and left out.

mod clauses;
mod items;
mod parts;
mod pattern;

pub(crate) use clauses::CLAUSE_KEYWORDS;

use crate::catalogue::Code;
use crate::diagnostic::Diagnostic;
use crate::lexer::{self, Token, TokenKind};
use crate::source::{Source, Span};
use crate::tree::{Cell, Clause, ClauseKind, Head, Item, Tree};

/// Parses one source. The diagnostics name it as source number `file`.
pub fn parse(source: &Source, file: u32) -> (Tree<'_>, Vec<Diagnostic>) {
    let mut parser = Parser {
        text: source.text(),
        file,
        at: 0,
        line_start: 0,
        line_end: 0,
        tree: Tree::default(),
        diagnostics: Vec::new(),
        item: None,
        indentation: None,
        adjunct_indentation: None,
        trouble: false,
    };
    if let Some(size) = source.too_large() {
        let message = format!("the file has {size} bytes; a source has fewer than {}", u32::MAX);
        parser.report(Code::FileTooLarge, Span::default(), message);
        return (parser.tree, parser.diagnostics);
    }
    for &span in source.broken() {
        let count = span.end - span.start;
        parser.report(Code::BrokenText, span, format!("{count} bytes here are not UTF-8"));
    }
    parser.file();
    (parser.tree, parser.diagnostics)
}

pub(crate) struct Parser<'s> {
    text: &'s str,
    file: u32,
    /// Where the next token is looked for.
    at: usize,
    line_start: usize,
    line_end: usize,
    tree: Tree<'s>,
    diagnostics: Vec<Diagnostic>,
    /// The item that clauses are added to.
    item: Option<Item<'s>>,
    /// The indentation of the clauses of this item.
    indentation: Option<usize>,
    /// The indentation of the adjunct clause just read: deeper lines belong to it.
    adjunct_indentation: Option<usize>,
    /// Whether something on this line could not be read.
    trouble: bool,
}

impl<'s> Parser<'s> {
    fn file(&mut self) {
        let mut next = if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        while next < self.text.len() {
            let end =
                memchr::memchr(b'\n', &self.text.as_bytes()[next..]).map_or(self.text.len(), |at| next + at);
            (self.at, self.line_start, self.line_end, self.trouble) = (next, next, end, false);
            self.line();
            next = end + 1;
        }
        self.close_item();
    }

    fn line(&mut self) {
        let first = self.peek();
        if first.kind == TokenKind::End {
            let comment = &self.text[first.start..self.line_end];
            let before_any = self.tree.items.is_empty() && self.item.is_none();
            if let (true, Some(text)) = (before_any, comment.strip_prefix("##")) {
                self.tree.documentation.push(text.trim());
            }
            return;
        }
        let indentation = first.start - self.line_start;
        let byte_order_mark = self.text[self.line_start..first.start].contains('\u{feff}');
        if indentation == 0 || byte_order_mark {
            self.close_item();
            self.item_line();
        } else {
            self.clause_line(first, indentation);
        }
        if let Some(item) = &mut self.item {
            item.end = self.line_end as u32;
            item.broken |= self.trouble;
        }
    }

    fn item_line(&mut self) {
        let start = self.peek().start;
        self.tree.cells.push(Cell { start: start as u32, sequence: None });
        let head = self.head();
        let unknown = matches!(head, Head::Unknown);
        let at = Span::new(start, self.at.max(start));
        self.item = Some(Item { head, at, end: self.at as u32, clauses: Vec::new(), broken: unknown });
        if unknown || self.trouble {
            self.skip_line();
        } else {
            self.clauses();
        }
    }

    fn clause_line(&mut self, first: Token, indentation: usize) {
        let margin = Span::new(self.line_start, first.start);
        if self.text[self.line_start..first.start].contains('\t') {
            self.report(Code::TabIndentation, margin, "this line is indented with a tab");
        }
        let Some(item) = &self.item else {
            self.trouble = true;
            self.report(
                Code::ClauseOutsideItem,
                first.span(),
                "this line is indented but belongs to no item",
            );
            return self.skip_line();
        };
        if matches!(item.head, Head::Unknown) {
            return self.skip_line();
        }
        if self.adjunct_indentation.is_some_and(|adjunct| indentation > adjunct) {
            return self.adjunct_line();
        }
        self.adjunct_indentation = None;
        match self.indentation {
            None => self.indentation = Some(indentation),
            Some(expected) if expected != indentation => {
                let message =
                    format!("this clause is indented by {indentation}, the one before it by {expected}");
                self.report(Code::UnevenIndentation, margin, message);
                self.indentation = Some(indentation);
            }
            Some(_) => {}
        }
        self.clauses();
        let items = self.item.as_ref().and_then(|item| item.clauses.last());
        if items.is_some_and(|clause| matches!(clause.kind, ClauseKind::Adjunct { .. })) {
            self.adjunct_indentation = Some(indentation);
        }
    }

    /// All clauses up to the end of the line.
    fn clauses(&mut self) {
        while self.peek().kind != TokenKind::End {
            let start = self.peek().start;
            self.tree.cells.push(Cell { start: start as u32, sequence: None });
            let kind = self.clause();
            let broken = kind.is_none();
            let clause =
                Clause { kind: kind.unwrap_or(ClauseKind::Broken), at: Span::new(start, self.at.max(start)) };
            if let Some(item) = &mut self.item {
                item.clauses.push(clause);
            }
            if broken || self.at <= start {
                self.trouble = true;
                self.skip_line();
            }
        }
    }

    /// A line below an adjunct clause, indented deeper: more sequences of it.
    fn adjunct_line(&mut self) {
        let start = self.peek().start;
        self.tree.cells.push(Cell { start: start as u32, sequence: None });
        let sequence = self.adjunct_sequence();
        let last = self.item.as_mut().and_then(|item| item.clauses.last_mut());
        if let (Some(sequence), Some(Clause { kind: ClauseKind::Adjunct { sequences, .. }, at })) =
            (sequence, last)
        {
            *at = at.to(sequence.at);
            sequences.push(sequence);
        } else {
            self.trouble = true;
            self.skip_line();
        }
    }

    fn close_item(&mut self) {
        (self.indentation, self.adjunct_indentation) = (None, None);
        if let Some(item) = self.item.take() {
            self.tree.items.push(item);
        }
    }

    fn peek(&self) -> Token {
        lexer::next(self.text, self.at, self.line_end)
    }

    fn peek_after(&self, token: Token) -> Token {
        lexer::next(self.text, token.end, self.line_end)
    }

    fn take(&mut self) -> Token {
        let token = self.peek();
        self.at = token.end;
        token
    }

    /// Takes a sign if it is next.
    fn eat(&mut self, sign: u8) -> bool {
        let token = self.peek();
        if token.is(sign) {
            self.at = token.end;
        }
        token.is(sign)
    }

    fn slice(&self, token: Token) -> &'s str {
        &self.text[token.start..token.end]
    }

    fn skip_line(&mut self) {
        self.at = self.line_end;
    }

    fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::new(code, self.file, span, message));
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        self.trouble |= diagnostic.severity() == crate::Severity::Error;
        self.diagnostics.push(diagnostic);
    }
}
