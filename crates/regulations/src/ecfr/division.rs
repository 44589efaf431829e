//! Divisions: titles, parts, sections.

use crate::clean;
use crate::xml::XmlReader;

/// A division, by its attributes.
#[derive(Debug)]
pub(super) struct Division {
    pub(super) kind: DivisionKind,
    word: &'static str,
    /// Without the section sign.
    pub(super) number: String,
    citation: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DivisionKind {
    Collection,
    Category,
    Item,
}

/// `DIV1` to `DIV9`; tables stand in a `div` of small letters.
pub(super) fn is_division(name: &str) -> bool {
    matches!(name.strip_prefix("DIV"), Some(number) if number.len() == 1 && number.starts_with(|c: char| c.is_ascii_digit()))
}

impl Division {
    /// The division that has just started. The type counts; levels are skipped, so numbers of elements say little.
    pub(super) fn of(xml: &XmlReader<'_>) -> Self {
        let kind_word = xml.attribute("TYPE").unwrap_or_default().to_uppercase();
        let (kind, word) = match (kind_word.as_str(), xml.name()) {
            ("TITLE" | "SUBTITLE", _) | ("", "DIV1" | "DIV2") => (DivisionKind::Collection, "Title"),
            ("CHAPTER", _) | ("", "DIV3") => (DivisionKind::Category, "Chapter"),
            ("SUBCHAP", _) | ("", "DIV4") => (DivisionKind::Category, "Subchapter"),
            ("PART", _) | ("", "DIV5") => (DivisionKind::Category, "Part"),
            ("SUBPART", _) | ("", "DIV6") => (DivisionKind::Category, "Subpart"),
            ("SUBJGRP", _) | ("", "DIV7") => (DivisionKind::Category, ""),
            ("SECTION", _) | ("", "DIV8") => (DivisionKind::Item, "Section"),
            (_, "DIV8" | "DIV9") => (DivisionKind::Item, ""),
            _ => (DivisionKind::Category, ""),
        };
        let number = clean::line(xml.attribute("N").unwrap_or_default().trim_start_matches(['§', ' ', '\u{a0}']));
        let citation = citation(xml.attribute("hierarchy_metadata").unwrap_or_default());
        Self { kind, word, number, citation }
    }

    /// `14 CFR 121.135`, also from files without citations.
    pub(super) fn item_code(&self, title: &str) -> String {
        if !self.citation.is_empty() {
            return self.citation.clone();
        }
        if self.word == "Section" && !title.is_empty() {
            return [title, " CFR ", &self.number].concat();
        }
        self.number.clone()
    }

    /// Empty for groups that have a name alone.
    pub(super) fn category_code(&self) -> String {
        if self.word.is_empty() || self.number.is_empty() {
            String::new()
        } else {
            [self.word, " ", &self.number].concat()
        }
    }

    /// The heading without the number of the section and the full stop.
    pub(super) fn title(&self, head: &str) -> String {
        let rest = head.trim_start_matches(['§', ' ']);
        let rest = rest.strip_prefix(&self.number).unwrap_or(head).trim_start_matches(['—', '–', '-', ' ', '.']);
        let rest = rest.strip_suffix('.').unwrap_or(rest).trim();
        if rest.is_empty() { head.to_owned() } else { rest.to_owned() }
    }
}

/// The citation in the metadata, which is JSON, sometimes escaped twice.
fn citation(metadata: &str) -> String {
    let mut text = metadata.to_owned();
    for _ in 0..3 {
        if let Ok(value) = serde_json::from_str::<serde_json::Value>(&text) {
            return value.get("citation").and_then(|citation| citation.as_str()).map(clean::line).unwrap_or_default();
        }
        text = text.replace("&quot;", "\"").replace("&amp;", "&");
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_read_however_often_they_are_escaped() {
        for text in [
            r#"{"path":"/x","citation":"14 CFR 23.2000"}"#,
            "{&quot;citation&quot;:&quot;14 CFR 23.2000&quot;}",
            "{&amp;quot;citation&amp;quot;:&amp;quot;14 CFR 23.2000&amp;quot;}",
        ] {
            assert_eq!(citation(text), "14 CFR 23.2000", "{text}");
        }
        assert_eq!(citation("{"), "");
    }
}
