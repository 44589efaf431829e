//! The redline of a whole manual: which modules differ between two of its states, in the order of the contents.

mod contents;
mod places;
mod tails;
mod texts;
mod viewed;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use domain::field::FieldCode;
use domain::id::{ObjectId, SnapshotId, TocNodeId, VersionId};
use domain::manual::Manual;
use domain::object::ObjectKind;
use domain::package::Difference;
use domain::page::{Page, PageRequest};
use domain::path::{self, ManualPath};
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::version::VersionMetadata;
use s1000d::redline::ChangeFacts;
use store::Tx;
use store::snapshots::ChangedObject;
use store::viewed_changes::VersionChange;

use self::texts::VersionPair;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::manual_changes::{ManualChanges, ModulePlace, ModulePlaces, PictureChange};
use crate::library::{manuals, revisions};

pub use s1000d::publication::changes::{ContentsChange, ContentsChangeKind, ContentsChanges};
pub use viewed::{TickedChange, set_viewed};

/// A module that differs between two states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedModule {
    pub path: String,
    pub title: String,
    /// `Unchanged` where only pictures that it shows were replaced.
    pub difference: Difference,
    pub old: Option<VersionId>,
    pub new: Option<VersionId>,
    /// The replaced pictures of an unchanged module.
    pub pictures: Vec<PictureChange>,
    /// The innermost section around it.
    pub section: Option<TocNodeId>,
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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModuleChangeFilter {
    pub difference: Option<Difference>,
    /// Modules in this section.
    pub section: Option<TocNodeId>,
    pub viewed: Option<bool>,
    /// Modules in which readers see something new; `false`: whose status alone changed.
    pub content: Option<bool>,
    /// Modules in which readers see something new and all of it is marked; `false`: in which some of it is not.
    pub marked: Option<bool>,
    /// Modules with new marks on text that did not change, or without.
    pub needless_marks: Option<bool>,
    /// Changed modules with another applicability, or not. What is not known counts as another one.
    pub applicability: Option<bool>,
    /// Modules that apply, before or after the change, to the aircraft of this registration.
    pub aircraft: Option<String>,
    /// Modules behind the one with this path: a list that grows shorter by ticks is read on where it ended.
    pub after: Option<String>,
}

/// The number of changed modules, by what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ModuleChangeCounts {
    pub new: usize,
    pub changed: usize,
    pub removed: usize,
    /// Modules that are the same but for their pictures.
    pub pictures: usize,
    pub viewed: usize,
}

/// The modules that differ between two states of a manual, counted.
#[derive(Debug, Clone)]
pub struct ManualRedline {
    pub manual: Manual,
    /// The snapshots that are compared, the old one first.
    pub states: [SnapshotId; 2],
    pub counts: ModuleChangeCounts,
    /// In the order of the contents: the sections of all modules that the filter finds, whatever section is chosen and
    /// whether or not they were viewed.
    pub sections: Vec<ChangedSection>,
    /// The changes of the contents themselves, whatever the filter.
    pub contents: ContentsChanges,
}

/// One page of the modules that differ between two states of the manual at a path. The sections come with the first page.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    states: [Reading; 2],
    filter: &ModuleChangeFilter,
    request: PageRequest,
) -> Result<(ManualRedline, Page<ChangedModule>), Error> {
    let (mut redline, modules) = read(ctx, caller, path, states, filter).await?;
    if request.number() > 1 || filter.after.is_some() {
        redline.sections.clear();
        redline.contents = ContentsChanges::default();
    }
    let (first, size) = (usize::try_from(request.offset()).unwrap_or(usize::MAX), request.size() as usize);
    let total = modules.len() as u64;
    let items = modules.into_iter().skip(first).take(size).collect();
    Ok((redline, Page { items, total, request }))
}

/// The modules that differ between two states of the manual at a path, in the order of the contents.
pub async fn read(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    states: [Reading; 2],
    filter: &ModuleChangeFilter,
) -> Result<(ManualRedline, Vec<ChangedModule>), Error> {
    caller.require(Permission::ReadContent)?;
    let generation = ctx.generation(Some(&path.csdb)).await?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let states = [snapshot(&mut tx, &manual, &states[0]).await?, snapshot(&mut tx, &manual, &states[1]).await?];
    let changes = cached_changes(ctx, &mut tx, states, generation).await?;
    let places = &changes.places;
    let objects: Vec<ObjectId> = changes.modules.iter().map(|object| object.object_id).collect();
    let viewed: HashSet<VersionChange> =
        store::viewed_changes::list(&mut tx, &caller.user.id, &objects).await?.into_iter().collect();
    drop(tx);
    let mut modules = in_order(&manual, &changes, &viewed);
    let mut counts = ModuleChangeCounts::default();
    for (_, module) in &modules {
        counts.add(module);
    }
    if let Some(after) = &filter.after {
        let last = modules.iter().position(|(_, module)| module.path == *after);
        modules.drain(..=last.ok_or_else(|| Error::field("after", FieldCode::UnknownValue))?);
    }
    modules.retain(|(_, module)| filter.difference.is_none_or(|wanted| wanted == module.difference));
    let is_inside =
        |place: Option<ModulePlace>| filter.section.is_none_or(|wanted| places.above(place).contains(&wanted));
    // Of a large manual only the chosen section is compared.
    if modules.len() > texts::MOST_COMPARED {
        modules.retain(|(place, _)| is_inside(*place));
    }
    if let Some(registration) = &filter.aircraft {
        let left: HashSet<_> = modules.iter().map(|(_, module)| (module.old, module.new)).collect();
        let objects = changes.modules.iter().filter(|object| left.contains(&(object.old, object.new)));
        let objects: Vec<ObjectId> = objects.map(|object| object.object_id).collect();
        let concerned = tails::concerned(ctx, caller, &manual, states, &objects, registration).await?;
        let is_concerned =
            |module: &ChangedModule| [module.old, module.new].into_iter().flatten().any(|one| concerned.contains(&one));
        modules.retain(|(_, module)| is_concerned(module));
    }
    if filter.needs_texts() {
        let pairs: Vec<VersionPair> = modules.iter().filter_map(|(_, module)| module.pair()).collect();
        let facts = texts::compare(ctx, caller, &pairs).await?;
        modules.retain(|(_, module)| filter.suits(module.pair().and_then(|pair| facts.get(&pair).copied())));
    }
    // The sections count what the other filters leave, so that each can be chosen.
    let sections = count_sections(places, &modules);
    modules
        .retain(|(place, module)| is_inside(*place) && filter.viewed.is_none_or(|wanted| wanted == module.is_viewed));
    let modules = modules.into_iter().map(|(_, module)| module).collect();
    let contents = changes.contents.clone();
    Ok((ManualRedline { manual, states, counts, sections, contents }, modules))
}

/// A changed module with its place in the contents.
type PlacedModule = (Option<ModulePlace>, ChangedModule);

/// The modules in the order of the contents; those outside of them come last, by their codes.
fn in_order(manual: &Manual, changes: &ManualChanges, viewed: &HashSet<VersionChange>) -> Vec<PlacedModule> {
    let placed = |object: &ChangedObject| {
        let place = changes.places.of(object.object_id);
        let section = changes.places.above(place).first().copied();
        let pictures = changes.pictures.get(&object.object_id).cloned().unwrap_or_default();
        (place, ChangedModule { section, ..ChangedModule::new(manual, object, pictures, viewed) })
    };
    let mut modules: Vec<PlacedModule> = changes.modules.iter().map(placed).collect();
    modules.sort_by(|(one, first), (two, second)| {
        (one.is_none(), one).cmp(&(two.is_none(), two)).then_with(|| first.path.cmp(&second.path))
    });
    modules
}

async fn cached_changes(
    ctx: &Ctx,
    tx: &mut Tx,
    states: [SnapshotId; 2],
    generation: i64,
) -> Result<Arc<ManualChanges>, Error> {
    let key = (states, generation);
    if let Some(known) = ctx.manual_changes.0.get(&key) {
        return Ok(known);
    }
    let changes = find_changes(tx, states).await?;
    let weight = changes.weight();
    Ok(ctx.manual_changes.0.put(key, changes, weight))
}

/// The modules that two snapshots do not contain alike: in another version, or with other pictures.
async fn find_changes(tx: &mut Tx, [old, new]: [SnapshotId; 2]) -> Result<ManualChanges, Error> {
    let changed = store::snapshots::list_changed(tx, old, new).await?;
    let is_replaced = |one: &&ChangedObject| one.kind == ObjectKind::Icn && one.old.is_some() && one.new.is_some();
    let replaced: Vec<&ChangedObject> = changed.iter().filter(is_replaced).collect();
    let pictures: Vec<ObjectId> = replaced.iter().map(|one| one.object_id).collect();
    let mut modules: BTreeMap<ObjectId, ChangedObject> = BTreeMap::new();
    let illustrated = store::snapshots::list_referencing(tx, new, &pictures).await?;
    let mut pictures = viewed::pictures_of(&replaced, &illustrated);
    let illustrated = illustrated.into_iter().map(|(module, _)| module);
    // A module in another version is listed with both versions, whether or not it also shows other pictures.
    for object in illustrated.chain(changed.iter().cloned()).filter(|object| object.kind.is_module()) {
        modules.insert(object.object_id, object);
    }
    // The versions of a module in another version tell its change apart.
    pictures.retain(|id, _| modules.get(id).is_some_and(|module| module.old == module.new));
    let objects: Vec<ObjectId> = modules.keys().copied().collect();
    let places = places::read(tx, [old, new], &objects).await?;
    let contents = contents::read(tx, [old, new]).await?;
    Ok(ManualChanges { modules: modules.into_values().collect(), pictures, places, contents })
}

fn count_sections(places: &ModulePlaces, modules: &[PlacedModule]) -> Vec<ChangedSection> {
    let mut counted: BTreeMap<TocNodeId, (usize, usize)> = BTreeMap::new();
    for (place, module) in modules {
        for section in places.above(*place) {
            let own = counted.entry(section).or_default();
            *own = (own.0 + 1, own.1 + usize::from(module.is_viewed));
        }
    }
    let section = |(id, (count, viewed)): (TocNodeId, (usize, usize))| {
        let own = places.section(id);
        let title = own.map(|own| own.title.clone()).unwrap_or_default();
        ChangedSection { id, parent: own.and_then(|own| own.parent_id), title, count, viewed }
    };
    counted.into_iter().map(section).collect()
}

impl ChangedModule {
    /// Its versions, where the module itself differs.
    fn pair(&self) -> Option<VersionPair> {
        self.old.zip(self.new).filter(|(old, new)| old != new)
    }

    fn new(
        manual: &Manual,
        object: &ChangedObject,
        pictures: Vec<PictureChange>,
        viewed: &HashSet<VersionChange>,
    ) -> Self {
        let (tech_name, info_name) = (object.tech_name.clone(), object.info_name.clone());
        Self {
            path: path::of_object(manual.csdb_name.as_str(), Some(manual.name.as_str()), &object.key),
            title: VersionMetadata { tech_name, info_name, ..VersionMetadata::default() }.title(),
            difference: difference(object.old, object.new),
            old: object.old,
            new: object.new,
            is_viewed: viewed::is_viewed(object, &pictures, viewed),
            pictures,
            section: None,
        }
    }
}

async fn snapshot(tx: &mut Tx, manual: &Manual, reading: &Reading) -> Result<SnapshotId, Error> {
    let found = revisions::read(tx, manual, reading).await?;
    found.map(|snapshot| snapshot.id).ok_or(Error::NotFound(Missing::Revision))
}

fn difference(old: Option<VersionId>, new: Option<VersionId>) -> Difference {
    match (old, new) {
        (None, _) => Difference::New,
        (_, None) => Difference::Removed,
        (old, new) if old == new => Difference::Unchanged,
        _ => Difference::Changed,
    }
}

impl ModuleChangeCounts {
    fn add(&mut self, module: &ChangedModule) {
        match module.difference {
            Difference::New => self.new += 1,
            Difference::Removed => self.removed += 1,
            Difference::Changed => self.changed += 1,
            Difference::Unchanged => self.pictures += 1,
        }
        self.viewed += usize::from(module.is_viewed);
    }
}

impl ModuleChangeFilter {
    fn needs_texts(&self) -> bool {
        [self.content, self.marked, self.needless_marks, self.applicability].iter().any(Option::is_some)
    }

    /// Whether it lists a change by what its texts tell; new and removed modules and pictures have none to compare.
    fn suits(&self, facts: Option<ChangeFacts>) -> bool {
        let has_content = facts.is_none_or(|facts| facts.has_content);
        let is_marked = facts.map(|facts| (facts.has_content && !facts.has_unmarked, facts.has_unmarked));
        let has_needless_marks = facts.map(|facts| facts.has_needless_marks);
        let has_applicability = facts.map(|facts| facts.has_applicability.unwrap_or(true));
        self.content.is_none_or(|wanted| wanted == has_content)
            && self.applicability.is_none_or(|wanted| has_applicability == Some(wanted))
            && self
                .marked
                .is_none_or(|wanted| is_marked.is_some_and(|(all, not_all)| if wanted { all } else { not_all }))
            && self.needless_marks.is_none_or(|wanted| has_needless_marks == Some(wanted))
    }
}
