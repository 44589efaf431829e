use std::sync::Arc;

use domain::access::{AccessLevel, Grantee};
use domain::id::{GroupId, UserId};
use domain::permission::Role;
use store::access::{self, Group};
use store::manuals::ManualFilter;
use store::{StoreError, csdbs, manuals};
use testkit::database::TestDatabase;
use testkit::library::{csdb, manual, name};

use crate::given::at;

testkit::on_each_database!(a_transaction_shows_what_its_caller_may_see, a_group_is_deleted_with_its_members_and_grants,);

fn group(name: &str) -> Group {
    let id = GroupId(format!("id-of-{name}"));
    Group { id, name: name.to_owned(), description: String::new(), created_on: at(0), updated_on: at(0), version: 1 }
}

#[track_caller]
fn found<T>(place: Option<T>) -> T {
    place.unwrap_or_else(|| panic!("the place is missing"))
}

/// Two databases with the manuals `MEL` and `AMM`; `H160` is limited, its `MEL` open to the group `Fleet`.
async fn limited(db: &TestDatabase) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    for one in ["H160", "H175"].map(csdb) {
        assert!(csdbs::insert(&mut tx, &one).await?);
        for text in ["MEL", "AMM"] {
            assert!(manuals::insert(&mut tx, &manual(&one, text)).await?);
        }
    }
    assert!(access::insert_group(&mut tx, &group("Fleet")).await?);
    let place = found(access::find_place(&mut tx, &name("h160"), None).await?);
    access::update_limited(&mut tx, &place, true).await?;
    let place = found(access::find_place(&mut tx, &name("h160"), Some(&name("mel"))).await?);
    assert_eq!((place.path.as_str(), place.limited), ("/H160/MEL", false));
    access::replace_grants(&mut tx, &place, &[(Grantee::Group(group("Fleet").id), AccessLevel::Read)]).await?;
    tx.commit().await
}

async fn a_transaction_shows_what_its_caller_may_see(db: TestDatabase) -> Result<(), StoreError> {
    limited(&db).await?;
    let (ann, bob) = (UserId("ann".to_owned()), UserId("bob".to_owned()));
    let mut rules = access::load_rules(&mut db.read().await?).await?;
    rules.memberships.insert(ann.clone(), vec![group("Fleet").id]);
    assert_eq!(rules.csdbs.keys().collect::<Vec<_>>(), ["h160"], "a database without rules is left out");
    for (user, role, paths, count) in [
        (&bob, Role::Admin, vec!["/H160/AMM", "/H160/MEL", "/H175/AMM", "/H175/MEL"], 2),
        (&bob, Role::Approver, vec!["/H175/AMM", "/H175/MEL"], 1),
        (&ann, Role::Reader, vec!["/H160/MEL", "/H175/AMM", "/H175/MEL"], 2),
    ] {
        let mut tx = db.read().await?.limited_to(user.clone(), Arc::new(rules.sight(user, role)));
        let found = manuals::list(&mut tx, &ManualFilter::default()).await?;
        assert_eq!(found.iter().map(domain::manual::Manual::path).collect::<Vec<_>>(), paths);
        assert_eq!(manuals::count(&mut tx).await?.0, paths.len() as u64);
        let listed = csdbs::list(&mut tx, None).await?;
        assert_eq!((listed.len() as u64, csdbs::count(&mut tx).await?), (count, count));
        assert_eq!(listed.iter().map(|one| one.manual_count).sum::<u64>(), paths.len() as u64);
        let hidden = manuals::find_by_name(&mut tx, &name("H160"), &name("AMM")).await?;
        assert_eq!(hidden.is_some(), role == Role::Admin);
        let sight = tx.lift_limit();
        assert_eq!(manuals::count(&mut tx).await?.0, 4);
        tx.limit_again(sight);
        assert_eq!(manuals::count(&mut tx).await?.0, paths.len() as u64);
    }
    Ok(())
}

async fn a_group_is_deleted_with_its_members_and_grants(db: TestDatabase) -> Result<(), StoreError> {
    limited(&db).await?;
    let mut tx = db.begin().await?;
    assert!(!access::insert_group(&mut tx, &Group { id: GroupId("other".to_owned()), ..group("FLEET") }).await?);
    assert_eq!(access::find_group_by_name(&mut tx, "fleet").await?.map(|one| one.grants), Some(1));
    assert!(access::delete_group(&mut tx, &group("Fleet").id).await?);
    assert!(!access::delete_group(&mut tx, &group("Fleet").id).await?);
    let place = found(access::find_place(&mut tx, &name("H160"), Some(&name("MEL"))).await?);
    assert_eq!(access::list_grants(&mut tx, &place).await?, []);
    tx.commit().await
}
