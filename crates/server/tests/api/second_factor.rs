use chrono::TimeDelta;
use domain::permission::Role;
use futures::future::join_all;
use serde_json::{Value, json};
use store::{Db, StoreError, records};
use testkit::app::{PASSWORD, TestApp};
use testkit::authenticator;
use testkit::client::{Client, TestResponse};

testkit::on_each_app!(
    login_asks_for_the_code_only_after_the_right_password,
    a_factor_is_asked_for_only_after_it_was_confirmed,
    a_code_is_accepted_once_on_all_nodes,
    recovery_codes_replace_the_app_once_each,
    guessing_codes_is_slowed_down_for_the_whole_account,
    a_role_can_require_a_factor_before_anything_else,
    an_administrator_resets_a_lost_factor_and_nobody_else_does,
    acts_that_need_a_fresh_proof_ask_for_it_again,
    the_proof_of_an_account_with_a_factor_is_a_code,
    proofs_cannot_be_guessed,
    neither_database_nor_log_holds_the_secret_or_a_code,
);

pub(crate) struct Enrolled {
    secret: String,
    recovery: Vec<String>,
}

impl Enrolled {
    fn code(&self, app: &TestApp) -> String {
        authenticator::code(&self.secret, app.ctx.clock.now())
    }
}

pub(crate) async fn enrol(app: &TestApp, person: &Client) -> Enrolled {
    let started = person.post("/users/secondFactor", json!({})).await.ok();
    let secret = started["secret"].as_str().expect("a secret").to_owned();
    let code = authenticator::code(&secret, app.ctx.clock.now());
    let confirmed = person.put("/users/secondFactor", json!({"code": code})).await.ok();
    let codes = confirmed["recoveryCodes"].as_array().expect("a list").iter();
    let recovery = codes.map(|code| code.as_str().expect("a text").to_owned()).collect();
    // The first code is spent; the next one belongs to the next step.
    app.wait(30);
    Enrolled { secret, recovery }
}

async fn log_in(app: &TestApp, account: &str, password: &str, code: Option<&str>) -> TestResponse {
    let mut body = json!({"account": account, "password": password});
    if let Some(code) = code {
        body["code"] = json!(code);
    }
    app.anonymous().post("/users/login", body).await
}

async fn login_asks_for_the_code_only_after_the_right_password(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    let enrolled = enrol(&app, &reader).await;
    let wrong = "wrong wrong wrong";
    assert_eq!(log_in(&app, "reader", wrong, None).await.problem(), "401 login.failed");
    assert_eq!(log_in(&app, "reader", wrong, Some(&enrolled.code(&app))).await.problem(), "401 login.failed");
    assert_eq!(log_in(&app, "reader", PASSWORD, None).await.problem(), "401 login.code_required");
    assert_eq!(log_in(&app, "reader", PASSWORD, Some(" ")).await.problem(), "401 login.code_required");
    assert_eq!(log_in(&app, "reader", PASSWORD, Some("000000")).await.problem(), "401 login.code_wrong");
    let code = enrolled.code(&app);
    let typed = format!("{} {}", &code[..3], &code[3..]);
    let me = log_in(&app, "reader", PASSWORD, Some(&typed)).await.ok();
    assert!(me["user"]["secondFactorOn"].is_string());
    log_in(&app, "admin", PASSWORD, None).await.ok();
    log_in(&app, "admin", PASSWORD, Some("000000")).await.ok();
}

async fn a_factor_is_asked_for_only_after_it_was_confirmed(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    let first = reader.post("/users/secondFactor", json!({})).await.ok();
    assert!(first["uri"].as_str().expect("an address").starts_with("otpauth://totp/Airfolio:reader?secret="));
    assert!(first["qr"]["size"].as_i64().expect("a size") >= 25);
    log_in(&app, "reader", PASSWORD, None).await.ok();
    let second = reader.post("/users/secondFactor", json!({})).await.ok();
    assert_ne!(first["secret"], second["secret"]);
    let code = |started: &Value| authenticator::code(started["secret"].as_str().expect("text"), app.ctx.clock.now());
    let refused = reader.put("/users/secondFactor", json!({"code": code(&first)})).await;
    assert_eq!(refused.fields(), ["code: code.wrong"], "the first secret was replaced");
    let codes = reader.put("/users/secondFactor", json!({"code": code(&second)})).await.ok();
    assert_eq!(codes["recoveryCodes"].as_array().expect("a list").len(), 10);
    let state = reader.get("/users/secondFactor").await.ok();
    assert_eq!((&state["recoveryCodesLeft"], &state["required"]), (&json!(10), &json!(false)));
    assert_eq!(reader.post("/users/secondFactor", json!({})).await.problem(), "409 second_factor.exists");
    assert_eq!(
        reader.put("/users/secondFactor", json!({"code": code(&second)})).await.problem(),
        "409 second_factor.exists"
    );
    reader.delete("/users/secondFactor").await.ok();
    assert_eq!(reader.delete("/users/secondFactor").await.problem(), "404 second_factor.not_found");
    assert_eq!(
        reader.post("/users/secondFactor/recoveryCodes", json!({})).await.problem(),
        "404 second_factor.not_found"
    );
    log_in(&app, "reader", PASSWORD, None).await.ok();
}

async fn a_code_is_accepted_once_on_all_nodes(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    let enrolled = enrol(&app, &reader).await;
    let code = enrolled.code(&app);
    let other = app.second_node();
    let tries = (0..4).map(|n| log_in(if n % 2 == 0 { &app } else { &other }, "reader", PASSWORD, Some(&code)));
    let answers = join_all(tries).await;
    assert_eq!(answers.iter().filter(|answer| answer.status.is_success()).count(), 1);
    assert_eq!(log_in(&other, "reader", PASSWORD, Some(&code)).await.problem(), "401 login.code_wrong");
    app.wait(30);
    log_in(&other, "reader", PASSWORD, Some(&enrolled.code(&app))).await.ok();
}

async fn recovery_codes_replace_the_app_once_each(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    let enrolled = enrol(&app, &reader).await;
    let typed = enrolled.recovery[0].to_lowercase().replace('-', " ");
    log_in(&app, "reader", PASSWORD, Some(&typed)).await.ok();
    assert_eq!(log_in(&app, "reader", PASSWORD, Some(&typed)).await.problem(), "401 login.code_wrong");
    assert_eq!(reader.get("/users/secondFactor").await.ok()["recoveryCodesLeft"], 9);
    let renewed = reader.post("/users/secondFactor/recoveryCodes", json!({})).await.ok();
    assert_eq!(log_in(&app, "reader", PASSWORD, Some(&enrolled.recovery[1])).await.problem(), "401 login.code_wrong");
    let fresh = renewed["recoveryCodes"][0].as_str().expect("a code");
    let author = app.person(Role::Author).await;
    enrol(&app, &author).await;
    assert_eq!(log_in(&app, "author", PASSWORD, Some(fresh)).await.problem(), "401 login.code_wrong", "another's");
    log_in(&app, "reader", PASSWORD, Some(fresh)).await.ok();
}

async fn guessing_codes_is_slowed_down_for_the_whole_account(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    let enrolled = enrol(&app, &reader).await;
    let mut refused = 0;
    for _ in 0..8 {
        let answer = log_in(&app, "reader", PASSWORD, Some("000000")).await;
        refused += u32::from(answer.problem() == "429 login.throttled");
    }
    assert_eq!(refused, 3);
    // Long after the delay of the address is over, the account is still slowed down.
    for _ in 0..12 {
        app.wait(20);
        log_in(&app, "reader", PASSWORD, Some("000000")).await;
    }
    app.wait(20);
    assert_eq!(log_in(&app, "reader", PASSWORD, Some(&enrolled.code(&app))).await.problem(), "429 login.throttled");
    app.wait(11);
    log_in(&app, "reader", PASSWORD, Some(&enrolled.recovery[0])).await.ok();
    log_in(&app, "reader", PASSWORD, Some(&enrolled.code(&app))).await.ok();
}

async fn a_role_can_require_a_factor_before_anything_else(app: TestApp) {
    let (admin, reader) = (app.admin().await, app.person(Role::Reader).await);
    reader.get("/counts").await.ok();
    let setting = json!({"roles": ["reader"], "version": 0});
    assert_eq!(reader.put("/config/secondFactor", setting.clone()).await.problem(), "403 forbidden");
    admin.put("/config/secondFactor", setting.clone()).await.ok();
    assert_eq!(admin.put("/config/secondFactor", setting).await.problem(), "409 changed_meanwhile");
    assert_eq!(admin.get("/config/secondFactor").await.ok(), json!({"roles": ["reader"], "version": 1}));
    app.wait(6);
    assert_eq!(reader.get("/counts").await.problem(), "403 second_factor.setup_required");
    assert_eq!(reader.get("/users/me").await.ok()["mustAddFactor"], true);
    assert_eq!(log_in(&app, "reader", PASSWORD, None).await.ok()["mustAddFactor"], true);
    enrol(&app, &reader).await;
    reader.get("/counts").await.ok();
    assert_eq!(reader.get("/users/me").await.ok()["mustAddFactor"], false);
    admin.get("/counts").await.ok();
}

async fn an_administrator_resets_a_lost_factor_and_nobody_else_does(app: TestApp) {
    let (admin, reader) = (app.admin().await, app.person(Role::Reader).await);
    let author = app.person(Role::Author).await;
    let reset = json!({"account": "reader"});
    assert_eq!(
        admin.post("/user-manage/resetSecondFactor", reset.clone()).await.problem(),
        "404 second_factor.not_found"
    );
    enrol(&app, &reader).await;
    assert_eq!(author.post("/user-manage/resetSecondFactor", reset.clone()).await.problem(), "403 forbidden");
    let seen = admin.get("/user-manage/getUserByAccount?account=reader").await.ok();
    assert!(seen["secondFactorOn"].is_string());
    admin.post("/user-manage/resetSecondFactor", reset).await.ok();
    assert_eq!(reader.get("/users/me").await.problem(), "401 session.revoked");
    log_in(&app, "reader", PASSWORD, None).await.ok();
    let log = admin.get("/audit?action=user.second_factor_reset").await.ok();
    assert_eq!((&log["items"][0]["actor"], &log["items"][0]["subject"]), (&json!("admin"), &json!("reader")));
}

async fn acts_that_need_a_fresh_proof_ask_for_it_again(app: TestApp) {
    let (admin, _) = (app.admin().await, app.person(Role::Reader).await);
    let mut user = admin.get("/user-manage/getUserByAccount?account=reader").await.ok();
    app.clock.advance(TimeDelta::minutes(16));
    user["role"] = json!("author");
    let acts = || async {
        [
            admin.delete("/trash/none").await.problem(),
            admin.post("/user-manage/resetPwd", json!({"account": "nobody"})).await.problem(),
            admin.post("/user-manage/resetSecondFactor", json!({"account": "nobody"})).await.problem(),
            admin.put("/config/secondFactor", json!({"roles": [], "version": 9})).await.problem(),
            admin.delete("/compliance/auditPacks/none").await.problem(),
            admin.put("/compliance/policyCategory/delete", json!({"policyCategoryPath": "/a/b"})).await.problem(),
            admin.put("/compliance/policyItem/delete", json!({"policyItemPath": "/a/b"})).await.problem(),
        ]
    };
    assert_eq!(acts().await, ["403 confirmation.required"; 7]);
    assert_eq!(admin.post("/user-manage/updateUser", user.clone()).await.problem(), "403 confirmation.required");
    assert_eq!(admin.post("/users/secondFactor", json!({})).await.problem(), "403 confirmation.required");
    for role in ["reader", "approver", "admin"] {
        let made = json!({"account": "second", "email": "a@example.com", "role": role, "password": PASSWORD});
        let made = admin.post("/user-manage/createUser", made).await;
        assert_eq!(made.problem(), "403 confirmation.required", "an account with a known password is a second person");
    }
    let other = app.second_node().anonymous().with_token(admin.token());
    assert_eq!(other.delete("/trash/none").await.problem(), "403 confirmation.required");
    assert_eq!(admin.post("/users/confirm", json!({})).await.fields(), ["password: required"]);
    assert_eq!(admin.post("/users/confirm", json!({"password": "no"})).await.fields(), ["password: password.wrong"]);
    admin.post("/users/confirm", json!({"password": PASSWORD})).await.ok();
    assert_eq!(
        acts().await,
        [
            "404 trash.not_found",
            "404 user.not_found",
            "404 user.not_found",
            "409 changed_meanwhile",
            "404 artifact.not_found",
            "404 policy_category.not_found",
            "404 policy_item.not_found"
        ]
    );
    admin.post("/user-manage/updateUser", user).await.ok();
    // The other node has the session in its cache, without the proof.
    assert_eq!(other.delete("/trash/none").await.problem(), "404 trash.not_found");
    app.clock.advance(TimeDelta::minutes(16));
    assert_eq!(admin.delete("/trash/none").await.problem(), "403 confirmation.required");
}

async fn the_proof_of_an_account_with_a_factor_is_a_code(app: TestApp) {
    let admin = app.admin().await;
    let enrolled = enrol(&app, &admin).await;
    app.clock.advance(TimeDelta::minutes(16));
    let confirm = |proof| admin.post("/users/confirm", proof);
    assert_eq!(confirm(json!({"password": PASSWORD})).await.fields(), ["code: required"]);
    assert_eq!(confirm(json!({"code": "000000"})).await.fields(), ["code: code.wrong"]);
    assert_eq!(admin.delete("/users/secondFactor").await.problem(), "403 confirmation.required");
    let code = enrolled.code(&app);
    confirm(json!({"code": code})).await.ok();
    assert_eq!(confirm(json!({"code": code})).await.fields(), ["code: code.wrong"], "spent");
    admin.delete("/users/secondFactor").await.ok();
}

async fn proofs_cannot_be_guessed(app: TestApp) {
    let admin = app.admin().await;
    let guesses = join_all((0..20).map(|_| admin.post("/users/confirm", json!({"password": "wrong wrong"})))).await;
    let throttled = guesses.iter().filter(|answer| answer.problem() == "429 login.throttled").count();
    assert_eq!(throttled, 15);
}

async fn neither_database_nor_log_holds_the_secret_or_a_code(app: TestApp) {
    let admin = app.admin().await;
    let enrolled = enrol(&app, &admin).await;
    let code = enrolled.code(&app);
    log_in(&app, "admin", PASSWORD, Some(&code)).await.ok();
    let stored = all_rows(&app).await;
    for hidden in [enrolled.secret.as_str(), &enrolled.recovery[0], &enrolled.recovery[0].replace('-', "")] {
        assert!(!stored.contains(hidden), "{hidden}");
    }
    let log = admin.get("/audit").await.text();
    assert!(!log.contains(&enrolled.secret));
    let opened = admin.get("/audit?action=session.opened").await.ok();
    assert!(opened["items"][0].to_string().contains("secondFactor"), "{opened}");
}

/// All rows of the database as text.
async fn all_rows(app: &TestApp) -> String {
    let db = Db::open(app.db.url(), 1).await.expect("the database opens");
    let mut tx = db.read().await.expect("a transaction");
    let mut rows = String::new();
    for table in records::list_tables(&mut tx).await.expect("the tables") {
        let each = async |lines: &[String]| {
            rows.push_str(&lines.concat());
            Ok::<(), StoreError>(())
        };
        records::read(&mut tx, &table, each).await.expect("the rows");
    }
    rows
}
