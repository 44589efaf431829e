use domain::id::VersionId;
use domain::object::{ObjectIdentity, ObjectKind};
use domain::snapshot::Decision;
use domain::translation::TranslationRecord;
use store::{StoreError, translations};
use testkit::database::TestDatabase;
use testkit::library::{building, empty_manual, identity, import, module, picture, publish};

use crate::given::at;

testkit::on_each_database!(translations_say_what_they_were_made_from);

async fn translations_say_what_they_were_made_from(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let chinese = ObjectIdentity { key: "DMC-A_zh-CN".to_owned(), language: "zh-CN".to_owned(), ..module("DMC-A") };
    let all = [module("DMC-A"), chinese, identity(ObjectKind::Brex, "DMC-B"), picture("ICN-1.PNG")];
    let made = import(&mut tx, &manual, "001", &all).await?;
    let versions: Vec<VersionId> = made.iter().map(|(_, version)| *version).collect();
    let snapshot = building(&mut tx, &manual, "p1", &versions).await?;
    publish(&mut tx, &manual, snapshot, Decision::Confirmed).await?;

    let listed = translations::list_modules(&mut tx, snapshot).await?;
    let found: Vec<_> = listed.iter().map(|one| (one.object_id, one.code.as_str(), one.language.as_str())).collect();
    assert_eq!(found, [(made[0].0, "DMC-A", "en-US"), (made[1].0, "DMC-A", "zh-CN")]);
    assert_eq!((listed[0].version_id, listed[0].issue.number.as_str()), (versions[0], "001"));
    let delivered = listed[1].delivered.as_ref().map(|one| (one.version_id, one.issue.number.as_str()));
    assert_eq!(delivered, Some((versions[1], "001")));
    assert_eq!(translations::find_delivered(&mut tx, made[1].0, versions[1]).await?, listed[1].delivered);

    let record = |is_done: bool| TranslationRecord {
        object_id: made[1].0,
        original_id: made[0].0,
        version_id: versions[0],
        is_done,
        updated_by: "ada".to_owned(),
        updated_on: at(1),
    };
    assert_eq!(translations::find(&mut tx, made[1].0).await?, None);
    for is_done in [false, true] {
        translations::put(&mut tx, &record(is_done)).await?;
        assert_eq!(translations::find(&mut tx, made[1].0).await?, Some(record(is_done)));
    }
    assert_eq!(translations::find(&mut tx, made[0].0).await?, None);
    assert_eq!(translations::list(&mut tx, &manual.id).await?, [record(true)]);
    Ok(())
}
