//! Any bytes are answered; formatting keeps the meaning; the order of files leaves no trace.

use proptest::prelude::*;
use quillian_knowledge::render::{Style, render_all};
use quillian_knowledge::{Options, Source, compile, format, outline, parse};

const PACKS: &[&str] = &[
    include_str!("data/taste-as-designed.quill"),
    include_str!("data/twenty-mistakes.quill"),
    include_str!("../../../knowledge/examples/taste-world.quill"),
    include_str!("../../../knowledge/examples/control.quill"),
];

/// Pieces that are likely to hit something.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "|",
    ";",
    "*",
    "+",
    "<",
    ">",
    "\"",
    "`",
    "#",
    ":",
    ",",
    "/",
    "=",
    "@",
    "?",
    "\\",
    "\n",
    "\n  ",
    "\t",
    " ",
    "   ",
    "\r\n",
    "en ",
    "ja ",
    "concept ",
    "event x : thing\n",
    "not ",
    "except ",
    "test ",
    "紙",
    "\u{3000}",
    "\u{feff}",
    "\u{0}",
    "actor: ",
    "isa ",
    "99999",
    "\\u{110000}",
    "extend ",
    "pack p\n",
    "use control\n",
    "path ",
    "((((((((",
    "]]]]",
    "fact ",
    "word en \"x\" noun\n",
    "sense en \"x\"@thing\n",
    "spaces no\n",
    "adjunct ",
];

fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), 0..PIECES.len() + 3, 0usize..40);
    (0..PACKS.len(), prop::collection::vec(edit, 0..12)).prop_map(|(pack, edits)| {
        let mut bytes = PACKS[pack].as_bytes().to_vec();
        for (place, what, length) in edits {
            let at = place.index(bytes.len() + 1);
            let end = (at + length).min(bytes.len());
            match PIECES.get(what) {
                Some(piece) => drop(bytes.splice(at..at, piece.bytes())),
                None if what == PIECES.len() => drop(bytes.drain(at..end)),
                None if what == PIECES.len() + 1 => {
                    let copy = bytes[at..end].to_vec();
                    bytes.splice(at..at, copy);
                }
                None => bytes.insert(at, 0x80 | length as u8),
            }
        }
        bytes
    })
}

fn everything_is_answered(bytes: Vec<u8>) {
    let sources = [Source::new("mutated.quill", bytes)];
    for tolerant in [false, true] {
        let compiled = compile(&sources, Options { tolerant, ..Options::default() });
        let shown = render_all(&compiled.diagnostics, &sources, Style { colour: tolerant });
        assert_eq!(shown.is_empty(), compiled.diagnostics.is_empty());
        for diagnostic in &compiled.diagnostics {
            assert!(diagnostic.span.start <= diagnostic.span.end, "{diagnostic:?}");
            assert!(diagnostic.span.end as usize <= sources[0].text().len(), "{diagnostic:?}");
            assert!(!diagnostic.message.is_empty() && !diagnostic.help.is_empty());
            diagnostic.to_lsp(&sources);
        }
        assert!(compiled.memory.is_some() == (tolerant || !compiled.has_errors()));
    }
}

fn formatting_keeps_the_meaning(text: &[u8]) {
    let source = Source::new("mutated.quill", text);
    if !source.broken().is_empty() {
        assert_eq!(format(&source), source.text());
        return;
    }
    let once = Source::new("mutated.quill", format(&source));
    let twice = format(&once);
    assert_eq!(once.text(), twice, "formatting again changes the text");
    assert_eq!(outline(&parse(&source, 0).0), outline(&parse(&once, 0).0));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_packs_are_answered(bytes in mutated()) {
        everything_is_answered(bytes);
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        everything_is_answered(bytes);
    }

    #[test]
    fn mutated_packs_keep_their_meaning_when_formatted(bytes in mutated()) {
        formatting_keeps_the_meaning(&bytes);
    }

    #[test]
    fn the_order_of_files_leaves_no_trace(order in Just(vec![0usize, 2, 3]).prop_shuffle(), cut in 0usize..40) {
        // One pack is cut in two files at the start of an item.
        let starts: Vec<usize> = PACKS[3].match_indices("\nconstraint ").map(|(at, _)| at + 1).collect();
        let cut = starts[cut % starts.len()];
        let name = |pack: usize| format!("{pack}.quill");
        let mut sources: Vec<Source> = order.iter().map(|&pack| match pack {
            3 => Source::new(name(3), &PACKS[3][..cut]),
            _ => Source::new(name(pack), PACKS[pack]),
        }).collect();
        sources.insert(order[0] % 3, Source::new("rest.quill", format!("pack control\n{}", &PACKS[3][cut..])));
        let compiled = compile(&sources, Options::default());
        prop_assert!(!compiled.has_errors(), "{}", render_all(&compiled.diagnostics, &sources, Style::default()));
        let given = compiled.memory.expect("no errors");
        sources.sort_by(|a, b| a.name().cmp(b.name()));
        let sorted = compile(&sources, Options::default()).memory.expect("no errors");
        prop_assert!(given.as_bytes() == sorted.as_bytes());
    }
}
