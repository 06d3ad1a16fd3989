//! A path as a deterministic automaton over link types: what the engines run.

use crate::path::{Path, PathError, PathStep};
use quillian_network::{Direction, Relation};
use std::collections::{BTreeMap, BTreeSet};

const MOST_STATES: usize = 256;
const MOST_STEPS: usize = 4096;
const DEEPEST: usize = 200;

/// A compiled path. State 0 is the start and is never entered again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    pub(crate) states: Vec<State>,
    /// Marks only where no link leads on.
    pub(crate) ends_only: bool,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct State {
    /// Whether the links walked so far are a whole word of the path.
    pub(crate) accepts: bool,
    pub(crate) edges: Vec<Edge>,
}

/// A way on. The edges of one state never share a link.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Edge {
    pub(crate) direction: Direction,
    pub(crate) links: Filter,
    pub(crate) next: usize,
}

/// Which links an edge follows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Filter {
    One(Relation),
    /// Every relation but these; none named, every link.
    AllBut(Vec<Relation>),
}

impl Filter {
    #[inline]
    pub(crate) fn admits(&self, relation: Relation) -> bool {
        match self {
            Filter::One(one) => *one == relation,
            Filter::AllBut(excluded) => !excluded.contains(&relation),
        }
    }
}

impl Automaton {
    /// How many states a marker on the way can be in (the start is not one of them).
    #[inline]
    pub(crate) fn ways(&self) -> usize {
        self.states.len() - 1
    }

    /// Whether every node reached is marked, whatever the way: one state besides the start, and it accepts.
    pub(crate) fn is_closure(&self) -> bool {
        self.states.len() == 2 && self.states[1].accepts && !self.ends_only
    }

    /// Whether it is a closure whose first link is like all the others.
    pub(crate) fn is_simple_closure(&self) -> bool {
        self.is_closure() && self.states[0].edges == self.states[1].edges
    }

    /// Whether the path accepts the empty walk, and so marks its sources too.
    pub(crate) fn marks_sources(&self) -> bool {
        self.states[0].accepts
    }
}

/// Glushkov's construction (a state for each step of the path, no empty transitions), then subsets, then
/// merging of equal states.
pub(crate) fn compile(path: &Path) -> Result<Automaton, PathError> {
    let (ends_only, path) = match path {
        Path::End(inner) => (true, &**inner),
        other => (false, other),
    };
    let mut positions = Positions::default();
    let whole = positions.add(path, 0)?;
    let automaton = Subsets::build(&positions, &whole)?;
    Ok(Automaton { states: merge_equal(automaton), ends_only })
}

/// The steps of a path, and which may follow which.
#[derive(Default)]
struct Positions {
    steps: Vec<PathStep>,
    follows: Vec<BTreeSet<usize>>,
}

/// The steps a part may begin and end with, and whether it may be empty.
struct Part {
    nullable: bool,
    first: BTreeSet<usize>,
    last: BTreeSet<usize>,
}

impl Positions {
    fn add(&mut self, path: &Path, depth: usize) -> Result<Part, PathError> {
        if depth > DEEPEST {
            return Err(PathError::TooDeep { limit: DEEPEST });
        }
        match path {
            Path::Step(step) => {
                if self.steps.len() == MOST_STEPS {
                    return Err(PathError::TooLarge { limit: MOST_STATES });
                }
                let position = self.steps.len();
                self.steps.push(*step);
                self.follows.push(BTreeSet::new());
                let only = BTreeSet::from([position]);
                Ok(Part { nullable: false, first: only.clone(), last: only })
            }
            Path::Sequence(parts) => {
                let mut whole = Part { nullable: true, first: BTreeSet::new(), last: BTreeSet::new() };
                for part in parts {
                    let part = self.add(part, depth + 1)?;
                    self.follow(&whole.last, &part.first);
                    if whole.nullable {
                        whole.first.extend(&part.first);
                    }
                    if !part.nullable {
                        whole.last.clear();
                    }
                    whole.last.extend(part.last);
                    whole.nullable &= part.nullable;
                }
                Ok(whole)
            }
            Path::Either(parts) => {
                let mut whole = Part { nullable: false, first: BTreeSet::new(), last: BTreeSet::new() };
                for part in parts {
                    let part = self.add(part, depth + 1)?;
                    whole.nullable |= part.nullable;
                    whole.first.extend(part.first);
                    whole.last.extend(part.last);
                }
                Ok(whole)
            }
            Path::Repeat(inner) => {
                let part = self.add(inner, depth + 1)?;
                self.follow(&part.last, &part.first);
                Ok(Part { nullable: true, ..part })
            }
            Path::Many(inner) => {
                let part = self.add(inner, depth + 1)?;
                self.follow(&part.last, &part.first);
                Ok(part)
            }
            Path::NotEmpty(inner) => Ok(Part { nullable: false, ..self.add(inner, depth + 1)? }),
            Path::End(_) => Err(PathError::EndInside),
        }
    }

    fn follow(&mut self, before: &BTreeSet<usize>, after: &BTreeSet<usize>) {
        for &position in before {
            self.follows[position].extend(after);
        }
    }
}

/// Sets of positions, each a state.
struct Subsets<'a> {
    positions: &'a Positions,
    last: &'a BTreeSet<usize>,
    numbers: BTreeMap<BTreeSet<usize>, usize>,
    waiting: Vec<BTreeSet<usize>>,
}

impl Subsets<'_> {
    fn build(positions: &Positions, whole: &Part) -> Result<Vec<State>, PathError> {
        let mut subsets =
            Subsets { positions, last: &whole.last, numbers: BTreeMap::new(), waiting: Vec::new() };
        let mut states = vec![State { accepts: whole.nullable, edges: subsets.edges(&whole.first) }];
        let mut done = 0;
        while done < subsets.waiting.len() {
            if states.len() > MOST_STATES {
                return Err(PathError::TooLarge { limit: MOST_STATES });
            }
            let set = subsets.waiting[done].clone();
            let after: BTreeSet<usize> =
                set.iter().flat_map(|&position| &positions.follows[position]).copied().collect();
            let accepts = set.iter().any(|position| subsets.last.contains(position));
            states.push(State { accepts, edges: subsets.edges(&after) });
            done += 1;
        }
        Ok(states)
    }

    /// The edges out of a state whose next steps are these.
    fn edges(&mut self, next: &BTreeSet<usize>) -> Vec<Edge> {
        let mut edges = Vec::new();
        for direction in [Direction::Forward, Direction::Inverse] {
            let steps = || {
                next.iter()
                    .map(|&position| (position, self.positions.steps[position]))
                    .filter(move |(_, step)| step.direction == direction)
            };
            let any: BTreeSet<usize> =
                steps().filter(|(_, step)| step.relation.is_none()).map(|(position, _)| position).collect();
            let mut by_relation: BTreeMap<Relation, BTreeSet<usize>> = BTreeMap::new();
            for (position, step) in steps() {
                if let Some(relation) = step.relation {
                    by_relation.entry(relation).or_insert_with(|| any.clone()).insert(position);
                }
            }
            let named: Vec<Relation> = by_relation.keys().copied().collect();
            for (relation, set) in by_relation {
                edges.push((direction, Filter::One(relation), set));
            }
            if !any.is_empty() {
                edges.push((direction, Filter::AllBut(named), any));
            }
        }
        let number = |(direction, links, set)| Edge { direction, links, next: self.number(set) };
        edges.into_iter().map(number).collect()
    }

    fn number(&mut self, set: BTreeSet<usize>) -> usize {
        if let Some(&number) = self.numbers.get(&set) {
            return number;
        }
        self.waiting.push(set.clone());
        let number = self.waiting.len();
        self.numbers.insert(set, number);
        number
    }
}

/// Merges states that cannot be told apart: first by what they accept and follow, then again until nothing
/// changes. The start stays apart, so that it is never entered.
fn merge_equal(states: Vec<State>) -> Vec<State> {
    let mut class: Vec<usize> = states.iter().map(|state| usize::from(state.accepts)).collect();
    let mut classes = 0;
    loop {
        let mut signatures = BTreeMap::new();
        let mut refined = vec![0; states.len()];
        for (number, state) in states.iter().enumerate().skip(1) {
            let renamed: Vec<Edge> =
                state.edges.iter().map(|edge| Edge { next: class[edge.next], ..edge.clone() }).collect();
            let fresh = signatures.len() + 1;
            refined[number] = *signatures.entry((class[number], renamed)).or_insert(fresh);
        }
        let count = signatures.len();
        class = refined;
        if count == classes {
            break;
        }
        classes = count;
    }
    let mut merged: Vec<Option<State>> = vec![None; classes + 1];
    for (number, state) in states.into_iter().enumerate() {
        let State { accepts, edges } = state;
        let edges = edges.into_iter().map(|edge| Edge { next: class[edge.next], ..edge }).collect();
        merged[class[number]].get_or_insert(State { accepts, edges });
    }
    merged.into_iter().flatten().collect()
}
