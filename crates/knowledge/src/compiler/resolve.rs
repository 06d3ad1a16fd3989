//! Looks names up: in the own pack, then in the packs the file uses.

use super::symbols::{Space, Symbol, SymbolId};
use super::{Compiler, Here};
use crate::catalogue::Code;
use crate::diagnostic::Diagnostic;
use crate::parser::CLAUSE_KEYWORDS;
use crate::tree::{FeatureValue, Name};
use quillian_network::NodeId;
use quillian_network::nearest_name;

impl<'a, 's> Compiler<'a, 's> {
    /// The symbol a name stands for; reported when there is none, or more than one.
    pub(super) fn resolve(&mut self, here: Here<'a, 's>, space: Space, name: Name<'s>) -> Option<SymbolId> {
        match self.search(here, space, name) {
            Found::One(symbol) => Some(symbol),
            Found::Many(first, second) => {
                self.ambiguous(here, space, name, first, second);
                None
            }
            Found::None => {
                self.unknown(here, space, name);
                None
            }
        }
    }

    /// The same, but silent when there is none.
    pub(super) fn resolve_if_known(
        &self,
        here: Here<'a, 's>,
        space: Space,
        name: Name<'s>,
    ) -> Option<SymbolId> {
        match self.search(here, space, name) {
            Found::One(symbol) => Some(symbol),
            _ => None,
        }
    }

    fn search(&self, here: Here<'a, 's>, space: Space, name: Name<'s>) -> Found {
        let (pack, text) = match name.text.split_once('/') {
            Some((pack, text)) if !name.quoted => (Some(pack), text),
            _ => (None, name.text),
        };
        let mut visible: Option<(SymbolId, Option<usize>)> = None;
        for id in self.symbols.named(space, text) {
            let symbol = self.symbols.get(id);
            let own = symbol.pack == here.file.pack;
            let used = here.file.uses.iter().position(|used| used.pack == symbol.pack);
            if pack.is_some_and(|pack| self.packs[symbol.pack as usize] != pack) || !(own || used.is_some()) {
                continue;
            }
            if own {
                return Found::One(id);
            }
            if let Some((first, first_used)) = visible {
                for used in [first_used, used].into_iter().flatten() {
                    here.file.uses[used].needed.set(true);
                }
                return Found::Many(first, id);
            }
            visible = Some((id, used));
        }
        let Some((id, used)) = visible else { return Found::None };
        if let Some(used) = used {
            here.file.uses[used].needed.set(true);
        }
        Found::One(id)
    }

    fn ambiguous(
        &mut self,
        here: Here<'_, '_>,
        space: Space,
        name: Name<'_>,
        first: SymbolId,
        second: SymbolId,
    ) {
        let pack = |symbol: &Symbol<'_>| self.packs[symbol.pack as usize];
        let (first, second) = (self.symbols.get(first), self.symbols.get(second));
        let (first, second) = if pack(first) <= pack(second) { (first, second) } else { (second, first) };
        let message = format!("{} `{}` is defined in more than one used pack", space.word(), name.text);
        let help = format!("write `{}/{name}` or `{}/{name}`", pack(first), pack(second), name = name.text);
        let diagnostic = Diagnostic::new(Code::AmbiguousName, here.file.number, name.at, message)
            .help(help)
            .related(first.file, first.at, "defined here")
            .related(second.file, second.at, "and here");
        self.diagnostics.push(diagnostic);
    }

    fn unknown(&mut self, here: Here<'a, 's>, space: Space, name: Name<'s>) {
        let code = match space {
            Space::Concept | Space::Adjunct => Code::UnknownConcept,
            Space::Relation => Code::UnknownRelation,
            Space::Category => Code::UnknownCategory,
            Space::Feature => Code::UnknownFeature,
            Space::Fragment => Code::UnknownFragment,
            Space::Constraint => Code::UnknownConstraint,
        };
        let message = format!("there is no {} `{}`", space.word(), name.text);
        let mut diagnostic = Diagnostic::new(code, here.file.number, name.at, message);
        let text = name.text.rsplit('/').next().unwrap_or(name.text);
        if let Some(elsewhere) = self.symbols.named(space, text).next() {
            let symbol = self.symbols.get(elsewhere);
            let pack = self.packs[symbol.pack as usize];
            diagnostic = diagnostic
                .help(format!("pack `{pack}` defines it: add `use {pack}` at the top of the file"))
                .related(symbol.file, symbol.at, "defined here");
        } else if self.searches_left > 0 {
            self.searches_left -= 1;
            let visible = |symbol: &&Symbol<'_>| {
                let used = here.file.uses.iter().any(|used| used.pack == symbol.pack);
                symbol.space == space && (used || symbol.pack == here.file.pack)
            };
            let names = self.symbols.all.iter().filter(visible).map(|symbol| symbol.name);
            // A word that starts a clause and is no relation may be a keyword mistyped.
            let keywords = if space == Space::Relation { CLAUSE_KEYWORDS } else { &[] };
            if let Some(near) = nearest_name(text, names.chain(keywords.iter().copied())) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            }
        }
        self.diagnostics.push(diagnostic);
    }

    /// The node of a concept, event or instance.
    pub(super) fn concept(&mut self, here: Here<'a, 's>, name: Name<'s>) -> Option<NodeId> {
        self.resolve(here, Space::Concept, name).map(|symbol| self.symbols.get(symbol).node)
    }

    /// The node of something else that has a name.
    pub(super) fn named(&mut self, here: Here<'a, 's>, space: Space, name: Name<'s>) -> Option<NodeId> {
        self.resolve(here, space, name).map(|symbol| self.symbols.get(symbol).node)
    }

    /// The node of a language; reported when nobody declared it.
    pub(super) fn language(&mut self, here: Here<'_, '_>, tag: Name<'_>) -> Option<super::Language> {
        let found = self.languages.get(tag.text).copied();
        if found.is_none() {
            let message = format!("there is no language `{}`", tag.text);
            let mut diagnostic = Diagnostic::new(Code::UnknownLanguage, here.file.number, tag.at, message)
                .help(format!("declare it once with `language {} \"name\"`", tag.text));
            if let Some(near) = nearest_name(tag.text, self.languages.keys().copied()) {
                diagnostic = diagnostic.help(format!(
                    "did you mean `{near}`? Otherwise declare it with `language {} \"name\"`",
                    tag.text
                ));
            }
            self.diagnostics.push(diagnostic);
        }
        found
    }

    /// The node of a role, made when it is first spoken of: roles are the same in all packs.
    pub(super) fn role(&mut self, name: Name<'s>, line: u32) -> NodeId {
        if let Some(&role) = self.roles.get(name.text) {
            return role;
        }
        let role = self.net.node(self.net.kinds.role, name.text, line);
        self.roles.insert(name.text, role);
        role
    }

    /// The node of a role that must be known already.
    pub(super) fn known_role(&mut self, here: Here<'_, '_>, name: Name<'_>) -> Option<NodeId> {
        let role = self.roles.get(name.text).copied();
        if role.is_none() {
            let message = format!("there is no role `{}`", name.text);
            let mut diagnostic = Diagnostic::new(Code::UnknownRole, here.file.number, name.at, message)
                .help("declare it with `role NAME`, or as `ROLE: CONCEPT` in an event");
            self.searches_left = self.searches_left.saturating_sub(1);
            if self.searches_left > 0
                && let Some(near) = nearest_name(name.text, self.roles.keys().copied())
            {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            }
            self.diagnostics.push(diagnostic);
        }
        role
    }

    /// The node of a value of a feature.
    pub(super) fn value(&mut self, here: Here<'a, 's>, pair: FeatureValue<'s>) -> Option<NodeId> {
        let feature = self.resolve(here, Space::Feature, pair.feature)?;
        if let Some(&node) = self.values.get(&(feature, pair.value.text)) {
            return Some(node);
        }
        let message = format!("feature `{}` has no value `{}`", pair.feature.text, pair.value.text);
        let mut diagnostic = Diagnostic::new(Code::UnknownValue, here.file.number, pair.value.at, message);
        let known = self.values.keys().filter(|(other, _)| *other == feature).map(|&(_, value)| value);
        self.searches_left = self.searches_left.saturating_sub(1);
        if self.searches_left > 0
            && let Some(near) = nearest_name(pair.value.text, known)
        {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        let symbol = self.symbols.get(feature);
        let (file, at) = (symbol.file, symbol.at);
        self.diagnostics.push(diagnostic.related(file, at, "the feature is declared here"));
        None
    }

    /// The values of several features; unknown ones are reported and left out.
    pub(super) fn feature_values(
        &mut self,
        here: Here<'a, 's>,
        features: &[FeatureValue<'s>],
    ) -> Vec<NodeId> {
        features.iter().filter_map(|&pair| self.value(here, pair)).collect()
    }
}

enum Found {
    One(SymbolId),
    Many(SymbolId, SymbolId),
    None,
}
