//! Taking the bytes of one upload in, in bounded memory.

use bytes::{Bytes, BytesMut};
use domain::id::PackageId;
use domain::text::hex;
use domain::upload::Upload;
use sha2::{Digest, Sha256};
use store::uploads::Chunk;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, UploadError};
use crate::core::upload_slots::UploadSlot;
use crate::imports::packages;

/// Size of a part, which is buffered in memory.
const PART: usize = 4 * 1024 * 1024;

/// State of an upload after a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// More has to come.
    Partial { received: i64 },
    /// All of it is here, as this package.
    Complete { upload: Upload, package: PackageId },
}

/// Receives the bytes of one request.
pub struct UploadReceiver {
    ctx: Ctx,
    caller: Caller,
    upload: Upload,
    buffer: BytesMut,
    /// Of everything so far; only who saw the beginning can have it.
    digest: Option<Sha256>,
    _place: UploadSlot,
}

impl std::fmt::Debug for UploadReceiver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Receiver").field("upload", &self.upload).finish_non_exhaustive()
    }
}

impl UploadReceiver {
    pub(super) fn new(ctx: &Ctx, caller: &Caller, upload: Upload, place: UploadSlot) -> Self {
        let digest = (upload.received == 0).then(Sha256::new);
        let (ctx, caller) = (ctx.clone(), caller.clone());
        Self { ctx, caller, upload, buffer: BytesMut::new(), digest, _place: place }
    }

    /// Takes what comes next.
    pub async fn write(&mut self, mut bytes: Bytes) -> Result<(), Error> {
        let limit = self.upload.size.unwrap_or(i64::MAX).min(self.ctx.settings.max_upload);
        let total = self.upload.received.unsigned_abs() + (self.buffer.len() + bytes.len()) as u64;
        if self.upload.is_complete() || total > limit.unsigned_abs() {
            return Err(UploadError::TooLarge.into());
        }
        while !bytes.is_empty() {
            let some = bytes.split_to(bytes.len().min(PART - self.buffer.len()));
            self.buffer.extend_from_slice(&some);
            if self.buffer.len() == PART {
                self.keep().await?;
            }
        }
        Ok(())
    }

    /// Makes safe what has come so far, as when the connection is lost.
    pub async fn keep(&mut self) -> Result<(), Error> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let bytes = self.buffer.split().freeze();
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        if let Some(mut digest) = self.digest.take() {
            let bytes = bytes.clone();
            let updated = tokio::task::spawn_blocking(move || {
                digest.update(&bytes);
                digest
            });
            self.digest = Some(updated.await?);
        }
        // A name of its own for every try: what an earlier one left behind is never mistaken for this.
        let chunk = Chunk { start: self.upload.received, size, part: self.ctx.ids.next() };
        self.ctx.blobs.put_part(&self.upload.id, &chunk.part, bytes).await?;
        let mut tx = self.ctx.db.begin().await?;
        if !store::uploads::append(&mut tx, &self.upload.id, &chunk, self.ctx.clock.now()).await? {
            return Err(UploadError::Offset.into());
        }
        tx.commit().await?;
        self.upload.received += size;
        Ok(())
    }

    /// Ends a request whose body has come to its end.
    pub async fn finish(mut self) -> Result<Progress, Error> {
        if !self.upload.is_complete() {
            self.keep().await?;
            if self.upload.size.is_some_and(|size| size != self.upload.received) {
                return Ok(Progress::Partial { received: self.upload.received });
            }
            self.complete().await?;
        }
        let mut tx = self.ctx.db.read().await?;
        let missing = || Error::NotFound(Missing::Upload);
        let upload = store::uploads::find(&mut tx, &self.upload.id).await?.ok_or_else(missing)?;
        let package = store::packages::find_by_upload(&mut tx, &upload.id).await?.ok_or_else(missing)?;
        Ok(Progress::Complete { upload, package: package.id })
    }

    async fn complete(&mut self) -> Result<(), Error> {
        let sha256 = match self.digest.take() {
            Some(digest) => hex(&digest.finalize()),
            None => super::assemble::hash(&self.ctx, &self.upload.id).await?,
        };
        let now = self.ctx.clock.now();
        let mut tx = self.ctx.db.begin().await?;
        let size = self.upload.received;
        if !store::uploads::complete(&mut tx, &self.upload.id, size, &sha256, now).await? {
            return Err(UploadError::Offset.into());
        }
        packages::receive(&self.ctx, &mut tx, &self.caller, &self.upload).await?;
        tx.commit().await?;
        let (name, account) = (&self.upload.name, &self.caller.user.account);
        tracing::info!(upload.id = %self.upload.id, upload.size_bytes = size, user.account = %account, "Received {name}");
        Ok(())
    }
}
