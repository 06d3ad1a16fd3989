//! How large memories behave: `cargo run --release -p quillian-network --example large [millions of nodes]`.
//!
//! Builds a random network of so many nodes and four times as many links, writes it, opens it again, and prints how
//! many bytes a node and a link take and how long opening takes.

use quillian_network::{Base, Builder, Error, NodeId};
use std::time::Instant;

fn main() -> Result<(), Error> {
    let millions: u32 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10);
    let (nodes, links) = (millions * 1_000_000, millions * 4_000_000);
    let mut state = 1u64;
    let mut random = |below: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(below)) as u32
    };
    let start = Instant::now();
    let mut builder = Builder::new();
    let kinds = [builder.kind("concept")?, builder.kind("word")?];
    let relations = [builder.relation("isa")?, builder.relation("means")?, builder.relation("part-of")?];
    for node in 0..nodes {
        builder.node(kinds[(node % 2) as usize], &format!("a name of {node}"))?;
    }
    for _ in 0..links {
        builder.link(
            NodeId(random(nodes)),
            relations[random(3) as usize],
            NodeId(random(nodes)),
            random(100) as u16,
        );
    }
    println!("collected in {:.1} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let base = builder.finish()?;
    println!("compiled in {:.1} s", start.elapsed().as_secs_f64());

    let path = std::env::temp_dir().join(format!("quillian-large-{}.memory", std::process::id()));
    base.write(&path)?;
    let (node_count, link_count, size) = (base.node_count(), base.link_count(), base.size() as u64);
    drop(base);
    for _ in 0..3 {
        let start = Instant::now();
        let base = Base::open(&path)?;
        let concept = base.find_kind("concept");
        let found = concept.and_then(|kind| base.find(kind, "a name of 0"));
        println!("opened in {:.3} ms, and found {found:?}", start.elapsed().as_secs_f64() * 1e3);
    }
    let of_links = 16 * u64::from(link_count);
    println!(
        "{node_count} nodes, {link_count} links, {size} bytes: {:.1} a node besides 16 a link",
        (size - of_links) as f64 / f64::from(node_count)
    );
    let start = Instant::now();
    Base::open(&path)?.verify()?;
    println!("every byte checked in {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    std::fs::remove_file(&path)?;
    Ok(())
}
