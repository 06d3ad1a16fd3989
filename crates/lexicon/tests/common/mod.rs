//! A small memory, and every engine over it.

// Not every test file uses all of it.
#![allow(dead_code)]

use quillian_lexicon::engine::{Broadcast, Hash, ScanLexing, SortScan, UniqueBroadcast};
use quillian_lexicon::{CLASS_RELATION, Engine, Fused, Level, Lexicon, Parallel, attach};
use quillian_network::{Base, Builder};

/// A memory of words, the first of which has the bit of class 0, the second that of class 1, and so on.
pub(crate) fn memory(words: &[&str]) -> Base {
    let mut builder = Builder::new();
    let (word, concept) = (builder.kind("word").unwrap(), builder.kind("concept").unwrap());
    let means = builder.relation("means").unwrap();
    let class = builder.relation(CLASS_RELATION).unwrap();
    for (number, spelling) in words.iter().enumerate() {
        let node = builder.node(word, &format!("xx:{spelling}")).unwrap();
        let thing = builder.node(concept, &format!("thing{:02}", number % 40)).unwrap();
        let class_node = builder.node(concept, &format!("class{:02}", number % 40)).unwrap();
        builder.link(thing, class, class_node, 0);
        builder.link(node, means, thing, 0);
    }
    attach(&builder.finish().unwrap()).unwrap()
}

/// Words of many shapes and scripts.
pub(crate) const WORDS: &[&str] = &[
    "paper",
    "Paper-thin",
    "don't",
    "a",
    "I",
    "McDonald's",
    "sixteen-letters-",
    "sixteen-letterss",
    "seventeen-letterz",
    "pneumonoultramicroscopicsilicovolcanoconiosis",
    "Straße",
    "naïve",
    "été",
    "会議",
    "会",
    "議",
    "コーヒー",
    "שלום",
    "مرحبا",
    "ﬁne",
    "Ωμέγα",
    "λόγος",
    "1992",
    "x2",
    "ice cream",
    "ice cream cone",
    "New York",
    "e\u{301}tude",
    "กา",
    "\u{1f600}",
    "ab",
    "abc",
    "abcd",
    "abcdefgh",
    "abcdefghi",
];

/// Every engine that this processor can run.
pub(crate) fn engines(lexicon: Lexicon<'_>) -> Vec<Box<dyn Engine + '_>> {
    let mut engines: Vec<Box<dyn Engine + '_>> = vec![
        Box::new(Hash::new(lexicon)),
        Box::new(Broadcast::new(lexicon)),
        Box::new(UniqueBroadcast::new(lexicon)),
        Box::new(SortScan::new(lexicon)),
        Box::new(ScanLexing::new(lexicon)),
        Box::new(Parallel(Fused::new(lexicon))),
    ];
    let levels = Level::ALL.into_iter().filter_map(|level| Fused::with_level(lexicon, level));
    engines.extend(levels.map(|fused| Box::new(fused) as Box<dyn Engine + '_>));
    engines
}
