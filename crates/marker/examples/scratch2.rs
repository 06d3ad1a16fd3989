use quillian_marker::*;
use quillian_network::*;
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let n = 1_500_000u32;
    let mut seed = 12345u64;
    let mut rnd = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as u32
    };
    let mut b = Builder::new();
    let k = b.kind("n").unwrap();
    let r = b.relation("r").unwrap();
    for i in 0..n {
        b.node(k, &format!("n{i:07}")).unwrap();
    }
    for _ in 0..6_800_000 {
        let u = f64::from(rnd()) / 2147483648.0;
        let t = (u.powf(3.0) * f64::from(n)) as u32; // power law-ish
        let t = (u64::from(t) * 2654435761 % u64::from(n)) as u32;
        let s = rnd() % n;
        b.link(NodeId(s), r, NodeId(t), (rnd() % 255 + 1) as u16);
    }
    let t = Instant::now();
    let base = Arc::new(b.finish().unwrap());
    println!("build {:?}", t.elapsed());
    let network = Network::new(base);
    let path = Path::any().many().compile().unwrap();
    let mut m = Machine::new();
    let (c0, c1) = (Marker::Complex(0), Marker::Complex(1));
    for _ in 0..64 {
        m.search_node(&network, NodeId(rnd() % n), c0, 0).unwrap();
    }
    for (engine, threads) in
        [(Engine::Tiers, 1), (Engine::Automatic, 1), (Engine::Tiers, 2), (Engine::Automatic, 2)]
    {
        m.set_threads(threads);
        m.set_engine(engine);
        for _ in 0..4 {
            m.clear_marker(c1).unwrap();
            let t = Instant::now();
            let p = m.propagate(&network, c0, c1, &path, Function::add_weight()).unwrap();
            println!(
                "{engine:?} {:?} {} marks {} messages {} tiers",
                t.elapsed(),
                p.marks,
                p.messages(),
                p.tiers.len()
            );
        }
    }
}
