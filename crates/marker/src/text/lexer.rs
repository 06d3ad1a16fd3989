//! Words and signs of one line.

use std::ops::Range;

/// A word or a sign, and where it is in the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Range<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// A bare word: a keyword, a name or a number.
    Word(String),
    /// A name in double quotes: any characters.
    Quoted(String),
    Arrow,
    Sign(char),
    /// A double quote without its partner.
    Unclosed,
}

/// The tokens of a line that starts at byte `offset` of the program; a comment ends it.
pub(super) fn tokens(line: &str, offset: usize) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = line;
    let at = |rest: &str| offset + line.len() - rest.len();
    while let Some(first) = rest.chars().next() {
        let start = at(rest);
        let kind = match first {
            '#' => break,
            _ if first.is_whitespace() => {
                rest = &rest[first.len_utf8()..];
                continue;
            }
            '"' => {
                let (kind, length) = quoted(rest);
                rest = &rest[length..];
                kind
            }
            '-' if rest.starts_with("->") => {
                rest = &rest[2..];
                TokenKind::Arrow
            }
            _ if is_sign(first) => {
                rest = &rest[1..];
                TokenKind::Sign(first)
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || is_sign(c) || c == '"' || c == '#';
                let end = rest.find(ends).into_iter().chain(rest.find("->")).min();
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                rest = after;
                TokenKind::Word(word.to_owned())
            }
        };
        tokens.push(Token { kind, span: start..at(rest) });
    }
    tokens
}

fn is_sign(c: char) -> bool {
    matches!(c, '(' | ')' | ',' | '*' | '+' | '?' | '|' | '^' | '>')
}

/// A quoted name at the start of the text and how many bytes it takes; a backslash makes the next character
/// plain.
fn quoted(text: &str) -> (TokenKind, usize) {
    let mut name = String::new();
    let mut characters = text.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return (TokenKind::Quoted(name), at + 1),
            '\\' => name.extend(characters.next().map(|(_, c)| c)),
            _ => name.push(c),
        }
    }
    (TokenKind::Unclosed, text.len())
}
