//! The columns of our layout, under the names that other tools give them as well.

use std::collections::HashMap;

use crate::clean;
use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::sheet::{DataSheet, SheetRow};

/// A column of the sheet `requirements`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TableField {
    Code,
    Title,
    Text,
    CategoryPath,
    ParentCode,
    Level,
    Type,
    Assessable,
    Applicability,
    SourceRef,
    EffectiveDate,
    ExpiryDate,
    Amendment,
    Guidance,
    ExternalId,
    Supersedes,
    Covers,
    AlsoUnder,
    References,
    Images,
    Tags,
    Mappings,
    Clauses,
}

impl TableField {
    /// In the order in which they are written, with the other names that are accepted.
    pub(crate) const ALL: [(Self, &'static str, &'static [&'static str]); 23] = [
        (Self::Code, "code", &["ref_id", "item_id", "reference", "policyitemcode", "条款号", "编号"]),
        (Self::Title, "title", &["name", "标题"]),
        (Self::Text, "text", &["description", "requirement", "条款内容", "要求"]),
        (Self::CategoryPath, "category_path", &["chapter", "section", "章节"]),
        (Self::ParentCode, "parent_code", &["parent", "parent_urn", "上级"]),
        (Self::Level, "level", &["depth"]),
        (Self::Type, "type", &["kind", "类型"]),
        (Self::Assessable, "assessable", &["x"]),
        (Self::Applicability, "applicability", &["scope", "适用性"]),
        (Self::SourceRef, "source_ref", &[]),
        (Self::EffectiveDate, "effective_date", &["生效日期"]),
        (Self::ExpiryDate, "expiry_date", &[]),
        (Self::Amendment, "amendment", &[]),
        (Self::Guidance, "guidance", &["annotation", "gm", "说明"]),
        (Self::ExternalId, "external_id", &["urn", "guid"]),
        (Self::Supersedes, "supersedes", &["replaces", "替代"]),
        (Self::Covers, "covers", &[]),
        (Self::AlsoUnder, "also_under", &[]),
        (Self::References, "references", &[]),
        (Self::Images, "images", &[]),
        (Self::Tags, "tags", &[]),
        (Self::Mappings, "mappings", &[]),
        (Self::Clauses, "clauses", &[]),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(field, ..)| *field == self).map_or("", |(_, name, _)| name)
    }

    fn parse(header: &str) -> Option<Self> {
        let name = clean::line(header).to_lowercase();
        let is_named = |own: &str, aliases: &[&str]| own == name || aliases.contains(&name.as_str());
        Self::ALL.iter().find(|(_, own, aliases)| is_named(own, aliases)).map(|(field, ..)| *field)
    }
}

/// Which column has what.
#[derive(Debug, Default)]
pub(crate) struct TableColumns {
    fields: HashMap<TableField, usize>,
    /// Columns that we do not know, kept as tags.
    pub(crate) others: Vec<(String, usize)>,
}

/// The most columns that are kept as tags.
const MAX_OTHERS: usize = 100;

impl TableColumns {
    /// Reads the header row. Missing and repeated columns are findings.
    pub(crate) fn of(sheet: &DataSheet, findings: &mut FindingList) -> Self {
        let mut columns = Self::default();
        let Some(header) = sheet.rows.first() else { return columns };
        for (place, cell) in header.cells.iter().enumerate() {
            let name = clean::line(cell);
            let found = |rule| SourceFinding::new(rule).part(&sheet.name).line(header.line).with("column", &name);
            match TableField::parse(&name) {
                _ if name.is_empty() => {}
                Some(field) if columns.fields.contains_key(&field) => {
                    findings.add(found(SourceRule::ColumnTwice).with("field", field.name()));
                }
                Some(field) => {
                    columns.fields.insert(field, place);
                }
                None if columns.others.len() < MAX_OTHERS => {
                    findings.add(found(SourceRule::ColumnKept));
                    let name = name.strip_prefix("x:").unwrap_or(&name).trim();
                    columns.others.push((name.to_owned(), place));
                }
                None => {}
            }
        }
        let needs_text = !columns.has(TableField::Title) && !columns.has(TableField::Text);
        let missing = [(TableField::Code, !columns.has(TableField::Code)), (TableField::Text, needs_text)];
        for (field, _) in missing.into_iter().filter(|(_, is_missing)| *is_missing) {
            let finding = SourceFinding::new(SourceRule::ColumnMissing).part(&sheet.name).line(header.line);
            findings.add(finding.with("column", field.name()));
        }
        columns
    }

    pub(crate) fn has(&self, field: TableField) -> bool {
        self.fields.contains_key(&field)
    }

    /// Whether a sheet has a header of ours.
    pub(crate) fn fit(sheet: &DataSheet) -> bool {
        let header = sheet.rows.first().map(|row| row.cells.as_slice()).unwrap_or_default();
        let named: Vec<TableField> = header.iter().filter_map(|cell| TableField::parse(cell)).collect();
        named.contains(&TableField::Code) && (named.contains(&TableField::Text) || named.contains(&TableField::Title))
    }

    pub(crate) fn cell<'r>(&self, row: &'r SheetRow, field: TableField) -> &'r str {
        self.fields.get(&field).map_or("", |column| row.cell(*column))
    }
}
