use quillian_marker::*;
use quillian_network::*;
use std::sync::Arc;
use std::time::Instant;
fn main() {
    // read data.noun
    let text = std::fs::read_to_string("/usr/share/wordnet/data.noun").unwrap();
    let mut builder = Builder::new();
    let concept = builder.kind("concept").unwrap();
    let isa = builder.relation("isa").unwrap();
    for line in text.lines().filter(|l| !l.starts_with(' ')) {
        let f: Vec<&str> = line.split(' ').collect();
        let node = builder.node(concept, f[0]).unwrap();
        let w = usize::from_str_radix(f[3], 16).unwrap();
        let p: usize = f[4 + 2 * w].parse().unwrap();
        for i in 0..p {
            let at = 5 + 2 * w + 4 * i;
            if f[at] == "@" || f[at] == "@i" {
                let t = builder.node(concept, f[at + 1]).unwrap();
                builder.link(node, isa, t, 1);
            }
        }
    }
    let base = Arc::new(builder.finish().unwrap());
    let isa = base.find_relation("isa").unwrap();
    let n = base.node_count();
    println!("{n} {}", base.link_count());
    let network = Network::new(base.clone());
    let up = Path::from(isa).many().compile().unwrap();
    let down = Path::inverse(isa).many().compile().unwrap();
    let mut machine = Machine::new();
    let mut seed = 12345u64;
    let mut rnd = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((seed >> 33) % u64::from(n)) as u32
    };
    let sources: Vec<NodeId> = (0..4096).map(|_| NodeId(rnd())).collect();
    let (c0, c1) = (Marker::Complex(0), Marker::Complex(1));
    for count in [1usize, 64, 4096] {
        let mut best = f64::MAX;
        let mut marks = 0;
        for _ in 0..200 {
            let t = Instant::now();
            marks = 0;
            for &s in &sources[..count] {
                machine.clear_marker(c0).unwrap();
                machine.clear_marker(c1).unwrap();
                machine.search_node(&network, s, c0, 0).unwrap();
                marks += machine.propagate(&network, c0, c1, &up, Function::count()).unwrap().marks;
            }
            best = best.min(t.elapsed().as_secs_f64());
        }
        println!("A {count}: {:.4} ms  {marks} marks  {:.1} ns/mark", best * 1e3, best * 1e9 / marks as f64);
    }
    for count in [1usize, 64, 4096] {
        let mut best = f64::MAX;
        let mut marks = 0;
        for _ in 0..200 {
            let t = Instant::now();
            marks =
                machine.propagate_each(&network, &sources[..count], &up, Function::count()).unwrap().len();
            best = best.min(t.elapsed().as_secs_f64());
        }
        println!(
            "each {count}: {:.4} ms  {marks} marks  {:.1} ns/mark",
            best * 1e3,
            best * 1e9 / marks as f64
        );
    }
    // B: 64 nearest to root
    let root = (0..n)
        .map(NodeId)
        .find(|&v| base.row(v, Direction::Forward).is_empty() && base.row(v, Direction::Inverse).len() > 2)
        .unwrap();
    let mut tops = vec![root];
    let mut i = 0;
    while tops.len() < 64 {
        for l in base.row(tops[i], Direction::Inverse) {
            if !tops.contains(&l.target()) {
                tops.push(l.target());
            }
        }
        i += 1;
    }
    tops.truncate(64);
    let mut best = f64::MAX;
    let mut marks = 0;
    for _ in 0..100 {
        for (k, &t) in tops.iter().enumerate() {
            let m = Marker::Complex(k as u8);
            machine.clear_marker(m).unwrap();
            machine.search_node(&network, t, m, 0).unwrap();
        }
        for k in 0..64 {
            machine.clear_marker(Marker::Binary(k)).unwrap();
        }
        let pairs: Vec<_> = (0..64).map(|k| (Marker::Complex(k), Marker::Binary(k))).collect();
        let t = Instant::now();
        marks = machine.propagate_together(&network, &pairs, &down).unwrap().marks;
        best = best.min(t.elapsed().as_secs_f64());
    }
    println!(
        "B {:.3} ms {marks} marks; {} messages {:?}",
        best * 1e3,
        machine.profile().messages(),
        machine.profile().tiers.iter().map(|t| t.width).collect::<Vec<_>>()
    );
    if std::env::args().nth(1).is_some() {
        let pairs: Vec<_> = (0..64).map(|k| (Marker::Complex(k), Marker::Binary(k))).collect();
        for _ in 0..2000 {
            machine.propagate_together(&network, &pairs, &down).unwrap();
            for k in 0..64 {
                machine.clear_marker(Marker::Binary(k)).unwrap();
            }
        }
    }
}
