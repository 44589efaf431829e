use domain::id::{ManualId, ObjectId, SnapshotId};
use domain::object::{ObjectIdentity, ObjectKind};
use domain::snapshot::{Decision, Lane};
use domain::version::FileStatus;
use domain::version::ReferenceKind::DataModule;
use store::objects::ObjectOwner;
use store::trash::{self, TrashTarget};
use store::{StoreError, Tx, files, manuals, objects, references, snapshots, toc, versions};
use testkit::database::TestDatabase;

use crate::given::at;
use testkit::library::{
    building, building_on, empty_manual, identity, import, manual, module, new_snapshot, node, node_ids, picture,
    publish, reference, version,
};

testkit::on_each_database!(
    an_unpublished_snapshot_is_invisible,
    the_first_revision_fills_two_lanes_and_the_next_waits,
    a_version_of_a_waiting_revision_was_never_in_the_working_lane,
    pending_revisions_are_listed_with_their_manual_newest_first,
    only_the_last_pending_revision_can_still_be_adopted,
    an_incremental_revision_is_merged_with_the_previous_one,
    a_revision_is_read_from_the_moment_of_its_publication_on,
    unreferenced_modules_are_marked,
    an_interrupted_import_is_resumed_or_removed,
    a_working_lane_begins_without_a_revision,
);

async fn a_working_lane_begins_without_a_revision(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let home = ObjectOwner { csdb: &csdb.id, manual: Some(&manual.id) };
    let object = objects::insert_many(&mut tx, home, &[module("DMC-A")], at(1)).await?[0];
    let added = versions::insert_many(&mut tx, &[version(object, "000", "A")]).await?[0].id;
    snapshots::put_working(&mut tx, &manual.id, object, added, "ada", at(2)).await?;
    let lane = async |tx: &mut Tx| -> Result<_, StoreError> {
        Ok(manuals::find(tx, &manual.id).await?.and_then(|found| found.lanes.working))
    };
    assert_eq!(lane(&mut tx).await?, None, "an empty lane stays empty");
    // An import that was cancelled while nobody worked on it has left entries.
    let half = import(&mut tx, &manual, "001", &[module("DMC-B")]).await?;
    building(&mut tx, &manual, "given up", &[half[0].1]).await?;
    let first = snapshots::begin_working(&mut tx, &manual.id, "ada", at(2)).await?;
    let found = snapshots::find(&mut tx, first).await?;
    assert_eq!(found.map(|found| (found.number, found.object_count)), Some((0, 0)));
    assert!(files::find(&mut tx, first, half[0].0).await?.is_none(), "they are not in the new lane");
    assert!(snapshots::list_building(&mut tx, &manual.id).await?.is_empty());
    snapshots::put_working(&mut tx, &manual.id, object, added, "ada", at(3)).await?;
    let Some(working) = lane(&mut tx).await? else { panic!("a lane") };
    assert!(working > first);
    let held = snapshots::find(&mut tx, working).await?;
    assert_eq!(held.map(|held| (held.object_count, held.module_count)), Some((1, 1)));
    assert!(files::find(&mut tx, working, object).await?.is_some());
    assert_eq!(objects::list_keys(&mut tx, home).await?, ["DMC-A_en-US", "DMC-B_en-US"]);
    // What an OEM delivers later is its first revision, and waits.
    let revision = snapshots::insert(&mut tx, &new_snapshot(&manual, "p")).await?;
    snapshots::publish(&mut tx, revision, Some(Decision::Waiting), at(4)).await?;
    assert_eq!(snapshots::find(&mut tx, revision).await?.map(|one| one.number), Some(1));
    Ok(())
}

async fn a_revision_is_read_from_the_moment_of_its_publication_on(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A")]).await?;
    let id = building(&mut tx, &manual, "p1", &[made[0].1]).await?;
    assert!(snapshots::publish(&mut tx, id, Some(Decision::Confirmed), at(5)).await?);
    for lane in [Lane::Oem, Lane::Working] {
        assert_eq!(snapshots::find_at(&mut tx, &manual.id, lane, at(4)).await?, None, "the import was running");
        assert_eq!(snapshots::find_at(&mut tx, &manual.id, lane, at(5)).await?, Some(id));
    }
    Ok(())
}

async fn an_unpublished_snapshot_is_invisible(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), picture("ICN-1.PNG")]).await?;
    let id = building(&mut tx, &manual, "p1", &[made[0].1, made[1].1]).await?;
    assert_eq!(snapshots::find(&mut tx, id).await?, None);
    assert!(snapshots::list(&mut tx, &manual.id, Lane::Oem).await?.is_empty());
    assert!(files::list_versions(&mut tx, made[0].0).await?.is_empty());
    let page = crate::given::page(1, 10);
    assert_eq!(files::count_media(&mut tx, &csdb.id, "", None).await?, 0);
    assert!(files::list_media(&mut tx, &csdb.id, "", None, page).await?.is_empty());
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;
    assert_eq!(files::list_versions(&mut tx, made[0].0).await?.len(), 1);
    for (text, status, expected) in [
        ("", None, 1),
        ("icn", None, 1),
        ("cn-2", None, 0),
        ("icn", Some(FileStatus::Released), 1),
        ("", Some(FileStatus::Draft), 0),
    ] {
        assert_eq!(files::count_media(&mut tx, &csdb.id, text, status).await?, expected, "{text} {status:?}");
        let listed = files::list_media(&mut tx, &csdb.id, text, status, page).await?;
        assert_eq!(listed.len() as u64, expected, "{text} {status:?}");
    }
    assert!(!snapshots::publish(&mut tx, id, None, at(2)).await?, "shown already");
    let found = snapshots::find(&mut tx, id).await?.unwrap_or_else(|| panic!("it is shown"));
    assert_eq!((found.number, found.object_count, found.module_count), (1, 2, 1));
    assert_eq!((found.decision, found.package_id.as_deref()), (Some(Decision::Confirmed), Some("p1")));
    Ok(())
}

async fn the_first_revision_fills_two_lanes_and_the_next_waits(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut ids = Vec::new();
    for (package, decision) in [("p1", Decision::Confirmed), ("p2", Decision::Waiting)] {
        let mut tx = db.begin().await?;
        let id = building(&mut tx, &manual, package, &[]).await?;
        publish(&mut tx, &manual, id, decision).await?;
        tx.commit().await?;
        ids.push(id);
    }
    let mut tx = db.read().await?;
    let lanes = manuals::find(&mut tx, &manual.id).await?.map(|manual| manual.lanes).unwrap_or_default();
    assert_eq!((lanes.oem, lanes.working, lanes.frozen), (Some(ids[1]), Some(ids[0]), None));
    let numbers: Vec<i64> =
        snapshots::list(&mut tx, &manual.id, Lane::Oem).await?.iter().map(|one| one.number).collect();
    assert_eq!(numbers, [2, 1]);
    let pointed = snapshots::list_in_lanes(&mut tx, &[&manual.id]).await?;
    assert_eq!(pointed.len(), 2);
    let waiting = snapshots::count_waiting_of(&mut tx, &[&manual.id, &ManualId("none".to_owned())]).await?;
    assert_eq!(waiting, [(manual.id, 1)].into());
    assert_eq!(snapshots::count_waiting(&mut tx).await?, 1);
    assert!(!manuals::update_oem_lane(&mut db.begin().await?, &ManualId("none".to_owned()), ids[0], at(9)).await?);
    Ok(())
}

async fn a_version_of_a_waiting_revision_was_never_in_the_working_lane(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut made = Vec::new();
    for (issue, package, decision) in [("001", "p1", Decision::Confirmed), ("002", "p2", Decision::Waiting)] {
        let mut tx = db.begin().await?;
        let one = import(&mut tx, &manual, issue, &[module("DMC-A")]).await?[0];
        let id = building(&mut tx, &manual, package, &[one.1]).await?;
        publish(&mut tx, &manual, id, decision).await?;
        tx.commit().await?;
        made.push(one);
    }
    assert_eq!(made[0].0, made[1].0, "versions of one object");
    let mut tx = db.read().await?;
    assert_eq!(snapshots::list_working_versions(&mut tx, &manual.id, made[0].0).await?, [made[0].1]);
    Ok(())
}

async fn pending_revisions_are_listed_with_their_manual_newest_first(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb, mel) = empty_manual(&db).await?;
    let amm = manual(&csdb, "AMM");
    let mut tx = db.begin().await?;
    assert!(manuals::insert(&mut tx, &amm).await?);
    for (book, package, decision) in [
        (&mel, "p1", Decision::Confirmed),
        (&mel, "p2", Decision::Waiting),
        (&amm, "p3", Decision::Confirmed),
        (&amm, "p4", Decision::Waiting),
        (&mel, "p5", Decision::Waiting),
    ] {
        let id = building(&mut tx, book, package, &[]).await?;
        publish(&mut tx, book, id, decision).await?;
    }
    building(&mut tx, &mel, "p6", &[]).await?;

    let listed = async |tx: &mut Tx, number| {
        let found = snapshots::list_all_waiting(tx, crate::given::page(number, 2)).await?;
        assert_eq!(found.total, snapshots::count_waiting(tx).await?, "as many as are counted");
        let rows = found.items.into_iter().map(|one| format!("{} {}", one.manual_name, one.revision.number));
        Ok::<_, StoreError>(rows.collect::<Vec<_>>())
    };
    assert_eq!(listed(&mut tx, 1).await?, ["MEL 3", "AMM 2"]);
    assert_eq!(listed(&mut tx, 2).await?, ["MEL 2"]);
    assert!(trash::insert(&mut tx, &TrashTarget::Manual(amm.id.clone()), "ann", at(4)).await?);
    assert_eq!(listed(&mut tx, 1).await?, ["MEL 3", "MEL 2"]);
    assert!(trash::insert(&mut tx, &TrashTarget::Csdb(csdb.id.clone()), "ann", at(5)).await?);
    assert!(listed(&mut tx, 1).await?.is_empty());
    Ok(())
}

async fn only_the_last_pending_revision_can_still_be_adopted(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb, mel) = empty_manual(&db).await?;
    let amm = manual(&csdb, "AMM");
    let mut tx = db.begin().await?;
    assert!(manuals::insert(&mut tx, &amm).await?);
    let mut ids = Vec::new();
    for (book, package, decision) in [
        (&mel, "p1", Decision::Confirmed),
        (&mel, "p2", Decision::Waiting),
        (&mel, "p3", Decision::Waiting),
        (&amm, "p4", Decision::Confirmed),
        (&amm, "p5", Decision::Waiting),
        (&amm, "p6", Decision::Rejected),
    ] {
        let id = building(&mut tx, book, package, &[]).await?;
        publish(&mut tx, book, id, decision).await?;
        ids.push(id);
    }
    building(&mut tx, &mel, "p7", &[]).await?;
    let adoptable = snapshots::list_adoptable_in(&mut tx, csdb.name.as_str()).await?;
    assert_eq!(adoptable, [ids[2], ids[4]], "a rejected revision replaces nothing");
    let waiting = snapshots::count_waiting_of(&mut tx, &[&mel.id, &amm.id]).await?;
    assert_eq!(waiting, [(mel.id, 2), (amm.id, 1)].into(), "all of them wait for a decision");
    assert!(snapshots::list_adoptable_in(&mut tx, "NONE").await?.is_empty());
    Ok(())
}

async fn an_incremental_revision_is_merged_with_the_previous_one(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let all: Vec<ObjectIdentity> = (0..5).map(|number| module(&format!("DMC-{number}"))).collect();
    let mut tx = db.begin().await?;
    let first = import(&mut tx, &manual, "001", &all).await?;
    let versions: Vec<_> = first.iter().map(|one| one.1).collect();
    let old = building(&mut tx, &manual, "p1", &versions).await?;
    publish(&mut tx, &manual, old, Decision::Confirmed).await?;

    let changed = import(&mut tx, &manual, "002", &all[1..2]).await?;
    let new = building_on(&mut tx, &manual, "p2", &[changed[0].1]).await?;
    publish(&mut tx, &manual, new, Decision::Waiting).await?;
    let mut issues = Vec::new();
    for (object, _) in &first {
        let file = files::find(&mut tx, new, *object).await?.unwrap_or_else(|| panic!("it was carried over"));
        issues.push(file.version.issue.number);
    }
    assert_eq!(issues, ["001", "002", "001", "001", "001"]);
    tx.commit().await?;
    assert_eq!(db.count("lane_entry").await, 6, "what stays is not written again");
    Ok(())
}

async fn unreferenced_modules_are_marked(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let pm = identity(ObjectKind::PublicationModule, "PMC-1");
    let all = [module("DMC-IN-TOC"), module("DMC-NAMED"), module("DMC-ALONE"), module("DMC-SELF"), pm];
    let made = import(&mut tx, &manual, "001", &all).await?;
    let named = [reference(DataModule, "dmc-named")];
    let own = [reference(DataModule, "DMC-SELF")];
    references::insert_many(&mut tx, &[(made[0].1, &named), (made[3].1, &own)]).await?;
    let versions: Vec<_> = made.iter().map(|one| one.1).collect();
    let id = building(&mut tx, &manual, "p1", &versions).await?;
    let first = node_ids(&mut tx, 1).await?;
    toc::insert_many(&mut tx, id, &[node(first, None, 0, "A", Some(made[0].0))]).await?;
    let mut after = ObjectId(0);
    while let Some(last) = snapshots::mark_referenced(&mut tx, id, after, 2).await? {
        after = last;
    }
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;

    let filter = crate::files::any(files::FileScope::Unreferenced);
    let alone = files::list(&mut tx, id, &filter, crate::given::page(1, 10)).await?;
    let codes: Vec<&str> = alone.items.iter().map(|file| file.object.identity.code.as_str()).collect();
    assert_eq!((codes, alone.total), (vec!["DMC-ALONE", "DMC-SELF"], 2));
    Ok(())
}

async fn an_interrupted_import_is_resumed_or_removed(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B"), module("DMC-C")]).await?;
    let versions: Vec<_> = made.iter().map(|one| one.1).collect();
    let id = building(&mut tx, &manual, "p1", &versions).await?;
    let first = node_ids(&mut tx, 2).await?;
    let nodes = [node(first, None, 0, "A", Some(made[0].0)), node(first + 1, None, 1, "B", None)];
    toc::insert_many(&mut tx, id, &nodes).await?;
    tx.commit().await?;

    let mut tx = db.begin().await?;
    assert_eq!(snapshots::find_building(&mut tx, &manual.id, "p1").await?, Some((id, None)));
    snapshots::propose(&mut tx, id, Decision::Confirmed).await?;
    let proposed = Some((id, Some(Decision::Confirmed)));
    assert_eq!(snapshots::find_building(&mut tx, &manual.id, "p1").await?, proposed);
    assert_eq!(snapshots::find_building(&mut tx, &manual.id, "p2").await?, None);
    assert!(snapshots::delete_toc(&mut tx, id, 10).await?);
    toc::insert_many(&mut tx, id, &nodes).await?;
    let mut rounds = 0;
    while snapshots::delete_building(&mut tx, id, 2).await? {
        rounds += 1;
    }
    assert_eq!(rounds, 3);
    assert_eq!(snapshots::find_building(&mut tx, &manual.id, "p1").await?, None);
    // A published snapshot is never deleted this way.
    let kept = building(&mut tx, &manual, "p1", &versions).await?;
    publish(&mut tx, &manual, kept, Decision::Confirmed).await?;
    assert!(!snapshots::delete_building(&mut tx, kept, 2).await?);
    assert!(snapshots::find(&mut tx, kept).await?.is_some_and(|found| found.object_count == 3));
    assert!(!snapshots::delete_building(&mut tx, SnapshotId(999), 2).await?);
    Ok(())
}
