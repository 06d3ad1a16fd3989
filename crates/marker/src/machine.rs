//! The machine: its markers, and the instructions on them.

use crate::automaton::Automaton;
use crate::bits::{self, BitFrontiers};
use crate::budget::{Budget, Profile};
use crate::each::Stamps;
use crate::error::Error;
use crate::function::{Combine, Edit, Function};
use crate::mark::{MARKERS, Mark, Marker};
use crate::plane::{BinaryPlane, Plane, bit_mark};
use crate::tiers::{self, Frontiers, Sender, Task};
use crate::walk::{AnyWalk, Walk, with_walk};
use quillian_network::{Base, Direction, Kind, Link, Network, NodeId, Relation};

/// The marker machine: 64 binary and 64 complex markers over a network it is handed with each instruction.
///
/// A machine belongs to one thread of thought; any number of machines may read one network.
pub struct Machine {
    binary: BinaryPlane,
    complex: Vec<Plane>,
    scratch: Plane,
    bit_scratch: BinaryPlane,
    bit_frontiers: BitFrontiers,
    frontiers: Frontiers,
    profile: Profile,
    budget: Budget,
    engine: Engine,
    threads: usize,
    stamps: Vec<Stamps>,
}

/// How markers with values travel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// Tier by tier while the frontier is narrow; in order of value once it is wide, if that is possible.
    #[default]
    Automatic,
    /// Always tier by tier: the profile shows the rounds a parallel machine would take.
    Tiers,
    /// In order of value from the first tier on, if that is possible.
    Ordered,
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new()
    }
}

/// The other end of the links that MARKER-CREATE makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// One node for all.
    Node(NodeId),
    /// For each marked node, the origin of its mark: this is how a role is bound.
    Origin,
}

impl Machine {
    /// A machine with no marks set.
    pub fn new() -> Machine {
        Machine {
            binary: BinaryPlane::default(),
            complex: (0..MARKERS).map(|_| Plane::default()).collect(),
            scratch: Plane::default(),
            bit_scratch: BinaryPlane::default(),
            bit_frontiers: BitFrontiers::default(),
            frontiers: Frontiers::default(),
            profile: Profile::default(),
            budget: Budget::UNLIMITED,
            engine: Engine::Automatic,
            threads: 1,
            stamps: Vec::new(),
        }
    }

    /// Limits every propagation from now on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// What limits propagations.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Chooses how markers with values travel. The marks are the same for any choice.
    pub fn set_engine(&mut self, engine: Engine) {
        self.engine = engine;
    }

    /// Lets wide propagations use so many threads. The answers are the same for any number.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// How many threads wide propagations may use.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// What the latest propagation did.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    // Search.

    /// SEARCH-NODE: marks a node; the mark's origin is the node itself.
    pub fn search_node(
        &mut self,
        network: &Network,
        node: NodeId,
        marker: Marker,
        value: i32,
    ) -> Result<(), Error> {
        self.search(network, marker, value, [node].into_iter().filter(|&node| network.contains(node)))
    }

    /// SEARCH-RELATION: marks every node that has a link of a relation.
    pub fn search_relation(
        &mut self,
        network: &Network,
        relation: Relation,
        marker: Marker,
        value: i32,
    ) -> Result<(), Error> {
        let has_one = |node: &NodeId| network.links_of(*node, relation, Direction::Forward).next().is_some();
        self.search(network, marker, value, network.nodes().filter(has_one))
    }

    /// SEARCH-COLOR: marks every node of a kind.
    pub fn search_kind(
        &mut self,
        network: &Network,
        kind: Kind,
        marker: Marker,
        value: i32,
    ) -> Result<(), Error> {
        if network.episode().is_empty() {
            return self.search(network, marker, value, network.base().nodes_of(kind));
        }
        let of_kind = |node: &NodeId| network.kind_of(*node) == Some(kind);
        self.search(network, marker, value, network.nodes().filter(of_kind))
    }

    /// SET-MARKER: marks every node.
    pub fn set_marker(&mut self, network: &Network, marker: Marker, value: i32) -> Result<(), Error> {
        self.search(network, marker, value, network.nodes())
    }

    fn search(
        &mut self,
        network: &Network,
        marker: Marker,
        value: i32,
        nodes: impl Iterator<Item = NodeId>,
    ) -> Result<(), Error> {
        self.ready(network, &[marker])?;
        for node in nodes {
            self.put(marker, node, Mark { value, origin: node });
        }
        Ok(())
    }

    /// Puts a mark of the caller's own making on a node.
    pub fn mark(&mut self, network: &Network, node: NodeId, marker: Marker, mark: Mark) -> Result<(), Error> {
        self.ready(network, &[marker])?;
        if network.contains(node) {
            self.put(marker, node, mark);
        }
        Ok(())
    }

    // Markers.

    /// CLEAR-MARKER: takes a marker off all nodes.
    pub fn clear_marker(&mut self, marker: Marker) -> Result<(), Error> {
        exists(marker)?;
        match marker {
            Marker::Binary(number) => self.binary.clear(1 << number),
            Marker::Complex(number) => self.complex[usize::from(number)].clear(),
        }
        Ok(())
    }

    /// CLEAR-MARKER for all binary markers at once.
    pub fn clear_binary_markers(&mut self) {
        self.binary.clear(u64::MAX);
    }

    /// FUNC-MARKER: does arithmetic on the values of a marker, or drops marks by a threshold.
    pub fn func_marker(&mut self, network: &Network, marker: Marker, edit: Edit) -> Result<(), Error> {
        let marks = self.collect_nodes(network, marker)?;
        let edited = marks
            .into_iter()
            .filter_map(|(node, mark)| edit.apply(mark.value).map(|value| (node, Mark { value, ..mark })));
        self.replace(network, marker, edited.collect())
    }

    /// AND-MARKER: marks the nodes that bear both markers.
    pub fn and_marker(
        &mut self,
        network: &Network,
        first: Marker,
        second: Marker,
        to: Marker,
        combine: Combine,
    ) -> Result<(), Error> {
        exists(second)?;
        let both = self.collect_nodes(network, first)?.into_iter().filter_map(|(node, mark)| {
            self.get(second, node).map(|other| (node, combine.apply(mark, other)))
        });
        let both = both.collect();
        self.replace(network, to, both)
    }

    /// OR-MARKER: marks the nodes that bear either marker; where both do, the values are combined.
    pub fn or_marker(
        &mut self,
        network: &Network,
        first: Marker,
        second: Marker,
        to: Marker,
        combine: Combine,
    ) -> Result<(), Error> {
        let mut either: Vec<(NodeId, Mark)> = Vec::new();
        for (node, mark) in self.collect_nodes(network, first)? {
            let mark = self.get(second, node).map_or(mark, |other| combine.apply(mark, other));
            either.push((node, mark));
        }
        for (node, mark) in self.collect_nodes(network, second)? {
            if self.get(first, node).is_none() {
                either.push((node, mark));
            }
        }
        self.replace(network, to, either)
    }

    /// NOT-MARKER: marks the nodes that do not bear a marker, all of them or those another marker is on.
    pub fn not_marker(
        &mut self,
        network: &Network,
        marker: Marker,
        among: Option<Marker>,
        to: Marker,
        value: i32,
    ) -> Result<(), Error> {
        exists(marker)?;
        let candidates = match among {
            Some(among) => self.collect_nodes(network, among)?,
            None => network.nodes().map(|origin| (origin, Mark { value, origin })).collect(),
        };
        let without = candidates.into_iter().filter(|&(node, _)| self.get(marker, node).is_none()).collect();
        self.replace(network, to, without)
    }

    // Propagation.

    /// PROPAGATE: sends `from` along a path and puts `to` on every node where the path is complete.
    ///
    /// Marks `to` had stay and take part in the join. To a binary marker no values travel, unless a threshold
    /// needs them.
    pub fn propagate(
        &mut self,
        network: &Network,
        from: Marker,
        to: Marker,
        path: &Automaton,
        function: Function,
    ) -> Result<&Profile, Error> {
        match to {
            Marker::Binary(_) if function.threshold.is_none() => {
                self.propagate_together(network, &[(from, to)], path)
            }
            _ => self.propagate_values(network, from, to, path, function),
        }
    }

    /// PROPAGATE for several binary markers that overlap: one walk for all of them.
    ///
    /// # Panics
    /// When there are more than 64 pairs, or a `to` is not a binary marker.
    pub fn propagate_together(
        &mut self,
        network: &Network,
        pairs: &[(Marker, Marker)],
        path: &Automaton,
    ) -> Result<&Profile, Error> {
        assert!(pairs.len() <= usize::from(MARKERS), "at most 64 markers overlap");
        let mut bit_of = [0u64; MARKERS as usize];
        let mut same_lanes = true;
        for (lane, &(from, to)) in pairs.iter().enumerate() {
            self.ready(network, &[from, to])?;
            let Marker::Binary(number) = to else { panic!("only binary markers travel together") };
            bit_of[lane] = 1 << number;
            same_lanes &= usize::from(number) == lane;
        }
        let nodes = fits(network, path)?;
        self.profile.clear();
        let walk = AnyWalk::new(network, path);
        let mut now = std::mem::take(&mut self.bit_frontiers.now);
        for (lane, &(from, _)) in pairs.iter().enumerate() {
            now.extend(self.sources(network, from).map(|(node, _)| (node, 1 << lane)));
        }
        let sources: Vec<(u32, u64)> = match path.marks_sources() {
            true => now.iter().copied().filter(|&(node, _)| walk.marks(NodeId(node), 0)).collect(),
            false => Vec::new(),
        };
        self.bit_frontiers.now = now;

        // Closures into empty markers of the same order need no scratch.
        let direct = same_lanes && path.is_closure() && self.binary.members.is_empty();
        let mut reached = std::mem::take(if direct { &mut self.binary } else { &mut self.bit_scratch });
        reached.fit(nodes * path.ways());
        let (frontiers, profile) = (&mut self.bit_frontiers, &mut self.profile);
        let (budget, together) = (self.budget, pairs.len() > 1);
        with_walk!(walk, short => bits::spread(short, budget, together, frontiers, &mut reached, profile));
        if direct {
            self.binary = reached;
        } else {
            for place in reached.members.drain(..) {
                let mut lanes = std::mem::take(&mut reached.words[place as usize]);
                let (node, state) = walk.whereabouts(place);
                if !walk.marks(node, state) {
                    continue;
                }
                let mut word = if same_lanes { lanes } else { 0 };
                while !same_lanes && lanes != 0 {
                    word |= bit_of[lanes.trailing_zeros() as usize];
                    lanes &= lanes - 1;
                }
                self.binary.add(node.0, word);
            }
            self.bit_scratch = reached;
        }
        for (node, lane) in sources {
            self.binary.add(node, bit_of[lane.trailing_zeros() as usize]);
        }
        self.profile.marks = self.binary.count(bit_of.iter().fold(0, |all, bit| all | bit));
        Ok(&self.profile)
    }

    fn propagate_values(
        &mut self,
        network: &Network,
        from: Marker,
        to: Marker,
        path: &Automaton,
        function: Function,
    ) -> Result<&Profile, Error> {
        self.ready(network, &[from, to])?;
        let nodes = fits(network, path)?;
        self.profile.clear();
        let mut now = std::mem::take(&mut self.frontiers.now);
        now.clear();
        now.extend(self.sources(network, from).map(|(place, mark)| Sender { place, mark }));
        let budget =
            if self.budget.is_unlimited() && !function.settles() { Budget::UNSETTLED } else { self.budget };
        let ordered = self.order(network, function);
        let task = Task { function, budget, ordered, threads: self.threads };
        let walk = AnyWalk::new(network, path);

        // A closure into an empty marker needs no scratch: the places of the path are the marker's own slots.
        let direct = match to {
            Marker::Complex(number) if from != to && path.is_closure() => {
                Some(usize::from(number)).filter(|&number| self.complex[number].members.is_empty())
            }
            _ => None,
        };
        let mut plane = std::mem::take(match direct {
            Some(number) => &mut self.complex[number],
            None => &mut self.scratch,
        });
        plane.fit(nodes * path.ways());
        if direct.is_none() {
            plane.clear();
        }
        self.frontiers.now = now;
        let sources: Vec<Sender> = match path.marks_sources() {
            true => self.frontiers.now.iter().copied().filter(|at| walk.marks(NodeId(at.place), 0)).collect(),
            false => Vec::new(),
        };
        let (frontiers, profile) = (&mut self.frontiers, &mut self.profile);
        with_walk!(walk, short => tiers::spread(task, short, frontiers, &mut plane, profile));
        match direct {
            Some(number) => self.complex[number] = plane,
            None => {
                for &place in &plane.members {
                    let (node, state) = walk.whereabouts(place);
                    if walk.marks(node, state) {
                        self.arrive(to, node, plane.slots[place as usize].mark, function);
                    }
                }
                self.scratch = plane;
            }
        }
        for Sender { place, mark } in sources {
            self.arrive(to, NodeId(place), mark, function);
        }
        self.profile.marks = match to {
            Marker::Binary(number) => self.binary.count(1 << number),
            Marker::Complex(number) => self.complex[usize::from(number)].members.len() as u64,
        };
        Ok(&self.profile)
    }

    // Maintenance driven by markers.

    /// MARKER-CREATE: links every marked node to an end, and back if a reverse relation is given.
    pub fn marker_create(
        &mut self,
        network: &mut Network,
        marker: Marker,
        relation: Relation,
        end: End,
        reverse: Option<Relation>,
        weight: u16,
    ) -> Result<(), Error> {
        for (node, mark) in self.collect_nodes(network, marker)? {
            let end = end.of(mark);
            network.create_link(node, relation, end, weight)?;
            if let Some(reverse) = reverse {
                network.create_link(end, reverse, node, weight)?;
            }
        }
        Ok(())
    }

    /// MARKER-DELETE: takes away the links that [`Machine::marker_create`] would make, where there are any.
    pub fn marker_delete(
        &mut self,
        network: &mut Network,
        marker: Marker,
        relation: Relation,
        end: End,
        reverse: Option<Relation>,
    ) -> Result<(), Error> {
        for (node, mark) in self.collect_nodes(network, marker)? {
            let end = end.of(mark);
            if network.link(node, relation, end).is_some() {
                network.delete_link(node, relation, end)?;
            }
            if let Some(reverse) = reverse.filter(|&reverse| network.link(end, reverse, node).is_some()) {
                network.delete_link(end, reverse, node)?;
            }
        }
        Ok(())
    }

    /// MARKER-SET-COLOR: changes the kind of every marked node.
    pub fn marker_set_kind(
        &mut self,
        network: &mut Network,
        marker: Marker,
        kind: Kind,
    ) -> Result<(), Error> {
        for (node, _) in self.collect_nodes(network, marker)? {
            network.set_kind(node, kind)?;
        }
        Ok(())
    }

    // Retrieval.

    /// COLLECT-NODE: the marked nodes and their marks, in order of nodes.
    pub fn collect_nodes(&self, network: &Network, marker: Marker) -> Result<Vec<(NodeId, Mark)>, Error> {
        exists(marker)?;
        let nodes = match marker {
            Marker::Binary(number) => self.binary.nodes(1 << number),
            Marker::Complex(number) => self.complex[usize::from(number)].nodes(),
        };
        let marked = nodes.into_iter().map(NodeId).filter(|&node| network.contains(node));
        Ok(marked.filter_map(|node| Some((node, self.get(marker, node)?))).collect())
    }

    /// COLLECT-RELATION: the links of marked nodes, all or those of one relation, in order.
    pub fn collect_links(
        &self,
        network: &Network,
        marker: Marker,
        relation: Option<Relation>,
    ) -> Result<Vec<(NodeId, Link)>, Error> {
        let mut links = Vec::new();
        for (node, _) in self.collect_nodes(network, marker)? {
            let start = links.len();
            let wanted = |link: &Link| relation.is_none_or(|relation| link.relation() == relation);
            links.extend(network.links(node, Direction::Forward).filter(wanted).map(|link| (node, link)));
            links[start..].sort_unstable();
        }
        Ok(links)
    }

    /// COLLECT-COLOR: the kinds of the marked nodes, in order of nodes.
    pub fn collect_kinds(&self, network: &Network, marker: Marker) -> Result<Vec<(NodeId, Kind)>, Error> {
        let marked = self.collect_nodes(network, marker)?.into_iter();
        Ok(marked.filter_map(|(node, _)| Some((node, network.kind_of(node)?))).collect())
    }

    /// The mark of a marker on a node.
    #[inline]
    pub fn get(&self, marker: Marker, node: NodeId) -> Option<Mark> {
        match marker {
            Marker::Binary(number) => {
                (self.binary.word(node) >> number & 1 == 1).then_some(Mark { value: 0, origin: node })
            }
            Marker::Complex(number) => {
                self.complex.get(usize::from(number))?.get(node.index()).map(Mark::unpack)
            }
        }
    }

    // The machine's own.

    pub(crate) fn stamps(&mut self, threads: usize) -> &mut [Stamps] {
        if self.stamps.len() < threads {
            self.stamps.resize_with(threads, Stamps::default);
        }
        &mut self.stamps
    }

    /// The nodes a complex marker is on and its values, in the order they were reached.
    pub(crate) fn marks_in_order_of_arrival(
        &self,
        marker: Marker,
    ) -> impl Iterator<Item = (NodeId, i32)> + '_ {
        let reached = match marker {
            Marker::Binary(_) => &[][..],
            Marker::Complex(number) => &self.complex[usize::from(number)].members[..],
        };
        reached.iter().filter_map(move |&node| Some((NodeId(node), self.get(marker, NodeId(node))?.value)))
    }

    /// From what width on to proceed in order of value.
    fn order<'a>(&self, network: &'a Network, function: Function) -> Option<(usize, &'a Base)> {
        const WIDE: usize = 1024;
        if !function.may_be_ordered() || !self.budget.is_unlimited() {
            return None;
        }
        match self.engine {
            Engine::Automatic => Some((WIDE, network.base())),
            Engine::Ordered => Some((1, network.base())),
            Engine::Tiers => None,
        }
    }

    /// Makes room for all nodes of the network under these markers.
    fn ready(&mut self, network: &Network, markers: &[Marker]) -> Result<(), Error> {
        let count = network.node_count() as usize;
        for &marker in markers {
            exists(marker)?;
            match marker {
                Marker::Binary(_) => self.binary.fit(count),
                Marker::Complex(number) => self.complex[usize::from(number)].fit(count),
            }
        }
        Ok(())
    }

    fn put(&mut self, marker: Marker, node: NodeId, mark: Mark) {
        match marker {
            Marker::Binary(number) => self.binary.add(node.0, 1 << number),
            Marker::Complex(number) => self.complex[usize::from(number)].put(node.index(), mark.pack()),
        }
    }

    /// A mark reaches a node and stays if it is better than the one there.
    fn arrive(&mut self, marker: Marker, node: NodeId, mark: u64, function: Function) {
        let mark = Mark::unpack(mark);
        let best = match (marker, self.get(marker, node)) {
            (Marker::Complex(_), Some(there)) => function.join.better(there, mark),
            _ => mark,
        };
        self.put(marker, node, best);
    }

    fn replace(
        &mut self,
        network: &Network,
        marker: Marker,
        marks: Vec<(NodeId, Mark)>,
    ) -> Result<(), Error> {
        self.ready(network, &[marker])?;
        self.clear_marker(marker)?;
        for (node, mark) in marks {
            self.put(marker, node, mark);
        }
        Ok(())
    }

    /// Where a marker is, with its packed marks; deleted nodes left out.
    fn sources<'a>(&'a self, network: &'a Network, marker: Marker) -> impl Iterator<Item = (u32, u64)> + 'a {
        let (bits, plane) = match marker {
            Marker::Binary(number) => (1u64 << number, None),
            Marker::Complex(number) => (0, Some(&self.complex[usize::from(number)])),
        };
        let binary =
            self.binary.members.iter().filter(move |&&node| self.binary.word(NodeId(node)) & bits != 0);
        let binary =
            binary.map(|&node| (node, bit_mark(node))).take(if plane.is_none() { usize::MAX } else { 0 });
        let complex = plane
            .into_iter()
            .flat_map(|plane| plane.members.iter().map(|&node| (node, plane.slots[node as usize].mark)));
        let any_deleted = !network.episode().is_empty();
        binary.chain(complex).filter(move |&(node, _)| !any_deleted || network.contains(NodeId(node)))
    }
}

impl End {
    fn of(self, mark: Mark) -> NodeId {
        match self {
            End::Node(node) => node,
            End::Origin => mark.origin,
        }
    }
}

fn exists(marker: Marker) -> Result<(), Error> {
    if marker.exists() { Ok(()) } else { Err(Error::NoSuchMarker(marker)) }
}

/// How many nodes there are, if the machine can address each in each state of the path.
fn fits(network: &Network, path: &Automaton) -> Result<usize, Error> {
    let nodes = network.node_count();
    let places = u64::from(nodes) * path.ways().max(1) as u64;
    if places < u64::from(u32::MAX) {
        Ok(nodes as usize)
    } else {
        Err(Error::TooManyPlaces { nodes, states: path.ways() })
    }
}
