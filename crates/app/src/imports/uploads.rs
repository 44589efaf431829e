//! Resumable uploads.
//!
//! A file comes as a stream and is kept in parts. What a row counts as received
//! is on disk: after a lost connection, or a killed program, the client asks how
//! far it came and goes on from there.

mod assemble;
mod receiver;

use chrono::{DateTime, TimeDelta, Utc};
use domain::field::FieldCode;
use domain::id::UploadId;
use domain::permission::Permission;
use domain::upload::{self, PackageName, PackageNameError, Upload};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, UploadError};

pub use assemble::{Assembled, assemble};
pub use receiver::{Progress, UploadReceiver};

/// Limit of unfinished uploads of one user.
const MAX_UNFINISHED: u64 = 10;
/// An unfinished upload that nothing was added to for so long makes room for another of the same person: a page that
/// was closed cannot go on with it.
const IDLE_AFTER: TimeDelta = TimeDelta::minutes(30);
/// An unfinished upload that nothing is added to is forgotten after this.
const ABANDONED_AFTER: TimeDelta = TimeDelta::hours(24);

/// A file that a client is about to send.
#[derive(Debug, Clone, Default)]
pub struct NewUpload {
    /// A UUID of the client's own, so that it can ask for the upload when it got no answer.
    pub id: Option<String>,
    pub name: String,
    pub media_type: Option<String>,
    /// Size in bytes, if the client knows it.
    pub size: Option<u64>,
}

/// Begins to take a file in.
pub async fn begin(ctx: &Ctx, caller: &Caller, new: NewUpload) -> Result<UploadReceiver, Error> {
    caller.require(Permission::ImportPackages)?;
    let name = PackageName::parse(&new.name).map_err(|refusal| match refusal {
        PackageNameError::NotZip => Error::Upload(UploadError::NotZip),
        PackageNameError::Invalid(code) => Error::field("name", code),
    })?;
    let id = match new.id {
        Some(text) => upload::parse_id(&text).ok_or_else(|| Error::field("Upload-Id", FieldCode::UnknownValue))?,
        None => UploadId(ctx.ids.next()),
    };
    let size = new.size.map(|size| size.min(i64::MAX.unsigned_abs()).cast_signed());
    if size.is_some_and(|size| size > ctx.settings.max_upload) {
        return Err(UploadError::TooLarge.into());
    }
    let place = ctx.upload_slots.take(&caller.user.id)?;
    sweep(ctx).await?;
    let now = ctx.clock.now();
    let upload = Upload {
        id,
        name: name.as_str().to_owned(),
        media_type: upload::media_type(new.media_type.as_deref()),
        size,
        received: 0,
        sha256: None,
        created_by: caller.user.id.clone(),
        created_on: now,
        updated_on: now,
    };
    let mut tx = caller.begin(ctx).await?;
    let replaced = make_room(&mut tx, caller, now).await?;
    if !store::uploads::insert(&mut tx, &upload).await? {
        return Err(UploadError::Exists.into());
    }
    tx.commit().await?;
    if let Some(id) = replaced {
        ctx.blobs.delete_parts(&id).await?;
    }
    Ok(UploadReceiver::new(ctx, caller, upload, place))
}

/// Gives up the caller's oldest idle upload when they have too many; refuses when they go on with all of them.
async fn make_room(tx: &mut Tx, caller: &Caller, now: DateTime<Utc>) -> Result<Option<UploadId>, Error> {
    let user = &caller.user.id;
    if store::uploads::count_unfinished(tx, user).await? < MAX_UNFINISHED {
        return Ok(None);
    }
    let idle =
        store::uploads::find_idle(tx, user, now - IDLE_AFTER).await?.ok_or(Error::Upload(UploadError::TooMany))?;
    store::uploads::delete(tx, &idle).await?;
    Ok(Some(idle))
}

/// Goes on with an upload that [`read`] gave, at `offset`.
pub fn resume(ctx: &Ctx, caller: &Caller, upload: Upload, offset: u64) -> Result<UploadReceiver, Error> {
    if u64::try_from(upload.received) != Ok(offset) {
        return Err(UploadError::Offset.into());
    }
    let place = ctx.upload_slots.take(&caller.user.id)?;
    Ok(UploadReceiver::new(ctx, caller, upload, place))
}

/// An upload of the caller's, as far as it has come.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &UploadId) -> Result<Upload, Error> {
    caller.require(Permission::ImportPackages)?;
    own(&mut caller.read(ctx).await?, caller, id).await
}

/// Gives up an unfinished upload of the caller's.
pub async fn cancel(ctx: &Ctx, caller: &Caller, id: &UploadId) -> Result<(), Error> {
    caller.require(Permission::ImportPackages)?;
    let mut tx = caller.begin(ctx).await?;
    if own(&mut tx, caller, id).await?.is_complete() {
        return Err(UploadError::Complete.into());
    }
    store::uploads::delete(&mut tx, id).await?;
    tx.commit().await?;
    Ok(ctx.blobs.delete_parts(id).await?)
}

/// Deletes abandoned uploads.
pub async fn sweep(ctx: &Ctx) -> Result<(), Error> {
    let before = ctx.clock.now() - ABANDONED_AFTER;
    let abandoned = store::uploads::list_abandoned(&mut ctx.db.read().await?, before).await?;
    for id in abandoned {
        let mut tx = ctx.db.begin().await?;
        store::uploads::delete(&mut tx, &id).await?;
        tx.commit().await?;
        ctx.blobs.delete_parts(&id).await?;
        tracing::info!(upload.id = %id, "Forgot the unfinished upload {id}");
    }
    Ok(())
}

/// Finds an upload of the caller; those of other users are not found.
async fn own(tx: &mut Tx, caller: &Caller, id: &UploadId) -> Result<Upload, Error> {
    let found = store::uploads::find(tx, id).await?;
    found.filter(|upload| upload.created_by == caller.user.id).ok_or(Error::NotFound(Missing::Upload))
}
