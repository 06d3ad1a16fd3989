//! Entries of several words, and the units of the finer tokeniser.

mod common;

use common::{WORDS, memory};
use proptest::prelude::*;
use quillian_lexicon::finer::{Unit, units};
use quillian_lexicon::{Additions, Definition, Engine, Found, Fused, Lexicon};
use std::sync::LazyLock;

static MEMORY: LazyLock<quillian_network::Base> = LazyLock::new(|| {
    let more = ["A.D.", "Mr.", "S&W", "kick the bucket", "ice"];
    memory(&[WORDS, &more].concat())
});

fn units_of(text: &[u8], additions: &Additions) -> Vec<Unit> {
    let lexicon = Lexicon::of(&MEMORY).unwrap().with(additions);
    let mut found = Found::new();
    Fused::new(lexicon).look_up(text, &mut found).unwrap();
    units(&lexicon, text, &found)
}

/// Each unit with its kind; known ones have a `+`.
fn check(text: &str, expected: &str) {
    let shown = units_of(text.as_bytes(), &Additions::new()).into_iter().map(|unit| {
        let known = if unit.definition.is_known() { "+" } else { "" };
        format!("{:?}{known}({})", unit.kind, text[unit.span].escape_debug())
    });
    assert_eq!(shown.collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn entries_of_several_words() {
    check("Ice  Cream", "Phrase+(Ice  Cream)");
    check("ice\ncream cones", "Phrase+(ice\\ncream) Word(cones)");
    check("ice cream cone", "Phrase+(ice cream cone)");
    check("ice\n\ncream", "Word+(ice) Word(cream)");
    check("ice, cream", "Word+(ice) Sign(,) Word(cream)");
    check("ice cre", "Word+(ice) Word(cre)");
    check("会議室", "Phrase+(会議) Word(室)");
    check("会 議", "Word+(会) Word+(議)");
    check("Mr. Mr", "Phrase+(Mr.) Word(Mr)");
    check("s&w", "Phrase+(s&w)");
    check("New York.", "Phrase+(New York) Sign(.)");
}

#[test]
fn shapes() {
    check("3.14 1,000 -5 12% 1992", "Number(3.14) Number(1,000) Number(-5) Number(12%) Number+(1992)");
    check("$3.50 €5 5€ ¥1,000", "Money($3.50) Money(€5) Money(5€) Money(¥1,000)");
    check("2024-01-31 31/1/2024 1.2.99", "Date(2024-01-31) Date(31/1/2024) Date(1.2.99)");
    check("12:30 9:05:59 1:2", "Time(12:30) Time(9:05:59) Number(1) Sign(:) Number(2)");
    check("(http://a.b/c?d=e).", "Sign(() Url(http://a.b/c?d=e) Sign()) Sign(.)");
    check("me.too@a.example.org.", "Email(me.too@a.example.org) Sign(.)");
    check("U.S. e.g. A.D.", "Abbreviation(U.S.) Abbreviation(e.g.) Abbreviation+(A.D.)");
    check("x2 3rd 5-6 a@b", "Word+(x2) Word(3rd) Word(5-6) Email(a@b)");
    check("a, b!", "Word+(a) Sign(,) Word(b) Sign(!)");
    check("👩\u{200d}🔬a", "Sign(👩\\u{200d}🔬) Word+(a)");
}

#[test]
fn entries_of_several_words_can_be_added() {
    let mut additions = Additions::new();
    additions.add("Red Cedar Chess", Definition(1 << 50));
    let found = units_of(b"the red cedar chess cup", &additions);
    let spans: Vec<_> = found.into_iter().map(|unit| unit.span).collect();
    assert_eq!(spans, [0..3, 4..19, 20..23]);
}

/// Units lie one after the other, and what lies between is white space or control characters only.
fn check_cover(text: &[u8]) -> Result<(), TestCaseError> {
    let (mut at, mut token) = (0, 0);
    let all = units_of(text, &Additions::new());
    for unit in &all {
        prop_assert!(at <= unit.span.start && unit.span.start < unit.span.end);
        prop_assert_eq!(token, unit.tokens.start);
        let gap = std::str::from_utf8(&text[at..unit.span.start]);
        prop_assert!(gap.is_ok_and(|gap| gap.chars().all(|c| c.is_whitespace() || c.is_control())));
        (at, token) = (unit.span.end, unit.tokens.end);
    }
    let rest = std::str::from_utf8(&text[at..]);
    prop_assert!(rest.is_ok_and(|rest| rest.chars().all(|c| c.is_whitespace() || c.is_control())));
    Ok(())
}

proptest! {
    #[test]
    fn every_visible_character_is_in_one_unit(text in "\\PC{0,60}") {
        check_cover(text.as_bytes())?;
    }

    #[test]
    fn every_broken_byte_is_in_one_unit(text: Vec<u8>) {
        check_cover(&text)?;
    }

    #[test]
    fn signs_and_digits_too(text in "[ a1.,:/@$%'\u{2019}\u{301}\u{200d}會-]{0,30}") {
        check_cover(text.as_bytes())?;
    }
}
