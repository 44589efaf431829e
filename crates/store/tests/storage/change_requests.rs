use chrono::NaiveDate;
use domain::change_request::{
    ChangeRequest, RequestDecision, RequestDetails, RequestOrigin, RequestOutcome, RequestPlace, RequestPost,
    RequestStatus, Verdict,
};
use domain::comment::Commenter;
use domain::id::{ChangeRequestId, ChangeRequestPostId, ObjectId, VersionId};
use domain::manual::Manual;
use domain::subject::Subject;
use domain::user::User;
use domain::version::Origin;
use store::artifacts::{self, Artifact};
use store::blobs::BlobId;
use store::change_requests::{self, NewStatus, RequestFilter, RequestSort};
use store::objects::ObjectOwner;
use store::trash::{self, TrashTarget};
use store::{StoreError, Tx, objects, versions};
use testkit::database::TestDatabase;
use testkit::library::{empty_manual, module, version};

use crate::given::{at, kept, page, user};

testkit::on_each_database!(
    a_request_is_found_as_it_was_stored_and_numbers_only_rise,
    lists_filter_sort_and_search,
    a_lost_race_changes_nothing,
    verdicts_belong_to_reviewers_and_are_taken_back_together,
    a_module_belongs_to_a_request_with_its_versions,
    the_discussion_keeps_the_place_of_deleted_posts,
    files_belong_to_their_request,
    contributors_are_found_along_the_parents,
    a_verdict_belongs_to_a_round,
    a_reviewed_module_and_shared_modules_are_found,
    requests_and_quotes_go_with_what_is_purged,
);

fn person(user: &User) -> Commenter {
    Commenter { id: user.id.clone(), account: user.account.to_string(), name: user.display_name.clone() }
}

pub(crate) fn request(id: &str, number: u64, manual: &Manual, by: &User) -> ChangeRequest {
    ChangeRequest {
        id: ChangeRequestId(id.to_owned()),
        number,
        manual_id: manual.id.clone(),
        csdb_name: manual.csdb_name.to_string(),
        csdb_type: "H160".to_owned(),
        manual_name: manual.name.to_string(),
        manual_type: manual.details.manual_type.clone(),
        details: RequestDetails {
            title: format!("Pump {id}"),
            description: "100% of 张伟\nSecond line".to_owned(),
            origin: RequestOrigin::ServiceBulletin,
            reference: "SB 28-012".to_owned(),
            due_on: NaiveDate::from_ymd_opt(2026, 12, 1),
        },
        status: RequestStatus::NotOpen,
        outcome: None,
        place: None,
        creator: person(by),
        assignee: None,
        finished_by: None,
        created_on: at(1),
        updated_on: at(1),
        version: 1,
        round: 0,
    }
}

async fn given_module(tx: &mut Tx, manual: &Manual) -> Result<(ObjectId, VersionId), StoreError> {
    let owner = ObjectOwner { csdb: &manual.csdb_id, manual: Some(&manual.id) };
    let object = objects::insert_many(tx, owner, &[module("DMC-A")], at(0)).await?[0];
    let version = versions::insert_many(tx, &[version(object, "001", "Pump")]).await?[0].id;
    Ok((object, version))
}

async fn a_request_is_found_as_it_was_stored_and_numbers_only_rise(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    assert_eq!(change_requests::take_number(&mut tx, &csdb.id).await?, 1);
    assert_eq!(change_requests::take_number(&mut tx, &csdb.id).await?, 2);
    let (object, version) = given_module(&mut tx, &manual).await?;
    let path = domain::path::of_object(csdb.name.as_str(), Some(manual.name.as_str()), "DMC-A_en-US");
    let place = RequestPlace { object, version, anchor: "p1".to_owned(), quote: "Close".to_owned(), path };
    let new = ChangeRequest {
        csdb_type: csdb.csdb_type.clone(),
        place: Some(place),
        assignee: Some(person(&ann)),
        ..request("r1", 2, &manual, &ann)
    };
    change_requests::insert(&mut tx, &csdb.id, &new).await?;
    assert_eq!(change_requests::find(&mut tx, &new.id).await?, Some(new));
    assert_eq!(change_requests::find(&mut tx, &ChangeRequestId("r9".to_owned())).await?, None);
    Ok(())
}

async fn lists_filter_sort_and_search(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let first = request("r1", 1, &manual, &ann);
    let mut second = request("r2", 2, &manual, &bob);
    second.status = RequestStatus::ReadyForPublish;
    second.details.due_on = None;
    for one in [&first, &second] {
        change_requests::insert(&mut tx, &csdb.id, one).await?;
    }
    change_requests::replace_asked(&mut tx, &second.id, std::slice::from_ref(&ann.id)).await?;
    let (ann_id, bob_id) = (ann.id, bob.id);
    for (filter, expected) in [
        (RequestFilter { sort: RequestSort::Number, ..RequestFilter::default() }, vec![1, 2]),
        (
            RequestFilter { statuses: vec![RequestStatus::NotOpen, RequestStatus::Closed], ..RequestFilter::default() },
            vec![1],
        ),
        (
            RequestFilter { concerns: Some(ann_id.clone()), sort: RequestSort::DueOn, ..RequestFilter::default() },
            vec![1, 2],
        ),
        (RequestFilter { concerns: Some(bob_id), ..RequestFilter::default() }, vec![2]),
        (RequestFilter { awaits: Some(ann_id), ..RequestFilter::default() }, vec![2]),
        (RequestFilter { created_by: Some("BOB".to_owned()), ..RequestFilter::default() }, vec![2]),
        (RequestFilter { text: "100%".to_owned(), sort: RequestSort::Title, ..RequestFilter::default() }, vec![1, 2]),
        (RequestFilter { text: "#2".to_owned(), ..RequestFilter::default() }, vec![2]),
        (RequestFilter { due_before: NaiveDate::from_ymd_opt(2026, 12, 2), ..RequestFilter::default() }, vec![1]),
        (RequestFilter { due_before: NaiveDate::from_ymd_opt(2026, 12, 1), ..RequestFilter::default() }, vec![]),
        (RequestFilter { origin: Some(RequestOrigin::Other), ..RequestFilter::default() }, vec![]),
        (RequestFilter { manual_type: Some("no such".to_owned()), ..RequestFilter::default() }, vec![]),
    ] {
        let found = change_requests::list(&mut tx, &filter, page(1, 10)).await?;
        let numbers: Vec<u64> = found.items.iter().map(|one| one.request.number).collect();
        assert_eq!((found.total, &numbers), (expected.len() as u64, &expected), "{filter:?}");
        assert_eq!(change_requests::list_all(&mut tx, &filter, 10).await?.len(), expected.len());
    }
    Ok(())
}

async fn a_lost_race_changes_nothing(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let before = request("r1", 1, &manual, &ann);
    change_requests::insert(&mut tx, &csdb.id, &before).await?;
    let closed = NewStatus {
        status: RequestStatus::Closed,
        outcome: Some(RequestOutcome::Cancelled),
        finished_by: Some(&ann.id),
        starts_round: false,
    };
    assert!(change_requests::update_status(&mut tx, &before, &closed, at(2)).await?);
    assert!(!change_requests::update_status(&mut tx, &before, &closed, at(3)).await?);
    assert!(!change_requests::update_details(&mut tx, &before, &before.details, None, at(3)).await?);
    assert!(!change_requests::touch(&mut tx, &before.id, RequestStatus::InProgress, at(3)).await?);
    assert!(change_requests::touch(&mut tx, &before.id, RequestStatus::Closed, at(4)).await?);
    let after = change_requests::find(&mut tx, &before.id).await?;
    let after = after.map(|one| (one.status, one.outcome, one.finished_by, one.updated_on, one.version));
    let expected = (RequestStatus::Closed, Some(RequestOutcome::Cancelled), Some(ann.id), at(4), 3);
    assert_eq!(after, Some(expected));
    Ok(())
}

async fn verdicts_belong_to_reviewers_and_are_taken_back_together(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let new = request("r1", 1, &manual, &ann);
    change_requests::insert(&mut tx, &csdb.id, &new).await?;
    change_requests::replace_asked(&mut tx, &new.id, std::slice::from_ref(&ann.id)).await?;
    let approved = RequestDecision { verdict: Verdict::Approved, comment: "Good".to_owned(), on: at(5) };
    change_requests::set_verdict(&mut tx, &new.id, &ann.id, Some(&approved)).await?;
    change_requests::set_verdict(&mut tx, &new.id, &bob.id, Some(&approved)).await?;
    change_requests::replace_asked(&mut tx, &new.id, std::slice::from_ref(&bob.id)).await?;
    let listed = change_requests::list_reviewers(&mut tx, &new.id).await?;
    let shown: Vec<_> = listed.iter().map(|one| (one.person.account.as_str(), one.is_asked)).collect();
    assert_eq!(shown, [("ann", false), ("bob", true)]);
    assert!(listed.iter().all(|one| one.decision.as_ref() == Some(&approved)), "{listed:?}");
    change_requests::clear_verdicts(&mut tx, &new.id).await?;
    let left = change_requests::list_reviewers(&mut tx, &new.id).await?;
    assert_eq!(left.len(), 1);
    assert_eq!((left[0].person.account.as_str(), &left[0].decision), ("bob", &None));
    Ok(())
}

async fn a_module_belongs_to_a_request_with_its_versions(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let (first, second) = (request("r1", 1, &manual, &ann), request("r2", 2, &manual, &ann));
    for one in [&first, &second] {
        change_requests::insert(&mut tx, &csdb.id, one).await?;
    }
    let (object, base) = given_module(&mut tx, &manual).await?;
    assert!(change_requests::insert_module(&mut tx, &first.id, object, Some(base), at(2)).await?);
    assert!(!change_requests::insert_module(&mut tx, &first.id, object, Some(base), at(3)).await?);
    assert_eq!(change_requests::find_open_request(&mut tx, object, &second.id).await?, Some(1));
    assert_eq!(change_requests::find_open_request(&mut tx, object, &first.id).await?, None);
    let mut later = version(object, "002", "Pump");
    later.change_request = Some("r1".to_owned());
    later.origin = Origin::Airline;
    "ann".clone_into(&mut later.created_by);
    let newest = versions::insert_many(&mut tx, &[later]).await?[0].id;
    let modules = change_requests::list_modules(&mut tx, &first).await?;
    assert_eq!((modules[0].base, modules[0].newest, modules[0].has_draft), (Some(base), Some(newest), false));
    assert_eq!(modules[0].issue.number, "002");
    assert_eq!(change_requests::list_contributors(&mut tx, &first.id).await?, ["ann"]);
    let named = change_requests::list_of_versions(&mut tx, object).await?;
    assert_eq!(named, [(newest, first.id.clone(), 1)]);
    assert_eq!(change_requests::count_modules(&mut tx, &first.id).await?, 1);
    let of_module = RequestFilter { object: Some(object), ..RequestFilter::default() };
    assert_eq!(change_requests::list(&mut tx, &of_module, page(1, 10)).await?.items[0].modules, 1);
    assert!(change_requests::delete_module(&mut tx, &first.id, object).await?);
    assert!(!change_requests::delete_module(&mut tx, &first.id, object).await?);
    Ok(())
}

async fn the_discussion_keeps_the_place_of_deleted_posts(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let new = request("r1", 1, &manual, &ann);
    change_requests::insert(&mut tx, &csdb.id, &new).await?;
    let post = RequestPost {
        id: ChangeRequestPostId("p1".to_owned()),
        request: new.id.clone(),
        author: person(&ann),
        text: "Why?".to_owned(),
        created_on: at(2),
        edited_on: None,
        is_deleted: false,
    };
    change_requests::insert_post(&mut tx, &post).await?;
    assert!(change_requests::update_post(&mut tx, &post.id, "Why now?", at(3)).await?);
    let found = change_requests::find_post(&mut tx, &post.id).await?.map(|post| (post.text, post.edited_on));
    assert_eq!(found, Some(("Why now?".to_owned(), Some(at(3)))));
    assert!(change_requests::clear_post(&mut tx, &post.id, at(4)).await?);
    assert!(!change_requests::update_post(&mut tx, &post.id, "x", at(5)).await?);
    assert_eq!(change_requests::find_post(&mut tx, &post.id).await?, None);
    let listed = change_requests::list_posts(&mut tx, &new.id).await?;
    assert_eq!((listed.len(), listed[0].is_deleted, listed[0].text.as_str()), (1, true, ""));
    assert_eq!(change_requests::count_posts(&mut tx, &new.id).await?, 1);
    Ok(())
}

async fn files_belong_to_their_request(db: TestDatabase) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    let one = Subject::from(&ChangeRequestId("r1".to_owned()));
    let other = Subject::from(&ChangeRequestId("r2".to_owned()));
    let blob = BlobId::parse(&"a".repeat(64)).ok_or(StoreError::Address)?;
    let file = Artifact { file_name: "SB.pdf".to_owned(), blob, media_type: "x/y".to_owned(), size: 3 };
    artifacts::insert(&mut tx, &one, &file).await?;
    assert_eq!(artifacts::list(&mut tx, &one).await?, [file]);
    assert!(artifacts::list(&mut tx, &other).await?.is_empty());
    assert!(!artifacts::delete(&mut tx, &other, "SB.pdf").await?);
    assert!(artifacts::delete(&mut tx, &one, "SB.pdf").await?);
    assert!(artifacts::list(&mut tx, &one).await?.is_empty());
    Ok(())
}

/// A version of the operator, made from others.
async fn given_version(
    tx: &mut Tx,
    (object, issue): (ObjectId, &str),
    (by, request): (&str, Option<&str>),
    parents: &[VersionId],
) -> Result<VersionId, StoreError> {
    let mut new = version(object, issue, "Pump");
    new.origin = Origin::Airline;
    by.clone_into(&mut new.created_by);
    new.change_request = request.map(str::to_owned);
    let id = versions::insert_many(tx, &[new]).await?[0].id;
    versions::insert_parents(tx, &[(id, parents)]).await?;
    Ok(id)
}

async fn contributors_are_found_along_the_parents(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let new = request("r1", 1, &manual, &ann);
    change_requests::insert(&mut tx, &csdb.id, &new).await?;
    let (object, oem) = given_module(&mut tx, &manual).await?;
    let old = given_version(&mut tx, (object, "002"), ("cid", None), &[oem]).await?;
    let base = given_version(&mut tx, (object, "003"), ("dan", None), &[old]).await?;
    assert!(change_requests::insert_module(&mut tx, &new.id, object, Some(base), at(2)).await?);
    // Not under the request, but below its version.
    let between = given_version(&mut tx, (object, "004"), ("bob", None), &[base]).await?;
    given_version(&mut tx, (object, "005"), ("ann", Some("r1")), &[between]).await?;
    assert_eq!(change_requests::list_contributors(&mut tx, &new.id).await?, ["ann", "bob"]);
    // A restored version was made from one before the work.
    given_version(&mut tx, (object, "006"), ("eve", Some("r1")), &[old]).await?;
    assert_eq!(change_requests::list_contributors(&mut tx, &new.id).await?, ["ann", "bob", "eve"]);
    assert!(!change_requests::is_new(&mut tx, &new.id, object).await?, "the manufacturer's");

    let owner = ObjectOwner { csdb: &manual.csdb_id, manual: Some(&manual.id) };
    let own = objects::insert_many(&mut tx, owner, &[module("DMC-B")], at(0)).await?[0];
    given_version(&mut tx, (own, "001"), ("fay", None), &[]).await?;
    assert!(change_requests::is_new(&mut tx, &new.id, own).await?);
    assert!(change_requests::insert_module(&mut tx, &new.id, own, None, at(3)).await?);
    change_requests::name_versions(&mut tx, &new.id, own).await?;
    let modules = change_requests::list_modules(&mut tx, &new).await?;
    assert_eq!((modules.len(), modules[1].base, modules[1].newest.is_some()), (2, None, true));
    assert_eq!(change_requests::list_contributors(&mut tx, &new.id).await?, ["ann", "bob", "eve", "fay"]);
    Ok(())
}

async fn a_verdict_belongs_to_a_round(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let new = request("r1", 1, &manual, &ann);
    change_requests::insert(&mut tx, &csdb.id, &new).await?;
    let status = |status, starts_round| NewStatus { status, outcome: None, finished_by: None, starts_round };
    let ready = status(RequestStatus::ReadyForPublish, true);
    assert!(change_requests::update_status(&mut tx, &new, &ready, at(2)).await?);
    assert!(change_requests::touch_round(&mut tx, &new.id, 1, at(3)).await?);
    assert!(!change_requests::touch_round(&mut tx, &new.id, 0, at(3)).await?);
    let now = change_requests::find(&mut tx, &new.id).await?.ok_or(StoreError::Address)?;
    assert_eq!((now.round, now.version), (1, 3));
    assert!(change_requests::update_status(&mut tx, &now, &status(RequestStatus::InProgress, false), at(4)).await?);
    assert!(!change_requests::touch_round(&mut tx, &new.id, 1, at(5)).await?);
    change_requests::note_update(&mut tx, &new.id, at(6)).await?;
    let now = change_requests::find(&mut tx, &new.id).await?.ok_or(StoreError::Address)?;
    assert_eq!((now.updated_on, now.version, now.round), (at(6), 4, 1));
    Ok(())
}

async fn a_reviewed_module_and_shared_modules_are_found(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let mut first = request("r1", 1, &manual, &ann);
    first.status = RequestStatus::Closed;
    let mut second = request("r2", 2, &manual, &ann);
    second.status = RequestStatus::ReadyForPublish;
    let (object, base) = given_module(&mut tx, &manual).await?;
    for one in [&first, &second] {
        change_requests::insert(&mut tx, &csdb.id, one).await?;
        assert!(change_requests::insert_module(&mut tx, &one.id, object, Some(base), at(2)).await?);
    }
    assert_eq!(change_requests::find_shared(&mut tx, &first.id).await?, Some(2));
    assert_eq!(change_requests::find_shared(&mut tx, &second.id).await?, None, "the other one is closed");
    assert_eq!(change_requests::find_review(&mut tx, object).await?, Some(2));
    Ok(())
}

async fn requests_and_quotes_go_with_what_is_purged(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let (object, version) = given_module(&mut tx, &manual).await?;
    let place = RequestPlace {
        object,
        version,
        anchor: "p1".to_owned(),
        quote: "Close".to_owned(),
        path: "/H160/MEL/DMC-A_en-US.XML".to_owned(),
    };
    let new = ChangeRequest { place: Some(place), ..request("r1", 1, &manual, &ann) };
    change_requests::insert(&mut tx, &csdb.id, &new).await?;
    let blob = BlobId::parse(&"a".repeat(64)).ok_or(StoreError::Address)?;
    let file = Artifact { file_name: "SB.pdf".to_owned(), blob, media_type: "x/y".to_owned(), size: 3 };
    artifacts::insert(&mut tx, &Subject::from(&new.id), &file).await?;
    let module = TrashTarget::File(object);
    assert!(trash::insert(&mut tx, &module, "ann", at(4)).await?);
    assert!(trash::purge(&mut tx, &module, at(5)).await?);
    while trash::sweep(&mut tx, 2).await? {}
    tx.commit().await?;
    assert_eq!(db.count("change_request").await, 1);
    assert_eq!(db.count("change_request WHERE quote <> '' OR anchor <> ''").await, 0);

    let mut tx = db.begin().await?;
    let whole = TrashTarget::Manual(manual.id.clone());
    assert!(trash::insert(&mut tx, &whole, "ann", at(6)).await?);
    assert_eq!(change_requests::find(&mut tx, &new.id).await?, None, "hidden with its manual");
    assert!(trash::restore(&mut tx, &whole).await?);
    assert!(change_requests::find(&mut tx, &new.id).await?.is_some(), "back with its manual");
    assert!(trash::insert(&mut tx, &whole, "ann", at(7)).await?);
    assert!(trash::purge(&mut tx, &whole, at(8)).await?);
    while trash::sweep(&mut tx, 2).await? {}
    tx.commit().await?;
    for table in ["change_request", "artifact"] {
        assert_eq!(db.count(table).await, 0, "{table}");
    }
    Ok(())
}
