//! Installed BREX data modules: the default BREX of an issue, and others that no package contains. They hold in all
//! databases, below the BREX data modules of a database itself.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use domain::change::Actor;
use domain::permission::Permission;
use s1000d::brex::{Brex, BrexChecker, BrexError};
use s1000d::guard;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

pub use store::brexes::InstalledBrex;

/// Bytes of the largest file in the folder of the installation; the API has the same limit.
pub const MAX_XML: usize = 16 << 20;

/// Every installed BREX, default ones first.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<InstalledBrex>, Error> {
    caller.require(Permission::ManageSystem)?;
    Ok(store::brexes::list(&mut caller.read(ctx).await?).await?)
}

/// Refuses who may not install a BREX, before any byte of it is read.
pub fn may_install(caller: &Caller) -> Result<(), Error> {
    caller.require(Permission::ManageSystem)
}

/// Installs a BREX data module; one of the same code is replaced.
pub async fn install(ctx: &Ctx, caller: &Caller, xml: Bytes) -> Result<InstalledBrex, Error> {
    caller.require(Permission::ManageSystem)?;
    install_as(ctx, &caller.actor(), xml).await
}

async fn install_as(ctx: &Ctx, actor: &Actor, xml: Bytes) -> Result<InstalledBrex, Error> {
    let size = i64::try_from(xml.len()).unwrap_or(i64::MAX);
    let bytes = xml.clone();
    let read = tokio::task::spawn_blocking(move || {
        let brex = Arc::new(read(&bytes)?);
        let unjudged = BrexChecker::of(vec![Arc::clone(&brex)]).unjudged().len();
        Ok::<_, BrexError>((brex, unjudged))
    });
    let (brex, unjudged) = read.await?.map_err(Error::Brex)?;
    let installed = InstalledBrex {
        name: brex.name(),
        title: brex.title.clone(),
        issue: brex.version.issue.map(|issue| issue.to_string()).unwrap_or_default(),
        schema_issue: brex.schema_issue.clone().unwrap_or_default(),
        is_default: brex.is_default(),
        blob: ctx.blobs.put(xml).await?,
        size,
        rules: i64::try_from(brex.rule_count()).unwrap_or(i64::MAX),
        unjudged: i64::try_from(unjudged).unwrap_or(i64::MAX),
        installed_by: actor.as_str().to_owned(),
        installed_on: ctx.clock.now(),
    };
    let mut tx = ctx.db.begin().await?;
    store::brexes::insert(&mut tx, &installed).await?;
    let mut change = ctx.change(actor, "brex.installed", "brex", &installed.name);
    change.detail.push(("issue".to_owned(), installed.issue.clone()));
    tx.record(change);
    tx.commit().await?;
    tracing::info!(brex.name = installed.name, "Installed the BREX {}", installed.name);
    Ok(installed)
}

/// Reads a file as BREX.
pub(crate) fn read(bytes: &[u8]) -> Result<Brex, BrexError> {
    guard::check(bytes).map_err(BrexError::from).and_then(|checked| Brex::read(&checked))
}

/// Removes an installed BREX.
pub async fn delete(ctx: &Ctx, caller: &Caller, name: &str) -> Result<(), Error> {
    caller.require(Permission::ManageSystem)?;
    let mut tx = caller.begin(ctx).await?;
    let installed = store::brexes::find(&mut tx, name).await?.ok_or(Error::NotFound(Missing::Brex))?;
    if !store::brexes::delete(&mut tx, name).await? {
        return Err(Error::NotFound(Missing::Brex));
    }
    tx.record(ctx.change(&caller.actor(), "brex.removed", "brex", &installed.name));
    Ok(tx.commit().await?)
}

/// Installs the XML files in `folder` whose codes are not installed yet; logs a warning for each file that is no BREX or
/// cannot be installed.
pub async fn install_dropped(ctx: &Ctx, folder: &Path) -> Result<(), Error> {
    let Ok(mut entries) = tokio::fs::read_dir(folder).await else { return Ok(()) };
    while let Some(entry) = entries.next_entry().await.map_err(Error::work_folder)? {
        let path = entry.path();
        if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml")) {
            continue;
        }
        if let Err(why) = install_file(ctx, &path).await {
            tracing::warn!(error = %why, "{} cannot be installed", path.display());
        }
    }
    Ok(())
}

async fn install_file(ctx: &Ctx, path: &Path) -> Result<(), Error> {
    let size = tokio::fs::metadata(path).await.map_err(Error::work_folder)?.len();
    if size > MAX_XML as u64 {
        tracing::warn!("{} is too large for a BREX", path.display());
        return Ok(());
    }
    let xml = Bytes::from(tokio::fs::read(path).await.map_err(Error::work_folder)?);
    let bytes = xml.clone();
    let read = tokio::task::spawn_blocking(move || read(&bytes)).await?;
    let brex = match read {
        Ok(brex) => brex,
        Err(why) => {
            tracing::warn!(error = %why, "{} is no BREX", path.display());
            return Ok(());
        }
    };
    let (name, issue) = (brex.name(), brex.version.issue.map(|issue| issue.to_string()).unwrap_or_default());
    // A BREX that an administrator installed since then stays.
    let installed = store::brexes::find(&mut ctx.db.read().await?, &name).await?;
    match installed {
        None => install_as(ctx, &Actor::System, xml).await.map(drop),
        Some(installed) if installed.issue != issue => {
            tracing::info!("{} is not installed: issue {} of {name} is", path.display(), installed.issue);
            Ok(())
        }
        Some(_) => Ok(()),
    }
}
