//! Wire types for compliance.

mod comments;
mod dashboard;
mod evidence;
mod images;
mod item_list;
mod items;
mod means;
mod references;
mod requests;
mod reviews;
mod saved;
mod suggestions;
mod touched;

use app::compliance::collections::{CollectionTree, PolicyEntry, PolicyNode};
use chrono::{DateTime, NaiveDate, Utc};
use domain::compliance::{ComplianceCollection, PolicyCategory, PolicyHeader};
use serde::Serialize;
use utoipa::ToSchema;

pub use comments::{PolicyCommentRequest, PolicyCommentView};
pub use dashboard::{ComplianceDashboardView, DashboardQuery};
pub use evidence::{EvidenceQuery, PolicyEvidenceView};
pub use images::PolicyImageView;
pub use item_list::PolicyItemsQuery;
pub use items::{ListedPolicyItemView, OpenPolicyItemView, PolicyEventView, PolicyHistoryQuery};
pub use means::{PolicyMeansRequest, PolicyMeansView};
pub use references::{
    CleanedReferencesView, GoneReferenceView, ModuleReferenceView, ModuleReferencesQuery, PolicyChapterView,
    PolicyRefView,
};
pub use requests::{
    BulkChangeRequest, CleanReferencesRequest, ComplianceQuery, CreateCategoryRequest, CreateComplianceRequest,
    CreatePolicyItemRequest, CreateReferenceRequest, DeleteCategoryRequest, DeleteComplianceRequest,
    DeletePolicyItemRequest, DeleteReferenceRequest, PolicyStatusRequest, ScopeRequest, SignOffRequest,
    UpdateCategoryRequest, UpdateComplianceRequest, UpdatePolicyItemRequest, UpdateReferenceRequest,
};
pub use reviews::{PolicyReviewView, PolicyReviewsQuery};
pub use saved::{SavePolicyViewRequest, SavedPolicyView};
pub use suggestions::{PolicySuggestionView, PolicySuggestionsQuery};
pub use touched::TouchedRequirementView;

/// A collection of requirements.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Compliance)]
pub struct ComplianceView {
    pub id: String,
    pub policy_collection_name: String,
    pub policy_originator: String,
    /// audit, regulatory, business or safety.
    pub compliance_type: String,
    pub source_reference: String,
    /// The version of the regulation, in its publisher's words; possibly empty.
    pub collection_version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub effective_date: Option<NaiveDate>,
    /// A changed status counts once an approver has signed it off.
    pub needs_sign_off: bool,
    /// Its id as a path.
    pub path: String,
    /// The path of all collections.
    pub parent: String,
    /// Categories, and items in none.
    pub childs: Vec<PolicyNodeView>,
    /// An account.
    pub created_by: String,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

impl From<ComplianceCollection> for ComplianceView {
    fn from(collection: ComplianceCollection) -> Self {
        Self {
            path: collection.path(),
            parent: "/".to_owned(),
            id: collection.id.0,
            policy_collection_name: collection.details.name,
            policy_originator: collection.details.originator,
            compliance_type: collection.details.compliance_type.as_str().to_owned(),
            source_reference: collection.details.source_reference,
            collection_version: collection.details.edition,
            effective_date: collection.details.effective_on,
            needs_sign_off: collection.details.needs_sign_off,
            childs: Vec::new(),
            created_by: collection.created_by,
            created_on: collection.created_on,
            updated_on: collection.updated_on,
            version: collection.version,
        }
    }
}

impl From<CollectionTree> for ComplianceView {
    fn from(tree: CollectionTree) -> Self {
        let childs = tree.nodes.into_iter().map(PolicyNodeView::from).collect();
        Self { childs, ..Self::from(tree.collection) }
    }
}

/// A category or an item in the tree of a collection.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyNode)]
pub struct PolicyNodeView {
    pub id: String,
    /// policyCategory or policyItem.
    #[serde(rename = "type")]
    pub node_type: String,
    pub path: String,
    pub parent_path: String,
    /// Of a category; possibly empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub policy_category_code: Option<String>,
    /// Of a category.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// Of a category; send it back with a change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub version: Option<i64>,
    /// Of an item.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub policy_item_code: Option<String>,
    /// Of an item; possibly empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub title: Option<String>,
    /// Of an item: IR, DR, CS, AMC, GM, STD, REC, RULE, POLICY or INFO.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub kind: Option<String>,
    /// Of an item: `not_assessed`, `compliant`, `partially_compliant`, `non_compliant` or `not_applicable`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub status: Option<String>,
    /// Of an item.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub in_scope: Option<bool>,
    #[schema(no_recursion)]
    pub childs: Vec<Self>,
}

impl From<PolicyCategory> for PolicyNodeView {
    fn from(category: PolicyCategory) -> Self {
        Self {
            id: category.id.0,
            node_type: "policyCategory".to_owned(),
            parent_path: parent_path(&category.path),
            path: category.path,
            policy_category_code: Some(category.code),
            name: Some(category.name),
            version: Some(category.version),
            policy_item_code: None,
            title: None,
            kind: None,
            status: None,
            in_scope: None,
            childs: Vec::new(),
        }
    }
}

impl From<PolicyHeader> for PolicyNodeView {
    fn from(item: PolicyHeader) -> Self {
        Self {
            id: item.id.0,
            node_type: "policyItem".to_owned(),
            parent_path: parent_path(&item.path),
            path: item.path,
            policy_category_code: None,
            name: None,
            version: None,
            policy_item_code: Some(item.code),
            title: Some(item.title),
            kind: Some(item.kind.as_str().to_owned()),
            status: Some(item.status.as_str().to_owned()),
            in_scope: Some(item.in_scope),
            childs: Vec::new(),
        }
    }
}

impl From<PolicyNode> for PolicyNodeView {
    fn from(node: PolicyNode) -> Self {
        let childs = node.nodes.into_iter().map(Self::from).collect();
        let own = match node.entry {
            PolicyEntry::Category(category) => Self::from(category),
            PolicyEntry::Item(item) => Self::from(item),
        };
        Self { childs, ..own }
    }
}

/// The path around a path.
fn parent_path(path: &str) -> String {
    match path.rsplit_once('/') {
        Some((parent, _)) if !parent.is_empty() => parent.to_owned(),
        _ => "/".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_around_a_collection_is_that_of_all() {
        assert_eq!(parent_path("/c"), "/");
        assert_eq!(parent_path("/c/a/i"), "/c/a");
    }
}
