//! The lexicon in a memory: what its entries say, and that altered bytes do no harm.

mod common;

use common::{WORDS, engines, memory};
use expect_test::{Expect, expect};
use proptest::prelude::*;
use quillian_knowledge::{Options, Source, compile};
use quillian_lexicon::{Definition, Found, Lexicon, SECTION, attach, finer};
use quillian_network::Base;

fn small() -> Base {
    let text = r#"
pack small
language en "English"
language ja "Japanese"
category noun
category proper : noun
category verb
relation lexical-class
concept place-word
concept place   lexical-class place-word
concept city : place   en noun "city"   ja noun "都市"
concept fly en noun "fly"/1
concept move en verb "fly"
instance York : city   en proper "York" "New York"
word en "city" noun
  form "cities"
"#;
    let compiled = compile(&[Source::new("small.quill", text)], Options::default());
    attach(&compiled.memory.expect("the example compiles")).unwrap()
}

fn check(spelling: &str, expected: Expect) {
    let base = small();
    let lexicon = Lexicon::of(&base).unwrap();
    let definition = lexicon.definition(spelling);
    let mut shown = format!("{:?}", lexicon.names_of(definition).collect::<Vec<_>>());
    for (bit, name) in
        [(Definition::KNOWN, "known"), (Definition::OPENS, "opens"), (Definition::NAME, "name")]
    {
        if definition.has(bit) {
            shown.push_str(&format!(" {name}"));
        }
    }
    for entry in lexicon.find(spelling).into_iter().flat_map(|key| lexicon.entries(key)) {
        let senses: Vec<_> = entry.senses.iter().map(|&node| base.name(node)).collect();
        shown.push_str(&format!("\n{}: {}", entry.surface, senses.join(", ")));
    }
    expected.assert_eq(&shown);
}

#[test]
fn bits_and_senses() {
    check("nothing", expect!["[]"]);
    check(
        "CITY",
        expect![[r#"
        ["noun", "place-word", "en"] known
        city: city"#]],
    );
    check(
        "cities",
        expect![[r#"
        ["noun", "place-word", "en"] known
        cities: city"#]],
    );
    check(
        "fly",
        expect![[r#"
        ["noun", "verb", "en"] known
        fly: move, fly"#]],
    );
    check(
        "york",
        expect![[r#"
        ["noun", "proper", "place-word", "en"] known name
        York: York"#]],
    );
    check(
        "new  york",
        expect![[r#"
        ["noun", "proper", "place-word", "en"] known name
        New York: York"#]],
    );
    check("New", expect!["[] opens"]);
    check(
        "都市",
        expect![[r#"
        ["noun", "place-word", "ja"] known
        都市: city"#]],
    );
}

#[test]
fn a_memory_without_a_lexicon_says_so() {
    let base = quillian_network::Builder::new().finish().unwrap();
    assert_eq!(Lexicon::of(&base).unwrap_err().code(), "L001");
    let empty = attach(&base).unwrap();
    let lexicon = Lexicon::of(&empty).unwrap();
    assert_eq!(lexicon.key_count(), 0);
    assert_eq!(lexicon.definition("anything"), Definition::default());
    for engine in engines(lexicon) {
        let mut found = Found::new();
        engine.look_up(b"a text", &mut found).unwrap();
        assert_eq!(found.definitions, [Definition::default(); 2]);
    }
}

#[test]
fn a_cut_section_is_refused_or_answers() {
    let base = memory(WORDS);
    let section = base.section(SECTION).unwrap().to_vec();
    for length in (0..section.len()).step_by(61) {
        use_it(&base, section[..length].to_vec());
    }
}

/// Looks up in a lexicon of these bytes, whatever they are.
fn use_it(base: &Base, section: Vec<u8>) {
    let altered = base.with_section(SECTION, section).unwrap();
    let Ok(lexicon) = Lexicon::of(&altered) else { return };
    let text = format!("{} unknowingly {}", WORDS.join(" "), WORDS.concat());
    let mut found = Found::new();
    for engine in engines(lexicon) {
        engine.look_up(text.as_bytes(), &mut found).unwrap();
    }
    finer::units(&lexicon, text.as_bytes(), &found);
    for word in WORDS {
        lexicon.guess(word).map(|guess| guess.likely(50));
        let entries = lexicon.find(word).into_iter().flat_map(|key| lexicon.entries(key));
        entries.for_each(|entry| assert!(entry.surface.len() < 1000));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn altered_bytes_do_no_harm(changes in prop::collection::vec((0.0f64..1.0, any::<u8>()), 1..40), in_header: bool) {
        let base = memory(WORDS);
        let mut section = base.section(SECTION).unwrap().to_vec();
        let length = if in_header { 320 } else { section.len() };
        for (place, byte) in changes {
            section[(place * length as f64) as usize] = byte;
        }
        use_it(&base, section);
    }
}
