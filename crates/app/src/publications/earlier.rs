//! The publications of a manual before one, and what is new since its receiver got one of them.

use std::collections::HashSet;

use domain::id::{ManualId, VersionId};
use domain::page::PageRequest;
use domain::publication::{
    ApprovalDetails, ManualPublication, PublicationOptions, PublicationState, PublicationTarget,
};
use publish::book::BookChange;
use store::Tx;
use store::publications::PublicationFilter;

use crate::core::error::Error;

/// The publications of a manual before one.
#[derive(Debug, Clone, Default)]
pub(super) struct EarlierPublications {
    /// Those that were approved and not withdrawn, the newest first.
    pub(super) approved: Vec<ManualPublication>,
    /// How many were ever released or put up for approval, for whomever and whatever became of them.
    pub(super) count: u64,
}

impl EarlierPublications {
    pub(super) async fn load(tx: &mut Tx, manual: &ManualId) -> Result<Self, Error> {
        let filter = PublicationFilter { with_internal: true, ..PublicationFilter::default() };
        let mut earlier = Self::default();
        let mut number = 1;
        while let Some(request) = PageRequest::parse(number, PageRequest::MAX_SIZE) {
            let page = store::publications::list(tx, manual, filter, request).await?;
            if page.items.is_empty() {
                break;
            }
            // One that was withdrawn before its approval may have been sent for review: its issue is taken.
            let issued = page.items.iter().filter(|one| one.state != PublicationState::Draft).count();
            earlier.count += issued as u64;
            let is_listed = |one: &ManualPublication| {
                matches!(one.state, PublicationState::Approved | PublicationState::Superseded)
            };
            earlier.approved.extend(page.items.into_iter().filter(is_listed));
            number += 1;
        }
        Ok(earlier)
    }

    /// The same with those for one operator only: others never got them, and their approvals are others' business.
    pub(super) fn for_operator(mut self, code: &str) -> Self {
        self.approved.retain(|one| one.options.is_for_operator(code));
        self
    }

    /// The last publication that the receiver of a target got for good; none where they got none.
    pub(super) fn base_for(
        &self,
        options: &PublicationOptions,
        target: &PublicationTarget,
    ) -> Option<&ManualPublication> {
        self.approved.iter().find(|one| one.is_news_base_for(options, target))
    }
}

/// The news of a publication for its receiver.
#[derive(Debug, Clone, Default)]
pub(super) struct ReceiverNews {
    /// The number of the publication that it is new since; none where the receiver has none.
    pub(super) since: Option<u64>,
    /// Versions that that one does not contain; none where there is none.
    pub(super) versions: Option<HashSet<VersionId>>,
    /// Every highlight is told, as books of older versions of the program do.
    pub(super) tells_all: bool,
}

impl ReceiverNews {
    /// Whether a version is marked as new or changed. A first publication marks nothing.
    pub(super) fn is_marked(&self, version: VersionId) -> bool {
        self.versions.as_ref().is_some_and(|versions| versions.contains(&version))
    }

    /// Whether the highlights of a version are told. A first publication tells all.
    pub(super) fn is_told(&self, version: VersionId) -> bool {
        self.tells_all || self.versions.as_ref().is_none_or(|versions| versions.contains(&version))
    }
}

/// The lines of a change record: earlier publications, which come the newest first, from the oldest on, and this one,
/// which has the day of its content until it is approved.
pub(super) fn change_lines(
    earlier: &[ManualPublication],
    (revision, date): (&str, &str),
    approval: Option<&ApprovalDetails>,
) -> Vec<BookChange> {
    let line = |revision: &str, date: String, approval: Option<&ApprovalDetails>| BookChange {
        revision: revision.to_owned(),
        date: approval.map_or(date, |details| details.revision_date.to_string()),
        approved_by: approval.map(|details| details.approved_by.clone()).unwrap_or_default(),
        reference: approval.map(|details| details.reference.clone()).unwrap_or_default(),
    };
    let before = earlier.iter().rev().map(|one| {
        // Where no authority approves, it counts from the day of its release.
        let released = one.approved.as_ref().map(|act| act.on.date_naive().to_string());
        line(&one.revision, released.unwrap_or_default(), one.approval.as_ref())
    });
    before.chain([line(revision, date.to_owned(), approval)]).collect()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::id::{JobId, PublicationId, SnapshotId};
    use domain::publication::{BookArrangement, PublicationAct, TargetScope};

    use super::*;

    fn publication(number: u64, operator: &str) -> ManualPublication {
        let act = PublicationAct { by: "ann".to_owned(), on: DateTime::UNIX_EPOCH };
        ManualPublication {
            id: PublicationId(number.to_string()),
            manual_id: ManualId("m".to_owned()),
            csdb_name: "H160".to_owned(),
            manual_name: "MEL".to_owned(),
            number,
            revision: number.to_string(),
            state: PublicationState::Approved,
            snapshot: SnapshotId(1),
            options: PublicationOptions {
                formats: Vec::new(),
                revise_types: Vec::new(),
                profiles: Vec::new(),
                aircraft: Vec::new(),
                targets: Vec::new(),
                languages: Vec::new(),
                operator: operator.to_owned(),
                since: None,
                arrangement: BookArrangement::Automatic,
                validity: None,
            },
            approval_required: false,
            approval: None,
            change_request: None,
            job: JobId("j".to_owned()),
            created: act.clone(),
            approved: Some(act),
            withdrawn: None,
            superseded_by: None,
            version: 1,
        }
    }

    #[test]
    fn a_receiver_is_told_what_is_new_since_their_own_last_publication() {
        let approved = vec![publication(3, "OTHER"), publication(2, "AZB"), publication(1, "AZB")];
        let earlier = EarlierPublications { approved, count: 3 }.for_operator("AZB");
        let options = publication(4, "AZB").options;
        let other = PublicationTarget { name: "QZ-HAC".to_owned(), scope: TargetScope::Everything };
        assert_eq!(earlier.base_for(&options, &PublicationTarget::everything()).map(|base| base.number), Some(2));
        assert!(earlier.base_for(&options, &other).is_none());
        assert_eq!(earlier.count, 3);
    }

    #[test]
    fn every_line_of_a_change_record_has_a_day() {
        let lines = change_lines(&[publication(2, "AZB"), publication(1, "AZB")], ("3", "2026-06-01"), None);
        let told: Vec<[&str; 2]> = lines.iter().map(|line| [line.revision.as_str(), line.date.as_str()]).collect();
        assert_eq!(told, [["1", "1970-01-01"], ["2", "1970-01-01"], ["3", "2026-06-01"]]);
    }

    #[test]
    fn a_first_publication_tells_everything_and_marks_nothing() {
        let first = ReceiverNews::default();
        assert!(first.is_told(VersionId(1)) && !first.is_marked(VersionId(1)));
        let later = ReceiverNews { versions: Some(HashSet::from([VersionId(1)])), ..ReceiverNews::default() };
        assert!(later.is_told(VersionId(1)) && later.is_marked(VersionId(1)));
        assert!(!later.is_told(VersionId(2)) && !later.is_marked(VersionId(2)));
        let reviewed = ReceiverNews { tells_all: true, ..later };
        assert!(reviewed.is_told(VersionId(2)) && !reviewed.is_marked(VersionId(2)), "a book of an older version");
    }
}
