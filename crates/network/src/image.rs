//! The memory file: a header, a table of sections, the sections.
//!
//! ```text
//! 0   magic "QUILLIAN"      8 bytes
//! 8   format version        u32
//! 12  byte-order mark       u32  0x0102_0304 in the writer's order
//! 16  length of the file    u64
//! 24  number of sections    u64
//! 32  fingerprint           u64  xxh3 of the section table: names this memory
//! 40  checksum              u64  xxh3 of bytes 0..40 and of the section table
//! 48  zeros up to 64
//! 64  section table, 32 bytes each: tag [u8; 8], offset u64, length u64, xxh3 of the bytes u64
//!     sections, each starting on a multiple of 64
//! ```
//! Opening reads the header and the table; the bytes of the sections are checked too when the file is small
//! enough for that to be unnoticeable, and on demand otherwise.

use crate::error::{Error, ErrorKind};
use std::ops::Range;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The version of the file format this crate writes and reads.
pub const FORMAT_VERSION: u32 = 1;

const MAGIC: &[u8; 8] = b"QUILLIAN";
const BYTE_ORDER: u32 = 0x0102_0304;
const HEADER: usize = 64;
const ENTRY: usize = 32;
const ALIGN: usize = 64;
const MOST_SECTIONS: u64 = 4096;

/// The name of a section of a memory file: eight bytes, padded with zeros.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub [u8; 8]);

impl Tag {
    /// A tag from a name of at most eight bytes.
    ///
    /// # Panics
    /// When the name is longer: tags are constants, so this is found when the program is compiled.
    pub const fn new(name: &str) -> Tag {
        let bytes = name.as_bytes();
        assert!(bytes.len() <= 8, "a section tag has at most eight bytes");
        let mut tag = [0; 8];
        let mut i = 0;
        while i < bytes.len() {
            tag[i] = bytes[i];
            i += 1;
        }
        Tag(tag)
    }
}

impl std::fmt::Display for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let end = self.0.iter().position(|&byte| byte == 0).unwrap_or(8);
        write!(f, "{}", self.0[..end].escape_ascii())
    }
}

impl std::fmt::Debug for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// One entry of the section table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    pub(crate) tag: Tag,
    offset: u64,
    length: u64,
    checksum: u64,
}

impl Section {
    pub(crate) fn range(&self) -> Range<usize> {
        self.offset as usize..(self.offset + self.length) as usize
    }

    pub(crate) fn verify(&self, image: &[u8]) -> Result<(), Error> {
        if xxh3_64(&image[self.range()]) == self.checksum {
            Ok(())
        } else {
            Err(Error::new(ErrorKind::Damaged { section: self.tag.to_string() }))
        }
    }
}

/// What the header and the table say.
#[derive(Debug)]
pub(crate) struct Directory {
    pub(crate) fingerprint: u64,
    pub(crate) sections: Vec<Section>,
}

/// Lays the sections out in one image, in order of their tags. The image is a vector of `u64` so that every
/// section is aligned for whatever it holds.
pub(crate) fn assemble(mut parts: Vec<(Tag, Vec<u8>)>) -> Vec<u64> {
    parts.sort_by_key(|part| part.0);
    let mut table = Vec::with_capacity(parts.len() * ENTRY);
    let mut offset = (HEADER + parts.len() * ENTRY).next_multiple_of(ALIGN);
    let mut places = Vec::with_capacity(parts.len());
    for (tag, bytes) in &parts {
        table.extend_from_slice(&tag.0);
        table.extend_from_slice(&(offset as u64).to_ne_bytes());
        table.extend_from_slice(&(bytes.len() as u64).to_ne_bytes());
        table.extend_from_slice(&xxh3_64(bytes).to_ne_bytes());
        places.push(offset);
        offset = (offset + bytes.len()).next_multiple_of(ALIGN);
    }
    let mut header = Vec::with_capacity(HEADER);
    header.extend_from_slice(MAGIC);
    header.extend_from_slice(&FORMAT_VERSION.to_ne_bytes());
    header.extend_from_slice(&BYTE_ORDER.to_ne_bytes());
    header.extend_from_slice(&(offset as u64).to_ne_bytes());
    header.extend_from_slice(&(parts.len() as u64).to_ne_bytes());
    header.extend_from_slice(&xxh3_64(&table).to_ne_bytes());
    let checksum = checksum_of(&header, &table);
    header.extend_from_slice(&checksum.to_ne_bytes());

    let mut image = vec![0u64; offset / 8];
    let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut image);
    bytes[..header.len()].copy_from_slice(&header);
    bytes[HEADER..HEADER + table.len()].copy_from_slice(&table);
    for ((_, part), place) in parts.iter().zip(places) {
        bytes[place..place + part.len()].copy_from_slice(part);
    }
    image
}

/// Reads the header and the table and checks that they belong to a file of these bytes.
pub(crate) fn read_directory(image: &[u8]) -> Result<Directory, Error> {
    let damaged = |section: &str| Error::new(ErrorKind::Damaged { section: section.into() });
    let found = image.len() as u64;
    if !image.starts_with(MAGIC) {
        let is_beginning = !image.is_empty() && MAGIC.starts_with(image);
        return Err(Error::new(if is_beginning {
            ErrorKind::Truncated { found, expected: HEADER as u64 }
        } else {
            ErrorKind::Foreign
        }));
    }
    if image.len() < HEADER {
        return Err(Error::new(ErrorKind::Truncated { found, expected: HEADER as u64 }));
    }
    let version = u32_at(image, 8);
    match u32_at(image, 12) {
        BYTE_ORDER => {}
        order if order.swap_bytes() == BYTE_ORDER => return Err(Error::new(ErrorKind::ByteOrder)),
        _ => return Err(damaged("header")),
    }
    if version != FORMAT_VERSION {
        return Err(Error::new(ErrorKind::Version { found: version, ours: FORMAT_VERSION }));
    }
    let (expected, count) = (u64_at(image, 16), u64_at(image, 24));
    if found < expected {
        return Err(Error::new(ErrorKind::Truncated { found, expected }));
    }
    if count > MOST_SECTIONS {
        return Err(damaged("header"));
    }
    let table_end = HEADER + count as usize * ENTRY;
    let table = image.get(HEADER..table_end).ok_or_else(|| damaged("header"))?;
    if checksum_of(&image[..40], table) != u64_at(image, 40) || found != expected {
        return Err(damaged("header"));
    }
    let mut sections = Vec::with_capacity(count as usize);
    for entry in table.chunks_exact(ENTRY) {
        let section = Section {
            tag: Tag(entry[..8].try_into().expect("eight bytes")),
            offset: u64_at(entry, 8),
            length: u64_at(entry, 16),
            checksum: u64_at(entry, 24),
        };
        let end = section.offset.checked_add(section.length);
        if end.is_none_or(|end| end > found) || !section.offset.is_multiple_of(ALIGN as u64) {
            return Err(damaged("section table"));
        }
        sections.push(section);
    }
    Ok(Directory { fingerprint: u64_at(image, 32), sections })
}

/// Makes the checksums of an image fit its bytes, as far as its table can be read.
pub(crate) fn repair(image: &mut [u8]) {
    if image.len() < HEADER {
        return;
    }
    let count = u64_at(image, 24).min(MOST_SECTIONS) as usize;
    let table = HEADER..HEADER + count * ENTRY;
    if image.len() < table.end {
        return;
    }
    for at in table.clone().step_by(ENTRY) {
        let (offset, length) = (u64_at(image, at + 8), u64_at(image, at + 16));
        let range = usize::try_from(offset).ok().zip(usize::try_from(offset.saturating_add(length)).ok());
        if let Some(bytes) = range.and_then(|(start, end)| image.get(start..end)) {
            let checksum = xxh3_64(bytes);
            image[at + 24..at + 32].copy_from_slice(&checksum.to_ne_bytes());
        }
    }
    let checksum = checksum_of(&image[..40], &image[table]);
    image[40..48].copy_from_slice(&checksum.to_ne_bytes());
}

fn checksum_of(header: &[u8], table: &[u8]) -> u64 {
    let mut hasher = Xxh3::new();
    hasher.update(header);
    hasher.update(table);
    hasher.digest()
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_ne_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_ne_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}
