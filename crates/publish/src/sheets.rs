//! Tables about a publication: contents, references, revision history and the publications before.

use crate::table::{Cell, Table};

/// An entry of the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentsRow {
    /// 1 for publications, 2 for what they contain.
    pub level: u32,
    pub title: String,
    /// The name of the object; empty for a heading.
    pub key: String,
    pub language: String,
    pub issue: String,
    pub date: String,
}

/// A reference of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedReference {
    /// The name of the module with the reference.
    pub key: String,
    pub line: u32,
    /// As in `dm` or `icn`.
    pub kind: String,
    /// The code of the target.
    pub target: String,
    /// Whether the publication contains the target.
    pub is_contained: bool,
}

/// A change of the present issue of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryRow {
    pub key: String,
    pub title: String,
    pub issue: String,
    pub date: String,
    /// S1000D's issue type, as in `changed`.
    pub change: String,
    /// The highlighted reasons for the update.
    pub reasons: Vec<String>,
}

/// A publication that was approved before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierPublication {
    pub number: u64,
    pub revision: String,
    /// The day of its approval or release.
    pub approved_on: String,
    pub authority: String,
    pub approved_by: String,
    pub reference: String,
}

/// Everything that the tables of a publication say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ManualSheets {
    pub contents: Vec<ContentsRow>,
    pub references: Vec<ListedReference>,
    pub history: Vec<HistoryRow>,
    pub publications: Vec<EarlierPublication>,
}

impl ManualSheets {
    pub fn tables(&self) -> [Table; 4] {
        [self.contents_table(), self.references_table(), self.history_table(), self.publications_table()]
    }

    /// Rows of the longest table.
    pub fn longest(&self) -> usize {
        [self.contents.len(), self.references.len(), self.history.len(), self.publications.len()]
            .into_iter()
            .max()
            .unwrap_or_default()
    }

    fn contents_table(&self) -> Table {
        let rows = self.contents.iter().map(|row| {
            let texts = [&row.title, &row.key, &row.language, &row.issue, &row.date];
            [Cell::Number(row.level)].into_iter().chain(texts.map(|text| cell(text))).collect::<Vec<_>>()
        });
        table("contents", &["level", "title", "name", "language", "issue", "issueDate"], rows)
    }

    fn references_table(&self) -> Table {
        let rows = self.references.iter().map(|row| {
            let is_contained = if row.is_contained { "yes" } else { "no" };
            vec![
                cell(&row.key),
                Cell::Number(row.line),
                cell(&row.kind),
                cell(&row.target),
                Cell::Text(is_contained.to_owned()),
            ]
        });
        table("references", &["name", "line", "kind", "target", "contained"], rows)
    }

    fn history_table(&self) -> Table {
        let rows = self.history.iter().map(|row| {
            let texts = [&row.key, &row.title, &row.issue, &row.date, &row.change];
            texts.map(|text| cell(text)).into_iter().chain([Cell::Text(row.reasons.join("\n"))]).collect::<Vec<_>>()
        });
        table("history", &["name", "title", "issue", "issueDate", "change", "reasons"], rows)
    }

    fn publications_table(&self) -> Table {
        let rows = self.publications.iter().map(|row| {
            let number = u32::try_from(row.number).unwrap_or(u32::MAX);
            let texts = [&row.revision, &row.approved_on, &row.authority, &row.approved_by, &row.reference];
            [Cell::Number(number)].into_iter().chain(texts.map(|text| cell(text))).collect::<Vec<_>>()
        });
        let header = ["number", "revision", "approvedOn", "authority", "approvedBy", "reference"];
        table("publications", &header, rows)
    }
}

fn cell(text: &str) -> Cell {
    if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) }
}

fn table(name: &str, header: &[&str], rows: impl Iterator<Item = Vec<Cell>>) -> Table {
    let header = header.iter().map(|name| (*name).to_owned()).collect();
    Table { name: name.to_owned(), header, rows: rows.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_the_columns_of_its_header() {
        let text = |word: &str| word.to_owned();
        let sheets = ManualSheets {
            contents: vec![ContentsRow {
                level: 2,
                title: text("Lights"),
                key: text("DMC-A_en-US.XML"),
                language: text("en-US"),
                issue: text("001-00"),
                date: text("2026-11-17"),
            }],
            references: vec![ListedReference {
                key: text("DMC-A_en-US.XML"),
                line: 7,
                kind: text("dm"),
                target: text("DMC-B"),
                is_contained: false,
            }],
            history: vec![HistoryRow {
                key: text("DMC-A_en-US.XML"),
                title: text("Lights"),
                issue: text("001-00"),
                date: String::new(),
                change: text("changed"),
                reasons: vec![text("New torque"), text("New limit")],
            }],
            publications: vec![EarlierPublication {
                number: 3,
                revision: text("4.0"),
                approved_on: text("2026-10-01"),
                authority: text("EASA"),
                approved_by: text("A. Person"),
                reference: text("EASA.1"),
            }],
        };
        let tables = sheets.tables();
        assert_eq!(
            tables.each_ref().map(|table| table.name.as_str()),
            ["contents", "references", "history", "publications"]
        );
        for table in &tables {
            assert_eq!((table.rows.len(), table.rows[0].len()), (1, table.header.len()), "{}", table.name);
        }
        let csv = |table: &Table| String::from_utf8(table.csv()).expect("UTF-8");
        assert!(csv(&tables[1]).contains("DMC-A_en-US.XML,7,dm,DMC-B,no"));
        assert!(csv(&tables[2]).contains("\"New torque\nNew limit\""));
        assert_eq!(sheets.longest(), 1);
        let workbook = crate::table::workbook(&tables).expect("a workbook");
        assert_eq!(
            workbook,
            crate::table::workbook(&tables).expect("a workbook"),
            "the same input gives the same bytes"
        );
    }
}
