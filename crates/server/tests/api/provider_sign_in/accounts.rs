//! Which account a person of a provider gets, with which role and groups.

use chrono::TimeDelta;
use domain::change::Actor;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::{PASSWORD, TestApp};

use super::{Company, PUBLIC, merged, of_bosses};
use crate::compliance::collection;

testkit::on_each_app!(
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
    an_auditor_keeps_the_role,
    groups_follow_the_claim_and_other_memberships_stay,
    an_account_without_a_known_password_is_no_emergency_account,
);

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

async fn an_auditor_keeps_the_role(app: TestApp) {
    let roles = json!([{"value": "authors", "role": "author"}]);
    let company = Company::new(app, json!({"roleClaim": "roles", "roles": roles})).await;
    let made = collection(&company.admin, "A").await;
    let until = company.app.ctx.clock.now() + TimeDelta::hours(2);
    let new = json!({"account": "auditor", "email": "petra@example.com", "until": until, "collectionIds": [made["id"]],
        "manualPaths": []});
    company.admin.post("/auditors", new).await.ok();
    let answer = company.sign_in(json!({"roles": ["authors"]})).await.ok();
    assert_eq!((&answer["user"]["account"], &answer["user"]["role"]), (&json!("auditor"), &json!("reader")));
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

async fn an_account_without_a_known_password_is_no_emergency_account(app: TestApp) {
    let company = Company::new(app, of_bosses()).await;
    company.sign_in(json!({"roles": ["boss"]})).await.ok();
    assert_eq!(company.user("petra").await["role"], "admin");
    let rules = json!({"emergencyAccount": "petra", "publicUrl": PUBLIC, "version": 1});
    let refused = company.admin.put("/config/signIn", rules.clone()).await;
    assert_eq!(refused.fields(), ["emergencyAccount: password.unknown"]);
    assert!(refused.text().contains("Reset its password first"), "{}", refused.text());
    let now = company.admin.get("/config/signIn").await.ok();
    assert_eq!((&now["emergencyAccount"], &now["version"]), (&json!(""), &json!(1)), "nothing was changed");
    company.admin.post("/user-manage/resetPwd", json!({"account": "petra"})).await.ok();
    assert_eq!(company.admin.put("/config/signIn", rules).await.ok()["emergencyAccount"], "petra");
}
