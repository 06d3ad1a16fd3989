//! Random programs on random networks: every engine gives the marks the reference machine gives.

mod reference;

use proptest::prelude::*;
use quillian_marker::{
    Budget, Combine, Edit, End, Engine, Function, Instruction, Join, Machine, Marker, Outcome, Path,
    PathStep, Step,
};
use quillian_network::{Builder, Direction, Kind, Network, NodeId, Relation};
use reference::{Answer, Order, Reference};
use std::sync::Arc;

const NODES: u32 = 9;
const RELATIONS: u16 = 3;
const KINDS: u8 = 3;

/// Kinds and links of a base whose nodes are named so that their order is the one given.
type Shape = (Vec<u8>, Vec<(u32, u16, u32, u16)>);

fn shape() -> impl Strategy<Value = Shape> {
    let link = (0..NODES, 0..RELATIONS, 0..NODES, 0u16..6);
    (proptest::collection::vec(0..KINDS, NODES as usize), proptest::collection::vec(link, 0..24))
}

fn marker() -> impl Strategy<Value = Marker> {
    prop_oneof![(0u8..4).prop_map(Marker::Binary), (0u8..4).prop_map(Marker::Complex)]
}

fn node() -> impl Strategy<Value = NodeId> {
    (0..NODES + 2).prop_map(NodeId)
}

fn relation() -> impl Strategy<Value = Relation> {
    (0..RELATIONS).prop_map(Relation)
}

fn kind() -> impl Strategy<Value = Kind> {
    (0..KINDS).prop_map(Kind)
}

fn step() -> impl Strategy<Value = Path> {
    let direction = prop_oneof![3 => Just(Direction::Forward), 1 => Just(Direction::Inverse)];
    let relation = prop_oneof![4 => relation().prop_map(Some), 1 => Just(None)];
    (relation, direction).prop_map(|(relation, direction)| Path::Step(PathStep { relation, direction }))
}

fn path() -> impl Strategy<Value = Path> {
    let custom = step().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Path::Sequence),
            proptest::collection::vec(inner.clone(), 1..3).prop_map(Path::Either),
            inner.clone().prop_map(Path::many),
            inner.clone().prop_map(Path::any_times),
            inner.prop_map(Path::optional),
        ]
    });
    prop_oneof![
        step().prop_map(Path::many),
        (step(), step()).prop_map(|(a, b)| Path::seq(a, b)),
        (step(), step()).prop_map(|(a, b)| Path::spread(a, b)),
        (step(), step()).prop_map(|(a, b)| Path::comb(a, b)),
        (step(), step()).prop_map(|(a, b)| Path::end_spread(a, b)),
        (step(), step()).prop_map(|(a, b)| Path::end_comb(a, b)),
        (step(), step()).prop_map(|(a, b)| Path::union(a, b)),
        custom.clone(),
        custom.prop_map(Path::to_the_end),
    ]
}

fn function() -> impl Strategy<Value = Function> {
    let step = prop_oneof![
        Just(Step::Keep),
        Just(Step::AddWeight),
        Just(Step::SubtractWeight),
        Just(Step::Count),
        Just(Step::Min),
        Just(Step::Max),
        (0u8..=100).prop_map(|percent| Step::Decay { percent }),
    ];
    let threshold = prop_oneof![3 => Just(None), 1 => (-5..12).prop_map(Some)];
    (step, threshold).prop_map(|(step, threshold)| Function { threshold, ..Function::new(step) })
}

fn combine() -> impl Strategy<Value = Combine> {
    prop_oneof![
        Just(Combine::First),
        Just(Combine::Second),
        Just(Combine::Add),
        Just(Combine::Subtract),
        Just(Combine::Min),
        Just(Combine::Max)
    ]
}

fn edit() -> impl Strategy<Value = Edit> {
    (0..8, -3..9).prop_map(|(which, n)| match which {
        0 => Edit::Set(n),
        1 => Edit::Add(n),
        2 => Edit::Multiply(n),
        3 => Edit::Divide(n),
        4 => Edit::Min(n),
        5 => Edit::Max(n),
        6 => Edit::AtLeast(n),
        _ => Edit::AtMost(n),
    })
}

fn end() -> impl Strategy<Value = End> {
    prop_oneof![node().prop_map(End::Node), Just(End::Origin)]
}

fn plain() -> impl Strategy<Value = Instruction> {
    let value = || -4..10i32;
    prop_oneof![
        (node(), relation(), 0u16..6, node()).prop_map(|(source, relation, weight, target)| {
            Instruction::Create { source, relation, weight, target }
        }),
        (kind(), "[ab]?").prop_map(|(kind, name)| Instruction::CreateNode { kind, name }),
        (node(), relation(), node()).prop_map(|(source, relation, target)| Instruction::Delete {
            source,
            relation,
            target
        }),
        node().prop_map(|node| Instruction::DeleteNode { node }),
        (node(), kind()).prop_map(|(node, kind)| Instruction::SetColor { node, kind }),
        (node(), marker(), value()).prop_map(|(node, marker, value)| Instruction::SearchNode {
            node,
            marker,
            value
        }),
        (relation(), marker(), value()).prop_map(|(relation, marker, value)| Instruction::SearchRelation {
            relation,
            marker,
            value
        }),
        (kind(), marker(), value()).prop_map(|(kind, marker, value)| Instruction::SearchColor {
            kind,
            marker,
            value
        }),
        (marker(), relation(), end(), proptest::option::of(relation()), 0u16..6).prop_map(
            |(marker, relation, end, reverse, weight)| Instruction::MarkerCreate {
                marker,
                relation,
                end,
                reverse,
                weight
            }
        ),
        (marker(), relation(), end(), proptest::option::of(relation())).prop_map(
            |(marker, relation, end, reverse)| Instruction::MarkerDelete { marker, relation, end, reverse }
        ),
        (marker(), kind()).prop_map(|(marker, kind)| Instruction::MarkerSetColor { marker, kind }),
        (marker(), marker(), marker(), combine())
            .prop_map(|(first, second, to, combine)| Instruction::AndMarker { first, second, to, combine }),
        (marker(), marker(), marker(), combine())
            .prop_map(|(first, second, to, combine)| Instruction::OrMarker { first, second, to, combine }),
        (marker(), proptest::option::of(marker()), marker(), value())
            .prop_map(|(marker, among, to, value)| Instruction::NotMarker { marker, among, to, value }),
        (marker(), value()).prop_map(|(marker, value)| Instruction::SetMarker { marker, value }),
        marker().prop_map(|marker| Instruction::ClearMarker { marker }),
        (marker(), edit()).prop_map(|(marker, edit)| Instruction::FuncMarker { marker, edit }),
        marker().prop_map(|marker| Instruction::CollectNode { marker }),
        (marker(), proptest::option::of(relation()))
            .prop_map(|(marker, relation)| Instruction::CollectRelation { marker, relation }),
        marker().prop_map(|marker| Instruction::CollectColor { marker }),
        proptest::option::of(0u32..5)
            .prop_map(|tiers| Instruction::SetBudget { budget: Budget { tiers, messages: None } }),
        Just(Instruction::Barrier),
    ]
}

fn orders() -> impl Strategy<Value = Vec<Order>> {
    let propagate = (marker(), marker(), path(), function())
        .prop_map(|(from, to, path, function)| Order::Propagate { from, to, path, function });
    // Runs of propagations along one path, so that some overlap.
    let froms = proptest::collection::vec((0u8..4).prop_map(Marker::Complex), 2..5);
    let together = (froms, Just([2, 0, 3, 1]).prop_shuffle(), path()).prop_map(|(froms, numbers, path)| {
        let function = Function::keep();
        let pairs = froms.into_iter().zip(numbers.map(Marker::Binary));
        pairs
            .map(|(from, to)| Order::Propagate { from, to, path: path.clone(), function })
            .collect::<Vec<_>>()
    });
    let some = prop_oneof![
        4 => plain().prop_map(|instruction| vec![Order::Plain(instruction)]),
        3 => propagate.prop_map(|order| vec![order]),
        1 => together,
    ];
    proptest::collection::vec(some, 1..14).prop_map(|runs| runs.into_iter().flatten().collect())
}

fn build((kinds, links): &Shape) -> (Network, Reference) {
    let mut builder = Builder::new();
    let kind_ids: Vec<Kind> = (0..KINDS).map(|kind| builder.kind(&format!("kind{kind}")).unwrap()).collect();
    let relations: Vec<Relation> =
        (0..RELATIONS).map(|relation| builder.relation(&format!("relation{relation}")).unwrap()).collect();
    let name = |node: usize| format!("node{node}");
    let added: Vec<NodeId> = kinds
        .iter()
        .enumerate()
        .map(|(node, &kind)| builder.node(kind_ids[usize::from(kind)], &name(node)).unwrap())
        .collect();
    for &(source, relation, target, weight) in links {
        let (source, target) = (added[source as usize], added[target as usize]);
        builder.link(source, relations[usize::from(relation)], target, weight);
    }
    let base = Arc::new(builder.finish().unwrap());
    // The reference is filled from the compiled base, whose order of nodes is its own.
    let mut reference = Reference::default();
    for node in 0..base.node_count() {
        let node = NodeId(node);
        reference.add_node(base.kind_of(node).unwrap(), base.name(node));
        for link in base.row(node, Direction::Forward) {
            reference.links.insert((node, link.relation(), link.target()), link.weight());
        }
    }
    (Network::new(base), reference)
}

fn instruction(order: &Order) -> Instruction {
    match order {
        Order::Plain(instruction) => instruction.clone(),
        Order::Propagate { from, to, path, function } => Instruction::Propagate {
            from: *from,
            to: *to,
            path: Arc::new(path.compile().unwrap()),
            function: *function,
        },
    }
}

fn answer(outcome: Outcome) -> Answer {
    match outcome {
        Outcome::Nodes(nodes) => Answer::Nodes(nodes),
        Outcome::Links(links) => {
            let link = |(node, link): (NodeId, quillian_network::Link)| {
                (node, link.relation(), link.target(), link.weight())
            };
            Answer::Links(links.into_iter().map(link).collect())
        }
        Outcome::Kinds(kinds) => Answer::Kinds(kinds),
        _ => Answer::Nothing,
    }
}

fn check(shape: &Shape, orders: &[Order], set_up: impl Fn(&mut Machine)) -> Result<(), TestCaseError> {
    let (mut network, mut reference) = build(shape);
    let mut machine = Machine::new();
    set_up(&mut machine);
    let instructions: Vec<Instruction> = orders.iter().map(instruction).collect();
    let expected: Vec<Answer> = orders.iter().map(|order| reference.execute(order)).collect();
    let mut found = Vec::new();
    while found.len() < instructions.len() {
        match machine.run(&mut network, &instructions[found.len()..]) {
            Ok(outcomes) => found.extend(outcomes.into_iter().map(answer)),
            Err((at, _)) => {
                // Up to the refused one everything has run, and cannot be asked again: it stands for itself.
                let before = found.len();
                found.extend(expected[before..before + at].iter().cloned());
                found.push(Answer::Refused);
            }
        }
    }
    prop_assert_eq!(&found, &expected);
    for marker in (0..4).flat_map(|n| [Marker::Binary(n), Marker::Complex(n)]) {
        let ours = machine.collect_nodes(&network, marker).unwrap();
        let theirs = reference.execute(&Order::Plain(Instruction::CollectNode { marker }));
        prop_assert_eq!(Answer::Nodes(ours), theirs, "marker {}", marker);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn automatic(shape in shape(), orders in orders()) {
        check(&shape, &orders, |_| {})?;
    }

    #[test]
    fn tiers(shape in shape(), orders in orders()) {
        check(&shape, &orders, |machine| machine.set_engine(Engine::Tiers))?;
    }

    #[test]
    fn ordered(shape in shape(), orders in orders()) {
        check(&shape, &orders, |machine| machine.set_engine(Engine::Ordered))?;
    }

    #[test]
    fn each_source_alone(shape in shape(), path in path(), function in function(), threads in 1usize..4) {
        let (network, _) = build(&shape);
        let automaton = path.compile().unwrap();
        let sources: Vec<NodeId> = (0..NODES).map(NodeId).collect();
        let mut machine = Machine::new();
        machine.set_threads(threads);
        let all = machine.propagate_each(&network, &sources, &automaton, function).unwrap();
        for (at, &source) in sources.iter().enumerate() {
            let mut machine = Machine::new();
            machine.search_node(&network, source, Marker::Complex(0), 0).unwrap();
            machine.propagate(&network, Marker::Complex(0), Marker::Complex(1), &automaton, function).unwrap();
            let alone = machine.collect_nodes(&network, Marker::Complex(1)).unwrap();
            let mut together = all.of(at).to_vec();
            together.sort_unstable();
            let alone: Vec<_> = alone.into_iter().map(|(node, mark)| (node, mark.value)).collect();
            prop_assert_eq!(together, alone);
        }
    }
}

/// Costs that grow on every round of a cycle never settle: the budget ends them and says so.
#[test]
fn a_propagation_that_gains_on_every_round_is_stopped_by_its_budget() {
    let shape = (vec![0; NODES as usize], vec![(0, 0, 1, 1), (1, 0, 0, 1)]);
    let (network, _) = build(&shape);
    let path = Path::from(Relation(0)).many().compile().unwrap();
    let function = Function::add_weight().joining(Join::Greatest);
    let mut machine = Machine::new();
    machine.set_budget(Budget { tiers: Some(10), messages: None });
    machine.set_marker(&network, Marker::Complex(0), 0).unwrap();
    let profile =
        machine.propagate(&network, Marker::Complex(0), Marker::Complex(1), &path, function).unwrap();
    assert_eq!(profile.stop, quillian_marker::Stop::Tiers(10));
    assert_eq!(profile.tiers.len(), 10);
}
