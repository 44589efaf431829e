//! Identity providers and the rules for signing in: /identityProviders, /config/signIn.

use std::time::Duration;

use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::change::Actor;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::{PASSWORD, TestApp};
use testkit::identity_provider::{CLIENT, DescriptionFlaw, TestProvider};

testkit::on_each_app!(
    a_provider_is_added_changed_and_deleted_and_its_secret_is_never_shown,
    a_secret_is_asked_for_again_when_it_would_go_elsewhere,
    invalid_values_of_a_provider_are_refused,
    the_test_of_a_provider_names_the_failure,
    passwords_are_turned_off_for_all_but_the_emergency_account,
    the_emergency_account_stays_an_active_administrator,
    passwords_are_turned_on_again_from_the_shell,
    password_sessions_end_after_half_a_day_when_passwords_are_off,
    a_changed_address_or_status_needs_a_fresh_proof,
    the_address_that_counts_may_be_that_of_mail,
);

pub(crate) fn details(issuer: &str) -> Value {
    json!({"name": "Company", "issuer": issuer, "clientId": CLIENT.0, "secret": CLIENT.1, "scopes": "profile email",
        "createsAccounts": true, "defaultRole": "reader", "roleClaim": "", "roles": [], "groupsClaim": "",
        "enabled": true})
}

fn changed(details: &Value, changes: Value) -> Value {
    let mut details = details.clone();
    let Value::Object(changes) = changes else { panic!("an object") };
    details.as_object_mut().expect("an object").extend(changes);
    details
}

fn without_secret(details: &Value) -> Value {
    let mut details = details.clone();
    details.as_object_mut().expect("an object").remove("secret");
    details
}

async fn a_provider_is_added_changed_and_deleted_and_its_secret_is_never_shown(app: TestApp) {
    let admin = app.admin().await;
    let sent = details("https://login.example.com/realms/fleet");
    let made = admin.post("/identityProviders", sent.clone()).await;
    assert_eq!(made.status, StatusCode::CREATED);
    let made = made.ok();
    assert_eq!((&made["hasSecret"], &made["version"]), (&json!(true), &json!(1)));
    assert_eq!(admin.post("/identityProviders", sent.clone()).await.problem(), "409 identity_provider.name_taken");

    let address = format!("/identityProviders/{}", made["id"].as_str().expect("an id"));
    let roles = json!([{"value": "fleet-admins", "role": "admin"}]);
    let next = changed(&without_secret(&sent), json!({"name": "Fleet", "roleClaim": "roles", "roles": roles}));
    let after = admin.put(&format!("{address}?version=1"), next.clone()).await.ok();
    assert_eq!((&after["name"], &after["hasSecret"], &after["roles"]), (&json!("Fleet"), &json!(true), &roles));
    assert_eq!(admin.put(&format!("{address}?version=1"), next).await.problem(), "409 changed_meanwhile");
    assert_eq!(admin.get("/identityProviders").await.ok(), json!([after]));
    let offered = app.anonymous().get("/users/signInOptions").await.ok();
    assert_eq!(offered, json!({"passwords": true, "providers": [{"id": made["id"], "name": "Fleet"}]}));

    assert_eq!(admin.delete(&address).await.status, StatusCode::NO_CONTENT);
    assert_eq!(admin.delete(&address).await.problem(), "404 identity_provider.not_found");
    let log = admin.get("/audit?pageSize=3").await.ok();
    let actions: Vec<&str> =
        log["items"].as_array().expect("a list").iter().filter_map(|one| one["action"].as_str()).collect();
    assert_eq!(actions, ["identity_provider.deleted", "identity_provider.updated", "identity_provider.created"]);
    assert!(!log.to_string().contains(CLIENT.1), "{log}");
}

async fn a_secret_is_asked_for_again_when_it_would_go_elsewhere(app: TestApp) {
    let admin = app.admin().await;
    let sent = details("https://login.example.com");
    let made = admin.post("/identityProviders", sent.clone()).await.ok();
    let address = format!("/identityProviders/{}?version=1", made["id"].as_str().expect("an id"));
    for change in [json!({"issuer": "https://evil.example.com"}), json!({"clientId": "other"})] {
        let answer = admin.put(&address, changed(&without_secret(&sent), change)).await;
        assert_eq!(answer.fields(), ["secret: required"]);
    }
    let open = changed(&sent, json!({"secret": "", "issuer": "https://other.example.com"}));
    assert_eq!(admin.put(&address, open).await.ok()["hasSecret"], false);
}

async fn invalid_values_of_a_provider_are_refused(app: TestApp) {
    let admin = app.admin().await;
    let valid = details("https://login.example.com");
    for (change, field) in [
        (json!({"name": " "}), "name: required"),
        (json!({"issuer": "http://login.example.com"}), "issuer: url"),
        (json!({"issuer": "https://a.example.com?x=1"}), "issuer: url"),
        (json!({"issuer": "file:///etc/passwd"}), "issuer: url"),
        (json!({"clientId": ""}), "clientId: required"),
        (json!({"scopes": "pro\"file"}), "scopes: character"),
        (json!({"defaultRole": "admin"}), "defaultRole: unknown_value"),
        (json!({"roles": [{"value": "", "role": "admin"}]}), "roles: required"),
        (json!({"secret": "x".repeat(501)}), "secret: too_long"),
        (json!({"groupsClaim": "x".repeat(201)}), "groupsClaim: too_long"),
    ] {
        let answer = admin.post("/identityProviders", changed(&valid, change.clone())).await;
        assert_eq!(answer.fields(), [field], "{change}");
    }
    app.clock.advance(TimeDelta::minutes(16));
    assert_eq!(admin.post("/identityProviders", valid).await.problem(), "403 confirmation.required");
}

async fn the_test_of_a_provider_names_the_failure(app: TestApp) {
    let provider = TestProvider::start().await;
    let admin = app.admin().await;
    let made = admin.post("/identityProviders", details(provider.issuer())).await.ok();
    let address = format!("/identityProviders/{}/test", made["id"].as_str().expect("an id"));
    for (flaw, failure) in [
        (DescriptionFlaw::Nothing, Value::Null),
        (DescriptionFlaw::OtherIssuer, json!("otherIssuer")),
        (DescriptionFlaw::Huge, json!("tooLarge")),
        (DescriptionFlaw::Redirected, json!("status")),
        (DescriptionFlaw::NoJson, json!("unreadable")),
        (DescriptionFlaw::Failing, json!("status")),
        (DescriptionFlaw::Insecure, json!("insecure")),
        (DescriptionFlaw::Disguised, json!("insecure")),
    ] {
        provider.set(|settings| settings.description_flaw = flaw);
        assert_eq!(admin.post(&address, json!({})).await.ok(), json!({"failure": failure}), "{flaw:?}");
    }
    provider.set(|settings| settings.description_flaw = DescriptionFlaw::Silent);
    let hasty = app.with_provider_timeout(Duration::from_millis(1)).admin().await;
    assert_eq!(hasty.post(&address, json!({})).await.ok(), json!({"failure": "unreachable"}));
}

async fn passwords_are_turned_off_for_all_but_the_emergency_account(app: TestApp) {
    let admin = app.admin().await;
    let ann = app.person(Role::Author).await;
    assert_eq!(admin.get("/config/signIn").await.ok()["version"], 0);
    for account in ["author", "nobody", "?"] {
        let rules = json!({"emergencyAccount": account, "publicUrl": "", "version": 0});
        assert_eq!(admin.put("/config/signIn", rules).await.fields(), ["emergencyAccount: unknown_value"], "{account}");
    }
    let rules = json!({"emergencyAccount": "Admin", "publicUrl": "https://docs.example.com/a/", "version": 0});
    let stored = admin.put("/config/signIn", rules.clone()).await.ok();
    assert_eq!(
        (&stored["emergencyAccount"], &stored["publicUrl"]),
        (&json!("admin"), &json!("https://docs.example.com/a"))
    );
    assert_eq!(admin.put("/config/signIn", rules).await.problem(), "409 changed_meanwhile");

    let visitor = app.anonymous();
    assert_eq!(visitor.get("/users/signInOptions").await.ok()["passwords"], false);
    let attempt = |account: &str, password: &str| {
        let body = json!({"account": account, "password": password});
        let visitor = visitor.clone();
        async move { visitor.post("/users/login", body).await }
    };
    assert_eq!(attempt("author", PASSWORD).await.problem(), "401 login.passwords_off");
    assert_eq!(attempt("author", "wrong").await.problem(), "401 login.failed");
    assert_eq!(attempt("admin", PASSWORD).await.status, StatusCode::OK);
    assert_eq!(ann.get("/users/me").await.status, StatusCode::OK, "open sessions stay open");
    let form =
        json!({"account": "visitor", "email": "v@example.com", "password": PASSWORD, "confirmPassword": PASSWORD});
    assert_eq!(visitor.post("/users/register", form).await.problem(), "403 user.registration_closed");
}

async fn the_emergency_account_stays_an_active_administrator(app: TestApp) {
    let admin = app.admin().await;
    app.add("second", Role::Admin).await;
    let rules = json!({"emergencyAccount": "admin", "publicUrl": "", "version": 0});
    admin.put("/config/signIn", rules).await.ok();
    let user = admin.get("/user-manage/getUserByAccount?account=admin").await.ok();
    for change in [json!({"role": "reader"}), json!({"status": "inactive"})] {
        let update = json!({"account": "admin", "email": user["email"], "role": "admin", "status": "active",
            "version": user["version"]});
        let answer = admin.post("/user-manage/updateUser", changed(&update, change)).await;
        assert_eq!(answer.problem(), "409 user.emergency_account");
    }
}

async fn passwords_are_turned_on_again_from_the_shell(app: TestApp) {
    let admin = app.admin().await;
    app.add("second", Role::Admin).await;
    let rules = json!({"emergencyAccount": "second", "publicUrl": "https://docs.example.com", "version": 0});
    admin.put("/config/signIn", rules).await.ok();
    app::users::sign_in_settings::allow_passwords_as(&app.ctx, &Actor::System).await.expect("it is stored");
    let rules = admin.get("/config/signIn").await.ok();
    assert_eq!((&rules["emergencyAccount"], &rules["publicUrl"]), (&json!(""), &json!("https://docs.example.com")));
    app.signed_in("admin").await;
    let log = admin.get("/audit?pageSize=2").await.ok();
    assert_eq!((&log["items"][1]["action"], &log["items"][1]["actor"]), (&json!("setting.updated"), &json!("system")));
}

async fn password_sessions_end_after_half_a_day_when_passwords_are_off(app: TestApp) {
    let (mut admin, mut ann) = (app.admin().await, app.person(Role::Author).await);
    let rules = json!({"emergencyAccount": "admin", "publicUrl": "", "version": 0});
    admin.put("/config/signIn", rules).await.ok();
    for hours in [5, 5] {
        app.clock.advance(TimeDelta::hours(hours));
        for client in [&mut admin, &mut ann] {
            let token = client.get("/users/me").await.token().expect("a new token");
            *client = app.anonymous().with_token(&token);
        }
    }
    app.clock.advance(TimeDelta::hours(3));
    assert_eq!(ann.get("/users/me").await.problem(), "401 session.expired");
    assert_eq!(admin.get("/users/me").await.status, StatusCode::OK);
}

async fn a_changed_address_or_status_needs_a_fresh_proof(app: TestApp) {
    let admin = app.admin().await;
    app.add("ann", Role::Author).await;
    app.clock.advance(TimeDelta::minutes(16));
    let user = admin.get("/user-manage/getUserByAccount?account=ann").await.ok();
    let same = json!({"account": "ann", "email": user["email"], "role": "author", "status": "active", "version": 1});
    for change in [json!({"email": "mallory@example.com"}), json!({"status": "inactive"})] {
        let answer = admin.post("/user-manage/updateUser", changed(&same, change)).await;
        assert_eq!(answer.problem(), "403 confirmation.required");
    }
    admin.post("/user-manage/updateUser", changed(&same, json!({"displayName": "Ann"}))).await.ok();
}

async fn the_address_that_counts_may_be_that_of_mail(app: TestApp) {
    let admin = app.admin().await;
    assert_eq!(admin.get("/config/signIn").await.ok()["effectiveUrl"], "");
    let mail = json!({"enabled": false, "host": "127.0.0.1", "port": 25, "security": "none", "account": "",
        "password": "", "certificate": "", "sender": "airfolio@example.com", "senderName": "Airfolio",
        "publicUrl": "https://docs.example.com/air", "includeContent": false, "dailyHour": 6, "version": 0});
    admin.put("/config/mail", mail).await.ok();
    assert_eq!(admin.get("/config/signIn").await.ok()["effectiveUrl"], "https://docs.example.com/air");
}
