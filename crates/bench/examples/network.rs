//! Runs the network benchmark before the command line has it: `cargo run --release -p quillian-bench --example
//! network -- [--install] [--threads N] [--record DIR] [--plot DIR] [WORK...]`.

use quillian_bench::{Event, Machine, MarkerMachine, Options, Work, network, write_plots, write_records};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut options = Options::new(quillian_embedded::memory());
    let (mut record, mut plot) = (None, None);
    let mut works: Vec<Work> = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--install" => options.install = true,
            "--threads" => options.threads = arguments.next().unwrap_or_default().parse()?,
            "--record" => record = arguments.next(),
            "--plot" => plot = arguments.next(),
            work => works.push(work.parse()?),
        }
    }
    if !works.is_empty() {
        options.works = works;
    }
    let records = network(&options, &mut MarkerMachine::default(), &mut |event| match event {
        Event::Doing(what) => eprintln!("{what}"),
        Event::Note(note) => eprintln!("note: {note}"),
        Event::Done(record) => println!(
            "{:13} {:50} {:>7} ours {:11.5} theirs {:11.5} {} ratio {:8.2}{}",
            record.work,
            record.peer,
            record.peer_version,
            record.ours,
            record.theirs,
            record.unit,
            record.ratio,
            if record.complete { "" } else { " (marks only)" },
        ),
    })?;
    let machine = Machine::here();
    if let Some(directory) = record {
        eprintln!("{}", write_records(directory.as_ref(), &machine, &records)?.display());
    }
    if let Some(directory) = plot {
        write_plots(directory.as_ref(), &machine, &records)?;
    }
    Ok(())
}
