//! One table of texts for all engines: the answers are equal, byte for byte.

mod common;

use common::{WORDS, engines, memory};
use proptest::prelude::*;
use quillian_lexicon::{Additions, Definition, Found, Lexicon};
use std::sync::LazyLock;

static MEMORY: LazyLock<quillian_network::Base> = LazyLock::new(|| memory(WORDS));

static ADDITIONS: LazyLock<Additions> = LazyLock::new(|| {
    let mut additions = Additions::new();
    additions.add("Uzi", Definition(1 << 50));
    additions.add("paper", Definition(1 << 51));
    additions.add("a-rather-long-new-word", Definition(1 << 52));
    additions.add("größe", Definition(1 << 53));
    additions
});

/// Every engine finds the same, with and without additions. What the first one found is given back.
fn found(text: &[u8]) -> Found {
    let lexicon = Lexicon::of(&MEMORY).unwrap();
    let mut plain = None;
    for lexicon in [lexicon, lexicon.with(&ADDITIONS)] {
        let mut expected: Option<Found> = None;
        for engine in engines(lexicon) {
            let mut found = Found::new();
            engine.look_up(text, &mut found).unwrap();
            assert_eq!(found.tokens.len(), found.definitions.len());
            match &expected {
                None => expected = Some(found),
                Some(expected) => {
                    assert_eq!(
                        *expected,
                        found,
                        "{} on {:?}",
                        engine.name(),
                        text.escape_ascii().to_string()
                    );
                }
            }
        }
        plain = plain.or(expected);
    }
    plain.unwrap()
}

/// Each token, and after it `+` when it is known, `?` when it is not, `!` when it is not UTF-8.
fn check(text: impl AsRef<[u8]>, expected: &str) {
    let text = text.as_ref();
    let found = found(text);
    let shown = found.iter().map(|(token, definition)| {
        let mark = match definition {
            _ if definition.has(Definition::BROKEN) => '!',
            _ if definition.is_known() => '+',
            _ => '?',
        };
        format!("{}{mark}", String::from_utf8_lossy(token.of(text)))
    });
    assert_eq!(shown.collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn words_and_joiners() {
    check("", "");
    check(" .,;\n", "");
    check("paper", "paper+");
    check("Paper PAPER pApEr papers", "Paper+ PAPER+ pApEr+ papers?");
    check("(paper-thin) paper--thin -paper- 'paper'", "paper-thin+ paper+ thin? paper+ paper+");
    check("Don't don\u{2019}t don''t", "Don't+ don\u{2019}t+ don? t?");
    check("paper\u{2010}thin paper\u{2011}thin", "paper\u{2010}thin+ paper\u{2011}thin+");
    check("MCDONALD'S I a_a 1992x2 x2", "MCDONALD'S+ I+ a+ a+ 1992x2? x2+");
    check("a\0a", "a+ a+");
}

#[test]
fn keys_around_the_length_of_a_slot() {
    check("abcdefgh ABCDEFGHI abcdefg", "abcdefgh+ ABCDEFGHI+ abcdefg?");
    check("sixteen-letterss sixteen-letter", "sixteen-letterss+ sixteen-letter?");
    check("seventeen-letterz seventeen-letters", "seventeen-letterz+ seventeen-letters?");
    let long = "Pneumonoultramicroscopicsilicovolcanoconiosis";
    check(format!("{long} {long}x"), &format!("{long}+ {long}x?"));
}

#[test]
fn other_scripts() {
    check("STRASSE straße Na\u{ef}ve nai\u{308}ve", "STRASSE+ straße+ Na\u{ef}ve+ nai\u{308}ve+");
    check("É\u{301}té été Étude e\u{301}tude", "É\u{301}té? été+ Étude+ e\u{301}tude+");
    check("会議です。", "会+ 議+ で? す?");
    check("コーヒー、ｱ", "コーヒー+ ｱ?");
    check("שלום עולם", "שלום+ עולם?");
    check("fine ﬁne FINE", "fine+ ﬁne+ FINE+");
    check("ΩΜΈΓΑ λόγοΣ λόγος", "ΩΜΈΓΑ+ λόγοΣ+ λόγος+");
    check("กา กิ", "ก? า? กิ?");
    check("\u{1f600} paper\u{1f600}paper", "paper+ paper+");
    check("x\u{301}y \u{301}a 会\u{fe0f}議", "x\u{301}y? a+ 会\u{fe0f}? 議+");
    check("paper\u{a0}paper\u{2014}paper\u{201c}a\u{201d}", "paper+ paper+ paper+ a+");
    check("a-会 会-a a-\u{301}b", "a+ 会+ 会+ a+ a+ b?");
}

#[test]
fn bytes_that_are_not_utf8() {
    check(b"\xff", "\u{fffd}!");
    check(b"a\xff\xfea\xc3", "a+ \u{fffd}\u{fffd}! a+ \u{fffd}!");
    check(b"\xe4\xbc\x9a\x9a a", "会+ \u{fffd}! a+");
    check(
        b"\xed\xa0\x80 \xf4\x90\x80\x80 \xc0\xaf",
        "\u{fffd}\u{fffd}\u{fffd}! \u{fffd}\u{fffd}\u{fffd}\u{fffd}! \u{fffd}\u{fffd}!",
    );
}

#[test]
fn every_byte_alone_and_between_letters() {
    for byte in 0..=255 {
        found(&[byte]);
        found(&[b'a', byte, b'b', b' ', byte, b'c', byte]);
    }
}

#[test]
fn words_at_every_offset_of_a_lane() {
    let samples: [&[u8]; 6] =
        [b"paper", b"don't", "Straße".as_bytes(), "会議".as_bytes(), b"a-", b"\xff'\xff"];
    for offset in 0..140 {
        for sample in samples {
            for fill in [b' ', b'-', b'a'] {
                let mut text = vec![fill; offset];
                text.extend_from_slice(sample);
                text.extend_from_slice(b" paper");
                found(&text);
            }
        }
    }
}

#[test]
fn runs_longer_than_any_stretch() {
    for size in [4094, 4095, 4096, 4097, 9000] {
        let run = "a".repeat(size);
        check(format!("paper {run} paper"), &format!("paper+ {run}? paper+"));
        found(format!("{run}{}", "é".repeat(size)).as_bytes());
        found(format!("a {}", "a'".repeat(size)).as_bytes());
        found(format!("a {}", "会".repeat(size)).as_bytes());
        found(&[b"a ".to_vec(), vec![0xff; size], b" a".to_vec()].concat());
        found(&b"\xffa".repeat(size));
    }
}

#[test]
fn the_bits_are_those_of_the_word() {
    let lexicon = Lexicon::of(&MEMORY).unwrap();
    let found = found("PAPER don't 会".as_bytes());
    let names: Vec<Vec<_>> = found.definitions.iter().map(|&bits| lexicon.names_of(bits).collect()).collect();
    assert_eq!(names, [["class00"], ["class02"], ["class14"]]);
}

#[test]
fn additions_are_found_beside_the_words_of_the_memory() {
    let lexicon = Lexicon::of(&MEMORY).unwrap().with(&ADDITIONS);
    for engine in engines(lexicon) {
        let mut found = Found::new();
        engine.look_up("UZI paper a-rather-long-new-word Größe uzis".as_bytes(), &mut found).unwrap();
        let bits: Vec<_> = found.definitions.iter().map(|bits| bits.0 >> 50 & 15).collect();
        assert_eq!(bits, [1, 2, 4, 8, 0], "{}", engine.name());
        assert_eq!(found.definitions[1].groups() & 1, 1, "{}", engine.name());
    }
}

proptest! {
    #[test]
    fn any_bytes(text: Vec<u8>) {
        found(&text);
    }

    #[test]
    fn what_a_fuzzer_does(text: Vec<u8>, words in "[aA\u{e9}'-]{0,60} ") {
        quillian_lexicon::fuzz(&[words.as_bytes(), &text].concat());
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        found(text.as_bytes());
    }

    #[test]
    fn texts_of_words(parts in prop::collection::vec((prop::sample::select(WORDS.to_vec()), "[ .'\u{2019}\u{e9}-]{0,2}"), 0..200)) {
        let text: String = parts.iter().map(|(word, gap)| format!("{word}{gap}")).collect();
        found(text.as_bytes());
    }
}
