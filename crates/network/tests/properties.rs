//! Random networks: order of addition leaves no trace, and an episode equals a plain model of it.

use proptest::prelude::*;
use quillian_network::{Base, Builder, Direction, Kind, Network, NodeId, Relation};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

type Links = Vec<(u8, u8, u8, u16)>;

fn links() -> impl Strategy<Value = Links> {
    proptest::collection::vec((0u8..12, 0u8..3, 0u8..12, 0u16..4), 0..40)
}

fn build(links: &Links) -> Base {
    let mut builder = Builder::new();
    for &(source, relation, target, weight) in links {
        let mut node = |n: u8| {
            let kind = builder.kind(&format!("kind{}", n % 2)).unwrap();
            builder.node(kind, &format!("node{n}")).unwrap()
        };
        let (source, target) = (node(source), node(target));
        let relation = builder.relation(&format!("relation{relation}")).unwrap();
        builder.link(source, relation, target, weight);
    }
    builder.finish().unwrap()
}

proptest! {
    #[test]
    fn order_of_addition_leaves_no_trace(links in links(), seed in any::<u64>()) {
        let mut shuffled = links.clone();
        let mut state = seed | 1;
        for at in (1..shuffled.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            shuffled.swap(at, (state >> 33) as usize % (at + 1));
        }
        let (one, other) = (build(&links), build(&shuffled));
        prop_assert_eq!(one.as_bytes(), other.as_bytes());
    }

    #[test]
    fn both_directions_hold_the_same_links(links in links()) {
        let base = &build(&links);
        let all = |direction| {
            (0..base.node_count()).flat_map(move |node| {
                let node = NodeId(node);
                base.row(node, direction).iter().map(move |link| match direction {
                    Direction::Forward => (node, link.relation(), link.target(), link.weight()),
                    Direction::Inverse => (link.target(), link.relation(), node, link.weight()),
                })
            }).collect::<BTreeSet<_>>()
        };
        let forward = all(Direction::Forward);
        prop_assert_eq!(&forward, &all(Direction::Inverse));
        let mut expected: BTreeMap<(String, String, String), u16> = BTreeMap::new();
        for &(source, relation, target, weight) in &links {
            let key = (format!("node{source}"), format!("relation{relation}"), format!("node{target}"));
            expected.entry(key).and_modify(|known| *known = weight.min(*known)).or_insert(weight);
        }
        let found: BTreeMap<_, _> = forward.into_iter().map(|(source, relation, target, weight)| {
            let name = |node| base.name(node).to_owned();
            ((name(source), base.relation_name(relation).to_owned(), name(target)), weight)
        }).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn an_episode_equals_its_model(links in links(), changes in proptest::collection::vec(change(), 0..60)) {
        let base = Arc::new(build(&links));
        let before = base.as_bytes().to_vec();
        let mut network = Network::new(Arc::clone(&base));
        let mut model = Model::of(&base);
        for change in &changes {
            let (ours, theirs) = (change.apply(&mut network), model.apply(change));
            prop_assert_eq!(ours, theirs, "{:?}", change);
            model.equals(&network)?;
        }
        prop_assert_eq!(base.as_bytes(), &before[..]);
        network.forget();
        Model::of(&base).equals(&network)?;
    }
}

#[derive(Clone, Debug)]
enum Change {
    CreateNode(u8, &'static str),
    DeleteNode(u8),
    SetKind(u8, u8),
    CreateLink(u8, u8, u8, u16),
    DeleteLink(u8, u8, u8),
}

fn change() -> impl Strategy<Value = Change> {
    let name = prop_oneof![Just(""), Just("a"), Just("b"), Just("node1")];
    prop_oneof![
        1 => (0u8..3, name).prop_map(|(kind, name)| Change::CreateNode(kind, name)),
        1 => (0u8..16).prop_map(Change::DeleteNode),
        1 => (0u8..16, 0u8..3).prop_map(|(node, kind)| Change::SetKind(node, kind)),
        4 => (0u8..16, 0u8..4, 0u8..16, 0u16..4).prop_map(|(s, r, t, w)| Change::CreateLink(s, r, t, w)),
        3 => (0u8..16, 0u8..4, 0u8..16).prop_map(|(s, r, t)| Change::DeleteLink(s, r, t)),
    ]
}

impl Change {
    fn apply(&self, network: &mut Network) -> bool {
        let node = |n: u8| NodeId(u32::from(n));
        match *self {
            Change::CreateNode(kind, name) => network.create_node(Kind(kind), name).is_ok(),
            Change::DeleteNode(n) => network.delete_node(node(n)).is_ok(),
            Change::SetKind(n, kind) => network.set_kind(node(n), Kind(kind)).is_ok(),
            Change::CreateLink(s, r, t, w) => {
                network.create_link(node(s), Relation(r.into()), node(t), w).is_ok()
            }
            Change::DeleteLink(s, r, t) => network.delete_link(node(s), Relation(r.into()), node(t)).is_ok(),
        }
    }
}

#[derive(Default)]
struct Model {
    nodes: BTreeMap<u32, (u8, String)>,
    links: BTreeMap<(u32, u16, u32), u16>,
    ever: u32,
}

impl Model {
    fn of(base: &Base) -> Model {
        let mut model = Model { ever: base.node_count(), ..Model::default() };
        for n in 0..base.node_count() {
            let node = NodeId(n);
            model.nodes.insert(n, (base.kind_of(node).unwrap().0, base.name(node).to_owned()));
            for link in base.row(node, Direction::Forward) {
                model.links.insert((n, link.relation().0, link.target().0), link.weight());
            }
        }
        model
    }

    fn apply(&mut self, change: &Change) -> bool {
        match *change {
            Change::CreateNode(kind, name) => {
                let taken = self.nodes.values().any(|known| *known == (kind, name.to_owned()));
                if taken && !name.is_empty() {
                    return false;
                }
                self.nodes.insert(self.ever, (kind, name.to_owned()));
                self.ever += 1;
                true
            }
            Change::DeleteNode(n) => {
                let n = u32::from(n);
                self.links.retain(|&(source, _, target), _| source != n && target != n);
                self.nodes.remove(&n).is_some()
            }
            Change::SetKind(n, kind) => self.nodes.get_mut(&n.into()).map(|known| known.0 = kind).is_some(),
            Change::CreateLink(s, r, t, w) => {
                let (s, r, t) = (s.into(), r.into(), t.into());
                let both = self.nodes.contains_key(&s) && self.nodes.contains_key(&t);
                if both {
                    self.links.insert((s, r, t), w);
                }
                both
            }
            Change::DeleteLink(s, r, t) => self.links.remove(&(s.into(), r.into(), t.into())).is_some(),
        }
    }

    fn equals(&self, network: &Network) -> Result<(), TestCaseError> {
        let mut forward = BTreeMap::new();
        let mut inverse = BTreeMap::new();
        for node in network.nodes() {
            for link in network.links(node, Direction::Forward) {
                forward.insert((node.0, link.relation().0, link.target().0), link.weight());
            }
            for link in network.links(node, Direction::Inverse) {
                inverse.insert((link.target().0, link.relation().0, node.0), link.weight());
            }
        }
        prop_assert_eq!(&forward, &self.links);
        prop_assert_eq!(&inverse, &self.links);
        let nodes: BTreeMap<u32, (u8, String)> = network
            .nodes()
            .map(|node| (node.0, (network.kind_of(node).unwrap().0, network.name(node).to_owned())))
            .collect();
        prop_assert_eq!(&nodes, &self.nodes);
        for (&node, (kind, name)) in &self.nodes {
            if !name.is_empty() {
                let found = network.find(Kind(*kind), name).unwrap();
                prop_assert_eq!(&self.nodes[&found.0], &(*kind, name.clone()));
                prop_assert!(network.find_all(name).contains(&NodeId(node)));
            }
        }
        Ok(())
    }
}
