//! The `data.*` files: synsets with their words, pointers, verb frames and glosses.

use super::error::{Error, ErrorKind};
use super::lines::{Fields, Line, lines};
use super::pointer::{PartOfSpeech, PointerType};
use std::ops::Range;

/// One synset. Ranges lead into the lists of [`Data`].
pub(super) struct Synset<'a> {
    pub(super) part_of_speech: PartOfSpeech,
    /// An adjective that stands around a head adjective.
    pub(super) satellite: bool,
    /// The number of the file that lexicographers wrote it in.
    pub(super) source_file: u8,
    /// Where its line starts, which is also its address.
    pub(super) offset: u32,
    pub(super) line: u32,
    pub(super) words: Range<u32>,
    pub(super) pointers: Range<u32>,
    pub(super) frames: Range<u32>,
    pub(super) gloss: &'a str,
}

/// One word of a synset: a sense of that word.
pub(super) struct Word<'a> {
    /// As the file writes it: case kept, underscores for spaces, position marker taken off.
    pub(super) lemma: &'a str,
    /// Tells senses of a word within one lexicographers' file apart.
    pub(super) lexical_id: u8,
    /// Where an adjective may stand, as the marker says: `p`, `a` or `ip`.
    pub(super) position: Option<&'a str>,
}

/// One pointer as it stands. A word number counts from 1; 0 is the whole synset.
pub(super) struct Pointer {
    pub(super) kind: PointerType,
    pub(super) target: (PartOfSpeech, u32),
    pub(super) source_word: u8,
    pub(super) target_word: u8,
}

/// A verb frame that fits a word, or with word number 0 all words of the synset.
pub(super) struct FrameUse {
    pub(super) frame: u8,
    pub(super) word: u8,
}

/// The content of all data files.
#[derive(Default)]
pub(super) struct Data<'a> {
    pub(super) synsets: Vec<Synset<'a>>,
    pub(super) words: Vec<Word<'a>>,
    pub(super) pointers: Vec<Pointer>,
    pub(super) frames: Vec<FrameUse>,
    /// The synsets of each part of speech: they are neighbours, in order of their offsets.
    sections: [Range<usize>; 4],
}

impl<'a> Data<'a> {
    /// Adds the data file of one part of speech.
    pub(super) fn read(
        &mut self,
        file: &'a str,
        bytes: &'a [u8],
        part_of_speech: PartOfSpeech,
    ) -> Result<(), Error> {
        let start = self.synsets.len();
        for line in lines(file, bytes)? {
            self.read_synset(line, part_of_speech, self.synsets.len() == start)?;
        }
        if self.synsets.len() == start {
            return Err(Error::in_file(file, ErrorKind::Foreign));
        }
        self.sections[part_of_speech as usize] = start..self.synsets.len();
        Ok(())
    }

    /// The synset with this address.
    pub(super) fn find(&self, part_of_speech: PartOfSpeech, offset: u32) -> Option<usize> {
        let section = self.sections[part_of_speech as usize].clone();
        let found = self.synsets[section.clone()].binary_search_by_key(&offset, |synset| synset.offset);
        found.ok().map(|place| section.start + place)
    }

    /// The words of a synset.
    pub(super) fn words_of(&self, synset: &Synset<'a>) -> &[Word<'a>] {
        &self.words[as_usize(&synset.words)]
    }

    /// The pointers of a synset.
    pub(super) fn pointers_of(&self, synset: &Synset<'a>) -> &[Pointer] {
        &self.pointers[as_usize(&synset.pointers)]
    }

    /// The verb frames of a synset.
    pub(super) fn frames_of(&self, synset: &Synset<'a>) -> &[FrameUse] {
        &self.frames[as_usize(&synset.frames)]
    }

    fn read_synset(
        &mut self,
        line: Line<'a>,
        part_of_speech: PartOfSpeech,
        first: bool,
    ) -> Result<(), Error> {
        let (before, gloss) = line.text.split_once('|').unwrap_or((line.text, ""));
        let mut fields = Fields::new(line, before);
        let address = fields.text("the address of a synset, eight digits")?;
        let Some(offset) = address_of(address) else {
            let foreign = Error::at_line(&line, ErrorKind::Foreign);
            let expected = "the address of a synset, eight digits";
            return Err(if first { foreign } else { fields.unexpected(expected, address) });
        };
        if offset as usize != line.offset {
            return Err(Error::at_line(&line, ErrorKind::Moved { stated: u64::from(offset) }));
        }
        let source_file = fields.number("the number of a lexicographers' file", 10, 99)? as u8;
        let letter = fields.text("a type of synset")?;
        if PartOfSpeech::from_letter(letter) != Some(part_of_speech) {
            return Err(fields.unexpected("the type of synset that this file is for", letter));
        }
        let words = self.read_words(&mut fields)?;
        let pointers = self.read_pointers(&mut fields, words.len())?;
        let frames = self.read_frames(&mut fields, part_of_speech, words.len())?;
        fields.end()?;
        if !line.text.contains('|') {
            return Err(fields.unexpected("`|` and a gloss", ""));
        }
        let (satellite, line) = (letter == "s", line.number as u32);
        let gloss = gloss.trim();
        self.synsets.push(Synset {
            part_of_speech,
            satellite,
            source_file,
            offset,
            line,
            words,
            pointers,
            frames,
            gloss,
        });
        Ok(())
    }

    fn read_words(&mut self, fields: &mut Fields<'a>) -> Result<Range<u32>, Error> {
        let start = self.words.len();
        let count = fields.number("how many words there are, two hexadecimal digits", 16, 255)?;
        if count == 0 {
            return Err(fields.unexpected("at least one word", "00"));
        }
        for _ in 0..count {
            let (lemma, position) = split_position(fields.text("a word")?);
            if is_blank(lemma) {
                return Err(fields.unexpected("a word", lemma));
            }
            let lexical_id = fields.number("a lexical id, one hexadecimal digit", 16, 15)? as u8;
            self.words.push(Word { lemma, lexical_id, position });
        }
        Ok(start as u32..self.words.len() as u32)
    }

    fn read_pointers(&mut self, fields: &mut Fields<'a>, words: usize) -> Result<Range<u32>, Error> {
        let start = self.pointers.len();
        for _ in 0..fields.number("how many pointers there are, three digits", 10, 999)? {
            let symbol = fields.text("a type of pointer")?;
            let kind = PointerType::from_symbol(symbol)
                .ok_or_else(|| fields.unexpected("one of the 26 types of pointer", symbol))?;
            let address = fields.text("the address of a synset, eight digits")?;
            let offset = address_of(address)
                .ok_or_else(|| fields.unexpected("the address of a synset, eight digits", address))?;
            let letter = fields.text("a part of speech")?;
            let part_of_speech = PartOfSpeech::from_letter(letter)
                .ok_or_else(|| fields.unexpected("a part of speech", letter))?;
            let ends = fields.text("source and target word, four hexadecimal digits")?;
            let (source, target) = ends.split_at_checked(2).unwrap_or(("", ""));
            let source_word =
                fields.number_in(source, "a source word of this synset", 16, words as u32)? as u8;
            let target_word = fields.number_in(target, "a target word", 16, 255)? as u8;
            if (source_word == 0) != (target_word == 0) {
                return Err(fields.unexpected("both a source and a target word, or none", ends));
            }
            self.pointers.push(Pointer { kind, target: (part_of_speech, offset), source_word, target_word });
        }
        Ok(start as u32..self.pointers.len() as u32)
    }

    fn read_frames(
        &mut self,
        fields: &mut Fields<'a>,
        part_of_speech: PartOfSpeech,
        words: usize,
    ) -> Result<Range<u32>, Error> {
        let start = self.frames.len();
        // A verb without any frame may leave out even the count.
        if part_of_speech == PartOfSpeech::Verb
            && let Some(count) = fields.optional()
        {
            for _ in 0..fields.number_in(count, "how many verb frames there are", 10, 99)? {
                let plus = fields.text("`+` before a verb frame")?;
                if plus != "+" {
                    return Err(fields.unexpected("`+` before a verb frame", plus));
                }
                let frame = fields.number("the number of a verb frame", 10, 99)? as u8;
                let word = fields.number("a word of this synset", 16, words as u32)? as u8;
                self.frames.push(FrameUse { frame, word });
            }
        }
        Ok(start as u32..self.frames.len() as u32)
    }
}

/// The number in an address of exactly eight digits.
pub(super) fn address_of(text: &str) -> Option<u32> {
    let digits = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// Whether nothing is left of a word when underscores are read as spaces.
pub(super) fn is_blank(lemma: &str) -> bool {
    lemma.chars().all(|character| character == '_' || character.is_whitespace())
}

/// Takes the marker off an adjective that says where it may stand.
fn split_position(word: &str) -> (&str, Option<&str>) {
    let markers = [("(p)", "p"), ("(a)", "a"), ("(ip)", "ip")];
    let found = markers.iter().find_map(|&(marker, position)| Some((word.strip_suffix(marker)?, position)));
    found.map_or((word, None), |(lemma, position)| (lemma, Some(position)))
}

pub(super) fn as_usize(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}
