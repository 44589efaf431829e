//! The differences between two snapshots of one manual.

use std::collections::HashMap;

use domain::id::{ObjectId, VersionId};
use domain::snapshot::Decision;
use domain::version::ReferenceKind::{DataModule, Illustration};
use store::snapshots::{self, ChangedObject};
use store::{StoreError, references, versions};
use testkit::database::TestDatabase;
use testkit::library::{building, building_on, empty_manual, import, module, picture, publish, reference};

testkit::on_each_database!(
    the_objects_that_differ_between_two_snapshots_are_listed,
    a_module_that_something_new_references_is_no_difference,
    versions_are_compared_with_those_of_a_snapshot,
    the_modules_with_a_picture_are_found,
);

fn told(list: Vec<ChangedObject>) -> Vec<(String, Option<VersionId>, Option<VersionId>)> {
    list.into_iter().map(|one| (one.key, one.old, one.new)).collect()
}

async fn the_objects_that_differ_between_two_snapshots_are_listed(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let first = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B"), module("DMC-C")]).await?;
    let old = building(&mut tx, &manual, "p1", &[first[0].1, first[1].1, first[2].1]).await?;
    publish(&mut tx, &manual, old, Decision::Confirmed).await?;
    let second = import(&mut tx, &manual, "002", &[module("DMC-B"), module("DMC-D")]).await?;
    let new = building_on(&mut tx, &manual, "p2", &[second[0].1, second[1].1]).await?;
    snapshots::remove(&mut tx, new, &[first[2].0]).await?;
    publish(&mut tx, &manual, new, Decision::Waiting).await?;
    let changed = [
        ("DMC-B_en-US", Some(first[1].1), Some(second[0].1)),
        ("DMC-C_en-US", Some(first[2].1), None),
        ("DMC-D_en-US", None, Some(second[1].1)),
    ];
    let forth = changed.map(|(key, old, new)| (key.to_owned(), old, new));
    assert_eq!(told(snapshots::list_changed(&mut tx, old, new).await?), forth);
    let back = changed.map(|(key, old, new)| (key.to_owned(), new, old));
    assert_eq!(told(snapshots::list_changed(&mut tx, new, old).await?), back);
    assert_eq!(snapshots::list_changed(&mut tx, new, new).await?, []);
    let blobs = versions::find_blobs(&mut tx, &[first[1].1, second[1].1]).await?;
    let expected = [first[1], second[1]].map(|(object, version)| (version, (format!("{:064}", object.0), None)));
    assert_eq!(blobs, HashMap::from(expected));
    Ok(())
}

async fn versions_are_compared_with_those_of_a_snapshot(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let first = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B"), module("DMC-C")]).await?;
    let old = building(&mut tx, &manual, "p1", &[first[0].1, first[1].1, first[2].1]).await?;
    publish(&mut tx, &manual, old, Decision::Confirmed).await?;
    let second = import(&mut tx, &manual, "002", &[module("DMC-B")]).await?;
    let new = building_on(&mut tx, &manual, "p2", &[second[0].1]).await?;
    snapshots::remove(&mut tx, new, &[first[2].0]).await?;
    publish(&mut tx, &manual, new, Decision::Waiting).await?;
    let versions = [first[0].1, first[1].1, first[2].1];
    let mut found = told(snapshots::list_since(&mut tx, &versions, new).await?);
    found.sort();
    let expected = [
        ("DMC-A_en-US", Some(first[0].1), Some(first[0].1)),
        ("DMC-B_en-US", Some(first[1].1), Some(second[0].1)),
        ("DMC-C_en-US", Some(first[2].1), None),
    ];
    assert_eq!(found, expected.map(|(key, old, new)| (key.to_owned(), old, new)));
    assert_eq!(snapshots::list_since(&mut tx, &[second[0].1], old).await?[0].new, Some(first[1].1));
    assert_eq!(snapshots::list_since(&mut tx, &[], new).await?, []);
    Ok(())
}

async fn a_module_that_something_new_references_is_no_difference(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let first = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B")]).await?;
    let old = building(&mut tx, &manual, "p1", &[first[0].1, first[1].1]).await?;
    publish(&mut tx, &manual, old, Decision::Confirmed).await?;
    let second = import(&mut tx, &manual, "002", &[module("DMC-A")]).await?;
    let named = [reference(DataModule, "DMC-B")];
    references::insert_many(&mut tx, &[(second[0].1, &named)]).await?;
    let new = building_on(&mut tx, &manual, "p2", &[second[0].1]).await?;
    let mut after = ObjectId(0);
    while let Some(last) = snapshots::mark_referenced(&mut tx, new, after, 10).await? {
        after = last;
    }
    publish(&mut tx, &manual, new, Decision::Waiting).await?;
    let changed = [("DMC-A_en-US".to_owned(), Some(first[0].1), Some(second[0].1))];
    assert_eq!(told(snapshots::list_changed(&mut tx, old, new).await?), changed);
    Ok(())
}

async fn the_modules_with_a_picture_are_found(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let all = [module("DMC-A"), module("DMC-B"), picture("ICN-1.PNG"), picture("ICN-2.PNG")];
    let made = import(&mut tx, &manual, "001", &all).await?;
    let (first, second) = ([reference(Illustration, "icn-1")], [reference(Illustration, "ICN-2")]);
    references::insert_many(&mut tx, &[(made[0].1, &first), (made[1].1, &second)]).await?;
    let all: Vec<VersionId> = made.iter().map(|one| one.1).collect();
    let old = building(&mut tx, &manual, "p1", &all).await?;
    publish(&mut tx, &manual, old, Decision::Confirmed).await?;
    let (found, shown): (Vec<_>, Vec<_>) =
        snapshots::list_referencing(&mut tx, old, &[made[2].0]).await?.into_iter().unzip();
    let found = told(found);
    assert_eq!(found, [("DMC-A_en-US".to_owned(), Some(made[0].1), Some(made[0].1))]);
    assert_eq!(shown, [[made[2].0]], "the pictures that each shows");
    assert_eq!(snapshots::list_referencing(&mut tx, old, &[made[2].0, made[3].0]).await?.len(), 2);
    assert_eq!(snapshots::list_referencing(&mut tx, old, &[]).await?, []);
    // A module that is not in the snapshot shows nothing in it.
    let new = building_on(&mut tx, &manual, "p2", &[made[1].1]).await?;
    snapshots::remove(&mut tx, new, &[made[0].0]).await?;
    publish(&mut tx, &manual, new, Decision::Waiting).await?;
    assert_eq!(snapshots::list_referencing(&mut tx, new, &[made[2].0]).await?, []);
    Ok(())
}
