//! Requests about mappings between collections.

use app::compliance::exchange::coverage::CoverageFilter;
use app::compliance::exchange::mapping_files::MappingFileMode;
use app::compliance::exchange::mappings::{MappingDetails, MappingFilter};
use domain::compliance::{MappingProof, MappingRelation};
use domain::field::FieldCode;
use domain::id::{ComplianceCollectionId, PolicyItemId};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::views::page::{PageNumber, PageSize};
use crate::views::regulations::TableFormatView;

fn relation(word: &str) -> Result<MappingRelation, app::Error> {
    MappingRelation::parse(word).ok_or_else(|| app::Error::field("relationship", FieldCode::UnknownValue))
}

/// Which mappings are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PolicyMappingsQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// The id of a collection: those with one of its requirements.
    pub collection_id: String,
    /// The id of the collection at the other end; all without it.
    pub other_id: Option<String>,
    /// Part of a code or a title.
    pub keyword_filter: Option<String>,
}

impl PolicyMappingsQuery {
    pub fn filter(&self) -> MappingFilter {
        MappingFilter {
            collection: ComplianceCollectionId(self.collection_id.clone()),
            other: self.other_id.clone().filter(|id| !id.is_empty()).map(ComplianceCollectionId),
            text: self.keyword_filter.clone().unwrap_or_default(),
        }
    }
}

/// Which mappings are exported.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExportMappingsQuery {
    pub collection_id: String,
    /// The id of the collection at the other end; all without it.
    pub other_id: Option<String>,
    #[param(inline)]
    pub format: TableFormatView,
}

impl ExportMappingsQuery {
    pub fn filter(&self) -> MappingFilter {
        MappingFilter {
            collection: ComplianceCollectionId(self.collection_id.clone()),
            other: self.other_id.clone().filter(|id| !id.is_empty()).map(ComplianceCollectionId),
            text: String::new(),
        }
    }
}

/// The two collections of a file of mappings.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ImportMappingsQuery {
    pub collection_id: String,
    pub other_id: String,
    /// Only check the file; default: true.
    pub dry_run: Option<bool>,
}

impl ImportMappingsQuery {
    pub fn mode(&self) -> MappingFileMode {
        if self.dry_run.unwrap_or(true) { MappingFileMode::Check } else { MappingFileMode::Apply }
    }

    pub fn ends(&self) -> (ComplianceCollectionId, ComplianceCollectionId) {
        (ComplianceCollectionId(self.collection_id.clone()), ComplianceCollectionId(self.other_id.clone()))
    }
}

/// Which requirements of a collection are listed with what proves them.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MappingCoverageQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    pub collection_id: String,
    pub other_id: String,
    /// own, mapped, part, open or missing; several are separated by commas.
    pub proof: Option<String>,
}

impl MappingCoverageQuery {
    pub fn filter(&self) -> Result<CoverageFilter, app::Error> {
        let unknown = || app::Error::field("proof", FieldCode::UnknownValue);
        let words = self.proof.as_deref().unwrap_or_default().split(',').filter(|word| !word.is_empty());
        let proofs = words.map(|word| MappingProof::parse(word.trim()).ok_or_else(unknown));
        Ok(CoverageFilter {
            collection: ComplianceCollectionId(self.collection_id.clone()),
            other: ComplianceCollectionId(self.other_id.clone()),
            proofs: proofs.collect::<Result<_, _>>()?,
        })
    }
}

/// Two requirements that correspond.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateMappingRequest {
    pub source_id: String,
    pub target_id: String,
    /// equal, subset, superset or intersects: how much of the target's demand the source covers.
    pub relationship: String,
    #[serde(default)]
    pub rationale: String,
}

impl CreateMappingRequest {
    pub fn parse(self) -> Result<(PolicyItemId, MappingDetails), app::Error> {
        let details = MappingDetails {
            relation: relation(&self.relationship)?,
            source: PolicyItemId(self.source_id),
            rationale: self.rationale,
        };
        Ok((PolicyItemId(self.target_id), details))
    }
}

/// New values of a mapping.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateMappingRequest {
    /// As it was read.
    pub version: i64,
    /// The requirement that the relationship is seen from.
    pub source_id: String,
    /// equal, subset, superset or intersects.
    pub relationship: String,
    #[serde(default)]
    pub rationale: String,
}

impl UpdateMappingRequest {
    pub fn parse(self) -> Result<(i64, MappingDetails), app::Error> {
        let details = MappingDetails {
            relation: relation(&self.relationship)?,
            source: PolicyItemId(self.source_id),
            rationale: self.rationale,
        };
        Ok((self.version, details))
    }
}

/// The version of a mapping that is deleted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DeleteMappingQuery {
    /// As it was read.
    pub version: i64,
}
