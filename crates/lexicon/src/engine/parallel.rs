//! Many threads over one text.

use super::{Engine, Found, check_size, cut};
use crate::error::Error;
use crate::token::Token;
use rayon::prelude::*;
use std::ops::Range;

/// How many bytes a thread takes at once: small enough to share the work evenly, and for what is found in it to stay
/// in the cache.
const PIECE: usize = 1 << 19;

/// A text in pieces of about `size` bytes, none of which cuts a token: the tokens of the pieces are those of the text.
/// A token that is longer than a piece makes a longer piece.
///
/// ```
/// let pieces: Vec<_> = quillian_lexicon::pieces(b"to be or not", 7).collect();
/// assert_eq!(pieces, [0..6, 6..12]);
/// ```
pub fn pieces(text: &[u8], size: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut done = 0;
    std::iter::from_fn(move || {
        let start = done;
        done += cut(&text[start..], size.max(1));
        (start < done).then_some(start..done)
    })
}

/// An engine on all threads of the pool it is called from.
#[derive(Clone, Copy, Debug)]
pub struct Parallel<E>(pub E);

impl<E: Engine> Parallel<E> {
    /// Looks up a text piece by piece and hands over what was found in each, with the place where the piece begins;
    /// tokens are counted from there. Pieces come in any order, on any thread. Nothing grows with the text, which may
    /// have any size.
    pub fn for_each(&self, text: &[u8], visit: impl Fn(usize, &Found) + Sync) -> Result<(), Error> {
        let pieces: Vec<_> = pieces(text, PIECE).collect();
        pieces.into_par_iter().try_for_each_init(Found::new, |found, piece| {
            self.0.look_up(&text[piece.clone()], found)?;
            visit(piece.start, found);
            Ok(())
        })
    }
}

impl<E: Engine> Engine for Parallel<E> {
    fn name(&self) -> String {
        format!("{}, {} threads", self.0.name(), rayon::current_num_threads())
    }

    fn look_up(&self, text: &[u8], found: &mut Found) -> Result<(), Error> {
        check_size(text)?;
        found.clear();
        let pieces: Vec<_> = pieces(text, PIECE).collect();
        let parts = pieces.into_par_iter().map(|piece| {
            let mut part = Found::new();
            self.0.look_up(&text[piece.clone()], &mut part)?;
            part.workspace = None;
            let from = piece.start as u32;
            part.tokens.iter_mut().for_each(|token| *token = Token { start: token.start + from, ..*token });
            Ok(part)
        });
        for part in parts.collect::<Result<Vec<_>, Error>>()? {
            found.tokens.extend_from_slice(&part.tokens);
            found.definitions.extend_from_slice(&part.definitions);
        }
        Ok(())
    }
}
