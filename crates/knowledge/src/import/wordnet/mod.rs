//! Imports WordNet: a directory in the Princeton 3.0 format becomes text of the knowledge language.
//!
//! | type | purpose |
//! |---|---|
//! | [`Files`] | the bytes of a directory, read or put together |
//! | [`Database`] | what they say, checked: every pointer leads somewhere, index and data agree |
//! | [`Counts`] | how much of everything there is |
//! | [`Detail`] | how much of it the text shall have |
//! | [`Error`] | which file is broken, where, and what to do |
//!
//! ```no_run
//! use quillian_knowledge::import::wordnet::{Database, Detail, Files};
//!
//! let files = Files::read("/usr/share/wordnet")?;
//! let database = Database::parse(&files)?;
//! println!("{}", database.counts());
//! std::fs::write("wordnet.quill", database.text(Detail::Full))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Deliberately absent: compiling. The text goes the way of all knowledge.

mod counts;
mod data;
mod error;
mod facts;
mod files;
mod index;
mod lines;
mod lists;
mod pointer;
mod sense_key;
#[cfg(test)]
mod tests;
mod text;

pub use counts::{Counts, PartCounts, PointerCounts};
pub use error::Error;
pub use files::Files;
pub use pointer::{Becomes, PartOfSpeech, PointerType};

use data::Data;
use error::ErrorKind;
use facts::{Fact, Facts};
use index::Index;
use lists::Exception;
use std::collections::HashMap;

/// How much of WordNet the text shall have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Synsets, words with the ranks of their senses, all pointers, inflection exceptions.
    Compact,
    /// Also glosses, verb frames, example sentences, sense keys and counts in tagged texts.
    Full,
}

/// What the files of a WordNet directory say, checked.
pub struct Database<'a> {
    data: Data<'a>,
    /// For each word of the data, which of its senses the synset is, from 1.
    sense_numbers: Vec<u16>,
    /// Sorted by part of speech, base and form, each pair once.
    exceptions: Vec<Exception<'a>>,
    facts: Facts,
    circular: Vec<Fact>,
    /// For each word of the data, how often it occurs in tagged texts.
    tag_counts: Vec<Option<u32>>,
    frames: Vec<(u32, &'a str)>,
    sentences: Vec<(u32, &'a str)>,
    /// Words of the data and the sentences that fit them, sorted by word.
    sentence_uses: Vec<(u32, Vec<u32>)>,
    notice: String,
    counts: Counts,
}

impl<'a> Database<'a> {
    /// Reads all files. Any bytes are fine: what is wrong with them is in the error.
    pub fn parse(files: &'a Files) -> Result<Database<'a>, Error> {
        let mut counts = Counts::default();
        let mut data = Data::default();
        let mut exceptions = Vec::new();
        for part in PartOfSpeech::ALL {
            let (name, bytes) = files.required(&format!("data.{}", part.file_name()))?;
            data.read(name, bytes, part)?;
            let (name, bytes) = files.required(&format!("{}.exc", part.file_name()))?;
            let before = exceptions.len();
            let counts = &mut counts.parts_of_speech[part as usize];
            counts.exception_lines = lists::read_exceptions(name, bytes, part, &mut exceptions)?;
            counts.exceptions = (exceptions.len() - before) as u32;
        }
        exceptions.sort_unstable();
        exceptions.dedup();
        let [noun, verb, adjective, adverb] = PartOfSpeech::ALL.map(|part| {
            let (name, bytes) = files.required(&format!("index.{}", part.file_name()))?;
            Index::read(name, bytes, part)
        });
        let mut indexes = [noun?, verb?, adjective?, adverb?];
        let sense_numbers = index::sense_numbers(&data, &mut indexes)?;
        let facts = Facts::find(&data)?;
        let circular = facts.circular(data.synsets.len());

        let (name, bytes) = files.optional("cntlist.rev");
        let tag_count_lines = lists::read_tag_counts(name, bytes)?;
        let (name, bytes) = files.optional("sents.vrb");
        let sentences = lists::read_numbered_texts(name, bytes)?;
        let (name, bytes) = files.optional("sentidx.vrb");
        let sentence_lines = lists::read_sentence_uses(name, bytes)?;
        let (name, bytes) = files.frames();
        let frames = lists::read_numbered_texts(name, bytes)?;
        check_frames(&data, name, &frames)?;

        let words_of_key = sense_key::words_by_key(&data);
        let mut tag_counts = vec![None; data.words.len()];
        for (key, count) in &tag_count_lines {
            match words_of_key.get(*key) {
                Some(words) => words.iter().for_each(|&word| tag_counts[word as usize] = Some(*count)),
                None => counts.unknown_tag_counts += 1,
            }
        }
        counts.tag_counts = tag_count_lines.len() as u32;
        let sentence_uses = find_sentence_uses(&words_of_key, sentence_lines, &sentences)?;
        counts.sentence_uses = sentence_uses.iter().map(|(_, sentences)| sentences.len() as u32).sum();

        let notice = lines::header(files.required("data.noun")?.1);
        let database = Database {
            data,
            sense_numbers,
            exceptions,
            facts,
            circular,
            tag_counts,
            frames,
            sentences,
            sentence_uses,
            notice,
            counts,
        };
        let lemmas = indexes.each_ref().map(Index::lemma_count);
        Ok(database.count(lemmas))
    }

    /// How much of everything there is in the files.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The licence notice at the head of the files.
    pub fn notice(&self) -> &str {
        &self.notice
    }

    /// The knowledge-language text. The same files give the same bytes.
    pub fn text(&self, detail: Detail) -> String {
        text::write(self, detail)
    }

    fn count(mut self, lemmas: [u32; 4]) -> Database<'a> {
        let counts = &mut self.counts;
        for synset in &self.data.synsets {
            let part = &mut counts.parts_of_speech[synset.part_of_speech as usize];
            part.synsets += 1;
            part.satellites += u32::from(synset.satellite);
            part.senses += synset.words.len() as u32;
            let pointers = self.data.pointers_of(synset);
            let is_instance = pointers.iter().any(|pointer| pointer.kind == PointerType::InstanceHypernym);
            part.instances += u32::from(is_instance);
            for pointer in pointers {
                let count = counts.pointers.entry((synset.part_of_speech, pointer.kind)).or_default();
                count.all += 1;
                count.lexical += u32::from(pointer.source_word != 0);
            }
        }
        for (part, lemmas) in counts.parts_of_speech.iter_mut().zip(lemmas) {
            part.lemmas = lemmas;
        }
        for fact in &self.facts.one_sided {
            *counts.one_sided_pointers.entry(fact.kind).or_default() += 1;
        }
        counts.repeated_pointers = self.facts.repeated.len() as u32;
        for fact in &self.facts.facts {
            *counts.facts.entry(fact.kind).or_default() += 1;
        }
        counts.circular_hypernyms = self.circular.len() as u32;
        counts.frames = self.frames.len() as u32;
        counts.frame_uses = self.data.frames.len() as u32;
        counts.sentences = self.sentences.len() as u32;
        self
    }
}

/// Every frame that a verb names must have a text.
fn check_frames(data: &Data<'_>, file: &str, frames: &[(u32, &str)]) -> Result<(), Error> {
    let unknown = |frame: u8| frames.iter().all(|&(number, _)| number != u32::from(frame));
    match data.frames.iter().map(|used| used.frame).find(|&frame| unknown(frame)) {
        Some(frame) => {
            Err(Error::in_file(file, ErrorKind::NoTarget { target: format!("verb frame {frame}") }))
        }
        None => Ok(()),
    }
}

fn find_sentence_uses(
    words_of_key: &HashMap<String, Vec<u32>>,
    lines: Vec<(&str, Vec<u32>)>,
    sentences: &[(u32, &str)],
) -> Result<Vec<(u32, Vec<u32>)>, Error> {
    let known: std::collections::BTreeSet<u32> = sentences.iter().map(|&(number, _)| number).collect();
    let mut uses = Vec::new();
    for (key, numbers) in lines {
        if let Some(unknown) = numbers.iter().find(|number| !known.contains(number)) {
            let target = format!("example sentence {unknown}");
            return Err(Error::in_file("sentidx.vrb", ErrorKind::NoTarget { target }));
        }
        let words = words_of_key.get(key).ok_or_else(|| {
            Error::in_file("sentidx.vrb", ErrorKind::NoTarget { target: format!("sense `{key}`") })
        })?;
        uses.extend(words.iter().map(|&word| (word, numbers.clone())));
    }
    uses.sort_unstable();
    Ok(uses)
}
