//! Signing in at an identity provider: /users/openid.

use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, COOKIE};
use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use domain::change::Actor;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::{PASSWORD, TestApp};
use testkit::client::{API, Client, TestResponse};
use testkit::identity_provider::{DescriptionFlaw, TestProvider, TokenAlgorithm, TokenFlaw};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::identity_providers::details;
use crate::second_factor::enrol;

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
    only_known_people_sign_in_where_accounts_are_not_made,
    an_address_that_its_owner_changed_links_nobody,
    an_address_that_nobody_verified_links_nobody,
    an_administrator_who_changes_something_else_does_not_confirm_the_address,
    an_inactive_person_gets_no_second_account,
    an_address_that_a_visitor_typed_blocks_nobody,
    a_second_identity_with_the_same_address_is_refused,
    the_emergency_account_is_not_found_by_its_address,
    an_account_of_somebody_else_is_not_taken_over,
    the_role_follows_the_claim_and_the_last_administrator_stays,
    groups_follow_the_claim_and_other_memberships_stay,
    signing_out_goes_on_to_the_provider,
    a_provider_that_is_switched_off_ends_its_sessions,
    the_second_factor_and_the_password_are_the_matter_of_the_provider,
    an_account_with_a_second_factor_needs_no_code,
    a_person_has_an_identity_at_each_of_two_providers,
    a_fresh_sign_in_confirms_and_an_old_one_does_not,
    a_sign_in_without_its_moment_confirms_nothing,
    an_answer_of_another_provider_is_refused,
    a_wrong_code_is_no_failure_of_the_provider,
    memberships_end_with_the_provider_that_gave_them,
    a_provider_that_is_switched_off_meanwhile_opens_no_session,
    people_return_to_the_provider_after_half_a_day,
    many_people_sign_in_at_once_and_a_provider_that_hangs_stops_no_other,
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
        let answer =
            self.app.anonymous().post("/users/openid/start", json!({"provider": self.id, "fresh": fresh})).await;
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
    for flaw in [DescriptionFlaw::Failing, DescriptionFlaw::Slow, DescriptionFlaw::Huge] {
        company.provider.set(|settings| settings.description_flaw = flaw);
        company.app.clock.advance(TimeDelta::seconds(4));
        let answer = company.app.anonymous().post("/users/openid/start", json!({"provider": company.id})).await;
        assert_eq!(answer.problem(), "503 identity_provider.unavailable");
        assert!(!answer.text().contains("private detail") && !answer.text().contains("127.0.0.1"));
    }
}

async fn only_known_people_sign_in_where_accounts_are_not_made(app: TestApp) {
    let mut company = Company::new(app, json!({"createsAccounts": false})).await;
    assert_eq!(company.sign_in(json!({})).await.problem(), "403 identity_provider.unknown_person");
    company.app.add("petra.muster", Role::Approver).await;
    let user = company.user("petra.muster").await;
    let update = json!({"account": "petra.muster", "email": "Petra@Example.com", "role": "approver",
        "status": "active", "version": user["version"]});
    company.admin.post("/user-manage/updateUser", update).await.ok();
    let unverified = json!({"email_verified": false});
    assert_eq!(company.sign_in(unverified).await.problem(), "403 identity_provider.unknown_person");
    let silent = json!({"email_verified": null});
    assert_eq!(company.sign_in(silent.clone()).await.problem(), "403 identity_provider.unknown_person");
    company.change(json!({"createsAccounts": false, "trustsEmail": true})).await;
    let unverified = json!({"email_verified": false});
    assert_eq!(company.sign_in(unverified).await.problem(), "403 identity_provider.unknown_person");
    let me = company.sign_in(silent).await.ok();
    assert_eq!((&me["user"]["account"], &me["user"]["role"]), (&json!("petra.muster"), &json!("approver")));
    // Linked for good: the address does not count any more.
    let me = company.sign_in(json!({"email": "other@example.com", "email_verified": false})).await.ok();
    assert_eq!(me["user"]["account"], "petra.muster");
    let user = company.user("petra.muster").await;
    let update = json!({"account": "petra.muster", "email": "p@example.com", "role": "approver",
        "status": "inactive", "version": user["version"]});
    company.admin.post("/user-manage/updateUser", update).await.ok();
    assert_eq!(company.sign_in(json!({})).await.problem(), "401 login.inactive");
}

async fn an_address_that_its_owner_changed_links_nobody(app: TestApp) {
    let company = Company::new(app, merged(of_bosses(), json!({"createsAccounts": false}))).await;
    let mallory = company.app.person(Role::Reader).await;
    let change = json!({"account": "reader", "email": "petra@example.com"});
    mallory.post("/user-manage/updateUserSelf", change).await.ok();
    let answer = company.sign_in(json!({"roles": ["boss"]})).await;
    assert_eq!(answer.problem(), "403 identity_provider.unknown_person");
    assert_eq!(company.user("reader").await["role"], "reader");
}

const TAKEN: &str = "403 identity_provider.account_taken";

async fn an_address_that_nobody_verified_links_nobody(app: TestApp) {
    let company = Company::new(app, of_bosses()).await;
    let mallory = json!({"sub": "m", "preferred_username": "mallory", "email_verified": false});
    company.sign_in(mallory).await.ok();
    assert_eq!(company.sign_in(json!({"roles": ["boss"]})).await.problem(), TAKEN);
    assert_eq!(company.user("mallory").await["role"], "reader");
}

async fn an_administrator_who_changes_something_else_does_not_confirm_the_address(app: TestApp) {
    let company = Company::new(app, json!({"createsAccounts": false})).await;
    let mallory = company.app.person(Role::Reader).await;
    mallory.post("/user-manage/updateUserSelf", json!({"account": "reader", "email": "petra@example.com"})).await.ok();
    company.edit("reader", json!({"role": "author"})).await;
    assert_eq!(company.sign_in(json!({})).await.problem(), "403 identity_provider.unknown_person");
    let form =
        json!({"account": "visitor", "email": "v@example.com", "password": PASSWORD, "confirmPassword": PASSWORD});
    company.app.anonymous().post("/users/register", form).await.ok();
    company.edit("visitor", json!({"status": "active"})).await;
    let visitor = json!({"email": "v@example.com"});
    assert_eq!(company.sign_in(visitor.clone()).await.problem(), "403 identity_provider.unknown_person");
    app::users::trust_email_as(&company.app.ctx, &Actor::System, "visitor").await.expect("there is a visitor");
    assert_eq!(company.sign_in(visitor).await.ok()["user"]["account"], "visitor");
}

async fn an_inactive_person_gets_no_second_account(app: TestApp) {
    let mut company = Company::new(app, json!({})).await;
    company.app.add("li", Role::Author).await;
    company.edit("li", json!({"status": "inactive"})).await;
    let li = json!({"preferred_username": "li@corp", "email": "LI@example.com"});
    assert_eq!(company.sign_in(li.clone()).await.problem(), "401 login.inactive");
    let unverified = merged(li.clone(), json!({"email_verified": false}));
    assert_eq!(company.sign_in(unverified).await.problem(), TAKEN);
    company.change(json!({"createsAccounts": false})).await;
    assert_eq!(company.sign_in(li).await.problem(), "401 login.inactive");
}

async fn an_address_that_a_visitor_typed_blocks_nobody(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    company.app.add("petra", Role::Author).await;
    let form =
        json!({"account": "visitor", "email": "petra@example.com", "password": PASSWORD, "confirmPassword": PASSWORD});
    company.app.anonymous().post("/users/register", form).await.ok();
    let reader = company.app.person(Role::Reader).await;
    reader.post("/user-manage/updateUserSelf", json!({"account": "reader", "email": "petra@example.com"})).await.ok();
    assert_eq!(company.sign_in(json!({})).await.ok()["user"]["account"], "petra");
}

async fn a_second_identity_with_the_same_address_is_refused(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    company.sign_in(json!({})).await.ok();
    let successor = json!({"sub": "p-2", "preferred_username": "petra2"});
    assert_eq!(company.sign_in(successor.clone()).await.problem(), TAKEN);
    let petra = company.client(json!({})).await;
    app::users::unlink_as(&company.app.ctx, &Actor::System, "petra").await.expect("there is an account");
    assert_eq!(petra.get("/users/me").await.problem(), "401 session.revoked");
    assert_eq!(company.sign_in(successor).await.ok()["user"]["account"], "petra");
}

async fn the_emergency_account_is_not_found_by_its_address(app: TestApp) {
    let company = Company::new(app, json!({"createsAccounts": false})).await;
    let rules = json!({"emergencyAccount": "admin", "publicUrl": PUBLIC, "version": 1});
    company.admin.put("/config/signIn", rules).await.ok();
    let email = company.user("admin").await["email"].clone();
    assert_eq!(company.sign_in(json!({"email": email})).await.problem(), TAKEN);
}

async fn an_account_of_somebody_else_is_not_taken_over(app: TestApp) {
    let company = Company::new(app, json!({})).await;
    let taken = company.sign_in(json!({"preferred_username": "ADMIN"})).await;
    assert_eq!(taken.problem(), "403 identity_provider.account_taken");
    for claims in [json!({"email": ""}), json!({"preferred_username": "a/b"})] {
        assert_eq!(company.sign_in(claims).await.problem(), "403 identity_provider.incomplete");
    }
}

async fn the_role_follows_the_claim_and_the_last_administrator_stays(app: TestApp) {
    let roles = json!([{"value": "authors", "role": "author"}, {"value": "admins", "role": "admin"}]);
    let mut company = Company::new(app, json!({"roleClaim": "realm.roles", "roles": roles})).await;
    let signed_in = async |company: &Company, values: Value| {
        company.sign_in(json!({"realm": {"roles": values}})).await.ok()["user"]["role"].clone()
    };
    assert_eq!(signed_in(&company, json!(["authors", "others"])).await, "author");
    assert_eq!(signed_in(&company, json!(["authors", "admins"])).await, "admin");
    assert_eq!(signed_in(&company, json!([])).await, "reader", "the default");
    assert_eq!(signed_in(&company, json!("admins")).await, "admin");

    let user = company.user("admin").await;
    let update = json!({"account": "admin", "email": user["email"], "role": "reader", "status": "active",
        "version": user["version"]});
    company.admin = company.app.anonymous();
    let petra = company.client(json!({"realm": {"roles": "admins"}})).await;
    petra.post("/user-manage/updateUser", update).await.ok();
    assert_eq!(signed_in(&company, json!([])).await, "admin", "the last one");
}

async fn groups_follow_the_claim_and_other_memberships_stay(app: TestApp) {
    let company = Company::new(app, json!({"groupsClaim": "groups"})).await;
    for name in ["Fleet 1", "Fleet 2", "Line"] {
        company.admin.post("/groups", json!({"name": name, "members": []})).await.ok();
    }
    let members = async || {
        let mut found = Vec::new();
        for group in company.admin.get("/groups").await.ok()["items"].as_array().expect("groups") {
            let id = group["id"].as_str().expect("an id");
            let group = company.admin.get(&format!("/groups/{id}")).await.ok();
            if group.to_string().contains("petra") {
                found.push(group["group"]["name"].as_str().expect("a name").to_owned());
            }
        }
        found
    };
    company.sign_in(json!({"groups": ["fleet 1", "unknown"]})).await.ok();
    assert_eq!(members().await, ["Fleet 1"]);
    let groups = company.admin.get("/groups").await.ok();
    let line = &groups["items"][2];
    let address = format!("/groups/{}", line["id"].as_str().expect("an id"));
    let update = json!({"name": "Line", "members": ["petra"], "version": line["version"]});
    company.admin.put(&address, update).await.ok();
    // An administrator who saves the group does not make the membership their own.
    let fleet = &groups["items"][0];
    let address = format!("/groups/{}", fleet["id"].as_str().expect("an id"));
    let update = json!({"name": "Fleet 1", "members": ["petra", "admin"], "version": fleet["version"]});
    company.admin.put(&address, update).await.ok();

    company.sign_in(json!({"groups": ["Fleet 2"]})).await.ok();
    assert_eq!(members().await, ["Fleet 2", "Line"]);
    company.sign_in(json!({})).await.ok();
    assert_eq!(members().await, ["Line"]);
    let log = company.admin.get("/audit?pageSize=2").await.ok();
    assert_eq!((&log["items"][1]["action"], &log["items"][1]["subject"]), (&json!("group.updated"), &json!("Fleet 2")));
}

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
    other.set(|settings| settings.description_flaw = DescriptionFlaw::Slow);
    let hanging = starts(made["id"].as_str().expect("an id").to_owned());
    company.app.clock.advance(TimeDelta::minutes(11));
    company.sign_in(json!({})).await.ok();
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
