//! The instruction set as data: what a program is made of.

use crate::automaton::Automaton;
use crate::budget::{Budget, Profile};
use crate::error::Error;
use crate::function::{Combine, Edit, Function};
use crate::machine::{End, Machine};
use crate::mark::{MARKERS, Mark, Marker};
use quillian_network::{Kind, Link, Network, NodeId, Relation};
use std::sync::Arc;

/// One instruction of the machine, named as the papers name it.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the fields are the parameters of the machine's methods of the same name")]
pub enum Instruction {
    /// CREATE: makes a link, or gives it another weight.
    Create { source: NodeId, relation: Relation, weight: u16, target: NodeId },
    /// CREATE of a node.
    CreateNode { kind: Kind, name: String },
    /// DELETE: takes a link away.
    Delete { source: NodeId, relation: Relation, target: NodeId },
    /// DELETE of a node, with all its links.
    DeleteNode { node: NodeId },
    /// SET-COLOR: changes the kind of a node.
    SetColor { node: NodeId, kind: Kind },
    /// SEARCH-NODE: see [`Machine::search_node`].
    SearchNode { node: NodeId, marker: Marker, value: i32 },
    /// SEARCH-RELATION: see [`Machine::search_relation`].
    SearchRelation { relation: Relation, marker: Marker, value: i32 },
    /// SEARCH-COLOR: see [`Machine::search_kind`].
    SearchColor { kind: Kind, marker: Marker, value: i32 },
    /// PROPAGATE: see [`Machine::propagate`].
    Propagate { from: Marker, to: Marker, path: Arc<Automaton>, function: Function },
    /// BARRIER: nothing after it overlaps with anything before.
    Barrier,
    /// Limits the propagations that follow.
    SetBudget { budget: Budget },
    /// MARKER-CREATE: see [`Machine::marker_create`].
    MarkerCreate { marker: Marker, relation: Relation, end: End, reverse: Option<Relation>, weight: u16 },
    /// MARKER-DELETE: see [`Machine::marker_delete`].
    MarkerDelete { marker: Marker, relation: Relation, end: End, reverse: Option<Relation> },
    /// MARKER-SET-COLOR: see [`Machine::marker_set_kind`].
    MarkerSetColor { marker: Marker, kind: Kind },
    /// AND-MARKER: see [`Machine::and_marker`].
    AndMarker { first: Marker, second: Marker, to: Marker, combine: Combine },
    /// OR-MARKER: see [`Machine::or_marker`].
    OrMarker { first: Marker, second: Marker, to: Marker, combine: Combine },
    /// NOT-MARKER: see [`Machine::not_marker`].
    NotMarker { marker: Marker, among: Option<Marker>, to: Marker, value: i32 },
    /// SET-MARKER: see [`Machine::set_marker`].
    SetMarker { marker: Marker, value: i32 },
    /// CLEAR-MARKER: see [`Machine::clear_marker`].
    ClearMarker { marker: Marker },
    /// FUNC-MARKER: see [`Machine::func_marker`].
    FuncMarker { marker: Marker, edit: Edit },
    /// COLLECT-NODE: see [`Machine::collect_nodes`].
    CollectNode { marker: Marker },
    /// COLLECT-RELATION: see [`Machine::collect_links`].
    CollectRelation { marker: Marker, relation: Option<Relation> },
    /// COLLECT-COLOR: see [`Machine::collect_kinds`].
    CollectColor { marker: Marker },
}

/// What an instruction gave back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Nothing.
    Done,
    /// The node that was made.
    Created(NodeId),
    /// What a propagation did. Overlapping propagations share one profile, given with the last of them.
    Propagated(Profile),
    /// This propagation overlaps with the next one, which has the profile of both.
    Overlapped,
    /// COLLECT-NODE.
    Nodes(Vec<(NodeId, Mark)>),
    /// COLLECT-RELATION.
    Links(Vec<(NodeId, Link)>),
    /// COLLECT-COLOR.
    Kinds(Vec<(NodeId, Kind)>),
}

impl Machine {
    /// Runs instructions in order and gives back what each returned. Neighbouring propagations to different
    /// binary markers along the same path overlap, as on the machine of the papers. On an error the
    /// instructions before it have taken effect; its place is returned with it.
    pub fn run(
        &mut self,
        network: &mut Network,
        instructions: &[Instruction],
    ) -> Result<Vec<Outcome>, (usize, Error)> {
        let mut results = Vec::with_capacity(instructions.len());
        while let Some(instruction) = instructions.get(results.len()) {
            let at = results.len();
            let together = overlapping(&instructions[at..]);
            if together.len() > 1 {
                let Instruction::Propagate { path, .. } = instruction else {
                    unreachable!("only they overlap")
                };
                let profile =
                    self.propagate_together(network, &together, path).map_err(|error| (at, error))?;
                let profile = profile.clone();
                results.extend((1..together.len()).map(|_| Outcome::Overlapped));
                results.push(Outcome::Propagated(profile));
            } else {
                results.push(self.execute(network, instruction).map_err(|error| (at, error))?);
            }
        }
        Ok(results)
    }

    /// Runs one instruction.
    pub fn execute(&mut self, network: &mut Network, instruction: &Instruction) -> Result<Outcome, Error> {
        match *instruction {
            Instruction::Create { source, relation, weight, target } => {
                network.create_link(source, relation, target, weight)?;
            }
            Instruction::CreateNode { kind, ref name } => {
                return Ok(Outcome::Created(network.create_node(kind, name)?));
            }
            Instruction::Delete { source, relation, target } => {
                network.delete_link(source, relation, target)?
            }
            Instruction::DeleteNode { node } => network.delete_node(node)?,
            Instruction::SetColor { node, kind } => network.set_kind(node, kind)?,
            Instruction::SearchNode { node, marker, value } => {
                self.search_node(network, node, marker, value)?
            }
            Instruction::SearchRelation { relation, marker, value } => {
                self.search_relation(network, relation, marker, value)?;
            }
            Instruction::SearchColor { kind, marker, value } => {
                self.search_kind(network, kind, marker, value)?
            }
            Instruction::Propagate { from, to, ref path, function } => {
                return Ok(Outcome::Propagated(self.propagate(network, from, to, path, function)?.clone()));
            }
            Instruction::Barrier => {}
            Instruction::SetBudget { budget } => self.set_budget(budget),
            Instruction::MarkerCreate { marker, relation, end, reverse, weight } => {
                self.marker_create(network, marker, relation, end, reverse, weight)?;
            }
            Instruction::MarkerDelete { marker, relation, end, reverse } => {
                self.marker_delete(network, marker, relation, end, reverse)?;
            }
            Instruction::MarkerSetColor { marker, kind } => self.marker_set_kind(network, marker, kind)?,
            Instruction::AndMarker { first, second, to, combine } => {
                self.and_marker(network, first, second, to, combine)?;
            }
            Instruction::OrMarker { first, second, to, combine } => {
                self.or_marker(network, first, second, to, combine)?;
            }
            Instruction::NotMarker { marker, among, to, value } => {
                self.not_marker(network, marker, among, to, value)?;
            }
            Instruction::SetMarker { marker, value } => self.set_marker(network, marker, value)?,
            Instruction::ClearMarker { marker } => self.clear_marker(marker)?,
            Instruction::FuncMarker { marker, edit } => self.func_marker(network, marker, edit)?,
            Instruction::CollectNode { marker } => {
                return Ok(Outcome::Nodes(self.collect_nodes(network, marker)?));
            }
            Instruction::CollectRelation { marker, relation } => {
                return Ok(Outcome::Links(self.collect_links(network, marker, relation)?));
            }
            Instruction::CollectColor { marker } => {
                return Ok(Outcome::Kinds(self.collect_kinds(network, marker)?));
            }
        }
        Ok(Outcome::Done)
    }
}

/// The propagations at the head of a program that may share their walk: along one path, to different binary
/// markers, none of which another of them starts from.
fn overlapping(instructions: &[Instruction]) -> Vec<(Marker, Marker)> {
    let mut pairs: Vec<(Marker, Marker)> = Vec::new();
    let mut shared: Option<&Arc<Automaton>> = None;
    for instruction in instructions {
        let Instruction::Propagate { from, to: to @ Marker::Binary(_), path, function } = instruction else {
            break;
        };
        let disjoint = from != to
            && pairs
                .iter()
                .all(|(other_from, other_to)| other_to != to && other_to != from && other_from != to);
        let same_path = shared.is_none_or(|shared| Arc::ptr_eq(shared, path) || shared == path);
        if !disjoint || !same_path || function.threshold.is_some() || pairs.len() == usize::from(MARKERS) {
            break;
        }
        shared = Some(path);
        pairs.push((*from, *to));
    }
    pairs
}
