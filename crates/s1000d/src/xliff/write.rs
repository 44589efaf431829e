//! Writes a file.

use quick_xml::escape::{escape, partial_escape};

use super::{FileUnit, NAMESPACE, XliffHead, file_units};
use crate::translation::{CodeTable, LineCode, MarkedPart, OriginalChange, SideBySide, UnitPart};

/// The file for the translation of a module.
pub fn write(head: &XliffHead, side: &SideBySide) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xliff");
    attribute(&mut out, "xmlns", NAMESPACE);
    attribute(&mut out, "version", "2.1");
    attribute(&mut out, "srcLang", &head.source_language);
    attribute(&mut out, "trgLang", &head.target_language);
    out.push_str(">\n<file id=\"f1\"");
    attribute(&mut out, "original", &head.module);
    attribute(&mut out, "canResegment", "no");
    out.push_str(">\n");
    write_missing(&mut out, side);
    for unit in file_units(side) {
        write_unit(&mut out, side, &unit);
    }
    out.push_str("</file>\n</xliff>\n");
    out
}

/// Lines that are named at most.
const MOST_MISSING: usize = 500;

/// The lines of the original that the translation does not have: the tool would call the file complete without them.
fn write_missing(out: &mut String, side: &SideBySide) {
    let alone = side.rows.iter().filter(|row| row.translation.is_none()).filter_map(|row| side.lines(row).0);
    let texts: Vec<String> =
        alone.filter(|line| line.has_words()).take(MOST_MISSING).map(|line| words_of(&line.parts)).collect();
    if texts.is_empty() {
        return;
    }
    out.push_str("<notes>\n");
    for text in texts {
        out.push_str("<note category=\"notInTranslation\">");
        out.push_str(&partial_escape(text.as_str()));
        out.push_str("</note>\n");
    }
    out.push_str("</notes>\n");
}

fn write_unit(out: &mut String, side: &SideBySide, unit: &FileUnit<'_>) {
    let target = unit.target();
    out.push_str("<unit");
    attribute(out, "id", &unit.id());
    attribute(out, "name", &unit.translation.element);
    if unit.original.is_none() {
        // Its source is the line itself, which is in the other language already.
        attribute(out, "translate", "no");
    }
    out.push_str(">\n");
    write_note(out, side, unit);
    write_data(out, &unit.table);
    // A line that says the same as the original has no translation yet.
    let is_same = unit.original.is_some_and(|original| unit.translation.is_same(original));
    let is_done = !is_same && unit.row.change.is_none();
    out.push_str("<segment");
    attribute(out, "state", if is_done { "translated" } else { "initial" });
    out.push_str(">\n<source>");
    write_parts(out, &unit.source(), &unit.table);
    out.push_str("</source>\n");
    if !is_same {
        out.push_str("<target>");
        write_parts(out, &target, &unit.table);
        out.push_str("</target>\n");
    }
    out.push_str("</segment>\n</unit>\n");
}

/// Writes the change of the original since then, for the translator.
fn write_note(out: &mut String, side: &SideBySide, unit: &FileUnit<'_>) {
    let (category, old) = match unit.row.change {
        None => return,
        Some(OriginalChange::Added) => ("added", String::new()),
        Some(OriginalChange::Changed(then)) => ("changed", words_of(&side.translated[then].parts)),
        Some(OriginalChange::Removed(then)) => ("removed", words_of(&side.translated[then].parts)),
    };
    out.push_str("<notes>\n<note");
    attribute(out, "category", category);
    out.push('>');
    out.push_str(&partial_escape(old.as_str()));
    out.push_str("</note>\n</notes>\n");
}

fn words_of(parts: &[UnitPart]) -> String {
    let words = parts.iter().filter_map(|part| match part {
        UnitPart::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    words.collect()
}

/// The bytes of the codes.
fn write_data(out: &mut String, table: &CodeTable) {
    if table.codes.is_empty() {
        return;
    }
    out.push_str("<originalData>\n");
    let mut data = |id: String, bytes: &str| {
        out.push_str("<data");
        attribute(out, "id", &id);
        out.push('>');
        out.push_str(&partial_escape(bytes));
        out.push_str("</data>\n");
    };
    for code in &table.codes {
        data(format!("s{}", code.number), &code.start);
        if let Some(end) = &code.end {
            data(format!("e{}", code.number), end);
        }
    }
    out.push_str("</originalData>\n");
}

fn write_parts(out: &mut String, parts: &[MarkedPart], table: &CodeTable) {
    for part in parts {
        match part {
            MarkedPart::Text(text) => out.push_str(&partial_escape(text.as_str())),
            MarkedPart::Close(_) => out.push_str("</pc>"),
            MarkedPart::Open(number) => {
                out.push_str("<pc");
                attribute(out, "id", &number.to_string());
                if let Some(code) = table.code(*number) {
                    rights(out, code);
                    attribute(out, "dispStart", &code.label);
                    attribute(out, "dataRefStart", &format!("s{number}"));
                    attribute(out, "dataRefEnd", &format!("e{number}"));
                }
                out.push('>');
            }
            MarkedPart::Alone(number) => {
                out.push_str("<ph");
                attribute(out, "id", &number.to_string());
                if let Some(code) = table.code(*number) {
                    rights(out, code);
                    attribute(out, "disp", &code.label);
                    attribute(out, "dataRef", &format!("s{number}"));
                }
                out.push_str("/>");
            }
        }
    }
}

/// Writes the rights of a translator for a code.
fn rights(out: &mut String, code: &LineCode) {
    attribute(out, "canCopy", "no");
    attribute(out, "canDelete", if code.is_required() { "no" } else { "yes" });
}

fn attribute(out: &mut String, name: &str, value: &str) {
    out.extend([" ", name, "=\"", &escape(value), "\""]);
}
