//! Running text of XML: its white space and its character references.

use std::ops::Range;

/// The text with runs of white space folded into one blank and none at its ends.
pub(crate) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_ascii_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Signs that stand behind a word without a blank.
const ENDS: [char; 13] = ['.', ',', ';', ':', ')', '!', '?', '。', '，', '；', '：', '）', '、'];

/// Whether a text begins with the end of a sentence or a bracket, which stands right behind the word before it. A point
/// before a digit begins a number.
pub(crate) fn ends_a_word(text: &str) -> bool {
    text.strip_prefix(ENDS).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The local name at the start of a tag without its bracket.
pub(crate) fn tag_name(tag: &str) -> &str {
    let name = tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).next().unwrap_or_default();
    name.rsplit(':').next().unwrap_or_default()
}

/// A character of the text and its bytes, which are more for a reference.
pub(crate) type Letter = (char, Range<usize>);

/// The characters of a stretch of text between tags.
pub(crate) fn letters(text: &str, range: Range<usize>) -> Vec<Letter> {
    let mut found = Vec::with_capacity(range.len());
    let mut at = range.start;
    let mut literal_until = at;
    while let Some(rest) = text.get(at..range.end).filter(|rest| !rest.is_empty()) {
        let is_literal = at < literal_until;
        if is_literal && rest.starts_with("]]>") {
            (at, literal_until) = (at + 3, 0);
            continue;
        }
        if !is_literal && rest.starts_with('<') {
            if rest.starts_with("<![CDATA[") {
                (at, literal_until) = (at + 9, usize::MAX);
            } else {
                let end = if rest.starts_with("<!--") { "-->" } else { "?>" };
                at += rest.find(end).map_or(rest.len(), |found| found + end.len());
            }
            continue;
        }
        let c = rest.chars().next().unwrap_or(' ');
        let (c, length) = match c {
            '&' if !is_literal => reference(rest),
            '\r' if rest.starts_with("\r\n") => ('\n', 2),
            '\r' => ('\n', 1),
            c => (c, c.len_utf8()),
        };
        found.push((c, at..at + length));
        at += length;
    }
    found
}

/// The character that a reference at the start of a text stands for, and the bytes of the reference. The guard allows
/// no entities of a file's own.
pub(crate) fn reference(text: &str) -> (char, usize) {
    let name = text.strip_prefix('&').and_then(|rest| rest.split_once(';')).map_or("", |(name, _)| name);
    let c = match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#').unwrap_or_default();
            let code = match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            code.ok().and_then(char::from_u32)
        }
    };
    c.map_or(('&', 1), |c| (c, name.len() + 2))
}
