//! The reference machine: small, slow and obvious. Every engine must give the same marks.
//!
//! It keeps the network in maps, walks every path by taking the path's expression apart link by link
//! (Brzozowski's derivatives, so it shares nothing with the compiled automata), and keeps marks in maps.

use quillian_marker::{Budget, End, Function, Instruction, Mark, Marker, Path, PathStep, Step, Tier};
use quillian_network::{Direction, Kind, NodeId, Relation};
use std::collections::{BTreeMap, BTreeSet};

/// An instruction, with the path still an expression.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    Plain(Instruction),
    Propagate { from: Marker, to: Marker, path: Path, function: Function },
}

/// What an instruction gave back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Nothing,
    Refused,
    Nodes(Vec<(NodeId, Mark)>),
    Links(Vec<(NodeId, Relation, NodeId, u16)>),
    Kinds(Vec<(NodeId, Kind)>),
}

#[derive(Default)]
pub(crate) struct Reference {
    pub(crate) kinds: BTreeMap<NodeId, (Kind, String)>,
    pub(crate) links: BTreeMap<(NodeId, Relation, NodeId), u16>,
    pub(crate) ever: u32,
    pub(crate) marks: BTreeMap<Marker, BTreeMap<NodeId, Mark>>,
    pub(crate) budget: Budget,
}

impl Reference {
    pub(crate) fn add_node(&mut self, kind: Kind, name: &str) -> NodeId {
        let node = NodeId(self.ever);
        self.ever += 1;
        self.kinds.insert(node, (kind, name.to_owned()));
        node
    }

    fn marked(&self, marker: Marker) -> BTreeMap<NodeId, Mark> {
        let mut marked = self.marks.get(&marker).cloned().unwrap_or_default();
        marked.retain(|node, _| self.kinds.contains_key(node));
        if let Marker::Binary(_) = marker {
            marked.iter_mut().for_each(|(node, mark)| *mark = Mark { value: 0, origin: *node });
        }
        marked
    }

    fn put(&mut self, marker: Marker, node: NodeId, mark: Mark) {
        self.marks.entry(marker).or_default().insert(node, mark);
    }

    fn replace(&mut self, marker: Marker, marks: BTreeMap<NodeId, Mark>) {
        self.marks.insert(marker, marks);
    }

    fn link(&mut self, source: NodeId, relation: Relation, target: NodeId, weight: u16) -> Answer {
        if !self.kinds.contains_key(&source) || !self.kinds.contains_key(&target) {
            return Answer::Refused;
        }
        self.links.insert((source, relation, target), weight);
        Answer::Nothing
    }

    pub(crate) fn execute(&mut self, order: &Order) -> Answer {
        let instruction = match order {
            Order::Plain(instruction) => instruction.clone(),
            Order::Propagate { from, to, path, function } => {
                self.propagate(*from, *to, path, *function);
                return Answer::Nothing;
            }
        };
        match instruction {
            Instruction::Create { source, relation, weight, target } => {
                return self.link(source, relation, target, weight);
            }
            Instruction::CreateNode { kind, name } => {
                let taken = self.kinds.values().any(|known| *known == (kind, name.clone()));
                if taken && !name.is_empty() {
                    return Answer::Refused;
                }
                self.add_node(kind, &name);
            }
            Instruction::Delete { source, relation, target } => {
                if self.links.remove(&(source, relation, target)).is_none() {
                    return Answer::Refused;
                }
            }
            Instruction::DeleteNode { node } => {
                if self.kinds.remove(&node).is_none() {
                    return Answer::Refused;
                }
                self.links.retain(|&(source, _, target), _| source != node && target != node);
            }
            Instruction::SetColor { node, kind } => match self.kinds.get_mut(&node) {
                Some(known) => known.0 = kind,
                None => return Answer::Refused,
            },
            Instruction::SearchNode { node, marker, value } => {
                if self.kinds.contains_key(&node) {
                    self.put(marker, node, Mark { value, origin: node });
                }
            }
            Instruction::SearchRelation { relation, marker, value } => {
                let nodes: Vec<NodeId> =
                    self.links.keys().filter(|key| key.1 == relation).map(|key| key.0).collect();
                nodes.into_iter().for_each(|node| self.put(marker, node, Mark { value, origin: node }));
            }
            Instruction::SearchColor { kind, marker, value } => {
                let of_kind = self.kinds.iter().filter(|(_, known)| known.0 == kind);
                let nodes: Vec<NodeId> = of_kind.map(|(node, _)| *node).collect();
                nodes.into_iter().for_each(|node| self.put(marker, node, Mark { value, origin: node }));
            }
            Instruction::SetMarker { marker, value } => {
                let nodes: Vec<NodeId> = self.kinds.keys().copied().collect();
                nodes.into_iter().for_each(|node| self.put(marker, node, Mark { value, origin: node }));
            }
            Instruction::ClearMarker { marker } => self.replace(marker, BTreeMap::new()),
            Instruction::FuncMarker { marker, edit } => {
                let edited = self.marked(marker).into_iter().filter_map(|(node, mark)| {
                    edit.apply(mark.value).map(|value| (node, Mark { value, ..mark }))
                });
                let edited = edited.collect();
                self.replace(marker, edited);
            }
            Instruction::AndMarker { first, second, to, combine } => {
                let other = self.marked(second);
                let both = self.marked(first).into_iter().filter_map(|(node, mark)| {
                    other.get(&node).map(|&other| (node, combine.apply(mark, other)))
                });
                let both = both.collect();
                self.replace(to, both);
            }
            Instruction::OrMarker { first, second, to, combine } => {
                let mut either = self.marked(second);
                for (node, mark) in self.marked(first) {
                    let mark = either.get(&node).map_or(mark, |&other| combine.apply(mark, other));
                    either.insert(node, mark);
                }
                self.replace(to, either);
            }
            Instruction::NotMarker { marker, among, to, value } => {
                let bearing = self.marked(marker);
                let mut without = match among {
                    Some(among) => self.marked(among),
                    None => self.kinds.keys().map(|&origin| (origin, Mark { value, origin })).collect(),
                };
                without.retain(|node, _| !bearing.contains_key(node));
                self.replace(to, without);
            }
            Instruction::MarkerCreate { marker, relation, end, reverse, weight } => {
                for (node, mark) in self.marked(marker) {
                    let end = if let End::Node(end) = end { end } else { mark.origin };
                    if self.link(node, relation, end, weight) == Answer::Refused {
                        return Answer::Refused;
                    }
                    if let Some(reverse) = reverse {
                        self.link(end, reverse, node, weight);
                    }
                }
            }
            Instruction::MarkerDelete { marker, relation, end, reverse } => {
                for (node, mark) in self.marked(marker) {
                    let end = if let End::Node(end) = end { end } else { mark.origin };
                    self.links.remove(&(node, relation, end));
                    if let Some(reverse) = reverse {
                        self.links.remove(&(end, reverse, node));
                    }
                }
            }
            Instruction::MarkerSetColor { marker, kind } => {
                for node in self.marked(marker).into_keys() {
                    self.kinds.get_mut(&node).unwrap().0 = kind;
                }
            }
            Instruction::CollectNode { marker } => {
                return Answer::Nodes(self.marked(marker).into_iter().collect());
            }
            Instruction::CollectRelation { marker, relation } => {
                let marked = self.marked(marker);
                let wanted = self.links.iter().filter(|((source, found, _), _)| {
                    marked.contains_key(source) && relation.is_none_or(|relation| relation == *found)
                });
                return Answer::Links(
                    wanted
                        .map(|(&(source, relation, target), &weight)| (source, relation, target, weight))
                        .collect(),
                );
            }
            Instruction::CollectColor { marker } => {
                let marked = self.marked(marker).into_keys();
                return Answer::Kinds(marked.map(|node| (node, self.kinds[&node].0)).collect());
            }
            Instruction::SetBudget { budget } => self.budget = budget,
            Instruction::Barrier => {}
            Instruction::Propagate { .. } => unreachable!("propagations are orders of their own"),
        }
        Answer::Nothing
    }

    /// The links a path could begin with at a node: the step, the node it leads to, the weight.
    fn steps(&self, node: NodeId) -> Vec<(PathStep, NodeId, u16)> {
        let mut steps = Vec::new();
        for (&(source, relation, target), &weight) in &self.links {
            let step = |direction| PathStep { relation: Some(relation), direction };
            if source == node {
                steps.push((step(Direction::Forward), target, weight));
            }
            if target == node {
                steps.push((step(Direction::Inverse), source, weight));
            }
        }
        steps
    }

    fn propagate(&mut self, from: Marker, to: Marker, path: &Path, function: Function) {
        let (ends_only, path) = match path {
            Path::End(inner) => (true, &**inner),
            other => (false, other),
        };
        // Values do not travel to a binary marker unless a threshold needs them.
        let bits = matches!(to, Marker::Binary(_)) && function.threshold.is_none();
        let function = if bits { Function::new(Step::Keep) } else { function };
        let sources = self.marked(from);
        let mut reached: BTreeMap<(NodeId, String), (Path, Mark)> = BTreeMap::new();
        let mut arrivals: Vec<(NodeId, Path, Mark)> = Vec::new();
        for (&node, &mark) in &sources {
            let mark = if bits { Mark { value: 0, origin: NodeId(0) } } else { mark };
            arrivals.push((node, path.clone(), mark));
        }
        let starts = arrivals.clone();
        let mut tiers: Vec<Tier> = Vec::new();
        while !arrivals.is_empty() && self.budget.tiers.is_none_or(|limit| tiers.len() < limit as usize) {
            let mut improved: BTreeSet<(NodeId, String)> = BTreeSet::new();
            tiers.push(Tier { width: arrivals.len() as u64, messages: 0 });
            for (node, path, mark) in arrivals {
                for (step, target, weight) in self.steps(node) {
                    let Some(rest) = after(&path, step) else { continue };
                    let Some(value) = function.step.apply(mark.value, weight) else { continue };
                    let mark = Mark { value, origin: mark.origin };
                    if function.threshold.is_some_and(|limit| {
                        let edge = Mark { value: limit, origin: NodeId(u32::MAX) };
                        function.join.better(edge, mark) == edge && edge.value != mark.value
                    }) {
                        continue;
                    }
                    let key = (target, format!("{rest:?}"));
                    let better = reached.get(&key).is_none_or(|(_, there)| {
                        *there != mark && function.join.better(*there, mark) == mark
                    });
                    if better {
                        reached.insert(key.clone(), (rest, mark));
                        improved.insert(key);
                    }
                }
            }
            arrivals = improved
                .into_iter()
                .map(|key| {
                    let (path, mark) = reached[&key].clone();
                    (key.0, path, mark)
                })
                .collect();
        }
        let all = reached.into_iter().map(|((node, _), (path, mark))| (node, path, mark)).chain(starts);
        for (node, path, mark) in all.collect::<Vec<_>>() {
            let leads_on = self.steps(node).into_iter().any(|(step, _, _)| after(&path, step).is_some());
            if !nullable(&path) || ends_only && leads_on {
                continue;
            }
            let there = self.marks.get(&to).and_then(|marks| marks.get(&node)).copied();
            self.put(to, node, there.map_or(mark, |there| function.join.better(there, mark)));
        }
    }
}

fn nullable(path: &Path) -> bool {
    match path {
        Path::Step(_) => false,
        Path::Sequence(parts) => parts.iter().all(nullable),
        Path::Either(parts) => parts.iter().any(nullable),
        Path::Repeat(_) => true,
        Path::Many(inner) => nullable(inner),
        Path::NotEmpty(_) => false,
        Path::End(_) => unreachable!("only outermost"),
    }
}

/// What is left of a path after one link; none if the path cannot begin with it.
fn after(path: &Path, step: PathStep) -> Option<Path> {
    match path {
        Path::Step(wanted) => {
            let fits = wanted.direction == step.direction
                && wanted.relation.is_none_or(|relation| Some(relation) == step.relation);
            fits.then(|| Path::Sequence(Vec::new()))
        }
        Path::Sequence(parts) => {
            let mut choices = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                if let Some(rest) = after(part, step) {
                    let mut sequence = vec![rest];
                    sequence.extend_from_slice(&parts[at + 1..]);
                    choices.push(Path::Sequence(sequence));
                }
                if !nullable(part) {
                    break;
                }
            }
            either(choices)
        }
        Path::Either(parts) => either(parts.iter().filter_map(|part| after(part, step)).collect()),
        Path::Repeat(inner) | Path::Many(inner) => {
            let rest = after(inner, step)?;
            Some(flat(Path::Sequence(vec![rest, Path::Repeat(inner.clone())])))
        }
        Path::NotEmpty(inner) => after(inner, step),
        Path::End(_) => unreachable!("only outermost"),
    }
}

fn either(choices: Vec<Path>) -> Option<Path> {
    let mut flattened: Vec<Path> = Vec::new();
    for choice in choices.into_iter().map(flat) {
        let parts = if let Path::Either(parts) = choice { parts } else { vec![choice] };
        for part in parts {
            if !flattened.contains(&part) {
                flattened.push(part);
            }
        }
    }
    match flattened.len() {
        0 => None,
        1 => flattened.pop(),
        _ => Some(Path::Either(flattened)),
    }
}

/// A sequence without sequences in it, so that equal rests look equal and there are finitely many.
fn flat(path: Path) -> Path {
    let Path::Sequence(parts) = path else { return path };
    let mut flattened = Vec::new();
    for part in parts.into_iter().map(flat) {
        match part {
            Path::Sequence(inner) => flattened.extend(inner),
            other => flattened.push(other),
        }
    }
    if flattened.len() == 1 { flattened.remove(0) } else { Path::Sequence(flattened) }
}
