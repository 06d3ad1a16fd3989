//! What is reported: one record for each work and each way a peer did it.

use crate::engine::Measurement;
use crate::error::Error;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Our figure beside a peer's.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// The name of the work.
    pub work: String,
    /// The peer; where it did the work in several ways, this plain name stands for the fastest that gives the answer
    /// asked for, and the others have the way behind it.
    pub peer: String,
    /// The peer's version.
    pub peer_version: String,
    /// Our time, the median of the samples.
    pub ours: f64,
    /// The peer's time, the median of the samples.
    pub theirs: f64,
    /// The unit of the times.
    pub unit: &'static str,
    /// Theirs divided by ours: above 1 where we are faster.
    pub ratio: f64,
    /// The way the peer did the work.
    pub variant: String,
    /// Whether the peer gave all that was asked for, or the marks without their values.
    pub complete: bool,
    /// How many marks the answer has; all peers agree on them.
    pub marks: u64,
    /// How many threads were allowed.
    pub threads: usize,
    /// What was read: processor time, or time passed.
    pub clock: &'static str,
    /// Our shortest sample.
    pub ours_best: f64,
    /// The peer's shortest sample.
    pub theirs_best: f64,
    /// All our samples.
    pub ours_times: Vec<f64>,
    /// All samples of the peer.
    pub theirs_times: Vec<f64>,
    /// The engine that is ours.
    pub engine: String,
}

/// Puts the measurements of one peer beside ours; the fastest complete one comes first and has the peer's plain name.
pub(crate) fn records_of_peer(
    work: &str,
    asks_for_values: bool,
    ours: &Measurement,
    mut theirs: Vec<Measurement>,
    threads: usize,
    clock: &'static str,
) -> Vec<Record> {
    let complete = |measurement: &Measurement| measurement.values || !asks_for_values;
    theirs.sort_by(|a, b| complete(b).cmp(&complete(a)).then(a.median().total_cmp(&b.median())));
    let several = theirs.len() > 1;
    let record = |(place, peer): (usize, &Measurement)| Record {
        work: work.to_owned(),
        peer: if several && place > 0 {
            format!("{} ({})", peer.peer, peer.variant)
        } else {
            peer.peer.clone()
        },
        peer_version: peer.version.clone(),
        ours: ours.median(),
        theirs: peer.median(),
        unit: "ms",
        ratio: peer.median() / ours.median(),
        variant: peer.variant.clone(),
        complete: complete(peer),
        marks: peer.checksum.marks,
        threads,
        clock,
        ours_best: ours.best(),
        theirs_best: peer.best(),
        ours_times: ours.times.clone(),
        theirs_times: peer.times.clone(),
        engine: format!("{} {}", ours.peer, ours.version),
    };
    theirs.iter().enumerate().map(record).collect()
}

/// The first line of a file of records: where and when they were made.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// The day, as YYYY-MM-DD.
    pub date: String,
    /// The processor.
    pub cpu: String,
    /// How many of them the system shows.
    pub cpus: usize,
    /// The operating system and the version of its kernel.
    pub kernel: String,
    /// The version of this program.
    pub quillian: &'static str,
}

impl Machine {
    /// This machine, today.
    pub fn here() -> Machine {
        let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let cpu = read("/proc/cpuinfo")
            .lines()
            .find_map(|line| {
                line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim().to_owned())
            })
            .unwrap_or_else(|| std::env::consts::ARCH.to_owned());
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        Machine {
            date: date_of_day(seconds / 86_400),
            cpu,
            cpus: std::thread::available_parallelism().map_or(1, usize::from),
            kernel: format!("{} {}", std::env::consts::OS, read("/proc/sys/kernel/osrelease").trim()),
            quillian: env!("CARGO_PKG_VERSION"),
        }
    }

    /// The name of its file of records: the date and the processor.
    pub fn file_name(&self) -> String {
        let letter =
            |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' };
        let plain: String = self.cpu.replace("(R)", "").chars().map(letter).collect();
        format!("{}-{}.jsonl", self.date, plain.split_whitespace().collect::<Vec<_>>().join("-"))
    }
}

/// The date of a day counted from 1970-01-01 (the civil calendar in eras of 400 years, counted from March).
fn date_of_day(day: u64) -> String {
    let shifted = day + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day_of_month = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day_of_month:02}")
}

/// Writes the machine and its records, a JSON object a line, into a directory. A second run of a day adds to the file.
pub fn write_records(directory: &Path, machine: &Machine, records: &[Record]) -> Result<PathBuf, Error> {
    std::fs::create_dir_all(directory).map_err(Error::file(directory))?;
    let path = directory.join(machine.file_name());
    let mut text = std::fs::read_to_string(&path).unwrap_or_default();
    let lines =
        std::iter::once(serde_json::to_string(machine)).chain(records.iter().map(serde_json::to_string));
    for line in lines {
        let line = line.map_err(|error| Error::file(&path)(error.into()))?;
        text.push_str(&line);
        text.push('\n');
    }
    std::fs::write(&path, text).map_err(Error::file(&path))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mark::Checksum;

    #[test]
    fn days_become_dates() {
        for (day, date) in
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_772, "2026-11-15")]
        {
            assert_eq!(date_of_day(day), date);
        }
    }

    #[test]
    fn the_fastest_complete_way_has_the_plain_name() {
        let way = |variant: &str, values, time| Measurement {
            peer: "peer".to_owned(),
            version: "1".to_owned(),
            variant: variant.to_owned(),
            values,
            checksum: Checksum { marks: 7, sum: 0 },
            times: vec![time, 99.0, 0.0],
        };
        let theirs =
            vec![way("quick but bare", false, 1.0), way("slow", true, 30.0), way("good", true, 10.0)];
        let records = records_of_peer("closure-1", true, &way("", true, 2.0), theirs, 1, "cpu");
        let seen: Vec<_> =
            records.iter().map(|record| (record.peer.as_str(), record.complete, record.ratio)).collect();
        let expected =
            [("peer", true, 5.0), ("peer (slow)", true, 15.0), ("peer (quick but bare)", false, 0.5)];
        assert_eq!(seen, expected);
        assert_eq!(records[0].ours_best, 0.0);
    }
}
