//! Paths as text: `spread(means, isa)`, `isa* > ^part-of`, `end-comb(a, b)`, `_` for any relation.

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

fn repeated(cursor: &mut Cursor<'_>, depth: usize) -> Result<NamedPath, Problem> {
    let mut part = single(cursor, depth)?;
    loop {
        part = if cursor.takes_sign('*') {
            NamedPath::Repeat(Box::new(part))
        } else if cursor.takes_sign('+') {
            many(part)
        } else if cursor.takes_sign('?') {
            NamedPath::Either(vec![part, NamedPath::Sequence(Vec::new())])
        } else {
            return Ok(part);
        };
    }
}

fn single(cursor: &mut Cursor<'_>, depth: usize) -> Result<NamedPath, Problem> {
    if depth > DEEPEST {
        return Err(cursor.unexpected(&format!("a path nested at most {DEEPEST} deep")));
    }
    if cursor.takes_sign('(') {
        let inner = either(cursor, depth + 1)?;
        return close(cursor).map(|()| inner);
    }
    if cursor.takes_sign('^') {
        let relation = relation(cursor)?;
        return Ok(NamedPath::Step { relation, inverse: true });
    }
    let word = cursor.peek_word().unwrap_or_default().to_owned();
    let step = NamedPath::Step { relation: relation(cursor)?, inverse: false };
    // A word is a function only with its arguments; `seq` alone may be the name of a relation.
    let is_function =
        matches!(word.as_str(), "seq" | "spread" | "comb" | "end-spread" | "end-comb" | "union" | "end");
    if !is_function || !cursor.takes_sign('(') {
        return Ok(step);
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
    NamedPath::Sequence(vec![part.clone(), NamedPath::Repeat(Box::new(part))])
}

fn spread(first: NamedPath, second: NamedPath) -> NamedPath {
    let chains = NamedPath::Sequence(vec![many(first), NamedPath::Repeat(Box::new(second.clone()))]);
    NamedPath::Either(vec![chains, many(second)])
}
