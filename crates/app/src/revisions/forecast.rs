//! The forecast: what confirming a revision would change and cost, before anybody decides.
//!
//! Modules are compared for a few seconds per request. Verdicts are cached by content, so that the next request
//! continues where this one stopped, and a second look costs next to nothing.

mod comparison;
mod modules;
pub mod preview;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::compliance::TouchedRequirement;
use domain::file::File;
use domain::id::{ObjectId, SnapshotId};
use domain::object::ObjectKind;
use domain::page::{Page, PageRequest};
use domain::path;
use domain::permission::Permission;
use domain::revision::RevisionChange;
use domain::text::fold;
use store::Tx;
use store::revisions::TouchedObject;
use store::toc::TocPlace;

use self::comparison::KeptEntries;
pub use self::modules::{ForecastCategory, ForecastCounts, ForecastModule};
use super::confirm::{sorted, touched};
use super::copies::{self, CopyElsewhere};
use super::following::{self, FollowingItem};
use super::judge;
use super::located::{self, LocatedRevision};
use super::mel::ItemCounts;
use super::{kept_entries, merging};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::verdict_cache::{ChangeVerdict, MovedObjects};
use crate::reading::viewer::touched_fleet;

/// The changes that a revision would make.
#[derive(Debug, Clone)]
pub struct RevisionForecast {
    pub revision: SnapshotId,
    pub base: Option<SnapshotId>,
    /// Modules whose verdict is known, of all that are touched.
    pub compared: usize,
    pub total: usize,
    pub counts: ForecastCounts,
    /// Of the aircraft that changed modules apply to; not known before all modules are compared.
    pub registrations: Option<Vec<String>>,
}

/// Everything that a forecast counts and lists.
struct ForecastModules {
    located: LocatedRevision,
    /// By path.
    modules: Vec<ForecastModule>,
    compared: usize,
    total: usize,
    /// Those in which readers see something new.
    changed: Vec<ObjectId>,
    /// Those that the revision deletes.
    deleted: Vec<ObjectId>,
}

/// Forecasts a revision.
pub async fn read(ctx: &Ctx, caller: &Caller, id: SnapshotId) -> Result<RevisionForecast, Error> {
    let found = compare(ctx, caller, id).await?;
    let is_complete = found.compared == found.total;
    let registrations = if is_complete { Some(registrations(ctx, caller, &found).await?) } else { None };
    let aircraft = registrations.as_ref().map(Vec::len);
    let mut counts = ForecastCounts { aircraft, ..ForecastCounts::default() };
    for module in &found.modules {
        counts.add(module);
    }
    let requests: HashSet<u64> = found.modules.iter().flat_map(|module| &module.change_requests).copied().collect();
    counts.change_requests = requests.len();
    Ok(RevisionForecast {
        revision: found.located.revision.id,
        base: found.located.base.map(|base| base.id),
        compared: found.compared,
        total: found.total,
        counts,
        registrations,
    })
}

/// One page of the modules of a forecast, as far as they are compared.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    id: SnapshotId,
    category: Option<ForecastCategory>,
    text: &str,
    page: PageRequest,
) -> Result<Page<ForecastModule>, Error> {
    Error::unless_searchable("keywordFilter", text)?;
    let mut modules = compare(ctx, caller, id).await?.modules;
    let text = fold(text.trim());
    modules.retain(|module| {
        category.is_none_or(|category| category.holds(module))
            && (fold(&module.path).contains(&text) || fold(&module.title).contains(&text))
    });
    let total = modules.len() as u64;
    let (first, size) = (usize::try_from(page.offset()).unwrap_or(usize::MAX), page.size() as usize);
    Ok(Page { items: modules.into_iter().skip(first).take(size).collect(), total, request: page })
}

/// References of requirements that a list names.
const MAX_REQUIREMENTS: u64 = 500;

/// The references of requirements to modules whose text a revision changes or deletes, as far as they are compared; each
/// with the path of its module.
pub async fn requirements(
    ctx: &Ctx,
    caller: &Caller,
    id: SnapshotId,
) -> Result<Vec<(String, TouchedRequirement)>, Error> {
    let mut found = compare(ctx, caller, id).await?;
    found.changed.append(&mut found.deleted);
    let mut tx = caller.read(ctx).await?;
    let touched = store::compliance::list_touched(&mut tx, &found.changed, MAX_REQUIREMENTS).await?;
    let (csdb, manual) = (&found.located.manual.csdb_name, &found.located.manual.name);
    let located = |one: TouchedRequirement| (path::of_object(csdb.as_str(), Some(manual.as_str()), &one.key), one);
    Ok(touched.into_iter().map(located).collect())
}

async fn compare(ctx: &Ctx, caller: &Caller, id: SnapshotId) -> Result<ForecastModules, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let located = located::find(&mut tx, id).await?;
    let (mut touched, held) = touched(ctx, &mut tx, &located).await?;
    // The manufacturer took a change back that the working lane never got.
    touched.retain(|object| object.trio().base != object.trio().theirs && !is_other_note(object));
    let objects: Vec<ObjectId> = touched.iter().map(|object| object.object_id).collect();
    let threads = store::revisions::list_open_threads(&mut tx, &objects).await?;
    let translations = translations(&mut tx, &located, &touched).await?;
    let moved = moved(ctx, &mut tx, &located).await?;
    let requests = store::revisions::list_open_requests(&mut tx, &objects).await?;
    let following = following::list(&mut tx, &located, &touched).await?;
    let kept = kept_codes(&mut tx, &located, &touched, &held).await?;
    let elsewhere = copies::list_elsewhere(ctx, &mut tx, &located, &touched).await?;
    drop(tx);
    let total = touched.len() + following.len();
    let comparisons = comparison::compare(ctx, (touched.as_slice(), &kept), &following).await?;
    let compared = comparisons.count();
    let changed = changed(&comparisons.modules);
    let deleted = comparisons.modules.iter().filter(|(_, verdict)| verdict.change == RevisionChange::Deleted);
    let deleted = deleted.map(|(id, _)| *id).collect();
    let mut modules = modules(
        &located,
        touched,
        &comparisons.modules,
        WorkAtModules { held: &held, requests: &requests, threads: &threads },
        moved,
    );
    let listed = places(&modules);
    for file in translations {
        let plain = ForecastModule::untouched(file.path, file.version.metadata.title(), file.object.identity.kind);
        match listed.get(&plain.path) {
            Some(at) => modules[*at].is_translation = true,
            None => modules.push(ForecastModule { is_translation: true, ..plain }),
        }
    }
    for (index, item) in following.into_iter().enumerate() {
        modules.extend(comparisons.following.get(&index).and_then(|counts| following_module(item, *counts)));
    }
    name_elsewhere(&located, &mut modules, elsewhere, &comparisons.modules);
    modules.sort_by(|one, two| one.path.cmp(&two.path));
    Ok(ForecastModules { located, modules, compared, total, changed, deleted })
}

/// The index of each module by its path: a revision may have as many translations as modules.
fn places(modules: &[ForecastModule]) -> HashMap<String, usize> {
    modules.iter().enumerate().map(|(at, module)| (module.path.clone(), at)).collect()
}

/// Names the customised copies in other manuals whose source readers see changed, as far as it is compared.
fn name_elsewhere(
    located: &LocatedRevision,
    modules: &mut Vec<ForecastModule>,
    copies: Vec<CopyElsewhere>,
    verdicts: &HashMap<ObjectId, ChangeVerdict>,
) {
    let (csdb, manual) = (located.manual.csdb_name.as_str(), located.manual.name.as_str());
    let listed = places(modules);
    for CopyElsewhere { path, object } in copies {
        let Some(source) = &object.source else { continue };
        if !verdicts.get(&source.object_id).is_some_and(|verdict| judge::is_seen(verdict.change)) {
            continue;
        }
        let copy_of = Some(path::of_object(csdb, Some(manual), &source.key));
        // A MEL item that follows the MMEL is listed already.
        if let Some(at) = listed.get(&path) {
            (modules[*at].copy_of, modules[*at].is_elsewhere) = (copy_of, true);
        } else {
            let plain = ForecastModule::untouched(path, object.title, object.kind);
            modules.push(ForecastModule { copy_of, is_elsewhere: true, ..plain });
        }
    }
}

/// The codes whose entries stay in publications and containers that both sides changed.
async fn kept_codes(
    tx: &mut Tx,
    located: &LocatedRevision,
    touched: &[TouchedObject],
    held: &HashSet<ObjectId>,
) -> Result<KeptEntries, Error> {
    let is_merged = |object: &&TouchedObject| kept_entries::is_in_contents(object.kind) && object.trio().is_met();
    let mut kept = KeptEntries::new();
    if !touched.iter().any(|object| is_merged(&object)) {
        return Ok(kept);
    }
    let (_, _, leaving) = sorted(touched.to_vec(), held);
    for object in touched.iter().filter(is_merged) {
        let trio = object.trio();
        let Some(base) = merging::file(tx, trio.base).await? else { continue };
        let theirs = merging::file(tx, trio.theirs).await?;
        let codes = kept_entries::staying(tx, located, (&base, theirs.as_ref()), &leaving).await?;
        kept.insert(object.object_id, codes);
    }
    Ok(kept)
}

/// Whether it is the delivery note of this package or of the one before. Each package has its own, so a reader of the
/// forecast would look for a module that was added or deleted.
fn is_other_note(object: &TouchedObject) -> bool {
    object.kind == ObjectKind::Ddn && (object.base.is_none() || object.theirs.is_none())
}

/// An item that allows more than the one which it follows, or has to be judged.
fn following_module(item: FollowingItem, counts: ItemCounts) -> Option<ForecastModule> {
    let ItemCounts { less_restrictive, to_be_judged } = counts;
    let File { path, version, object, .. } = item.file;
    let plain = ForecastModule::untouched(path, version.metadata.title(), object.identity.kind);
    let is_named = less_restrictive > 0 || to_be_judged > 0;
    is_named.then_some(ForecastModule { less_restrictive, to_be_judged, ..plain })
}

/// The objects whose text or applicability changes.
fn changed(verdicts: &HashMap<ObjectId, ChangeVerdict>) -> Vec<ObjectId> {
    let is_changed = |change: RevisionChange| {
        matches!(change, RevisionChange::Added | RevisionChange::Content | RevisionChange::Applicability)
    };
    verdicts.iter().filter(|(_, verdict)| is_changed(verdict.change)).map(|(id, _)| *id).collect()
}

/// The aircraft that the changed modules apply to.
async fn registrations(ctx: &Ctx, caller: &Caller, found: &ForecastModules) -> Result<Vec<String>, Error> {
    let LocatedRevision { manual, revision, .. } = &found.located;
    let mut tx = caller.read(ctx).await?;
    let mut files = store::files::list_by_objects(&mut tx, revision.id, &found.changed).await?;
    drop(tx);
    files.retain(|file| file.object.identity.kind.is_module());
    let touched = touched_fleet(ctx, caller, (manual, revision.id), &files).await?;
    Ok(touched.registrations.into_iter().collect())
}

/// The other languages of touched modules that the revision does not touch.
async fn translations(tx: &mut Tx, located: &LocatedRevision, touched: &[TouchedObject]) -> Result<Vec<File>, Error> {
    let working = located.manual.lanes.working.ok_or(Error::NotFound(Missing::Revision))?;
    let changed = touched.iter().filter(|object| object.kind.is_module() && object.base.is_some());
    let codes: BTreeSet<String> = changed.map(|object| fold(&object.code)).collect();
    let own: HashSet<ObjectId> = touched.iter().map(|object| object.object_id).collect();
    let codes = Vec::from_iter(codes);
    let found = store::revisions::list_languages(tx, &located.manual.csdb_id, working, &codes).await?;
    let others: BTreeSet<ObjectId> = found.into_iter().filter(|id| !own.contains(id)).collect();
    Ok(store::files::list_by_objects(tx, working, &Vec::from_iter(others)).await?)
}

/// The objects that stand in other sections of the contents than in the base.
async fn moved(ctx: &Ctx, tx: &mut Tx, located: &LocatedRevision) -> Result<MovedObjects, Error> {
    let Some(base) = &located.base else { return Ok(MovedObjects::new()) };
    let pair = (base.id, located.revision.id);
    if let Some(known) = ctx.verdicts.moves(pair) {
        return Ok((*known).clone());
    }
    let mut before: BTreeMap<ObjectId, BTreeSet<String>> = BTreeMap::new();
    for place in store::toc::list_object_places(tx, base.id).await? {
        before.entry(place.object_id).or_default().insert(place.around);
    }
    let mut after: BTreeMap<ObjectId, (BTreeSet<String>, TocPlace)> = BTreeMap::new();
    for place in store::toc::list_object_places(tx, located.revision.id).await? {
        let around = place.around.clone();
        after.entry(place.object_id).or_insert_with(|| (BTreeSet::new(), place)).0.insert(around);
    }
    let is_moved = |(id, (places, place)): (ObjectId, (BTreeSet<String>, TocPlace))| {
        before.get(&id).is_some_and(|old| *old != places).then_some((id, place))
    };
    let found: MovedObjects = after.into_iter().filter_map(is_moved).collect();
    Ok((*ctx.verdicts.put_moves(pair, found)).clone())
}

/// Whether the confirmation merges an object that both sides changed. Whether the result is valid is known only then.
fn is_mergeable(object: &TouchedObject, change: RevisionChange) -> bool {
    let sides = [&object.base, &object.theirs, &object.ours];
    sides.into_iter().all(|side| side.as_ref().is_some_and(judge::is_xml))
        && !matches!(change, RevisionChange::Media | RevisionChange::Deleted)
}

/// The work that is open at modules: who holds them, the numbers of their change requests, how many threads they have.
#[derive(Clone, Copy)]
struct WorkAtModules<'a> {
    held: &'a HashSet<ObjectId>,
    requests: &'a HashMap<ObjectId, Vec<u64>>,
    threads: &'a HashMap<ObjectId, u64>,
}

fn modules(
    located: &LocatedRevision,
    touched: Vec<TouchedObject>,
    verdicts: &HashMap<ObjectId, ChangeVerdict>,
    WorkAtModules { held, requests, threads }: WorkAtModules<'_>,
    mut moved: MovedObjects,
) -> Vec<ForecastModule> {
    let (csdb, manual) = (located.manual.csdb_name.as_str(), located.manual.name.as_str());
    let mut modules = Vec::new();
    for object in touched {
        let id = object.object_id;
        let is_moved = moved.remove(&id).is_some();
        let Some(verdict) = verdicts.get(&id) else { continue };
        let trio = object.trio();
        let is_merged = trio.is_met() && is_mergeable(&object, verdict.change);
        let home = (object.kind != ObjectKind::Icn).then_some(manual);
        let copy_of = object.source.as_ref().map(|source| path::of_object(csdb, home, &source.key));
        // What the manufacturer changed in the source of a copy is counted there.
        let verdict = if copy_of.is_some() {
            ChangeVerdict {
                change: RevisionChange::Unchanged,
                unmarked: 0,
                needless_marks: 0,
                more_restrictive: 0,
                ..*verdict
            }
        } else {
            *verdict
        };
        modules.push(ForecastModule {
            path: path::of_object(csdb, home, &object.key),
            title: object.title,
            kind: object.kind,
            change: verdict.change,
            is_moved,
            is_customised: trio.is_met(),
            is_checked_out: held.contains(&id),
            is_clean: is_merged && verdict.conflicts == 0 && !held.contains(&id),
            // A file that cannot be merged, or that only one side still has, needs a decision too.
            conflicts: if is_merged { verdict.conflicts } else { u32::from(trio.is_met()) },
            adopted: verdict.adopted,
            unmarked: verdict.unmarked,
            marked_without_change: verdict.needless_marks,
            more_restrictive: verdict.more_restrictive,
            less_restrictive: verdict.less_restrictive,
            to_be_judged: verdict.to_be_judged,
            change_requests: requests.get(&id).cloned().unwrap_or_default(),
            open_comments: threads.get(&id).copied().unwrap_or_default(),
            is_translation: false,
            copy_of,
            is_elsewhere: false,
            trio,
        });
    }
    modules.extend(moved.into_values().map(|place| {
        let path = path::of_object(csdb, Some(manual), &place.key);
        ForecastModule { is_moved: true, ..ForecastModule::untouched(path, place.title, place.kind) }
    }));
    modules
}
