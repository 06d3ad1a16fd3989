//! What a knowledge file says, as it stands in the file: names are not looked up yet.
//!
//! Everything borrows from the text of the source.

use crate::source::Span;
use std::borrow::Cow;

/// A whole file.
#[derive(Debug, Default)]
pub struct Tree<'s> {
    /// The items in the order of the file.
    pub items: Vec<Item<'s>>,
    /// Documentation lines (`##`) before the first item.
    pub documentation: Vec<&'s str>,
    /// Where each clause and each item head begins: what the formatter aligns.
    pub cells: Vec<Cell>,
    /// Words in sequences that look like the tag of a clause of their own.
    pub suspects: Vec<Name<'s>>,
}

/// Where an item head or a clause begins on its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The first byte.
    pub start: u32,
    /// Where a sequence begins in it, if it has one; the sequence runs to the end of the line.
    pub sequence: Option<u32>,
}

/// A name: what a definition introduces or a reference asks for.
#[derive(Clone, Copy, Debug)]
pub struct Name<'s> {
    /// The name without backticks. Unquoted, it may be qualified: `pack/name`.
    pub text: &'s str,
    /// Where it stands.
    pub at: Span,
    /// Whether it stood in backticks.
    pub quoted: bool,
}

/// A quoted text with its escapes replaced.
#[derive(Clone, Debug)]
pub struct Text<'s> {
    /// The text itself.
    pub value: Cow<'s, str>,
    /// Where it stands, quotes included.
    pub at: Span,
}

/// One item: the line at the left margin and the clauses that belong to it.
#[derive(Debug)]
pub struct Item<'s> {
    /// What the first line says.
    pub head: Head<'s>,
    /// Where the first line stands, without its clauses.
    pub at: Span,
    /// The last byte of the last line that belongs to the item.
    pub end: u32,
    /// The clauses.
    pub clauses: Vec<Clause<'s>>,
    /// Whether a part of it could not be read.
    pub broken: bool,
}

/// The kinds of thing that have parents, words and sequences.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EntityKind {
    /// A node of the is-a lattice.
    Concept,
    /// A concept with roles and sequences.
    Event,
    /// One particular thing.
    Instance,
    /// An optional sequence that may join others.
    Adjunct,
}

/// The first line of an item.
#[derive(Debug)]
pub enum Head<'s> {
    /// `pack NAME`
    Pack(Name<'s>),
    /// `use NAME, NAME`
    Use(Vec<Name<'s>>),
    /// `language TAG "title"`
    Language(Name<'s>, Option<Text<'s>>),
    /// `relation NAME inverse NAME`
    Relation(Name<'s>, Option<Name<'s>>),
    /// `role NAME`
    Role(Name<'s>),
    /// `category NAME : PARENT`
    Category(Name<'s>, Vec<Name<'s>>),
    /// `feature NAME: VALUE, VALUE`
    Feature(Name<'s>, Vec<Name<'s>>),
    /// `concept NAME : PARENT`, and `event`, `instance`, `adjunct`
    Entity(EntityKind, Name<'s>, Vec<Name<'s>>),
    /// `extend concept NAME`
    Extend(EntityKind, Name<'s>),
    /// `fragment NAME`
    Fragment(Name<'s>),
    /// `word TAG "text" CATEGORY`
    Word(Name<'s>, Text<'s>, Option<Name<'s>>),
    /// `sense TAG "text"@CONCEPT`
    Sense(SenseName<'s>),
    /// `constraint NAME`
    Constraint(Name<'s>),
    /// `fact RELATION(A, B)`; true when it is denied with `not`
    Fact(bool, Proposition<'s>),
    /// `test …`, or `refuse …` when the flag is set
    Test(bool, TestHead<'s>),
    /// An item that could not be read, or is reserved.
    Unknown,
}

/// What a test line asks.
#[derive(Debug)]
pub enum TestHead<'s> {
    /// A text to be read, perhaps in a given language; expectations follow as clauses.
    Reading(Option<Name<'s>>, Text<'s>),
    /// `A isa B` or `A RELATION B, C`
    Holds(Name<'s>, Name<'s>, Vec<Name<'s>>),
    /// `TAG "word" means A, B`
    Means(Name<'s>, Text<'s>, Vec<Name<'s>>),
    /// It could not be read.
    Broken,
}

/// A word of a language in one of its meanings.
#[derive(Clone, Debug)]
pub struct SenseName<'s> {
    /// The tag of the language.
    pub language: Name<'s>,
    /// The word.
    pub text: Text<'s>,
    /// The concept.
    pub concept: Name<'s>,
}

/// `RELATION(A, B)` or `EVENT(ROLE: A, ROLE: B)`
#[derive(Debug)]
pub struct Proposition<'s> {
    /// The relation or event.
    pub predicate: Name<'s>,
    /// The arguments, each with its role where it is named.
    pub arguments: Vec<(Option<Name<'s>>, Name<'s>)>,
    /// Where it stands.
    pub at: Span,
}

/// `A.B = C.D`: one or two names on each side.
#[derive(Debug)]
pub struct Equation<'s> {
    /// The left side.
    pub left: Vec<Name<'s>>,
    /// The right side.
    pub right: Vec<Name<'s>>,
}

/// What the filler of a role must be: any of some concepts, and none of others.
#[derive(Debug, Default)]
pub struct Restriction<'s> {
    /// One of these; anything when empty.
    pub any: Vec<Name<'s>>,
    /// None of these.
    pub none: Vec<Name<'s>>,
}

/// `feature=value`
#[derive(Clone, Copy, Debug)]
pub struct FeatureValue<'s> {
    /// The feature.
    pub feature: Name<'s>,
    /// The value.
    pub value: Name<'s>,
}

/// A word in a words clause.
#[derive(Debug)]
pub struct WordUse<'s> {
    /// The word.
    pub text: Text<'s>,
    /// What this meaning of it costs.
    pub cost: u16,
    /// Its features.
    pub features: Vec<FeatureValue<'s>>,
}

/// What makes a constraint active.
#[derive(Debug)]
pub enum Trigger<'s> {
    /// A word of a language.
    Word(Name<'s>, Text<'s>),
    /// A category.
    Category(Name<'s>),
    /// Features.
    Features(Vec<FeatureValue<'s>>),
}

/// One clause of an item.
#[derive(Debug)]
pub struct Clause<'s> {
    /// What it says.
    pub kind: ClauseKind<'s>,
    /// Where it stands.
    pub at: Span,
}

/// What a clause says.
#[derive(Debug)]
pub enum ClauseKind<'s> {
    /// `en noun "word" "word"`
    Words {
        /// The language.
        language: Name<'s>,
        /// The category of all the words.
        category: Option<Name<'s>>,
        /// The words.
        words: Vec<WordUse<'s>>,
    },
    /// `en {actor} see {object}`
    Sequence(Sequence<'s>),
    /// `actor: person`
    Role {
        /// The role.
        name: Name<'s>,
        /// Whether no sequence need fill it.
        optional: bool,
        /// What its filler must be.
        restriction: Restriction<'s>,
    },
    /// `adjunct instrument: weapon   en with {instrument}`
    Adjunct {
        /// The role.
        name: Name<'s>,
        /// What its filler must be.
        restriction: Restriction<'s>,
        /// Its sequences.
        sequences: Vec<Sequence<'s>>,
    },
    /// `primes a, b/3`
    Primes(Vec<(Name<'s>, u16)>),
    /// `infer …`, or `infer not …` when the flag is set
    Infer(bool, Proposition<'s>),
    /// `expects …`, or `expects not …` when the flag is set
    Expects(bool, Proposition<'s>),
    /// `leads-to …`
    LeadsTo(Proposition<'s>),
    /// `control a.b = c`
    Control(Equation<'s>),
    /// `RELATION target, target`, or `not RELATION …` when the flag is set
    Relation(bool, Name<'s>, Vec<Name<'s>>),
    /// `gloss "text"`
    Gloss(Text<'s>),
    /// `joins EVENT, EVENT`
    Joins(Vec<Name<'s>>),
    /// `spaces yes` or `spaces no`
    Spaces(bool),
    /// `form "text" [features]`
    Form(Text<'s>, Vec<FeatureValue<'s>>),
    /// `features [a=b]`
    Features(Vec<FeatureValue<'s>>),
    /// `key "text"`
    Key(Text<'s>),
    /// `count 27`
    Count(u32),
    /// `RELATION TAG "word"@concept`
    SenseRelation(Name<'s>, SenseName<'s>),
    /// `on …`
    On(Vec<Trigger<'s>>),
    /// `needs feature=value, …`
    Needs(Vec<FeatureValue<'s>>),
    /// `agrees a.number = b.number`
    Agrees(Equation<'s>),
    /// `same a = b`
    Same(Equation<'s>),
    /// `differs a = b`
    Differs(Equation<'s>),
    /// `activates NAME, …`
    Activates(Vec<Name<'s>>),
    /// `inhibits NAME, …`
    Inhibits(Vec<Name<'s>>),
    /// `stores ROLE, …`
    Stores(Vec<Name<'s>>),
    /// `passes CONSTRAINT to ROLE`
    Passes(Name<'s>, Vec<Name<'s>>),
    /// `path (a | b)* c`
    Path(Vec<Pattern<'s>>),
    /// `cost 5`
    Cost(u16),
    /// An expectation of a test.
    Expectation(Proposition<'s>),
    /// It could not be read.
    Broken,
}

/// A pattern in one language.
#[derive(Debug)]
pub struct Sequence<'s> {
    /// The language.
    pub language: Name<'s>,
    /// The alternatives at the outermost level; each is a sequence of its own.
    pub alternatives: Vec<Vec<Pattern<'s>>>,
    /// Where it stands.
    pub at: Span,
}

/// How often a part may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeat {
    /// Once.
    Once,
    /// Any number of times, or not at all.
    Star,
    /// Once or more.
    Plus,
}

/// One part of a pattern.
#[derive(Debug)]
pub struct Pattern<'s> {
    /// What it matches.
    pub kind: PatternKind<'s>,
    /// How often.
    pub repeat: Repeat,
    /// Whether it follows the part before it without a space.
    pub adjoins: bool,
    /// Where it stands.
    pub at: Span,
}

/// What a part of a pattern matches.
#[derive(Debug)]
pub enum PatternKind<'s> {
    /// A word in any of its forms.
    Word(Name<'s>),
    /// Exactly this form.
    Form(Text<'s>),
    /// The filler of a role.
    Slot(Box<Slot<'s>>),
    /// A named fragment.
    Fragment(Name<'s>),
    /// What may be left out.
    Optional(Vec<Vec<Pattern<'s>>>),
    /// One of several; one alternative is a plain group.
    Choice(Vec<Vec<Pattern<'s>>>),
    /// All of several, in any order.
    AnyOrder(Vec<Vec<Pattern<'s>>>),
}

/// The filler of a role in a pattern.
#[derive(Debug)]
pub struct Slot<'s> {
    /// The role.
    pub role: Name<'s>,
    /// What the filler must be, beyond what the role says.
    pub restriction: Restriction<'s>,
    /// The category it must have.
    pub category: Option<Name<'s>>,
}
