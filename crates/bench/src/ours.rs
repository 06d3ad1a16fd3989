//! Our side: the marker machine.

use crate::engine::Engine;
use crate::error::Error;
use crate::mark::Mark;
use crate::work::{Input, Memory, Work};
use quillian_marker::{Automaton, Function, Machine, Marker, Path, Reaches};
use quillian_network::{Direction, Network, NodeId};

/// The marker machine over the memory of the input: the whole memory, with all its other nodes and relations.
#[derive(Default)]
pub struct MarkerMachine {
    machine: Machine,
    threads: usize,
    loaded: Option<Loaded>,
}

/// What is made ready before the clock starts.
struct Loaded {
    network: Network,
    memory: Memory,
    sources: Vec<NodeId>,
    path: Automaton,
    reaches: Reaches,
}

/// The markers of the one spreading: where it starts, and where it came to.
const START: Marker = Marker::Complex(0);
const REACHED: Marker = Marker::Complex(1);

impl Loaded {
    /// The place of a node of the memory among those of the graph.
    fn place(&self, node: NodeId) -> u32 {
        self.memory.nodes.binary_search(&node).map_or(u32::MAX, |place| place as u32)
    }
}

impl Engine for MarkerMachine {
    fn name(&self) -> &str {
        "quillian"
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn use_threads(&mut self, count: usize) {
        self.threads = count;
    }

    fn load(&mut self, input: &Input) -> Result<bool, Error> {
        let memory = input.memory.clone();
        let network = Network::new(memory.base.clone());
        let failed = |problem: &dyn std::fmt::Display| Error::engine("quillian", problem);
        let step = match (memory.base.find_relation(memory.relation), memory.direction, input.work) {
            (_, _, Work::Spread) => Path::any(),
            (Some(relation), Direction::Forward, _) => Path::from(relation),
            (Some(relation), Direction::Inverse, _) => Path::inverse(relation),
            (None, ..) => return Err(failed(&"the memory has no such relation")),
        };
        let path = step.any_times().compile().map_err(|error| failed(&error))?;
        let sources: Vec<NodeId> = input.sources.iter().map(|&at| memory.nodes[at as usize]).collect();
        self.machine = Machine::new();
        self.machine.set_threads(self.threads);
        let marked = match input.work {
            Work::Closure(_) => Ok(()),
            // Each source has a complex marker of its own, to be spread as the binary one of that number.
            Work::Broadcast => sources.iter().zip(0..).try_for_each(|(&source, number)| {
                self.machine.search_node(&network, source, Marker::Complex(number), 0)
            }),
            Work::Spread => {
                sources.iter().try_for_each(|&source| self.machine.search_node(&network, source, START, 0))
            }
        };
        marked.map_err(|error| failed(&error))?;
        self.loaded = Some(Loaded { network, memory, sources, path, reaches: Reaches::default() });
        Ok(true)
    }

    fn run(&mut self, input: &Input) -> Result<(), Error> {
        let Some(loaded) = &mut self.loaded else { return Ok(()) };
        let Loaded { network, path, sources, reaches, .. } = loaded;
        let machine = &mut self.machine;
        let done = match input.work {
            Work::Closure(_) => machine
                .propagate_each(network, sources, path, Function::count())
                .map(|reached| *reaches = reached),
            Work::Broadcast => {
                let markers = 0..sources.len() as u8;
                let pairs: Vec<_> =
                    markers.map(|number| (Marker::Complex(number), Marker::Binary(number))).collect();
                machine.clear_binary_markers();
                machine.propagate_together(network, &pairs, path).map(|_| ())
            }
            Work::Spread => machine.clear_marker(REACHED).and_then(|()| {
                machine.propagate(network, START, REACHED, path, Function::add_weight()).map(|_| ())
            }),
        };
        done.map_err(|error| Error::engine("quillian", error))
    }

    fn marks(&self, input: &Input, show: &mut dyn FnMut(Mark)) {
        let Some(loaded) = &self.loaded else { return };
        match input.work {
            Work::Closure(_) => {
                for (at, &origin) in input.sources.iter().enumerate() {
                    for &(node, value) in loaded.reaches.of(at) {
                        show(Mark { origin, node: loaded.place(node), value: value as u32 });
                    }
                }
            }
            Work::Broadcast => {
                for (number, &origin) in input.sources.iter().enumerate() {
                    let marker = Marker::Binary(number as u8);
                    for (node, _) in self.machine.collect_nodes(&loaded.network, marker).unwrap_or_default() {
                        show(Mark { origin, node: loaded.place(node), value: 0 });
                    }
                }
            }
            Work::Spread => {
                for (node, mark) in self.machine.collect_nodes(&loaded.network, REACHED).unwrap_or_default() {
                    let origin = loaded.place(mark.origin);
                    show(Mark { origin, node: loaded.place(node), value: mark.value as u32 });
                }
            }
        }
    }
}
