use domain::dispatch::{DispatchOverride, MasterVersions};
use domain::id::VersionId;
use store::{StoreError, dispatch_overrides};
use testkit::database::TestDatabase;
use testkit::library::{empty_manual, import, module};

use crate::given::at;

testkit::on_each_database!(an_override_is_given_once_for_the_compared_versions);

async fn an_override_is_given_once_for_the_compared_versions(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B")]).await?;
    let ((object, version), (other, master)) = (made[0], made[1]);
    let given = |masters: &[VersionId], reason: &str, second: i64| DispatchOverride {
        version,
        masters: MasterVersions::new(masters.iter().copied()),
        reason: reason.to_owned(),
        approved_by: "ada".to_owned(),
        approved_on: at(second),
    };
    let first = given(&[master], "Agreed with the authority", 1);
    assert!(dispatch_overrides::insert(&mut tx, &first).await?);
    assert!(!dispatch_overrides::insert(&mut tx, &given(&[master], "Again", 2)).await?);
    let second = given(&[version, master], "Another delivery", 3);
    assert!(dispatch_overrides::insert(&mut tx, &second).await?);
    let third = given(&[], "The MMEL does not have it", 4);
    assert!(dispatch_overrides::insert(&mut tx, &third).await?);
    assert_eq!(dispatch_overrides::list_of_object(&mut tx, object).await?, [third, second, first]);
    assert_eq!(dispatch_overrides::list_of_object(&mut tx, other).await?, []);
    Ok(())
}
