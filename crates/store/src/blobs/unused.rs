//! Blobs that no record names: set aside first, deleted a day or more later.
//!
//! An import finds a blob, does not write it again, and names it a moment later; nothing keeps a blob from being judged
//! unused in between, on a disk or in a bucket. Therefore it is moved, and readers find it in both places. Before it is
//! deleted it is judged again, and put back when a record names it.

use std::path::Path;

use chrono::{DateTime, Utc};
use futures::{StreamExt, TryStreamExt, stream};
use object_store::path::Path as Key;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};

use super::batch::{AT_ONCE, file_of};
use super::{BlobId, Blobs};
use crate::StoreError;

const FOLDER: &str = "unused";

/// A blob as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBlob {
    pub id: BlobId,
    /// The room it takes.
    pub size: u64,
    /// When it was written or set aside.
    pub since: DateTime<Utc>,
}

impl Blobs {
    /// The blobs whose names begin with the byte `first`.
    pub async fn list(&self, first: u8) -> Result<Vec<StoredBlob>, StoreError> {
        self.list_in(&self.prefix.clone().join(format!("{first:02x}")), |key| self.id_of(key)).await
    }

    /// The blobs that are set aside.
    pub async fn list_set_aside(&self) -> Result<Vec<StoredBlob>, StoreError> {
        let named = |key: &Key| key.filename().and_then(BlobId::parse);
        self.list_in(&self.prefix.clone().join(FOLDER), named).await
    }

    async fn list_in(
        &self,
        folder: &Key,
        id_of: impl Fn(&Key) -> Option<BlobId>,
    ) -> Result<Vec<StoredBlob>, StoreError> {
        let found: Vec<ObjectMeta> =
            self.store.list(Some(folder)).try_collect().await.map_err(|source| StoreError::BlobList { source })?;
        let stored = found.into_iter().filter_map(|about| {
            Some(StoredBlob { id: id_of(&about.location)?, size: about.size, since: about.last_modified })
        });
        Ok(stored.collect())
    }

    /// Sets blobs aside. They can still be read.
    pub async fn set_aside(&self, ids: &[BlobId], now: DateTime<Utc>) -> Result<(), StoreError> {
        if let Some(root) = &self.root {
            // Moving keeps the time of a file, and the day is to begin now; a bucket notes it by itself.
            for id in ids {
                touch(&file_of(root, id), now).map_err(|source| StoreError::BlobFlush { id: id.clone(), source })?;
            }
        }
        each(ids, |id| async move { self.store.rename(&self.key(&id), &self.key_aside(&id)).await }).await
    }

    /// Puts blobs that were set aside back under their names.
    pub async fn put_back(&self, ids: &[BlobId]) -> Result<(), StoreError> {
        each(ids, |id| async move { self.store.rename(&self.key_aside(&id), &self.key(&id)).await }).await
    }

    /// Deletes blobs that were set aside.
    pub async fn delete_set_aside(&self, ids: &[BlobId]) -> Result<(), StoreError> {
        each(ids, |id| async move { self.store.delete(&self.key_aside(&id)).await }).await
    }

    pub(super) fn key_aside(&self, id: &BlobId) -> Key {
        self.prefix.clone().join(FOLDER).join(id.0.as_str())
    }
}

/// Does something for each blob; one that is not there needs nothing.
async fn each<F>(ids: &[BlobId], work: impl Fn(BlobId) -> F) -> Result<(), StoreError>
where
    F: Future<Output = Result<(), object_store::Error>>,
{
    let done = stream::iter(ids.to_vec()).map(|id| {
        let doing = work(id.clone());
        async move {
            match doing.await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
                Err(source) => Err(StoreError::Blob { id, source }),
            }
        }
    });
    done.buffer_unordered(AT_ONCE).try_collect().await
}

fn touch(file: &Path, now: DateTime<Utc>) -> std::io::Result<()> {
    match std::fs::File::options().write(true).open(file) {
        Ok(file) => file.set_modified(now.into()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
