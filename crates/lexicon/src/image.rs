//! How the lexicon lies in its section of the memory file: a header, then arrays, each on a multiple of 64.
//!
//! ```text
//! 0   format of the section   u64
//! 8   seed of the hash        u64
//! 16  for each part: offset u64, length in bytes u64
//!     the parts
//! ```

use crate::error::{Error, ErrorKind};
use bytemuck::Pod;
use quillian_network::Tag;

/// The section of the memory file that the lexicon lies in.
pub const SECTION: Tag = Tag::new("lexicon");

const FORMAT: u64 = 1;
const ALIGN: usize = 64;

/// The arrays of the section.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    BitNodes,
    KeyText,
    KeyStarts,
    KeyBits,
    KeyLongest,
    EntryStarts,
    EntryWords,
    EntryBits,
    SenseStarts,
    Senses,
    Pilots,
    Slots,
    LongKeys,
    EndingText,
    EndingStarts,
    EndingTotals,
    ShareStarts,
    Shares,
}

const PARTS: usize = Part::Shares as usize + 1;
const HEADER: usize = 16 + PARTS * 16;

/// Collects the parts and lays them out.
pub(crate) struct Writer {
    seed: u64,
    parts: [Vec<u8>; PARTS],
}

impl Writer {
    pub(crate) fn new(seed: u64) -> Writer {
        Writer { seed, parts: [const { Vec::new() }; PARTS] }
    }

    pub(crate) fn put<T: Pod>(&mut self, part: Part, values: &[T]) {
        self.parts[part as usize] = bytemuck::cast_slice(values).to_vec();
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        let mut image = Vec::new();
        image.extend_from_slice(&FORMAT.to_ne_bytes());
        image.extend_from_slice(&self.seed.to_ne_bytes());
        let mut offset = HEADER.next_multiple_of(ALIGN);
        for part in &self.parts {
            image.extend_from_slice(&(offset as u64).to_ne_bytes());
            image.extend_from_slice(&(part.len() as u64).to_ne_bytes());
            offset = (offset + part.len()).next_multiple_of(ALIGN);
        }
        for part in &self.parts {
            image.resize(image.len().next_multiple_of(ALIGN), 0);
            image.extend_from_slice(part);
        }
        image.resize(offset, 0);
        image
    }
}

/// Reads the parts where they lie.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) seed: u64,
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Reader<'a>, Error> {
        if bytes.len() < HEADER {
            return Err(Error::new(ErrorKind::Damaged { part: "header" }));
        }
        let reader = Reader { seed: 0, bytes };
        match reader.number(0) {
            FORMAT => Ok(Reader { seed: reader.number(8), bytes }),
            found => Err(Error::new(ErrorKind::Format { found, ours: FORMAT })),
        }
    }

    /// The values of a part: an error when it does not lie in the section or has not whole values.
    pub(crate) fn part<T: Pod>(&self, part: Part) -> Result<&'a [T], Error> {
        let at = 16 + part as usize * 16;
        let (offset, length) = (self.number(at), self.number(at + 8));
        let find = || {
            let start = usize::try_from(offset).ok()?;
            let end = start.checked_add(usize::try_from(length).ok()?)?;
            bytemuck::try_cast_slice(self.bytes.get(start..end)?).ok()
        };
        find().ok_or_else(|| Error::new(ErrorKind::Damaged { part: part.name() }))
    }

    fn number(&self, at: usize) -> u64 {
        let bytes = self.bytes.get(at..).and_then(|rest| rest.first_chunk());
        bytes.map_or(0, |&bytes| u64::from_ne_bytes(bytes))
    }
}

impl Part {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Part::BitNodes => "bits",
            Part::KeyText | Part::KeyStarts | Part::KeyBits | Part::KeyLongest => "keys",
            Part::EntryStarts | Part::EntryWords | Part::EntryBits => "entries",
            Part::SenseStarts | Part::Senses => "senses",
            Part::Pilots | Part::Slots => "short keys",
            Part::LongKeys => "long keys",
            Part::EndingText | Part::EndingStarts | Part::EndingTotals => "endings",
            Part::ShareStarts | Part::Shares => "shares",
        }
    }
}
