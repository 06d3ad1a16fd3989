//! Did you mean …?

/// Names longer than this are not compared: nobody mistypes them by a letter.
const LONGEST: usize = 64;

/// How many names are compared at most; beyond that a suggestion is not worth the time.
const MOST: usize = 1_000_000;

/// The known name nearest to an unknown one, if any is near enough to be what was meant: a letter or two left out,
/// added, changed or swapped. Of names equally near, the first in the alphabet.
pub fn nearest_name<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = unknown.chars().count();
    if length == 0 || length > LONGEST {
        return None;
    }
    let allowed = 1 + length / 4;
    let mut best: Option<(usize, &str)> = None;
    for name in known.into_iter().take(MOST) {
        let limit = best.map_or(allowed, |(distance, _)| distance);
        // A character has at most four bytes, so most names are ruled out by their length alone.
        let hopeless = name.len().abs_diff(unknown.len()) > 4 * limit || name.len() > 4 * LONGEST;
        if hopeless || name == unknown || name.chars().count().abs_diff(length) > limit {
            continue;
        }
        // Of a short name, changing every letter is not a slip.
        let distance = strsim::osa_distance(unknown, name);
        let better = best.is_none_or(|(least, other)| (distance, name) < (least, other));
        if distance <= limit && distance < length && better {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
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
            assert_eq!(nearest_name(unknown, known.iter().copied()), expected, "{unknown}");
        }
    }
}
