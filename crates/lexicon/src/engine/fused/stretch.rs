//! One stretch of text after the other: masks to words, words to slots, slots to definitions.

use super::lane::{Kernel, LANE, Lane, SPARE};
use crate::definition::Definition;
use crate::engine::{Found, cut, define};
use crate::lexicon::Lexicon;
use crate::perfect::{SHORT, ShortKey, Table};
use crate::token::{Token, tokens};
use quillian_network::prefetch;
use std::hint::select_unpredictable;

/// How many bytes are taken at once: what is kept about them fits the innermost cache.
pub(super) const STRETCH: usize = 2048;
/// How many words can be under way: in the worst case every byte is one.
const WORDS: usize = STRETCH + SPARE;

/// What the engine needs while it works; kept by [`Found`] from text to text.
pub(crate) struct Workspace {
    /// The stretch with small letters, and room for a key that starts at its end.
    pub(super) folded: [u8; STRETCH + LANE],
    /// Where bytes above 127 are, one bit each, and zeros behind them.
    wide: [u8; STRETCH / 8 + LANE],
    pub(super) starts: [u16; WORDS],
    pub(super) ends: [u16; WORDS],
    /// The keys, first halves and second halves apart.
    pub(super) lows: [u64; WORDS],
    pub(super) highs: [u64; WORDS],
    pub(super) places: [u32; WORDS],
    /// Numbers of words that fit no slot.
    pub(super) long: [u16; WORDS],
    /// Ranges of words that may have bytes above 127.
    wide_words: Vec<(usize, usize)>,
    /// Words found by the plain tokeniser: number and definition.
    plain: Vec<(u16, Definition)>,
    /// A second list of starts and ends, for stretches where the plain tokeniser helps.
    other_starts: [u16; WORDS],
    other_ends: [u16; WORDS],
    key: String,
}

impl Default for Box<Workspace> {
    fn default() -> Box<Workspace> {
        Box::new(Workspace {
            folded: [0; STRETCH + LANE],
            wide: [0; STRETCH / 8 + LANE],
            starts: [0; WORDS],
            ends: [0; WORDS],
            lows: [0; WORDS],
            highs: [0; WORDS],
            places: [0; WORDS],
            long: [0; WORDS],
            wide_words: Vec::new(),
            plain: Vec::new(),
            other_starts: [0; WORDS],
            other_ends: [0; WORDS],
            key: String::new(),
        })
    }
}

/// What is left of 16 bytes when only the first few count.
static FIRST_BYTES: [ShortKey; SHORT + 1] = {
    let mut masks = [[0; 2]; SHORT + 1];
    let mut length = 0;
    while length <= SHORT {
        let bits = if length == SHORT { u128::MAX } else { (1 << (length * 8)) - 1 };
        masks[length] = [bits as u64, (bits >> 64) as u64];
        length += 1;
    }
    masks
};

/// Looks up a whole text.
#[inline(always)]
pub(super) fn look_up<K: Kernel>(
    lexicon: &Lexicon<'_>,
    text: &[u8],
    found: &mut Found,
    workspace: &mut Workspace,
) {
    let mut done = 0;
    while done < text.len() {
        let length = cut(&text[done..], STRETCH);
        if length <= STRETCH {
            stretch::<K>(lexicon, text, done, length, found, workspace);
        } else {
            // One run without a break is longer than a stretch.
            let run = &text[done..done + length];
            for token in tokens(run) {
                found.tokens.push(Token { start: done as u32 + token.start, ..token });
                found.definitions.push(define(lexicon, token.of(run), &mut workspace.key));
            }
        }
        done += length;
    }
}

#[inline(always)]
fn stretch<K: Kernel>(
    lexicon: &Lexicon<'_>,
    text: &[u8],
    done: usize,
    length: usize,
    found: &mut Found,
    w: &mut Workspace,
) {
    let mut count = find_words::<K>(text, done, length, w);
    w.plain.clear();
    if !w.wide_words.is_empty() {
        count = retokenise_wide(lexicon, &text[done..done + length], count, w);
    }
    let first = found.definitions.len();
    let long_count = K::find_slots(lexicon.short_keys, count, w);
    K::read_slots(lexicon.short_keys, count, w, &mut found.definitions);
    let spans = w.starts[..count].iter().zip(&w.ends[..count]);
    found.tokens.extend(spans.map(|(&start, &end)| Token {
        start: done as u32 + u32::from(start),
        length: u32::from(end) - u32::from(start),
    }));

    let definitions = &mut found.definitions[first..];
    for &number in &w.long[..long_count] {
        let number = usize::from(number);
        let key = &w.folded[usize::from(w.starts[number])..usize::from(w.ends[number])];
        definitions[number] = lexicon.own_definition(key);
    }
    if lexicon.additions.is_some() {
        add_additions(lexicon, definitions, w);
    }
    for &(number, definition) in &w.plain {
        definitions[usize::from(number)] = definition;
    }
}

/// Folds a stretch and finds where its words start and end, and how many there are. Bytes above 127 count as
/// letters.
#[inline(always)]
fn find_words<K: Kernel>(text: &[u8], done: usize, length: usize, w: &mut Workspace) -> usize {
    w.wide_words.clear();
    let mut words = Words { started: 0, ended: 0, in_word: 0, letter_before: 0 };
    let mut before = Lane::default();
    let lanes = length.div_ceil(LANE);
    let mut padded = [0; LANE];
    for number in 0..lanes {
        let at = number * LANE;
        let (bytes, folded) = (text[done + at..].first_chunk(), &mut w.folded[at..]);
        prefetch(text, done + at + STRETCH);
        let bytes = bytes.unwrap_or_else(|| {
            let rest = &text[done + at..];
            padded[..rest.len()].copy_from_slice(rest);
            &padded
        });
        let mut lane = K::lane(bytes, folded.first_chunk_mut().expect("a lane more than a stretch"));
        let rest = length - at;
        if rest < LANE {
            // What lies behind the end of the stretch is not part of it.
            let inside = (1 << rest) - 1;
            lane = Lane {
                letters: lane.letters & inside,
                joiners: lane.joiners & inside,
                wide: lane.wide & inside,
            };
        }
        w.wide[at / 8..at / 8 + 8].copy_from_slice(&lane.wide.to_le_bytes());
        if number > 0 {
            words.add::<K>(before, lane.letters & 1, at - LANE, w);
        }
        before = lane;
    }
    words.add::<K>(before, 0, (lanes.max(1) - 1) * LANE, w);
    if words.in_word == 1 {
        w.ends[words.ended] = length as u16;
    }
    words.started
}

/// Where the words of the lanes so far start and end.
struct Words {
    started: usize,
    ended: usize,
    /// One when the last byte so far is in a word.
    in_word: u64,
    /// One when the last byte so far is a letter.
    letter_before: u64,
}

impl Words {
    #[inline(always)]
    fn add<K: Kernel>(&mut self, lane: Lane, letter_after: u64, base: usize, w: &mut Workspace) {
        let started_before = self.started;
        let before = lane.letters << 1 | self.letter_before;
        let after = lane.letters >> 1 | letter_after << (LANE - 1);
        let inside = lane.letters | (lane.joiners & before & after);
        let inside_before = inside << 1 | self.in_word;
        self.in_word = inside >> (LANE - 1);
        self.letter_before = lane.letters >> (LANE - 1);
        let room = "there is room for a lane of words more than a stretch has bytes";
        let out = w.starts[self.started..].first_chunk_mut().expect(room);
        self.started += K::places(inside & !inside_before, base as u16, out);
        let out = w.ends[self.ended..].first_chunk_mut().expect(room);
        self.ended += K::places(inside_before & !inside, base as u16, out);
        if lane.wide != 0 {
            // The word that was under way when the lane began, and those that started in it.
            w.wide_words.push((started_before.saturating_sub(1), self.started));
        }
    }
}

/// Hashes every word and asks for its slot. Notes the words that fit no slot, and says how many.
#[inline(always)]
pub(super) fn find_slots(table: Table<'_>, count: usize, w: &mut Workspace) -> usize {
    let Workspace { folded, starts, ends, lows, highs, places, long, .. } = w;
    let mut long_count = 0;
    let spans = starts[..count].iter().zip(&ends[..count]);
    let outputs = lows[..count].iter_mut().zip(&mut highs[..count]).zip(&mut places[..count]);
    for (number, ((&start, &end), ((key_low, key_high), place))) in spans.zip(outputs).enumerate() {
        let length = usize::from(end.wrapping_sub(start));
        // The remainder changes nothing, a start is below it: it spares the check of the bounds.
        let start = usize::from(start) % STRETCH;
        let bytes: &[u8; SHORT] = folded[start..].first_chunk().expect("a lane more than a stretch");
        let [low, high] = [&bytes[..8], &bytes[8..]]
            .map(|half| u64::from_le_bytes(half.try_into().expect("half of sixteen bytes")));
        let mask = FIRST_BYTES[length.min(SHORT)];
        (*key_low, *key_high) = (low & mask[0], high & mask[1]);
        *place = table.place([*key_low, *key_high]) as u32;
        prefetch(table.slots, *place as usize);
        long[long_count] = number as u16;
        long_count += usize::from(length > SHORT);
    }
    long_count
}

/// Compares every word with the key in its slot, and writes its definition.
#[inline(always)]
pub(super) fn read_slots(table: Table<'_>, count: usize, w: &Workspace, definitions: &mut Vec<Definition>) {
    let words = w.places[..count].iter().zip(&w.lows[..count]).zip(&w.highs[..count]);
    definitions.extend(words.map(|((&place, &low), &high)| {
        let slot = &table.slots[place as usize];
        let different = (slot.key[0] ^ low) | (slot.key[1] ^ high);
        // Whether a word is known is hard to predict: this must not become a branch.
        Definition(select_unpredictable(different == 0, slot.bits, 0))
    }));
}

/// Replaces every word that has bytes above 127 by the tokens that the plain tokeniser finds in it.
#[inline(never)]
fn retokenise_wide(lexicon: &Lexicon<'_>, text: &[u8], count: usize, w: &mut Workspace) -> usize {
    let Workspace { starts, ends, other_starts, other_ends, wide, wide_words, plain, key, .. } = w;
    let (mut done, mut kept) = (0, 0);
    for &(first, last) in wide_words.iter().chain([&(count, count)]) {
        let same = first.saturating_sub(done);
        other_starts[kept..kept + same].copy_from_slice(&starts[done..done + same]);
        other_ends[kept..kept + same].copy_from_slice(&ends[done..done + same]);
        (done, kept) = (done + same, kept + same);
        while done < last {
            let (start, end) = (starts[done], ends[done]);
            done += 1;
            if !any_bit(wide, start.into(), end.into()) {
                (other_starts[kept], other_ends[kept]) = (start, end);
                kept += 1;
                continue;
            }
            let run = &text[usize::from(start)..usize::from(end)];
            for token in tokens(run) {
                other_starts[kept] = start + token.start as u16;
                other_ends[kept] = start + token.end() as u16;
                plain.push((kept as u16, define(lexicon, token.of(run), key)));
                kept += 1;
            }
        }
    }
    starts[..kept].copy_from_slice(&other_starts[..kept]);
    ends[..kept].copy_from_slice(&other_ends[..kept]);
    kept
}

/// Whether a bit of a range is set; the range is not empty.
#[inline(always)]
fn any_bit(bits: &[u8; STRETCH / 8 + LANE], start: usize, end: usize) -> bool {
    const AT_ONCE: usize = 57;
    let eight: &[u8; 8] =
        bits[start / 8 % (STRETCH / 8)..].first_chunk().expect("a lane more than a stretch");
    let from_start = u64::from_le_bytes(*eight) >> (start % 8);
    if end - start < AT_ONCE {
        return from_start & ((1 << (end - start)) - 1) != 0;
    }
    (start..end).any(|place| bits[place / 8] >> (place % 8) & 1 == 1)
}

/// Adds what was learned at run time.
#[inline(never)]
fn add_additions(lexicon: &Lexicon<'_>, definitions: &mut [Definition], w: &Workspace) {
    let Some(additions) = lexicon.additions else { return };
    for (number, definition) in definitions.iter_mut().enumerate() {
        let (start, end) = (usize::from(w.starts[number]), usize::from(w.ends[number]));
        let may_be_there = if end - start > SHORT {
            additions.may_have_long()
        } else {
            additions.may_have([w.lows[number], w.highs[number]])
        };
        if may_be_there {
            *definition |= additions.definition_of_key(&w.folded[start..end]);
        }
    }
}
