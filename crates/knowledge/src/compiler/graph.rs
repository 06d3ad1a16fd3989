//! A sequence as a graph of element nodes.
//!
//! Each part of a sequence becomes one element; `next` links say what can follow what, so an optional part is a
//! link past it and a repetition a link back. Nothing is copied: the number of elements is the number of parts,
//! and where links would multiply a junction stands between them.

use super::sequences::{Owner, push_number};
use super::symbols::{Space, SymbolId};
use super::{Compiler, Here, Language};
use crate::catalogue::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::tree::{Pattern, PatternKind, Repeat, Slot};
use quillian_network::NodeId;
use quillian_network::nearest_name;

/// Above this many links between two parts a junction takes their place.
const MOST_LINKS: usize = 16;

/// Where a sequence is being built.
pub(super) struct Site<'a, 's> {
    here: Here<'a, 's>,
    owner: Option<Owner>,
    root: NodeId,
    /// The name of the root; the names of elements go on from it.
    name: String,
    pub(super) language: Option<(&'s str, Language)>,
    count: u32,
    /// The line of the sequence, counted over all files.
    line: u32,
    /// The roles that have a slot on the way to here.
    seen: Vec<NodeId>,
}

impl<'a, 's> Site<'a, 's> {
    pub(super) fn new(
        here: Here<'a, 's>,
        owner: Option<Owner>,
        root: NodeId,
        name: String,
        line: u32,
    ) -> Site<'a, 's> {
        Site { here, owner, root, name, language: None, count: 0, line, seen: Vec::new() }
    }

    /// How many elements were made.
    pub(super) fn count(&self) -> u32 {
        self.count
    }
}

/// A part of the graph: where it can start, where it can end, and whether it can be passed over.
struct Piece {
    first: Vec<NodeId>,
    last: Vec<NodeId>,
    empty: bool,
}

impl<'a, 's> Compiler<'a, 's> {
    /// Builds the graph of a whole sequence below its root.
    pub(super) fn graph(&mut self, site: &mut Site<'a, 's>, parts: &[Pattern<'s>], at: Span) {
        let piece = self.chain(site, parts, false);
        if piece.empty {
            self.report(Code::CanBeEmpty, site.here, at, "all of this sequence can be left out");
        }
        let relations = self.net.relations;
        for first in piece.first {
            self.net.link(site.root, relations.first, first, 0);
        }
        for last in piece.last {
            self.net.link(site.root, relations.last, last, 0);
        }
    }

    /// Parts one after the other; `adjoins` says whether the first follows without a space.
    fn chain(&mut self, site: &mut Site<'a, 's>, parts: &[Pattern<'s>], adjoins: bool) -> Piece {
        let mut chain = Piece { first: Vec::new(), last: Vec::new(), empty: true };
        for (place, part) in parts.iter().enumerate() {
            let adjoins = part.adjoins || (place == 0 && adjoins);
            if part.repeat == Repeat::Once && chain.last.len() <= MOST_LINKS && is_simple(&part.kind) {
                // By far the most frequent case: one more element at the end, without any lists of its own.
                let element = self.simple(site, &part.kind, adjoins);
                for &end in &chain.last {
                    self.net.link(end, self.net.relations.next, element, 0);
                }
                if chain.empty {
                    chain.first.push(element);
                }
                chain.last.clear();
                chain.last.push(element);
                chain.empty = false;
                continue;
            }
            let mut piece = self.part(site, part, adjoins);
            if part.repeat != Repeat::Once {
                self.connect(site, &mut piece.last, &piece.first);
                piece.empty |= part.repeat == Repeat::Star;
            }
            self.connect(site, &mut chain.last, &piece.first);
            if chain.empty {
                chain.first.extend(&piece.first);
            }
            if piece.empty {
                chain.last.extend(&piece.last);
            } else {
                chain.last = piece.last;
            }
            chain.empty &= piece.empty;
        }
        chain
    }

    /// Links every end to every start, through a junction when there are many.
    fn connect(&mut self, site: &mut Site<'a, 's>, ends: &mut Vec<NodeId>, starts: &[NodeId]) {
        let next = self.net.relations.next;
        if ends.len() * starts.len() > MOST_LINKS {
            let junction = self.position(site, self.net.kinds.junction);
            for &end in ends.iter() {
                self.net.link(end, next, junction, 0);
            }
            for &start in starts {
                self.net.link(junction, next, start, 0);
            }
            *ends = vec![junction];
        } else {
            for &end in ends.iter() {
                for &start in starts {
                    self.net.link(end, next, start, 0);
                }
            }
        }
    }

    fn part(&mut self, site: &mut Site<'a, 's>, part: &Pattern<'s>, adjoins: bool) -> Piece {
        match &part.kind {
            PatternKind::Optional(inner) | PatternKind::Choice(inner) => {
                let mut choice = Piece { first: Vec::new(), last: Vec::new(), empty: false };
                let seen = site.seen.len();
                let mut added: Vec<NodeId> = Vec::new();
                for parts in inner {
                    let piece = self.chain(site, parts, adjoins);
                    choice.first.extend(piece.first);
                    choice.last.extend(piece.last);
                    choice.empty |= piece.empty;
                    added.extend(site.seen.drain(seen..));
                }
                site.seen.extend(added);
                choice.empty |= matches!(part.kind, PatternKind::Optional(_));
                choice
            }
            PatternKind::AnyOrder(inner) => self.any_order(site, inner, adjoins),
            simple => {
                let element = self.simple(site, simple, adjoins);
                Piece { first: vec![element], last: vec![element], empty: false }
            }
        }
    }

    /// An element that takes one word, slot or fragment.
    fn simple(&mut self, site: &mut Site<'a, 's>, kind: &PatternKind<'s>, adjoins: bool) -> NodeId {
        let element = self.position(site, self.net.kinds.element);
        self.element(site, element, kind);
        if adjoins && site.language.is_some_and(|(_, language)| language.spaces) {
            self.net.link(element, self.net.relations.adjoins, site.root, 0);
        }
        element
    }

    /// One element with a group for each part; a reader takes each group once, in any order.
    fn any_order(&mut self, site: &mut Site<'a, 's>, inner: &[Vec<Pattern<'s>>], adjoins: bool) -> Piece {
        let relations = self.net.relations;
        let element = self.position(site, self.net.kinds.element);
        let mut all_empty = true;
        for parts in inner {
            let group = self.position(site, self.net.kinds.group);
            let piece = self.chain(site, parts, adjoins);
            self.net.link(element, relations.part, group, u16::from(piece.empty));
            for first in piece.first {
                self.net.link(group, relations.first, first, 0);
            }
            for last in piece.last {
                self.net.link(group, relations.last, last, 0);
            }
            all_empty &= piece.empty;
        }
        Piece { first: vec![element], last: vec![element], empty: all_empty }
    }

    /// A new node of the sequence.
    fn position(&mut self, site: &mut Site<'a, 's>, kind: quillian_network::Kind) -> NodeId {
        let length = site.name.len();
        site.count += 1;
        site.name.push('.');
        push_number(&mut site.name, site.count);
        let node = self.net.node(kind, &site.name, site.line);
        site.name.truncate(length);
        self.net.link(node, self.net.relations.element_of, site.root, 0);
        node
    }

    fn element(&mut self, site: &mut Site<'a, 's>, element: NodeId, kind: &PatternKind<'s>) {
        let relations = self.net.relations;
        match kind {
            PatternKind::Word(name) => match site.language {
                Some((tag, language)) => {
                    let word = self.net.word(tag, language.node, name.text, site.line);
                    self.net.link(element, relations.lexeme, word, 0);
                }
                None => {
                    if let Some(role) = self.known_role(site.here, *name) {
                        self.net.link(element, relations.role, role, 0);
                    }
                }
            },
            PatternKind::Form(text) => {
                if let Some((tag, language)) = site.language {
                    let word = self.net.word(tag, language.node, &text.value, site.line);
                    self.net.link(element, relations.exactly, word, 0);
                }
            }
            PatternKind::Fragment(name) => {
                if let Some(fragment) = self.named(site.here, Space::Fragment, *name) {
                    self.net.link(element, relations.fragment, fragment, 0);
                }
            }
            PatternKind::Slot(slot) => self.slot_element(site, element, slot),
            PatternKind::Optional(_) | PatternKind::Choice(_) | PatternKind::AnyOrder(_) => {}
        }
    }

    fn slot_element(&mut self, site: &mut Site<'a, 's>, element: NodeId, slot: &Slot<'s>) {
        let relations = self.net.relations;
        let here = site.here;
        let role = match site.owner {
            Some(Owner::Symbol(owner) | Owner::Adjunct(owner, _)) => {
                let known = self.roles.get(slot.role.text).copied();
                let found = known.and_then(|role| self.slot_of(owner, role));
                match (known, found) {
                    (Some(role), Some((symbol, place))) => {
                        let slot = &mut self.symbols.all[symbol.index()].slots[place];
                        slot.filled = true;
                        let node = slot.node;
                        self.net.link(element, relations.fills, node, 0);
                        Some(role)
                    }
                    _ => {
                        self.unknown_slot(here, owner, slot);
                        None
                    }
                }
            }
            _ => {
                let role = self.known_role(here, slot.role);
                if let Some(role) = role {
                    self.net.link(element, relations.role, role, 0);
                }
                role
            }
        };
        if let Some(role) = role {
            if site.seen.contains(&role) {
                let message = format!("role `{}` has two slots in this sequence", slot.role.text);
                self.report(Code::RoleTwice, here, slot.role.at, message);
            }
            site.seen.push(role);
        }
        self.restrict(here, element, &slot.restriction);
        if let Some(category) = slot.category
            && let Some(category) = self.named(here, Space::Category, category)
        {
            self.net.link(element, relations.syntax, category, 0);
        }
    }

    fn unknown_slot(&mut self, here: Here<'a, 's>, owner: SymbolId, slot: &Slot<'s>) {
        let symbol = self.symbols.get(owner);
        let message = format!("`{}` has no role `{}`", symbol.name, slot.role.text);
        let mut diagnostic = Diagnostic::new(Code::UnknownRole, here.file.number, slot.role.at, message);
        let own: Vec<&str> = symbol.slots.iter().map(|slot| self.net.builder.name(slot.role)).collect();
        if let Some(near) = nearest_name(slot.role.text, own) {
            diagnostic = diagnostic.help(format!("did you mean `{{{near}}}`?"));
        }
        self.diagnostics.push(diagnostic);
    }
}

fn is_simple(kind: &PatternKind<'_>) -> bool {
    !matches!(kind, PatternKind::Optional(_) | PatternKind::Choice(_) | PatternKind::AnyOrder(_))
}
