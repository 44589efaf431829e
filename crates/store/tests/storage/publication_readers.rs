use chrono::NaiveDate;
use domain::id::{PublicationId, UserId};
use domain::publication::{ManualPublication, PublicationReceiver, PublicationState, PublicationValidity, ReaderMarks};
use store::{StoreError, publications};
use testkit::database::TestDatabase;

use crate::given::{at, kept, user};
use crate::publications::{given, publication};

testkit::on_each_database!(
    the_first_time_of_each_mark_counts,
    whoever_comes_back_to_the_list_is_asked_again,
    the_newest_publication_that_was_read_before_is_found,
    a_distribution_list_has_each_person_once,
    downloads_are_counted_by_file,
    a_temporary_revision_is_found_after_its_last_day_and_ended_once,
);

async fn the_first_time_of_each_mark_counts(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let id = PublicationId("p1".to_owned());
    publications::insert(&mut tx, &publication(&manual, 1, snapshot)).await?;
    assert_eq!(publications::find_marks(&mut tx, &id, &ann.id).await?, ReaderMarks::default());
    assert!(publications::ask_reader(&mut tx, &id, &ann.id, at(3)).await?);
    for minute in [4, 5] {
        publications::mark_read(&mut tx, &id, &ann.id, at(minute)).await?;
        assert!(!publications::ask_reader(&mut tx, &id, &ann.id, at(minute)).await?, "asked already");
    }
    assert_eq!(publications::list_asked(&mut tx, &id).await?, std::slice::from_ref(&ann.id));
    for minute in [6, 7] {
        publications::acknowledge(&mut tx, &id, &ann.id, at(minute)).await?;
        publications::end_reader(&mut tx, &id, &ann.id, at(minute)).await?;
    }
    let expected = ReaderMarks {
        asked_on: Some(at(3)),
        ended_on: Some(at(6)),
        read_on: Some(at(4)),
        acknowledged_on: Some(at(6)),
        downloaded_on: None,
    };
    assert_eq!(publications::find_marks(&mut tx, &id, &ann.id).await?, expected);
    assert!(publications::list_asked(&mut tx, &id).await?.is_empty());
    let readers = publications::list_readers(&mut tx, &id, None, 9).await?;
    assert_eq!(readers.iter().map(|reader| reader.account.as_str()).collect::<Vec<_>>(), ["ann"]);
    Ok(())
}

async fn whoever_comes_back_to_the_list_is_asked_again(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let id = PublicationId("p1".to_owned());
    publications::insert(&mut tx, &publication(&manual, 1, snapshot)).await?;
    publications::ask_reader(&mut tx, &id, &ann.id, at(3)).await?;
    publications::end_reader(&mut tx, &id, &ann.id, at(6)).await?;
    assert!(publications::ask_reader(&mut tx, &id, &ann.id, at(8)).await?);
    let again = publications::find_marks(&mut tx, &id, &ann.id).await?;
    assert_eq!((again.asked_on, again.ended_on), (Some(at(8)), None), "back on the list");
    for (minute, asked, ended) in [(7, Some(at(3)), Some(at(6))), (9, Some(at(8)), None)] {
        let readers = publications::list_readers(&mut tx, &id, Some(at(minute)), 9).await?;
        let marks = readers.first().map(|reader| (reader.marks.asked_on, reader.marks.ended_on));
        assert_eq!(marks, Some((asked, ended)), "at {minute}");
    }
    assert!(publications::list_readers(&mut tx, &id, Some(at(2)), 9).await?.is_empty());
    Ok(())
}

async fn the_newest_publication_that_was_read_before_is_found(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let id = |number: u64| PublicationId(format!("p{number}"));
    for number in 1..=4 {
        publications::insert(&mut tx, &publication(&manual, number, snapshot)).await?;
    }
    for number in [1, 2, 4] {
        publications::mark_read(&mut tx, &id(number), &ann.id, at(5)).await?;
    }
    publications::ask_reader(&mut tx, &id(3), &ann.id, at(5)).await?;
    let found = publications::find_last_read(&mut tx, &manual.id, &ann.id, &id(4)).await?;
    assert_eq!(found.map(|publication| publication.number), Some(2));
    Ok(())
}

async fn a_distribution_list_has_each_person_once(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, _) = given(&db).await?;
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let mut tx = db.begin().await?;
    for person in [&bob, &ann, &ann] {
        publications::insert_receiver(&mut tx, &manual.id, &person.id, "admin", at(3)).await?;
    }
    let accounts = |list: Vec<(UserId, PublicationReceiver)>| -> Vec<String> {
        list.into_iter().map(|(_, receiver)| receiver.account).collect()
    };
    assert_eq!(accounts(publications::list_receivers(&mut tx, &manual.id).await?), ["ann", "bob"]);
    publications::delete_receiver(&mut tx, &manual.id, &ann.id).await?;
    assert_eq!(accounts(publications::list_receivers(&mut tx, &manual.id).await?), ["bob"]);
    Ok(())
}

async fn a_temporary_revision_is_found_after_its_last_day_and_ended_once(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let mut tx = db.begin().await?;
    let day = |text: &str| -> NaiveDate { text.parse().unwrap_or_else(|_| panic!("{text}")) };
    let validity = PublicationValidity { from: day("2026-11-17"), until: day("2026-11-18") };
    let mut one = publication(&manual, 1, snapshot);
    (one.state, one.options.validity) = (PublicationState::Approved, Some(validity));
    publications::insert(&mut tx, &one).await?;
    let permanent = ManualPublication { state: PublicationState::Approved, ..publication(&manual, 2, snapshot) };
    publications::insert(&mut tx, &permanent).await?;
    assert!(publications::list_over(&mut tx, day("2026-11-18"), 9).await?.is_empty());
    let over = publications::list_over(&mut tx, day("2026-11-19"), 9).await?;
    assert_eq!(over.iter().map(|found| found.options.validity).collect::<Vec<_>>(), [Some(validity)]);
    assert!(!publications::end(&mut tx, &one.id, PublicationState::Superseded, at(9)).await?);
    assert!(publications::end(&mut tx, &one.id, PublicationState::Approved, at(9)).await?);
    assert!(!publications::end(&mut tx, &one.id, PublicationState::Approved, at(9)).await?);
    assert!(!publications::end(&mut tx, &permanent.id, PublicationState::Approved, at(9)).await?);
    assert!(publications::list_over(&mut tx, day("2026-11-19"), 9).await?.is_empty());
    Ok(())
}

async fn downloads_are_counted_by_file(db: TestDatabase) -> Result<(), StoreError> {
    let (manual, snapshot) = given(&db).await?;
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let id = PublicationId("p1".to_owned());
    publications::insert(&mut tx, &publication(&manual, 1, snapshot)).await?;
    for (file, minute) in [("a.zip", 3), ("a.zip", 4), ("b.zip", 5)] {
        publications::count_download(&mut tx, &id, &ann.id, file, at(minute)).await?;
    }
    // A later part of a file counts only where nothing else did.
    for (file, minute) in [("a.zip", 6), ("c.zip", 7), ("c.zip", 8)] {
        publications::mark_download(&mut tx, &id, &ann.id, file, at(minute)).await?;
    }
    let listed = publications::list_downloads(&mut tx, &id, 9).await?;
    let told: Vec<_> = listed.iter().map(|one| (one.file_name.as_str(), one.times, one.last_on)).collect();
    let (a, b, c) = (("a.zip", Some(2), Some(at(4))), ("b.zip", Some(1), Some(at(5))), ("c.zip", Some(1), Some(at(7))));
    assert_eq!(told, [a, b, c]);
    assert_eq!(publications::find_marks(&mut tx, &id, &ann.id).await?.downloaded_on, Some(at(3)));
    Ok(())
}
