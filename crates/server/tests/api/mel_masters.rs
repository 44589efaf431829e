//! The guard of minimum equipment lists where there is no plain comparison: withdrawn items, other languages,
//! extensions, texts, items that cannot be read, and masters that nobody may see.

use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::blobs::{file_of, named};
use testkit::client::Client;
use testkit::packages::demo;

use crate::editing;
use crate::imports::given_manual;
use crate::limited::Limits;
use crate::mel_guard::{guard_at, override_at, step_at};
use crate::viewer::{BASE, delivered, lines, reader_of};

testkit::on_each_app!(
    a_withdrawn_item_is_released_only_with_an_override,
    a_chinese_item_is_compared_with_a_newer_english_mmel,
    an_item_with_an_extension_is_guarded,
    a_condition_in_prose_is_to_be_judged,
    an_item_that_became_something_else_is_guarded,
    an_item_that_no_mmel_has_is_to_be_judged,
    nobody_overrides_for_a_text_of_their_own,
    an_approver_who_may_not_read_the_mmel_cannot_override,
    a_lost_text_does_not_hide_the_forecast,
    other_aircraft_in_the_status_file_are_to_be_judged,
);

fn item_at(code: &str) -> String {
    format!("{BASE}/DMC-NV240-A-{code}-00A-180A-A_en-US.XML")
}

/// Checks a changed text in; gives the id of the version.
async fn changed(app: &TestApp, client: &Client, path: &str, from: &str, to: &str) -> Value {
    app.wait(60);
    let (text, saved) = editing::edit(client, path, |text| text.replace(from, to)).await;
    assert!(text.contains(from), "{text}");
    let said = json!({"step": "inWork", "comment": "Ours"});
    editing::check_in(client, path, said, &saved).await.ok()["versionId"].clone()
}

fn codes(guard: &Value) -> Vec<String> {
    lines(&guard["item"]["excesses"], &["label", "code"])
}

/// Releases a version, which is refused, and again after an override.
async fn released_with_an_override(app: &TestApp, author: &Client, path: &str, version: &Value) -> Value {
    let approver = app.person(Role::Approver).await;
    step_at(author, path, "submit", version).await.ok();
    let refused = step_at(&approver, path, "release", version).await;
    assert_eq!(refused.problem(), "409 file.less_restrictive");
    let told = guard_at(&approver, path).await;
    assert_eq!((&told["item"]["isBlocked"], &told["mayOverride"]), (&json!(true), &json!(true)), "{told}");
    override_at(&approver, path, &told["item"], "Agreed with the authority").await.ok();
    assert_eq!(step_at(&approver, path, "release", version).await.ok()["status"], json!("Released"));
    refused.json()["findings"].clone()
}

async fn a_withdrawn_item_is_released_only_with_an_override(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let clock = item_at("31-12-01");
    let version = changed(&app, &author, &clock, "<title>Cockpit clock", "<title>Cockpit clock (UTC)").await;
    assert_eq!(codes(&guard_at(&reader, &clock).await), Vec::<String>::new());
    let revision = delivered(&app, &demo("mmel-r2"), "yes").await;
    let told = guard_at(&reader, &clock).await;
    assert_eq!(codes(&told), [" withdrawn"], "{told}");
    assert_eq!(told["item"]["excesses"][0]["lessRestrictive"], json!(true));
    let address = format!("/revisions/{revision}/forecast/modules?category=lessRestrictive");
    let named = lines(&reader.get(&address).await.ok()["items"], &["path", "change", "lessRestrictive"]);
    assert_eq!(named, [format!("{clock} deleted 1")]);
    let findings = released_with_an_override(&app, &author, &clock, &version).await;
    assert_eq!(lines(&findings, &["message"]), ["MEL item: the MMEL no longer has this item"]);
}

async fn a_chinese_item_is_compared_with_a_newer_english_mmel(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    delivered(&app, &demo("mmel-zh"), "no").await;
    let english = item_at("30-31-01");
    let chinese = english.replace("en-US", "zh-CN");
    let told = guard_at(&reader, &chinese).await;
    assert_eq!(lines(&told["item"]["masters"], &["language"]), ["en-US", "zh-CN"], "{told}");
    assert_eq!(codes(&told), Vec::<String>::new());
    assert_eq!(codes(&guard_at(&reader, &english).await), Vec::<String>::new(), "a translation is always later");
    let revision = delivered(&app, &demo("mmel-r2"), "yes").await;
    assert_eq!(codes(&guard_at(&reader, &chinese).await), ["A category", "A otherLanguage"]);
    // Only a proviso became stricter, which cannot be seen across languages.
    let hours = item_at("31-31-01").replace("en-US", "zh-CN");
    let told = guard_at(&reader, &hours).await;
    assert!(!codes(&told).is_empty() && codes(&told).iter().all(|one| one.ends_with("otherLanguage")), "{told}");
    let address = format!("/revisions/{revision}/forecast/modules?category=toBeJudged");
    let named = lines(&reader.get(&address).await.ok()["items"], &["path"]);
    assert!(named.contains(&chinese) && named.contains(&hours), "{named:?}");
}

async fn an_item_with_an_extension_is_guarded(app: TestApp) {
    const CODE: &str = "<dmCode modelIdentCode=\"NV240\" systemDiffCode=\"A\" systemCode=\"30\" subSystemCode=\"3\" \
        subSubSystemCode=\"1\" assyCode=\"01\" disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"180\"";
    given_manual(&app).await;
    let extended = format!("<identExtension extensionProducer=\"F0210\" extensionCode=\"TRIM\"/>{CODE}");
    let mut files = demo("mmel-r1");
    for (_, bytes) in &mut files {
        if let Ok(text) = std::str::from_utf8(bytes) {
            // The status list is without the checksums, which are no longer right.
            *bytes = text.replace(CODE, &extended).replace("checksum", "sum").into_bytes();
        }
    }
    delivered(&app, &files, "yes").await;
    let author = app.person(Role::Author).await;
    let path = format!("{BASE}/DME-F0210-TRIM-NV240-A-30-31-01-00A-180A-A_en-US.XML");
    let category = |letter: &str| format!("<repairCategory>{letter}</repairCategory>");
    let version = changed(&app, &author, &path, &category("C"), &category("D")).await;
    let told = guard_at(&author, &path).await;
    assert_eq!((codes(&told), &told["item"]["masters"][0]["path"]), (vec!["A category".to_owned()], &json!(path)));
    // A customised copy with another extension follows it too.
    let copy = path.replace("F0210-TRIM", "F0210-QZ1");
    let body = json!({"manualPath": BASE, "techName": "Pitot head heaters", "copyOf": path});
    author.post(&format!("/dm/default{}", copy.trim_start_matches(BASE)), body).await.ok();
    assert_eq!(codes(&guard_at(&author, &copy).await), ["A category"]);
    released_with_an_override(&app, &author, &path, &version).await;
}

async fn a_condition_in_prose_is_to_be_judged(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let clock = item_at("31-12-01");
    let condition = " provided UTC is shown on at least one display unit";
    let version = changed(&app, &author, &clock, condition, "").await;
    let told = guard_at(&author, &clock).await;
    assert_eq!(lines(&told["item"]["excesses"], &["label", "code", "lessRestrictive"]), ["A remarks false"]);
    let findings = released_with_an_override(&app, &author, &clock, &version).await;
    let message = findings[0]["message"].as_str().expect("a message");
    assert!(message.starts_with("Condition A has to be compared with the MMEL by a person"), "{message}");
}

async fn an_item_that_became_something_else_is_guarded(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let clock = item_at("31-12-01");
    changed(&app, &author, &clock, "dispatchItem", "description").await;
    assert_eq!(author.get(&format!("/files/default{clock}")).await.ok()["contentType"], json!("descript"));
    assert_eq!(codes(&guard_at(&author, &clock).await), [" unreadable"]);
    let procedure = item_at("30-31-01").replace("180A", "131A");
    changed(&app, &author, &procedure, "dispatchProcedure", "dispatchItem").await;
    assert_eq!(author.get(&format!("/files/default{procedure}")).await.ok()["contentType"], json!("dispatchItem"));
    assert_eq!(codes(&guard_at(&author, &procedure).await), [" unreadable"]);
    // Two items in one module.
    let heater = item_at("30-42-01");
    changed(&app, &author, &heater, "</content>", "<dispatchItem/></content>").await;
    assert_eq!(codes(&guard_at(&author, &heater).await), [" unreadable"]);
}

async fn an_item_that_no_mmel_has_is_to_be_judged(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let own = item_at("29-11-09");
    let body = json!({"manualPath": BASE, "techName": "Own item", "copyOf": item_at("31-12-01")});
    let made = author.post(&format!("/dm/default{}", own.trim_start_matches(BASE)), body).await.ok();
    let told = guard_at(&author, &own).await;
    assert_eq!((codes(&told), &told["item"]["masters"]), (vec![" noMaster".to_owned()], &json!([])));
    released_with_an_override(&app, &author, &own, &made["versionId"]).await;
}

async fn nobody_overrides_for_a_text_of_their_own(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    let (admin, approver) = (app.admin().await, app.person(Role::Approver).await);
    let rules = json!({"commentRequired": false, "ownRelease": true, "reminderDays": 5, "version": 0});
    admin.put("/config/editing", rules).await.ok();
    let path = item_at("30-31-01");
    let category = |letter: &str| format!("<repairCategory>{letter}</repairCategory>");
    changed(&app, &approver, &path, &category("C"), &category("D")).await;
    let told = guard_at(&approver, &path).await;
    assert_eq!((&told["item"]["isBlocked"], &told["mayOverride"]), (&json!(true), &json!(false)), "{told}");
    assert_eq!(override_at(&approver, &path, &told["item"], "Agreed").await.problem(), "403 file.own_version");
    // Nor the author of the text that was copied.
    let author = app.person(Role::Author).await;
    let copy = path.replace("DMC-", "DME-F0210-QZ1-");
    let body = json!({"manualPath": BASE, "techName": "Pitot head heaters", "copyOf": path});
    author.post(&format!("/dm/default{}", copy.trim_start_matches(BASE)), body).await.ok();
    let copied = guard_at(&approver, &copy).await;
    assert_eq!((codes(&copied), &copied["mayOverride"]), (vec!["A category".to_owned()], &json!(false)));
    assert_eq!(override_at(&approver, &copy, &copied["item"], "Agreed").await.problem(), "403 file.own_version");
    let permissions = ["readContent", "editContent"];
    let new = json!({"name": "Robot", "permissions": permissions, "databases": ["NV240"], "days": 30});
    let token = admin.post("/serviceTokens", new).await.ok();
    let robot = app.anonymous().with_token(token["token"].as_str().expect("a token"));
    assert_eq!(override_at(&robot, &path, &told["item"], "Agreed").await.problem(), "403 forbidden");
}

async fn an_approver_who_may_not_read_the_mmel_cannot_override(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    let (admin, author, approver) =
        (app.admin().await, app.person(Role::Author).await, app.person(Role::Approver).await);
    let manual =
        json!({"csdbName": ["NV240"], "manualName": ["MEL"], "manualType": ["SELF"], "modelIdentCode": ["NV240"]});
    admin.post("/csdb/manual", manual).await.ok();
    let own = item_at("30-31-01").replace(BASE, "/NV240/MEL");
    let body = json!({"manualPath": "/NV240/MEL", "techName": "Pitot head heaters", "copyOf": item_at("30-31-01")});
    author.post(&format!("/dm/default{}", own.trim_start_matches("/NV240/MEL")), body).await.ok();
    let category = |letter: &str| format!("<repairCategory>{letter}</repairCategory>");
    changed(&app, &author, &own, &category("C"), &category("D")).await;
    Limits::of_group(&app, BASE, "Engineers", &["author"], AccessLevel::Author).await;
    let told = guard_at(&approver, &own).await;
    assert_eq!(lines(&told["item"]["excesses"], &["label", "code", "value"]), ["A category –"]);
    assert_eq!((&told["item"]["masters"][0]["path"], &told["mayOverride"]), (&Value::Null, &json!(false)), "{told}");
    assert_eq!(override_at(&approver, &own, &told["item"], "Agreed").await.problem(), "403 forbidden");
    let seen = guard_at(&author, &own).await;
    assert_eq!(lines(&seen["item"]["excesses"], &["label", "code", "value"]), ["A category C"]);
}

async fn a_lost_text_does_not_hide_the_forecast(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let path = item_at("30-31-01");
    let copy = path.replace("DMC-", "DME-F0210-QZ1-");
    let body = json!({"manualPath": BASE, "techName": "Pitot head heaters", "copyOf": path});
    author.post(&format!("/dm/default{}", copy.trim_start_matches(BASE)), body).await.ok();
    let text = author.get(&format!("/bytes/default{copy}")).await.text();
    std::fs::remove_file(file_of(&app.blob_folder(), &named(text.as_bytes()))).expect("its bytes were kept");
    let revision = delivered(&app, &demo("mmel-r2"), "yes").await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!((&told["isComplete"], &told["toBeJudged"]), (&json!(true), &json!(1)), "{told}");
    assert_eq!(codes(&guard_at(&reader, &copy).await), [" unreadable"]);
}

async fn other_aircraft_in_the_status_file_are_to_be_judged(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let cooling = item_at("21-51-01");
    changed(&app, &author, &cooling, "<title>Air-conditioning", "<title>Air conditioning").await;
    assert_eq!(codes(&guard_at(&reader, &cooling).await), Vec::<String>::new());
    // The next MMEL changes the status file alone.
    delivered(&app, &demo("mmel-r2"), "yes").await;
    let told = guard_at(&reader, &cooling).await;
    assert_eq!((codes(&told), &told["item"]["isBlocked"]), (vec![" moduleApplicability".to_owned()], &json!(true)));
}
