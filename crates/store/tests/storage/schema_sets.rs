use domain::finding::{Finding, Rule};
use domain::schema_set::InstalledSchema;
use store::StoreError;
use store::blobs::BlobId;
use store::schema_sets::{self, StoredSchemaSet};
use testkit::database::TestDatabase;

use crate::given::at;

testkit::on_each_database!(a_set_keeps_which_of_its_schemas_work);

async fn a_set_keeps_which_of_its_schemas_work(db: TestDatabase) -> Result<(), StoreError> {
    let set = |blob: u8, schemas| StoredSchemaSet {
        issue: "4-2".to_owned(),
        blob: BlobId::of_hash(&[blob; 32]),
        size: 7,
        files: 2,
        schemas,
        installed_by: "ada".to_owned(),
        installed_on: at(1),
    };
    let fault = Finding::new(Rule::SchemaFileMissing).in_file("descript.xsd").at(3).with("missing", "xlink.xsd");
    let states = vec![
        InstalledSchema { name: "descript".to_owned(), fault: Some(fault) },
        InstalledSchema { name: "pm".to_owned(), fault: None },
    ];
    let mut tx = db.begin().await?;
    // As it was before schemas were compiled at installation.
    schema_sets::insert(&mut tx, &set(1, None)).await?;
    assert_eq!(schema_sets::list(&mut tx).await?, [set(1, None)]);
    schema_sets::update_schemas(&mut tx, &set(2, None).blob, &states).await?;
    assert_eq!(schema_sets::list(&mut tx).await?, [set(1, None)], "another set was meant");
    schema_sets::update_schemas(&mut tx, &set(1, None).blob, &states).await?;
    assert_eq!(schema_sets::list(&mut tx).await?, [set(1, Some(states.clone()))]);
    schema_sets::insert(&mut tx, &set(3, Some(states.clone()))).await?;
    assert_eq!(schema_sets::list(&mut tx).await?, [set(3, Some(states))]);
    Ok(())
}
