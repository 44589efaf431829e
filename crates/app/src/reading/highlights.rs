//! The highlighted reasons for updates.

use std::sync::Arc;

use s1000d::highlights;
use store::StoreError;
use store::blobs::BlobId;

use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// The highlighted reasons in a content, from the cache or read into it. A lost content has none: it is told where the
/// module is opened.
pub(crate) async fn find(ctx: &Ctx, blob: &str) -> Result<Arc<Vec<String>>, Error> {
    if let Some(known) = ctx.highlights.get(blob) {
        return Ok(known);
    }
    let Some(id) = BlobId::parse(blob) else { return Ok(Arc::default()) };
    let bytes = match ctx.blobs.read(&id).await {
        Ok(Some(bytes)) => bytes,
        Ok(None) | Err(StoreError::BlobDamaged { .. }) => {
            tracing::warn!(blob, "a content is lost or damaged; its highlights are not known");
            return Ok(Arc::default());
        }
        Err(error) => return Err(error.into()),
    };
    // Nearly all texts have none, and no tree of them is needed. One that cannot be read has none either.
    let read = if highlights::may_have(&bytes) {
        let read = tokio::task::spawn_blocking(move || highlights::read(&bytes)).await?;
        read.unwrap_or_else(|refusal| {
            tracing::warn!(blob, %refusal, "a content cannot be read; its highlights are not known");
            Vec::new()
        })
    } else {
        Vec::new()
    };
    let weight = blob.len() + read.iter().map(String::len).sum::<usize>();
    Ok(ctx.highlights.put(blob.to_owned(), read, weight))
}
