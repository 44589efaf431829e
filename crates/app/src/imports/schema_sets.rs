//! Schema sets: what XML is held against. They are the specification's and not ours, so an administrator installs them.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use domain::change::Actor;
use domain::finding::Finding;
use domain::permission::Permission;
use s1000d::xsd::{self, SchemaSet, Schemas};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

pub use store::schema_sets::StoredSchemaSet;

/// Every installed set, by issue.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<StoredSchemaSet>, Error> {
    caller.require(Permission::ManageSystem)?;
    Ok(store::schema_sets::list(&mut caller.read(ctx).await?).await?)
}

/// Refuses who may not install or try schemas, before any byte of them is read.
pub fn may_install(caller: &Caller) -> Result<(), Error> {
    caller.require(Permission::ManageSystem)
}

/// Installs the set in `zip` when its schemas can be used; only then is an older one of the same issue replaced.
pub async fn install(ctx: &Ctx, caller: &Caller, zip: Bytes) -> Result<StoredSchemaSet, Error> {
    caller.require(Permission::ManageSystem)?;
    install_as(ctx, &caller.actor(), zip).await
}

async fn install_as(ctx: &Ctx, actor: &Actor, zip: Bytes) -> Result<StoredSchemaSet, Error> {
    let size = i64::try_from(zip.len()).unwrap_or(i64::MAX);
    let bytes = zip.clone();
    let verified = tokio::task::spawn_blocking(move || {
        let set = SchemaSet::open(&bytes)?;
        let schemas = set.verify()?;
        Ok((set, schemas))
    });
    let (set, schemas) = verified.await?.map_err(Error::SchemaSet)?;
    let installed = StoredSchemaSet {
        issue: set.issue().to_owned(),
        blob: ctx.blobs.put(zip).await?,
        size,
        files: i64::try_from(set.file_count()).unwrap_or(i64::MAX),
        schemas: Some(schemas),
        installed_by: actor.as_str().to_owned(),
        installed_on: ctx.clock.now(),
    };
    let mut tx = ctx.db.begin().await?;
    store::schema_sets::insert(&mut tx, &installed).await?;
    let mut change = ctx.change(actor, "schema_set.installed", "schema_set", &installed.issue);
    change.detail.push(("files".to_owned(), installed.files.to_string()));
    tx.record(change);
    tx.commit().await?;
    tracing::info!(schema_set.issue = installed.issue, "Installed the schemas of issue {}", installed.issue);
    Ok(installed)
}

/// Removes the set of an issue.
pub async fn delete(ctx: &Ctx, caller: &Caller, issue: &str) -> Result<(), Error> {
    caller.require(Permission::ManageSystem)?;
    let mut tx = caller.begin(ctx).await?;
    if !store::schema_sets::delete(&mut tx, issue).await? {
        return Err(Error::NotFound(Missing::SchemaSet));
    }
    tx.record(ctx.change(&caller.actor(), "schema_set.removed", "schema_set", issue));
    Ok(tx.commit().await?)
}

/// Holds one XML file against the installed sets.
pub async fn check(ctx: &Ctx, caller: &Caller, xml: Bytes) -> Result<Vec<Finding>, Error> {
    caller.require(Permission::ManageSystem)?;
    let schemas = load(ctx).await?;
    Ok(tokio::task::spawn_blocking(move || xsd::check(&schemas, &xml)).await?)
}

/// The installed sets, read and ready; each is read once as long as it is in use.
pub(crate) async fn load(ctx: &Ctx) -> Result<Schemas, Error> {
    let installed = store::schema_sets::list(&mut ctx.db.read().await?).await?;
    let mut sets = Vec::with_capacity(installed.len());
    for one in &installed {
        sets.push(match ctx.schemas.find(&one.blob, ctx.clock.now()) {
            Some(set) => set,
            None => read(ctx, one).await?,
        });
    }
    ctx.schemas.keep_only(&installed);
    Ok(Schemas::new(sets).with_valid(Arc::clone(&ctx.valid_documents)))
}

async fn read(ctx: &Ctx, installed: &StoredSchemaSet) -> Result<Arc<SchemaSet>, Error> {
    let zip = ctx.blobs.read(&installed.blob).await?.ok_or(Error::NotFound(Missing::SchemaSet))?;
    let set = tokio::task::spawn_blocking(move || SchemaSet::open(&zip)).await?.map_err(Error::SchemaSet)?;
    let set = Arc::new(set);
    ctx.schemas.put(installed.blob.clone(), Arc::clone(&set), ctx.clock.now());
    Ok(set)
}

/// Installs the ZIP files in `folder` that are not installed yet; logs a warning for a file that is no schema set.
pub async fn install_dropped(ctx: &Ctx, folder: &Path) -> Result<(), Error> {
    let Ok(mut entries) = tokio::fs::read_dir(folder).await else { return Ok(()) };
    while let Some(entry) = entries.next_entry().await.map_err(Error::work_folder)? {
        let path = entry.path();
        if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip")) {
            continue;
        }
        let zip = match tokio::fs::read(&path).await {
            Ok(zip) => Bytes::from(zip),
            Err(why) => {
                tracing::warn!(error = %why, "{} cannot be read", path.display());
                continue;
            }
        };
        let bytes = zip.clone();
        let set = match tokio::task::spawn_blocking(move || SchemaSet::open(&bytes)).await? {
            Ok(set) => set,
            Err(why) => {
                tracing::warn!(error = %why, "{} is no schema set", path.display());
                continue;
            }
        };
        let installed = store::schema_sets::list(&mut ctx.db.read().await?).await?;
        // A set that an administrator installed since then stays.
        if installed.iter().any(|one| one.issue == set.issue()) {
            continue;
        }
        match install_as(ctx, &Actor::System, zip).await {
            Err(Error::SchemaSet(why)) => tracing::warn!(error = %why, "{} is not installed", path.display()),
            other => drop(other?),
        }
    }
    Ok(())
}

/// Compiles the sets that were installed before installation did so, for the list of schemas that can be used.
pub async fn compile_unchecked(ctx: &Ctx) -> Result<(), Error> {
    let installed = store::schema_sets::list(&mut ctx.db.read().await?).await?;
    for one in installed.into_iter().filter(|one| one.schemas.is_none()) {
        let set = read(ctx, &one).await?;
        let states = tokio::task::spawn_blocking(move || set.states()).await?;
        let faulty = states.iter().filter(|state| state.fault.is_some()).count();
        let mut tx = ctx.db.begin().await?;
        store::schema_sets::update_schemas(&mut tx, &one.blob, &states).await?;
        tx.commit().await?;
        if faulty > 0 {
            tracing::warn!(
                schema_set.issue = one.issue,
                schema_set.faulty = faulty,
                "{faulty} schemas of issue {} cannot be used",
                one.issue
            );
        }
    }
    Ok(())
}
