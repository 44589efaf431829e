//! The anchors of contents, cached: whether a text that a compliance reference leads to is still there.

use std::sync::Arc;

use bytes::Bytes;

use super::content;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::core::text_anchors::TextAnchors;

/// The anchors of a content.
pub(crate) async fn load(ctx: &Ctx, blob: &str) -> Result<Arc<TextAnchors>, Error> {
    if let Some(known) = ctx.text_anchors.get(blob) {
        return Ok(known);
    }
    match content::read(ctx, blob).await {
        Ok(bytes) => read(ctx, blob, bytes).await,
        Err(Error::File(FileError::Damaged { .. })) => Ok(Arc::new(TextAnchors::unreadable())),
        Err(error) => Err(error),
    }
}

/// Reads the anchors of bytes that are at hand, for the cache.
pub(crate) async fn read(ctx: &Ctx, blob: &str, bytes: Bytes) -> Result<Arc<TextAnchors>, Error> {
    let anchors = tokio::task::spawn_blocking(move || TextAnchors::read(&bytes)).await?;
    let weight = anchors.weight();
    Ok(ctx.text_anchors.put(blob.to_owned(), anchors, weight))
}
