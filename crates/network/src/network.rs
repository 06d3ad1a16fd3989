//! Base and episode read as one network.

use crate::base::{Base, Rows};
use crate::episode::{Added, Episode, Layer};
use crate::error::{Error, ErrorKind};
use crate::ids::{Direction, Kind, Link, NodeId, Relation, with_relation};
use std::sync::Arc;

/// A base and the episode above it, read and changed as one network.
pub struct Network {
    base: Arc<Base>,
    episode: Episode,
}

impl Network {
    /// A network with nothing above the base.
    pub fn new(base: Arc<Base>) -> Network {
        Network { base, episode: Episode::default() }
    }

    /// Long-term memory.
    pub fn base(&self) -> &Arc<Base> {
        &self.base
    }

    /// What was added above it.
    pub fn episode(&self) -> &Episode {
        &self.episode
    }

    /// Drops the episode: the network is the base again.
    pub fn forget(&mut self) {
        self.episode = Episode::default();
    }

    /// One more than the largest node id: the size of an array indexed by node.
    #[inline]
    pub fn node_count(&self) -> u32 {
        self.base.node_count() + self.episode.node_count()
    }

    /// Whether there is such a node, and it was not deleted.
    pub fn contains(&self, node: NodeId) -> bool {
        node.0 < self.node_count() && !self.episode.deleted.contains(&node.0)
    }

    /// All nodes, deleted ones left out.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.node_count()).map(NodeId).filter(|&node| self.contains(node))
    }

    /// The kind of a node.
    pub fn kind_of(&self, node: NodeId) -> Option<Kind> {
        if !self.contains(node) {
            return None;
        }
        match self.own(node) {
            Some(place) => Some(self.episode.kinds[place]),
            None => self.episode.recoloured.get(&node.0).copied().or_else(|| self.base.kind_of(node)),
        }
    }

    /// The name of a node; empty if it has none.
    pub fn name(&self, node: NodeId) -> &str {
        match self.own(node) {
            Some(place) => self.episode.name(place),
            None => self.base.name(node),
        }
    }

    /// The node of this kind and name; the first, if a change of kind has made two.
    pub fn find(&self, kind: Kind, name: &str) -> Option<NodeId> {
        let of_base = if self.episode.recoloured.is_empty() {
            self.base.find(kind, name).filter(|&node| self.contains(node))
        } else {
            self.base.find_all(name).find(|&node| self.kind_of(node) == Some(kind))
        };
        of_base.or_else(|| {
            let place = self.episode.find_all(kind, name).min()?;
            Some(NodeId(self.base.node_count() + place))
        })
    }

    /// All nodes of this name, of whatever kind, in order of their ids.
    pub fn find_all(&self, name: &str) -> Vec<NodeId> {
        let kinds = if self.episode.kinds.is_empty() { 0..0 } else { 0..1 << u8::BITS };
        let own = kinds
            .flat_map(|kind| self.episode.find_all(Kind(kind as u8), name))
            .map(|place| NodeId(self.base.node_count() + place));
        let mut all: Vec<_> =
            self.base.find_all(name).filter(|&node| self.contains(node)).chain(own).collect();
        all.sort_unstable();
        all
    }

    /// Makes a node. A name must be new among nodes of that kind, or empty.
    pub fn create_node(&mut self, kind: Kind, name: &str) -> Result<NodeId, Error> {
        if !name.is_empty() && self.find(kind, name).is_some() {
            return Err(Error::new(ErrorKind::NameTaken { kind: kind.0, name: name.to_owned() }));
        }
        if self.node_count() == u32::MAX || self.episode.name_bytes_used() + name.len() > u32::MAX as usize {
            return Err(Error::limit("nodes, or bytes of names,", u64::from(u32::MAX)));
        }
        let place = self.episode.push_node(kind, name);
        Ok(NodeId(self.base.node_count() + place as u32))
    }

    /// Deletes a node and all its links.
    pub fn delete_node(&mut self, node: NodeId) -> Result<(), Error> {
        self.expect(node)?;
        for direction in [Direction::Forward, Direction::Inverse] {
            let links: Vec<Link> = self.links(node, direction).collect();
            for link in links {
                match direction {
                    Direction::Forward => self.delete_link(node, link.relation(), link.target())?,
                    Direction::Inverse => self.delete_link(link.target(), link.relation(), node)?,
                }
            }
        }
        if let Some(place) = self.own(node) {
            self.episode.unname(place);
        }
        self.episode.deleted.insert(node.0);
        Ok(())
    }

    /// Changes the kind of a node, for this episode.
    pub fn set_kind(&mut self, node: NodeId, kind: Kind) -> Result<(), Error> {
        self.expect(node)?;
        match self.own(node) {
            Some(place) => self.episode.recolour(place, kind),
            None => {
                self.episode.recoloured.insert(node.0, kind);
            }
        }
        Ok(())
    }

    /// Makes a link, or gives an existing one another weight.
    pub fn create_link(
        &mut self,
        source: NodeId,
        relation: Relation,
        target: NodeId,
        weight: u16,
    ) -> Result<(), Error> {
        self.expect(source)?;
        self.expect(target)?;
        if let Some(link) = self.link(source, relation, target) {
            if link.weight() == weight {
                return Ok(());
            }
            self.delete_link(source, relation, target)?;
        }
        let count = self.node_count();
        self.episode.forward.add(source, Link::new(relation, target, weight), count);
        self.episode.inverse.add(target, Link::new(relation, source, weight), count);
        Ok(())
    }

    /// Deletes a link, for this episode.
    pub fn delete_link(&mut self, source: NodeId, relation: Relation, target: NodeId) -> Result<(), Error> {
        let missing = ErrorKind::NoSuchLink { source: source.0, relation: relation.0, target: target.0 };
        let forward = self.link(source, relation, target).ok_or(Error::new(missing))?;
        let inverse = Link::new(relation, source, forward.weight());
        let count = self.node_count();
        if self.episode.forward.remove(source, forward.identity()) {
            self.episode.inverse.remove(target, inverse.identity());
        } else {
            self.episode.forward.hide(source, forward, count);
            self.episode.inverse.hide(target, inverse, count);
        }
        Ok(())
    }

    /// The link of this relation between two nodes.
    pub fn link(&self, source: NodeId, relation: Relation, target: NodeId) -> Option<Link> {
        self.links_of(source, relation, Direction::Forward).find(|link| link.target() == target)
    }

    /// The links of a node in one direction: those of the base in order, then those of the episode.
    #[inline]
    pub fn links(&self, node: NodeId, direction: Direction) -> Links<'_> {
        let row = self.base.row(node, direction);
        Links::new(node, row, self.episode.layer(direction), None)
    }

    /// The links of a node that have one relation.
    #[inline]
    pub fn links_of(&self, node: NodeId, relation: Relation, direction: Direction) -> Links<'_> {
        let row = with_relation(self.base.row(node, direction), relation);
        Links::new(node, row, self.episode.layer(direction), Some(relation))
    }

    /// The links of the base, and whether the episode leaves a node's links alone: what a fast traversal needs.
    #[inline]
    pub fn rows(&self, direction: Direction) -> NetworkRows<'_> {
        NetworkRows { base: self.base.rows(direction), layer: self.episode.layer(direction) }
    }

    /// The kind of this name.
    pub fn find_kind(&self, name: &str) -> Option<Kind> {
        self.base.find_kind(name).or_else(|| {
            let place = self.episode.kind_names.iter().position(|known| known == name)?;
            Some(Kind((self.base.kind_names().len() + place) as u8))
        })
    }

    /// The kind of this name, made for this episode if it is new.
    pub fn kind(&mut self, name: &str) -> Result<Kind, Error> {
        if let Some(kind) = self.find_kind(name) {
            return Ok(kind);
        }
        let id = self.base.kind_names().len() + self.episode.kind_names.len();
        let kind = u8::try_from(id).map(Kind).map_err(|_| Error::limit("kinds of node", 1 << 8))?;
        self.episode.kind_names.push(name.to_owned());
        Ok(kind)
    }

    /// The relation of this name.
    pub fn find_relation(&self, name: &str) -> Option<Relation> {
        self.base.find_relation(name).or_else(|| {
            let place = self.episode.relation_names.iter().position(|known| known == name)?;
            Some(Relation((self.base.relation_names().len() + place) as u16))
        })
    }

    /// The relation of this name, made for this episode if it is new.
    pub fn relation(&mut self, name: &str) -> Result<Relation, Error> {
        if let Some(relation) = self.find_relation(name) {
            return Ok(relation);
        }
        let id = self.base.relation_names().len() + self.episode.relation_names.len();
        let relation = u16::try_from(id).map(Relation).map_err(|_| Error::limit("relations", 1 << 16))?;
        self.episode.relation_names.push(name.to_owned());
        Ok(relation)
    }

    /// The name of a kind.
    pub fn kind_name(&self, kind: Kind) -> &str {
        let known = self.base.kind_names().iter().chain(&self.episode.kind_names);
        known.into_iter().nth(usize::from(kind.0)).map_or("", String::as_str)
    }

    /// The name of a relation.
    pub fn relation_name(&self, relation: Relation) -> &str {
        let known = self.base.relation_names().iter().chain(&self.episode.relation_names);
        known.into_iter().nth(usize::from(relation.0)).map_or("", String::as_str)
    }

    /// The place of a node among the episode's own.
    fn own(&self, node: NodeId) -> Option<usize> {
        node.0.checked_sub(self.base.node_count()).map(|place| place as usize)
    }

    fn expect(&self, node: NodeId) -> Result<(), Error> {
        if self.contains(node) {
            Ok(())
        } else {
            Err(Error::new(ErrorKind::NoSuchNode { node: node.0, count: self.node_count() }))
        }
    }
}

/// The links of all nodes in one direction, borrowed for fast traversal.
#[derive(Clone, Copy)]
pub struct NetworkRows<'a> {
    base: Rows<'a>,
    layer: &'a Layer,
}

impl<'a> NetworkRows<'a> {
    /// The links of all base nodes.
    #[inline]
    pub fn base(self) -> Rows<'a> {
        self.base
    }

    /// Whether the episode changed no link at all.
    #[inline]
    pub fn is_untouched(self) -> bool {
        self.layer.is_untouched()
    }

    /// Whether the links of a node are those of the base.
    #[inline]
    pub fn leaves_alone(self, node: NodeId) -> bool {
        self.layer.leaves_alone(node)
    }

    /// The links of a node.
    #[inline]
    pub fn links(self, node: NodeId) -> Links<'a> {
        Links::new(node, self.base.row(node), self.layer, None)
    }
}

/// Iterates over the links of a node: those of the base in order, then those of the episode.
#[derive(Clone)]
pub struct Links<'a> {
    node: NodeId,
    base: std::slice::Iter<'a, Link>,
    hiding: Option<&'a Layer>,
    added: Added<'a>,
    relation: Option<Relation>,
}

impl<'a> Links<'a> {
    #[inline]
    fn new(node: NodeId, row: &'a [Link], layer: &'a Layer, relation: Option<Relation>) -> Links<'a> {
        let hiding = layer.hides_some(node).then_some(layer);
        Links { node, base: row.iter(), hiding, added: layer.added(node), relation }
    }
}

impl Iterator for Links<'_> {
    type Item = Link;

    #[inline]
    fn next(&mut self) -> Option<Link> {
        for &link in self.base.by_ref() {
            if self.hiding.is_none_or(|layer| !layer.hides(self.node, link)) {
                return Some(link);
            }
        }
        self.added.find(|link| self.relation.is_none_or(|relation| link.relation() == relation))
    }
}
