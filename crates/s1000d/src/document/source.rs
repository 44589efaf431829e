//! The text that a document comes from, with what is needed to write the same bytes again.

use std::ops::Range;

use crate::guard::{Checked, Encoding, Refusal};

/// The decoded text of a file and its encoding. Line ends stay in the text as they are in the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceText {
    text: String,
    encoding: Encoding,
}

/// The sign that ends a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnd {
    Lf,
    CrLf,
}

impl SourceText {
    pub fn of(file: &Checked<'_>) -> Self {
        Self { text: file.text().to_owned(), encoding: file.encoding() }
    }

    /// A changed text in the same encoding, unless its declaration now names another.
    #[must_use]
    pub fn with_text(&self, text: String) -> Self {
        Self { encoding: self.encoding.for_text(&text), text }
    }

    /// In UTF-8, without byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The end of the first line, for lines that are added.
    pub fn line_end(&self) -> LineEnd {
        match self.text.split_once('\n') {
            Some((line, _)) if line.ends_with('\r') => LineEnd::CrLf,
            _ => LineEnd::Lf,
        }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.encoding.encode(&self.text)
    }

    /// Refuses a character that the encoding of the file cannot write where it stands.
    pub fn require_writable(&self) -> Result<(), Refusal> {
        self.encoding.require_all(&self.text)
    }

    /// A range of bytes as browsers count it, in units of UTF-16; `None` when it is outside the text or inside a
    /// character.
    pub fn utf16_range(&self, bytes: Range<usize>) -> Option<Range<usize>> {
        let count = |text: &str| text.chars().map(char::len_utf16).sum::<usize>();
        let start = count(self.text.get(..bytes.start)?);
        Some(start..start + count(self.text.get(bytes)?))
    }

    /// A range that a browser counted as bytes; `None` when it is outside the text or inside a character.
    pub fn byte_range(&self, units: Range<usize>) -> Option<Range<usize>> {
        let start = byte_at(&self.text, units.start)?;
        let length = byte_at(self.text.get(start..)?, units.end.checked_sub(units.start)?)?;
        Some(start..start + length)
    }
}

/// The byte before which there are this many units of UTF-16.
fn byte_at(text: &str, units: usize) -> Option<usize> {
    let mut seen = 0;
    for (at, c) in text.char_indices() {
        if seen >= units {
            return (seen == units).then_some(at);
        }
        seen += c.len_utf16();
    }
    (seen == units).then_some(text.len())
}
