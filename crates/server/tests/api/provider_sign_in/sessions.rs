//! Sessions that a provider opened: what ends them, and what they are good for.

use std::sync::Arc;

use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::identity_provider::{DescriptionFlaw, TestProvider};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::{Company, merged, of_bosses};
use crate::identity_providers::details;
use crate::publications::{approval, ask, given_operator};
use crate::second_factor::enrol;
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(
    signing_out_goes_on_to_the_provider,
    a_provider_that_is_switched_off_ends_its_sessions,
    the_second_factor_and_the_password_are_the_matter_of_the_provider,
    an_account_with_a_second_factor_needs_no_code,
    a_person_has_an_identity_at_each_of_two_providers,
    a_fresh_sign_in_confirms_and_an_old_one_does_not,
    a_sign_in_for_an_act_proves_that_act_once,
    a_sign_in_without_its_moment_confirms_nothing,
    an_answer_of_another_provider_is_refused,
    a_wrong_code_is_no_failure_of_the_provider,
    memberships_end_with_the_provider_that_gave_them,
    a_provider_that_is_switched_off_meanwhile_opens_no_session,
    people_return_to_the_provider_after_half_a_day,
    many_people_sign_in_at_once_and_a_provider_that_hangs_stops_no_other,
);

async fn signing_out_goes_on_to_the_provider(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    assert_eq!(company.admin.get("/users/openid/signOut").await.ok(), json!({"url": null}));
    let petra = company.client(json!({})).await;
    let url = petra.get("/users/openid/signOut").await.ok()["url"].as_str().expect("an address").to_owned();
    let start = format!("{}/end?theme=dark&client_id=airfolio&post_logout_redirect_uri=", company.provider.issuer());
    assert!(url.starts_with(&start) && url.contains("docs.example.com%2Fair%2F&id_token_hint=ey"), "{url}");
    assert_eq!(petra.post("/users/logout", json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(petra.get("/users/openid/signOut").await.problem(), "401 session.revoked");
}

async fn a_provider_that_is_switched_off_ends_its_sessions(app: TestApp) {
    let mut company = Company::new(app, json!({})).await;
    let petra = company.client(json!({})).await;
    company.change(json!({"name": "Renamed"})).await;
    assert_eq!(petra.get("/users/me").await.ok()["user"]["account"], "petra");
    company.change(json!({"enabled": false})).await;
    assert_eq!(petra.get("/users/me").await.problem(), "401 session.revoked");
    let start = company.app.anonymous().post("/users/openid/start", json!({"provider": company.id})).await;
    assert_eq!(start.problem(), "404 identity_provider.not_found");
    assert_eq!(company.app.anonymous().get("/users/signInOptions").await.ok()["providers"], json!([]));
    company.change(json!({"enabled": true})).await;
    let petra = company.client(json!({})).await;
    assert_eq!(
        company.admin.delete(&format!("/identityProviders/{}", company.id)).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(petra.get("/users/me").await.problem(), "401 session.revoked");
}

async fn the_second_factor_and_the_password_are_the_matter_of_the_provider(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    let petra = company.client(json!({})).await;
    company.admin.put("/config/secondFactor", json!({"roles": ["reader"], "version": 0})).await.ok();
    company.admin.post("/user-manage/resetPwd", json!({"account": "petra"})).await.ok();
    assert_eq!(petra.get("/users/me").await.problem(), "401 session.revoked");
    let petra = company.client(json!({})).await;
    let me = petra.get("/users/me").await.ok();
    assert_eq!((&me["mustAddFactor"], &me["mustChangePassword"]), (&json!(false), &json!(false)));
    assert_eq!(petra.get("/csdb").await.status, StatusCode::OK);
}

async fn a_fresh_sign_in_confirms_and_an_old_one_does_not(app: TestApp) {
    let company = Company::new(app, of_bosses()).await;
    let now = company.app.ctx.clock.now().timestamp();
    let hour_ago = json!({"auth_time": now - 3_600, "roles": "boss"});
    let petra = company.client(hour_ago.clone()).await;
    let group = json!({"name": "Fleet", "members": []});
    assert_eq!(petra.post("/groups", group.clone()).await.problem(), "403 confirmation.required");

    let begun = company.begin(true).await;
    assert!(begun.url.contains("prompt=login") && begun.url.contains("max_age=0"), "{}", begun.url);
    let (code, query) = company.provider.sign_in(&begun.url, company.claims(hour_ago));
    let answer = company.finish(&begun.cookie, &code, &query["state"]).await;
    assert_eq!(answer.problem(), "403 identity_provider.refused", "the provider did not ask again");
    let begun = company.begin(true).await;
    let (code, query) = company.provider.sign_in(&begun.url, company.claims(json!({"roles": "boss"})));
    let answer = company.finish(&begun.cookie, &code, &query["state"]).await;
    let petra = company.app.anonymous().with_token(&answer.token().expect("a token"));
    assert_eq!(petra.post("/groups", group).await.status, StatusCode::CREATED);
}

async fn a_sign_in_for_an_act_proves_that_act_once(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let company = Company::new(app, of_bosses()).await;
    let author = company.app.person(Role::Author).await;
    ask(&author, "exportApproveAta2300", json!({})).await.ok();
    company.app.run_jobs().await;
    let listed = author.get(&format!("/publications?manualPath={BASE}")).await.ok();
    let wanted = approval(&json!({"publication": listed["items"][0]["id"]}));
    let act = format!("approval:{}", wanted["publication"].as_str().expect("an id"));
    let approve = async |petra: &Client| ask(petra, "exportFormalAta2300", wanted.clone()).await;
    let petra = company.client(json!({"roles": "boss"})).await;
    assert_eq!(approve(&petra).await.problem(), "403 confirmation.required", "it was no sign-in for the act");

    let begun = company.begin_with(json!({"act": act})).await;
    assert!(begun.url.contains("prompt=login") && begun.url.contains("max_age=0"), "{}", begun.url);
    let (code, query) = company.provider.sign_in(&begun.url, company.claims(json!({"roles": "boss"})));
    let answer = company.finish(&begun.cookie, &code, &query["state"]).await;
    let petra = company.app.anonymous().with_token(&answer.token().expect("a token"));
    let job = approve(&petra).await.ok();
    let address = format!("/jobs/{}", job["id"].as_str().expect("an id"));
    petra.post(&format!("{address}/cancel"), json!({})).await.ok();
    company.app.run_jobs().await;
    assert_eq!(approve(&petra).await.problem(), "403 confirmation.required", "the proof was used");
    let unknown = json!({"provider": company.id, "act": "publish"});
    let refused = company.app.anonymous().post("/users/openid/start", unknown).await;
    assert_eq!(refused.fields(), ["act: unknown_value"]);
}

async fn a_sign_in_without_its_moment_confirms_nothing(app: TestApp) {
    let company = Company::new(app, of_bosses()).await;
    let silent = json!({"auth_time": null, "roles": "boss"});
    let petra = company.client(silent.clone()).await;
    let group = json!({"name": "Fleet", "members": []});
    assert_eq!(petra.post("/groups", group).await.problem(), "403 confirmation.required");
    let begun = company.begin(true).await;
    let (code, query) = company.provider.sign_in(&begun.url, company.claims(silent));
    let answer = company.finish(&begun.cookie, &code, &query["state"]).await;
    assert_eq!(answer.problem(), "403 identity_provider.refused");
}

async fn an_answer_of_another_provider_is_refused(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    let refused = "403 identity_provider.refused";
    let answered = async |issuer: Value| {
        let begun = company.begin(false).await;
        let (code, query) = company.provider.sign_in(&begun.url, company.claims(json!({})));
        company.finish_with(&begun.cookie, json!({"code": code, "state": query["state"], "iss": issuer})).await
    };
    assert_eq!(answered(json!("https://other.example.com")).await.problem(), refused);
    assert_eq!(answered(json!(company.provider.issuer())).await.status, StatusCode::OK);
    assert_eq!(answered(Value::Null).await.status, StatusCode::OK);
    company.app.clock.advance(TimeDelta::minutes(11));
    company.provider.set(|settings| settings.names_itself = true);
    assert_eq!(answered(Value::Null).await.problem(), refused, "it promises to name itself");
    assert_eq!(answered(json!(company.provider.issuer())).await.status, StatusCode::OK);
}

async fn a_wrong_code_is_no_failure_of_the_provider(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    let begun = company.begin(false).await;
    let (_, query) = company.provider.sign_in(&begun.url, company.claims(json!({})));
    let answer = company.finish(&begun.cookie, "another", &query["state"]).await;
    assert_eq!(answer.problem(), "403 identity_provider.refused");
}

async fn memberships_end_with_the_provider_that_gave_them(app: TestApp) {
    let company = Company::new(app, json!({"groupsClaim": "groups"})).await;
    company.app.add("petra", Role::Reader).await;
    company.admin.post("/csdb", json!({"csdbName": "H160"})).await.ok();
    company.admin.post("/groups", json!({"name": "Fleet", "members": []})).await.ok();
    let grants = json!([{"group": "Fleet", "level": "read"}]);
    let closed = json!({"paths": ["/H160"], "limited": true, "grants": grants});
    company.admin.put("/access", closed).await.ok();
    company.sign_in(json!({"groups": "Fleet"})).await.ok();
    let petra = company.app.signed_in("petra").await;
    assert!(petra.get("/csdb").await.text().contains("H160"));

    company.admin.delete(&format!("/identityProviders/{}", company.id)).await;
    assert!(!petra.get("/csdb").await.text().contains("H160"), "she keeps her password and nothing else");
    let log = company.admin.get("/audit?pageSize=3").await.ok();
    let told = log["items"].as_array().expect("a list").iter().find(|one| one["action"] == "group.updated");
    assert_eq!(told.map(|one| (&one["subject"], &one["actor"])), Some((&json!("Fleet"), &json!("admin"))), "{log}");
}

async fn a_provider_that_is_switched_off_meanwhile_opens_no_session(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    company.sign_in(json!({})).await.ok();
    let gate = Arc::new(Semaphore::new(0));
    company.provider.set(|settings| settings.gate = Some(Arc::clone(&gate)));
    let begun = company.begin(false).await;
    let (code, query) = company.provider.sign_in(&begun.url, company.claims(json!({})));
    let switched_off = async {
        while company.provider.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        let off = merged(details(company.provider.issuer()), json!({"enabled": false}));
        company.admin.put(&format!("/identityProviders/{}?version=1", company.id), off).await.ok();
        gate.add_permits(1);
    };
    let (answer, ()) = tokio::join!(company.finish(&begun.cookie, &code, &query["state"]), switched_off);
    assert_eq!(answer.problem(), "403 identity_provider.refused");
}

async fn people_return_to_the_provider_after_half_a_day(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    let (mut petra, mut admin) = (company.client(json!({})).await, company.admin.clone());
    for hours in [5, 5] {
        company.app.clock.advance(TimeDelta::hours(hours));
        for client in [&mut petra, &mut admin] {
            let token = client.get("/users/me").await.token().expect("a new token");
            *client = company.app.anonymous().with_token(&token);
        }
    }
    company.app.clock.advance(TimeDelta::hours(3));
    assert_eq!(petra.get("/users/me").await.problem(), "401 session.expired");
    assert_eq!(admin.get("/users/me").await.status, StatusCode::OK, "with a password");
}

async fn many_people_sign_in_at_once_and_a_provider_that_hangs_stops_no_other(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    let starts = |provider: String| {
        let mut starts = JoinSet::new();
        for _ in 0..20 {
            let (client, body) = (company.app.anonymous(), json!({"provider": provider}));
            starts.spawn(async move { client.post("/users/openid/start", body).await.status });
        }
        starts
    };
    let answers = starts(company.id.clone()).join_all().await;
    assert!(answers.iter().all(|status| *status == StatusCode::OK), "{answers:?}");
    assert_eq!(company.provider.key_calls(), 1, "one of them read the keys");

    let other = TestProvider::start().await;
    let made = merged(details(other.issuer()), json!({"name": "Other"}));
    let made = company.admin.post("/identityProviders", made).await.ok();
    let gate = Arc::new(Semaphore::new(0));
    other.set(|settings| settings.description_gate = Some(Arc::clone(&gate)));
    let hanging = starts(made["id"].as_str().expect("an id").to_owned());
    while other.waiting() == 0 {
        tokio::task::yield_now().await;
    }
    company.app.clock.advance(TimeDelta::minutes(11));
    company.sign_in(json!({})).await.ok();
    other.set(|settings| settings.description_flaw = DescriptionFlaw::Failing);
    gate.add_permits(1);
    let answers = hanging.join_all().await;
    assert!(answers.iter().all(|status| *status == StatusCode::SERVICE_UNAVAILABLE), "{answers:?}");
}

async fn an_account_with_a_second_factor_needs_no_code(app: TestApp) {
    let company = Company::new(app, json!({"createsAccounts": false})).await;
    company.app.add("petra", Role::Author).await;
    enrol(&company.app, &company.app.signed_in("petra").await).await;
    let me = company.sign_in(json!({})).await.ok();
    assert_eq!((&me["user"]["account"], &me["mustAddFactor"]), (&json!("petra"), &json!(false)));
}

async fn a_person_has_an_identity_at_each_of_two_providers(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    let provider = TestProvider::start().await;
    let made = merged(details(provider.issuer()), json!({"name": "Other"}));
    let made = company.admin.post("/identityProviders", made).await.ok();
    let (app, id) = (company.app.second_node(), made["id"].as_str().expect("an id").to_owned());
    let other = Company { app, admin: company.admin.clone(), provider, id, version: 1 };
    company.sign_in(json!({})).await.ok();
    let me = other.sign_in(json!({"sub": "o-7", "preferred_username": "other"})).await.ok();
    assert_eq!((&me["user"]["account"], &me["identityProvider"]["name"]), (&json!("petra"), &json!("Other")));
    assert_eq!(company.sign_in(json!({})).await.ok()["user"]["account"], "petra");
}
