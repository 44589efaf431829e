use domain::csdb::Csdb;
use domain::id::{OperatorId, ProfileId};
use domain::manual::Manual;
use domain::profile::{Profile, ProfileAssertion, ProfileScope};
use domain::snapshot::Decision;
use store::manuals::ManualFilter;
use store::{StoreError, csdbs, manuals, operators, profiles, types};
use testkit::database::TestDatabase;

use crate::given::{at, operator};
use testkit::library::{building, csdb, empty_manual, import, manual, module, name, profile, publish};

testkit::on_each_database!(
    a_database_is_read_with_its_counts,
    a_name_is_unique_ignoring_case,
    the_second_of_two_concurrent_renames_is_refused,
    manuals_are_listed_by_type_and_database,
    profiles_keep_their_order_and_outlive_their_operator,
    a_profile_is_changed_once_and_deleted,
    the_built_in_types_exist,
);

async fn a_database_is_read_with_its_counts(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B")]).await?;
    let id = building(&mut tx, &manual, "p1", &[made[0].1, made[1].1]).await?;
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;
    tx.commit().await?;
    let mut tx = db.read().await?;
    let found = csdbs::find_by_name(&mut tx, &name("h160")).await?.unwrap_or_else(|| panic!("it is there"));
    let changed = manuals::find(&mut tx, &manual.id).await?.unwrap_or_else(|| panic!("it is there")).updated_on;
    assert!(changed > csdb.updated_on);
    let csdb = Csdb { updated_on: changed, ..csdb };
    assert_eq!((found.csdb, found.manual_count, found.module_count), (csdb, 1, 2));
    assert_eq!(csdbs::list(&mut tx, Some("H160")).await?.len(), 1);
    assert_eq!(csdbs::list(&mut tx, Some("ATA2300")).await?.len(), 0);
    assert_eq!(csdbs::find_by_name(&mut tx, &name("none")).await?, None);
    assert_eq!((csdbs::count(&mut tx).await?, manuals::count(&mut tx).await?), (1, (1, 2)));
    Ok(())
}

async fn a_name_is_unique_ignoring_case(db: TestDatabase) -> Result<(), StoreError> {
    let (first, _) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    assert!(!csdbs::insert(&mut tx, &csdb("h160")).await?);
    assert!(!manuals::insert(&mut tx, &manual(&first, "mel")).await?);
    let other = csdb("Other");
    assert!(csdbs::insert(&mut tx, &other).await?);
    assert!(manuals::insert(&mut tx, &manual(&other, "mel")).await?, "another database has names of its own");
    Ok(())
}

async fn the_second_of_two_concurrent_renames_is_refused(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    assert!(csdbs::update_alias(&mut tx, &csdb.id, 1, "直升机", at(1)).await?);
    assert!(!csdbs::update_alias(&mut tx, &csdb.id, 1, "late", at(2)).await?);
    assert!(manuals::update_alias(&mut tx, &manual.id, 1, "清单", at(1)).await?);
    assert!(!manuals::update_alias(&mut tx, &manual.id, 1, "late", at(2)).await?);
    let found = csdbs::find_by_name(&mut tx, &csdb.name).await?.map(|found| found.csdb);
    assert_eq!(found, Some(Csdb { alias: "直升机".to_owned(), updated_on: at(1), version: 2, ..csdb }));
    let found = manuals::find(&mut tx, &manual.id).await?;
    assert_eq!(found, Some(Manual { alias: "清单".to_owned(), updated_on: at(1), version: 2, ..manual }));
    Ok(())
}

async fn manuals_are_listed_by_type_and_database(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb_1, mel) = empty_manual(&db).await?;
    let mut amm = manual(&csdb_1, "AMM");
    amm.details.manual_type = "AMM".into();
    amm.details.translation_languages.clear();
    let mut other = csdb("Other");
    other.csdb_type = "ATA2300".into();
    let mut tx = db.begin().await?;
    assert!(manuals::insert(&mut tx, &amm).await?);
    assert!(csdbs::insert(&mut tx, &other).await?);
    let third = manual(&other, "MEL");
    assert!(manuals::insert(&mut tx, &third).await?);
    tx.commit().await?;
    for (csdb_type, manual_type, csdb_name, expected) in [
        ("", "", "", vec![&amm, &mel, &third]),
        ("H160", "", "", vec![&amm, &mel]),
        ("", "MEL", "", vec![&mel, &third]),
        ("", "", "OTHER", vec![&third]),
        ("H160", "MEL", "h160", vec![&mel]),
        ("none", "", "", vec![]),
    ] {
        let filter = ManualFilter {
            csdb_type: csdb_type.to_owned(),
            manual_type: manual_type.to_owned(),
            csdb_name: csdb_name.to_owned(),
        };
        let found = manuals::list(&mut db.read().await?, &filter).await?;
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{filter:?}");
    }
    let found = manuals::find_by_name(&mut db.read().await?, &name("other"), &name("Mel")).await?;
    assert_eq!(found, Some(third));
    Ok(())
}

async fn profiles_keep_their_order_and_outlive_their_operator(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let alp = operator("ALP");
    let mut tx = db.begin().await?;
    assert!(operators::insert(&mut tx, &alp).await?);
    let view = Profile { operator_id: Some(alp.id.clone()), ..profile(&manual, "ALP") };
    assert!(profiles::insert(&mut tx, &view).await?);
    assert!(!profiles::insert(&mut tx, &Profile { id: ProfileId("x".to_owned()), ..profile(&manual, "alp") }).await?);
    assert!(profiles::insert(&mut tx, &profile(&manual, "AAA")).await?);
    let names: Vec<String> = profiles::list(&mut tx, &manual.id).await?.into_iter().map(|one| one.name).collect();
    assert_eq!(names, ["All", "ALP", "AAA"]);
    assert_eq!(profiles::find(&mut tx, &view.id).await?, Some(view.clone()));
    assert!(operators::delete(&mut tx, &OperatorId(alp.id.0)).await?);
    assert_eq!(profiles::find(&mut tx, &view.id).await?, Some(Profile { operator_id: None, ..view }));
    assert_eq!(profiles::find(&mut tx, &ProfileId("none".to_owned())).await?, None);
    Ok(())
}

async fn a_profile_is_changed_once_and_deleted(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let fleet = Profile { scope: ProfileScope::Fleet, ..profile(&manual, "ALP") };
    assert!(profiles::insert(&mut tx, &fleet).await?);
    assert_eq!(profiles::find(&mut tx, &fleet.id).await?, Some(fleet.clone()));
    let property = |ident: &str, is_condition| ProfileAssertion::Property {
        ident: ident.to_owned(),
        is_condition,
        values: "A|1~9".to_owned(),
    };
    let inner = ProfileAssertion::Joined { is_any: false, parts: vec![property("sb", true), property("hoist", false)] };
    let assertion = ProfileAssertion::Joined { is_any: true, parts: vec![property("model", false), inner] };
    let changed = Profile {
        name: "Hoist".to_owned(),
        scope: ProfileScope::Asserted(assertion),
        extension_code: "OTHER".to_owned(),
        extension_producer: "F9999".to_owned(),
        updated_on: at(5),
        ..fleet.clone()
    };
    assert!(profiles::update(&mut tx, &changed).await?);
    assert!(!profiles::update(&mut tx, &fleet).await?, "its version is outdated");
    let stored = profiles::find(&mut tx, &fleet.id).await?;
    assert_eq!(stored, Some(Profile { version: 2, ..changed }));
    assert!(!profiles::delete(&mut tx, &fleet.id, 1).await?, "its version is outdated");
    assert!(profiles::delete(&mut tx, &fleet.id, 2).await?);
    assert!(!profiles::delete(&mut tx, &fleet.id, 2).await?);
    assert_eq!(profiles::find(&mut tx, &fleet.id).await?, None);
    Ok(())
}

async fn the_built_in_types_exist(db: TestDatabase) -> Result<(), StoreError> {
    let mut tx = db.read().await?;
    let codes: Vec<String> = types::list_manual_types(&mut tx).await?.into_iter().map(|one| one.code).collect();
    assert_eq!(codes.join(" "), "MEL MMEL CDL FLM FCOM QRH AMM IPC WDM SB SELF");
    let own = types::find_manual_type(&mut tx, "self").await?.unwrap_or_else(|| panic!("it is there"));
    assert!(own.self_editing && own.builtin && own.name_zh == "自编手册");
    assert_eq!(types::find_manual_type(&mut tx, "none").await?, None);
    let codes: Vec<String> = types::list_csdb_types(&mut tx).await?.into_iter().map(|one| one.code).collect();
    assert_eq!(codes, ["H160", "ATA2300"]);
    assert!(types::find_csdb_type(&mut tx, "ata2300").await?.is_some_and(|one| !one.aircraft_related));
    Ok(())
}
