//! The texts that are left by a filter, on their way into the blob store.

use std::collections::HashMap;

use bytes::Bytes;
use domain::id::VersionId;
use sha2::{Digest, Sha256};
use store::blobs::BlobId;

use super::JudgedVersion;
use crate::core::ctx::Ctx;
use crate::core::job_error::JobError;

/// Texts that are stored together, and their bytes.
const MAX_WAITING: usize = 256;
const MAX_WAITING_BYTES: usize = 16 << 20;

/// The use of filtered texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FilterUse {
    /// Files are made from them.
    Files,
    /// They are compared with others; nobody reads them.
    Comparison,
}

/// Texts with changes.
pub(super) struct LeftTexts {
    ctx: Ctx,
    used_for: FilterUse,
    waiting: Vec<(VersionId, Bytes)>,
    waiting_bytes: usize,
    named: Vec<(VersionId, BlobId, u64)>,
}

impl LeftTexts {
    pub(super) fn new(ctx: &Ctx, used_for: FilterUse) -> Self {
        Self { ctx: ctx.clone(), used_for, waiting: Vec::new(), waiting_bytes: 0, named: Vec::new() }
    }

    pub(super) async fn add(&mut self, version: VersionId, text: Vec<u8>) -> Result<(), JobError> {
        if self.used_for == FilterUse::Comparison {
            let (hash, size): ([u8; 32], u64) = (Sha256::digest(&text).into(), text.len() as u64);
            self.named.push((version, BlobId::of_hash(&hash), size));
            return Ok(());
        }
        self.waiting_bytes += text.len();
        self.waiting.push((version, text.into()));
        if self.waiting.len() >= MAX_WAITING || self.waiting_bytes >= MAX_WAITING_BYTES {
            self.store().await?;
        }
        Ok(())
    }

    /// Gives the versions what is left of their texts.
    pub(super) async fn finish(mut self, judged: &mut HashMap<VersionId, JudgedVersion>) -> Result<(), JobError> {
        self.store().await?;
        for (version, blob, size) in self.named {
            if let Some(one) = judged.get_mut(&version) {
                one.left = Some((blob, size));
            }
        }
        Ok(())
    }

    async fn store(&mut self) -> Result<(), JobError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let waiting = std::mem::take(&mut self.waiting);
        self.waiting_bytes = 0;
        let (versions, texts): (Vec<VersionId>, Vec<Bytes>) = waiting.into_iter().unzip();
        let sizes: Vec<u64> = texts.iter().map(|text| text.len() as u64).collect();
        let blobs = self.ctx.blobs.put_all(texts).await?;
        let named = versions.into_iter().zip(blobs).zip(sizes);
        self.named.extend(named.map(|((version, blob), size)| (version, blob, size)));
        Ok(())
    }
}
