use chrono::NaiveDate;
use domain::compliance::{MeansKind, PolicyItem, PolicyMeans, PolicyStatus};
use store::StoreError;
use store::compliance::{self, MeansChange, StoredMeans};
use testkit::database::TestDatabase;

use crate::compliance::given;
use crate::given::{at, kept, user};

testkit::on_each_database!(
    means_are_replaced_and_kept_for_the_state_of_any_moment,
    means_end_once_after_their_last_day,
    means_that_were_over_when_they_were_added_do_not_end_again,
);

/// Means of the authority FOCA with a last day.
pub(crate) fn exemption(id: &str, last: Option<NaiveDate>) -> StoredMeans {
    let means = PolicyMeans {
        kind: MeansKind::Exemption,
        reference: format!("E-{id}"),
        authority: "FOCA".to_owned(),
        approval: String::new(),
        approved_on: None,
        valid_from: NaiveDate::from_ymd_opt(2020, 1, 1),
        valid_to: last,
        remarks: "Night only".to_owned(),
    };
    StoredMeans { id: id.to_owned(), means }
}

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2199, 7, day).unwrap_or_default()
}

fn adding(added: &[StoredMeans]) -> MeansChange<'_> {
    MeansChange { removed: &[], added }
}

async fn means_are_replaced_and_kept_for_the_state_of_any_moment(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (_, one, other) = given(&mut tx, &ann).await?;
    let (first, second) = (exemption("1", Some(day(9))), exemption("2", None));
    assert!(compliance::update_means(&mut tx, &one, adding(std::slice::from_ref(&first)), at(2)).await?);
    let stale = compliance::update_means(&mut tx, &one, adding(std::slice::from_ref(&second)), at(3)).await?;
    assert!(!stale, "somebody changed the item since it was read");
    let one = PolicyItem { version: 2, ..one };
    let change = MeansChange { removed: &["1"], added: std::slice::from_ref(&second) };
    assert!(compliance::update_means(&mut tx, &one, change, at(4)).await?);
    assert_eq!(compliance::list_means(&mut tx, &one.id).await?, std::slice::from_ref(&second));
    let of = compliance::list_means_of(&mut tx, &[one.id.clone(), other.id]).await?;
    assert_eq!(of.into_values().collect::<Vec<_>>(), [vec![second.means.clone()]]);
    assert_eq!(compliance::list_means_at(&mut tx, &one.id, at(1)).await?, []);
    assert_eq!(compliance::list_means_at(&mut tx, &one.id, at(3)).await?, std::slice::from_ref(&first.means));
    assert_eq!(compliance::list_means_at(&mut tx, &one.id, at(4)).await?, std::slice::from_ref(&second.means));
    Ok(())
}

async fn means_end_once_after_their_last_day(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (_, one, _) = given(&mut tx, &ann).await?;
    let all = [exemption("1", Some(day(9))), exemption("2", None), exemption("3", Some(day(3)))];
    assert!(compliance::update_means(&mut tx, &one, adding(&all), at(2)).await?);
    let one = PolicyItem { version: 2, ..one };
    assert!(compliance::update_status(&mut tx, &one, PolicyStatus::Compliant, None, at(3)).await?);
    assert_eq!(compliance::list_due_means(&mut tx, day(3), 10).await?, [], "the last day counts");
    let due = compliance::list_due_means(&mut tx, day(10), 10).await?;
    let ids: Vec<&str> = due.iter().map(|one| one.stored.id.as_str()).collect();
    assert_eq!(ids, ["3", "1"], "in the order of days");
    assert!(compliance::end_means(&mut tx, ("3", &one.id), true, at(4)).await?);
    assert!(!compliance::end_means(&mut tx, ("3", &one.id), true, at(5)).await?, "once");
    assert_eq!(compliance::list_due_means(&mut tx, day(10), 10).await?.len(), 1);
    let found = compliance::find_item(&mut tx, &one.id).await?.unwrap_or_else(|| panic!("an item"));
    assert!(found.needs_recheck, "somebody has to assess it again");
    assert_eq!(found.version, 4);
    assert_eq!(compliance::list_means(&mut tx, &one.id).await?.len(), 3, "ended means are still shown");
    Ok(())
}

async fn means_that_were_over_when_they_were_added_do_not_end_again(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (_, one, _) = given(&mut tx, &ann).await?;
    let over = exemption("1", NaiveDate::from_ymd_opt(2020, 2, 1));
    assert!(compliance::update_means(&mut tx, &one, adding(std::slice::from_ref(&over)), at(2)).await?);
    assert_eq!(compliance::list_due_means(&mut tx, day(10), 10).await?, []);
    Ok(())
}
