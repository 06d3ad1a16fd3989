//! How the engines follow links: the general way, and a short one for the commonest case.

use crate::automaton::{Automaton, Edge, Filter};
use quillian_network::{Direction, Link, Network, NetworkRows, NodeId, Relation, Rows};

/// Leads an engine over the links a path allows.
pub(crate) trait Walk: Copy + Send + Sync {
    /// Calls `visit` with each link that leads on from a node in a state, and the place it leads to.
    fn walk(self, node: NodeId, state: usize, visit: impl FnMut(Link, usize));

    /// The node and the state of a place that is not the start.
    fn whereabouts(self, place: u32) -> (NodeId, usize);

    /// Asks for the memory that says where the links of a place lie.
    fn prefetch_start(self, place: u32);

    /// Asks for the memory the links of a place lie in.
    fn prefetch_links(self, place: u32);
}

/// Any path over any network.
#[derive(Clone, Copy)]
pub(crate) struct AnyWalk<'a> {
    pub(crate) forward: NetworkRows<'a>,
    pub(crate) inverse: NetworkRows<'a>,
    pub(crate) automaton: &'a Automaton,
}

impl<'a> AnyWalk<'a> {
    pub(crate) fn new(network: &'a Network, automaton: &'a Automaton) -> AnyWalk<'a> {
        AnyWalk {
            forward: network.rows(Direction::Forward),
            inverse: network.rows(Direction::Inverse),
            automaton,
        }
    }

    #[inline]
    fn rows(self, direction: Direction) -> NetworkRows<'a> {
        match direction {
            Direction::Forward => self.forward,
            Direction::Inverse => self.inverse,
        }
    }

    #[inline]
    fn follow(self, node: NodeId, edge: &Edge, mut visit: impl FnMut(Link)) {
        let rows = self.rows(edge.direction);
        match (&edge.links, rows.leaves_alone(node)) {
            (Filter::One(relation), true) => {
                rows.base().row_of(node, *relation).iter().for_each(|&link| visit(link));
            }
            (Filter::AllBut(excluded), true) if excluded.is_empty() => {
                rows.base().row(node).iter().for_each(|&link| visit(link));
            }
            (filter, _) => {
                rows.links(node).filter(|link| filter.admits(link.relation())).for_each(visit);
            }
        }
    }

    /// Whether a node that was reached in a state is to be marked.
    pub(crate) fn marks(self, node: NodeId, state: usize) -> bool {
        let state = &self.automaton.states[state];
        let leads_on = |edge: &Edge| {
            let mut found = false;
            self.follow(node, edge, |_| found = true);
            found
        };
        state.accepts && (!self.automaton.ends_only || !state.edges.iter().any(leads_on))
    }

    /// The short way, if this path over this network has one.
    pub(crate) fn chain(self) -> Option<Chain<'a>> {
        let [edge] = &self.automaton.states.get(1)?.edges[..] else { return None };
        let rows = self.rows(edge.direction);
        let same_from_start = self.automaton.states[0].edges == self.automaton.states[1].edges;
        if self.automaton.ways() != 1 || !same_from_start || !rows.is_untouched() {
            return None;
        }
        let relation = match &edge.links {
            Filter::One(relation) => Some(*relation),
            Filter::AllBut(excluded) if excluded.is_empty() => None,
            Filter::AllBut(_) => return None,
        };
        Some(Chain { rows: rows.base(), relation })
    }
}

impl Walk for AnyWalk<'_> {
    #[inline]
    fn walk(self, node: NodeId, state: usize, mut visit: impl FnMut(Link, usize)) {
        let ways = self.automaton.ways();
        for edge in &self.automaton.states[state].edges {
            self.follow(node, edge, |link| visit(link, link.target().index() * ways + edge.next - 1));
        }
    }

    #[inline]
    fn whereabouts(self, place: u32) -> (NodeId, usize) {
        let ways = self.automaton.ways() as u32;
        (NodeId(place / ways), (place % ways) as usize + 1)
    }

    #[inline]
    fn prefetch_start(self, place: u32) {
        let (node, state) = self.whereabouts(place);
        for edge in &self.automaton.states[state].edges {
            self.rows(edge.direction).base().prefetch_start(node);
        }
    }

    #[inline]
    fn prefetch_links(self, place: u32) {
        let (node, state) = self.whereabouts(place);
        for edge in &self.automaton.states[state].edges {
            self.rows(edge.direction).base().prefetch_links(node);
        }
    }
}

/// A chain of one relation, or of any, over a base nothing was added to: a place is a node.
#[derive(Clone, Copy)]
pub(crate) struct Chain<'a> {
    rows: Rows<'a>,
    relation: Option<Relation>,
}

impl Walk for Chain<'_> {
    #[inline(always)]
    fn walk(self, node: NodeId, _state: usize, mut visit: impl FnMut(Link, usize)) {
        let row = self.rows.row(node);
        const SHORT: usize = 8;
        match self.relation {
            Some(relation) if row.len() <= SHORT => {
                for &link in row {
                    if link.relation() == relation {
                        visit(link, link.target().index());
                    }
                }
            }
            Some(relation) => {
                for &link in self.rows.row_of(node, relation) {
                    visit(link, link.target().index());
                }
            }
            None => row.iter().for_each(|&link| visit(link, link.target().index())),
        }
    }

    #[inline(always)]
    fn whereabouts(self, place: u32) -> (NodeId, usize) {
        (NodeId(place), 1)
    }

    #[inline(always)]
    fn prefetch_start(self, place: u32) {
        self.rows.prefetch_start(NodeId(place));
    }

    #[inline(always)]
    fn prefetch_links(self, place: u32) {
        self.rows.prefetch_links(NodeId(place));
    }
}
