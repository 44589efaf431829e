//! What an import would change, on the wire.

use app::packages::{ComparedObject, Comparison, DifferenceCounts, Doubt};
use domain::field::FieldCode;
use domain::package::{Completeness, Difference};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::PageView;
use super::words::DifferenceView;

/// How many objects of each difference.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DifferenceCounts)]
pub struct DifferenceCountsView {
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    pub removed: u64,
}

impl From<DifferenceCounts> for DifferenceCountsView {
    fn from(counts: DifferenceCounts) -> Self {
        Self { new: counts.new, changed: counts.changed, unchanged: counts.unchanged, removed: counts.removed }
    }
}

/// One object that is in the package, in the library, or in both.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ComparedObject)]
pub struct ComparedObjectView {
    pub key: String,
    pub title: String,
    pub state: DifferenceView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub old_issue: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub new_issue: Option<String>,
}

impl From<ComparedObject> for ComparedObjectView {
    fn from(object: ComparedObject) -> Self {
        Self {
            key: object.key,
            title: object.title,
            state: DifferenceView(object.difference),
            old_issue: object.old_issue,
            new_issue: object.new_issue,
        }
    }
}

/// Why a package may not belong into a manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "code", rename_all = "camelCase")]
#[schema(as = ImportDoubt)]
pub enum DoubtView {
    /// The package is of one model, the manual of another.
    #[serde(rename_all = "camelCase")]
    OtherModel { package_model: String, manual_model: String },
    /// The manual holds nothing of what is in the package.
    NothingShared,
}

impl From<Doubt> for DoubtView {
    fn from(doubt: Doubt) -> Self {
        match doubt {
            Doubt::OtherModel { package, manual } => Self::OtherModel { package_model: package, manual_model: manual },
            Doubt::NothingShared => Self::NothingShared,
        }
    }
}

/// What an import would change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Comparison)]
pub struct ComparisonView {
    pub doubts: Vec<DoubtView>,
    pub counts: DifferenceCountsView,
    pub page: PageView<ComparedObjectView>,
}

impl From<Comparison> for ComparisonView {
    fn from(comparison: Comparison) -> Self {
        Self {
            doubts: comparison.doubts.into_iter().map(DoubtView::from).collect(),
            counts: comparison.counts.into(),
            page: comparison.page.into(),
        }
    }
}

/// What a package is held against.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ComparisonQuery {
    pub csdb_name: Option<String>,
    pub manual_name: Option<String>,
    /// `yes` or `no`, as the import is told; left out it is what the package says.
    pub complete: Option<String>,
    /// `new`, `changed`, `unchanged` or `removed`.
    pub state: Option<String>,
    pub page_number: Option<u32>,
    pub page_size: Option<u32>,
}

impl ComparisonQuery {
    /// Whether the package is held to be complete.
    pub fn completeness(&self) -> Result<Option<Completeness>, app::Error> {
        let word = self.complete.as_deref().filter(|word| !word.is_empty());
        let unknown = || app::Error::field("complete", FieldCode::UnknownValue);
        word.map(|word| Completeness::parse_answer(word).ok_or_else(unknown)).transpose()
    }

    /// The difference that is wanted.
    pub fn only(&self) -> Result<Option<Difference>, app::Error> {
        let word = self.state.as_deref().filter(|word| !word.is_empty());
        let unknown = || app::Error::field("state", FieldCode::UnknownValue);
        word.map(|word| Difference::parse(word).ok_or_else(unknown)).transpose()
    }
}
