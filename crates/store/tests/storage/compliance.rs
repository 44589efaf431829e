use chrono::NaiveDate;
use domain::comment::Commenter;
use domain::compliance::{
    CollectionDetails, ComplianceCollection, CompliancePath, ComplianceType, PolicyCategory, PolicyClause, PolicyEvent,
    PolicyEventKind, PolicyItem, PolicyItemDetails, PolicyItemKind, PolicyPlace, PolicyReferenceState, PolicyScope,
    PolicyStatus, PolicyTarget,
};
use domain::id::{
    ComplianceCollectionId, ObjectId, PolicyCategoryId, PolicyClauseId, PolicyEventId, PolicyItemId, PolicyReferenceId,
    VersionId,
};
use domain::manual::Manual;
use domain::user::User;
use store::compliance::{self, NewPolicyEvent, PolicyEventSubject, PolicyItemFilter};
use store::objects::ObjectOwner;
use store::{StoreError, Tx, objects, versions};
use testkit::database::TestDatabase;
use testkit::library::{empty_manual, module, version};

use crate::given::{at, kept, page, user};

testkit::on_each_database!(
    a_collection_is_found_as_it_was_stored,
    an_item_is_found_as_it_was_stored,
    a_lost_race_changes_no_item,
    clauses_are_replaced_and_references_to_them_stay,
    references_are_marked_when_their_module_changes,
    figures_are_counted_by_collection_and_category,
    all_goes_with_its_collection,
);

fn stored_collection(id: &str) -> ComplianceCollection {
    ComplianceCollection {
        id: ComplianceCollectionId(id.to_owned()),
        details: CollectionDetails {
            name: format!("Collection {id}"),
            originator: "张伟".to_owned(),
            compliance_type: ComplianceType::Safety,
            source_reference: "100%".to_owned(),
            edition: "Issue 2".to_owned(),
            effective_on: NaiveDate::from_ymd_opt(2027, 1, 1),
            needs_sign_off: true,
        },
        created_by: "ann".to_owned(),
        created_on: at(1),
        updated_on: at(1),
        version: 1,
    }
}

fn stored_category(id: &str) -> PolicyCategory {
    PolicyCategory {
        id: PolicyCategoryId(id.to_owned()),
        collection: ComplianceCollectionId("c".to_owned()),
        parent: None,
        path: format!("/c/{id}"),
        code: "ORO".to_owned(),
        name: "Organisation".to_owned(),
        updated_on: at(1),
        version: 1,
    }
}

fn stored_item(id: &str, category: Option<&PolicyCategory>) -> PolicyItem {
    PolicyItem {
        id: PolicyItemId(id.to_owned()),
        collection: ComplianceCollectionId("c".to_owned()),
        category: category.map(|category| category.id.clone()),
        parent: None,
        path: category.map_or_else(|| format!("/c/{id}"), |category| format!("{}/{id}", category.path)),
        details: PolicyItemDetails {
            code: format!("ORO {id}"),
            title: "Pump".to_owned(),
            text: "Two\nlines".to_owned(),
            guidance: "As usual".to_owned(),
            kind: PolicyItemKind::Standard,
            effective_on: NaiveDate::from_ymd_opt(2027, 1, 1),
            is_assessable: true,
            review_on: NaiveDate::from_ymd_opt(2027, 6, 1),
        },
        status: PolicyStatus::NotAssessed,
        proposal: None,
        scope: PolicyScope::default(),
        owner: None,
        created_on: at(1),
        updated_on: at(1),
        version: 1,
    }
}

/// A collection with an item in a category and one in none.
async fn given(tx: &mut Tx, ann: &User) -> Result<(PolicyCategory, PolicyItem, PolicyItem), StoreError> {
    assert!(compliance::insert_collection(tx, &stored_collection("c"), &ann.id).await?);
    let category = stored_category("a");
    compliance::insert_category(tx, &category).await?;
    let (one, other) = (stored_item("i", Some(&category)), stored_item("j", None));
    for item in [&one, &other] {
        assert!(compliance::insert_item(tx, item).await?);
    }
    Ok((category, one, other))
}

async fn given_module(tx: &mut Tx, manual: &Manual) -> Result<(ObjectId, VersionId), StoreError> {
    let owner = ObjectOwner { csdb: &manual.csdb_id, manual: Some(&manual.id) };
    let object = objects::insert_many(tx, owner, &[module("DMC-A")], at(0)).await?[0];
    let version = versions::insert_many(tx, &[version(object, "001", "Pump")]).await?[0].id;
    Ok((object, version))
}

async fn a_collection_is_found_as_it_was_stored(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let made = stored_collection("c");
    assert!(compliance::insert_collection(&mut tx, &made, &ann.id).await?);
    assert_eq!(compliance::find_collection(&mut tx, &made.id).await?, Some(made.clone()));
    let mut twin = stored_collection("d");
    twin.details.name = "COLLECTION C".to_owned();
    assert!(!compliance::insert_collection(&mut tx, &twin, &ann.id).await?, "names ignore case");
    assert!(compliance::is_name_taken(&mut tx, "collection c", &twin.id).await?);
    assert!(!compliance::is_name_taken(&mut tx, "collection c", &made.id).await?);
    let details = CollectionDetails { effective_on: None, ..made.details.clone() };
    assert!(compliance::update_collection(&mut tx, &made.id, 1, &details, at(2)).await?);
    assert!(!compliance::update_collection(&mut tx, &made.id, 1, &details, at(2)).await?);
    let all = compliance::list_collections(&mut tx, 10).await?;
    assert_eq!((all.len(), all[0].version, all[0].details.effective_on), (1, 2, None));
    assert_eq!(compliance::count_collections(&mut tx).await?, 1);
    assert!(!compliance::delete_collection(&mut tx, &made.id, 1).await?);
    assert!(compliance::delete_collection(&mut tx, &made.id, 2).await?);
    Ok(())
}

async fn an_item_is_found_as_it_was_stored(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (category, one, other) = given(&mut tx, &ann).await?;
    assert_eq!(compliance::find_item(&mut tx, &one.id).await?, Some(one.clone()));
    let path = CompliancePath::parse(&one.path).expect("a path");
    assert_eq!(compliance::find_item_at(&mut tx, &path).await?, Some(one.clone()));
    assert_eq!(compliance::find_category(&mut tx, &category.id).await?, Some(category.clone()));
    let twin = PolicyItem { id: PolicyItemId("k".to_owned()), path: "/c/k".to_owned(), ..one.clone() };
    assert!(!compliance::insert_item(&mut tx, &twin).await?, "its code is taken");
    assert!(compliance::is_code_taken(&mut tx, &other, "oro I").await?);
    assert_eq!(compliance::count_items(&mut tx, &one.collection).await?, 2);
    assert_eq!(compliance::count_categories(&mut tx, &one.collection).await?, 1);
    let headers = compliance::list_headers(&mut tx, &one.collection, 10).await?;
    assert_eq!(headers.iter().map(|one| one.code.as_str()).collect::<Vec<_>>(), ["ORO i", "ORO j"]);
    let below = CompliancePath::parse(&category.path);
    let filter = PolicyItemFilter { below, ..PolicyItemFilter::default() };
    let found = compliance::list_items(&mut tx, &filter, page(1, 10)).await?;
    assert_eq!((found.total, found.items[0].item.id.clone()), (1, one.id));
    Ok(())
}

async fn a_lost_race_changes_no_item(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (_, one, _) = given(&mut tx, &ann).await?;
    let proposal = Some((PolicyStatus::Compliant, &ann.id));
    assert!(compliance::update_status(&mut tx, &one, PolicyStatus::NotAssessed, proposal, at(2)).await?);
    assert!(!compliance::update_status(&mut tx, &one, PolicyStatus::Compliant, None, at(2)).await?);
    assert!(!compliance::update_scope(&mut tx, &one, &PolicyScope::default(), at(2)).await?);
    assert!(!compliance::update_item(&mut tx, &one, &one.details, None, at(2)).await?);
    assert!(!compliance::delete_item(&mut tx, &one.id, 1).await?);
    let now = compliance::find_item(&mut tx, &one.id).await?.expect("it is there");
    let person = Commenter { id: ann.id.clone(), account: "ann".to_owned(), name: ann.display_name.clone() };
    let proposal = now.proposal.expect("a proposal");
    assert_eq!((now.version, proposal.status, proposal.by, proposal.on), (2, PolicyStatus::Compliant, person, at(2)));
    Ok(())
}

async fn clauses_are_replaced_and_references_to_them_stay(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let (_, one, _) = given(&mut tx, &ann).await?;
    let clause = |id: &str, text: &str| PolicyClause {
        id: PolicyClauseId(id.to_owned()),
        marker: "(a)".to_owned(),
        text: text.to_owned(),
    };
    let (first, second) = (clause("p", "One"), clause("q", "Two"));
    compliance::replace_clauses(&mut tx, &one.id, &[first.clone(), second.clone()]).await?;
    let place = PolicyPlace {
        target: PolicyTarget::Manual,
        manual: manual.id.clone(),
        module: None,
        chapter: String::new(),
        anchor: String::new(),
        quote: String::new(),
    };
    for (id, clause) in [("r1", &first.id), ("r2", &second.id)] {
        let id = PolicyReferenceId(id.to_owned());
        let of = (&one.id, Some(clause));
        compliance::insert_reference(&mut tx, &id, of, &place, "", (&ann.id, at(3))).await?;
    }
    let changed = [clause("q", "Three"), clause("s", "New")];
    compliance::replace_clauses(&mut tx, &one.id, &changed).await?;
    assert_eq!(compliance::list_clauses(&mut tx, &one.id).await?, changed);
    let references = compliance::list_references(&mut tx, &one.id).await?;
    let clauses: Vec<_> = references.into_iter().map(|one| one.reference.clause).collect();
    assert_eq!(clauses, [None, Some(second.id)], "of a deleted clause, it leads from the item");
    compliance::replace_clauses(&mut tx, &one.id, &[]).await?;
    assert_eq!(compliance::list_clauses(&mut tx, &one.id).await?, []);
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
    let events = compliance::list_events(&mut tx, &one.id, 10).await?;
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
    assert!(compliance::delete_reference(&mut tx, &id, 5).await?);
    Ok(())
}

async fn figures_are_counted_by_collection_and_category(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let (category, one, other) = given(&mut tx, &ann).await?;
    assert!(compliance::update_status(&mut tx, &one, PolicyStatus::Compliant, None, at(2)).await?);
    let out = PolicyScope { in_scope: false, reason: "No".to_owned(), ..PolicyScope::default() };
    assert!(compliance::update_scope(&mut tx, &other, &out, at(2)).await?);
    let place = PolicyPlace {
        target: PolicyTarget::Chapter,
        manual: manual.id,
        module: None,
        chapter: "28".to_owned(),
        anchor: String::new(),
        quote: String::new(),
    };
    let id = PolicyReferenceId("r".to_owned());
    compliance::insert_reference(&mut tx, &id, (&one.id, None), &place, "", (&ann.id, at(3))).await?;
    let today = NaiveDate::from_ymd_opt(2027, 6, 2).expect("a day");
    let counts = compliance::count_by_collection(&mut tx, today).await?;
    let (_, counts) = counts[0];
    assert_eq!((counts.items, counts.assessable, counts.out_of_scope), (2, 2, 1));
    assert_eq!((counts.by_status, counts.unreferenced, counts.overdue), ([0, 1, 0, 0, 0], 0, 2));
    let by_category = compliance::count_by_category(&mut tx, &one.collection, today).await?;
    let mut items: Vec<_> = by_category.iter().map(|one| (one.category.clone(), one.counts.items)).collect();
    items.sort();
    assert_eq!(items, [(None, 1), (Some(category.id), 1)]);
    let manuals = compliance::count_by_manual(&mut tx, Some(&one.collection)).await?;
    assert_eq!((manuals.len(), manuals[0].path.as_str(), manuals[0].references), (1, "/H160/MEL", 1));
    Ok(())
}

async fn all_goes_with_its_collection(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (category, one, _) = given(&mut tx, &ann).await?;
    let event = PolicyEvent {
        id: PolicyEventId("e".to_owned()),
        kind: PolicyEventKind::Created,
        before: String::new(),
        after: "ORO i".to_owned(),
        why: "Audit".to_owned(),
        account: "ann".to_owned(),
        on: at(4),
    };
    let new = NewPolicyEvent { item: &one.id, event: event.clone(), subject: PolicyEventSubject::Item };
    compliance::insert_event(&mut tx, &new).await?;
    let purged = PolicyEvent { id: PolicyEventId("f".to_owned()), ..event.clone() };
    let about = NewPolicyEvent { item: &one.id, event: purged, subject: PolicyEventSubject::Manual(None) };
    compliance::insert_event(&mut tx, &about).await?;
    assert_eq!(compliance::list_events(&mut tx, &one.id, 10).await?, [event], "a purged manual is not told about");
    assert!(compliance::delete_collection(&mut tx, &one.collection, 1).await?);
    assert_eq!(compliance::find_item(&mut tx, &one.id).await?, None);
    assert_eq!(compliance::find_category(&mut tx, &category.id).await?, None);
    assert_eq!(compliance::list_events(&mut tx, &one.id, 10).await?, []);
    Ok(())
}
