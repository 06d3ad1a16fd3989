//! Collects `test` and `refuse` items, with their names looked up.

use super::symbols::{Map, Space};
use super::{Compiler, File, Here};
use crate::catalogue::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::testing::{Question, Test};
use crate::tree::{Clause, ClauseKind, Head, Name, Proposition, TestHead};

impl<'a, 's> Compiler<'a, 's> {
    pub(super) fn collect_tests(&mut self, files: &'a [File<'s>]) {
        let mut asked: Map<String, (bool, u32, Span)> = Map::default();
        for file in files {
            let here = self.here(file);
            for item in &file.tree.items {
                let Head::Test(refuse, head) = &item.head else { continue };
                let Some(question) = self.question(here, *refuse, head, &item.clauses, item.at) else {
                    continue;
                };
                let file = file.number;
                let key = question.key();
                match asked.get(&key) {
                    Some(&(other, first_file, first)) if other != *refuse => {
                        let diagnostic = Diagnostic::new(
                            Code::ContradictoryTest,
                            file,
                            item.at,
                            "this is both expected and refused",
                        )
                        .related(first_file, first, "the opposite is asked here");
                        self.diagnostics.push(diagnostic);
                    }
                    _ => drop(asked.insert(key, (*refuse, file, item.at))),
                }
                let name = here.source.name().to_owned();
                let line = here.source.line_of(item.at.start);
                self.tests.push(Test { file: name, line, refuse: *refuse, question });
            }
        }
        self.counts.tests = self.tests.len() as u32;
    }

    fn question(
        &mut self,
        here: Here<'a, 's>,
        refuse: bool,
        head: &'a TestHead<'s>,
        clauses: &'a [Clause<'s>],
        at: Span,
    ) -> Option<Question> {
        match head {
            TestHead::Broken => None,
            TestHead::Reading(tag, text) => {
                if let Some(tag) = tag {
                    self.language(here, *tag)?;
                }
                let mut expected = Vec::new();
                let mut broken = false;
                for clause in clauses {
                    match &clause.kind {
                        ClauseKind::Expectation(proposition) => {
                            expected.extend(self.expectation(here, proposition))
                        }
                        _ => broken = true,
                    }
                }
                if expected.is_empty() && !refuse && !broken && clauses.is_empty() {
                    self.report(Code::NoExpectation, here, at, "this test expects nothing");
                }
                expected.sort();
                let language = tag.map(|tag| tag.text.to_owned());
                Some(Question::Reading { language, text: text.value.to_string(), expected })
            }
            TestHead::Means(tag, text, names) => {
                let language = self.language(here, *tag);
                let concepts = self.concepts(here, names);
                language?;
                Some(Question::Means { word: format!("{}:{}", tag.text, text.value), concepts: concepts? })
            }
            TestHead::Holds(subject, relation, objects) => {
                let subject = self.concept(here, *subject);
                let objects = self.concepts(here, objects);
                if relation.text == "isa" {
                    return Some(Question::Isa { subject: subject?.0, parents: objects? });
                }
                let symbol = self.resolve(here, Space::Relation, *relation)?;
                let main = self.symbols.get(symbol).inverse_of.unwrap_or(symbol);
                let name = self.net.builder.name(self.symbols.get(main).node).to_owned();
                Some(Question::Holds {
                    subject: subject?.0,
                    relation: name,
                    inverted: main != symbol,
                    objects: objects?,
                })
            }
        }
    }

    fn concepts(&mut self, here: Here<'a, 's>, names: &[Name<'s>]) -> Option<Vec<u32>> {
        let known: Vec<u32> =
            names.iter().filter_map(|&name| self.concept(here, name)).map(|node| node.0).collect();
        (known.len() == names.len()).then_some(known)
    }

    /// An expectation in one spelling. Its event and roles must be known; its fillers are words of the text.
    fn expectation(&mut self, here: Here<'a, 's>, proposition: &Proposition<'s>) -> Option<String> {
        let relation = self.resolve_if_known(here, Space::Relation, proposition.predicate);
        let named: Vec<_> = proposition.arguments.iter().filter_map(|&(role, _)| role).collect();
        if relation.is_none() {
            let event = self.resolve(here, Space::Concept, proposition.predicate)?;
            for role in named {
                self.role_in(here, event, role);
            }
        }
        let arguments = proposition.arguments.iter().map(|(role, filler)| match role {
            Some(role) => format!("{}: {}", role.text, filler.text),
            None => filler.text.to_owned(),
        });
        Some(format!("{}({})", proposition.predicate.text, arguments.collect::<Vec<_>>().join(", ")))
    }
}
