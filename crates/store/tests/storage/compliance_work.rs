use chrono::NaiveDate;
use domain::comment::Commenter;
use domain::compliance::{
    PolicyComment, PolicyEvidence, PolicyItem, PolicyItemDetails, PolicyPlace, PolicyStatus, PolicyTarget,
};
use domain::id::{PolicyCommentId, PolicyEvidenceId, PolicyReferenceId};
use store::StoreError;
use store::blobs::BlobId;
use store::compliance::{self, PolicyItemFilter, SavedPolicyFilter, StoredEvidence};
use testkit::database::TestDatabase;
use testkit::library::empty_manual;

use crate::compliance::given;
use crate::given::{at, kept, page, user};

testkit::on_each_database!(
    owners_are_told_of_overdue_reviews_once,
    a_new_owner_is_told_of_open_references,
    withdrawn_items_are_not_overdue,
    the_figures_of_a_day_are_replaced,
    evidence_comments_and_views_go_with_their_collection,
);

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 7, day).unwrap_or_default()
}

async fn owners_are_told_of_overdue_reviews_once(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let mut tx = db.begin().await?;
    let (_, one, _) = given(&mut tx, &ann).await?;
    assert!(compliance::list_unreminded_owners(&mut tx, day(1)).await?.is_empty(), "they have no owner");
    assert!(compliance::update_item(&mut tx, &one, &one.details, Some(&ann.id), at(2)).await?);
    assert_eq!(compliance::list_unreminded_owners(&mut tx, day(1)).await?, std::slice::from_ref(&ann.id));
    assert_eq!(compliance::take_untold_reviews(&mut tx, &ann.id, day(1)).await?, 1);
    assert_eq!(compliance::take_untold_reviews(&mut tx, &ann.id, day(2)).await?, 0);
    assert!(compliance::list_unreminded_owners(&mut tx, day(2)).await?.is_empty());
    let later = PolicyItemDetails { review_on: Some(day(2)), ..one.details.clone() };
    let owner = Commenter { id: ann.id.clone(), account: "ann".to_owned(), name: ann.display_name.clone() };
    let one = PolicyItem { version: 2, owner: Some(owner), ..one };
    assert!(compliance::update_item(&mut tx, &one, &later, Some(&ann.id), at(3)).await?);
    assert_eq!(compliance::take_untold_reviews(&mut tx, &ann.id, day(2)).await?, 0, "it is due today");
    assert_eq!(compliance::take_untold_reviews(&mut tx, &ann.id, day(3)).await?, 1);
    let one = PolicyItem { version: 3, ..one };
    assert!(compliance::update_item(&mut tx, &one, &later, Some(&bob.id), at(4)).await?);
    assert_eq!(
        compliance::list_unreminded_owners(&mut tx, day(3)).await?,
        std::slice::from_ref(&bob.id),
        "the new owner is told"
    );
    Ok(())
}

async fn withdrawn_items_are_not_overdue(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (_, one, other) = given(&mut tx, &ann).await?;
    assert!(compliance::update_item(&mut tx, &one, &one.details, Some(&ann.id), at(2)).await?);
    let overdue = compliance::count_by_collection(&mut tx, day(1)).await?[0].1.overdue;
    assert_eq!(overdue, 2);
    store::regulations::withdraw_items(&mut tx, &[one.id.clone(), other.id], at(3)).await?;
    assert_eq!(compliance::count_by_collection(&mut tx, day(1)).await?[0].1.overdue, 0);
    let filter = PolicyItemFilter { review_before: Some(day(1)), ..PolicyItemFilter::default() };
    assert_eq!(compliance::list_items(&mut tx, &filter, page(1, 10)).await?.total, 0);
    assert!(compliance::list_unreminded_owners(&mut tx, day(1)).await?.is_empty());
    assert_eq!(compliance::take_untold_reviews(&mut tx, &ann.id, day(1)).await?, 0);
    Ok(())
}

async fn a_new_owner_is_told_of_open_references(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let (_, one, _) = given(&mut tx, &ann).await?;
    assert!(compliance::update_item(&mut tx, &one, &one.details, Some(&ann.id), at(2)).await?);
    let place = PolicyPlace {
        target: PolicyTarget::Manual,
        manual: manual.id,
        module: None,
        chapter: String::new(),
        anchor: String::new(),
        quote: String::new(),
    };
    let reference = PolicyReferenceId("r".to_owned());
    compliance::insert_reference(&mut tx, &reference, (&one.id, None), &place, "", (&ann.id, at(2))).await?;
    assert!(compliance::list_untold_owners(&mut tx).await?.is_empty(), "its text is as it was");
    compliance::mark_suspects(&mut tx, std::slice::from_ref(&reference), "ann", at(3)).await?;
    assert_eq!(compliance::list_untold_owners(&mut tx).await?, std::slice::from_ref(&ann.id));
    assert_eq!(compliance::take_untold_rechecks(&mut tx, &bob.id, at(4)).await?, 0, "it is not Bob's");
    assert_eq!(compliance::take_untold_rechecks(&mut tx, &ann.id, at(4)).await?, 1);
    assert_eq!(compliance::take_untold_rechecks(&mut tx, &ann.id, at(5)).await?, 0);
    let owner = Commenter { id: ann.id.clone(), account: "ann".to_owned(), name: ann.display_name.clone() };
    let one = PolicyItem { version: 2, owner: Some(owner), ..one };
    assert!(compliance::update_item(&mut tx, &one, &one.details, Some(&bob.id), at(6)).await?);
    assert_eq!(compliance::take_untold_rechecks(&mut tx, &bob.id, at(7)).await?, 1);
    Ok(())
}

async fn the_figures_of_a_day_are_replaced(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (_, one, other) = given(&mut tx, &ann).await?;
    compliance::note_day(&mut tx, day(1)).await?;
    compliance::note_day(&mut tx, day(2)).await?;
    let compliant = PolicyStatus::Compliant;
    assert!(compliance::update_status(&mut tx, &one, compliant, None, at(2)).await?);
    compliance::note_day(&mut tx, day(2)).await?;
    for collection in [None, Some(&other.collection)] {
        let days = compliance::list_days(&mut tx, collection, day(1), day(3)).await?;
        let counted: Vec<_> = days.iter().map(|one| (one.day, one.assessable, one.by_status)).collect();
        assert_eq!(counted, [(day(1), 2, [2, 0, 0, 0, 0]), (day(2), 2, [1, 1, 0, 0, 0])]);
    }
    assert_eq!(compliance::list_days(&mut tx, None, day(1), day(2)).await?.len(), 1, "without the last day");
    for (id, version) in [(&one.id, 2), (&other.id, 1)] {
        assert!(compliance::delete_item(&mut tx, id, version).await?);
    }
    compliance::note_day(&mut tx, day(2)).await?;
    let days = compliance::list_days(&mut tx, None, day(1), day(3)).await?;
    assert_eq!(days.iter().map(|one| one.day).collect::<Vec<_>>(), [day(1)], "nothing is left on the second day");
    Ok(())
}

async fn evidence_comments_and_views_go_with_their_collection(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (_, one, _) = given(&mut tx, &ann).await?;
    let author = Commenter { id: ann.id.clone(), account: "ann".to_owned(), name: ann.display_name.clone() };
    let evidence = PolicyEvidence {
        id: PolicyEvidenceId("e".to_owned()),
        item: one.id.clone(),
        reference: None,
        manual: None,
        manual_path: String::new(),
        file_name: "audit.pdf".to_owned(),
        size: 4,
        effective_on: Some(day(1)),
        author: author.clone(),
        created_on: at(2),
    };
    let stored = StoredEvidence { evidence, blob: BlobId::of_hash(&[7; 32]) };
    compliance::insert_evidence(&mut tx, &stored).await?;
    assert_eq!(compliance::list_evidence(&mut tx, &one.id).await?, [stored]);
    assert_eq!(compliance::count_evidence_since(&mut tx, &ann.id, at(1)).await?, 1);
    let comment = PolicyComment {
        id: PolicyCommentId("m".to_owned()),
        item: one.id.clone(),
        author,
        text: "Why?".to_owned(),
        created_on: at(2),
        edited_on: None,
    };
    compliance::insert_comment(&mut tx, &comment).await?;
    assert_eq!(compliance::list_comments(&mut tx, &one.id, 10).await?, std::slice::from_ref(&comment));
    assert!(compliance::clear_comment(&mut tx, &comment.id, at(3)).await?);
    assert!(!compliance::update_comment(&mut tx, &comment.id, "Late", at(4)).await?, "it is deleted");
    assert!(compliance::list_comments(&mut tx, &one.id, 10).await?.is_empty());
    let counts = (
        compliance::count_comments(&mut tx, &one.id).await?,
        compliance::count_own_comments(&mut tx, &one.id, &ann.id).await?,
    );
    assert_eq!(counts, (0, 1), "only its author's limit counts it");
    let view = SavedPolicyFilter {
        id: "v".to_owned(),
        name: "Gaps".to_owned(),
        query: "unreferenced=yes".to_owned(),
        created_on: at(2),
        shared: false,
        owner: "ann".to_owned(),
    };
    assert_eq!(compliance::upsert_view(&mut tx, &ann.id, &one.collection, &view).await?, "v");
    let again = SavedPolicyFilter { id: "w".to_owned(), name: "GAPS".to_owned(), ..view };
    assert_eq!(compliance::upsert_view(&mut tx, &ann.id, &one.collection, &again).await?, "v", "it keeps its id");
    compliance::note_day(&mut tx, day(1)).await?;
    assert!(compliance::delete_collection(&mut tx, &one.collection, 1).await?);
    assert_eq!(compliance::count_evidence(&mut tx, &one.id).await?, 0);
    assert_eq!(compliance::count_comments(&mut tx, &one.id).await?, 0);
    assert_eq!(compliance::count_views(&mut tx, &ann.id).await?, 0);
    assert!(compliance::list_days(&mut tx, None, day(1), day(2)).await?.is_empty());
    Ok(())
}
