//! What each construct of the language becomes: tiny texts and the links they make.

use quillian_knowledge::render::{Style, render_all};
use quillian_knowledge::{Glosses, Options, Source, compile, run_tests};
use quillian_network::{Base, Direction, NodeId};

const PRELUDE: &str = "\
language en
language ja   spaces no
relation near   inverse around
relation likes
category np
category noun : np
feature number: one, many
concept thing
concept person : thing
event act : thing
";

fn build(text: &str) -> Base {
    let sources = [Source::new("test.quill", format!("{PRELUDE}{text}"))];
    let compiled = compile(&sources, Options::default());
    assert!(
        !compiled.has_errors(),
        "{text}\n{}",
        render_all(&compiled.diagnostics, &sources, Style::default())
    );
    compiled.memory.expect("no errors")
}

/// All links, as `source -relation-> target`, with the weight where it is not zero.
fn links(base: &Base) -> Vec<String> {
    let mut all = Vec::new();
    for node in (0..base.node_count()).map(NodeId) {
        for link in base.row(node, Direction::Forward) {
            let weight = if link.weight() == 0 { String::new() } else { format!(" /{}", link.weight()) };
            let relation = base.relation_name(link.relation());
            all.push(format!("{} -{relation}-> {}{weight}", base.name(node), base.name(link.target())));
        }
    }
    all.sort();
    all
}

/// The text adds exactly these links to the prelude's, leaving out languages and membership.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let before = links(&build(""));
    let boring = [" -language-> ", " -element-of-> "];
    let added: Vec<String> = links(&build(text))
        .into_iter()
        .filter(|link| !before.contains(link) && !boring.iter().any(|boring| link.contains(boring)))
        .collect();
    let mut expected: Vec<&str> = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(added, expected, "{text}");
}

#[test]
fn concepts_and_words() {
    check("concept dog : thing, person\n", &["dog -isa-> person /1", "dog -isa-> thing /1"]);
    check("concept dog\n  isa thing\n", &["dog -isa-> thing /1"]);
    check("concept dog   en \"dog\"/2 \"hound\"\n", &["en:dog -means-> dog /2", "en:hound -means-> dog"]);
    check(
        "concept dog\n  en noun \"dogs\" [number=many]\n",
        &[
            "en:dogs -means-> dog",
            "en:dogs -sense-> en:dogs@dog",
            "en:dogs@dog -category-> noun",
            "en:dogs@dog -feature-> number=many",
            "en:dogs@dog -means-> dog",
        ],
    );
    check("concept `24/7`\nextend concept `24/7`\n  isa thing\n", &["24/7 -isa-> thing /1"]);
    check(
        "concept dog\n  primes thing, person/3\n",
        &["dog -context-> person /3", "dog -context-> thing /1"],
    );
}

#[test]
fn relations_and_facts() {
    check("concept dog\n  near thing, person\n", &["dog -near-> person /1", "dog -near-> thing /1"]);
    check("concept dog\n  around thing\n", &["thing -near-> dog /1"]);
    check("concept dog\n  not likes thing\n", &["dog -not likes-> thing /1"]);
    check(
        "instance rex : thing\nfact likes(rex, person)\n",
        &["rex -isa-> thing /1", "rex -likes-> person /1"],
    );
    check(
        "event see : act\n  actor: person\ninstance rex : person\nfact see(actor: rex)\n",
        &[
            "main -states-> states see(actor: rex)",
            "rex -isa-> person /1",
            "see -isa-> act /1",
            "see -slot-> see.actor",
            "see.actor -constraint-> person",
            "see.actor -role-> actor",
            "states see(actor: rex) -binding-> states see(actor: rex).actor",
            "states see(actor: rex) -predicate-> see",
            "states see(actor: rex).actor -filler-> rex",
            "states see(actor: rex).actor -role-> actor",
        ],
    );
}

const GO: &str = "event go\n  a: thing   b?: thing\n";
const GO_LINKS: &[&str] = &[
    "go -slot-> go.a",
    "go -slot-> go.b",
    "go.a -constraint-> thing",
    "go.a -role-> a",
    "go.b -constraint-> thing",
    "go.b -has-> optional",
    "go.b -role-> b",
    "go~en1 -expresses-> go",
];

#[track_caller]
fn check_sequence(sequence: &str, expected: &[&str]) {
    let all: Vec<&str> = GO_LINKS.iter().chain(expected).copied().collect();
    check(&format!("{GO}  en {sequence}\n"), &all);
}

#[test]
fn sequences() {
    check_sequence(
        "{a} go \"to\" {b: person/np}",
        &[
            "go~en1 -first-> go~en1.1",
            "go~en1 -last-> go~en1.4",
            "go~en1.1 -fills-> go.a",
            "go~en1.1 -next-> go~en1.2",
            "go~en1.2 -lexeme-> en:go",
            "go~en1.2 -next-> go~en1.3",
            "go~en1.3 -exactly-> en:to",
            "go~en1.3 -next-> go~en1.4",
            "go~en1.4 -constraint-> person",
            "go~en1.4 -fills-> go.b",
            "go~en1.4 -syntax-> np",
        ],
    );
    check_sequence(
        "{a} [very]* (up | down)",
        &[
            "go~en1 -first-> go~en1.1",
            "go~en1 -last-> go~en1.3",
            "go~en1 -last-> go~en1.4",
            "go~en1.1 -fills-> go.a",
            "go~en1.1 -next-> go~en1.2",
            "go~en1.1 -next-> go~en1.3",
            "go~en1.1 -next-> go~en1.4",
            "go~en1.2 -lexeme-> en:very",
            "go~en1.2 -next-> go~en1.2",
            "go~en1.2 -next-> go~en1.3",
            "go~en1.2 -next-> go~en1.4",
            "go~en1.3 -lexeme-> en:up",
            "go~en1.4 -lexeme-> en:down",
        ],
    );
    check_sequence(
        "({a}'s ; [now])",
        &[
            "go~en1 -first-> go~en1.1",
            "go~en1 -last-> go~en1.1",
            "go~en1.1 -part-> go~en1.2",
            "go~en1.1 -part-> go~en1.5 /1",
            "go~en1.2 -first-> go~en1.3",
            "go~en1.2 -last-> go~en1.4",
            "go~en1.3 -fills-> go.a",
            "go~en1.3 -next-> go~en1.4",
            "go~en1.4 -adjoins-> go~en1",
            "go~en1.4 -lexeme-> en:'s",
            "go~en1.5 -first-> go~en1.6",
            "go~en1.5 -last-> go~en1.6",
            "go~en1.6 -lexeme-> en:now",
        ],
    );
}

#[test]
fn many_options_make_few_links() {
    let options = |count: usize| {
        let parts: Vec<String> = (0..count).map(|part| format!("[(w{part} | v{part} | u{part})]")).collect();
        build(&format!("event go\n  en go {}\n", parts.join(" "))).link_count()
    };
    let (few, many) = (options(20), options(40));
    assert!(many < 3 * few, "{few} links for 20 options, {many} for 40");
}

#[test]
fn inferences_and_control() {
    let event = "event go : act\n  a: thing   b?: act\n";
    for (clause, expected) in [
        (
            "infer likes(a, person)",
            vec![
                "go -infers-> go infers likes(a, person)",
                "go infers likes(a, person) -object-> person",
                "go infers likes(a, person) -predicate-> likes",
                "go infers likes(a, person) -subject-> go.a",
            ],
        ),
        (
            "leads-to go(a: a)",
            vec![
                "go -leads-to-> go leads-to go(a)",
                "go leads-to go(a) -binding-> go leads-to go(a).a",
                "go leads-to go(a) -predicate-> go",
                "go leads-to go(a).a -eqrole-> go.a",
                "go leads-to go(a).a -role-> a",
            ],
        ),
        (
            "control b.a = a",
            vec![
                "go -control-> go control b.a = a",
                "go control b.a = a -left-> b",
                "go control b.a = a -left-inner-> a",
                "go control b.a = a -right-> a",
            ],
        ),
    ] {
        let mut all = vec![
            "go -isa-> act /1",
            "go -slot-> go.a",
            "go -slot-> go.b",
            "go.a -constraint-> thing",
            "go.a -role-> a",
            "go.b -constraint-> act",
            "go.b -has-> optional",
            "go.b -role-> b",
        ];
        all.extend(expected);
        check(&format!("{event}  {clause}\n"), &all);
    }
}

#[test]
fn adjuncts_forms_senses_and_constraints() {
    check(
        "adjunct time\n  when: thing\n  joins act\n  en at {when}\n",
        &[
            "+time.when -constraint-> thing",
            "+time.when -role-> when",
            "+time~en1 -expresses-> time",
            "+time~en1 -first-> +time~en1.1",
            "+time~en1 -last-> +time~en1.2",
            "+time~en1.1 -lexeme-> en:at",
            "+time~en1.1 -next-> +time~en1.2",
            "+time~en1.2 -fills-> +time.when",
            "time -joins-> act",
            "time -slot-> +time.when",
        ],
    );
    check(
        "word en \"ox\" noun\n  form \"oxen\" [number=many]\n",
        &[
            "en:ox -category-> noun",
            "en:oxen<ox/noun number=many -category-> noun",
            "en:oxen<ox/noun number=many -feature-> number=many",
            "en:oxen<ox/noun number=many -lemma-> en:ox",
            "en:oxen<ox/noun number=many -surface-> en:oxen",
        ],
    );
    check(
        "concept hot   en \"hot\"/1\nconcept cold   en \"cold\"\nsense en \"hot\"@hot\n  key \"h1\"\n  likes en \"cold\"@cold\n  count 27\n",
        &[
            "en:cold -means-> cold",
            "en:cold -sense-> en:cold@cold",
            "en:cold@cold -means-> cold",
            "en:hot -means-> hot /1",
            "en:hot -sense-> en:hot@hot /1",
            "en:hot@hot -has-> counted /27",
            "en:hot@hot -key-> h1",
            "en:hot@hot -likes-> en:cold@cold /1",
            "en:hot@hot -means-> hot /1",
        ],
    );
    check(
        "role a\nrole b\nconstraint one\n  on noun, [number=one], en \"x\"\n  needs number=one\n  path b* a\n  passes two to b.a\nconstraint two\n  stores a\n",
        &[
            "one -needs-> number=one",
            "one -on-> en:x",
            "one -on-> noun",
            "one -on-> number=one",
            "one -passes-> one passes two to b.a",
            "one -path-> one path1",
            "one passes two to b.a -left-> two",
            "one passes two to b.a -right-> b",
            "one passes two to b.a -right-inner-> a",
            "one path1 -first-> one path1.1",
            "one path1 -first-> one path1.2",
            "one path1 -last-> one path1.2",
            "one path1.1 -next-> one path1.1",
            "one path1.1 -next-> one path1.2",
            "one path1.1 -role-> b",
            "one path1.2 -role-> a",
            "two -stores-> a",
        ],
    );
}

#[test]
fn glosses_are_kept() {
    let base = build("concept dog\n  gloss \"says \\\"woof\\\"\"\n");
    let dog = base.find(base.find_kind("concept").expect("concepts"), "dog").expect("dog");
    assert_eq!(Glosses::of(&base).get(dog).collect::<Vec<_>>(), ["says \"woof\""]);
}

#[test]
fn names_of_two_packs() {
    let one = Source::new("1", "pack one\nconcept bank\nconcept money\n");
    let two = Source::new("2", "pack two\nuse one\nconcept bank : one/bank\nconcept coin : money\n");
    let compiled = compile(&[two, one], Options::default());
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    let links = links(&compiled.memory.expect("no errors"));
    assert!(links.contains(&"two/bank -isa-> one/bank /1".to_owned()), "{links:?}");
    assert!(links.contains(&"coin -isa-> money /1".to_owned()), "{links:?}");
}

#[track_caller]
fn check_codes(sources: &[(&str, &str)], expected: &[&str]) {
    let sources: Vec<Source> = sources.iter().map(|&(name, text)| Source::new(name, text)).collect();
    let compiled = compile(&sources, Options::default());
    let found: Vec<&str> = compiled.diagnostics.iter().map(|found| found.code.name()).collect();
    assert_eq!(found, expected, "{:?}", compiled.diagnostics);
}

#[test]
fn packs_and_files() {
    let one = ("1", "pack one\nconcept bank\n");
    let two = ("2", "pack two\nconcept bank\n");
    check_codes(&[one, two, ("3", "use one, two\nconcept x : bank\n")], &["K070"]);
    check_codes(&[one, ("3", "use one\nconcept x\n")], &["K072"]);
    check_codes(&[one, ("3", "concept x : bank\n")], &["K060"]);
    check_codes(&[one, ("1", "pack two\n")], &["K003"]);
    check_codes(&[("1", "\u{feff}pack one\n"), ("2", "use one\nextend concept one/x\n")], &["K072", "K060"]);
    check_codes(&[("1", "category a : b\ncategory b : a\n")], &["K081"]);
    check_codes(&[("1", "concept t\nevent a.b\n  c: t\nevent a\n  b.c: t\n")], &["K071"]);
    let deep = format!("language en\nconcept x\n  en {}x\n", "(".repeat(100_000));
    check_codes(&[("1", &deep)], &["K050"]);
    let long = format!("language en\nconcept x\n  en {}\n", "x ".repeat(100_000));
    check_codes(&[("1", &long)], &["K051"]);
}

#[test]
fn tests_honour_exceptions() {
    let base = build(
        "concept fly\nconcept bird : thing\n  likes fly\nconcept penguin : bird\n  not likes fly\n\
         concept emperor : penguin\nconcept robin : bird\n\
         test robin likes fly\ntest bird isa thing\nrefuse emperor likes fly\nrefuse penguin likes fly\n\
         test penguin likes person\ntest \"robins fly\"\n  likes(robin, fly)\n",
    );
    let report = run_tests(&base);
    assert_eq!((report.passed, report.failed, report.waiting), (4, 1, 1), "{:?}", report.outcomes);
}

#[test]
fn long_chains_and_many_mistakes_take_no_time() {
    use std::fmt::Write;
    let mut text = String::from("language en\nconcept top\nevent e0\n  who: top\n  en do {who}\n");
    for event in 1..20_000 {
        let _ = writeln!(text, "event e{event} : e{}\n  en do{event} {{who}}\n  en {{nobody}} x", event - 1);
    }
    let compiled = compile(&[Source::new("chain.quill", text)], Options::default());
    assert_eq!(compiled.diagnostics.len(), 19_999);
}
