//! Wire types for mappings between collections.

mod requests;

use app::compliance::exchange::coverage::{CoveredItem, MappingCoverage, ProofCounts};
use app::compliance::exchange::mapping_files::MappingReport;
use app::compliance::exchange::mappings::{MappedItem, PolicyMapping};
use chrono::{DateTime, Utc};
use domain::compliance::{MappingProof, MappingRelation};
use domain::language::Locale;
use serde::Serialize;
use utoipa::ToSchema;

use super::compliance::ComplianceView;
use super::page::PageView;
use super::regulations::RegulationFindingView;

pub use requests::{
    CreateMappingRequest, DeleteMappingQuery, ExportMappingsQuery, ImportMappingsQuery, MappingCoverageQuery,
    PolicyMappingsQuery, UpdateMappingRequest,
};

/// A requirement at one end of a mapping.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MappedItem)]
pub struct MappedItemView {
    pub id: String,
    pub collection_id: String,
    pub policy_collection_name: String,
    pub policy_item_code: String,
    pub title: String,
    pub status: String,
    /// It is assessed and in scope; one that is not proves nothing.
    pub counts: bool,
    /// A version of the regulation changed it, and nobody has assessed it since: it proves nothing.
    pub needs_recheck: bool,
    /// The regulation does not contain it any more.
    pub is_withdrawn: bool,
}

impl From<MappedItem> for MappedItemView {
    fn from(item: MappedItem) -> Self {
        Self {
            id: item.id.0,
            collection_id: item.collection.0,
            policy_collection_name: item.collection_name,
            policy_item_code: item.code,
            title: item.title,
            status: item.status.as_str().to_owned(),
            counts: item.counts,
            needs_recheck: item.needs_recheck,
            is_withdrawn: item.is_withdrawn,
        }
    }
}

/// That two requirements correspond.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyMapping)]
pub struct PolicyMappingView {
    pub id: String,
    pub source: MappedItemView,
    pub target: MappedItemView,
    /// equal, subset, superset or intersects: how much of the target's demand the source covers.
    pub relationship: String,
    pub rationale: String,
    /// An account.
    pub created_by: String,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

impl From<PolicyMapping> for PolicyMappingView {
    fn from(mapping: PolicyMapping) -> Self {
        Self {
            id: mapping.id.0,
            source: mapping.source.into(),
            target: mapping.target.into(),
            relationship: mapping.relation.as_str().to_owned(),
            rationale: mapping.rationale,
            created_by: mapping.created_by,
            updated_on: mapping.updated_on,
            version: mapping.version,
        }
    }
}

/// The effect of a file of mappings, or the effect that it would have.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MappingReport)]
pub struct MappingReportView {
    pub added: u64,
    pub changed: u64,
    pub unchanged: u64,
    /// Nothing is written if a finding blocks.
    pub is_blocked: bool,
    pub findings: Vec<RegulationFindingView>,
}

impl MappingReportView {
    /// Translates its findings to `locale`.
    pub fn new(report: MappingReport, locale: Locale) -> Self {
        Self {
            is_blocked: report.is_blocked(),
            added: report.added,
            changed: report.changed,
            unchanged: report.unchanged,
            findings: report.findings.into_iter().map(|one| RegulationFindingView::new(one, locale)).collect(),
        }
    }
}

/// The proofs of two collections for each other.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MappingCoverage)]
pub struct MappingCoverageView {
    /// Of the collection and of the other one.
    pub figures: Vec<ProofCountsView>,
    /// Requirements of the collection.
    pub items: PageView<CoveredItemView>,
}

impl From<MappingCoverage> for MappingCoverageView {
    fn from(coverage: MappingCoverage) -> Self {
        Self {
            figures: coverage.figures.into_iter().map(ProofCountsView::from).collect(),
            items: coverage.items.into(),
        }
    }
}

/// The number of requirements of a collection by what proves them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProofCounts)]
pub struct ProofCountsView {
    pub collection: ComplianceView,
    /// By their own status.
    pub own: u64,
    /// By a compliant requirement that demands at least as much.
    pub mapped: u64,
    /// In part: somebody has to prove the rest.
    pub part: u64,
    /// Not yet: no corresponding requirement is compliant, or the requirement itself is not.
    pub open: u64,
    /// By nothing: no requirement corresponds to them.
    pub missing: u64,
}

impl From<ProofCounts> for ProofCountsView {
    fn from(figures: ProofCounts) -> Self {
        let of = |proof| figures.counts.iter().find(|(own, _)| *own == proof).map_or(0, |(_, count)| *count);
        Self {
            own: of(MappingProof::Own),
            mapped: of(MappingProof::Mapped),
            part: of(MappingProof::Part),
            open: of(MappingProof::Open),
            missing: of(MappingProof::Missing),
            collection: figures.collection.into(),
        }
    }
}

/// A requirement with what proves it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CoveredItem)]
pub struct CoveredItemView {
    pub id: String,
    pub policy_item_code: String,
    pub title: String,
    pub status: String,
    /// A version of the regulation changed it, and nobody has assessed it since.
    pub needs_recheck: bool,
    /// own, mapped, part, open or missing.
    pub proof: String,
    pub counterparts: Vec<CounterpartView>,
}

/// A requirement of the other collection that corresponds.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Counterpart)]
pub struct CounterpartView {
    /// How much of the demand it covers.
    pub relationship: String,
    #[serde(flatten)]
    pub item: MappedItemView,
}

impl From<CoveredItem> for CoveredItemView {
    fn from(item: CoveredItem) -> Self {
        let counterpart = |(relation, item): (MappingRelation, MappedItem)| CounterpartView {
            relationship: relation.as_str().to_owned(),
            item: item.into(),
        };
        Self {
            id: item.id.0,
            policy_item_code: item.code,
            title: item.title,
            status: item.status.as_str().to_owned(),
            needs_recheck: item.needs_recheck,
            proof: item.proof.as_str().to_owned(),
            counterparts: item.counterparts.into_iter().map(counterpart).collect(),
        }
    }
}
