use store::StoreError;
use store::module_templates::{self, ModuleTemplate};
use testkit::database::TestDatabase;
use testkit::library::empty_manual;

use crate::given::at;

testkit::on_each_database!(a_manual_has_one_template_of_each_type);

async fn a_manual_has_one_template_of_each_type(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let template = |content_type: &str, blob: &str| ModuleTemplate {
        content_type: content_type.to_owned(),
        schema_issue: "4-2".to_owned(),
        blob: blob.to_owned(),
        size: 7,
        updated_by: "ada".to_owned(),
        updated_on: at(1),
    };
    let mut tx = db.begin().await?;
    for one in [template("proced", "a"), template("descript", "b"), template("proced", "c")] {
        module_templates::put(&mut tx, &manual.id, &one).await?;
    }
    let both = [template("descript", "b"), template("proced", "c")];
    assert_eq!(module_templates::list(&mut tx, &manual.id).await?, both);
    assert_eq!(module_templates::find(&mut tx, &manual.id, "proced").await?, Some(template("proced", "c")));
    assert!(module_templates::delete(&mut tx, &manual.id, "proced").await?);
    assert!(!module_templates::delete(&mut tx, &manual.id, "proced").await?);
    assert_eq!(module_templates::find(&mut tx, &manual.id, "proced").await?, None);
    Ok(())
}
