use domain::id::{JobId, ObjectId, PublicationId, SnapshotId};
use domain::manual::Manual;
use domain::publication::{
    ApprovalDetails, ManualPublication, OutputFormat, PublicationAct, PublicationOptions, PublicationState, ReviseType,
    Withdrawal,
};
use store::publications::{self, PublicationFilter};
use store::{StoreError, Tx, manuals};
use testkit::database::TestDatabase;
use testkit::library::{empty_manual, import, module, new_snapshot, picture};

use crate::given::{at, page};

testkit::on_each_database!(
    a_job_leaves_one_publication,
    a_publication_is_approved_superseded_and_reinstated,
    lists_show_internal_ones_only_to_those_who_ask,
    the_sources_of_a_snapshot_are_read_in_pages,
);

fn act(minute: i64) -> PublicationAct {
    PublicationAct { by: "ann".to_owned(), on: at(minute) }
}

fn publication(manual: &Manual, number: u64, snapshot: SnapshotId) -> ManualPublication {
    ManualPublication {
        id: PublicationId(format!("p{number}")),
        manual_id: manual.id.clone(),
        csdb_name: manual.csdb_name.to_string(),
        manual_name: manual.name.to_string(),
        number,
        revision: format!("4.{number}"),
        state: PublicationState::ReadyForApprove,
        snapshot,
        options: PublicationOptions {
            formats: OutputFormat::ALL.to_vec(),
            revise_types: vec![ReviseType::Complete],
            profiles: vec!["All".to_owned()],
            languages: vec!["en-US".to_owned()],
            operator: "AZB".to_owned(),
            since: Some(PublicationId("p0".to_owned())),
        },
        approval_required: true,
        approval: None,
        change_request: None,
        job: JobId(format!("j{number}")),
        created: act(1),
        approved: None,
        withdrawn: None,
        superseded_by: None,
        version: 1,
    }
}

/// A manual with two modules and a picture in its first revision.
async fn given(db: &TestDatabase) -> Result<(Manual, SnapshotId), StoreError> {
    let (_, manual) = empty_manual(db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B"), picture("ICN-1.PNG")]).await?;
    let snapshot = store::snapshots::insert(&mut tx, &new_snapshot(&manual, "p")).await?;
    let versions: Vec<_> = made.iter().map(|(_, version)| *version).collect();
    store::snapshots::deliver(&mut tx, snapshot, &versions).await?;
    store::snapshots::publish(&mut tx, snapshot, None, at(2)).await?;
    manuals::update_oem_lane(&mut tx, &manual.id, snapshot, at(2)).await?;
    tx.commit().await?;
    Ok((manual, snapshot))
}

async fn state(tx: &mut Tx, number: u64) -> Result<PublicationState, StoreError> {
    let found = publications::find(tx, &PublicationId(format!("p{number}"))).await?;
    Ok(found.unwrap_or_else(|| panic!("{number} is there")).state)
}

async fn a_job_leaves_one_publication(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let mut tx = db.begin().await?;
    assert_eq!(publications::take_number(&mut tx, &manual.id).await?, 1);
    assert_eq!(publications::take_number(&mut tx, &manual.id).await?, 2);
    let one = publication(&manual, 1, snapshot);
    assert!(publications::insert(&mut tx, &one).await?);
    let again = ManualPublication { job: one.job.clone(), ..publication(&manual, 2, snapshot) };
    assert!(!publications::insert(&mut tx, &again).await?, "the same job");
    assert_eq!(publications::find(&mut tx, &one.id).await?, Some(one));
    Ok(())
}

async fn a_publication_is_approved_superseded_and_reinstated(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let mut tx = db.begin().await?;
    let (one, two) = (publication(&manual, 1, snapshot), publication(&manual, 2, snapshot));
    for one in [&one, &two] {
        publications::insert(&mut tx, one).await?;
    }
    let details = ApprovalDetails {
        authority: "EASA".to_owned(),
        revision_date: at(0).date_naive(),
        approved_by: "A. Person".to_owned(),
        job_title: "Inspector".to_owned(),
        reference: "EASA.1".to_owned(),
    };
    assert!(publications::approve(&mut tx, &one.id, 1, &details, &act(3)).await?);
    assert!(!publications::approve(&mut tx, &one.id, 2, &details, &act(3)).await?, "it is approved");
    assert!(!publications::approve(&mut tx, &two.id, 9, &details, &act(3)).await?, "another version");
    assert!(publications::approve(&mut tx, &two.id, 1, &details, &act(4)).await?);
    publications::supersede(&mut tx, &manual.id, &two.id).await?;
    assert_eq!(state(&mut tx, 1).await?, PublicationState::Superseded);
    let before = publications::find_superseded_by(&mut tx, &manual.id, &two.id).await?;
    assert_eq!(before.map(|before| before.id), Some(one.id.clone()));
    let approved = publications::find_in_state(&mut tx, &manual.id, PublicationState::Approved).await?;
    let approved = approved.unwrap_or_else(|| panic!("one is approved"));
    assert_eq!((approved.approval.as_ref(), approved.approved.as_ref()), (Some(&details), Some(&act(4))));
    let withdrawal = Withdrawal { act: act(5), reason: "Wrong".to_owned() };
    assert!(!publications::withdraw(&mut tx, &two, &withdrawal).await?, "the state was read too early");
    assert!(publications::withdraw(&mut tx, &approved, &withdrawal).await?);
    assert!(publications::reinstate(&mut tx, &one.id).await?);
    assert!(!publications::reinstate(&mut tx, &one.id).await?);
    assert_eq!(
        (state(&mut tx, 1).await?, state(&mut tx, 2).await?),
        (PublicationState::Approved, PublicationState::Withdrawn)
    );
    publications::update_frozen_lane(&mut tx, &manual.id, Some(snapshot)).await?;
    publications::update_released_lane(&mut tx, &manual.id, Some(snapshot)).await?;
    publications::update_frozen_lane(&mut tx, &manual.id, None).await?;
    let lanes = manuals::find(&mut tx, &manual.id).await?.map(|manual| manual.lanes);
    let lanes = lanes.unwrap_or_else(|| panic!("the manual is there"));
    assert_eq!((lanes.frozen, lanes.released), (None, Some(snapshot)));
    Ok(())
}

async fn lists_show_internal_ones_only_to_those_who_ask(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let mut tx = db.begin().await?;
    let states = [PublicationState::Draft, PublicationState::ReadyForApprove, PublicationState::Approved];
    for (number, state) in (1..).zip(states) {
        let one = ManualPublication { state, ..publication(&manual, number, snapshot) };
        publications::insert(&mut tx, &one).await?;
    }
    let all = PublicationFilter { state: None, with_internal: true };
    let listed = publications::list(&mut tx, &manual.id, all, page(1, 2)).await?;
    assert_eq!((listed.total, listed.items.iter().map(|one| one.number).collect::<Vec<_>>()), (3, vec![3, 2]));
    let shown = publications::list(&mut tx, &manual.id, PublicationFilter::default(), page(1, 9)).await?;
    assert_eq!(shown.items.iter().map(|one| one.number).collect::<Vec<_>>(), [3]);
    let drafts = PublicationFilter { state: Some(PublicationState::Draft), with_internal: true };
    assert_eq!(publications::list(&mut tx, &manual.id, drafts, page(1, 9)).await?.total, 1);
    Ok(())
}

async fn the_sources_of_a_snapshot_are_read_in_pages(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let mut tx = db.begin().await?;
    let first = publications::list_sources(&mut tx, snapshot, ObjectId(0), 2).await?;
    let last = first.last().map_or(ObjectId(0), |source| source.object_id);
    let rest = publications::list_sources(&mut tx, snapshot, last, 2).await?;
    let keys: Vec<&str> = first.iter().chain(&rest).map(|source| source.key.as_str()).collect();
    assert_eq!(keys, ["DMC-A_en-US", "DMC-B_en-US", "ICN-1.PNG"]);
    assert_eq!((first[0].issue.number.as_str(), first[0].schema_issue.as_str()), ("001", "4.2"));
    assert!(publications::list_changed_sources(&mut tx, snapshot, snapshot).await?.is_empty());
    // All are released, nothing is referenced, and no revision was confirmed.
    assert_eq!(publications::list_unreleased(&mut tx, snapshot, 9).await?, (Vec::new(), 0));
    assert!(publications::list_broken_references(&mut tx, snapshot, false, 9).await?.is_empty());
    assert_eq!(publications::list_open_todos(&mut tx, &manual.id, 9).await?, (Vec::new(), 0));
    Ok(())
}
