//! The sheets of both reports with their columns.

use publish::report::ColumnPart::{ByHand, Detail, Subject};
use publish::report::{ColumnPart, ReportColumn, ReportSheet, ReportWord};

const fn column(word: ReportWord, part: ColumnPart, width: u8) -> ReportColumn {
    ReportColumn { word, part, width }
}

/// The matrix of a collection: what authorities and auditors ask for, in their order.
const COLLECTION_MATRIX: &[ReportColumn] = &[
    column(ReportWord::Number, Subject, 6),
    column(ReportWord::CategoryCode, Subject, 12),
    column(ReportWord::Category, Subject, 22),
    column(ReportWord::Code, Subject, 20),
    column(ReportWord::Type, Subject, 8),
    column(ReportWord::Title, Subject, 30),
    column(ReportWord::RequirementText, Subject, 60),
    column(ReportWord::Applicability, Subject, 18),
    column(ReportWord::EffectiveDate, Subject, 12),
    column(ReportWord::RegulatorySource, Subject, 20),
    column(ReportWord::Status, Subject, 16),
    column(ReportWord::ProofByMapping, Subject, 30),
    column(ReportWord::Documented, Subject, 12),
    column(ReportWord::Implemented, ByHand, 12),
    column(ReportWord::Means, Subject, 24),
    column(ReportWord::Clause, Detail, 10),
    column(ReportWord::Statement, Detail, 36),
    column(ReportWord::Manual, Detail, 16),
    column(ReportWord::ManualPlace, Detail, 40),
    column(ReportWord::QuotedText, Detail, 60),
    column(ReportWord::Issue, Detail, 18),
    column(ReportWord::ConfirmedIssue, Detail, 18),
    column(ReportWord::ConfirmedOn, Detail, 12),
    column(ReportWord::LinkState, Detail, 12),
    column(ReportWord::Evidence, Detail, 26),
    column(ReportWord::EvidenceDate, Detail, 14),
    column(ReportWord::Owner, Subject, 18),
    column(ReportWord::Accountable, ByHand, 18),
    column(ReportWord::AssessedBy, Subject, 16),
    column(ReportWord::AssessedOn, Subject, 12),
    column(ReportWord::NextReview, Subject, 12),
    column(ReportWord::Finding, ByHand, 18),
    column(ReportWord::Remarks, Subject, 36),
    column(ReportWord::Accepted, ByHand, 14),
    column(ReportWord::AuthorityRemarks, ByHand, 30),
];

const GAPS: &[ReportColumn] = &[
    column(ReportWord::Category, Subject, 20),
    column(ReportWord::Code, Subject, 18),
    column(ReportWord::Title, Subject, 34),
    column(ReportWord::Status, Subject, 14),
    column(ReportWord::ProofByMapping, Subject, 26),
    column(ReportWord::LinkState, Detail, 10),
    column(ReportWord::Remarks, Subject, 30),
    column(ReportWord::Owner, Subject, 16),
    column(ReportWord::NextReview, Subject, 11),
];

const NOT_APPLICABLE: &[ReportColumn] = &[
    column(ReportWord::Category, Subject, 20),
    column(ReportWord::Code, Subject, 18),
    column(ReportWord::Title, Subject, 34),
    column(ReportWord::Status, Subject, 14),
    column(ReportWord::Reason, Subject, 40),
    column(ReportWord::AssessedBy, Subject, 14),
    column(ReportWord::AssessedOn, Subject, 11),
];

/// Alternative means, exemptions and derogations.
const MEANS: &[ReportColumn] = &[
    column(ReportWord::Category, Subject, 18),
    column(ReportWord::Code, Subject, 16),
    column(ReportWord::Title, Subject, 26),
    column(ReportWord::Status, Subject, 13),
    column(ReportWord::MeansKind, Subject, 12),
    column(ReportWord::MeansReference, Subject, 16),
    column(ReportWord::Authority, Subject, 14),
    column(ReportWord::Approval, Subject, 16),
    column(ReportWord::ApprovedOn, Subject, 11),
    column(ReportWord::ValidFrom, Subject, 11),
    column(ReportWord::ValidTo, Subject, 11),
    column(ReportWord::MeansState, Subject, 11),
    column(ReportWord::MeansRemarks, Subject, 26),
];

const CHANGES: &[ReportColumn] = &[
    column(ReportWord::Change, Subject, 14),
    column(ReportWord::OldCode, Subject, 20),
    column(ReportWord::NewCode, Subject, 20),
    column(ReportWord::Type, Subject, 8),
    column(ReportWord::Title, Subject, 50),
];

/// The sheets of the report of a collection.
pub(super) const MATRIX: usize = 0;
pub(super) const COLLECTION_GAPS: usize = 1;
pub(super) const COLLECTION_NOT_APPLICABLE: usize = 2;
pub(super) const COLLECTION_MEANS: usize = 3;
pub(super) const COLLECTION_CHANGES: usize = 4;

pub(super) fn collection_sheets() -> [ReportSheet; 5] {
    [
        ReportSheet { name: ReportWord::Matrix, columns: COLLECTION_MATRIX },
        ReportSheet { name: ReportWord::Gaps, columns: GAPS },
        ReportSheet { name: ReportWord::NotApplicableSheet, columns: NOT_APPLICABLE },
        ReportSheet { name: ReportWord::MeansSheet, columns: MEANS },
        ReportSheet { name: ReportWord::Changes, columns: CHANGES },
    ]
}

/// The matrix of a manual, in the order of its contents.
const MANUAL_MATRIX: &[ReportColumn] = &[
    column(ReportWord::TocNumber, Subject, 12),
    column(ReportWord::ModuleCode, Subject, 34),
    column(ReportWord::ModuleTitle, Subject, 34),
    column(ReportWord::Issue, Subject, 18),
    column(ReportWord::ManualPlace, Detail, 40),
    column(ReportWord::Paragraph, Detail, 14),
    column(ReportWord::QuotedText, Detail, 60),
    column(ReportWord::Collection, Detail, 20),
    column(ReportWord::Version, Detail, 14),
    column(ReportWord::Code, Detail, 20),
    column(ReportWord::Clause, Detail, 10),
    column(ReportWord::Type, Detail, 8),
    column(ReportWord::RequirementTitle, Detail, 34),
    column(ReportWord::Status, Detail, 16),
    column(ReportWord::LinkState, Detail, 12),
    column(ReportWord::ChangedSince, Detail, 18),
    column(ReportWord::ConfirmedIssue, Detail, 18),
    column(ReportWord::ConfirmedOn, Detail, 12),
    column(ReportWord::Statement, Detail, 36),
    column(ReportWord::Evidence, Detail, 26),
    column(ReportWord::Owner, Detail, 18),
    column(ReportWord::NextReview, Detail, 12),
];

const UNLINKED: &[ReportColumn] = &[
    column(ReportWord::TocNumber, Subject, 12),
    column(ReportWord::ModuleCode, Subject, 40),
    column(ReportWord::ModuleTitle, Subject, 50),
];

const MANUAL_GAPS_COLUMNS: &[ReportColumn] = &[
    column(ReportWord::Collection, Subject, 20),
    column(ReportWord::Version, Subject, 12),
    column(ReportWord::Code, Subject, 18),
    column(ReportWord::Type, Subject, 8),
    column(ReportWord::RequirementTitle, Subject, 40),
    column(ReportWord::Status, Subject, 14),
    column(ReportWord::ProofByMapping, Subject, 26),
    column(ReportWord::Owner, Subject, 16),
];

const SUSPECTS: &[ReportColumn] = &[
    column(ReportWord::ModuleCode, Subject, 30),
    column(ReportWord::QuotedText, Detail, 46),
    column(ReportWord::Collection, Detail, 16),
    column(ReportWord::Code, Detail, 18),
    column(ReportWord::LinkState, Detail, 10),
    column(ReportWord::ChangedSince, Detail, 16),
    column(ReportWord::Owner, Detail, 14),
];

const INDEX: &[ReportColumn] = &[
    column(ReportWord::Collection, Subject, 20),
    column(ReportWord::Code, Subject, 20),
    column(ReportWord::RequirementTitle, Subject, 34),
    column(ReportWord::Places, Subject, 60),
];

/// The sheets of the report of a manual; the first one is [`MATRIX`].
pub(super) const MANUAL_UNLINKED: usize = 1;
pub(super) const MANUAL_GAPS: usize = 2;
pub(super) const MANUAL_SUSPECTS: usize = 3;
pub(super) const MANUAL_INDEX: usize = 4;

pub(super) fn manual_sheets() -> [ReportSheet; 5] {
    [
        ReportSheet { name: ReportWord::Matrix, columns: MANUAL_MATRIX },
        ReportSheet { name: ReportWord::Unlinked, columns: UNLINKED },
        ReportSheet { name: ReportWord::Gaps, columns: MANUAL_GAPS_COLUMNS },
        ReportSheet { name: ReportWord::Suspects, columns: SUSPECTS },
        ReportSheet { name: ReportWord::Index, columns: INDEX },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_stand_where_rows_look_for_them_and_have_each_column_once() {
        let (collection, manual) = (collection_sheets(), manual_sheets());
        assert_eq!(collection[COLLECTION_CHANGES].name, ReportWord::Changes);
        assert_eq!(collection[COLLECTION_MEANS].name, ReportWord::MeansSheet);
        assert_eq!(collection[COLLECTION_GAPS].name, ReportWord::Gaps);
        assert_eq!(collection[COLLECTION_NOT_APPLICABLE].name, ReportWord::NotApplicableSheet);
        assert_eq!((manual[MATRIX].name, manual[MANUAL_INDEX].name), (ReportWord::Matrix, ReportWord::Index));
        assert_eq!(manual[MANUAL_UNLINKED].name, ReportWord::Unlinked);
        assert_eq!(manual[MANUAL_GAPS].name, ReportWord::Gaps);
        assert_eq!(manual[MANUAL_SUSPECTS].name, ReportWord::Suspects);
        for sheet in collection.iter().chain(&manual) {
            for (place, column) in sheet.columns.iter().enumerate() {
                assert!(sheet.columns[..place].iter().all(|before| before.word != column.word), "{:?}", column.word);
            }
        }
    }
}
