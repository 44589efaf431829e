use std::collections::HashMap;

use domain::snapshot::Decision;
use store::statements::{self, StoredStatement};
use store::{StoreError, files};
use testkit::database::TestDatabase;
use testkit::library::{building, empty_manual, import, module, publish};

testkit::on_each_database!(statements_of_versions_are_kept,);

fn own(xml: &str) -> StoredStatement {
    StoredStatement { own: Some(xml.to_owned()), ..StoredStatement::default() }
}

async fn statements_of_versions_are_kept(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B"), module("DMC-C")]).await?;
    let versions: Vec<_> = made.iter().map(|(_, version)| *version).collect();
    let id = building(&mut tx, &manual, "p1", &versions[..2]).await?;
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;

    assert!(statements::list_whole_in(&mut tx, id).await?.is_empty());
    let shared = StoredStatement { shared: vec!["sb-1".to_owned()], is_incomplete: true, ..StoredStatement::default() };
    let whole = [(versions[1], Some(shared.clone())), (versions[0], None), (versions[2], Some(own("<applic/>")))];
    statements::insert_whole(&mut tx, &whole).await?;
    let expected = HashMap::from([(versions[0], None), (versions[1], Some(shared.clone()))]);
    assert_eq!(statements::list_whole_in(&mut tx, id).await?, expected, "the third is not in the snapshot");
    assert_eq!(statements::list_whole(&mut tx, &versions[2..]).await?[&versions[2]], Some(own("<applic/>")));

    assert!(statements::list_parts(&mut tx, &versions).await?.is_empty(), "they are read apart");
    let parts = [(versions[0], vec![own("<applic/>"), shared])];
    statements::insert_parts(&mut tx, &parts).await?;
    statements::insert_whole(&mut tx, &[(versions[0], None)]).await?;
    assert_eq!(statements::list_parts(&mut tx, &versions).await?, HashMap::from(parts), "each keeps the other");
    assert_eq!(statements::list_whole_in(&mut tx, id).await?, expected);

    let mut contents = files::list_contents_of(&mut tx, &versions).await?;
    contents.sort_by_key(|one| one.version_id);
    let codes: Vec<&str> = contents.iter().map(|one| one.code.as_str()).collect();
    assert_eq!(codes, ["dmc-a", "dmc-b", "dmc-c"]);
    Ok(())
}
