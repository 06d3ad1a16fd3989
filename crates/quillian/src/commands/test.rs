//! `quillian test`.

use super::show_diagnostics;
use crate::files::Sources;
use crate::output::{Failure, Output, spinner};
use clap::Args;
use quillian_knowledge::{Options, Outcome, Question, compile, run_tests};
use quillian_network::{Base, NodeId};
use serde_json::json;

/// Runs the tests that knowledge files carry: `test` and `refuse` items. Those that need a text to be read are
/// counted as waiting.
#[derive(Args)]
pub(crate) struct Test {
    #[command(flatten)]
    sources: Sources,
}

impl Test {
    pub(crate) fn run(self, output: &mut Output) -> Result<(), Failure> {
        let memories = self.memories(output)?;
        let progress = spinner("testing");
        let (mut passed, mut failed, mut waiting) = (0, 0, 0);
        for memory in &memories {
            let report = run_tests(memory);
            passed += report.passed;
            failed += report.failed;
            waiting += report.waiting;
            for (test, outcome) in &report.outcomes {
                match outcome {
                    Outcome::Failed(reason) if output.is_text() => {
                        output.text(format_args!("{}:{}: failed: {reason}", test.file, test.line))?;
                    }
                    Outcome::Passed | Outcome::Waiting if output.is_text() => {}
                    _ => output.json(&json!({
                        "file": test.file, "line": test.line, "refuse": test.refuse,
                        "question": named(memory, &test.question), "outcome": outcome,
                    }))?,
                }
            }
        }
        progress.finish_and_clear();
        if output.is_text() {
            output
                .text(format_args!("{passed} passed, {failed} failed, {waiting} waiting for the reader"))?;
        } else {
            output.json(&json!({"passed": passed, "failed": failed, "waiting": waiting}))?;
        }
        if failed > 0 { Err(Failure::Reported) } else { Ok(()) }
    }

    /// A memory for each memory file that was named, and one compiled from all the knowledge files.
    fn memories(&self, output: &mut Output) -> Result<Vec<Base>, Failure> {
        let (mut memories, mut sources) = (Vec::new(), Vec::new());
        for path in self.sources.files()? {
            if path.extension().is_some_and(|extension| extension == "memory") {
                memories.push(Base::open(&path).map_err(Failure::memory)?);
            } else {
                sources.push(crate::files::read(&path)?);
            }
        }
        if !sources.is_empty() {
            let compiled = compile(&sources, Options::default());
            show_diagnostics(output, &compiled.diagnostics, &sources)?;
            memories.push(compiled.memory.ok_or(Failure::Reported)?);
        }
        Ok(memories)
    }
}

/// What a test asks, with the names of the nodes it asks about.
fn named(memory: &Base, question: &Question) -> serde_json::Value {
    let name = |node: &u32| memory.name(NodeId(*node)).to_owned();
    let names = |nodes: &[u32]| -> Vec<String> { nodes.iter().map(name).collect() };
    match question {
        Question::Isa { subject, parents } => json!({"subject": name(subject), "isa": names(parents)}),
        Question::Holds { subject, relation, inverted, objects } => json!({
            "subject": name(subject), "relation": relation, "inverted": inverted, "objects": names(objects),
        }),
        Question::Means { word, concepts } => json!({"word": word, "means": names(concepts)}),
        Question::Reading { language, text, expected } => {
            json!({"language": language, "text": text, "expected": expected})
        }
    }
}
