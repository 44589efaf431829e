//! Content from the blob store.

use bytes::Bytes;
use store::StoreError;
use store::blobs::BlobId;
use store::publications::SourceVersion;

use crate::core::ctx::Ctx;
use crate::core::job_error::JobError;
use crate::publications::archive::damaged;

/// The content of a version. Content that is gone or damaged does not come back by trying again.
pub(super) async fn read_content(ctx: &Ctx, version: &SourceVersion) -> Result<Bytes, JobError> {
    read_blob(ctx, &version.blob, &version.key).await
}

/// The same by its blob.
pub(super) async fn read_blob(ctx: &Ctx, blob: &BlobId, key: &str) -> Result<Bytes, JobError> {
    let lost = || JobError::Fail(vec![damaged(key)]);
    match ctx.blobs.read(blob).await {
        Ok(found) => found.ok_or_else(lost),
        Err(StoreError::BlobDamaged { .. }) => Err(lost()),
        Err(error) => Err(error.into()),
    }
}
