use domain::id::{JobId, ObjectId, PublicationId, SnapshotId};
use domain::manual::Manual;
use domain::operator::Aircraft;
use domain::profile::ProfileAssertion;
use domain::publication::{
    ApprovalDetails, BookArrangement, ManualPublication, OutputFormat, PublicationAct, PublicationNames,
    PublicationOptions, PublicationState, PublicationTarget, ReviseType, TargetScope, Withdrawal,
};
use domain::snapshot::{Decision, Lane};
use domain::version::ReferenceKind;
use store::publications::{self, BrokenCounts, OpenTodoCounts, PublicationFilter};
use store::trash::{self, TrashTarget};
use store::{StoreError, Tx, manuals};
use testkit::database::TestDatabase;
use testkit::library::{empty_manual, import, module, new_snapshot, picture, reference};

use crate::given::{at, page};

testkit::on_each_database!(
    a_job_leaves_one_publication,
    a_publication_is_approved_superseded_and_reinstated,
    lists_show_internal_ones_only_to_those_who_ask,
    the_sources_of_a_snapshot_are_read_in_pages,
    a_reference_whose_target_was_deleted_here_is_not_delivered,
    the_same_content_has_one_number_and_other_content_another,
    lanes_are_read_as_of_a_moment,
    versions_of_a_publication_outlast_their_files_unless_it_is_a_draft,
);

fn act(minute: i64) -> PublicationAct {
    PublicationAct { by: "ann".to_owned(), on: at(minute) }
}

/// One of each kind.
fn targets() -> Vec<PublicationTarget> {
    let aircraft = Aircraft {
        registration: "QZ-HAC".to_owned(),
        serial_number: "2003".to_owned(),
        model: "NV240-2".to_owned(),
        attributes: vec![("hoist".to_owned(), "yes".to_owned())],
    };
    let heavy = ProfileAssertion::Property {
        ident: "model".to_owned(),
        is_condition: false,
        values: "NV240-2|NV240-3".to_owned(),
    };
    let asserted = ProfileAssertion::Joined { is_any: true, parts: vec![heavy.clone(), heavy] };
    vec![
        PublicationTarget::everything(),
        PublicationTarget { name: "Heavy".to_owned(), scope: TargetScope::Asserted(asserted) },
        PublicationTarget { name: "Fleet".to_owned(), scope: TargetScope::Fleet(vec![aircraft.clone()]) },
        PublicationTarget { name: "QZ-HAC".to_owned(), scope: TargetScope::Tail(aircraft) },
    ]
}

pub(crate) fn publication(manual: &Manual, number: u64, snapshot: SnapshotId) -> ManualPublication {
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
            profiles: vec!["All".to_owned(), "Heavy".to_owned()],
            aircraft: vec!["QZ-HAC".to_owned()],
            targets: targets(),
            languages: vec!["en-US".to_owned()],
            operator: "AZB".to_owned(),
            since: Some(PublicationId("p0".to_owned())),
            arrangement: BookArrangement::SideBySide,
            validity: None,
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
pub(crate) async fn given(db: &TestDatabase) -> Result<(Manual, SnapshotId), StoreError> {
    let (_, manual) = empty_manual(db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B"), picture("ICN-1.PNG")]).await?;
    let snapshot = store::snapshots::insert(&mut tx, &new_snapshot(&manual, "p")).await?;
    let versions: Vec<_> = made.iter().map(|(_, version)| *version).collect();
    store::snapshots::deliver(&mut tx, snapshot, &versions).await?;
    store::snapshots::publish(&mut tx, snapshot, Some(Decision::Confirmed), at(2)).await?;
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
    assert_eq!(publications::find_names(&mut tx, &one.id).await?, None);
    let names = PublicationNames { manual_alias: String::new(), operator: "Azure Bay".to_owned() };
    publications::update_names(&mut tx, &one.id, &names).await?;
    assert_eq!(publications::find_names(&mut tx, &one.id).await?, Some(names));
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
    let ids = |listed: Vec<ManualPublication>| listed.into_iter().map(|one| one.id).collect::<Vec<_>>();
    let both = publications::list_approved(&mut tx, &manual.id).await?;
    assert_eq!(ids(both), [two.id.clone(), one.id.clone()]);
    assert!(publications::supersede(&mut tx, &one.id, &two.id).await?);
    assert_eq!(state(&mut tx, 1).await?, PublicationState::Superseded);
    assert_eq!(
        ids(publications::list_superseded_by(&mut tx, &manual.id, &two.id).await?),
        std::slice::from_ref(&one.id)
    );
    assert_eq!(ids(publications::list_approved(&mut tx, &manual.id).await?), std::slice::from_ref(&two.id));
    let approved = publications::find_released(&mut tx, &manual.id).await?;
    let approved = approved.unwrap_or_else(|| panic!("one is approved"));
    assert_eq!((approved.approval.as_ref(), approved.approved.as_ref()), (Some(&details), Some(&act(4))));
    let withdrawal = Withdrawal { act: act(5), reason: "Wrong".to_owned() };
    assert!(!publications::withdraw(&mut tx, &two, &withdrawal).await?, "the state was read too early");
    assert!(publications::withdraw(&mut tx, &approved, &withdrawal).await?);
    assert!(!publications::supersede(&mut tx, &two.id, &one.id).await?, "it is withdrawn");
    assert!(publications::reinstate(&mut tx, &one.id).await?);
    assert!(!publications::reinstate(&mut tx, &one.id).await?);
    assert_eq!(
        (state(&mut tx, 1).await?, state(&mut tx, 2).await?),
        (PublicationState::Approved, PublicationState::Withdrawn)
    );
    let released = publications::find_released(&mut tx, &manual.id).await?.map(|released| released.number);
    assert_eq!(released, Some(1));
    let mut three = ManualPublication { state: PublicationState::Approved, ..publication(&manual, 3, snapshot) };
    three.options.targets.retain(PublicationTarget::is_tail);
    publications::insert(&mut tx, &three).await?;
    let released = publications::find_released(&mut tx, &manual.id).await?.map(|released| released.number);
    assert_eq!(released, Some(1), "files for one aircraft are not for all readers");
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
    // One that was withdrawn before its approval stays internal.
    let states = [
        PublicationState::Draft,
        PublicationState::ReadyForApprove,
        PublicationState::Approved,
        PublicationState::Withdrawn,
    ];
    for (number, state) in (1..).zip(states) {
        let one = ManualPublication { state, ..publication(&manual, number, snapshot) };
        publications::insert(&mut tx, &one).await?;
    }
    let all = PublicationFilter { state: None, with_internal: true };
    let listed = publications::list(&mut tx, &manual.id, all, page(1, 2)).await?;
    assert_eq!((listed.total, listed.items.iter().map(|one| one.number).collect::<Vec<_>>()), (4, vec![4, 3]));
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
    assert_eq!(publications::count_broken_references(&mut tx, snapshot).await?, BrokenCounts::default());
    assert!(publications::list_broken_references(&mut tx, snapshot, false, 9).await?.is_empty());
    assert_eq!(publications::list_open_todos(&mut tx, &manual.id, 9).await?, (Vec::new(), OpenTodoCounts::default()));
    Ok(())
}

/// The module `DMC-A` refers to `DMC-B`, to a picture, and to a module that was never delivered.
async fn refer(tx: &mut Tx, snapshot: SnapshotId) -> Result<ObjectId, StoreError> {
    let sources = publications::list_sources(tx, snapshot, ObjectId(0), 9).await?;
    let of = |key: &str| sources.iter().find(|source| source.key == key).unwrap_or_else(|| panic!("{key} is there"));
    let references = [
        reference(ReferenceKind::DataModule, "DMC-B"),
        reference(ReferenceKind::Illustration, "ICN-1"),
        reference(ReferenceKind::DataModule, "DMC-NEVER"),
    ];
    store::references::insert_many(tx, &[(of("DMC-A_en-US").version_id, references.as_slice())]).await?;
    Ok(of("DMC-B_en-US").object_id)
}

async fn a_reference_whose_target_was_deleted_here_is_not_delivered(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let mut tx = db.begin().await?;
    let target = refer(&mut tx, snapshot).await?;
    let sources = publications::list_sources(&mut tx, snapshot, ObjectId(0), 9).await?;
    let versions: Vec<_> = sources.iter().map(|source| source.version_id).collect();
    let listed = publications::list_references(&mut tx, &versions).await?;
    let targets: Vec<&str> = listed.iter().map(|(_, reference)| reference.target.as_str()).collect();
    assert_eq!(targets, ["DMC-B", "ICN-1", "DMC-NEVER"]);
    let counts = publications::count_broken_references(&mut tx, snapshot).await?;
    assert_eq!(counts, BrokenCounts { delivered_references: 1, ..BrokenCounts::default() });
    store::snapshots::remove_working(&mut tx, &manual.id, target, "ann", at(3)).await?;
    let working = working(&mut tx, &manual).await?;
    assert_ne!(working, snapshot);
    let counts = publications::count_broken_references(&mut tx, working).await?;
    assert_eq!(counts, BrokenCounts { references: 1, delivered_references: 1, ..BrokenCounts::default() });
    let listed = publications::list_broken_references(&mut tx, working, false, 9).await?;
    let told: Vec<_> = listed.iter().map(|one| (one.target.as_str(), one.is_delivered)).collect();
    assert_eq!(told, [("DMC-B", false), ("DMC-NEVER", true)], "ours come first");
    let first = publications::list_broken_references(&mut tx, working, false, 1).await?;
    assert_eq!(first, listed[..1]);
    assert!(publications::list_broken_references(&mut tx, working, true, 9).await?.is_empty());
    let changed = publications::list_changed_sources(&mut tx, snapshot, working).await?;
    assert_eq!(changed.len(), 1, "only the earlier state contains it");
    Ok(())
}

async fn the_same_content_has_one_number_and_other_content_another(db: TestDatabase) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    let mut taken = Vec::new();
    for (scope, sha256) in [("A-2026", "one"), ("A-2026", "two"), ("A-2026", "one"), ("B-2026", "two")] {
        taken.push(publications::take_package_number(&mut tx, scope, sha256).await?);
    }
    assert_eq!(taken, [1, 2, 1, 1]);
    tx.commit().await?;
    let mut tx = db.begin().await?;
    assert_eq!(publications::take_package_number(&mut tx, "A-2026", "three").await?, 3);
    Ok(())
}

async fn lanes_are_read_as_of_a_moment(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let mut tx = db.begin().await?;
    let target = refer(&mut tx, snapshot).await?;
    store::snapshots::remove_working(&mut tx, &manual.id, target, "ann", at(3)).await?;
    let later = working(&mut tx, &manual).await?;
    // Frozen at 10 and 30, approved at 20 and 40; the second is withdrawn at 50. A draft counts for no lane.
    let one = ManualPublication { created: act(10), ..publication(&manual, 1, snapshot) };
    let two = ManualPublication { created: act(30), ..publication(&manual, 2, later) };
    let draft = ManualPublication { state: PublicationState::Draft, created: act(5), ..publication(&manual, 3, later) };
    for one in [&one, &two, &draft] {
        publications::insert(&mut tx, one).await?;
    }
    let details = ApprovalDetails {
        authority: "EASA".to_owned(),
        revision_date: at(0).date_naive(),
        approved_by: "A. Person".to_owned(),
        job_title: "Inspector".to_owned(),
        reference: "EASA.1".to_owned(),
    };
    publications::approve(&mut tx, &one.id, 1, &details, &act(20)).await?;
    publications::approve(&mut tx, &two.id, 1, &details, &act(40)).await?;
    publications::supersede(&mut tx, &one.id, &two.id).await?;
    let approved = publications::find(&mut tx, &two.id).await?.unwrap_or_else(|| panic!("it is there"));
    let withdrawal = Withdrawal { act: act(50), reason: "Wrong".to_owned() };
    assert!(publications::withdraw(&mut tx, &approved, &withdrawal).await?);
    assert!(publications::reinstate(&mut tx, &one.id).await?);
    for (minute, frozen, released) in [
        (9, None, None),
        (10, Some(snapshot), None),
        (25, None, Some(snapshot)),
        (35, Some(later), Some(snapshot)),
        (45, None, Some(later)),
        (50, None, Some(snapshot)),
    ] {
        let found = (
            store::snapshots::find_at(&mut tx, &manual.id, Lane::Frozen, at(minute)).await?,
            store::snapshots::find_at(&mut tx, &manual.id, Lane::Released, at(minute)).await?,
        );
        assert_eq!(found, (frozen, released), "{minute}");
    }
    Ok(())
}

async fn working(tx: &mut Tx, manual: &Manual) -> Result<SnapshotId, StoreError> {
    let lanes = manuals::find(tx, &manual.id).await?.map(|manual| manual.lanes);
    Ok(lanes.and_then(|lanes| lanes.working).unwrap_or_else(|| panic!("there is a working lane")))
}

async fn versions_of_a_publication_outlast_their_files_unless_it_is_a_draft(
    db: TestDatabase,
) -> Result<(), StoreError> {
    let (manual, _) = given(&db).await?;
    let mut tx = db.begin().await?;
    let mut states = Vec::new();
    let cases = [("DMC-C", PublicationState::ReadyForApprove), ("DMC-D", PublicationState::Draft)];
    for (number, (code, state)) in (1..).zip(cases) {
        let (object, version) = import(&mut tx, &manual, "001", &[module(code)]).await?[0];
        store::snapshots::put_working(&mut tx, &manual.id, object, version, "ann", at(3)).await?;
        let snapshot = working(&mut tx, &manual).await?;
        let one = ManualPublication { state, ..publication(&manual, number, snapshot) };
        publications::insert(&mut tx, &one).await?;
        store::snapshots::remove_working(&mut tx, &manual.id, object, "ann", at(4)).await?;
        let file = TrashTarget::File(object);
        assert!(trash::insert(&mut tx, &file, "ann", at(4)).await?);
        assert!(trash::purge(&mut tx, &file, at(5)).await?);
        states.push((snapshot, version));
    }
    while trash::sweep(&mut tx, 2).await? {}
    let mut kept = Vec::new();
    for (snapshot, version) in states {
        let sources = publications::list_sources(&mut tx, snapshot, ObjectId(0), 9).await?;
        kept.push(sources.iter().any(|source| source.version_id == version));
    }
    assert_eq!(kept, [true, false]);
    Ok(())
}
