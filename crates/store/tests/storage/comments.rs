use std::time::Duration;

use chrono::DateTime;
use domain::change::Change;
use domain::comment::{CommentTarget, CommentThread, Commenter, SuggestedText, ThreadComment, ThreadState};
use domain::id::{CommentId, CommentThreadId, ObjectId, VersionId};
use domain::user::User;
use store::comments::{self, ThreadFilter};
use store::objects::ObjectOwner;
use store::{StoreError, Tx, objects, versions};
use testkit::database::TestDatabase;
use testkit::library::{empty_manual, module, version};

use crate::given::{at, change, kept, page, user};

testkit::on_each_database!(
    the_count_follows_the_state_of_threads,
    a_thread_has_a_limit_and_goes_with_its_last_comment,
    an_accepted_suggestion_stays_as_it_is,
    an_answer_keeps_the_thread_whose_last_comment_is_being_deleted,
    a_follower_of_a_resolved_thread_is_not_counted,
    a_thread_is_seen_up_to_what_was_shown,
    actions_that_others_are_told_of_are_counted,
    comments_of_several_threads_are_listed_and_found_by_what_they_propose,
);

async fn given_module(db: &TestDatabase) -> Result<(ObjectId, VersionId), StoreError> {
    let (csdb, manual) = empty_manual(db).await?;
    let mut tx = db.begin().await?;
    let owner = ObjectOwner { csdb: &csdb.id, manual: Some(&manual.id) };
    let object = objects::insert_many(&mut tx, owner, &[module("DMC-A")], at(0)).await?[0];
    let version = versions::insert_many(&mut tx, &[version(object, "001", "Pump")]).await?[0].id;
    tx.commit().await?;
    Ok((object, version))
}

fn commenter(user: &User) -> Commenter {
    Commenter { id: user.id.clone(), account: user.account.to_string(), name: user.display_name.clone() }
}

fn thread(id: &str, by: &User, (object, version): (ObjectId, VersionId)) -> CommentThread {
    CommentThread {
        id: CommentThreadId(id.to_owned()),
        object_id: object,
        version,
        target: CommentTarget::Module,
        anchor: String::new(),
        quote: "Pump".to_owned(),
        state: ThreadState::Open,
        author: commenter(by),
        created_on: at(1),
        updated_on: at(1),
        resolved: None,
        comments: 0,
    }
}

async fn write(tx: &mut Tx, id: &str, thread: &CommentThread, by: &User) -> Result<ThreadComment, StoreError> {
    let comment = ThreadComment {
        id: CommentId(id.to_owned()),
        thread: thread.id.clone(),
        author: commenter(by),
        text: "张伟: 100%?".to_owned(),
        suggestion: Some(SuggestedText { old: "a".to_owned(), new: "b".to_owned(), accepted: None }),
        created_on: at(1),
        edited_on: None,
        is_deleted: false,
    };
    comments::insert_comment(tx, &comment).await?;
    Ok(comment)
}

async fn the_count_follows_the_state_of_threads(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let place = given_module(&db).await?;
    let mut tx = db.begin().await?;
    let first = thread("t1", &ann, place);
    comments::insert_thread(&mut tx, &first).await?;
    write(&mut tx, "c1", &first, &ann).await?;
    comments::follow(&mut tx, &first.id, &[ann.id.clone()], at(1)).await?;
    comments::follow(&mut tx, &first.id, &[ann.id.clone()], DateTime::UNIX_EPOCH).await?;
    comments::follow_open_of(&mut tx, place.0, &bob.id).await?;
    assert_eq!((comments::count_open(&mut tx, &ann.id).await?, comments::count_open(&mut tx, &bob.id).await?), (1, 1));
    assert!(comments::update_state(&mut tx, &first.id, ThreadState::Resolved, &bob.id, at(2)).await?);
    assert!(!comments::update_state(&mut tx, &first.id, ThreadState::Resolved, &bob.id, at(3)).await?);
    assert_eq!(comments::count_open(&mut tx, &ann.id).await?, 0);
    let mine = ThreadFilter { follower: Some(bob.id.clone()), ..ThreadFilter::default() };
    let listed = comments::list_threads(&mut tx, &mine, page(1, 10)).await?;
    assert_eq!((listed.total, listed.items[0].thread.resolved.clone()), (1, Some(("bob".to_owned(), at(2)))));
    let open = ThreadFilter { state: Some(ThreadState::Open), ..ThreadFilter::default() };
    assert_eq!(comments::list_threads(&mut tx, &open, page(1, 10)).await?.total, 0);
    let people = comments::list_followers(&mut tx, &first.id).await?;
    assert_eq!(people.iter().map(|person| person.account.as_str()).collect::<Vec<_>>(), ["ann", "bob"]);
    Ok(())
}

async fn a_thread_has_a_limit_and_goes_with_its_last_comment(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let place = given_module(&db).await?;
    let mut tx = db.begin().await?;
    let first = thread("t1", &ann, place);
    comments::insert_thread(&mut tx, &first).await?;
    assert!(comments::count_comment(&mut tx, &first.id, 2, at(2)).await?);
    assert!(comments::count_comment(&mut tx, &first.id, 2, at(3)).await?);
    assert!(!comments::count_comment(&mut tx, &first.id, 2, at(4)).await?);
    let comment = write(&mut tx, "c1", &first, &ann).await?;
    comments::replace_mentions(&mut tx, &comment.id, &[ann.id.clone()]).await?;
    assert_eq!(comments::list_mentions(&mut tx, &first.id).await?, [(comment.id.clone(), "ann".to_owned())]);
    assert!(!comments::delete_empty_thread(&mut tx, &first.id).await?);
    assert!(comments::clear_comment(&mut tx, &comment.id, at(5)).await?);
    assert_eq!(comments::list_mentions(&mut tx, &first.id).await?, []);
    assert_eq!(comments::find_comment(&mut tx, &comment.id).await?, None);
    assert!(comments::delete_empty_thread(&mut tx, &first.id).await?);
    assert_eq!(comments::count_threads(&mut tx, place.0).await?, 0);
    Ok(())
}

async fn an_accepted_suggestion_stays_as_it_is(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let place = given_module(&db).await?;
    let mut tx = db.begin().await?;
    let first = thread("t1", &ann, place);
    comments::insert_thread(&mut tx, &first).await?;
    let comment = write(&mut tx, "c1", &first, &ann).await?;
    assert!(comments::update_comment(&mut tx, &comment.id, "see", Some("c"), at(2)).await?);
    assert!(!comments::accept(&mut tx, &comment.id, "b", &bob.id, at(3)).await?, "it proposes another text now");
    assert!(comments::accept(&mut tx, &comment.id, "c", &bob.id, at(3)).await?);
    assert!(!comments::accept(&mut tx, &comment.id, "c", &bob.id, at(4)).await?);
    assert!(!comments::update_comment(&mut tx, &comment.id, "no", Some("d"), at(5)).await?);
    assert!(!comments::clear_comment(&mut tx, &comment.id, at(5)).await?);
    let found = comments::list_comments(&mut tx, &first.id).await?;
    let accepted = Some(("bob".to_owned(), at(3)));
    assert_eq!(found[0].suggestion, Some(SuggestedText { old: "a".to_owned(), new: "c".to_owned(), accepted }));
    Ok(())
}

/// A thread with one comment, committed.
async fn given_thread(db: &TestDatabase, by: &User) -> Result<(CommentThread, ThreadComment), StoreError> {
    let first = thread("t1", by, given_module(db).await?);
    let mut tx = db.begin().await?;
    comments::insert_thread(&mut tx, &first).await?;
    let comment = write(&mut tx, "c1", &first, by).await?;
    tx.commit().await?;
    Ok((first, comment))
}

async fn an_answer_keeps_the_thread_whose_last_comment_is_being_deleted(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let (first, comment) = given_thread(&db, &ann).await?;
    let mut answer = db.begin().await?;
    assert!(comments::count_comment(&mut answer, &first.id, 9, at(2)).await?);
    write(&mut answer, "c2", &first, &bob).await?;
    let deletion = async {
        let mut tx = db.begin().await?;
        comments::clear_comment(&mut tx, &comment.id, at(3)).await?;
        let is_gone = comments::delete_empty_thread(&mut tx, &first.id).await?;
        tx.commit().await?;
        Ok::<bool, StoreError>(is_gone)
    };
    let later = async {
        // The deletion waits for the thread meanwhile.
        tokio::time::sleep(Duration::from_millis(300)).await;
        answer.commit().await
    };
    let (is_gone, answered) = tokio::join!(deletion, later);
    answered?;
    assert!(!is_gone?);
    let left = comments::list_comments(&mut db.read().await?, &first.id).await?;
    assert_eq!(
        left.iter().map(|one| (one.id.0.as_str(), one.is_deleted)).collect::<Vec<_>>(),
        [("c1", true), ("c2", false)]
    );
    Ok(())
}

async fn a_follower_of_a_resolved_thread_is_not_counted(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (first, _) = given_thread(&db, &ann).await?;
    let mut tx = db.begin().await?;
    comments::follow(&mut tx, &first.id, &[ann.id.clone()], at(1)).await?;
    assert!(comments::update_state(&mut tx, &first.id, ThreadState::Resolved, &ann.id, at(2)).await?);
    tx.commit().await?;
    // As two transactions at once leave it on PostgreSQL.
    db.tamper("UPDATE comment_follower SET is_open = TRUE").await;
    assert_eq!(comments::count_open(&mut db.read().await?, &ann.id).await?, 0);
    Ok(())
}

async fn a_thread_is_seen_up_to_what_was_shown(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let (first, _) = given_thread(&db, &ann).await?;
    let mut tx = db.begin().await?;
    comments::follow(&mut tx, &first.id, &[bob.id.clone()], DateTime::UNIX_EPOCH).await?;
    comments::mark_seen(&mut tx, &first.id, &bob.id, at(5)).await?;
    comments::mark_seen(&mut tx, &first.id, &bob.id, at(1)).await?;
    tx.commit().await?;
    let seen = format!("comment_follower WHERE seen_on = {}", at(5).timestamp_millis());
    assert_eq!(db.count(&seen).await, 1, "it never goes back");
    Ok(())
}

async fn actions_that_others_are_told_of_are_counted(db: TestDatabase) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    for (account, action, minute) in [
        ("ann", "comment.started", 1),
        ("Ann", "comment.edited", 2),
        ("ann", "comment.edited", 3),
        ("ann", "comment.resolved", 4),
        ("ann", "comment.accepted", 5),
        ("ann", "file.checked_out", 5),
        ("bob", "comment.answered", 5),
    ] {
        tx.record(Change { action, at: at(minute), ..change(account, "/H160/MEL/DMC-A.XML") });
    }
    tx.commit().await?;
    let mut tx = db.read().await?;
    assert_eq!(comments::count_since(&mut tx, "ann", at(0)).await?, 4);
    assert_eq!(comments::count_since(&mut tx, "ann", at(2)).await?, 2);
    Ok(())
}

async fn comments_of_several_threads_are_listed_and_found_by_what_they_propose(
    db: TestDatabase,
) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let place = given_module(&db).await?;
    let mut tx = db.begin().await?;
    let (first, second) = (thread("t1", &ann, place), thread("t2", &ann, place));
    for one in [&first, &second] {
        comments::insert_thread(&mut tx, one).await?;
    }
    for (id, of) in [("c1", &first), ("c2", &second), ("c3", &first), ("c4", &first)] {
        write(&mut tx, id, of, &ann).await?;
    }
    comments::clear_comment(&mut tx, &CommentId("c4".to_owned()), at(2)).await?;
    comments::update_comment(&mut tx, &CommentId("c2".to_owned()), "see", Some("Open the DRAIN valve"), at(2)).await?;
    let listed = comments::list_comments_of(&mut tx, &[first.id.clone(), second.id.clone()]).await?;
    assert_eq!(listed.iter().map(|one| one.id.0.as_str()).collect::<Vec<_>>(), ["c1", "c3", "c2"]);
    assert_eq!(comments::list_comments_of(&mut tx, &[]).await?, []);
    let proposed = ThreadFilter { text: "drain".to_owned(), ..ThreadFilter::default() };
    let found = comments::list_threads(&mut tx, &proposed, page(1, 10)).await?;
    assert_eq!(found.items.iter().map(|one| &one.thread.id).collect::<Vec<_>>(), [&second.id]);
    Ok(())
}
