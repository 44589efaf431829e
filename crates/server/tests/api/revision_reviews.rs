//! To-dos about what a confirmation does not merge: changed applicability, and customised copies in other manuals.

use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::packages::{PackageFiles, demo};

use crate::editing::{check_in, edit};
use crate::limited::Limits;
use crate::revision_todos::{open, resolve};
use crate::revisions::{BEFORE, MODULE, OURS, confirm, customise, path, revised, todos};
use crate::viewer::{BASE, delivered, lines, reader_of};

testkit::on_each_app!(
    a_table_that_a_profile_depends_on_is_to_be_reviewed,
    a_table_that_nobody_depends_on_makes_no_to_do,
    a_table_that_a_customised_module_depends_on_is_to_be_reviewed,
    a_customised_module_with_another_applicability_is_to_be_reviewed,
    a_copy_in_another_manual_is_named_and_becomes_a_to_do,
    a_copy_in_a_hidden_manual_is_not_shown,
);

const NEW: &str = "Take off panel 214AL";
const PCT: &str = "00-00-00-00A-00PA-D";
const SECOND: &str = "/NV240/AMM2";

/// The demo with other words in one file.
fn changed(name: &str, old: &str, new: &str) -> PackageFiles {
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(file, _)| file.contains(name)).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("text");
    assert!(text.contains(old), "{text}");
    let text = text.replacen(old, new, 1);
    *bytes = text.replace("issueNumber=\"001\"", "issueNumber=\"002\"").into_bytes();
    files
}

/// The first product gets a service bulletin.
fn other_products() -> PackageFiles {
    let value = |value: &str| {
        format!("applicPropertyIdent=\"SB28001\" applicPropertyType=\"condition\" applicPropertyValue=\"{value}\"")
    };
    changed(PCT, &value("PRE"), &value("POST"))
}

async fn profile(app: &TestApp, ident: &str) {
    let assertion =
        json!({"applicPropertyIdent": ident, "applicPropertyType": "condition", "applicPropertyValues": "POST"});
    let body = json!({"manualPath": BASE, "name": "Bulletin", "scope": "assertion", "assertion": assertion});
    app.person(Role::Author).await.post("/csdb/profile", body).await.ok();
}

async fn reasons(app: &TestApp, revision: &str) -> Vec<String> {
    let reader = app.person(Role::Reader).await;
    lines(&todos(&reader, revision, "").await["items"], &["path", "reason", "state"])
}

async fn a_table_that_a_profile_depends_on_is_to_be_reviewed(app: TestApp) {
    reader_of(&app, "amm").await;
    profile(&app, "SB28001").await;
    let revision = delivered(&app, &other_products(), "yes").await;
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["forwarded"], &done["todos"]), (&json!("1"), &json!("1")), "{done}");
    assert_eq!(
        reasons(&app, &revision).await,
        [format!("{BASE}/DMC-NV240-A-{PCT}_en-US.XML reviewApplicability open")]
    );
    let author = app.person(Role::Author).await;
    let todo = todos(&author, &revision, "?reason=reviewApplicability").await["items"][0].clone();
    let address = format!("/revisions/{revision}/todos/{}", todo["id"].as_str().expect("an id"));
    let opened = open(&author, &address).await;
    assert_eq!((&opened["isEdited"], &opened["maySave"]), (&json!(false), &json!(true)), "{opened}");
    let done = json!({"version": todo["version"], "done": true});
    assert_eq!(author.put(&format!("{address}/done"), done).await.ok()["state"], "done");
}

async fn a_table_that_nobody_depends_on_makes_no_to_do(app: TestApp) {
    reader_of(&app, "amm").await;
    profile(&app, "EK25HOIST").await;
    let revision = delivered(&app, &other_products(), "yes").await;
    assert_eq!(confirm(&app, &revision).await["todos"], "0");
    assert_eq!(reasons(&app, &revision).await, [""; 0]);
}

async fn a_table_that_a_customised_module_depends_on_is_to_be_reviewed(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let assertion = "<assert applicPropertyIdent=\"SB28001\" applicPropertyType=\"condition\" \
        applicPropertyValues=\"POST\"/></applic>";
    let (_, sha256) = edit(&author, &path(), |text| {
        // The statement of the module itself stands first.
        let end = text.find("</applic>").expect("an applicability");
        let start = text[..end].rfind("<applic>").expect("a statement");
        [&text[..start], "<applic>", assertion, &text[end + "</applic>".len()..]].concat()
    })
    .await;
    check_in(&author, &path(), json!({"step": "inWork", "comment": "Ours"}), &sha256).await.ok();
    let revision = delivered(&app, &other_products(), "yes").await;
    confirm(&app, &revision).await;
    assert_eq!(
        reasons(&app, &revision).await,
        [format!("{BASE}/DMC-NV240-A-{PCT}_en-US.XML reviewApplicability open")]
    );
}

async fn a_customised_module_with_another_applicability_is_to_be_reviewed(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let statement = |applic: &str| format!("<simplePara>{applic}</simplePara>");
    let delivered_text = reader.get(&format!("/bytes/default{}", path())).await.text();
    let start = delivered_text.find("<simplePara>").expect("a statement") + "<simplePara>".len();
    let end = start + delivered_text[start..].find("</simplePara>").expect("its end");
    let files = changed("28-21-01-00A-520A", &statement(&delivered_text[start..end]), &statement("NV240-2 alone"));
    let revision = delivered(&app, &files, "yes").await;
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["merged"], &done["conflicts"], &done["todos"]), (&json!("1"), &json!("0"), &json!("1")));
    let listed = todos(&reader, &revision, "?state=open").await;
    assert_eq!(lines(&listed["items"], &["path", "reason"]), [format!("{} reviewApplicability", path())]);
    let merged = reader.get(&format!("/bytes/default{}", path())).await.text();
    assert!(merged.contains("NV240-2 alone") && merged.contains(OURS), "{merged}");
}

fn copy() -> String {
    format!("{SECOND}/{}", MODULE.replace("DMC-", "DME-F0210-QZ1-"))
}

/// A manual without an OEM with a customised copy of the module.
async fn copied_elsewhere(app: &TestApp) {
    let manual =
        json!({"csdbName": ["NV240"], "manualName": ["AMM2"], "manualType": ["SELF"], "modelIdentCode": ["NV240"]});
    app.admin().await.post("/csdb/manual", manual).await.ok();
    let author = app.person(Role::Author).await;
    let body = json!({"manualPath": SECOND, "techName": "Booster pump", "copyOf": path()});
    author.post(&format!("/dm/default{}", copy().trim_start_matches(SECOND)), body).await.ok();
    let (_, sha256) = edit(&author, &copy(), |text| text.replace("Lower the pump by 30 mm", OURS)).await;
    check_in(&author, &copy(), json!({"step": "inWork"}), &sha256).await.ok();
}

async fn a_copy_in_another_manual_is_named_and_becomes_a_to_do(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    copied_elsewhere(&app).await;
    let revision = delivered(&app, &revised(NEW, "002"), "yes").await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!((&told["copies"], &told["copiesElsewhere"]), (&json!(0), &json!(1)), "{told}");
    let modules = reader.get(&format!("/revisions/{revision}/forecast/modules?category=copiesElsewhere")).await.ok();
    let listed = lines(&modules["items"], &["path", "copyOf", "change", "isElsewhere"]);
    assert_eq!(listed, [format!("{} {} none true", copy(), path())]);
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["merged"], &done["todos"]), (&json!("0"), &json!("1")), "{done}");
    let author = app.person(Role::Author).await;
    let todo = todos(&author, &revision, "").await["items"][0].clone();
    assert_eq!((&todo["path"], &todo["reason"]), (&json!(copy()), &json!("copyElsewhere")));
    let address = format!("/revisions/{revision}/todos/{}", todo["id"].as_str().expect("an id"));
    let opened = open(&author, &address).await;
    assert_eq!((&opened["copyOf"], &opened["maySave"]), (&json!(path()), &json!(false)), "{opened}");
    for (side, words) in [("base", BEFORE), ("theirs", NEW), ("ours", OURS)] {
        assert!(opened[side]["text"].as_str().expect("a text").contains(words), "{side}");
    }
    let refused = resolve(&author, &address, &opened, json!({"resolution": "ours"})).await;
    assert_eq!(refused.fields(), ["resolution: unknown_value"], "it is edited in its own manual");
    let kept = reader.get(&format!("/bytes/default{}", copy())).await.text();
    assert!(kept.contains(BEFORE) && kept.contains(OURS), "nothing was changed: {kept}");
    // The to-do of the next revision has the same work.
    let next = delivered(&app, &revised("Take panel 214AL off", "003"), "yes").await;
    confirm(&app, &next).await;
    let superseded = todos(&author, &revision, "").await["items"][0].clone();
    assert_eq!((&superseded["state"], &superseded["resolution"]), (&json!("done"), &json!("superseded")));
    let listed = todos(&author, &next, "?state=open").await;
    assert_eq!(lines(&listed["items"], &["path", "reason"]), [format!("{} copyElsewhere", copy())]);
}

async fn a_copy_in_a_hidden_manual_is_not_shown(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    copied_elsewhere(&app).await;
    Limits::of_group(&app, SECOND, "Fleet 2", &["author"], AccessLevel::Author).await;
    let revision = delivered(&app, &revised(NEW, "002"), "yes").await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!(told["copiesElsewhere"], json!(0));
    confirm(&app, &revision).await;
    let author = app.person(Role::Author).await;
    let todo = todos(&author, &revision, "").await["items"][0].clone();
    assert_eq!(todo["path"], json!(copy()), "whoever sees the manual has the to-do");
    assert_eq!(todos(&reader, &revision, "").await["total"], json!(0));
    let counts = reader.get(&format!("/revisions/{revision}")).await.ok()["todos"].clone();
    assert_eq!(counts["open"], Value::from(0));
    let address = format!("/revisions/{revision}/todos/{}", todo["id"].as_str().expect("an id"));
    assert_eq!(reader.get(&address).await.problem(), "404 todo.not_found");
}
