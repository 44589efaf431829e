//! Text of the lists that a package brings along.

use std::fmt::Write;

use super::PackedObject;

/// An XML text that grows line by line.
#[derive(Debug)]
pub(crate) struct XmlText(String);

impl XmlText {
    pub(crate) fn new() -> Self {
        Self("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned())
    }

    /// Adds a line as it is.
    pub(crate) fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    /// Adds an element that contains text.
    pub(crate) fn element(&mut self, name: &str, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "<{name}>{}</{name}>", escaped(text));
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.0.into_bytes()
    }
}

/// Text fit for elements and attributes, in one line.
pub(crate) fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            // Neither control characters nor these two are allowed in XML.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => written.push(' '),
            c => written.push(c),
        }
    }
    written
}

/// The element with the issue of a version: a number in S1000D, a date in ATA 2300; empty when it has neither.
pub(crate) fn issue_info(object: &PackedObject) -> String {
    let issue = &object.issue;
    if !issue.number.is_empty() {
        let (number, in_work) = (escaped(&issue.number), escaped(&issue.in_work));
        return format!("<issueInfo issueNumber=\"{number}\" inWork=\"{in_work}\"/>");
    }
    if issue.date.is_empty() {
        return String::new();
    }
    format!("<issueInfo issueDate=\"{}\"/>", escaped(&issue.date))
}

/// Parts of a day for `issueDate`.
pub(crate) fn issue_date(date: &str) -> String {
    let part = |range: std::ops::Range<usize>, or: &str| date.get(range).unwrap_or(or).to_owned();
    let (year, month, day) = (part(0..4, "1970"), part(5..7, "01"), part(8..10, "01"));
    format!("<issueDate year=\"{year}\" month=\"{month}\" day=\"{day}\"/>")
}
