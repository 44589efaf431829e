//! Guest accounts, which end on a date.

use chrono::TimeDelta;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::{PASSWORD, TestApp};
use testkit::client::Client;

use crate::jobs::{next, stream};

testkit::on_each_app!(
    a_guest_signs_in_until_the_end,
    the_end_of_a_guest_ends_sessions_and_streams,
    the_date_of_a_guest_is_changed_and_removed,
    an_administrator_is_no_guest,
);

const LOG_IN: &str = "/users/login";

fn in_hours(app: &TestApp, hours: i64) -> Value {
    json!(app.ctx.clock.now() + TimeDelta::hours(hours))
}

/// Changes the end of an account.
pub(crate) async fn end_at(admin: &Client, account: &str, until: Value) -> Value {
    let mut user = admin.get(&format!("/user-manage/getUserByAccount?account={account}")).await.ok();
    user["guestUntil"] = until;
    admin.post("/user-manage/updateUser", user).await.ok()
}

async fn a_guest_signs_in_until_the_end(app: TestApp) {
    let admin = app.admin().await;
    let new = json!({"account": "auditor", "email": "a@example.com", "role": "reader", "password": PASSWORD,
        "guestUntil": in_hours(&app, 2)});
    let made = admin.post("/user-manage/createUser", new).await.ok();
    assert_eq!(made["user"]["guestUntil"], in_hours(&app, 2));
    let typed = json!({"account": "auditor", "password": PASSWORD});
    app.anonymous().post(LOG_IN, typed.clone()).await.ok();
    app.wait(2 * 3600);
    assert_eq!(app.anonymous().post(LOG_IN, typed).await.problem(), "401 login.guest_ended");
    let wrong = json!({"account": "auditor", "password": "not this one"});
    assert_eq!(app.anonymous().post(LOG_IN, wrong).await.problem(), "401 login.failed", "only the owner is told");
}

async fn the_end_of_a_guest_ends_sessions_and_streams(app: TestApp) {
    let admin = app.admin().await;
    let guest = app.person(Role::Author).await;
    end_at(&admin, "author", in_hours(&app, 1)).await;
    let token = guest.get("/users/downloadToken?scope=jobs").await.ok()["token"].as_str().expect("a token").to_owned();
    let mut events = stream(&guest).await;
    app.wait(3600);
    assert_eq!(guest.get("/users/me").await.problem(), "401 session.revoked");
    admin.post("/csdb", json!({"csdbName": "H160"})).await.ok();
    assert_eq!(next(&mut events).await, None);
    let address = format!("/jobs/none/artifact/report.txt?token={token}");
    assert_eq!(app.anonymous().get(&address).await.problem(), "401 session.revoked");
}

async fn the_date_of_a_guest_is_changed_and_removed(app: TestApp) {
    let admin = app.admin().await;
    let guest = app.person(Role::Reader).await;
    end_at(&admin, "reader", in_hours(&app, -1)).await;
    assert_eq!(guest.get("/users/me").await.problem(), "401 session.revoked", "a date in the past ends it at once");
    end_at(&admin, "reader", in_hours(&app, 1)).await;
    let guest = app.signed_in("reader").await;
    // A client that does not know guests sends an account without the date.
    let mut user = admin.get("/user-manage/getUserByAccount?account=reader").await.ok();
    user.as_object_mut().expect("an account").remove("guestUntil");
    assert_eq!(admin.post("/user-manage/updateUser", user).await.ok()["guestUntil"], in_hours(&app, 1));
    assert!(end_at(&admin, "reader", Value::Null).await.get("guestUntil").is_none());
    app.wait(3601);
    guest.get("/users/me").await.ok();
    let log = admin.get("/audit?action=user.updated").await.ok();
    let detail = log["items"][0]["detail"]["guestUntil"].as_str().expect("the change").to_owned();
    assert!(detail.ends_with("→ –"), "{detail}");
    let later = json!({"account": "reader", "email": "r@example.com", "role": "reader", "status": "active",
        "version": 4, "guestUntil": in_hours(&app, 9)});
    assert_eq!(admin.post("/user-manage/updateUser", later).await.problem(), "403 confirmation.required");
}

async fn an_administrator_is_no_guest(app: TestApp) {
    let admin = app.admin().await;
    let until = in_hours(&app, 1);
    let new = json!({"account": "boss", "email": "b@example.com", "role": "admin", "guestUntil": until});
    assert_eq!(admin.post("/user-manage/createUser", new).await.fields(), ["guestUntil: guest_admin"]);
    let mut own = admin.get("/user-manage/getUserByAccount?account=admin").await.ok();
    own["guestUntil"] = until.clone();
    assert_eq!(admin.post("/user-manage/updateUser", own).await.fields(), ["guestUntil: guest_admin"]);
    app.add("guest", Role::Reader).await;
    let mut guest = end_at(&admin, "guest", until).await;
    guest["role"] = json!("admin");
    assert_eq!(admin.post("/user-manage/updateUser", guest).await.fields(), ["guestUntil: guest_admin"]);
}
