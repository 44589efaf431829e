//! Wire types for uploads.

use domain::id::PackageId;
use domain::upload::Upload;
use serde::Serialize;
use utoipa::ToSchema;

/// A complete upload.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Upload)]
pub struct UploadView {
    /// The value for `importPackage` of an import.
    #[schema(example = "/uploads/0198f2c4-6d1a-7c3e-9a51-1f0e7d5b2a10/H160_MEL.zip")]
    pub path: String,
    pub size: i64,
    pub sha256: String,
    pub upload_id: String,
    pub package_id: String,
}

impl UploadView {
    /// The upload with its package.
    pub fn new(upload: Upload, package: PackageId) -> Self {
        Self {
            path: upload.path(),
            size: upload.received,
            sha256: upload.sha256.unwrap_or_default(),
            upload_id: upload.id.0,
            package_id: package.0,
        }
    }
}
