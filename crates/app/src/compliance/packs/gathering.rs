//! Reading a collection as it was at a moment, some items at a time.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::comment::PlaceState;
use domain::compliance::{
    DatedPolicyItem, DatedPolicyReference, PolicyCategory, PolicyEvent, PolicyEventKind, PolicyMeans, whole_wording,
};
use domain::file::File;
use domain::id::{ManualId, PolicyCategoryId, PolicyItemId, SnapshotId};
use domain::snapshot::Lane;
use store::Tx;
use store::compliance::StoredEvidence;

use crate::compliance::evidence::evidence_text;
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// Items that are read at once. Each may have a text of several hundred kilobytes.
pub(super) const BATCH: usize = 50;
/// Entries of a history that are read at once.
const EVENTS: u64 = 500;

/// An item with everything that a pack tells of it.
#[derive(Debug)]
pub(super) struct GatheredItem {
    pub(super) item: DatedPolicyItem,
    /// With its clauses.
    pub(super) text: String,
    pub(super) references: Vec<GatheredReference>,
    pub(super) evidence: Vec<StoredEvidence>,
    pub(super) means: Vec<PolicyMeans>,
    /// Files that were deleted since, each in one line.
    pub(super) deleted_evidence: Vec<String>,
    /// Each with the manual that it is about.
    pub(super) events: Vec<(PolicyEvent, Option<ManualId>)>,
}

/// A reference with the version of its module at the moment.
#[derive(Debug)]
pub(super) struct GatheredReference {
    pub(super) reference: DatedPolicyReference,
    pub(super) version: Option<DatedVersion>,
    /// The text that it led to; `None` for a manual or a chapter, and until it is looked for.
    pub(super) quoted: Option<QuotedText>,
}

/// A version of a module that the working lane had at the moment.
#[derive(Debug, Clone)]
pub(super) struct DatedVersion {
    pub(super) blob: String,
    /// As in `001-00 2026-11-17`.
    pub(super) issue: String,
    pub(super) title: String,
}

/// A text that a reference led to.
#[derive(Debug, Clone)]
pub(super) struct QuotedText {
    /// `None` where the version in which it was confirmed is not known.
    pub(super) state: Option<PlaceState>,
    pub(super) text: String,
}

/// Reads items.
pub(super) struct Gathering<'a> {
    pub(super) ctx: &'a Ctx,
    pub(super) job: &'a Running,
    pub(super) as_of: DateTime<Utc>,
    /// The working lanes of manuals at the moment.
    pub(super) lanes: HashMap<ManualId, Option<SnapshotId>>,
}

impl Gathering<'_> {
    /// Reads some items. Those that somebody deleted meanwhile are left out.
    pub(super) async fn read(&mut self, ids: &[PolicyItemId]) -> Result<Vec<GatheredItem>, JobError> {
        let mut tx = read_for(self.ctx, self.job.created_by()).await?;
        let mut items = Vec::with_capacity(ids.len());
        for id in ids {
            items.extend(store::compliance::find_dated_item(&mut tx, id, self.as_of).await?);
        }
        let ids: Vec<&PolicyItemId> = items.iter().map(|item| &item.id).collect();
        let mut clauses = store::compliance::list_clauses_of(&mut tx, &ids).await?;
        let mut gathered = Vec::with_capacity(items.len());
        for item in items {
            let text = if item.is_text_of_today {
                whole_wording(&item.text, &clauses.remove(&item.id).unwrap_or_default())
            } else {
                item.text.clone()
            };
            let references = if item.has_references { self.references(&mut tx, &item.id).await? } else { Vec::new() };
            let events = self.events(&mut tx, &item.id).await?;
            let (evidence, deleted_evidence) = if item.has_evidence {
                self.evidence(&mut tx, &item.id, &events).await?
            } else {
                (Vec::new(), Vec::new())
            };
            let means = store::compliance::list_means_at(&mut tx, &item.id, self.as_of).await?;
            gathered.push(GatheredItem { item, text, references, evidence, means, deleted_evidence, events });
        }
        Ok(gathered)
    }

    async fn references(&mut self, tx: &mut Tx, item: &PolicyItemId) -> Result<Vec<GatheredReference>, Error> {
        let found = store::compliance::list_references_at(tx, item, self.as_of).await?;
        let mut references = Vec::with_capacity(found.len());
        for reference in found {
            let version = self.version(tx, &reference).await?;
            references.push(GatheredReference { reference, version, quoted: None });
        }
        Ok(references)
    }

    /// The version of the module of a reference in the working lane at the moment.
    async fn version(&mut self, tx: &mut Tx, reference: &DatedPolicyReference) -> Result<Option<DatedVersion>, Error> {
        let (Some(manual), Some(object)) = (&reference.manual, reference.object) else { return Ok(None) };
        let lane = if let Some(known) = self.lanes.get(manual) {
            *known
        } else {
            let found = store::snapshots::find_at(tx, manual, Lane::Working, self.as_of).await?;
            self.lanes.insert(manual.clone(), found);
            found
        };
        let Some(snapshot) = lane else { return Ok(None) };
        let found = store::files::find(tx, snapshot, object).await?;
        // The manufacturer may mark a module as deleted and deliver its text nevertheless.
        Ok(found.filter(|file| !file.deleted).map(dated))
    }

    async fn events(&self, tx: &mut Tx, item: &PolicyItemId) -> Result<Vec<(PolicyEvent, Option<ManualId>)>, Error> {
        let mut events: Vec<(PolicyEvent, Option<ManualId>)> = Vec::new();
        loop {
            let behind = events.last().map(|(event, _)| event.id.clone());
            let more = store::compliance::list_events_until(tx, item, self.as_of, behind.as_ref(), EVENTS).await?;
            let is_last = (more.len() as u64) < EVENTS;
            events.extend(more);
            if is_last {
                return Ok(events);
            }
        }
    }

    /// The files that an item had and still has, and those that were deleted since.
    async fn evidence(
        &self,
        tx: &mut Tx,
        item: &PolicyItemId,
        events: &[(PolicyEvent, Option<ManualId>)],
    ) -> Result<(Vec<StoredEvidence>, Vec<String>), Error> {
        let mut held = store::compliance::list_evidence(tx, item).await?;
        held.retain(|stored| stored.evidence.created_on <= self.as_of);
        let mut deleted: Vec<String> = Vec::new();
        for (event, _) in events {
            match event.kind {
                PolicyEventKind::EvidenceAdded => deleted.push(event.after.clone()),
                PolicyEventKind::EvidenceDeleted => take(&mut deleted, &event.before),
                _ => {}
            }
        }
        for stored in &held {
            take(&mut deleted, &evidence_text(stored));
        }
        Ok((held, deleted))
    }
}

/// Removes the first of these lines that is the same.
fn take(lines: &mut Vec<String>, line: &str) {
    if let Some(place) = lines.iter().position(|one| one == line) {
        lines.remove(place);
    }
}

fn dated(file: File) -> DatedVersion {
    let issue = &file.version.issue;
    let number =
        if issue.number.is_empty() { String::new() } else { [issue.number.as_str(), issue.in_work.as_str()].join("-") };
    let parts = [number.as_str(), issue.date.as_str()];
    DatedVersion {
        issue: parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "),
        title: file.version.metadata.title(),
        blob: file.version.content.blob,
    }
}

/// The names of categories with those around them, as in `Part / Subpart`.
pub(super) fn category_names(categories: &[PolicyCategory]) -> HashMap<PolicyCategoryId, String> {
    let mut names: HashMap<PolicyCategoryId, String> = HashMap::with_capacity(categories.len());
    let by_id: HashMap<&PolicyCategoryId, &PolicyCategory> = categories.iter().map(|one| (&one.id, one)).collect();
    for category in categories {
        let (mut parts, mut next) = (vec![category.name.as_str()], category.parent.as_ref());
        while let Some(around) = next.and_then(|id| by_id.get(id)) {
            parts.push(around.name.as_str());
            next = around.parent.as_ref();
        }
        parts.reverse();
        names.insert(category.id.clone(), parts.join(" / "));
    }
    names
}

#[cfg(test)]
mod tests {
    use domain::id::ComplianceCollectionId;

    use super::*;

    #[test]
    fn a_category_is_named_with_those_around_it() {
        let category = |id: &str, parent: Option<&str>| PolicyCategory {
            id: PolicyCategoryId(id.to_owned()),
            collection: ComplianceCollectionId("c".to_owned()),
            parent: parent.map(|id| PolicyCategoryId(id.to_owned())),
            path: String::new(),
            code: String::new(),
            name: id.to_uppercase(),
            updated_on: DateTime::UNIX_EPOCH,
            version: 1,
        };
        let names = category_names(&[category("a", None), category("b", Some("a"))]);
        assert_eq!(names.get(&PolicyCategoryId("b".to_owned())).map(String::as_str), Some("A / B"));
    }

    #[test]
    fn each_deleted_file_is_taken_once() {
        let mut lines = vec!["a".to_owned(), "a".to_owned(), "b".to_owned()];
        take(&mut lines, "a");
        take(&mut lines, "c");
        assert_eq!(lines, ["a", "b"]);
    }
}
