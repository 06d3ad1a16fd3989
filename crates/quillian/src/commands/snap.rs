//! `quillian snap`.

use crate::files::{MemoryChoice, name, read_bytes};
use crate::output::{Failure, Output, counted};
use clap::Args;
use quillian_marker::text::{self, Event, Problem};
use quillian_marker::{Machine, Mark, Profile};
use quillian_network::{Network, NodeId};
use serde_json::json;
use std::path::PathBuf;

/// Runs a marker program on a memory. The memory itself is never changed: what the program creates is gone when
/// it ends.
#[derive(Args)]
pub(crate) struct Snap {
    /// The program, or `-` for standard input.
    #[arg(value_name = "PROGRAM", default_value = "-")]
    program: PathBuf,
    #[command(flatten)]
    memory: MemoryChoice,
    /// How many threads wide propagations may use; the answers are the same for any number.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Shows what each propagation did: tiers, messages, width.
    #[arg(long)]
    profile: bool,
}

impl Snap {
    pub(crate) fn run(self, output: &mut Output) -> Result<(), Failure> {
        let bytes = read_bytes(&self.program)?;
        let Ok(source) = String::from_utf8(bytes) else {
            return Err(Failure::Input(format!("{}: a program is UTF-8 text", name(&self.program))));
        };
        let program = text::parse(&source);
        let report = |output: &mut Output, problem: &Problem| {
            let file = name(&self.program);
            if output.is_text() {
                eprintln!("{}", show_problem(&file, &source, problem));
                Ok(())
            } else {
                output.json(&json!({
                    "file": file, "code": problem.code, "line": problem.line, "column": problem.column,
                    "span": [problem.span.start, problem.span.end], "message": problem.message,
                    "help": problem.help,
                }))
            }
        };
        for problem in &program.problems {
            report(output, problem)?;
        }
        if !program.problems.is_empty() {
            return Err(Failure::Reported);
        }
        let mut network = Network::new(self.memory.open()?);
        let mut machine = Machine::new();
        machine.set_threads(self.threads);
        let mut events = Vec::new();
        let done = program.run(&mut machine, &mut network, |event| events.push(event));
        for event in &events {
            self.show(output, &network, event)?;
        }
        match done {
            Ok(()) => Ok(()),
            Err(problem) => report(output, &problem).and(Err(Failure::Reported)),
        }
    }

    fn show(&self, output: &mut Output, network: &Network, event: &Event) -> Result<(), Failure> {
        if output.is_text() {
            self.show_text(output, network, event)
        } else {
            self.show_json(output, network, event)
        }
    }

    fn show_text(&self, output: &mut Output, network: &Network, event: &Event) -> Result<(), Failure> {
        match event {
            Event::Propagated { line, together, profile } => {
                if !self.profile && profile.stop == quillian_marker::Stop::Settled {
                    return Ok(());
                }
                let together = if *together > 1 {
                    format!("{together} propagations together")
                } else {
                    "propagation".into()
                };
                let Profile { tiers, marks, stop, .. } = profile;
                output.text(format_args!(
                    "line {line}: {together}: {stop}; {marks} marks, {} messages in {} tiers, widest {}",
                    profile.messages(),
                    tiers.len(),
                    profile.widest()
                ))
            }
            Event::Nodes { marker, nodes, .. } => {
                output.text(format_args!("{marker}: {}", counted(nodes.len(), "node")))?;
                let width = nodes.iter().map(|(node, _)| show_node(network, *node).chars().count()).max();
                for (node, Mark { value, origin }) in nodes {
                    let node_text = show_node(network, *node);
                    let width = width.unwrap_or(0);
                    match origin == node {
                        true => output.text(format_args!("  {node_text:width$}  {value}"))?,
                        false => output.text(format_args!(
                            "  {node_text:width$}  {value}  from {}",
                            show_node(network, *origin)
                        ))?,
                    }
                }
                Ok(())
            }
            Event::Links { marker, links, .. } => {
                output.text(format_args!("{marker}: {}", counted(links.len(), "link")))?;
                for (node, link) in links {
                    output.text(format_args!(
                        "  {} {} {}  {}",
                        show_node(network, *node),
                        network.relation_name(link.relation()),
                        show_node(network, link.target()),
                        link.weight()
                    ))?;
                }
                Ok(())
            }
            Event::Kinds { marker, kinds, .. } => {
                output.text(format_args!("{marker}: {}", counted(kinds.len(), "node")))?;
                for (node, kind) in kinds {
                    output.text(format_args!(
                        "  {}  {}",
                        show_node(network, *node),
                        network.kind_name(*kind)
                    ))?;
                }
                Ok(())
            }
        }
    }

    fn show_json(&self, output: &mut Output, network: &Network, event: &Event) -> Result<(), Failure> {
        let named = |node: NodeId| {
            let kind = network.kind_of(node).map_or("", |kind| network.kind_name(kind));
            json!({"name": network.name(node), "kind": kind})
        };
        match event {
            Event::Propagated { line, together, profile } => {
                let tiers: Vec<_> = profile.tiers.iter().map(|tier| [tier.width, tier.messages]).collect();
                let mut shown = json!({
                    "line": line, "together": together, "stop": profile.stop.to_string(), "marks": profile.marks,
                    "messages": profile.messages(), "tiers": tiers.len(), "widest": profile.widest(),
                });
                if self.profile {
                    shown["profile"] = json!(tiers);
                }
                output.json(&shown)
            }
            Event::Nodes { line, marker, nodes } => {
                let nodes: Vec<_> = nodes
                    .iter()
                    .map(|&(node, mark)| json!({"node": named(node), "value": mark.value, "origin": named(mark.origin)}))
                    .collect();
                output.json(&json!({"line": line, "marker": marker, "nodes": nodes}))
            }
            Event::Links { line, marker, links } => {
                let links: Vec<_> = links
                    .iter()
                    .map(|&(node, link)| {
                        json!({
                            "source": named(node), "relation": network.relation_name(link.relation()),
                            "target": named(link.target()), "weight": link.weight(),
                        })
                    })
                    .collect();
                output.json(&json!({"line": line, "marker": marker, "links": links}))
            }
            Event::Kinds { line, marker, kinds } => {
                let kinds: Vec<_> = kinds
                    .iter()
                    .map(|&(node, kind)| json!({"node": named(node), "kind": network.kind_name(kind)}))
                    .collect();
                output.json(&json!({"line": line, "marker": marker, "kinds": kinds}))
            }
        }
    }
}

/// A node as a program would name it: by its name alone if that is enough.
pub(crate) fn show_node(network: &Network, node: NodeId) -> String {
    let name = network.name(node);
    let kind = network.kind_of(node).map_or("", |kind| network.kind_name(kind));
    if name.is_empty() {
        format!("{kind}#{}", node.0)
    } else if network.find_all(name).len() == 1 {
        name.to_owned()
    } else {
        format!("{kind}/{name}")
    }
}

/// A problem with its line and carets under its place.
fn show_problem(file: &str, source: &str, problem: &Problem) -> String {
    let Problem { code, line, column, message, help, span } = problem;
    let text = source.lines().nth(line - 1).unwrap_or_default();
    let width = source.get(span.clone()).map_or(1, |text| text.trim_end().chars().count()).max(1);
    let (margin, space) = (" ".repeat(line.to_string().len()), " ".repeat(column - 1));
    format!(
        "error[{code}]: {message}\n{margin}--> {file}:{line}:{column}\n{margin} |\n{line} | {text}\n{margin} | \
         {space}{}\n  = next: {help}",
        "^".repeat(width)
    )
}
