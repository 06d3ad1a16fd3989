//! Languages, categories, features, words and senses.

use super::symbols::Space;
use super::{Compiler, File, Here};
use crate::catalogue::Code;
use crate::tree::{Clause, ClauseKind, Head, Name, SenseName, Text};
use quillian_network::NodeId;

impl<'a, 's> Compiler<'a, 's> {
    /// The values of all features and the parents of all categories: any file may use them.
    pub(super) fn features(&mut self, files: &'a [File<'s>]) {
        for file in files {
            let here = self.here(file);
            for item in &file.tree.items {
                match &item.head {
                    Head::Feature(name, values) => self.values_of(here, *name, values),
                    Head::Category(name, parents) => self.category(here, *name, parents),
                    _ => {}
                }
            }
        }
    }

    pub(super) fn lexical(&mut self, files: &'a [File<'s>]) {
        for file in files {
            let here = self.here(file);
            for item in &file.tree.items {
                match &item.head {
                    Head::Word(tag, text, category) => self.word(here, *tag, text, *category, &item.clauses),
                    Head::Sense(sense) => self.sense_item(here, sense, &item.clauses),
                    Head::Language(_, Some(title)) => self.title(here, &item.head, title),
                    _ => {}
                }
                self.glosses(here, &item.head, &item.clauses);
            }
        }
    }

    fn values_of(&mut self, here: Here<'a, 's>, name: Name<'s>, values: &[Name<'s>]) {
        let Some(feature) = self.resolve(here, Space::Feature, name) else { return };
        let node = self.symbols.get(feature).node;
        for value in values {
            let mut full = self.net.builder.name(node).to_owned();
            full.push('=');
            full.push_str(value.text);
            let value_node = self.net.node(self.net.kinds.value, &full, here.line(value.at));
            self.net.link(value_node, self.net.relations.feature, node, 0);
            if self.values.insert((feature, value.text), value_node).is_some() {
                self.report(
                    Code::Duplicate,
                    here,
                    value.at,
                    format!("value `{}` is given twice", value.text),
                );
            }
        }
    }

    fn category(&mut self, here: Here<'a, 's>, name: Name<'s>, parents: &[Name<'s>]) {
        let Some(category) = self.resolve(here, Space::Category, name) else { return };
        for &parent_name in parents {
            let Some(parent) = self.resolve(here, Space::Category, parent_name) else { continue };
            if parent == category {
                let message = format!("`{}` is its own parent", parent_name.text);
                self.report(Code::SelfParent, here, parent_name.at, message);
                continue;
            }
            let (child, parent_node) = (self.symbols.get(category).node, self.symbols.get(parent).node);
            self.net.link(child, self.net.relations.isa, parent_node, 1);
            self.symbols.all[category.index()].parents.push(parent);
        }
    }

    fn title(&mut self, _here: Here<'a, 's>, head: &Head<'s>, title: &Text<'s>) {
        if let Head::Language(tag, _) = head
            && let Some(language) = self.languages.get(tag.text)
        {
            let node = language.node;
            self.gloss(node, title);
        }
    }

    /// Glosses of items other than entities.
    fn glosses(&mut self, here: Here<'a, 's>, head: &Head<'s>, clauses: &'a [Clause<'s>]) {
        let texts = clauses.iter().filter_map(|clause| match &clause.kind {
            ClauseKind::Gloss(text) => Some(text),
            _ => None,
        });
        for text in texts {
            let node = match head {
                Head::Category(name, _) => self.named(here, Space::Category, *name),
                Head::Feature(name, _) => self.named(here, Space::Feature, *name),
                Head::Fragment(name) => self.named(here, Space::Fragment, *name),
                Head::Constraint(name) => self.named(here, Space::Constraint, *name),
                Head::Relation(name, _) => {
                    self.resolve_if_known(here, Space::Relation, *name).map(|id| self.symbols.get(id).node)
                }
                Head::Role(name) => self.roles.get(name.text).copied(),
                Head::Language(tag, _) => self.languages.get(tag.text).map(|language| language.node),
                _ => None,
            };
            if let Some(node) = node {
                self.gloss(node, text);
            }
        }
    }

    fn word(
        &mut self,
        here: Here<'a, 's>,
        tag: Name<'s>,
        text: &'a Text<'s>,
        category: Option<Name<'s>>,
        clauses: &'a [Clause<'s>],
    ) {
        let language = self.language(here, tag);
        let category_node = category.and_then(|name| self.named(here, Space::Category, name));
        let Some(language) = language else { return };
        let relations = self.net.relations;
        let word = self.net.word(tag.text, language.node, &text.value, here.line(text.at));
        if let Some(category) = category_node {
            self.net.link(word, relations.category, category, 0);
        }
        for clause in clauses {
            match &clause.kind {
                ClauseKind::Features(features) => {
                    for value in self.feature_values(here, features) {
                        self.net.link(word, relations.feature, value, 0);
                    }
                }
                ClauseKind::Form(form, features) => {
                    let line = here.line(form.at);
                    let surface = self.net.word(tag.text, language.node, &form.value, line);
                    let category_name = category.map_or("", |name| name.text);
                    let mut parts = vec![tag.text, ":", &form.value, "<", &text.value, "/", category_name];
                    let mut listed = features.clone();
                    listed.sort_by_key(|pair| (pair.feature.text, pair.value.text));
                    for pair in &listed {
                        parts.extend([" ", pair.feature.text, "=", pair.value.text]);
                    }
                    let node = self.net.node_of(self.net.kinds.form, &parts, line);
                    self.net.link(node, relations.surface, surface, 0);
                    self.net.link(node, relations.lemma, word, 0);
                    if let Some(category) = category_node {
                        self.net.link(node, relations.category, category, 0);
                    }
                    for value in self.feature_values(here, features) {
                        self.net.link(node, relations.feature, value, 0);
                    }
                }
                ClauseKind::Gloss(text) => self.gloss(word, text),
                _ => {}
            }
        }
    }

    /// The node of a word in one meaning; reported when the word has not that meaning.
    fn sense_of(&mut self, here: Here<'a, 's>, sense: &SenseName<'s>) -> Option<NodeId> {
        let language = self.language(here, sense.language);
        let concept = self.concept(here, sense.concept)?;
        let language = language?;
        let line = here.line(sense.text.at);
        let word = self.net.word(sense.language.text, language.node, &sense.text.value, line);
        let Some(&cost) = self.meanings.get(&(word, concept)) else {
            let message = format!("`{}` does not mean `{}`", sense.text.value, sense.concept.text);
            self.report(Code::UnknownSense, here, sense.text.at.to(sense.concept.at), message);
            return None;
        };
        let node = self.sense_node(word, concept, line);
        self.net.link(word, self.net.relations.sense, node, cost);
        self.net.link(node, self.net.relations.means, concept, cost);
        Some(node)
    }

    fn sense_item(&mut self, here: Here<'a, 's>, sense: &SenseName<'s>, clauses: &'a [Clause<'s>]) {
        let Some(node) = self.sense_of(here, sense) else { return };
        for clause in clauses {
            match &clause.kind {
                ClauseKind::Key(key) => {
                    let key = self.net.node(self.net.kinds.key, &key.value, here.line(key.at));
                    self.net.link(node, self.net.relations.key, key, 0);
                }
                ClauseKind::Count(count) => {
                    self.net.mark(node, "counted", u16::try_from(*count).unwrap_or(u16::MAX));
                }
                ClauseKind::SenseRelation(relation, other) => {
                    let stored = self.stored_relation(here, *relation, false);
                    if let (Some((relation, inverted)), Some(other)) = (stored, self.sense_of(here, other)) {
                        let (from, to) = if inverted { (other, node) } else { (node, other) };
                        self.net.link(from, relation, to, 1);
                    }
                }
                ClauseKind::Relation(negated, relation, targets) => {
                    let stored = self.stored_relation(here, *relation, *negated);
                    for &target in targets {
                        if let (Some(target), Some((relation, inverted))) =
                            (self.concept(here, target), stored)
                        {
                            let (from, to) = if inverted { (target, node) } else { (node, target) };
                            self.net.link(from, relation, to, 1);
                        }
                    }
                }
                ClauseKind::Gloss(text) => self.gloss(node, text),
                _ => {}
            }
        }
    }
}
