//! Who defines what: names of packs and of what stands in them.

use crate::source::Span;
use crate::tree::EntityKind;
use foldhash::fast::FixedState;
use quillian_network::NodeId;
use std::collections::HashMap;

pub(crate) type Map<K, V> = HashMap<K, V, FixedState>;

/// Names live in spaces: a category and a concept may have the same name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Space {
    Concept,
    Adjunct,
    Relation,
    Category,
    Feature,
    Fragment,
    Constraint,
}

impl Space {
    pub(crate) fn of(kind: EntityKind) -> Space {
        match kind {
            EntityKind::Adjunct => Space::Adjunct,
            _ => Space::Concept,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Space::Concept => "concept",
            Space::Adjunct => "adjunct",
            Space::Relation => "relation",
            Space::Category => "category",
            Space::Feature => "feature",
            Space::Fragment => "fragment",
            Space::Constraint => "constraint",
        }
    }
}

/// A defined name: its position in the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SymbolId(pub(crate) u32);

impl SymbolId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a defined name.
pub(crate) struct Symbol<'s> {
    pub(crate) space: Space,
    pub(crate) kind: EntityKind,
    pub(crate) pack: u32,
    pub(crate) name: &'s str,
    pub(crate) file: u32,
    pub(crate) at: Span,
    /// The next symbol of the same space and name, in another pack.
    pub(crate) namesake: Option<SymbolId>,
    /// Whether another pack defines the same name: the node is then named with its pack.
    pub(crate) clashes: bool,
    pub(crate) node: NodeId,
    pub(crate) parents: Vec<SymbolId>,
    /// For the inverse of a relation: the relation itself.
    pub(crate) inverse_of: Option<SymbolId>,
    /// The slots it declares itself.
    pub(crate) slots: Vec<Slot>,
    /// How many sequences it has.
    pub(crate) sequences: u32,
}

/// A role of an event.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    pub(crate) role: NodeId,
    pub(crate) node: NodeId,
    pub(crate) file: u32,
    pub(crate) at: Span,
    pub(crate) optional: bool,
    pub(crate) filled: bool,
}

#[derive(Default)]
pub(crate) struct Symbols<'s> {
    pub(crate) all: Vec<Symbol<'s>>,
    by_name: Map<(Space, &'s str), SymbolId>,
}

impl<'s> Symbols<'s> {
    /// Defines a name, or gives the earlier definition of it in the same pack.
    pub(crate) fn define(
        &mut self,
        space: Space,
        kind: EntityKind,
        pack: u32,
        name: &'s str,
        file: u32,
        at: Span,
    ) -> Result<SymbolId, SymbolId> {
        let id = SymbolId(self.all.len() as u32);
        let head = self.by_name.entry((space, name)).or_insert(id);
        let mut namesake = None;
        if *head != id {
            let first = *head;
            let mut other = Some(first);
            while let Some(symbol) = other {
                if self.all[symbol.index()].pack == pack {
                    return Err(symbol);
                }
                other = self.all[symbol.index()].namesake;
            }
            namesake = Some(first);
            self.all[first.index()].clashes = true;
            *head = id;
        }
        let clashes = namesake.is_some();
        self.all.push(Symbol {
            space,
            kind,
            pack,
            name,
            file,
            at,
            namesake,
            clashes,
            node: NodeId(0),
            parents: Vec::new(),
            inverse_of: None,
            slots: Vec::new(),
            sequences: 0,
        });
        Ok(id)
    }

    /// All definitions of a name, whatever their packs.
    pub(crate) fn named(&self, space: Space, name: &str) -> impl Iterator<Item = SymbolId> + '_ {
        let mut next = self.by_name.get(&(space, name)).copied();
        std::iter::from_fn(move || {
            let id = next?;
            next = self.all[id.index()].namesake;
            Some(id)
        })
    }

    pub(crate) fn get(&self, id: SymbolId) -> &Symbol<'s> {
        &self.all[id.index()]
    }

    /// Where a symbol's own slot for a role is in its list.
    pub(crate) fn own_slot(&self, id: SymbolId, role: NodeId) -> Option<usize> {
        self.get(id).slots.iter().position(|slot| slot.role == role)
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.all.len() as u32).map(SymbolId)
    }
}
