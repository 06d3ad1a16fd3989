//! The last step: the builder becomes a memory, with what it remembers of its sources.

use super::{Compiler, File};
use crate::provenance::{FILES, GLOSSES, LINES};
use crate::source::Source;
use crate::testing::{self, Test};
use quillian_network::{Base, Error, Mapping, NodeId, Tag};

impl<'s> Compiler<'_, 's> {
    pub(super) fn memory(self, files: &[File<'s>]) -> Result<Base, Error> {
        let Compiler { net, tests, sources, .. } = self;
        if let Some(error) = net.failure {
            return Err(error);
        }
        let (lines, glosses) = (net.lines, net.glosses);
        let file_list = file_section(files, sources);
        net.builder.finish_with(|mapping| {
            let mut sections = vec![(LINES, line_section(&lines, mapping)), (FILES, file_list)];
            if !glosses.is_empty() {
                sections.push((GLOSSES, gloss_section(glosses, mapping)));
            }
            if !tests.is_empty() {
                sections.push(test_section(tests, mapping));
            }
            sections
        })
    }
}

fn line_section(lines: &[u32], mapping: &Mapping) -> Vec<u8> {
    let mut bytes = vec![0; lines.len() * 4];
    for (node, line) in lines.iter().enumerate() {
        let at = mapping.node(NodeId(node as u32)).index() * 4;
        bytes[at..at + 4].copy_from_slice(&line.to_le_bytes());
    }
    bytes
}

fn file_section(files: &[File<'_>], sources: &[Source]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for file in files {
        let name = sources[file.number as usize].name();
        bytes.extend_from_slice(&file.first_line.to_le_bytes());
        bytes.extend_from_slice(&(name.len() as u32).to_le_bytes());
        bytes.extend_from_slice(name.as_bytes());
    }
    bytes
}

fn gloss_section(glosses: Vec<(NodeId, String)>, mapping: &Mapping) -> Vec<u8> {
    let mut glosses: Vec<(u32, String)> =
        glosses.into_iter().map(|(node, text)| (mapping.node(node).0, text)).collect();
    glosses.sort();
    glosses.dedup();
    let mut bytes = (glosses.len() as u32).to_le_bytes().to_vec();
    for (node, _) in &glosses {
        bytes.extend_from_slice(&node.to_le_bytes());
    }
    let mut start = 0u64;
    for (_, text) in &glosses {
        bytes.extend_from_slice(&start.to_le_bytes());
        start += text.len() as u64;
    }
    bytes.extend_from_slice(&start.to_le_bytes());
    for (_, text) in &glosses {
        bytes.extend_from_slice(text.as_bytes());
    }
    bytes
}

fn test_section(mut tests: Vec<Test>, mapping: &Mapping) -> (Tag, Vec<u8>) {
    for test in &mut tests {
        test.question.map_nodes(|node| mapping.node(NodeId(node)).0);
    }
    testing::to_section(&tests)
}
