//! The bytes behind a version.

use bytes::Bytes;
use store::blobs::BlobId;

use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};

/// Reads a blob that must be there.
pub(crate) async fn read(ctx: &Ctx, blob: &str) -> Result<Bytes, Error> {
    let lost = || FileError::Damaged { blob: blob.to_owned() };
    Ok(find(ctx, blob).await?.ok_or_else(lost)?)
}

/// Reads a blob; `None` where the vault has lost it. A vault that does not answer is an error: it may answer next time.
pub(crate) async fn find(ctx: &Ctx, blob: &str) -> Result<Option<Bytes>, Error> {
    match BlobId::parse(blob) {
        Some(id) => Ok(ctx.blobs.read(&id).await?),
        None => Ok(None),
    }
}
