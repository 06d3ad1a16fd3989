//! How the engines follow links: the general way, and a short one for the commonest case.

use crate::automaton::{Automaton, Edge, Filter};
use quillian_network::{Base, Direction, Link, Network, NetworkRows, NodeId, Relation, RelationRows, Rows};

/// Leads an engine over the links a path allows.
pub(crate) trait Walk: Copy + Send + Sync {
    /// Calls `visit` with each link that leads on from a node in a state, and the place it leads to.
    fn walk(self, node: NodeId, state: usize, visit: impl FnMut(Link, usize));

    /// The node and the state of a place that is not the start.
    fn whereabouts(self, place: u32) -> (NodeId, usize);

    /// Whether a place is a node and all links that lead on from it are one row.
    fn has_rows(self) -> bool {
        false
    }

    /// That row.
    #[inline(always)]
    fn row<'b>(self, _place: u32) -> &'b [Link]
    where
        Self: 'b,
    {
        &[]
    }

    /// Whether there is anything in that row.
    #[inline(always)]
    fn has_row(self, _place: u32) -> bool {
        true
    }

    /// Whether links mostly lead to places of higher numbers: down a hierarchy, which is numbered from the top.
    fn descends(self) -> bool;

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
    base: &'a Base,
}

impl<'a> AnyWalk<'a> {
    pub(crate) fn new(network: &'a Network, automaton: &'a Automaton) -> AnyWalk<'a> {
        AnyWalk {
            forward: network.rows(Direction::Forward),
            inverse: network.rows(Direction::Inverse),
            automaton,
            base: network.base(),
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

    /// The short way, if this path over this network has one: a chain of one relation or of all, with no link
    /// changed by the episode.
    pub(crate) fn chain(self) -> Option<Chain<'a>> {
        let [edge] = &self.automaton.states.get(1)?.edges[..] else { return None };
        let rows = self.rows(edge.direction);
        let same_from_start = self.automaton.states[0].edges == self.automaton.states[1].edges;
        if self.automaton.ways() != 1 || !same_from_start || !rows.is_untouched() {
            return None;
        }
        let descends = edge.direction == Direction::Inverse;
        match &edge.links {
            &Filter::One(relation) => Some(match self.base.rows_of(relation, edge.direction) {
                Some(rows) => Chain::Relation(ChainOf { rows, descends }),
                None => {
                    Chain::Filtered(ChainOf { rows: FilteredRows { rows: rows.base(), relation }, descends })
                }
            }),
            Filter::AllBut(excluded) if excluded.is_empty() => {
                Some(Chain::All(ChainOf { rows: rows.base(), descends }))
            }
            Filter::AllBut(_) => None,
        }
    }
}

/// A chain of one relation, or of all, over a base nothing was added to: a place is a node.
#[derive(Clone, Copy)]
pub(crate) enum Chain<'a> {
    Relation(ChainOf<RelationRows<'a>>),
    Filtered(ChainOf<FilteredRows<'a>>),
    All(ChainOf<Rows<'a>>),
}

/// Runs an expression with the shortest walk there is bound to a name.
macro_rules! with_walk {
    ($walk:expr, $name:ident => $run:expr) => {
        match $walk.chain() {
            Some($crate::walk::Chain::Relation($name)) => $run,
            Some($crate::walk::Chain::Filtered($name)) => $run,
            Some($crate::walk::Chain::All($name)) => $run,
            None => {
                let $name = $walk;
                $run
            }
        }
    };
}
pub(crate) use with_walk;

/// The rows of a chain, and which way they lead.
#[derive(Clone, Copy)]
pub(crate) struct ChainOf<Rows> {
    rows: Rows,
    descends: bool,
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

    fn descends(self) -> bool {
        self.automaton
            .states
            .last()
            .is_some_and(|state| state.edges.first().is_some_and(|edge| edge.direction == Direction::Inverse))
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

/// The links of one relation, looked for in rows of all.
#[derive(Clone, Copy)]
pub(crate) struct FilteredRows<'a> {
    rows: Rows<'a>,
    relation: Relation,
}

impl<'a> FilteredRows<'a> {
    #[inline(always)]
    fn row(self, node: NodeId) -> &'a [Link] {
        self.rows.row_of(node, self.relation)
    }

    /// Whether a look at the row is worth it.
    #[inline(always)]
    fn has_links(self, node: NodeId) -> bool {
        self.rows.has_links(node)
    }

    fn prefetch_start(self, node: NodeId) {
        self.rows.prefetch_start(node);
    }

    fn prefetch_links(self, node: NodeId) {
        self.rows.prefetch_links(node);
    }
}

macro_rules! walk_of_rows {
    ($rows:ident) => {
        impl<'a> Walk for ChainOf<$rows<'a>> {
            #[inline(always)]
            fn walk(self, node: NodeId, _state: usize, mut visit: impl FnMut(Link, usize)) {
                for &link in self.rows.row(node) {
                    visit(link, link.target().index());
                }
            }

            #[inline(always)]
            fn whereabouts(self, place: u32) -> (NodeId, usize) {
                (NodeId(place), 1)
            }

            fn has_rows(self) -> bool {
                true
            }

            #[inline(always)]
            fn row<'b>(self, place: u32) -> &'b [Link]
            where
                Self: 'b,
            {
                self.rows.row(NodeId(place))
            }

            #[inline(always)]
            fn has_row(self, place: u32) -> bool {
                self.rows.has_links(NodeId(place))
            }

            #[inline(always)]
            fn descends(self) -> bool {
                self.descends
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
    };
}

walk_of_rows!(RelationRows);
walk_of_rows!(FilteredRows);
walk_of_rows!(Rows);
