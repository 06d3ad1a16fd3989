//! What an import found, in numbers that can be held against the files.

use super::pointer::{PartOfSpeech, PointerType};
use std::collections::BTreeMap;
use std::fmt;

/// What an import found. Printing it gives the report that `quillian import wordnet` shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// By part of speech, in the order of [`PartOfSpeech::ALL`].
    pub parts_of_speech: [PartCounts; 4],
    /// Pointers by the part of speech that has them and their type.
    pub pointers: BTreeMap<(PartOfSpeech, PointerType), PointerCounts>,
    /// Pointers that repeat another one exactly; they are counted above and written once.
    pub repeated_pointers: u32,
    /// Pointers whose other end does not point back although its type should, by type.
    pub one_sided_pointers: BTreeMap<PointerType, u32>,
    /// Facts that the pointers state, each counted once, by the type of pointer that they are written from.
    pub facts: BTreeMap<PointerType, u32>,
    /// Hypernyms that would make a synset its own ancestor: written as `hypernym` clauses, not as parents.
    pub circular_hypernyms: u32,
    /// Texts of verb frames.
    pub frames: u32,
    /// Verb frames named by synsets or by words of synsets.
    pub frame_uses: u32,
    /// Example sentences.
    pub sentences: u32,
    /// Example sentences named by verb senses.
    pub sentence_uses: u32,
    /// Lines of the list of counts in tagged texts.
    pub tag_counts: u32,
    /// Those whose sense key belongs to no sense of this release; they are left out.
    pub unknown_tag_counts: u32,
}

/// What one part of speech has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartCounts {
    /// Synsets.
    pub synsets: u32,
    /// Those of them that are satellites of an adjective.
    pub satellites: u32,
    /// Those of them that are instances of something.
    pub instances: u32,
    /// Words in synsets.
    pub senses: u32,
    /// Words of the index, in lower case.
    pub lemmas: u32,
    /// Lines of the list of inflection exceptions.
    pub exception_lines: u32,
    /// Pairs of an inflected and a base form in them.
    pub exceptions: u32,
}

/// How many pointers of one type there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointerCounts {
    /// All of them.
    pub all: u32,
    /// Those between words; the others are between synsets.
    pub lexical: u32,
}

impl Counts {
    /// All synsets.
    pub fn synsets(&self) -> u32 {
        self.parts_of_speech.iter().map(|part| part.synsets).sum()
    }

    /// All words in synsets.
    pub fn senses(&self) -> u32 {
        self.parts_of_speech.iter().map(|part| part.senses).sum()
    }

    /// All pointers as they stand in the files.
    pub fn pointers(&self) -> u32 {
        self.pointers.values().map(|count| count.all).sum()
    }

    /// All facts that the pointers state.
    pub fn facts(&self) -> u32 {
        self.facts.values().sum()
    }

    /// All lines of inflection exceptions.
    pub fn exception_lines(&self) -> u32 {
        self.parts_of_speech.iter().map(|part| part.exception_lines).sum()
    }

    /// All pointers of one type.
    pub fn pointers_of_type(&self, kind: PointerType) -> PointerCounts {
        let mut sum = PointerCounts::default();
        for ((_, other), count) in &self.pointers {
            if *other == kind {
                sum.all += count.all;
                sum.lexical += count.lexical;
            }
        }
        sum
    }

    /// How many types of pointer occur.
    pub fn pointer_types(&self) -> usize {
        PointerType::ALL.into_iter().filter(|&kind| self.pointers_of_type(kind).all > 0).count()
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:38}", "")?;
        for part in PartOfSpeech::ALL {
            write!(f, "{:>10}", part.category())?;
        }
        writeln!(f, "{:>10}", "all")?;
        let mut row = |label: &str, numbers: [u32; 4]| {
            write!(f, "{label:38}")?;
            for number in numbers {
                write!(f, "{number:>10}")?;
            }
            writeln!(f, "{:>10}", numbers.iter().sum::<u32>())
        };
        let of = |count: fn(&PartCounts) -> u32| self.parts_of_speech.each_ref().map(count);
        row("synsets", of(|part| part.synsets))?;
        row("  of these satellites", of(|part| part.satellites))?;
        row("  of these instances", of(|part| part.instances))?;
        row("senses", of(|part| part.senses))?;
        row("words", of(|part| part.lemmas))?;
        row("lines of inflection exceptions", of(|part| part.exception_lines))?;
        row("pairs of form and base form", of(|part| part.exceptions))?;
        for kind in PointerType::ALL {
            let numbers =
                PartOfSpeech::ALL.map(|part| self.pointers.get(&(part, kind)).map_or(0, |count| count.all));
            if numbers != [0; 4] {
                row(&format!("{:3}{}", kind.symbol(), kind.label()), numbers)?;
            }
        }
        writeln!(
            f,
            "{} types of pointer, {} pointers, {} facts",
            self.pointer_types(),
            self.pointers(),
            self.facts()
        )?;
        writeln!(f, "{} pointers repeat another one", self.repeated_pointers)?;
        for (kind, count) in &self.one_sided_pointers {
            writeln!(
                f,
                "{count} pointers `{}` ({}) are not answered from the other end",
                kind.symbol(),
                kind.label()
            )?;
        }
        if self.circular_hypernyms > 0 {
            writeln!(f, "{} hypernyms lead in a circle", self.circular_hypernyms)?;
        }
        writeln!(f, "{} verb frames, {} uses", self.frames, self.frame_uses)?;
        writeln!(f, "{} example sentences, {} uses", self.sentences, self.sentence_uses)?;
        let known = self.tag_counts - self.unknown_tag_counts;
        write!(f, "{known} of {} counts in tagged texts belong to a sense of this release", self.tag_counts)
    }
}
