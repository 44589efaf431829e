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
        let known = self.contains(id).await?;
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
            if self.buffer.len() >= PART {
                self.send().await?;
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
        if hex(&std::mem::take(&mut self.digest).finalize()) != self.id.0 {
            if let Some(mut upload) = self.upload.take() {
                upload.abort().await.map_err(failed(&self.id))?;
            }
            return Err(StoreError::BlobDamaged { id: self.id });
        }
        if self.known {
            return self.blobs.flush_existing(&self.id).await;
        }
        if self.upload.is_some() && !self.buffer.is_empty() {
            self.send().await?;
        }
        match self.upload.take() {
            Some(mut upload) => upload.complete().await.map(drop).map_err(failed(&self.id)),
            None => self.blobs.put(Bytes::from(self.buffer)).await.map(drop),
        }
    }
}

fn failed(id: &BlobId) -> impl FnOnce(object_store::Error) -> StoreError {
    let id = id.clone();
    move |source| StoreError::Blob { id, source }
}
