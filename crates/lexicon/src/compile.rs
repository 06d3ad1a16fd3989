//! Makes the lexicon of a memory from its word nodes.

use crate::character::fold_into;
use crate::definition::Definition;
use crate::endings;
use crate::error::{Error, ErrorKind};
use crate::image::{Part, SECTION, Writer};
use crate::lexicon::long_hash;
use crate::perfect::{self, SHORT, Slot, short_key};
use crate::token::tokens;
use quillian_network::{Base, Direction, Kind, NodeId, Relation};

/// The relation that gives a concept, and all below it, a class: a bit named by the other end of the link.
pub const CLASS_RELATION: &str = "lexical-class";

/// A free place in the table of long keys.
pub(crate) const NOBODY: u32 = u32::MAX;

/// Adds the lexicon of a memory's words to it, as one more section; a lexicon it had is replaced.
///
/// The words are the nodes of kind `word`. The bits of a word are the categories of its senses and forms, the
/// classes of the concepts it may mean, and its language. Which classes there are is said by knowledge, through the
/// relation [`CLASS_RELATION`].
pub fn attach(base: &Base) -> Result<Base, Error> {
    Ok(base.with_section(SECTION, section(base)?)?)
}

/// A word of the memory on its way into the lexicon.
struct Entry {
    key: String,
    word: NodeId,
    bits: u64,
    senses: Vec<NodeId>,
}

/// The bytes of the section.
fn section(base: &Base) -> Result<Vec<u8>, Error> {
    let schema = Schema::of(base);
    let bits = Bits::of(base, &schema)?;
    let mut entries = entries(base, &schema, &bits);
    entries.sort_by(|a, b| (&a.key, a.word).cmp(&(&b.key, b.word)));
    let keys = Keys::of(&entries)?;
    let short: Vec<Slot> = (0..keys.bits.len())
        .filter_map(|number| {
            let key = short_key(keys.key(number).as_bytes()).filter(|&key| key != [0, 0])?;
            Some(Slot { key, bits: keys.bits[number], number: number as u32, unused: 0 })
        })
        .collect();
    let table = perfect::build(&short);

    let mut writer = Writer::new(table.seed);
    writer.put(Part::BitNodes, &bits.nodes);
    writer.put(Part::KeyText, keys.text.as_bytes());
    writer.put(Part::KeyStarts, &keys.starts);
    writer.put(Part::KeyBits, &keys.bits);
    writer.put(Part::KeyLongest, &keys.longest);
    writer.put(Part::EntryStarts, &keys.entries);
    writer.put(Part::EntryWords, &entries.iter().map(|entry| entry.word).collect::<Vec<_>>());
    writer.put(Part::EntryBits, &entries.iter().map(|entry| entry.bits).collect::<Vec<_>>());
    let (mut sense_starts, mut senses) = (vec![0u32], Vec::new());
    for entry in &entries {
        senses.extend_from_slice(&entry.senses);
        sense_starts.push(small(senses.len(), "senses of all words")?);
    }
    writer.put(Part::SenseStarts, &sense_starts);
    writer.put(Part::Senses, &senses);
    writer.put(Part::Pilots, &table.pilots);
    writer.put(Part::Slots, &table.slots);
    writer.put(Part::LongKeys, &keys.long_table());
    let plain =
        entries.iter().filter(|entry| !entry.key.contains(' ')).map(|entry| (&*entry.key, entry.bits));
    endings::learn(plain).write(&mut writer);
    Ok(writer.finish())
}

/// The kinds and relations of the memory that the lexicon reads; a memory may lack any of them.
struct Schema {
    word: Option<Kind>,
    category_kind: Option<Kind>,
    language_kind: Option<Kind>,
    instance: Option<Kind>,
    means: Option<Relation>,
    sense: Option<Relation>,
    category: Option<Relation>,
    surface: Option<Relation>,
    lemma: Option<Relation>,
    language: Option<Relation>,
    isa: Option<Relation>,
    class: Option<Relation>,
}

impl Schema {
    fn of(base: &Base) -> Schema {
        Schema {
            word: base.find_kind("word"),
            category_kind: base.find_kind("category"),
            language_kind: base.find_kind("language"),
            instance: base.find_kind("instance"),
            means: base.find_relation("means"),
            sense: base.find_relation("sense"),
            category: base.find_relation("category"),
            surface: base.find_relation("surface"),
            lemma: base.find_relation("lemma"),
            language: base.find_relation("language"),
            isa: base.find_relation("isa"),
            class: base.find_relation(CLASS_RELATION),
        }
    }
}

/// Where the links of one relation lead.
fn targets(
    base: &Base,
    node: NodeId,
    relation: Option<Relation>,
    direction: Direction,
) -> impl Iterator<Item = NodeId> + '_ {
    let links = relation.map_or(&[][..], |relation| base.rows(direction).row_of(node, relation));
    links.iter().map(|link| link.target())
}

/// Which bit each category, class and language has, and the bits that every node gives to the words below it.
struct Bits {
    nodes: Vec<NodeId>,
    of_node: Vec<u64>,
}

impl Bits {
    fn of(base: &Base, schema: &Schema) -> Result<Bits, Error> {
        let of_kind = |kind: Option<Kind>| {
            let mut nodes: Vec<_> = kind.into_iter().flat_map(|kind| base.nodes_of(kind)).collect();
            nodes.sort_by_key(|&node| base.name(node));
            nodes
        };
        let mut classes: Vec<_> = (0..if schema.class.is_some() { base.node_count() } else { 0 })
            .map(NodeId)
            .filter(|&node| targets(base, node, schema.class, Direction::Inverse).next().is_some())
            .collect();
        classes.sort_by_key(|&node| base.name(node));
        let nodes = [of_kind(schema.category_kind), classes.clone(), of_kind(schema.language_kind)].concat();
        if nodes.len() > Definition::GROUPS {
            let (found, limit) = (nodes.len(), Definition::GROUPS);
            return Err(Error::new(ErrorKind::TooManyBits { found, limit }));
        }
        let mut bits = Bits { nodes, of_node: vec![0; base.node_count() as usize] };
        for (bit, &node) in bits.nodes.clone().iter().enumerate() {
            let roots: Vec<_> = if classes.contains(&node) {
                targets(base, node, schema.class, Direction::Inverse).collect()
            } else {
                vec![node]
            };
            bits.spread(base, schema, 1 << bit, roots);
        }
        Ok(bits)
    }

    /// Gives a bit to some nodes and all below them.
    fn spread(&mut self, base: &Base, schema: &Schema, bit: u64, mut frontier: Vec<NodeId>) {
        while let Some(node) = frontier.pop() {
            let Some(bits) = self.of_node.get_mut(node.index()) else { continue };
            if *bits & bit == 0 {
                *bits |= bit;
                frontier.extend(targets(base, node, schema.isa, Direction::Inverse));
            }
        }
    }

    fn of_all(&self, nodes: impl Iterator<Item = NodeId>) -> u64 {
        nodes.map(|node| self.of_node.get(node.index()).copied().unwrap_or_default()).fold(0, |a, b| a | b)
    }
}

fn entries(base: &Base, schema: &Schema, bits: &Bits) -> Vec<Entry> {
    let words = schema.word.into_iter().flat_map(|kind| base.nodes_of(kind));
    words
        .filter_map(|word| {
            let surface = surface_of(base, word);
            let key = normalised(surface);
            if key.is_empty() || key.contains('\0') {
                return None;
            }
            let mut entry = Entry { key, word, bits: 0, senses: Vec::new() };
            entry.add_senses_of(base, schema, bits, word, true);
            for form in targets(base, word, schema.surface, Direction::Inverse) {
                // A form says its category itself, or it has those of the word it is a form of.
                let own = bits.of_all(targets(base, form, schema.category, Direction::Forward));
                entry.bits |= own;
                for lemma in targets(base, form, schema.lemma, Direction::Forward) {
                    entry.add_senses_of(base, schema, bits, lemma, own == 0);
                }
            }
            entry.bits |= bits.of_all(targets(base, word, schema.language, Direction::Forward));
            Some(entry)
        })
        .collect()
}

impl Entry {
    /// What a word means, cheapest first, with the bits of it.
    fn add_senses_of(&mut self, base: &Base, schema: &Schema, bits: &Bits, word: NodeId, categories: bool) {
        let links = schema.means.map_or(&[][..], |means| base.rows(Direction::Forward).row_of(word, means));
        let mut found: Vec<_> = links.iter().map(|link| (link.weight(), link.target())).collect();
        found.sort_unstable();
        for (_, concept) in found {
            self.bits |= bits.of_all(std::iter::once(concept));
            if schema.instance.is_some() && base.kind_of(concept) == schema.instance {
                self.bits |= Definition::NAME.0;
            }
            if !self.senses.contains(&concept) {
                self.senses.push(concept);
            }
        }
        if categories {
            for sense in targets(base, word, schema.sense, Direction::Forward) {
                self.bits |= bits.of_all(targets(base, sense, schema.category, Direction::Forward));
            }
        }
    }
}

/// The spelling of a word node: its name after the tag of its language.
pub(crate) fn surface_of(base: &Base, word: NodeId) -> &str {
    let name = base.name(word);
    name.split_once(':').map_or(name, |(_, surface)| surface)
}

/// The key of a spelling: folded, with one space for each stretch of white space.
pub(crate) fn normalised(surface: &str) -> String {
    let mut key = String::with_capacity(surface.len());
    for (place, piece) in surface.split_whitespace().enumerate() {
        if place > 0 {
            key.push(' ');
        }
        fold_into(piece, &mut key);
    }
    key
}

/// The first word of a key that is more than one word, and how many words it has. A key that begins with a sign is
/// found by none of its words.
pub(crate) fn opener(key: &str) -> Option<(&str, usize)> {
    let first = tokens(key.as_bytes()).next()?;
    let is_more = first.start == 0 && (first.length as usize) < key.len();
    is_more.then(|| (&key[..first.end()], tokens(key.as_bytes()).count()))
}

/// The different keys of the entries, in order, with what each says.
struct Keys {
    text: String,
    starts: Vec<u32>,
    bits: Vec<u64>,
    longest: Vec<u8>,
    entries: Vec<u32>,
}

impl Keys {
    fn of(entries: &[Entry]) -> Result<Keys, Error> {
        let mut openers: Vec<(String, u8)> = Vec::new();
        for entry in entries {
            if let Some((first, words)) = opener(&entry.key) {
                openers.push((first.to_owned(), words.min(usize::from(u8::MAX)) as u8));
            }
        }
        openers.sort_unstable();
        openers.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 = if same { kept.1.max(next.1) } else { kept.1 };
            same
        });

        let mut keys =
            Keys { text: String::new(), starts: vec![0], bits: vec![], longest: vec![], entries: vec![0] };
        let mut groups = entries.chunk_by(|a, b| a.key == b.key).peekable();
        let mut openers = openers.into_iter().peekable();
        let mut done = 0;
        loop {
            let key = match (groups.peek(), openers.peek()) {
                (None, None) => break,
                (Some(group), None) => group[0].key.clone(),
                (None, Some(opener)) => opener.0.clone(),
                (Some(group), Some(opener)) => group[0].key.clone().min(opener.0.clone()),
            };
            let mut bits = 0;
            if let Some(group) = groups.next_if(|group| group[0].key == key) {
                bits |= group.iter().fold(Definition::KNOWN.0, |bits, entry| bits | entry.bits);
                done += group.len();
            }
            let opener = openers.next_if(|opener| opener.0 == key);
            bits |= if opener.is_some() { Definition::OPENS.0 } else { 0 };
            keys.text.push_str(&key);
            keys.starts.push(small(keys.text.len(), "bytes of all keys of the lexicon")?);
            keys.bits.push(bits);
            keys.longest.push(opener.map_or(0, |opener| opener.1));
            keys.entries.push(done as u32);
        }
        Ok(keys)
    }

    fn key(&self, number: usize) -> &str {
        &self.text[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// An open-addressing table of the keys that fit no slot, at most half full.
    fn long_table(&self) -> Vec<u32> {
        let long: Vec<_> = (0..self.bits.len()).filter(|&number| self.key(number).len() > SHORT).collect();
        let mut table = vec![NOBODY; (long.len() * 2 + 2).next_power_of_two()];
        let mask = table.len() - 1;
        for number in long {
            let mut place = long_hash(self.key(number).as_bytes()) as usize & mask;
            while table[place] != NOBODY {
                place = (place + 1) & mask;
            }
            table[place] = number as u32;
        }
        table
    }
}

fn small(length: usize, what: &'static str) -> Result<u32, Error> {
    u32::try_from(length).map_err(|_| {
        Error::new(ErrorKind::TooLarge { what, found: length as u64, limit: u64::from(u32::MAX) })
    })
}
