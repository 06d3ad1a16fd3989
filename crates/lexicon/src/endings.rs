//! What the endings of known words say about unknown ones.
//!
//! No ending is written in this program: they are counted in the words of the memory. Of each ending that enough
//! words have, the memory keeps how many of them have each bit.

use crate::definition::Definition;
use crate::error::{Error, ErrorKind};
use crate::image::{Part, Reader, Writer};
use crate::lexicon::range;
use bytemuck::{Pod, Zeroable};
use std::collections::BTreeMap;

/// The longest ending, in characters.
const LONGEST: usize = 5;
/// What must stand before an ending, in characters.
const STEM: usize = 2;
/// An ending that fewer words have is not kept.
const FEWEST: u32 = 24;

/// How many of the words with an ending have one bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Share {
    /// The number of the bit.
    pub bit: u32,
    /// How many words have it.
    pub words: u32,
}

/// The endings of a lexicon's words, in order, with the bits of the words that have them.
#[derive(Clone, Copy)]
pub struct Endings<'a> {
    text: &'a [u8],
    starts: &'a [u32],
    totals: &'a [u32],
    share_starts: &'a [u32],
    shares: &'a [Share],
}

/// A guess about an unknown word.
#[derive(Clone, Copy, Debug)]
pub struct Guess<'a> {
    /// The longest known ending of the word.
    pub ending: &'a str,
    /// How many known words have it.
    pub words: u32,
    /// How many of them have each bit, in order of the bits.
    pub shares: &'a [Share],
}

impl Guess<'_> {
    /// The bits that at least `percent` of a hundred known words with the ending have.
    pub fn likely(&self, percent: u32) -> Definition {
        let needed = u64::from(self.words) * u64::from(percent);
        let likely = self.shares.iter().filter(|share| u64::from(share.words) * 100 >= needed);
        Definition(likely.fold(0, |bits, share| bits | 1u64.checked_shl(share.bit).unwrap_or(0)))
    }
}

impl<'a> Endings<'a> {
    pub(crate) fn read(reader: &Reader<'a>) -> Result<Endings<'a>, Error> {
        let endings = Endings {
            text: reader.part(Part::EndingText)?,
            starts: reader.part(Part::EndingStarts)?,
            totals: reader.part(Part::EndingTotals)?,
            share_starts: reader.part(Part::ShareStarts)?,
            shares: reader.part(Part::Shares)?,
        };
        let count = endings.totals.len();
        if endings.starts.len() == count + 1 && endings.share_starts.len() == count + 1 {
            Ok(endings)
        } else {
            Err(Error::new(ErrorKind::Damaged { part: Part::EndingTotals.name() }))
        }
    }

    /// How many endings there are.
    pub fn len(&self) -> usize {
        self.totals.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.totals.is_empty()
    }

    /// A guess from the longest known ending of a folded word.
    pub fn guess(&self, folded: &str) -> Option<Guess<'a>> {
        endings_of(folded).find_map(|ending| {
            let at = self.find(ending.as_bytes())?;
            Some(Guess {
                ending: std::str::from_utf8(self.bytes(at)).ok()?,
                words: self.totals[at],
                shares: self.shares.get(range(self.share_starts, at))?,
            })
        })
    }

    fn bytes(&self, at: usize) -> &'a [u8] {
        self.text.get(range(self.starts, at)).unwrap_or_default()
    }

    fn find(&self, ending: &[u8]) -> Option<usize> {
        let (mut low, mut high) = (0, self.totals.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.bytes(middle).cmp(ending) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }
}

impl std::fmt::Debug for Endings<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Endings").field("len", &self.len()).finish()
    }
}

/// The endings of a word, longest first.
fn endings_of(word: &str) -> impl Iterator<Item = &str> {
    let characters = word.chars().count();
    let longest = LONGEST.min(characters.saturating_sub(STEM));
    (1..=longest).rev().filter_map(move |length| {
        let start = word.char_indices().nth_back(length - 1)?.0;
        Some(&word[start..])
    })
}

/// Endings that are being counted.
pub(crate) struct Learned<'a>(BTreeMap<&'a str, Counts>);

struct Counts {
    total: u32,
    by_bit: [u32; Definition::GROUPS],
}

/// Counts the endings of words, each given with its bits.
pub(crate) fn learn<'a>(words: impl Iterator<Item = (&'a str, u64)>) -> Learned<'a> {
    let mut counts: hashbrown::HashMap<&str, Counts, foldhash::fast::FixedState> = Default::default();
    for (word, bits) in words.filter(|(word, _)| word.chars().all(char::is_alphabetic)) {
        for ending in endings_of(word) {
            let counted =
                counts.entry(ending).or_insert_with(|| Counts { total: 0, by_bit: [0; Definition::GROUPS] });
            counted.total += 1;
            let mut rest = Definition(bits).groups();
            while rest != 0 {
                counted.by_bit[rest.trailing_zeros() as usize] += 1;
                rest &= rest - 1;
            }
        }
    }
    Learned(counts.into_iter().filter(|(_, counted)| counted.total >= FEWEST).collect())
}

impl Learned<'_> {
    pub(crate) fn write(&self, writer: &mut Writer) {
        let (mut text, mut starts, mut totals) = (Vec::new(), vec![0u32], Vec::new());
        let (mut share_starts, mut shares) = (vec![0u32], Vec::new());
        for (ending, counted) in &self.0 {
            text.extend_from_slice(ending.as_bytes());
            starts.push(text.len() as u32);
            totals.push(counted.total);
            let by_bit = (0..).zip(counted.by_bit).filter(|&(_, words)| words > 0);
            shares.extend(by_bit.map(|(bit, words)| Share { bit, words }));
            share_starts.push(shares.len() as u32);
        }
        writer.put(Part::EndingText, &text);
        writer.put(Part::EndingStarts, &starts);
        writer.put(Part::EndingTotals, &totals);
        writer.put(Part::ShareStarts, &share_starts);
        writer.put(Part::Shares, &shares);
    }
}
