//! The lexicon: from raw bytes to what is known about every word in them.
//!
//! A memory has words; [`attach`] compiles them into one more section of the memory, and [`Lexicon::of`] reads it where
//! it lies. An [`Engine`] looks up all words of a text: the [`Fused`] one at the speed of memory, the others as the
//! algorithms were first written down, all with the same answer, byte for byte.
//!
//! | type | what it is |
//! |---|---|
//! | [`Lexicon`], [`Key`], [`Entry`] | keys (folded spellings), their entries (spellings as they are), and the senses of those |
//! | [`Definition`] | the bits of a word: parts of speech, classes of things, languages |
//! | [`Token`], [`tokens`] | words by their places in bytes, and the plain tokeniser that defines them |
//! | [`Engine`], [`Found`] | an algorithm that looks up a text, and what it found |
//! | [`Fused`], [`Level`] | the default engine and its instruction sets |
//! | [`engine`] | the paper's engines: broadcast, unique-words broadcast, hash, sort-scan, lexing by scan |
//! | [`Parallel`], [`pieces`] | any engine on many threads; texts of any size |
//! | [`Additions`] | words learned at run time |
//! | [`Phrases`] | entries of several words, longest first |
//! | [`finer`] | numbers, money, dates, addresses and the rest of what is not a word |
//! | [`Guess`], [`Shape`] | what an unknown word may be |
//! | [`CharacterPlaces`] | places in characters, from places in bytes |
//!
//! ```
//! use quillian_lexicon::{Engine, Found, Fused, Lexicon, attach};
//! use quillian_network::Builder;
//!
//! let mut builder = Builder::new();
//! let word = builder.kind("word")?;
//! builder.node(word, "en:paper")?;
//! let base = attach(&builder.finish()?)?;
//! let lexicon = Lexicon::of(&base)?;
//!
//! let text = b"The PAPER is superb.";
//! let mut found = Found::new();
//! Fused::new(lexicon).look_up(text, &mut found)?;
//! let known: Vec<_> = found.iter().filter(|(_, definition)| definition.is_known()).collect();
//! assert_eq!(known.len(), 1);
//! assert_eq!(known[0].0.of(text), b"PAPER");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a token is
//!
//! Every character is of one [`Class`]:
//!
//! - *letters* are letters and digits of scripts that put spaces between words;
//! - *single* characters are letters of scripts that do not (Han, Hiragana, Thai, Khmer...);
//! - *joiners* are apostrophes and hyphens, typed or typeset;
//! - *marks* are combining marks and the joiners of no width;
//! - all others, bytes that are zero among them, stand between words.
//!
//! A token is one of three things. A **word** is a letter and then, as far as they go: letters, marks, and joiners with
//! a letter directly behind (and so directly between what belongs to the word). A **single word** is one single
//! character and its marks; entries of several such characters are found as those of several words are, by the
//! longest match. A run of **broken bytes** is as many bytes as follow each other and belong to no character of
//! well-formed UTF-8; its definition is [`Definition::BROKEN`].
//!
//! A byte below 128 that is neither letter, digit nor joiner ends every token: there a text can be cut. Joiners beside
//! other joiners or at the edge of a word are not part of it.
//!
//! A word is looked up by its key, see [`fold`]: case, typography and the composition of accents do not count, anything
//! else does. The whole key is compared, never a hash alone.
//!
//! Deliberately absent: grammar, and any word of any language. Which bits there are, what belongs to them, and which
//! endings tell what is said by the memory.

mod additions;
mod character;
mod compile;
mod definition;
mod endings;
pub mod engine;
mod error;
pub mod finer;
mod image;
mod lexicon;
mod patterns;
mod perfect;
mod phrases;
mod places;
mod scan;
mod shape;
mod token;

pub use additions::Additions;
pub use character::{Class, class_of, fold};
pub use compile::{CLASS_RELATION, attach};
pub use definition::Definition;
pub use endings::{Endings, Guess, Share};
pub use engine::fused::{Fused, Level};
pub use engine::{Engine, Found, Parallel, pieces};
pub use error::Error;
pub use image::SECTION;
pub use lexicon::{Entry, Key, Lexicon};
pub use phrases::{Phrase, Phrases};
pub use places::CharacterPlaces;
pub use scan::scan;
pub use shape::{Shape, shape_of};
pub use token::{Token, Tokens, tokens};

/// Runs every engine and the finer tokeniser over a text, and panics when two engines differ: the entry for a fuzzer.
///
/// The first bytes of the text serve as a dictionary too, so that some words are known.
#[doc(hidden)]
pub fn fuzz(data: &[u8]) {
    use engine::{Broadcast, Hash, ScanLexing, SortScan, UniqueBroadcast};
    let words: Vec<&str> = tokens(&data[..data.len() / 4])
        .filter_map(|token| std::str::from_utf8(token.of(data)).ok())
        .collect();
    let Ok(base) = memory_of(&words) else { return };
    let Ok(lexicon) = Lexicon::of(&base) else { return };
    let mut engines: Vec<Box<dyn Engine + '_>> = vec![
        Box::new(Hash::new(lexicon)),
        Box::new(Broadcast::new(lexicon)),
        Box::new(UniqueBroadcast::new(lexicon)),
        Box::new(SortScan::new(lexicon)),
        Box::new(ScanLexing::new(lexicon)),
    ];
    for level in Level::ALL {
        engines
            .extend(Fused::with_level(lexicon, level).map(|fused| Box::new(fused) as Box<dyn Engine + '_>));
    }
    let mut expected = None;
    for engine in engines {
        let mut found = Found::new();
        if engine.look_up(data, &mut found).is_ok() {
            finer::units(&lexicon, data, &found);
            assert!(*expected.get_or_insert_with(|| found.copy()) == found, "{}", engine.name());
        }
    }
}

/// A memory of words and nothing else.
fn memory_of(words: &[&str]) -> Result<quillian_network::Base, Error> {
    let mut builder = quillian_network::Builder::new();
    let kind = builder.kind("word")?;
    for word in words {
        builder.node(kind, &format!("xx:{word}"))?;
    }
    attach(&builder.finish()?)
}
