//! The operator's work on a manual: its lanes, the working lane and its history, all versions with their parents, and
//! the to-dos and decisions of its OEM revisions.

use std::collections::{BTreeMap, HashMap};

use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::manual::Manual;
use domain::page::PageRequest;
use domain::snapshot::{Lane, Snapshot};
use store::revisions::{DecisionFilter, TodoFilter};
use store::{Db, StoreError, Tx};

use super::{contents, find, line, objects, revisions};

/// The work on a manual, independent of ids and times.
pub async fn of_work(db: &Db, csdb: &str, manual: &str) -> String {
    let mut tx = db.read().await.expect("the database can be read");
    write(&mut tx, csdb, manual).await.expect("the manual can be read")
}

async fn write(tx: &mut Tx, csdb: &str, manual: &str) -> Result<String, StoreError> {
    let manual = find(tx, csdb, manual).await?;
    let mut text = format!("work on {}\n", manual.path());
    lanes(tx, &mut text, &manual).await?;
    let revisions = revisions(tx, &manual).await?;
    let working = manual.lanes.working.expect("somebody works on the manual");
    objects(tx, &mut text, working).await?;
    contents(tx, &mut text, working).await?;
    let mut snapshots: Vec<SnapshotId> = revisions.iter().map(|revision| revision.id).collect();
    snapshots.push(working);
    let names = versions(tx, &mut text, &manual, &snapshots).await?;
    for revision in &revisions {
        let decision = revision.decision.map(domain::snapshot::Decision::as_str);
        line(&mut text, format_args!("revision {} {decision:?}", revision.number));
        todos(tx, &mut text, revision, &names).await?;
        decisions(tx, &mut text, revision).await?;
    }
    Ok(text)
}

/// Where each lane points, and what the working lane pointed to before.
async fn lanes(tx: &mut Tx, text: &mut String, manual: &Manual) -> Result<(), StoreError> {
    for lane in Lane::ALL {
        let Some(id) = manual.lanes.of(lane) else { continue };
        let snapshot = store::snapshots::find(tx, id).await?.expect("a lane points to what can be read");
        line(text, format_args!("lane {} is {} {}", lane.as_str(), snapshot.lane.as_str(), snapshot.number));
    }
    let mut history = store::snapshots::list(tx, &manual.id, Lane::Working).await?;
    history.sort_by_key(|snapshot| snapshot.id);
    for snapshot in history {
        line(
            text,
            format_args!(
                "working {} '{}' with {} objects, {} modules, by {}",
                snapshot.number, snapshot.name, snapshot.object_count, snapshot.module_count, snapshot.created_by,
            ),
        );
    }
    Ok(())
}

/// All versions of the objects of these snapshots, with a name for each that is the same in every database.
async fn versions(
    tx: &mut Tx,
    text: &mut String,
    manual: &Manual,
    snapshots: &[SnapshotId],
) -> Result<HashMap<VersionId, String>, StoreError> {
    let mut keys: BTreeMap<String, ObjectId> = BTreeMap::new();
    for snapshot in snapshots {
        let outline = store::snapshots::list_objects(tx, *snapshot, ObjectId(0), 1_000_000).await?;
        keys.extend(outline.into_iter().map(|one| (one.key, one.object_id)));
    }
    let mut names = HashMap::new();
    for (key, object) in keys {
        let mut all = store::files::list_versions(tx, object).await?;
        all.reverse();
        names.extend(all.iter().zip(1..).map(|(file, number)| (file.version_id, format!("{key} #{number}"))));
        let parents = store::versions::list_parents(tx, object).await?;
        for file in all {
            let version = &file.version;
            line(
                text,
                format_args!(
                    "version {:?} {} {} {} {} by {} '{}' from {:?}",
                    names.get(&file.version_id),
                    version.issue.key(),
                    version.status.as_str(),
                    version.origin.as_str(),
                    version.content.blob,
                    version.created_by,
                    version.why,
                    parents.get(&file.version_id).map(|ids| named(&names, ids)),
                ),
            );
        }
        let worked_on = store::snapshots::list_working_versions(tx, &manual.id, object).await?;
        line(text, format_args!("  in the working lane {:?}", named(&names, &worked_on)));
    }
    Ok(names)
}

fn named<'a>(names: &'a HashMap<VersionId, String>, ids: &[VersionId]) -> Vec<Option<&'a String>> {
    ids.iter().map(|id| names.get(id)).collect()
}

async fn todos(
    tx: &mut Tx,
    text: &mut String,
    revision: &Snapshot,
    names: &HashMap<VersionId, String>,
) -> Result<(), StoreError> {
    let listed = store::revisions::list_todos(tx, revision.id, &TodoFilter::default(), all()).await?;
    for one in listed.items {
        let todo = one.todo;
        let trio = [todo.trio.base, todo.trio.theirs, todo.trio.ours, todo.result];
        line(
            text,
            format_args!(
                "to-do {} {} {} with {} conflicts, {:?}, {:?}, '{}' by {:?}, change {}",
                one.path,
                todo.reason.as_str(),
                todo.state.as_str(),
                todo.conflicts,
                trio.map(|id| id.and_then(|id| names.get(&id))),
                todo.resolution.map(domain::revision::TodoResolution::as_str),
                todo.note,
                todo.decided.map(|(account, _)| account),
                todo.version,
            ),
        );
    }
    Ok(())
}

async fn decisions(tx: &mut Tx, text: &mut String, revision: &Snapshot) -> Result<(), StoreError> {
    let filter = DecisionFilter { manual: None, revision: Some(revision.id) };
    let listed = store::revisions::list_decisions(tx, &filter, all()).await?;
    for one in listed.items {
        let decision = one.decision;
        line(
            text,
            format_args!(
                "decision {} {:?} '{}' {:?} by {}",
                decision.act.as_str(),
                one.path,
                decision.reason,
                decision.counts,
                decision.decided_by,
            ),
        );
    }
    Ok(())
}

/// More to-dos and decisions than a test makes.
fn all() -> PageRequest {
    PageRequest::parse(1, PageRequest::MAX_SIZE).expect("a page")
}
