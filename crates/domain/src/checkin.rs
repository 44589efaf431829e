//! Checking in: what a user says about a new version.

use chrono::NaiveDate;

use crate::change_request::NamedRequest;
use crate::field::FieldCode;
use crate::object::words;
use crate::text;

words! {
    /// The issue that a check-in makes.
    IssueStep {
        /// Work on top of the last issue: `002-01` after `002-00`.
        InWork = "inWork",
        /// The next issue: `003-00`.
        Full = "full",
    }
}

words! {
    /// S1000D's `issueType`.
    IssueType {
        New = "new",
        Changed = "changed",
        Revised = "revised",
        Status = "status",
        Deleted = "deleted",
        ReinstatedChanged = "rinstate-changed",
        ReinstatedRevised = "rinstate-revised",
        ReinstatedStatus = "rinstate-status",
    }
}

impl IssueType {
    /// Whether an issue of this type may have change marks: all others are new, rewritten, or the same text.
    pub fn has_change_marks(self) -> bool {
        matches!(self, Self::Changed | Self::ReinstatedChanged)
    }
}

words! {
    /// S1000D's `updateReasonType`.
    ReasonType {
        Editorial = "urt01",
        Technical = "urt02",
        Markup = "urt03",
        Applicability = "urt04",
        Identification = "urt05",
    }
}

/// A reason for an update, as the status section of the module lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReasonForUpdate {
    pub text: String,
    pub kind: ReasonType,
    /// Listed in the highlights of a publication.
    pub highlight: bool,
}

/// The user's entries for a version that is checked in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckIn {
    /// Why, for the list of versions.
    pub comment: String,
    pub step: IssueStep,
    /// Today when `None`.
    pub issue_date: Option<NaiveDate>,
    /// `new` up to the first issue and `changed` afterwards when `None`.
    pub issue_type: Option<IssueType>,
    pub reason: Option<ReasonForUpdate>,
    /// The change request that the work belongs to.
    pub change_request: Option<NamedRequest>,
    /// Writes change marks on what was changed.
    pub marks_changes: bool,
}

impl CheckIn {
    /// A version in work, of today, without a reason in its text.
    pub fn in_work(comment: String, change_request: Option<NamedRequest>) -> Self {
        Self {
            comment,
            step: IssueStep::InWork,
            issue_date: None,
            issue_type: None,
            reason: None,
            change_request,
            marks_changes: false,
        }
    }
}

/// Parses the comment of a check-in; empty for none.
pub fn parse_comment(text: &str) -> Result<String, FieldCode> {
    text::line(text, 0, 1_000)
}

/// Parses the text of a reason for an update.
pub fn parse_reason(text: &str) -> Result<String, FieldCode> {
    text::line(text, 1, 1_000)
}

/// The issue type of an issue when the user chose none.
pub fn default_issue_type(number: u32, step: IssueStep) -> IssueType {
    let is_first = number == 0 || (number == 1 && step == IssueStep::Full);
    if is_first { IssueType::New } else { IssueType::Changed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_issue_is_new_and_later_ones_are_changed() {
        assert_eq!(default_issue_type(0, IssueStep::InWork), IssueType::New);
        assert_eq!(default_issue_type(1, IssueStep::Full), IssueType::New);
        assert_eq!(default_issue_type(1, IssueStep::InWork), IssueType::Changed);
        assert_eq!(default_issue_type(2, IssueStep::Full), IssueType::Changed);
    }

    #[test]
    fn only_changed_issues_have_change_marks() {
        let marked = IssueType::ALL.into_iter().filter(|kind| kind.has_change_marks()).map(IssueType::as_str);
        assert_eq!(marked.collect::<Vec<_>>(), ["changed", "rinstate-changed"]);
    }

    #[test]
    fn a_reason_needs_words_and_a_comment_does_not() {
        assert_eq!(parse_reason(" "), Err(FieldCode::Required));
        assert_eq!(parse_comment(" "), Ok(String::new()));
    }
}
