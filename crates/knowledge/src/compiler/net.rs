//! The network under construction: the builder, the schema, and the line each node comes from.

use crate::schema::{Kinds, Relations};
use quillian_network::{Builder, Error, Kind, NodeId, Relation};

pub(crate) struct Net {
    pub(crate) builder: Builder,
    pub(crate) kinds: Kinds,
    pub(crate) relations: Relations,
    /// The first line (counted over all files) that speaks of each node; zero when none does.
    pub(crate) lines: Vec<u32>,
    /// Texts that belong to nodes.
    pub(crate) glosses: Vec<(NodeId, String)>,
    /// Why the memory cannot be built.
    pub(crate) failure: Option<Error>,
    name: String,
}

impl Net {
    /// An empty network with room for what that many bytes of text usually become.
    pub(crate) fn new(bytes: usize) -> Result<Net, Error> {
        const MOST: usize = 1 << 24;
        let mut builder = Builder::new();
        builder.reserve((bytes / 16).min(MOST), (bytes / 6).min(MOST));
        let kinds = Kinds::add_to(&mut builder)?;
        let relations = Relations::add_to(&mut builder)?;
        Ok(Net {
            builder,
            kinds,
            relations,
            lines: Vec::new(),
            glosses: Vec::new(),
            failure: None,
            name: String::new(),
        })
    }

    /// The node of this kind and name, made if it is new.
    pub(crate) fn node(&mut self, kind: Kind, name: &str, line: u32) -> NodeId {
        match self.builder.node(kind, name) {
            Ok(node) => {
                match self.lines.get_mut(node.index()) {
                    Some(known) if line != 0 && (*known == 0 || line < *known) => *known = line,
                    Some(_) => {}
                    None => self.lines.push(line),
                }
                node
            }
            Err(error) => {
                self.failure.get_or_insert(error);
                NodeId(0)
            }
        }
    }

    /// The node whose name is made of several parts.
    pub(crate) fn node_of(&mut self, kind: Kind, parts: &[&str], line: u32) -> NodeId {
        let mut name = std::mem::take(&mut self.name);
        name.clear();
        name.extend(parts.iter().copied());
        let node = self.node(kind, &name, line);
        self.name = name;
        node
    }

    /// The node of a word as written, linked to its language.
    pub(crate) fn word(&mut self, tag: &str, language: NodeId, text: &str, line: u32) -> NodeId {
        let known = self.builder.node_count();
        let word = self.node_of(self.kinds.word, &[tag, ":", text], line);
        if word.index() >= known {
            self.link(word, self.relations.language, language, 0);
        }
        word
    }

    pub(crate) fn link(&mut self, source: NodeId, relation: Relation, target: NodeId, weight: u16) {
        self.builder.link(source, relation, target, weight);
    }

    /// A relation of this name, made if it is new.
    pub(crate) fn relation(&mut self, name: &str) -> Relation {
        match self.builder.relation(name) {
            Ok(relation) => relation,
            Err(error) => {
                self.failure.get_or_insert(error);
                self.relations.has
            }
        }
    }

    /// Marks a node with a property.
    pub(crate) fn mark(&mut self, node: NodeId, property: &str, weight: u16) {
        let property = self.node(self.kinds.property, property, 0);
        self.link(node, self.relations.has, property, weight);
    }
}
