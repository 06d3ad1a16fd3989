//! The clauses of an item.

use super::Parser;
use crate::catalogue::Code;
use crate::diagnostic::Diagnostic;
use crate::lexer::{self, Token, TokenKind};
use crate::source::Span;
use crate::tree::{Cell, ClauseKind, EntityKind, Head, Name, Sequence, TestHead, Trigger, WordUse};
use quillian_network::nearest_name;

/// The words a clause can start with, besides language tags, relations and `ROLE:`.
pub(crate) const CLAUSE_KEYWORDS: &[&str] = &[
    "activates",
    "adjunct",
    "agrees",
    "control",
    "cost",
    "count",
    "differs",
    "expects",
    "features",
    "form",
    "gloss",
    "infer",
    "inhibits",
    "isa",
    "joins",
    "key",
    "leads-to",
    "needs",
    "not",
    "on",
    "passes",
    "path",
    "primes",
    "same",
    "spaces",
    "stores",
];

/// Whether a name starts a clause rather than going on with the one before it.
pub(super) fn starts_clause(parser: &Parser<'_>, token: Token) -> bool {
    if token.kind != TokenKind::Name {
        return false;
    }
    let text = parser.slice(token);
    let next = parser.peek_after(token);
    let role = next.is(b':') || next.is(b'?');
    role || next.is_name() || CLAUSE_KEYWORDS.contains(&text) || lexer::is_language_tag(text)
}

impl<'s> Parser<'s> {
    /// Reads one clause; nothing when it could not be read and was reported.
    pub(super) fn clause(&mut self) -> Option<ClauseKind<'s>> {
        let token = self.peek();
        if !token.is_name() {
            let (code, what) = match token.kind {
                TokenKind::Text(false) => {
                    (Code::UnterminatedString, "this string has no closing quote".to_owned())
                }
                TokenKind::Strange => {
                    let shown = self.slice(token).escape_debug();
                    (Code::UnexpectedCharacter, format!("`{shown}` means nothing here"))
                }
                _ => (Code::UnexpectedText, format!("a clause cannot start with `{}`", self.slice(token))),
            };
            self.report(code, token.span(), what);
            return None;
        }
        let kind = self.any_clause(token)?;
        let misplaced = self.item.as_ref().and_then(|item| misplaced(&item.head, &kind));
        if let Some((clause, item, where_to)) = misplaced {
            let span = Span::new(token.start, self.at);
            let message = format!("{clause} cannot stand in {item}");
            self.push(
                Diagnostic::new(Code::MisplacedClause, self.file, span, message)
                    .help(format!("move it to {where_to}")),
            );
        }
        Some(kind)
    }

    fn any_clause(&mut self, token: Token) -> Option<ClauseKind<'s>> {
        let keyword = self.slice(token);
        let next = self.peek_after(token);
        if next.is(b':') || (next.is(b'?') && self.peek_after(next).is(b':')) {
            return self.role_clause();
        }
        if next.is(b'(') && self.in_test() {
            return Some(ClauseKind::Expectation(self.proposition()?));
        }
        if token.kind == TokenKind::Name {
            if CLAUSE_KEYWORDS.contains(&keyword) {
                self.at = token.end;
                return self.keyword_clause(keyword);
            }
            if lexer::is_language_tag(keyword) {
                return self.language_clause();
            }
        }
        if next.is_name() {
            return self.relation_clause(false);
        }
        let diagnostic = Diagnostic::new(
            Code::UnknownClause,
            self.file,
            token.span(),
            format!("`{keyword}` starts no clause"),
        );
        let near = nearest_name(keyword, CLAUSE_KEYWORDS.iter().copied());
        self.push(match near {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        });
        None
    }

    fn in_test(&self) -> bool {
        matches!(&self.item, Some(item) if matches!(item.head, Head::Test(..)))
    }

    fn keyword_clause(&mut self, keyword: &str) -> Option<ClauseKind<'s>> {
        Some(match keyword {
            "activates" => ClauseKind::Activates(self.names("a constraint")?),
            "adjunct" => return self.adjunct_clause(),
            "agrees" => ClauseKind::Agrees(self.equation()?),
            "control" => ClauseKind::Control(self.equation()?),
            "cost" => ClauseKind::Cost(self.number("a cost", u32::from(u16::MAX))? as u16),
            "count" => ClauseKind::Count(self.number("a count", u32::MAX)?),
            "differs" => ClauseKind::Differs(self.equation()?),
            "expects" => {
                let negated = self.eat_word("not");
                ClauseKind::Expects(negated, self.proposition()?)
            }
            "features" => {
                let features = self.bracketed_features()?;
                if features.is_empty() {
                    let token = self.peek();
                    self.report(Code::BadFeature, token.span(), "the features are missing here");
                    return None;
                }
                ClauseKind::Features(features)
            }
            "form" => {
                let text = self.quoted_text("the form")?;
                ClauseKind::Form(text, self.bracketed_features()?)
            }
            "gloss" => ClauseKind::Gloss(self.quoted_text("the gloss")?),
            "infer" => {
                let negated = self.eat_word("not");
                ClauseKind::Infer(negated, self.proposition()?)
            }
            "inhibits" => ClauseKind::Inhibits(self.names("a constraint")?),
            "isa" => {
                let at = Span::new(self.at - keyword.len(), self.at);
                let isa = Name { text: &self.text[at.start as usize..at.end as usize], at, quoted: false };
                ClauseKind::Relation(false, isa, self.names("a parent")?)
            }
            "joins" => ClauseKind::Joins(self.names("an event")?),
            "key" => ClauseKind::Key(self.quoted_text("the key")?),
            "leads-to" => ClauseKind::LeadsTo(self.proposition()?),
            "needs" => ClauseKind::Needs(self.features()?),
            "not" => return self.relation_clause(true),
            "on" => ClauseKind::On(self.triggers()?),
            "passes" => {
                let controller = self.name("a constraint")?;
                if !self.eat_word("to") {
                    let token = self.peek();
                    self.report(Code::BadEquation, token.span(), "`to` and a role are missing here");
                    return None;
                }
                ClauseKind::Passes(controller, self.dotted()?)
            }
            "path" => return self.path_clause(),
            "primes" => ClauseKind::Primes(self.weighted_names()?),
            "same" => ClauseKind::Same(self.equation()?),
            "spaces" => {
                let yes = self.eat_word("yes");
                if !yes && !self.eat_word("no") {
                    let token = self.peek();
                    self.report(Code::UnexpectedText, token.span(), "`spaces` is `yes` or `no`");
                    return None;
                }
                ClauseKind::Spaces(yes)
            }
            "stores" => ClauseKind::Stores(self.names("a role")?),
            _ => return None,
        })
    }

    fn weighted_names(&mut self) -> Option<Vec<(Name<'s>, u16)>> {
        let mut names = Vec::new();
        loop {
            let token = self.peek();
            if !token.is_name() {
                self.report(Code::MissingTarget, token.span(), "a concept is missing here");
                return None;
            }
            let name = self.name("a concept")?;
            names.push((name, self.weight("a weight")?.unwrap_or(1)));
            if !self.eat(b',') {
                return Some(names);
            }
        }
    }

    fn triggers(&mut self) -> Option<Vec<Trigger<'s>>> {
        let mut triggers = Vec::new();
        loop {
            let token = self.peek();
            let next = self.peek_after(token);
            triggers.push(if token.is(b'[') {
                Trigger::Features(self.bracketed_features()?)
            } else if token.is_name() && matches!(next.kind, TokenKind::Text(_)) {
                Trigger::Word(self.tag()?, self.quoted_text("the word")?)
            } else if token.is_name() {
                Trigger::Category(self.name("a category")?)
            } else {
                self.report(
                    Code::MissingTarget,
                    token.span(),
                    "what activates the constraint is missing here",
                );
                return None;
            });
            if !self.eat(b',') {
                return Some(triggers);
            }
        }
    }

    fn role_clause(&mut self) -> Option<ClauseKind<'s>> {
        let name = self.plain_name("a role")?;
        let optional = self.eat(b'?');
        self.eat(b':');
        Some(ClauseKind::Role { name, optional, restriction: self.restriction()? })
    }

    fn adjunct_clause(&mut self) -> Option<ClauseKind<'s>> {
        let name = self.plain_name("a role")?;
        let sign = self.peek();
        if !self.eat(b':') {
            self.report(
                Code::MissingConstraint,
                sign.span(),
                "`:` and the concept the filler must be are missing here",
            );
            return None;
        }
        let restriction = self.restriction()?;
        let more = self.peek().kind != TokenKind::End;
        let sequences = if more {
            self.tree.cells.push(Cell { start: self.peek().start as u32, sequence: None });
            vec![self.adjunct_sequence()?]
        } else {
            Vec::new()
        };
        Some(ClauseKind::Adjunct { name, restriction, sequences })
    }

    pub(super) fn adjunct_sequence(&mut self) -> Option<Sequence<'s>> {
        let language = self.tag()?;
        self.sequence(language)
    }

    fn relation_clause(&mut self, negated: bool) -> Option<ClauseKind<'s>> {
        let relation = self.name("a relation")?;
        let first = self.peek();
        let second = self.peek_after(first);
        let sense = first.kind == TokenKind::Name
            && lexer::is_language_tag(self.slice(first))
            && matches!(second.kind, TokenKind::Text(_));
        if sense && !negated {
            return Some(ClauseKind::SenseRelation(relation, self.sense_name()?));
        }
        Some(ClauseKind::Relation(negated, relation, self.names("a concept")?))
    }

    /// A clause that starts with a language tag: words when only quoted texts follow, else a sequence.
    fn language_clause(&mut self) -> Option<ClauseKind<'s>> {
        let language = self.tag()?;
        let start = self.at;
        if let Some(words) = self.words_ahead() {
            if !words {
                return Some(ClauseKind::Sequence(self.sequence(language)?));
            }
            self.at = start;
            let category = if self.peek().is_name() { Some(self.name("a category")?) } else { None };
            let mut words = Vec::new();
            while matches!(self.peek().kind, TokenKind::Text(_)) {
                let text = self.quoted_text("a word")?;
                let cost = self.weight("a cost")?.unwrap_or(0);
                words.push(WordUse { text, cost, features: self.bracketed_features()? });
            }
            return Some(ClauseKind::Words { language, category, words });
        }
        self.report(Code::EmptySequence, language.at, format!("nothing follows `{}`", language.text));
        None
    }

    /// Whether words follow (and not a sequence); nothing when the line ends here.
    fn words_ahead(&self) -> Option<bool> {
        let mut token = self.peek();
        if token.kind == TokenKind::End {
            return None;
        }
        if token.is_name() {
            token = self.peek_after(token);
            if token.is(b'/') && self.peek_after(token).is_name() {
                token = self.peek_after(self.peek_after(token));
            }
        }
        if !matches!(token.kind, TokenKind::Text(_)) {
            return Some(false);
        }
        while matches!(token.kind, TokenKind::Text(_)) {
            token = self.peek_after(token);
            if token.is(b'/') {
                token = self.peek_after(self.peek_after(token));
            }
            if token.is(b'[') {
                // Features have `=` in them; an optional part of a sequence has not.
                let name = self.peek_after(token);
                let sign = self.peek_after(name);
                if name.is_name() && sign.kind != TokenKind::Sign(b'=') && !sign.is(b']') && !sign.is(b',') {
                    return Some(false);
                }
                while !token.is(b']') && token.kind != TokenKind::End {
                    token = self.peek_after(token);
                }
                if token.is(b']') {
                    token = self.peek_after(token);
                }
            }
        }
        Some(token.kind == TokenKind::End || starts_clause(self, token) || token.kind == TokenKind::Strange)
    }
}

/// What a clause is called, what it stands in, and where it belongs, when it is in the wrong item.
fn misplaced(head: &Head<'_>, clause: &ClauseKind<'_>) -> Option<(&'static str, &'static str, &'static str)> {
    const ENTITY: &str = "a `concept`, `event` or `instance`";
    const CONSTRAINT: &str = "a `constraint`";
    let (name, where_to) = match clause {
        ClauseKind::Words { .. } => ("a word", ENTITY),
        ClauseKind::Sequence(_) => ("a sequence", "an `event`, `adjunct` or `fragment`"),
        ClauseKind::Role { .. } => ("a role", "an `event` or `adjunct`"),
        ClauseKind::Adjunct { .. } => ("an adjunct", "an `event`"),
        ClauseKind::Primes(_) => ("`primes`", ENTITY),
        ClauseKind::Infer(..) => ("`infer`", "an `event`"),
        ClauseKind::Expects(..) => ("`expects`", "an `event`"),
        ClauseKind::LeadsTo(_) => ("`leads-to`", "an `event`"),
        ClauseKind::Control(_) => ("`control`", "an `event`"),
        ClauseKind::Relation(..) => ("a relation", ENTITY),
        ClauseKind::Joins(_) => ("`joins`", "an `adjunct` item"),
        ClauseKind::Spaces(_) => ("`spaces`", "a `language`"),
        ClauseKind::Form(..) => ("`form`", "a `word`"),
        ClauseKind::Features(_) => ("`features`", "a `word`"),
        ClauseKind::Key(_) => ("`key`", "a `sense`"),
        ClauseKind::Count(_) => ("`count`", "a `sense`"),
        ClauseKind::SenseRelation(..) => ("a relation between senses", "a `sense`"),
        ClauseKind::On(_) => ("`on`", CONSTRAINT),
        ClauseKind::Needs(_) => ("`needs`", CONSTRAINT),
        ClauseKind::Agrees(_) => ("`agrees`", CONSTRAINT),
        ClauseKind::Same(_) => ("`same`", CONSTRAINT),
        ClauseKind::Differs(_) => ("`differs`", CONSTRAINT),
        ClauseKind::Activates(_) => ("`activates`", CONSTRAINT),
        ClauseKind::Inhibits(_) => ("`inhibits`", CONSTRAINT),
        ClauseKind::Stores(_) => ("`stores`", CONSTRAINT),
        ClauseKind::Passes(..) => ("`passes`", CONSTRAINT),
        ClauseKind::Path(_) => ("`path`", CONSTRAINT),
        ClauseKind::Cost(_) => ("`cost`", CONSTRAINT),
        ClauseKind::Expectation(_) => ("an expectation", "a `test` with a text"),
        ClauseKind::Gloss(_) => ("`gloss`", "an item that defines something"),
        ClauseKind::Broken => return None,
    };
    use ClauseKind as C;
    let (item, fits) = match head {
        Head::Entity(EntityKind::Adjunct, ..) | Head::Extend(EntityKind::Adjunct, _) => (
            "an `adjunct` item",
            matches!(
                clause,
                C::Sequence(_)
                    | C::Role { .. }
                    | C::Joins(_)
                    | C::Gloss(_)
                    | C::Primes(_)
                    | C::Infer(..)
                    | C::Expects(..)
                    | C::Control(_)
            ),
        ),
        Head::Entity(..) | Head::Extend(..) => (
            "a concept",
            matches!(
                clause,
                C::Words { .. }
                    | C::Sequence(_)
                    | C::Role { .. }
                    | C::Adjunct { .. }
                    | C::Primes(_)
                    | C::Infer(..)
                    | C::Expects(..)
                    | C::LeadsTo(_)
                    | C::Control(_)
                    | C::Relation(..)
                    | C::Gloss(_)
            ),
        ),
        Head::Fragment(_) => ("a `fragment`", matches!(clause, C::Sequence(_) | C::Gloss(_))),
        Head::Word(..) => ("a `word`", matches!(clause, C::Form(..) | C::Features(_) | C::Gloss(_))),
        Head::Sense(_) => (
            "a `sense`",
            matches!(clause, C::Key(_) | C::Count(_) | C::SenseRelation(..) | C::Relation(..) | C::Gloss(_)),
        ),
        Head::Constraint(_) => (
            "a `constraint`",
            matches!(
                clause,
                C::On(_)
                    | C::Needs(_)
                    | C::Agrees(_)
                    | C::Same(_)
                    | C::Differs(_)
                    | C::Activates(_)
                    | C::Inhibits(_)
                    | C::Stores(_)
                    | C::Passes(..)
                    | C::Path(_)
                    | C::Cost(_)
                    | C::Gloss(_)
            ),
        ),
        Head::Language(..) => ("a `language`", matches!(clause, C::Spaces(_) | C::Gloss(_))),
        Head::Relation(..) => ("a `relation`", matches!(clause, C::Gloss(_))),
        Head::Role(_) => ("a `role`", matches!(clause, C::Gloss(_))),
        Head::Category(..) => ("a `category`", matches!(clause, C::Gloss(_))),
        Head::Feature(..) => ("a `feature`", matches!(clause, C::Gloss(_))),
        Head::Test(_, TestHead::Reading(..) | TestHead::Broken) => {
            ("a test", matches!(clause, C::Expectation(_)))
        }
        Head::Test(..) => ("a test without a text", false),
        Head::Pack(_) => ("a `pack` line", false),
        Head::Use(_) => ("a `use` line", false),
        Head::Fact(..) => ("a `fact`", false),
        Head::Unknown => return None,
    };
    (!fits).then_some((name, item, where_to))
}
