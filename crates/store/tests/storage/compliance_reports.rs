//! What reports about compliance read.

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::{AccessLevel, CsdbSight, Sight};
use domain::compliance::{PolicyEvent, PolicyEventKind, PolicyPlace, PolicyStatus, PolicyTarget};
use domain::id::{ManualId, PolicyEventId, PolicyItemId, PolicyReferenceId, UserId};
use store::compliance::{self, ManualReportFilter, NewPolicyEvent, PolicyEventSubject, PolicyItemFilter};
use store::{StoreError, Tx};
use testkit::database::TestDatabase;
use testkit::library::empty_manual;

use crate::compliance::given;
use crate::given::{at, kept, user};

testkit::on_each_database!(
    reported_items_have_their_last_assessment,
    references_of_hidden_manuals_are_not_reported,
    references_to_a_manual_are_filtered,
);

async fn refer(tx: &mut Tx, id: &str, item: &PolicyItemId, manual: &ManualId, by: &UserId) -> Result<(), StoreError> {
    let place = PolicyPlace {
        target: PolicyTarget::Chapter,
        manual: manual.clone(),
        module: None,
        chapter: "28".to_owned(),
        anchor: String::new(),
        quote: String::new(),
    };
    let id = PolicyReferenceId(id.to_owned());
    compliance::insert_reference(tx, &id, (item, None), &place, "See there", (by, at(3))).await
}

async fn reported_items_have_their_last_assessment(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (_, one, other) = given(&mut tx, &ann).await?;
    for (id, kind, seconds) in
        [("e1", PolicyEventKind::Status, 4), ("e2", PolicyEventKind::SignedOff, 6), ("e3", PolicyEventKind::Scope, 8)]
    {
        let event = PolicyEvent {
            id: PolicyEventId(id.to_owned()),
            kind,
            before: String::new(),
            after: String::new(),
            why: format!("Why {id}"),
            account: "ann".to_owned(),
            on: at(seconds),
        };
        let new = NewPolicyEvent { item: &one.id, event, subject: PolicyEventSubject::Item };
        compliance::insert_events(&mut tx, &[new]).await?;
    }
    let ids = compliance::list_item_ids(&mut tx, &PolicyItemFilter::default(), 10).await?;
    assert_eq!(ids, [one.id.clone(), other.id.clone()]);
    assert_eq!(compliance::list_item_ids(&mut tx, &PolicyItemFilter::default(), 1).await?.len(), 1);
    let gone = PolicyItemId("gone".to_owned());
    let asked = [other.id.clone(), gone, one.id.clone()];
    let reported = compliance::list_reported_items(&mut tx, &asked).await?;
    let found: Vec<_> = reported.iter().map(|one| one.item.id.clone()).collect();
    assert_eq!(found, [other.id, one.id], "in the order that is asked for");
    assert_eq!(reported[0].assessment, None);
    let assessment = reported[1].assessment.clone().unwrap_or_else(|| panic!("an assessment"));
    assert_eq!((assessment.why.as_str(), assessment.on), ("Why e2", at(6)), "a scope is no status");
    assert_eq!((reported[1].item.details.text.as_str(), reported[1].edition.as_str()), ("Two\nlines", "Issue 2"));
    Ok(())
}

async fn references_of_hidden_manuals_are_not_reported(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let (_, one, other) = given(&mut tx, &ann).await?;
    refer(&mut tx, "r1", &one.id, &manual.id, &ann.id).await?;
    tx.commit().await?;
    let items = [one.id.clone(), other.id];
    let ids = [PolicyReferenceId("r1".to_owned()), PolicyReferenceId("none".to_owned())];
    let mut tx = db.begin().await?;
    let all = compliance::list_reported_references(&mut tx, &items).await?;
    assert_eq!(all.keys().collect::<Vec<_>>(), [&one.id]);
    assert_eq!(all[&one.id][0].located.manual_path, "/H160/MEL");
    assert_eq!(compliance::list_references_by_ids(&mut tx, &ids).await?, all[&one.id]);
    drop(tx);
    let hidden = CsdbSight { level: AccessLevel::None, manuals: HashMap::new() };
    let sight = Sight::new(AccessLevel::Read, HashMap::from([("h160".to_owned(), hidden)]));
    let mut tx = db.begin().await?.limited_to(ann.id, Arc::new(sight));
    assert!(compliance::list_reported_references(&mut tx, &items).await?.is_empty());
    assert!(compliance::list_references_by_ids(&mut tx, &ids).await?.is_empty());
    Ok(())
}

async fn references_to_a_manual_are_filtered(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let (_, one, other) = given(&mut tx, &ann).await?;
    assert!(compliance::update_status(&mut tx, &other, PolicyStatus::Compliant, None, at(2)).await?);
    refer(&mut tx, "r2", &other.id, &manual.id, &ann.id).await?;
    refer(&mut tx, "r1", &one.id, &manual.id, &ann.id).await?;
    compliance::mark_suspects(&mut tx, &[PolicyReferenceId("r1".to_owned())], "ann", at(4)).await?;
    let statuses = vec![PolicyStatus::Compliant];
    let collection = Some(domain::id::ComplianceCollectionId("d".to_owned()));
    for (filter, expected) in [
        (ManualReportFilter::default(), vec!["r1", "r2"]),
        (ManualReportFilter { statuses, ..ManualReportFilter::default() }, vec!["r2"]),
        (ManualReportFilter { recheck: true, ..ManualReportFilter::default() }, vec!["r1"]),
        (ManualReportFilter { collection, ..ManualReportFilter::default() }, vec![]),
    ] {
        let found = compliance::list_manual_references(&mut tx, &manual.id, &filter).await?;
        let found: Vec<&str> = found.iter().map(|(id, _)| id.0.as_str()).collect();
        assert_eq!(found, expected, "{filter:?}");
    }
    assert_eq!(compliance::find_last_edition(&mut tx, &one.collection).await?, None);
    Ok(())
}
