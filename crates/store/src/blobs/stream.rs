//! Parts of blobs, sent as they are read.

use std::ops::Range;

use bytes::Bytes;
use futures::future::Either;
use futures::stream::{self, Stream, TryStreamExt};
use object_store::{GetOptions, GetRange};

use super::{BlobId, Blobs, packed};
use crate::StoreError;

impl Blobs {
    /// A part of a blob whose content is `size` long. Content that may be compressed is read whole and verified; larger
    /// content comes as it is read, unverified.
    pub async fn stream(
        &self,
        id: &BlobId,
        size: u64,
        range: Range<u64>,
    ) -> Result<Option<impl Stream<Item = Result<Bytes, StoreError>> + Send + use<>>, StoreError> {
        // No store takes an empty range.
        if size <= packed::MAX_CONTENT as u64 || range.is_empty() {
            let content = self.read(id).await?;
            return Ok(content.map(|content| Either::Left(stream::iter([Ok(cut(&content, &range))]))));
        }
        let options = GetOptions { range: Some(GetRange::Bounded(range)), ..GetOptions::default() };
        let id = id.clone();
        let found = self.get(&id, options).await?;
        let failed = move |source| StoreError::Blob { id: id.clone(), source };
        Ok(found.map(|found| Either::Right(found.into_stream().map_err(failed))))
    }
}

fn cut(content: &Bytes, range: &Range<u64>) -> Bytes {
    let within = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(content.len());
    content.slice(within(range.start)..within(range.end).max(within(range.start)))
}
