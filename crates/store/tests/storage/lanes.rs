//! Random histories of a manual, compared with a model that copies every snapshot as a whole.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::manual::Manual;
use domain::object::{ObjectIdentity, ObjectKind};
use domain::snapshot::Decision;
use domain::version::ReferenceKind;
use store::indexing::SnapshotMember;
use store::{StoreError, Tx, indexing, manuals, references, snapshots};
use testkit::database::TestDatabase;

use crate::given::at;
use testkit::library::{empty_manual, identity, import, module, new_snapshot, picture, reference};

testkit::on_each_database!(lanes_hold_what_a_copy_of_each_snapshot_would_hold);

const SEEDS: u64 = 10;
const STEPS: usize = 14;
const MODULES: usize = 4;
const PICTURES: usize = 3;

/// Version and mark of each object.
type Entries = BTreeMap<ObjectId, (VersionId, bool)>;

/// A sequence of numbers that depends on the seed alone.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % limit
    }
}

struct History {
    manual: Manual,
    identities: HashMap<ObjectId, ObjectIdentity>,
    /// The codes that each version references.
    references: HashMap<VersionId, Vec<String>>,
    snapshots: BTreeMap<SnapshotId, Entries>,
    oem: Option<SnapshotId>,
    working: Option<SnapshotId>,
    own_versions: usize,
    /// The base of each own change.
    bases: BTreeMap<SnapshotId, SnapshotId>,
}

async fn members(tx: &mut Tx, snapshot: SnapshotId) -> Result<BTreeSet<SnapshotMember>, StoreError> {
    let members = indexing::list_members(tx, snapshot, ObjectId(0), 1_000).await?;
    Ok(members.into_iter().map(|(_, member)| member).collect())
}

fn all_identities() -> Vec<ObjectIdentity> {
    let english = (0..MODULES).map(|number| module(&format!("DMC-{number}")));
    let chinese = (0..MODULES).map(|number| ObjectIdentity {
        key: format!("DMC-{number}_zh-CN"),
        language: "zh-CN".to_owned(),
        ..module(&format!("DMC-{number}"))
    });
    let pictures = (0..PICTURES).map(|number| picture(&format!("ICN-{number}.PNG")));
    let list = ObjectIdentity { language: String::new(), ..identity(ObjectKind::Dml, "DML-1") };
    english.chain(chinese).chain(pictures).chain([list]).collect()
}

impl History {
    /// Adds a version of an object whose references follow from the issue.
    async fn version(
        &mut self,
        tx: &mut Tx,
        one: &ObjectIdentity,
        issue: usize,
    ) -> Result<(ObjectId, VersionId), StoreError> {
        let made = import(tx, &self.manual, &format!("{issue:03}"), std::slice::from_ref(one)).await?[0];
        self.identities.insert(made.0, one.clone());
        if one.kind == ObjectKind::DataModule {
            let number: usize = one.code[4..].parse().unwrap_or_default();
            let named = [format!("DMC-{}", (number + issue) % MODULES), format!("ICN-{}", number * issue % PICTURES)];
            let written =
                [reference(ReferenceKind::DataModule, &named[0]), reference(ReferenceKind::Illustration, &named[1])];
            references::insert_many(tx, &[(made.1, &written)]).await?;
            self.references.insert(made.1, named.to_vec());
        }
        Ok(made)
    }

    fn is_referenced(&self, entries: &Entries, object: ObjectId) -> bool {
        let code = &self.identities[&object].code;
        entries.iter().any(|(other, (version, _))| {
            *other != object && self.references.get(version).is_some_and(|codes| codes.contains(code))
        })
    }

    /// The entries of a revision that brings `delivered` after the present one.
    fn revision(&self, delivered: &BTreeMap<ObjectId, VersionId>, complete: bool) -> Entries {
        let before = self.oem.map(|id| self.snapshots[&id].clone()).unwrap_or_default();
        let language = |object: &ObjectId| self.identities[object].language.clone();
        let languages: BTreeSet<String> = delivered.keys().map(language).collect();
        let is_media = |object: &ObjectId| self.identities[object].kind == ObjectKind::Icn;
        let mut entries: Entries = delivered.iter().map(|(object, version)| (*object, (*version, false))).collect();
        for (object, entry) in &before {
            let language = language(object);
            let stays = !complete || (!is_media(object) && !language.is_empty() && !languages.contains(&language));
            if stays {
                entries.entry(*object).or_insert(*entry);
            }
        }
        let used: Vec<_> = before.iter().filter(|(object, _)| is_media(object)).collect();
        let others: Entries = entries
            .iter()
            .filter(|(object, _)| !language(object).is_empty() && !languages.contains(&language(object)))
            .map(|(object, entry)| (*object, *entry))
            .collect();
        let used: Vec<_> = used.into_iter().filter(|(object, _)| self.is_referenced(&others, **object)).collect();
        for (object, entry) in used {
            entries.entry(*object).or_insert(*entry);
        }
        let marks: Vec<bool> = entries.keys().map(|object| self.is_referenced(&entries, *object)).collect();
        entries.iter_mut().zip(marks).for_each(|((_, entry), mark)| entry.1 = mark);
        entries
    }

    /// Whether the new entries only add languages to the working lane.
    fn only_adds_languages(&self, new: &Entries) -> bool {
        let Some(before) = self.working.filter(|_| self.working == self.oem).map(|id| &self.snapshots[&id]) else {
            return false;
        };
        let language = |object: &ObjectId| self.identities[object].language.as_str();
        let touched = before.iter().any(|(object, (version, _))| match new.get(object) {
            Some((kept, _)) => kept != version,
            None => !language(object).is_empty(),
        });
        let known: BTreeSet<&str> = before.keys().map(language).collect();
        let mut added = new.keys().filter(|object| !before.contains_key(object) && !language(object).is_empty());
        !touched && added.clone().next().is_some() && added.all(|object| !known.contains(language(object)))
    }

    async fn import(&mut self, tx: &mut Tx, dice: &mut Dice) -> Result<(), StoreError> {
        for left in snapshots::list_building(tx, &self.manual.id).await? {
            while snapshots::delete_building(tx, left, 3).await? {}
        }
        let (complete, wholly) = (dice.below(2) == 0, dice.below(3) == 0);
        let only = [None, Some("en-US"), Some("zh-CN")][dice.below(3)];
        let mut delivered = BTreeMap::new();
        for one in all_identities() {
            let spoken = only.is_none_or(|only| one.language == only || one.language.is_empty());
            if spoken && (wholly || dice.below(3) > 0) {
                let (object, version) = self.version(tx, &one, 1 + dice.below(4) / 3).await?;
                delivered.insert(object, version);
            }
        }
        let new = snapshots::insert(tx, &new_snapshot(&self.manual, "package")).await?;
        let versions: Vec<VersionId> = delivered.values().copied().collect();
        for some in versions.chunks(5) {
            snapshots::deliver(tx, new, some).await?;
            // A worker that is asked twice writes nothing twice.
            snapshots::deliver(tx, new, some).await?;
        }
        if complete {
            self.remove_missing(tx, new, &delivered).await?;
        }
        let mut after = Some(ObjectId(0));
        while let Some(from) = after {
            after = snapshots::mark_referenced(tx, new, from, 3).await?;
        }
        if dice.below(4) == 0 {
            if dice.below(2) == 0 {
                while snapshots::delete_building(tx, new, 4).await? {}
            }
            return Ok(());
        }
        let entries = self.revision(&delivered, complete);
        let joins = self.only_adds_languages(&entries);
        if let Some(working) = self.working.filter(|_| self.working == self.oem) {
            assert_eq!(snapshots::only_adds_languages(tx, working, new).await?, joins);
        }
        assert!(snapshots::publish(tx, new, Some(Decision::Confirmed), at(2)).await?);
        assert!(manuals::update_oem_lane(tx, &self.manual.id, new, at(3)).await?);
        if joins {
            snapshots::adopt(tx, new).await?;
            assert!(manuals::update_working_lane(tx, &self.manual.id, new).await?);
        }
        self.oem = Some(new);
        self.working = if joins { Some(new) } else { self.working.or(Some(new)) };
        self.snapshots.insert(new, entries);
        Ok(())
    }

    async fn remove_missing(
        &self,
        tx: &mut Tx,
        new: SnapshotId,
        delivered: &BTreeMap<ObjectId, VersionId>,
    ) -> Result<(), StoreError> {
        let languages: BTreeSet<String> =
            delivered.keys().map(|object| self.identities[object].language.clone()).collect();
        let languages: Vec<String> = languages.into_iter().filter(|language| !language.is_empty()).collect();
        let mut missing = snapshots::list_replaced(tx, new, &languages, ObjectId(0), 100).await?;
        missing.retain(|object| !delivered.contains_key(object));
        snapshots::remove(tx, new, &missing).await?;
        let mut unused = snapshots::list_replaced_media(tx, new, &languages, ObjectId(0), 100).await?;
        unused.retain(|object| !delivered.contains_key(object));
        snapshots::remove(tx, new, &unused).await
    }

    async fn change(&mut self, tx: &mut Tx, dice: &mut Dice) -> Result<(), StoreError> {
        let Some(base) = self.working else { return Ok(()) };
        let all = all_identities();
        let one = &all[dice.below(all.len())];
        self.own_versions += 1;
        // Sometimes it is a version that the manufacturer delivered.
        let issue = if dice.below(3) == 0 { 1 + dice.below(2) } else { 100 + self.own_versions };
        let (object, version) = self.version(tx, one, issue).await?;
        manuals::lock(tx, &self.manual.id).await?;
        let mut entries = self.snapshots[&base].clone();
        if dice.below(3) == 0 {
            snapshots::remove_working(tx, &self.manual.id, object, "ann", at(4)).await?;
            entries.remove(&object);
        } else {
            snapshots::put_working(tx, &self.manual.id, object, version, "ann", at(4)).await?;
            entries.insert(object, (version, false));
            let mark = self.is_referenced(&entries, object);
            entries.insert(object, (version, mark));
        }
        let lanes = manuals::find(tx, &self.manual.id).await?.map(|manual| manual.lanes).unwrap_or_default();
        self.working = lanes.working;
        if let Some(change) = lanes.working.filter(|id| *id != base) {
            self.snapshots.insert(change, entries);
            self.bases.insert(change, base);
            assert_eq!(indexing::find_base(tx, change).await?, Some(base));
            self.check_member_changes(tx, change).await?;
        }
        Ok(())
    }

    /// The set of a snapshot can be derived from that of every snapshot it is based on.
    async fn check_member_changes(&self, tx: &mut Tx, change: SnapshotId) -> Result<(), StoreError> {
        let now = members(tx, change).await?;
        let mut base = self.bases.get(&change);
        while let Some(from) = base {
            let mut derived = members(tx, *from).await?;
            let changes = indexing::find_member_changes(tx, *from, change).await?;
            assert!(changes.removed.iter().all(|member| derived.remove(member)), "{from} {change}");
            assert!(changes.added.iter().all(|member| derived.insert(*member)), "{from} {change}");
            assert_eq!(derived, now, "{from} {change}");
            base = self.bases.get(from);
        }
        Ok(())
    }

    async fn check(&self, tx: &mut Tx) -> Result<(), StoreError> {
        for (id, entries) in &self.snapshots {
            let held = snapshots::list_objects(tx, *id, ObjectId(0), 1_000).await?;
            let found: Entries = held.iter().map(|one| (one.object_id, (one.version_id, one.referenced))).collect();
            assert_eq!((&found, held.len()), (entries, entries.len()), "snapshot {id}");
            let snapshot = snapshots::find(tx, *id).await?.unwrap_or_else(|| panic!("snapshot {id}"));
            let modules = entries.keys().filter(|object| self.identities[object].kind == ObjectKind::DataModule);
            let counts = (entries.len() as u64, modules.count() as u64);
            assert_eq!((snapshot.object_count, snapshot.module_count), counts, "snapshot {id}");
        }
        Ok(())
    }
}

async fn lanes_hold_what_a_copy_of_each_snapshot_would_hold(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    for seed in 0..SEEDS {
        let mut history = History {
            manual: manual.clone(),
            identities: HashMap::new(),
            references: HashMap::new(),
            snapshots: BTreeMap::new(),
            oem: None,
            working: None,
            own_versions: 0,
            bases: BTreeMap::new(),
        };
        // Never committed, so that the next history begins with an empty manual.
        let mut tx = db.begin().await?;
        let mut dice = Dice(seed);
        for _ in 0..STEPS {
            match dice.below(3) {
                0 => history.change(&mut tx, &mut dice).await?,
                _ => history.import(&mut tx, &mut dice).await?,
            }
            history.check(&mut tx).await?;
        }
    }
    Ok(())
}
