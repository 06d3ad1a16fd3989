//! Lexing by scan, as the paper sketches it: each character is a function from the states of a finite automaton to its
//! states, and putting functions after each other is associative, so the state at every place of a text is a scan.
//!
//! What a byte is (a letter, a joiner, part of a character...) is told by its neighbours alone, so all bytes find their
//! function at once; blocks of text find the function of the whole block, a scan over the blocks gives the state at the
//! beginning of each, and all blocks read off their tokens at once.

use super::{Engine, Found, Words, check_size};
use crate::character::{Class, class_of, class_of_ascii};
use crate::error::Error;
use crate::lexicon::Lexicon;
use crate::scan::scan;
use crate::token::{Token, decode};
use rayon::prelude::*;

/// How many bytes are one block.
const BLOCK: usize = 1 << 16;

/// The states of the automaton after a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum State {
    Outside,
    /// In a word, after a letter or a mark.
    Word,
    /// In a word, after a joiner that belongs to it only if a letter follows.
    Joined,
    /// In a word of one character and its marks.
    Single,
    /// In bytes that are not UTF-8.
    Broken,
}

const STATES: [State; 5] = [State::Outside, State::Word, State::Joined, State::Single, State::Broken];

/// What a byte is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symbol {
    /// The first byte of a character.
    Character(Class),
    /// A later byte of a character.
    Inside,
    /// No part of a character.
    Broken,
}

fn symbol_at(text: &[u8], at: usize) -> Symbol {
    let byte = text[at];
    if byte < 128 {
        return Symbol::Character(class_of_ascii(byte));
    }
    if let Some(character) = decode(&text[at..]) {
        return Symbol::Character(class_of(character));
    }
    let covers = |start: usize| decode(&text[start..]).is_some_and(|c| start + c.len_utf8() > at);
    if (at.saturating_sub(3)..at).any(covers) { Symbol::Inside } else { Symbol::Broken }
}

fn step(state: State, symbol: Symbol) -> State {
    match (symbol, state) {
        (Symbol::Inside, _) => state,
        (Symbol::Broken, _) => State::Broken,
        (Symbol::Character(Class::Other), _) => State::Outside,
        (Symbol::Character(Class::Letter), _) => State::Word,
        (Symbol::Character(Class::Single), _) => State::Single,
        (Symbol::Character(Class::Joiner), State::Word) => State::Joined,
        (Symbol::Character(Class::Mark), State::Word | State::Single) => state,
        (Symbol::Character(Class::Joiner | Class::Mark), _) => State::Outside,
    }
}

/// A function from states to states.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Function([State; STATES.len()]);

impl Function {
    const IDENTITY: Function = Function(STATES);

    fn of(symbol: Symbol) -> Function {
        Function(STATES.map(|state| step(state, symbol)))
    }

    fn after(self, state: State) -> State {
        self.0[state as usize]
    }

    /// This function, and then another one: the associative product.
    fn then(self, next: Function) -> Function {
        Function(self.0.map(|state| next.after(state)))
    }
}

/// The tokens of a text, found by scan with as many threads as there are; the same as those of
/// [`tokens`](crate::tokens). A text has less than 4 GiB.
///
/// ```
/// let text = b"Isn't it well-known - here?";
/// assert!(quillian_lexicon::engine::lex(text).into_iter().eq(quillian_lexicon::tokens(text)));
/// ```
pub fn lex(text: &[u8]) -> Vec<Token> {
    lex_blocks(text, BLOCK)
}

fn lex_blocks(text: &[u8], block: usize) -> Vec<Token> {
    let blocks = text.len().div_ceil(block);
    let range = |number: usize| number * block..text.len().min((number + 1) * block);
    let mut functions: Vec<Function> = (0..blocks)
        .into_par_iter()
        .map(|number| {
            let symbols = range(number).map(|at| Function::of(symbol_at(text, at)));
            symbols.fold(Function::IDENTITY, Function::then)
        })
        .collect();
    scan(&mut functions, Function::IDENTITY, Function::then);

    let edges: Vec<Edges> = (0..blocks)
        .into_par_iter()
        .map(|number| {
            let before = number.checked_sub(1).map_or(Function::IDENTITY, |before| functions[before]);
            let mut edges = Edges::default();
            let mut state = before.after(State::Outside);
            for at in range(number) {
                state = edges.add(text, at, state, symbol_at(text, at));
            }
            edges
        })
        .collect();
    let mut last = Edges::default();
    let state = functions.last().map_or(State::Outside, |all| all.after(State::Outside));
    last.add(text, text.len(), state, Symbol::Character(Class::Other));

    let starts = edges.iter().flat_map(|edges| &edges.starts);
    let ends = edges.iter().chain([&last]).flat_map(|edges| &edges.ends);
    starts.zip(ends).map(|(&start, &end)| Token { start, length: end - start }).collect()
}

/// Where tokens of a block start, and where tokens end that started there or before.
#[derive(Default)]
struct Edges {
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl Edges {
    /// Notes what starts and ends at a place; the state after it.
    fn add(&mut self, text: &[u8], at: usize, state: State, symbol: Symbol) -> State {
        let next = step(state, symbol);
        if symbol == Symbol::Inside {
            return next;
        }
        let goes_on = match state {
            State::Outside => true,
            State::Word => matches!(next, State::Word | State::Joined),
            State::Joined => next == State::Word,
            State::Single => symbol == Symbol::Character(Class::Mark),
            State::Broken => next == State::Broken,
        };
        if !goes_on {
            let end = if state == State::Joined { character_before(text, at) } else { at };
            self.ends.push(end as u32);
        }
        if next != State::Outside && (state == State::Outside || !goes_on) {
            self.starts.push(at as u32);
        }
        next
    }
}

/// Where the character before a place begins.
fn character_before(text: &[u8], at: usize) -> usize {
    text[..at].iter().rposition(|&byte| byte & 0b1100_0000 != 0b1000_0000).unwrap_or(0)
}

/// Scan-based lexing with look-ups on all threads.
pub struct ScanLexing<'a> {
    lexicon: Lexicon<'a>,
}

impl<'a> ScanLexing<'a> {
    /// The engine over a lexicon.
    pub fn new(lexicon: Lexicon<'a>) -> ScanLexing<'a> {
        ScanLexing { lexicon }
    }
}

impl Engine for ScanLexing<'_> {
    fn name(&self) -> String {
        "scan lexing".into()
    }

    fn look_up(&self, text: &[u8], found: &mut Found) -> Result<(), Error> {
        check_size(text)?;
        found.clear();
        found.tokens = lex(text);
        let words = Words::of_tokens(text, found);
        found.definitions.par_iter_mut().enumerate().for_each(|(place, definition)| {
            if let Some(key) = words.key(place) {
                *definition = self.lexicon.definition_of_key(key);
            }
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;
    use proptest::prelude::*;

    #[test]
    fn putting_functions_after_each_other_is_associative() {
        let classes = [Class::Other, Class::Letter, Class::Joiner, Class::Single, Class::Mark];
        let symbols = classes.map(Symbol::Character).into_iter().chain([Symbol::Inside, Symbol::Broken]);
        let functions: Vec<_> = symbols.map(Function::of).collect();
        for &a in &functions {
            for &b in &functions {
                for &c in &functions {
                    assert!(a.then(b).then(c) == a.then(b.then(c)));
                }
            }
        }
    }

    proptest! {
        #[test]
        fn blocks_of_any_size_give_the_tokens(text in "[a'\u{2019}\u{301}\u{4f1a} .-]{0,40}", block in 1usize..9) {
            prop_assert!(lex_blocks(text.as_bytes(), block).into_iter().eq(tokens(text.as_bytes())));
        }

        #[test]
        fn so_do_any_bytes(text: Vec<u8>, block in 1usize..9) {
            prop_assert!(lex_blocks(&text, block).into_iter().eq(tokens(&text)));
        }
    }
}
