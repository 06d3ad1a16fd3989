//! How fast each engine looks up the words of a text: `speed TEXT WORDS [ROUNDS]`.
//!
//! TEXT is any file, WORDS a dictionary with one word a line. The speed is that of the best round, from raw bytes to
//! tokens and definitions in arrays that are warm, on one thread unless the name says otherwise. `scalar + hashbrown`
//! is what a program of good crates does: a loop over bytes, letters folded in a buffer, one table.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use quillian_lexicon::engine::{Broadcast, Hash, ScanLexing, SortScan, UniqueBroadcast};
use quillian_lexicon::{Engine, Found, Fused, Level, Lexicon, Parallel, attach, pieces};
use quillian_network::{Base, Builder};
use rustix::time::{ClockId, clock_gettime};
use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(text), Some(words)) = (arguments.next(), arguments.next()) else {
        return Err("usage: speed TEXT WORDS [ROUNDS]".into());
    };
    let rounds = arguments.next().map_or(Ok(5), |rounds| rounds.parse())?;
    let (text, words) = (std::fs::read(text)?, std::fs::read_to_string(words)?);
    let begun = Instant::now();
    let base = attach(&memory(&words)?)?;
    // Read back from a file, as a memory is in use.
    let file = std::env::temp_dir().join(format!("speed-{}.memory", std::process::id()));
    base.write(&file)?;
    let base = Base::open(&file)?;
    std::fs::remove_file(&file)?;
    let lexicon = Lexicon::of(&base)?;
    println!("{} keys, compiled in {:.2} s", lexicon.key_count(), begun.elapsed().as_secs_f64());

    let mut expected = Found::new();
    let hash = Hash::new(lexicon);
    hash.look_up(&text, &mut expected)?;
    let expected = expected;
    let known = expected.definitions.iter().filter(|definition| definition.is_known()).count();
    let long = expected.tokens.iter().filter(|token| token.length > 16).count();
    println!(
        "{} MB, {:.2} million tokens, {:.2} bytes a token, {:.1}% known, {:.2}% longer than 16 bytes",
        text.len() / 1_000_000,
        expected.len() as f64 / 1e6,
        text.len() as f64 / expected.len() as f64,
        100.0 * known as f64 / expected.len() as f64,
        100.0 * long as f64 / expected.len() as f64,
    );

    let mut plain = Vec::new();
    let table: HashMap<&[u8], u64, FixedState> =
        lexicon.keys().map(|key| (lexicon.key_text(key).as_bytes(), lexicon.definition_of(key).0)).collect();
    report("scalar + hashbrown", best(rounds, || scalar(&text, &table, &mut plain)), plain.len());

    let mut engines: Vec<Box<dyn Engine + '_>> = Vec::new();
    for level in Level::ALL {
        if let Some(fused) = Fused::with_level(lexicon, level) {
            engines.push(Box::new(fused));
        }
    }
    engines.push(Box::new(hash));
    engines.push(Box::new(SortScan::new(lexicon)));
    engines.push(Box::new(ScanLexing::new(lexicon)));
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    one_thread.install(|| measure(&engines, &text, rounds))?;

    let (fused, mut found, mut words) = (Fused::new(lexicon), Found::new(), 0);
    let time = best(rounds, || {
        words = 0;
        for piece in pieces(&text, 1 << 19) {
            if let Err(error) = fused.look_up(&text[piece], &mut found) {
                eprintln!("{error}");
            }
            words += found.len();
        }
    });
    report("fused, in pieces of 512 KiB", time, words);

    // Time grows with the square of the text, or with the text and the dictionary: a small part tells.
    let part = &text[pieces(&text, 20_000).next().unwrap_or_default()];
    let slow: [Box<dyn Engine + '_>; 2] =
        [Box::new(UniqueBroadcast::new(lexicon)), Box::new(Broadcast::new(lexicon))];
    one_thread.install(|| measure(&slow, part, 1))?;

    let parallel = Parallel(Fused::new(lexicon));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let words = AtomicUsize::new(0);
        let used = clock(ClockId::ProcessCPUTime);
        let times = (0..rounds).map(|_| {
            let begun = Instant::now();
            words.store(0, Ordering::Relaxed);
            let count = |_, found: &Found| _ = words.fetch_add(found.len(), Ordering::Relaxed);
            pool.install(|| parallel.for_each(&text, count)).map(|()| begun.elapsed())
        });
        let time = times.collect::<Result<Vec<_>, _>>()?.into_iter().min().unwrap_or_default();
        let used = (clock(ClockId::ProcessCPUTime) - used) / rounds.max(1) as u32;
        let words = words.into_inner();
        report(&format!("in pieces, {threads} threads, clock"), time, words);
        report("  for each second of processor", used, words);
    }
    Ok(())
}

/// Measures engines, and compares what they find with what the hash table finds.
fn measure(engines: &[Box<dyn Engine + '_>], text: &[u8], rounds: usize) -> Result<(), String> {
    let (mut expected, mut found) = (None, Found::new());
    for engine in engines {
        let time = best(rounds, || {
            if let Err(error) = engine.look_up(text, &mut found) {
                eprintln!("{error}");
            }
        });
        report(&engine.name(), time, found.len());
        if *expected.get_or_insert_with(|| std::mem::take(&mut found)) != found && !found.is_empty() {
            return Err(format!("{} differs from {}", engine.name(), engines[0].name()));
        }
    }
    Ok(())
}

fn report(name: &str, time: Duration, words: usize) {
    println!("{name:<32} {:>8.2} Mwords/s", words as f64 / 1e6 / time.as_secs_f64());
}

fn best(rounds: usize, mut work: impl FnMut()) -> Duration {
    let timed = (0..rounds.max(1)).map(|_| {
        let begun = processor_time();
        work();
        processor_time() - begun
    });
    timed.min().unwrap_or_default()
}

/// The time this thread had a processor: other programs on the machine count less than by the clock.
fn processor_time() -> Duration {
    clock(ClockId::ThreadCPUTime)
}

fn clock(id: ClockId) -> Duration {
    let time = clock_gettime(id);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// A memory that has nothing but words, with bits that differ from word to word.
fn memory(words: &str) -> Result<Base, Box<dyn Error>> {
    let mut builder = Builder::new();
    let (word, concept) = (builder.kind("word")?, builder.kind("concept")?);
    let (means, class) = (builder.relation("means")?, builder.relation(quillian_lexicon::CLASS_RELATION)?);
    let mut concepts = Vec::new();
    for number in 0..32 {
        let concept_node = builder.node(concept, &format!("c{number}"))?;
        let class_node = builder.node(concept, &format!("class{number}"))?;
        builder.link(concept_node, class, class_node, 0);
        concepts.push(concept_node);
    }
    for (number, line) in words.lines().enumerate() {
        let node = builder.node(word, &format!("xx:{line}"))?;
        builder.link(node, means, concepts[number % 32], 0);
        builder.link(node, means, concepts[number / 32 % 32], 1);
    }
    Ok(builder.finish()?)
}

fn scalar(text: &[u8], table: &HashMap<&[u8], u64, FixedState>, out: &mut Vec<u64>) {
    out.clear();
    let mut key = Vec::with_capacity(64);
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 128;
    let mut at = 0;
    while at < text.len() {
        if !is_letter(text[at]) {
            at += 1;
            continue;
        }
        key.clear();
        while at < text.len() {
            let joins =
                matches!(text[at], b'\'' | b'-') && text.get(at + 1).is_some_and(|&byte| is_letter(byte));
            if !is_letter(text[at]) && !joins {
                break;
            }
            key.push(text[at].to_ascii_lowercase());
            at += 1;
        }
        out.push(table.get(&key[..]).copied().unwrap_or_default());
    }
}
