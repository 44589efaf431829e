//! Signing in at an identity provider: /users/openid.

mod accounts;
mod sessions;

use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, COOKIE};
use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};
use testkit::identity_provider::{DescriptionFlaw, TestProvider, TokenAlgorithm, TokenFlaw};

use crate::identity_providers::details;

testkit::on_each_app!(
    a_person_signs_in_and_gets_an_account_and_an_ordinary_session,
    the_page_of_the_provider_gets_state_nonce_and_challenge,
    the_callback_leads_to_a_page_of_the_application_and_nowhere_else,
    a_flawed_token_is_refused,
    tokens_of_both_algorithms_are_accepted,
    claims_come_from_the_user_info_too_if_they_are_about_the_same_person,
    an_answer_is_used_once_by_the_browser_that_began_in_time,
    a_new_key_is_read_and_an_unknown_one_not_asked_for_again_and_again,
    a_failing_provider_is_told_without_its_words,
);

const PUBLIC: &str = "https://docs.example.com/air";

/// An application with a provider.
struct Company {
    app: TestApp,
    admin: Client,
    provider: TestProvider,
    id: String,
    version: i64,
}

/// A sign-in that went as far as the page of the provider.
struct SignInPage {
    url: String,
    cookie: String,
}

impl Company {
    async fn new(app: TestApp, changes: Value) -> Self {
        let provider = TestProvider::start().await;
        let admin = app.admin().await;
        let rules = json!({"emergencyAccount": "", "publicUrl": PUBLIC, "version": 0});
        admin.put("/config/signIn", rules).await.ok();
        let made = admin.post("/identityProviders", merged(details(provider.issuer()), changes)).await.ok();
        let id = made["id"].as_str().expect("an id").to_owned();
        Self { app, admin, provider, id, version: 1 }
    }

    async fn change(&mut self, changes: Value) {
        let address = format!("/identityProviders/{}?version={}", self.id, self.version);
        self.admin.put(&address, merged(details(self.provider.issuer()), changes)).await.ok();
        self.version += 1;
    }

    async fn begin(&self, fresh: bool) -> SignInPage {
        self.begin_with(json!({"fresh": fresh})).await
    }

    async fn begin_with(&self, more: Value) -> SignInPage {
        let request = merged(json!({"provider": self.id}), more);
        let answer = self.app.anonymous().post("/users/openid/start", request).await;
        let url = answer.ok()["url"].as_str().expect("an address").to_owned();
        let cookie = answer.header("set-cookie").split(';').next().expect("a cookie").to_owned();
        SignInPage { url, cookie }
    }

    fn claims(&self, changes: Value) -> Value {
        let now = self.app.ctx.clock.now().timestamp();
        let claims = json!({"sub": "p-1", "iat": now, "exp": now + 300, "auth_time": now, "name": "Petra Muster",
            "preferred_username": "petra", "email": "petra@example.com", "email_verified": true});
        merged(claims, changes)
    }

    async fn finish(&self, cookie: &str, code: &str, state: &str) -> TestResponse {
        self.finish_with(cookie, json!({"code": code, "state": state})).await
    }

    async fn finish_with(&self, cookie: &str, body: Value) -> TestResponse {
        let client = self.app.anonymous();
        let request = client
            .request(Method::POST, &format!("{API}/users/openid/finish"))
            .header(CONTENT_TYPE, "application/json")
            .header(COOKIE, format!("other=1; {cookie}"))
            .body(Body::from(body.to_string()));
        client.send(request.expect("a request")).await
    }

    /// The whole sign-in of a person with these claims.
    async fn sign_in(&self, claims: Value) -> TestResponse {
        let begun = self.begin(false).await;
        let (code, query) = self.provider.sign_in(&begun.url, self.claims(claims));
        self.finish(&begun.cookie, &code, &query["state"]).await
    }

    async fn client(&self, claims: Value) -> Client {
        let answer = self.sign_in(claims).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        self.app.anonymous().with_token(&answer.token().expect("a token"))
    }

    async fn user(&self, account: &str) -> Value {
        self.admin.get(&format!("/user-manage/getUserByAccount?account={account}")).await.ok()
    }

    /// An administrator's change to an account.
    async fn edit(&self, account: &str, changes: Value) {
        let user = self.user(account).await;
        let same = json!({"account": account, "email": user["email"], "role": user["role"], "status": user["status"],
            "version": user["version"]});
        self.admin.post("/user-manage/updateUser", merged(same, changes)).await.ok();
    }
}

/// A provider that names administrators.
fn of_bosses() -> Value {
    json!({"roleClaim": "roles", "roles": [{"value": "boss", "role": "admin"}]})
}

fn merged(mut base: Value, changes: Value) -> Value {
    let Value::Object(changes) = changes else { panic!("an object") };
    base.as_object_mut().expect("an object").extend(changes);
    base
}

async fn a_person_signs_in_and_gets_an_account_and_an_ordinary_session(app: TestApp) {
    let company = Company::new(app, json!({"defaultRole": "author"})).await;
    let answer = company.sign_in(json!({})).await;
    let me = answer.ok();
    assert_eq!((&me["user"]["account"], &me["user"]["role"]), (&json!("petra"), &json!("author")));
    assert_eq!(
        (&me["user"]["displayName"], &me["user"]["email"]),
        (&json!("Petra Muster"), &json!("petra@example.com"))
    );
    assert_eq!(me["identityProvider"], json!({"id": company.id, "name": "Company"}));
    assert_eq!(me["mustChangePassword"], false);
    let petra = company.app.anonymous().with_token(&answer.token().expect("a token"));
    assert_eq!(petra.get("/csdb").await.status, StatusCode::OK);
    // Another node knows the session, too.
    let there = company.app.second_node().anonymous().with_token(petra.token());
    assert_eq!(there.get("/users/me").await.ok()["user"]["account"], "petra");

    let again = company.sign_in(json!({"preferred_username": "renamed", "email": "new@example.com"})).await.ok();
    assert_eq!(again["user"]["account"], "petra", "the subject counts");
    let log = company.admin.get("/audit?pageSize=4").await.ok();
    let told: Vec<&str> =
        log["items"].as_array().expect("a list").iter().filter_map(|one| one["action"].as_str()).collect();
    assert_eq!(told, ["session.opened", "session.opened", "user.identity_linked", "user.created"]);
    assert!(log["items"][0]["detail"].to_string().contains("Company"));
}

async fn the_page_of_the_provider_gets_state_nonce_and_challenge(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    let answer = company.app.anonymous().post("/users/openid/start", json!({"provider": company.id})).await;
    let cookie = answer.header("set-cookie").to_owned();
    assert!(cookie.starts_with("__Secure-airfolio_sign_in="), "{cookie}");
    for part in ["; HttpOnly", "; SameSite=Lax", "; Secure", "; Path=/air/kbj/api/users/openid;", "; Max-Age=600"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let url = answer.ok()["url"].as_str().expect("an address").to_owned();
    let (_, query) = company.provider.sign_in(&url, company.claims(json!({})));
    for (name, value) in [
        ("response_type", "code"),
        ("client_id", "airfolio"),
        ("redirect_uri", "https://docs.example.com/air/kbj/api/users/openid/callback"),
        ("scope", "openid profile email"),
        ("code_challenge_method", "S256"),
    ] {
        assert_eq!(query[name], value);
    }
    assert!(query["state"].len() >= 43 && query["nonce"].len() >= 43 && query["code_challenge"].len() == 43);
    assert!(!cookie.contains(&query["state"]), "the cookie is encrypted");
    let missing = company.app.anonymous().post("/users/openid/start", json!({"provider": "none"})).await;
    assert_eq!(missing.problem(), "404 identity_provider.not_found");
}

async fn the_callback_leads_to_a_page_of_the_application_and_nowhere_else(app: TestApp) {
    let visitor = app.anonymous();
    for (query, location) in [
        (
            "?code=a%26b&state=s&session_state=x&iss=https://a.example.com",
            "../../../../#/pages/login?code=a%26b&state=s&iss=https%3A%2F%2Fa.example.com",
        ),
        ("?error=access_denied&error_description=%3Cscript%3E&state=s", "../../../../#/pages/login?error=1"),
        ("?code=a&state=s&error=x", "../../../../#/pages/login?error=1"),
        ("", "../../../../#/pages/login?error=1"),
    ] {
        let answer = visitor.get(&format!("/users/openid/callback{query}")).await;
        assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, location));
        assert_eq!(answer.header("cache-control"), "no-store");
    }
}

async fn a_flawed_token_is_refused(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    for flaw in [
        TokenFlaw::OtherNonce,
        TokenFlaw::NoNonce,
        TokenFlaw::OtherAudience,
        TokenFlaw::OtherParty,
        TokenFlaw::SeveralAudiences,
        TokenFlaw::OtherIssuer,
        TokenFlaw::Expired,
        TokenFlaw::Old,
        TokenFlaw::Future,
        TokenFlaw::NoSubject,
        TokenFlaw::Unsigned,
        TokenFlaw::SharedSecret,
        TokenFlaw::PublicKeyAsSecret,
        TokenFlaw::ForgedSignature,
        TokenFlaw::UnknownKey,
    ] {
        company.provider.set(|settings| settings.token_flaw = flaw);
        assert_eq!(company.sign_in(json!({})).await.problem(), "403 identity_provider.refused", "{flaw:?}");
    }
    company.provider.set(|settings| settings.token_flaw = TokenFlaw::NoToken);
    assert_eq!(company.sign_in(json!({})).await.problem(), "503 identity_provider.unavailable");
    company.provider.set(|settings| settings.token_flaw = TokenFlaw::Nothing);
    assert_eq!(company.sign_in(json!({})).await.status, StatusCode::OK);
}

async fn tokens_of_both_algorithms_are_accepted(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    for algorithm in [TokenAlgorithm::Rs256, TokenAlgorithm::Es256] {
        company.provider.set(|settings| settings.algorithm = algorithm);
        assert_eq!(company.sign_in(json!({})).await.status, StatusCode::OK, "{algorithm:?}");
    }
    company.app.clock.advance(TimeDelta::minutes(11));
    company.provider.set(|settings| settings.secret_in_body = true);
    assert_eq!(company.sign_in(json!({})).await.status, StatusCode::OK, "the secret in the body");
}

async fn claims_come_from_the_user_info_too_if_they_are_about_the_same_person(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    company.provider.set(|settings| settings.user_info_of = Some("somebody-else"));
    assert_eq!(company.sign_in(json!({})).await.problem(), "403 identity_provider.refused");
    company.provider.set(|settings| settings.user_info_of = Some("p-1"));
    assert_eq!(company.sign_in(json!({})).await.ok()["user"]["email"], "petra@example.com");
}

async fn an_answer_is_used_once_by_the_browser_that_began_in_time(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    let refused = "403 identity_provider.refused";
    let (begun, other) = (company.begin(false).await, company.begin(false).await);
    let (code, query) = company.provider.sign_in(&begun.url, company.claims(json!({})));
    let state = &query["state"];
    assert_eq!(company.finish("", &code, state).await.problem(), refused, "no cookie");
    assert_eq!(company.finish(&other.cookie, &code, state).await.problem(), refused, "another browser");
    assert_eq!(company.finish("__Secure-airfolio_sign_in=AAAA", &code, state).await.problem(), refused);
    let (first, second) = (&begun.cookie, &other.cookie);
    assert_eq!(company.finish(&format!("{first}; {second}"), &code, state).await.problem(), refused, "two of them");
    let planted = first.trim_start_matches("__Secure-");
    assert_eq!(company.finish(planted, &code, state).await.problem(), refused, "from a page without encryption");
    assert_eq!(company.finish(&begun.cookie, &code, "another").await.problem(), refused);
    assert_eq!(company.finish(&begun.cookie, &code, state).await.status, StatusCode::OK);
    let (again, _) = company.provider.sign_in(&begun.url, company.claims(json!({})));
    assert_eq!(company.finish(&begun.cookie, &again, state).await.problem(), refused, "a used state");
    let there = company.app.second_node();
    let there =
        Company { app: there, admin: company.admin.clone(), provider: company.provider, id: company.id, version: 1 };
    assert_eq!(there.finish(&begun.cookie, &again, state).await.problem(), refused, "on another node");

    let late = there.begin(false).await;
    there.app.clock.advance(TimeDelta::minutes(11));
    let (code, query) = there.provider.sign_in(&late.url, there.claims(json!({})));
    assert_eq!(there.finish(&late.cookie, &code, &query["state"]).await.problem(), refused, "too late");
}

async fn a_new_key_is_read_and_an_unknown_one_not_asked_for_again_and_again(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    company.sign_in(json!({})).await.ok();
    assert_eq!(company.provider.key_calls(), 1);
    company.provider.set(|settings| settings.generation = 1);
    assert_eq!(company.sign_in(json!({})).await.problem(), "403 identity_provider.refused", "asked moments ago");
    assert_eq!(company.provider.key_calls(), 1);
    company.app.clock.advance(TimeDelta::seconds(31));
    company.sign_in(json!({})).await.ok();
    assert_eq!(company.provider.key_calls(), 2);
}

async fn a_failing_provider_is_told_without_its_words(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    let hasty = company.app.with_provider_timeout(Duration::from_millis(1));
    for (flaw, app) in [
        (DescriptionFlaw::Failing, &company.app),
        (DescriptionFlaw::Silent, &hasty),
        (DescriptionFlaw::Huge, &company.app),
    ] {
        company.provider.set(|settings| settings.description_flaw = flaw);
        company.app.clock.advance(TimeDelta::seconds(4));
        let answer = app.anonymous().post("/users/openid/start", json!({"provider": company.id})).await;
        assert_eq!(answer.problem(), "503 identity_provider.unavailable");
        assert!(!answer.text().contains("private detail") && !answer.text().contains("127.0.0.1"));
    }
}
