//! Sense keys: the names of senses that stay the same from release to release.

use super::data::Data;
use super::pointer::{PartOfSpeech, PointerType};
use std::collections::HashMap;
use std::fmt::Write;

/// The sense key of each word of a synset: lemma, type of synset, file, lexical id, and the head of a satellite.
pub(super) fn keys_of(data: &Data<'_>, synset_number: u32) -> Vec<String> {
    let synset = &data.synsets[synset_number as usize];
    let kind = match synset.part_of_speech {
        PartOfSpeech::Noun => 1,
        PartOfSpeech::Verb => 2,
        PartOfSpeech::Adjective if synset.satellite => 5,
        PartOfSpeech::Adjective => 3,
        PartOfSpeech::Adverb => 4,
    };
    let head = if synset.satellite { head_of(data, synset_number) } else { String::new() };
    let key = |word: &super::data::Word<'_>| {
        let mut key = word.lemma.to_lowercase();
        let (file, id) = (synset.source_file, word.lexical_id);
        let head = if head.is_empty() { ":" } else { &head };
        let _ = write!(key, "%{kind}:{file:02}:{id:02}:{head}");
        key
    };
    data.words_of(synset).iter().map(key).collect()
}

/// The words of each sense key. Words that differ only in case share theirs.
pub(super) fn words_by_key(data: &Data<'_>) -> HashMap<String, Vec<u32>> {
    let mut words = HashMap::with_capacity(data.words.len());
    for (number, synset) in data.synsets.iter().enumerate() {
        for (key, word) in keys_of(data, number as u32).into_iter().zip(synset.words.clone()) {
            words.entry(key).or_insert_with(Vec::new).push(word);
        }
    }
    words
}

/// The first word of the head adjective that a satellite is similar to, and its lexical id.
fn head_of(data: &Data<'_>, synset_number: u32) -> String {
    let synset = &data.synsets[synset_number as usize];
    let similar = data.pointers_of(synset).iter().find(|pointer| pointer.kind == PointerType::SimilarTo);
    let head = similar.and_then(|pointer| data.find(pointer.target.0, pointer.target.1));
    let word = head.and_then(|head| data.words_of(&data.synsets[head]).first());
    word.map_or_else(String::new, |word| format!("{}:{:02}", word.lemma.to_lowercase(), word.lexical_id))
}
