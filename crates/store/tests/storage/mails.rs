use chrono::TimeDelta;
use domain::id::MailId;
use domain::mail::{MailReason, MailState};
use domain::notification::MailDelivery;
use store::mails;
use store::{StoreError, Tx};
use testkit::database::TestDatabase;

use crate::given::{at, kept, page, user};

testkit::on_each_database!(
    a_mail_is_claimed_by_one_node_until_its_lease_ends,
    notifications_join_only_a_mail_that_nobody_tried_to_send,
    an_ended_mail_is_deleted_after_its_time,
    a_person_has_one_daily_mail_for_each_day,
);

fn mail(id: &str) -> MailId {
    MailId(id.to_owned())
}

async fn claimed(tx: &mut Tx, owner: &str, minute: i64) -> Result<Option<String>, StoreError> {
    let claimed = mails::claim(tx, owner, at(minute), at(minute + 2)).await?;
    Ok(claimed.map(|claimed| format!("{} {}", claimed.id, claimed.attempts)))
}

async fn a_mail_is_claimed_by_one_node_until_its_lease_ends(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    mails::insert(&mut tx, &mail("m1"), &ann.id, MailDelivery::AtOnce, (at(0), at(0))).await?;
    mails::insert(&mut tx, &mail("m2"), &ann.id, MailDelivery::Daily, (at(0), at(60))).await?;
    assert_eq!(claimed(&mut tx, "a", 1).await?.as_deref(), Some("m1 1"));
    assert_eq!(claimed(&mut tx, "b", 2).await?, None);
    assert!(!mails::is_any_due(&mut tx, at(2)).await?);
    assert!(!mails::delete(&mut tx, &mail("m1"), at(2)).await?);
    assert!(!mails::retry(&mut tx, &mail("m1"), at(2)).await?);

    assert_eq!(claimed(&mut tx, "b", 4).await?.as_deref(), Some("m1 2"));
    assert!(!mails::finish(&mut tx, &mail("m1"), "a", None, at(4)).await?, "the lease was lost");
    let why = (MailReason::Unreachable, "no answer");
    assert!(mails::postpone(&mut tx, &mail("m1"), "b", why, at(10)).await?);
    assert_eq!(claimed(&mut tx, "b", 9).await?, None);
    assert_eq!(claimed(&mut tx, "b", 10).await?.as_deref(), Some("m1 3"));
    assert!(mails::finish(&mut tx, &mail("m1"), "b", None, at(10)).await?);
    assert_eq!(claimed(&mut tx, "b", 30).await?, None);
    assert!(!mails::retry(&mut tx, &mail("m1"), at(30)).await?);
    let sent = mails::list(&mut tx, Some(MailState::Sent), page(1, 10)).await?;
    assert_eq!((sent.total, sent.items[0].attempts, sent.items[0].account.as_str()), (1, 3, "ann"));
    assert_eq!(mails::list(&mut tx, None, page(1, 10)).await?.total, 2);
    Ok(())
}

async fn notifications_join_only_a_mail_that_nobody_tried_to_send(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let mut tx = db.begin().await?;
    mails::insert(&mut tx, &mail("m1"), &ann.id, MailDelivery::AtOnce, (at(0), at(0))).await?;
    assert_eq!(mails::join(&mut tx, &ann.id, MailDelivery::AtOnce).await?, Some(mail("m1")));
    assert_eq!(mails::join(&mut tx, &ann.id, MailDelivery::Daily).await?, None);
    assert_eq!(mails::join(&mut tx, &bob.id, MailDelivery::AtOnce).await?, None);
    claimed(&mut tx, "a", 1).await?;
    assert_eq!(mails::join(&mut tx, &ann.id, MailDelivery::AtOnce).await?, None);
    Ok(())
}

async fn an_ended_mail_is_deleted_after_its_time(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    for id in ["m1", "m2"] {
        mails::insert(&mut tx, &mail(id), &ann.id, MailDelivery::AtOnce, (at(0), at(0))).await?;
    }
    claimed(&mut tx, "a", 0).await?;
    assert!(mails::finish(&mut tx, &mail("m1"), "a", Some((MailReason::Nothing, "")), at(1)).await?);
    assert_eq!(mails::delete_ended_before(&mut tx, at(1)).await?, 0);
    assert_eq!(mails::delete_ended_before(&mut tx, at(2)).await?, 1);
    assert_eq!(mails::find_account(&mut tx, &mail("m1")).await?, None);
    assert_eq!(mails::find_account(&mut tx, &mail("m2")).await?.as_deref(), Some("ann"));
    Ok(())
}

async fn a_person_has_one_daily_mail_for_each_day(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let day = TimeDelta::days(1);
    let mut tx = db.begin().await?;
    assert!(mails::insert(&mut tx, &mail("m1"), &ann.id, MailDelivery::Daily, (at(0), at(0))).await?);
    assert!(!mails::insert(&mut tx, &mail("m2"), &ann.id, MailDelivery::Daily, (at(0), at(0))).await?);
    assert!(mails::insert(&mut tx, &mail("m3"), &bob.id, MailDelivery::Daily, (at(0), at(0))).await?);
    assert!(mails::insert(&mut tx, &mail("m4"), &ann.id, MailDelivery::Daily, (at(0), at(0) + day)).await?);
    claimed(&mut tx, "a", 0).await?;
    assert!(mails::finish(&mut tx, &mail("m1"), "a", None, at(1)).await?);
    assert!(!mails::insert(&mut tx, &mail("m5"), &ann.id, MailDelivery::Daily, (at(1), at(0))).await?, "it was sent");
    for id in ["m6", "m7"] {
        assert!(mails::insert(&mut tx, &mail(id), &ann.id, MailDelivery::AtOnce, (at(0), at(0))).await?);
    }
    Ok(())
}
