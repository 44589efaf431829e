//! Requests about items.

use app::Error;
use app::compliance::bulk::PolicyChange;
use app::compliance::items::{WrittenClause, WrittenItem};
use app::compliance::statuses::SeenItem;
use app::core::error::Missing;
use chrono::NaiveDate;
use domain::compliance::{
    CompliancePath, MAX_TEXT, PolicyItemDetails, PolicyItemKind, PolicyScope, PolicyStatus, parse_category_code,
    parse_code, parse_line, parse_long, parse_why,
};
use domain::field::{FieldCode, FieldErrors};
use domain::id::{PolicyClauseId, PolicyItemId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::parse_compliance_path;

/// A clause of a requirement.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClauseRequest {
    /// Of a clause that is there already; missing for a new one.
    #[schema(nullable = false)]
    pub id: Option<String>,
    /// As in `(a)(1)`.
    #[serde(default)]
    pub marker: String,
    #[serde(default)]
    pub text: String,
}

/// A requirement to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreatePolicyItemRequest {
    /// The path of a collection, a category or, for means of compliance and guidance, another item.
    pub parent_path: String,
    pub policy_item_code: String,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub text: String,
    #[serde(default)]
    pub guidance: String,
    /// IR, DR, CS, AMC, GM, STD, REC, RULE, POLICY or INFO; default: RULE.
    #[schema(nullable = false)]
    pub kind: Option<String>,
    #[schema(nullable = false)]
    pub effective_date: Option<NaiveDate>,
    /// Default: all but GM and INFO.
    #[schema(nullable = false)]
    pub is_assessable: Option<bool>,
    #[schema(nullable = false)]
    pub review_date: Option<NaiveDate>,
    #[serde(default)]
    pub clauses: Vec<ClauseRequest>,
    /// An account.
    #[schema(nullable = false)]
    pub owner: Option<String>,
    /// The reason, for the history.
    #[serde(default)]
    pub why: String,
}

impl CreatePolicyItemRequest {
    pub fn parse(self) -> Result<(CompliancePath, WrittenItem), Error> {
        let parent = parse_compliance_path(&self.parent_path);
        let written = self.written()?;
        Ok((parent?, written))
    }

    /// All invalid values are reported at once.
    fn written(self) -> Result<WrittenItem, Error> {
        let mut errors = FieldErrors::default();
        let word = self.kind.as_deref().unwrap_or(PolicyItemKind::Rule.as_str());
        let kind = errors.take("kind", PolicyItemKind::parse(word).ok_or(FieldCode::UnknownValue));
        let code = errors.take("policyItemCode", parse_code(&self.policy_item_code));
        let title = errors.take("title", parse_line(&self.title));
        let text = errors.take("text", parse_long(&self.text, MAX_TEXT));
        let guidance = errors.take("guidance", parse_long(&self.guidance, MAX_TEXT));
        let why = errors.take("why", parse_why(&self.why));
        let mut clauses = Vec::with_capacity(self.clauses.len());
        for clause in self.clauses {
            let marker = errors.take("clauses", parse_category_code(&clause.marker)).unwrap_or_default();
            let text = errors.take("clauses", parse_long(&clause.text, MAX_TEXT)).unwrap_or_default();
            clauses.push(WrittenClause { id: clause.id.map(PolicyClauseId), marker, text });
        }
        let Some(kind) = kind else { return Err(errors.into_list().into()) };
        errors.finish()?;
        let details = PolicyItemDetails {
            code: code.unwrap_or_default(),
            title: title.unwrap_or_default(),
            text: text.unwrap_or_default(),
            guidance: guidance.unwrap_or_default(),
            kind,
            effective_on: self.effective_date,
            is_assessable: self.is_assessable.unwrap_or_else(|| kind.is_assessable()),
            review_on: self.review_date,
        };
        Ok(WrittenItem { details, clauses, owner: self.owner, why: why.unwrap_or_default() })
    }
}

/// New values of a requirement.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdatePolicyItemRequest {
    /// As it was read.
    pub version: i64,
    pub policy_item_code: String,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub text: String,
    #[serde(default)]
    pub guidance: String,
    /// IR, DR, CS, AMC, GM, STD, REC, RULE, POLICY or INFO; default: RULE.
    #[schema(nullable = false)]
    pub kind: Option<String>,
    #[schema(nullable = false)]
    pub effective_date: Option<NaiveDate>,
    /// Default: all but GM and INFO.
    #[schema(nullable = false)]
    pub is_assessable: Option<bool>,
    #[schema(nullable = false)]
    pub review_date: Option<NaiveDate>,
    /// All clauses; those that are missing are deleted, and references to them lead from the whole requirement.
    #[serde(default)]
    pub clauses: Vec<ClauseRequest>,
    /// An account.
    #[schema(nullable = false)]
    pub owner: Option<String>,
    /// The reason, for the history.
    #[serde(default)]
    pub why: String,
}

impl UpdatePolicyItemRequest {
    pub fn parse(self) -> Result<(i64, WrittenItem), Error> {
        let written = CreatePolicyItemRequest {
            parent_path: String::new(),
            policy_item_code: self.policy_item_code,
            title: self.title,
            text: self.text,
            guidance: self.guidance,
            kind: self.kind,
            effective_date: self.effective_date,
            is_assessable: self.is_assessable,
            review_date: self.review_date,
            clauses: self.clauses,
            owner: self.owner,
            why: self.why,
        };
        Ok((self.version, written.written()?))
    }
}

/// A requirement to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeletePolicyItemRequest {
    pub policy_item_path: String,
    /// As it was read; a requirement that was changed since is not deleted.
    #[schema(nullable = false)]
    pub version: Option<i64>,
}

impl DeletePolicyItemRequest {
    pub fn path(&self) -> Result<CompliancePath, Error> {
        CompliancePath::parse(&self.policy_item_path).ok_or(Error::NotFound(Missing::PolicyItem))
    }
}

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
}

impl PolicyStatusRequest {
    pub fn parse(self) -> Result<(SeenItem, PolicyStatus, String), Error> {
        let mut errors = FieldErrors::default();
        let status = errors.take("status", PolicyStatus::parse(&self.status).ok_or(FieldCode::UnknownValue));
        let why = errors.take("why", parse_why(&self.why));
        let Some((status, why)) = status.zip(why) else { return Err(errors.into_list().into()) };
        Ok((SeenItem { id: PolicyItemId(self.id), version: self.version }, status, why))
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
    pub fn parse(self) -> Result<(SeenItem, bool, String), Error> {
        let why = parse_why(&self.why).map_err(|code| Error::field("why", code))?;
        Ok((SeenItem { id: PolicyItemId(self.id), version: self.version }, self.accepted, why))
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
    pub fn parse(self) -> Result<(SeenItem, PolicyScope), Error> {
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
        Ok((SeenItem { id: PolicyItemId(self.id), version: self.version }, scope))
    }
}

/// A requirement as it was read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeenItemRequest {
    pub id: String,
    pub version: i64,
}

/// One change of several requirements.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BulkChangeRequest {
    /// At most 200.
    pub items: Vec<SeenItemRequest>,
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
    pub fn parse(self) -> Result<(Vec<SeenItem>, PolicyChange, String), Error> {
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
        let seen = |item: SeenItemRequest| SeenItem { id: PolicyItemId(item.id), version: item.version };
        Ok((self.items.into_iter().map(seen).collect(), change, why))
    }
}
