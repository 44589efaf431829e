//! Workbooks (XLSX): the texts and numbers of their sheets. Formulas give the value that was stored with them.

use std::collections::{HashMap, HashSet};

use s1000d::stream::Token;

use super::{DataSheet, SheetRow};
use crate::SourceLimits;
use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::packed::PackedFiles;
use crate::xml::{XmlReader, XmlRefusal};

/// Columns behind this one are not read.
const MAX_COLUMNS: usize = 1_024;
/// Bytes of all cells: many cells may share one long text.
const MAX_TEXT: usize = 128 << 20;

/// All sheets of a workbook, in order.
pub(crate) fn read_workbook(
    files: &PackedFiles<'_>,
    limits: &SourceLimits,
    findings: &mut FindingList,
) -> Option<Vec<DataSheet>> {
    if files.names().any(|name| name.to_ascii_lowercase().ends_with("vbaproject.bin")) {
        findings.add(SourceFinding::new(SourceRule::WorkbookMacros));
    }
    let names = part(files, "xl/workbook.xml", findings, sheet_names)?;
    let targets = part(files, "xl/_rels/workbook.xml.rels", findings, targets)?;
    let shared = if files.has("xl/sharedStrings.xml") {
        part(files, "xl/sharedStrings.xml", findings, |xml| shared_strings(xml, limits))?
    } else {
        Vec::new()
    };
    if shared.len() >= limits.cells {
        findings.add(SourceFinding::new(SourceRule::CellsTooMany).with("limit", limits.cells.to_string()));
        return None;
    }
    let mut budget = Budget { cells: limits.cells, bytes: MAX_TEXT };
    let mut sheets = Vec::new();
    let mut used = HashSet::new();
    for (name, id) in names {
        let Some(path) = targets.get(&id).map(|target| target_path(target)) else { continue };
        // Each part once: the list may name the same one again and again, and reading it costs.
        if !used.insert(path.to_ascii_lowercase()) {
            continue;
        }
        let (rows, formulas) = part(files, &path, findings, |xml| rows(xml, &shared, &mut budget))?;
        if formulas > 0 {
            let finding = SourceFinding::new(SourceRule::WorkbookFormula);
            findings.add(finding.part(&name).with("count", formulas.to_string()));
        }
        sheets.push(DataSheet { name, rows });
        if budget.is_spent() {
            findings.add(SourceFinding::new(SourceRule::CellsTooMany).with("limit", limits.cells.to_string()));
            return None;
        }
    }
    Some(sheets)
}

/// Reads one part; a part that is missing or broken is a finding.
fn part<T>(
    files: &PackedFiles<'_>,
    name: &str,
    findings: &mut FindingList,
    read: impl FnOnce(&mut XmlReader<'_>) -> Result<T, XmlRefusal>,
) -> Option<T> {
    let Some(bytes) = files.read(name, findings) else {
        findings.add(SourceFinding::new(SourceRule::WorkbookDamaged).part(name));
        return None;
    };
    read(&mut XmlReader::new(&bytes)).map_err(|refusal| findings.add(refusal.finding(name))).ok()
}

fn target_path(target: &str) -> String {
    match target.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None => ["xl/", target].concat(),
    }
}

fn sheet_names(xml: &mut XmlReader<'_>) -> Result<Vec<(String, String)>, XmlRefusal> {
    let mut names = Vec::new();
    while let Some(token) = xml.next()? {
        if token == Token::Start && xml.name() == "sheet" {
            let value = |name| xml.attribute(name).unwrap_or_default().to_owned();
            names.push((value("name"), value("id")));
        }
    }
    Ok(names)
}

fn targets(xml: &mut XmlReader<'_>) -> Result<HashMap<String, String>, XmlRefusal> {
    let mut targets = HashMap::new();
    while let Some(token) = xml.next()? {
        if token == Token::Start && xml.name() == "Relationship" {
            let value = |name| xml.attribute(name).unwrap_or_default().to_owned();
            targets.insert(value("Id"), value("Target"));
        }
    }
    Ok(targets)
}

fn shared_strings(xml: &mut XmlReader<'_>, limits: &SourceLimits) -> Result<Vec<String>, XmlRefusal> {
    let mut strings = Vec::new();
    while let Some(token) = xml.next()? {
        if token == Token::Start && xml.name() == "si" && strings.len() < limits.cells {
            strings.push(rich_text(xml)?);
        }
    }
    Ok(strings)
}

/// The text of the element that has just started, without reading aids for Japanese.
fn rich_text(xml: &mut XmlReader<'_>) -> Result<String, XmlRefusal> {
    let outside = xml.depth().saturating_sub(1);
    let mut text = String::new();
    let mut in_text = false;
    while xml.depth() > outside {
        match xml.next()? {
            Some(Token::Start) if xml.name() == "rPh" => xml.skip()?,
            Some(Token::Start) => in_text = xml.name() == "t",
            Some(Token::End) => in_text = false,
            Some(Token::Text) if in_text => text.push_str(xml.text()),
            Some(Token::Text) => {}
            None => break,
        }
    }
    Ok(unescaped(&text))
}

/// Workbooks write characters that XML lacks as `_x000D_`.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let code = rest.get(at + 2..at + 6).filter(|_| rest.as_bytes().get(at + 6) == Some(&b'_'));
        let code = code.filter(|code| code.bytes().all(|c| c.is_ascii_hexdigit()));
        let letter = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        let (before, end) = (&rest[..at], if letter.is_some() { at + 7 } else { at + 2 });
        plain.push_str(before);
        match letter {
            Some(letter) => plain.push(letter),
            None => plain.push_str("_x"),
        }
        rest = &rest[end..];
    }
    plain.push_str(rest);
    plain
}

#[derive(Debug)]
struct Budget {
    cells: usize,
    bytes: usize,
}

impl Budget {
    fn is_spent(&self) -> bool {
        self.cells == 0 || self.bytes == 0
    }

    fn take(&mut self, cells: usize, bytes: usize) {
        self.cells = self.cells.saturating_sub(cells);
        self.bytes = self.bytes.saturating_sub(bytes);
    }
}

/// The rows that are not empty, and the number of formulas.
fn rows(xml: &mut XmlReader<'_>, shared: &[String], budget: &mut Budget) -> Result<(Vec<SheetRow>, usize), XmlRefusal> {
    let (mut rows, mut formulas) = (Vec::<SheetRow>::new(), 0);
    let mut row = SheetRow::default();
    while let Some(token) = xml.next()? {
        match (token, xml.name()) {
            (Token::Start, "row") => {
                let line = xml.attribute("r").and_then(|number| number.parse().ok());
                row = SheetRow { line: line.unwrap_or(row.line.saturating_add(1)), cells: Vec::new() };
            }
            (Token::End, "row") if row.cells.iter().any(|cell| !cell.trim().is_empty()) => {
                rows.push(SheetRow { line: row.line, cells: std::mem::take(&mut row.cells) });
            }
            (Token::Start, "c") => {
                let column = xml.attribute("r").map_or(Some(row.cells.len()), column);
                let (value, is_formula) = cell(xml, shared)?;
                formulas += usize::from(is_formula);
                if let Some(column) = column.filter(|column| *column < MAX_COLUMNS && !value.is_empty()) {
                    // A cell far to the right costs the empty ones before it too.
                    let cells = (column + 1).saturating_sub(row.cells.len());
                    row.cells.resize(row.cells.len() + cells, String::new());
                    budget.take(cells.max(1), value.len());
                    row.cells[column] = value;
                }
                if budget.is_spent() {
                    return Ok((rows, formulas));
                }
            }
            _ => {}
        }
    }
    Ok((rows, formulas))
}

/// The column of an address such as `AB12`, from 0.
fn column(address: &str) -> Option<usize> {
    let letters = address.bytes().take_while(u8::is_ascii_uppercase);
    let number = letters.take(4).fold(0_usize, |number, letter| number * 26 + usize::from(letter - b'A') + 1);
    number.checked_sub(1)
}

/// The value of the cell that has just started, and whether a formula made it.
fn cell(xml: &mut XmlReader<'_>, shared: &[String]) -> Result<(String, bool), XmlRefusal> {
    let kind = xml.attribute("t").unwrap_or("n").to_owned();
    let outside = xml.depth().saturating_sub(1);
    let (mut value, mut is_formula) = (String::new(), false);
    while xml.depth() > outside {
        match xml.next()? {
            Some(Token::Start) if xml.name() == "v" => value = xml.whole_text(MAX_TEXT)?,
            Some(Token::Start) if xml.name() == "is" => return rest_of_cell(xml, outside, is_formula),
            Some(Token::Start) if xml.name() == "f" => {
                is_formula = true;
                xml.skip()?;
            }
            Some(_) => {}
            None => break,
        }
    }
    let value = match kind.as_str() {
        "s" => value.trim().parse::<usize>().ok().and_then(|place| shared.get(place).cloned()).unwrap_or_default(),
        "b" => if value.trim() == "1" { "TRUE" } else { "FALSE" }.to_owned(),
        "n" => number(&value),
        _ => unescaped(&value),
    };
    Ok((value, is_formula))
}

fn rest_of_cell(xml: &mut XmlReader<'_>, outside: usize, is_formula: bool) -> Result<(String, bool), XmlRefusal> {
    let text = rich_text(xml)?;
    while xml.depth() > outside {
        if xml.next()?.is_none() {
            break;
        }
    }
    Ok((text, is_formula))
}

/// A number as people write it: workbooks store `1.1` as `1.1000000000000001`.
fn number(value: &str) -> String {
    let parsed = value.trim().parse::<f64>().ok().filter(|number| number.is_finite() && number.abs() < 1e15);
    parsed.map_or_else(|| value.trim().to_owned(), |number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_numbers_and_addresses_are_read() {
        assert_eq!(unescaped("a_x000D_b_x005F_x0041_ _x12 _xZZZZ_"), "a\rb_x0041_ _x12 _xZZZZ_");
        assert_eq!(number("1.1000000000000001"), "1.1");
        assert_eq!(number("46387"), "46387");
        assert_eq!((column("A1"), column("AB12"), column("12")), (Some(0), Some(27), None));
    }
}
