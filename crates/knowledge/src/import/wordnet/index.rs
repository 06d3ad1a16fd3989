//! The `index.*` files: which sense of a word comes first, second, third.

use super::data::{Data, Synset, address_of};
use super::error::{Error, ErrorKind};
use super::lines::{Fields, lines};
use super::pointer::PartOfSpeech;
use std::collections::HashMap;
use std::ops::Range;

/// The index of one part of speech.
pub(super) struct Index<'a> {
    file: &'a str,
    lemmas: HashMap<&'a str, Entry>,
    /// The addresses of the senses of all words, and whether the data files have them.
    senses: Vec<(u32, bool)>,
}

struct Entry {
    senses: Range<usize>,
    place: (usize, usize),
}

impl<'a> Index<'a> {
    pub(super) fn read(
        file: &'a str,
        bytes: &'a [u8],
        part_of_speech: PartOfSpeech,
    ) -> Result<Index<'a>, Error> {
        let mut index = Index { file, lemmas: HashMap::new(), senses: Vec::new() };
        for line in lines(file, bytes)? {
            let mut fields = Fields::new(line, line.text);
            let lemma = fields.text("a word")?;
            let letter = fields.text("a part of speech")?;
            if PartOfSpeech::from_letter(letter) != Some(part_of_speech) {
                return Err(fields.unexpected("the part of speech that this file is for", letter));
            }
            let count = fields.number("how many synsets there are", 10, 9999)?;
            for _ in 0..fields.number("how many types of pointer there are", 10, 99)? {
                fields.text("a type of pointer")?;
            }
            if fields.number("the number of senses", 10, 9999)? != count || count == 0 {
                return Err(fields.unexpected("one sense a synset, and at least one", &count.to_string()));
            }
            fields.number("the number of senses that were counted in texts", 10, 9999)?;
            let start = index.senses.len();
            for _ in 0..count {
                let address = fields.text("the address of a synset, eight digits")?;
                let offset = address_of(address)
                    .ok_or_else(|| fields.unexpected("the address of a synset, eight digits", address))?;
                index.senses.push((offset, false));
            }
            fields.end()?;
            let entry = Entry { senses: start..index.senses.len(), place: (line.number, line.offset) };
            if index.lemmas.insert(lemma, entry).is_some() {
                return Err(fields.unexpected("a word that was not listed before", lemma));
            }
        }
        if index.lemmas.is_empty() {
            return Err(Error::in_file(file, ErrorKind::Foreign));
        }
        Ok(index)
    }

    /// How many words there are, differences of case left out.
    pub(super) fn lemma_count(&self) -> u32 {
        self.lemmas.len() as u32
    }

    /// Which sense of a word a synset is, from 1.
    pub(super) fn sense_number(&mut self, lemma: &str, synset: &Synset<'_>) -> Option<u16> {
        let senses = self.lemmas.get(lemma)?.senses.clone();
        let place = self.senses[senses.clone()].iter().position(|&(offset, _)| offset == synset.offset)?;
        self.senses[senses.start + place].1 = true;
        u16::try_from(place + 1).ok()
    }

    /// An error if the index lists a sense that was never asked for: then the data do not have it.
    pub(super) fn expect_all_found(&self) -> Result<(), Error> {
        let unfound = |entry: &&Entry| self.senses[entry.senses.clone()].iter().any(|&(_, found)| !found);
        let first =
            self.lemmas.iter().filter(|(_, entry)| unfound(entry)).min_by_key(|(_, entry)| entry.place);
        let Some((lemma, entry)) = first else { return Ok(()) };
        let missing = self.senses[entry.senses.clone()].iter().find(|&&(_, found)| !found);
        let offset = missing.map_or(0, |&(offset, _)| offset);
        let kind = ErrorKind::NotInData { lemma: (*lemma).to_owned(), offset };
        Err(Error::at_place(self.file, entry.place, kind))
    }
}

/// The sense numbers of all words of the data files, in their order.
pub(super) fn sense_numbers(data: &Data<'_>, indexes: &mut [Index<'_>; 4]) -> Result<Vec<u16>, Error> {
    let mut numbers = Vec::with_capacity(data.words.len());
    for synset in &data.synsets {
        let index = &mut indexes[synset.part_of_speech as usize];
        for word in data.words_of(synset) {
            let lemma = word.lemma.to_lowercase();
            let Some(number) = index.sense_number(&lemma, synset) else {
                let file = format!("data.{}", synset.part_of_speech.file_name());
                let place = (synset.line as usize, synset.offset as usize);
                return Err(Error::at_place(&file, place, ErrorKind::NotIndexed { lemma }));
            };
            numbers.push(number);
        }
    }
    indexes.iter().try_for_each(Index::expect_all_found)?;
    Ok(numbers)
}
