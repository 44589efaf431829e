//! Copying blobs from one store to another, and verifying them.

use bytes::Bytes;
use domain::text::hex;
use futures::{StreamExt, TryStreamExt, stream};
use object_store::{GetOptions, GetResult};
use sha2::{Digest, Sha256};

use super::batch::AT_ONCE;
use super::{BlobId, Blobs, packed};
use crate::StoreError;

/// Blobs that are held at once; each small one takes 4 MB at most.
const BATCH: usize = 32;

enum FoundBlob {
    Nothing,
    /// Its content, verified.
    Small(Bytes),
    /// Too large to be held, and therefore never compressed.
    Large(Box<GetResult>),
}

impl Blobs {
    /// Copies those of `ids` that are not here yet; gives those that `source` has not, or damaged.
    pub async fn copy_from(&self, source: &Self, ids: &[BlobId]) -> Result<Vec<BlobId>, StoreError> {
        let mut lost = Vec::new();
        for some in ids.chunks(BATCH) {
            let known = stream::iter(some.iter().map(|id| self.contains(id))).buffered(AT_ONCE);
            let known: Vec<bool> = known.try_collect().await?;
            let missing: Vec<&BlobId> = some.iter().zip(known).filter(|(_, known)| !known).map(|(id, _)| id).collect();
            let found = stream::iter(missing.iter().map(|id| source.find_whole(id))).buffered(AT_ONCE);
            let found: Vec<FoundBlob> = found.try_collect().await?;
            let mut small = Vec::new();
            for (id, found) in missing.into_iter().zip(found) {
                match found {
                    FoundBlob::Nothing => lost.push(id.clone()),
                    FoundBlob::Small(content) => small.push(content),
                    FoundBlob::Large(found) => match self.put_large(id, *found).await {
                        Err(StoreError::BlobDamaged { id }) => lost.push(id),
                        copied => copied?,
                    },
                }
            }
            self.put_all(small).await?;
        }
        Ok(lost)
    }

    /// Reads a blob to its end; `false` when it is missing, an error when it is damaged.
    pub async fn verify(&self, id: &BlobId) -> Result<bool, StoreError> {
        let Some(found) = self.get(id, GetOptions::default()).await? else { return Ok(false) };
        if found.meta.size <= packed::MAX_CONTENT as u64 {
            return self.open(id, found).await.map(|_| true);
        }
        let mut digest = Sha256::new();
        let mut chunks = found.into_stream();
        while let Some(chunk) = chunks.try_next().await.map_err(|source| StoreError::Blob { id: id.clone(), source })? {
            digest.update(&chunk);
        }
        if hex(&digest.finalize()) == id.0 { Ok(true) } else { Err(StoreError::BlobDamaged { id: id.clone() }) }
    }

    async fn find_whole(&self, id: &BlobId) -> Result<FoundBlob, StoreError> {
        let Some(found) = self.get(id, GetOptions::default()).await? else { return Ok(FoundBlob::Nothing) };
        if found.meta.size > packed::MAX_CONTENT as u64 {
            return Ok(FoundBlob::Large(Box::new(found)));
        }
        match self.open(id, found).await {
            Ok(content) => Ok(FoundBlob::Small(content)),
            Err(StoreError::BlobDamaged { .. }) => Ok(FoundBlob::Nothing),
            Err(error) => Err(error),
        }
    }

    async fn put_large(&self, id: &BlobId, found: GetResult) -> Result<(), StoreError> {
        let mut writer = self.put_in_pieces(id).await?;
        let mut chunks = found.into_stream();
        while let Some(chunk) = chunks.try_next().await.map_err(|source| StoreError::Blob { id: id.clone(), source })? {
            writer.write(&chunk).await?;
        }
        writer.finish().await
    }
}
