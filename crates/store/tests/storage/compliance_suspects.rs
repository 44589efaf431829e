#![expect(clippy::expect_used, reason = "the values are written here and valid")]

use domain::compliance::{
    CompliancePath, PolicyEvent, PolicyEventKind, PolicyPlace, PolicyReferenceState, PolicyTarget,
};
use domain::id::{ManualId, ObjectId, PolicyEventId, PolicyItemId, PolicyReferenceId, SnapshotId, UserId, VersionId};
use domain::manual::Manual;
use domain::snapshot::Decision;
use domain::version::ReferenceKind::DataModule;
use domain::version::Version;
use store::compliance::{NewPolicyEvent, PolicyEventSubject};
use store::objects::ObjectOwner;
use store::{StoreError, Tx, compliance, objects, references, snapshots, versions};
use testkit::database::TestDatabase;
use testkit::library::{building, empty_manual, import, module, publish, reference, version};

use crate::compliance::given;
use crate::given::{at, kept, user};

testkit::on_each_database!(
    references_are_marked_when_their_module_changes,
    a_decision_marks_references_to_changed_and_withdrawn_modules,
    a_decision_leaves_what_only_has_another_mark,
    the_confirmed_content_needs_no_check_when_it_comes_back,
    references_of_a_changed_requirement_are_marked,
    a_mark_that_another_transaction_noted_is_no_conflict,
);

pub(crate) async fn given_module(tx: &mut Tx, manual: &Manual) -> Result<(ObjectId, VersionId), StoreError> {
    let owner = ObjectOwner { csdb: &manual.csdb_id, manual: Some(&manual.id) };
    let object = objects::insert_many(tx, owner, &[module("DMC-A")], at(0)).await?[0];
    let version = versions::insert_many(tx, &[version(object, "001", "Pump")]).await?[0].id;
    Ok((object, version))
}

/// A manual with modules in its working lane, and one reference to each.
struct Referring {
    manual: Manual,
    modules: Vec<(ObjectId, VersionId)>,
    revision: SnapshotId,
    item: PolicyItemId,
}

async fn referring(tx: &mut Tx, manual: Manual, ann: &domain::user::User) -> Result<Referring, StoreError> {
    let (_, item, _) = given(tx, ann).await?;
    let modules = import(tx, &manual, "001", &[module("DMC-A"), module("DMC-B"), module("DMC-C")]).await?;
    references::insert_many(tx, &[(modules[0].1, &[reference(DataModule, "DMC-C")])]).await?;
    let ids: Vec<VersionId> = modules.iter().map(|one| one.1).collect();
    let revision = building(tx, &manual, "p1", &ids).await?;
    publish(tx, &manual, revision, Decision::Confirmed).await?;
    for (name, module) in ["a", "b", "c"].into_iter().zip(&modules) {
        refer(tx, name, (&manual.id, *module), &item.id, &ann.id).await?;
    }
    Ok(Referring { manual, modules, revision, item: item.id })
}

pub(crate) async fn refer(
    tx: &mut Tx,
    name: &str,
    (manual, module): (&ManualId, (ObjectId, VersionId)),
    item: &PolicyItemId,
    by: &UserId,
) -> Result<(), StoreError> {
    let place = PolicyPlace {
        target: PolicyTarget::Paragraph,
        manual: manual.clone(),
        module: Some(module),
        chapter: String::new(),
        anchor: "p1~1".to_owned(),
        quote: format!("Words of {name}"),
    };
    let id = PolicyReferenceId(name.to_owned());
    compliance::insert_reference(tx, &id, (item, None), &place, "", (by, at(3))).await
}

/// A version of a module with another content.
async fn changed(tx: &mut Tx, object: ObjectId, issue: &str) -> Result<VersionId, StoreError> {
    let mut new: Version = version(object, issue, "Pump");
    new.content.blob = format!("{issue:f>64}");
    Ok(versions::insert_many(tx, &[new]).await?[0].id)
}

async fn decide(tx: &mut Tx, given: &Referring, put: &[VersionId], removed: &[ObjectId]) -> Result<u64, StoreError> {
    let manual = &given.manual.id;
    let change = snapshots::begin_decided(tx, manual, given.revision, "ann", at(9)).await?.expect("a lane");
    snapshots::put_decided(tx, change, put).await?;
    snapshots::remove_decided(tx, change, removed).await?;
    snapshots::finish_decided(tx, manual, change).await?;
    let changed = compliance::list_changed(tx, manual, change).await?;
    let ids: Vec<PolicyReferenceId> = changed.into_iter().map(|one| one.id).collect();
    compliance::mark_suspects(tx, &ids, "ann", at(9)).await
}

async fn rechecks(tx: &mut Tx, given: &Referring) -> Result<Vec<String>, StoreError> {
    let all = compliance::list_references(tx, &given.item, 10).await?.into_iter().map(|one| one.reference);
    Ok(all.filter(|one| one.state == PolicyReferenceState::Recheck).map(|one| one.id.0).collect())
}

async fn a_decision_marks_references_to_changed_and_withdrawn_modules(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let given = referring(&mut tx, manual, &ann).await?;
    let [(a, _), (b, _), _] = given.modules[..] else { panic!("three modules") };
    let other = changed(&mut tx, a, "002").await?;
    assert_eq!(decide(&mut tx, &given, &[other], &[b]).await?, 2);
    assert_eq!(rechecks(&mut tx, &given).await?, ["a", "b"], "the third module is untouched");
    let below = CompliancePath::parse("/c").expect("a path");
    let paragraphs = compliance::list_changed_paragraphs(&mut tx, &below, 10).await?;
    let ids: Vec<&str> = paragraphs.iter().map(|(_, one)| one.reference.id.0.as_str()).collect();
    assert_eq!(ids, ["a"], "the module of the other one is not in the lane any more");
    let events = compliance::list_events(&mut tx, &given.item, None, 10).await?;
    let mut words: Vec<&str> = events.iter().map(|one| one.before.as_str()).collect();
    words.sort_unstable();
    assert_eq!(words, ["Words of a", "Words of b"]);
    let next = changed(&mut tx, a, "003").await?;
    assert_eq!(decide(&mut tx, &given, &[next], &[]).await?, 0, "each is marked once");
    Ok(())
}

async fn a_decision_leaves_what_only_has_another_mark(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let given = referring(&mut tx, manual, &ann).await?;
    // Somebody checks another text of C in that leaves the paragraph as it is: the reference stays at its version.
    let (c, _) = given.modules[2];
    let own = changed(&mut tx, c, "005").await?;
    snapshots::put_working(&mut tx, &given.manual.id, c, own, "ann", at(5)).await?;
    // Without A nothing refers to C any more, so that its row is continued with another mark.
    assert_eq!(decide(&mut tx, &given, &[], &[given.modules[0].0]).await?, 1);
    assert_eq!(rechecks(&mut tx, &given).await?, ["a"]);
    Ok(())
}

async fn the_confirmed_content_needs_no_check_when_it_comes_back(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let given = referring(&mut tx, manual, &ann).await?;
    let (b, confirmed) = given.modules[1];
    let own = changed(&mut tx, b, "005").await?;
    snapshots::put_working(&mut tx, &given.manual.id, b, own, "ann", at(5)).await?;
    assert_eq!(decide(&mut tx, &given, &[confirmed], &[]).await?, 0);
    Ok(())
}

async fn references_of_a_changed_requirement_are_marked(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let given = referring(&mut tx, manual, &ann).await?;
    let other = PolicyItemId("j".to_owned());
    refer(&mut tx, "d", (&given.manual.id, given.modules[0]), &other, &ann.id).await?;
    assert_eq!(compliance::mark_suspects_of_item(&mut tx, &given.item, "ann", at(5)).await?, 3);
    assert_eq!(rechecks(&mut tx, &given).await?, ["a", "b", "c"]);
    assert_eq!(compliance::mark_suspects_of_item(&mut tx, &given.item, "ann", at(5)).await?, 0, "once");
    let counted = async |tx: &mut Tx| -> Result<(u64, u64), StoreError> {
        let of_module = compliance::count_rechecks_of_module(tx, given.modules[0].0).await?;
        Ok((of_module, compliance::count_rechecks_of_manual(tx, &given.manual.id).await?))
    };
    assert_eq!(counted(&mut tx).await?, (1, 3));
    store::regulations::withdraw_items(&mut tx, std::slice::from_ref(&given.item), at(6)).await?;
    assert_eq!(counted(&mut tx).await?, (0, 0), "no release waits for a requirement that is gone");
    let left = compliance::list_references(&mut tx, &other, 10).await?;
    assert_eq!(left[0].reference.state, PolicyReferenceState::Current);
    Ok(())
}

/// Notes that the reference `a` or `b` has to be checked again, as a transaction that committed meanwhile did.
async fn noted(tx: &mut Tx, given: &Referring, reference: &str) -> Result<(), StoreError> {
    let event = PolicyEvent {
        id: PolicyEventId(format!("{reference}-1")),
        kind: PolicyEventKind::Recheck,
        before: format!("Words of {reference}"),
        after: String::new(),
        why: String::new(),
        account: "bob".to_owned(),
        on: at(4),
    };
    let subject = PolicyEventSubject::Manual(Some(&given.manual.id));
    compliance::insert_events(tx, &[NewPolicyEvent { item: &given.item, event, subject }]).await
}

async fn a_mark_that_another_transaction_noted_is_no_conflict(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let given = referring(&mut tx, manual, &ann).await?;
    noted(&mut tx, &given, "a").await?;
    noted(&mut tx, &given, "b").await?;
    let a = PolicyReferenceId("a".to_owned());
    assert_eq!(compliance::mark_suspects(&mut tx, &[a], "ann", at(5)).await?, 1);
    assert_eq!(compliance::mark_suspects_of(&mut tx, given.modules[1].0, "ann", at(5)).await?, 1);
    assert_eq!(rechecks(&mut tx, &given).await?, ["a", "b"]);
    let events = compliance::list_events(&mut tx, &given.item, None, 10).await?;
    let told: Vec<_> = events.iter().map(|one| one.account.as_str()).collect();
    assert_eq!(told, ["bob", "bob"], "each is noted once");
    Ok(())
}

async fn references_are_marked_when_their_module_changes(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let (_, one, _) = given(&mut tx, &ann).await?;
    let module = given_module(&mut tx, &manual).await?;
    let place = PolicyPlace {
        target: PolicyTarget::Paragraph,
        manual: manual.id.clone(),
        module: Some(module),
        chapter: String::new(),
        anchor: "p1~1".to_owned(),
        quote: "Close".to_owned(),
    };
    let id = PolicyReferenceId("r".to_owned());
    compliance::insert_reference(&mut tx, &id, (&one.id, None), &place, "Here", (&ann.id, at(3))).await?;
    let found = compliance::find_reference(&mut tx, &id).await?.expect("it is there");
    assert_eq!(found.manual_path, "/H160/MEL");
    assert!(found.is_gone, "the module is in no lane yet");
    assert_eq!((found.reference.quote.as_str(), found.reference.comment.as_str()), ("Close", "Here"));
    assert_eq!(compliance::list_current(&mut tx, module.0).await?, [(id.clone(), "p1~1".to_owned())]);
    assert_eq!(compliance::mark_suspects(&mut tx, std::slice::from_ref(&id), "ann", at(4)).await?, 1);
    assert_eq!(compliance::mark_suspects(&mut tx, std::slice::from_ref(&id), "ann", at(4)).await?, 0, "once");
    assert_eq!(compliance::list_current(&mut tx, module.0).await?, []);
    let events = compliance::list_events(&mut tx, &one.id, None, 10).await?;
    let told: Vec<_> = events.iter().map(|one| (one.kind, one.before.as_str(), one.account.as_str())).collect();
    assert_eq!(told, [(PolicyEventKind::Recheck, "Close", "ann")]);
    let marked = compliance::find_reference(&mut tx, &id).await?.expect("it is there").reference;
    assert_eq!((marked.state, marked.version), (PolicyReferenceState::Recheck, 2));
    assert!(compliance::confirm_reference(&mut tx, &marked, &place, at(4)).await?);
    assert!(!compliance::confirm_reference(&mut tx, &marked, &place, at(4)).await?);
    assert_eq!(compliance::mark_suspects_of(&mut tx, module.0, "ann", at(5)).await?, 1, "deleted");
    let marked = compliance::find_reference(&mut tx, &id).await?.expect("it is there").reference;
    assert!(compliance::confirm_reference(&mut tx, &marked, &place, at(6)).await?);
    let below = CompliancePath::parse("/c").expect("a path");
    let gone = compliance::list_gone_references(&mut tx, &below, 10).await?;
    assert_eq!(gone.iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>(), ["ORO i"]);
    assert_eq!(compliance::delete_references(&mut tx, &[(&id, 4)], at(7)).await?, 0);
    assert_eq!(compliance::delete_references(&mut tx, &[(&id, 5)], at(7)).await?, 1);
    Ok(())
}
