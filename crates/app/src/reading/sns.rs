//! The numbering system and the information codes, as everybody reads them.

use std::collections::BTreeMap;

use domain::path::ManualPath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::sns::{self, CodeTitle};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::manuals;
use crate::library::revisions;

/// The systems of an air vehicle.
pub fn chapters(caller: &Caller) -> Result<Vec<CodeTitle>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(sns::systems().collect())
}

/// A system of a manual: its code, what the standard calls it, and how many modules of the manual are of it.
#[derive(Debug, Clone)]
pub struct SnsSystem {
    pub code: String,
    /// Projects have systems of their own too.
    pub named: Option<CodeTitle>,
    pub modules: u64,
}

/// The systems that the modules of the manual at a path are of.
pub async fn of_manual(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    reading: &Reading,
) -> Result<Vec<SnsSystem>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let Some(snapshot) = revisions::read(&mut tx, &manual, reading).await? else { return Ok(Vec::new()) };
    let keys = store::files::list_module_keys(&mut tx, snapshot.id).await?;
    let mut counts = BTreeMap::new();
    for system in keys.iter().map(|key| search::chapter(key)).filter(|system| !system.is_empty()) {
        *counts.entry(system.to_uppercase()).or_default() += 1;
    }
    let filled = |(code, modules): (String, u64)| SnsSystem { named: sns::chapter(&code), code, modules };
    Ok(counts.into_iter().map(filled).collect())
}

/// The subsystems of a system; none when there is no such system.
pub fn subchapters(caller: &Caller, chapter: &str) -> Result<Vec<CodeTitle>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(sns::subsystems(chapter).collect())
}

/// The subsystems of a subsystem.
pub fn subsubchapters(caller: &Caller, chapter: &str, subchapter: &str) -> Result<Vec<CodeTitle>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(sns::subsubsystems(chapter, subchapter).collect())
}

/// The information codes of data modules.
pub fn info_codes(caller: &Caller) -> Result<Vec<CodeTitle>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(sns::info_codes().collect())
}
