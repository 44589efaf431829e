//! The characters of a line that people read, with their bytes in the file.

use std::ops::Range;

use crate::document::start_tag_len;
use crate::text;

/// Stands for an element in the line, so that no text is found across it. Texts to find never have it.
pub(super) const BREAK: char = '\u{fffc}';

/// Elements whose tags do not part the words of a line. An empty one does: there a reader sees the number of its
/// target.
const MARKS: [&str; 9] = [
    "acronym",
    "acronymTerm",
    "changeInline",
    "emphasis",
    UNSEEN,
    "inlineSignificantData",
    "internalRef",
    "subScript",
    "superScript",
];

/// An element that no reader sees.
const UNSEEN: &str = "indexFlag";

/// Elements whose text is that of another module.
const REFERENCES: [&str; 3] = ["dmRef", "externalPubRef", "pmRef"];

/// Elements in which white space counts.
pub(super) const VERBATIM: [&str; 2] = ["verbatimText", "programListing"];

/// Whether the text of an element is never found: that of another module, a code, or a path of a business rule.
pub(super) fn is_untouched(name: &str) -> bool {
    REFERENCES.contains(&name) || name == "objectPath" || name.ends_with("Code")
}

/// A line in which text is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextLine {
    pub(super) range: Range<usize>,
    /// It is inside an element in which white space counts.
    pub(super) is_verbatim: bool,
}

/// A character of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LineLetter {
    pub(super) c: char,
    /// Its bytes; those of all white space for a blank outside verbatim text.
    pub(super) range: Range<usize>,
    /// It is in literal text (CDATA).
    pub(super) is_literal: bool,
}

/// The characters of a line, in a text that is well-formed.
pub(super) fn of(source: &str, line: &TextLine) -> Vec<LineLetter> {
    let mut reader = LetterReader { letters: Vec::new(), hidden: 0, verbatim: usize::from(line.is_verbatim) };
    let mut at = line.range.start;
    while let Some(rest) = source.get(at..line.range.end).filter(|rest| !rest.is_empty()) {
        at += if let Some(literal) = rest.strip_prefix("<![CDATA[") {
            reader.literal(literal, at + "<![CDATA[".len())
        } else if rest.starts_with('<') {
            reader.markup(rest, at)
        } else {
            reader.character(rest, at)
        };
    }
    reader.letters
}

struct LetterReader {
    letters: Vec<LineLetter>,
    /// The depth inside an element whose text is passed over.
    hidden: usize,
    /// The depth inside elements in which white space counts.
    verbatim: usize,
}

impl LetterReader {
    /// Reads literal text behind its opening mark; gives the length with both marks.
    fn literal(&mut self, literal: &str, start: usize) -> usize {
        let length = literal.find("]]>").unwrap_or(literal.len());
        for (offset, c) in literal[..length].char_indices() {
            let at = start + offset;
            self.add(c, at..at + c.len_utf8(), true);
        }
        "<![CDATA[".len() + length + "]]>".len()
    }

    /// Passes over a tag, a comment or an instruction; gives its length.
    fn markup(&mut self, rest: &str, at: usize) -> usize {
        let behind = |end: &str| rest.find(end).map_or(rest.len(), |found| found + end.len());
        if rest.starts_with("<!--") {
            return behind("-->");
        }
        if rest.starts_with("<?") {
            return behind("?>");
        }
        let length = start_tag_len(rest).unwrap_or(rest.len());
        let tag = &rest[..length];
        let (is_end, is_empty) = (tag.starts_with("</"), tag.ends_with("/>"));
        let name = text::tag_name(tag.trim_start_matches(['<', '/']));
        if VERBATIM.contains(&name) && !is_empty {
            self.verbatim = if is_end { self.verbatim.saturating_sub(1) } else { self.verbatim + 1 };
        }
        if self.hidden > 0 {
            if is_end {
                self.hidden -= 1;
            } else if !is_empty {
                self.hidden += 1;
            }
        } else if !MARKS.contains(&name) || is_empty && name != UNSEEN {
            self.letters.push(LineLetter { c: BREAK, range: at..at, is_literal: false });
            if is_untouched(name) && !is_end && !is_empty {
                self.hidden = 1;
            }
        }
        length
    }

    /// Reads a character or a reference; gives its length.
    fn character(&mut self, rest: &str, at: usize) -> usize {
        let first = rest.chars().next().unwrap_or(' ');
        let (c, length) = match first {
            '&' => match text::reference(rest) {
                // Nothing here resolves it.
                (_, 1) => (BREAK, rest.find(';').map_or(1, |end| end + 1)),
                found => found,
            },
            c => (c, c.len_utf8()),
        };
        self.add(c, at..at + length, false);
        length
    }

    /// Adds a character; white space is one blank, except in verbatim text.
    fn add(&mut self, c: char, range: Range<usize>, is_literal: bool) {
        if self.hidden > 0 {
            return;
        }
        let is_blank = c.is_ascii_whitespace() && self.verbatim == 0;
        if let Some(last) = self.letters.last_mut().filter(|last| is_blank && last.c == ' ') {
            if last.range.end == range.start && last.is_literal == is_literal {
                last.range.end = range.end;
            }
            return;
        }
        self.letters.push(LineLetter { c: if is_blank { ' ' } else { c }, range, is_literal });
    }
}
