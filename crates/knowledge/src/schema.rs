//! What a compiled memory is made of: the kinds of node and the relations between them, in one place.

use quillian_network::{Builder, Error, Kind, Relation};

macro_rules! names {
    ($(#[$about:meta])* $table:ident $type:ident $make:ident { $($field:ident $name:literal $meaning:literal;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub struct $table {
            $(#[doc = $meaning] pub $field: $type,)*
        }

        impl $table {
            /// The names and what they mean.
            pub const TABLE: &[(&str, &str)] = &[$(($name, $meaning),)*];

            /// Makes all of them known to a builder.
            pub fn add_to(builder: &mut Builder) -> Result<$table, Error> {
                Ok($table { $($field: builder.$make($name)?,)* })
            }
        }
    };
}

names! {
    /// The kinds of node.
    Kinds Kind kind {
        pack "pack" "a pack of knowledge";
        language "language" "a language, named by its tag";
        concept "concept" "a concept: a node of the is-a lattice";
        event "event" "a concept with roles and sequences";
        instance "instance" "one particular thing";
        word "word" "a written word of a language: `TAG:text`";
        sense "sense" "a word in one meaning: `TAG:text@concept`; only where something is said about it";
        form "form" "an inflected form of a word: `TAG:form<word/category`";
        key "key" "the name another dictionary gives to a sense";
        relation "relation" "a relation declared by a pack";
        role "role" "a role, the same in all packs";
        slot "slot" "a role of one event with what its filler must be: `event.role`";
        category "category" "a syntactic category";
        feature "feature" "a syntactic feature";
        value "value" "a value of a feature: `feature=value`";
        root "root" "a whole sequence: `owner~TAGn`";
        element "element" "one position of a sequence: `owner~TAGn.i`";
        group "group" "one part of an any-order element";
        junction "junction" "a position that takes no word: it stands for many links at once";
        fragment "fragment" "a named part of sequences";
        adjunct "adjunct" "an optional sequence that can join others";
        proposition "proposition" "something inferred, expected, led to, or stated with named roles";
        binding "binding" "one named role of a proposition";
        constraint "constraint" "a node of the syntactic constraint network";
        equation "equation" "two places that must agree, be the same, or differ";
        property "property" "a mark on a node: `optional`, `unspaced`, `counted`, `cost`";
    }
}

names! {
    /// The relations between nodes.
    Relations Relation relation {
        isa "isa" "to a parent";
        means "means" "from a word or sense to a concept; the weight is the cost of that meaning";
        sense "sense" "from a word to its sense";
        category "category" "from a sense or form to its category";
        feature "feature" "from a sense, word or form to a feature value; from a value to its feature";
        surface "surface" "from a form to the word as written";
        lemma "lemma" "from a form to the word it is a form of";
        key "key" "from a sense to its key";
        in_pack "in-pack" "from what a pack defines to the pack";
        inverse "inverse" "from a relation to its inverse";
        language "language" "from a word or root to its language";
        expresses "expresses" "from a root to the event, concept, fragment or adjunct it expresses";
        first "first" "from a root or group to an element it can start with";
        next "next" "from an element to one that can follow it";
        last "last" "from a root or group to an element it can end with";
        element_of "element-of" "from an element to its root";
        part "part" "from an any-order element to its groups; weight 1: may be left out";
        lexeme "lexeme" "from an element to the word it takes in any form";
        exactly "exactly" "from an element to the word it takes as written";
        adjoins "adjoins" "from an element to its root: no space before it";
        fragment "fragment" "from an element to the fragment that stands there";
        fills "fills" "from an element to the slot it fills";
        role "role" "from a slot, binding or element to its role";
        slot "slot" "from an event or adjunct to its slots";
        constraint "constraint" "from a slot or element to a concept: the filler is one of these";
        excludes "excludes" "from a slot or element to a concept: the filler is none of these";
        syntax "syntax" "from an element to the category its filler must have";
        joins "joins" "from an adjunct to what it can join";
        context "context" "from a concept to what it primes; the weight is how strongly";
        infers "infers" "from an event to a proposition that holds once it is recognised";
        infers_not "infers-not" "from an event to a proposition that ceases to hold";
        expects "expects" "from an event to a proposition that should hold before";
        expects_not "expects-not" "from an event to a proposition that should not hold before";
        leads_to "leads-to" "from an event to what follows from it";
        predicate "predicate" "from a proposition to its relation, event or concept";
        subject "subject" "from a proposition to its first argument";
        object "object" "from a proposition to its second argument";
        binding "binding" "from a proposition to its named roles";
        eqrole "eqrole" "from a binding to the slot of the owner with the same filler";
        filler "filler" "from a binding to a fixed filler";
        control "control" "from an event to an equation of functional control";
        agrees "agrees" "from a constraint to an equation of features";
        same "same" "from a constraint to an equation of fillers that are the same";
        differs "differs" "from a constraint to an equation of fillers that are not the same";
        left "left" "from an equation to the role on its left";
        left_inner "left-inner" "from an equation to what stands after the dot on its left";
        right "right" "from an equation to the role on its right";
        right_inner "right-inner" "from an equation to what stands after the dot on its right";
        on "on" "from a constraint to the word, category or value that activates it";
        needs "needs" "from a constraint to a feature value that must hold";
        activates "activates" "from a constraint to one it activates";
        inhibits "inhibits" "from a constraint to one it inhibits";
        stores "stores" "from a constraint to the role whose filler it keeps a pointer to";
        passes "passes" "from a constraint to a binding that says which pointer goes to which role";
        path "path" "from a constraint to the root of a path of roles";
        states "states" "from a pack to a proposition it states";
        denies "denies" "from a pack to a proposition it denies";
        has "has" "from a node to a property; the weight is its number where it has one";
    }
}

/// What the name of the relation of a denied fact starts with.
pub const NOT: &str = "not ";

/// Names of relations that packs cannot declare.
pub fn is_reserved_relation(name: &str) -> bool {
    Relations::TABLE.iter().any(|&(known, _)| known == name)
}

/// The kinds and relations as tables for the book.
pub fn page() -> String {
    let mut page = String::new();
    for (title, table) in [("kind of node", Kinds::TABLE), ("relation", Relations::TABLE)] {
        page.push_str(&format!("| {title} | meaning |\n|---|---|\n"));
        for (name, meaning) in table {
            page.push_str(&format!("| `{name}` | {} |\n", meaning.replace('|', "\\|")));
        }
        page.push('\n');
    }
    page
}
