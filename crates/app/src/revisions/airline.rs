//! The airline revision list: what the operator changed since its last release, or since the OEM revision that it works on.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::file::File;
use domain::id::{ChangeRequestId, ObjectId, SnapshotId, VersionId};
use domain::manual::Manual;
use domain::object::ObjectKind;
use domain::package::Difference;
use domain::page::{Page, PageRequest};
use domain::path::{self, ManualPath};
use domain::permission::Permission;
use domain::text::fold;
use domain::version::VersionMetadata;
use store::Tx;
use store::snapshots::ChangedObject;
use store::version_steps::VersionStep;
use tokio::task::JoinSet;

use super::check_ins;
use super::confirm::parallelism;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::manuals;
use crate::reading::highlights;

pub use super::check_ins::AirlineCheckIn;

/// A module or publication that is not as delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AirlineChange {
    pub path: String,
    pub title: String,
    pub kind: ObjectKind,
    pub difference: Difference,
    pub old: Option<VersionId>,
    pub new: Option<VersionId>,
    /// The version of the operator; none for a module that it removed.
    pub file: Option<File>,
    /// The change request that the version belongs to, and its number.
    pub change_request: Option<(ChangeRequestId, u64)>,
    /// The highlighted reasons for the update.
    pub highlights: Vec<String>,
    /// The check-ins of the operator since then, newest first.
    pub check_ins: Vec<AirlineCheckIn>,
}

impl AirlineChange {
    /// The issue of the operator's version, as in `003-01`, or its date; empty for a removed module.
    pub fn issue(&self) -> String {
        self.file.as_ref().map_or_else(String::new, |file| match file.version.issue.number.as_str() {
            "" => file.version.issue.date.clone(),
            number => [number, file.version.issue.in_work.as_str()].join("-"),
        })
    }

    /// The different comments of its check-ins, in their order.
    pub fn reason(&self) -> String {
        let mut told: Vec<&str> = Vec::new();
        let reasons = self.check_ins.iter().map(|check_in| check_in.reason.trim());
        for reason in reasons.filter(|reason| !reason.is_empty()) {
            if !told.contains(&reason) {
                told.push(reason);
            }
        }
        told.join("; ")
    }

    /// The different change requests of its check-ins, in their order.
    pub fn change_requests(&self) -> Vec<(ChangeRequestId, u64)> {
        let mut told = Vec::new();
        for request in self.check_ins.iter().filter_map(|check_in| check_in.change_request.as_ref()) {
            if !told.contains(request) {
                told.push(request.clone());
            }
        }
        told
    }
}

/// The state that the changes of the operator are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AirlineBase {
    /// The version of each module that was released last; without one, the delivered version.
    #[default]
    Release,
    /// The delivered version, of the confirmed OEM revision.
    Oem,
}

/// Selects changes of the operator.
#[derive(Debug, Clone)]
pub struct AirlineFilter {
    pub manual: ManualPath,
    /// Part of the code or title.
    pub text: String,
    pub base: AirlineBase,
}

/// One page of the operator's changes in a manual, by code.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    filter: &AirlineFilter,
    page: PageRequest,
) -> Result<Page<AirlineChange>, Error> {
    let (first, size) = (usize::try_from(page.offset()).unwrap_or(usize::MAX), page.size() as usize);
    let (changes, total) = read(ctx, caller, filter, (first, size)).await?;
    Ok(Page { items: changes, total, request: page })
}

/// All of them, for an export.
pub async fn list_all(ctx: &Ctx, caller: &Caller, filter: &AirlineFilter) -> Result<Vec<AirlineChange>, Error> {
    Ok(read(ctx, caller, filter, (0, usize::MAX)).await?.0)
}

async fn read(
    ctx: &Ctx,
    caller: &Caller,
    filter: &AirlineFilter,
    (first, size): (usize, usize),
) -> Result<(Vec<AirlineChange>, u64), Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &filter.text)?;
    read_in(ctx, caller.read(ctx).await?, filter, (first, size)).await
}

/// All changes that the transaction shows.
pub(super) async fn list_all_in(ctx: &Ctx, tx: Tx, filter: &AirlineFilter) -> Result<Vec<AirlineChange>, Error> {
    Ok(read_in(ctx, tx, filter, (0, usize::MAX)).await?.0)
}

async fn read_in(
    ctx: &Ctx,
    mut tx: Tx,
    filter: &AirlineFilter,
    (first, size): (usize, usize),
) -> Result<(Vec<AirlineChange>, u64), Error> {
    let manual = manuals::at_path(&mut tx, &filter.manual).await?;
    let Some(working) = manual.lanes.working else { return Ok((Vec::new(), 0)) };
    let base = store::snapshots::find_confirmed_before(&mut tx, &manual.id, i64::MAX).await?;
    // No snapshot has this number: a manual without an OEM is the operator's as a whole.
    let base = base.map_or(SnapshotId(0), |base| base.id);
    let mut changed = store::snapshots::list_changed(&mut tx, base, working).await?;
    if filter.base == AirlineBase::Release {
        changed = since_release(&mut tx, &manual, working, changed).await?;
    }
    let text = fold(filter.text.trim());
    changed.retain(|object| object.kind.is_module_or_publication() && is_found(object, &text));
    changed.sort_by(|one, two| one.key.cmp(&two.key));
    let total = changed.len() as u64;
    let shown: Vec<ChangedObject> = changed.into_iter().skip(first).take(size).collect();
    let mut files = files(&mut tx, working, &shown).await?;
    let steps = steps_of(&mut tx, &shown).await?;
    let numbers = request_numbers(&mut tx, &steps).await?;
    drop(tx);
    let mut highlights = highlights_of(ctx, &files).await?;
    let change = |object: ChangedObject| {
        let file = files.remove(&object.object_id).filter(|_| object.new.is_some());
        let highlights = highlights.remove(&object.object_id).unwrap_or_default();
        let check_ins = checked_in(&object, &steps, &numbers);
        AirlineChange { highlights, check_ins, ..airline_change(&manual, object, file, &numbers) }
    };
    Ok((shown.into_iter().map(change).collect(), total))
}

/// The changes since each module was released last. What was never released is compared as delivered.
async fn since_release(
    tx: &mut Tx,
    manual: &Manual,
    working: SnapshotId,
    delivered: Vec<ChangedObject>,
) -> Result<Vec<ChangedObject>, Error> {
    let released = store::statuses::list_last_released(tx, &manual.id).await?;
    let versions: Vec<VersionId> = released.values().copied().collect();
    let mut changed = store::snapshots::list_since(tx, &versions, working).await?;
    changed.extend(delivered.into_iter().filter(|object| !released.contains_key(&object.object_id)));
    changed.retain(|object| object.old != object.new);
    // Nobody releases the removal of a module: it is done when the manual is published without the module.
    if let Some(published) = manual.lanes.released {
        let open = store::snapshots::list_changed(tx, published, working).await?;
        let open: HashSet<ObjectId> = open.into_iter().map(|object| object.object_id).collect();
        changed.retain(|object| object.new.is_some() || open.contains(&object.object_id));
    }
    Ok(changed)
}

/// The highlighted reasons of the versions of files.
async fn highlights_of(ctx: &Ctx, files: &HashMap<ObjectId, File>) -> Result<HashMap<ObjectId, Vec<String>>, Error> {
    let mut found = HashMap::new();
    let mut open = Vec::new();
    for (id, file) in files {
        let content = &file.version.content;
        if content.media_type != "application/xml" {
            continue;
        }
        let blob = content.status_blob.as_ref().unwrap_or(&content.blob);
        match ctx.highlights.get(blob) {
            Some(known) => {
                found.insert(*id, known.to_vec());
            }
            None => open.push((*id, blob.clone())),
        }
    }
    let mut open = open.into_iter();
    let mut tasks = JoinSet::new();
    loop {
        while tasks.len() < parallelism()
            && let Some((id, blob)) = open.next()
        {
            let ctx = ctx.clone();
            tasks.spawn(async move { (id, highlights::find(&ctx, &blob).await) });
        }
        let Some(done) = tasks.join_next().await else { break };
        let (id, highlights) = done?;
        found.insert(id, highlights?.to_vec());
    }
    Ok(found)
}

fn is_found(object: &ChangedObject, text: &str) -> bool {
    [&object.key, &object.tech_name, &object.info_name].into_iter().any(|part| fold(part).contains(text))
}

async fn files(tx: &mut Tx, working: SnapshotId, objects: &[ChangedObject]) -> Result<HashMap<ObjectId, File>, Error> {
    let ids: Vec<ObjectId> = objects.iter().map(|object| object.object_id).collect();
    let files = store::files::list_by_objects(tx, working, &ids).await?;
    Ok(files.into_iter().map(|file| (file.object.id, file)).collect())
}

/// All versions of objects.
async fn steps_of(tx: &mut Tx, objects: &[ChangedObject]) -> Result<HashMap<ObjectId, Vec<VersionStep>>, Error> {
    let ids: Vec<ObjectId> = objects.iter().map(|object| object.object_id).collect();
    let mut steps: HashMap<ObjectId, Vec<VersionStep>> = HashMap::new();
    for step in store::version_steps::list_of_objects(tx, &ids).await? {
        steps.entry(step.object).or_default().push(step);
    }
    Ok(steps)
}

/// The check-ins of a change; none for a module that was removed.
fn checked_in(
    object: &ChangedObject,
    steps: &HashMap<ObjectId, Vec<VersionStep>>,
    numbers: &HashMap<String, u64>,
) -> Vec<AirlineCheckIn> {
    let (Some(new), Some(steps)) = (object.new, steps.get(&object.object_id)) else { return Vec::new() };
    let check_in = |step: &VersionStep| AirlineCheckIn {
        version: step.id,
        reason: step.why.clone(),
        change_request: step.change_request.as_ref().and_then(|id| named(id, numbers)),
        by: step.created_by.clone(),
        on: step.created_on,
    };
    check_ins::between(steps, object.old, new).into_iter().map(check_in).collect()
}

/// A change request that the caller may see, with its number.
fn named(id: &str, numbers: &HashMap<String, u64>) -> Option<(ChangeRequestId, u64)> {
    numbers.get(id).map(|number| (ChangeRequestId(id.to_owned()), *number))
}

/// The numbers of the change requests that versions belong to, by id.
async fn request_numbers(
    tx: &mut Tx,
    steps: &HashMap<ObjectId, Vec<VersionStep>>,
) -> Result<HashMap<String, u64>, Error> {
    let all = steps.values().flatten();
    let named: BTreeSet<&String> = all.filter_map(|step| step.change_request.as_ref()).collect();
    let mut numbers = HashMap::new();
    for id in named {
        let request = store::change_requests::find(tx, &ChangeRequestId(id.clone())).await?;
        numbers.extend(request.map(|request| (id.clone(), request.number)));
    }
    Ok(numbers)
}

fn airline_change(
    manual: &Manual,
    object: ChangedObject,
    file: Option<File>,
    numbers: &HashMap<String, u64>,
) -> AirlineChange {
    let request = file.as_ref().and_then(|file| file.version.change_request.as_ref());
    let change_request = request.and_then(|id| named(id, numbers));
    let difference = match (object.old, object.new) {
        (None, _) => Difference::New,
        (_, None) => Difference::Removed,
        _ => Difference::Changed,
    };
    let metadata =
        VersionMetadata { tech_name: object.tech_name, info_name: object.info_name, ..VersionMetadata::default() };
    AirlineChange {
        path: path::of_object(manual.csdb_name.as_str(), Some(manual.name.as_str()), &object.key),
        title: metadata.title(),
        kind: object.kind,
        difference,
        old: object.old,
        new: object.new,
        file,
        change_request,
        highlights: Vec::new(),
        check_ins: Vec::new(),
    }
}
