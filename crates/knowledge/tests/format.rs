//! The one style, case by case.

use quillian_knowledge::{Source, format};

#[track_caller]
fn check(text: &str, expected: &str) {
    let formatted = format(&Source::new("test.quill", text));
    assert_eq!(formatted, expected);
    assert_eq!(format(&Source::new("test.quill", formatted.as_str())), expected, "not stable");
}

#[test]
fn spaces() {
    check("concept   a:b ,c\n", "concept a : b, c\n");
    check("event a\n    x :b|c   y?:not d\n", "event a\n  x: b | c   y?: not d\n");
    check(
        "concept a en noun \"x\" / 2[n = m ,o=p]  ja\"y\"\n",
        "concept a   en noun \"x\"/2 [n=m, o=p]   ja \"y\"\n",
    );
    check("event a\n en  ( b|c )  [ d ]*  {e :f /g }'s\n", "event a\n  en (b | c) [d]* {e: f/g}'s\n");
    check("event a\n\tinfer not  p( x ,y:z )\n", "event a\n  infer not p(x, y: z)\n");
    check("event a\n  control b.c=d\n", "event a\n  control b.c = d\n");
    check("constraint a\n  on  noun ,[n=m] , en \"x\"\n", "constraint a\n  on noun, [n=m], en \"x\"\n");
    check("concept a\r\n  gloss  \"x\"\r\n", "concept a\n  gloss \"x\"\n");
}

#[test]
fn columns() {
    check(
        "concept a : thing  en \"aa\"\nconcept bbb : x  en \"b\"   ja \"紙\"\n",
        "concept a   : thing   en \"aa\"\nconcept bbb : x       en \"b\"   ja \"紙\"\n",
    );
    check(
        "concept a\n  en \"紙\"  ja \"x\"\n  en \"xxx\"  ja \"y\"\n",
        "concept a\n  en \"紙\"    ja \"x\"\n  en \"xxx\"   ja \"y\"\n",
    );
    check(
        "relation a inverse b\nrelation ccc   inverse d\n",
        "relation a     inverse b\nrelation ccc   inverse d\n",
    );
}

#[test]
fn comments_and_blank_lines() {
    check(
        "\n\n## about\n\n\n# one\nconcept a # x\nconcept bb      # y\n\n\n   # inside\n  gloss \"z\"\n\n",
        "## about\n\n# one\nconcept a   # x\nconcept bb  # y\n\n  # inside\n  gloss \"z\"\n",
    );
    check("", "");
    check("\n\n", "");
}

#[test]
fn adjuncts_go_deeper() {
    check(
        "event a\n   adjunct b: c  en with {b}\n      ja {b}で\n   x: y\n",
        "event a\n  adjunct b: c   en with {b}\n    ja {b}で\n  x: y\n",
    );
}

#[test]
fn broken_items_stay() {
    check(
        "concept   a\nevent b\n   en   {x\n\nconcept   c\n",
        "concept a\nevent b\n   en   {x\n\nconcept c\n",
    );
}
