//! The characters of a line that people read, and their bytes in the file.

use std::ops::Range;

use crate::document::start_tag_len;
use crate::text;

/// Elements whose text belongs to the line: they only change its look.
const MARKS: [&str; 2] = ["emphasis", "changeInline"];
/// The brackets of a placeholder.
pub(super) const OPEN: char = '⟦';
pub(super) const CLOSE: char = '⟧';

/// A character of the text, and its bytes in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SourceLetter {
    pub(super) c: char,
    pub(super) range: Range<usize>,
    /// Blanks behind it that do not show, because it is one itself.
    pub(super) hidden: Vec<Range<usize>>,
    /// It is part of a placeholder.
    pub(super) is_fixed: bool,
}

impl SourceLetter {
    pub(super) fn end(&self) -> usize {
        self.hidden.last().unwrap_or(&self.range).end
    }
}

/// The characters of a line in the file; `None` where one is a bracket of placeholders.
pub(super) fn letters(source: &str, range: Range<usize>) -> Option<Vec<SourceLetter>> {
    let mut found: Vec<SourceLetter> = Vec::new();
    let (mut at, mut placeholders) = (range.start, 0_u32);
    while let Some(rest) = source.get(at..range.end).filter(|rest| !rest.is_empty()) {
        if let Some(length) = unseen_len(rest) {
            at += length;
            continue;
        }
        if is_fixed(rest) {
            let length = if rest.starts_with('<') { element_len(rest)? } else { rest.find(';')? + 1 };
            placeholders += 1;
            let name = format!("{OPEN}{placeholders}{CLOSE}");
            let letter = |c| SourceLetter { c, range: at..at + length, hidden: Vec::new(), is_fixed: true };
            found.extend(name.chars().map(letter));
            at += length;
            continue;
        }
        let first = rest.chars().next()?;
        let (c, length) = if first == '&' { text::reference(rest) } else { (first, first.len_utf8()) };
        let letter = at..at + length;
        at += length;
        match (c, found.last_mut()) {
            (OPEN | CLOSE, _) => return None,
            // White space is one blank, and none at the start.
            (c, None) if c.is_ascii_whitespace() => {}
            (c, Some(last)) if c.is_ascii_whitespace() && last.c == ' ' && !last.is_fixed => {
                if last.end() == letter.start && last.hidden.is_empty() {
                    last.range.end = letter.end;
                } else {
                    last.hidden.push(letter);
                }
            }
            (c, _) => {
                let c = if c.is_ascii_whitespace() { ' ' } else { c };
                found.push(SourceLetter { c, range: letter, hidden: Vec::new(), is_fixed: false });
            }
        }
    }
    if found.last().is_some_and(|last| last.c == ' ' && !last.is_fixed) {
        found.pop();
    }
    Some(found)
}

/// Whether a text begins with what is no letter: an element, literal text, or an entity that nothing here resolves.
fn is_fixed(text: &str) -> bool {
    text.starts_with('<') || text.starts_with('&') && text::reference(text).1 == 1
}

/// The length of what a reader does not see at the start of a text: a comment, an instruction, a tag of a mark.
fn unseen_len(rest: &str) -> Option<usize> {
    let behind = |end: &str| Some(rest.find(end).map_or(rest.len(), |at| at + end.len()));
    if rest.starts_with("<!--") {
        return behind("-->");
    }
    if rest.starts_with("<?") {
        return behind("?>");
    }
    if rest.starts_with("</") {
        return behind(">");
    }
    let tag = rest.strip_prefix('<').filter(|tag| MARKS.contains(&text::tag_name(tag)))?;
    let length = start_tag_len(rest)?;
    (!tag.get(..length - 1)?.ends_with("/>")).then_some(length)
}

/// The length of the element, or the literal text, that a text begins with.
fn element_len(text: &str) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_usize);
    loop {
        let rest = text.get(at..)?;
        let next = rest.find('<')?;
        let tag = &rest[next..];
        let length = if tag.starts_with("<![CDATA[") {
            tag.find("]]>")? + 3
        } else if tag.starts_with("<!--") {
            tag.find("-->")? + 3
        } else if tag.starts_with("<?") {
            tag.find("?>")? + 2
        } else {
            let length = start_tag_len(tag)?;
            if tag.starts_with("</") {
                depth = depth.checked_sub(1)?;
            } else if !tag[..length].ends_with("/>") {
                depth += 1;
            }
            length
        };
        at += next + length;
        if depth == 0 {
            return Some(at);
        }
    }
}
