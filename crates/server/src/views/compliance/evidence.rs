//! Wire types for files of evidence.

use app::compliance::evidence::NewEvidence;
use chrono::{DateTime, NaiveDate, Utc};
use domain::compliance::PolicyEvidence;
use domain::id::{PolicyItemId, PolicyReferenceId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::views::comments::CommenterView;

/// The name of a file of evidence and what it is about.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EvidenceQuery {
    pub file_name: String,
    /// The day from which it is valid.
    pub effective_date: Option<NaiveDate>,
    /// The id of the reference that it is about; default: the whole requirement.
    pub policy_ref_id: Option<String>,
}

impl EvidenceQuery {
    pub fn parse(self, item: PolicyItemId) -> NewEvidence {
        NewEvidence {
            item,
            reference: self.policy_ref_id.map(PolicyReferenceId),
            file_name: self.file_name,
            effective_on: self.effective_date,
        }
    }
}

/// A file that proves how a requirement is met.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyEvidence)]
pub struct PolicyEvidenceView {
    pub id: String,
    /// Missing for the whole requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub policy_ref_id: Option<String>,
    /// Only those who may read this manual see the file, as in `/H160/MEL`; missing for everybody. It stays when the
    /// reference is deleted or leads to another manual.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub manual_path: Option<String>,
    pub file_name: String,
    /// In bytes.
    pub size: u64,
    /// The day from which it is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub effective_date: Option<NaiveDate>,
    pub author: CommenterView,
    pub created_on: DateTime<Utc>,
}

impl From<PolicyEvidence> for PolicyEvidenceView {
    fn from(evidence: PolicyEvidence) -> Self {
        Self {
            id: evidence.id.0,
            policy_ref_id: evidence.reference.map(|id| id.0),
            manual_path: evidence.manual.map(|_| evidence.manual_path),
            file_name: evidence.file_name,
            size: evidence.size,
            effective_date: evidence.effective_on,
            author: evidence.author.into(),
            created_on: evidence.created_on,
        }
    }
}
