//! Signatures of publications.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use publish::signature::ManifestSignature;

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::signing::VerifyingKey;

/// The public key of this installation. Everybody may know it: receivers check publications with it.
pub fn public_key(ctx: &Ctx) -> Result<VerifyingKey, Error> {
    Ok(ctx.signing_key.load()?.public_key())
}

/// Signs the bytes of a manifest.
pub(super) fn sign(ctx: &Ctx, manifest: &[u8]) -> Result<ManifestSignature, Error> {
    let key = ctx.signing_key.load()?;
    let signature = STANDARD.encode(key.sign(manifest));
    Ok(ManifestSignature { public_key: key.public_key().text(), signature })
}
