//! Finds the tables of a manual, and the ACT that a module names.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::id::{SnapshotId, VersionId};
use domain::object::ObjectKind;
use domain::text::fold;
use domain::version::ReferenceKind;
use store::Tx;

use super::{SetIndex, TableName};
use crate::core::contents_statements::StatementsKey;
use crate::core::error::Error;
use crate::library::files::File;
use crate::reading::viewer::LocatedModule;

const KINDS: [ObjectKind; 3] = [ObjectKind::Act, ObjectKind::Cct, ObjectKind::Pct];

/// The files of a manual's tables.
pub(in crate::reading::viewer) struct TableSources {
    pub(super) files: Vec<File>,
    /// The files of each ACT; empty unless there are several.
    pub(super) sets: Vec<SetFiles>,
    snapshot: Option<SnapshotId>,
}

pub(super) struct SetFiles {
    pub(super) name: TableName,
    pub(super) files: Vec<File>,
}

/// The tables beside a module; those of other manuals when its own has none.
pub(in crate::reading::viewer) async fn sources(tx: &mut Tx, opened: &LocatedModule) -> Result<TableSources, Error> {
    sources_in(tx, &opened.snapshots).await
}

/// The tables of the first of these states that has any.
pub(in crate::reading::viewer) async fn sources_in(
    tx: &mut Tx,
    snapshots: &[SnapshotId],
) -> Result<TableSources, Error> {
    let mut found = store::files::list_of_kinds(tx, snapshots, &KINDS).await?;
    let snapshot = snapshots.iter().find(|snapshot| found.iter().any(|(holder, _)| holder == *snapshot)).copied();
    found.retain(|(holder, _)| Some(*holder) == snapshot);
    let files: Vec<File> = found.into_iter().map(|(_, file)| file).collect();
    let sets = split(tx, &files).await?;
    Ok(TableSources { files, sets, snapshot })
}

fn folded_code(file: &File) -> String {
    fold(&file.object.identity.code)
}

/// The files of each ACT: itself, and the CCT and PCT that it leads to.
async fn split(tx: &mut Tx, files: &[File]) -> Result<Vec<SetFiles>, Error> {
    let mut acts: BTreeMap<String, &File> = BTreeMap::new();
    for file in files.iter().filter(|file| file.object.identity.kind == ObjectKind::Act) {
        acts.entry(folded_code(file)).or_insert(file);
    }
    if acts.len() < 2 {
        return Ok(Vec::new());
    }
    let links = TableLinks::read(tx, files).await?;
    let sets = acts.iter().map(|(act, file)| SetFiles {
        name: TableName { code: file.object.identity.code.clone(), title: file.version.metadata.title() },
        files: files.iter().filter(|file| links.belongs(&folded_code(file), act)).cloned().collect(),
    });
    Ok(sets.collect())
}

/// From the folded code of a table to those that it names.
struct TableLinks(HashMap<String, BTreeSet<(ReferenceKind, String)>>);

impl TableLinks {
    async fn read(tx: &mut Tx, files: &[File]) -> Result<Self, Error> {
        let codes: HashMap<VersionId, String> = files.iter().map(|file| (file.version_id, folded_code(file))).collect();
        let versions: Vec<VersionId> = codes.keys().copied().collect();
        let mut links: HashMap<String, BTreeSet<(ReferenceKind, String)>> = HashMap::new();
        for (version, kind, target) in store::references::list_tables(tx, &versions).await? {
            if let Some(code) = codes.get(&version) {
                links.entry(code.clone()).or_default().insert((kind, target));
            }
        }
        Ok(Self(links))
    }

    fn names(&self, from: &str, to: &str, kinds: &[ReferenceKind]) -> bool {
        self.0.get(from).is_some_and(|named| named.iter().any(|(kind, target)| kinds.contains(kind) && target == to))
    }

    /// A table that no ACT leads to belongs to the ACT that it names itself.
    fn belongs(&self, table: &str, act: &str) -> bool {
        const DOWN: [ReferenceKind; 2] = [ReferenceKind::Cct, ReferenceKind::Pct];
        if table == act || self.names(act, table, &DOWN) {
            return true;
        }
        let is_claimed = self.0.keys().any(|other| self.names(other, table, &DOWN));
        !is_claimed && self.names(table, act, &[ReferenceKind::Act])
    }
}

impl TableSources {
    /// The key of the statements of a state that uses these tables.
    pub(in crate::reading::viewer) fn key(&self, snapshot: SnapshotId) -> StatementsKey {
        let acts = self.sets.iter().map(|set| fold(&set.name.code)).collect();
        StatementsKey { snapshot, tables: self.snapshot, acts }
    }

    /// The set of the ACT that each module names, or its publication; those without one are left out.
    pub(in crate::reading::viewer) async fn of_modules(
        &self,
        tx: &mut Tx,
        modules: &[&File],
    ) -> Result<HashMap<VersionId, usize>, Error> {
        let modules: Vec<(VersionId, String)> =
            modules.iter().map(|module| (module.version_id, folded_code(module))).collect();
        self.of_versions(tx, &modules).await
    }

    /// The same for versions with their folded codes.
    pub(in crate::reading::viewer) async fn of_versions(
        &self,
        tx: &mut Tx,
        modules: &[(VersionId, String)],
    ) -> Result<HashMap<VersionId, usize>, Error> {
        if self.sets.is_empty() {
            return Ok(HashMap::new());
        }
        let versions: Vec<VersionId> = modules.iter().map(|(version, _)| *version).collect();
        let mut sets = self.named_by(tx, &versions).await?;
        let open: Vec<&(VersionId, String)> =
            modules.iter().filter(|(version, _)| !sets.contains_key(version)).collect();
        if !open.is_empty() {
            sets.extend(self.named_by_publications(tx, &open).await?);
        }
        Ok(sets)
    }

    /// The set of the one module.
    pub(in crate::reading::viewer) async fn of_module(&self, tx: &mut Tx, module: &File) -> Result<SetIndex, Error> {
        Ok(self.of_modules(tx, &[module]).await?.remove(&module.version_id))
    }

    /// The set that all publications name, for what the contents say.
    pub(in crate::reading::viewer) async fn of_contents(&self, tx: &mut Tx) -> Result<SetIndex, Error> {
        if self.sets.is_empty() {
            return Ok(None);
        }
        let named: BTreeSet<usize> = self.publications(tx).await?.into_values().collect();
        Ok(if named.len() == 1 { named.first().copied() } else { None })
    }

    async fn named_by(&self, tx: &mut Tx, versions: &[VersionId]) -> Result<HashMap<VersionId, usize>, Error> {
        let named = store::references::list_tables(tx, versions).await?;
        let acts = named.into_iter().filter(|(_, kind, _)| *kind == ReferenceKind::Act);
        let sets = acts.filter_map(|(version, _, target)| {
            let set = self.sets.iter().position(|set| fold(&set.name.code) == target)?;
            Some((version, set))
        });
        // The first one counts where a file names several.
        let mut found = HashMap::new();
        for (version, set) in sets {
            found.entry(version).or_insert(set);
        }
        Ok(found)
    }

    async fn publications(&self, tx: &mut Tx) -> Result<HashMap<VersionId, usize>, Error> {
        let snapshot: Vec<SnapshotId> = self.snapshot.into_iter().collect();
        let found = store::files::list_of_kinds(tx, &snapshot, &[ObjectKind::PublicationModule]).await?;
        let versions: Vec<VersionId> = found.into_iter().map(|(_, file)| file.version_id).collect();
        self.named_by(tx, &versions).await
    }

    async fn named_by_publications(
        &self,
        tx: &mut Tx,
        modules: &[&(VersionId, String)],
    ) -> Result<HashMap<VersionId, usize>, Error> {
        let publications = self.publications(tx).await?;
        let mut sets = HashMap::new();
        if publications.is_empty() {
            return Ok(sets);
        }
        let mut by_code: HashMap<&str, Vec<VersionId>> = HashMap::new();
        for (version, code) in modules {
            by_code.entry(code).or_default().push(*version);
        }
        // In the order of the versions: where publications name different tables, the same one counts every time.
        for (publication, set) in BTreeMap::from_iter(publications) {
            for reference in store::references::list(tx, publication).await? {
                for version in by_code.get(fold(&reference.target).as_str()).into_iter().flatten() {
                    sets.entry(*version).or_insert(set);
                }
            }
        }
        Ok(sets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(snapshot: i64, acts: &[&str]) -> TableSources {
        let set = |code: &&str| SetFiles {
            name: TableName { code: (*code).to_owned(), title: String::new() },
            files: Vec::new(),
        };
        TableSources { files: Vec::new(), sets: acts.iter().map(set).collect(), snapshot: Some(SnapshotId(snapshot)) }
    }

    /// A manual without tables of its own has those of the manuals beside it that its reader may read.
    #[test]
    fn statements_are_kept_apart_for_readers_with_other_tables() {
        let key = sources(1, &["ACT-1", "ACT-2"]).key(SnapshotId(7));
        assert_eq!(sources(1, &["act-1", "ACT-2"]).key(SnapshotId(7)), key);
        assert_ne!(sources(2, &["ACT-1", "ACT-2"]).key(SnapshotId(7)), key, "of another manual");
        assert_ne!(sources(1, &["ACT-2", "ACT-1"]).key(SnapshotId(7)), key, "at other positions");
        assert_ne!(sources(1, &["ACT-1", "ACT-2"]).key(SnapshotId(8)), key);
    }
}
