//! An upload as one file on this machine, for those who read packages.

use std::fs::File;
use std::io::{Seek, Write};

use bytes::Bytes;
use domain::id::UploadId;
use domain::text::hex;
use sha2::{Digest, Sha256};
use store::uploads::Chunk;

use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, UploadError};

/// A whole upload. The file has no name: it goes away with the last who holds it, also when the program is killed.
#[derive(Debug)]
pub struct Assembled {
    pub file: File,
    pub size: u64,
}

/// Puts an upload together in the work folder and proves that it is what was sent.
pub async fn assemble(ctx: &Ctx, id: &UploadId) -> Result<Assembled, Error> {
    let mut tx = ctx.db.read().await?;
    let upload = store::uploads::find(&mut tx, id).await?.ok_or(Error::NotFound(Missing::Upload))?;
    let chunks = store::uploads::list_chunks(&mut tx, id).await?;
    drop(tx);
    let folder = ctx.settings.work_folder.clone();
    let mut file = tokio::task::spawn_blocking(move || {
        std::fs::create_dir_all(&folder)?;
        tempfile::tempfile_in(&folder)
    })
    .await?
    .map_err(Error::work_folder)?;
    let mut digest = Sha256::new();
    for chunk in chunks {
        let bytes = part(ctx, id, &chunk).await?;
        (file, digest) = tokio::task::spawn_blocking(move || {
            digest.update(&bytes);
            file.write_all(&bytes).map(|()| (file, digest))
        })
        .await?
        .map_err(Error::work_folder)?;
    }
    if upload.sha256 != Some(hex(&digest.finalize())) {
        return Err(UploadError::Damaged(id.clone()).into());
    }
    file.rewind().map_err(Error::work_folder)?;
    Ok(Assembled { file, size: upload.received.unsigned_abs() })
}

/// The SHA-256 of everything that has come of an upload.
pub(super) async fn hash(ctx: &Ctx, id: &UploadId) -> Result<String, Error> {
    let chunks = store::uploads::list_chunks(&mut ctx.db.read().await?, id).await?;
    let mut digest = Sha256::new();
    for chunk in chunks {
        let bytes = part(ctx, id, &chunk).await?;
        digest = tokio::task::spawn_blocking(move || {
            digest.update(&bytes);
            digest
        })
        .await?;
    }
    Ok(hex(&digest.finalize()))
}

async fn part(ctx: &Ctx, id: &UploadId, chunk: &Chunk) -> Result<Bytes, Error> {
    let found = ctx.blobs.read_part(id, &chunk.part).await?;
    found
        .filter(|bytes| i64::try_from(bytes.len()) == Ok(chunk.size))
        .ok_or_else(|| Error::Upload(UploadError::Damaged(id.clone())))
}
