//! Presets of the publish dialog.

use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::limited::Limits;
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(
    presets_are_kept_for_each_person_and_manual,
    presets_are_for_those_who_work_on_the_manual,
    odd_choices_are_refused_at_their_fields,
);

const PRESETS: &str = "/publications/presets";

/// The last choices for a manual.
pub(crate) fn preset(manual_path: &str) -> Value {
    json!({
        "manualPath": manual_path,
        "name": "",
        "choices": {
            "type": "draft", "formats": ["html"], "reviseTypes": ["complete"], "profiles": ["All"], "aircraft": [],
            "leftOutLanguages": ["zh-CN"], "bookLanguages": "automatic", "operator": "AZB",
        },
    })
}

fn named(name: &str) -> Value {
    let mut preset = preset(BASE);
    preset["name"] = json!(name);
    preset
}

async fn listed(client: &Client) -> Vec<Value> {
    let listed = client.get(&format!("{PRESETS}?manualPath={BASE}")).await.ok();
    listed.as_array().expect("a list").clone()
}

async fn presets_are_kept_for_each_person_and_manual(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    assert!(listed(&author).await.is_empty());
    let last = author.put(PRESETS, preset(BASE)).await.ok();
    let weekly = author.put(PRESETS, named(" Weekly draft ")).await.ok();
    assert_eq!(weekly["name"], "Weekly draft");
    let mut changed = named("weekly DRAFT");
    changed["choices"]["formats"] = json!(["pdf", "s1000d"]);
    let replaced = author.put(PRESETS, changed).await.ok();
    assert_eq!(replaced["id"], weekly["id"], "one of the same name is replaced");
    let found = listed(&author).await;
    assert_eq!(found.iter().map(|one| &one["name"]).collect::<Vec<_>>(), [&json!(""), &json!("weekly DRAFT")]);
    assert_eq!(found[0]["choices"], preset(BASE)["choices"]);
    assert_eq!(found[1]["choices"]["formats"], json!(["pdf", "s1000d"]));
    assert!(listed(&approver).await.is_empty(), "they are the author's own");
    let address = format!("{PRESETS}/{}", weekly["id"].as_str().expect("an id"));
    let theirs = approver.delete(&address).await;
    assert_eq!(theirs.problem(), "404 publish_preset.not_found");
    assert_eq!(author.delete(&address).await.status.as_u16(), 204);
    assert_eq!(listed(&author).await[0]["id"], last["id"]);
    for number in 0..20 {
        author.put(PRESETS, named(&format!("Preset {number}"))).await.ok();
    }
    assert_eq!(author.put(PRESETS, named("One more")).await.problem(), "409 publication.too_many_presets");
    author.put(PRESETS, named("Preset 1")).await.ok();
}

async fn presets_are_for_those_who_work_on_the_manual(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let list = format!("{PRESETS}?manualPath={BASE}");
    assert_eq!(reader.get(&list).await.problem(), "403 forbidden");
    assert_eq!(reader.put(PRESETS, preset(BASE)).await.problem(), "403 forbidden");
    let author = app.person(Role::Author).await;
    assert_eq!(author.put(PRESETS, preset("/NV240/NONE")).await.problem(), "404 manual.not_found");
    Limits::of_group(&app, BASE, "Readers", &["author"], AccessLevel::Read).await;
    assert_eq!(author.get(&list).await.problem(), "403 forbidden");
    assert_eq!(author.put(PRESETS, preset(BASE)).await.problem(), "403 forbidden");
}

async fn odd_choices_are_refused_at_their_fields(app: TestApp) {
    reader_of(&app, "amm").await;
    let mut odd = named(&"a".repeat(61));
    odd["choices"]["type"] = json!("approved");
    odd["choices"]["formats"] = json!(["docx"]);
    let author = app.person(Role::Author).await;
    let refused = author.put(PRESETS, odd).await;
    assert_eq!(refused.fields(), ["name: too_long", "type: unknown_value", "formats: unknown_value"]);
    assert!(listed(&author).await.is_empty());
}
