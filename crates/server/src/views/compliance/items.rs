//! Wire types for items.

use app::compliance::lists::{OpenPolicyItem, PolicyAbilities};
use chrono::{DateTime, NaiveDate, Utc};
use domain::compliance::{
    FutureText, ListedPolicyItem, PolicyClause, PolicyEvent, PolicyItem, PolicyScope, ProvingItem, StatusProposal,
    strongest_proof,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{ComplianceView, PolicyEvidenceView, PolicyMeansView, PolicyNodeView, PolicyRefView, parent_path};
use crate::views::comments::CommenterView;

/// A requirement without its text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyItem)]
pub struct PolicyItemView {
    pub id: String,
    pub policy_item_code: String,
    pub title: String,
    /// IR, DR, CS, AMC, GM, STD, REC, RULE, POLICY or INFO.
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub effective_date: Option<NaiveDate>,
    pub is_assessable: bool,
    /// `not_assessed`, `compliant`, `partially_compliant`, `non_compliant` or `not_applicable`.
    pub status: String,
    /// A status that waits for an approver.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub proposal: Option<StatusProposalView>,
    pub scope: PolicyScopeView,
    /// A version of the regulation changed it, and nobody has assessed it since.
    pub needs_recheck: bool,
    /// The regulation does not contain it any more.
    pub is_withdrawn: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub owner: Option<CommenterView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub review_date: Option<NaiveDate>,
    pub path: String,
    pub parent_path: String,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

impl From<PolicyItem> for PolicyItemView {
    fn from(item: PolicyItem) -> Self {
        let details = item.details;
        Self {
            id: item.id.0,
            policy_item_code: details.code,
            title: details.title,
            kind: details.kind.as_str().to_owned(),
            effective_date: details.effective_on,
            is_assessable: details.is_assessable,
            status: item.status.as_str().to_owned(),
            proposal: item.proposal.map(StatusProposalView::from),
            scope: item.scope.into(),
            needs_recheck: item.needs_recheck,
            is_withdrawn: item.is_withdrawn,
            owner: item.owner.map(CommenterView::from),
            review_date: details.review_on,
            parent_path: parent_path(&item.path),
            path: item.path,
            updated_on: item.updated_on,
            version: item.version,
        }
    }
}

/// A status that waits for an approver.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StatusProposal)]
pub struct StatusProposalView {
    pub status: String,
    pub by: CommenterView,
    pub on: DateTime<Utc>,
}

impl From<StatusProposal> for StatusProposalView {
    fn from(proposal: StatusProposal) -> Self {
        Self { status: proposal.status.as_str().to_owned(), by: proposal.by.into(), on: proposal.on }
    }
}

/// Whether a requirement concerns us, and whom.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyScope)]
pub struct PolicyScopeView {
    pub in_scope: bool,
    pub reason: String,
    /// Which aircraft, in words; possibly empty.
    pub applicability: String,
    /// The code of an operator; empty for all.
    pub operator: String,
}

impl From<PolicyScope> for PolicyScopeView {
    fn from(scope: PolicyScope) -> Self {
        Self {
            in_scope: scope.in_scope,
            reason: scope.reason,
            applicability: scope.applicability,
            operator: scope.operator,
        }
    }
}

/// A requirement in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListedPolicyItem)]
pub struct ListedPolicyItemView {
    #[serde(flatten)]
    pub item: PolicyItemView,
    pub policy_collection_name: String,
    /// References to manuals that I may read.
    pub references: u64,
    /// Those of them that have to be checked again.
    pub rechecks: u64,
    /// `mapped` or `part`: requirements of other collections prove it while nobody has assessed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub proof: Option<String>,
    /// These requirements; missing where there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub proved_by: Vec<ProvingItemView>,
}

/// A requirement of another collection that proves one, wholly or in part.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProvingItem)]
pub struct ProvingItemView {
    pub id: String,
    pub collection_id: String,
    pub policy_collection_name: String,
    pub policy_item_code: String,
    /// equal, subset, superset or intersects: how much of the demand it covers.
    pub relationship: String,
    /// `mapped`, or `part`: the rest is missing.
    pub proof: String,
}

impl From<ProvingItem> for ProvingItemView {
    fn from(item: ProvingItem) -> Self {
        Self {
            id: item.id.0,
            collection_id: item.collection.0,
            policy_collection_name: item.collection_name,
            policy_item_code: item.code,
            relationship: item.relation.as_str().to_owned(),
            proof: item.proof.as_str().to_owned(),
        }
    }
}

fn proof_of(proved_by: &[ProvingItem]) -> Option<String> {
    strongest_proof(proved_by).map(|proof| proof.as_str().to_owned())
}

impl From<ListedPolicyItem> for ListedPolicyItemView {
    fn from(listed: ListedPolicyItem) -> Self {
        Self {
            item: listed.item.into(),
            policy_collection_name: listed.collection_name,
            references: listed.references,
            rechecks: listed.rechecks,
            proof: proof_of(&listed.proved_by),
            proved_by: listed.proved_by.into_iter().map(ProvingItemView::from).collect(),
        }
    }
}

/// A requirement with its clauses and references.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenPolicyItem)]
pub struct OpenPolicyItemView {
    #[serde(flatten)]
    pub item: PolicyItemView,
    pub text: String,
    pub guidance: String,
    pub collection: ComplianceView,
    /// The categories around it, from the top.
    pub categories: Vec<PolicyNodeView>,
    pub clauses: Vec<PolicyClauseView>,
    /// To manuals that I may read.
    pub references: Vec<PolicyRefView>,
    /// Files that prove how it is met.
    pub evidence: Vec<PolicyEvidenceView>,
    /// How it is met, oldest first.
    pub means: Vec<PolicyMeansView>,
    /// Means of compliance and guidance that belong to it.
    pub childs: Vec<PolicyNodeView>,
    /// Texts that are published but apply later; missing where there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub future_texts: Vec<FutureTextView>,
    /// `mapped` or `part`: requirements of other collections prove it while nobody has assessed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub proof: Option<String>,
    /// These requirements; missing where there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub proved_by: Vec<ProvingItemView>,
    /// The actions that I may take on it.
    pub abilities: PolicyAbilitiesView,
}

/// A text of a requirement that is published but applies later.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FutureText)]
pub struct FutureTextView {
    /// The clause that it replaces or adds, as in `(a)/(1)`; empty for the whole requirement.
    pub clause: String,
    pub text: String,
    /// The day from which it applies, in the publisher's words; possibly empty.
    pub applicable: String,
    /// That day, as far as it can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applicable_date: Option<NaiveDate>,
}

impl From<FutureText> for FutureTextView {
    fn from(FutureText { clause, text, applicable, applicable_on }: FutureText) -> Self {
        Self { clause, text, applicable, applicable_date: applicable_on }
    }
}

impl From<OpenPolicyItem> for OpenPolicyItemView {
    fn from(open: OpenPolicyItem) -> Self {
        Self {
            text: open.item.details.text.clone(),
            guidance: open.item.details.guidance.clone(),
            item: open.item.into(),
            collection: open.collection.into(),
            categories: open.around.into_iter().map(PolicyNodeView::from).collect(),
            clauses: open.clauses.into_iter().map(PolicyClauseView::from).collect(),
            references: open.references.into_iter().map(PolicyRefView::from).collect(),
            evidence: open.evidence.into_iter().map(PolicyEvidenceView::from).collect(),
            means: open.means.into_iter().map(PolicyMeansView::from).collect(),
            childs: open.below.into_iter().map(PolicyNodeView::from).collect(),
            proof: proof_of(&open.proved_by),
            proved_by: open.proved_by.into_iter().map(ProvingItemView::from).collect(),
            future_texts: open.futures.into_iter().map(FutureTextView::from).collect(),
            abilities: open.abilities.into(),
        }
    }
}

/// An addressable part of a requirement.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PolicyClause)]
pub struct PolicyClauseView {
    pub id: String,
    /// As in `(a)(1)`; possibly empty.
    pub marker: String,
    pub text: String,
}

impl From<PolicyClause> for PolicyClauseView {
    fn from(clause: PolicyClause) -> Self {
        Self { id: clause.id.0, marker: clause.marker, text: clause.text }
    }
}

/// The actions that I may take on a requirement.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PolicyAbilities)]
pub struct PolicyAbilitiesView {
    #[serde(rename = "mayEdit")]
    pub edit: bool,
    /// Decide about the status that waits.
    #[serde(rename = "maySignOff")]
    pub sign_off: bool,
    #[serde(rename = "mayDelete")]
    pub delete: bool,
}

impl From<PolicyAbilities> for PolicyAbilitiesView {
    fn from(abilities: PolicyAbilities) -> Self {
        let PolicyAbilities { edit, sign_off, delete } = abilities;
        Self { edit, sign_off, delete }
    }
}

/// The part of a history that is listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PolicyHistoryQuery {
    /// The id of an entry: the entries before it; default: the newest ones.
    pub before: Option<String>,
}

/// An entry in the history of a requirement.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PolicyEvent)]
pub struct PolicyEventView {
    pub id: String,
    /// created, updated, requirementChanged, status, proposed, signedOff, rejected, scope, recheck, referenceAdded,
    /// referenceChanged, referenceConfirmed, referenceDeleted, referenceCleaned, referenceReturned, edition, evidenceAdded,
    /// evidenceDeleted, meansAdded, meansRemoved or meansEnded.
    pub kind: String,
    /// The old and the new value; empty for requirementChanged, whose texts may be long.
    pub before: String,
    pub after: String,
    pub why: String,
    /// An account.
    pub by: String,
    pub on: DateTime<Utc>,
}

impl From<PolicyEvent> for PolicyEventView {
    fn from(event: PolicyEvent) -> Self {
        Self {
            id: event.id.0,
            kind: event.kind.as_str().to_owned(),
            before: event.before,
            after: event.after,
            why: event.why,
            by: event.account,
            on: event.on,
        }
    }
}
