//! `quillian find`.

use super::snap::show_node;
use crate::files::MemoryChoice;
use crate::output::{Failure, Output};
use clap::Args;
use quillian_knowledge::Provenance;
use quillian_network::{Direction, Network, NodeId, nearest_name};
use serde_json::json;

/// Shows what a memory knows by a name: the nodes that bear it, their links both ways, and the line of knowledge
/// each comes from.
#[derive(Args)]
pub(crate) struct Find {
    /// The name of a concept, or a word.
    name: String,
    #[command(flatten)]
    memory: MemoryChoice,
    /// Shows at most so many links a direction.
    #[arg(long, default_value_t = 20)]
    most: usize,
}

impl Find {
    pub(crate) fn run(self, output: &mut Output) -> Result<(), Failure> {
        let base = self.memory.open()?;
        let provenance = Provenance::of(&base);
        let network = Network::new(base.clone());
        let nodes = self.nodes(&network);
        if nodes.is_empty() {
            let names = network.nodes().map(|node| network.name(node));
            let spelled = names.map(|name| name.split_once(':').map_or(name, |(_, word)| word));
            let next = match nearest_name(&self.name, spelled) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "names are written as they stand in it".to_owned(),
            };
            return Err(Failure::Input(format!("nothing is named `{}` in this memory; {next}", self.name)));
        }
        for node in nodes {
            let kind = network.kind_of(node).map_or("", |kind| network.kind_name(kind));
            let line = provenance.line_of(node);
            let place = line.map(|(file, line)| format!("{file}:{line}"));
            let links = |direction| -> Vec<_> { network.links(node, direction).collect() };
            let (forward, inverse) = (links(Direction::Forward), links(Direction::Inverse));
            if !output.is_text() {
                let shown = |links: &[quillian_network::Link]| -> Vec<_> {
                    let link = |link: &quillian_network::Link| {
                        json!({
                            "relation": network.relation_name(link.relation()),
                            "node": show_node(&network, link.target()), "weight": link.weight(),
                        })
                    };
                    links.iter().take(self.most).map(link).collect()
                };
                output.json(&json!({
                    "name": network.name(node), "kind": kind, "knowledge": place, "links": shown(&forward),
                    "inverse": shown(&inverse), "link_count": forward.len(), "inverse_count": inverse.len(),
                }))?;
                continue;
            }
            output.text(format_args!(
                "{kind} {}{}",
                network.name(node),
                place.map_or(String::new(), |place| format!("  ({place})"))
            ))?;
            for (sign, links) in [("", forward), ("^", inverse)] {
                for link in links.iter().take(self.most) {
                    let relation = network.relation_name(link.relation());
                    let weight =
                        if link.weight() == 0 { String::new() } else { format!("  {}", link.weight()) };
                    output.text(format_args!(
                        "  {sign}{relation} {}{weight}",
                        show_node(&network, link.target())
                    ))?;
                }
                if links.len() > self.most {
                    output.text(format_args!("  … and {} more", links.len() - self.most))?;
                }
            }
        }
        Ok(())
    }

    /// The nodes of this name; else the word of this spelling in any language.
    fn nodes(&self, network: &Network) -> Vec<NodeId> {
        let mut nodes = network.find_all(&self.name);
        let Some(word) = network.find_kind("word") else { return nodes };
        if let Some(language) = network.find_kind("language") {
            for language in network.base().nodes_of(language) {
                let spelled = format!("{}:{}", network.name(language), self.name);
                nodes.extend(network.find(word, &spelled));
            }
        }
        nodes
    }
}
