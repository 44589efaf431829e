//! Writes a large blob in pieces, under a name that is known in advance.

use bytes::Bytes;
use object_store::{MultipartUpload, ObjectStoreExt};
use sha2::{Digest, Sha256};

use super::{BlobId, Blobs};
use crate::StoreError;
use crate::hash::hex;

/// The size of one multipart request; S3 refuses parts below 5 MB, except the last.
const PART: usize = 8 << 20;

/// A blob being written. It is not readable before [`BlobWriter::finish`].
#[derive(Debug)]
pub struct BlobWriter {
    blobs: Blobs,
    id: BlobId,
    /// `None` when the blob already exists: its pieces are only hashed and discarded.
    upload: Option<Box<dyn MultipartUpload>>,
    buffer: Vec<u8>,
    digest: Sha256,
}

impl Blobs {
    /// Starts writing the blob `id`.
    pub async fn put_in_pieces(&self, id: &BlobId) -> Result<BlobWriter, StoreError> {
        let upload = if self.contains(id).await? {
            None
        } else {
            Some(self.store.put_multipart(&self.key(id)).await.map_err(failed(id))?)
        };
        Ok(BlobWriter { blobs: self.clone(), id: id.clone(), upload, buffer: Vec::new(), digest: Sha256::new() })
    }
}

impl BlobWriter {
    /// Appends bytes.
    pub async fn write(&mut self, piece: &[u8]) -> Result<(), StoreError> {
        self.digest.update(piece);
        if self.upload.is_some() {
            self.buffer.extend_from_slice(piece);
            if self.buffer.len() >= PART {
                self.send().await?;
            }
        }
        Ok(())
    }

    async fn send(&mut self) -> Result<(), StoreError> {
        let Some(upload) = &mut self.upload else { return Ok(()) };
        let part = Bytes::from(std::mem::take(&mut self.buffer));
        upload.put_part(part.into()).await.map_err(failed(&self.id))
    }

    /// Completes the blob, durably, after verifying its hash.
    pub async fn finish(mut self) -> Result<(), StoreError> {
        if hex(&std::mem::take(&mut self.digest).finalize()) != self.id.0 {
            if let Some(mut upload) = self.upload.take() {
                upload.abort().await.map_err(failed(&self.id))?;
            }
            return Err(StoreError::BlobDamaged { id: self.id });
        }
        if !self.buffer.is_empty() {
            self.send().await?;
        }
        match self.upload.take() {
            Some(mut upload) => upload.complete().await.map(drop).map_err(failed(&self.id)),
            None => self.blobs.flush_existing(&self.id).await,
        }
    }
}

fn failed(id: &BlobId) -> impl FnOnce(object_store::Error) -> StoreError {
    let id = id.clone();
    move |source| StoreError::Blob { id, source }
}
