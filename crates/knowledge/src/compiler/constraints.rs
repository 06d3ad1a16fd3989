//! The syntactic constraint network: agreement, control, reflexives, displaced phrases.

use super::graph::Site;
use super::symbols::Space;
use super::{Compiler, File, Here};
use crate::tree::{Clause, ClauseKind, Head, Name, Trigger};
use quillian_network::NodeId;

impl<'a, 's> Compiler<'a, 's> {
    pub(super) fn constraints(&mut self, files: &'a [File<'s>]) {
        for file in files {
            let here = self.here(file);
            for item in &file.tree.items {
                let Head::Constraint(name) = &item.head else { continue };
                let Some(node) = self.named(here, Space::Constraint, *name) else { continue };
                let mut paths = 0;
                for clause in &item.clauses {
                    self.constraint_clause(here, node, clause, &mut paths);
                }
            }
        }
    }

    fn constraint_clause(
        &mut self,
        here: Here<'a, 's>,
        node: NodeId,
        clause: &'a Clause<'s>,
        paths: &mut u32,
    ) {
        let relations = self.net.relations;
        match &clause.kind {
            ClauseKind::On(triggers) => {
                for trigger in triggers {
                    for target in self.trigger(here, trigger) {
                        self.net.link(node, relations.on, target, 0);
                    }
                }
            }
            ClauseKind::Needs(features) => {
                for value in self.feature_values(here, features) {
                    self.net.link(node, relations.needs, value, 0);
                }
            }
            ClauseKind::Agrees(equation) => {
                self.equation(here, node, relations.agrees, "agrees", equation, None)
            }
            ClauseKind::Same(equation) => self.equation(here, node, relations.same, "same", equation, None),
            ClauseKind::Differs(equation) => {
                self.equation(here, node, relations.differs, "differs", equation, None)
            }
            ClauseKind::Activates(names) | ClauseKind::Inhibits(names) => {
                let activates = matches!(clause.kind, ClauseKind::Activates(_));
                let relation = if activates { relations.activates } else { relations.inhibits };
                for &name in names {
                    if let Some(target) = self.named(here, Space::Constraint, name) {
                        self.net.link(node, relation, target, 0);
                    }
                }
            }
            ClauseKind::Stores(roles) => {
                for &role in roles {
                    if let Some(role) = self.known_role(here, role) {
                        self.net.link(node, relations.stores, role, 0);
                    }
                }
            }
            ClauseKind::Passes(controller, to) => self.passes(here, node, *controller, to),
            ClauseKind::Path(parts) => {
                *paths += 1;
                let name = format!("{} path{paths}", self.net.builder.name(node));
                let line = here.line(clause.at);
                let root = self.net.node(self.net.kinds.root, &name, line);
                self.net.link(node, relations.path, root, 0);
                let mut site = Site::new(here, None, root, name, line);
                self.graph(&mut site, parts, clause.at);
            }
            ClauseKind::Cost(cost) => self.net.mark(node, "cost", *cost),
            _ => {}
        }
    }

    fn trigger(&mut self, here: Here<'a, 's>, trigger: &'a Trigger<'s>) -> Vec<NodeId> {
        match trigger {
            Trigger::Word(tag, text) => match self.language(here, *tag) {
                Some(language) => {
                    vec![self.net.word(tag.text, language.node, &text.value, here.line(text.at))]
                }
                None => Vec::new(),
            },
            Trigger::Category(name) => self.named(here, Space::Category, *name).into_iter().collect(),
            Trigger::Features(features) => self.feature_values(here, features),
        }
    }

    /// The pointer a controller holds goes to a role: of the event itself, or of a role's filler.
    fn passes(&mut self, here: Here<'a, 's>, node: NodeId, controller: Name<'s>, to: &[Name<'s>]) {
        let relations = self.net.relations;
        let controller_node = self.named(here, Space::Constraint, controller);
        let roles: Vec<NodeId> = to.iter().filter_map(|&role| self.known_role(here, role)).collect();
        let (Some(controller_node), true) = (controller_node, roles.len() == to.len()) else { return };
        let target = to.iter().map(|name| name.text).collect::<Vec<_>>().join(".");
        let name = format!("{} passes {} to {target}", self.net.builder.name(node), controller.text);
        let binding = self.net.node(self.net.kinds.binding, &name, here.line(controller.at));
        self.net.link(node, relations.passes, binding, 0);
        self.net.link(binding, relations.left, controller_node, 0);
        for (role, relation) in roles.into_iter().zip([relations.right, relations.right_inner]) {
            self.net.link(binding, relation, role, 0);
        }
    }
}
