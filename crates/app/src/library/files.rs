//! Files: modules and media at their paths, in the state that is read.

mod located;

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::id::{ChangeRequestId, CsdbId, ManualId, ObjectId, SnapshotId, VersionId};
use domain::page::{Page, PageRequest};
use domain::path::{FilePath, ManualPath};
use domain::permission::Permission;
use domain::resolution::Rank;
use domain::snapshot::Reading;
use domain::text::fold;
use domain::version::{Reference, ReferenceKind};
use store::Tx;
use store::manuals::ManualFilter;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::referrer::Referrer;
use crate::library::manuals;
use crate::library::revisions;

pub use domain::file::File;
pub(crate) use located::{LocatedFile, at_path, lock_manual, object_at, writable};
pub use store::files::{FileFilter, FileScope, FileSort};
pub use store::references::ReferenceEnd;

/// Limit of referrers in one answer; a business rules module is named by every other.
const MAX_REFERRERS: u64 = 500;

/// The files of the manual at a path.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    filter: &FileFilter,
    reading: &Reading,
    page: PageRequest,
) -> Result<Page<File>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    match revisions::read(&mut tx, &manual, reading).await? {
        Some(snapshot) => Ok(store::files::list(&mut tx, snapshot.id, filter, page).await?),
        None => Ok(Page { items: Vec::new(), total: 0, request: page }),
    }
}

/// All files of the manual at a path that pass, for a list that is taken away; and the name of the manual.
pub async fn list_all(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    filter: &FileFilter,
    reading: &Reading,
) -> Result<(String, Vec<File>), Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let name = manual.name.to_string();
    let Some(snapshot) = revisions::read(&mut tx, &manual, reading).await? else { return Ok((name, Vec::new())) };
    Ok((name, store::files::list_all(&mut tx, snapshot.id, filter).await?))
}

/// The file at a path.
pub async fn find(ctx: &Ctx, caller: &Caller, path: &FilePath, reading: &Reading) -> Result<File, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(at_path(&mut caller.read(ctx).await?, path, reading).await?.file)
}

/// A version of a file, and the OEM revisions that hold it.
#[derive(Debug, Clone)]
pub struct HeldVersion {
    pub file: File,
    pub revisions: Vec<i64>,
    /// The versions it was made from.
    pub based_on: Vec<VersionId>,
    /// The change request that it was checked in under, and its number.
    pub change_request: Option<(ChangeRequestId, u64)>,
}

/// All versions of the file at a path, newest first.
pub async fn versions(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<Vec<HeldVersion>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let (object, _) = object_at(&mut tx, path).await?;
    let files = store::files::list_versions(&mut tx, object).await?;
    if files.is_empty() {
        return Err(Error::NotFound(Missing::File));
    }
    let mut held: HashMap<VersionId, Vec<i64>> = HashMap::new();
    for (version, number) in store::files::list_revision_numbers(&mut tx, object).await? {
        held.entry(version).or_default().push(number);
    }
    let mut parents = store::versions::list_parents(&mut tx, object).await?;
    let mut requests: HashMap<VersionId, (ChangeRequestId, u64)> = HashMap::new();
    for (version, id, number) in store::change_requests::list_of_versions(&mut tx, object).await? {
        requests.insert(version, (id, number));
    }
    let with_revisions = |file: File| {
        let revisions = held.remove(&file.version_id).unwrap_or_default();
        let based_on = parents.remove(&file.version_id).unwrap_or_default();
        let change_request = requests.remove(&file.version_id);
        HeldVersion { file, revisions, based_on, change_request }
    };
    Ok(files.into_iter().map(with_revisions).collect())
}

/// References of a file in both directions.
#[derive(Debug, Clone)]
pub struct References {
    pub to: Vec<(Reference, Option<File>)>,
    /// The first 500 of them.
    pub from: Vec<Referrer>,
    pub from_total: u64,
}

/// Referrers of a code in these snapshots, then those in waiting ones, up to a limit; and their total.
pub(crate) async fn referrers(
    tx: &mut Tx,
    code: &str,
    snapshots: &[SnapshotId],
    waiting: &[SnapshotId],
    limit: u64,
) -> Result<(Vec<Referrer>, u64), Error> {
    let (now, mut total) = store::references::list_counted_referrers(tx, code, snapshots, limit).await?;
    let objects: HashSet<ObjectId> = now.iter().map(|(_, end)| end.object_id).collect();
    let mut found: Vec<Referrer> = now.into_iter().map(|(kind, end)| Referrer { kind, end, waits_in: None }).collect();
    if !waiting.is_empty() {
        let all = [snapshots, waiting].concat();
        total = store::references::count_referrers(tx, &[fold(code)], &all).await?.into_values().sum();
        let later = store::references::list_referrers(tx, code, waiting, limit).await?;
        let later = later.into_iter().filter(|(_, end)| !objects.contains(&end.object_id));
        found.extend(later.map(|(kind, end)| Referrer { kind, waits_in: Some(end.snapshot_id), end }));
        found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    }
    Ok((found, total))
}

/// The references of the file at a path, in both directions.
pub async fn references(ctx: &Ctx, caller: &Caller, path: &FilePath, reading: &Reading) -> Result<References, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let found = at_path(&mut tx, path, reading).await?;
    let own = found.manual.as_ref().map(|(_, snapshot)| snapshot.id);
    let snapshots = readable(&mut tx, &found, reading).await?;
    let named = store::references::list(&mut tx, found.file.version_id).await?;
    let to = targets(&mut tx, &found.file, own, &snapshots, named).await?;
    let code = &found.file.object.identity.code;
    let csdb_name = found.file.csdb_name();
    let waiting = if reading.is_worked_on() {
        store::snapshots::list_adoptable_in(&mut tx, csdb_name).await?
    } else {
        Vec::new()
    };
    let (from, from_total) = referrers(&mut tx, code, &snapshots, &waiting, MAX_REFERRERS).await?;
    Ok(References { to, from, from_total })
}

/// The alternates of the container at a path.
pub async fn alternates(ctx: &Ctx, caller: &Caller, path: &FilePath, reading: &Reading) -> Result<Vec<File>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let found = at_path(&mut tx, path, reading).await?;
    let Some((_, snapshot)) = &found.manual else { return Err(Error::NotFound(Missing::File)) };
    let mut offered = store::references::list(&mut tx, found.file.version_id).await?;
    offered.retain(|reference| reference.kind == ReferenceKind::Alternate);
    let held = targets(&mut tx, &found.file, Some(snapshot.id), &[snapshot.id], offered).await?;
    Ok(held.into_iter().filter_map(|(_, file)| file).collect())
}

/// The snapshots in which references of a file are looked for: its own, and the same lane of its neighbours.
async fn readable(tx: &mut Tx, found: &LocatedFile, reading: &Reading) -> Result<Vec<SnapshotId>, Error> {
    let own = found.manual.as_ref().map(|(manual, snapshot)| (&manual.id, snapshot.id));
    snapshots_beside(tx, found.file.csdb_name(), own, reading).await
}

/// A state of one manual, which comes first, and the same lane of the other manuals of its database.
pub(crate) async fn snapshots_beside(
    tx: &mut Tx,
    csdb_name: &str,
    own: Option<(&ManualId, SnapshotId)>,
    reading: &Reading,
) -> Result<Vec<SnapshotId>, Error> {
    let filter = ManualFilter { csdb_name: csdb_name.to_owned(), ..ManualFilter::default() };
    let neighbours = store::manuals::list(tx, &filter).await?;
    let mut snapshots: Vec<SnapshotId> = own.map(|(_, snapshot)| snapshot).into_iter().collect();
    for manual in neighbours.iter().filter(|manual| own.is_none_or(|(id, _)| *id != manual.id)) {
        snapshots.extend(revisions::in_lane(tx, manual, reading).await?);
    }
    Ok(snapshots)
}

/// The files of some codes in some snapshots, from which references find the one they mean.
#[derive(Debug, Default)]
pub(crate) struct NamedFiles(HashMap<String, Vec<(SnapshotId, File)>>);

impl NamedFiles {
    /// Reads the files of a database that have one of these folded codes.
    pub(crate) async fn read(
        tx: &mut Tx,
        csdb: &CsdbId,
        snapshots: &[SnapshotId],
        codes_folded: impl Iterator<Item = String>,
    ) -> Result<Self, Error> {
        let codes: Vec<String> = codes_folded.collect::<BTreeSet<_>>().into_iter().collect();
        let mut named: HashMap<String, Vec<(SnapshotId, File)>> = HashMap::new();
        for found in store::files::list_by_codes(tx, csdb, snapshots, &codes).await? {
            named.entry(fold(&found.1.object.identity.code)).or_default().push(found);
        }
        Ok(Self(named))
    }

    /// All of them, each with its snapshot.
    pub(crate) fn into_all(self) -> impl Iterator<Item = (SnapshotId, File)> {
        self.0.into_values().flatten()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &File> {
        self.0.values().flatten().map(|(_, file)| file)
    }

    /// The file that a reference from `file` to a code means; `own` is the snapshot that is read.
    pub(crate) fn nearest(
        &self,
        file: &File,
        own: Option<SnapshotId>,
        code: &str,
        language: Option<&str>,
    ) -> Option<&File> {
        self.nearest_by(file, own, code, language, |_| Some(()))
    }

    /// The same, with an order of candidates that are equally near; it leaves out those without a place in it.
    pub(crate) fn nearest_by<K: Ord>(
        &self,
        file: &File,
        own: Option<SnapshotId>,
        code: &str,
        language: Option<&str>,
        order: impl Fn(&File) -> Option<K>,
    ) -> Option<&File> {
        let from = &file.object.identity.language;
        let ranked = self.0.get(&fold(code))?.iter().filter_map(|(snapshot, target)| {
            let rank = Rank::new(Some(*snapshot) == own, &target.object.identity.language, language, from);
            Some(((rank, order(target)?), target))
        });
        ranked.min_by(|(one, _), (other, _)| one.cmp(other)).map(|(_, target)| target)
    }
}

/// The file that each of these references of a file means, where there is one.
pub(crate) async fn targets(
    tx: &mut Tx,
    file: &File,
    own: Option<SnapshotId>,
    snapshots: &[SnapshotId],
    references: Vec<Reference>,
) -> Result<Vec<(Reference, Option<File>)>, Error> {
    let codes = references.iter().filter(|one| !one.external).map(|one| fold(&one.target));
    let named = NamedFiles::read(tx, &file.object.csdb_id, snapshots, codes).await?;
    let with_target = |reference: Reference| {
        let is_inside = !reference.external;
        let target = is_inside.then(|| named.nearest(file, own, &reference.target, reference.language.as_deref()));
        let target = target.flatten().cloned();
        (reference, target)
    };
    Ok(references.into_iter().map(with_target).collect())
}
