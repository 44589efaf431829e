//! Parts of blobs, sent as they are read.

use std::ops::Range;

use bytes::Bytes;
use futures::future::Either;
use futures::stream::{self, Stream, StreamExt, TryStreamExt};
use object_store::{GetOptions, GetRange, ObjectStore};

use super::{BlobId, Blobs, packed};
use crate::StoreError;

impl Blobs {
    /// A part of a blob whose content is `size` long, as it is read; what comes is not proven undamaged.
    pub async fn stream(
        &self,
        id: &BlobId,
        size: u64,
        range: Range<u64>,
    ) -> Result<Option<impl Stream<Item = Result<Bytes, StoreError>> + Send + use<>>, StoreError> {
        let may_be_packed = size <= packed::MAX_CONTENT as u64;
        // No store takes an empty range, and what may be compressed shows it at its beginning.
        let whole = may_be_packed || range.is_empty();
        let asked = (!whole).then(|| GetRange::Bounded(range.clone()));
        let options = GetOptions { range: asked, ..GetOptions::default() };
        let failed = {
            let id = id.clone();
            move |source| StoreError::Blob { id: id.clone(), source }
        };
        let mut stored = match self.store.get_opts(&self.key(id), options).await {
            Ok(found) => found.into_stream().map_err(failed),
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(source) => return Err(failed(source)),
        };
        if !whole {
            return Ok(Some(Either::Left(stored)));
        }
        let head = stored.try_next().await?.unwrap_or_default();
        let content = if packed::is_marked(&head) {
            let Some(content) = self.read(id).await? else { return Ok(None) };
            Either::Left(stream::iter([Ok(content)]))
        } else {
            Either::Right(stream::iter([Ok(head)]).chain(stored))
        };
        Ok(Some(Either::Right(cut(content, range))))
    }
}

/// The bytes of `range` out of all.
fn cut<S>(content: S, range: Range<u64>) -> impl Stream<Item = Result<Bytes, StoreError>> + Send + use<S>
where
    S: Stream<Item = Result<Bytes, StoreError>> + Send,
{
    let mut position = 0;
    content
        .map_ok(move |chunk| {
            let start = position;
            position += chunk.len() as u64;
            let within = |at: u64| usize::try_from(at.clamp(start, position) - start).unwrap_or(chunk.len());
            chunk.slice(within(range.start)..within(range.end).max(within(range.start)))
        })
        .try_filter(|chunk| std::future::ready(!chunk.is_empty()))
}
