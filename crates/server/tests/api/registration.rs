//! Registrations that are never activated.

use serde_json::{Value, json};
use testkit::app::{PASSWORD, TestApp};
use testkit::client::TestResponse;

testkit::on_each_app!(
    a_rejected_registration_frees_its_name,
    a_taken_account_is_answered_like_a_free_one,
    only_a_pending_registration_can_be_rejected,
    an_answered_registration_cannot_become_pending_again,
    a_pending_registration_is_deleted_after_thirty_days,
    the_limit_of_pending_registrations_is_released,
);

const DAY: i64 = 24 * 3_600;

async fn register(app: &TestApp, account: &str) -> TestResponse {
    let form = json!({"account": account, "email": "n@example.com", "password": PASSWORD, "confirmPassword": PASSWORD});
    app.anonymous().post("/users/register", form).await
}

async fn waiting(app: &TestApp) -> Vec<String> {
    let page = app.admin().await.get("/user-manage/queryAllUsers?status=pending").await.ok();
    let word = |user: &Value| user["account"].as_str().expect("an account").to_owned();
    page["items"].as_array().expect("a list").iter().map(word).collect()
}

/// The changes of one kind: actor, action and subject, oldest first.
async fn changes(app: &TestApp, action: &str) -> Vec<String> {
    let page = app.admin().await.get(&format!("/audit?action={action}")).await.ok();
    let text = |one: &Value| format!("{} {} {}", one["actor"], one["subject"], one["detail"]).replace('"', "");
    page["items"].as_array().expect("a list").iter().rev().map(text).collect()
}

async fn a_rejected_registration_frees_its_name(app: TestApp) {
    register(&app, "newcomer").await.ok();
    let admin = app.admin().await;
    let answer = admin.delete("/user-manage/registration?account=NewComer").await;
    assert_eq!(answer.status.as_u16(), 204);
    assert_eq!(waiting(&app).await, [""; 0]);
    assert_eq!(admin.get("/counts").await.ok()["pendingUsers"], 0);
    assert_eq!(changes(&app, "user.rejected").await, ["admin newcomer {email:n@example.com}"]);
    let log_in = json!({"account": "newcomer", "password": PASSWORD});
    assert_eq!(app.anonymous().post("/users/login", log_in).await.problem(), "401 login.failed");
    register(&app, "newcomer").await.ok();
    assert_eq!(waiting(&app).await, ["newcomer"]);
}

async fn a_taken_account_is_answered_like_a_free_one(app: TestApp) {
    let free = register(&app, "newcomer").await;
    for account in ["newcomer", "NewComer", "admin"] {
        let taken = register(&app, account).await;
        assert_eq!((taken.status, taken.json()), (free.status, json!({"account": account})));
        let names = |answer: &TestResponse| answer.headers.keys().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names(&taken), names(&free));
    }
    assert_eq!(waiting(&app).await, ["newcomer"], "nothing was made and nothing replaced");
    let refused = changes(&app, "user.registration_refused").await;
    assert!(matches!(&refused[..], [admin] if admin.starts_with("system admin {address:")), "{refused:?}");
    for _ in 0..3 {
        register(&app, "admin").await.ok();
        app.wait(60);
    }
    assert_eq!(changes(&app, "user.registration_refused").await.len(), 1, "once a day");
    app.wait(DAY);
    register(&app, "admin").await.ok();
    assert_eq!(changes(&app, "user.registration_refused").await.len(), 2);
}

async fn only_a_pending_registration_can_be_rejected(app: TestApp) {
    let admin = app.admin().await;
    let reject = async |account: &str| admin.delete(&format!("/user-manage/registration?account={account}")).await;
    assert_eq!(reject("admin").await.problem(), "409 user.not_pending");
    assert_eq!(reject("nobody").await.problem(), "404 user.not_found");
    assert_eq!(reject("%3Cb%3E").await.problem(), "404 user.not_found");
    let title = admin.in_language("zh-CN").delete("/user-manage/registration?account=admin").await.json();
    assert_eq!(title["title"], "该账号的申请已处理，请改为停用该账号。");

    register(&app, "newcomer").await.ok();
    let mut user = admin.get("/user-manage/getUserByAccount?account=newcomer").await.ok();
    user["status"] = json!("active");
    admin.post("/user-manage/updateUser", user).await.ok();
    assert_eq!(reject("newcomer").await.problem(), "409 user.not_pending");
    app.signed_in("newcomer").await;
}

async fn an_answered_registration_cannot_become_pending_again(app: TestApp) {
    let admin = app.admin().await;
    let form = json!({"account": "ann", "email": "ann@example.com", "role": "reader"});
    let mut user = admin.post("/user-manage/createUser", form).await.ok()["user"].clone();
    user["status"] = json!("pending");
    assert_eq!(admin.post("/user-manage/updateUser", user).await.fields(), ["status: unknown_value"]);
}

async fn a_pending_registration_is_deleted_after_thirty_days(app: TestApp) {
    register(&app, "early").await.ok();
    app.wait(DAY);
    register(&app, "later").await.ok();
    app.wait(29 * DAY);
    app::users::registration::sweep(&app.ctx).await.expect("it sweeps");
    assert_eq!(waiting(&app).await, ["early", "later"]);
    app.wait(1);
    app::users::registration::sweep(&app.ctx).await.expect("it sweeps");
    assert_eq!(waiting(&app).await, ["later"]);
    app.wait(DAY);
    // The next registration removes expired ones without waiting for the hourly job.
    register(&app, "newcomer").await.ok();
    assert_eq!(waiting(&app).await, ["newcomer"]);
    assert_eq!(changes(&app, "user.registration_expired").await, ["system early {}", "system later {}"]);
}

async fn the_limit_of_pending_registrations_is_released(app: TestApp) {
    register(&app, "first").await.ok();
    // Fills the queue of pending registrations, without hashing their passwords.
    let crowd = "
        INSERT INTO user_account
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
        SELECT 'x' || i, 'crowd' || i, 'crowd' || i, email, email_folded, display_name, display_name_folded, role, status,
            must_change_password, password_hash, preferences, created_on, updated_on, last_sign_in_on, version,
            guest_until, email_trusted, is_auditor, has_password
        FROM user_account, n
        WHERE account = 'first'";
    app.db.tamper(crowd).await;
    assert_eq!(register(&app, "newcomer").await.problem(), "503 server.busy");

    app.admin().await.delete("/user-manage/registration?account=crowd7").await.ok();
    register(&app, "newcomer").await.ok();
    assert_eq!(register(&app, "another").await.problem(), "503 server.busy");
    app.wait(30 * DAY + 1);
    register(&app, "another").await.ok();
    assert_eq!(waiting(&app).await, ["another"]);
}
