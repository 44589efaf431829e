use domain::id::{NotificationId, UserId};
use domain::notification::{Notification, NotificationKind};
use store::notifications::{self, NotificationFilter};
use store::{StoreError, Tx};
use testkit::database::TestDatabase;

use crate::given::{at, kept, page, user};

testkit::on_each_database!(
    messages_come_newest_first_and_page_by_page,
    a_notification_is_marked_as_read_once_and_only_by_its_user,
    all_messages_of_one_user_are_read_at_once,
);

fn message(id: &str, user_id: &UserId, minute: i64) -> Notification {
    Notification {
        id: NotificationId(id.to_owned()),
        user_id: user_id.clone(),
        kind: NotificationKind::Accounts,
        code: "user.registered".to_owned(),
        params: vec![("account".to_owned(), "张伟".to_owned())],
        link: None,
        created_on: at(minute),
        read_on: None,
    }
}

async fn ids(tx: &mut Tx, user_id: &UserId, which: NotificationFilter) -> Result<Vec<String>, StoreError> {
    let found = notifications::list(tx, user_id, which, page(1, 50)).await?;
    assert_eq!(found.total, found.items.len() as u64);
    Ok(found.items.into_iter().map(|message| message.id.0).collect())
}

async fn messages_come_newest_first_and_page_by_page(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let linked = Notification { link: Some("/admin/index".to_owned()), ..message("m3", &ann.id, 2) };
    for message in [message("m1", &ann.id, 1), message("m2", &ann.id, 2), linked.clone(), message("m4", &ann.id, 0)] {
        notifications::insert(&mut tx, &message, None).await?;
    }
    assert_eq!(ids(&mut tx, &ann.id, NotificationFilter::All).await?, ["m3", "m2", "m1", "m4"]);

    let first = notifications::list(&mut tx, &ann.id, NotificationFilter::All, page(1, 1)).await?;
    assert_eq!((first.items, first.total), (vec![linked], 4));
    let last = notifications::list(&mut tx, &ann.id, NotificationFilter::Unread, page(2, 3)).await?;
    assert_eq!((last.items, last.total), (vec![message("m4", &ann.id, 0)], 4));
    Ok(())
}

async fn a_notification_is_marked_as_read_once_and_only_by_its_user(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let mut tx = db.begin().await?;
    let (m1, m2) = (message("m1", &ann.id, 0), message("m2", &ann.id, 1));
    notifications::insert(&mut tx, &m1, None).await?;
    notifications::insert(&mut tx, &m2, None).await?;

    assert!(!notifications::mark_read(&mut tx, &bob.id, &m1.id, at(5)).await?);
    assert_eq!(notifications::count_unread(&mut tx, &ann.id).await?, 2);
    assert!(notifications::mark_read(&mut tx, &ann.id, &m1.id, at(5)).await?);
    assert!(notifications::mark_read(&mut tx, &ann.id, &m1.id, at(6)).await?);
    assert_eq!(notifications::count_unread(&mut tx, &ann.id).await?, 1);
    assert_eq!(ids(&mut tx, &ann.id, NotificationFilter::Unread).await?, ["m2"]);

    let all = notifications::list(&mut tx, &ann.id, NotificationFilter::All, page(1, 10)).await?;
    assert_eq!(all.items[1], Notification { read_on: Some(at(5)), ..m1 });
    Ok(())
}

async fn all_messages_of_one_user_are_read_at_once(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let mut tx = db.begin().await?;
    for message in [message("m1", &ann.id, 0), message("m2", &ann.id, 0), message("m3", &bob.id, 0)] {
        notifications::insert(&mut tx, &message, None).await?;
    }
    assert_eq!(notifications::mark_all_read(&mut tx, &ann.id, at(5)).await?, 2);
    assert_eq!(notifications::mark_all_read(&mut tx, &ann.id, at(6)).await?, 0);
    assert!(ids(&mut tx, &ann.id, NotificationFilter::Unread).await?.is_empty());
    assert_eq!(notifications::count_unread(&mut tx, &bob.id).await?, 1);
    Ok(())
}
