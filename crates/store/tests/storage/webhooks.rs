use domain::id::{PublicationId, WebhookDeliveryId};
use domain::webhook::{DeliveryAttempt, DeliveryState, WebhookDelivery};
use store::{StoreError, publications, webhooks};
use testkit::database::TestDatabase;

use crate::given::{at, page};
use crate::publications::{given, publication};

testkit::on_each_database!(
    a_call_is_claimed_by_one_node_and_its_outcome_is_kept,
    the_longest_due_call_comes_first,
    a_call_that_was_given_up_stays_so,
    a_call_that_was_given_up_is_made_again,
    old_calls_are_deleted,
);

fn call(id: &str, minute: i64) -> WebhookDelivery {
    WebhookDelivery {
        id: WebhookDeliveryId(id.to_owned()),
        publication: PublicationId("p1".to_owned()),
        event: "publication.approved".to_owned(),
        receiver: "https://example.com".to_owned(),
        body: "{}".to_owned(),
        state: DeliveryState::Waiting,
        attempts: 0,
        next_on: at(minute),
        created_on: at(minute),
        last_on: None,
        status: None,
        error: String::new(),
    }
}

async fn a_call_is_claimed_by_one_node_and_its_outcome_is_kept(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let mut tx = db.begin().await?;
    publications::insert(&mut tx, &publication(&manual, 1, snapshot)).await?;
    webhooks::insert(&mut tx, &call("w", 3)).await?;
    assert_eq!(webhooks::find_due(&mut tx, at(2)).await?, None);
    let due = webhooks::find_due(&mut tx, at(3)).await?.unwrap_or_else(|| panic!("it is due"));
    assert_eq!(due, call("w", 3));
    assert!(webhooks::claim(&mut tx, &due, at(5)).await?);
    assert!(!webhooks::claim(&mut tx, &due, at(5)).await?, "another node was quicker");
    assert_eq!(webhooks::find_due(&mut tx, at(4)).await?, None);
    let failed = due.after(DeliveryAttempt { status: Some(500), error: "the answer is 500".to_owned() }, at(4));
    webhooks::update(&mut tx, &failed).await?;
    assert_eq!(webhooks::list(&mut tx, page(1, 10)).await?.items, [failed]);
    Ok(())
}

async fn the_longest_due_call_comes_first(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let mut tx = db.begin().await?;
    publications::insert(&mut tx, &publication(&manual, 1, snapshot)).await?;
    for (id, minute) in [("later", 5), ("sooner", 3)] {
        webhooks::insert(&mut tx, &call(id, minute)).await?;
    }
    let due = webhooks::find_due(&mut tx, at(9)).await?;
    assert_eq!(due.map(|call| call.id.0), Some("sooner".to_owned()));
    let listed = webhooks::list(&mut tx, page(1, 1)).await?;
    assert_eq!((listed.total, listed.items[0].id.0.as_str()), (2, "later"), "the newest first");
    Ok(())
}

async fn a_call_that_was_given_up_stays_so(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let mut tx = db.begin().await?;
    publications::insert(&mut tx, &publication(&manual, 1, snapshot)).await?;
    webhooks::insert(&mut tx, &call("w", 3)).await?;
    webhooks::give_up_waiting(&mut tx, &PublicationId("p1".to_owned()), "withdrawn").await?;
    assert_eq!(webhooks::find_due(&mut tx, at(9)).await?, None);
    // A node was making the call.
    let late = call("w", 3).after(DeliveryAttempt { status: None, error: "no answer".to_owned() }, at(4));
    webhooks::update(&mut tx, &late).await?;
    let kept = webhooks::list(&mut tx, page(1, 10)).await?.items;
    assert_eq!((kept[0].state, kept[0].error.as_str()), (DeliveryState::Failed, "withdrawn"));
    Ok(())
}

async fn a_call_that_was_given_up_is_made_again(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let mut tx = db.begin().await?;
    publications::insert(&mut tx, &publication(&manual, 1, snapshot)).await?;
    webhooks::insert(&mut tx, &call("w", 3)).await?;
    let id = WebhookDeliveryId("w".to_owned());
    assert!(!webhooks::retry(&mut tx, &id, "https://other.example", at(9)).await?, "it waits");
    let failed = WebhookDelivery { state: DeliveryState::Failed, attempts: 6, ..call("w", 3) };
    webhooks::update(&mut tx, &failed).await?;
    assert!(webhooks::retry(&mut tx, &id, "https://other.example", at(9)).await?);
    assert!(!webhooks::retry(&mut tx, &id, "https://other.example", at(9)).await?, "it waits");
    let again = webhooks::find(&mut tx, &id).await?.unwrap_or_else(|| panic!("it is there"));
    assert_eq!((again.state, again.attempts, again.next_on), (DeliveryState::Waiting, 0, at(9)));
    assert_eq!(again.receiver, "https://other.example");
    assert_eq!(webhooks::find(&mut tx, &WebhookDeliveryId("none".to_owned())).await?, None);
    Ok(())
}

async fn old_calls_are_deleted(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let mut tx = db.begin().await?;
    publications::insert(&mut tx, &publication(&manual, 1, snapshot)).await?;
    for (id, minute) in [("old", 3), ("new", 5)] {
        webhooks::insert(&mut tx, &call(id, minute)).await?;
    }
    webhooks::delete_before(&mut tx, at(4)).await?;
    let kept = webhooks::list(&mut tx, page(1, 10)).await?.items;
    assert_eq!(kept.iter().map(|one| one.id.0.as_str()).collect::<Vec<_>>(), ["new"]);
    Ok(())
}
