//! Parts of speech and the 26 types of pointer.

/// A part of speech of WordNet; satellite adjectives are adjectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartOfSpeech {
    /// `n`
    Noun,
    /// `v`
    Verb,
    /// `a` and `s`
    Adjective,
    /// `r`
    Adverb,
}

impl PartOfSpeech {
    /// All of them, in the order in which their files are read.
    pub const ALL: [PartOfSpeech; 4] =
        [PartOfSpeech::Noun, PartOfSpeech::Verb, PartOfSpeech::Adjective, PartOfSpeech::Adverb];

    /// The letter in the data files and in the names of concepts.
    pub fn letter(self) -> char {
        ['n', 'v', 'a', 'r'][self as usize]
    }

    /// How file names write it.
    pub fn file_name(self) -> &'static str {
        ["noun", "verb", "adj", "adv"][self as usize]
    }

    /// The syntactic category that its words get.
    pub fn category(self) -> &'static str {
        ["noun", "verb", "adjective", "adverb"][self as usize]
    }

    pub(super) fn from_letter(letter: &str) -> Option<PartOfSpeech> {
        match letter {
            "n" => Some(PartOfSpeech::Noun),
            "v" => Some(PartOfSpeech::Verb),
            "a" | "s" => Some(PartOfSpeech::Adjective),
            "r" => Some(PartOfSpeech::Adverb),
            _ => None,
        }
    }
}

macro_rules! pointer_types {
    ($($name:ident $symbol:literal $label:literal $role:expr;)*) => {
        /// A type of pointer between synsets, or between words of synsets.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PointerType {
            $(#[doc = concat!("`", $symbol, "`")] $name,)*
        }

        impl PointerType {
            /// All of them.
            pub const ALL: [PointerType; 26] = [$(PointerType::$name,)*];

            /// How the data files write it.
            pub fn symbol(self) -> &'static str {
                match self { $(PointerType::$name => $symbol,)* }
            }

            /// What WordNet calls it.
            pub fn label(self) -> &'static str {
                match self { $(PointerType::$name => $label,)* }
            }

            /// What it becomes in the knowledge language.
            pub fn becomes(self) -> Becomes {
                match self { $(PointerType::$name => $role,)* }
            }

            pub(super) fn from_symbol(symbol: &str) -> Option<PointerType> {
                match symbol { $($symbol => Some(PointerType::$name),)* _ => None }
            }
        }
    };
}

/// What a type of pointer becomes in the knowledge language.
///
/// A fact that the files state from both ends is written once, and the relation knows its inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// A parent of the concept.
    Parent,
    /// A parent, and the synset becomes an `instance`.
    InstanceParent,
    /// A clause of this relation, from the synset that has the pointer.
    Relation(&'static str),
    /// A clause of this relation, from the end that comes first in the files: the other end says the same.
    Symmetric(&'static str),
    /// Nothing of its own: the other end has a pointer of this type.
    InverseOf(PointerType),
}

use Becomes::{InstanceParent, InverseOf, Parent, Relation, Symmetric};

pointer_types! {
    Antonym "!" "antonym" Symmetric("antonym");
    Hypernym "@" "hypernym" Parent;
    InstanceHypernym "@i" "instance hypernym" InstanceParent;
    Hyponym "~" "hyponym" InverseOf(PointerType::Hypernym);
    InstanceHyponym "~i" "instance hyponym" InverseOf(PointerType::InstanceHypernym);
    MemberHolonym "#m" "member holonym" Relation("member-of");
    SubstanceHolonym "#s" "substance holonym" Relation("substance-of");
    PartHolonym "#p" "part holonym" Relation("part-of");
    MemberMeronym "%m" "member meronym" InverseOf(PointerType::MemberHolonym);
    SubstanceMeronym "%s" "substance meronym" InverseOf(PointerType::SubstanceHolonym);
    PartMeronym "%p" "part meronym" InverseOf(PointerType::PartHolonym);
    Attribute "=" "attribute" Symmetric("attribute");
    Derivation "+" "derivationally related form" Symmetric("derivation");
    TopicDomain ";c" "domain, topic" Relation("in-topic");
    TopicMember "-c" "member of topic domain" InverseOf(PointerType::TopicDomain);
    RegionDomain ";r" "domain, region" Relation("in-region");
    RegionMember "-r" "member of region domain" InverseOf(PointerType::RegionDomain);
    UsageDomain ";u" "domain, usage" Relation("in-usage");
    UsageMember "-u" "member of usage domain" InverseOf(PointerType::UsageDomain);
    Entailment "*" "entailment" Relation("entails");
    Cause ">" "cause" Relation("causes");
    AlsoSee "^" "also see" Relation("also-see");
    VerbGroup "$" "verb group" Symmetric("verb-group");
    SimilarTo "&" "similar to" Symmetric("similar-to");
    Participle "<" "participle of verb" Relation("participle-of");
    Pertainym "\\" "pertainym, or adjective of an adverb" Relation("pertains-to");
}

impl PointerType {
    /// The type of the pointer that must lead back, if every pointer of this type has one.
    pub fn inverse(self) -> Option<PointerType> {
        match self.becomes() {
            InverseOf(other) => Some(other),
            Symmetric(_) => Some(self),
            _ => PointerType::ALL.into_iter().find(|other| other.becomes() == InverseOf(self)),
        }
    }
}
