//! Rows of the sheet `requirements`, and items read from them.

use super::columns::{TableColumns, TableField};
use super::lists;
use crate::SourceLimits;
use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::model::{FutureClause, ItemKind, RuleDate, SourceItem, SourceTag};
use crate::sheet::SheetRow;
use crate::{clauses, clean};

/// A row that becomes a category or an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TableNode {
    pub(super) code: String,
    pub(super) name: String,
    pub(super) kind: TableNodeKind,
    /// 0 for categories that a path alone names.
    pub(super) line: u32,
    pub(super) parent: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableNodeKind {
    Category,
    Item,
}

/// A row with the meaning of its columns.
#[derive(Debug)]
pub(super) struct TableRow<'s> {
    pub(super) row: &'s SheetRow,
    columns: &'s TableColumns,
    pub(super) kind: RowKind,
    /// The node that it has become.
    pub(super) node: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowKind {
    Meta,
    Category,
    Future,
    Item(ItemKind),
}

/// The words of the column `type` besides the kinds of items.
pub(super) const META: &str = "META";
pub(super) const CATEGORY: &str = "CATEGORY";
pub(super) const FUTURE: &str = "FUTURE";

impl<'s> TableRow<'s> {
    pub(super) fn new(row: &'s SheetRow, columns: &'s TableColumns, findings: &mut FindingList) -> Self {
        let word = clean::line(columns.cell(row, TableField::Type)).to_uppercase();
        let kind = match word.as_str() {
            META => RowKind::Meta,
            CATEGORY => RowKind::Category,
            FUTURE => RowKind::Future,
            "" => RowKind::Item(ItemKind::default()),
            word => RowKind::Item(ItemKind::parse(word).unwrap_or_else(|| {
                let finding = SourceFinding::new(SourceRule::ValueUnknown).line(row.line);
                findings.add(finding.with("field", TableField::Type.name()).with("value", word));
                ItemKind::default()
            })),
        };
        Self { row, columns, kind, node: None }
    }

    pub(super) fn line(&self) -> u32 {
        self.row.line
    }

    /// The value of a column on one line.
    pub(super) fn get(&self, field: TableField) -> String {
        clean::line(self.raw(field))
    }

    pub(super) fn raw(&self, field: TableField) -> &'s str {
        self.columns.cell(self.row, field)
    }

    /// The value of a short column, cut if it is too long.
    pub(super) fn short(&self, field: TableField, chars: usize, findings: &mut FindingList) -> String {
        let value = self.get(field);
        self.limited(value, field, chars, findings)
    }

    fn limited(&self, value: String, field: TableField, chars: usize, findings: &mut FindingList) -> String {
        let cut = clean::shortened(&value, chars);
        if cut.len() == value.len() {
            return value;
        }
        let finding = SourceFinding::new(SourceRule::ValueTooLong).line(self.line());
        findings.add(finding.with("field", field.name()).with("limit", chars.to_string()));
        cut.to_owned()
    }

    /// A text of several lines.
    pub(super) fn long(&self, field: TableField, limits: &SourceLimits, findings: &mut FindingList) -> String {
        let value = clean::block(self.raw(field));
        self.limited(value, field, limits.text_chars, findings)
    }

    fn date(&self, field: TableField, findings: &mut FindingList) -> RuleDate {
        let date = RuleDate::parse_cell(self.raw(field));
        if !date.is_absent() && date.date().is_none() {
            let finding = SourceFinding::new(SourceRule::DateUnreadable).line(self.line());
            findings.add(finding.with("field", field.name()).with("value", date.raw()));
        }
        date
    }

    /// The item of this row, without its place in the tree.
    pub(super) fn item(&self, kind: ItemKind, limits: &SourceLimits, findings: &mut FindingList) -> SourceItem {
        let title_chars = limits.title_chars;
        let (mappings, wrong) = lists::counterparts(self.raw(TableField::Mappings));
        for entry in wrong {
            let finding = SourceFinding::new(SourceRule::ValueUnknown).line(self.line());
            findings.add(finding.with("field", TableField::Mappings.name()).with("value", entry));
        }
        let text = self.long(TableField::Text, limits, findings);
        SourceItem {
            stable_id: self.short(TableField::ExternalId, limits.code_chars, findings),
            code: self.short(TableField::Code, limits.code_chars, findings),
            title: self.short(TableField::Title, title_chars, findings),
            kind,
            is_assessable: self.is_assessable(kind, findings),
            clauses: self.clauses(&text, findings),
            guidance: self.long(TableField::Guidance, limits, findings),
            effective: self.date(TableField::EffectiveDate, findings),
            expiry: self.date(TableField::ExpiryDate, findings),
            applicability: self.short(TableField::Applicability, title_chars, findings),
            source_ref: self.short(TableField::SourceRef, title_chars, findings),
            amendment: self.short(TableField::Amendment, title_chars, findings),
            supersedes: lists::values(self.raw(TableField::Supersedes)),
            covers: lists::values(self.raw(TableField::Covers)),
            tags: self.tags(limits, findings),
            references: lists::references(self.raw(TableField::References)),
            images: lists::images(self.raw(TableField::Images)),
            mappings,
            ..SourceItem::default()
        }
    }

    fn is_assessable(&self, kind: ItemKind, findings: &mut FindingList) -> bool {
        let word = self.get(TableField::Assessable).to_lowercase();
        match word.as_str() {
            "" => kind.is_assessable(),
            "y" | "yes" | "x" | "true" | "1" | "是" => true,
            "n" | "no" | "false" | "0" | "否" => false,
            _ => {
                let finding = SourceFinding::new(SourceRule::ValueUnknown).line(self.line());
                findings.add(finding.with("field", TableField::Assessable.name()).with("value", word));
                kind.is_assessable()
            }
        }
    }

    /// The clauses by the column `clauses` if it fits the text, else by the markers of the text.
    fn clauses(&self, text: &str, findings: &mut FindingList) -> Vec<clauses::SourceClause> {
        let layout = self.get(TableField::Clauses);
        let found = if layout.is_empty() { None } else { clauses::by_layout(text, &layout) };
        if !layout.is_empty() && found.is_none() {
            findings.add(SourceFinding::new(SourceRule::ClausesMoved).line(self.line()));
        }
        found.unwrap_or_else(|| {
            let (clauses, doubts) = clauses::split_with_doubts(text);
            if doubts > 0 {
                let finding = SourceFinding::new(SourceRule::ClauseUncertain).line(self.line());
                findings.add(finding.with("code", self.get(TableField::Code)).with("count", doubts.to_string()));
            }
            clauses
        })
    }

    fn tags(&self, limits: &SourceLimits, findings: &mut FindingList) -> Vec<SourceTag> {
        let mut tags = lists::tags(self.raw(TableField::Tags));
        for (name, column) in &self.columns.others {
            let value = clean::line(self.row.cell(*column));
            if !value.is_empty() {
                let value = self.limited(value, TableField::Tags, limits.title_chars, findings);
                tags.push(SourceTag::new(name, &value));
            }
        }
        tags
    }

    /// The text of a row of the type `FUTURE`.
    pub(super) fn future(&self, limits: &SourceLimits, findings: &mut FindingList) -> FutureClause {
        FutureClause {
            path: self.short(TableField::Title, limits.title_chars, findings),
            text: self.long(TableField::Text, limits, findings),
            applicable: RuleDate::find(clean::shortened(self.raw(TableField::EffectiveDate), limits.title_chars)),
        }
    }
}
