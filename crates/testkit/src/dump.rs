//! A manual as text, independent of ids, times and attempts.
//!
//! Two imports of the same packages give the same text, even if one of them was killed several times.

#![expect(clippy::expect_used, reason = "a test that cannot read what it compares must stop at once")]

mod work;

use std::fmt::Write;

use domain::id::{ObjectId, PackageId, SnapshotId, TocNodeId};
use domain::manual::Manual;
use domain::name::Name;
use domain::snapshot::{Lane, Snapshot};
use domain::subject::Subject;
use store::findings::FindingFilter;
use store::{Db, StoreError, Tx};

pub use work::of_work;

/// A whole manual: its lanes, and every revision with its objects, references, contents and findings.
pub async fn of_manual(db: &Db, csdb: &str, manual: &str) -> String {
    let mut tx = db.read().await.expect("the database can be read");
    write(&mut tx, csdb, manual).await.expect("the manual can be read")
}

async fn write(tx: &mut Tx, csdb: &str, manual: &str) -> Result<String, StoreError> {
    let manual = find(tx, csdb, manual).await?;
    let mut text = format!("manual {}\n", manual.path());
    let revisions = revisions(tx, &manual).await?;
    lanes(&mut text, &manual, &revisions);
    for revision in &revisions {
        line(
            &mut text,
            format_args!(
                "revision {} '{}' issue {} of {} in {} {} decision {:?} with {} objects, {} modules",
                revision.number,
                revision.name,
                revision.issue_number,
                revision.issue_date,
                revision.language,
                if revision.complete { "complete" } else { "incremental" },
                revision.decision.map(domain::snapshot::Decision::as_str),
                revision.object_count,
                revision.module_count,
            ),
        );
        objects(tx, &mut text, revision.id).await?;
        contents(tx, &mut text, revision.id).await?;
        findings(tx, &mut text, revision).await?;
    }
    Ok(text)
}

async fn find(tx: &mut Tx, csdb: &str, manual: &str) -> Result<Manual, StoreError> {
    let name = |text| Name::in_path(text).expect("a name");
    Ok(store::manuals::find_by_name(tx, &name(csdb), &name(manual)).await?.expect("a manual"))
}

/// The OEM revisions of a manual, the first one first.
async fn revisions(tx: &mut Tx, manual: &Manual) -> Result<Vec<Snapshot>, StoreError> {
    let mut revisions = store::snapshots::list(tx, &manual.id, Lane::Oem).await?;
    revisions.sort_by_key(|revision| revision.number);
    Ok(revisions)
}

fn line(text: &mut String, what: std::fmt::Arguments<'_>) {
    writeln!(text, "{what}").expect("writing to memory");
}

fn lanes(text: &mut String, manual: &Manual, revisions: &[Snapshot]) {
    for lane in Lane::ALL {
        let id = manual.lanes.of(lane);
        let number = revisions.iter().find(|revision| Some(revision.id) == id).map(|revision| revision.number);
        line(text, format_args!("lane {} {number:?}", lane.as_str()));
    }
}

async fn objects(tx: &mut Tx, text: &mut String, snapshot: SnapshotId) -> Result<(), StoreError> {
    let mut outline = store::snapshots::list_objects(tx, snapshot, ObjectId(0), 1_000_000).await?;
    outline.sort_by(|one, other| one.key.cmp(&other.key));
    for one in outline {
        let file = store::files::find(tx, snapshot, one.object_id).await?.expect("an object of the revision");
        let (version, identity) = (&file.version, &file.object.identity);
        line(
            text,
            format_args!(
                "object {} {} {} {}{}{}",
                file.path,
                one.kind.as_str(),
                version.issue.key(),
                version.status.as_str(),
                if one.deleted { " deleted" } else { "" },
                if one.referenced { "" } else { " unreferenced" },
            ),
        );
        line(text, format_args!("  code {} {} {}", identity.code, identity.language, identity.info_code));
        line(text, format_args!("  {:?} {} {}", version.content, version.issue.kind, version.origin.as_str()));
        line(text, format_args!("  {:?}", version.metadata));
        for reference in store::references::list(tx, one.version_id).await? {
            line(
                text,
                format_args!(
                    "  {} {} {:?} {:?} {} line {}",
                    reference.kind.as_str(),
                    reference.target,
                    reference.language,
                    reference.issue,
                    if reference.external { "external" } else { "" },
                    reference.line,
                ),
            );
        }
    }
    Ok(())
}

async fn contents(tx: &mut Tx, text: &mut String, snapshot: SnapshotId) -> Result<(), StoreError> {
    let mut open: Vec<(usize, Option<TocNodeId>)> = vec![(0, None)];
    let mut placed = Vec::new();
    while let Some((depth, id)) = open.pop() {
        if let Some(id) = id {
            placed.push((depth, store::toc::find(tx, snapshot, id).await?.expect("a place")));
        }
        let children = store::toc::list_children(tx, snapshot, id, u32::MAX).await?;
        open.extend(children.iter().rev().map(|child| (depth + 1, Some(child.node.id))));
    }
    for (depth, place) in placed {
        let node = &place.node;
        line(
            text,
            format_args!(
                "{:depth$}{} {} '{} {}' {} {:?} {} {:?}",
                "",
                node.position,
                node.node_type.as_str(),
                node.prefix,
                node.title,
                node.key,
                place.object.as_ref().map(|object| &object.path),
                node.child_count,
                node.applic,
            ),
        );
    }
    Ok(())
}

async fn findings(tx: &mut Tx, text: &mut String, revision: &Snapshot) -> Result<(), StoreError> {
    let Some(id) = revision.package_id.clone().map(PackageId) else { return Ok(()) };
    let Some(package) = store::packages::find(tx, &id).await? else { return Ok(()) };
    line(text, format_args!("package {} {} {:?}", package.file_name, package.state.as_str(), package.counts));
    let (all, mut position) = (FindingFilter::default(), -1);
    loop {
        let some = store::findings::list_after(tx, &Subject::from(&id), package.report, &all, position).await?;
        let Some(last) = some.last() else { return Ok(()) };
        position = last.position;
        for one in some {
            let finding = one.finding;
            line(
                text,
                format_args!(
                    "finding {} {} {} {:?} {:?}",
                    finding.severity.as_str(),
                    finding.rule.as_str(),
                    finding.file,
                    finding.line,
                    finding.params,
                ),
            );
        }
    }
}
