//! A bar chart for each work, as SVG.

use crate::error::Error;
use crate::record::{Machine, Record};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const WIDTH: f64 = 1000.0;
const LABELS: f64 = 430.0;
const BAR: f64 = 22.0;
const TOP: f64 = 56.0;

/// Writes one chart a work into a directory; the files written.
pub fn write_plots(directory: &Path, machine: &Machine, records: &[Record]) -> Result<Vec<PathBuf>, Error> {
    std::fs::create_dir_all(directory).map_err(Error::file(directory))?;
    let mut files = Vec::new();
    for group in records.chunk_by(|a, b| (&a.work, a.threads) == (&b.work, b.threads)) {
        let Record { work, threads, .. } = &group[0];
        let suffix = if *threads > 1 { format!("-{threads}-threads") } else { String::new() };
        let path = directory.join(format!("{work}{suffix}.svg"));
        std::fs::write(&path, chart(machine, group)).map_err(Error::file(&path))?;
        files.push(path);
    }
    Ok(files)
}

/// The chart of the records of one work: a bar a peer, on a logarithmic scale, because they lie far apart.
fn chart(machine: &Machine, records: &[Record]) -> String {
    let first = &records[0];
    let mut bars = vec![(first.engine.clone(), first.ours, None)];
    bars.extend(records.iter().map(|record| {
        let note = if record.complete { "" } else { ", marks only" };
        (format!("{} {}", record.peer, record.peer_version), record.theirs, Some((record.ratio, note)))
    }));
    bars[1..].sort_by(|a, b| a.1.total_cmp(&b.1));
    let times = || bars.iter().map(|bar| bar.1).filter(|time| time.is_finite() && *time > 0.0);
    let least = times().fold(f64::INFINITY, f64::min).log10().floor();
    let most = times().fold(0.0, f64::max).log10().max(least + 1.0);
    let space = WIDTH - LABELS - 150.0;
    let height = TOP + bars.len() as f64 * (BAR + 6.0) + 12.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"12\" y=\"22\" font-size=\"16\" font-weight=\"bold\">{}: milliseconds ({} time, {} thread{}), \
         logarithmic</text>\n<text x=\"12\" y=\"42\" fill=\"#555\">{} marks; {}; {}</text>\n",
        escape(&first.work),
        first.clock,
        first.threads,
        if first.threads == 1 { "" } else { "s" },
        first.marks,
        escape(&machine.cpu),
        machine.date,
    );
    for (place, (name, time, comparison)) in bars.iter().enumerate() {
        let y = TOP + place as f64 * (BAR + 6.0);
        let length = ((time.log10() - least) / (most - least) * space).max(1.0);
        let colour = if comparison.is_none() { "#1b7f5c" } else { "#9aa5b1" };
        let shown = comparison.map_or(String::new(), |(ratio, note)| format!(" ({}×{note})", short(ratio)));
        let (text_y, end) = (y + BAR - 6.0, LABELS + length + 6.0);
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{text_y:.0}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{LABELS}\" y=\"{y:.0}\" width=\"{length:.1}\" height=\"{BAR}\" fill=\"{colour}\"/>\
             <text x=\"{end:.0}\" y=\"{text_y:.0}\">{}{shown}</text>",
            LABELS - 8.0,
            escape(name),
            short(*time),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Three digits that matter.
fn short(number: f64) -> String {
    let decimals = (2.0 - number.abs().max(1e-9).log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{number:.decimals$}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_three_digits() {
        for (number, expected) in
            [(0.000_345_6, "0.000346"), (1.234, "1.23"), (12.34, "12.3"), (1234.5, "1234")]
        {
            assert_eq!(short(number), expected);
        }
    }
}
