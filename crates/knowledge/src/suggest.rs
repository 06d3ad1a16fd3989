//! Did you mean …?

/// Names longer than this are not compared: nobody mistypes them by a letter.
const LONGEST: usize = 64;

/// How many names are compared at most; beyond that a suggestion is not worth the time.
const MOST: usize = 200_000;

/// The known name nearest to an unknown one, if any is near enough to be what was meant.
pub(crate) fn nearest<'a>(unknown: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = unknown.chars().take(LONGEST + 1).collect();
    if wanted.is_empty() || wanted.len() > LONGEST {
        return None;
    }
    let allowed = 1 + wanted.len() / 4;
    let mut best: Option<(usize, &str)> = None;
    for name in known.take(MOST) {
        let limit = best.map_or(allowed, |(distance, _)| distance);
        if name.len().abs_diff(unknown.len()) > 4 * limit || name == unknown {
            continue;
        }
        let Some(distance) = distance(&wanted, name, limit) else { continue };
        let better = best.is_none_or(|(least, other)| (distance, name) < (least, other));
        if better {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Edits between two names (insert, delete, replace, swap neighbours), if at most `limit`.
fn distance(wanted: &[char], name: &str, limit: usize) -> Option<usize> {
    let other: Vec<char> = name.chars().take(LONGEST + 1).collect();
    if other.len() > LONGEST || other.len().abs_diff(wanted.len()) > limit || other.len() * 2 < wanted.len() {
        return None;
    }
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (i, &a) in wanted.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in other.iter().enumerate() {
            let mut least = (last[j] + usize::from(a != b)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a == other[j - 1] && wanted[i - 1] == b {
                least = least.min(before_last[j - 1] + 1);
            }
            row.push(least);
        }
        if row.iter().min().is_some_and(|&least| least > limit) {
            return None;
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|&distance| distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let known = ["concept", "event", "constraint", "primes"];
        for (unknown, expected) in [
            ("concpt", Some("concept")),
            ("evnet", Some("event")),
            ("primse", Some("primes")),
            ("xyzzy", None),
            ("", None),
        ] {
            assert_eq!(nearest(unknown, known.iter().copied()), expected, "{unknown}");
        }
    }
}
