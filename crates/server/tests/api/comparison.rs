//! The import does what its preview shows.

use std::collections::BTreeMap;

use domain::id::{ObjectId, VersionId};
use domain::name::Name;
use domain::permission::Role;
use domain::text::fold;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::{PackageFiles, demo, pre_import, send, zipped};

use crate::imports::{ask, given_manual, import, read};

testkit::on_each_app!(
    a_preview_is_what_the_import_does_in_one_language,
    a_preview_is_what_the_import_does_in_several_languages,
    a_preview_handles_objects_marked_as_deleted,
    invalid_comparison_parameters_are_refused,
    a_package_that_was_not_read_has_no_comparison,
    a_package_that_may_not_belong_to_a_manual_has_doubts,
    an_already_imported_or_older_package_has_doubts,
    an_earlier_issue_of_one_module_has_doubts,
    a_later_translation_does_not_make_the_original_outdated,
    a_translation_of_an_earlier_issue_has_doubts,
    an_import_can_require_the_revision_it_was_compared_with,
);

/// The objects in the newest OEM revision: key and version.
async fn held(app: &TestApp) -> BTreeMap<String, VersionId> {
    let mut tx = app.db.read().await.expect("a transaction");
    let name = |text| Name::in_path(text).expect("a name");
    let manual = store::manuals::find_by_name(&mut tx, &name("NV240"), &name("MMEL")).await.expect("it is looked for");
    let Some(oem) = manual.expect("a manual").lanes.oem else { return BTreeMap::new() };
    let outline = store::snapshots::list_objects(&mut tx, oem, ObjectId(0), 1_000_000).await.expect("an outline");
    outline.into_iter().map(|one| (fold(&one.key), one.version_id)).collect()
}

/// The differences between two revisions, object by object.
fn differences(
    before: &BTreeMap<String, VersionId>,
    after: &BTreeMap<String, VersionId>,
) -> BTreeMap<String, &'static str> {
    let state = |key: &String| match (before.get(key), after.get(key)) {
        (None, _) => "new",
        (_, None) => "removed",
        (old, new) if old == new => "unchanged",
        _ => "changed",
    };
    before.keys().chain(after.keys()).map(|key| (key.clone(), state(key))).collect()
}

/// The opposite answer.
fn other(complete: &str) -> &'static str {
    if complete == "yes" { "no" } else { "yes" }
}

/// Previews and imports a package, compares the two, and returns the numbers of new, changed, unchanged and removed
/// objects.
async fn previewed(app: &TestApp, client: &Client, files: &PackageFiles, complete: &str) -> [usize; 4] {
    let mut given = read(app, client, files).await;
    given["complete"] = json!(complete);
    let path = format!("/packages/{}/comparison", given["packageId"].as_str().expect("an id"));
    let (mut told, mut counts, mut number) = (BTreeMap::new(), json!({}), 1);
    loop {
        let place = format!("csdbName=nv240&manualName=mmel&complete={complete}&pageNumber={number}&pageSize=100");
        let answer = client.get(&format!("{path}?{place}")).await.ok();
        let items = answer["page"]["items"].as_array().expect("items").clone();
        if items.is_empty() {
            assert_eq!(answer["page"]["total"], told.len(), "no object twice");
            break;
        }
        for item in items {
            let text = |name: &str| item[name].as_str().unwrap_or_default().to_owned();
            assert_eq!(item["oldIssue"].is_null(), text("state") == "new", "{item}");
            assert_eq!(item["newIssue"].is_null(), text("state") == "removed", "{item}");
            told.insert(fold(&text("key")), text("state"));
        }
        counts = answer["counts"].clone();
        number += 1;
    }
    let before = held(app).await;
    let job = import(app, client, &given).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    let done = differences(&before, &held(app).await);
    let told: BTreeMap<_, _> = told.iter().map(|(key, state)| (key.clone(), state.as_str())).collect();
    assert_eq!(told, done);
    let place = format!("csdbName=nv240&manualName=mmel&moment=import&complete={}", other(complete));
    let after = client.get(&format!("{path}?{place}")).await.ok();
    assert_eq!(after["counts"], counts, "what the import did stays to be read");
    assert_eq!(after["imported"]["number"].to_string(), job["outputMap"]["revision"].as_str().expect("a number"));
    assert_eq!((&after["imported"]["complete"], &after["doubts"]), (&json!(complete == "yes"), &json!([])));
    let states = ["new", "changed", "unchanged", "removed"];
    let counted = states.map(|state| done.values().filter(|one| **one == state).count());
    assert_eq!(states.map(|state| counts[state].as_u64().expect("a count")), counted.map(|count| count as u64));
    counted
}

/// The files whose names contain none of these texts.
fn without(files: &PackageFiles, texts: &[&str]) -> PackageFiles {
    files.iter().filter(|(name, _)| !texts.iter().any(|text| name.contains(text))).cloned().collect()
}

/// The same with another date of the delivery and its modules; the contents, which have a checksum, stay.
fn dated(files: &PackageFiles, day: &str, other: &str) -> PackageFiles {
    let mut files = files.clone();
    for (_, bytes) in files.iter_mut().filter(|(name, _)| !name.starts_with("DM/")) {
        if let Ok(text) = std::str::from_utf8(bytes) {
            *bytes = text.replace(day, other).into_bytes();
        }
    }
    files
}

/// The same with a comment appended to files whose names contain the text.
fn touched(files: &PackageFiles, text: &str) -> PackageFiles {
    let mut files = files.clone();
    for (name, bytes) in &mut files {
        if name.contains(text) {
            bytes.extend_from_slice(b"<!-- touched -->");
        }
    }
    files
}

async fn a_preview_is_what_the_import_does_in_one_language(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let whole = demo("amm");
    let all = whole.len();
    assert_eq!(previewed(&app, &author, &whole, "yes").await, [all, 0, 0, 0], "into an empty manual");
    assert_eq!(previewed(&app, &author, &touched(&whole, "-24-3"), "no").await, [0, 4, all - 4, 0]);
    let part: PackageFiles =
        whole.iter().filter(|(name, _)| name.contains("-62-1") || name.contains("PMC")).cloned().collect();
    assert_eq!(previewed(&app, &author, &part, "no").await[3], 0, "what an incremental package leaves out stays");
    // A complete package replaces all illustrations, also one that a remaining module still shows.
    let less = without(&whole, &["A-28-21-01", "ICN-NV240-A-282101", "ICN-NV240-A-243000"]);
    let [new, _, _, removed] = previewed(&app, &author, &less, "yes").await;
    assert_eq!((new, removed), (0, 4), "two modules, their picture and the one that is not delivered");
    // The same identity twice: the later issue is imported.
    let mut twice = less.clone();
    let (name, bytes) =
        less.iter().find(|(name, _)| name.contains("24-30-00-00A-040A")).expect("a description").clone();
    let later = String::from_utf8(bytes).expect("text").replace("issueNumber=\"001\"", "issueNumber=\"002\"");
    twice.push((format!("again/{}", name.replace("_001-00_", "_002-00_")), later.into_bytes()));
    assert_eq!(previewed(&app, &author, &twice, "yes").await[1], 1);
}

async fn a_preview_is_what_the_import_does_in_several_languages(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let (english, chinese) = (demo("amm"), demo("amm-zh"));
    previewed(&app, &author, &english, "yes").await;
    let paperwork = 2;
    let [new, changed, _, removed] = previewed(&app, &author, &chinese, "yes").await;
    assert_eq!((new, changed, removed), (chinese.len(), 0, paperwork), "English modules and their pictures stay");
    let [new, _, _, removed] = previewed(&app, &author, &without(&english, &["A-62-11-01"]), "yes").await;
    assert_eq!((new, removed), (paperwork, 3 + paperwork), "Chinese modules and their pictures stay");

    let mut mixed = without(&english, &["A-28-21-01", "ICN-NV240-A-282101"]);
    mixed.extend(without(&chinese, &["A-26-20-00-00A-040A", "ICN-NV240-A-262000-0-NVR01-00109"]));
    let [.., removed] = previewed(&app, &author, &mixed, "yes").await;
    assert_eq!(removed, 3 + 2, "what is left out in either language is gone");
    let mut mixed = touched(&without(&english, &["A-24-31"]), "A-29-10");
    mixed.extend(touched(&chinese, "A-29-10"));
    let [new, changed, _, removed] = previewed(&app, &author, &mixed, "no").await;
    assert_eq!((new, changed, removed), (3 + 2, 2 + 2, 0));
}

async fn a_preview_handles_objects_marked_as_deleted(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    for package in ["mmel-r1", "mmel-zh", "mmel-r2"] {
        let complete = if package == "mmel-zh" { "no" } else { "yes" };
        previewed(&app, &author, &demo(package), complete).await;
    }
    let [new, changed, _, removed] = previewed(&app, &author, &demo("mmel-r2"), "yes").await;
    assert_eq!((new, changed, removed), (0, 0, 0));
}

async fn invalid_comparison_parameters_are_refused(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let given = read(&app, &author, &demo("amm-zh")).await;
    let path = format!("/packages/{}/comparison", given["packageId"].as_str().expect("an id"));
    for field in ["complete", "state", "moment"] {
        let refused = author.get(&format!("{path}?{field}=perhaps")).await.fields();
        assert_eq!(refused, [format!("{field}: unknown_value")]);
    }
}

async fn a_package_that_was_not_read_has_no_comparison(app: TestApp) {
    let author = app.person(Role::Author).await;
    let upload = send(&author, "nv240.zip", zipped(&demo("amm-zh"))).await;
    let path = format!("/packages/{}/comparison", upload["packageId"].as_str().expect("an id"));
    assert_eq!(author.get(&path).await.problem(), "409 package.not_read");
    pre_import(&author, &upload).await;
    assert_eq!(author.get(&path).await.problem(), "409 package.not_read");
    assert_eq!(app.run_jobs().await, 1);
    author.get(&path).await.ok();
}

async fn doubts(client: &Client, given: &Value, manual: &str) -> Value {
    let package = given["packageId"].as_str().expect("an id");
    let path = format!("/packages/{package}/comparison?csdbName=NV240&manualName={manual}");
    client.get(&path).await.ok()["doubts"].clone()
}

async fn a_package_that_may_not_belong_to_a_manual_has_doubts(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    author
        .post("/csdb/manual", json!({"csdbName": "NV240", "manualName": "OWN", "modelIdentCode": "NV240"}))
        .await
        .ok();
    let mut english = read(&app, &author, &demo("mmel-r1")).await;
    let model = json!({"code": "otherModel", "packageModel": "NV240", "manualModel": "H160"});
    assert_eq!(doubts(&author, &english, "MMEL").await, json!([model]));
    assert_eq!(doubts(&author, &english, "OWN").await, json!([]));
    english["manualName"] = json!("OWN");
    assert_eq!(import(&app, &author, &english).await["status"], "COMPLETED");
    let chinese = read(&app, &author, &demo("mmel-zh")).await;
    assert_eq!(doubts(&author, &chinese, "OWN").await, json!([]), "the same modules in another language");
    let maintenance = read(&app, &author, &demo("amm")).await;
    assert_eq!(doubts(&author, &maintenance, "OWN").await, json!([{"code": "nothingShared"}]));
}

/// A manual of the demo's model with an imported package.
async fn given_own(app: &TestApp, author: &Client, files: &PackageFiles) -> Value {
    given_manual(app).await;
    let own = json!({"csdbName": "NV240", "manualName": "OWN", "modelIdentCode": "NV240"});
    author.post("/csdb/manual", own).await.ok();
    into_own(app, author, files).await
}

async fn into_own(app: &TestApp, author: &Client, files: &PackageFiles) -> Value {
    let mut given = read(app, author, files).await;
    given["manualName"] = json!("OWN");
    assert_eq!(import(app, author, &given).await["status"], "COMPLETED");
    given
}

async fn an_already_imported_or_older_package_has_doubts(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = given_own(&app, &author, &demo("mmel-r1")).await;
    let on = |revision: usize, revisions: &Value| {
        revisions[revisions.as_array().expect("a list").len() - revision]["createdOn"].clone()
    };
    let revisions = async || author.get("/revisions?manualPath=/NV240/OWN").await.ok();
    let held = |revision: usize, all: &Value| json!({"code": "alreadyImported", "revision": revision, "importedOn": on(revision, all)});
    assert_eq!(doubts(&author, &first, "OWN").await, json!([held(1, &revisions().await)]), "the very package");
    let again = read(&app, &author, &demo("mmel-r1")).await;
    assert_eq!(doubts(&author, &again, "OWN").await, json!([held(1, &revisions().await)]), "another file of the same");

    let second = read(&app, &author, &demo("mmel-r2")).await;
    assert_eq!(doubts(&author, &second, "OWN").await, json!([]));
    into_own(&app, &author, &demo("mmel-r2")).await;
    let all = revisions().await;
    let late = doubts(&author, &again, "OWN").await;
    assert_eq!(late[0], held(1, &all));
    assert_eq!((&late[1]["code"], &late[1]["revision"]), (&json!("older"), &json!(2)));
    assert!(late[1]["objects"].as_u64().expect("a count") > 0, "{late}");
    let dates = [&late[1]["packageDate"], &late[1]["revisionDate"]].map(|date| date.as_str().expect("a date"));
    assert!(dates[0] < dates[1] && !dates[0].is_empty(), "{dates:?}");
    assert_eq!(late.as_array().map(Vec::len), Some(2));
    assert_eq!(doubts(&author, &second, "OWN").await, json!([held(2, &all)]));
}

async fn a_later_translation_does_not_make_the_original_outdated(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_own(&app, &author, &demo("mmel-r1")).await;
    let translated = dated(&demo("mmel-zh"), "2026-04-20", "2026-10-05");
    assert_eq!(doubts(&author, &read(&app, &author, &translated).await, "OWN").await, json!([]));
    into_own(&app, &author, &translated).await;
    let next = read(&app, &author, &demo("mmel-r2")).await;
    assert_eq!(doubts(&author, &next, "OWN").await, json!([]), "dated before the translation, after its original");
    let early = read(&app, &author, &demo("mmel-zh")).await;
    let told = doubts(&author, &early, "OWN").await;
    assert_eq!((&told[0]["code"], &told[0]["revision"]), (&json!("older"), &json!(2)), "than the other translation");
    into_own(&app, &author, &demo("mmel-r2")).await;
    let first = read(&app, &author, &demo("mmel-r1")).await;
    let told = doubts(&author, &first, "OWN").await;
    assert_eq!((&told[1]["code"], &told[1]["revision"]), (&json!("older"), &json!(3)), "than its own successor");
}

async fn a_translation_of_an_earlier_issue_has_doubts(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_own(&app, &author, &demo("mmel-r1")).await;
    let chinese = read(&app, &author, &demo("mmel-zh")).await;
    assert_eq!(doubts(&author, &chinese, "OWN").await, json!([]), "it translates what is there");
    into_own(&app, &author, &demo("mmel-r2")).await;
    let told = doubts(&author, &chinese, "OWN").await;
    let objects = told[0]["objects"].as_u64().expect("a count");
    let outdated = json!({"code": "outdatedTranslation", "revision": 2, "objects": objects, "original": "en-US"});
    assert_eq!(told, json!([outdated]));
    assert!(0 < objects && objects < 31, "only those whose original has changed: {objects}");

    // S1000D counts issues: a later date alone does not make the package newer.
    author
        .post("/csdb/manual", json!({"csdbName": "NV240", "manualName": "AMM", "modelIdentCode": "NV240"}))
        .await
        .ok();
    let mut later = demo("amm");
    let (name, bytes) = later.iter_mut().find(|(name, _)| name.contains("26-20-00-00A-040A")).expect("a description");
    *name = name.replace("_001-00_", "_002-00_");
    let text = String::from_utf8(bytes.clone()).expect("text");
    *bytes = text.replace("issueNumber=\"001\"", "issueNumber=\"002\"").into_bytes();
    let mut given = read(&app, &author, &later).await;
    given["manualName"] = json!("AMM");
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    let chinese = read(&app, &author, &demo("amm-zh")).await;
    let outdated = json!({"code": "outdatedTranslation", "revision": 1, "objects": 1, "original": "en-US"});
    assert_eq!(doubts(&author, &chinese, "AMM").await, json!([outdated]));
}

async fn an_earlier_issue_of_one_module_has_doubts(app: TestApp) {
    let author = app.person(Role::Author).await;
    let earlier = demo("amm");
    let mut later = earlier.clone();
    let (name, bytes) = later.iter_mut().find(|(name, _)| name.contains("24-30-00-00A-040A")).expect("a description");
    *name = name.replace("_001-00_", "_00010-00_");
    let text = String::from_utf8(bytes.clone()).expect("text");
    *bytes = text.replace("issueNumber=\"001\"", "issueNumber=\"00010\"").into_bytes();
    given_own(&app, &author, &later).await;
    let given = read(&app, &author, &earlier).await;
    let told = doubts(&author, &given, "OWN").await;
    assert_eq!((&told[0]["code"], &told[0]["objects"]), (&json!("older"), &json!(1)), "{told}");
    into_own(&app, &author, &earlier).await;
    let given = read(&app, &author, &later).await;
    let told = doubts(&author, &given, "OWN").await;
    assert_eq!(told.as_array().map(Vec::len), Some(1), "{told}");
    assert_eq!((&told[0]["code"], &told[0]["revision"]), (&json!("alreadyImported"), &json!(1)), "but not older");
}

async fn an_import_can_require_the_revision_it_was_compared_with(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let own = json!({"csdbName": "NV240", "manualName": "OWN", "modelIdentCode": "NV240"});
    author.post("/csdb/manual", own).await.ok();
    let mut early = read(&app, &author, &demo("mmel-r1")).await;
    early["manualName"] = json!("OWN");
    let path =
        format!("/packages/{}/comparison?csdbName=NV240&manualName=OWN", early["packageId"].as_str().expect("an id"));
    let seen = author.get(&path).await.ok();
    assert_eq!((&seen["comparedWith"], &seen["doubts"]), (&json!(""), &json!([])));
    early["comparedWith"] = seen["comparedWith"].clone();

    into_own(&app, &author, &demo("mmel-r2")).await;
    assert_eq!(ask(&author, &early).await.problem(), "409 import.overtaken", "what was seen is no more");
    let seen = author.get(&path).await.ok();
    let revisions = author.get("/revisions?manualPath=/NV240/OWN").await.ok();
    assert_eq!((&seen["comparedWith"], &seen["doubts"][0]["code"]), (&revisions[0]["id"], &json!("older")));
    early["comparedWith"] = json!("soup");
    assert_eq!(ask(&author, &early).await.problem(), "409 import.overtaken");
    early["comparedWith"] = seen["comparedWith"].clone();
    assert_eq!(import(&app, &author, &early).await["status"], "COMPLETED", "who knows it may");
    assert_eq!(ask(&author, &early).await.problem(), "409 import.overtaken", "by their own import");
    early.as_object_mut().expect("parameters").remove("comparedWith");
    assert_eq!(import(&app, &author, &early).await["status"], "COMPLETED", "nobody has to say it");
}
