#![expect(clippy::expect_used, reason = "the values are written here and valid")]

use domain::id::{ObjectId, RevisionTodoId, SnapshotId, VersionId};
use domain::manual::Manual;
use domain::revision::{
    RevisionAct, RevisionDecision, RevisionTodo, TodoReason, TodoResolution, TodoState, VersionTrio,
};
use domain::snapshot::Decision;
use domain::version::ReferenceKind::DataModule;
use store::revisions::{DecisionFilter, TodoEdit, TodoFilter, TodoOwner};
use store::{StoreError, Tx, manuals, references, revisions, snapshots};
use testkit::database::TestDatabase;

use crate::given::{at, kept, page, user};
use testkit::library::{building, empty_manual, import, module, picture, publish, reference};

testkit::on_each_database!(
    touched_objects_have_three_versions,
    a_decision_moves_the_working_lane_and_keeps_its_history,
    media_that_a_module_still_shows_stay,
    a_revision_is_decided_in_one_state_only,
    decisions_are_listed_newest_first,
    to_dos_are_listed_changed_and_marked,
);

/// Two revisions of a manual; the second one has another `DMC-A`, no `DMC-B` and a new `DMC-C`, and waits.
struct TwoRevisions {
    manual: Manual,
    first: Vec<(ObjectId, VersionId)>,
    second: Vec<(ObjectId, VersionId)>,
    base: SnapshotId,
    new: SnapshotId,
}

async fn two_revisions(tx: &mut Tx, manual: Manual) -> Result<TwoRevisions, StoreError> {
    let modules = [module("DMC-A"), module("DMC-B"), module("DMC-D"), picture("ICN-1.PNG")];
    let first = import(tx, &manual, "001", &modules).await?;
    references::insert_many(tx, &[(first[2].1, &[reference(DataModule, "DMC-A")])]).await?;
    let base = building(tx, &manual, "p1", &first.iter().map(|one| one.1).collect::<Vec<_>>()).await?;
    publish(tx, &manual, base, Decision::Confirmed).await?;
    let second = import(tx, &manual, "002", &[module("DMC-A"), module("DMC-C")]).await?;
    let held = [second[0].1, second[1].1, first[2].1, first[3].1];
    let new = building(tx, &manual, "p2", &held).await?;
    publish(tx, &manual, new, Decision::Waiting).await?;
    Ok(TwoRevisions { manual, first, second, base, new })
}

async fn working(tx: &mut Tx, manual: &Manual) -> Result<SnapshotId, StoreError> {
    Ok(manuals::find(tx, &manual.id).await?.expect("a manual").lanes.working.expect("a lane"))
}

async fn touched_objects_have_three_versions(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let given = two_revisions(&mut tx, manual).await?;
    let own = import(&mut tx, &given.manual, "001-01", &[module("DMC-A")]).await?[0].1;
    let a = given.first[0].0;
    snapshots::put_working(&mut tx, &given.manual.id, a, own, "ada", at(5)).await?;
    let lane = working(&mut tx, &given.manual).await?;
    let touched = revisions::list_touched(&mut tx, Some(given.base), given.new, lane).await?;
    let found: Vec<(&str, VersionTrio)> = touched.iter().map(|one| (one.key.as_str(), one.trio())).collect();
    let trio = |base, theirs, ours| VersionTrio { base, theirs, ours };
    let (b, c) = (given.first[1].1, given.second[1].1);
    assert_eq!(
        found,
        [
            ("DMC-A_en-US", trio(Some(given.first[0].1), Some(given.second[0].1), Some(own))),
            ("DMC-B_en-US", trio(Some(b), None, Some(b))),
            ("DMC-C_en-US", trio(None, Some(c), None)),
        ]
    );
    let all = revisions::list_touched(&mut tx, None, given.new, lane).await?;
    assert_eq!(all.len(), 4, "without a base the whole revision is new");
    assert!(all.iter().all(|one| one.base.is_none()));
    let ann = kept_in(&mut tx).await?;
    store::checkouts::take(&mut tx, a, &ann, at(6)).await?;
    let ids: Vec<ObjectId> = touched.iter().map(|one| one.object_id).collect();
    assert_eq!(revisions::list_held(&mut tx, &ids).await?.into_iter().collect::<Vec<_>>(), [a]);
    assert_eq!(revisions::count_held(&mut tx, &ids).await?, [(ann, 1)]);
    assert!(revisions::count_held(&mut tx, &ids[1..]).await?.is_empty());
    assert!(revisions::list_open_threads(&mut tx, &ids).await?.is_empty());
    let languages =
        revisions::list_languages(&mut tx, &given.manual.csdb_id, lane, &["dmc-a".to_owned(), "dmc-c".to_owned()])
            .await?;
    assert_eq!(languages, [a], "the working lane has no DMC-C yet");
    Ok(())
}

async fn kept_in(tx: &mut Tx) -> Result<domain::id::UserId, StoreError> {
    let ann = user("ann");
    store::users::insert(tx, &ann, "a hash").await?;
    Ok(ann.id)
}

async fn a_decision_moves_the_working_lane_and_keeps_its_history(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let given = two_revisions(&mut tx, manual).await?;
    let manual = &given.manual.id;
    let before = working(&mut tx, &given.manual).await?;
    let change = snapshots::begin_decided(&mut tx, manual, given.new, "ann", at(9)).await?.expect("a lane");
    snapshots::put_decided(&mut tx, change, &[given.second[0].1, given.second[1].1]).await?;
    snapshots::remove_decided(&mut tx, change, &[given.first[1].0]).await?;
    snapshots::use_contents_of(&mut tx, change, given.new).await?;
    snapshots::finish_decided(&mut tx, manual, change).await?;
    assert_eq!(working(&mut tx, &given.manual).await?, change);
    assert!(snapshots::list_changed(&mut tx, given.new, change).await?.is_empty(), "it is as delivered");
    let changed = snapshots::list_changed(&mut tx, before, change).await?;
    assert_eq!(changed.len(), 3, "the state before is still there");
    let held = snapshots::find(&mut tx, change).await?.expect("a snapshot");
    let revision = snapshots::find(&mut tx, given.new).await?.expect("a snapshot");
    assert_eq!((held.number, held.object_count, held.module_count), (2, revision.object_count, revision.module_count));
    let marks: Vec<(String, bool)> = snapshots::list_objects(&mut tx, change, ObjectId(0), 10)
        .await?
        .into_iter()
        .map(|one| (one.key, one.referenced))
        .collect();
    assert!(marks.contains(&("DMC-A_en-US".to_owned(), true)), "{marks:?}");
    assert!(marks.contains(&("DMC-C_en-US".to_owned(), false)), "{marks:?}");
    let back = snapshots::begin_decided(&mut tx, manual, given.base, "ann", at(10)).await?.expect("a lane");
    snapshots::put_decided(&mut tx, back, &[given.first[0].1, given.first[1].1]).await?;
    snapshots::remove_decided(&mut tx, back, &[given.second[1].0]).await?;
    snapshots::finish_decided(&mut tx, manual, back).await?;
    assert!(snapshots::list_changed(&mut tx, before, back).await?.is_empty(), "everything is as before");
    assert_eq!(snapshots::find(&mut tx, back).await?.map(|one| one.object_count), Some(4));
    Ok(())
}

async fn media_that_a_module_still_shows_stay(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let given = two_revisions(&mut tx, manual).await?;
    let (manual, icn) = (&given.manual.id, given.first[3]);
    let change = snapshots::begin_decided(&mut tx, manual, given.new, "ann", at(9)).await?.expect("a lane");
    let shown = [reference(domain::version::ReferenceKind::Illustration, "ICN-1")];
    references::insert_many(&mut tx, &[(given.first[1].1, &shown[..])]).await?;
    snapshots::remove_unused_media(&mut tx, manual, change, &[icn.0]).await?;
    let held = snapshots::find_versions(&mut tx, change, &[icn.0]).await?;
    assert_eq!(held.get(&icn.0), Some(&icn.1));
    snapshots::remove_decided(&mut tx, change, &[given.first[1].0]).await?;
    snapshots::remove_unused_media(&mut tx, manual, change, &[icn.0]).await?;
    assert!(snapshots::find_versions(&mut tx, change, &[icn.0]).await?.is_empty());
    Ok(())
}

async fn a_revision_is_decided_in_one_state_only(db: TestDatabase) -> Result<(), StoreError> {
    use Decision::{Confirmed, Rejected, Superseded, Waiting};
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let given = two_revisions(&mut tx, manual).await?;
    let manual = &given.manual.id;
    assert!(!snapshots::update_decision(&mut tx, given.new, Confirmed, Waiting).await?);
    assert!(snapshots::update_decision(&mut tx, given.new, Waiting, Rejected).await?);
    let base = snapshots::find_confirmed_before(&mut tx, manual, 9).await?.expect("a base");
    assert_eq!(base.id, given.base, "a rejected one is none");
    assert!(snapshots::find_confirmed_before(&mut tx, manual, 1).await?.is_none());
    assert!(snapshots::is_followed_by(&mut tx, &base, Rejected).await?);
    assert!(!snapshots::is_followed_by(&mut tx, &base, Waiting).await?);
    snapshots::update_decision(&mut tx, given.new, Rejected, Waiting).await?;
    snapshots::update_decisions_between(&mut tx, manual, (1, 2), Waiting, Superseded).await?;
    assert_eq!(snapshots::find(&mut tx, given.new).await?.and_then(|one| one.decision), Some(Waiting));
    snapshots::update_decisions_between(&mut tx, manual, (1, 3), Waiting, Superseded).await?;
    assert_eq!(snapshots::find(&mut tx, given.new).await?.and_then(|one| one.decision), Some(Superseded));
    Ok(())
}

fn decision(given: &TwoRevisions, id: &str, act: RevisionAct, minute: i64) -> RevisionDecision {
    RevisionDecision {
        id: id.to_owned(),
        revision: given.new,
        manual_id: given.manual.id.clone(),
        act,
        base: Some(given.base),
        before: None,
        after: Some(given.new),
        object_id: Some(given.first[0].0),
        reason: "because".to_owned(),
        counts: vec![("merged".to_owned(), 3)],
        decided_by: "ann".to_owned(),
        decided_on: at(minute),
    }
}

async fn decisions_are_listed_newest_first(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let given = two_revisions(&mut tx, manual).await?;
    let made = [decision(&given, "d1", RevisionAct::Confirmed, 5), decision(&given, "d2", RevisionAct::Restored, 6)];
    for one in &made {
        revisions::insert_decision(&mut tx, one).await?;
    }
    let filter = DecisionFilter { revision: Some(given.new), ..DecisionFilter::default() };
    let listed = revisions::list_decisions(&mut tx, &filter, page(1, 10)).await?;
    let found: Vec<&RevisionDecision> = listed.items.iter().map(|one| &one.decision).collect();
    assert_eq!((listed.total, found), (2, vec![&made[1], &made[0]]));
    assert_eq!((listed.items[0].number, listed.items[0].path.as_deref()), (2, Some("/H160/MEL/DMC-A_en-US.XML")));
    assert_eq!(revisions::find_confirmation(&mut tx, given.new).await?.as_ref(), Some(&made[0]));
    assert_eq!(revisions::find_confirmation(&mut tx, given.base).await?, None);
    let later = decision(&given, "d3", RevisionAct::Confirmed, 1);
    let later = RevisionDecision { after: Some(SnapshotId(given.new.0 + 1)), ..later };
    revisions::insert_decision(&mut tx, &later).await?;
    let found = revisions::find_confirmation(&mut tx, given.new).await?;
    assert_eq!(found.as_ref(), Some(&later), "although the clock went back");
    let other = DecisionFilter { revision: Some(given.base), ..DecisionFilter::default() };
    assert_eq!(revisions::list_decisions(&mut tx, &other, page(1, 10)).await?.total, 0);
    // The revision was confirmed by a decision, so that it is no state of the working lane itself.
    snapshots::update_decision(&mut tx, given.new, Decision::Waiting, Decision::Confirmed).await?;
    let lane = domain::snapshot::Lane::Working;
    assert_eq!(snapshots::find_at(&mut tx, &given.manual.id, lane, at(60)).await?, Some(given.base));
    Ok(())
}

fn todo(given: &TwoRevisions, id: &str, object: usize, state: TodoState) -> RevisionTodo {
    let (object_id, version) = given.first[object];
    RevisionTodo {
        id: RevisionTodoId(id.to_owned()),
        revision: given.new,
        manual_id: given.manual.id.clone(),
        object_id,
        reason: TodoReason::Conflict,
        state,
        conflicts: 2,
        trio: VersionTrio { base: Some(version), theirs: Some(version), ours: None },
        result: Some(version),
        resolution: None,
        owner: None,
        due_on: None,
        note: String::new(),
        decided: None,
        created_on: at(5),
        version: 1,
    }
}

async fn to_dos_are_listed_changed_and_marked(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let given = two_revisions(&mut tx, manual).await?;
    let made = [todo(&given, "t1", 0, TodoState::Done), todo(&given, "t2", 1, TodoState::Open)];
    revisions::insert_todos(&mut tx, &made).await?;
    let list = async |tx: &mut Tx, filter: &TodoFilter| -> Result<Vec<String>, StoreError> {
        let found = revisions::list_todos(tx, given.new, filter, page(1, 10)).await?;
        Ok(found.items.into_iter().map(|one| one.todo.id.0).collect())
    };
    assert_eq!(list(&mut tx, &TodoFilter::default()).await?, ["t2", "t1"], "open ones first");
    let named = TodoFilter { text: "dmc-a".to_owned(), ..TodoFilter::default() };
    assert_eq!(list(&mut tx, &named).await?, ["t1"]);
    let found = revisions::find_todo(&mut tx, given.new, &made[1].id).await?.expect("a to-do");
    assert_eq!((found.todo, found.path.as_str()), (made[1].clone(), "/H160/MEL/DMC-B_en-US.XML"));
    assert!(revisions::find_todo(&mut tx, given.base, &made[1].id).await?.is_none());

    let edit = TodoEdit { owner: Some(ann.id.clone()), due_on: Some("2026-10-01".to_owned()), note: "a".to_owned() };
    assert!(revisions::update_todo(&mut tx, &made[1].id, 1, &edit).await?);
    assert!(!revisions::update_todo(&mut tx, &made[1].id, 1, &edit).await?, "it is another version now");
    let own = TodoFilter { owner: TodoOwner::User(ann.id.clone()), ..TodoFilter::default() };
    assert_eq!(list(&mut tx, &own).await?, ["t2"]);
    let free = TodoFilter { owner: TodoOwner::Nobody, ..TodoFilter::default() };
    assert_eq!(list(&mut tx, &free).await?, ["t1"]);
    let counts = revisions::count_todos(&mut tx, given.new, &ann.id).await?;
    assert_eq!((counts.open, counts.done, counts.mine), (1, 1, 1));

    let who = ("ann", at(7));
    assert_eq!(revisions::mark_done(&mut tx, given.new, Some(&[made[0].id.clone()]), "", who).await?, 0);
    assert_eq!(revisions::mark_done(&mut tx, given.new, Some(&[]), "", who).await?, 0, "none is not all");
    assert_eq!(revisions::mark_done(&mut tx, given.new, None, "b", who).await?, 1, "it has a note");
    let done = revisions::find_todo(&mut tx, given.new, &made[1].id).await?.expect("a to-do").todo;
    assert_eq!((done.state, done.note.as_str(), done.version), (TodoState::Done, "a", 3));
    assert_eq!(done.decided, Some(("ann".to_owned(), at(7))));

    let decided = RevisionTodo { state: TodoState::Open, resolution: Some(TodoResolution::Ours), ..done };
    assert!(revisions::decide_todo(&mut tx, &decided, 3).await?);
    assert!(!revisions::decide_todo(&mut tx, &decided, 3).await?);
    revisions::restore_todos(&mut tx, given.new, &[made[1].object_id], who).await?;
    let restored = revisions::find_todo(&mut tx, given.new, &made[1].id).await?.expect("a to-do").todo;
    assert_eq!((restored.state, restored.resolution), (TodoState::Done, Some(TodoResolution::Restored)));
    // A later revision takes its work over, until its confirmation is undone.
    let open = revisions::list_open_work(&mut tx, &given.manual.id, 9).await?;
    assert!(open.is_empty(), "it is done");
    let later = RevisionTodo { state: TodoState::Open, ..restored };
    assert!(revisions::decide_todo(&mut tx, &later, 5).await?);
    snapshots::update_decision(&mut tx, given.new, Decision::Waiting, Decision::Confirmed).await?;
    let open = revisions::list_open_work(&mut tx, &given.manual.id, 9).await?;
    assert_eq!(open.get(&later.object_id).map(|work| &work.todo), Some(&later.id));
    assert!(revisions::list_open_work(&mut tx, &given.manual.id, 2).await?.is_empty(), "it is no earlier one");
    revisions::supersede_todos(&mut tx, std::slice::from_ref(&later.id), given.base, who).await?;
    let taken = revisions::find_todo(&mut tx, given.new, &later.id).await?.expect("a to-do").todo;
    assert_eq!((taken.state, taken.resolution), (TodoState::Done, Some(TodoResolution::Superseded)));
    revisions::reopen_superseded(&mut tx, given.base, None).await?;
    let back = revisions::find_todo(&mut tx, given.new, &later.id).await?.expect("a to-do").todo;
    assert_eq!((back.state, back.resolution), (TodoState::Open, None));
    // A second confirmation begins it again.
    revisions::insert_todos(&mut tx, &[RevisionTodo { id: RevisionTodoId("t9".to_owned()), ..made[1].clone() }])
        .await?;
    let again = revisions::find_todo(&mut tx, given.new, &made[1].id).await?.expect("the same to-do").todo;
    assert_eq!(
        (again.state, again.resolution, again.owner, again.note.as_str()),
        (TodoState::Open, None, Some(ann.id), "a")
    );
    Ok(())
}
