//! Runs a program: looks names up, overlaps what may overlap, hands out what is collected.

use super::parser::Program;
use super::problem::Problem;
use super::statement::{Keep, Name, NamedEnd, NamedPath, Statement};
use crate::budget::Profile;
use crate::error::Error;
use crate::instruction::{Instruction, Outcome};
use crate::machine::{End, Machine};
use crate::mark::{Mark, Marker};
use crate::path::{Path, PathStep};
use quillian_network::{Direction, Kind, Link, Network, NodeId, Relation, nearest_name};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// What a program gives back while it runs. Each names the line of the program it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A propagation, or several that overlapped, and what it did.
    Propagated {
        /// The line of the (last) instruction.
        line: usize,
        /// How many propagations overlapped.
        together: usize,
        /// What they did.
        profile: Profile,
    },
    /// COLLECT-NODE.
    Nodes {
        /// The line of the instruction.
        line: usize,
        /// The marker, as the program calls it.
        marker: String,
        /// The nodes and their marks.
        nodes: Vec<(NodeId, Mark)>,
    },
    /// COLLECT-RELATION.
    Links {
        /// The line of the instruction.
        line: usize,
        /// The marker, as the program calls it.
        marker: String,
        /// The links, each with the node it starts from.
        links: Vec<(NodeId, Link)>,
    },
    /// COLLECT-COLOR.
    Kinds {
        /// The line of the instruction.
        line: usize,
        /// The marker, as the program calls it.
        marker: String,
        /// The nodes and their kinds.
        kinds: Vec<(NodeId, Kind)>,
    },
}

impl Program {
    /// Runs the program. The first mistake found while running ends it; what ran before has taken effect.
    pub fn run(
        &self,
        machine: &mut Machine,
        network: &mut Network,
        mut give: impl FnMut(Event),
    ) -> Result<(), Problem> {
        if let Some(problem) = self.problems.first() {
            return Err(problem.clone());
        }
        let mut paths = HashMap::new();
        let mut at = 0;
        while at < self.statements.len() {
            // Propagations in a row are handed over together, so that they can overlap.
            let propagates =
                |entry: &&(Statement, Range<usize>)| matches!(entry.0, Statement::Propagate { .. });
            let count = self.statements[at..].iter().take_while(propagates).count().max(1);
            let group = &self.statements[at..at + count];
            let mut instructions = Vec::with_capacity(count);
            for (statement, span) in group {
                instructions.push(self.resolve(network, statement, span, &mut paths)?);
            }
            let outcomes = machine
                .run(network, &instructions)
                .map_err(|(place, error)| self.machine_problem(&group[place].1, &error))?;
            let mut together = 1;
            for ((statement, span), outcome) in group.iter().zip(outcomes) {
                if outcome == Outcome::Overlapped {
                    together += 1;
                    continue;
                }
                let line = self.lines.problem("", span.clone(), String::new(), String::new()).line;
                if let Some(event) = self.event(statement, line, together, outcome) {
                    give(event);
                }
                together = 1;
            }
            at += count;
        }
        Ok(())
    }

    fn event(&self, statement: &Statement, line: usize, together: usize, outcome: Outcome) -> Option<Event> {
        match (statement, outcome) {
            (_, Outcome::Propagated(profile)) => Some(Event::Propagated { line, together, profile }),
            (Statement::CollectNode { marker, keep }, Outcome::Nodes(mut nodes)) => {
                match *keep {
                    Keep::All => {}
                    Keep::Least(count) => {
                        nodes.sort_by_key(|(node, mark)| (mark.value, *node));
                        nodes.truncate(count);
                    }
                    Keep::Greatest(count) => {
                        nodes.sort_by_key(|(node, mark)| (std::cmp::Reverse(mark.value), *node));
                        nodes.truncate(count);
                    }
                }
                Some(Event::Nodes { line, marker: self.marker_name(*marker), nodes })
            }
            (Statement::CollectRelation { marker, .. }, Outcome::Links(links)) => {
                Some(Event::Links { line, marker: self.marker_name(*marker), links })
            }
            (Statement::CollectColor { marker }, Outcome::Kinds(kinds)) => {
                Some(Event::Kinds { line, marker: self.marker_name(*marker), kinds })
            }
            _ => None,
        }
    }

    fn marker_name(&self, marker: Marker) -> String {
        self.names.get(&marker).cloned().unwrap_or_else(|| marker.to_string())
    }

    fn machine_problem(&self, span: &Range<usize>, error: &Error) -> Problem {
        let code = match error {
            Error::Network(error) => error.code(),
            _ => "M011",
        };
        let help = "mend this line; the lines before it have taken effect".into();
        self.lines.problem(code, span.clone(), error.to_string(), help)
    }

    fn resolve(
        &self,
        network: &mut Network,
        statement: &Statement,
        span: &Range<usize>,
        paths: &mut HashMap<Path, Arc<crate::automaton::Automaton>>,
    ) -> Result<Instruction, Problem> {
        let failed = |error: quillian_network::Error| self.machine_problem(span, &error.into());
        Ok(match statement {
            Statement::Create { source, relation, target, weight } => Instruction::Create {
                source: self.node(network, source)?,
                relation: network.relation(&relation.text).map_err(failed)?,
                weight: *weight,
                target: self.node(network, target)?,
            },
            Statement::CreateNode { kind, name } => Instruction::CreateNode {
                kind: network.kind(&kind.text).map_err(failed)?,
                name: name.text.clone(),
            },
            Statement::Delete { source, relation, target } => Instruction::Delete {
                source: self.node(network, source)?,
                relation: self.relation(network, relation)?,
                target: self.node(network, target)?,
            },
            Statement::DeleteNode { node } => Instruction::DeleteNode { node: self.node(network, node)? },
            Statement::SetColor { node, kind } => Instruction::SetColor {
                node: self.node(network, node)?,
                kind: network.kind(&kind.text).map_err(failed)?,
            },
            &Statement::SearchNode { ref node, marker, value } => {
                Instruction::SearchNode { node: self.node(network, node)?, marker, value }
            }
            &Statement::SearchRelation { ref relation, marker, value } => {
                Instruction::SearchRelation { relation: self.relation(network, relation)?, marker, value }
            }
            &Statement::SearchColor { ref kind, marker, value } => {
                Instruction::SearchColor { kind: self.kind(network, kind)?, marker, value }
            }
            &Statement::Propagate { from, to, ref path, function } => {
                let path = self.path(network, path)?;
                let automaton = match paths.get(&path) {
                    Some(automaton) => Arc::clone(automaton),
                    None => {
                        let compiled =
                            path.compile().map_err(|error| self.machine_problem(span, &error.into()))?;
                        Arc::clone(paths.entry(path).or_insert(Arc::new(compiled)))
                    }
                };
                Instruction::Propagate { from, to, path: automaton, function }
            }
            Statement::Barrier => Instruction::Barrier,
            &Statement::SetBudget { budget } => Instruction::SetBudget { budget },
            &Statement::MarkerCreate { marker, ref relation, ref end, ref reverse, weight } => {
                Instruction::MarkerCreate {
                    marker,
                    relation: network.relation(&relation.text).map_err(failed)?,
                    end: self.end(network, end)?,
                    reverse: match reverse {
                        Some(reverse) => Some(network.relation(&reverse.text).map_err(failed)?),
                        None => None,
                    },
                    weight,
                }
            }
            &Statement::MarkerDelete { marker, ref relation, ref end, ref reverse } => {
                Instruction::MarkerDelete {
                    marker,
                    relation: self.relation(network, relation)?,
                    end: self.end(network, end)?,
                    reverse: reverse.as_ref().map(|reverse| self.relation(network, reverse)).transpose()?,
                }
            }
            &Statement::MarkerSetColor { marker, ref kind } => {
                Instruction::MarkerSetColor { marker, kind: network.kind(&kind.text).map_err(failed)? }
            }
            &Statement::AndMarker { first, second, to, combine } => {
                Instruction::AndMarker { first, second, to, combine }
            }
            &Statement::OrMarker { first, second, to, combine } => {
                Instruction::OrMarker { first, second, to, combine }
            }
            &Statement::NotMarker { marker, among, to, value } => {
                Instruction::NotMarker { marker, among, to, value }
            }
            &Statement::SetMarker { marker, value } => Instruction::SetMarker { marker, value },
            &Statement::ClearMarker { marker } => Instruction::ClearMarker { marker },
            &Statement::FuncMarker { marker, edit } => Instruction::FuncMarker { marker, edit },
            &Statement::CollectNode { marker, .. } => Instruction::CollectNode { marker },
            &Statement::CollectRelation { marker, ref relation } => Instruction::CollectRelation {
                marker,
                relation: relation.as_ref().map(|relation| self.relation(network, relation)).transpose()?,
            },
            &Statement::CollectColor { marker } => Instruction::CollectColor { marker },
        })
    }

    /// The node a name means: the only one of that name, or `kind/name`.
    fn node(&self, network: &Network, name: &Name) -> Result<NodeId, Problem> {
        let found = network.find_all(&name.text);
        if let [only] = found[..] {
            return Ok(only);
        }
        if let Some((kind, rest)) = name.text.split_once('/')
            && let Some(node) = network.find_kind(kind).and_then(|kind| network.find(kind, rest))
        {
            return Ok(node);
        }
        let problem = |code, message, help| self.lines.problem(code, name.span.clone(), message, help);
        if found.is_empty() {
            let message = format!("no node is named `{}`", name.text);
            let help = "look for it with `quillian find`, name its kind as in `concept/dog`, or make it \
                        with `create-node`";
            return Err(problem("M012", message, help.to_owned()));
        }
        let choices = found.iter().filter_map(|&node| network.kind_of(node));
        let choices: Vec<String> =
            choices.map(|kind| format!("`{}/{}`", network.kind_name(kind), name.text)).collect();
        let message = format!("{} nodes are named `{}`", found.len(), name.text);
        Err(problem("M013", message, format!("write {}", choices.join(" or "))))
    }

    fn relation(&self, network: &Network, name: &Name) -> Result<Relation, Problem> {
        network.find_relation(&name.text).ok_or_else(|| {
            let known = network.base().relation_names().iter().map(String::as_str);
            self.unknown("relation", name, known)
        })
    }

    fn kind(&self, network: &Network, name: &Name) -> Result<Kind, Problem> {
        network.find_kind(&name.text).ok_or_else(|| {
            let known = network.base().kind_names().iter().map(String::as_str);
            self.unknown("kind", name, known)
        })
    }

    fn unknown<'a>(&self, what: &str, name: &Name, known: impl Iterator<Item = &'a str> + Clone) -> Problem {
        let help = match nearest_name(&name.text, known.clone()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => {
                const SHOWN: usize = 40;
                let more = known.clone().count().saturating_sub(SHOWN);
                let more = if more == 0 { String::new() } else { format!(" and {more} more") };
                format!("this memory has {}{more}", known.take(SHOWN).collect::<Vec<_>>().join(", "))
            }
        };
        self.lines.problem("M014", name.span.clone(), format!("no {what} is named `{}`", name.text), help)
    }

    fn end(&self, network: &Network, end: &NamedEnd) -> Result<End, Problem> {
        match end {
            NamedEnd::Origin => Ok(End::Origin),
            NamedEnd::Node(name) => Ok(End::Node(self.node(network, name)?)),
        }
    }

    fn path(&self, network: &Network, path: &NamedPath) -> Result<Path, Problem> {
        let all = |parts: &[NamedPath]| -> Result<Vec<Path>, Problem> {
            parts.iter().map(|part| self.path(network, part)).collect()
        };
        Ok(match path {
            NamedPath::Step { relation, inverse } => Path::Step(PathStep {
                relation: relation.as_ref().map(|name| self.relation(network, name)).transpose()?,
                direction: if *inverse { Direction::Inverse } else { Direction::Forward },
            }),
            NamedPath::Sequence(parts) => Path::Sequence(all(parts)?),
            NamedPath::Either(parts) => Path::Either(all(parts)?),
            NamedPath::Repeat(inner) => Path::Repeat(Box::new(self.path(network, inner)?)),
            NamedPath::Many(inner) => Path::Many(Box::new(self.path(network, inner)?)),
            NamedPath::NotEmpty(inner) => Path::NotEmpty(Box::new(self.path(network, inner)?)),
            NamedPath::End(inner) => Path::End(Box::new(self.path(network, inner)?)),
        })
    }
}
