use domain::object::ObjectIdentity;
use domain::snapshot::Decision;
use domain::translation::TranslationRecord;
use domain::version::ReferenceKind::DataModule;
use store::trash::{self, TrashTarget};
use store::{StoreError, csdbs, manuals, references, snapshots, toc, translations};
use testkit::database::TestDatabase;

use crate::given::at;
use testkit::library::{
    building, csdb, empty_manual, import, manual, module, name, node, node_ids, picture, publish, reference,
};

testkit::on_each_database!(
    deleted_records_are_restored_completely,
    a_name_taken_meanwhile_prevents_a_restore,
    purged_records_leave_no_row,
);

async fn deleted_records_are_restored_completely(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb, manual) = empty_manual(&db).await?;
    let (database, book) = (TrashTarget::Csdb(csdb.id.clone()), TrashTarget::Manual(manual.id.clone()));
    let mut tx = db.begin().await?;
    assert!(trash::insert(&mut tx, &book, "ann", at(1)).await?);
    assert!(!trash::insert(&mut tx, &book, "ann", at(1)).await?);
    assert_eq!(manuals::find(&mut tx, &manual.id).await?, None);
    assert!(trash::insert(&mut tx, &database, "bob", at(2)).await?);
    assert_eq!(csdbs::find_by_name(&mut tx, &csdb.name).await?, None);
    let names: Vec<_> = trash::list(&mut tx, 10)
        .await?
        .into_iter()
        .map(|one| (one.by, one.manual_name.map(|name| name.to_string())))
        .collect();
    assert_eq!(names, [("bob".to_owned(), None), ("ann".to_owned(), Some("MEL".to_owned()))]);
    assert_eq!(trash::list(&mut tx, 1).await?.len(), 1, "the newest");
    assert_eq!(trash::find(&mut tx, &manual.id.0).await?.map(|one| one.what), Some(book.clone()));
    assert!(trash::find(&mut tx, &manual.id.0).await?.is_some_and(|one| one.csdb_deleted));
    assert_eq!(trash::find(&mut tx, "none").await?, None);

    assert!(trash::restore(&mut tx, &database).await?);
    assert!(!trash::restore(&mut tx, &database).await?);
    assert!(trash::restore(&mut tx, &book).await?);
    assert_eq!(manuals::find(&mut tx, &manual.id).await?, Some(manual));
    assert!(trash::list(&mut tx, 10).await?.is_empty());
    Ok(())
}

async fn a_name_taken_meanwhile_prevents_a_restore(db: TestDatabase) -> Result<(), StoreError> {
    let (old, _) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    assert!(trash::insert(&mut tx, &TrashTarget::Csdb(old.id.clone()), "ann", at(1)).await?);
    let mut new = csdb("h160");
    new.id.0.push_str("-new");
    assert!(csdbs::insert(&mut tx, &new).await?);
    let refused = trash::restore(&mut tx, &TrashTarget::Csdb(old.id)).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))), "{refused:?}");
    Ok(())
}

async fn purged_records_leave_no_row(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb_1, mel) = empty_manual(&db).await?;
    let amm = manual(&csdb_1, "AMM");
    let mut tx = db.begin().await?;
    assert!(manuals::insert(&mut tx, &amm).await?);
    for book in [&mel, &amm] {
        let all: Vec<ObjectIdentity> = vec![module("DMC-A"), module("DMC-B"), picture("ICN-1.PNG")];
        let made = import(&mut tx, book, "001", &all).await?;
        references::insert_many(&mut tx, &[(made[0].1, &[reference(DataModule, "DMC-B")])]).await?;
        let versions: Vec<_> = made.iter().map(|one| one.1).collect();
        let id = building(&mut tx, book, "p1", &versions).await?;
        let first = node_ids(&mut tx, 1).await?;
        toc::insert_many(&mut tx, id, &[node(first, None, 0, "A", Some(made[0].0))]).await?;
        publish(&mut tx, book, id, Decision::Waiting).await?;
        let record = TranslationRecord {
            object_id: made[1].0,
            original_id: made[0].0,
            version_id: made[0].1,
            is_done: false,
            updated_by: "ann".to_owned(),
            updated_on: at(1),
        };
        translations::put(&mut tx, &record).await?;
    }
    assert!(!trash::purge(&mut tx, &TrashTarget::Manual(mel.id.clone()), at(5)).await?, "it is not in the trash");
    assert!(trash::insert(&mut tx, &TrashTarget::Manual(mel.id.clone()), "ann", at(4)).await?);
    assert!(trash::purge(&mut tx, &TrashTarget::Manual(mel.id.clone()), at(5)).await?);
    assert!(trash::list(&mut tx, 10).await?.is_empty());
    while trash::sweep(&mut tx, 2).await? {}
    assert_eq!(snapshots::count_waiting(&mut tx).await?, 1, "the other manual is whole");
    tx.commit().await?;
    // Illustrations belong to the database and stay.
    assert_eq!(db.count("object").await, 3);
    assert_eq!(db.count("translation").await, 1);

    let mut tx = db.begin().await?;
    assert!(trash::insert(&mut tx, &TrashTarget::Csdb(csdb_1.id.clone()), "ann", at(6)).await?);
    assert!(trash::purge(&mut tx, &TrashTarget::Csdb(csdb_1.id.clone()), at(7)).await?);
    while trash::sweep(&mut tx, 2).await? {}
    assert_eq!(csdbs::find_by_name(&mut tx, &name("H160")).await?, None);
    tx.commit().await?;
    let tables = [
        "csdb",
        "manual",
        "profile",
        "object",
        "version",
        "reference",
        "snapshot",
        "lane_entry",
        "toc_node",
        "translation",
    ];
    for table in tables {
        assert_eq!(db.count(table).await, 0, "{table}");
    }
    Ok(())
}
