//! Wire types for the comparison of a package with the library.

use app::imports::packages::{ComparedObject, Comparison, ComparisonFilter, DifferenceCounts, Doubt, Moment};
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::package::{Completeness, Difference};
use domain::snapshot::Snapshot;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{PageNumber, PageSize, PageView};
use super::words::DifferenceView;

/// Number of objects per difference.
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

/// A reason why a package may not belong to a manual, or is outdated.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "code", rename_all = "camelCase")]
#[schema(as = ImportDoubt)]
pub enum DoubtView {
    /// The package and the manual have different models.
    #[serde(rename_all = "camelCase")]
    OtherModel { package_model: String, manual_model: String },
    /// The manual contains none of the package's objects.
    NothingShared,
    /// An OEM revision of the manual already contains the whole package.
    #[serde(rename_all = "camelCase")]
    AlreadyImported { revision: i64, imported_on: DateTime<Utc> },
    /// The last OEM revision in a language of the package is newer than the package.
    #[serde(rename_all = "camelCase")]
    Older {
        revision: i64,
        /// Number of the package's objects with a later issue in the revision.
        objects: u64,
        /// Empty when unknown.
        package_date: String,
        /// Empty when unknown.
        revision_date: String,
    },
    /// The newest OEM revision has a later issue of the original that the package translates.
    #[serde(rename_all = "camelCase")]
    OutdatedTranslation {
        revision: i64,
        /// Number of affected objects.
        objects: u64,
        /// The language of the original.
        original: String,
    },
}

impl From<Doubt> for DoubtView {
    fn from(doubt: Doubt) -> Self {
        match doubt {
            Doubt::OtherModel { package, manual } => Self::OtherModel { package_model: package, manual_model: manual },
            Doubt::NothingShared => Self::NothingShared,
            Doubt::AlreadyImported { revision, on } => Self::AlreadyImported { revision, imported_on: on },
            Doubt::Older { revision, objects, package_date, revision_date } => {
                Self::Older { revision, objects, package_date, revision_date }
            }
            Doubt::OutdatedTranslation { revision, objects, original } => {
                Self::OutdatedTranslation { revision, objects, original }
            }
        }
    }
}

/// The revision made from a package.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportedRevision)]
pub struct ImportedRevisionView {
    pub id: String,
    pub number: i64,
    pub imported_on: DateTime<Utc>,
    /// A complete delivery, not merged with the previous revision.
    pub complete: bool,
}

impl From<Snapshot> for ImportedRevisionView {
    fn from(made: Snapshot) -> Self {
        Self { id: made.id.to_string(), number: made.number, imported_on: made.created_on, complete: made.complete }
    }
}

/// The changes that an import would make, or made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Comparison)]
pub struct ComparisonView {
    pub doubts: Vec<DoubtView>,
    /// Only after the import.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub imported: Option<ImportedRevisionView>,
    /// The OEM revision that the package was compared with; empty when the manual has none. An import that sends it
    /// back is refused when the manual has another one by then.
    pub compared_with: String,
    pub counts: DifferenceCountsView,
    pub page: PageView<ComparedObjectView>,
}

impl From<Comparison> for ComparisonView {
    fn from(comparison: Comparison) -> Self {
        Self {
            doubts: comparison.doubts.into_iter().map(DoubtView::from).collect(),
            imported: comparison.imported.map(ImportedRevisionView::from),
            compared_with: comparison.compared_with.map(|id| id.to_string()).unwrap_or_default(),
            counts: comparison.counts.into(),
            page: comparison.page.into(),
        }
    }
}

/// Selects the comparison.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ComparisonQuery {
    pub csdb_name: Option<String>,
    pub manual_name: Option<String>,
    /// `yes` or `no`, as in the import; default: as stated in the package.
    pub complete: Option<String>,
    /// `new`, `changed`, `unchanged` or `removed`.
    pub state: Option<String>,
    /// `now`: compare with the newest OEM revision; `import`: with the one before the revision made from the package.
    pub moment: Option<String>,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

impl ComparisonQuery {
    /// The comparison to run.
    pub fn filter(&self) -> Result<ComparisonFilter<'_>, app::Error> {
        Ok(ComparisonFilter {
            csdb: self.csdb_name.as_deref().unwrap_or_default(),
            manual: self.manual_name.as_deref().unwrap_or_default(),
            completeness: word("complete", self.complete.as_deref(), Completeness::parse_answer)?,
            only: word("state", self.state.as_deref(), Difference::parse)?,
            moment: word("moment", self.moment.as_deref(), Moment::parse)?.unwrap_or_default(),
        })
    }
}

/// Parses a word that may be left out or empty.
fn word<T>(field: &str, word: Option<&str>, parse: impl Fn(&str) -> Option<T>) -> Result<Option<T>, app::Error> {
    let unknown = || app::Error::field(field, FieldCode::UnknownValue);
    word.filter(|word| !word.is_empty()).map(|word| parse(word).ok_or_else(unknown)).transpose()
}
