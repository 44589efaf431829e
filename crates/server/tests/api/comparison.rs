//! What a preview says is what the import then does.

use std::collections::BTreeMap;

use domain::id::{ObjectId, VersionId};
use domain::name::Name;
use domain::permission::Role;
use domain::text::fold;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::{Files, demo};

use crate::imports::{given_manual, import, read};

testkit::on_each_app!(
    a_preview_is_what_the_import_does_in_one_language,
    a_preview_is_what_the_import_does_in_several_languages,
    a_preview_knows_what_stays_marked_as_deleted,
    a_question_that_makes_no_sense_is_refused,
    a_package_that_may_not_belong_into_a_manual_is_doubted,
);

/// What the newest OEM revision holds: key and version.
async fn held(app: &TestApp) -> BTreeMap<String, VersionId> {
    let mut tx = app.db.read().await.expect("a transaction");
    let name = |text| Name::in_path(text).expect("a name");
    let manual = store::manuals::find_by_name(&mut tx, &name("NV240"), &name("MMEL")).await.expect("it is looked for");
    let Some(oem) = manual.expect("a manual").lanes.oem else { return BTreeMap::new() };
    let outline = store::snapshots::list_outline(&mut tx, oem, ObjectId(0), 1_000_000).await.expect("an outline");
    outline.into_iter().map(|one| (fold(&one.key), one.version_id)).collect()
}

/// How the later differs from the earlier, object by object.
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

/// Previews and imports a package, and holds one against the other; gives how many are new, changed, unchanged, removed.
async fn previewed(app: &TestApp, client: &Client, files: &Files, complete: &str) -> [usize; 4] {
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
    let states = ["new", "changed", "unchanged", "removed"];
    let counted = states.map(|state| done.values().filter(|one| **one == state).count());
    assert_eq!(states.map(|state| counts[state].as_u64().expect("a count")), counted.map(|count| count as u64));
    counted
}

/// The files whose names hold none of these texts.
fn without(files: &Files, texts: &[&str]) -> Files {
    files.iter().filter(|(name, _)| !texts.iter().any(|text| name.contains(text))).cloned().collect()
}

/// The same with a comment at the end of those whose names hold the text.
fn touched(files: &Files, text: &str) -> Files {
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
    let part: Files =
        whole.iter().filter(|(name, _)| name.contains("-62-1") || name.contains("PMC")).cloned().collect();
    assert_eq!(previewed(&app, &author, &part, "no").await[3], 0, "what an incremental package leaves out stays");
    // A module keeps the picture it shows; one that nothing shows any more goes with its module.
    let less = without(&whole, &["A-28-21-01", "ICN-NV240-A-282101", "ICN-NV240-A-243000"]);
    let [new, _, _, removed] = previewed(&app, &author, &less, "yes").await;
    assert_eq!((new, removed), (0, 3), "two modules and their picture");
    // The same identity twice: the later issue is the one that comes in.
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

async fn a_preview_knows_what_stays_marked_as_deleted(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    for package in ["mmel-r1", "mmel-zh", "mmel-r2"] {
        let complete = if package == "mmel-zh" { "no" } else { "yes" };
        previewed(&app, &author, &demo(package), complete).await;
    }
    let [new, changed, _, removed] = previewed(&app, &author, &demo("mmel-r2"), "yes").await;
    assert_eq!((new, changed, removed), (0, 0, 0));
}

async fn a_question_that_makes_no_sense_is_refused(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let given = read(&app, &author, &demo("amm-zh")).await;
    let path = format!("/packages/{}/comparison", given["packageId"].as_str().expect("an id"));
    assert_eq!(author.get(&format!("{path}?complete=perhaps")).await.fields(), ["complete: unknown_value"]);
}

async fn a_package_that_may_not_belong_into_a_manual_is_doubted(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    author
        .post("/csdb/manual", json!({"csdbName": "NV240", "manualName": "OWN", "modelIdentCode": "NV240"}))
        .await
        .ok();
    let doubts = async |given: &Value, manual: &str| {
        let package = given["packageId"].as_str().expect("an id");
        let path = format!("/packages/{package}/comparison?csdbName=NV240&manualName={manual}");
        author.get(&path).await.ok()["doubts"].clone()
    };
    let mut english = read(&app, &author, &demo("mmel-r1")).await;
    let model = json!({"code": "otherModel", "packageModel": "NV240", "manualModel": "H160"});
    assert_eq!(doubts(&english, "MMEL").await, json!([model]));
    assert_eq!(doubts(&english, "OWN").await, json!([]));
    english["manualName"] = json!("OWN");
    assert_eq!(import(&app, &author, &english).await["status"], "COMPLETED");
    let chinese = read(&app, &author, &demo("mmel-zh")).await;
    assert_eq!(doubts(&chinese, "OWN").await, json!([]), "the same modules in another language");
    let maintenance = read(&app, &author, &demo("amm")).await;
    assert_eq!(doubts(&maintenance, "OWN").await, json!([{"code": "nothingShared"}]));
}
