use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::object::{ObjectIdentity, ObjectKind};
use domain::page::Order;
use domain::snapshot::Decision;
use domain::version::ReferenceKind::DataModule;
use domain::version::{FileStatus, Version};
use store::files::{self, FileFilter, FileScope, FileSort};
use store::objects::ObjectOwner;
use store::{Db, StoreError, objects, references, versions};
use testkit::database::TestDatabase;

use crate::given::{at, kept, page, user};
use testkit::library::{building, empty_manual, identity, import, module, picture, publish, reference, version};

testkit::on_each_database!(
    a_file_reads_back_as_it_was_written,
    files_are_found_by_text_type_language_and_status,
    many_objects_of_a_snapshot_are_found_at_once,
    modules_are_found_by_their_system,
    lists_sort_alike_on_both_engines_and_page_without_repeats,
    files_are_listed_behind_a_key,
    files_that_a_user_has_checked_out_are_listed,
    versions_are_listed_with_their_revisions,
    referrers_are_those_of_the_snapshot,
    references_of_a_version_are_read_in_parts,
);

pub(crate) fn any(scope: FileScope) -> FileFilter {
    FileFilter {
        scope,
        text: String::new(),
        content_type: String::new(),
        language: String::new(),
        system: String::new(),
        status: None,
        sort: FileSort::Code,
        order: Order::Ascending,
    }
}

/// A published snapshot of modules made by `alter`, one per code.
async fn with_modules(
    db: &Db,
    codes: &[&str],
    alter: impl Fn(&str, &mut ObjectIdentity, &mut Version),
) -> Result<SnapshotId, StoreError> {
    let (csdb, manual) = empty_manual(db).await?;
    let mut tx = db.begin().await?;
    let mut kept = Vec::new();
    for code in codes {
        let mut identity = module(code);
        let mut made = version(ObjectId(0), "001", code);
        alter(code, &mut identity, &mut made);
        let home = ObjectOwner { csdb: &csdb.id, manual: Some(&manual.id) };
        made.object_id = objects::insert_many(&mut tx, home, &[identity], at(1)).await?[0];
        kept.push(versions::insert_many(&mut tx, &[made]).await?[0].id);
    }
    let id = building(&mut tx, &manual, "p1", &kept).await?;
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;
    tx.commit().await?;
    Ok(id)
}

async fn codes(db: &Db, id: domain::id::SnapshotId, filter: &FileFilter) -> Result<String, StoreError> {
    let found = files::list(&mut db.read().await?, id, filter, page(1, 50)).await?;
    assert_eq!(found.total, found.items.len() as u64);
    assert_eq!(files::list_all(&mut db.read().await?, id, filter).await?, found.items, "the same in one go");
    let codes: Vec<String> = found.items.into_iter().map(|file| file.object.identity.code).collect();
    Ok(codes.join(" "))
}

async fn a_file_reads_back_as_it_was_written(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let home = ObjectOwner { csdb: &csdb.id, manual: Some(&manual.id) };
    let object = objects::insert_many(&mut tx, home, &[module("DMC-A")], at(1)).await?[0];
    let mut written = version(object, "002", "空调");
    written.issue.kind = "deleted".into();
    written.content.status_blob = Some("a".repeat(64));
    written.change_request = Some("CR-1".to_owned());
    let kept = versions::insert_many(&mut tx, std::slice::from_ref(&written)).await?[0];
    let id = building(&mut tx, &manual, "p1", &[kept.id]).await?;
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;
    let found = files::find(&mut tx, id, object).await?.unwrap_or_else(|| panic!("it is there"));
    assert_eq!((&found.version, found.version_id, found.deleted), (&written, kept.id, true));
    assert_eq!((found.object.identity, found.path.as_str()), (module("DMC-A"), "/H160/MEL/DMC-A_en-US.XML"));
    assert_eq!(files::find(&mut tx, id, ObjectId(999)).await?, None);

    let made = import(&mut tx, &manual, "001", &[picture("ICN-1.PNG")]).await?;
    assert_eq!(files::find_media(&mut tx, made[0].0).await?, None, "not shown yet");
    let next = building(&mut tx, &manual, "p2", &[made[0].1]).await?;
    publish(&mut tx, &manual, next, Decision::Waiting).await?;
    let path = files::find_media(&mut tx, made[0].0).await?.map(|file| file.path);
    assert_eq!(path.as_deref(), Some("/H160/MULTIMEDIA/ICN-1.PNG"));
    assert_eq!(files::find_media(&mut tx, object).await?, None, "a module is no media");
    Ok(())
}

async fn files_are_found_by_text_type_language_and_status(db: TestDatabase) -> Result<(), StoreError> {
    let all = ["DMC-A", "DMC-B_1", "DMC-C", "PMC-1", "DMC-ACT"];
    let id = with_modules(&db, &all, |code, identity, version| match code {
        "DMC-A" => version.metadata.tech_name = "空调 100%".into(),
        "DMC-B_1" => version.metadata.content_type = "proced".into(),
        "DMC-C" => {
            identity.language = "zh-CN".into();
            version.status = FileStatus::Draft;
        }
        "PMC-1" => identity.kind = ObjectKind::PublicationModule,
        _ => identity.kind = ObjectKind::Act,
    })
    .await?;
    let modules = || any(FileScope::Modules);
    let text = |text: &str| FileFilter { text: text.to_owned(), ..modules() };
    for (filter, expected) in [
        (modules(), "DMC-A DMC-ACT DMC-B_1 DMC-C"),
        (any(FileScope::Manual), "DMC-A DMC-ACT DMC-B_1 DMC-C PMC-1"),
        (text("dmc-a"), "DMC-A DMC-ACT"),
        (text("空调"), "DMC-A"),
        (text("100%"), "DMC-A"),
        (text("b_"), "DMC-B_1"),
        (text("no such"), ""),
        (FileFilter { content_type: "proced".to_owned(), ..modules() }, "DMC-B_1"),
        (FileFilter { language: "zh-CN".to_owned(), ..modules() }, "DMC-C"),
        (FileFilter { status: Some(FileStatus::Draft), ..modules() }, "DMC-C"),
        (FileFilter { status: Some(FileStatus::Obsolete), ..modules() }, ""),
    ] {
        assert_eq!(codes(&db, id, &filter).await?, expected, "{filter:?}");
    }
    let mut tx = db.read().await?;
    for (kinds, expected) in [
        (&[ObjectKind::Act][..], &["DMC-ACT"][..]),
        (&[ObjectKind::PublicationModule, ObjectKind::Act], &["DMC-ACT", "PMC-1"]),
        (&[ObjectKind::Cct], &[]),
        (&[], &[]),
    ] {
        let found = files::list_of_kinds(&mut tx, &[id], kinds).await?;
        let codes: Vec<&str> = found.iter().map(|(_, file)| file.object.identity.code.as_str()).collect();
        assert_eq!(codes, expected);
    }
    assert!(files::list_of_kinds(&mut tx, &[], &[ObjectKind::Act]).await?.is_empty());
    Ok(())
}

async fn many_objects_of_a_snapshot_are_found_at_once(db: TestDatabase) -> Result<(), StoreError> {
    let id = with_modules(&db, &["DMC-A", "DMC-B", "DMC-C"], |_, _, _| ()).await?;
    let mut tx = db.read().await?;
    let all = files::list_all(&mut tx, id, &any(FileScope::Modules)).await?;
    let wanted = [all[2].object.id, ObjectId(999), all[0].object.id];
    let found = files::list_by_objects(&mut tx, id, &wanted).await?;
    assert_eq!(found, [all[0].clone(), all[2].clone()]);
    assert!(files::list_by_objects(&mut tx, SnapshotId(999), &wanted).await?.is_empty());
    assert!(files::list_by_objects(&mut tx, id, &[]).await?.is_empty());
    Ok(())
}

async fn modules_are_found_by_their_system(db: TestDatabase) -> Result<(), StoreError> {
    let pump = "DMC-H160-A-29-10-00-00A-520A-A";
    let lesson = "DMC-H160-A-29-10-00-00A-520A-A-H10A";
    let other = "DMC-H160-29-32-29-29-29A-520A-A";
    let other_lesson = "DMC-H160-A-32-29-00-00A-520A-A-H10A";
    let id = with_modules(&db, &[pump, lesson, other, other_lesson, "DMC-29"], |_, _, _| ()).await?;
    let of = |system: &str| FileFilter { system: system.to_owned(), ..any(FileScope::Modules) };
    for (system, expected) in [
        ("29", format!("{lesson} {pump}")),
        ("32", format!("{other} {other_lesson}")),
        ("2%", String::new()),
        ("10", String::new()),
    ] {
        assert_eq!(codes(&db, id, &of(system)).await?, expected, "{system}");
    }
    let keys = files::list_module_keys(&mut db.read().await?, id).await?;
    assert_eq!((keys.len(), keys.iter().any(|key| key == "dmc-29_en-us")), (5, true));
    Ok(())
}

async fn lists_sort_alike_on_both_engines_and_page_without_repeats(db: TestDatabase) -> Result<(), StoreError> {
    let id = with_modules(&db, &["c", "B", "a", "_", "中"], |code, identity, version| {
        let (title, kind, language, date, status) = match code {
            "c" => ("Äther", "proced", "en-US", "2026-01-02", FileStatus::Draft),
            "B" => ("alpha", "descript", "zh-CN", "2026-01-02", FileStatus::Released),
            "a" => ("Beta", "descript", "en-US", "2025-12-31", FileStatus::Review),
            "_" => ("中华", "fault", "en-US", "2026-02-01", FileStatus::Draft),
            _ => ("", "crew", "fr-FR", "", FileStatus::Obsolete),
        };
        version.metadata.tech_name = title.into();
        version.metadata.content_type = kind.into();
        version.issue.date = date.into();
        version.status = status;
        identity.language = language.into();
    })
    .await?;
    for (sort, expected) in [
        (FileSort::Code, "_ a B c 中"),
        (FileSort::Title, "B a 中 c _"),
        (FileSort::ContentType, "中 a B _ c"),
        (FileSort::Language, "_ a c 中 B"),
        (FileSort::IssueDate, "中 a B c _"),
        (FileSort::Status, "_ c 中 B a"),
    ] {
        for order in [Order::Ascending, Order::Descending] {
            let mut expected: Vec<&str> = expected.split(' ').collect();
            if order == Order::Descending {
                expected.reverse();
            }
            let filter = FileFilter { sort, order, ..any(FileScope::Modules) };
            let mut found = Vec::new();
            for number in 1..=3 {
                let part = files::list(&mut db.read().await?, id, &filter, page(number, 2)).await?;
                assert_eq!(part.total, 5);
                found.extend(part.items.into_iter().map(|file| file.object.identity.code));
            }
            assert_eq!(found, expected, "{sort:?} {order:?}");
        }
    }
    Ok(())
}

async fn files_are_listed_behind_a_key(db: TestDatabase) -> Result<(), StoreError> {
    let id = with_modules(&db, &["DMC-B", "DMC-A", "DMC-B_1", "DMC-C"], |code, identity, _| {
        if code == "DMC-C" {
            "zh-CN".clone_into(&mut identity.language);
        }
    })
    .await?;
    let every = files::list_all(&mut db.read().await?, id, &any(FileScope::Modules)).await?;
    let mut listed = Vec::new();
    let mut behind = String::new();
    loop {
        let mut tx = db.read().await?;
        let some = files::list_behind(&mut tx, id, &any(FileScope::Modules), None, &behind, 2).await?;
        let Some(last) = some.last() else { break };
        behind = last.object.identity.key.to_lowercase();
        assert!(some.len() <= 2);
        listed.extend(some);
    }
    assert_eq!(listed, every, "each once, in the order of lists");
    let chinese = FileFilter { language: "zh-CN".to_owned(), ..any(FileScope::Modules) };
    assert_eq!(files::list_behind(&mut db.read().await?, id, &chinese, None, "", 9).await?.len(), 1);
    let mut tx = db.read().await?;
    assert_eq!(files::count_matching(&mut tx, id, &chinese, None).await?, 1);
    assert_eq!(files::count_matching(&mut tx, id, &any(FileScope::Modules), None).await?, 4);
    Ok(())
}

async fn files_that_a_user_has_checked_out_are_listed(db: TestDatabase) -> Result<(), StoreError> {
    let id = with_modules(&db, &["DMC-A", "DMC-B", "DMC-C"], |_, _, _| {}).await?;
    let filter = any(FileScope::Modules);
    let every = files::list_all(&mut db.read().await?, id, &filter).await?;
    let (ann, ben) = (kept(&db, user("ann")).await?, kept(&db, user("ben")).await?);
    let mut tx = db.begin().await?;
    for (file, user) in [(&every[0], &ben), (&every[1], &ann)] {
        store::checkouts::take(&mut tx, file.object.id, &user.id, at(1)).await?;
    }
    let held = files::list_behind(&mut tx, id, &filter, Some(&ann.id), "", 9).await?;
    assert_eq!(held.iter().map(|file| file.version_id).collect::<Vec<_>>(), [every[1].version_id]);
    assert_eq!(files::count_matching(&mut tx, id, &filter, Some(&ann.id)).await?, 1);
    let behind = held[0].object.identity.key.to_lowercase();
    assert_eq!(files::list_behind(&mut tx, id, &filter, Some(&ann.id), &behind, 9).await?, []);
    Ok(())
}

async fn versions_are_listed_with_their_revisions(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let (mut made, mut revisions) = (Vec::new(), Vec::new());
    for (issue, package) in [("001", "p1"), ("001", "p2"), ("002", "p3")] {
        let one = import(&mut tx, &manual, issue, &[module("DMC-A")]).await?[0];
        let id = building(&mut tx, &manual, package, &[one.1]).await?;
        publish(&mut tx, &manual, id, Decision::Waiting).await?;
        made.push(one);
        revisions.push(id);
    }
    let object = made[0].0;
    let issues: Vec<String> =
        files::list_versions(&mut tx, object).await?.into_iter().map(|file| file.version.issue.number).collect();
    assert_eq!(issues, ["002", "001"]);
    let held = files::list_revision_numbers(&mut tx, object).await?;
    assert_eq!(held, [(made[0].1, 1), (made[0].1, 2), (made[2].1, 3)]);
    for (version, newest) in [(made[0].1, Some(revisions[1])), (made[2].1, Some(revisions[2])), (VersionId(999), None)]
    {
        assert_eq!(files::find_newest_revision(&mut tx, version).await?, newest);
    }
    Ok(())
}

async fn referrers_are_those_of_the_snapshot(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let pm = identity(ObjectKind::PublicationModule, "PMC-1");
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B"), pm]).await?;
    let target = [reference(DataModule, "DMC-A")];
    let all = [(made[0].1, &target[..]), (made[1].1, &target[..]), (made[2].1, &target[..])];
    references::insert_many(&mut tx, &all).await?;
    let old = building(&mut tx, &manual, "p1", &[made[0].1, made[1].1]).await?;
    publish(&mut tx, &manual, old, Decision::Confirmed).await?;
    let new = building(&mut tx, &manual, "p2", &[made[0].1, made[1].1, made[2].1]).await?;
    publish(&mut tx, &manual, new, Decision::Waiting).await?;
    for (snapshots, limit, expected, total) in [
        (vec![old], 10, vec!["DMC-B"], 1),
        (vec![new], 10, vec!["DMC-B", "PMC-1"], 2),
        (vec![old, new], 1, vec!["DMC-B"], 2),
        (vec![], 10, vec![], 0),
    ] {
        let (found, counted) = references::list_counted_referrers(&mut tx, "dmc-a", &snapshots, limit).await?;
        let codes: Vec<&str> = found.iter().map(|(_, end)| end.code.as_str()).collect();
        assert_eq!((codes, counted), (expected, total), "{snapshots:?}");
        assert_eq!(references::list_referrers(&mut tx, "dmc-a", &snapshots, limit).await?, found);
        let counts = references::count_referrers(&mut tx, &["dmc-a".to_owned()], &snapshots).await?;
        assert_eq!(counts.get("dmc-a").copied().unwrap_or_default(), total, "{snapshots:?}");
    }
    let asked = ["dmc-b", "pmc-1", "none"].map(str::to_owned);
    for (snapshots, expected) in [
        (vec![old], vec![(old, "/H160/MEL/DMC-B_en-US.XML")]),
        (
            vec![old, new],
            vec![
                (old, "/H160/MEL/DMC-B_en-US.XML"),
                (new, "/H160/MEL/DMC-B_en-US.XML"),
                (new, "/H160/MEL/PMC-1_en-US.XML"),
            ],
        ),
        (vec![], vec![]),
    ] {
        let found = files::list_by_codes(&mut tx, &manual.csdb_id, &snapshots, &asked).await?;
        let paths: Vec<_> = found.iter().map(|(snapshot, file)| (*snapshot, file.path.as_str())).collect();
        assert_eq!(paths, expected);
    }
    Ok(())
}

async fn references_of_a_version_are_read_in_parts(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let version = import(&mut tx, &manual, "001", &[module("DMC-A")]).await?[0].1;
    let all = ["DMC-3", "DMC-1", "DMC-2"].map(|target| reference(DataModule, target));
    references::insert_many(&mut tx, &[(version, &all[..])]).await?;
    for (from, limit, expected) in [(0, 2, &all[..2]), (2, 2, &all[2..]), (3, 2, &[]), (0, u64::MAX, &all)] {
        assert_eq!(references::list_some(&mut tx, version, from, limit).await?, expected);
    }
    assert_eq!(references::list(&mut tx, version).await?, all);
    Ok(())
}
