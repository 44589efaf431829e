use domain::compliance::{PolicyEvent, PolicyEventKind, PolicyItem, PolicyPlace, PolicyStatus, PolicyTarget};
use domain::id::{ManualId, PolicyEventId, PolicyItemId, PolicyReferenceId};
use store::compliance::{self, MeansChange, NewPolicyEvent, PolicyEventSubject};
use store::regulations::{self, PolicyWording};
use store::trash::{self, TrashTarget};
use store::{StoreError, Tx};
use testkit::database::TestDatabase;
use testkit::library::empty_manual;

use crate::compliance::{given, stored_collection};
use crate::compliance_means::exemption;
use crate::given::{at, kept, user};

testkit::on_each_database!(
    the_database_refuses_to_change_the_history,
    a_purge_empties_the_places_of_references,
    the_history_goes_with_its_collection,
);

const TABLES: [&str; 6] = [
    "policy_event",
    "policy_item_past",
    "policy_reference_past",
    "policy_wording",
    "policy_means",
    "compliance_collection_past",
];

/// An item with a row in each table of the history.
async fn with_history(db: &TestDatabase) -> Result<ManualId, StoreError> {
    let ann = kept(db, user("ann")).await?;
    let (_, manual) = empty_manual(db).await?;
    let mut tx = db.begin().await?;
    let (_, one, _) = given(&mut tx, &ann).await?;
    assert!(compliance::update_status(&mut tx, &one, PolicyStatus::Compliant, None, at(2)).await?);
    let one = PolicyItem { version: 2, ..one };
    let held = [exemption("m", None)];
    let change = MeansChange { removed: &[], added: &held };
    assert!(compliance::update_means(&mut tx, &one, change, at(2)).await?, "at once with the status");
    let place = PolicyPlace {
        target: PolicyTarget::Chapter,
        manual: manual.id.clone(),
        module: None,
        chapter: "28".to_owned(),
        anchor: String::new(),
        quote: "Fuel".to_owned(),
    };
    let id = PolicyReferenceId("r".to_owned());
    compliance::insert_reference(&mut tx, &id, (&one.id, None), &place, "See there", (&ann.id, at(3))).await?;
    assert_eq!(compliance::delete_references(&mut tx, &[(&id, 1)], at(4)).await?, 1);
    add_words(&mut tx, &one.id, &manual.id).await?;
    let details = stored_collection("c").details;
    assert!(compliance::update_collection(&mut tx, &one.collection, 1, &details, at(5)).await?);
    tx.commit().await?;
    for table in TABLES {
        assert_eq!(db.count(table).await, 1, "{table}");
    }
    Ok(manual.id)
}

async fn add_words(tx: &mut Tx, item: &PolicyItemId, manual: &ManualId) -> Result<(), StoreError> {
    let event = PolicyEvent {
        id: PolicyEventId("e".to_owned()),
        kind: PolicyEventKind::ReferenceDeleted,
        before: "28".to_owned(),
        after: String::new(),
        why: "Audit".to_owned(),
        account: "ann".to_owned(),
        on: at(4),
    };
    let subject = PolicyEventSubject::Manual(Some(manual));
    compliance::insert_events(tx, &[NewPolicyEvent { item, event, subject }]).await?;
    let wording = PolicyWording {
        id: "w".to_owned(),
        item: item.clone(),
        edition: "1".to_owned(),
        code: "ORO i".to_owned(),
        title: "Pump".to_owned(),
        text: "One line".to_owned(),
        guidance: String::new(),
        replaced_on: at(4),
    };
    regulations::insert_wordings(tx, &[wording]).await
}

async fn the_database_refuses_to_change_the_history(db: TestDatabase) -> Result<(), StoreError> {
    with_history(&db).await?;
    let changes = [
        "UPDATE policy_event SET why = 'Nothing'",
        "UPDATE policy_event SET account = 'bob', created_on = 1",
        "UPDATE policy_event SET manual_id = NULL",
        "UPDATE policy_item_past SET status = 'compliant'",
        "UPDATE policy_reference_past SET state = 'current'",
        "UPDATE policy_reference_past SET chapter = '', quote = ''",
        "UPDATE policy_reference_past SET manual_id = NULL",
        "UPDATE policy_wording SET text = 'Another'",
        "UPDATE policy_means SET remarks = 'Always'",
        "UPDATE policy_means SET valid_to = '2999-01-01'",
        "UPDATE compliance_collection_past SET edition = '9'",
    ];
    for sql in changes {
        assert!(db.attempt(sql).await.is_err(), "{sql}");
    }
    for (sql, again) in [
        ("UPDATE policy_means SET ended_on = 1", "UPDATE policy_means SET ended_on = NULL"),
        ("UPDATE policy_means SET removed_on = 1", "UPDATE policy_means SET removed_on = NULL"),
    ] {
        assert!(db.attempt(sql).await.is_ok(), "{sql}");
        assert!(db.attempt(again).await.is_err(), "{again}");
    }
    for table in TABLES {
        let sql = format!("DELETE FROM {table}");
        assert!(db.attempt(&sql).await.is_err(), "{sql}");
        assert_eq!(db.count(table).await, 1, "{table}");
    }
    Ok(())
}

async fn a_purge_empties_the_places_of_references(db: TestDatabase) -> Result<(), StoreError> {
    let manual = with_history(&db).await?;
    let mut tx = db.begin().await?;
    let book = TrashTarget::Manual(manual);
    assert!(trash::insert(&mut tx, &book, "ann", at(6)).await?);
    assert!(trash::purge(&mut tx, &book, at(7)).await?);
    while trash::sweep(&mut tx, 100).await? {}
    tx.commit().await?;
    let left = "policy_reference_past WHERE chapter <> '' OR quote <> '' OR comment <> '' OR manual_id IS NOT NULL";
    assert_eq!(db.count(left).await, 0);
    for table in TABLES {
        assert_eq!(db.count(table).await, 1, "{table}");
    }
    assert_eq!(db.count("policy_event WHERE manual_id IS NULL").await, 1);
    Ok(())
}

async fn the_history_goes_with_its_collection(db: TestDatabase) -> Result<(), StoreError> {
    with_history(&db).await?;
    let mut tx = db.begin().await?;
    assert!(compliance::delete_collection(&mut tx, &stored_collection("c").id, 2).await?);
    tx.commit().await?;
    for table in TABLES {
        assert_eq!(db.count(table).await, 0, "{table}");
    }
    Ok(())
}
