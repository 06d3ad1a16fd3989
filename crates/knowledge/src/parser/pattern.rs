//! Sequences: the part of the language that stands for phrases and sentences.

use super::Parser;
use crate::catalogue::Code;
use crate::lexer::{self, Token, TokenKind};
use crate::source::Span;
use crate::tree::{ClauseKind, Name, Pattern, PatternKind, Repeat, Restriction, Sequence, Slot};

/// How deep groups may be nested.
const DEEPEST: u32 = 48;

/// How many parts a sequence may have.
const LONGEST: usize = 1000;

/// Which group is being read: it decides what closes it.
#[derive(Clone, Copy, PartialEq)]
enum Group {
    Outermost,
    Optional,
    Parenthesis,
}

impl<'s> Parser<'s> {
    /// Reads a sequence to the end of the line.
    pub(super) fn sequence(&mut self, language: Name<'s>) -> Option<Sequence<'s>> {
        let start = self.look().start;
        if let Some(cell) = self.tree.cells.last_mut() {
            cell.sequence = Some(start as u32);
        }
        if self.look().kind == TokenKind::End {
            self.report(Code::EmptySequence, language.at, format!("nothing follows `{}`", language.text));
            return None;
        }
        let alternatives = self.outermost()?;
        Some(Sequence { language, alternatives, at: language.at.to(Span::new(start, self.at)) })
    }

    /// `path` and role names.
    pub(super) fn path_clause(&mut self) -> Option<ClauseKind<'s>> {
        let start = self.look();
        if let Some(cell) = self.tree.cells.last_mut() {
            cell.sequence = Some(start.start as u32);
        }
        if start.kind == TokenKind::End {
            self.report(Code::MissingTarget, start.span(), "the path is missing here");
            return None;
        }
        let mut alternatives = self.outermost()?;
        let parts = if alternatives.len() == 1 {
            alternatives.pop()?
        } else {
            let at = Span::new(start.start, self.at);
            vec![Pattern {
                kind: PatternKind::Choice(alternatives),
                repeat: Repeat::Once,
                adjoins: false,
                at,
            }]
        };
        if let Some(at) = first_without_role(&parts) {
            self.report(Code::BadPath, at, "a path has only role names in it");
            return None;
        }
        Some(ClauseKind::Path(parts))
    }

    fn outermost(&mut self) -> Option<Vec<Vec<Pattern<'s>>>> {
        let mut budget = LONGEST;
        let (alternatives, separator) = self.alternation(Group::Outermost, 0, &mut budget)?;
        if let Some(separator) = separator.filter(|separator| separator.is(b';')) {
            self.report(Code::StraySemicolon, separator.span(), "`;` stands outside parentheses");
            return None;
        }
        Some(alternatives)
    }

    /// Parts with `|` or `;` between them, up to what closes the group; also the first separator.
    fn alternation(
        &mut self,
        group: Group,
        depth: u32,
        budget: &mut usize,
    ) -> Option<(Vec<Vec<Pattern<'s>>>, Option<Token>)> {
        let mut alternatives = vec![Vec::new()];
        let mut separator: Option<Token> = None;
        loop {
            let token = self.look();
            match token.kind {
                TokenKind::End => break,
                TokenKind::Sign(b']') if group == Group::Optional => break,
                TokenKind::Sign(b')') if group == Group::Parenthesis => break,
                TokenKind::Sign(b'|' | b';') => {
                    self.at = token.end;
                    if separator.is_some_and(|first| first.kind != token.kind) {
                        self.report(Code::MixedSeparators, token.span(), "`|` and `;` stand in one group");
                        return None;
                    }
                    if alternatives.last().is_none_or(Vec::is_empty) {
                        self.report(Code::EmptyAlternative, token.span(), "there is nothing before this");
                        return None;
                    }
                    separator = separator.or(Some(token));
                    alternatives.push(Vec::new());
                }
                _ => {
                    let mut part = self.part(token, depth, budget)?;
                    let alternative = alternatives.last_mut()?;
                    // The first part of a group stands to what is before the group as the group does.
                    part.adjoins &= !alternative.is_empty();
                    alternative.push(part);
                }
            }
        }
        if let (Some(separator), Some([])) = (separator, alternatives.last().map(Vec::as_slice)) {
            self.report(Code::EmptyAlternative, separator.span(), "there is nothing after the last of these");
            return None;
        }
        Some((alternatives, separator))
    }

    fn part(&mut self, token: Token, depth: u32, budget: &mut usize) -> Option<Pattern<'s>> {
        let adjoins = token.start == self.at && !self.text[..token.start].ends_with([' ', '\t', '\u{3000}']);
        if *budget == 0 {
            self.report(Code::TooLong, token.span(), format!("a sequence has at most {LONGEST} parts"));
            return None;
        }
        *budget -= 1;
        let gap = token.start - self.at;
        self.at = token.end;
        let kind = match token.kind {
            TokenKind::Name | TokenKind::Quoted(_) => {
                let name = self.name_of(token)?;
                if gap >= 2 && lexer::is_language_tag(name.text) && self.look().kind != TokenKind::End {
                    self.tree.suspects.push(name);
                }
                PatternKind::Word(name)
            }
            TokenKind::Text(_) => PatternKind::Form(self.text_of(token)?),
            TokenKind::Sign(b'{') => PatternKind::Slot(Box::new(self.slot(token)?)),
            TokenKind::Sign(b'<') => PatternKind::Fragment(self.fragment(token)?),
            TokenKind::Sign(open @ (b'[' | b'(')) => self.group(token, open, depth, budget)?,
            TokenKind::Sign(sign @ (b'*' | b'+')) => {
                let message = format!("there is nothing right before this `{}` to repeat", char::from(sign));
                self.report(Code::StrayRepetition, token.span(), message);
                return None;
            }
            TokenKind::Sign(sign) => {
                let message = format!("nothing before this opens what `{}` closes", char::from(sign));
                self.report(Code::StrayCloser, token.span(), message);
                return None;
            }
            TokenKind::Strange | TokenKind::End => {
                let shown = self.slice(token).escape_debug();
                self.report(Code::UnexpectedCharacter, token.span(), format!("`{shown}` means nothing here"));
                return None;
            }
        };
        let next = self.look();
        let glued = next.start == self.at;
        let repeat = match next.kind {
            TokenKind::Sign(b'*') if glued => Repeat::Star,
            TokenKind::Sign(b'+') if glued => Repeat::Plus,
            _ => Repeat::Once,
        };
        if repeat != Repeat::Once {
            self.at = next.end;
        }
        Some(Pattern { kind, repeat, adjoins, at: Span::new(token.start, self.at) })
    }

    fn group(&mut self, open: Token, sign: u8, depth: u32, budget: &mut usize) -> Option<PatternKind<'s>> {
        if depth >= DEEPEST {
            self.report(Code::TooDeep, open.span(), format!("groups are nested at most {DEEPEST} deep"));
            return None;
        }
        let optional = sign == b'[';
        let group = if optional { Group::Optional } else { Group::Parenthesis };
        let (alternatives, separator) = self.alternation(group, depth + 1, budget)?;
        let close = self.look();
        if close.kind == TokenKind::End {
            let (code, what) = if optional {
                (Code::UnclosedBracket, "this `[` is not closed")
            } else {
                (Code::UnclosedParenthesis, "this `(` is not closed")
            };
            self.report(code, open.span(), what);
            return None;
        }
        self.at = close.end;
        if alternatives.first().is_none_or(Vec::is_empty) {
            self.report(Code::EmptyGroup, open.span().to(close.span()), "there is nothing in these brackets");
            return None;
        }
        let any_order = separator.is_some_and(|separator| separator.is(b';'));
        if any_order && optional {
            let at = open.span().to(close.span());
            let inner = Pattern {
                kind: PatternKind::AnyOrder(alternatives),
                repeat: Repeat::Once,
                adjoins: false,
                at,
            };
            return Some(PatternKind::Optional(vec![vec![inner]]));
        }
        Some(match (optional, any_order) {
            (true, _) => PatternKind::Optional(alternatives),
            (false, true) => PatternKind::AnyOrder(alternatives),
            (false, false) => PatternKind::Choice(alternatives),
        })
    }

    fn slot(&mut self, open: Token) -> Option<Slot<'s>> {
        let rest = &self.text.as_bytes()[open.end..self.line_end];
        let closed = memchr::memchr2(b'}', b'{', rest).is_some_and(|at| rest[at] == b'}');
        if !closed {
            self.report(Code::UnclosedBrace, open.span(), "this `{` is not closed");
            return None;
        }
        let bad = |parser: &mut Parser<'s>, what: &str| {
            let span = Span::new(open.start, parser.at.max(open.end));
            parser.report(Code::BadSlot, span, what);
            None
        };
        if !self.peek().is_name() {
            return bad(self, "this slot has no role");
        }
        let role = self.plain_name("a role")?;
        let mut restriction = Restriction::default();
        let mut category = None;
        if self.eat(b':') {
            if !self.peek().is_name() {
                return bad(self, "this slot has no concept after `:`");
            }
            restriction = self.slot_restriction()?;
        }
        if self.eat(b'/') {
            if !self.peek().is_name() {
                return bad(self, "this slot has no category after `/`");
            }
            category = Some(self.plain_name("a category")?);
        }
        if !self.eat(b'}') {
            return bad(self, "this slot has more in it than a role, a concept and a category");
        }
        Some(Slot { role, restriction, category })
    }

    /// As elsewhere, except that a single `/` starts the category and is no part of the name.
    fn slot_restriction(&mut self) -> Option<Restriction<'s>> {
        let start = self.at;
        let restriction = self.restriction()?;
        let last = restriction.none.last().or(restriction.any.last())?;
        let qualified = !last.quoted && last.text.contains('/');
        if !qualified || self.peek().is(b'/') {
            return Some(restriction);
        }
        // The last name took the category with it: give it back.
        let slash = last.at.start as usize + last.text.find('/')?;
        let line_end = std::mem::replace(&mut self.line_end, slash);
        self.at = start;
        let restriction = self.restriction();
        self.line_end = line_end;
        restriction
    }

    fn fragment(&mut self, open: Token) -> Option<Name<'s>> {
        let name = self.peek();
        let close = self.peek_after(name);
        if !name.is_name() || memchr::memchr(b'>', &self.text.as_bytes()[open.end..self.line_end]).is_none() {
            self.report(Code::UnclosedAngle, open.span(), "this `<` is not followed by a name and `>`");
            return None;
        }
        let fragment = self.name("a fragment")?;
        if !self.eat(b'>') {
            self.report(
                Code::UnclosedAngle,
                open.span().to(close.span()),
                "this `<` is not closed after the name",
            );
            return None;
        }
        Some(fragment)
    }

    fn look(&self) -> Token {
        lexer::next_in_sequence(self.text, self.at, self.line_end)
    }
}

/// The first part of a path that is no role name.
fn first_without_role(parts: &[Pattern<'_>]) -> Option<Span> {
    parts.iter().find_map(|part| match &part.kind {
        PatternKind::Word(_) => None,
        PatternKind::Optional(inner) | PatternKind::Choice(inner) => {
            inner.iter().find_map(|parts| first_without_role(parts))
        }
        _ => Some(part.at),
    })
}
