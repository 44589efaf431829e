//! The part of a report that is in memory: some requirements with all that belongs to them.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::comment::PlaceState;
use domain::compliance::{MeansState, PolicyClause, PolicyMeans, PolicyReferenceState, ProvingItem, whole_wording};
use domain::id::{PolicyItemId, PolicyReferenceId};
use domain::version::Issue;
use store::Tx;
use store::compliance::{ReportedEvidence, ReportedItem, ReportedReference};

use crate::compliance::places::{self, QuotedReference};
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::running::Running;
use crate::jobs::sight_text;

/// Reads a report in one transaction from its first row to its last: all rows are of one moment, and of what the person
/// who asked for it could see then.
#[derive(Debug)]
pub(super) struct ReportReader {
    pub(super) tx: Tx,
    /// The moment that the report is about.
    pub(super) now: DateTime<Utc>,
    /// Requirements or references of a part.
    pub(super) rows: usize,
}

impl ReportReader {
    pub(super) async fn begin(ctx: &Ctx, job: &Running) -> Result<Self, Error> {
        let tx = read_for(ctx, job.created_by()).await?;
        Ok(Self { tx, now: ctx.clock.now(), rows: ctx.settings.jobs.report_rows.max(1) })
    }

    /// The person may not see everything.
    pub(super) fn is_partial(&self) -> bool {
        self.tx.sight().is_partial()
    }

    /// The sight of the person, in a form that can be compared.
    pub(super) fn sight(&self) -> String {
        sight_text(self.tx.sight())
    }
}

/// A link is fine, has to be checked again, or leads nowhere; each is worse than the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LinkState {
    Ok,
    Suspect,
    Broken,
}

/// A reference with its words as they are now.
#[derive(Debug)]
pub(super) struct ReportedPlace {
    pub(super) quoted: QuotedReference,
    pub(super) issue: Issue,
    pub(super) confirmed_issue: Issue,
    /// The number of the module in the contents of its manual; empty where they give none.
    pub(super) contents_number: String,
}

impl ReportedPlace {
    pub(super) fn link_state(&self) -> LinkState {
        if self.quoted.located.is_gone || self.quoted.state == PlaceState::Gone {
            LinkState::Broken
        } else if self.quoted.located.reference.state == PolicyReferenceState::Recheck {
            LinkState::Suspect
        } else {
            LinkState::Ok
        }
    }
}

/// The references with their words.
pub(super) async fn quoted(ctx: &Ctx, references: Vec<ReportedReference>) -> Result<Vec<ReportedPlace>, Error> {
    let (mut located, mut issues) = (Vec::with_capacity(references.len()), Vec::with_capacity(references.len()));
    for one in references {
        located.push(one.located);
        issues.push((one.issue, one.confirmed_issue));
    }
    let quoted = places::quote(ctx, located).await?;
    let place = |(quoted, (issue, confirmed_issue))| ReportedPlace {
        quoted,
        issue,
        confirmed_issue,
        contents_number: String::new(),
    };
    Ok(quoted.into_iter().zip(issues).map(place).collect())
}

/// Some requirements with their texts, clauses and evidence.
#[derive(Debug)]
pub(super) struct ReportPart {
    pub(super) items: Vec<ReportedItem>,
    clauses: HashMap<PolicyItemId, Vec<PolicyClause>>,
    evidence: HashMap<PolicyItemId, Vec<ReportedEvidence>>,
    proofs: HashMap<PolicyItemId, Vec<ProvingItem>>,
    means: HashMap<PolicyItemId, Vec<DatedMeans>>,
}

/// How a requirement is met, with the state on the day of the report.
pub(super) type DatedMeans = (PolicyMeans, MeansState);

impl ReportPart {
    pub(super) async fn load(tx: &mut Tx, ids: &[PolicyItemId], today: NaiveDate) -> Result<Self, Error> {
        let items = store::compliance::list_reported_items(tx, ids).await?;
        let dated = |means: PolicyMeans| {
            let state = means.state(today);
            (means, state)
        };
        let means = store::compliance::list_means_of(tx, ids).await?.into_iter();
        let means = means.map(|(item, all)| (item, all.into_iter().map(dated).collect())).collect();
        Ok(Self { means, ..Self::complete(tx, ids, items).await? })
    }

    /// The same without texts, assessments and means.
    pub(super) async fn load_headers(tx: &mut Tx, ids: &[PolicyItemId]) -> Result<Self, Error> {
        let items = store::compliance::list_reported_headers(tx, ids).await?;
        Self::complete(tx, ids, items).await
    }

    async fn complete(tx: &mut Tx, ids: &[PolicyItemId], items: Vec<ReportedItem>) -> Result<Self, Error> {
        let named: Vec<&PolicyItemId> = ids.iter().collect();
        let clauses = store::compliance::list_clauses_of(tx, &named).await?;
        let evidence = store::compliance::list_evidence_of(tx, ids).await?;
        let proofs = store::compliance::list_proofs(tx, ids).await?;
        Ok(Self { items, clauses, evidence, proofs, means: HashMap::new() })
    }

    /// The items of other collections that prove an item while nobody has assessed it.
    pub(super) fn proofs(&self, item: &PolicyItemId) -> &[ProvingItem] {
        self.proofs.get(item).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn find(&self) -> HashMap<&PolicyItemId, &ReportedItem> {
        self.items.iter().map(|one| (&one.item.id, one)).collect()
    }

    fn clauses_of(&self, item: &PolicyItemId) -> &[PolicyClause] {
        self.clauses.get(item).map(Vec::as_slice).unwrap_or_default()
    }

    /// The whole text of a requirement, with its clauses.
    pub(super) fn wording(&self, item: &ReportedItem) -> String {
        whole_wording(&item.item.details.text, self.clauses_of(&item.item.id))
    }

    /// The clause that a reference answers; empty for the whole requirement.
    pub(super) fn clause(&self, place: &ReportedPlace) -> &str {
        let reference = &place.quoted.located.reference;
        let clause = self.clauses_of(&reference.item).iter().find(|one| Some(&one.id) == reference.clause.as_ref());
        clause.map_or("", |clause| clause.marker.as_str())
    }

    pub(super) fn means(&self, item: &PolicyItemId) -> &[DatedMeans] {
        self.means.get(item).map(Vec::as_slice).unwrap_or_default()
    }

    /// The evidence of one reference, or that of a requirement as a whole.
    pub(super) fn evidence(&self, item: &PolicyItemId, of: Option<&PolicyReferenceId>) -> Vec<&ReportedEvidence> {
        let all = self.evidence.get(item).map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(|one| one.reference.as_ref() == of).collect()
    }
}
