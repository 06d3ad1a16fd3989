//! Generates a large pack (20,000 concepts, 100,000 events with one to three sequences each) and times how long
//! it takes from its bytes to a memory, on one thread. Where the system tells, the time is processor time, so that
//! a busy machine does not matter.
//!
//! ```text
//! cargo run --release -p quillian-knowledge --example compile_speed [EVENTS]
//! ```

use quillian_knowledge::{Options, Source, compile, parse};
use std::fmt::Write;
use std::time::{Duration, Instant};

fn main() {
    let events = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(100_000);
    let text = generate(events);
    let bytes = text.into_bytes();
    for _ in 0..3 {
        let copy = bytes.clone();
        let start = Clock::start();
        let source = Source::new("generated.quill", copy);
        let read = start.elapsed();
        let (tree, _) = parse(&source, 0);
        let parsed = start.elapsed();
        println!("{} items parsed in {:.3} s", tree.items.len(), (parsed - read).as_secs_f64());
        drop(tree);
        let start = Clock::start();
        let compiled = compile(std::slice::from_ref(&source), Options::default());
        let seconds = (read + start.elapsed()).as_secs_f64();
        for diagnostic in compiled.diagnostics.iter().take(5) {
            println!("{diagnostic:?}");
        }
        let rate = f64::from(compiled.counts.sequences) / seconds;
        println!(
            "{:.1} MB, {} sequences in {seconds:.3} s: {rate:.0} a second; {:?}",
            bytes.len() as f64 / 1e6,
            compiled.counts.sequences,
            compiled.memory
        );
    }
}

fn generate(events: u32) -> String {
    const CONCEPTS: u32 = 20_000;
    const ROLES: u32 = 50;
    let mut random = Random(1);
    let mut text =
        String::from("pack generated\n\nlanguage en\nlanguage ja\n  spaces no\nrelation holds-for\n\n");
    for concept in 0..CONCEPTS {
        let _ = write!(text, "concept c{concept}");
        if concept > 0 {
            let _ = write!(text, " : c{}", random.below(concept));
        }
        let _ = writeln!(text, "   en \"noun {concept}\"");
    }
    for event in 0..events {
        let [a, b] = [random.below(ROLES), ROLES + random.below(ROLES)];
        let _ = writeln!(text, "\nevent e{event} : c{}", random.below(CONCEPTS));
        let _ = writeln!(text, "  r{a}: c{}   r{b}: c{}", random.below(CONCEPTS), random.below(CONCEPTS));
        let _ = writeln!(text, "  en {{r{a}}} verb{} {{r{b}}}", random.below(9_000));
        if random.below(2) == 0 {
            let _ = writeln!(
                text,
                "  en {{r{b}}} be verb{} [\"by\" {{r{a}}}] (now | later)",
                random.below(9_000)
            );
        }
        if random.below(2) == 0 {
            let _ = writeln!(text, "  ja {{r{a}}}w1 {{r{b}}}w2 verb{}", random.below(9_000));
        }
        let _ = writeln!(text, "  infer holds-for(r{a}, r{b})");
    }
    text
}

/// Processor time of this process where the system tells it, else time on the wall.
struct Clock(Instant, Option<Duration>);

impl Clock {
    fn start() -> Clock {
        Clock(Instant::now(), Clock::processor())
    }

    fn elapsed(&self) -> Duration {
        match (self.1, Clock::processor()) {
            (Some(before), Some(now)) => now - before,
            _ => self.0.elapsed(),
        }
    }

    fn processor() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
}

/// A small generator of numbers, the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(limit.max(1))) as u32
    }
}
