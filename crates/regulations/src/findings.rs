//! Findings about a file: defects and remarks, with stable codes. Reading goes on after each of them.

use domain::finding::Severity;

macro_rules! rules {
    ($($variant:ident = $word:literal, $severity:ident;)*) => {
        /// The exact case of a finding.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum SourceRule { $($variant,)* }

        impl SourceRule {
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Stable name, and the key of its messages.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// Whether the file can be imported in spite of it.
            pub fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }
        }
    };
}

rules! {
    FileEmpty = "regulation.file_empty", Block;
    FileTooLarge = "regulation.file_too_large", Block;
    FormatUnknown = "regulation.format_unknown", Block;
    NotText = "regulation.not_text", Block;
    EncodingGuessed = "regulation.encoding_guessed", Info;
    ArchiveDamaged = "regulation.archive_damaged", Block;
    ArchiveTooLarge = "regulation.archive_too_large", Block;
    ArchiveWithoutDocument = "regulation.archive_without_document", Block;
    XmlDoctype = "regulation.xml_doctype", Block;
    XmlLimit = "regulation.xml_limit", Block;
    XmlNotWellFormed = "regulation.xml_not_well_formed", Block;
    JsonInvalid = "regulation.json_invalid", Block;
    WorkbookDamaged = "regulation.workbook_damaged", Block;
    WorkbookMacros = "regulation.workbook_macros", Warn;
    WorkbookFormula = "regulation.workbook_formula", Warn;
    SheetMissing = "regulation.sheet_missing", Block;
    SheetUnused = "regulation.sheet_unused", Warn;
    CsvQuoteOpen = "regulation.csv_quote_open", Block;
    CellsTooMany = "regulation.cells_too_many", Block;
    ColumnMissing = "regulation.column_missing", Block;
    ColumnTwice = "regulation.column_twice", Block;
    ColumnKept = "regulation.column_kept", Info;
    KeyMissing = "regulation.key_missing", Warn;
    KeyUnknown = "regulation.key_unknown", Info;
    CodeMissing = "regulation.code_missing", Block;
    CodeDuplicate = "regulation.code_duplicate", Block;
    CodeShared = "regulation.code_shared", Warn;
    CodeDerived = "regulation.code_derived", Info;
    CodePattern = "regulation.code_pattern", Warn;
    IdDuplicate = "regulation.id_duplicate", Block;
    ValueTooLong = "regulation.value_too_long", Block;
    ValueUnknown = "regulation.value_unknown", Block;
    DateUnreadable = "regulation.date_unreadable", Warn;
    ParentUnknown = "regulation.parent_unknown", Block;
    ParentWrong = "regulation.parent_wrong", Block;
    ParentInferred = "regulation.parent_inferred", Info;
    ParentCycle = "regulation.parent_cycle", Block;
    LevelJump = "regulation.level_jump", Block;
    TooDeep = "regulation.too_deep", Block;
    ItemsNone = "regulation.items_none", Block;
    ItemsTooMany = "regulation.items_too_many", Block;
    ClausesTooMany = "regulation.clauses_too_many", Block;
    ClausesMoved = "regulation.clauses_moved", Warn;
    ControlWithdrawn = "regulation.control_withdrawn", Info;
    ClauseUncertain = "regulation.clause_uncertain", Info;
    MetadataMissing = "regulation.metadata_missing", Block;
    TextMissing = "regulation.text_missing", Warn;
    TextUnused = "regulation.text_unused", Warn;
    TextDiffers = "regulation.text_differs", Warn;
    PlacedAgain = "regulation.placed_again", Info;
    FutureText = "regulation.future_text", Info;
    AmendmentPending = "regulation.amendment_pending", Info;
    ReferenceUnknown = "regulation.reference_unknown", Warn;
    ImageMissing = "regulation.image_missing", Warn;
    ImageTooLarge = "regulation.image_too_large", Warn;
    ParameterOpen = "regulation.parameter_open", Info;
    MappingIncomplete = "regulation.mapping_incomplete", Block;
    MappingDuplicate = "regulation.mapping_duplicate", Warn;
    MoreFindings = "regulation.more_findings", Info;
}

/// A defect or a remark, with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFinding {
    pub rule: SourceRule,
    pub severity: Severity,
    /// The sheet or part; empty for the file.
    pub part: String,
    /// The row or line, from 1.
    pub line: Option<u32>,
    /// Placeholder values of the message.
    pub params: Vec<(&'static str, String)>,
}

/// The longest value that a message repeats.
const SHOWN_CHARS: usize = 120;

impl SourceFinding {
    pub(crate) fn new(rule: SourceRule) -> Self {
        Self { rule, severity: rule.severity(), part: String::new(), line: None, params: Vec::new() }
    }

    pub(crate) fn part(mut self, part: &str) -> Self {
        shown(part).clone_into(&mut self.part);
        self
    }

    pub(crate) fn line(mut self, line: impl Into<Option<u32>>) -> Self {
        self.line = line.into();
        self
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl AsRef<str>) -> Self {
        self.params.push((name, shown(value.as_ref()).to_owned()));
        self
    }

    /// The value of a placeholder.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str())
    }
}

fn shown(value: &str) -> &str {
    value.char_indices().nth(SHOWN_CHARS).map_or(value, |(end, _)| &value[..end])
}

/// Collects findings; beyond the limit they are counted. Findings that block are always listed, up to twice the limit.
#[derive(Debug)]
pub(crate) struct FindingList {
    listed: Vec<SourceFinding>,
    limit: usize,
    left_out: usize,
}

impl FindingList {
    pub(crate) fn new(limit: usize) -> Self {
        Self { listed: Vec::new(), limit, left_out: 0 }
    }

    pub(crate) fn add(&mut self, finding: SourceFinding) {
        let limit = if finding.severity == Severity::Block { self.limit.saturating_mul(2) } else { self.limit };
        if self.listed.len() < limit {
            self.listed.push(finding);
        } else {
            self.left_out += 1;
        }
    }

    pub(crate) fn finish(mut self) -> Vec<SourceFinding> {
        if self.left_out > 0 {
            let finding = SourceFinding::new(SourceRule::MoreFindings).with("count", self.left_out.to_string());
            self.listed.push(finding);
        }
        self.listed
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_rule_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = SourceRule::ALL.iter().map(|rule| rule.as_str()).collect();
        assert_eq!(names.len(), SourceRule::ALL.len());
    }

    #[test]
    fn findings_beyond_the_limit_are_counted() {
        let mut list = FindingList::new(2);
        for _ in 0..5 {
            list.add(SourceFinding::new(SourceRule::ColumnKept));
        }
        list.add(SourceFinding::new(SourceRule::CodeMissing));
        let found = list.finish();
        assert_eq!(found.len(), 4);
        assert_eq!((found[3].rule, found[3].param("count")), (SourceRule::MoreFindings, Some("3")));
    }
}
