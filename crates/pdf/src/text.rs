//! Text that can be printed: letters that some font has, and words that can be broken.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::book::BookFile;
use crate::fonts::FontSet;
use crate::report::{BookFinding, FindingCode};
use crate::room::{BREAK, CellRooms, Room, is_wide};

/// The names of texts that are printed.
const TEXTS: [&str; 23] = [
    "x",
    "m",
    "note",
    "title",
    "applies",
    "issue",
    "manualType",
    "product",
    "operator",
    "revision",
    "footer",
    "header",
    "validity",
    "publishedFor",
    "also",
    "term",
    "meaning",
    "reasons",
    "authority",
    "approvedBy",
    "jobTitle",
    "reference",
    "code",
];
/// Letters of a word from which on it may be broken: in a table, and elsewhere.
const LONG_IN_CELL: usize = 24;
const LONG: usize = 60;
/// Letters between two places where a long word may be broken.
const PIECE: usize = 12;
/// Letters that a finding names.
const MAX_NAMED: usize = 20;

/// The check of a book's letters.
#[derive(Debug, Default)]
pub(crate) struct LetterCheck {
    pub(crate) findings: Vec<BookFinding>,
    /// Whether there is Chinese text.
    pub(crate) has_chinese: bool,
}

/// Makes the texts of a book printable.
pub(crate) fn prepare(book: &mut BookFile, fonts: &FontSet) -> LetterCheck {
    let mut letters = LetterCheck::default();
    let mut known = HashMap::new();
    let modules: Vec<String> = {
        let keys: HashMap<usize, String> = book.modules().into_iter().collect();
        let count = book.value_mut().get("entries").and_then(Value::as_array).map_or(0, Vec::len);
        (0..count).map(|place| keys.get(&place).cloned().unwrap_or_default()).collect()
    };
    let value = book.value_mut();
    let room = Room::of_paper(value.pointer("/head/paper").and_then(Value::as_str).unwrap_or_default());
    for part in ["head", "front"] {
        if let Some(part) = value.get_mut(part) {
            letters.part(part, ("", room), fonts, &mut known);
        }
    }
    let entries = value.get_mut("entries").and_then(Value::as_array_mut);
    for (entry, key) in entries.into_iter().flatten().zip(&modules) {
        letters.part(entry, (key.as_str(), room), fonts, &mut known);
    }
    letters
}

impl LetterCheck {
    fn part(
        &mut self,
        part: &mut Value,
        (module, room): (&str, Room),
        fonts: &FontSet,
        known: &mut HashMap<char, bool>,
    ) {
        let mut missing = BTreeSet::new();
        let mut has_chinese = false;
        visit(part, "", room, &mut |text, room| {
            has_chinese |= text.chars().any(is_chinese);
            let others = text.chars().filter(|c| !c.is_ascii_graphic() && !is_invisible(*c));
            let lost: Vec<char> = others.filter(|c| !*known.entry(*c).or_insert_with(|| fonts.has(*c))).collect();
            if !lost.is_empty() {
                *text = replaced(text, &lost);
                missing.extend(lost);
            }
            if let Some(broken) = room.is_cell.then(|| room.breakable(text)).flatten() {
                *text = broken;
            }
            if let Some(broken) = breakable(text, if room.is_cell { LONG_IN_CELL } else { LONG }) {
                *text = broken;
            }
        });
        self.has_chinese |= has_chinese;
        if !missing.is_empty() {
            let names: Vec<String> = missing.iter().take(MAX_NAMED).map(|c| name_of(*c)).collect();
            let (code, module) = (FindingCode::GlyphsMissing, module.to_owned());
            self.findings.push(BookFinding { code, module, detail: names.join(" ") });
        }
    }
}

/// Visits the texts below a value; tells the room that they have.
fn visit(value: &mut Value, name: &str, room: Room, change: &mut dyn FnMut(&mut String, Room)) {
    match value {
        Value::String(text) if TEXTS.contains(&name) => change(text, room),
        Value::Array(list) => list.iter_mut().for_each(|item| visit(item, name, room, change)),
        Value::Object(object) => {
            let columns = CellRooms::of(object, room);
            let inside = room.inside(object);
            for (name, item) in object.iter_mut() {
                match (name.as_str(), &columns) {
                    // The words of the template are our own.
                    ("words", _) => {}
                    ("rows", Some(columns)) => visit_rows(item, columns, change),
                    ("cells", _) => visit(item, name, inside.in_cell(), change),
                    _ => visit(item, name, inside, change),
                }
            }
        }
        _ => {}
    }
}

/// Visits the texts in the rows of a table.
fn visit_rows(rows: &mut Value, columns: &CellRooms, change: &mut dyn FnMut(&mut String, Room)) {
    let rows = rows.as_array_mut().into_iter().flatten();
    for cell in rows.filter_map(|row| row.get_mut("cells")?.as_array_mut()).flatten() {
        let room = columns.cell(cell);
        visit(cell, "cells", room, change);
    }
}

/// As in `U+1F600`.
fn name_of(letter: char) -> String {
    format!("U+{:04X}", u32::from(letter))
}

/// The number of a letter in place of the letter.
fn replaced(text: &str, lost: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if lost.contains(&c) {
            out.push('[');
            out.push_str(&name_of(c));
            out.push(']');
        } else {
            out.push(c);
        }
    }
    out
}

/// A text whose long words have places where they may be broken; none where there are no long words.
fn breakable(text: &str, long: usize) -> Option<String> {
    let is_letter = |c: char| !c.is_whitespace() && !is_wide(c) && c != BREAK;
    if !text.split(|c: char| !is_letter(c)).any(|word| word.chars().count() > long) {
        return None;
    }
    let mut out = String::with_capacity(text.len() + text.len() / PIECE * BREAK.len_utf8());
    for word in text.split_inclusive(|c: char| !is_letter(c)) {
        let is_long = word.chars().filter(|c| is_letter(*c)).count() > long;
        for (count, c) in word.chars().enumerate() {
            if is_long && count > 0 && count.is_multiple_of(PIECE) && is_letter(c) {
                out.push(BREAK);
            }
            out.push(c);
        }
    }
    Some(out)
}

fn is_chinese(c: char) -> bool {
    matches!(u32::from(c), 0x3400..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff)
}

/// Letters that have no shape of their own.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(u32::from(c),
            0xad | 0x34f | 0x61c | 0x180b..=0x180f | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f
            | 0xfe00..=0xfe0f | 0xfeff | 0xe0000..=0xe0fff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_words_can_be_broken() {
        assert_eq!(breakable("a short text with DMC-NV240-A-24", 24), None);
        let word = "x".repeat(30);
        let broken = breakable(&format!("a {word} b"), 24).expect("a long word");
        assert_eq!(broken.matches(BREAK).count(), 2);
        assert_eq!(broken.replace(BREAK, ""), format!("a {word} b"));
        assert_eq!(breakable(&"的".repeat(500), 24), None);
    }

    #[test]
    fn a_letter_that_no_font_has_is_printed_as_its_number() {
        assert_eq!(replaced("a\u{1f600}b", &['\u{1f600}']), "a[U+1F600]b");
        assert!(is_invisible('\u{200d}') && is_invisible('\n') && !is_invisible('x'));
    }

    #[test]
    fn places_and_file_names_are_not_touched() {
        let mut value =
            serde_json::json!({"to": "x", "r": [{"x": "text", "p": "file"}], "cells": [{"b": [{"note": "in"}]}]});
        let mut seen = Vec::new();
        let page = Room::of_paper("a4");
        visit(&mut value, "", page, &mut |text, room| seen.push((text.clone(), room.is_cell)));
        seen.sort();
        assert_eq!(seen, [("in".to_owned(), true), ("text".to_owned(), false)]);
    }
}
