use domain::field::FieldCode;
use domain::id::OperatorId;
use domain::language::Language;
use domain::operator::{Aircraft, Operator, OperatorDetails};
use domain::page::Order;
use store::operators::{self, AircraftFilter, AircraftSort, OperatorFilter, OperatorSort};
use store::{Db, StoreError};
use testkit::database::TestDatabase;

use crate::given::{aircraft, at, operator, page};

testkit::on_each_database!(
    an_operator_reads_back_with_its_aircraft_in_order,
    a_thousand_aircraft_keep_their_order,
    a_code_is_unique_ignoring_case,
    a_registration_belongs_to_one_operator,
    the_second_of_two_concurrent_edits_is_refused,
    an_operator_is_deleted_with_its_aircraft,
    operators_are_found_by_text_and_registration,
    lists_sort_alike_on_both_engines_and_page_without_repeats,
    the_languages_of_all_operators_are_listed_once,
    the_aircraft_of_all_operators_are_one_list,
);

fn with_aircraft(code: &str, registrations: &[&str]) -> Operator {
    let mut operator = operator(code);
    operator.details.aircraft = registrations.iter().map(|registration| aircraft(registration)).collect();
    operator
}

fn languages(codes: &[(&str, &str)]) -> Vec<Language> {
    let parsed: Result<Vec<_>, FieldCode> =
        codes.iter().map(|(code, country)| Language::parse(code, country)).collect();
    parsed.unwrap_or_else(|code| panic!("{code:?}"))
}

async fn keep(db: &Db, operator: &Operator) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    assert!(operators::insert(&mut tx, operator).await?, "{} is taken", operator.details.code);
    tx.commit().await
}

fn any() -> OperatorFilter {
    OperatorFilter { text: String::new(), sort: OperatorSort::Code, order: Order::Ascending }
}

async fn codes(db: &Db, filter: OperatorFilter) -> Result<Vec<String>, StoreError> {
    let found = operators::list(&mut db.read().await?, &filter, page(1, 50)).await?;
    assert_eq!(found.total, found.items.len() as u64);
    Ok(found.items.into_iter().map(|operator| operator.details.code).collect())
}

async fn an_operator_reads_back_with_its_aircraft_in_order(db: TestDatabase) -> Result<(), StoreError> {
    let mut written = with_aircraft("Alp", &["HB-ZZZ", "HB-AAA", "HB-MMM"]);
    written.details.name = "阿尔卑斯 \"Rotor\"".into();
    written.details.languages = languages(&[("zh", "CN"), ("en", "US")]);
    written.details.aircraft[1] = Aircraft {
        attributes: vec![("engine".to_owned(), "Arrano".to_owned()), ("customer".to_owned(), "一".to_owned())],
        ..aircraft("HB-AAA")
    };
    written.logo = Some("a".repeat(64));
    keep(&db, &written).await?;
    keep(&db, &with_aircraft("Other", &["D-HAAA"])).await?;

    let mut tx = db.read().await?;
    assert_eq!(operators::find(&mut tx, &written.id).await?, Some(written.clone()));
    assert_eq!(operators::find_by_code(&mut tx, "aLP").await?, Some(written.clone()));
    assert_eq!(operators::find_by_code(&mut tx, "none").await?, None);
    let listed = operators::list(&mut tx, &any(), page(1, 10)).await?;
    assert_eq!(listed.items, [written, with_aircraft("Other", &["D-HAAA"])]);
    assert_eq!((operators::count(&mut tx).await?, operators::count_aircraft(&mut tx).await?), (2, 4));
    Ok(())
}

async fn a_thousand_aircraft_keep_their_order(db: TestDatabase) -> Result<(), StoreError> {
    let mut large = operator("ALP");
    // In descending order, so that only the entry order returns it.
    large.details.aircraft = (0..1_000).rev().map(|number| aircraft(&format!("HB-{number}"))).collect();
    keep(&db, &large).await?;
    assert_eq!(operators::find(&mut db.read().await?, &large.id).await?, Some(large));
    Ok(())
}

async fn a_code_is_unique_ignoring_case(db: TestDatabase) -> Result<(), StoreError> {
    keep(&db, &operator("ALP")).await?;
    let mut tx = db.begin().await?;
    assert!(!operators::insert(&mut tx, &with_aircraft("alp", &["HB-AAA"])).await?);
    assert_eq!(operators::count_aircraft(&mut tx).await?, 0);
    let other = operator("OTHER");
    assert!(operators::insert(&mut tx, &other).await?);
    tx.commit().await?;

    let renamed = Operator { details: OperatorDetails { code: "aLp".to_owned(), ..other.details }, ..other };
    let refused = operators::update(&mut db.begin().await?, &renamed).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))), "{refused:?}");
    Ok(())
}

async fn a_registration_belongs_to_one_operator(db: TestDatabase) -> Result<(), StoreError> {
    let alp = with_aircraft("ALP", &["HB-ZAA", "HB-ZBB"]);
    keep(&db, &alp).await?;
    let asked = ["hb-zbb", "D-HAAA", "HB-zaa", "%"].map(str::to_owned);
    let mut tx = db.begin().await?;
    assert_eq!(operators::list_taken_registrations(&mut tx, &asked, None).await?, ["hb-zbb", "HB-zaa"]);
    assert!(operators::list_taken_registrations(&mut tx, &asked, Some(&alp.id)).await?.is_empty());
    assert!(operators::list_taken_registrations(&mut tx, &[], None).await?.is_empty());

    // The unique index refuses a writer that checked before the other wrote.
    let refused = operators::insert(&mut tx, &with_aircraft("BOB", &["hb-zaa"])).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))), "{refused:?}");
    Ok(())
}

async fn the_second_of_two_concurrent_edits_is_refused(db: TestDatabase) -> Result<(), StoreError> {
    let read_by_both = with_aircraft("ALP", &["HB-ZAA", "HB-ZBB"]);
    keep(&db, &read_by_both).await?;
    let mut first = with_aircraft("ALP", &["HB-ZCC", "HB-ZAA"]);
    first.details.country = "DE".into();
    first.updated_on = at(1);
    let mut second = read_by_both;
    second.details.aircraft.clear();

    let mut tx = db.begin().await?;
    assert!(operators::update(&mut tx, &first).await?);
    tx.commit().await?;
    let mut tx = db.begin().await?;
    assert!(!operators::update(&mut tx, &second).await?);
    tx.commit().await?;

    let stored = operators::find(&mut db.read().await?, &first.id).await?;
    assert_eq!(stored, Some(Operator { version: 2, ..first }));
    Ok(())
}

async fn an_operator_is_deleted_with_its_aircraft(db: TestDatabase) -> Result<(), StoreError> {
    let alp = with_aircraft("ALP", &["HB-ZAA"]);
    keep(&db, &alp).await?;
    keep(&db, &with_aircraft("BOB", &["HB-ZBB"])).await?;
    let mut tx = db.begin().await?;
    assert!(operators::delete(&mut tx, &alp.id).await?);
    assert!(!operators::delete(&mut tx, &alp.id).await?);
    assert!(!operators::delete(&mut tx, &OperatorId("nobody".to_owned())).await?);
    assert_eq!((operators::count(&mut tx).await?, operators::count_aircraft(&mut tx).await?), (1, 1));
    Ok(())
}

async fn operators_are_found_by_text_and_registration(db: TestDatabase) -> Result<(), StoreError> {
    let mut alp = with_aircraft("ALP_1", &["HB-ZAA", "HB-ZAB"]);
    alp.details.name = "阿尔卑斯 100%".into();
    keep(&db, &alp).await?;
    let mut bob = with_aircraft("BOB", &["D-HALP"]);
    bob.details.country = "DE".into();
    bob.details.name = r"Bob\Sons!".into();
    keep(&db, &bob).await?;

    for (text, expected) in [
        ("", vec!["ALP_1", "BOB"]),
        ("alp", vec!["ALP_1", "BOB"]),
        ("hb-z", vec!["ALP_1"]),
        ("d-h", vec!["BOB"]),
        ("de", vec!["BOB"]),
        ("卑斯", vec!["ALP_1"]),
        ("%", vec!["ALP_1"]),
        ("_", vec!["ALP_1"]),
        ("\\", vec!["BOB"]),
        ("!", vec!["BOB"]),
        ("no such", vec![]),
    ] {
        assert_eq!(codes(&db, OperatorFilter { text: text.to_owned(), ..any() }).await?, expected, "{text}");
    }
    Ok(())
}

async fn lists_sort_alike_on_both_engines_and_page_without_repeats(db: TestDatabase) -> Result<(), StoreError> {
    for (code, name, country, aircraft, updated) in [
        ("b-1", "Zulu", "US", &["R1", "R2"][..], 3),
        ("B_2", "alpha", "CH", &[], 1),
        ("AA", "-dash", "US", &["R3"], 2),
        ("zz", "中华", "CH", &[], 3),
        ("Z1", "Äther", "DE", &["R4"], 1),
    ] {
        let mut operator = with_aircraft(code, aircraft);
        operator.details.name = name.to_owned();
        operator.details.country = country.to_owned();
        operator.updated_on = at(updated);
        keep(&db, &operator).await?;
    }
    for (sort, expected) in [
        (OperatorSort::Code, ["AA", "b-1", "B_2", "Z1", "zz"]),
        (OperatorSort::Name, ["AA", "B_2", "b-1", "Z1", "zz"]),
        (OperatorSort::Country, ["B_2", "zz", "Z1", "AA", "b-1"]),
        (OperatorSort::Aircraft, ["B_2", "zz", "AA", "Z1", "b-1"]),
        (OperatorSort::UpdatedOn, ["B_2", "Z1", "AA", "b-1", "zz"]),
    ] {
        for order in [Order::Ascending, Order::Descending] {
            let mut expected = expected.to_vec();
            if order == Order::Descending {
                expected.reverse();
            }
            let filter = OperatorFilter { sort, order, ..any() };
            let mut found = Vec::new();
            for number in 1..=3 {
                let part = operators::list(&mut db.read().await?, &filter, page(number, 2)).await?;
                assert_eq!(part.total, 5);
                found.extend(part.items.into_iter().map(|operator| operator.details.code));
            }
            assert_eq!(found, expected, "{sort:?} {order:?}");
        }
    }
    Ok(())
}

async fn the_languages_of_all_operators_are_listed_once(db: TestDatabase) -> Result<(), StoreError> {
    for (code, spoken) in [("AA", vec![("zh", "CN"), ("en", "US")]), ("BB", vec![("fr", "FR"), ("en", "US")])] {
        let mut operator = operator(code);
        operator.details.languages = languages(&spoken);
        keep(&db, &operator).await?;
    }
    let listed = operators::list_languages(&mut db.read().await?).await?;
    assert_eq!(listed, languages(&[("en", "US"), ("fr", "FR"), ("zh", "CN")]));
    Ok(())
}

async fn the_aircraft_of_all_operators_are_one_list(db: TestDatabase) -> Result<(), StoreError> {
    let flown = |registration: &str, serial_number: &str, model: &str| Aircraft {
        serial_number: serial_number.to_owned(),
        model: model.to_owned(),
        ..aircraft(registration)
    };
    let mut alpine = operator("ALP");
    alpine.details.name = "Alpine Rotor".into();
    alpine.details.aircraft = vec![flown("HB-ZZZ", "1003", "H160-B"), flown("HB-AAA", "1001", "AW139")];
    let mut huaxing = operator("hxg");
    huaxing.details.name = "华星".into();
    huaxing.details.aircraft = vec![flown("B-70A1", "X_9", "h145")];
    for one in [&alpine, &huaxing, &operator("NONE")] {
        keep(&db, one).await?;
    }
    let found = async |text: &str, sort, order| {
        let filter = AircraftFilter { text: text.to_owned(), operator: String::new(), sort, order };
        let listed = operators::list_aircraft(&mut db.read().await?, &filter, page(1, 50)).await?;
        assert_eq!(listed.total, listed.items.len() as u64);
        let names = listed.items.into_iter().map(|one| format!("{} {}", one.operator_code, one.aircraft.registration));
        Ok::<_, StoreError>(names.collect::<Vec<_>>())
    };
    for (sort, expected) in [
        (AircraftSort::Registration, ["hxg B-70A1", "ALP HB-AAA", "ALP HB-ZZZ"]),
        (AircraftSort::SerialNumber, ["ALP HB-AAA", "ALP HB-ZZZ", "hxg B-70A1"]),
        (AircraftSort::Model, ["ALP HB-AAA", "hxg B-70A1", "ALP HB-ZZZ"]),
        (AircraftSort::Operator, ["ALP HB-AAA", "ALP HB-ZZZ", "hxg B-70A1"]),
    ] {
        assert_eq!(found("", sort, Order::Ascending).await?, expected, "{sort:?}");
        let reversed: Vec<&str> = expected.into_iter().rev().collect();
        assert_eq!(found("", sort, Order::Descending).await?, reversed, "{sort:?}");
    }
    for (text, count) in [("hb-a", 1), ("x_9", 1), ("H14", 1), ("HXG", 1), ("alpine r", 2), ("华", 1), ("%", 0)] {
        assert_eq!(found(text, AircraftSort::Registration, Order::Ascending).await?.len(), count, "{text}");
    }
    let mut filter = AircraftFilter {
        text: String::new(),
        operator: String::new(),
        sort: AircraftSort::Registration,
        order: Order::Ascending,
    };
    let second = operators::list_aircraft(&mut db.read().await?, &filter, page(2, 2)).await?;
    assert_eq!((second.total, second.items.len()), (3, 1));
    assert_eq!(second.items[0].aircraft, alpine.details.aircraft[0]);
    assert_eq!(second.items[0].operator_name, "Alpine Rotor");
    for (operator, text, count) in [("alp", "", 2), ("ALP", "zzz", 1), ("HXG", "", 1), ("AL", "", 0), ("NONE", "", 0)] {
        (filter.operator, filter.text) = (operator.to_owned(), text.to_owned());
        let found = operators::list_aircraft(&mut db.read().await?, &filter, page(1, 50)).await?;
        assert_eq!((found.total, found.items.len() as u64), (count, count), "{operator} {text}");
    }
    Ok(())
}
