//! Requests about compliance.

mod items;
mod references;
mod statuses;

use app::Error;
use app::compliance::categories::CategoryDetails;
use app::compliance::collections::TreeRequest;
use app::core::error::Missing;
use chrono::NaiveDate;
use domain::compliance::{
    CollectionDetails, CompliancePath, ComplianceType, parse_category_code, parse_category_name, parse_line, parse_name,
};
use domain::field::{FieldCode, FieldErrors};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

pub use items::{CreatePolicyItemRequest, DeletePolicyItemRequest, UpdatePolicyItemRequest};
pub use references::{CleanReferencesRequest, CreateReferenceRequest, DeleteReferenceRequest, UpdateReferenceRequest};
pub use statuses::{BulkChangeRequest, PolicyStatusRequest, ScopeRequest, SignOffRequest};

/// Parses the path of a collection, a category or an item. Another path is answered as if nothing were there.
pub(super) fn parse_compliance_path(text: &str) -> Result<CompliancePath, Error> {
    CompliancePath::parse(text).ok_or(Error::NotFound(Missing::ComplianceCollection))
}

/// Parses the path below which something is read; `None`, for all collections, without one and for `/`.
pub(super) fn parse_from_path(text: Option<&str>) -> Result<Option<CompliancePath>, Error> {
    text.filter(|path| !path.is_empty() && *path != "/").map(parse_compliance_path).transpose()
}

/// Which part of the collections is read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ComplianceQuery {
    /// The path of a collection, a category or an item; without it, or with `/`, all collections.
    pub from_path: Option<String>,
    /// With everything below.
    #[serde(default)]
    pub recursive: bool,
    /// Below a path: also items; default: true. All collections are listed without items.
    pub with_items: Option<bool>,
}

impl ComplianceQuery {
    pub fn parse(&self) -> Result<TreeRequest, Error> {
        Ok(TreeRequest {
            from: parse_from_path(self.from_path.as_deref())?,
            recursive: self.recursive,
            with_items: self.with_items.unwrap_or(true),
        })
    }
}

/// A collection to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateComplianceRequest {
    pub policy_collection_name: String,
    pub policy_originator: String,
    /// audit, regulatory, business or safety.
    pub compliance_type: String,
    #[serde(default)]
    pub source_reference: String,
    /// The version of the regulation, in its publisher's words.
    #[serde(default)]
    pub collection_version: String,
    #[schema(nullable = false)]
    pub effective_date: Option<NaiveDate>,
    /// A changed status counts once an approver has signed it off.
    #[serde(default)]
    pub needs_sign_off: bool,
}

impl CreateComplianceRequest {
    /// All invalid values are reported at once.
    pub fn parse(&self) -> Result<CollectionDetails, Error> {
        let mut errors = FieldErrors::default();
        let name = errors.take("policyCollectionName", parse_name(&self.policy_collection_name));
        let originator = errors.take("policyOriginator", parse_name(&self.policy_originator));
        let compliance_type = errors.take("complianceType", parse_type(&self.compliance_type));
        let source_reference = errors.take("sourceReference", parse_line(&self.source_reference));
        let edition = errors.take("collectionVersion", parse_line(&self.collection_version));
        let Some(compliance_type) = compliance_type else { return Err(errors.into_list().into()) };
        errors.finish()?;
        Ok(CollectionDetails {
            name: name.unwrap_or_default(),
            originator: originator.unwrap_or_default(),
            compliance_type,
            source_reference: source_reference.unwrap_or_default(),
            edition: edition.unwrap_or_default(),
            effective_on: self.effective_date,
            needs_sign_off: self.needs_sign_off,
        })
    }
}

fn parse_type(word: &str) -> Result<ComplianceType, FieldCode> {
    if word.trim().is_empty() {
        return Err(FieldCode::Required);
    }
    ComplianceType::parse(word).ok_or(FieldCode::UnknownValue)
}

/// New values of a collection.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateComplianceRequest {
    /// As it was read.
    pub version: i64,
    pub policy_collection_name: String,
    pub policy_originator: String,
    /// audit, regulatory, business or safety.
    pub compliance_type: String,
    #[serde(default)]
    pub source_reference: String,
    #[serde(default)]
    pub collection_version: String,
    #[schema(nullable = false)]
    pub effective_date: Option<NaiveDate>,
    /// Only approvers change it.
    #[serde(default)]
    pub needs_sign_off: bool,
}

impl UpdateComplianceRequest {
    pub fn parse(self) -> Result<(i64, CollectionDetails), Error> {
        let written = CreateComplianceRequest {
            policy_collection_name: self.policy_collection_name,
            policy_originator: self.policy_originator,
            compliance_type: self.compliance_type,
            source_reference: self.source_reference,
            collection_version: self.collection_version,
            effective_date: self.effective_date,
            needs_sign_off: self.needs_sign_off,
        };
        Ok((self.version, written.parse()?))
    }
}

/// A collection to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeleteComplianceRequest {
    pub compliance_info_path: String,
    /// As it was read; a collection that was changed since is not deleted.
    #[schema(nullable = false)]
    pub version: Option<i64>,
}

impl DeleteComplianceRequest {
    pub fn path(&self) -> Result<CompliancePath, Error> {
        parse_compliance_path(&self.compliance_info_path)
    }
}

/// A category to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateCategoryRequest {
    /// The path of a collection, or of a category for a sub-category.
    pub parent_path: String,
    #[serde(default)]
    pub policy_category_code: String,
    pub name: String,
}

impl CreateCategoryRequest {
    pub fn parse(&self) -> Result<(CompliancePath, CategoryDetails), Error> {
        let details = category_details(&self.policy_category_code, &self.name)?;
        Ok((parse_compliance_path(&self.parent_path)?, details))
    }
}

fn category_details(code: &str, name: &str) -> Result<CategoryDetails, Error> {
    let mut errors = FieldErrors::default();
    let code = errors.take("policyCategoryCode", parse_category_code(code));
    let name = errors.take("name", parse_category_name(name));
    errors.finish()?;
    Ok(CategoryDetails { code: code.unwrap_or_default(), name: name.unwrap_or_default() })
}

/// New values of a category.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateCategoryRequest {
    /// As it was read.
    pub version: i64,
    #[serde(default)]
    pub policy_category_code: String,
    pub name: String,
}

impl UpdateCategoryRequest {
    pub fn parse(&self) -> Result<(i64, CategoryDetails), Error> {
        Ok((self.version, category_details(&self.policy_category_code, &self.name)?))
    }
}

/// A category to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeleteCategoryRequest {
    pub policy_category_path: String,
    /// As it was read; a category that was changed since is not deleted.
    #[schema(nullable = false)]
    pub version: Option<i64>,
}

impl DeleteCategoryRequest {
    pub fn path(&self) -> Result<CompliancePath, Error> {
        CompliancePath::parse(&self.policy_category_path).ok_or(Error::NotFound(Missing::PolicyCategory))
    }
}
