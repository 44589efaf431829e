//! Wire types for audit packs.

use app::compliance::packs::{PackChoice, PackedCollection};
use chrono::{DateTime, Utc};
use domain::compliance::AuditPack;
use domain::id::ComplianceCollectionId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Selects the audit packs of a collection.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AuditPacksQuery {
    pub collection_id: String,
}

/// The choice of what an audit pack holds.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AuditPackRequest {
    /// 1 to 20 collections.
    pub collection_ids: Vec<String>,
    /// Everything is shown as it was at this moment.
    pub as_of: DateTime<Utc>,
}

impl From<AuditPackRequest> for PackChoice {
    fn from(request: AuditPackRequest) -> Self {
        Self {
            collections: request.collection_ids.into_iter().map(ComplianceCollectionId).collect(),
            as_of: request.as_of,
        }
    }
}

/// A collection of an audit pack.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AuditPackCollection)]
pub struct AuditPackCollectionView {
    pub id: String,
    pub name: String,
}

/// A signed archive of collections as they were at a moment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditPack)]
pub struct AuditPackView {
    pub id: String,
    pub collections: Vec<AuditPackCollectionView>,
    pub as_of: DateTime<Utc>,
    pub file_name: String,
    /// In bytes.
    pub size: u64,
    pub items: u64,
    /// Quoted texts.
    pub paragraphs: u64,
    /// Files of evidence.
    pub evidence: u64,
    /// The account of the person who asked for it.
    pub created_by: String,
    pub created_on: DateTime<Utc>,
}

impl From<AuditPack> for AuditPackView {
    fn from(pack: AuditPack) -> Self {
        let collection = |(id, name): (ComplianceCollectionId, String)| AuditPackCollectionView { id: id.0, name };
        Self {
            id: pack.id.0,
            collections: pack.collections.into_iter().map(collection).collect(),
            as_of: pack.as_of,
            file_name: pack.file_name,
            size: pack.size,
            items: pack.items,
            paragraphs: pack.paragraphs,
            evidence: pack.evidence,
            created_by: pack.created_by,
            created_on: pack.created_on,
        }
    }
}

/// The content of an audit pack from one collection.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PackedCollection)]
pub struct PackedCollectionView {
    pub id: String,
    pub name: String,
    pub items: u64,
    pub references: u64,
    /// Files of evidence.
    pub evidence: u64,
    /// Their bytes.
    pub evidence_bytes: u64,
}

impl From<PackedCollection> for PackedCollectionView {
    fn from(one: PackedCollection) -> Self {
        Self {
            id: one.id.0,
            name: one.name,
            items: one.counts.items,
            references: one.counts.references,
            evidence: one.counts.evidence,
            evidence_bytes: one.counts.evidence_bytes,
        }
    }
}
