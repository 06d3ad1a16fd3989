//! The lexicon of the memory that the program carries.

use expect_test::{Expect, expect};
use quillian_lexicon::{Definition, Lexicon, attach};
use quillian_network::Base;
use std::sync::LazyLock;

static MEMORY: LazyLock<Base> = LazyLock::new(|| attach(&quillian_embedded::memory()).unwrap());

fn check(spelling: &str, expected: Expect) {
    let lexicon = Lexicon::of(&MEMORY).unwrap();
    let definition = lexicon.definition(spelling);
    let mut names: Vec<_> = lexicon.names_of(definition).collect();
    names.extend(definition.has(Definition::NAME).then_some("(name)"));
    expected.assert_eq(&names.join(" "));
}

#[test]
fn bits_of_words() {
    check("London", expect!["noun person-word place-word en (name)"]);
    check("Monday", expect!["noun time-word en"]);
    check("seven", expect!["adjective noun number-word en"]);
    check("dogs", expect![""]);
    check("children", expect!["noun person-word en"]);
    check("quickly", expect!["adverb en"]);
    check("NATO", expect!["noun group-word en"]);
    check("ice cream", expect!["noun en"]);
    check("Lincoln", expect!["noun animal-word person-word place-word en (name)"]);
}

/// The ending that an unknown word shares with known ones, and the bits that half of those have.
fn check_guess(spelling: &str, expected: Expect) {
    let lexicon = Lexicon::of(&MEMORY).unwrap();
    assert!(!lexicon.definition(spelling).is_known());
    let guess = lexicon.guess(spelling).unwrap();
    let names: Vec<_> = lexicon.names_of(guess.likely(50)).collect();
    expected.assert_eq(&format!("-{}: {}", guess.ending, names.join(" ")));
}

#[test]
fn guesses_from_endings() {
    check_guess("blorfishly", expect!["-ishly: adverb en"]);
    check_guess("trunkification", expect!["-ation: noun event-word en"]);
    check_guess("snarfless", expect!["-less: adjective en"]);
    check_guess("quuxize", expect!["-ize: verb en"]);
}

#[test]
fn every_word_of_the_memory_is_found_by_its_spelling() {
    let lexicon = Lexicon::of(&MEMORY).unwrap();
    let mut entries = 0;
    for key in lexicon.keys() {
        assert_eq!(lexicon.find(lexicon.key_text(key)), Some(key));
        for entry in lexicon.entries(key) {
            assert_eq!(lexicon.find(entry.surface), Some(key), "{}", entry.surface);
            entries += 1;
        }
    }
    let words = MEMORY.nodes_of(MEMORY.find_kind("word").unwrap()).len();
    assert_eq!(entries, words);
}
