use domain::snapshot::Decision;
use domain::version::{Origin, Version};
use store::{StoreError, files, versions};
use testkit::database::TestDatabase;
use testkit::library::{building, empty_manual, import, module, publish, version};

testkit::on_each_database!(
    a_module_is_known_after_the_oem_lane_has_lost_it,
    codes_with_an_extension_are_found_by_their_end,
    the_authors_of_a_copied_module_are_known,
);

async fn a_module_is_known_after_the_oem_lane_has_lost_it(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B"), module("DMC-C")]).await?;
    let first = building(&mut tx, &manual, "p1", &[made[0].1, made[1].1]).await?;
    publish(&mut tx, &manual, first, Decision::Confirmed).await?;
    let second = building(&mut tx, &manual, "p2", &[made[1].1]).await?;
    publish(&mut tx, &manual, second, Decision::Waiting).await?;
    // Nobody sees what an import has only begun to write.
    building(&mut tx, &manual, "p3", &[made[2].1]).await?;
    let codes = ["dmc-a", "dmc-b", "dmc-c"].map(str::to_owned);
    let found = files::list_delivered(&mut tx, &manual.csdb_id, &codes).await?;
    let found: Vec<_> = found.into_iter().map(|file| (file.object.id, file.version_id)).collect();
    assert_eq!(found, [made[0], made[1]]);
    Ok(())
}

async fn codes_with_an_extension_are_found_by_their_end(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let all = [module("DMC-A-1"), module("DME-F0210-X-A-1"), module("DME-F0210-X-B-1")];
    import(&mut tx, &manual, "001", &all).await?;
    let one = files::list_extended_codes(&mut tx, &manual.csdb_id, "-a-1").await?;
    assert_eq!(one, ["dme-f0210-x-a-1"]);
    assert_eq!(files::list_extended_codes(&mut tx, &manual.csdb_id, "").await?.len(), 2);
    Ok(())
}

async fn the_authors_of_a_copied_module_are_known(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DME-F0210-X-A")]).await?;
    let ((source, delivered), (copy, copied)) = (made[0], made[1]);
    let own = Version { origin: Origin::Airline, created_by: "ben".to_owned(), ..version(source, "002", "Ours") };
    let own = versions::insert_many(&mut tx, &[own]).await?[0].id;
    versions::insert_parents(&mut tx, &[(own, &[delivered]), (copied, &[own])]).await?;
    assert_eq!(versions::list_source_authors(&mut tx, copy).await?, ["ben"]);
    assert!(versions::list_source_authors(&mut tx, source).await?.is_empty());
    Ok(())
}
