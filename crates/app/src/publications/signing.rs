//! Signatures of publications.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::notification::NotificationKind;
use domain::permission::Role;
use publish::signature::ManifestSignature;
use store::Tx;
use store::settings::SettingEdit;

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::signing::VerifyingKey;
use crate::users::notifications;

/// The page of the public key.
const KEY_PAGE: &str = "/publications/key";

/// The public key of this installation. Everybody may know it: receivers check publications with it.
pub fn public_key(ctx: &Ctx) -> Result<VerifyingKey, Error> {
    Ok(ctx.signing_key.load()?.public_key())
}

/// Signs the bytes of a manifest.
pub(crate) fn sign(ctx: &Ctx, manifest: &[u8]) -> Result<ManifestSignature, Error> {
    let key = ctx.signing_key.load()?;
    let signature = STANDARD.encode(key.sign(manifest));
    Ok(ManifestSignature { public_key: key.public_key().text(), signature })
}

/// Remembers the key that signed a publication, in the transaction that records it. Another one than before is no
/// secret matter: the file was lost, or the nodes of a cluster have a key each, and receivers have to be told.
pub(crate) async fn note_key(ctx: &Ctx, tx: &mut Tx) -> Result<(), Error> {
    let key = public_key(ctx)?.text();
    let (before, version) = store::settings::find_signing_key(tx).await?;
    if before.as_ref() == Some(&key) {
        return Ok(());
    }
    let edit = SettingEdit { version, account: "", now: ctx.clock.now() };
    // Another node may note its own at the same moment; the next publication tells again.
    store::settings::update_signing_key(tx, &key, edit).await?;
    let Some(before) = before else { return Ok(()) };
    tracing::warn!(key.before = before, key.now = key, "Publications are signed with another key than before");
    let people = store::users::list_active(tx, Role::Admin).await?;
    let params = [("key", key.as_str())];
    let code = "publication.key_changed";
    notifications::leave_for_all(ctx, tx, &people, NotificationKind::Jobs, code, &params, KEY_PAGE).await
}
