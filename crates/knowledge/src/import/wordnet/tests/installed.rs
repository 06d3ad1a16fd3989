//! The real WordNet, where it is installed.

use crate::import::wordnet::{Database, Detail, Files, PartOfSpeech, PointerType};
use expect_test::expect;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

/// The installed WordNet; tests that need it say so when there is none.
fn installed() -> Option<Files> {
    let directory = std::env::var("QUILLIAN_WORDNET").unwrap_or_else(|_| "/usr/share/wordnet".to_owned());
    match Files::read(&directory) {
        Ok(files) => Some(files),
        Err(error) => {
            // Past the capture of the test runner: a test that did not run must be seen.
            let _ = writeln!(
                std::io::stderr(),
                "NOT RUN: needs WordNet 3.0 in {directory} (or set QUILLIAN_WORDNET): {error}"
            );
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
        let mut pointers = BTreeMap::<String, (u32, u32)>::new();
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
    let again = Database::parse(&files).unwrap();
    for detail in [Detail::Compact, Detail::Full] {
        let text = database.text(detail);
        assert!(text == again.text(detail), "{detail:?}: the text differs from one run to the next");
        let starting = |start: &str| text.lines().filter(|line| line.starts_with(start)).count() as u32;
        let further = if detail == Detail::Full { 2 + counts.frames + counts.sentences } else { 0 };
        assert_eq!(starting("concept ") + starting("instance "), counts.synsets() + further);
        let quotes: usize =
            text.lines().filter(|line| line.starts_with("  en ")).map(|line| line.matches('"').count()).sum();
        assert_eq!(quotes as u32, 2 * counts.senses());
    }
}
