//! Test data.

#![expect(clippy::expect_used, reason = "the values are written here and valid")]

use domain::change::{Actor, Change};
use domain::id::{OperatorId, UserId};
use domain::operator::{Aircraft, Operator, OperatorDetails};
use domain::page::PageRequest;
use domain::permission::Role;
use domain::user::{Account, Email, Preferences, User, UserStatus};
use store::{Db, StoreError, users};

pub(crate) use testkit::library::at;

pub(crate) fn page(number: u32, size: u32) -> PageRequest {
    PageRequest::parse(number, size).expect("there is such a page")
}

pub(crate) fn account(name: &str) -> Account {
    Account::parse(name).expect("a valid account")
}

pub(crate) fn email(address: &str) -> Email {
    Email::parse(address).expect("a valid address")
}

pub(crate) fn user(name: &str) -> User {
    User {
        id: UserId(format!("id-of-{name}")),
        account: account(name),
        email: email(&format!("{name}@example.com")),
        display_name: String::new(),
        role: Role::Reader,
        status: UserStatus::Active,
        must_change_password: false,
        preferences: Preferences::default(),
        created_on: at(0),
        updated_on: at(0),
        last_sign_in_on: None,
        version: 1,
        second_factor_on: None,
        guest_until: None,
        is_auditor: false,
    }
}

/// Inserts a user and commits.
pub(crate) async fn kept(db: &Db, user: User) -> Result<User, StoreError> {
    let mut tx = db.begin().await?;
    assert!(users::insert(&mut tx, &user, "a hash").await?, "{} is taken", user.account);
    tx.commit().await?;
    Ok(user)
}

pub(crate) fn operator(code: &str) -> Operator {
    Operator {
        id: OperatorId(format!("id-of-{code}")),
        details: OperatorDetails {
            code: code.to_owned(),
            name: format!("{code} Aviation"),
            country: "CH".to_owned(),
            languages: Vec::new(),
            extension_producer: "F0210".to_owned(),
            extension_code: code.to_owned(),
            aircraft: Vec::new(),
        },
        logo: None,
        created_on: at(0),
        updated_on: at(0),
        version: 1,
    }
}

pub(crate) fn aircraft(registration: &str) -> Aircraft {
    Aircraft {
        registration: registration.to_owned(),
        serial_number: "1001".to_owned(),
        model: "H160-B".to_owned(),
        attributes: Vec::new(),
    }
}

pub(crate) fn change(actor: &str, subject: &str) -> Change {
    Change {
        at: at(0),
        actor: Actor::User(actor.to_owned()),
        action: "user.updated",
        subject_kind: "user",
        subject: subject.to_owned(),
        detail: vec![("role".to_owned(), "author".to_owned())],
    }
}
