use domain::effectivity::Effectivity;
use domain::language::Locale;
use domain::notification::{MailDelivery, NotificationKind};
use domain::page::Order;
use domain::permission::Role;
use domain::user::{Preferences, User, UserStatus};
use store::users::{self, UserFilter, UserSort};
use store::{Db, StoreError};
use testkit::database::TestDatabase;
use tokio::task::JoinSet;

use crate::given::{account, at, email, kept, page, user};

testkit::on_each_database!(
    an_account_reads_back_as_it_was_written,
    an_account_is_unique_ignoring_case,
    one_of_two_concurrent_inserts_gets_the_name,
    the_second_of_two_concurrent_edits_is_refused,
    new_preferences_make_no_edit_conflict,
    a_new_password_makes_older_edits_conflict,
    a_password_that_was_replaced_meanwhile_neither_signs_in_nor_is_replaced,
    a_sign_in_is_no_edit,
    only_one_of_the_last_two_administrators_can_give_up_the_role,
    accounts_are_found_by_text_role_and_status,
    wildcards_in_a_filter_are_literal,
    lists_sort_alike_on_both_engines_and_page_without_repeats,
    administrators_and_registrations_are_counted,
    a_damaged_record_is_an_error,
    accounts_are_looked_up_together,
);

fn any() -> UserFilter {
    UserFilter { text: String::new(), role: None, status: None, sort: UserSort::Account, order: Order::Ascending }
}

async fn accounts(db: &Db, filter: UserFilter) -> Result<Vec<String>, StoreError> {
    let found = users::list(&mut db.read().await?, &filter, page(1, 50)).await?;
    assert_eq!(found.total, found.items.len() as u64);
    Ok(found.items.iter().map(|user| user.account.to_string()).collect())
}

async fn an_account_reads_back_as_it_was_written(db: TestDatabase) -> Result<(), StoreError> {
    let written = User {
        display_name: "张 \"Zoë\" <b>".to_owned(),
        role: Role::Approver,
        status: UserStatus::Inactive,
        must_change_password: true,
        preferences: Preferences {
            locale: Locale::Chinese,
            page_size: 50,
            muted: vec![NotificationKind::Jobs, NotificationKind::Comments],
            effectivity: Effectivity {
                aircraft: Some("QZ-HAA".to_owned()),
                product: Some("prd-1;model=A".to_owned()),
                set: vec!["condition:SB1=PRE".to_owned()],
                database: Some("NV240".to_owned()),
                grey: true,
            },
            mail: vec![(NotificationKind::Jobs, MailDelivery::AtOnce)],
        },
        updated_on: at(1),
        last_sign_in_on: Some(at(2)),
        guest_until: Some(at(9)),
        version: 7,
        ..user("Zoe")
    };
    kept(&db, written.clone()).await?;

    let mut tx = db.read().await?;
    assert_eq!(users::find(&mut tx, &written.id).await?, Some(written.clone()));
    assert_eq!(users::find_by_account(&mut tx, &account("zOE")).await?, Some(written.clone()));
    assert_eq!(users::find_password_hash(&mut tx, &written.id).await?.as_deref(), Some("a hash"));
    assert_eq!(users::find(&mut tx, &user("bob").id).await?, None);
    assert_eq!(users::find_password_hash(&mut tx, &user("bob").id).await?, None);
    Ok(())
}

async fn an_account_is_unique_ignoring_case(db: TestDatabase) -> Result<(), StoreError> {
    kept(&db, user("Ann")).await?;
    let mut tx = db.begin().await?;
    assert!(!users::insert(&mut tx, &user("aNN"), "other").await?);
    // The refusal leaves the transaction usable, on PostgreSQL too.
    assert!(users::insert(&mut tx, &user("bob"), "other").await?);
    tx.commit().await?;
    assert_eq!(accounts(&db, any()).await?, ["Ann", "bob"]);
    Ok(())
}

async fn one_of_two_concurrent_inserts_gets_the_name(db: TestDatabase) -> Result<(), StoreError> {
    let mut takers = JoinSet::new();
    for taker in 0..8 {
        let db = db.clone();
        takers.spawn(async move {
            let mut tx = db.begin().await?;
            let new = User { id: domain::id::UserId(format!("taker {taker}")), ..user("ann") };
            let added = users::insert(&mut tx, &new, "a hash").await?;
            tx.commit().await?;
            Ok::<_, StoreError>(added)
        });
    }
    let mut added = 0;
    while let Some(done) = takers.join_next().await {
        added += usize::from(done??);
    }
    assert_eq!(added, 1);
    Ok(())
}

async fn the_second_of_two_concurrent_edits_is_refused(db: TestDatabase) -> Result<(), StoreError> {
    let read_by_both = kept(&db, user("ann")).await?;
    let first = User { email: email("first@example.com"), updated_on: at(1), ..read_by_both.clone() };
    let second = User { role: Role::Admin, ..read_by_both };

    let mut tx = db.begin().await?;
    assert!(users::update(&mut tx, &first).await?);
    tx.commit().await?;
    let mut tx = db.begin().await?;
    assert!(!users::update(&mut tx, &second).await?);
    tx.commit().await?;

    let stored = users::find(&mut db.read().await?, &first.id).await?;
    assert_eq!(stored, Some(User { version: 2, ..first }));
    Ok(())
}

async fn new_preferences_make_no_edit_conflict(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let preferences = Preferences { page_size: 50, ..ann.preferences.clone() };
    let mut tx = db.begin().await?;
    users::update_preferences(&mut tx, &ann.id, &preferences).await?;
    assert!(users::update(&mut tx, &User { role: Role::Admin, ..ann.clone() }).await?);
    tx.commit().await?;

    let stored = users::find(&mut db.read().await?, &ann.id).await?;
    assert_eq!(stored, Some(User { role: Role::Admin, preferences, version: 2, ..ann }));
    Ok(())
}

async fn a_new_password_makes_older_edits_conflict(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    assert!(users::reset_password(&mut tx, &ann.id, "a new hash", at(3)).await?);
    assert!(!users::reset_password(&mut tx, &user("bob").id, "a new hash", at(3)).await?);
    assert!(!users::update(&mut tx, &ann).await?);
    tx.commit().await?;

    let mut tx = db.read().await?;
    assert_eq!(users::find_password_hash(&mut tx, &ann.id).await?.as_deref(), Some("a new hash"));
    let expected = User { must_change_password: true, updated_on: at(3), version: 2, ..ann };
    assert_eq!(users::find(&mut tx, &expected.id).await?, Some(expected));
    Ok(())
}

async fn a_password_that_was_replaced_meanwhile_neither_signs_in_nor_is_replaced(
    db: TestDatabase,
) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    assert!(users::reset_password(&mut tx, &ann.id, "a new hash", at(3)).await?);
    assert!(!users::update_last_sign_in(&mut tx, &ann.id, Some("a hash"), at(4)).await?);
    assert!(!users::update_password(&mut tx, &ann.id, "a hash", "of an intruder", at(4)).await?);
    assert!(users::update_password(&mut tx, &ann.id, "a new hash", "of her own", at(5)).await?);
    let stored = users::find(&mut tx, &ann.id).await?;
    assert_eq!(stored.map(|user| user.must_change_password), Some(false));
    assert_eq!(users::find_password_hash(&mut tx, &ann.id).await?.as_deref(), Some("of her own"));
    Ok(())
}

async fn a_sign_in_is_no_edit(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    assert!(users::update_last_sign_in(&mut tx, &ann.id, Some("a hash"), at(9)).await?);
    assert!(users::update(&mut tx, &ann).await?);
    tx.commit().await?;
    let stored = users::find(&mut db.read().await?, &ann.id).await?;
    assert_eq!(stored.and_then(|user| user.last_sign_in_on), Some(at(9)));
    Ok(())
}

async fn step_down(db: Db, name: &'static str) -> Result<bool, StoreError> {
    let mut tx = db.begin().await?;
    let others = users::lock_other_active_admins(&mut tx, &user(name).id).await?;
    let Some(admin) = users::find(&mut tx, &user(name).id).await? else { return Ok(false) };
    if admin.would_leave_no_admin(Role::Reader, admin.status, others) {
        return Ok(false);
    }
    let stepped_down = users::update(&mut tx, &User { role: Role::Reader, ..admin }).await?;
    tx.commit().await?;
    Ok(stepped_down)
}

async fn only_one_of_the_last_two_administrators_can_give_up_the_role(db: TestDatabase) -> Result<(), StoreError> {
    for name in ["ann", "bob"] {
        kept(&db, User { role: Role::Admin, ..user(name) }).await?;
    }
    kept(&db, User { role: Role::Admin, status: UserStatus::Inactive, ..user("cid") }).await?;
    for round in 0..10 {
        let (ann, bob) =
            tokio::join!(tokio::spawn(step_down(db.clone(), "ann")), tokio::spawn(step_down(db.clone(), "bob")));
        assert_ne!(ann??, bob??, "round {round}");
        let mut tx = db.begin().await?;
        assert_eq!(users::list_active(&mut tx, domain::permission::Role::Admin).await?.len(), 1);
        for name in ["ann", "bob"] {
            if let Some(user) = users::find(&mut tx, &user(name).id).await? {
                assert!(users::update(&mut tx, &User { role: Role::Admin, ..user }).await?);
            }
        }
        tx.commit().await?;
    }
    Ok(())
}

async fn accounts_are_found_by_text_role_and_status(db: TestDatabase) -> Result<(), StoreError> {
    kept(&db, User { role: Role::Admin, ..user("ann") }).await?;
    kept(&db, User { display_name: "张伟 ANNEX".to_owned(), ..user("bob") }).await?;
    kept(&db, User { status: UserStatus::Pending, email: email("Joann@Example.com"), ..user("cid") }).await?;

    let text = |text: &str| UserFilter { text: text.to_owned(), ..any() };
    assert_eq!(accounts(&db, text(" ANN ")).await?, ["ann", "bob", "cid"]);
    assert_eq!(accounts(&db, text("joANN@")).await?, ["cid"]);
    assert_eq!(accounts(&db, text("伟")).await?, ["bob"]);
    assert_eq!(accounts(&db, UserFilter { role: Some(Role::Admin), ..any() }).await?, ["ann"]);
    assert_eq!(accounts(&db, UserFilter { status: Some(UserStatus::Pending), ..any() }).await?, ["cid"]);
    let reader_ann = UserFilter { role: Some(Role::Reader), status: Some(UserStatus::Active), ..text("ann") };
    assert_eq!(accounts(&db, reader_ann).await?, ["bob"]);
    assert!(accounts(&db, text("' OR 1=1 --")).await?.is_empty());
    Ok(())
}

async fn wildcards_in_a_filter_are_literal(db: TestDatabase) -> Result<(), StoreError> {
    for (name, display) in [("aa", "100%"), ("bb", "a_b"), ("cc", r"c:\d"), ("dd", "wow!"), ("ee", "plain")] {
        kept(&db, User { display_name: display.to_owned(), ..user(name) }).await?;
    }
    for (text, expected) in [("%", "aa"), ("_", "bb"), ("\\", "cc"), ("!", "dd")] {
        assert_eq!(accounts(&db, UserFilter { text: text.to_owned(), ..any() }).await?, [expected], "{text}");
    }
    Ok(())
}

async fn lists_sort_alike_on_both_engines_and_page_without_repeats(db: TestDatabase) -> Result<(), StoreError> {
    let people = [
        ("Zoe", "-a@x.y", Role::Reader, UserStatus::Active, 3, None),
        ("ann", "Ä@x.y", Role::Admin, UserStatus::Pending, 2, Some(7)),
        ("_bob", "B@x.y", Role::Author, UserStatus::Inactive, 1, Some(6)),
        ("Bob-2", "a@x.y", Role::Author, UserStatus::Active, 1, None),
        ("bob.1", "中@x.y", Role::Approver, UserStatus::Active, 2, Some(8)),
    ];
    for (name, address, role, status, created, signed_in) in people {
        let (created_on, last_sign_in_on) = (at(created), signed_in.map(at));
        kept(&db, User { email: email(address), role, status, created_on, last_sign_in_on, ..user(name) }).await?;
    }
    for (sort, expected) in [
        (UserSort::Account, ["_bob", "ann", "bob-2", "bob.1", "zoe"]),
        (UserSort::Email, ["zoe", "bob-2", "_bob", "ann", "bob.1"]),
        (UserSort::Role, ["ann", "bob.1", "_bob", "bob-2", "zoe"]),
        (UserSort::Status, ["bob-2", "bob.1", "zoe", "_bob", "ann"]),
        (UserSort::CreatedOn, ["_bob", "bob-2", "ann", "bob.1", "zoe"]),
        (UserSort::LastSignInOn, ["bob-2", "zoe", "_bob", "ann", "bob.1"]),
    ] {
        for order in [Order::Ascending, Order::Descending] {
            let mut expected = expected.to_vec();
            if order == Order::Descending {
                expected.reverse();
            }
            let filter = UserFilter { sort, order, ..any() };
            let mut found = Vec::new();
            for number in 1..=3 {
                let part = users::list(&mut db.read().await?, &filter, page(number, 2)).await?;
                assert_eq!((part.total, part.request), (5, page(number, 2)));
                found.extend(part.items.iter().map(|user| user.account.folded()));
            }
            assert_eq!(found, expected, "{sort:?} {order:?}");
        }
    }
    let beyond = users::list(&mut db.read().await?, &any(), page(9, 2)).await?;
    assert_eq!((beyond.items.len(), beyond.total), (0, 5));
    Ok(())
}

async fn administrators_and_registrations_are_counted(db: TestDatabase) -> Result<(), StoreError> {
    kept(&db, User { role: Role::Admin, ..user("zoe") }).await?;
    kept(&db, User { role: Role::Admin, ..user("ann") }).await?;
    kept(&db, User { role: Role::Admin, status: UserStatus::Pending, ..user("bob") }).await?;
    let mut tx = db.begin().await?;
    let admins: Vec<_> = users::list_active(&mut tx, domain::permission::Role::Admin)
        .await?
        .into_iter()
        .map(|user| user.account)
        .collect();
    assert_eq!(admins, [account("ann"), account("zoe")]);
    assert_eq!(users::lock_other_active_admins(&mut tx, &user("ann").id).await?, 1);
    assert_eq!(users::lock_other_active_admins(&mut tx, &user("bob").id).await?, 2);
    assert_eq!((users::count(&mut tx).await?, users::count_pending(&mut tx).await?), (3, 1));
    Ok(())
}

async fn a_damaged_record_is_an_error(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    db.tamper("UPDATE user_account SET preferences = 'oops'").await;
    let found = users::find(&mut db.read().await?, &ann.id).await;
    assert!(matches!(found, Err(StoreError::Unreadable { table: "user_account", column: "preferences" })), "{found:?}");
    Ok(())
}

async fn accounts_are_looked_up_together(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("Ann")).await?;
    // More than fit into one statement.
    let mut wanted: Vec<String> = (0..1_200).map(|number| format!("nobody{number}")).collect();
    wanted.push("ann".to_owned());
    let found = users::list_by_accounts(&mut db.read().await?, &wanted).await?;
    assert_eq!(found.len(), 1);
    assert_eq!(found.get("ann").map(|one| (&one.id, one.account.as_str())), Some((&ann.id, "Ann")));
    assert!(users::list_by_accounts(&mut db.read().await?, &[]).await?.is_empty());
    Ok(())
}
