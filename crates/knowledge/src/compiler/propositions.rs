//! What follows from events, what they expect, and what is simply so.

use super::symbols::{Space, SymbolId};
use super::{Compiler, File, Here};
use crate::catalogue::Code;
use crate::diagnostic::Diagnostic;
use crate::tree::{ClauseKind, Equation, Head, Name, Proposition};
use quillian_network::nearest_name;
use quillian_network::{NodeId, Relation};
use std::fmt::Write;

/// What an argument of a proposition stands for.
enum Argument {
    /// A role of the owner.
    Slot(NodeId),
    /// A concept or instance.
    Concept(NodeId),
}

impl<'a, 's> Compiler<'a, 's> {
    /// `infer`, `expects` and `leads-to` clauses.
    pub(super) fn consequence(&mut self, here: Here<'a, 's>, owner: SymbolId, clause: &'a ClauseKind<'s>) {
        let relations = self.net.relations;
        let (relation, word, proposition) = match clause {
            ClauseKind::Infer(false, proposition) => (relations.infers, "infers", proposition),
            ClauseKind::Infer(true, proposition) => (relations.infers_not, "infers-not", proposition),
            ClauseKind::Expects(false, proposition) => (relations.expects, "expects", proposition),
            ClauseKind::Expects(true, proposition) => (relations.expects_not, "expects-not", proposition),
            ClauseKind::LeadsTo(proposition) => (relations.leads_to, "leads-to", proposition),
            _ => return,
        };
        let node = self.symbols.get(owner).node;
        let prefix = format!("{} {word} ", self.net.builder.name(node));
        if let Some(made) = self.proposition(here, &prefix, proposition, Some(owner)) {
            self.net.link(node, relation, made, 0);
        }
    }

    /// Facts: a link when a relation holds between two concepts, else a proposition of the pack.
    pub(super) fn facts(&mut self, files: &'a [File<'s>]) {
        for file in files {
            let here = self.here(file);
            for item in &file.tree.items {
                let Head::Fact(negated, proposition) = &item.head else { continue };
                let positional = proposition.arguments.iter().all(|(role, _)| role.is_none());
                let relation = self.resolve_if_known(here, Space::Relation, proposition.predicate);
                if let (true, Some(_), [(_, subject), (_, object)]) =
                    (positional, relation, proposition.arguments.as_slice())
                {
                    self.plain_fact(here, *negated, proposition.predicate, *subject, *object);
                    continue;
                }
                let pack = self.net.node(self.net.kinds.pack, self.packs[file.pack as usize], 0);
                let (link, word) = if *negated {
                    (self.net.relations.denies, "denies ")
                } else {
                    (self.net.relations.states, "states ")
                };
                if let Some(made) = self.proposition(here, word, proposition, None) {
                    self.net.link(pack, link, made, 0);
                }
            }
        }
    }

    fn plain_fact(
        &mut self,
        here: Here<'a, 's>,
        negated: bool,
        name: Name<'s>,
        subject: Name<'s>,
        object: Name<'s>,
    ) {
        let stored = self.stored_relation(here, name, negated);
        let (subject, object) = (self.concept(here, subject), self.concept(here, object));
        if let (Some((relation, inverted)), Some(subject), Some(object)) = (stored, subject, object) {
            let (from, to) = if inverted { (object, subject) } else { (subject, object) };
            self.net.link(from, relation, to, 1);
        }
    }

    /// The node of a proposition, with its arguments; nothing when its predicate is unknown.
    fn proposition(
        &mut self,
        here: Here<'a, 's>,
        prefix: &str,
        proposition: &Proposition<'s>,
        owner: Option<SymbolId>,
    ) -> Option<NodeId> {
        let relations = self.net.relations;
        let relation = self.resolve_if_known(here, Space::Relation, proposition.predicate);
        let concept = if relation.is_none() {
            self.resolve_if_known(here, Space::Concept, proposition.predicate)
        } else {
            None
        };
        let Some(predicate) = relation.or(concept) else {
            self.resolve(here, Space::Relation, proposition.predicate);
            return None;
        };
        let predicate_node = self.symbols.get(predicate).node;
        let count = proposition.arguments.len();
        let named = proposition.arguments.iter().any(|(role, _)| role.is_some());
        if relation.is_some() && (named || !(1..=2).contains(&count)) {
            let message = format!("relation `{}` has {count} arguments here", proposition.predicate.text);
            self.report(Code::TooManyArguments, here, proposition.at, message);
            return None;
        }
        let mut name = format!("{prefix}{}(", self.net.builder.name(predicate_node));
        for (place, (role, argument)) in proposition.arguments.iter().enumerate() {
            let role = role.filter(|role| role.text != argument.text).map_or("", |role| role.text);
            let comma = if place == 0 { "" } else { ", " };
            let _ = write!(name, "{comma}{role}{}{}", if role.is_empty() { "" } else { ": " }, argument.text);
        }
        name.push(')');
        let line = here.line(proposition.at);
        let node = self.net.node(self.net.kinds.proposition, &name, line);
        self.net.link(node, relations.predicate, predicate_node, 0);
        for (place, &(role, argument)) in proposition.arguments.iter().enumerate() {
            if relation.is_some() {
                let side = if place == 0 { relations.subject } else { relations.object };
                if let Some(Argument::Slot(target) | Argument::Concept(target)) =
                    self.argument(here, argument, owner)
                {
                    self.net.link(node, side, target, 0);
                }
            } else {
                self.bind(here, node, predicate, (role.unwrap_or(argument), argument), owner, line);
            }
        }
        Some(node)
    }

    /// One named role of a proposition about an event.
    fn bind(
        &mut self,
        here: Here<'a, 's>,
        proposition: NodeId,
        event: SymbolId,
        (role, argument): (Name<'s>, Name<'s>),
        owner: Option<SymbolId>,
        line: u32,
    ) {
        let relations = self.net.relations;
        let Some(role_node) = self.role_in(here, event, role) else { return };
        let name = format!("{}.{}", self.net.builder.name(proposition), role.text);
        let binding = self.net.node(self.net.kinds.binding, &name, line);
        self.net.link(proposition, relations.binding, binding, 0);
        self.net.link(binding, relations.role, role_node, 0);
        match self.argument(here, argument, owner) {
            Some(Argument::Slot(slot)) => self.net.link(binding, relations.eqrole, slot, 0),
            Some(Argument::Concept(concept)) => self.net.link(binding, relations.filler, concept, 0),
            None => {}
        }
    }

    /// The node of a role that an event must have.
    pub(super) fn role_in(&mut self, here: Here<'a, 's>, event: SymbolId, role: Name<'s>) -> Option<NodeId> {
        let node = self.roles.get(role.text).copied();
        if let Some(node) = node
            && self.slot_of(event, node).is_some()
        {
            return Some(node);
        }
        let symbol = self.symbols.get(event);
        let message = format!("`{}` has no role `{}`", symbol.name, role.text);
        let mut diagnostic = Diagnostic::new(Code::UnknownRole, here.file.number, role.at, message);
        let own: Vec<&str> = symbol.slots.iter().map(|slot| self.net.builder.name(slot.role)).collect();
        if let Some(near) = nearest_name(role.text, own) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.diagnostics.push(diagnostic);
        None
    }

    fn argument(&mut self, here: Here<'a, 's>, name: Name<'s>, owner: Option<SymbolId>) -> Option<Argument> {
        if let (Some(owner), Some(&role)) = (owner, self.roles.get(name.text))
            && let Some((symbol, place)) = self.slot_of(owner, role)
        {
            return Some(Argument::Slot(self.symbols.get(symbol).slots[place].node));
        }
        if let Some(concept) = self.resolve_if_known(here, Space::Concept, name) {
            return Some(Argument::Concept(self.symbols.get(concept).node));
        }
        let message = match owner {
            Some(owner) => {
                format!(
                    "`{}` is neither a role of `{}` nor a concept",
                    name.text,
                    self.symbols.get(owner).name
                )
            }
            None => format!("there is no concept `{}`", name.text),
        };
        self.report(Code::UnknownArgument, here, name.at, message);
        None
    }

    /// An equation between roles, below the node that states it.
    pub(super) fn equation(
        &mut self,
        here: Here<'a, 's>,
        source: NodeId,
        relation: Relation,
        word: &str,
        equation: &Equation<'s>,
        owner: Option<SymbolId>,
    ) {
        let relations = self.net.relations;
        let spelled = |side: &[Name<'_>]| side.iter().map(|name| name.text).collect::<Vec<_>>().join(".");
        let name = format!(
            "{} {word} {} = {}",
            self.net.builder.name(source),
            spelled(&equation.left),
            spelled(&equation.right)
        );
        let Some(&first) = equation.left.first() else { return };
        let node = self.net.node(self.net.kinds.equation, &name, here.line(first.at));
        self.net.link(source, relation, node, 0);
        let features = word == "agrees";
        let sides = [
            (&equation.left, [relations.left, relations.left_inner]),
            (&equation.right, [relations.right, relations.right_inner]),
        ];
        for (names, links) in sides {
            for (place, &name) in names.iter().enumerate().take(2) {
                let target = match owner {
                    Some(owner) if place == 0 => self.role_in(here, owner, name),
                    _ if features && place == 1 => self.named(here, Space::Feature, name),
                    _ => self.known_role(here, name),
                };
                if let Some(target) = target {
                    self.net.link(node, links[place], target, 0);
                }
            }
        }
    }
}
