//! Runs the tests of a memory: those that ask about what is known. Those that need a text to be read wait for
//! the reader, and are counted as waiting.

use crate::schema::NOT;
use quillian_network::{Base, Direction, NodeId, Relation, Tag};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

const TESTS: Tag = Tag::new("tests");

/// A `test` or `refuse` item, with the nodes it asks about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Test {
    /// The file it stands in.
    pub file: String,
    /// The line it stands on.
    pub line: u32,
    /// Whether the answer must be no.
    pub refuse: bool,
    /// What it asks.
    pub question: Question,
}

/// What a test asks. Nodes are given by their ids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Whether the subject is each of the parents.
    Isa {
        /// The subject.
        subject: u32,
        /// The parents.
        parents: Vec<u32>,
    },
    /// Whether the subject has a relation to each of the objects, itself or through its parents.
    Holds {
        /// The subject.
        subject: u32,
        /// The relation as it is stored.
        relation: String,
        /// Whether the links lead from the objects to the subject.
        inverted: bool,
        /// The objects.
        objects: Vec<u32>,
    },
    /// Whether a word means each of the concepts.
    Means {
        /// The word, as its node is named.
        word: String,
        /// The concepts.
        concepts: Vec<u32>,
    },
    /// What a text means: for the reader.
    Reading {
        /// The language, where it is given.
        language: Option<String>,
        /// The text.
        text: String,
        /// What is expected, in one spelling.
        expected: Vec<String>,
    },
}

impl Question {
    /// Equal for equal questions.
    pub(crate) fn key(&self) -> String {
        format!("{self:?}")
    }

    pub(crate) fn map_nodes(&mut self, map: impl Fn(u32) -> u32) {
        let change = |nodes: &mut Vec<u32>| nodes.iter_mut().for_each(|node| *node = map(*node));
        match self {
            Question::Isa { subject, parents: others } | Question::Holds { subject, objects: others, .. } => {
                *subject = map(*subject);
                change(others);
            }
            Question::Means { concepts, .. } => change(concepts),
            Question::Reading { .. } => {}
        }
    }
}

/// How a test came out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// As it should be.
    Passed,
    /// Not as it should be; the text says what was found.
    Failed(String),
    /// It needs the reader.
    Waiting,
}

/// The tests of a memory and how they came out.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// How many passed.
    pub passed: u32,
    /// How many failed.
    pub failed: u32,
    /// How many wait for the reader.
    pub waiting: u32,
    /// All tests, in the order of files and lines.
    pub outcomes: Vec<(Test, Outcome)>,
}

/// The tests that travel in a memory; none when what is there cannot be read.
pub fn tests_of(base: &Base) -> Vec<Test> {
    base.section(TESTS).and_then(|bytes| serde_json::from_slice(bytes).ok()).unwrap_or_default()
}

pub(crate) fn to_section(tests: &[Test]) -> (Tag, Vec<u8>) {
    (TESTS, serde_json::to_vec(tests).unwrap_or_default())
}

/// Runs all tests of a memory.
pub fn run_tests(base: &Base) -> Report {
    let mut report = Report::default();
    let knowledge = Knowledge { base, isa: base.find_relation("isa"), means: base.find_relation("means") };
    for test in tests_of(base) {
        let outcome = match knowledge.missing(&test) {
            None => Outcome::Waiting,
            Some(wrong) if wrong.is_empty() => Outcome::Passed,
            Some(wrong) => Outcome::Failed(wrong.join("; ")),
        };
        match outcome {
            Outcome::Passed => report.passed += 1,
            Outcome::Failed(_) => report.failed += 1,
            Outcome::Waiting => report.waiting += 1,
        }
        report.outcomes.push((test, outcome));
    }
    report
}

struct Knowledge<'a> {
    base: &'a Base,
    isa: Option<Relation>,
    means: Option<Relation>,
}

impl Knowledge<'_> {
    /// What is not as the test wants it; nothing when the test needs the reader.
    fn missing(&self, test: &Test) -> Option<Vec<String>> {
        let name = |node: u32| self.base.name(NodeId(node));
        let wrong = |holds: bool, what: String| {
            let complaint = if test.refuse { "holds, and should not" } else { "does not hold" };
            (holds == test.refuse).then(|| format!("`{what}` {complaint}"))
        };
        Some(match &test.question {
            Question::Reading { .. } => return None,
            Question::Isa { subject, parents } => {
                let above = self.ancestors(NodeId(*subject));
                let check = |&parent: &u32| {
                    wrong(above.contains(&NodeId(parent)), format!("{} isa {}", name(*subject), name(parent)))
                };
                parents.iter().filter_map(check).collect()
            }
            Question::Holds { subject, relation, inverted, objects } => {
                let check = |&object: &u32| {
                    let (from, to) = if *inverted { (object, *subject) } else { (*subject, object) };
                    let holds = self.holds(NodeId(from), relation, NodeId(to));
                    wrong(holds, format!("{} {relation} {}", name(from), name(to)))
                };
                objects.iter().filter_map(check).collect()
            }
            Question::Means { word, concepts } => {
                let node = self.base.find_kind("word").and_then(|kind| self.base.find(kind, word));
                let check = |&concept: &u32| {
                    let holds =
                        node.is_some_and(|node| self.targets(node, self.means).any(|it| it.0 == concept));
                    wrong(holds, format!("{word} means {}", name(concept)))
                };
                concepts.iter().filter_map(check).collect()
            }
        })
    }

    fn targets(&self, node: NodeId, relation: Option<Relation>) -> impl Iterator<Item = NodeId> + '_ {
        let rows = self.base.rows(Direction::Forward);
        let row = relation.map_or(&[][..], |relation| rows.row_of(node, relation));
        row.iter().map(|link| link.target())
    }

    /// A node and all above it.
    fn ancestors(&self, node: NodeId) -> HashSet<NodeId> {
        let mut seen = HashSet::from([node]);
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            open.extend(self.targets(node, self.isa).filter(|&parent| seen.insert(parent)));
        }
        seen
    }

    /// Whether a relation holds, stated or inherited. A denial stops what would be inherited through it: it
    /// holds for its object and all that is below the object.
    fn holds(&self, subject: NodeId, relation: &str, object: NodeId) -> bool {
        let stated = self.base.find_relation(relation);
        let denied = self.base.find_relation(&format!("{NOT}{relation}"));
        let above_object = self.ancestors(object);
        let mut seen = HashSet::from([subject]);
        let mut open = vec![subject];
        while let Some(node) = open.pop() {
            if self.targets(node, denied).any(|target| above_object.contains(&target)) {
                continue;
            }
            if self.targets(node, stated).any(|target| self.ancestors(target).contains(&object)) {
                return true;
            }
            open.extend(self.targets(node, self.isa).filter(|&parent| seen.insert(parent)));
        }
        false
    }
}
