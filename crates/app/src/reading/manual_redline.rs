//! The redline of a whole manual: which modules differ between two of its states, in the order of the contents.

use std::collections::{BTreeMap, HashSet};

use domain::id::{ObjectId, SnapshotId, TocNodeId, VersionId};
use domain::manual::Manual;
use domain::package::Difference;
use domain::page::{Page, PageRequest};
use domain::path::{self, FilePath, ManualPath};
use domain::permission::Permission;
use domain::snapshot::Reading;
use store::Tx;
use store::snapshots::ChangedObject;
use store::viewed_changes::VersionChange;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::library::{files, manuals, revisions};

/// A module that differs between two states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedModule {
    pub path: String,
    pub title: String,
    pub difference: Difference,
    pub old: Option<VersionId>,
    pub new: Option<VersionId>,
    /// Its entry in the contents of the new state, or of the old one where the new one has none.
    pub entry: Option<TocNodeId>,
    pub is_viewed: bool,
}

/// A section of the contents with changed modules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedSection {
    pub id: TocNodeId,
    pub parent: Option<TocNodeId>,
    pub title: String,
    /// Changed modules inside, those of its own sections included.
    pub count: usize,
    pub viewed: usize,
}

/// The changes that are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ModuleChangeFilter {
    pub difference: Option<Difference>,
    /// Modules in this section.
    pub section: Option<TocNodeId>,
    pub viewed: Option<bool>,
}

/// The number of changed modules, by what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ModuleChangeCounts {
    pub new: usize,
    pub changed: usize,
    pub removed: usize,
    pub viewed: usize,
}

/// The modules that differ between two states of a manual.
#[derive(Debug, Clone)]
pub struct ManualRedline {
    pub manual: Manual,
    /// The snapshots that are compared, the old one first.
    pub states: [SnapshotId; 2],
    pub modules: Page<ChangedModule>,
    pub counts: ModuleChangeCounts,
    /// In the order of the contents.
    pub sections: Vec<ChangedSection>,
}

/// Lists the modules that differ between two states of the manual at a path.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    states: [Reading; 2],
    filter: &ModuleChangeFilter,
    page: PageRequest,
) -> Result<ManualRedline, Error> {
    let mut redline = read(ctx, caller, path, states, filter).await?;
    let (first, size) = (usize::try_from(page.offset()).unwrap_or(usize::MAX), page.size() as usize);
    redline.modules.request = page;
    redline.modules.items = redline.modules.items.into_iter().skip(first).take(size).collect();
    Ok(redline)
}

/// All of them on one page, for an export.
pub async fn read(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    states: [Reading; 2],
    filter: &ModuleChangeFilter,
) -> Result<ManualRedline, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let states = [snapshot(&mut tx, &manual, &states[0]).await?, snapshot(&mut tx, &manual, &states[1]).await?];
    let mut changed = store::snapshots::list_changed(&mut tx, states[0], states[1]).await?;
    changed.retain(|object| object.kind.is_module());
    let objects: Vec<ObjectId> = changed.iter().map(|object| object.object_id).collect();
    let viewed: HashSet<VersionChange> =
        store::viewed_changes::list(&mut tx, &caller.user.id, &objects).await?.into_iter().collect();
    let mut entries = store::toc::find_first_of(&mut tx, states[0], &objects).await?;
    entries.extend(store::toc::find_first_of(&mut tx, states[1], &objects).await?);
    let places: Vec<TocNodeId> = entries.values().copied().collect();
    let around = store::toc::list_sections(&mut tx, &places).await?;
    drop(tx);

    let module = |object: ChangedObject| ChangedModule {
        is_viewed: viewed.contains(&VersionChange { object_id: object.object_id, old: object.old, new: object.new }),
        entry: entries.get(&object.object_id).copied(),
        path: path::of_object(manual.csdb_name.as_str(), Some(manual.name.as_str()), &object.key),
        difference: difference(&object),
        title: [object.tech_name, object.info_name].join(" - ").trim_matches([' ', '-']).to_owned(),
        old: object.old,
        new: object.new,
    };
    let mut modules: Vec<ChangedModule> = changed.into_iter().map(module).collect();
    // Modules outside of the contents come last, by their codes.
    modules.sort_by(|one, two| {
        let key = |module: &ChangedModule| (module.entry.is_none(), module.entry);
        key(one).cmp(&key(two)).then_with(|| one.path.cmp(&two.path))
    });
    let parent = |id: &TocNodeId| around.get(id).and_then(|section| section.parent_id);
    let above = |entry: Option<TocNodeId>| {
        std::iter::successors(entry.as_ref().and_then(parent), parent).collect::<Vec<TocNodeId>>()
    };
    let mut counts = ModuleChangeCounts::default();
    let mut sections: BTreeMap<TocNodeId, (usize, usize)> = BTreeMap::new();
    for module in &modules {
        counts.add(module);
        for section in above(module.entry) {
            let own = sections.entry(section).or_default();
            *own = (own.0 + 1, own.1 + usize::from(module.is_viewed));
        }
    }
    modules.retain(|module| filter.holds(module, || above(module.entry)));
    let section = |(id, (count, viewed)): (TocNodeId, (usize, usize))| {
        let own = around.get(&id);
        let title = own.map(|own| own.title.clone()).unwrap_or_default();
        ChangedSection { id, parent: own.and_then(|own| own.parent_id), title, count, viewed }
    };
    let request = PageRequest::parse(1, PageRequest::MAX_SIZE).ok_or(Error::NotFound(Missing::Revision))?;
    Ok(ManualRedline {
        states,
        counts,
        sections: sections.into_iter().map(section).collect(),
        modules: Page { total: modules.len() as u64, items: modules, request },
        manual,
    })
}

async fn snapshot(tx: &mut Tx, manual: &Manual, reading: &Reading) -> Result<SnapshotId, Error> {
    let found = revisions::read(tx, manual, reading).await?;
    found.map(|snapshot| snapshot.id).ok_or(Error::NotFound(Missing::Revision))
}

fn difference(object: &ChangedObject) -> Difference {
    match (object.old, object.new) {
        (None, _) => Difference::New,
        (_, None) => Difference::Removed,
        _ => Difference::Changed,
    }
}

impl ModuleChangeCounts {
    fn add(&mut self, module: &ChangedModule) {
        match module.difference {
            Difference::New => self.new += 1,
            Difference::Removed => self.removed += 1,
            Difference::Changed | Difference::Unchanged => self.changed += 1,
        }
        self.viewed += usize::from(module.is_viewed);
    }
}

impl ModuleChangeFilter {
    fn holds(&self, module: &ChangedModule, above: impl FnOnce() -> Vec<TocNodeId>) -> bool {
        self.difference.is_none_or(|wanted| wanted == module.difference)
            && self.viewed.is_none_or(|wanted| wanted == module.is_viewed)
            && self.section.is_none_or(|wanted| above().contains(&wanted))
    }
}

/// Ticks the change of a module from one version to another as viewed by the caller, or takes the tick off.
pub async fn set_viewed(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    [old, new]: [Option<VersionId>; 2],
    is_viewed: bool,
) -> Result<(), Error> {
    caller.require_person(Permission::ReadContent)?;
    let mut tx = caller.begin(ctx).await?;
    let (object_id, _) = files::object_at(&mut tx, path).await?;
    for version in [old, new].into_iter().flatten() {
        let found = store::files::find_version(&mut tx, object_id, version).await?;
        found.ok_or(Error::NotFound(Missing::File))?;
    }
    let change = VersionChange { object_id, old, new };
    if is_viewed {
        store::viewed_changes::insert(&mut tx, &caller.user.id, change, ctx.clock.now()).await?;
    } else {
        store::viewed_changes::delete(&mut tx, &caller.user.id, change).await?;
    }
    Ok(tx.commit().await?)
}
