//! Every check of the knowledge language: its code, what it means, the next step, and a text that fails it.
//!
//! The page of the book about diagnostics is written from this table, and a test compiles every example.

use crate::diagnostic::Severity;
use std::fmt::Write;

macro_rules! catalogue {
    ($($variant:ident $code:literal $severity:ident $title:literal $next:literal $example:literal;)*) => {
        /// Which check a diagnostic comes from.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $(#[doc = $title] $variant,)*
        }

        impl Code {
            /// All checks, in order of their codes.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The stable code, as users see it.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $code,)* }
            }

            /// How grave it is.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// What it means, in one line.
            pub fn title(self) -> &'static str {
                match self { $(Code::$variant => $title,)* }
            }

            /// What to do about it.
            pub fn next_step(self) -> &'static str {
                match self { $(Code::$variant => $next,)* }
            }

            /// A text that fails this check; empty where no short text can.
            pub fn example(self) -> &'static str {
                match self { $(Code::$variant => $example,)* }
            }
        }
    };
}

catalogue! {
    BrokenText "K001" Error "bytes that are not UTF-8"
        "save the file as UTF-8" "";
    FileTooLarge "K002" Error "a file of 4 GiB or more"
        "split the file; the parts may share one pack" "";
    RepeatedFile "K003" Error "two files with the same name"
        "give each file once" "";
    MemoryLimit "K004" Error "the knowledge does not fit in one memory"
        "split the knowledge in two memories" "";

    UnknownItem "K010" Error "a line starts with a word that is no item"
        "start the line with an item such as `concept`, `event` or `test`, or indent it to make it a clause"
        "concpt one\n";
    ClauseOutsideItem "K011" Error "an indented line that belongs to no item"
        "put an item such as `concept NAME` above it, or remove the indentation"
        "  isa one\n";
    TabIndentation "K012" Warning "a line indented with tabs"
        "indent with spaces; `quillian fmt` does it for you"
        "concept one\n\tgloss \"x\"\n";
    UnevenIndentation "K013" Warning "the clauses of an item are indented differently"
        "indent all clauses of an item alike; `quillian fmt` does it for you"
        "concept one\n  gloss \"x\"\n    isa two\nconcept two\n";
    MissingName "K014" Error "a name is missing"
        "write a name: letters, digits, `-`, `_`, `.`, or any text in backticks"
        "concept\n";
    UnexpectedText "K015" Error "something stands where nothing can"
        "remove it, or move it to a line of its own"
        "pack one two\n";
    ReservedItem "K016" Error "an item whose place in the language is reserved"
        "leave it out for now: a later version reads it"
        "phoneme one\n";
    UnknownClause "K017" Error "a word that starts no clause"
        "start the clause with a keyword, a language tag, a declared relation, or `ROLE:`"
        "concept one\n  primse\n";
    MisplacedClause "K018" Error "a clause in an item that cannot have it"
        "move the clause to an item that can have it"
        "role one\n  gloss \"x\"\n  primes two\nconcept two\n";
    PackNotFirst "K019" Error "`pack` is not the first item, or stands twice"
        "put one `pack NAME` line before all other items of the file"
        "concept one\npack two\n";
    UnterminatedString "K020" Error "a string without its closing quote"
        "close the string with `\"` on the same line; a quote inside is written `\\\"`"
        "concept one\n  gloss \"x\n";
    BadEscape "K021" Error "an escape that does not exist"
        "use one of \\\" \\\\ \\n \\t \\u{…}"
        "concept one\n  gloss \"\\q\"\n";
    UnterminatedBacktick "K022" Error "a name in backticks without the closing one"
        "close the name with a backtick on the same line"
        "concept `one\n";
    EmptyString "K023" Error "an empty string or name where text is needed"
        "write the text between the quotes"
        "language en\nconcept one\n  en \"\"\n";
    MissingParent "K024" Error "`:` without a parent after it"
        "write the parent's name after `:`, or remove the `:`"
        "concept one :\n";
    MissingConstraint "K025" Error "a role without a constraint"
        "write the concept its filler must be, such as `ROLE: CONCEPT`"
        "event one\n  two:\n";
    BadNumber "K026" Error "a number that is missing or out of range"
        "write a whole number from 0 to 65535"
        "language en\nconcept one\n  en \"x\"/70000\n";
    MissingTarget "K027" Error "a list with nothing in it, or that ends with a comma"
        "write a name after the keyword and after each comma"
        "concept one\n  primes\n";
    BadFeature "K028" Error "features that cannot be read"
        "write features as `[FEATURE=VALUE, FEATURE=VALUE]`"
        "language en\nconcept one\n  en \"x\" [plural]\n";
    BadProposition "K029" Error "a proposition that cannot be read"
        "write `RELATION(ROLE, ROLE)` or `EVENT(ROLE: ROLE, ROLE: ROLE)`"
        "event one\n  infer two\n";
    BadEquation "K030" Error "an equation that cannot be read"
        "write `ROLE.ROLE = ROLE`, with at most two names on each side"
        "event one\n  control two\n";
    BadLanguageTag "K031" Error "a language tag that cannot be read"
        "use two or three small letters, then perhaps a region: `en`, `ja`, `zh-Hant`"
        "language English\n";
    UnexpectedCharacter "K032" Error "a character that means nothing here"
        "remove it, or put the name in backticks"
        "concept o%ne\n";
    MissingText "K033" Error "a quoted text is missing"
        "write the text in double quotes"
        "concept one\n  gloss two\n";
    BadPath "K034" Error "a path that has more than roles in it"
        "a path has role names, `( | )`, `[ ]`, `*` and `+` only"
        "constraint one\n  path {two}\n";

    UnclosedBrace "K040" Error "`{` without `}`"
        "close the slot with `}`" "language en\nevent one\n  two: one\n  en x {two\n";
    UnclosedBracket "K041" Error "`[` without `]`"
        "close the optional part with `]`" "language en\nevent one\n  en x [y\n";
    UnclosedParenthesis "K042" Error "`(` without `)`"
        "close the group with `)`" "language en\nevent one\n  en x (y | z\n";
    UnclosedAngle "K043" Error "`<` without `>`"
        "close the name of the fragment with `>`" "language en\nevent one\n  en x <y\n";
    StrayCloser "K044" Error "a closing bracket that nothing opened"
        "remove it, or open it earlier on the line" "language en\nevent one\n  en x ]\n";
    EmptyAlternative "K045" Error "an alternative with nothing in it"
        "write something on both sides of `|` or `;`, or use `[ … ]` for a part that may be left out"
        "language en\nevent one\n  en x (y | )\n";
    EmptyGroup "K046" Error "brackets with nothing in them"
        "write the part between the brackets, or remove them" "language en\nevent one\n  en x []\n";
    BadSlot "K047" Error "a slot that cannot be read"
        "write `{ROLE}`, `{ROLE: CONCEPT}`, `{ROLE/CATEGORY}` or `{ROLE: CONCEPT/CATEGORY}`"
        "language en\nevent one\n  en x {}\n";
    StrayRepetition "K048" Error "`*` or `+` with nothing before it to repeat"
        "write `*` or `+` right after the part it repeats, without a space"
        "language en\nevent one\n  en x * y\n";
    MixedSeparators "K049" Error "`|` and `;` in one group"
        "put one of the two in a group of its own: `(a | (b ; c))`"
        "language en\nevent one\n  en x (a | b ; c)\n";
    TooDeep "K050" Error "groups nested too deep"
        "move the inner groups to a `fragment`" "";
    TooLong "K051" Error "a sequence with too many parts"
        "move parts of it to a `fragment`" "";
    EmptySequence "K052" Error "a language tag with nothing after it"
        "write the words in quotes, or a sequence" "language en\nconcept one\n  en\n";
    StraySemicolon "K053" Error "`;` outside parentheses"
        "put the parts that may stand in any order in parentheses: `(a ; b)`"
        "language en\nevent one\n  en x ; y\n";

    UnknownConcept "K060" Error "a concept nobody defined"
        "define it with `concept NAME`, or `use` the pack that does" "concept one : two\n";
    UnknownRole "K061" Error "a role the event does not have"
        "declare it with `ROLE: CONCEPT` in the event or one of its parents"
        "language en\nevent one\n  en x {two}\n";
    UnknownLanguage "K062" Error "a language nobody declared"
        "declare it once with `language TAG \"name\"`" "concept one\n  en \"x\"\n";
    UnknownCategory "K063" Error "a category nobody declared"
        "declare it with `category NAME`; if the line is a sequence, put its first part in parentheses"
        "language en\nconcept one\n  en two \"x\"\n";
    UnknownFeature "K064" Error "a feature nobody declared"
        "declare it with `feature NAME: VALUE, VALUE`"
        "language en\nconcept one\n  en \"x\" [two=three]\n";
    UnknownValue "K065" Error "a value the feature does not have"
        "use a declared value, or add it to the feature"
        "language en\nfeature two: four\nconcept one\n  en \"x\" [two=three]\n";
    UnknownRelation "K066" Error "a relation nobody declared"
        "declare it with `relation NAME`" "concept one\n  near two\nconcept two\n";
    UnknownPack "K067" Error "a pack nobody gave"
        "give the file of that pack too, or correct its name" "use one\n";
    UnknownFragment "K068" Error "a fragment nobody defined"
        "define it with `fragment NAME`" "language en\nevent one\n  en x <two>\n";
    UnknownConstraint "K069" Error "a constraint nobody defined"
        "define it with `constraint NAME`" "constraint one\n  activates two\n";
    AmbiguousName "K070" Error "a name that two used packs define"
        "say which one: `PACK/NAME`" "";
    Duplicate "K071" Error "a name defined twice"
        "rename one, or add to the first with `extend`" "concept one\nconcept one\n";
    UnusedImport "K072" Warning "a used pack from which nothing is used"
        "remove it from the `use` line" "";
    ReservedName "K073" Error "a name the language needs for itself"
        "choose another name" "relation means\n";
    KindMismatch "K074" Error "`extend` with another kind than the definition"
        "use the keyword of the definition" "event one\nextend concept one\n  gloss \"x\"\n";
    MissingConcept "K075" Error "an instance of nothing"
        "write what it is an instance of: `instance NAME : CONCEPT`" "instance one\n";
    UnknownSense "K076" Error "a sense whose word does not mean the concept"
        "add the word to the concept, or correct the name after `@`"
        "language en\nconcept one\nsense en \"x\"@one\n";

    SelfParent "K080" Error "a concept that is its own parent"
        "remove the parent" "concept one : one\n";
    ParentCycle "K081" Error "concepts that are each other's ancestors"
        "remove one of the parents in the circle" "concept one : two\nconcept two : one\n";
    CanBeEmpty "K082" Error "a sequence that can be nothing at all"
        "leave at least one part outside `[ … ]` and without `*`" "language en\nevent one\n  en [x] y*\n";
    OnlySlots "K083" Warning "a sequence of one slot and no word"
        "add a word, or a category to the slot; it would match anything"
        "language en\nevent one\n  two: one\n  en {two}\n";
    SwallowedClause "K084" Warning "a sequence that seems to hold a second clause"
        "a sequence runs to the end of its line: start the other clause on a line of its own"
        "language en\nlanguage ja\nevent one\n  en x   ja \"y\"\n";
    UnusedRole "K085" Warning "a role no sequence of the event can fill"
        "add `{ROLE}` to a sequence, or mark the role as optional with `ROLE?:`"
        "language en\nconcept two\nevent one\n  three: two\n  en x\n";
    RepeatedRole "K086" Error "a role declared twice in one item"
        "merge the two: `ROLE: CONCEPT | CONCEPT`" "concept two\nevent one\n  three: two\n  three: two\n";
    RepeatedWord "K087" Warning "a word given twice for one concept"
        "remove one of the two" "language en\nconcept one\n  en \"x\"\n  en \"x\"\n";
    Contradiction "K088" Error "a fact that is both stated and denied"
        "remove one of the two" "relation near\nconcept one\n  near two\n  not near two\nconcept two\n";
    NoExpectation "K089" Error "a test that expects nothing"
        "say what is expected on indented lines: `EVENT(ROLE: FILLER)`" "test \"x\"\n";
    ContradictoryTest "K090" Error "the same test both expected and refused"
        "remove one of the two" "concept one\nconcept two\ntest one isa two\nrefuse one isa two\n";
    BadTest "K091" Error "a test that cannot be read"
        "write `test \"text\"`, `test NAME isa NAME`, `test NAME RELATION NAME` or `test LANGUAGE \"word\" means NAME`"
        "test one\n";
    FragmentCycle "K092" Error "a fragment that contains itself"
        "break the circle: fragments cannot be recursive; use a slot for that"
        "language en\nfragment one\n  en x <one>\n";
    RepeatedSequence "K093" Warning "the same sequence twice for one event"
        "remove one of the two" "language en\nevent one\n  en x\n  en x\n";
    RoleTwice "K094" Error "a role with two slots in one sequence"
        "use another role for one of the two, or put them in alternatives"
        "language en\nevent one\n  two: one\n  en x {two} y {two}\n";
    NoSequence "K095" Warning "a fragment or adjunct without a sequence"
        "add a clause with a language tag and a sequence" "fragment one\n";
    NoValues "K096" Error "a feature without values"
        "write its values: `feature NAME: VALUE, VALUE`" "feature one\n";
    TooManyArguments "K097" Error "a relation with other than one or two arguments"
        "a relation has a subject and an object; use an event for more"
        "relation near\nevent one\n  two: one\n  infer near(two, two, two)\n";
    UnknownArgument "K098" Error "an argument that is neither a role nor a concept"
        "use a role of this event, or a concept" "relation near\nevent one\n  infer near(two, one)\n";
}

/// The page of the book about diagnostics.
pub fn page() -> String {
    let mut page = String::from(
        "# Diagnostics of the knowledge language\n\n\
         This page is written from the table in `crates/knowledge/src/catalogue.rs`; a test keeps the two alike. \
         Each example is the smallest text that gives the diagnostic. Errors stop the memory from being built; \
         warnings do not.\n",
    );
    for &code in Code::ALL {
        let _ = write!(
            page,
            "\n## {} {}\n\n{}. Next: {}.\n",
            code.name(),
            code.title(),
            severity(code),
            code.next_step()
        );
        if !code.example().is_empty() {
            let _ = write!(page, "\n```quill\n{}```\n", code.example());
        }
    }
    page
}

fn severity(code: Code) -> &'static str {
    match code.severity() {
        Severity::Error => "An error",
        Severity::Warning => "A warning",
    }
}
