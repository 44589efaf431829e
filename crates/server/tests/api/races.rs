//! Concurrent requests: a double click, two users, a retry.

use std::collections::BTreeMap;

use domain::permission::Role;
use futures::future::join_all;
use serde_json::{Value, json};
use testkit::app::{PASSWORD, TestApp};
use testkit::client::TestResponse;

testkit::on_each_app!(
    twenty_equal_creations_make_one,
    a_registration_goes_to_one_of_twenty_operators,
    a_double_click_changes_once,
    twenty_equal_deletions_delete_once,
    two_administrators_who_demote_each_other_leave_one,
    one_of_two_concurrent_password_changes_succeeds,
    an_emergency_account_that_is_demoted_at_once_stays_or_is_refused,
);

const MANY: usize = 20;

/// The number of responses per outcome, such as `201` or `409 user.account_taken`.
fn outcomes(answers: &[TestResponse]) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    for answer in answers {
        let outcome = if answer.status.is_success() { answer.status.as_u16().to_string() } else { answer.problem() };
        *counted.entry(outcome).or_default() += 1;
    }
    counted
}

fn counted(expected: &[(&str, usize)]) -> BTreeMap<String, usize> {
    expected.iter().map(|(outcome, count)| ((*outcome).to_owned(), *count)).collect()
}

fn operator(code: &str, registration: &str) -> Value {
    let aircraft = json!([{"registration": registration, "serialNumber": "1", "model": "H160-B"}]);
    json!({"code": code, "name": "Alpine", "country": "CH", "aircraft": aircraft})
}

async fn twenty_equal_creations_make_one(app: TestApp) {
    let admin = app.admin().await;
    let user = json!({"account": "ann", "email": "a@example.com", "role": "reader", "password": PASSWORD});
    let answers = join_all((0..MANY).map(|_| admin.post("/user-manage/createUser", user.clone()))).await;
    assert_eq!(outcomes(&answers), counted(&[("201", 1), ("409 user.account_taken", MANY - 1)]));

    let answers = join_all((0..MANY).map(|_| admin.post("/config/operator", operator("ALP", "HB-1")))).await;
    let refused = MANY - 1;
    let found = outcomes(&answers);
    assert_eq!(found["201"], 1);
    // On PostgreSQL both can pass the check of the code; the second then conflicts on the aircraft.
    let said = ["409 operator.code_taken", "409 changed_meanwhile", "400 request.invalid"];
    assert_eq!(said.iter().filter_map(|one| found.get(*one)).sum::<usize>(), refused, "{found:?}");
    assert_eq!(admin.get("/config/operator").await.ok()["total"], 1);
    assert_eq!(admin.get("/audit?action=operator.created").await.ok()["total"], 1);
}

async fn a_registration_goes_to_one_of_twenty_operators(app: TestApp) {
    let admin = app.admin().await;
    let create = |n| admin.post("/config/operator", operator(&format!("OP{n}"), "HB-SAME"));
    let found = outcomes(&join_all((10..10 + MANY).map(create)).await);
    assert_eq!(found["201"], 1, "{found:?}");
    let said = ["400 request.invalid", "409 changed_meanwhile"];
    assert_eq!(said.iter().filter_map(|one| found.get(*one)).sum::<usize>(), MANY - 1, "{found:?}");
    assert_eq!(admin.get("/counts").await.ok()["aircraft"], 1);
}

async fn a_double_click_changes_once(app: TestApp) {
    let admin = app.admin().await;
    app.add("ann", Role::Reader).await;
    let mut user = admin.get("/user-manage/getUserByAccount?account=ann").await.ok();
    user["role"] = json!("author");
    let answers = join_all((0..2).map(|_| admin.post("/user-manage/updateUser", user.clone()))).await;
    assert_eq!(outcomes(&answers), counted(&[("200", 1), ("409 changed_meanwhile", 1)]));
    assert_eq!(admin.get("/audit?action=user.updated").await.ok()["total"], 1);

    let mut alpine = admin.post("/config/operator", operator("ALP", "HB-1")).await.ok();
    alpine["name"] = json!("Twice");
    let answers = join_all((0..MANY).map(|_| admin.put("/config/operator", alpine.clone()))).await;
    assert_eq!(outcomes(&answers), counted(&[("200", 1), ("409 changed_meanwhile", MANY - 1)]));
    assert_eq!(admin.get("/config/operator?code=ALP").await.ok()["items"][0]["version"], 2);
}

async fn twenty_equal_deletions_delete_once(app: TestApp) {
    let admin = app.admin().await;
    admin.post("/config/operator", operator("ALP", "HB-1")).await.ok();
    let answers = join_all((0..MANY).map(|_| admin.delete("/config/operator?code=ALP"))).await;
    assert_eq!(outcomes(&answers), counted(&[("204", 1), ("404 operator.not_found", MANY - 1)]));
    assert_eq!(admin.get("/audit?action=operator.deleted").await.ok()["total"], 1);
}

async fn two_administrators_who_demote_each_other_leave_one(app: TestApp) {
    app.add("second", Role::Admin).await;
    let (first, second) = (app.admin().await, app.signed_in("second").await);
    let mut users = Vec::new();
    for account in ["second", "admin"] {
        let mut user = first.get(&format!("/user-manage/getUserByAccount?account={account}")).await.ok();
        user["role"] = json!("reader");
        users.push(user);
    }
    let [other, one] = [users[0].clone(), users[1].clone()];
    let answers =
        join_all([first.post("/user-manage/updateUser", other), second.post("/user-manage/updateUser", one)]).await;
    let done = answers.iter().filter(|answer| answer.status.is_success()).count();
    assert_eq!(done, 1, "{:?}", outcomes(&answers));
}

async fn one_of_two_concurrent_password_changes_succeeds(app: TestApp) {
    let author = app.person(Role::Author).await;
    let change =
        |new: &str| json!({"account": "author", "oldPassword": PASSWORD, "newPassword": new, "confirmPassword": new});
    let choices = ["first new password", "second new password"];
    let answers = join_all(choices.map(|new| author.post("/user-manage/changePwd", change(new)))).await;
    let done = answers.iter().filter(|answer| answer.status.as_u16() == 204).count();
    assert_eq!(done, 1, "{:?}", outcomes(&answers));
    assert!(answers.iter().all(|answer| answer.status.as_u16() < 500), "{:?}", outcomes(&answers));
    let mut holding = 0;
    for password in choices.into_iter().chain([PASSWORD]) {
        let answer = app.anonymous().post("/users/login", json!({"account": "author", "password": password})).await;
        holding += usize::from(answer.status.is_success());
    }
    assert_eq!(holding, 1);
}

async fn an_emergency_account_that_is_demoted_at_once_stays_or_is_refused(app: TestApp) {
    let (one, other) = (app.admin().await, app.second_node().signed_in("admin").await);
    for round in 0..8 {
        let account = format!("chief{round}");
        app.add(&account, Role::Admin).await;
        let mut user = one.get(&format!("/user-manage/getUserByAccount?account={account}")).await.ok();
        user[if round % 2 == 0 { "role" } else { "status" }] =
            json!(if round % 2 == 0 { "reader" } else { "inactive" });
        let version = one.get("/config/signIn").await.ok()["version"].clone();
        let rules = json!({"emergencyAccount": account, "publicUrl": "", "version": version});
        let (named, demoted) =
            tokio::join!(one.put("/config/signIn", rules), other.post("/user-manage/updateUser", user));
        let rules = one.get("/config/signIn").await.ok();
        let user = one.get(&format!("/user-manage/getUserByAccount?account={account}")).await.ok();
        let is_usable = (&user["role"], &user["status"]) == (&json!("admin"), &json!("active"));
        assert_eq!(rules["emergencyAccount"] == account.as_str(), is_usable, "{} {}", named.text(), demoted.text());
        assert_ne!(named.status.is_success(), demoted.status.is_success(), "one of the two is refused");
        let open = json!({"emergencyAccount": "", "publicUrl": "", "version": rules["version"]});
        one.put("/config/signIn", open).await.ok();
    }
}
