//! A small WordNet of invented words, and the real one where it is installed.

use super::*;
use expect_test::{Expect, expect};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Synsets of the invented WordNet. `<name>` stands for the address of the synset that line starts with.
const SYNSETS: [(&str, &str); 4] = [
    (
        "noun",
        "thing 03 n 01 blap 0 002 ~ <animal> n 0000 ~ <plant> n 0000 | any blap at all\n\
         animal 05 n 02 zorn 0 zorn_vulp 0 004 @ <thing> n 0000 ~ <dog> n 0000 + <run> v 0101 = <hot> a 0000 | a blap; \"it zorns\"\n\
         dog 05 n 01 d'orn 0 002 @ <animal> n 0000 #m <pack> n 0000 | back\\slash\n\
         plant 20 n 01 Zorn 1 001 @ <thing> n 0000 | other zorn\n\
         pack 14 n 01 prib 0 002 %m <dog> n 0000 ~i <fido> n 0000 | many\n\
         fido 18 n 01 Fib 0 001 @i <pack> n 0000 | one\n",
    ),
    (
        "verb",
        "run 38 v 02 zorn 0 quib 0 003 + <animal> n 0101 @ <stir> v 0000 ^ <stir> v 0201 02 + 08 00 + 02 02 | run\n\
         stir 38 v 01 stib 0 002 ~ <run> v 0000 @ <run> v 0000 00 | circle\n",
    ),
    (
        "adj",
        "hot 00 a 01 hib 0 003 ! <cold> a 0101 & <warm> a 0000 = <animal> n 0000 | hib\n\
         cold 00 a 01 hub(p) 1 000 | cold\n\
         warm 00 s 01 heb(ip) 2 001 & <hot> a 0000 | warm\n",
    ),
    ("adv", "hotly 02 r 01 hibly 0 001 \\ <hot> a 0101 | hotly\n"),
];

const INDEXES: [(&str, &str); 4] = [
    (
        "noun",
        "blap n 1 1 ~ 1 0 <thing>\nd'orn n 1 0 1 0 <dog>\nfib n 1 0 1 0 <fido>\nprib n 1 0 1 0 <pack>\n\
         zorn n 2 1 @ 2 1 <plant> <animal>\nzorn_vulp n 1 0 1 0 <animal>\n",
    ),
    ("verb", "quib v 1 0 1 0 <run>\nstib v 1 0 1 0 <stir>\nzorn v 1 0 1 0 <run>\n"),
    ("adj", "heb a 1 0 1 0 <warm>\nhib a 1 0 1 0 <hot>\nhub a 1 0 1 0 <cold>\n"),
    ("adv", "hibly r 1 0 1 0 <hotly>\n"),
];

const OTHERS: [(&str, &str); 8] = [
    ("frames.vrb", "2  Somebody ----s\n8  Somebody ----s something\n"),
    ("noun.exc", "zirn zorn prib\nzurn zorn\nzurn zorn\n"),
    ("verb.exc", "zarn zorn\n"),
    ("adj.exc", ""),
    ("adv.exc", ""),
    ("cntlist.rev", "gone%1:05:00:: 1 4\nheb%5:00:02:hib:00 1 9\nzorn%1:05:00:: 2 7\n"),
    ("sents.vrb", "1 They %s it\n2 They %s\n"),
    ("sentidx.vrb", "quib%2:38:00:: 1,2\n"),
];

const NOTICE: &str = "  1 Use it freely.  \n  2   \n";

/// The invented WordNet, laid out so that every address is true.
fn fixture() -> Files {
    let mut addresses = Vec::new();
    for (_, lines) in SYNSETS {
        let mut offset = NOTICE.len();
        for line in lines.lines() {
            let (name, rest) = line.split_once(' ').unwrap();
            addresses.push((name, offset));
            // An address in the text is eight digits, whatever the length of the name.
            let named: usize = rest.split('<').skip(1).map(|part| part.find('>').unwrap() + 2).sum();
            let pointers = rest.matches('<').count() - rest.matches("< ").count();
            offset += 8 + 1 + rest.len() - named + pointers * 8 + 1;
        }
    }
    let resolve = |text: &str| {
        let mut text = text.to_owned();
        for (name, offset) in &addresses {
            text = text.replace(&format!("<{name}>"), &format!("{offset:08}"));
        }
        text
    };
    let mut files = Files::new();
    for (part, lines) in SYNSETS {
        let lines = lines.lines().map(|line| {
            let (name, rest) = line.split_once(' ').unwrap();
            resolve(&format!("<{name}> {rest}\n"))
        });
        files.insert(&format!("data.{part}"), (NOTICE.to_owned() + &lines.collect::<String>()).into_bytes());
    }
    for (part, lines) in INDEXES {
        files.insert(&format!("index.{part}"), (NOTICE.to_owned() + &resolve(lines)).into_bytes());
    }
    for (name, text) in OTHERS {
        files.insert(name, text.as_bytes().to_vec());
    }
    files
}

fn check_text(detail: Detail, expected: Expect) {
    let files = fixture();
    let text = Database::parse(&files).unwrap().text(detail);
    let body = text.split_once("\nconcept ").unwrap().1;
    expected.assert_eq(&format!("concept {body}"));
}

#[test]
fn compact_text() {
    check_text(
        Detail::Compact,
        expect![[r#"
        concept blap.n.1
          en noun "blap"

        concept zorn.n.2 : blap.n.1
          en noun "zorn"/1 "zorn vulp"
          attribute hib.a.1
        sense en "zorn"@zorn.n.2
          derivation en "zorn"@zorn.v.1

        concept `d'orn.n.1` : zorn.n.2
          en noun "d'orn"
          member-of prib.n.1

        concept zorn.n.1 : blap.n.1
          en noun "Zorn"

        concept prib.n.1
          en noun "prib"

        instance fib.n.1 : prib.n.1
          en noun "Fib"

        concept zorn.v.1 : stib.v.1
          en verb "zorn" "quib"
        sense en "quib"@zorn.v.1
          also-see en "stib"@stib.v.1

        concept stib.v.1
          hypernym zorn.v.1
          en verb "stib"

        concept hib.a.1
          en adjective "hib"
          similar-to heb.a.1
        sense en "hib"@hib.a.1
          antonym en "hub"@hub.a.1

        concept hub.a.1
          en adjective "hub" [position=predicative]

        concept heb.a.1
          en adjective "heb" [position=postnominal]

        concept hibly.r.1
          en adverb "hibly"
        sense en "hibly"@hibly.r.1
          pertains-to en "hib"@hib.a.1

        word en "prib" noun
          form "zirn"

        word en "zorn" noun
          form "zirn"
          form "zurn"

        word en "zorn" verb
          form "zarn"
    "#]],
    );
}

#[test]
fn full_text() {
    check_text(
        Detail::Full,
        expect![[r#"
        concept verb-frame
        concept verb-sentence
        concept verb-frame.2 : verb-frame
          gloss "Somebody ----s"
        concept verb-frame.8 : verb-frame
          gloss "Somebody ----s something"
        concept verb-sentence.1 : verb-sentence
          gloss "They %s it"
        concept verb-sentence.2 : verb-sentence
          gloss "They %s"

        concept blap.n.1
          en noun "blap"
          gloss "any blap at all"
        sense en "blap"@blap.n.1
          key "blap%1:03:00::"

        concept zorn.n.2 : blap.n.1
          en noun "zorn"/1 "zorn vulp"
          attribute hib.a.1
          gloss "a blap; \"it zorns\""
        sense en "zorn"@zorn.n.2
          key "zorn%1:05:00::"
          count 7
          derivation en "zorn"@zorn.v.1
        sense en "zorn vulp"@zorn.n.2
          key "zorn_vulp%1:05:00::"

        concept `d'orn.n.1` : zorn.n.2
          en noun "d'orn"
          member-of prib.n.1
          gloss "back\\slash"
        sense en "d'orn"@`d'orn.n.1`
          key "d'orn%1:05:00::"

        concept zorn.n.1 : blap.n.1
          en noun "Zorn"
          gloss "other zorn"
        sense en "Zorn"@zorn.n.1
          key "zorn%1:20:01::"

        concept prib.n.1
          en noun "prib"
          gloss "many"
        sense en "prib"@prib.n.1
          key "prib%1:14:00::"

        instance fib.n.1 : prib.n.1
          en noun "Fib"
          gloss "one"
        sense en "Fib"@fib.n.1
          key "fib%1:18:00::"

        concept zorn.v.1 : stib.v.1
          en verb "zorn" "quib"
          fits-frame verb-frame.8
          gloss "run"
        sense en "zorn"@zorn.v.1
          key "zorn%2:38:00::"
        sense en "quib"@zorn.v.1
          key "quib%2:38:00::"
          fits-frame verb-frame.2
          fits-sentence verb-sentence.1, verb-sentence.2
          also-see en "stib"@stib.v.1

        concept stib.v.1
          hypernym zorn.v.1
          en verb "stib"
          gloss "circle"
        sense en "stib"@stib.v.1
          key "stib%2:38:00::"

        concept hib.a.1
          en adjective "hib"
          similar-to heb.a.1
          gloss "hib"
        sense en "hib"@hib.a.1
          key "hib%3:00:00::"
          antonym en "hub"@hub.a.1

        concept hub.a.1
          en adjective "hub" [position=predicative]
          gloss "cold"
        sense en "hub"@hub.a.1
          key "hub%3:00:01::"

        concept heb.a.1
          en adjective "heb" [position=postnominal]
          gloss "warm"
        sense en "heb"@heb.a.1
          key "heb%5:00:02:hib:00"
          count 9

        concept hibly.r.1
          en adverb "hibly"
          gloss "hotly"
        sense en "hibly"@hibly.r.1
          key "hibly%4:02:00::"
          pertains-to en "hib"@hib.a.1

        word en "prib" noun
          form "zirn"

        word en "zorn" noun
          form "zirn"
          form "zurn"

        word en "zorn" verb
          form "zarn"
    "#]],
    );
}

#[test]
fn report() {
    let files = fixture();
    expect![[r#"
                                                    noun      verb adjective    adverb       all
        synsets                                        6         2         3         1        12
          of these satellites                          0         0         1         0         1
          of these instances                           1         0         0         0         1
        senses                                         7         3         3         1        14
        words                                          6         3         3         1        13
        lines of inflection exceptions                 3         1         0         0         4
        pairs of form and base form                    4         1         0         0         5
        !  antonym                                     0         0         1         0         1
        @  hypernym                                    3         2         0         0         5
        @i instance hypernym                           1         0         0         0         1
        ~  hyponym                                     3         1         0         0         4
        ~i instance hyponym                            1         0         0         0         1
        #m member holonym                              1         0         0         0         1
        %m member meronym                              1         0         0         0         1
        =  attribute                                   1         0         1         0         2
        +  derivationally related form                 1         1         0         0         2
        ^  also see                                    0         1         0         0         1
        &  similar to                                  0         0         2         0         2
        \  pertainym, or adjective of an adverb         0         0         0         1         1
        12 types of pointer, 22 pointers, 13 facts
        0 pointers repeat another one
        1 pointers `!` (antonym) are not answered from the other end
        1 pointers `@` (hypernym) are not answered from the other end
        1 hypernyms lead in a circle
        2 verb frames, 2 uses
        2 example sentences, 2 uses
        2 of 3 counts in tagged texts belong to a sense of this release"#]]
    .assert_eq(&Database::parse(&files).unwrap().counts().to_string());
}

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

    /// Whatever is done to a file, there is an answer: a database that can be written, or an error with a code.
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
                1 => bytes.insert(place, b" 0123456789abcdefn@~|\n"[usize::from(byte) % 22]),
                2 => bytes[place] = b" 0123456789abcdefn@~|\n"[usize::from(byte) % 22],
                _ => bytes.truncate(place),
            }
        }
        files.insert(name, bytes);
        match Database::parse(&files) {
            Ok(database) => {
                database.text(Detail::Compact);
                database.text(Detail::Full);
                database.counts().to_string();
            }
            Err(error) => prop_assert!(error.to_string().starts_with(error.code())),
        }
    }
}

/// The installed WordNet; tests that need it say so when there is none.
fn installed() -> Option<Files> {
    let directory = std::env::var("QUILLIAN_WORDNET").unwrap_or_else(|_| "/usr/share/wordnet".to_owned());
    match Files::read(&directory) {
        Ok(files) => Some(files),
        Err(error) => {
            eprintln!("NOT RUN: needs WordNet 3.0 in {directory} (or set QUILLIAN_WORDNET): {error}");
            None
        }
    }
}

/// Counts by the plainest possible scan, sharing no code with the importer.
#[test]
fn counts_match_the_installed_files() {
    let Some(files) = installed() else { return };
    let database = Database::parse(&files).unwrap();
    let counts = database.counts();
    let text_of = |name: &str| String::from_utf8(files.get(name).unwrap().to_vec()).unwrap();
    for (place, part) in ["noun", "verb", "adj", "adv"].into_iter().enumerate() {
        let (mut synsets, mut satellites, mut instances, mut senses) = (0, 0, 0, 0);
        let mut pointers = std::collections::BTreeMap::<String, (u32, u32)>::new();
        for line in text_of(&format!("data.{part}")).lines().filter(|line| !line.starts_with("  ")) {
            let fields: Vec<&str> = line.split(" | ").next().unwrap().split(' ').collect();
            let words = usize::from_str_radix(fields[3], 16).unwrap();
            let start = 4 + 2 * words;
            synsets += 1;
            senses += words as u32;
            satellites += u32::from(fields[2] == "s");
            let mut symbols = BTreeSet::new();
            for pointer in fields[start + 1..].chunks(4).take(fields[start].parse().unwrap()) {
                let count = pointers.entry(pointer[0].to_owned()).or_default();
                count.0 += 1;
                count.1 += u32::from(pointer[3] != "0000");
                symbols.insert(pointer[0]);
            }
            instances += u32::from(symbols.contains("@i"));
        }
        let ours = counts.parts_of_speech[place];
        assert_eq!(
            (ours.synsets, ours.satellites, ours.instances, ours.senses),
            (synsets, satellites, instances, senses),
            "{part}"
        );
        let lemmas = text_of(&format!("index.{part}")).lines().filter(|line| !line.starts_with("  ")).count();
        assert_eq!(ours.lemmas as usize, lemmas, "{part}");
        let exceptions = text_of(&format!("{part}.exc"));
        assert_eq!(ours.exception_lines as usize, exceptions.lines().count(), "{part}");
        let pairs: usize = exceptions.lines().map(|line| line.split(' ').count() - 1).sum();
        assert_eq!(ours.exceptions as usize, pairs, "{part}");
        for (symbol, (all, lexical)) in pointers {
            let kind = PointerType::ALL.into_iter().find(|kind| kind.symbol() == symbol).unwrap();
            let ours = counts.pointers[&(PartOfSpeech::ALL[place], kind)];
            assert_eq!((ours.all, ours.lexical), (all, lexical), "{part} {symbol}");
        }
    }
    assert_eq!((counts.synsets(), counts.senses(), counts.pointer_types()), (117_659, 206_978, 26));
    assert_eq!((counts.pointers(), counts.exception_lines()), (377_592, 5_952));
    assert_eq!(counts.tag_counts as usize, text_of("cntlist.rev").lines().count());
    expect![[r#"
                                                    noun      verb adjective    adverb       all
        synsets                                    82115     13767     18156      3621    117659
          of these satellites                          0         0     10693         0     10693
          of these instances                        7730         0         0         0      7730
        senses                                    146347     25047     30004      5580    206978
        words                                     117798     11529     21479      4481    155287
        lines of inflection exceptions              2054      2401      1490         7      5952
        pairs of form and base form                 2126      2427      1493         7      6053
        !  antonym                                  2152      1093      4024       710      7979
        @  hypernym                                75850     13239         0         0     89089
        @i instance hypernym                        8577         0         0         0      8577
        ~  hyponym                                 75850     13239         0         0     89089
        ~i instance hyponym                         8577         0         0         0      8577
        #m member holonym                          12293         0         0         0     12293
        #s substance holonym                         797         0         0         0       797
        #p part holonym                             9097         0         0         0      9097
        %m member meronym                          12293         0         0         0     12293
        %s substance meronym                         797         0         0         0       797
        %p part meronym                             9097         0         0         0      9097
        =  attribute                                 639         0       639         0      1278
        +  derivationally related form             37250     23134     14332         1     74717
        ;c domain, topic                            4253      1258      1106        37      6654
        -c member of topic domain                   6654         0         0         0      6654
        ;r domain, region                           1283         2        74         1      1360
        -r member of region domain                  1360         0         0         0      1360
        ;u domain, usage                            1066        17       221        72      1376
        -u member of usage domain                   1376         0         0         0      1376
        *  entailment                                  0       408         0         0       408
        >  cause                                       0       220         0         0       220
        ^  also see                                    0       587      2685         0      3272
        $  verb group                                  0      1750         0         0      1750
        &  similar to                                  0         0     21386         0     21386
        <  participle of verb                          0         0        73         0        73
        \  pertainym, or adjective of an adverb         0         0      4801      3222      8023
        26 types of pointer, 377592 pointers, 194849 facts
        9 pointers repeat another one
        5 pointers `!` (antonym) are not answered from the other end
        113 pointers `+` (derivationally related form) are not answered from the other end
        35 verb frames, 21649 uses
        170 example sentences, 3994 uses
        35395 of 37387 counts in tagged texts belong to a sense of this release"#]]
    .assert_eq(&counts.to_string());
}

/// The text has every synset, sense and exception, and is the same each time.
#[test]
fn text_has_everything_the_installed_files_have() {
    let Some(files) = installed() else { return };
    let database = Database::parse(&files).unwrap();
    let counts = database.counts();
    for detail in [Detail::Compact, Detail::Full] {
        let text = database.text(detail);
        assert_eq!(text, Database::parse(&files).unwrap().text(detail));
        let starting = |start: &str| text.lines().filter(|line| line.starts_with(start)).count() as u32;
        let further = if detail == Detail::Full { 2 + counts.frames + counts.sentences } else { 0 };
        assert_eq!(starting("concept ") + starting("instance "), counts.synsets() + further);
        let quotes: usize =
            text.lines().filter(|line| line.starts_with("  en ")).map(|line| line.matches('"').count()).sum();
        assert_eq!(quotes as u32, 2 * counts.senses());
    }
}
