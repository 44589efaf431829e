//! Writes a large blob in pieces, under a name that is known in advance.

use bytes::Bytes;
use domain::text::hex;
use object_store::{MultipartUpload, ObjectStoreExt};
use sha2::{Digest, Sha256};

use super::{BlobId, Blobs};
use crate::StoreError;

/// The size of one multipart request; S3 refuses parts below 5 MB, except the last. Shorter content is put in one request.
const PART: usize = 8 << 20;

/// A blob being written. It is not readable before [`BlobWriter::finish`].
#[derive(Debug)]
pub struct BlobWriter {
    blobs: Blobs,
    id: BlobId,
    /// Whether the blob already exists: its pieces are only hashed and discarded.
    known: bool,
    /// Started with the first part.
    upload: Option<Box<dyn MultipartUpload>>,
    buffer: Vec<u8>,
    digest: Sha256,
}

impl Blobs {
    /// Starts writing the blob `id`.
    pub async fn put_in_pieces(&self, id: &BlobId) -> Result<BlobWriter, StoreError> {
        // One that is set aside is written again: it may be deleted before a record names it.
        let known = self.contains(id).await?
            && match self.verify(id).await {
                Err(StoreError::BlobDamaged { .. }) => false,
                found => found?,
            };
        let (blobs, id) = (self.clone(), id.clone());
        Ok(BlobWriter { blobs, id, known, upload: None, buffer: Vec::new(), digest: Sha256::new() })
    }
}

impl BlobWriter {
    /// Appends bytes.
    pub async fn write(&mut self, piece: &[u8]) -> Result<(), StoreError> {
        self.digest.update(piece);
        if !self.known {
            self.buffer.extend_from_slice(piece);
            if self.buffer.len() >= PART
                && let Err(error) = self.send().await
            {
                self.abort().await;
                return Err(error);
            }
        }
        Ok(())
    }

    async fn send(&mut self) -> Result<(), StoreError> {
        let upload = match &mut self.upload {
            Some(upload) => upload,
            none => {
                let begun = self.blobs.store.put_multipart(&self.blobs.key(&self.id)).await;
                none.insert(begun.map_err(failed(&self.id))?)
            }
        };
        let part = Bytes::from(std::mem::take(&mut self.buffer));
        upload.put_part(part.into()).await.map_err(failed(&self.id))
    }

    /// Completes the blob, durably, after verifying its hash.
    pub async fn finish(mut self) -> Result<(), StoreError> {
        let finished = self.complete().await;
        if finished.is_err() {
            self.abort().await;
        }
        finished
    }

    async fn complete(&mut self) -> Result<(), StoreError> {
        if hex(&std::mem::take(&mut self.digest).finalize()) != self.id.0 {
            return Err(StoreError::BlobDamaged { id: self.id.clone() });
        }
        if self.known {
            return self.blobs.flush_existing(&self.id).await;
        }
        if self.upload.is_some() && !self.buffer.is_empty() {
            self.send().await?;
        }
        match &mut self.upload {
            Some(upload) => {
                upload.complete().await.map_err(failed(&self.id))?;
                self.upload = None;
                Ok(())
            }
            None => self.blobs.put(Bytes::from(std::mem::take(&mut self.buffer))).await.map(drop),
        }
    }

    /// Gives up an unfinished upload: a bucket keeps, and charges for, the parts of an unfinished one. Best effort;
    /// the bucket may be what failed.
    async fn abort(&mut self) {
        if let Some(mut upload) = self.upload.take() {
            let _ = upload.abort().await;
        }
    }
}

/// A request or a job may be cancelled while it writes.
impl Drop for BlobWriter {
    fn drop(&mut self) {
        if let (Some(mut upload), Ok(runtime)) = (self.upload.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(async move { upload.abort().await });
        }
    }
}

fn failed(id: &BlobId) -> impl FnOnce(object_store::Error) -> StoreError {
    let id = id.clone();
    move |source| StoreError::Blob { id, source }
}
