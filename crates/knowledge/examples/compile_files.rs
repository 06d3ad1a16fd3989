//! Compiles the files given, prints what is wrong, and runs their tests.

use quillian_knowledge::render::{Style, render_all};
use quillian_knowledge::{Options, Source, compile, run_tests};

fn main() -> std::io::Result<()> {
    let mut sources = Vec::new();
    for name in std::env::args().skip(1) {
        let bytes = std::fs::read(&name)?;
        sources.push(Source::new(name, bytes));
    }
    let start = std::time::Instant::now();
    let compiled = compile(&sources, Options::default());
    let seconds = start.elapsed().as_secs_f64();
    print!("{}", render_all(&compiled.diagnostics, &sources, Style::default()));
    println!("{:?} in {seconds:.3} s", compiled.counts);
    if let Some(memory) = compiled.memory {
        println!("{memory:?}");
        let report = run_tests(&memory);
        println!("{} passed, {} failed, {} waiting", report.passed, report.failed, report.waiting);
        for (test, outcome) in report.outcomes {
            println!("{}:{} {outcome:?}", test.file, test.line);
        }
    }
    Ok(())
}
