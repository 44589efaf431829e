//! The part of a report that is in memory: some requirements with all that belongs to them.

use std::collections::HashMap;

use domain::comment::PlaceState;
use domain::compliance::{PolicyClause, PolicyReferenceState, whole_wording};
use domain::id::{PolicyItemId, PolicyReferenceId, UserId};
use domain::version::Issue;
use store::Tx;
use store::compliance::{ReportedEvidence, ReportedItem, ReportedReference};

use crate::compliance::places::{self, QuotedReference};
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::running::Running;

/// Requirements or references that are read at once.
pub(super) const ROWS: usize = 1_000;

/// The person whose report it is, and what they may see. A report that is read in parts must not show more at its end.
#[derive(Debug, Clone)]
pub(super) struct ReportReader {
    user: Option<UserId>,
    keys: Vec<String>,
    pub(super) is_partial: bool,
}

impl ReportReader {
    /// Begins to read; gives the first transaction.
    pub(super) async fn begin(ctx: &Ctx, job: &Running) -> Result<(Self, Tx), Error> {
        let user = job.created_by().cloned();
        let tx = read_for(ctx, user.as_ref()).await?;
        let (keys, is_partial) = (tx.sight().keys().to_vec(), tx.sight().is_partial());
        Ok((Self { user, keys, is_partial }, tx))
    }

    /// The next transaction. Where the person may see something else meanwhile, the report begins again.
    pub(super) async fn again(&self, ctx: &Ctx) -> Result<Tx, Error> {
        let tx = read_for(ctx, self.user.as_ref()).await?;
        if tx.sight().keys() == self.keys { Ok(tx) } else { Err(Error::ChangedMeanwhile) }
    }
}

/// A link is fine, has to be checked again, or leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    let place = |(quoted, (issue, confirmed_issue))| ReportedPlace { quoted, issue, confirmed_issue };
    Ok(quoted.into_iter().zip(issues).map(place).collect())
}

/// Some requirements with their texts, clauses and evidence.
#[derive(Debug)]
pub(super) struct ReportPart {
    pub(super) items: Vec<ReportedItem>,
    clauses: HashMap<PolicyItemId, Vec<PolicyClause>>,
    evidence: HashMap<PolicyItemId, Vec<ReportedEvidence>>,
}

impl ReportPart {
    pub(super) async fn load(tx: &mut Tx, ids: &[PolicyItemId]) -> Result<Self, Error> {
        let items = store::compliance::list_reported_items(tx, ids).await?;
        let named: Vec<&PolicyItemId> = ids.iter().collect();
        let clauses = store::compliance::list_clauses_of(tx, &named).await?;
        let evidence = store::compliance::list_evidence_of(tx, ids).await?;
        Ok(Self { items, clauses, evidence })
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

    /// The evidence of one reference, or that of a requirement as a whole.
    pub(super) fn evidence(&self, item: &PolicyItemId, of: Option<&PolicyReferenceId>) -> Vec<&ReportedEvidence> {
        let all = self.evidence.get(item).map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(|one| one.reference.as_ref() == of).collect()
    }
}
