//! Sequences: which there are, what they are called, and in which order they are made.

use super::graph::Site;
use super::symbols::{Map, Space, SymbolId};
use super::{Compiler, File, Here};
use crate::catalogue::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::tree::{ClauseKind, Head, Name, Pattern, PatternKind, Repeat, Restriction, Sequence};
use quillian_network::NodeId;
use std::ops::Range;

/// What a sequence expresses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// A concept, event, instance or adjunct item.
    Symbol(SymbolId),
    /// An adjunct of one event.
    Adjunct(SymbolId, NodeId),
    /// A fragment: its slots are those of whoever uses it.
    Fragment(SymbolId),
}

/// A sequence that waits until all slots are known.
pub(super) struct Pending<'a, 's> {
    pub(super) owner: Owner,
    pub(super) here: Here<'a, 's>,
    pub(super) sequence: &'a Sequence<'s>,
}

/// One alternative of a sequence, with a spelling that does not depend on how it was laid out.
struct Unit<'a, 's> {
    owner: Owner,
    node: NodeId,
    here: Here<'a, 's>,
    tag: Name<'s>,
    parts: &'a [Pattern<'s>],
    spelling: Range<usize>,
    at: Span,
}

impl<'a, 's> Compiler<'a, 's> {
    /// Adds the sequences of fragments, then compiles all.
    pub(super) fn fragments(&mut self, files: &'a [File<'s>]) {
        let mut uses = Vec::new();
        for file in files {
            let here = self.here(file);
            for item in &file.tree.items {
                let Head::Fragment(name) = &item.head else { continue };
                let Some(fragment) = self.resolve(here, Space::Fragment, *name) else { continue };
                let mut any = false;
                for clause in &item.clauses {
                    if let ClauseKind::Sequence(sequence) = &clause.kind {
                        any = true;
                        self.pending.push(Pending { owner: Owner::Fragment(fragment), here, sequence });
                        for parts in &sequence.alternatives {
                            self.fragment_uses(here, fragment, parts, &mut uses);
                        }
                    }
                }
                if !any {
                    self.report(
                        Code::NoSequence,
                        here,
                        item.at,
                        format!("fragment `{}` has no sequence", name.text),
                    );
                }
            }
        }
        self.fragment_circles(uses);
    }

    fn fragment_uses(
        &mut self,
        here: Here<'a, 's>,
        fragment: SymbolId,
        parts: &'a [Pattern<'s>],
        uses: &mut Vec<(SymbolId, SymbolId, u32, Span)>,
    ) {
        for part in parts {
            match &part.kind {
                PatternKind::Fragment(name) => {
                    if let Some(used) = self.resolve_if_known(here, Space::Fragment, *name) {
                        uses.push((fragment, used, here.file.number, name.at));
                    }
                }
                PatternKind::Optional(inner) | PatternKind::Choice(inner) | PatternKind::AnyOrder(inner) => {
                    for parts in inner {
                        self.fragment_uses(here, fragment, parts, uses);
                    }
                }
                _ => {}
            }
        }
    }

    /// Takes away fragments that use no other, or are used by no other, until only circles are left.
    fn fragment_circles(&mut self, mut uses: Vec<(SymbolId, SymbolId, u32, Span)>) {
        loop {
            let before = uses.len();
            let users: Map<SymbolId, ()> = uses.iter().map(|&(user, ..)| (user, ())).collect();
            let used: Map<SymbolId, ()> = uses.iter().map(|&(_, used, ..)| (used, ())).collect();
            uses.retain(|(a, b, ..)| users.contains_key(b) && used.contains_key(a));
            if uses.len() == before {
                break;
            }
        }
        for (user, used, file, at) in uses {
            let (user, used) = (self.symbols.get(user).name, self.symbols.get(used).name);
            let message = format!("fragment `{user}` contains itself through `{used}`");
            self.diagnostics.push(Diagnostic::new(Code::FragmentCycle, file, at, message));
        }
    }

    pub(super) fn sequences(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let mut spellings = String::new();
        let mut units = Vec::with_capacity(pending.len());
        for Pending { owner, here, sequence } in pending {
            if self.language(here, sequence.language).is_none() {
                continue;
            }
            let (symbol, node) = match owner {
                Owner::Symbol(symbol) | Owner::Fragment(symbol) => (symbol, self.symbols.get(symbol).node),
                Owner::Adjunct(symbol, node) => (symbol, node),
            };
            self.symbols.all[symbol.index()].sequences += u32::from(matches!(owner, Owner::Symbol(_)));
            for parts in &sequence.alternatives {
                let start = spellings.len();
                spell(&mut spellings, parts);
                if here.file.pack != self.symbols.get(symbol).pack {
                    // The same spelling may mean another thing in another pack.
                    spellings.push('@');
                    spellings.push_str(self.packs[here.file.pack as usize]);
                }
                let at = match (parts.first(), parts.last()) {
                    (Some(first), Some(last)) => first.at.to(last.at),
                    _ => sequence.at,
                };
                let spelling = start..spellings.len();
                units.push(Unit { owner, node, here, tag: sequence.language, parts, spelling, at });
            }
        }
        units.sort_by(|a, b| {
            let key = |unit: &Unit<'_, '_>| (unit.node, matches!(unit.owner, Owner::Fragment(_)));
            let order = key(a).cmp(&key(b)).then_with(|| a.tag.text.cmp(b.tag.text));
            order.then_with(|| spellings[a.spelling.clone()].cmp(&spellings[b.spelling.clone()]))
        });
        self.counts.sequences = units.len() as u32;
        let mut number = 0;
        for (place, unit) in units.iter().enumerate() {
            let before = place.checked_sub(1).map(|before| &units[before]);
            let same_owner =
                before.filter(|before| before.node == unit.node && before.tag.text == unit.tag.text);
            if let Some(first) = same_owner
                && spellings[first.spelling.clone()] == spellings[unit.spelling.clone()]
            {
                let message = "this sequence stands here twice";
                let diagnostic =
                    Diagnostic::new(Code::RepeatedSequence, unit.here.file.number, unit.at, message).related(
                        first.here.file.number,
                        first.at,
                        "the first one",
                    );
                self.diagnostics.push(diagnostic);
                continue;
            }
            number = if same_owner.is_some() { number + 1 } else { 1 };
            self.unit(unit, number);
        }
    }

    fn unit(&mut self, unit: &Unit<'a, 's>, number: u32) {
        let Some(language) = self.languages.get(unit.tag.text).copied() else { return };
        let mut name = String::with_capacity(48);
        match unit.owner {
            Owner::Fragment(_) => name.push('<'),
            Owner::Symbol(symbol) if self.symbols.get(symbol).space == Space::Adjunct => name.push('+'),
            _ => {}
        }
        name.push_str(self.net.builder.name(unit.node));
        name.push('~');
        name.push_str(unit.tag.text);
        push_number(&mut name, number);
        let known = self.net.builder.node_count();
        let line = unit.here.line(unit.at);
        let root = self.net.node(self.net.kinds.root, &name, line);
        if root.index() < known && self.net.failure.is_none() {
            let message = format!("two sequences would both be called `{name}`: rename one of the concepts");
            self.report(Code::Duplicate, unit.here, unit.at, message);
            return;
        }
        self.net.link(root, self.net.relations.expresses, unit.node, 0);
        self.net.link(root, self.net.relations.language, language.node, 0);
        let mut site = Site::new(unit.here, Some(unit.owner), root, name, line);
        site.language = Some((unit.tag.text, language));
        self.graph(&mut site, unit.parts, unit.at);
        if let (1, [part]) = (site.count(), unit.parts)
            && let PatternKind::Slot(slot) = &part.kind
            && slot.category.is_none()
            && slot.restriction.any.is_empty()
            && !matches!(unit.owner, Owner::Fragment(_))
        {
            let message = "this sequence is one slot and no word: it matches anything";
            self.report(Code::OnlySlots, unit.here, unit.at, message);
        }
    }
}

/// Adds a number without going through the formatter.
pub(super) fn push_number(text: &mut String, number: u32) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// Writes parts in one fixed way.
fn spell(text: &mut String, parts: &[Pattern<'_>]) {
    for (place, part) in parts.iter().enumerate() {
        if place > 0 && !part.adjoins {
            text.push(' ');
        }
        match &part.kind {
            PatternKind::Word(word) => text.push_str(word.text),
            PatternKind::Form(form) => text.extend(["\"", &form.value, "\""]),
            PatternKind::Slot(slot) => {
                text.extend(["{", slot.role.text]);
                spell_restriction(text, &slot.restriction);
                if let Some(category) = slot.category {
                    text.extend(["/", category.text]);
                }
                text.push('}');
            }
            PatternKind::Fragment(name) => text.extend(["<", name.text, ">"]),
            PatternKind::Optional(inner) => spell_group(text, inner, ["[", "|", "]"]),
            PatternKind::Choice(inner) => spell_group(text, inner, ["(", "|", ")"]),
            PatternKind::AnyOrder(inner) => spell_group(text, inner, ["(", ";", ")"]),
        }
        match part.repeat {
            Repeat::Once => {}
            Repeat::Star => text.push('*'),
            Repeat::Plus => text.push('+'),
        }
    }
}

fn spell_restriction(text: &mut String, restriction: &Restriction<'_>) {
    for (names, sign) in [(&restriction.any, ":"), (&restriction.none, "!")] {
        for (place, name) in names.iter().enumerate() {
            text.extend([if place == 0 { sign } else { "|" }, name.text]);
        }
    }
}

fn spell_group(text: &mut String, inner: &[Vec<Pattern<'_>>], [open, between, close]: [&str; 3]) {
    text.push_str(open);
    for (place, parts) in inner.iter().enumerate() {
        if place > 0 {
            text.push_str(between);
        }
        spell(text, parts);
    }
    text.push_str(close);
}
