//! Requests about items.

use app::Error;
use app::compliance::items::{PolicyClauseValues, PolicyItemValues};
use app::core::error::Missing;
use chrono::NaiveDate;
use domain::compliance::{
    CompliancePath, MAX_TEXT, PolicyItemDetails, PolicyItemKind, parse_category_code, parse_code, parse_line,
    parse_long, parse_why,
};
use domain::field::{FieldCode, FieldErrors};
use domain::id::PolicyClauseId;
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
    pub fn parse(self) -> Result<(CompliancePath, PolicyItemValues), Error> {
        let parent = parse_compliance_path(&self.parent_path);
        let values = self.values()?;
        Ok((parent?, values))
    }

    /// All invalid values are reported at once.
    fn values(self) -> Result<PolicyItemValues, Error> {
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
            clauses.push(PolicyClauseValues { id: clause.id.map(PolicyClauseId), marker, text });
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
        Ok(PolicyItemValues { details, clauses, owner: self.owner, why: why.unwrap_or_default() })
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
    pub fn parse(self) -> Result<(i64, PolicyItemValues), Error> {
        let request = CreatePolicyItemRequest {
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
        Ok((self.version, request.values()?))
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
