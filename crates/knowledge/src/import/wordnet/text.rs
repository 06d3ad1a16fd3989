//! Writes a database as text of the knowledge language.

use super::data::{Synset, Word, as_usize};
use super::facts::{Fact, is_parent};
use super::pointer::{Becomes, PointerType};
use super::sense_key;
use super::{Database, Detail};
use std::fmt::Write;

/// What the text starts with: the pack, its language, categories and relations.
const PRELUDE: &str = include_str!("prelude.quill");
/// Relations that only the full text uses.
const PRELUDE_OF_FULL_TEXT: &str = include_str!("prelude_full.quill");

pub(super) fn write(database: &Database<'_>, detail: Detail) -> String {
    let writer = Writer { database, detail, names: names(database) };
    let mut text = String::with_capacity(database.data.synsets.len() * 300);
    writer.prelude(&mut text);
    for number in 0..database.data.synsets.len() as u32 {
        writer.synset(&mut text, number);
    }
    writer.exceptions(&mut text);
    text
}

struct Writer<'a> {
    database: &'a Database<'a>,
    detail: Detail,
    /// The names of all concepts, quoted where they must be.
    names: Vec<String>,
}

impl Writer<'_> {
    fn full(&self) -> bool {
        self.detail == Detail::Full
    }

    fn prelude(&self, text: &mut String) {
        for line in self.database.notice.lines() {
            let _ = writeln!(text, "{}", format!("# {line}").trim_end());
        }
        text.push('\n');
        text.push_str(PRELUDE);
        if self.full() {
            text.push_str(PRELUDE_OF_FULL_TEXT);
            let _ = write!(text, "\nconcept verb-frame\nconcept verb-sentence\n");
            for (parent, texts) in
                [("verb-frame", &self.database.frames), ("verb-sentence", &self.database.sentences)]
            {
                for (number, sentence) in texts {
                    let _ = writeln!(text, "concept {parent}.{number} : {parent}");
                    let _ = writeln!(text, "  gloss {}", Quoted(sentence));
                }
            }
        }
    }

    fn synset(&self, text: &mut String, number: u32) {
        let database = self.database;
        let synset = &database.data.synsets[number as usize];
        let facts = database.facts.of_synset(number);
        let of_synset = facts.partition_point(|fact| fact.source.1 == 0);
        let (of_synset, of_words) = facts.split_at(of_synset);

        text.push('\n');
        self.head(text, number, of_synset);
        self.words(text, synset);
        self.relations(text, of_synset);
        if self.full() {
            let frames = database.data.frames_of(synset).iter().filter(|used| used.word == 0);
            write_list(text, "fits-frame", frames.map(|used| format!("verb-frame.{}", used.frame)));
            if !synset.gloss.is_empty() {
                let _ = writeln!(text, "  gloss {}", Quoted(synset.gloss));
            }
        }
        self.senses(text, number, of_words);
    }

    /// `concept` or `instance`, the name and the parents.
    fn head(&self, text: &mut String, number: u32, facts: &[Fact]) {
        let is_circular = |fact: &Fact| self.database.circular.binary_search(fact).is_ok();
        let parents: Vec<&Fact> = facts.iter().filter(|fact| is_parent(fact) && !is_circular(fact)).collect();
        let is_instance = parents.iter().any(|fact| fact.kind == PointerType::InstanceHypernym);
        text.push_str(if is_instance { "instance " } else { "concept " });
        text.push_str(&self.names[number as usize]);
        for (place, fact) in parents.iter().enumerate() {
            text.push_str(if place == 0 { " : " } else { ", " });
            text.push_str(&self.names[fact.target.0 as usize]);
        }
        text.push('\n');
        let circular = facts.iter().filter(|fact| is_parent(fact) && is_circular(fact));
        write_list(text, "hypernym", circular.map(|fact| &self.names[fact.target.0 as usize]));
    }

    fn words(&self, text: &mut String, synset: &Synset<'_>) {
        let _ = write!(text, "  en {}", synset.part_of_speech.category());
        let numbers = &self.database.sense_numbers[as_usize(&synset.words)];
        for (word, number) in self.database.data.words_of(synset).iter().zip(numbers) {
            let _ = write!(text, " {}", Surface(word.lemma));
            if *number > 1 {
                let _ = write!(text, "/{}", number - 1);
            }
            if let Some(position) = word.position {
                let _ = write!(text, " [position={}]", position_name(position));
            }
        }
        text.push('\n');
    }

    /// The relations of a synset, one line a relation.
    fn relations(&self, text: &mut String, facts: &[Fact]) {
        for facts in facts.chunk_by(|one, other| one.kind == other.kind) {
            if let Some(relation) = relation_of(facts[0].kind) {
                write_list(text, relation, facts.iter().map(|fact| &self.names[fact.target.0 as usize]));
            }
        }
    }

    /// What is said about words of a synset and not about the synset.
    fn senses(&self, text: &mut String, number: u32, facts: &[Fact]) {
        let data = &self.database.data;
        let synset = &data.synsets[number as usize];
        let keys = if self.full() { sense_key::keys_of(data, number) } else { Vec::new() };
        for (place, word) in data.words_of(synset).iter().enumerate() {
            let of_word = |fact: &&Fact| usize::from(fact.source.1) == place + 1;
            if !self.full() && !facts.iter().any(|fact| of_word(&fact)) {
                continue;
            }
            let _ = writeln!(text, "sense {}", self.sense(number, word));
            if let Some(key) = keys.get(place) {
                let _ = writeln!(text, "  key {}", Quoted(key));
                self.full_sense(text, synset, place);
            }
            for fact in facts.iter().filter(of_word) {
                let Some(relation) = relation_of(fact.kind) else { continue };
                let target = &data.synsets[fact.target.0 as usize];
                let word = &data.words_of(target)[usize::from(fact.target.1) - 1];
                let _ = writeln!(text, "  {relation} {}", self.sense(fact.target.0, word));
            }
        }
    }

    /// What only the full text says about the word at a place in a synset.
    fn full_sense(&self, text: &mut String, synset: &Synset<'_>, place: usize) {
        let word = synset.words.start + place as u32;
        if let Some(count) = self.database.tag_counts[word as usize] {
            let _ = writeln!(text, "  count {count}");
        }
        let frames = self.database.data.frames_of(synset).iter();
        let frames = frames.filter(|used| usize::from(used.word) == place + 1);
        write_list(text, "fits-frame", frames.map(|used| format!("verb-frame.{}", used.frame)));
        let uses = &self.database.sentence_uses;
        if let Ok(found) = uses.binary_search_by_key(&word, |&(word, _)| word) {
            let sentences = uses[found].1.iter();
            write_list(text, "fits-sentence", sentences.map(|number| format!("verb-sentence.{number}")));
        }
    }

    fn sense(&self, synset: u32, word: &Word<'_>) -> String {
        format!("en {}@{}", Surface(word.lemma), self.names[synset as usize])
    }

    fn exceptions(&self, text: &mut String) {
        let same_word = |one: &super::Exception<'_>, other: &super::Exception<'_>| {
            (one.part_of_speech, one.base) == (other.part_of_speech, other.base)
        };
        for forms in self.database.exceptions.chunk_by(same_word) {
            let (base, category) = (Surface(forms[0].base), forms[0].part_of_speech.category());
            let _ = writeln!(text, "\nword en {base} {category}");
            for exception in forms {
                let _ = writeln!(text, "  form {}", Surface(exception.form));
            }
        }
    }
}

/// The relation of a type of pointer; parents have none.
fn relation_of(kind: PointerType) -> Option<&'static str> {
    match kind.becomes() {
        Becomes::Relation(name) | Becomes::Symmetric(name) => Some(name),
        Becomes::Parent | Becomes::InstanceParent | Becomes::InverseOf(_) => None,
    }
}

fn position_name(marker: &str) -> &'static str {
    match marker {
        "p" => "predicative",
        "a" => "attributive",
        _ => "postnominal",
    }
}

/// A clause with all its targets, or nothing when there are none.
fn write_list<T: std::fmt::Display>(text: &mut String, keyword: &str, targets: impl Iterator<Item = T>) {
    let mut targets = targets.peekable();
    if targets.peek().is_none() {
        return;
    }
    let _ = write!(text, "  {keyword}");
    for (place, target) in targets.enumerate() {
        let comma = if place == 0 { "" } else { "," };
        let _ = write!(text, "{comma} {target}");
    }
    text.push('\n');
}

/// The names of all synsets: first word, part of speech, and which sense of the word it is.
fn names(database: &Database<'_>) -> Vec<String> {
    let name = |synset: &Synset<'_>| {
        let first = synset.words.start as usize;
        let lemma = database.data.words[first].lemma.to_lowercase();
        format!("{lemma}.{}.{}", synset.part_of_speech.letter(), database.sense_numbers[first])
    };
    database.data.synsets.iter().map(|synset| quote_name(name(synset))).collect()
}

/// Puts a name in backticks where the language needs them.
fn quote_name(name: String) -> String {
    let plain = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '.');
    let starts_plain = name.starts_with(char::is_alphanumeric);
    if starts_plain && name.chars().all(plain) { name } else { format!("`{}`", name.replace('`', "'")) }
}

/// A string of the knowledge language.
struct Quoted<'a>(&'a str);

impl std::fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_char('"')?;
        for character in self.0.chars() {
            match character {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                character if character.is_control() => write!(f, "\\u{{{:x}}}", u32::from(character))?,
                character => f.write_char(character)?,
            }
        }
        f.write_char('"')
    }
}

/// A word as people write it, as a string of the knowledge language.
struct Surface<'a>(&'a str);

impl std::fmt::Display for Surface<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Quoted(&self.0.replace('_', " ")).fmt(f)
    }
}
