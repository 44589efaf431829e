use domain::publication::{BookArrangement, OutputFormat, PublishAim, PublishChoices, PublishPreset, ReviseType};
use store::{StoreError, publish_presets};
use testkit::database::TestDatabase;

use crate::given::{at, kept, user};
use crate::publications::given;

testkit::on_each_database!(presets_belong_to_a_person_and_a_manual);

fn preset(id: &str, name: &str) -> PublishPreset {
    PublishPreset {
        id: id.to_owned(),
        name: name.to_owned(),
        choices: PublishChoices {
            aim: PublishAim::ReadyForApprove,
            formats: vec![OutputFormat::Pdf],
            revise_types: vec![ReviseType::Complete],
            profiles: vec!["All".to_owned()],
            aircraft: vec!["QZ-A".to_owned()],
            left_out_languages: vec!["zh-CN".to_owned()],
            arrangement: BookArrangement::English,
            operator: "AZB".to_owned(),
        },
        updated_on: at(1),
    }
}

async fn presets_belong_to_a_person_and_a_manual(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, _) = given(&db).await?;
    let (ada, ben) = (kept(&db, user("ada")).await?, kept(&db, user("ben")).await?);
    let mut tx = db.begin().await?;
    for (id, name) in [("1", "Weekly"), ("2", "")] {
        assert_eq!(publish_presets::upsert(&mut tx, &ada.id, &manual.id, &preset(id, name)).await?, id);
    }
    assert_eq!(
        publish_presets::upsert(&mut tx, &ada.id, &manual.id, &preset("3", "WEEKLY")).await?,
        "1",
        "it keeps its id"
    );
    assert_eq!(publish_presets::count_named(&mut tx, &ada.id, &manual.id).await?, 1);
    let listed = publish_presets::list(&mut tx, &ada.id, &manual.id).await?;
    assert_eq!(listed, [preset("2", ""), preset("1", "WEEKLY")]);
    assert!(publish_presets::list(&mut tx, &ben.id, &manual.id).await?.is_empty());
    assert!(!publish_presets::delete(&mut tx, &ben.id, "1").await?);
    assert!(publish_presets::delete(&mut tx, &ada.id, "1").await?);
    Ok(())
}
