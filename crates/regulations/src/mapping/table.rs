//! Mappings as tables.

use std::collections::HashMap;

use publish::table::{Table, WorkbookError};

use super::{ItemMapping, MappingEnd, MappingRow, Relationship};
use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::packed::PackedFiles;
use crate::sheet::{self, DataSheet, SheetRow};
use crate::{SourceLimits, clean};

/// The columns, in the order in which they are written.
pub const MAPPING_COLUMNS: [&str; 6] =
    ["source_collection", "source_code", "target_collection", "target_code", "relationship", "rationale"];

/// Other names of the columns, in the same order; CISO Assistant calls codes node ids.
const ALIASES: [&[&str]; 6] =
    [&["source"], &["source_node_id"], &["target"], &["target_node_id"], &["relation"], &["remarks", "comment"]];

const SHEET: &str = "mappings";

pub fn to_csv(mappings: &[ItemMapping]) -> Vec<u8> {
    written(mappings).csv()
}

pub fn to_xlsx(mappings: &[ItemMapping]) -> Result<Vec<u8>, WorkbookError> {
    sheet::workbook(&[written(mappings)])
}

fn written(mappings: &[ItemMapping]) -> Table {
    let row = |mapping: &ItemMapping| {
        vec![
            mapping.source.collection.clone(),
            mapping.source.code.clone(),
            mapping.target.collection.clone(),
            mapping.target.code.clone(),
            mapping.relationship.as_str().to_owned(),
            mapping.rationale.clone(),
        ]
    };
    let rows: Vec<Vec<String>> = mappings.iter().map(row).collect();
    sheet::table(SHEET, &MAPPING_COLUMNS, &rows)
}

/// Reads mappings from a workbook or a CSV file. Collections that a row does not name are empty. Of rows that say the same
/// the first is read.
pub fn read_mappings(bytes: &[u8], limits: &SourceLimits) -> (Vec<MappingRow>, Vec<SourceFinding>) {
    let mut findings = FindingList::new(limits.findings);
    let mappings = mapping_sheet(bytes, limits, &mut findings).map(|sheet| read(&sheet, limits, &mut findings));
    (mappings.unwrap_or_default(), findings.finish())
}

fn mapping_sheet(bytes: &[u8], limits: &SourceLimits, findings: &mut FindingList) -> Option<DataSheet> {
    if bytes.len() > limits.file_bytes {
        findings.add(SourceFinding::new(SourceRule::FileTooLarge).with("limit", (limits.file_bytes >> 20).to_string()));
        return None;
    }
    let mut sheet = if bytes.starts_with(b"PK") {
        let files = PackedFiles::open(bytes, limits, findings)?;
        let sheets = sheet::read_workbook(&files, limits, findings)?;
        let place = sheets.iter().position(|sheet| sheet.name.eq_ignore_ascii_case(SHEET));
        let place = place.or_else(|| sheets.iter().position(|sheet| places(sheet)[1].is_some())).unwrap_or(0);
        sheets.into_iter().nth(place)?
    } else {
        sheet::read_text(bytes, limits, findings)?
    };
    sheet::rejoined(&mut sheet);
    Some(sheet)
}

/// The place of each column.
fn places(sheet: &DataSheet) -> [Option<usize>; 6] {
    let header = sheet.rows.first().map(|row| row.cells.as_slice()).unwrap_or_default();
    let mut columns = MAPPING_COLUMNS.iter().zip(ALIASES);
    [(); 6].map(|()| {
        let (name, aliases) = columns.next()?;
        header.iter().position(|cell| {
            let cell = clean::line(cell).to_lowercase();
            cell == *name || aliases.contains(&cell.as_str())
        })
    })
}

fn read(sheet: &DataSheet, limits: &SourceLimits, findings: &mut FindingList) -> Vec<MappingRow> {
    let places = places(sheet);
    for needed in [1, 3, 4].into_iter().filter(|column| places[*column].is_none()) {
        let finding = SourceFinding::new(SourceRule::ColumnMissing).part(&sheet.name);
        findings.add(finding.with("column", MAPPING_COLUMNS[needed]));
    }
    if [1, 3, 4].into_iter().any(|column| places[column].is_none()) {
        return Vec::new();
    }
    let mut seen = HashMap::new();
    let mut mappings = Vec::new();
    for row in sheet.rows.get(1..).unwrap_or_default() {
        let Some(mapping) = mapping(row, &places, limits, findings) else { continue };
        let key = |end: &MappingEnd| (clean::code_key(&end.collection), clean::code_key(&end.code));
        let before = seen.insert((key(&mapping.source), key(&mapping.target)), mapping.relationship);
        if before == Some(mapping.relationship) {
            let finding = SourceFinding::new(SourceRule::MappingDuplicate).line(row.line);
            findings.add(finding.with("source", &mapping.source.code).with("target", &mapping.target.code));
        } else {
            mappings.push(MappingRow { line: row.line, mapping });
        }
    }
    mappings
}

fn mapping(
    row: &SheetRow,
    places: &[Option<usize>; 6],
    limits: &SourceLimits,
    findings: &mut FindingList,
) -> Option<ItemMapping> {
    let raw = |column: usize| places[column].map_or("", |place| row.cell(place));
    let value = |column: usize| clean::line(raw(column));
    let found = |rule, column: usize| SourceFinding::new(rule).line(row.line).with("field", MAPPING_COLUMNS[column]);
    let mut is_whole = true;
    for column in 0..4 {
        if value(column).chars().count() > limits.code_chars {
            findings.add(found(SourceRule::ValueTooLong, column).with("limit", limits.code_chars.to_string()));
            is_whole = false;
        }
    }
    for column in [1, 3] {
        if value(column).is_empty() {
            findings.add(found(SourceRule::MappingIncomplete, column));
            is_whole = false;
        }
    }
    let relationship = Relationship::parse(raw(4));
    if relationship.is_none() {
        findings.add(found(SourceRule::ValueUnknown, 4).with("value", raw(4)));
    }
    let mut rationale = clean::block(raw(5));
    if rationale.chars().count() > limits.text_chars {
        findings.add(found(SourceRule::ValueTooLong, 5).with("limit", limits.text_chars.to_string()));
        clean::shortened(&rationale, limits.text_chars).to_owned().clone_into(&mut rationale);
    }
    is_whole.then_some(ItemMapping {
        source: MappingEnd { collection: value(0), code: value(1) },
        target: MappingEnd { collection: value(2), code: value(3) },
        relationship: relationship?,
        rationale,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mapping(source: &str, target: &str, relationship: Relationship) -> ItemMapping {
        let end =
            |collection: &str, code: &str| MappingEnd { collection: collection.to_owned(), code: code.to_owned() };
        ItemMapping {
            source: end("EASA", source),
            target: end("=IOSA", target),
            relationship,
            rationale: "because\n+1".to_owned(),
        }
    }

    #[test]
    fn mappings_are_read_as_they_were_written() {
        let mappings =
            [mapping("ORO.1", "ORG 1", Relationship::Equal), mapping("ORO.1", "-ORG 2", Relationship::Superset)];
        // A rationale of two lines takes two lines of a CSV file, and one row of a sheet.
        for (bytes, lines) in [(to_csv(&mappings), [2, 4]), (to_xlsx(&mappings).expect("it is written"), [2, 3])] {
            let (rows, findings) = read_mappings(&bytes, &SourceLimits::default());
            assert_eq!(findings, []);
            let expected = lines.into_iter().zip(mappings.clone()).map(|(line, mapping)| MappingRow { line, mapping });
            assert_eq!(rows, expected.collect::<Vec<_>>());
        }
    }

    #[test]
    fn wrong_rows_are_listed_and_the_others_read() {
        let text =
            "source_node_id;target_node_id;relationship\na;b;equal\nA ;b;equal\n;c;equal\nd;e;same\na;b;subset\n";
        let (mappings, findings) = read_mappings(text.as_bytes(), &SourceLimits::default());
        let lines: Vec<u32> = mappings.iter().map(|row| row.line).collect();
        assert_eq!(lines, [2, 6], "a contradiction is read, and told where the items are known");
        let rules: Vec<(SourceRule, Option<u32>)> = findings.iter().map(|one| (one.rule, one.line)).collect();
        let expected = [
            (SourceRule::MappingDuplicate, Some(3)),
            (SourceRule::MappingIncomplete, Some(4)),
            (SourceRule::ValueUnknown, Some(5)),
        ];
        assert_eq!(rules, expected);
    }

    #[test]
    fn a_file_without_the_columns_is_refused() {
        let (mappings, findings) = read_mappings(b"a,b\n1,2\n", &SourceLimits::default());
        assert!(mappings.is_empty());
        assert_eq!(findings.iter().filter(|one| one.rule == SourceRule::ColumnMissing).count(), 3);
    }
}
