//! The one style of knowledge files.
//!
//! Lines stay as their author broke them. Within a line one space stands between the parts of a clause and three
//! between clauses; neighbouring lines that start alike are aligned in columns; clauses are indented by two
//! spaces; comments stay. An item that cannot be read is left as it is.

use crate::lexer::{self, Token, TokenKind};
use crate::parser::parse;
use crate::source::Source;
use crate::tree::{Cell, ClauseKind, Head, Tree};
use unicode_width::UnicodeWidthStr;

/// Columns are not aligned when that would open a gap wider than this.
const WIDEST_GAP: usize = 24;

/// A source in the one style. The meaning never changes: a text for which it would is returned as it is, and so
/// is one that is not all text ([`Source::broken`]): whoever writes files must not write that one back.
pub fn format(source: &Source) -> String {
    if source.too_large().is_some() || !source.broken().is_empty() {
        return source.text().to_owned();
    }
    let (tree, _) = parse(source, 0);
    let formatted = Formatter { text: source.text(), tree: &tree }.format();
    let again = Source::new(source.name(), formatted);
    if outline(&parse(&again, 0).0) == outline(&tree) {
        again.text().to_owned()
    } else {
        source.text().to_owned()
    }
}

/// What a tree says, without where it says it: equal for texts that mean the same.
pub fn outline(tree: &Tree<'_>) -> String {
    let debug = format!("{:?} {:?}", tree.documentation, tree.items);
    let mut outline = String::with_capacity(debug.len());
    let mut rest = debug.as_str();
    // Places are written as `@start..end`, and `end` as a plain number after its field.
    while let Some(at) = rest.find(['@', 'e']) {
        let (before, after) = rest.split_at(at);
        outline.push_str(before);
        let (marker, tail) =
            if let Some(tail) = after.strip_prefix("end: ") { ("end: ", tail) } else { after.split_at(1) };
        outline.push_str(marker);
        let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let first = digits(tail);
        let span = marker == "@" && first > 0 && tail[first..].starts_with("..");
        rest = if span {
            &tail[first + 2 + digits(&tail[first + 2..])..]
        } else if marker == "end: " {
            &tail[first..]
        } else {
            tail
        };
    }
    outline.push_str(rest);
    outline
}

struct Formatter<'a> {
    text: &'a str,
    tree: &'a Tree<'a>,
}

/// One line of the result before it is aligned.
struct Line {
    indentation: usize,
    /// What stands in each column, with the spaces before it.
    cells: Vec<(usize, String)>,
    comment: String,
    /// The word the line starts with: only lines that start alike are aligned.
    keyword: String,
    /// A line that is copied as it is.
    verbatim: bool,
}

impl Formatter<'_> {
    fn format(&self) -> String {
        let mut lines: Vec<Line> = Vec::new();
        let mut cells = self.tree.cells.iter().copied().peekable();
        let mut items = self.tree.items.iter().peekable();
        let text = self.text.strip_prefix('\u{feff}').unwrap_or(self.text);
        let mut start = self.text.len() - text.len();
        for line in text.split('\n') {
            let end = start + line.len();
            while items.peek().is_some_and(|item| (item.end as usize) < start) {
                items.next();
            }
            let item = items.peek().filter(|item| item.at.start as usize <= end);
            let mut here: Vec<Cell> = Vec::new();
            while let Some(cell) = cells.next_if(|cell| (cell.start as usize) < end) {
                here.push(cell);
            }
            lines.push(if item.is_some_and(|item| item.broken) {
                Line::verbatim(line)
            } else {
                let deep = item.is_some_and(|item| {
                    item.clauses.iter().any(|clause| {
                        let inside = (clause.at.start as usize) < start && start < clause.at.end as usize;
                        inside && matches!(clause.kind, ClauseKind::Adjunct { .. })
                    })
                });
                let head = item.filter(|item| item.at.start as usize >= start).map(|item| &item.head);
                self.line(start, end, &here, head, deep)
            });
            start = end + 1;
        }
        print(lines)
    }

    fn line(&self, start: usize, end: usize, cells: &[Cell], head: Option<&Head<'_>>, deep: bool) -> Line {
        let Some(first) = cells.first() else {
            let raw = self.text[start..end].trim_end();
            let indented = raw.starts_with([' ', '\t']);
            let indentation = if indented && !raw.trim().is_empty() { 2 } else { 0 };
            let comment = raw.trim().to_owned();
            return Line { indentation, cells: Vec::new(), comment, keyword: String::new(), verbatim: false };
        };
        let mut made = Vec::new();
        let mut comment_start = end;
        for (place, cell) in cells.iter().enumerate() {
            let stop = cells.get(place + 1).map_or(end, |next| next.start as usize);
            let head = head.filter(|_| place == 0);
            let mut written = Written::new(if made.is_empty() { 0 } else { 3 });
            let finish = self.clause(cell, stop, head, &mut written);
            made.append(&mut written.cells);
            if place + 1 == cells.len() {
                comment_start = finish;
            }
        }
        let keyword = lexer::next(self.text, first.start as usize, end);
        Line {
            indentation: if head.is_some() {
                0
            } else if deep {
                4
            } else {
                2
            },
            cells: made,
            comment: self.text[comment_start..end].trim().to_owned(),
            keyword: self.text[keyword.start..keyword.end].to_owned(),
            verbatim: false,
        }
    }

    /// Writes one clause or head and returns where it ends.
    fn clause(&self, cell: &Cell, stop: usize, head: Option<&Head<'_>>, written: &mut Written) -> usize {
        let sequence = cell.sequence.map_or(stop, |at| at as usize);
        let mut at = cell.start as usize;
        let mut previous: Option<Token> = None;
        let first = lexer::next(self.text, at, sequence);
        let keyword = &self.text[first.start..first.end];
        let spaced_equals = matches!(keyword, "control" | "agrees" | "same" | "differs");
        let parents = matches!(head, Some(Head::Entity(..) | Head::Category(..)));
        let inverse = matches!(head, Some(Head::Relation(..)));
        loop {
            let token = lexer::next(self.text, at, sequence);
            if token.kind == TokenKind::End {
                at = at.max(token.start);
                break;
            }
            let slice = &self.text[token.start..token.end];
            if (parents && token.is(b':')) || (inverse && slice == "inverse" && previous.is_some()) {
                written.cells.push((if inverse { 3 } else { 1 }, String::new()));
                previous = None;
            }
            if previous.is_some_and(|previous| space_between(previous, token, spaced_equals)) {
                written.push(" ");
            }
            written.push(slice);
            previous = Some(token);
            at = token.end;
        }
        match cell.sequence {
            Some(sequence) => {
                written.push(" ");
                self.sequence(sequence as usize, stop, written)
            }
            None => at,
        }
    }

    fn sequence(&self, from: usize, stop: usize, written: &mut Written) -> usize {
        let mut at = from;
        let mut previous: Option<Token> = None;
        let mut in_slot = false;
        loop {
            let token = if in_slot {
                lexer::next(self.text, at, stop)
            } else {
                lexer::next_in_sequence(self.text, at, stop)
            };
            if token.kind == TokenKind::End {
                return token.start;
            }
            if let Some(previous) = previous {
                let apart = token.start > previous.end;
                let space = if in_slot {
                    slot_space(previous, token)
                } else if token.is(b'|') || token.is(b';') || previous.is(b'|') || previous.is(b';') {
                    true
                } else {
                    let opened = previous.is(b'(') || previous.is(b'[') || previous.is(b'<');
                    let closes = token.is(b')') || token.is(b']') || token.is(b'>');
                    apart && !opened && !closes
                };
                if space {
                    written.push(" ");
                }
            }
            written.push(&self.text[token.start..token.end]);
            in_slot = (in_slot || token.is(b'{')) && !token.is(b'}');
            previous = Some(token);
            at = token.end;
        }
    }
}

fn space_between(previous: Token, token: Token, spaced_equals: bool) -> bool {
    let sign = |token: Token| match token.kind {
        TokenKind::Sign(sign) => sign,
        _ => 0,
    };
    match (sign(previous), sign(token)) {
        (b'=', _) | (_, b'=') => spaced_equals,
        (b'(' | b'[' | b'/' | b'@' | b'?', _) => false,
        (_, b',' | b')' | b']' | b'?' | b'/' | b'@' | b':' | b'(') => false,
        _ => true,
    }
}

fn slot_space(previous: Token, token: Token) -> bool {
    let glued = [b'{', b'}', b'/'];
    let tight = glued.iter().any(|&sign| previous.is(sign) || token.is(sign));
    !tight && !token.is(b':')
}

/// The columns of a clause while it is written.
struct Written {
    cells: Vec<(usize, String)>,
}

impl Written {
    fn new(gap: usize) -> Written {
        Written { cells: vec![(gap, String::new())] }
    }

    fn push(&mut self, text: &str) {
        if let Some((_, cell)) = self.cells.last_mut() {
            cell.push_str(text);
        }
    }
}

impl Line {
    fn verbatim(text: &str) -> Line {
        let comment = text.strip_suffix('\r').unwrap_or(text).to_owned();
        Line { indentation: 0, cells: Vec::new(), comment, keyword: String::new(), verbatim: true }
    }

    fn is_blank(&self) -> bool {
        self.cells.is_empty() && self.comment.trim().is_empty() && !self.verbatim
    }

    fn width(&self) -> usize {
        self.indentation + self.cells.iter().map(|(gap, cell)| gap + cell.width()).sum::<usize>()
    }
}

fn print(mut lines: Vec<Line>) -> String {
    let mut start = 0;
    while start < lines.len() {
        let alike = |a: &Line, b: &Line| {
            a.indentation == b.indentation && a.keyword == b.keyword && !b.cells.is_empty()
        };
        let mut end = start + 1;
        while end < lines.len() && alike(&lines[start], &lines[end]) {
            end += 1;
        }
        align_columns(&mut lines[start..end]);
        start = end;
    }
    let mut text = String::new();
    let mut blank = true;
    let mut start = 0;
    while start < lines.len() {
        let commented = |line: &Line| !line.cells.is_empty() && !line.comment.is_empty();
        let mut end = start;
        while end < lines.len() && commented(&lines[end]) {
            end += 1;
        }
        let widths: Vec<usize> = lines[start..end].iter().map(Line::width).collect();
        let widest = widths.iter().copied().max().unwrap_or(0);
        let apart = widest - widths.iter().copied().min().unwrap_or(0) > WIDEST_GAP;
        for line in &lines[start..end.max(start + 1)] {
            if line.is_blank() {
                blank = blank || {
                    text.push('\n');
                    true
                };
                continue;
            }
            blank = false;
            let comment_column = if apart || line.cells.is_empty() { 0 } else { widest };
            print_line(&mut text, line, comment_column);
        }
        start = end.max(start + 1);
    }
    while text.ends_with("\n\n") {
        text.pop();
    }
    text
}

fn print_line(text: &mut String, line: &Line, comment_column: usize) {
    let start = text.len();
    if line.verbatim {
        text.push_str(&line.comment);
        text.push('\n');
        return;
    }
    text.extend(std::iter::repeat_n(' ', line.indentation));
    for (gap, cell) in &line.cells {
        text.extend(std::iter::repeat_n(' ', *gap));
        text.push_str(cell);
    }
    if !line.comment.is_empty() {
        if !line.cells.is_empty() {
            let padding = comment_column.saturating_sub(line.width()) + 2;
            text.extend(std::iter::repeat_n(' ', padding));
        }
        text.push_str(&line.comment);
    }
    let kept = text[start..].trim_end().len();
    text.truncate(start + kept);
    text.push('\n');
}

/// Widens the gaps of neighbouring lines so that their columns stand below each other.
fn align_columns(lines: &mut [Line]) {
    let columns = lines.iter().map(|line| line.cells.len()).max().unwrap_or(0);
    for column in 1..columns {
        let mut start = 0;
        while start < lines.len() {
            let mut end = start;
            while end < lines.len() && lines[end].cells.len() > column {
                end += 1;
            }
            let left = |line: &Line| {
                line.cells[..column].iter().map(|(gap, cell)| gap + cell.width()).sum::<usize>()
            };
            let widths: Vec<usize> = lines[start..end].iter().map(left).collect();
            if let (Some(&widest), Some(&narrowest)) = (widths.iter().max(), widths.iter().min())
                && widest - narrowest <= WIDEST_GAP
            {
                for (line, width) in lines[start..end].iter_mut().zip(widths) {
                    line.cells[column].0 += widest - width;
                }
            }
            start = end.max(start + 1);
        }
    }
}
