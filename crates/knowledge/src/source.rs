//! A knowledge file in memory: its name, its text, and where its lines are.

use serde::Serialize;
use std::sync::OnceLock;

/// A range of bytes of one source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// The shortest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "@{}..{}", self.start, self.end)
    }
}

/// A knowledge file: what it is called and what it says.
pub struct Source {
    name: String,
    text: String,
    broken: Vec<Span>,
    too_large: Option<usize>,
    line_starts: Vec<u32>,
    /// Characters and UTF-16 units before every so many bytes, so that columns of very long lines are cheap.
    counted: OnceLock<Vec<(u32, u32)>>,
}

/// How many bytes lie between two such counts.
const STEP: usize = 4096;

/// A place in a source as people and editors count it. Lines and columns start at one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The byte from the start of the file, counted from zero.
    pub byte: u32,
    /// The line.
    pub line: u32,
    /// The column in characters.
    pub column: u32,
    /// The column in UTF-16 units, as editors count it, from zero.
    pub utf16: u32,
}

impl Source {
    /// A source from the bytes of a file. Any bytes will do: those that are not text are remembered and
    /// reported when the source is parsed, and so is a file above 4 GiB.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Source {
        Source::with_limit(name, bytes, u32::MAX as usize)
    }

    /// The same for files of another greatest size. A larger file keeps its text, but nothing looks into it.
    pub(crate) fn with_limit(name: impl Into<String>, bytes: impl Into<Vec<u8>>, limit: usize) -> Source {
        let bytes = bytes.into();
        let mut source = Source {
            name: name.into(),
            text: String::new(),
            broken: Vec::new(),
            too_large: None,
            line_starts: Vec::new(),
            counted: OnceLock::new(),
        };
        source.too_large = (bytes.len() >= limit).then_some(bytes.len());
        source.text = String::from_utf8(bytes).unwrap_or_else(|error| {
            let mut bytes = error.into_bytes();
            source.broken = blank_out_broken(&mut bytes);
            // Nothing is broken any more; were it so, the conversion would only lose places.
            String::from_utf8(bytes).unwrap_or_default()
        });
        source.line_starts.push(0);
        if source.too_large.is_none() {
            let ends = memchr::memchr_iter(b'\n', source.text.as_bytes());
            source.line_starts.extend(ends.map(|at| at as u32 + 1));
        } else {
            source.broken.clear();
        }
        source
    }

    /// What the source is called: usually the path of the file as the user gave it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text, with a substitute character for each byte that is not text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes that are not UTF-8.
    pub fn broken(&self) -> &[Span] {
        &self.broken
    }

    /// The size in bytes when it is more than a source may have.
    pub fn too_large(&self) -> Option<usize> {
        self.too_large
    }

    /// The number of lines.
    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }

    /// The line a byte is on, counted from one.
    pub fn line_of(&self, byte: u32) -> u32 {
        self.line_starts.partition_point(|&start| start <= byte).max(1) as u32
    }

    /// The bytes of a line (counted from one), without its line end.
    pub fn line_span(&self, line: u32) -> Span {
        if self.too_large.is_some() {
            return Span::default();
        }
        let at = (line.max(1) - 1) as usize;
        let start = self.line_starts.get(at).copied().unwrap_or(self.text.len() as u32);
        let end = self.line_starts.get(at + 1).map_or(self.text.len(), |&next| next as usize - 1);
        let line = &self.text[start as usize..end];
        Span { start, end: start + line.trim_end_matches('\r').len() as u32 }
    }

    /// A place as people and editors count it.
    pub fn place(&self, byte: u32) -> Place {
        let mut byte = if self.too_large.is_some() { 0 } else { byte.min(self.text.len() as u32) };
        while !self.text.is_char_boundary(byte as usize) {
            byte -= 1;
        }
        let line = self.line_of(byte);
        let (characters, utf16) = self.units_before(byte);
        let (characters_before, utf16_before) = self.units_before(self.line_starts[line as usize - 1]);
        Place { byte, line, column: characters - characters_before + 1, utf16: utf16 - utf16_before }
    }

    /// How many characters and UTF-16 units stand before a byte.
    fn units_before(&self, byte: u32) -> (u32, u32) {
        let counts = self.counted.get_or_init(|| {
            let mut sum = (0, 0);
            let mut counts = vec![sum];
            for bytes in self.text.as_bytes().chunks(STEP) {
                let (characters, utf16) = units(bytes);
                sum = (sum.0 + characters, sum.1 + utf16);
                counts.push(sum);
            }
            counts
        });
        let step = byte as usize / STEP;
        let (characters, utf16) = units(&self.text.as_bytes()[step * STEP..byte as usize]);
        (counts[step].0 + characters, counts[step].1 + utf16)
    }
}

/// Characters and UTF-16 units that start in these bytes.
fn units(bytes: &[u8]) -> (u32, u32) {
    let characters = bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u32;
    let long = bytes.iter().filter(|&&byte| byte >= 0xf0).count() as u32;
    (characters, characters + long)
}

/// Puts an ASCII substitute in place of every broken byte, so that the places of all others stay true.
fn blank_out_broken(bytes: &mut [u8]) -> Vec<Span> {
    const SUBSTITUTE: u8 = 0x1a;
    let mut broken: Vec<Span> = Vec::new();
    let mut from = 0;
    while let Err(error) = std::str::from_utf8(&bytes[from..]) {
        let start = from + error.valid_up_to();
        let end = start + error.error_len().unwrap_or(bytes.len() - start);
        bytes[start..end].fill(SUBSTITUTE);
        match broken.last_mut() {
            Some(last) if last.end as usize == start => last.end = end as u32,
            _ => broken.push(Span::new(start, end)),
        }
        from = end;
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_bytes_keep_the_places_of_the_others() {
        let source = Source::new("a", b"ab\xff\xfecd\xe3\x81".to_vec());
        assert_eq!(source.text(), "ab\u{1a}\u{1a}cd\u{1a}\u{1a}");
        assert_eq!(source.broken(), [Span::new(2, 4), Span::new(6, 8)]);
    }

    #[test]
    fn a_file_that_is_too_large_is_reported_and_kept() {
        let source = Source::with_limit("a", "concept 紙\n", 5);
        let (tree, diagnostics) = crate::parse(&source, 0);
        assert!(tree.items.is_empty());
        assert_eq!(diagnostics.iter().map(|found| found.code.name()).collect::<Vec<_>>(), ["K002"]);
        let shown = crate::render::render_all(&diagnostics, &[source], crate::render::Style::default());
        assert!(shown.contains("12 bytes"), "{shown}");
        assert_eq!(crate::format(&Source::with_limit("a", "concept   b\n", 5)), "concept   b\n");
    }

    #[test]
    fn places_count_characters_and_utf16() {
        let source = Source::new("a", "x\n紙😀b\r\n");
        let place = source.place(2 + 3 + 4);
        assert_eq!((place.line, place.column, place.utf16), (2, 3, 3));
        assert_eq!(source.line_span(2), Span::new(2, 10));
        assert_eq!(source.place(u32::MAX).line, 3);
        let long = "紙😀".repeat(5000);
        let place = Source::new("a", format!("x\n{long}")).place(2 + 7 * 4000);
        assert_eq!((place.line, place.column, place.utf16), (2, 8001, 12000));
    }
}
