use axum::body::Body;
use axum::http::Method;
use chrono::TimeDelta;
use domain::permission::Role;
use futures::future::join_all;
use serde_json::json;
use server::state::HttpSettings;
use testkit::app::{PASSWORD, TestApp};

testkit::on_each_app!(
    login_returns_a_token_in_the_header_and_the_user,
    a_wrong_password_and_an_unknown_account_look_the_same,
    an_inactive_account_is_reported_only_with_the_right_password,
    a_clock_that_is_set_back_keeps_no_ended_session_alive,
    a_token_without_a_session_is_refused,
    a_session_expires_and_is_renewed_at_half_time,
    logging_out_ends_the_session,
    signing_out_everywhere_ends_every_session_of_the_account_and_no_other,
    people_list_their_sessions_and_end_one,
    a_logout_takes_effect_on_another_node_within_five_seconds,
    a_logout_takes_effect_on_another_node_even_when_a_renewal_is_due,
    a_token_is_renewed_once_for_many_requests,
    a_changed_role_takes_effect_on_another_node_within_five_seconds,
    a_deactivated_account_is_out_within_five_seconds,
    a_thousand_parallel_guesses_are_throttled_and_the_administrator_still_signs_in,
    a_known_user_can_log_in_while_the_address_is_throttled,
    the_first_password_must_be_changed_before_anything_else,
    messages_come_in_the_language_of_the_request,
);

async fn login_returns_a_token_in_the_header_and_the_user(app: TestApp) {
    let answer = app.anonymous().post("/users/login", json!({"account": "ADMIN", "password": PASSWORD})).await;
    let me = answer.ok();
    assert_eq!(me["user"]["account"], "admin");
    assert_eq!(me["user"]["role"], "admin");
    assert_eq!(me["mustChangePassword"], false);
    assert_eq!(me["poweredBy"]["name"], "Airfolio");
    assert!(me["permissions"].as_array().expect("a list").contains(&json!("manageUsers")));
    assert!(!answer.text().contains("hash"));

    let admin = app.anonymous().with_token(&answer.token().expect("a token"));
    assert_eq!(admin.get("/users/me").await.ok()["user"], me["user"]);
}

async fn a_wrong_password_and_an_unknown_account_look_the_same(app: TestApp) {
    for (account, password) in [("admin", "wrong wrong wrong"), ("nobody", PASSWORD), ("<script>", ""), ("", "")] {
        let answer = app.anonymous().post("/users/login", json!({"account": account, "password": password})).await;
        assert_eq!(answer.problem(), "401 login.failed", "{account}");
        assert_eq!(answer.json()["title"], "Username or password error");
        assert_eq!(answer.token(), None);
    }
}

async fn an_inactive_account_is_reported_only_with_the_right_password(app: TestApp) {
    let form =
        json!({"account": "newcomer", "email": "n@example.com", "password": PASSWORD, "confirmPassword": PASSWORD});
    app.anonymous().post("/users/register", form).await.ok();
    let log_in = |password| json!({"account": "newcomer", "password": password});
    assert_eq!(app.anonymous().post("/users/login", log_in("not this one")).await.problem(), "401 login.failed");
    assert_eq!(app.anonymous().post("/users/login", log_in(PASSWORD)).await.problem(), "401 login.failed", "pending");
    let admin = app.admin().await;
    for (status, expected) in [("active", "200"), ("inactive", "401 login.inactive")] {
        let mut user = admin.get("/user-manage/getUserByAccount?account=newcomer").await.ok();
        user["status"] = json!(status);
        admin.post("/user-manage/updateUser", user).await.ok();
        let answer = app.anonymous().post("/users/login", log_in(PASSWORD)).await;
        let told = if answer.status.is_success() { answer.status.as_str().to_owned() } else { answer.problem() };
        assert_eq!(told, expected);
    }
}

async fn a_clock_that_is_set_back_keeps_no_ended_session_alive(app: TestApp) {
    let admin = app.admin().await;
    admin.get("/users/me").await.ok();
    app.db.tamper("UPDATE session SET revoked_on = 1").await;
    app.clock.advance(TimeDelta::seconds(-60));
    assert_eq!(admin.get("/users/me").await.problem(), "401 session.revoked");
}

async fn a_token_without_a_session_is_refused(app: TestApp) {
    let admin = app.admin().await;
    let nobody = app.anonymous();
    assert_eq!(nobody.get("/version").await.problem(), "401 session.missing");
    for forged in ["", "x", "a.b.c", "eyJhbGciOiJub25lIn0.e30.", &"x".repeat(6_000), &format!("{}x", admin.token())] {
        let answer = nobody.with_token(forged).get("/version").await;
        assert_eq!(answer.problem(), "401 session.invalid", "{forged}");
        assert_eq!(answer.json()["title"], "Session timeout, please login again");
    }
    let basic = nobody.request(axum::http::Method::GET, "/kbj/api/version").header("authorization", "Basic YTpi");
    let answer = nobody.send(basic.body(axum::body::Body::empty()).expect("a request")).await;
    assert_eq!(answer.problem(), "401 session.invalid");
}

async fn a_session_expires_and_is_renewed_at_half_time(app: TestApp) {
    let admin = app.admin().await;
    app.clock.advance(TimeDelta::hours(4) - TimeDelta::seconds(1));
    assert_eq!(admin.get("/version").await.token(), None);
    app.wait(1);
    let renewed = admin.get("/version").await.token().expect("half of eight hours is over");
    app.clock.advance(TimeDelta::hours(4));
    let answer = admin.get("/version").await;
    assert_eq!(answer.problem(), "401 session.expired");
    assert_eq!(answer.json()["title"], "Session expired");
    admin.with_token(&renewed).get("/version").await.ok();
}

async fn logging_out_ends_the_session(app: TestApp) {
    let (first, second) = (app.admin().await, app.admin().await);
    first.post("/users/logout", json!({})).await.ok();
    assert_eq!(first.get("/version").await.problem(), "401 session.revoked");
    second.get("/version").await.ok();
}

async fn signing_out_everywhere_ends_every_session_of_the_account_and_no_other(app: TestApp) {
    let (first, second, author) = (app.admin().await, app.admin().await, app.person(Role::Author).await);
    let there = app.second_node().anonymous().with_token(second.token());
    there.get("/version").await.ok();
    assert_eq!(first.post("/users/logoutEverywhere", json!({})).await.status.as_u16(), 204);
    for ended in [&first, &second] {
        assert_eq!(ended.get("/version").await.problem(), "401 session.revoked");
    }
    app.wait(5);
    assert_eq!(there.get("/version").await.problem(), "401 session.revoked", "another node knows it too");
    author.get("/version").await.ok();
    let page = app.admin().await.get("/audit?action=session.closed_everywhere").await.ok();
    assert_eq!((&page["total"], &page["items"][0]["detail"]["sessions"]), (&json!(1), &json!("2")));
}

async fn people_list_their_sessions_and_end_one(app: TestApp) {
    app.add("ann", Role::Author).await;
    app.add("bob", Role::Reader).await;
    let (first, reader) = (app.signed_in("ann").await, app.signed_in("bob").await);
    app.clock.advance(TimeDelta::minutes(6));
    let second = app.signed_in("ann").await;
    let listed = first.get("/users/sessions").await.ok();
    let rows = listed.as_array().expect("a list");
    assert_eq!(rows.len(), 2);
    let current = rows.iter().find(|row| row["current"] == true).expect("this one");
    let other = rows.iter().find(|row| row["current"] == false).expect("the other");
    assert_ne!(current["usedOn"], current["createdOn"], "its use was recorded");
    assert_eq!(other["usedOn"], other["createdOn"]);

    let path = format!("/users/sessions/{}", other["id"].as_str().expect("an id"));
    assert_eq!(reader.delete(&path).await.problem(), "404 session.not_found", "other people's");
    assert_eq!(first.delete(&path).await.status.as_u16(), 204);
    assert_eq!(first.delete(&path).await.problem(), "404 session.not_found");
    assert_eq!(second.get("/version").await.problem(), "401 session.revoked");
    assert_eq!(first.get("/users/sessions").await.ok().as_array().map(Vec::len), Some(1));
}

async fn a_logout_takes_effect_on_another_node_within_five_seconds(app: TestApp) {
    let node = app.second_node();
    let admin = app.admin().await;
    let there = node.anonymous().with_token(admin.token());
    there.get("/version").await.ok();
    admin.post("/users/logout", json!({})).await.ok();
    app.wait(5);
    assert_eq!(there.get("/version").await.problem(), "401 session.revoked");
}

async fn a_logout_takes_effect_on_another_node_even_when_a_renewal_is_due(app: TestApp) {
    let node = app.second_node();
    let admin = app.admin().await;
    let there = node.anonymous().with_token(admin.token());
    app.clock.advance(TimeDelta::hours(5));
    there.get("/version").await.ok();
    admin.post("/users/logout", json!({})).await.ok();
    // Requests more often than every five seconds must not extend the other node's session cache.
    for _ in 0..2 {
        app.wait(3);
        let _ = there.get("/version").await;
    }
    assert_eq!(there.get("/version").await.problem(), "401 session.revoked");
}

async fn a_token_is_renewed_once_for_many_requests(app: TestApp) {
    let admin = app.admin().await;
    app.clock.advance(TimeDelta::hours(5));
    let first = admin.get("/users/me").await.ok()["sessionExpiresOn"].clone();
    app.wait(60);
    let answer = admin.get("/users/me").await;
    assert!(answer.token().is_some(), "the old token is still half spent");
    assert_eq!(answer.ok()["sessionExpiresOn"], first);
}

async fn a_changed_role_takes_effect_on_another_node_within_five_seconds(app: TestApp) {
    let node = app.second_node();
    let admin = app.admin().await;
    app.add("ann", Role::Admin).await;
    let ann = node.signed_in("ann").await;
    ann.get("/audit").await.ok();
    let mut user = admin.get("/user-manage/getUserByAccount?account=ann").await.ok();
    user["role"] = json!("reader");
    admin.post("/user-manage/updateUser", user).await.ok();
    app.wait(5);
    // The token's role is admin; the stored role decides.
    assert_eq!(ann.get("/audit").await.problem(), "403 forbidden");
}

async fn a_deactivated_account_is_out_within_five_seconds(app: TestApp) {
    let node = app.second_node();
    let admin = app.admin().await;
    app.add("ann", Role::Author).await;
    let (here, there) = (app.signed_in("ann").await, node.signed_in("ann").await);
    let mut user = admin.get("/user-manage/getUserByAccount?account=ann").await.ok();
    user["status"] = json!("inactive");
    admin.post("/user-manage/updateUser", user).await.ok();
    assert_eq!(here.get("/version").await.problem(), "401 session.revoked");
    app.wait(5);
    assert_eq!(there.get("/version").await.problem(), "401 session.revoked");
}

async fn a_thousand_parallel_guesses_are_throttled_and_the_administrator_still_signs_in(app: TestApp) {
    let before = app.admin().await.get("/audit").await.ok()["total"].clone();
    let guess = |n: usize| {
        let client = app.anonymous();
        async move {
            let account = if n.is_multiple_of(2) { "admin".to_owned() } else { format!("user{n}") };
            client.post("/users/login", json!({"account": account, "password": "guess guess guess"})).await
        }
    };
    let answers = join_all((0..1_000).map(guess)).await;
    let throttled = answers.iter().filter(|answer| answer.problem() == "429 login.throttled").count();
    let failed = answers.iter().filter(|answer| answer.problem() == "401 login.failed").count();
    assert_eq!(throttled + failed, 1_000);
    assert!(failed <= 40, "{failed} guesses reached the password");
    let answer = answers.iter().find(|answer| answer.status.as_u16() == 429).expect("some are throttled");
    assert!(answer.header("retry-after").parse::<u64>().expect("seconds") <= 10);

    app.wait(10);
    let admin = app.admin().await;
    let after = admin.get("/audit").await.ok()["total"].as_u64().expect("a number");
    assert_eq!(after, before.as_u64().expect("a number") + 1, "only the administrator's own sign-in is kept");
}

async fn the_first_password_must_be_changed_before_anything_else(app: TestApp) {
    let admin = app.admin().await;
    let form = json!({"account": "ann", "email": "ann@example.com", "role": "author"});
    let made = admin.post("/user-manage/createUser", form).await.ok();
    let first = made["password"].as_str().expect("made by the server").to_owned();
    let ann = app.anonymous().log_in("ann", &first).await;
    assert_eq!(ann.get("/users/me").await.ok()["mustChangePassword"], true);
    assert_eq!(ann.get("/counts").await.problem(), "403 password.change_required");

    let change = json!({"account": "ann", "oldPassword": first, "newPassword": PASSWORD, "confirmPassword": PASSWORD});
    let answer = ann.post("/user-manage/changePwd", change).await;
    assert_eq!(answer.status.as_u16(), 204);
    ann.with_token(&answer.token().expect("a fresh token")).get("/counts").await.ok();
    app.signed_in("ann").await.get("/counts").await.ok();
}

async fn messages_come_in_the_language_of_the_request(app: TestApp) {
    let wrong = json!({"account": "admin", "password": "wrong"});
    let answer = app.anonymous().in_language("zh-CN,en;q=0.5").post("/users/login", wrong).await;
    assert_eq!(answer.json()["title"], "用户名或密码错误");
    assert_eq!(answer.header("content-language"), "zh-CN");
    let answer = app.anonymous().get("/version").await;
    assert_eq!(answer.json()["requestId"], answer.header("x-request-id"));
}

async fn a_known_user_can_log_in_while_the_address_is_throttled(app: TestApp) {
    let app = app.with_slow_hashes(HttpSettings { trust_forwarded_for: true, ..HttpSettings::default() });
    let log_in = |account: &str, password: &str, address: String| {
        let (client, body) = (app.anonymous(), json!({"account": account, "password": password}).to_string());
        let request = client.request(Method::POST, "/kbj/api/users/login").header("content-type", "application/json");
        let request = request.header("x-forwarded-for", address).body(Body::from(body)).expect("a request");
        async move { client.send(request).await }
    };
    let home = || "192.0.2.1".to_owned();
    log_in("admin", PASSWORD, home()).await.ok();
    // More logins than the hashing queue holds, each from another address, so that none is throttled.
    let strangers = (0..250).map(|n| log_in("nobody", "guess guess guess", format!("10.0.0.{n}")));
    let (strangers, admin) = tokio::join!(join_all(strangers), log_in("admin", PASSWORD, home()));
    assert!(strangers.iter().any(|answer| answer.problem() == "503 server.busy"), "the line was not full");
    admin.ok();
}
