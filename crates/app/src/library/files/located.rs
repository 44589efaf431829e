//! The file at a path.

use domain::access::AccessLevel;
use domain::file::File;
use domain::id::{ManualId, ObjectId};
use domain::manual::Manual;
use domain::path::{FilePath, ManualPath, MediaPath};
use domain::snapshot::{Reading, Snapshot};
use domain::text::fold;
use store::Tx;
use store::objects::ObjectOwner;

use crate::core::caller::Caller;
use crate::core::error::{Error, FileError, Missing};
use crate::library::files::snapshots_beside;
use crate::library::revisions;

/// A file, the manual it is of, and the snapshot it was read from.
pub(crate) struct LocatedFile {
    pub(crate) file: File,
    pub(crate) manual: Option<(Manual, Snapshot)>,
}

impl LocatedFile {
    /// Refuses unless the caller of the transaction has this level at the path of the file.
    pub(crate) fn require(&self, tx: &Tx, path: &FilePath, level: AccessLevel) -> Result<(), Error> {
        match &self.manual {
            Some((manual, _)) => Caller::require_in_manual(tx, level, manual),
            None => Caller::require_in_csdb(tx, level, path.csdb()),
        }
    }
}

/// Finds the file at a path.
pub(crate) async fn at_path(tx: &mut Tx, path: &FilePath, reading: &Reading) -> Result<LocatedFile, Error> {
    let missing = || Error::NotFound(Missing::File);
    let (object, manual) = object_at(tx, path).await?;
    let Some(manual) = manual else {
        let file = match reading.as_of {
            Some(_) => media_at(tx, path, object, reading).await?,
            None => store::files::find_media(tx, object).await?,
        };
        return Ok(LocatedFile { file: file.ok_or_else(missing)?, manual: None });
    };
    let snapshot = revisions::read(tx, &manual, reading).await?.ok_or_else(missing)?;
    let file = store::files::find(tx, snapshot.id, object).await?.ok_or_else(missing)?;
    Ok(LocatedFile { file, manual: Some((manual, snapshot)) })
}

/// The newest version of media that a manual of their database contained at the moment that is read.
async fn media_at(tx: &mut Tx, path: &FilePath, object: ObjectId, reading: &Reading) -> Result<Option<File>, Error> {
    let mut newest: Option<File> = None;
    for snapshot in snapshots_beside(tx, path.csdb().as_str(), None, reading).await? {
        let found = store::files::find(tx, snapshot, object).await?;
        newest = found.into_iter().chain(newest).max_by_key(|file| file.version_id);
    }
    Ok(newest)
}

/// Finds the file at a path for a caller who changes it: in the working lane, and with this level where it is.
pub(crate) async fn writable(tx: &mut Tx, path: &FilePath, level: AccessLevel) -> Result<LocatedFile, Error> {
    let located = at_path(tx, path, &Reading::default()).await?;
    located.require(tx, path, level)?;
    Ok(located)
}

/// The object at a path, whatever its versions.
pub(crate) async fn object_at(tx: &mut Tx, path: &FilePath) -> Result<(ObjectId, Option<Manual>), Error> {
    let missing = || Error::NotFound(Missing::File);
    match path {
        FilePath::Object { manual: ManualPath { csdb, manual }, key_folded } => {
            let manual = store::manuals::find_by_name(tx, csdb, manual).await?.ok_or_else(missing)?;
            let home = ObjectOwner { csdb: &manual.csdb_id, manual: Some(&manual.id) };
            let found = store::objects::find_many(tx, home, std::slice::from_ref(key_folded)).await?;
            let object = found.get(key_folded).copied().ok_or_else(missing)?;
            Ok((object, Some(manual)))
        }
        FilePath::Media(MediaPath { csdb, file }) => {
            let csdb = store::csdbs::find_by_name(tx, csdb).await?.ok_or_else(missing)?.csdb;
            let key = fold(file.as_str());
            let home = ObjectOwner { csdb: &csdb.id, manual: None };
            let found = store::objects::find_many(tx, home, std::slice::from_ref(&key)).await?;
            Ok((found.get(&key).copied().ok_or_else(missing)?, None))
        }
    }
}

/// Locks the manual of a path before the first change: whoever waits for it has taken no numbers yet.
pub(crate) async fn lock_manual(tx: &mut Tx, path: &FilePath) -> Result<ManualId, Error> {
    let (_, manual) = object_at(tx, path).await?;
    let manual = manual.ok_or(FileError::NotText)?.id;
    store::manuals::lock(tx, &manual).await?;
    Ok(manual)
}
