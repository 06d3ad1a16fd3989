//! Concepts, events, instances and adjuncts: parents, roles, words, relations, context.

use super::sequences::{Owner, Pending};
use super::symbols::{Slot, Space, SymbolId};
use super::{Compiler, File, Here};
use crate::catalogue::Code;
use crate::diagnostic::Diagnostic;
use crate::schema::NOT;
use crate::source::Span;
use crate::tree::{
    Clause, ClauseKind, EntityKind, FeatureValue, Head, Item, Name, Restriction, Text, WordUse,
};
use quillian_network::NodeId;

impl<'a, 's> Compiler<'a, 's> {
    pub(super) fn entities(&mut self, files: &'a [File<'s>]) {
        let owned = self.owners(files);
        self.parents(&owned);
        self.circles();
        for &(here, item, owner) in &owned {
            self.slots(here, item, owner);
        }
        for &(here, item, owner) in &owned {
            for clause in &item.clauses {
                self.entity_clause(here, clause, owner);
            }
        }
        self.counts.concepts =
            self.symbols.all.iter().filter(|symbol| symbol.space == Space::Concept).count() as u32;
    }

    /// The items that define or extend an entity, with what they define.
    fn owners(&mut self, files: &'a [File<'s>]) -> Vec<(Here<'a, 's>, &'a Item<'s>, SymbolId)> {
        let mut owned = Vec::new();
        for file in files {
            let here = self.here(file);
            for item in &file.tree.items {
                let owner = match &item.head {
                    Head::Entity(kind, name, _) => self.resolve(here, Space::of(*kind), *name),
                    Head::Extend(kind, name) => self.extended(here, *kind, *name),
                    _ => None,
                };
                owned.extend(owner.map(|owner| (here, item, owner)));
            }
        }
        owned
    }

    fn extended(&mut self, here: Here<'a, 's>, kind: EntityKind, name: Name<'s>) -> Option<SymbolId> {
        let owner = self.resolve(here, Space::of(kind), name)?;
        let symbol = self.symbols.get(owner);
        if symbol.kind != kind {
            let message = format!("`{}` is defined as another kind of item", name.text);
            let diagnostic = Diagnostic::new(Code::KindMismatch, here.file.number, name.at, message).related(
                symbol.file,
                symbol.at,
                "defined here",
            );
            self.diagnostics.push(diagnostic);
        }
        Some(owner)
    }

    fn parents(&mut self, owned: &[(Here<'a, 's>, &'a Item<'s>, SymbolId)]) {
        for &(here, item, owner) in owned {
            if let Head::Entity(_, _, parents) = &item.head {
                self.add_parents(here, owner, parents);
            }
            for clause in &item.clauses {
                match &clause.kind {
                    ClauseKind::Relation(false, relation, targets) if relation.text == "isa" => {
                        self.add_parents(here, owner, targets);
                    }
                    _ => {}
                }
            }
        }
    }

    fn add_parents(&mut self, here: Here<'a, 's>, owner: SymbolId, parents: &[Name<'s>]) {
        for &name in parents {
            let Some(parent) = self.resolve(here, Space::Concept, name) else { continue };
            if parent == owner {
                self.report(Code::SelfParent, here, name.at, format!("`{}` is its own parent", name.text));
                continue;
            }
            let (child, parent_node) = (self.symbols.get(owner).node, self.symbols.get(parent).node);
            self.net.link(child, self.net.relations.isa, parent_node, 1);
            self.symbols.all[owner.index()].parents.push(parent);
        }
    }

    /// Reports every circle of parents once, at its first member, and cuts it so that later passes end.
    fn circles(&mut self) {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut states = vec![State::New; self.symbols.all.len()];
        for start in self.symbols.ids() {
            if states[start.index()] != State::New {
                continue;
            }
            let mut stack: Vec<(SymbolId, usize)> = vec![(start, 0)];
            states[start.index()] = State::Open;
            while let Some((symbol, place)) = stack.last_mut() {
                let Some(&parent) = self.symbols.all[symbol.index()].parents.get(*place) else {
                    states[symbol.index()] = State::Done;
                    stack.pop();
                    continue;
                };
                *place += 1;
                match states[parent.index()] {
                    State::New => {
                        states[parent.index()] = State::Open;
                        stack.push((parent, 0));
                    }
                    State::Done => {}
                    State::Open => {
                        let (symbol, cut) = (*symbol, *place - 1);
                        let from = stack.iter().position(|&(open, _)| open == parent).unwrap_or(0);
                        let path: Vec<SymbolId> = stack[from..].iter().map(|&(open, _)| open).collect();
                        self.symbols.all[symbol.index()].parents.remove(cut);
                        if let Some(top) = stack.last_mut() {
                            top.1 = cut;
                        }
                        self.report_circle(&path);
                    }
                }
            }
        }
    }

    fn report_circle(&mut self, path: &[SymbolId]) {
        const SHOWN: usize = 8;
        let names: Vec<&str> = path.iter().take(SHOWN).map(|&id| self.symbols.get(id).name).collect();
        let more = if path.len() > SHOWN { " : …" } else { "" };
        let message = format!("`{}{more} : {}` is a circle of parents", names.join(" : "), names[0]);
        let first = self.symbols.get(path[0]);
        let mut diagnostic = Diagnostic::new(Code::ParentCycle, first.file, first.at, message);
        for &other in path.iter().skip(1).take(SHOWN) {
            let other = self.symbols.get(other);
            diagnostic = diagnostic.related(other.file, other.at, "part of the circle");
        }
        self.diagnostics.push(diagnostic);
    }

    /// The roles an item declares, each with a slot node that holds what its filler must be.
    fn slots(&mut self, here: Here<'a, 's>, item: &'a Item<'s>, owner: SymbolId) {
        for clause in &item.clauses {
            match &clause.kind {
                ClauseKind::Role { name, optional, restriction } => {
                    self.declare_slot(here, owner, *name, restriction, *optional);
                }
                ClauseKind::Adjunct { name, restriction, .. } => {
                    self.declare_slot(here, owner, *name, restriction, true);
                }
                ClauseKind::Relation(true, relation, targets) => self.deny(here, owner, *relation, targets),
                _ => {}
            }
        }
    }

    fn declare_slot(
        &mut self,
        here: Here<'a, 's>,
        owner: SymbolId,
        name: Name<'s>,
        restriction: &Restriction<'s>,
        optional: bool,
    ) {
        let line = here.line(name.at);
        let role = self.role(name, line);
        let symbol = self.symbols.get(owner);
        if let Some(first) = symbol.slots.iter().find(|slot| slot.role == role) {
            let message = format!("role `{}` is declared twice", name.text);
            let diagnostic = Diagnostic::new(Code::RepeatedRole, here.file.number, name.at, message).related(
                first.file,
                first.at,
                "first declared here",
            );
            self.diagnostics.push(diagnostic);
            return;
        }
        let (owner_node, space) = (symbol.node, symbol.space);
        let known = self.net.builder.node_count();
        let node = self.slot_node(owner_node, space, name.text, line);
        if node.index() < known && self.net.failure.is_none() {
            let slot = self.net.builder.name(node);
            let message = format!("two roles would both be called `{slot}`: rename one of them");
            self.report(Code::Duplicate, here, name.at, message);
            return;
        }
        self.net.link(owner_node, self.net.relations.slot, node, 0);
        self.net.link(node, self.net.relations.role, role, 0);
        if optional {
            self.net.mark(node, "optional", 0);
        }
        self.restrict(here, node, restriction);
        let slot = Slot { role, node, file: here.file.number, at: name.at, optional, filled: false };
        self.symbols.all[owner.index()].slots.push(slot);
    }

    fn slot_node(&mut self, owner: NodeId, space: Space, role: &str, line: u32) -> NodeId {
        let mut name = String::with_capacity(32);
        if space == Space::Adjunct {
            name.push('+');
        }
        name.push_str(self.net.builder.name(owner));
        name.push('.');
        name.push_str(role);
        self.net.node(self.net.kinds.slot, &name, line)
    }

    /// Links a slot or element to what its filler must and must not be.
    pub(super) fn restrict(&mut self, here: Here<'a, 's>, node: NodeId, restriction: &Restriction<'s>) {
        let relations = self.net.relations;
        for (names, relation) in
            [(&restriction.any, relations.constraint), (&restriction.none, relations.excludes)]
        {
            for &name in names {
                if let Some(concept) = self.concept(here, name) {
                    self.net.link(node, relation, concept, 0);
                }
            }
        }
    }

    /// The slot of a role: of the entity itself, or of the nearest ancestor that has it.
    pub(super) fn slot_of(&mut self, owner: SymbolId, role: NodeId) -> Option<(SymbolId, usize)> {
        // Up as long as there is one parent; what is found is remembered for all on the way.
        let mut passed = Vec::new();
        let mut at = owner;
        let found = loop {
            if let Some(place) = self.symbols.own_slot(at, role) {
                break Some((at, place));
            }
            if let Some(&known) = self.inherited.get(&(at, role)) {
                break known;
            }
            passed.push(at);
            match self.symbols.get(at).parents.as_slice() {
                [] => break None,
                &[parent] => at = parent,
                _ => break self.nearest_slot(at, role),
            }
        };
        for symbol in passed {
            self.inherited.insert((symbol, role), found);
        }
        found
    }

    /// Level by level over all ancestors.
    fn nearest_slot(&self, owner: SymbolId, role: NodeId) -> Option<(SymbolId, usize)> {
        let mut frontier = vec![owner];
        let mut seen: super::Map<SymbolId, ()> = super::Map::default();
        while !frontier.is_empty() {
            let mut next: Vec<SymbolId> = Vec::new();
            for symbol in frontier {
                let parents = self.symbols.get(symbol).parents.iter().copied();
                next.extend(parents.filter(|&parent| seen.insert(parent, ()).is_none()));
            }
            // Parents on one level are asked in the order of their names: the order of files must not matter.
            next.sort_by_key(|&id| {
                (self.symbols.get(id).name, self.packs[self.symbols.get(id).pack as usize])
            });
            let own = |&id: &SymbolId| self.symbols.own_slot(id, role).map(|place| (id, place));
            if let Some(found) = next.iter().find_map(own) {
                return Some(found);
            }
            frontier = next;
        }
        None
    }

    fn entity_clause(&mut self, here: Here<'a, 's>, clause: &'a Clause<'s>, owner: SymbolId) {
        let node = self.symbols.get(owner).node;
        match &clause.kind {
            ClauseKind::Words { language, category, words } => {
                self.words(here, node, *language, *category, words);
            }
            ClauseKind::Sequence(sequence) => {
                self.pending.push(Pending { owner: Owner::Symbol(owner), here, sequence });
            }
            ClauseKind::Adjunct { name, sequences, .. } => {
                self.adjunct(here, owner, *name, sequences, clause.at)
            }
            ClauseKind::Primes(targets) => {
                for &(name, weight) in targets {
                    if let Some(target) = self.concept(here, name) {
                        self.net.link(node, self.net.relations.context, target, weight);
                    }
                }
            }
            ClauseKind::Relation(negated, relation, targets) if relation.text != "isa" => {
                self.relate(here, node, *negated, *relation, targets);
            }
            ClauseKind::Joins(events) => {
                for &name in events {
                    if let Some(event) = self.concept(here, name) {
                        self.net.link(node, self.net.relations.joins, event, 0);
                    }
                }
            }
            ClauseKind::Gloss(text) => self.gloss(node, text),
            ClauseKind::Infer(..) | ClauseKind::Expects(..) | ClauseKind::LeadsTo(_) => {
                self.consequence(here, owner, &clause.kind);
            }
            ClauseKind::Control(equation) => {
                self.equation(here, node, self.net.relations.control, "control", equation, Some(owner));
            }
            _ => {}
        }
    }

    pub(super) fn gloss(&mut self, node: NodeId, text: &Text<'s>) {
        self.net.glosses.push((node, text.value.to_string()));
    }

    /// An adjunct of one event: a node of its own that joins the event.
    fn adjunct(
        &mut self,
        here: Here<'a, 's>,
        owner: SymbolId,
        role: Name<'s>,
        sequences: &'a [crate::tree::Sequence<'s>],
        at: Span,
    ) {
        let event = self.symbols.get(owner).node;
        let mut name = self.net.builder.name(event).to_owned();
        name.push('+');
        name.push_str(role.text);
        let adjunct = self.net.node(self.net.kinds.adjunct, &name, here.line(at));
        self.net.link(adjunct, self.net.relations.joins, event, 0);
        if let Some(&role) = self.roles.get(role.text)
            && let Some((symbol, place)) = self.slot_of(owner, role)
        {
            let slot = self.symbols.get(symbol).slots[place].node;
            self.net.link(adjunct, self.net.relations.slot, slot, 0);
        }
        if sequences.is_empty() {
            self.report(Code::NoSequence, here, at, format!("adjunct `{}` has no sequence", role.text));
        }
        for sequence in sequences {
            self.pending.push(Pending { owner: Owner::Adjunct(owner, adjunct), here, sequence });
        }
    }

    /// Words of a concept. A sense node is made only when there is something to say about it.
    fn words(
        &mut self,
        here: Here<'a, 's>,
        concept: NodeId,
        tag: Name<'s>,
        category: Option<Name<'s>>,
        words: &'a [WordUse<'s>],
    ) {
        let language = self.language(here, tag);
        let category = category.and_then(|name| self.named(here, Space::Category, name));
        let Some(language) = language else { return };
        let line = here.line(tag.at);
        for word in words {
            let node = self.net.word(tag.text, language.node, &word.text.value, line);
            self.net.link(node, self.net.relations.means, concept, word.cost);
            self.counts.meanings += 1;
            if self.meanings.insert((node, concept), word.cost).is_some() {
                let message = format!("`{}` is given twice for this concept", word.text.value);
                self.report(Code::RepeatedWord, here, word.text.at, message);
            }
            if category.is_some() || !word.features.is_empty() {
                self.sense(here, node, concept, word.cost, category, &word.features, line);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a sense has that many sides")]
    fn sense(
        &mut self,
        here: Here<'a, 's>,
        word: NodeId,
        concept: NodeId,
        cost: u16,
        category: Option<NodeId>,
        features: &[FeatureValue<'s>],
        line: u32,
    ) {
        let sense = self.sense_node(word, concept, line);
        let relations = self.net.relations;
        self.net.link(word, relations.sense, sense, cost);
        self.net.link(sense, relations.means, concept, cost);
        if let Some(category) = category {
            self.net.link(sense, relations.category, category, 0);
        }
        for value in self.feature_values(here, features) {
            self.net.link(sense, relations.feature, value, 0);
        }
    }

    pub(super) fn sense_node(&mut self, word: NodeId, concept: NodeId, line: u32) -> NodeId {
        let mut name = self.net.builder.name(word).to_owned();
        name.push('@');
        name.push_str(self.net.builder.name(concept));
        self.net.node(self.net.kinds.sense, &name, line)
    }

    /// The relation a name stands for, and whether it is the inverse of the one that is stored.
    pub(super) fn stored_relation(
        &mut self,
        here: Here<'a, 's>,
        name: Name<'s>,
        negated: bool,
    ) -> Option<(quillian_network::Relation, bool)> {
        let symbol = self.resolve(here, Space::Relation, name)?;
        let main = self.symbols.get(symbol).inverse_of.unwrap_or(symbol);
        let inverted = main != symbol;
        let node = self.symbols.get(main).node;
        let mut stored = String::new();
        if negated {
            stored.push_str(NOT);
        }
        stored.push_str(self.net.builder.name(node));
        Some((self.net.relation(&stored), inverted))
    }

    /// Remembers a denied fact before any fact is stated.
    fn deny(&mut self, here: Here<'a, 's>, owner: SymbolId, relation: Name<'s>, targets: &[Name<'s>]) {
        let source = self.symbols.get(owner).node;
        let Some(symbol) = self.resolve_if_known(here, Space::Relation, relation) else { return };
        let main = self.symbols.get(symbol).inverse_of.unwrap_or(symbol);
        let node = self.symbols.get(main).node;
        let name = self.net.builder.name(node).to_owned();
        let stored = self.net.relation(&name);
        for &target in targets {
            if let Some(target_node) = self.resolve_if_known(here, Space::Concept, target) {
                let target_node = self.symbols.get(target_node).node;
                let (from, to) = if main == symbol { (source, target_node) } else { (target_node, source) };
                self.denied.insert((from, stored, to), (here.file.number, target.at));
            }
        }
    }

    fn relate(
        &mut self,
        here: Here<'a, 's>,
        source: NodeId,
        negated: bool,
        name: Name<'s>,
        targets: &[Name<'s>],
    ) {
        let stored = self.stored_relation(here, name, negated);
        for &target in targets {
            let Some(target_node) = self.concept(here, target) else { continue };
            let Some((relation, inverted)) = stored else { continue };
            let (from, to) = if inverted { (target_node, source) } else { (source, target_node) };
            self.net.link(from, relation, to, 1);
            if !negated && let Some(&(file, at)) = self.denied.get(&(from, relation, to)) {
                let message = format!("`{} {}` is stated here and denied elsewhere", name.text, target.text);
                let diagnostic = Diagnostic::new(Code::Contradiction, here.file.number, target.at, message)
                    .related(file, at, "denied here");
                self.diagnostics.push(diagnostic);
            }
        }
    }
}
