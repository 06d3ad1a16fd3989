//! What a memory remembers about its sources: the file and line of each node, and the glosses.

use quillian_network::{Base, NodeId, Tag};

/// For each node the line it comes from, counted over all files; zero when none says it.
pub(crate) const LINES: Tag = Tag::new("lines");
/// The files in order: lines before the file, length of its name, its name.
pub(crate) const FILES: Tag = Tag::new("files");
/// Number of glosses, their nodes, where their texts start, the texts.
pub(crate) const GLOSSES: Tag = Tag::new("glosses");

/// Which line of which file each node of a memory comes from.
pub struct Provenance<'a> {
    lines: &'a [u8],
    files: Vec<(u32, &'a str)>,
}

impl<'a> Provenance<'a> {
    /// Reads it from a memory; empty for a memory that was not compiled from knowledge.
    pub fn of(base: &'a Base) -> Provenance<'a> {
        let mut files = Vec::new();
        let mut bytes = base.section(FILES).unwrap_or(&[]);
        while let Some((first_line, rest)) = split_u32(bytes) {
            let Some((length, rest)) = split_u32(rest) else { break };
            let Some((name, rest)) = rest.split_at_checked(length as usize) else { break };
            files.push((first_line, std::str::from_utf8(name).unwrap_or("\u{fffd}")));
            bytes = rest;
        }
        Provenance { lines: base.section(LINES).unwrap_or(&[]), files }
    }

    /// The names of the files, in the order of their names.
    pub fn files(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.files.iter().map(|&(_, name)| name)
    }

    /// The file and line a node comes from: the first that speaks of it.
    pub fn line_of(&self, node: NodeId) -> Option<(&'a str, u32)> {
        let line = u32_at(self.lines, node.index()).filter(|&line| line > 0)?;
        let file = self.files.partition_point(|&(first_line, _)| first_line < line).checked_sub(1)?;
        let (first_line, name) = self.files[file];
        Some((name, line - first_line))
    }
}

/// The glosses of a memory.
pub struct Glosses<'a> {
    nodes: &'a [u8],
    starts: &'a [u8],
    text: &'a [u8],
}

impl<'a> Glosses<'a> {
    /// Reads them from a memory; empty for a memory without glosses.
    pub fn of(base: &'a Base) -> Glosses<'a> {
        let bytes = base.section(GLOSSES).unwrap_or(&[]);
        let parts = || {
            let (count, rest) = split_u32(bytes)?;
            let (nodes, rest) = rest.split_at_checked((count as usize).checked_mul(4)?)?;
            let (starts, text) = rest.split_at_checked((count as usize + 1).checked_mul(8)?)?;
            Some(Glosses { nodes, starts, text })
        };
        parts().unwrap_or(Glosses { nodes: &[], starts: &[], text: &[] })
    }

    /// The glosses of a node.
    pub fn get(&self, node: NodeId) -> impl Iterator<Item = &'a str> + '_ {
        let count = self.nodes.len() / 4;
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = (low + high) / 2;
            if u32_at(self.nodes, middle).is_some_and(|other| other < node.0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low..count).take_while(move |&place| u32_at(self.nodes, place) == Some(node.0)).filter_map(|place| {
            let start = u64_at(self.starts, place)?;
            let end = u64_at(self.starts, place + 1)?;
            std::str::from_utf8(self.text.get(start as usize..end as usize)?).ok()
        })
    }
}

pub(crate) fn u32_at(bytes: &[u8], place: usize) -> Option<u32> {
    let at = place.checked_mul(4)?;
    bytes.get(at..)?.first_chunk().map(|&chunk| u32::from_le_bytes(chunk))
}

fn u64_at(bytes: &[u8], place: usize) -> Option<u64> {
    let at = place.checked_mul(8)?;
    bytes.get(at..)?.first_chunk().map(|&chunk| u64::from_le_bytes(chunk))
}

fn split_u32(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (chunk, rest) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*chunk), rest))
}
