//! Wire types for accounts of auditors.

use app::Error;
use app::users::auditors::{Auditor, AuditorAccess, NewAuditor};
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::id::ComplianceCollectionId;
use domain::path::ManualPath;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::audit_packs::AuditPackCollectionView;
use super::users::UserView;
use crate::secret::Secret;

/// The account of an auditor to create; the server generates its first password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateAuditorRequest {
    pub account: String,
    pub email: String,
    #[serde(default)]
    pub display_name: String,
    /// The end of the account, which cannot sign in from then on.
    pub until: DateTime<Utc>,
    #[serde(default)]
    pub collection_ids: Vec<String>,
    /// As in `/H160/MEL`.
    #[serde(default)]
    pub manual_paths: Vec<String>,
}

/// The content that an auditor may read, and until when; it replaces all of it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateAuditorRequest {
    pub until: DateTime<Utc>,
    pub collection_ids: Vec<String>,
    /// As in `/H160/MEL`.
    pub manual_paths: Vec<String>,
    /// Of the account, as it was read.
    pub version: i64,
}

fn access(until: DateTime<Utc>, collections: Vec<String>, manuals: &[String]) -> Result<AuditorAccess, Error> {
    let unknown = || Error::field("manualPaths", FieldCode::UnknownValue);
    let manuals = manuals.iter().map(|path| ManualPath::parse(path).ok_or_else(unknown));
    Ok(AuditorAccess {
        until,
        collections: collections.into_iter().map(ComplianceCollectionId).collect(),
        manuals: manuals.collect::<Result<_, _>>()?,
    })
}

impl CreateAuditorRequest {
    pub fn parse(self) -> Result<NewAuditor, Error> {
        Ok(NewAuditor {
            account: self.account,
            email: self.email,
            display_name: self.display_name,
            access: access(self.until, self.collection_ids, &self.manual_paths)?,
        })
    }
}

impl UpdateAuditorRequest {
    pub fn access(self) -> Result<AuditorAccess, Error> {
        access(self.until, self.collection_ids, &self.manual_paths)
    }
}

/// An auditor with what they may read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Auditor)]
pub struct AuditorView {
    pub user: UserView,
    pub collections: Vec<AuditPackCollectionView>,
    /// As in `/H160/MEL`.
    pub manual_paths: Vec<String>,
}

impl From<Auditor> for AuditorView {
    fn from(auditor: Auditor) -> Self {
        let collections = auditor.places.collections.into_iter();
        Self {
            user: auditor.user.into(),
            collections: collections.map(|(id, name)| AuditPackCollectionView { id: id.0, name }).collect(),
            manual_paths: auditor.places.manuals,
        }
    }
}

/// A new auditor with the first password.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CreatedAuditor)]
pub struct CreatedAuditorView {
    pub auditor: AuditorView,
    #[schema(value_type = String)]
    pub password: Secret,
}

impl From<(Auditor, String)> for CreatedAuditorView {
    fn from((auditor, password): (Auditor, String)) -> Self {
        Self { auditor: auditor.into(), password: Secret::from(password) }
    }
}
