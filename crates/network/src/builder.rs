//! Collects nodes and links in any order and compiles them to one image.

use crate::base::{self, Base};
use crate::error::Error;
use crate::ids::{Kind, Link, NodeId, Relation};
use crate::image::{self, Tag};
use crate::relation_index;
use hashbrown::HashTable;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Collects a network and compiles it into a [`Base`].
///
/// The ids it hands out are good for this builder only. Compiling sorts kinds and relations by name, nodes by
/// kind and then so that neighbours lie together, and links by relation and target, so the order in which things
/// were added leaves no trace in the bytes of the memory.
#[derive(Default)]
pub struct Builder {
    kinds: Names,
    relations: Names,
    node_kinds: Vec<Kind>,
    nodes: Names,
    links: Vec<(NodeId, Link)>,
    sections: Vec<(Tag, Vec<u8>)>,
}

/// From the ids of a [`Builder`] to those of the [`Base`] it compiles.
pub struct Mapping {
    kinds: Vec<Kind>,
    relations: Vec<Relation>,
    nodes: Vec<NodeId>,
}

impl Builder {
    /// An empty builder.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Makes room for about that many nodes and links more, so that adding them is faster.
    pub fn reserve(&mut self, nodes: usize, links: usize) {
        self.nodes.reserve(nodes);
        self.node_kinds.reserve(nodes);
        self.links.reserve(links);
    }

    /// The kind of this name, made if it is new.
    pub fn kind(&mut self, name: &str) -> Result<Kind, Error> {
        let id = self.kinds.intern(0, name);
        u8::try_from(id).map(Kind).map_err(|_| Error::limit("kinds of node", 1 << 8))
    }

    /// The relation of this name, made if it is new.
    pub fn relation(&mut self, name: &str) -> Result<Relation, Error> {
        let id = self.relations.intern(0, name);
        u16::try_from(id).map(Relation).map_err(|_| Error::limit("relations", 1 << 16))
    }

    /// The node of this kind and name, made if it is new.
    pub fn node(&mut self, kind: Kind, name: &str) -> Result<NodeId, Error> {
        let id = self.nodes.intern(kind.0, name);
        if id == u32::MAX as usize || self.nodes.text.len() > u32::MAX as usize {
            return Err(Error::limit("nodes, or bytes of names,", u64::from(u32::MAX)));
        }
        if id == self.node_kinds.len() {
            self.node_kinds.push(kind);
        }
        Ok(NodeId(id as u32))
    }

    /// The node of this kind and name, if it was added.
    pub fn find(&self, kind: Kind, name: &str) -> Option<NodeId> {
        self.nodes.find(kind.0, name).map(|id| NodeId(id as u32))
    }

    /// The name a node was added with.
    pub fn name(&self, node: NodeId) -> &str {
        self.nodes.get(node.index())
    }

    /// Adds a link. Of two links that differ only in weight the lighter one stays.
    pub fn link(&mut self, source: NodeId, relation: Relation, target: NodeId, weight: u16) {
        self.links.push((source, Link::new(relation, target, weight)));
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.node_kinds.len()
    }

    /// How many links were added, repeated ones counted each time.
    pub fn link_count(&self) -> usize {
        self.links.len()
    }

    /// Adds a section of other content to the memory, read back with [`Base::section`].
    pub fn section(&mut self, tag: Tag, bytes: Vec<u8>) {
        self.sections.push((tag, bytes));
    }

    /// Compiles the memory.
    pub fn finish(self) -> Result<Base, Error> {
        self.finish_with(|_| Vec::new())
    }

    /// Compiles the memory, with further sections that depend on the final ids.
    pub fn finish_with(
        mut self,
        further: impl FnOnce(&Mapping) -> Vec<(Tag, Vec<u8>)>,
    ) -> Result<Base, Error> {
        if self.links.len() > u32::MAX as usize {
            return Err(Error::limit("links", u64::from(u32::MAX)));
        }
        let kind_order = self.kinds.sorted();
        let relation_order = self.relations.sorted();
        let kinds: Vec<Kind> = inverse(&kind_order).into_iter().map(|id| Kind(id as u8)).collect();
        let relations = inverse(&relation_order).into_iter().map(|id| Relation(id as u16)).collect();
        let mut node_order = self.nodes.sorted_by_group(&kinds);
        let main_relations = self.gather_neighbours(&mut node_order);
        let nodes = inverse(&node_order).into_iter().map(NodeId).collect();
        let mapping = Mapping { kinds, relations, nodes };

        let further = further(&mapping);
        let mut parts = std::mem::take(&mut self.sections);
        parts.extend(further);
        parts.push((base::KIND_NAMES, self.kinds.in_order(&kind_order).to_section()));
        parts.push((base::RELATION_NAMES, self.relations.in_order(&relation_order).to_section()));
        let node_kinds: Vec<Kind> =
            node_order.iter().map(|&id| mapping.kind(self.node_kinds[id as usize])).collect();
        let names = self.nodes.in_order(&node_order);
        parts.push((base::NAME_INDEX, bytes_of(&base::name_index(&node_kinds, &names.starts, &names.text))));
        parts.push((base::KINDS, bytes_of(&node_kinds)));
        parts.push((base::NAME_STARTS, bytes_of(&names.starts)));
        parts.push((base::NAMES, names.text));
        drop((self.nodes, self.node_kinds, node_order));

        for (source, link) in &mut self.links {
            *source = mapping.node(*source);
            *link = Link::new(mapping.relation(link.relation()), mapping.node(link.target()), link.weight());
        }
        let forward = Adjacency::sort(node_kinds.len(), || self.links.iter().copied());
        drop(self.links);
        let inverse_links = Adjacency::sort(node_kinds.len(), || {
            forward
                .iter()
                .map(|(source, link)| (link.target(), Link::new(link.relation(), source, link.weight())))
        });
        parts.push((base::FORWARD_STARTS, bytes_of(&forward.starts)));
        parts.push((base::FORWARD_LINKS, bytes_of(&forward.links)));
        parts.push((base::INVERSE_STARTS, bytes_of(&inverse_links.starts)));
        parts.push((base::INVERSE_LINKS, bytes_of(&inverse_links.links)));
        let indexed = main_relations.into_iter().map(|relation| mapping.relation(relation)).collect();
        parts.extend(relation_index::build([&forward, &inverse_links], indexed));
        drop((forward, inverse_links));
        Base::from_image(image::assemble(parts))
    }
}

impl Builder {
    /// Rearranges nodes that are in order of kind and name so that those a marker meets together lie together.
    /// Within a kind, the relation that has most links decides: a node comes after those it leads to by that
    /// relation, breadth first from those that lead nowhere. What goes down a hierarchy then walks through memory
    /// instead of jumping about in it, and meets every node after all that is above it. Nodes on a cycle come
    /// where their names put them. The relations that decided are returned.
    fn gather_neighbours(&self, order: &mut Vec<u32>) -> Vec<Relation> {
        let place = inverse(order);
        let kind_at = |at: u32| self.node_kinds[order[at as usize] as usize];
        let within_kind = || {
            let ends = |&(source, link): &(NodeId, Link)| {
                (place[source.index()], link.relation(), place[link.target().index()])
            };
            let links = self.links.iter().map(ends);
            links.filter(|&(source, _, target)| source != target && kind_at(source) == kind_at(target))
        };
        let main =
            self.main_relations(within_kind().map(|(source, relation, _)| (kind_at(source), relation)));
        let of_main =
            || within_kind().filter(|&(source, relation, _)| main.get(&kind_at(source)) == Some(&relation));
        let below = Adjacency::sort(order.len(), || {
            of_main()
                .map(|(source, relation, target)| (NodeId(target), Link::new(relation, NodeId(source), 0)))
        });
        // How many of the nodes above have yet to be placed.
        let mut above = vec![0u32; order.len()];
        below.links.iter().for_each(|link| above[link.target().index()] += 1);

        let mut gathered: Vec<u32> = Vec::with_capacity(order.len());
        let mut placed = vec![false; order.len()];
        let mut start = 0;
        while start < order.len() {
            let kind = kind_at(start as u32);
            let end = start + (start..order.len()).take_while(|&at| kind_at(at as u32) == kind).count();
            let tops: Vec<usize> = (start..end).filter(|&at| above[at] == 0).collect();
            for root in tops.into_iter().chain(start..end) {
                if std::mem::replace(&mut placed[root], true) {
                    continue;
                }
                let mut done = gathered.len();
                gathered.push(root as u32);
                while let Some(&at) = gathered.get(done) {
                    for link in below.row(at as usize) {
                        let next = link.target().index();
                        above[next] -= 1;
                        if above[next] == 0 && !std::mem::replace(&mut placed[next], true) {
                            gathered.push(next as u32);
                        }
                    }
                    done += 1;
                }
            }
            start = end;
        }
        *order = gathered.into_iter().map(|at| order[at as usize]).collect();
        main.into_values().collect()
    }

    /// For each kind, the relation with most links; of several, the first by name.
    fn main_relations(&self, links: impl Iterator<Item = (Kind, Relation)>) -> HashMap<Kind, Relation> {
        let mut counts: HashMap<(Kind, Relation), u32> = HashMap::new();
        links.for_each(|link| *counts.entry(link).or_default() += 1);
        let name = |relation: Relation| self.relations.get(usize::from(relation.0));
        let mut main: HashMap<Kind, (u32, Relation)> = HashMap::new();
        for (&(kind, relation), &count) in &counts {
            let best = main.entry(kind).or_insert((count, relation));
            if (count, Reverse(name(relation))) > (best.0, Reverse(name(best.1))) {
                *best = (count, relation);
            }
        }
        main.into_iter().map(|(kind, (_, relation))| (kind, relation)).collect()
    }
}

impl Mapping {
    /// The final id of a kind.
    pub fn kind(&self, kind: Kind) -> Kind {
        self.kinds[usize::from(kind.0)]
    }

    /// The final id of a relation.
    pub fn relation(&self, relation: Relation) -> Relation {
        self.relations[usize::from(relation.0)]
    }

    /// The final id of a node.
    pub fn node(&self, node: NodeId) -> NodeId {
        self.nodes[node.index()]
    }
}

/// Links grouped by source: row `v` is `links[starts[v]..starts[v + 1]]`, sorted.
pub(crate) struct Adjacency {
    pub(crate) starts: Vec<u32>,
    pub(crate) links: Vec<Link>,
}

impl Adjacency {
    /// Counting sort by source, then each row by relation, target and weight; of repeated links the
    /// lightest is kept.
    fn sort<I: Iterator<Item = (NodeId, Link)>>(nodes: usize, all: impl Fn() -> I) -> Adjacency {
        let mut starts = vec![0u32; nodes + 1];
        for (source, _) in all() {
            starts[source.index() + 1] += 1;
        }
        for v in 0..nodes {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut links = vec![Link::new(Relation(0), NodeId(0), 0); starts[nodes] as usize];
        for (source, link) in all() {
            let place = &mut next[source.index()];
            links[*place as usize] = link;
            *place += 1;
        }
        let mut kept = 0;
        for v in 0..nodes {
            let (start, end) = (starts[v] as usize, starts[v + 1] as usize);
            links[start..end].sort_unstable();
            starts[v] = kept as u32;
            for at in start..end {
                let repeated = at > start && links[at].identity() == links[at - 1].identity();
                if !repeated {
                    links[kept] = links[at];
                    kept += 1;
                }
            }
        }
        starts[nodes] = kept as u32;
        links.truncate(kept);
        Adjacency { starts, links }
    }

    fn row(&self, node: usize) -> &[Link] {
        &self.links[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    fn iter(&self) -> impl Iterator<Item = (NodeId, Link)> + '_ {
        (0..self.starts.len() - 1)
            .flat_map(move |node| self.row(node).iter().map(move |&link| (NodeId(node as u32), link)))
    }
}

/// Interned names, each under a number that sets equal names apart (the kind of a node).
struct Names {
    text: Vec<u8>,
    starts: Vec<u32>,
    groups: Vec<u8>,
    index: HashTable<u32>,
}

impl Default for Names {
    fn default() -> Names {
        Names { text: Vec::new(), starts: vec![0], groups: Vec::new(), index: HashTable::new() }
    }
}

impl Names {
    fn intern(&mut self, group: u8, name: &str) -> usize {
        let hash = base::name_hash(group, name.as_bytes());
        if let Some(id) = self.find_hashed(hash, group, name) {
            return id;
        }
        let id = self.groups.len();
        self.text.extend_from_slice(name.as_bytes());
        self.starts.push(self.text.len() as u32);
        self.groups.push(group);
        let Names { text, starts, groups, index } = self;
        index.insert_unique(hash, id as u32, |&other| {
            let at = other as usize;
            base::name_hash(groups[at], &text[starts[at] as usize..starts[at + 1] as usize])
        });
        id
    }

    fn find(&self, group: u8, name: &str) -> Option<usize> {
        self.find_hashed(base::name_hash(group, name.as_bytes()), group, name)
    }

    fn find_hashed(&self, hash: u64, group: u8, name: &str) -> Option<usize> {
        let same =
            |&id: &u32| self.groups[id as usize] == group && self.bytes(id as usize) == name.as_bytes();
        self.index.find(hash, same).map(|&id| id as usize)
    }

    fn reserve(&mut self, names: usize) {
        self.starts.reserve(names);
        self.groups.reserve(names);
        let Names { text, starts, groups, index } = self;
        index.reserve(names, |&other| {
            let at = other as usize;
            base::name_hash(groups[at], &text[starts[at] as usize..starts[at + 1] as usize])
        });
    }

    fn get(&self, id: usize) -> &str {
        std::str::from_utf8(self.bytes(id)).expect("names are added as strings")
    }

    fn bytes(&self, id: usize) -> &[u8] {
        &self.text[self.starts[id] as usize..self.starts[id + 1] as usize]
    }

    /// All names by the kind their group becomes, then by name. Most comparisons are settled by the first
    /// bytes, which lie beside the id: the names themselves are far away.
    fn sorted_by_group(&self, kinds: &[Kind]) -> Vec<u32> {
        let mut keys: Vec<(Kind, u64, u32)> = (0..self.groups.len())
            .map(|id| {
                let name = self.bytes(id);
                let mut first = [0; 8];
                first[..name.len().min(8)].copy_from_slice(&name[..name.len().min(8)]);
                (kinds[usize::from(self.groups[id])], u64::from_be_bytes(first), id as u32)
            })
            .collect();
        keys.sort_unstable_by(|a, b| {
            let first = (a.0, a.1).cmp(&(b.0, b.1));
            first.then_with(|| self.bytes(a.2 as usize).cmp(self.bytes(b.2 as usize)))
        });
        keys.into_iter().map(|(_, _, id)| id).collect()
    }

    fn sorted(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.groups.len() as u32).collect();
        order.sort_unstable_by_key(|&id| self.bytes(id as usize));
        order
    }

    fn in_order(&self, order: &[u32]) -> OrderedNames {
        let mut names = OrderedNames { text: Vec::with_capacity(self.text.len()), starts: vec![0] };
        for &id in order {
            names.text.extend_from_slice(self.bytes(id as usize));
            names.starts.push(names.text.len() as u32);
        }
        names
    }
}

struct OrderedNames {
    text: Vec<u8>,
    starts: Vec<u32>,
}

impl OrderedNames {
    /// A short list of names as one section: each with its length before it.
    fn to_section(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for pair in self.starts.windows(2) {
            bytes.extend_from_slice(&(pair[1] - pair[0]).to_ne_bytes());
            bytes.extend_from_slice(&self.text[pair[0] as usize..pair[1] as usize]);
        }
        bytes
    }
}

fn inverse(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    for (place, &id) in order.iter().enumerate() {
        places[id as usize] = place as u32;
    }
    places
}

fn bytes_of<T: bytemuck::Pod>(values: &[T]) -> Vec<u8> {
    bytemuck::cast_slice(values).to_vec()
}
