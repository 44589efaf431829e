use domain::id::{ObjectId, VersionId};
use domain::object::{ObjectIdentity, ObjectKind};
use domain::snapshot::Decision;
use domain::version::ReferenceKind;
use store::{StoreError, objects, references, snapshots, versions};
use testkit::database::TestDatabase;

use testkit::library::{building, building_on, empty_manual, identity, import, module, picture, publish, reference};

testkit::on_each_database!(
    a_complete_delivery_in_one_language_keeps_the_other_languages,
    a_revision_only_adds_languages_when_the_working_lane_stays_unchanged,
    objects_are_removed_from_an_unpublished_snapshot,
    only_versions_in_published_revisions_are_listed,
);

fn chinese(code: &str) -> ObjectIdentity {
    ObjectIdentity { key: format!("{code}_zh-CN"), language: "zh-CN".to_owned(), ..module(code) }
}

async fn a_complete_delivery_in_one_language_keeps_the_other_languages(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let list = ObjectIdentity { language: String::new(), ..identity(ObjectKind::Dml, "DML-1") };
    let all =
        [module("DMC-A"), module("DMC-GONE"), chinese("DMC-A"), picture("ICN-ZH.PNG"), picture("ICN-OLD.PNG"), list];
    let first = import(&mut tx, &manual, "001", &all).await?;
    references::insert_many(&mut tx, &[(first[2].1, &[reference(ReferenceKind::Illustration, "ICN-zh")])]).await?;
    let old = building(&mut tx, &manual, "p1", &first.iter().map(|one| one.1).collect::<Vec<_>>()).await?;
    publish(&mut tx, &manual, old, Decision::Confirmed).await?;

    let second = import(&mut tx, &manual, "002", &[module("DMC-A")]).await?;
    let new = building_on(&mut tx, &manual, "p2", &[second[0].1]).await?;
    let languages = ["en-US".to_owned()];
    let mut replaced = Vec::new();
    loop {
        let after = replaced.last().copied().unwrap_or(ObjectId(0));
        let some = snapshots::list_replaced(&mut tx, new, &languages, after, 1).await?;
        if some.is_empty() {
            break;
        }
        replaced.extend(some);
    }
    assert_eq!(replaced, [first[1].0, first[5].0], "what is delivered again is not asked for");
    snapshots::remove(&mut tx, new, &replaced).await?;
    let unused = snapshots::list_replaced_media(&mut tx, new, &languages, ObjectId(0), 4).await?;
    assert_eq!(unused, [first[4].0]);
    assert!(snapshots::list_replaced_media(&mut tx, new, &languages, first[4].0, 4).await?.is_empty());
    snapshots::remove(&mut tx, new, &unused).await?;
    let outline = snapshots::list_objects(&mut tx, new, ObjectId(0), 100).await?;
    let mut held: Vec<_> = outline.iter().map(|one| (one.key.as_str(), one.version_id)).collect();
    held.sort_unstable();
    let expected = [("DMC-A_en-US", second[0].1), ("DMC-A_zh-CN", first[2].1), ("ICN-ZH.PNG", first[3].1)];
    assert_eq!(held, expected);
    let page = snapshots::list_objects(&mut tx, new, outline[0].object_id, 1).await?;
    assert_eq!(page, outline[1..2]);
    assert_eq!(page[0].tech_name, format!("Title of {}", page[0].code));
    Ok(())
}

async fn a_revision_only_adds_languages_when_the_working_lane_stays_unchanged(
    db: TestDatabase,
) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let list = ObjectIdentity { language: String::new(), ..identity(ObjectKind::Dml, "DML-1") };
    let all = [module("DMC-A"), module("DMC-B"), picture("ICN-1.PNG"), list, chinese("DMC-A")];
    let first = import(&mut tx, &manual, "001", &all).await?;
    let [a, b, icn, list, zh] = [0, 1, 2, 3, 4].map(|place: usize| first[place].1);
    let second = import(&mut tx, &manual, "002", &[module("DMC-A"), picture("ICN-1.PNG"), module("DMC-C")]).await?;
    let [later_a, other_icn, c] = [0, 1, 2].map(|place: usize| second[place].1);
    let working = building(&mut tx, &manual, "p1", &[a, b, icn, list]).await?;
    publish(&mut tx, &manual, working, Decision::Confirmed).await?;
    for (held, adds, why) in [
        (vec![a, b, icn, list, zh], true, "a new language beside all that was there"),
        (vec![a, b, zh], true, "the papers of the delivery and an unused picture are not worked on"),
        (vec![a, b, icn, list], false, "nothing new"),
        (vec![a, b, icn, zh, c], false, "a module in a language that is worked on"),
        (vec![later_a, b, icn, zh], false, "another issue"),
        (vec![a, icn, zh], false, "a module that is gone"),
        (vec![a, b, other_icn, zh], false, "another picture under the same name"),
    ] {
        let snapshot = building(&mut tx, &manual, "p2", &held).await?;
        assert_eq!(snapshots::only_adds_languages(&mut tx, working, snapshot).await?, adds, "{why}");
        while snapshots::delete_building(&mut tx, snapshot, 100).await? {}
    }
    Ok(())
}

async fn objects_are_removed_from_an_unpublished_snapshot(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B")]).await?;
    let id = building(&mut tx, &manual, "p1", &[made[0].1, made[1].1]).await?;
    assert_eq!(snapshots::list_building(&mut tx, &manual.id).await?, [id]);
    snapshots::remove(&mut tx, id, &[made[0].0]).await?;
    let left: Vec<_> =
        snapshots::list_objects(&mut tx, id, ObjectId(0), 9).await?.iter().map(|one| one.object_id).collect();
    assert_eq!(left, [made[1].0]);
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;
    assert!(snapshots::list_building(&mut tx, &manual.id).await?.is_empty());
    Ok(())
}

async fn only_versions_in_published_revisions_are_listed(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), picture("ICN-1.PNG")]).await?;
    import(&mut tx, &manual, "001", &[module("DMC-B"), picture("ICN-2.PNG")]).await?;
    let id = building(&mut tx, &manual, "p1", &[made[0].1, made[1].1]).await?;
    assert!(versions::list_visible(&mut tx, &manual.id, VersionId(0), 9).await?.is_empty());
    assert!(objects::list_media_names(&mut tx, &csdb.id).await?.is_empty());
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;
    let seen = versions::list_visible(&mut tx, &manual.id, VersionId(0), 9).await?;
    let [seen] = seen.as_slice() else { panic!("one module is seen: {seen:?}") };
    assert_eq!((seen.key_folded.as_str(), seen.issue.number.as_str()), ("dmc-a_en-us", "001"));
    assert!(versions::list_visible(&mut tx, &manual.id, seen.id, 9).await?.is_empty());
    assert_eq!(objects::list_media_names(&mut tx, &csdb.id).await?, ["icn-1.png"]);
    Ok(())
}
