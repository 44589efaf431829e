//! Audit packs: signed archives of collections as they were at a moment. `MakeAuditPack` makes one.
//!
//! `gathering` reads the state batch by batch, `quoting` finds the texts that references led to, `lists` writes the tables
//! into files of the work folder, `archive` puts everything into one archive with its signed manifest.

mod archive;
mod failures;
mod gathering;
mod job;
mod lists;
mod quoting;

use bytes::Bytes;
use chrono::{DateTime, SecondsFormat, Utc};
use domain::compliance::{AuditPack, MAX_PACK_COLLECTIONS};
use domain::field::FieldCode;
use domain::id::{AuditPackId, ComplianceCollectionId};
use domain::job::{Parameter, Parameters};
use domain::language::Locale;
use domain::permission::Permission;
use domain::snapshot::is_future;
use futures::{Stream, TryStreamExt};
use store::audit_packs::StoredPack;
use store::compliance::DatedCounts;

use super::located::{self, record};
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::jobs;

pub(crate) use job::MakeAuditPack;

/// The choice of a person who wants a pack.
#[derive(Debug, Clone)]
pub struct PackChoice {
    pub collections: Vec<ComplianceCollectionId>,
    pub as_of: DateTime<Utc>,
}

/// The content of a pack from one collection.
#[derive(Debug, Clone)]
pub struct PackedCollection {
    pub id: ComplianceCollectionId,
    pub name: String,
    pub counts: DatedCounts,
}

/// The packs with a collection that the caller may have, newest first.
pub async fn list(ctx: &Ctx, caller: &Caller, collection: &ComplianceCollectionId) -> Result<Vec<AuditPack>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    located::collection(&mut tx, collection).await?;
    Ok(store::audit_packs::list_of(&mut tx, collection).await?)
}

fn check(ctx: &Ctx, choice: &PackChoice) -> Result<(), Error> {
    if choice.collections.is_empty() {
        return Err(Error::field("collectionIds", FieldCode::Required));
    }
    if choice.collections.len() > MAX_PACK_COLLECTIONS {
        return Err(Error::field("collectionIds", FieldCode::TooMany));
    }
    if is_future(choice.as_of, ctx.clock.now()) {
        return Err(Error::field("asOf", FieldCode::Future));
    }
    Ok(())
}

/// The content that a pack would have.
pub async fn preview(ctx: &Ctx, caller: &Caller, choice: &PackChoice) -> Result<Vec<PackedCollection>, Error> {
    caller.require(Permission::EditCompliance)?;
    check(ctx, choice)?;
    let mut tx = caller.read(ctx).await?;
    let mut found = Vec::with_capacity(choice.collections.len());
    for id in &choice.collections {
        let collection = located::collection(&mut tx, id).await?;
        let counts = store::compliance::count_at(&mut tx, id, choice.as_of).await?;
        found.push(PackedCollection { id: collection.id, name: collection.details.name, counts });
    }
    Ok(found)
}

/// Asks for a pack; a job makes it.
pub async fn create(ctx: &Ctx, caller: &Caller, choice: PackChoice, locale: Locale) -> Result<jobs::Job, Error> {
    caller.require(Permission::EditCompliance)?;
    check(ctx, &choice)?;
    // The clock of another machine may be ahead of ours.
    let as_of = choice.as_of.min(ctx.clock.now());
    let ids = choice.collections.into_iter().map(|id| id.0).collect();
    let parameters = [
        ("collectionIds".to_owned(), Parameter::List(ids)),
        ("asOf".to_owned(), Parameter::Text(as_of.to_rfc3339_opts(SecondsFormat::Millis, true))),
        ("language".to_owned(), Parameter::Text(locale.as_str().to_owned())),
    ];
    jobs::create(ctx, caller, job::NAME, Parameters(parameters.into())).await
}

/// A pack that the caller may read.
pub async fn find(ctx: &Ctx, caller: &Caller, id: &AuditPackId) -> Result<StoredPack, Error> {
    caller.require(Permission::ReadContent)?;
    let found = store::audit_packs::find(&mut caller.read(ctx).await?, id).await?;
    found.ok_or(Error::NotFound(Missing::Artifact))
}

/// A pack with its bytes.
pub async fn file(
    ctx: &Ctx,
    caller: &Caller,
    id: &AuditPackId,
) -> Result<(AuditPack, impl Stream<Item = Result<Bytes, Error>> + Send + use<>), Error> {
    let found = find(ctx, caller, id).await?;
    let size = found.pack.size;
    let stream = ctx.blobs.stream(&found.blob, size, 0..size).await?.ok_or(Error::NotFound(Missing::Artifact))?;
    Ok((found.pack, stream.map_err(Error::from)))
}

/// Deletes a pack.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &AuditPackId) -> Result<(), Error> {
    caller.require_person(Permission::DeleteLibrary)?;
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let found = store::audit_packs::find(&mut tx, id).await?.ok_or(Error::NotFound(Missing::Artifact))?;
    if !store::audit_packs::delete(&mut tx, id).await? {
        return Err(Error::NotFound(Missing::Artifact));
    }
    record(ctx, &mut tx, caller, "audit_pack.deleted", &found.pack.file_name, &[]);
    tx.commit().await?;
    tracing::info!(pack.id = %id, "Deleted the audit pack {}", found.pack.file_name);
    Ok(())
}
