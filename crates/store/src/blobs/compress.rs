//! Compressing what was stored plain, and deleting what nothing names.

use bytes::Bytes;
use futures::{StreamExt, TryStreamExt, stream};
use object_store::path::Path as Key;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};

use super::batch::{self, AT_ONCE};
use super::packed::{self, Packer};
use super::{BlobId, Blobs, beside};
use crate::StoreError;

/// How much compressed content is held before it is written.
const BATCH_BYTES: usize = 16 << 20;

/// How much a run has compressed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Compression {
    pub blobs: u64,
    /// The room they took before, and the room they take.
    pub before: u64,
    pub after: u64,
}

impl Blobs {
    /// Compresses the plain blobs whose names begin with the byte `first`, where that saves room; adds to `done`.
    ///
    /// Safe beside readers and writers: a blob is replaced as a whole by one of the same content. Damaged blobs are left
    /// as they are.
    pub async fn compress(&self, first: u8, done: &mut Compression) -> Result<(), StoreError> {
        let folder = self.prefix.clone().join(format!("{first:02x}"));
        let mut found = self.store.list(Some(&folder));
        let mut batch: Vec<(BlobId, Bytes)> = Vec::new();
        while let Some(about) = found.try_next().await.map_err(|source| StoreError::BlobList { source })? {
            let Some((id, stored)) = self.shrunk(&about).await? else { continue };
            done.blobs += 1;
            done.before += about.size;
            done.after += stored.len() as u64;
            batch.push((id, stored));
            if batch.iter().map(|(_, stored)| stored.len()).sum::<usize>() >= BATCH_BYTES {
                self.replace(std::mem::take(&mut batch)).await?;
            }
        }
        self.replace(batch).await
    }

    /// The compressed form of a blob that is plain.
    async fn shrunk(&self, about: &ObjectMeta) -> Result<Option<(BlobId, Bytes)>, StoreError> {
        let Some(id) = self.id_of(&about.location).filter(|_| about.size <= packed::MAX_CONTENT as u64) else {
            return Ok(None);
        };
        let failed = |source| StoreError::Blob { id: id.clone(), source };
        let stored = match self.store.get(&about.location).await {
            Ok(found) => found.bytes().await.map_err(failed)?,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(source) => return Err(failed(source)),
        };
        if packed::is_marked(&stored) {
            return Ok(None);
        }
        let named = id.clone();
        let shrunk = beside(stored.len(), move || match packed::open(&named, &stored) {
            Some(content) => Packer::new().and_then(|mut packer| packer.shrink(&content)),
            None => Ok(None),
        });
        let shrunk = shrunk.await?.map_err(|source| StoreError::BlobBatch { source })?;
        Ok(shrunk.map(|stored| (id, stored)))
    }

    async fn replace(&self, batch: Vec<(BlobId, Bytes)>) -> Result<(), StoreError> {
        if batch.is_empty() {
            return Ok(());
        }
        let Some(root) = self.root.clone() else {
            let put = |(id, stored): (BlobId, Bytes)| async move {
                let put = self.store.put(&self.key(&id), stored.into()).await;
                put.map(drop).map_err(|source| StoreError::Blob { id, source })
            };
            return stream::iter(batch.into_iter().map(put)).buffer_unordered(AT_ONCE).try_collect().await;
        };
        tokio::task::spawn_blocking(move || batch::replace_all(&root, batch.iter().map(|(id, stored)| (id, stored))))
            .await?
            .map_err(|source| StoreError::BlobBatch { source })
    }

    /// Deletes blobs; missing ones are no error.
    ///
    /// Only for content that is no longer written. Beside writers a blob that nothing names is set aside instead, see
    /// [`Blobs::set_aside`]: an import may have found it and be about to name it.
    pub async fn delete_all(&self, ids: &[BlobId]) -> Result<(), StoreError> {
        let delete = |id: &BlobId| {
            let (id, key) = (id.clone(), self.key(id));
            async move {
                match self.store.delete(&key).await {
                    Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
                    Err(source) => Err(StoreError::Blob { id, source }),
                }
            }
        };
        stream::iter(ids.iter().map(delete)).buffer_unordered(AT_ONCE).try_collect().await
    }

    /// The blob that is kept under a key.
    pub(super) fn id_of(&self, key: &Key) -> Option<BlobId> {
        let own: Vec<_> = key.prefix_match(&self.prefix)?.collect();
        let [folder, name] = own.as_slice() else { return None };
        BlobId::parse(&format!("{}{}", folder.as_ref(), name.as_ref()))
    }
}
