//! Characters to tokens, one at a time, from any place of a line.

use crate::source::Span;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// Letters, digits, `-`, `_`, `.`; in sequences anything that is not special.
    Name,
    /// A name in backticks; the flag says whether it is closed.
    Quoted(bool),
    /// A string; the flag says whether it is closed.
    Text(bool),
    /// A character that means something by itself.
    Sign(u8),
    /// Anything else.
    Strange,
    /// The end of the line, or a comment.
    End,
}

/// A token and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Token {
    pub(crate) fn span(self) -> Span {
        Span::new(self.start, self.end)
    }

    pub(crate) fn is(self, sign: u8) -> bool {
        self.kind == TokenKind::Sign(sign)
    }

    pub(crate) fn is_name(self) -> bool {
        matches!(self.kind, TokenKind::Name | TokenKind::Quoted(_))
    }
}

/// The next token at or after `from`; `end` is the end of the line.
pub(crate) fn next(text: &str, from: usize, end: usize) -> Token {
    let bytes = &text.as_bytes()[..end];
    let start = skip_blanks(text, from, end);
    let Some(&first) = bytes.get(start) else { return Token { kind: TokenKind::End, start: end, end } };
    match first {
        b'#' => Token { kind: TokenKind::End, start, end: start },
        b'"' | b'`' => quoted(bytes, start),
        b':' | b',' | b'/' | b'=' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'|' | b';' | b'*' | b'+'
        | b'<' | b'>' | b'@' | b'?' => Token { kind: TokenKind::Sign(first), start, end: start + 1 },
        _ => {
            let stop = name_end(text, start, end);
            if stop > start {
                return Token { kind: TokenKind::Name, start, end: stop };
            }
            let width = text[start..end].chars().next().map_or(1, char::len_utf8);
            Token { kind: TokenKind::Strange, start, end: start + width }
        }
    }
}

/// The next token of a sequence: words may have any characters but the special ones.
pub(crate) fn next_in_sequence(text: &str, from: usize, end: usize) -> Token {
    let bytes = &text.as_bytes()[..end];
    let start = skip_blanks(text, from, end);
    let Some(&first) = bytes.get(start) else { return Token { kind: TokenKind::End, start: end, end } };
    match first {
        b'#' => Token { kind: TokenKind::End, start, end: start },
        b'"' | b'`' => quoted(bytes, start),
        b',' => Token { kind: TokenKind::Name, start, end: start + 1 },
        special if SPECIAL.contains(&special) => {
            Token { kind: TokenKind::Sign(first), start, end: start + 1 }
        }
        _ => {
            let stop = text[start..end].char_indices().find(|&(_, character)| {
                character.is_whitespace()
                    || (character.is_control())
                    || (character.is_ascii()
                        && (SPECIAL.contains(&(character as u8)) || "#\"`,".contains(character)))
            });
            let stop = stop.map_or(end, |(at, _)| start + at);
            if stop > start {
                return Token { kind: TokenKind::Name, start, end: stop };
            }
            let width = text[start..end].chars().next().map_or(1, char::len_utf8);
            Token { kind: TokenKind::Strange, start, end: start + width }
        }
    }
}

/// The characters that mean something in a sequence.
const SPECIAL: &[u8] = b"{}[]()|;*+<>";

fn skip_blanks(text: &str, from: usize, end: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < end {
        match bytes[at] {
            b' ' | b'\t' | b'\r' => at += 1,
            byte if byte < 0x80 => break,
            _ => match text[at..end].chars().next() {
                Some(character) if character.is_whitespace() => at += character.len_utf8(),
                _ => break,
            },
        }
    }
    at
}

fn quoted(bytes: &[u8], start: usize) -> Token {
    let quote = bytes[start];
    let kind = |closed| if quote == b'"' { TokenKind::Text(closed) } else { TokenKind::Quoted(closed) };
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 2,
            byte if byte == quote => return Token { kind: kind(true), start, end: at + 1 },
            _ => at += 1,
        }
    }
    Token { kind: kind(false), start, end: bytes.len() }
}

fn name_end(text: &str, start: usize, end: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    while at < end {
        let byte = bytes[at];
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
            at += 1;
        } else if byte < 0x80 {
            break;
        } else {
            match text[at..end].chars().next() {
                Some(character) if is_name_character(character) => at += character.len_utf8(),
                _ => break,
            }
        }
    }
    at
}

/// Whether a character may stand in a name without backticks.
pub(crate) fn is_name_character(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '-' | '_' | '.') || is_mark(character)
}

/// Combining marks, which many scripts need inside their words.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{dff}' | '\u{3099}' | '\u{309a}' | '\u{200c}' | '\u{200d}')
}

/// Whether a name can be the tag of a language: two or three small letters, then perhaps a region or script.
pub(crate) fn is_language_tag(name: &str) -> bool {
    let mut parts = name.split('-');
    let language = parts.next().unwrap_or("");
    let small = (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_lowercase());
    small
        && parts.all(|part| {
            (2..=8).contains(&part.len())
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
                && part.starts_with(|first: char| first.is_ascii_uppercase() || first.is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        for (name, expected) in [
            ("en", true),
            ("ja", true),
            ("por", true),
            ("zh-Hant", true),
            ("es-419", true),
            ("is-a", false),
            ("part", false),
            ("En", false),
            ("", false),
        ] {
            assert_eq!(is_language_tag(name), expected, "{name}");
        }
    }

    #[test]
    fn tokens_of_a_line() {
        let text = "en \"a\\\"b\"/2 紙は`x y`  # rest";
        let mut at = 0;
        let mut seen = Vec::new();
        loop {
            let token = next(text, at, text.len());
            if token.kind == TokenKind::End {
                break;
            }
            seen.push(&text[token.start..token.end]);
            at = token.end;
        }
        assert_eq!(seen, ["en", "\"a\\\"b\"", "/", "2", "紙は", "`x y`"]);
    }
}
