use chrono::NaiveDate;
use domain::comment::Commenter;
use domain::compliance::{
    CollectionDetails, ComplianceCollection, CompliancePath, ComplianceType, PolicyCategory, PolicyClause, PolicyEvent,
    PolicyEventKind, PolicyItem, PolicyItemDetails, PolicyItemKind, PolicyPlace, PolicyScope, PolicyStatus,
    PolicyTarget,
};
use domain::id::{
    ComplianceCollectionId, PolicyCategoryId, PolicyClauseId, PolicyEventId, PolicyItemId, PolicyReferenceId,
};
use domain::user::User;
use store::compliance::{self, NewPolicyEvent, PolicyEventSubject, PolicyItemFilter};
use store::{StoreError, Tx};
use testkit::database::TestDatabase;
use testkit::library::empty_manual;

use crate::given::{at, kept, page, user};

testkit::on_each_database!(
    a_collection_is_found_as_it_was_stored,
    an_item_is_found_as_it_was_stored,
    a_taken_name_or_code_is_a_conflict,
    a_lost_race_changes_no_item,
    everybody_who_proposed_a_status_stays_known_while_it_waits,
    clauses_are_replaced_and_references_to_them_stay,
    an_item_is_found_by_the_text_of_its_clauses,
    figures_are_counted_by_collection_and_category,
    all_goes_with_its_collection,
);

pub(crate) fn stored_collection(id: &str) -> ComplianceCollection {
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

pub(crate) fn stored_item(id: &str, category: Option<&PolicyCategory>) -> PolicyItem {
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
        needs_recheck: false,
        is_withdrawn: false,
        created_on: at(1),
        updated_on: at(1),
        version: 1,
    }
}

/// A collection with an item in a category and one in none.
pub(crate) async fn given(tx: &mut Tx, ann: &User) -> Result<(PolicyCategory, PolicyItem, PolicyItem), StoreError> {
    assert!(compliance::insert_collection(tx, &stored_collection("c"), &ann.id).await?);
    let category = stored_category("a");
    compliance::insert_category(tx, &category).await?;
    let (one, other) = (stored_item("i", Some(&category)), stored_item("j", None));
    for item in [&one, &other] {
        assert!(compliance::insert_item(tx, item).await?);
    }
    Ok((category, one, other))
}

async fn a_collection_is_found_as_it_was_stored(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let made = stored_collection("c");
    assert!(compliance::insert_collection(&mut tx, &made, &ann.id).await?);
    assert_eq!(compliance::find_collection(&mut tx, &made.id).await?, Some(made.clone()));
    let mut twin = stored_collection("d");
    "COLLECTION C".clone_into(&mut twin.details.name);
    assert!(!compliance::insert_collection(&mut tx, &twin, &ann.id).await?, "names ignore case");
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
    let (category, one, _) = given(&mut tx, &ann).await?;
    assert_eq!(compliance::find_item(&mut tx, &one.id).await?, Some(one.clone()));
    let path = CompliancePath::parse(&one.path).unwrap_or_else(|| panic!("a path"));
    assert_eq!(compliance::find_item_at(&mut tx, &path).await?, Some(one.clone()));
    assert_eq!(compliance::find_category(&mut tx, &category.id).await?, Some(category.clone()));
    let twin = PolicyItem { id: PolicyItemId("k".to_owned()), path: "/c/k".to_owned(), ..one.clone() };
    assert!(!compliance::insert_item(&mut tx, &twin).await?, "its code is taken");
    assert_eq!(compliance::count_items(&mut tx, &one.collection).await?, 2);
    assert_eq!(compliance::count_categories(&mut tx, &one.collection).await?, 1);
    let headers = compliance::list_headers(&mut tx, &one.collection, 10).await?;
    assert_eq!(headers.iter().map(|one| one.code.as_str()).collect::<Vec<_>>(), ["ORO i", "ORO j"]);
    let below = CompliancePath::parse(&category.path);
    let filter = PolicyItemFilter { below, ..PolicyItemFilter::default() };
    let found = compliance::list_items(&mut tx, &filter, page(1, 10)).await?;
    assert_eq!((found.total, found.items[0].item.id.clone()), (1, one.id));
    assert_eq!(found.items[0].item.details.text, "", "lists have no long texts");
    for text in ["", "pump"] {
        let filter = PolicyItemFilter { text: text.to_owned(), ..PolicyItemFilter::default() };
        let second = compliance::list_items(&mut tx, &filter, page(2, 1)).await?;
        assert_eq!((second.total, second.items[0].item.details.code.as_str()), (2, "ORO j"), "{text}");
        let empty = compliance::list_items(&mut tx, &filter, page(3, 1)).await?;
        assert_eq!((empty.total, empty.items.len()), (2, 0), "{text}");
    }
    Ok(())
}

async fn a_taken_name_or_code_is_a_conflict(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (_, one, other) = given(&mut tx, &ann).await?;
    let second = stored_collection("d");
    assert!(compliance::insert_collection(&mut tx, &second, &ann.id).await?);
    tx.commit().await?;
    let details = CollectionDetails { name: "COLLECTION C".to_owned(), ..second.details };
    let renamed = compliance::update_collection(&mut db.begin().await?, &second.id, 1, &details, at(2)).await;
    assert!(matches!(renamed, Err(StoreError::Conflict(_))), "{renamed:?}");
    let details = PolicyItemDetails { code: one.details.code.to_lowercase(), ..other.details.clone() };
    let changed = compliance::update_item(&mut db.begin().await?, &other, &details, None, at(2)).await;
    assert!(matches!(changed, Err(StoreError::Conflict(_))), "{changed:?}");
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
    let now = compliance::find_item(&mut tx, &one.id).await?.unwrap_or_else(|| panic!("it is there"));
    let person = Commenter { id: ann.id.clone(), account: "ann".to_owned(), name: ann.display_name.clone() };
    let proposal = now.proposal.unwrap_or_else(|| panic!("a proposal"));
    assert_eq!((now.version, proposal.status, proposal.by, proposal.on), (2, PolicyStatus::Compliant, person, at(2)));
    Ok(())
}

async fn everybody_who_proposed_a_status_stays_known_while_it_waits(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let mut tx = db.begin().await?;
    let (_, one, _) = given(&mut tx, &ann).await?;
    let (open, compliant) = (PolicyStatus::NotAssessed, PolicyStatus::Compliant);
    let steps = [(compliant, &ann), (compliant, &bob), (PolicyStatus::NonCompliant, &bob), (compliant, &ann)];
    let expected = [vec![], vec![ann.id.clone()], vec![], vec![]];
    let mut now = one;
    for ((status, by), expected) in steps.into_iter().zip(expected) {
        assert!(compliance::update_status(&mut tx, &now, open, Some((status, &by.id)), at(2)).await?);
        now = compliance::find_item(&mut tx, &now.id).await?.unwrap_or_else(|| panic!("it is there"));
        let proposal = now.proposal.as_ref().unwrap_or_else(|| panic!("a proposal"));
        assert_eq!((&proposal.by.id, &proposal.earlier), (&by.id, &expected), "{status:?}");
    }
    assert!(compliance::update_status(&mut tx, &now, open, Some((compliant, &bob.id)), at(3)).await?);
    let waiting = compliance::find_item(&mut tx, &now.id).await?.unwrap_or_else(|| panic!("it is there"));
    assert!(compliance::reject_status(&mut tx, &waiting, at(4)).await?);
    let rejected = compliance::find_item(&mut tx, &now.id).await?.unwrap_or_else(|| panic!("it is there"));
    assert!(compliance::update_status(&mut tx, &rejected, open, Some((compliant, &bob.id)), at(5)).await?);
    let again = compliance::find_item(&mut tx, &now.id).await?.and_then(|item| item.proposal);
    assert_eq!(again.map(|proposal| proposal.earlier), Some(Vec::new()), "it was decided");
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
    let references = compliance::list_references(&mut tx, &one.id, 10).await?;
    let clauses: Vec<_> = references.into_iter().map(|one| one.reference.clause).collect();
    assert_eq!(clauses, [None, Some(second.id)], "of a deleted clause, it leads from the item");
    compliance::replace_clauses(&mut tx, &one.id, &[]).await?;
    assert_eq!(compliance::list_clauses(&mut tx, &one.id).await?, []);
    Ok(())
}

async fn an_item_is_found_by_the_text_of_its_clauses(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (_, one, _) = given(&mut tx, &ann).await?;
    let clause = |text: &str| {
        let (id, marker) = (PolicyClauseId("p".to_owned()), "(a)".to_owned());
        [PolicyClause { id, marker, text: text.to_owned() }]
    };
    let found = async |tx: &mut Tx, text: &str| {
        let filter = PolicyItemFilter { text: text.to_owned(), ..PolicyItemFilter::default() };
        let listed = compliance::list_items(tx, &filter, page(1, 10)).await?;
        Ok::<_, StoreError>(listed.items.into_iter().map(|listed| listed.item.id).collect::<Vec<_>>())
    };
    compliance::replace_clauses(&mut tx, &one.id, &clause("Öltank 100% full")).await?;
    assert_eq!(found(&mut tx, "ÖLTANK 100%").await?, std::slice::from_ref(&one.id));
    compliance::replace_clauses(&mut tx, &one.id, &clause("Empty")).await?;
    assert_eq!(found(&mut tx, "öltank").await?, [], "its clause has another text by now");
    assert_eq!(found(&mut tx, "empty").await?, [one.id]);
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
    let today = NaiveDate::from_ymd_opt(2027, 6, 2).unwrap_or_else(|| panic!("a day"));
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
    let purged = PolicyEvent { id: PolicyEventId("f".to_owned()), ..event.clone() };
    let about = NewPolicyEvent { item: &one.id, event: purged, subject: PolicyEventSubject::Manual(None) };
    let later = PolicyEvent { id: PolicyEventId("d".to_owned()), on: at(5), ..event.clone() };
    let last = NewPolicyEvent { item: &one.id, event: later.clone(), subject: PolicyEventSubject::Item };
    compliance::insert_events(&mut tx, &[new, about, last]).await?;
    let all = compliance::list_events(&mut tx, &one.id, None, 10).await?;
    assert_eq!(all, [later.clone(), event.clone()], "a purged manual is not told about");
    assert_eq!(compliance::list_events(&mut tx, &one.id, None, 1).await?, std::slice::from_ref(&later));
    assert_eq!(compliance::list_events(&mut tx, &one.id, Some(&later.id), 10).await?, std::slice::from_ref(&event));
    assert_eq!(compliance::list_events(&mut tx, &one.id, Some(&event.id), 10).await?, []);
    assert!(compliance::delete_collection(&mut tx, &one.collection, 1).await?);
    assert_eq!(compliance::find_item(&mut tx, &one.id).await?, None);
    assert_eq!(compliance::find_category(&mut tx, &category.id).await?, None);
    assert_eq!(compliance::list_events(&mut tx, &one.id, None, 10).await?, []);
    Ok(())
}
