//! The first line of an item.

use super::Parser;
use crate::catalogue::Code;
use crate::diagnostic::Diagnostic;
use crate::lexer::{self, TokenKind};
use crate::tree::{EntityKind, Head, Name, TestHead};
use quillian_network::nearest_name;

/// The words an item can start with.
pub(crate) const ITEM_KEYWORDS: &[&str] = &[
    "pack",
    "use",
    "language",
    "relation",
    "role",
    "category",
    "feature",
    "concept",
    "event",
    "instance",
    "adjunct",
    "extend",
    "fragment",
    "word",
    "sense",
    "constraint",
    "fact",
    "test",
    "refuse",
];

/// Items that have their place in the language and are read by a later version.
const RESERVED: &[&str] = &["phoneme", "sound-rule", "action", "answer", "template", "rule", "generate"];

impl<'s> Parser<'s> {
    /// Reads the first line of an item, up to its first clause.
    pub(super) fn head(&mut self) -> Head<'s> {
        let token = self.take();
        if token.kind != TokenKind::Name {
            let message = if token.kind == TokenKind::Strange {
                format!("`{}` cannot start an item", self.slice(token).escape_debug())
            } else {
                format!("an item cannot start with `{}`", self.slice(token))
            };
            self.report(Code::UnknownItem, token.span(), message);
            return Head::Unknown;
        }
        let keyword = self.slice(token);
        self.head_of(keyword).unwrap_or_else(|| {
            if RESERVED.contains(&keyword) {
                let message = format!("`{keyword}` is reserved: this version does not read it yet");
                self.report(Code::ReservedItem, token.span(), message);
            } else if !ITEM_KEYWORDS.contains(&keyword) {
                let diagnostic = Diagnostic::new(
                    Code::UnknownItem,
                    self.file,
                    token.span(),
                    format!("`{keyword}` is no item"),
                );
                let near = nearest_name(keyword, ITEM_KEYWORDS.iter().copied());
                self.push(match near {
                    Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                    None => diagnostic,
                });
            }
            self.trouble = true;
            Head::Unknown
        })
    }

    fn head_of(&mut self, keyword: &str) -> Option<Head<'s>> {
        Some(match keyword {
            "pack" => {
                let name = self.plain_name("the name of the pack")?;
                self.nothing_more()?;
                Head::Pack(name)
            }
            "use" => {
                let names = self.names("a pack")?;
                self.nothing_more()?;
                Head::Use(names)
            }
            "language" => {
                let tag = self.tag()?;
                let titled = matches!(self.peek().kind, TokenKind::Text(_));
                let title = if titled { Some(self.quoted_text("the title")?) } else { None };
                Head::Language(tag, title)
            }
            "relation" => {
                let name = self.plain_name("the name of the relation")?;
                let next = self.peek();
                let inverse = if next.kind == TokenKind::Name && self.slice(next) == "inverse" {
                    self.at = next.end;
                    Some(self.plain_name("the name of the inverse")?)
                } else {
                    None
                };
                Head::Relation(name, inverse)
            }
            "role" => Head::Role(self.plain_name("the name of the role")?),
            "category" => {
                let name = self.plain_name("the name of the category")?;
                Head::Category(name, self.parents()?)
            }
            "feature" => {
                let name = self.plain_name("the name of the feature")?;
                let sign = self.peek();
                if !self.eat(b':') || !self.peek().is_name() {
                    self.report(
                        Code::NoValues,
                        name.at.to(sign.span()),
                        format!("feature `{}` has no values", name.text),
                    );
                    return None;
                }
                Head::Feature(name, self.names("a value")?)
            }
            "concept" | "event" | "instance" | "adjunct" => self.entity(entity_kind(keyword)?)?,
            "extend" => {
                let token = self.peek();
                let kind = if token.kind == TokenKind::Name { entity_kind(self.slice(token)) } else { None };
                let Some(kind) = kind else {
                    let message = "`extend` needs `concept`, `event`, `instance` or `adjunct` and a name";
                    self.report(Code::MissingName, token.span(), message);
                    return None;
                };
                self.at = token.end;
                Head::Extend(kind, self.name("the name of what is extended")?)
            }
            "fragment" => Head::Fragment(self.plain_name("the name of the fragment")?),
            "word" => {
                let language = self.tag()?;
                let text = self.quoted_text("the word")?;
                let next = self.peek();
                let category = next.is_name() && !super::clauses::starts_clause(self, next);
                let category = if category { Some(self.name("a category")?) } else { None };
                Head::Word(language, text, category)
            }
            "sense" => Head::Sense(self.sense_name()?),
            "constraint" => Head::Constraint(self.plain_name("the name of the constraint")?),
            "fact" => {
                let negated = self.eat_word("not");
                let proposition = self.proposition()?;
                self.nothing_more()?;
                Head::Fact(negated, proposition)
            }
            "test" => Head::Test(false, self.test_head()),
            "refuse" => Head::Test(true, self.test_head()),
            _ => return None,
        })
    }

    fn entity(&mut self, kind: EntityKind) -> Option<Head<'s>> {
        let name = self.plain_name("the name")?;
        let parents = self.parents()?;
        if kind == EntityKind::Instance && parents.is_empty() && !self.trouble {
            self.report(Code::MissingConcept, name.at, format!("`{}` is an instance of nothing", name.text));
        }
        Some(Head::Entity(kind, name, parents))
    }

    fn parents(&mut self) -> Option<Vec<Name<'s>>> {
        let sign = self.peek();
        if !self.eat(b':') {
            return Some(Vec::new());
        }
        if !self.peek().is_name() {
            // The name is defined all the same: who refers to it should not hear that it is unknown.
            self.report(Code::MissingParent, sign.span(), "the parent is missing after `:`");
            return Some(Vec::new());
        }
        self.names("a parent")
    }

    fn test_head(&mut self) -> TestHead<'s> {
        let start = self.peek();
        self.try_test_head().unwrap_or_else(|| {
            if !self.trouble {
                let span = start.span().to(self.peek().span());
                self.report(Code::BadTest, span, "this test cannot be read");
            }
            TestHead::Broken
        })
    }

    fn try_test_head(&mut self) -> Option<TestHead<'s>> {
        let first = self.peek();
        if matches!(first.kind, TokenKind::Text(_)) {
            return Some(TestHead::Reading(None, self.quoted_text("the text")?));
        }
        if !first.is_name() {
            return None;
        }
        let second = self.peek_after(first);
        let tagged = lexer::is_language_tag(self.slice(first)) && matches!(second.kind, TokenKind::Text(_));
        if tagged {
            let language = self.tag()?;
            let text = self.quoted_text("the text")?;
            if !self.eat_word("means") {
                return Some(TestHead::Reading(Some(language), text));
            }
            return Some(TestHead::Means(language, text, self.names("a concept")?));
        }
        let subject = self.name("a concept")?;
        if !self.peek().is_name() {
            return None;
        }
        let relation = self.name("a relation")?;
        if !self.peek().is_name() {
            return None;
        }
        Some(TestHead::Holds(subject, relation, self.names("a concept")?))
    }

    /// Takes a keyword if it is next.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let token = self.peek();
        let found = token.kind == TokenKind::Name && self.slice(token) == word;
        if found {
            self.at = token.end;
        }
        found
    }

    /// Reports what stands between here and the end of the line.
    pub(super) fn nothing_more(&mut self) -> Option<()> {
        let token = self.peek();
        if token.kind == TokenKind::End {
            return Some(());
        }
        self.report(Code::UnexpectedText, token.span(), "nothing can stand here");
        None
    }
}

fn entity_kind(keyword: &str) -> Option<EntityKind> {
    Some(match keyword {
        "concept" => EntityKind::Concept,
        "event" => EntityKind::Event,
        "instance" => EntityKind::Instance,
        "adjunct" => EntityKind::Adjunct,
        _ => return None,
    })
}
