//! The guard of minimum equipment lists: an item that allows more than the MMEL is released only with an override.

use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::{PASSWORD, TestApp};
use testkit::client::{Client, TestResponse};
use testkit::packages::demo;

use crate::change_requests;
use crate::editing;
use crate::forms;
use crate::limited::Limits;
use crate::revisions::confirm;
use crate::viewer::{BASE, delivered, lines, reader_of};

testkit::on_each_app!(
    an_item_that_allows_more_is_released_only_with_an_override,
    an_override_needs_an_approver_and_a_reason,
    an_override_ends_when_the_mmel_changes,
    an_override_ends_when_the_item_changes,
    a_module_that_is_no_item_has_no_guard,
    the_checks_of_a_text_and_of_a_request_name_what_is_allowed,
    the_forecast_names_items_that_the_mmel_restricts,
    a_customised_copy_follows_its_master,
);

fn path() -> String {
    format!("{BASE}/DMC-NV240-A-30-31-01-00A-180A-A_en-US.XML")
}

/// Checks the item in with another repair category; gives the id of the version.
pub(crate) async fn categorised(app: &TestApp, client: &Client, from: &str, to: &str) -> String {
    app.wait(60);
    let tag = |category: &str| format!("<repairCategory>{category}</repairCategory>");
    let (text, saved) = editing::edit(client, &path(), |text| text.replace(&tag(from), &tag(to))).await;
    assert!(text.contains(&tag(from)), "{text}");
    let said = json!({"step": "inWork", "comment": "Our interval"});
    let file = editing::check_in(client, &path(), said, &saved).await.ok();
    file["versionId"].as_str().expect("an id").to_owned()
}

pub(crate) async fn guard_at(client: &Client, path: &str) -> Value {
    client.get(&format!("/files/melGuard/default{path}")).await.ok()
}

pub(crate) async fn step_at(client: &Client, path: &str, step: &str, version: &Value) -> TestResponse {
    let request = json!({"version": version, "step": step});
    client.post(&format!("/files/status/default{path}"), request).await
}

pub(crate) async fn override_at(client: &Client, path: &str, item: &Value, reason: &str) -> TestResponse {
    let masters: Vec<&Value> = item["masters"].as_array().expect("masters").iter().map(|one| &one["version"]).collect();
    let request = json!({"version": item["version"], "masterVersions": masters, "reason": reason});
    client.post(&format!("/files/melOverride/default{path}"), request).await
}

async fn guard(client: &Client) -> Value {
    guard_at(client, &path()).await
}

async fn step(client: &Client, step: &str, version: &str) -> TestResponse {
    step_at(client, &path(), step, &json!(version)).await
}

async fn overridden(client: &Client, item: &Value, reason: &str) -> TestResponse {
    override_at(client, &path(), item, reason).await
}

async fn an_item_that_allows_more_is_released_only_with_an_override(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let delivered = guard(&reader).await;
    assert_eq!((&delivered["item"]["excesses"], &delivered["item"]["isBlocked"]), (&json!([]), &json!(false)));
    let version = categorised(&app, &author, "C", "D").await;
    let told = guard(&approver).await;
    assert_eq!(lines(&told["item"]["excesses"], &["label", "code", "value"]), ["A category C"]);
    assert_eq!((&told["item"]["isBlocked"], &told["mayOverride"]), (&json!(true), &json!(true)));
    assert_eq!(lines(&told["item"]["masters"], &["path", "language"]), [format!("{} en-US", path())]);
    step(&author, "submit", &version).await.ok();
    let refused = step(&approver, "release", &version).await;
    assert_eq!(refused.problem(), "409 file.less_restrictive");
    let why = refused.json()["findings"][0]["message"].clone();
    let expected = "Condition A is less restrictive than the MMEL: the repair interval is longer or not stated, the MMEL \
        has category C";
    assert_eq!(why, json!(expected));
    let batch = json!({"paths": [path()], "action": "status", "status": {"step": "release"}, "versions": [version]});
    let batch = approver.post("/files/batch", batch).await.ok();
    assert_eq!(batch["results"][0]["code"], json!("file.less_restrictive"));

    let given = overridden(&approver, &told["item"], "Agreed with the authority").await.ok();
    assert_eq!((&given["item"]["isBlocked"], &given["mayOverride"]), (&json!(false), &json!(false)));
    assert_eq!(given["item"]["overridden"]["approvedBy"], json!("approver"));
    assert_eq!(lines(&given["overrides"], &["reason", "version"]), [format!("Agreed with the authority {version}")]);
    let again = overridden(&approver, &told["item"], "Again").await;
    assert_eq!(again.problem(), "409 file.not_less_restrictive");
    assert_eq!(step(&approver, "release", &version).await.ok()["status"], json!("Released"));
    let log = app.admin().await.get("/audit?action=file.mel_overridden").await.ok();
    assert_eq!((&log["items"][0]["subject"], &log["items"][0]["actor"]), (&json!(path()), &json!("approver")));
    assert_eq!(log["items"][0]["detail"]["allows"], json!("A category"));
}

async fn an_override_needs_an_approver_and_a_reason(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let first = categorised(&app, &author, "C", "D").await;
    let item = guard(&author).await["item"].clone();
    assert_eq!(guard(&author).await["mayOverride"], json!(false));
    for person in [&reader, &author] {
        assert_eq!(overridden(person, &item, "Agreed").await.problem(), "403 forbidden");
    }
    assert_eq!(overridden(&approver, &item, " ").await.fields(), ["reason: required"]);
    let odd = json!({"version": "odd", "masters": item["masters"]});
    assert_eq!(overridden(&approver, &odd, "Agreed").await.fields(), ["version: unknown_value"]);
    let other = json!({"version": item["version"], "masters": [{"version": first}]});
    assert_eq!(overridden(&approver, &other, "Agreed").await.problem(), "409 file.newer_version");
    let earlier = json!({"version": item["masters"][0]["version"], "masters": item["masters"]});
    assert_eq!(overridden(&approver, &earlier, "Agreed").await.problem(), "409 file.newer_version");
    app.wait(16 * 60);
    assert_eq!(overridden(&approver, &item, "Agreed").await.problem(), "403 confirmation.required");
    approver.post("/users/confirm", json!({"password": PASSWORD})).await.ok();

    categorised(&app, &approver, "D", "E").await;
    let own = guard(&approver).await;
    assert_eq!((&own["item"]["isBlocked"], &own["mayOverride"]), (&json!(true), &json!(false)), "{own}");
    assert_eq!(overridden(&approver, &own["item"], "Agreed").await.problem(), "403 file.own_version");
    app.add("second", Role::Approver).await;
    let second = app.signed_in("second").await;
    Limits::of_group(&app, BASE, "Writers", &["second"], AccessLevel::Author).await;
    assert_eq!(overridden(&second, &own["item"], "Agreed").await.problem(), "403 forbidden", "the level is missing");
    let hidden = reader.get(&format!("/files/melGuard/default{}", path())).await;
    assert_eq!(hidden.problem(), "404 file.not_found", "the manual is limited to another group");
}

async fn an_override_ends_when_the_mmel_changes(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let version = categorised(&app, &author, "C", "D").await;
    step(&author, "submit", &version).await.ok();
    overridden(&approver, &guard(&approver).await["item"], "Agreed").await.ok();
    // The next MMEL demands category B. Nobody has confirmed it.
    delivered(&app, &demo("mmel-r2"), "yes").await;
    let told = guard(&approver).await;
    assert_eq!(lines(&told["item"]["excesses"], &["label", "code", "value"]), ["A category B"]);
    assert_eq!((&told["item"]["isBlocked"], &told["item"]["overridden"]), (&json!(true), &Value::Null));
    assert_eq!(told["overrides"].as_array().map(Vec::len), Some(1), "it stays in the history");
    assert_eq!(step(&approver, "release", &version).await.problem(), "409 file.less_restrictive");
}

async fn an_override_ends_when_the_item_changes(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    categorised(&app, &author, "C", "D").await;
    overridden(&approver, &guard(&approver).await["item"], "Agreed").await.ok();
    let version = categorised(&app, &author, "D", "E").await;
    assert_eq!(guard(&approver).await["item"]["isBlocked"], json!(true));
    step(&author, "submit", &version).await.ok();
    assert_eq!(step(&approver, "release", &version).await.problem(), "409 file.less_restrictive");
    step(&approver, "sendBack", &version).await.ok();
    let version = categorised(&app, &author, "E", "B").await;
    step(&author, "submit", &version).await.ok();
    step(&approver, "release", &version).await.ok();
}

async fn a_module_that_is_no_item_has_no_guard(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let address = format!("/files/melGuard/default{BASE}/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML");
    assert_eq!(reader.get(&address).await.ok(), json!({"overrides": [], "mayOverride": false}));
    let missing = reader.get(&format!("/files/melGuard/default{BASE}/DMC-NONE.XML")).await;
    assert_eq!(missing.problem(), "404 file.not_found");
}

async fn the_checks_of_a_text_and_of_a_request_name_what_is_allowed(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let text = forms::opened(&author, &path()).await;
    let wider = text.replace("<numberRequired>1<", "<numberRequired>0<");
    let checked = author.post(&format!("/drafts/check/default{}?tab=a", path()), json!({"text": wider})).await.ok();
    let problems = checked["problems"].as_array().expect("problems");
    let told = problems.iter().find(|one| one["code"] == "mel.less_restrictive");
    let told = told.unwrap_or_else(|| panic!("{checked}"));
    assert_eq!(told["severity"], json!("warning"), "a draft may be checked in");
    assert!(told["message"].as_str().is_some_and(|text| text.contains("the MMEL requires 1")), "{told}");
    let line = told["line"].as_u64().and_then(|line| usize::try_from(line).ok()).expect("a line");
    assert!(wider.lines().nth(line - 1).is_some_and(|line| line.contains("<dispatchCondition")), "{told}");

    let id = change_requests::opened(&author, "Interval").await;
    app.wait(60);
    let (_, saved) = editing::edit(&author, &path(), |text| text.replace(">C<", ">D<")).await;
    let said = json!({"step": "inWork", "comment": "", "changeRequestId": id});
    editing::check_in(&author, &path(), said, &saved).await.ok();
    let state = async || {
        let checks = author.get(&format!("/changeRequests/{id}/checks")).await.ok();
        checks[0]["results"]["masterList"].clone()
    };
    let failed = state().await;
    assert_eq!(failed["state"], json!("failed"), "{failed}");
    overridden(&approver, &guard(&approver).await["item"], "Agreed").await.ok();
    assert_eq!(state().await["state"], json!("warning"));
}

async fn the_forecast_names_items_that_the_mmel_restricts(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    categorised(&app, &author, "C", "D").await;
    let revision = delivered(&app, &demo("mmel-r2"), "yes").await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!((&told["moreRestrictive"], &told["lessRestrictive"]), (&json!(4), &json!(1)), "{told}");
    let of = async |category: &str| {
        let address = format!("/revisions/{revision}/forecast/modules?category={category}");
        lines(&reader.get(&address).await.ok()["items"], &["path", "moreRestrictive", "lessRestrictive"])
    };
    assert_eq!(of("lessRestrictive").await, [format!("{} 1 1", path())]);
    let restricted = of("moreRestrictive").await;
    // A shorter interval, a withdrawn item, a shorter time in a proviso, and one more proviso.
    let items = ["-30-31-01-", "-31-12-01-", "-31-31-01-", "-63-41-01-"];
    assert!(
        restricted.len() == 4 && restricted.iter().zip(items).all(|(one, item)| one.contains(item)),
        "{restricted:?}"
    );
}

async fn a_customised_copy_follows_its_master(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let name = "DME-F0210-QZ1-NV240-A-30-31-01-00A-180A-A_en-US.XML";
    let body = json!({"manualPath": BASE, "techName": "Pitot head heaters", "copyOf": path()});
    author.post(&format!("/dm/default/{name}"), body).await.ok();
    let copy = format!("{BASE}/{name}");
    let guard = async || reader.get(&format!("/files/melGuard/default{copy}")).await.ok();
    let told = guard().await;
    assert_eq!(
        (&told["item"]["masters"][0]["path"], &told["item"]["isBlocked"]),
        (&json!(path()), &json!(false)),
        "{told}"
    );
    let revision = delivered(&app, &demo("mmel-r2"), "yes").await;
    let listed = async |category: &str| {
        let address = format!("/revisions/{revision}/forecast/modules?category={category}");
        lines(&reader.get(&address).await.ok()["items"], &["path", "change", "isClean"])
    };
    assert_eq!(listed("copies").await, [format!("{copy} none true")]);
    assert_eq!(listed("lessRestrictive").await, Vec::<String>::new(), "the merge takes the new category over");
    assert_eq!(guard().await["item"]["isBlocked"], json!(true));
    confirm(&app, &revision).await;
    assert_eq!(guard().await["item"]["isBlocked"], json!(false));
}
