//! The publications of a manual before one, and what changed since the last of them.

use std::collections::HashSet;

use domain::id::{ManualId, SnapshotId, VersionId};
use domain::page::PageRequest;
use domain::publication::{ApprovalDetails, ManualPublication, PublicationState};
use publish::book::BookChange;
use store::Tx;
use store::publications::PublicationFilter;

use crate::core::error::Error;

/// Publications that the change record lists.
const MAX_EARLIER: u32 = 100;

/// The publications of a manual before one.
#[derive(Debug, Default)]
pub(in crate::publications) struct EarlierPublications {
    /// Those that were approved and not withdrawn, the newest first.
    pub(in crate::publications) approved: Vec<ManualPublication>,
    /// How many were ever approved, whatever became of them.
    pub(in crate::publications) count: u64,
}

impl EarlierPublications {
    pub(in crate::publications) async fn load(tx: &mut Tx, manual: &ManualId) -> Result<Self, Error> {
        let Some(page) = PageRequest::parse(1, MAX_EARLIER) else { return Ok(Self::default()) };
        let filter = PublicationFilter { with_internal: false, ..PublicationFilter::default() };
        let found = store::publications::list(tx, manual, filter, page).await?;
        let mut approved = found.items;
        approved.retain(|one| matches!(one.state, PublicationState::Approved | PublicationState::Superseded));
        Ok(Self { approved, count: found.total })
    }
}

/// The versions of a state that the last of some publications does not contain; none where there is no publication.
pub(in crate::publications) async fn changed_since(
    tx: &mut Tx,
    snapshot: SnapshotId,
    earlier: &[ManualPublication],
) -> Result<Option<HashSet<VersionId>>, Error> {
    let Some(base) = earlier.first() else { return Ok(None) };
    let ids = store::publications::list_changed_sources(tx, snapshot, base.snapshot).await?;
    Ok(Some(ids.into_iter().collect()))
}

/// The lines of a change record: earlier publications, which come the newest first, from the oldest on, and this one.
pub(in crate::publications) fn change_lines(
    earlier: &[ManualPublication],
    revision: &str,
    approval: Option<&ApprovalDetails>,
) -> Vec<BookChange> {
    let line = |revision: &str, approval: Option<&ApprovalDetails>| BookChange {
        revision: revision.to_owned(),
        date: approval.map(|details| details.revision_date.to_string()).unwrap_or_default(),
        approved_by: approval.map(|details| details.approved_by.clone()).unwrap_or_default(),
        reference: approval.map(|details| details.reference.clone()).unwrap_or_default(),
    };
    let before = earlier.iter().rev().map(|one| line(&one.revision, one.approval.as_ref()));
    before.chain([line(revision, approval)]).collect()
}
