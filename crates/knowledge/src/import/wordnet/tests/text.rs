//! What the text of the invented WordNet looks like.

use super::fixture::fixture;
use super::mistakes;
use crate::import::wordnet::{Database, Detail};
use expect_test::{Expect, expect};

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

#[test]
fn the_text_compiles() {
    let files = fixture();
    let database = Database::parse(&files).unwrap();
    for detail in [Detail::Compact, Detail::Full] {
        assert_eq!(mistakes(&database.text(detail)), "");
    }
}
