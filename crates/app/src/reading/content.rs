//! The bytes behind a version.

use bytes::Bytes;
use store::blobs::BlobId;

use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

/// Reads a blob that must be there.
pub(super) async fn read(ctx: &Ctx, blob: &str) -> Result<Bytes, Error> {
    find(ctx, blob).await?.ok_or(Error::NotFound(Missing::File))
}

/// Reads a blob; `None` where the vault has lost it. A vault that does not answer is an error: it may answer next time.
pub(super) async fn find(ctx: &Ctx, blob: &str) -> Result<Option<Bytes>, Error> {
    match BlobId::parse(blob) {
        Some(id) => Ok(ctx.blobs.read(&id).await?),
        None => Ok(None),
    }
}
