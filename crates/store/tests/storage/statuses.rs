use std::collections::HashMap;

use domain::id::SnapshotId;
use domain::version::FileStatus;
use store::statuses::{self, StatusEvent};
use store::{StoreError, Tx, files, manuals, snapshots};
use testkit::database::TestDatabase;
use testkit::library::{empty_manual, import, module, new_snapshot};

use crate::given::at;

testkit::on_each_database!(a_status_change_is_an_event_and_a_new_entry_of_the_working_lane);

fn event(before: FileStatus, after: FileStatus) -> StatusEvent {
    StatusEvent { before, after, by: "ann".to_owned(), on: at(5), why: "replaced".to_owned() }
}

async fn a_status_change_is_an_event_and_a_new_entry_of_the_working_lane(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let (object, version) = import(&mut tx, &manual, "001", &[module("DMC-A")]).await?[0];
    let first = snapshots::insert(&mut tx, &new_snapshot(&manual, "package")).await?;
    snapshots::deliver(&mut tx, first, &[version]).await?;
    snapshots::publish(&mut tx, first, None, at(2)).await?;
    manuals::update_oem_lane(&mut tx, &manual.id, first, at(3)).await?;
    let status = async |tx: &mut Tx, snapshot: SnapshotId| -> Result<Option<FileStatus>, StoreError> {
        Ok(files::find(tx, snapshot, object).await?.map(|file| file.version.status))
    };

    let withdrawn = event(FileStatus::Released, FileStatus::Obsolete);
    let reinstated = event(FileStatus::Obsolete, FileStatus::Draft);
    let mut points = vec![first];
    for event in [&withdrawn, &reinstated] {
        assert!(statuses::change(&mut tx, object, version, event).await?);
        assert!(!statuses::change(&mut tx, object, version, event).await?, "the status is another one by now");
        points.extend(manuals::find(&mut tx, &manual.id).await?.and_then(|manual| manual.lanes.working));
    }
    let mut seen = Vec::new();
    for point in points {
        seen.extend(status(&mut tx, point).await?);
    }
    assert_eq!(seen, [FileStatus::Released, FileStatus::Obsolete, FileStatus::Draft]);
    let events = statuses::list_of_object(&mut tx, object).await?;
    assert_eq!(events, [(version, withdrawn), (version, reinstated)]);
    assert!(statuses::list_last_released(&mut tx, &manual.id).await?.is_empty());
    for (before, after) in [(FileStatus::Draft, FileStatus::Review), (FileStatus::Review, FileStatus::Released)] {
        assert!(statuses::change(&mut tx, object, version, &event(before, after)).await?);
    }
    assert_eq!(statuses::list_last_released(&mut tx, &manual.id).await?, HashMap::from([(object, version)]));
    let last = files::find_version(&mut tx, object, version).await?.map(|file| file.version.status);
    assert_eq!(last, Some(FileStatus::Released));
    let withdrawn = event(FileStatus::Released, FileStatus::Obsolete);
    assert!(statuses::change(&mut tx, object, version, &withdrawn).await?);
    assert!(statuses::list_last_released(&mut tx, &manual.id).await?.is_empty(), "a withdrawn release is none");
    Ok(())
}
