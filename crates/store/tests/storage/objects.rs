use domain::id::VersionId;
use domain::object::ObjectIdentity;
use domain::version::ReferenceKind::{DataModule, External, Illustration};
use domain::version::Version;
use store::blocks::{self, Sequence};
use store::objects::{self, ObjectOwner};
use store::{StoreError, references, versions};
use testkit::database::TestDatabase;

use crate::given::at;
use testkit::library::{empty_manual, import, module, picture, reference, version};

testkit::on_each_database!(
    numbers_are_allocated_once,
    objects_are_inserted_once_ignoring_the_case_of_their_keys,
    concurrent_imports_of_the_same_picture_get_the_same_object,
    more_objects_than_fit_in_a_statement_keep_their_order,
    a_redelivered_version_is_the_existing_one,
    an_issue_with_other_content_is_another_version,
    references_read_back_in_their_order_and_are_kept_once,
    a_version_knows_what_it_was_made_from_until_that_is_gone,
);

async fn numbers_are_allocated_once(db: TestDatabase) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    assert_eq!(blocks::take(&mut tx, Sequence::Object, 10).await?, 1);
    assert_eq!(blocks::take(&mut tx, Sequence::Object, 1).await?, 11);
    assert_eq!(blocks::take(&mut tx, Sequence::Version, 5).await?, 1);
    assert_eq!(blocks::take(&mut tx, Sequence::Snapshot, 1).await?, 1);
    assert_eq!(blocks::take(&mut tx, Sequence::TocNode, 1).await?, 1);
    assert_eq!(blocks::take(&mut tx, Sequence::Object, 1).await?, 12);
    Ok(())
}

async fn objects_are_inserted_once_ignoring_the_case_of_their_keys(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb, manual) = empty_manual(&db).await?;
    let home = ObjectOwner { csdb: &csdb.id, manual: Some(&manual.id) };
    let mut tx = db.begin().await?;
    let first = objects::insert_many(&mut tx, home, &[module("DMC-B"), module("DMC-A")], at(1)).await?;
    tx.commit().await?;
    let mut tx = db.begin().await?;
    let again = [module("dmc-a"), module("DMC-C"), module("DMC-B"), module("DMC-c")];
    let second = objects::insert_many(&mut tx, home, &again, at(2)).await?;
    assert_eq!((second[0], second[2]), (first[1], first[0]));
    assert_eq!(second[1], second[3]);
    // The same code in another manual, or among the media, is another object.
    let media = ObjectOwner { csdb: &csdb.id, manual: None };
    let other = objects::insert_many(&mut tx, media, &[module("DMC-A")], at(2)).await?;
    assert!(!second.contains(&other[0]));
    tx.commit().await?;

    let keys = ["dmc-a_en-us", "dmc-c_en-us", "none"].map(str::to_owned);
    let found = objects::find_many(&mut db.read().await?, home, &keys).await?;
    assert_eq!(found.len(), 2);
    assert_eq!(found["dmc-a_en-us"], first[1]);
    Ok(())
}

async fn concurrent_imports_of_the_same_picture_get_the_same_object(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb, _) = empty_manual(&db).await?;
    let bring = || async {
        let mut tx = db.begin().await?;
        let home = ObjectOwner { csdb: &csdb.id, manual: None };
        let made = objects::insert_many(&mut tx, home, &[picture("ICN-1.PNG")], at(1)).await?;
        tx.commit().await?;
        Ok::<_, StoreError>(made)
    };
    let (one, other) = tokio::join!(bring(), bring());
    assert_eq!(one?, other?);
    Ok(())
}

async fn more_objects_than_fit_in_a_statement_keep_their_order(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb, manual) = empty_manual(&db).await?;
    let many: Vec<ObjectIdentity> = (0..1_201).rev().map(|number| module(&format!("DMC-{number:05}"))).collect();
    let mut tx = db.begin().await?;
    let home = ObjectOwner { csdb: &csdb.id, manual: Some(&manual.id) };
    let ids = objects::insert_many(&mut tx, home, &many, at(1)).await?;
    let rows: Vec<Version> = ids.iter().map(|id| version(*id, "001", "x")).collect();
    let kept = versions::insert_many(&mut tx, &rows).await?;
    tx.commit().await?;
    let mut tx = db.begin().await?;
    assert_eq!(objects::insert_many(&mut tx, home, &many, at(1)).await?, ids);
    let again = versions::insert_many(&mut tx, &rows).await?;
    assert!(again.iter().zip(&kept).all(|(again, first)| again.id == first.id && first.new && !again.new));
    Ok(())
}

async fn a_redelivered_version_is_the_existing_one(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A")]).await?;
    tx.commit().await?;
    let mut tx = db.begin().await?;
    assert_eq!(import(&mut tx, &manual, "001", &[module("DMC-A")]).await?, made);
    Ok(())
}

async fn an_issue_with_other_content_is_another_version(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let (object, first) = import(&mut tx, &manual, "001", &[module("DMC-A")]).await?[0];
    let same = version(object, "001", "Title of DMC-A");
    let mut bytes = same.clone();
    bytes.content.blob = "f".repeat(64);
    let mut status = same.clone();
    status.content.status_blob = Some("e".repeat(64));
    let mut date = same.clone();
    date.issue.date = "2026-11-01".into();
    let kept = versions::insert_many(&mut tx, &[bytes, status.clone(), same, date, status]).await?;
    let new: Vec<bool> = kept.iter().map(|one| one.new).collect();
    assert_eq!(new, [true, true, false, true, false], "each version once");
    assert_eq!((kept[2].id, kept[1].id), (first, kept[4].id));
    Ok(())
}

async fn references_read_back_in_their_order_and_are_kept_once(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B")]).await?;
    let mut outside = reference(External, "ATA Spec 100");
    outside.external = true;
    outside.language = None;
    let of_a = [reference(DataModule, "DMC-B"), outside, reference(Illustration, "ICN-1")];
    let of_b: Vec<_> = (0..700).map(|number| reference(DataModule, &format!("DMC-{number}"))).collect();
    let all: [(VersionId, &[_]); 2] = [(made[0].1, &of_a), (made[1].1, &of_b)];
    references::insert_many(&mut tx, &all).await?;
    references::insert_many(&mut tx, &all).await?;
    assert_eq!(references::list(&mut tx, made[0].1).await?, of_a);
    assert_eq!(references::list(&mut tx, made[1].1).await?, of_b);
    assert!(references::list(&mut tx, VersionId(999)).await?.is_empty());
    Ok(())
}

async fn a_version_knows_what_it_was_made_from_until_that_is_gone(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let mut made = Vec::new();
    for issue in ["001", "002", "003"] {
        made.extend(import(&mut tx, &manual, issue, &[module("DMC-A")]).await?);
    }
    let [(object, first), (_, second), (_, merged)] = made[..] else { panic!("three versions") };
    versions::insert_parents(&mut tx, &[(first, &[]), (second, &[first]), (merged, &[second, first])]).await?;
    let parents = versions::list_parents(&mut tx, object).await?;
    assert_eq!(parents, [(second, vec![first]), (merged, vec![second, first])].into());
    tx.commit().await?;
    db.tamper(&format!("DELETE FROM version WHERE id = {second}")).await;
    let parents = versions::list_parents(&mut db.read().await?, object).await?;
    assert_eq!(parents, [(merged, vec![first])].into());
    Ok(())
}
