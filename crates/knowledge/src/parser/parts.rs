//! The small parts all items and clauses are made of: names, lists, texts, numbers, features, propositions.

use super::Parser;
use crate::catalogue::Code;
use crate::lexer::{self, Token, TokenKind};
use crate::source::Span;
use crate::tree::{Equation, FeatureValue, Name, Proposition, Restriction, SenseName, Text};
use std::borrow::Cow;

impl<'s> Parser<'s> {
    /// A name, perhaps qualified by its pack.
    pub(super) fn name(&mut self, what: &str) -> Option<Name<'s>> {
        let mut name = self.plain_name(what)?;
        let slash = self.peek();
        let after = self.peek_after(slash);
        let glued = slash.is(b'/') && slash.start == self.at && after.start == slash.end;
        let number = |token: Token| self.slice(token).bytes().all(|byte| byte.is_ascii_digit());
        if glued && !name.quoted && after.kind == TokenKind::Name && !number(after) {
            self.at = after.end;
            name.at.end = after.end as u32;
            name.text = &self.text[name.at.start as usize..after.end];
        }
        Some(name)
    }

    /// A name that cannot be qualified.
    pub(super) fn plain_name(&mut self, what: &str) -> Option<Name<'s>> {
        let token = self.peek();
        match token.kind {
            TokenKind::Name | TokenKind::Quoted(_) => {
                self.at = token.end;
                self.name_of(token)
            }
            TokenKind::Strange => {
                let message = format!("`{}` cannot stand in a name", self.slice(token).escape_debug());
                self.report(Code::UnexpectedCharacter, token.span(), message);
                None
            }
            _ => {
                self.report(Code::MissingName, token.span(), format!("{what} is missing here"));
                None
            }
        }
    }

    pub(super) fn name_of(&mut self, token: Token) -> Option<Name<'s>> {
        let text = self.slice(token);
        match token.kind {
            TokenKind::Quoted(closed) => {
                if !closed {
                    self.report(
                        Code::UnterminatedBacktick,
                        token.span(),
                        "this name has no closing backtick",
                    );
                    return None;
                }
                let text = &text[1..text.len() - 1];
                if text.is_empty() {
                    self.report(Code::EmptyString, token.span(), "this name is empty");
                    return None;
                }
                Some(Name { text, at: token.span(), quoted: true })
            }
            _ => Some(Name { text, at: token.span(), quoted: false }),
        }
    }

    /// Names with commas between them; at least one.
    pub(super) fn names(&mut self, what: &str) -> Option<Vec<Name<'s>>> {
        let mut names = Vec::new();
        loop {
            let token = self.peek();
            if !token.is_name() && token.kind != TokenKind::Strange {
                self.report(Code::MissingTarget, token.span(), format!("{what} is missing here"));
                return None;
            }
            names.push(self.name(what)?);
            if !self.eat(b',') {
                return Some(names);
            }
        }
    }

    /// The language tag that must stand here.
    pub(super) fn tag(&mut self) -> Option<Name<'s>> {
        let name = self.plain_name("a language tag")?;
        if name.quoted || !lexer::is_language_tag(name.text) {
            self.report(Code::BadLanguageTag, name.at, format!("`{}` is not a language tag", name.text));
            return None;
        }
        Some(name)
    }

    /// A quoted text that is not empty.
    pub(super) fn quoted_text(&mut self, what: &str) -> Option<Text<'s>> {
        let token = self.peek();
        if !matches!(token.kind, TokenKind::Text(_)) {
            self.report(Code::MissingText, token.span(), format!("{what} is missing here: a text in quotes"));
            return None;
        }
        self.at = token.end;
        self.text_of(token)
    }

    pub(super) fn text_of(&mut self, token: Token) -> Option<Text<'s>> {
        if token.kind != TokenKind::Text(true) {
            self.report(Code::UnterminatedString, token.span(), "this string has no closing quote");
            return None;
        }
        let inner = Span::new(token.start + 1, token.end - 1);
        let value = self.unescape(inner)?;
        if value.trim().is_empty() {
            self.report(Code::EmptyString, token.span(), "this string is empty");
            return None;
        }
        Some(Text { value, at: token.span() })
    }

    fn unescape(&mut self, inner: Span) -> Option<Cow<'s, str>> {
        let raw = &self.text[inner.start as usize..inner.end as usize];
        if !raw.contains('\\') {
            return Some(Cow::Borrowed(raw));
        }
        let mut value = String::with_capacity(raw.len());
        let mut rest = raw;
        while let Some(at) = rest.find('\\') {
            value.push_str(&rest[..at]);
            let after = &rest[at + 1..];
            let (character, length) = match after.as_bytes().first() {
                Some(b'"') => (Some('"'), 1),
                Some(b'\\') => (Some('\\'), 1),
                Some(b'n') => (Some('\n'), 1),
                Some(b't') => (Some('\t'), 1),
                Some(b'u') => unicode_escape(after),
                _ => (None, after.chars().next().map_or(0, char::len_utf8)),
            };
            match character {
                Some(character) => value.push(character),
                None => {
                    let start = inner.end as usize - rest.len() + at;
                    let span = Span::new(start, start + 1 + length);
                    let shown = &self.text[span.start as usize..span.end as usize];
                    self.report(Code::BadEscape, span, format!("`{shown}` is no escape"));
                    return None;
                }
            }
            rest = &after[length..];
        }
        value.push_str(rest);
        Some(Cow::Owned(value))
    }

    /// A whole number up to `most`.
    pub(super) fn number(&mut self, what: &str, most: u32) -> Option<u32> {
        let token = self.peek();
        let value = (token.kind == TokenKind::Name).then(|| self.slice(token).parse::<u32>().ok()).flatten();
        if token.is_name() {
            self.at = token.end;
        }
        match value.filter(|&value| value <= most) {
            Some(value) => Some(value),
            None => {
                let message = format!("{what} is a whole number from 0 to {most}");
                self.push(
                    crate::Diagnostic::new(Code::BadNumber, self.file, token.span(), message)
                        .help(format!("write a whole number from 0 to {most}")),
                );
                None
            }
        }
    }

    /// `/number` right after something, else nothing.
    pub(super) fn weight(&mut self, what: &str) -> Option<Option<u16>> {
        if !self.eat(b'/') {
            return Some(None);
        }
        self.number(what, u32::from(u16::MAX)).map(|value| Some(value as u16))
    }

    /// `[feature=value, …]` if it is there.
    pub(super) fn bracketed_features(&mut self) -> Option<Vec<FeatureValue<'s>>> {
        let open = self.peek();
        if !self.eat(b'[') {
            return Some(Vec::new());
        }
        let features = self.features()?;
        let close = self.peek();
        if !self.eat(b']') {
            let message = "these features have no closing `]`";
            self.report(Code::BadFeature, Span::new(open.start, close.start.max(open.end)), message);
            return None;
        }
        Some(features)
    }

    /// `feature=value, …`
    pub(super) fn features(&mut self) -> Option<Vec<FeatureValue<'s>>> {
        let mut features = Vec::new();
        loop {
            let first = self.peek();
            if !first.is_name() {
                self.report(Code::BadFeature, first.span(), "a feature is missing here");
                return None;
            }
            let feature = self.name("a feature")?;
            let sign = self.peek();
            if !self.eat(b'=') || !self.peek().is_name() {
                self.report(Code::BadFeature, feature.at.to(sign.span()), "a feature needs `=` and a value");
                return None;
            }
            let value = self.plain_name("a value")?;
            features.push(FeatureValue { feature, value });
            if !self.eat(b',') {
                return Some(features);
            }
        }
    }

    /// `a | b except c | d`, or `not c | d`
    pub(super) fn restriction(&mut self) -> Option<Restriction<'s>> {
        let mut restriction = Restriction::default();
        let first = self.peek();
        let negative = first.kind == TokenKind::Name && self.slice(first) == "not";
        if negative {
            self.at = first.end;
        } else {
            restriction.any = self.alternatives()?;
        }
        let next = self.peek();
        let except = next.kind == TokenKind::Name && self.slice(next) == "except";
        if except {
            self.at = next.end;
        }
        if negative || except {
            restriction.none = self.alternatives()?;
        }
        Some(restriction)
    }

    fn alternatives(&mut self) -> Option<Vec<Name<'s>>> {
        let mut names = Vec::new();
        loop {
            let token = self.peek();
            if !token.is_name() {
                self.report(
                    Code::MissingConstraint,
                    token.span(),
                    "the concept the filler must be is missing here",
                );
                return None;
            }
            names.push(self.name("a concept")?);
            if !self.eat(b'|') {
                return Some(names);
            }
        }
    }

    /// `relation(a, b)` or `event(role: a, role: b)`
    pub(super) fn proposition(&mut self) -> Option<Proposition<'s>> {
        let start = self.peek();
        if !start.is_name() {
            self.report(Code::BadProposition, start.span(), "a relation or event is missing here");
            return None;
        }
        let predicate = self.name("a relation or event")?;
        let mut arguments = Vec::new();
        let open = self.peek();
        if !self.eat(b'(') {
            self.report(
                Code::BadProposition,
                predicate.at,
                format!("`{}` needs its arguments in parentheses", predicate.text),
            );
            return None;
        }
        while !self.eat(b')') {
            let first = self.peek();
            if !first.is_name() {
                let span = Span::new(open.start, first.start.max(open.end));
                self.report(Code::BadProposition, span, "an argument or `)` is missing here");
                return None;
            }
            let argument = self.name("an argument")?;
            if self.eat(b':') {
                if !self.peek().is_name() {
                    self.report(Code::BadProposition, argument.at, "this role has no filler");
                    return None;
                }
                let filler = self.name("a filler")?;
                arguments.push((Some(argument), filler));
            } else {
                arguments.push((None, argument));
            }
            if !self.eat(b',') && !self.peek().is(b')') {
                let span = Span::new(open.start, self.at);
                self.report(Code::BadProposition, span, "`,` or `)` is missing after an argument");
                return None;
            }
        }
        Some(Proposition { predicate, arguments, at: Span::new(start.start, self.at) })
    }

    /// `a.b = c.d`
    pub(super) fn equation(&mut self) -> Option<Equation<'s>> {
        let left = self.dotted()?;
        let sign = self.peek();
        if !self.eat(b'=') {
            self.report(Code::BadEquation, sign.span(), "`=` is missing here");
            return None;
        }
        let right = self.dotted()?;
        Some(Equation { left, right })
    }

    /// One or two names with a dot between them.
    pub(super) fn dotted(&mut self) -> Option<Vec<Name<'s>>> {
        let token = self.peek();
        if !token.is_name() {
            self.report(Code::BadEquation, token.span(), "a role is missing here");
            return None;
        }
        let name = self.plain_name("a role")?;
        if name.quoted {
            return Some(vec![name]);
        }
        let mut parts = Vec::new();
        let mut start = name.at.start as usize;
        for part in name.text.split('.') {
            parts.push(Name { text: part, at: Span::new(start, start + part.len()), quoted: false });
            start += part.len() + 1;
        }
        if parts.len() > 2 || parts.iter().any(|part| part.text.is_empty()) {
            self.report(
                Code::BadEquation,
                name.at,
                format!("`{}` is not one role, or two with a dot between", name.text),
            );
            return None;
        }
        Some(parts)
    }

    /// `TAG "word"@concept`
    pub(super) fn sense_name(&mut self) -> Option<SenseName<'s>> {
        let language = self.tag()?;
        let text = self.quoted_text("the word")?;
        let sign = self.peek();
        if !self.eat(b'@') {
            self.report(Code::MissingName, sign.span(), "`@` and the concept are missing here");
            return None;
        }
        let concept = self.name("the concept")?;
        Some(SenseName { language, text, concept })
    }
}

/// Reads `u{…}`: the character and the bytes it took.
fn unicode_escape(after: &str) -> (Option<char>, usize) {
    let digits = after.strip_prefix("u{").and_then(|rest| rest.split_once('}')).map(|(digits, _)| digits);
    match digits {
        Some(digits) if (1..=6).contains(&digits.len()) => {
            let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
            (character, digits.len() + 3)
        }
        _ => (None, 1),
    }
}
