//! From pointers to facts: each said once, whichever end of it the files say it from.

use super::data::Data;
use super::error::{Error, ErrorKind};
use super::pointer::{Becomes, PointerType};

/// One end of a fact: a synset, and the number of a word in it (from 1; 0 is the whole synset).
pub(super) type End = (u32, u8);

/// A pointer with its target found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fact {
    pub(super) source: End,
    pub(super) kind: PointerType,
    pub(super) target: End,
}

/// What the pointers of all synsets say.
pub(super) struct Facts {
    /// Every fact once, by source and type, those of one type in the order of the files.
    pub(super) facts: Vec<Fact>,
    /// Pointers whose other end does not point back as it should.
    pub(super) one_sided: Vec<Fact>,
    /// Pointers that repeat another one exactly.
    pub(super) repeated: Vec<Fact>,
}

impl Facts {
    pub(super) fn find(data: &Data<'_>) -> Result<Facts, Error> {
        let pointers = resolve(data)?;
        let mut sorted = pointers.clone();
        sorted.sort_unstable();
        let repeated = sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        sorted.dedup();
        let points_back = |fact: &&Fact| {
            let Some(kind) = fact.kind.inverse() else { return true };
            sorted.binary_search(&Fact { source: fact.target, kind, target: fact.source }).is_ok()
        };
        let one_sided = sorted.iter().filter(|fact| !points_back(fact)).copied().collect();

        let mut numbered: Vec<(Fact, usize)> =
            pointers.into_iter().map(canonical).enumerate().map(|(place, fact)| (fact, place)).collect();
        numbered.sort_unstable();
        numbered.dedup_by_key(|(fact, _)| *fact);
        numbered.sort_unstable_by_key(|&(fact, place)| (fact.source, fact.kind, place));
        let facts = numbered.into_iter().map(|(fact, _)| fact).collect();
        Ok(Facts { facts, one_sided, repeated })
    }

    /// The facts of one synset and its words.
    pub(super) fn of_synset(&self, synset: u32) -> &[Fact] {
        let start = self.facts.partition_point(|fact| fact.source.0 < synset);
        let end = start + self.facts[start..].partition_point(|fact| fact.source.0 == synset);
        &self.facts[start..end]
    }

    /// Parents that would make a synset its own ancestor. Taking these out leaves a hierarchy without circles.
    pub(super) fn circular(&self, synsets: usize) -> Vec<Fact> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut states = vec![State::New; synsets];
        let mut circular = Vec::new();
        for start in 0..synsets as u32 {
            if states[start as usize] != State::New {
                continue;
            }
            states[start as usize] = State::Open;
            let mut path = vec![(start, self.of_synset(start).iter())];
            while let Some((synset, rest)) = path.last_mut() {
                let Some(fact) = rest.next() else {
                    states[*synset as usize] = State::Done;
                    path.pop();
                    continue;
                };
                if !is_parent(fact) {
                    continue;
                }
                let parent = fact.target.0;
                match states[parent as usize] {
                    State::Open => circular.push(*fact),
                    State::Done => {}
                    State::New => {
                        states[parent as usize] = State::Open;
                        path.push((parent, self.of_synset(parent).iter()));
                    }
                }
            }
        }
        circular.sort_unstable();
        circular
    }
}

/// Whether a fact makes its target a parent of its source.
pub(super) fn is_parent(fact: &Fact) -> bool {
    matches!(fact.kind.becomes(), Becomes::Parent | Becomes::InstanceParent)
}

/// The form in which a fact is written, whichever end states it.
fn canonical(fact: Fact) -> Fact {
    let turned = |kind| Fact { source: fact.target, kind, target: fact.source };
    match fact.kind.becomes() {
        Becomes::InverseOf(kind) => turned(kind),
        Becomes::Symmetric(_) if fact.target < fact.source => turned(fact.kind),
        _ => fact,
    }
}

/// Finds the target of every pointer, in the order of the files.
fn resolve(data: &Data<'_>) -> Result<Vec<Fact>, Error> {
    let mut pointers = Vec::with_capacity(data.pointers.len());
    for (number, synset) in data.synsets.iter().enumerate() {
        for pointer in data.pointers_of(synset) {
            let (part_of_speech, offset) = pointer.target;
            let target = data
                .find(part_of_speech, offset)
                .filter(|&target| usize::from(pointer.target_word) <= data.synsets[target].words.len());
            let Some(target) = target else {
                let word = match pointer.target_word {
                    0 => String::new(),
                    word => format!("word {word} of "),
                };
                let target = format!("{word}synset {offset:08} of data.{}", part_of_speech.file_name());
                let file = format!("data.{}", synset.part_of_speech.file_name());
                let place = (synset.line as usize, synset.offset as usize);
                return Err(Error::at_place(&file, place, ErrorKind::NoTarget { target }));
            };
            pointers.push(Fact {
                source: (number as u32, pointer.source_word),
                kind: pointer.kind,
                target: (target as u32, pointer.target_word),
            });
        }
    }
    Ok(pointers)
}
