#![expect(clippy::expect_used, reason = "the values are written here and valid")]

use domain::change::{Actor, Change};
use domain::id::{GroupId, IdentityProviderId, UserId};
use domain::identity_provider::{IdentityProvider, Issuer};
use domain::permission::Role;
use domain::user::{User, UserStatus};
use store::access::{self, Group};
use store::{Db, StoreError, identity_providers, users};
use testkit::database::TestDatabase;

use crate::given::{at, email, kept, user};

testkit::on_each_database!(
    a_provider_reads_back_as_it_was_written,
    a_trusted_address_finds_the_one_person_who_has_it,
    a_person_has_one_identity_at_a_provider,
    a_state_is_used_once_and_swept_after_its_time,
    memberships_of_a_provider_stay_its_own,
);

fn provider(name: &str) -> IdentityProvider {
    IdentityProvider {
        id: IdentityProviderId(format!("id-of-{name}")),
        name: name.to_owned(),
        issuer: Issuer::parse("https://login.example.com/a").expect("an address"),
        client_id: "airfolio".to_owned(),
        scopes: "profile email".to_owned(),
        creates_accounts: true,
        trusts_email: true,
        default_role: Role::Author,
        role_claim: Some("roles".to_owned()),
        roles: vec![("b".to_owned(), Role::Admin), ("a".to_owned(), Role::Reader)],
        groups_claim: None,
        enabled: true,
        created_on: at(0),
        updated_on: at(1),
        version: 1,
    }
}

async fn a_provider_reads_back_as_it_was_written(db: TestDatabase) -> Result<(), StoreError> {
    let written = provider("Company");
    let mut tx = db.begin().await?;
    assert!(identity_providers::insert(&mut tx, &written, "sealed").await?);
    let same_name = IdentityProvider { name: "COMPANY".to_owned(), ..provider("other") };
    assert!(!identity_providers::insert(&mut tx, &same_name, "").await?);
    let found = identity_providers::find(&mut tx, &written.id).await?.expect("stored");
    assert_eq!((&found.provider, found.sealed_secret.as_str()), (&written, "sealed"));
    let changed = IdentityProvider { groups_claim: Some("groups".to_owned()), trusts_email: false, ..written };
    assert!(identity_providers::update(&mut tx, &changed, "").await?);
    assert!(!identity_providers::update(&mut tx, &changed, "").await?, "an old version");
    assert!(identity_providers::keep(&mut tx, &changed.id, 2).await?);
    assert!(!identity_providers::keep(&mut tx, &changed.id, 1).await?, "an old version");
    let listed = identity_providers::list(&mut tx).await?;
    assert_eq!(listed[0].provider, IdentityProvider { version: 2, ..changed.clone() });
    assert!(identity_providers::delete(&mut tx, &changed.id).await?);
    assert!(!identity_providers::delete(&mut tx, &changed.id).await?);
    tx.commit().await
}

async fn trust(db: &Db, user: &User, trusted: bool) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    users::update_email_trust(&mut tx, &user.id, trusted).await?;
    tx.commit().await
}

async fn found(db: &Db, address: &str) -> Result<Option<UserId>, StoreError> {
    let found = identity_providers::find_user_by_email(&mut db.read().await?, address).await?;
    Ok(found.map(|user| user.id))
}

async fn a_trusted_address_finds_the_one_person_who_has_it(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    assert_eq!(found(&db, "ann@example.com").await?, None, "not trusted");
    trust(&db, &ann, true).await?;
    assert_eq!(found(&db, "Ann@Example.com").await?, Some(ann.id.clone()));

    let same = |name: &str, status| User { email: email("ann@example.com"), status, ..user(name) };
    let registered = kept(&db, same("registered", UserStatus::Pending)).await?;
    trust(&db, &registered, true).await?;
    let claimed = kept(&db, same("claimed", UserStatus::Active)).await?;
    assert_eq!(found(&db, "ann@example.com").await?, Some(ann.id), "whoever types the address blocks nobody");
    trust(&db, &claimed, true).await?;
    assert_eq!(found(&db, "ann@example.com").await?, None, "two have the address");

    let mut tx = db.read().await?;
    assert!(identity_providers::is_email_taken(&mut tx, "ANN@example.com").await?);
    assert!(!identity_providers::is_email_taken(&mut tx, "nobody@example.com").await?);
    Ok(())
}

async fn a_person_has_one_identity_at_a_provider(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let company = provider("Company");
    let mut tx = db.begin().await?;
    assert!(identity_providers::insert(&mut tx, &company, "").await?);
    assert!(!identity_providers::is_linked(&mut tx, &company.id, &ann.id).await?);
    assert!(identity_providers::insert_identity(&mut tx, &company.id, "1", &ann.id, at(0)).await?);
    assert!(identity_providers::is_linked(&mut tx, &company.id, &ann.id).await?);
    assert!(!identity_providers::insert_identity(&mut tx, &company.id, "2", &ann.id, at(0)).await?);
    assert!(!identity_providers::insert_identity(&mut tx, &company.id, "1", &bob.id, at(0)).await?);
    tx.commit().await
}

/// Backups name the last migration: one that comes later must not have a lower number.
#[tokio::test]
async fn an_earlier_database_gets_the_tables_and_trusts_no_address_that_its_owner_typed() -> Result<(), StoreError> {
    for db in TestDatabase::of_migration(33).await {
        let columns = db.columns().await;
        assert!(!columns.iter().any(|column| column.starts_with("identity_provider.")), "{columns:?}");
        for name in ["made", "registered", "changed", "renamed"] {
            // With the columns of that time.
            let insert = format!(
                r#"INSERT INTO user_account (id, account, account_folded, email, email_folded, display_name,
                    display_name_folded, role, status, must_change_password, password_hash, preferences, created_on,
                    updated_on, version)
                VALUES ('{name}', '{name}', '{name}', '{name}@example.com', '{name}@example.com', '', '', 'reader',
                    'active', FALSE, 'a hash', '{{"locale":"en-US","page_size":10,"muted":[]}}', 0, 0, 1)"#
            );
            db.tamper(&insert).await;
        }
        let change = |actor: &str, action, subject: &str, detail: &str| Change {
            at: at(0),
            actor: Actor::User(actor.to_owned()),
            action,
            subject_kind: "user",
            subject: subject.to_owned(),
            detail: vec![(detail.to_owned(), "a → b".to_owned())],
        };
        let mut tx = db.begin().await?;
        tx.record(change("admin", "user.updated", "made", "email"));
        tx.record(change("registered", "user.registered", "registered", "role"));
        tx.record(change("changed", "user.updated", "Changed", "email"));
        tx.record(change("renamed", "user.updated", "renamed", "displayName"));
        tx.commit().await?;
        db.migrate().await?;
        let mut trusted = Vec::new();
        for name in ["made", "registered", "changed", "renamed"] {
            trusted.push(found(&db, &format!("{name}@example.com")).await?.is_some());
        }
        assert_eq!(trusted, [true, false, false, true]);
    }
    Ok(())
}

async fn a_state_is_used_once_and_swept_after_its_time(db: TestDatabase) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    assert!(identity_providers::insert_used_state(&mut tx, "s", at(0), at(20)).await?);
    assert!(!identity_providers::insert_used_state(&mut tx, "s", at(20), at(40)).await?);
    assert!(identity_providers::insert_used_state(&mut tx, "s", at(21), at(41)).await?);
    tx.commit().await
}

async fn memberships_of_a_provider_stay_its_own(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    let company = provider("Company");
    let group = Group {
        id: GroupId("g".to_owned()),
        name: "Fleet".to_owned(),
        description: String::new(),
        created_on: at(0),
        updated_on: at(0),
        version: 1,
    };
    let mut tx = db.begin().await?;
    identity_providers::insert(&mut tx, &company, "").await?;
    access::insert_group(&mut tx, &group).await?;
    access::replace_members(&mut tx, &group.id, std::slice::from_ref(&bob.id)).await?;
    assert!(access::insert_provided(&mut tx, &group.id, &ann.id, &company.id, at(5)).await?);
    assert!(!access::insert_provided(&mut tx, &group.id, &bob.id, &company.id, at(5)).await?, "a member already");
    access::replace_members(&mut tx, &group.id, &[ann.id.clone(), bob.id.clone()]).await?;
    assert_eq!(access::list_provided(&mut tx, &ann.id, &company.id).await?, [(group.id.clone(), "Fleet".to_owned())]);
    assert!(!access::delete_provided(&mut tx, &group.id, &bob.id, &company.id, at(6)).await?);
    assert!(access::delete_provided(&mut tx, &group.id, &ann.id, &company.id, at(6)).await?);
    let stored = access::find_group(&mut tx, &group.id).await?.expect("stored");
    assert_eq!((stored.group.version, stored.group.updated_on, stored.members), (3, at(6), 1));
    access::insert_provided(&mut tx, &group.id, &ann.id, &company.id, at(7)).await?;
    identity_providers::insert_identity(&mut tx, &company.id, "sub", &ann.id, at(7)).await?;
    let given = (group.id.clone(), "Fleet".to_owned(), ann.id.clone(), "ann".to_owned());
    assert_eq!(access::list_of_provider(&mut tx, &company.id).await?, [given]);
    identity_providers::delete_links(&mut tx, &company.id).await?;
    assert_eq!(identity_providers::find_user(&mut tx, &company.id, "sub").await?, None);
    tx.commit().await
}
