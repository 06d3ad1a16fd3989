//! What is wrong with a file: place and next step, never a panic.

use super::fixture::fixture;
use super::mistakes;
use crate::import::wordnet::{Database, Detail, Files};
use expect_test::{Expect, expect};
use proptest::prelude::*;

/// Replaces text in one file of the invented WordNet and expects this error.
fn check_error(file: &str, from: &str, to: &str, expected: Expect) {
    let mut files = fixture();
    let before = String::from_utf8(files.get(file).unwrap().to_vec()).unwrap();
    let after = before.replacen(from, to, 1);
    assert_ne!(before, after, "the fixture has no `{from}` in {file}");
    files.insert(file, after.into_bytes());
    match Database::parse(&files) {
        Ok(_) => panic!("no error for `{to}` in {file}"),
        Err(error) => expected.assert_eq(&error.to_string()),
    }
}

#[test]
fn errors_have_a_place_and_a_next_step() {
    check_error(
        "data.noun",
        "00000",
        "hello",
        expect![
            "W004: data.noun:3 (byte 28): this is not a WordNet database file; give a directory in the Princeton 3.0 format"
        ],
    );
    check_error(
        "data.noun",
        "n 01 blap",
        "n 99 blap",
        expect![
            "W006: data.noun:3 (byte 28): expected a lexical id, one hexadecimal digit, found `~`; copy the file again"
        ],
    );
    check_error(
        "data.noun",
        "n 01 blap",
        "n 00 blap",
        expect!["W006: data.noun:3 (byte 28): expected at least one word, found `00`; copy the file again"],
    );
    check_error(
        "data.noun",
        "n 01 blap",
        "v 01 blap",
        expect![
            "W006: data.noun:3 (byte 28): expected the type of synset that this file is for, found `v`; copy the file again"
        ],
    );
    check_error(
        "data.noun",
        " ~ ",
        " ? ",
        expect![
            "W006: data.noun:3 (byte 28): expected one of the 26 types of pointer, found `?`; copy the file again"
        ],
    );
    check_error(
        "data.noun",
        "n 0000",
        "n 9900",
        expect![
            "W006: data.noun:3 (byte 28): expected a source word of this synset, found `99`; copy the file again"
        ],
    );
    check_error(
        "data.noun",
        "n 0000",
        "n 00é",
        expect!["W006: data.noun:3 (byte 28): expected a target word, found `é`; copy the file again"],
    );
    check_error(
        "data.noun",
        "n 0000",
        "n 0100",
        expect![
            "W006: data.noun:3 (byte 28): expected both a source and a target word, or none, found `0100`; copy the file again"
        ],
    );
    check_error(
        "data.noun",
        "v 0101",
        "v 01ff",
        expect![
            "W008: data.noun:4 (byte 110): a pointer leads to word 255 of synset 00000028 of data.verb, which does not exist; take all files from the same release"
        ],
    );
    check_error(
        "data.noun",
        " n 0000 | any",
        " r 0000 | any",
        expect![
            "W008: data.noun:3 (byte 28): a pointer leads to synset 00000322 of data.adv, which does not exist; take all files from the same release"
        ],
    );
    check_error(
        "data.noun",
        " | any",
        " / any",
        expect!["W006: data.noun:3 (byte 28): expected the end of the line, found `/`; copy the file again"],
    );
    check_error(
        "data.noun",
        "any blap",
        "any blaap",
        expect![
            "W007: data.noun:4 (byte 111): this line says that it starts at byte 110; something before it was changed, or line ends were converted: copy the file again, as binary"
        ],
    );
    check_error(
        "data.noun",
        "| one\n",
        "| one",
        expect!["W005: data.noun:8 (byte 454): the last line is cut short; copy the file again"],
    );
    check_error(
        "data.verb",
        "+ 08 00",
        "+ 36 00",
        expect![
            "W008: frames.vrb: a pointer leads to verb frame 36, which does not exist; take all files from the same release"
        ],
    );
    check_error(
        "data.verb",
        "+ 08 00",
        "- 08 00",
        expect![
            "W006: data.verb:3 (byte 28): expected `+` before a verb frame, found `-`; copy the file again"
        ],
    );
    check_error(
        "data.adj",
        "hib 0",
        "hob 0",
        expect![
            "W009: data.adj:3 (byte 28): the index does not list `hob` with this synset; take all files from the same release"
        ],
    );
    check_error(
        "index.noun",
        "fib n",
        "fab n",
        expect![
            "W009: data.noun:8 (byte 454): the index does not list `fib` with this synset; take all files from the same release"
        ],
    );
    check_error(
        "index.noun",
        "fib n 1",
        "fib n 2",
        expect![
            "W006: index.noun:5 (byte 79): expected one sense a synset, and at least one, found `2`; copy the file again"
        ],
    );
    check_error(
        "index.noun",
        "prib n",
        "fib n",
        expect![
            "W006: index.noun:6 (byte 102): expected a word that was not listed before, found `fib`; copy the file again"
        ],
    );
    check_error(
        "index.adj",
        "heb a 1 0 1 0 ",
        "hab a 1 0 1 0 ",
        expect![
            "W009: data.adj:5 (byte 152): the index does not list `heb` with this synset; take all files from the same release"
        ],
    );
    check_error(
        "noun.exc",
        "zirn zorn prib",
        "zirn",
        expect!["W006: noun.exc:1 (byte 0): expected a base form, and the line ends; copy the file again"],
    );
    check_error(
        "cntlist.rev",
        "1 9",
        "1 nine",
        expect!["W006: cntlist.rev:2 (byte 19): expected a count, found `nine`; copy the file again"],
    );
    check_error(
        "sents.vrb",
        "1 They",
        "They",
        expect!["W006: sents.vrb:1 (byte 0): expected a number, found `They`; copy the file again"],
    );
    check_error(
        "sents.vrb",
        "2 They",
        "1 They",
        expect![
            "W006: sents.vrb:2 (byte 13): expected a number that was not given before, found `1`; copy the file again"
        ],
    );
    check_error(
        "noun.exc",
        "zirn",
        "__",
        expect![
            "W006: noun.exc:1 (byte 0): expected a form and a base form, found `__ zorn prib`; copy the file again"
        ],
    );
    check_error(
        "sentidx.vrb",
        "1,2",
        "1,3",
        expect![
            "W008: sentidx.vrb: a pointer leads to example sentence 3, which does not exist; take all files from the same release"
        ],
    );
    check_error(
        "sentidx.vrb",
        "quib",
        "quob",
        expect![
            "W008: sentidx.vrb: a pointer leads to sense `quob%2:38:00::`, which does not exist; take all files from the same release"
        ],
    );
}

#[test]
fn a_missing_file_is_named() {
    for (name, required) in Files::names() {
        let mut files = Files::new();
        for (other, _) in Files::names().filter(|(other, _)| *other != name) {
            if let Some(bytes) = fixture().get(&other) {
                files.insert(&other, bytes.to_vec());
            }
        }
        match Database::parse(&files) {
            Ok(_) => assert!(!required),
            Err(error) if name == "sents.vrb" => {
                assert_eq!((error.code(), error.file()), ("W008", "sentidx.vrb"))
            }
            Err(error) => assert_eq!((error.code(), error.file()), ("W002", name.as_str())),
        }
    }
    let nowhere = std::env::temp_dir().join("quillian-no-such-directory");
    assert_eq!(Files::read(nowhere).unwrap_err().code(), "W001");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is done to a file, there is an answer: a database whose text compiles, or an error with a code.
    #[test]
    fn altered_files_never_panic(
        file in 0..16usize,
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 1..6),
    ) {
        let mut files = fixture();
        let names: Vec<String> = Files::names().map(|(name, _)| name).filter(|name| files.get(name).is_some()).collect();
        let name = &names[file % names.len()];
        let mut bytes = files.get(name).unwrap().to_vec();
        for (place, byte, edit) in edits {
            if bytes.is_empty() {
                bytes.push(byte);
                continue;
            }
            let place = place.index(bytes.len());
            match edit {
                0 => bytes[place] = byte,
                1 => bytes.insert(place, b" 0123456789abcdefn@~|\n_`\""[usize::from(byte) % 25]),
                2 => bytes[place] = b" 0123456789abcdefn@~|\n_`\""[usize::from(byte) % 25],
                _ => bytes.truncate(place),
            }
        }
        files.insert(name, bytes);
        match Database::parse(&files) {
            Ok(database) => {
                prop_assert_eq!(mistakes(&database.text(Detail::Compact)), "");
                prop_assert_eq!(mistakes(&database.text(Detail::Full)), "");
                database.counts().to_string();
            }
            Err(error) => prop_assert!(error.to_string().starts_with(error.code())),
        }
    }
}
