//! Parts of uploads: bytes that belong to one upload and are deleted with it.
//!
//! Unlike a blob, a part is named by the caller. No other record can share it, so it can be deleted without a reference
//! check.

use bytes::Bytes;
use domain::id::UploadId;
use futures::TryStreamExt;
use object_store::path::Path as Key;
use object_store::{ObjectStore, ObjectStoreExt};

use super::Blobs;
use crate::StoreError;

const FOLDER: &str = "uploads";

impl Blobs {
    /// Stores a part, flushed to disk; `name` must be new.
    pub async fn put_part(&self, upload: &UploadId, name: &str, bytes: Bytes) -> Result<(), StoreError> {
        self.store.put(&self.part_key(upload, name), bytes.into()).await.map(drop).map_err(failed(upload))
    }

    /// The bytes of a part; `None` when it does not exist.
    pub async fn read_part(&self, upload: &UploadId, name: &str) -> Result<Option<Bytes>, StoreError> {
        match self.store.get(&self.part_key(upload, name)).await {
            Ok(found) => found.bytes().await.map(Some).map_err(failed(upload)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(source) => Err(failed(upload)(source)),
        }
    }

    /// Deletes all parts of an upload, including those without a row.
    pub async fn delete_parts(&self, upload: &UploadId) -> Result<(), StoreError> {
        let folder = self.parts_of(upload);
        let found: Vec<_> = self.store.list(Some(&folder)).try_collect().await.map_err(failed(upload))?;
        for part in found {
            match self.store.delete(&part.location).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                Err(source) => return Err(failed(upload)(source)),
            }
        }
        if let Some(root) = &self.root {
            // An empty folder that remains does no harm.
            let _ = tokio::fs::remove_dir(root.join(FOLDER).join(&upload.0)).await;
        }
        Ok(())
    }

    fn parts_of(&self, upload: &UploadId) -> Key {
        self.prefix.clone().join(FOLDER).join(upload.0.as_str())
    }

    fn part_key(&self, upload: &UploadId, name: &str) -> Key {
        self.parts_of(upload).join(name)
    }
}

fn failed(upload: &UploadId) -> impl FnOnce(object_store::Error) -> StoreError {
    let upload = upload.clone();
    move |source| StoreError::Part { upload, source }
}
