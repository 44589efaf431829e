use chrono::DateTime;
use domain::comment::{CommentTarget, CommentThread, Commenter, SuggestedText, ThreadComment, ThreadState};
use domain::id::{CommentId, CommentThreadId, ObjectId, VersionId};
use domain::user::User;
use store::comments::{self, ThreadFilter};
use store::objects::ObjectOwner;
use store::{StoreError, Tx, objects, versions};
use testkit::database::TestDatabase;
use testkit::library::{empty_manual, module, version};

use crate::given::{at, kept, page, user};

testkit::on_each_database!(
    the_count_follows_the_state_of_threads,
    a_thread_has_a_limit_and_goes_with_its_last_comment,
    an_accepted_suggestion_stays_as_it_is,
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
    assert!(comments::accept(&mut tx, &comment.id, &bob.id, at(3)).await?);
    assert!(!comments::accept(&mut tx, &comment.id, &bob.id, at(4)).await?);
    assert!(!comments::update_comment(&mut tx, &comment.id, "no", Some("d"), at(5)).await?);
    assert!(!comments::clear_comment(&mut tx, &comment.id, at(5)).await?);
    let found = comments::list_comments(&mut tx, &first.id).await?;
    let accepted = Some(("bob".to_owned(), at(3)));
    assert_eq!(found[0].suggestion, Some(SuggestedText { old: "a".to_owned(), new: "c".to_owned(), accepted }));
    assert_eq!(comments::count_since(&mut tx, &ann.id, at(0)).await?, 1);
    Ok(())
}
