use domain::id::{SessionId, UserId};
use domain::session::{Session, SessionClient};
use store::{StoreError, sessions};
use testkit::database::TestDatabase;

use crate::given::{at, kept, user};

testkit::on_each_database!(
    a_session_comes_with_its_user,
    a_session_is_ended_once,
    all_sessions_of_a_user_end_except_one,
    ended_sessions_are_deleted_and_active_ones_counted,
    a_session_without_a_user_is_refused,
    a_user_lists_their_active_sessions_and_ends_only_those,
);

fn session(id: &str, user_id: &UserId) -> Session {
    Session {
        id: SessionId(id.to_owned()),
        user_id: user_id.clone(),
        client: SessionClient::new("192.0.2.7".to_owned(), "Firefox\u{7}/140"),
        created_on: at(0),
        used_on: at(0),
        expires_on: at(480),
        revoked_on: None,
        confirmed_on: at(0),
        provider: None,
    }
}

async fn a_session_comes_with_its_user(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let opened = session("s1", &ann.id);
    let mut tx = db.begin().await?;
    sessions::insert(&mut tx, &opened).await?;
    assert_eq!(sessions::find_with_user(&mut tx, &opened.id).await?, Some((opened.clone(), ann.clone())));

    assert!(sessions::update_expiry(&mut tx, &opened.id, at(960)).await?);
    let renewed = Session { expires_on: at(960), ..opened };
    assert_eq!(sessions::find_with_user(&mut tx, &renewed.id).await?, Some((renewed, ann)));
    assert_eq!(sessions::find_with_user(&mut tx, &SessionId("s2".to_owned())).await?, None);
    Ok(())
}

async fn a_session_is_ended_once(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let opened = session("s1", &ann.id);
    let mut tx = db.begin().await?;
    sessions::insert(&mut tx, &opened).await?;
    assert!(sessions::revoke(&mut tx, &ann.id, &opened.id, at(5)).await?);
    assert!(!sessions::revoke(&mut tx, &ann.id, &opened.id, at(6)).await?);
    assert!(!sessions::revoke(&mut tx, &ann.id, &SessionId("s2".to_owned()), at(6)).await?);
    let found = sessions::find_with_user(&mut tx, &opened.id).await?;
    assert_eq!(found.and_then(|(session, _)| session.revoked_on), Some(at(5)));
    Ok(())
}

async fn all_sessions_of_a_user_end_except_one(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let mut tx = db.begin().await?;
    for (id, user) in [("s1", &ann), ("s2", &ann), ("s3", &ann), ("s4", &bob)] {
        sessions::insert(&mut tx, &session(id, &user.id)).await?;
    }
    assert_eq!(sessions::revoke_all(&mut tx, &ann.id, Some(&SessionId("s2".to_owned())), at(5)).await?, 2);
    assert_eq!(sessions::count_open(&mut tx, at(5)).await?, 2);
    assert_eq!(sessions::revoke_all(&mut tx, &ann.id, None, at(6)).await?, 1);
    assert_eq!(sessions::count_open(&mut tx, at(6)).await?, 1);
    Ok(())
}

async fn ended_sessions_are_deleted_and_active_ones_counted(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    sessions::insert(&mut tx, &session("open", &ann.id)).await?;
    sessions::insert(&mut tx, &Session { expires_on: at(10), ..session("expired", &ann.id) }).await?;
    sessions::insert(&mut tx, &Session { revoked_on: Some(at(20)), ..session("revoked", &ann.id) }).await?;
    // A session ends exactly at its expiry.
    assert_eq!(sessions::count_open(&mut tx, at(9)).await?, 2);
    assert_eq!(sessions::count_open(&mut tx, at(10)).await?, 1);

    assert_eq!(sessions::delete_ended(&mut tx, at(10)).await?, 0);
    assert_eq!(sessions::delete_ended(&mut tx, at(11)).await?, 1);
    assert_eq!(sessions::delete_ended(&mut tx, at(21)).await?, 1);
    assert!(sessions::find_with_user(&mut tx, &SessionId("open".to_owned())).await?.is_some());
    Ok(())
}

async fn a_session_without_a_user_is_refused(db: TestDatabase) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    let refused = sessions::insert(&mut tx, &session("s1", &UserId("nobody".to_owned()))).await;
    assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
    Ok(())
}

async fn a_user_lists_their_active_sessions_and_ends_only_those(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let mut tx = db.begin().await?;
    for (id, user) in [("s1", &ann), ("s2", &ann), ("s3", &ann), ("s4", &bob)] {
        sessions::insert(&mut tx, &session(id, &user.id)).await?;
    }
    assert!(sessions::update_use(&mut tx, &SessionId("s2".to_owned()), at(7)).await?);
    assert!(sessions::revoke(&mut tx, &ann.id, &SessionId("s3".to_owned()), at(8)).await?);
    assert!(!sessions::revoke(&mut tx, &ann.id, &SessionId("s4".to_owned()), at(8)).await?, "another user's");
    assert!(!sessions::update_use(&mut tx, &SessionId("s3".to_owned()), at(9)).await?, "ended");
    let listed = sessions::list_open(&mut tx, &ann.id, at(10)).await?;
    let shown: Vec<_> = listed.iter().map(|one| (one.id.0.as_str(), one.used_on, one.client.device.as_str())).collect();
    assert_eq!(shown, [("s2", at(7), "Firefox/140"), ("s1", at(0), "Firefox/140")]);
    assert_eq!(sessions::list_open(&mut tx, &ann.id, at(480)).await?, [], "expired");
    Ok(())
}
