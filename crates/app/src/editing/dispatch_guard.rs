//! The guard of minimum equipment lists: what an item allows beyond the item of the master list, and what nobody can
//! tell without reading both.
//!
//! The master item is that of the last imported OEM revision, confirmed or not: a more restrictive MMEL must be
//! followed. The guard fails closed: what cannot be read or compared needs the same override as what allows more.

mod excesses;

use domain::access::AccessLevel;
use domain::dispatch::{DISPATCH_ITEM, DispatchWarningKind, MasterVersions};
use domain::file::File;
use domain::finding::{Finding, Severity};
use domain::id::{UserId, VersionId};
use domain::path::FilePath;
use store::Tx;

use self::excesses::{ComparedItem, MasterText};
use crate::core::access::read_for;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing};
use crate::editing::dispatch_masters::{self, MasterFiles};
use crate::editing::source;

pub use self::excesses::LineExcess;
pub use domain::dispatch::DispatchOverride;

/// A version of an item that was compared with the item of the master list.
#[derive(Debug, Clone)]
pub struct GuardedItem {
    pub version: VersionId,
    /// The item of the master list in all its languages; empty when no master list has it.
    pub masters: Vec<GuardMaster>,
    /// Points that it allows beyond the master list, or leaves to be judged.
    pub excesses: Vec<LineExcess>,
    /// The override for these versions.
    pub overridden: Option<DispatchOverride>,
}

/// A version of an item of the master list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuardMaster {
    pub version: VersionId,
    /// `None` for an item that the caller may not see.
    pub path: Option<String>,
    /// As in `en-US`.
    pub language: String,
}

impl GuardedItem {
    /// It allows more than the master list or has to be judged, and nobody has overridden that.
    pub fn is_blocked(&self) -> bool {
        !self.excesses.is_empty() && self.overridden.is_none()
    }

    /// The caller can read everything that the item was compared with.
    pub fn is_seen(&self) -> bool {
        self.masters.iter().all(|master| master.path.is_some())
    }

    pub fn master_versions(&self) -> MasterVersions {
        MasterVersions::new(self.masters.iter().map(|master| master.version))
    }

    /// Its excesses as findings. What allows more blocks unless it is overridden.
    pub fn findings(&self) -> Vec<Finding> {
        let severity = |one: &LineExcess| match one.kind {
            DispatchWarningKind::LessRestrictive if self.overridden.is_none() => Severity::Block,
            _ => Severity::Warn,
        };
        self.excesses.iter().map(|one| one.finding(severity(one))).collect()
    }
}

/// In whose name items are read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum GuardReader<'a> {
    Caller(&'a Caller),
    /// The user of a job; without one it sees everything.
    User(Option<&'a UserId>),
}

impl GuardReader<'_> {
    pub(crate) async fn read(self, ctx: &Ctx) -> Result<Tx, Error> {
        match self {
            Self::Caller(caller) => caller.read(ctx).await,
            Self::User(user) => read_for(ctx, user).await,
        }
    }
}

/// Compares a version of the file at a path with the master list. `None` when neither is an item.
pub(crate) async fn of_file(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    file: &File,
) -> Result<Option<GuardedItem>, Error> {
    guarded(ctx, GuardReader::Caller(caller), path, file).await
}

/// The same for any reader.
pub(crate) async fn guarded(
    ctx: &Ctx,
    reader: GuardReader<'_>,
    path: &FilePath,
    file: &File,
) -> Result<Option<GuardedItem>, Error> {
    if !file.object.identity.kind.is_module() {
        return Ok(None);
    }
    let own = text_of(ctx, file).await?;
    let Some((masters, excesses)) = compared(ctx, reader, path, file, own).await? else { return Ok(None) };
    let mut item = GuardedItem { version: file.version_id, masters, excesses, overridden: None };
    let versions = item.master_versions();
    let mut tx = reader.read(ctx).await?;
    let given = store::dispatch_overrides::list_of_object(&mut tx, file.object.id).await?;
    item.overridden = given.into_iter().find(|one| one.version == file.version_id && one.masters == versions);
    Ok(Some(item))
}

/// The findings about a text of a file that is edited: warnings, because an item is blocked only when it is released.
pub(crate) async fn of_text(ctx: &Ctx, caller: &Caller, file: &File, text: &str) -> Result<Vec<Finding>, Error> {
    let Some(path) = FilePath::parse(&file.path).filter(|_| is_item(file) || text.contains(DISPATCH_ITEM)) else {
        return Ok(Vec::new());
    };
    let found = compared(ctx, GuardReader::Caller(caller), &path, file, Some(text.to_owned())).await?;
    let excesses = found.map(|(_, excesses)| excesses).unwrap_or_default();
    Ok(excesses.iter().map(|one| one.finding(Severity::Warn)).collect())
}

fn is_item(file: &File) -> bool {
    file.version.metadata.content_type == DISPATCH_ITEM
}

/// Compares a text of a file, which may be unreadable, with all languages of the master item.
async fn compared(
    ctx: &Ctx,
    reader: GuardReader<'_>,
    path: &FilePath,
    file: &File,
    own: Option<String>,
) -> Result<Option<(Vec<GuardMaster>, Vec<LineExcess>)>, Error> {
    let has_item = is_item(file) || own.as_ref().is_some_and(|text| text.contains(DISPATCH_ITEM));
    let mut tx = reader.read(ctx).await?;
    let found = masters(&mut tx, path, file, has_item).await?;
    let is_named = is_item(file) || found.all().any(is_item);
    if !is_named && !has_item {
        return Ok(None);
    }
    let guarded = |master: &File| GuardMaster {
        version: master.version_id,
        path: may_see(&tx, master).then(|| master.path.clone()),
        language: master.object.identity.language.clone(),
    };
    let guarded: Vec<GuardMaster> = found.all().map(guarded).collect();
    let is_seen = guarded.iter().all(|master| master.path.is_some());
    drop(tx);
    let mut texts = Vec::new();
    for (master, how) in found.compared_in(&file.object.identity.language) {
        let text = text_of(ctx, master).await?;
        let status = status_of(ctx, master, text.as_ref()).await?;
        texts.push(MasterText { text, status, texts: how, is_seen });
    }
    let own_status = status_of(ctx, file, own.as_ref()).await?;
    let item = ComparedItem {
        own,
        own_status,
        is_named,
        masters: texts,
        is_withdrawn: found.is_withdrawn(),
        has_master: !found.is_empty(),
    };
    let excesses = tokio::task::spawn_blocking(move || item.excesses()).await?;
    Ok(excesses.map(|excesses| (guarded, excesses)))
}

/// The item of the master list. One that the caller may not see guards all the same.
async fn masters(tx: &mut Tx, path: &FilePath, file: &File, has_item: bool) -> Result<MasterFiles, Error> {
    let sight = tx.lift_limit();
    let found = dispatch_masters::find(tx, path, file, has_item).await;
    tx.limit_again(sight);
    found
}

fn may_see(tx: &Tx, file: &File) -> bool {
    tx.sight().level_in(file.folder()) >= AccessLevel::Read
}

/// The text of a version; `None` for one that is lost or cannot be read.
async fn text_of(ctx: &Ctx, file: &File) -> Result<Option<String>, Error> {
    match source::read(ctx, file).await {
        Ok(source) => Ok(Some(source.text().to_owned())),
        Err(Error::File(FileError::Unreadable(_) | FileError::NotText) | Error::NotFound(Missing::File)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The text that has the status of a version: a file of its own, or the text of the module.
async fn status_of(ctx: &Ctx, file: &File, text: Option<&String>) -> Result<Option<String>, Error> {
    match source::read_status(ctx, file).await {
        Ok(Some(source)) => Ok(Some(source.text().to_owned())),
        Ok(None) => Ok(text.cloned()),
        Err(Error::File(FileError::Unreadable(_) | FileError::NotText) | Error::NotFound(Missing::File)) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_override_makes_warnings_of_what_blocks() {
        let given = DispatchOverride {
            version: VersionId(1),
            masters: MasterVersions::new([VersionId(7)]),
            reason: "Agreed".to_owned(),
            approved_by: "ada".to_owned(),
            approved_on: chrono::DateTime::UNIX_EPOCH,
        };
        let excess =
            |kind| LineExcess { label: "A".to_owned(), text_line: 3, code: "category", value: "B".to_owned(), kind };
        let less = GuardedItem {
            version: VersionId(1),
            masters: vec![GuardMaster { version: VersionId(7), path: None, language: "en-US".to_owned() }],
            excesses: vec![excess(DispatchWarningKind::LessRestrictive)],
            overridden: None,
        };
        let judged = GuardedItem { excesses: vec![excess(DispatchWarningKind::ToBeJudged)], ..less.clone() };
        assert!(less.is_blocked() && judged.is_blocked() && !less.is_seen());
        assert_eq!(less.findings()[0].severity, Severity::Block);
        assert_eq!(judged.findings()[0].severity, Severity::Warn, "a check names it; the release refuses it");
        let allowed = GuardedItem { overridden: Some(given), ..less };
        assert!(!allowed.is_blocked());
        assert_eq!(allowed.findings()[0].severity, Severity::Warn);
    }
}
