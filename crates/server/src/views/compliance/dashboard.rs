//! Wire types for the figures about compliance.

use app::compliance::dashboard::{ComplianceFigures, ManualCounts, PolicyCounts};
use chrono::NaiveDate;
use domain::compliance::{ComplianceCollection, CompliancePath, PolicyCategory, PolicyDay, PolicyStatus};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::parent_path;
use super::requests::parse_from_path;

/// Of which collection.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DashboardQuery {
    /// The path of a collection; without it, or with `/`, all collections without their categories.
    pub from_path: Option<String>,
}

impl DashboardQuery {
    pub fn parse(&self) -> Result<Option<CompliancePath>, app::Error> {
        parse_from_path(self.from_path.as_deref())
    }
}

/// Figures about compliance.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComplianceDashboard)]
pub struct ComplianceDashboardView {
    pub collections: Vec<CollectionFiguresView>,
    /// Of one collection, in their order; each counts what is below it.
    pub categories: Vec<CategoryFiguresView>,
    /// Those that I may read.
    pub manuals: Vec<ManualFiguresView>,
    /// By operator; its code is empty for the requirements of all operators.
    pub operators: Vec<OperatorFiguresView>,
    /// The figures of the last days, oldest first; at most 366.
    pub trend: Vec<PolicyDayView>,
}

impl From<&ComplianceFigures> for ComplianceDashboardView {
    fn from(figures: &ComplianceFigures) -> Self {
        Self {
            collections: figures.collections.iter().map(CollectionFiguresView::from).collect(),
            categories: figures.categories.iter().map(CategoryFiguresView::from).collect(),
            manuals: figures.manuals.iter().map(ManualFiguresView::from).collect(),
            operators: figures.operators.iter().map(OperatorFiguresView::from).collect(),
            trend: figures.days.iter().map(PolicyDayView::from).collect(),
        }
    }
}

/// The figures of a collection.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CollectionFigures)]
pub struct CollectionFiguresView {
    pub id: String,
    pub path: String,
    pub policy_collection_name: String,
    pub policy_originator: String,
    pub compliance_type: String,
    pub counts: PolicyCountsView,
}

impl From<&(ComplianceCollection, PolicyCounts)> for CollectionFiguresView {
    fn from((collection, counts): &(ComplianceCollection, PolicyCounts)) -> Self {
        Self {
            path: collection.path(),
            id: collection.id.0.clone(),
            policy_collection_name: collection.details.name.clone(),
            policy_originator: collection.details.originator.clone(),
            compliance_type: collection.details.compliance_type.as_str().to_owned(),
            counts: (*counts).into(),
        }
    }
}

/// The figures of a category.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CategoryFigures)]
pub struct CategoryFiguresView {
    pub id: String,
    pub path: String,
    pub parent_path: String,
    pub policy_category_code: String,
    pub name: String,
    pub counts: PolicyCountsView,
}

impl From<&(PolicyCategory, PolicyCounts)> for CategoryFiguresView {
    fn from((category, counts): &(PolicyCategory, PolicyCounts)) -> Self {
        Self {
            id: category.id.0.clone(),
            parent_path: parent_path(&category.path),
            path: category.path.clone(),
            policy_category_code: category.code.clone(),
            name: category.name.clone(),
            counts: (*counts).into(),
        }
    }
}

/// The references to a manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManualFigures)]
pub struct ManualFiguresView {
    pub manual_path: String,
    pub references: u64,
    /// Those that have to be checked again.
    pub rechecks: u64,
    /// Requirements that refer to it.
    pub items: u64,
    /// Requirements that nobody has assessed and that those of other collections prove which refer to it.
    pub mapped: u64,
}

impl From<&ManualCounts> for ManualFiguresView {
    fn from(counts: &ManualCounts) -> Self {
        let ManualCounts { path, references, rechecks, items, mapped } = counts;
        Self { manual_path: path.clone(), references: *references, rechecks: *rechecks, items: *items, mapped: *mapped }
    }
}

/// The figures of the requirements of an operator.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OperatorFigures)]
pub struct OperatorFiguresView {
    /// Its code; empty for all operators.
    pub operator: String,
    pub counts: PolicyCountsView,
}

impl From<&(String, PolicyCounts)> for OperatorFiguresView {
    fn from((operator, counts): &(String, PolicyCounts)) -> Self {
        Self { operator: operator.clone(), counts: (*counts).into() }
    }
}

/// The figures of a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyDay)]
pub struct PolicyDayView {
    pub day: NaiveDate,
    pub assessable: u64,
    /// Of the assessable ones, those out of scope.
    pub out_of_scope: u64,
    /// Assessable ones in scope.
    pub by_status: Vec<StatusCountView>,
}

impl From<&PolicyDay> for PolicyDayView {
    fn from(day: &PolicyDay) -> Self {
        Self {
            day: day.day,
            assessable: day.assessable,
            out_of_scope: day.out_of_scope,
            by_status: status_counts(day.by_status),
        }
    }
}

fn status_counts(counts: [u64; 5]) -> Vec<StatusCountView> {
    let by_status = PolicyStatus::ALL.into_iter().zip(counts);
    by_status.map(|(status, count)| StatusCountView { status: status.as_str().to_owned(), count }).collect()
}

/// Figures about requirements.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyCounts)]
pub struct PolicyCountsView {
    /// All, also those that are not assessed.
    pub items: u64,
    pub assessable: u64,
    /// Of the assessable ones, those out of scope.
    pub out_of_scope: u64,
    /// Assessable ones in scope.
    pub by_status: Vec<StatusCountView>,
    /// Assessable ones in scope without a reference.
    pub unreferenced: u64,
    /// Those with a reference that has to be checked again.
    pub rechecks: u64,
    /// Those whose review date has passed.
    pub overdue: u64,
    /// Those whose status waits for an approver.
    pub proposed: u64,
    /// Of those that nobody has assessed, the ones that requirements of other collections prove.
    pub mapped: u64,
    /// The same, in part: somebody has to prove the rest.
    pub mapped_part: u64,
}

impl From<PolicyCounts> for PolicyCountsView {
    fn from(counts: PolicyCounts) -> Self {
        Self {
            items: counts.items,
            assessable: counts.assessable,
            out_of_scope: counts.out_of_scope,
            by_status: status_counts(counts.by_status),
            unreferenced: counts.unreferenced,
            rechecks: counts.rechecks,
            overdue: counts.overdue,
            proposed: counts.proposed,
            mapped: counts.mapped,
            mapped_part: counts.mapped_part,
        }
    }
}

/// The number of requirements with a status.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StatusCount)]
pub struct StatusCountView {
    pub status: String,
    pub count: u64,
}
