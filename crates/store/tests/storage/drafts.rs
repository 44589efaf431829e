use domain::draft::{Draft, DraftState, NO_TAB};
use domain::id::{DraftId, ObjectId, VersionId};
use domain::user::User;
use store::drafts::{self, DraftText};
use store::objects::ObjectOwner;
use store::{StoreError, checkouts, objects, versions};
use testkit::database::TestDatabase;
use testkit::library::{empty_manual, module, version};

use crate::given::{at, kept, user};

testkit::on_each_database!(
    a_draft_that_was_set_aside_waits_for_its_owner,
    waiting_drafts_are_counted_for_each_owner,
    a_draft_is_opened_again_as_it_was,
    a_merged_text_replaces_only_the_text_that_was_merged,
    a_draft_gets_an_earlier_base_once,
    a_text_is_saved_in_a_draft_of_its_version_alone,
    only_the_holder_keeps_a_check_out,
);

/// A module with two versions.
async fn given_module(db: &TestDatabase) -> Result<(ObjectId, [VersionId; 2]), StoreError> {
    let (csdb, manual) = empty_manual(db).await?;
    let mut tx = db.begin().await?;
    let owner = ObjectOwner { csdb: &csdb.id, manual: Some(&manual.id) };
    let object = objects::insert_many(&mut tx, owner, &[module("DMC-A")], at(0)).await?[0];
    let first = versions::insert_many(&mut tx, &[version(object, "001", "Pump")]).await?[0].id;
    let second = versions::insert_many(&mut tx, &[version(object, "002", "Pump")]).await?[0].id;
    tx.commit().await?;
    Ok((object, [first, second]))
}

fn draft(id: &str, owner: &User, object: ObjectId, base: VersionId) -> Draft {
    Draft {
        id: DraftId(id.to_owned()),
        object_id: object,
        user_id: owner.id.clone(),
        base,
        sha256: "old".to_owned(),
        size: 4,
        tab: "a".to_owned(),
        state: DraftState::Open,
        opened_on: at(1),
        saved_on: at(1),
        ended_on: None,
    }
}

async fn a_draft_that_was_set_aside_waits_for_its_owner(db: TestDatabase) -> Result<(), StoreError> {
    let (object, [base, _]) = given_module(&db).await?;
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    assert!(drafts::insert(&mut tx, &draft("1", &ann, object, base), "text").await?);
    assert!(drafts::set_aside(&mut tx, object).await?);
    assert!(!drafts::set_aside(&mut tx, object).await?, "none is open");
    // Another one was discarded, and someone else ended the check-out of a third.
    let ended = draft("2", &ann, object, base).ended_copy(DraftId("3".to_owned()), at(5));
    drafts::insert_ended(&mut tx, &ended, "text").await?;
    let released = Draft { id: DraftId("4".to_owned()), state: DraftState::SetAside, saved_on: at(2), ..ended.clone() };
    drafts::insert_ended(&mut tx, &released, "text").await?;
    assert_eq!(drafts::delete_discarded_before(&mut tx, at(1_000)).await?, 1);
    assert_eq!(drafts::list_waiting(&mut tx, object).await?, std::slice::from_ref(&ann.id));
    let left = drafts::list(&mut tx, &ann.id, 10).await?;
    let left: Vec<(&str, DraftState)> = left.iter().map(|one| (one.draft.id.0.as_str(), one.draft.state)).collect();
    assert_eq!(left, [("4", DraftState::SetAside), ("1", DraftState::SetAside)]);
    let later = Draft { saved_on: at(9), ..ended };
    drafts::insert_ended(&mut tx, &later, "text").await?;
    let newest = drafts::list(&mut tx, &ann.id, 1).await?;
    assert_eq!(newest.iter().map(|one| one.draft.id.0.as_str()).collect::<Vec<_>>(), ["3"]);
    Ok(())
}

async fn waiting_drafts_are_counted_for_each_owner(db: TestDatabase) -> Result<(), StoreError> {
    let (object, [base, second]) = given_module(&db).await?;
    let (ann, ben) = (kept(&db, user("ann")).await?, kept(&db, user("ben")).await?);
    let mut tx = db.begin().await?;
    assert!(drafts::count_waiting(&mut tx, &[object]).await?.is_empty());
    drafts::insert(&mut tx, &draft("1", &ann, object, base), "text").await?;
    assert!(drafts::count_waiting(&mut tx, &[object]).await?.is_empty(), "it is open");
    drafts::set_aside(&mut tx, object).await?;
    drafts::insert(&mut tx, &draft("2", &ann, object, second), "text").await?;
    drafts::set_aside(&mut tx, object).await?;
    let ended = draft("3", &ben, object, base).ended_copy(DraftId("4".to_owned()), at(5));
    drafts::insert_ended(&mut tx, &ended, "text").await?;
    // Two drafts of one object count once; a discarded one does not wait.
    assert_eq!(drafts::count_waiting(&mut tx, &[object, ObjectId(999)]).await?, [(ann.id.clone(), 1)]);
    assert!(drafts::count_waiting(&mut tx, &[ObjectId(999)]).await?.is_empty());
    Ok(())
}

async fn a_draft_is_opened_again_as_it_was(db: TestDatabase) -> Result<(), StoreError> {
    let (object, [base, _]) = given_module(&db).await?;
    let (ann, ben) = (kept(&db, user("ann")).await?, kept(&db, user("ben")).await?);
    let mut tx = db.begin().await?;
    drafts::insert(&mut tx, &draft("1", &ann, object, base), "text").await?;
    let id = DraftId("1".to_owned());
    assert!(!drafts::reopen(&mut tx, &id, &ann.id).await?, "it is open");
    drafts::set_aside(&mut tx, object).await?;
    assert!(!drafts::reopen(&mut tx, &id, &ben.id).await?, "it is of another person");
    assert!(drafts::reopen(&mut tx, &id, &ann.id).await?);
    let open = drafts::find_open(&mut tx, object).await?;
    let open = open.map(|open| (open.base, open.sha256, open.tab));
    assert_eq!(open, Some((base, "old".to_owned(), NO_TAB.to_owned())));
    assert_eq!(drafts::read(&mut tx, &DraftId("1".to_owned())).await?.as_deref(), Some("text"));
    Ok(())
}

async fn a_merged_text_replaces_only_the_text_that_was_merged(db: TestDatabase) -> Result<(), StoreError> {
    let (object, [base, newer]) = given_module(&db).await?;
    let ann = kept(&db, user("ann")).await?;
    let (mut tx, id) = (db.begin().await?, DraftId("1".to_owned()));
    drafts::insert(&mut tx, &draft("1", &ann, object, base), "text").await?;
    let merged =
        |replaces, base| DraftText { content: "merged", sha256: "new", replaces, base, tab: "b", saved_on: at(2) };
    assert!(!drafts::rebase(&mut tx, &id, newer, &merged("other", base)).await?, "another text was saved");
    assert!(!drafts::rebase(&mut tx, &id, newer, &merged("old", newer)).await?, "it is of another version");
    assert!(drafts::rebase(&mut tx, &id, newer, &merged("old", base)).await?);
    let open = drafts::find_open(&mut tx, object).await?;
    let open = open.map(|open| (open.base, open.sha256, open.size, open.tab));
    assert_eq!(open, Some((newer, "new".to_owned(), 6, "b".to_owned())));
    drafts::set_aside(&mut tx, object).await?;
    assert!(!drafts::rebase(&mut tx, &id, newer, &merged("new", newer)).await?, "it is not open");
    Ok(())
}

async fn a_draft_gets_an_earlier_base_once(db: TestDatabase) -> Result<(), StoreError> {
    let (object, [fork, newest]) = given_module(&db).await?;
    let ann = kept(&db, user("ann")).await?;
    let (mut tx, id) = (db.begin().await?, DraftId("1".to_owned()));
    drafts::insert(&mut tx, &draft("1", &ann, object, newest), "text").await?;
    assert!(drafts::move_base(&mut tx, &id, newest, fork).await?);
    assert!(!drafts::move_base(&mut tx, &id, newest, fork).await?, "it has another base");
    let all = drafts::list_of(&mut tx, object).await?;
    assert_eq!(all.iter().map(|one| (one.base, one.state)).collect::<Vec<_>>(), [(fork, DraftState::Open)]);
    Ok(())
}

async fn a_text_is_saved_in_a_draft_of_its_version_alone(db: TestDatabase) -> Result<(), StoreError> {
    let (object, [base, newer]) = given_module(&db).await?;
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let open = draft("1", &ann, object, base);
    drafts::insert(&mut tx, &open, "text").await?;
    let typed = |base| DraftText { content: "new", sha256: "new", replaces: "old", base, tab: "a", saved_on: at(2) };
    assert!(!drafts::save(&mut tx, &open.id, &typed(newer)).await?);
    assert!(!drafts::delete_open(&mut tx, &Draft { base: newer, ..open.clone() }).await?);
    assert!(drafts::save(&mut tx, &open.id, &typed(base)).await?);
    assert!(!drafts::delete_open(&mut tx, &open).await?, "another text was saved");
    assert!(drafts::delete_open(&mut tx, &Draft { sha256: "new".to_owned(), ..open }).await?);
    Ok(())
}

async fn only_the_holder_keeps_a_check_out(db: TestDatabase) -> Result<(), StoreError> {
    let (object, _) = given_module(&db).await?;
    let (ann, ben) = (kept(&db, user("ann")).await?, kept(&db, user("ben")).await?);
    let mut tx = db.begin().await?;
    assert!(!checkouts::keep(&mut tx, object, &ann.id).await?, "nobody holds it");
    checkouts::take(&mut tx, object, &ann.id, at(1)).await?;
    assert!(checkouts::keep(&mut tx, object, &ann.id).await?);
    assert!(!checkouts::keep(&mut tx, object, &ben.id).await?);
    assert!(checkouts::release(&mut tx, object, &ann.id).await?, "it is as it was");
    Ok(())
}
