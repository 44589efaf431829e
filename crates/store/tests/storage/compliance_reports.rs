//! The queries of reports about compliance.

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::{AccessLevel, CsdbSight, Sight};
use domain::compliance::{PolicyEvent, PolicyEventKind, PolicyPlace, PolicyStatus, PolicyTarget};
use domain::id::{ManualId, PolicyEventId, PolicyItemId, PolicyReferenceId, UserId};
use domain::user::User;
use store::compliance::{
    self, ManualReportFilter, NewPolicyEvent, PolicyAssessment, PolicyEventSubject, PolicyItemFilter, PolicySignOff,
};
use store::{StoreError, Tx};
use testkit::database::TestDatabase;
use testkit::library::empty_manual;

use crate::compliance::given;
use crate::given::{at, kept, user};

testkit::on_each_database!(
    reported_items_have_their_last_assessment,
    a_signed_off_item_has_the_reason_of_its_proposal,
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

/// Adds an event to the history of an item; its reason is `why`.
async fn note(
    tx: &mut Tx,
    item: &PolicyItemId,
    (kind, before, after): (PolicyEventKind, &str, &str),
    why: &str,
    seconds: i64,
) -> Result<(), StoreError> {
    let event = PolicyEvent {
        id: PolicyEventId(format!("{}-{seconds}", item.0)),
        kind,
        before: before.to_owned(),
        after: after.to_owned(),
        why: why.to_owned(),
        account: if kind == PolicyEventKind::SignedOff { "bob".to_owned() } else { "ann".to_owned() },
        on: at(seconds),
    };
    compliance::insert_events(tx, &[NewPolicyEvent { item, event, subject: PolicyEventSubject::Item }]).await
}

async fn reported_items_have_their_last_assessment(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, User { display_name: "Ann Lee".to_owned(), ..user("ann") }).await?;
    let mut tx = db.begin().await?;
    let (_, one, other) = given(&mut tx, &ann).await?;
    note(&mut tx, &one.id, (PolicyEventKind::Proposed, "not_assessed", "compliant"), "Dropped", 2).await?;
    note(&mut tx, &one.id, (PolicyEventKind::Status, "not_assessed", "compliant"), "Seen", 4).await?;
    note(&mut tx, &one.id, (PolicyEventKind::Scope, "in", "out"), "No hoist", 8).await?;
    let ids = compliance::list_item_ids(&mut tx, &PolicyItemFilter::default(), 10).await?;
    assert_eq!(ids, [one.id.clone(), other.id.clone()]);
    assert_eq!(compliance::list_item_ids(&mut tx, &PolicyItemFilter::default(), 1).await?.len(), 1);
    let gone = PolicyItemId("gone".to_owned());
    let asked = [other.id.clone(), gone, one.id.clone()];
    let reported = compliance::list_reported_items(&mut tx, &asked).await?;
    let found: Vec<_> = reported.iter().map(|one| one.item.id.clone()).collect();
    assert_eq!(found, [other.id, one.id], "in the order that is asked for");
    assert_eq!(reported[0].assessment, None);
    let expected = PolicyAssessment { by: "Ann Lee".to_owned(), why: "Seen".to_owned(), on: at(4), sign_off: None };
    assert_eq!(reported[1].assessment, Some(expected), "a scope is no status");
    assert_eq!((reported[1].item.details.text.as_str(), reported[1].edition.as_str()), ("Two\nlines", "Issue 2"));
    let headers = compliance::list_reported_headers(&mut tx, &asked).await?;
    let texts: Vec<_> = headers.iter().map(|one| (one.item.details.text.as_str(), &one.assessment)).collect();
    assert_eq!(texts, [("", &None), ("", &None)]);
    Ok(())
}

async fn a_signed_off_item_has_the_reason_of_its_proposal(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, User { display_name: "Ann Lee".to_owned(), ..user("ann") }).await?;
    let mut tx = db.begin().await?;
    let (_, one, _) = given(&mut tx, &ann).await?;
    let proposed = (PolicyEventKind::Proposed, "not_assessed", "not_applicable");
    note(&mut tx, &one.id, proposed, "No floats fitted", 4).await?;
    let assessment = async |tx: &mut Tx| -> Result<Option<PolicyAssessment>, StoreError> {
        let mut found = compliance::list_reported_items(tx, std::slice::from_ref(&one.id)).await?;
        Ok(found.pop().and_then(|one| one.assessment))
    };
    assert_eq!(assessment(&mut tx).await?, None, "nobody has signed it off");
    note(&mut tx, &one.id, (PolicyEventKind::SignedOff, "not_assessed", "not_applicable"), "", 6).await?;
    let signed = |seconds| PolicyAssessment {
        by: "Ann Lee".to_owned(),
        why: "No floats fitted".to_owned(),
        on: at(4),
        sign_off: Some(PolicySignOff { by: "bob".to_owned(), why: String::new(), on: at(seconds) }),
    };
    assert_eq!(assessment(&mut tx).await?, Some(signed(6)));
    // As a new version of the regulation does.
    note(&mut tx, &one.id, (PolicyEventKind::Proposed, "not_applicable", "not_applicable"), "", 7).await?;
    note(&mut tx, &one.id, (PolicyEventKind::SignedOff, "not_applicable", "not_applicable"), "", 8).await?;
    assert_eq!(assessment(&mut tx).await?, Some(signed(8)), "the reason is still the first one");
    note(&mut tx, &one.id, (PolicyEventKind::Proposed, "not_applicable", "compliant"), "", 9).await?;
    note(&mut tx, &one.id, (PolicyEventKind::SignedOff, "not_applicable", "compliant"), "", 10).await?;
    let last = assessment(&mut tx).await?.map(|one| (one.why, one.on));
    assert_eq!(last, Some((String::new(), at(9))), "another status has its own reason");
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
    let answered = compliance::list_manual_collections(&mut tx, &manual.id).await?;
    assert_eq!(answered.iter().map(|(id, _)| id).collect::<Vec<_>>(), [&one.collection]);
    let other_manual = ManualId("other".to_owned());
    assert!(compliance::list_manual_collections(&mut tx, &other_manual).await?.is_empty());
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
