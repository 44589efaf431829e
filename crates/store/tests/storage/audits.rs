#![expect(clippy::expect_used, reason = "the values are written here and valid")]
//! Requirements and references as they were, audit packs and auditors.

use std::sync::Arc;

use domain::access::AccessLevel;
use domain::compliance::{
    AuditPack, CollectionDetails, PolicyEvent, PolicyEventKind, PolicyItem, PolicyItemDetails, PolicyScope,
    PolicyStatus,
};
use domain::id::{AuditPackId, ComplianceCollectionId, PolicyEventId};
use domain::permission::Role;
use store::audit_packs::{self, StoredPack};
use store::blobs::BlobId;
use store::compliance::{NewPolicyEvent, PolicyEventSubject};
use store::{StoreError, access, auditors, compliance};
use testkit::database::TestDatabase;
use testkit::library::empty_manual;

use crate::compliance::{given, stored_collection, stored_item};
use crate::compliance_suspects::{given_module, refer};
use crate::given::{at, kept, user};

testkit::on_each_database!(
    an_item_is_told_as_it_was_at_any_moment,
    several_changes_at_once_keep_the_state_before_them,
    a_state_is_known_since_its_last_change,
    the_names_of_a_collection_are_told_as_they_were,
    a_mark_that_left_no_copy_makes_a_reference_uncertain,
    a_pack_is_seen_by_those_who_see_its_collections,
    an_auditor_has_rules_of_their_own,
);

async fn an_item_is_told_as_it_was_at_any_moment(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    assert!(compliance::insert_collection(&mut tx, &stored_collection("c"), &ann.id).await?);
    let first = stored_item("i", None);
    assert!(compliance::insert_item(&mut tx, &first).await?);
    let found = compliance::find_item(&mut tx, &first.id).await?.expect("it is there");
    assert!(compliance::update_status(&mut tx, &found, PolicyStatus::Compliant, None, at(10)).await?);
    let found = compliance::find_item(&mut tx, &first.id).await?.expect("it is there");
    let scope = PolicyScope { in_scope: false, reason: "No boats".to_owned(), ..PolicyScope::default() };
    assert!(compliance::update_scope(&mut tx, &found, &scope, at(20)).await?);
    let found = compliance::find_item(&mut tx, &first.id).await?.expect("it is there");
    let details = PolicyItemDetails { title: "Newer".to_owned(), ..found.details.clone() };
    assert!(compliance::update_item(&mut tx, &found, &details, Some(&ann.id), at(30)).await?);
    let id = ComplianceCollectionId("c".to_owned());
    let mut told = Vec::new();
    for moment in [5, 10, 20, 30] {
        let one = compliance::find_dated_item(&mut tx, &first.id, at(moment)).await?.expect("it exists");
        assert!(one.is_certain);
        told.push((one.status, one.scope.in_scope, one.title == "Newer", one.owner.clone()));
    }
    let expected = [
        (PolicyStatus::NotAssessed, true, false, String::new()),
        (PolicyStatus::Compliant, true, false, String::new()),
        (PolicyStatus::Compliant, false, false, String::new()),
        (PolicyStatus::Compliant, false, true, "ann".to_owned()),
    ];
    assert_eq!(told, expected);
    let none = compliance::find_dated_item(&mut tx, &first.id, at(-5)).await?;
    assert_eq!(none, None, "it did not exist yet");
    assert_eq!(compliance::list_item_ids_at(&mut tx, &id, at(-5)).await?, []);
    assert_eq!(compliance::list_item_ids_at(&mut tx, &id, at(5)).await?, [first.id]);
    let counts = compliance::count_at(&mut tx, &id, at(30)).await?;
    assert_eq!((counts.items, counts.references, counts.evidence), (1, 0, 0));
    Ok(())
}

async fn several_changes_at_once_keep_the_state_before_them(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    assert!(compliance::insert_collection(&mut tx, &stored_collection("c"), &ann.id).await?);
    let first = stored_item("i", None);
    assert!(compliance::insert_item(&mut tx, &first).await?);
    for status in [PolicyStatus::Compliant, PolicyStatus::NonCompliant] {
        let found = compliance::find_item(&mut tx, &first.id).await?.expect("it is there");
        assert!(compliance::update_status(&mut tx, &found, status, None, at(10)).await?);
    }
    let before = compliance::find_dated_item(&mut tx, &first.id, at(9)).await?.expect("it exists");
    let after = compliance::find_dated_item(&mut tx, &first.id, at(10)).await?.expect("it exists");
    assert_eq!((before.status, after.status), (PolicyStatus::NotAssessed, PolicyStatus::NonCompliant));
    Ok(())
}

async fn a_state_is_known_since_its_last_change(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    assert!(compliance::insert_collection(&mut tx, &stored_collection("c"), &ann.id).await?);
    // As a program left it that kept no earlier states.
    let first = PolicyItem { updated_on: at(20), ..stored_item("i", None) };
    assert!(compliance::insert_item(&mut tx, &first).await?);
    let found = compliance::find_item(&mut tx, &first.id).await?.expect("it is there");
    assert!(compliance::update_status(&mut tx, &found, PolicyStatus::Compliant, None, at(40)).await?);
    for (moment, is_certain) in [(10, false), (20, true), (39, true), (40, true)] {
        let told = compliance::find_dated_item(&mut tx, &first.id, at(moment)).await?.expect("it exists");
        assert_eq!(told.is_certain, is_certain, "{moment}");
    }
    Ok(())
}

async fn the_names_of_a_collection_are_told_as_they_were(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let made = stored_collection("c");
    assert!(compliance::insert_collection(&mut tx, &made, &ann.id).await?);
    for (version, edition, moment) in [(1, "12", 10), (2, "13", 20)] {
        let details = CollectionDetails { edition: edition.to_owned(), ..made.details.clone() };
        assert!(compliance::update_collection(&mut tx, &made.id, version, &details, at(moment)).await?);
    }
    for (moment, edition) in [(9, made.details.edition.as_str()), (10, "12"), (19, "12"), (20, "13")] {
        let told = compliance::find_dated_collection(&mut tx, &made.id, at(moment)).await?.expect("it is there");
        assert_eq!((told.name.as_str(), told.edition.as_str()), (made.details.name.as_str(), edition), "{moment}");
    }
    Ok(())
}

async fn a_mark_that_left_no_copy_makes_a_reference_uncertain(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let (_, item, _) = given(&mut tx, &ann).await?;
    let module = given_module(&mut tx, &manual).await?;
    refer(&mut tx, "a", (&manual.id, module), &item.id, &ann.id).await?;
    let event = PolicyEvent {
        id: PolicyEventId("a-0".to_owned()),
        kind: PolicyEventKind::Recheck,
        before: "Words of a".to_owned(),
        after: String::new(),
        why: String::new(),
        account: "ann".to_owned(),
        on: at(10),
    };
    let subject = PolicyEventSubject::Manual(Some(&manual.id));
    compliance::insert_events(&mut tx, &[NewPolicyEvent { item: &item.id, event, subject }]).await?;
    for (moment, is_certain) in [(5, false), (10, true), (30, true)] {
        let told = compliance::list_references_at(&mut tx, &item.id, at(moment)).await?;
        assert_eq!(told[0].is_certain, is_certain, "{moment}");
    }
    assert_eq!(compliance::mark_suspects_of_item(&mut tx, &item.id, "ann", at(30)).await?, 1);
    for (moment, is_certain) in [(5, false), (10, true), (29, true), (30, true)] {
        let told = compliance::list_references_at(&mut tx, &item.id, at(moment)).await?;
        assert_eq!(told[0].is_certain, is_certain, "a copy of {moment}");
    }
    Ok(())
}

async fn a_pack_is_seen_by_those_who_see_its_collections(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut eve = user("eve");
    eve.is_auditor = true;
    let eve = kept(&db, eve).await?;
    let mut tx = db.begin().await?;
    for name in ["c", "d"] {
        assert!(compliance::insert_collection(&mut tx, &stored_collection(name), &ann.id).await?);
    }
    let ids = ["c", "d"].map(|id| ComplianceCollectionId(id.to_owned()));
    let pack = AuditPack {
        id: AuditPackId("p".to_owned()),
        collections: ids.iter().map(|id| (id.clone(), id.0.clone())).collect(),
        as_of: at(1),
        file_name: "pack.zip".to_owned(),
        size: 3,
        items: 2,
        paragraphs: 1,
        evidence: 0,
        created_by: "ann".to_owned(),
        created_on: at(2),
    };
    let blob = BlobId::parse(&"ab".repeat(32)).expect("a hash");
    let stored = StoredPack { pack, blob };
    for _ in 0..2 {
        audit_packs::insert(&mut tx, &stored, &[], &ann.id).await?;
    }
    assert_eq!(audit_packs::count_all(&mut tx).await?, 1, "a job that runs twice adds it once");
    auditors::replace_places(&mut tx, &eve.id, &ids[..1], &[]).await?;
    tx.commit().await?;
    let rules = access::load_rules(&mut db.read().await?).await?;
    let sight = Arc::new(rules.sight(&eve.id, Role::Reader));
    let mut tx = db.begin().await?.limited_to(eve.id.clone(), sight);
    assert_eq!(audit_packs::list_of(&mut tx, &ids[0]).await?, [], "it has another collection too");
    auditors::replace_places(&mut tx, &eve.id, &ids, &[]).await?;
    tx.commit().await?;
    let rules = access::load_rules(&mut db.read().await?).await?;
    let mut tx = db.read().await?.limited_to(eve.id.clone(), Arc::new(rules.sight(&eve.id, Role::Reader)));
    assert_eq!(audit_packs::list_of(&mut tx, &ids[0]).await?.len(), 1);
    drop(tx);
    let mut tx = db.begin().await?;
    assert!(compliance::delete_collection(&mut tx, &ids[1], 1).await?);
    assert_eq!(audit_packs::find(&mut tx, &stored.pack.id).await?, None, "it goes with its collection");
    Ok(())
}

async fn an_auditor_has_rules_of_their_own(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    assert!(access::load_rules(&mut db.read().await?).await?.auditors.is_empty());
    let mut eve = user("eve");
    eve.is_auditor = true;
    let eve = kept(&db, eve).await?;
    let rules = access::load_rules(&mut db.read().await?).await?;
    assert!(rules.auditors.contains_key(&eve.id) && !rules.auditors.contains_key(&ann.id));
    let found = rules.effective(&eve.id, Role::Reader, "h160", Some("mel"));
    assert_eq!(found.level, AccessLevel::None);
    let listed = auditors::list(&mut db.read().await?, 10).await?;
    assert_eq!(listed, [eve]);
    Ok(())
}
