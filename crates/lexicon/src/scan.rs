//! The scan: all partial results of an associative operation, in logarithmic depth.

use rayon::prelude::*;

/// How many items a thread takes at once.
const BLOCK: usize = 1 << 14;

/// Replaces every item by the combination of all items up to and with it. The operation is associative, and `zero`
/// changes nothing: blocks are combined side by side, then the results of the blocks, then each block goes through
/// its items with the result of those before it.
///
/// ```
/// let mut numbers = [3, 1, 4, 1, 5];
/// quillian_lexicon::scan(&mut numbers, 0, |left, right| left.max(right));
/// assert_eq!(numbers, [3, 3, 4, 4, 5]);
/// ```
pub fn scan<T: Copy + Send + Sync>(items: &mut [T], zero: T, combine: impl Fn(T, T) -> T + Sync) {
    let through = |before: T, block: &mut [T]| {
        block.iter_mut().fold(before, |before, item| {
            *item = combine(before, *item);
            *item
        })
    };
    if items.len() <= BLOCK {
        through(zero, items);
        return;
    }
    let mut before: Vec<T> =
        items.par_chunks(BLOCK).map(|block| block.iter().fold(zero, |a, &b| combine(a, b))).collect();
    let mut total = zero;
    for block in &mut before {
        let with_block = combine(total, *block);
        *block = std::mem::replace(&mut total, with_block);
    }
    items.par_chunks_mut(BLOCK).zip(before).for_each(|(block, before)| {
        through(before, block);
    });
}
