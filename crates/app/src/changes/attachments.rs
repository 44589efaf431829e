//! Files attached to change requests, such as a scanned bulletin.

use bytes::Bytes;
use chrono::TimeDelta;
use domain::access::AccessLevel;
use domain::change_request::{
    ChangeRequest, MAX_ATTACHED_PER_DAY, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS, RequestStatus, is_shown_as_written,
    may_describe,
};
use domain::field::FieldCode;
use domain::id::ChangeRequestId;
use domain::path::FileName;
use domain::permission::Permission;
use domain::subject::Subject;
use store::Tx;
use store::artifacts::Artifact;

use super::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error, Missing};
use crate::editing::change_requests::{find, record};

/// Downloads are never displayed, whatever they are.
const MEDIA_TYPE: &str = "application/octet-stream";

/// Refuses a file that may not be attached to a change request, before its bytes are read and stored.
pub async fn require(ctx: &Ctx, caller: &Caller, id: &ChangeRequestId, file_name: &str) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let name = parse_name(file_name)?;
    let mut tx = caller.read(ctx).await?;
    described(&mut tx, caller, id).await?;
    require_space(ctx, &mut tx, caller).await?;
    let files = store::artifacts::list(&mut tx, &Subject::from(id)).await?;
    let others = files.iter().filter(|file| file.file_name != name.as_str()).count();
    if others >= MAX_ATTACHMENTS { Err(ChangeRequestError::TooManyFiles.into()) } else { Ok(()) }
}

fn parse_name(file_name: &str) -> Result<FileName, Error> {
    let name = FileName::parse(file_name).filter(|name| is_shown_as_written(name.as_str()));
    name.ok_or_else(|| Error::field("fileName", FieldCode::Character))
}

/// Refuses a caller who changed too much in the last minute, or attached too many files in a day.
async fn require_space(ctx: &Ctx, tx: &mut Tx, caller: &Caller) -> Result<(), Error> {
    located::require_room(ctx, tx, caller).await?;
    let since = ctx.clock.now() - TimeDelta::days(1);
    let attached = store::change_requests::count_attached_since(tx, caller.user.account.as_str(), since).await?;
    if attached >= MAX_ATTACHED_PER_DAY { Err(ChangeRequestError::TooFast.into()) } else { Ok(()) }
}

/// Attaches a file; one of the same name is replaced.
pub async fn add(ctx: &Ctx, caller: &Caller, id: &ChangeRequestId, file_name: &str, bytes: Bytes) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let name = parse_name(file_name)?;
    if bytes.is_empty() || bytes.len() > MAX_ATTACHMENT_BYTES {
        let code = if bytes.is_empty() { FieldCode::Required } else { FieldCode::TooLong };
        return Err(Error::field("file", code));
    }
    let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    let blob = ctx.blobs.put(bytes).await?;
    let mut tx = caller.begin(ctx).await?;
    let request = described(&mut tx, caller, id).await?;
    require_space(ctx, &mut tx, caller).await?;
    // Another file that is attached at the same moment waits for this one.
    if !store::change_requests::touch(&mut tx, id, request.status, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let subject = Subject::from(id);
    let sha256 = blob.as_str().to_owned();
    let file = Artifact { file_name: name.as_str().to_owned(), blob, media_type: MEDIA_TYPE.to_owned(), size };
    store::artifacts::insert(&mut tx, &subject, &file).await?;
    if store::artifacts::list(&mut tx, &subject).await?.len() > MAX_ATTACHMENTS {
        return Err(ChangeRequestError::TooManyFiles.into());
    }
    let detail = [("file", name.as_str()), ("sha256", sha256.as_str())];
    record(ctx, &mut tx, caller, &request, "change_request.file_attached", &detail);
    Ok(tx.commit().await?)
}

/// An attached file with its bytes.
pub async fn read(
    ctx: &Ctx,
    caller: &Caller,
    id: &ChangeRequestId,
    file_name: &str,
) -> Result<(Artifact, Bytes), Error> {
    caller.require(Permission::ReadContent)?;
    let missing = || Error::NotFound(Missing::Artifact);
    let mut tx = caller.read(ctx).await?;
    find(&mut tx, id).await?;
    let file = store::artifacts::find(&mut tx, &Subject::from(id), file_name).await?.ok_or_else(missing)?;
    drop(tx);
    let bytes = ctx.blobs.read(&file.blob).await?.ok_or_else(missing)?;
    Ok((file, bytes))
}

/// Deletes an attached file.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &ChangeRequestId, file_name: &str) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let mut tx = caller.begin(ctx).await?;
    let request = described(&mut tx, caller, id).await?;
    located::require_room(ctx, &mut tx, caller).await?;
    if !store::change_requests::touch(&mut tx, id, request.status, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    if !store::artifacts::delete(&mut tx, &Subject::from(id), file_name).await? {
        return Err(Error::NotFound(Missing::Artifact));
    }
    record(ctx, &mut tx, caller, &request, "change_request.file_deleted", &[("file", file_name)]);
    Ok(tx.commit().await?)
}

/// A change request that the caller may describe: as its creator until it is opened, or as an author of the manual until
/// its work is reviewed.
async fn described(tx: &mut Tx, caller: &Caller, id: &ChangeRequestId) -> Result<ChangeRequest, Error> {
    let request = find(tx, id).await?;
    let is_asker = request.creator.id == caller.user.id && request.status == RequestStatus::NotOpen;
    let may = is_asker || located::level(tx, &request) >= AccessLevel::Author;
    if !may {
        return Err(Error::Forbidden);
    }
    if may_describe(request.status) { Ok(request) } else { Err(ChangeRequestError::Fixed.into()) }
}
