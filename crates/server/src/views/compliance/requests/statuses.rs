//! Requests about the status and the scope of items.

use app::Error;
use app::compliance::bulk::PolicyChange;
use app::compliance::reference_updates::ReadReference;
use app::compliance::statuses::{PolicyDecision, PolicyItemVersion};
use chrono::NaiveDate;
use domain::compliance::{PolicyScope, PolicyStatus, parse_category_code, parse_line, parse_why};
use domain::field::{FieldCode, FieldErrors};
use domain::id::{PolicyItemId, PolicyReferenceId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::references::parse_read_version;

/// A new status of a requirement.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PolicyStatusRequest {
    /// Of the requirement.
    pub id: String,
    /// As it was read.
    pub version: i64,
    /// `not_assessed`, `compliant`, `partially_compliant`, `non_compliant` or `not_applicable`.
    #[schema(example = "compliant")]
    pub status: String,
    /// Required for `not_applicable`.
    #[serde(default)]
    pub why: String,
    /// The reference that was read for this decision: it does not have to be checked again.
    #[schema(nullable = false)]
    pub reference: Option<ReadReferenceRequest>,
}

/// A reference of the requirement, with the text that was read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReadReferenceRequest {
    pub id: String,
    /// As it was read.
    pub version: i64,
    /// The id of the version in the working lane that was read; empty for a reference to a manual or a chapter.
    pub confirm_version: String,
}

impl PolicyStatusRequest {
    pub fn parse(self) -> Result<(PolicyItemVersion, PolicyDecision), Error> {
        let mut errors = FieldErrors::default();
        let status = errors.take("status", PolicyStatus::parse(&self.status).ok_or(FieldCode::UnknownValue));
        let why = errors.take("why", parse_why(&self.why));
        let Some((status, why)) = status.zip(why) else { return Err(errors.into_list().into()) };
        let read = match self.reference {
            Some(reference) => Some(ReadReference {
                id: PolicyReferenceId(reference.id),
                version: reference.version,
                text: parse_read_version("reference.confirmVersion", &reference.confirm_version)?,
            }),
            None => None,
        };
        let item = PolicyItemVersion { id: PolicyItemId(self.id), version: self.version };
        Ok((item, PolicyDecision { status, why, read }))
    }
}

/// A decision about a status that waits for an approver.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignOffRequest {
    /// Of the requirement.
    pub id: String,
    /// As it was read.
    pub version: i64,
    pub accepted: bool,
    /// Required for a rejection.
    #[serde(default)]
    pub why: String,
}

impl SignOffRequest {
    pub fn parse(self) -> Result<(PolicyItemVersion, bool, String), Error> {
        let why = parse_why(&self.why).map_err(|code| Error::field("why", code))?;
        Ok((PolicyItemVersion { id: PolicyItemId(self.id), version: self.version }, self.accepted, why))
    }
}

/// The scope of a requirement.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScopeRequest {
    /// Of the requirement.
    pub id: String,
    /// As it was read.
    pub version: i64,
    pub in_scope: bool,
    /// Required for a requirement that is out of scope.
    #[serde(default)]
    pub reason: String,
    /// Which aircraft, in words.
    #[serde(default)]
    pub applicability: String,
    /// The code of an operator; empty for all.
    #[serde(default)]
    pub operator: String,
}

impl ScopeRequest {
    pub fn parse(self) -> Result<(PolicyItemVersion, PolicyScope), Error> {
        let mut errors = FieldErrors::default();
        let reason = errors.take("reason", parse_why(&self.reason));
        let applicability = errors.take("applicability", parse_line(&self.applicability));
        let operator = errors.take("operator", parse_category_code(&self.operator));
        errors.finish()?;
        let scope = PolicyScope {
            in_scope: self.in_scope,
            reason: reason.unwrap_or_default(),
            applicability: applicability.unwrap_or_default(),
            operator: operator.unwrap_or_default(),
        };
        Ok((PolicyItemVersion { id: PolicyItemId(self.id), version: self.version }, scope))
    }
}

/// A requirement as it was read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PolicyItemVersionRequest {
    pub id: String,
    pub version: i64,
}

/// One change of several requirements.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BulkChangeRequest {
    /// At most 200, each once.
    pub items: Vec<PolicyItemVersionRequest>,
    /// status, scope, owner or reviewDate: the value of this name is taken.
    pub change: String,
    #[schema(nullable = false)]
    pub status: Option<String>,
    #[schema(nullable = false)]
    pub in_scope: Option<bool>,
    /// An account; missing for nobody.
    #[schema(nullable = false)]
    pub owner: Option<String>,
    /// Missing for none.
    #[schema(nullable = false)]
    pub review_date: Option<NaiveDate>,
    /// Required for `not_applicable`, and for requirements that are taken out of scope.
    #[serde(default)]
    pub why: String,
}

impl BulkChangeRequest {
    pub fn parse(self) -> Result<(Vec<PolicyItemVersion>, PolicyChange, String), Error> {
        let why = parse_why(&self.why).map_err(|code| Error::field("why", code))?;
        let change = match self.change.as_str() {
            "status" => {
                let word = self.status.as_deref().ok_or_else(|| Error::field("status", FieldCode::Required))?;
                let unknown = || Error::field("status", FieldCode::UnknownValue);
                PolicyChange::Status(PolicyStatus::parse(word).ok_or_else(unknown)?)
            }
            "scope" => {
                let in_scope = self.in_scope.ok_or_else(|| Error::field("inScope", FieldCode::Required))?;
                PolicyChange::Scope { in_scope, reason: why.clone() }
            }
            "owner" => PolicyChange::Owner(self.owner),
            "reviewDate" => PolicyChange::ReviewDate(self.review_date),
            _ => return Err(Error::field("change", FieldCode::UnknownValue)),
        };
        let items = self.items.into_iter();
        let items = items.map(|item| PolicyItemVersion { id: PolicyItemId(item.id), version: item.version });
        Ok((items.collect(), change, why))
    }
}
