//! Paths as text: `spread(means, isa)`, `isa* > ^part-of`, `end-comb(a, b)`, `_` for any relation, or a name given
//! to a path on a line of its own, as in `path up isa+`.

use super::parser::Cursor;
use super::problem::Problem;
use super::statement::NamedPath;

const DEEPEST: usize = 100;

/// A whole path. `|` binds loosest, then `>`, then the signs after a part.
pub(super) fn path(cursor: &mut Cursor<'_>) -> Result<NamedPath, Problem> {
    either(cursor, 0)
}

fn either(cursor: &mut Cursor<'_>, depth: usize) -> Result<NamedPath, Problem> {
    let mut parts = vec![sequence(cursor, depth)?];
    while cursor.takes_sign('|') {
        parts.push(sequence(cursor, depth)?);
    }
    Ok(if parts.len() == 1 { parts.remove(0) } else { NamedPath::Either(parts) })
}

fn sequence(cursor: &mut Cursor<'_>, depth: usize) -> Result<NamedPath, Problem> {
    let mut parts = vec![repeated(cursor, depth)?];
    while cursor.takes_sign('>') {
        parts.push(repeated(cursor, depth)?);
    }
    Ok(if parts.len() == 1 { parts.remove(0) } else { NamedPath::Sequence(parts) })
}

/// A part with the signs behind it. Several signs mean no more than one does: what may be left out and what may
/// come again is all they say.
fn repeated(cursor: &mut Cursor<'_>, depth: usize) -> Result<NamedPath, Problem> {
    let part = single(cursor, depth)?;
    let (mut optional, mut many) = (false, false);
    loop {
        if cursor.takes_sign('*') {
            (optional, many) = (true, true);
        } else if cursor.takes_sign('+') {
            many = true;
        } else if cursor.takes_sign('?') {
            optional = true;
        } else {
            break;
        }
    }
    Ok(match (optional, many) {
        (false, false) => part,
        (false, true) => NamedPath::Many(Box::new(part)),
        (true, true) => NamedPath::Repeat(Box::new(part)),
        (true, false) => NamedPath::Either(vec![part, NamedPath::Sequence(Vec::new())]),
    })
}

fn single(cursor: &mut Cursor<'_>, depth: usize) -> Result<NamedPath, Problem> {
    cursor.deepest = cursor.deepest.max(depth);
    if depth > DEEPEST {
        return Err(cursor.unexpected(&format!("a path nested at most {DEEPEST} deep")));
    }
    if cursor.takes_sign('(') {
        let inner = either(cursor, depth + 1)?;
        return close(cursor).map(|()| inner);
    }
    if cursor.takes_sign('^') {
        let word = cursor.peek_word().unwrap_or_default().to_owned();
        let step = NamedPath::Step { relation: relation(cursor)?, inverse: true };
        return Ok(named(cursor, &word, depth)?.map_or(step, reversed));
    }
    let word = cursor.peek_word().unwrap_or_default().to_owned();
    let step = NamedPath::Step { relation: relation(cursor)?, inverse: false };
    // A word is a function only with its arguments; `seq` alone may be the name of a relation.
    let is_function =
        matches!(word.as_str(), "seq" | "spread" | "comb" | "end-spread" | "end-comb" | "union" | "end");
    if !is_function || !cursor.takes_sign('(') {
        return Ok(named(cursor, &word, depth)?.unwrap_or(step));
    }
    let first = either(cursor, depth + 1)?;
    if word == "end" {
        close(cursor)?;
        return Ok(NamedPath::End(Box::new(first)));
    }
    if !cursor.takes_sign(',') {
        return Err(cursor.unexpected("`,` and a second path"));
    }
    let second = either(cursor, depth + 1)?;
    close(cursor)?;
    Ok(match word.as_str() {
        "seq" => NamedPath::Sequence(vec![first, second]),
        "union" => NamedPath::Either(vec![first, second]),
        "spread" => spread(first, second),
        "comb" => many(NamedPath::Either(vec![first, second])),
        "end-spread" => NamedPath::End(Box::new(spread(first, second))),
        _ => NamedPath::End(Box::new(many(NamedPath::Either(vec![first, second])))),
    })
}

fn relation(cursor: &mut Cursor<'_>) -> Result<Option<super::statement::Name>, Problem> {
    if cursor.takes_word("_") {
        return Ok(None);
    }
    cursor.name("a relation, `^`, `_` or `(`").map(Some)
}

fn close(cursor: &mut Cursor<'_>) -> Result<(), Problem> {
    if cursor.takes_sign(')') { Ok(()) } else { Err(cursor.unexpected("`)`")) }
}

fn many(part: NamedPath) -> NamedPath {
    NamedPath::Many(Box::new(part))
}

fn spread(first: NamedPath, second: NamedPath) -> NamedPath {
    let chains = [first, second].map(|part| NamedPath::Repeat(Box::new(part)));
    NamedPath::NotEmpty(Box::new(NamedPath::Sequence(chains.to_vec())))
}

/// The path of this name, if there is one. Names within names could make a path of any size and depth, so both are
/// counted.
fn named(cursor: &mut Cursor<'_>, name: &str, depth: usize) -> Result<Option<NamedPath>, Problem> {
    let Some((path, nested)) = cursor.paths.get(name) else { return Ok(None) };
    cursor.steps_left = cursor.steps_left.saturating_sub(size(path));
    if cursor.steps_left == 0 || depth + nested > DEEPEST {
        return Err(cursor.too_large(name));
    }
    cursor.deepest = cursor.deepest.max(depth + nested);
    Ok(Some(path.clone()))
}

/// The path walked backwards.
fn reversed(path: NamedPath) -> NamedPath {
    let inside = |inner: Box<NamedPath>| Box::new(reversed(*inner));
    match path {
        NamedPath::Step { relation, inverse } => NamedPath::Step { relation, inverse: !inverse },
        NamedPath::Sequence(parts) => NamedPath::Sequence(parts.into_iter().rev().map(reversed).collect()),
        NamedPath::Either(parts) => NamedPath::Either(parts.into_iter().map(reversed).collect()),
        NamedPath::Repeat(inner) => NamedPath::Repeat(inside(inner)),
        NamedPath::Many(inner) => NamedPath::Many(inside(inner)),
        NamedPath::NotEmpty(inner) => NamedPath::NotEmpty(inside(inner)),
        NamedPath::End(inner) => NamedPath::End(inside(inner)),
    }
}

/// How many links a path names; a path that is used by name counts again each time.
pub(super) fn size(path: &NamedPath) -> usize {
    match path {
        NamedPath::Step { .. } => 1,
        NamedPath::Sequence(parts) | NamedPath::Either(parts) => parts.iter().map(size).sum(),
        NamedPath::Repeat(inner)
        | NamedPath::Many(inner)
        | NamedPath::NotEmpty(inner)
        | NamedPath::End(inner) => size(inner),
    }
}
