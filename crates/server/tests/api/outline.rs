//! Entries of publications while they are edited.

use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    entries_are_changed_in_the_text_alone,
    a_change_that_cannot_be_made_is_refused,
    a_new_module_is_entered_in_a_section,
    a_draft_with_a_new_entry_is_opened_by_the_first_tab,
    a_section_of_a_text_that_changed_is_refused,
);

const NEW: &str = "DMC-NV240-A-29-11-09-00A-520A-A_en-US.XML";

fn publication() -> String {
    format!("{BASE}/PMC-NV240-NVR01-AMM01-00_en-US.XML")
}

async fn edits(client: &Client, text: &str, change: Value) -> TestResponse {
    let body = json!({"text": text, "change": change});
    client.post(&format!("/toc/edits/default{}?tab=a", publication()), body).await
}

async fn opened(client: &Client) -> Value {
    client.ask(Method::POST, &format!("/files/checkout/default{}", publication()), None).await.ok();
    client.ask(Method::POST, &format!("/drafts/default{}?tab=a", publication()), None).await.ok()
}

/// The text with the edits of an answer, whose positions are in units of UTF-16.
pub(crate) fn applied(text: &str, answer: &Value) -> String {
    let mut units: Vec<u16> = text.encode_utf16().collect();
    let mut edits: Vec<&Value> = answer["edits"].as_array().expect("edits").iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse((edit["from"].as_u64(), edit["to"].as_u64())));
    for edit in edits {
        let place = |name: &str| usize::try_from(edit[name].as_u64().expect("a place")).expect("a place");
        let text = edit["text"].as_str().expect("a text").encode_utf16();
        units.splice(place("from")..place("to"), text);
    }
    String::from_utf16(&units).expect("a text")
}

/// Saves a text over that of a draft, in the tab `a`.
async fn save(author: &Client, draft: &Value, text: &str) -> Value {
    let request = author
        .request(Method::PUT, &format!("{}/drafts/default{}?tab=a", testkit::client::API, publication()))
        .header("content-type", "application/json")
        .header("if-match", format!("\"{}\"", draft["sha256"].as_str().expect("a hash")))
        .body(axum::body::Body::from(json!({"text": text, "version": draft["version"]}).to_string()))
        .expect("a request");
    author.send(request).await.ok()
}

fn number_of(entries: &Value, title: &str) -> usize {
    let found = entries.as_array().expect("entries").iter().position(|entry| entry["title"] == json!(title));
    found.unwrap_or_else(|| panic!("no entry {title}: {entries}"))
}

async fn entries_are_changed_in_the_text_alone(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    assert_eq!(edits(&author, "<pm/>", Value::Null).await.problem(), "409 file.not_checked_out");
    let draft = opened(&author).await;
    let text = draft["text"].as_str().expect("a text").to_owned();
    let read = edits(&author, &text, Value::Null).await.ok();
    assert_eq!(read["edits"], json!([]));
    let towing = number_of(&read["entries"], "09 Towing");
    let renamed =
        edits(&author, &text, json!({"kind": "rename", "entry": towing, "title": "09 Towing & taxiing"})).await.ok();
    assert_eq!(applied(&text, &renamed), text.replace("09 Towing<", "09 Towing &amp; taxiing<"));
    assert_eq!(renamed["entries"][towing]["title"], json!("09 Towing & taxiing"));
    let moved = edits(&author, &text, json!({"kind": "move", "entry": towing, "place": {"index": 0}})).await.ok();
    assert_eq!(moved["entries"][0]["title"], json!("09 Towing"));
    let after = applied(&text, &moved);
    assert_eq!(after.len(), text.len(), "its bytes only moved");
    let back = edits(&author, &after, json!({"kind": "remove", "entry": 0})).await.ok();
    assert_eq!(
        back["entries"].as_array().map(Vec::len),
        Some(read["entries"].as_array().map_or(0, Vec::len) - 2),
        "the section goes with its module"
    );
    let section =
        edits(&author, &text, json!({"kind": "addSection", "place": {"index": 1}, "title": "新章"})).await.ok();
    let text = applied(&text, &section);
    let number = number_of(&section["entries"], "新章");
    let file = format!("{BASE}/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML");
    let added = json!({"kind": "addFile", "place": {"parent": number, "index": 0}, "path": file});
    let added = edits(&author, &text, added).await.ok();
    let entry = &added["entries"][number + 1];
    assert_eq!((&entry["kind"], &entry["parent"]), (&json!("module"), &json!(number)));
    let saved = save(&author, &draft, &applied(&text, &added)).await;
    let said = json!({"step": "inWork", "sha256": saved["sha256"]});
    author.post(&format!("/files/checkin/default{}", publication()), said).await.ok();
    let nodes = reader
        .post("/toc/getLeafNodeWithPage", json!({"manualPath": BASE, "keyword": "新章", "anywhere": true}))
        .await
        .ok();
    assert_eq!(nodes["items"][0]["childCount"], json!(1), "{nodes}");
}

async fn a_change_that_cannot_be_made_is_refused(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let draft = opened(&author).await;
    let text = draft["text"].as_str().expect("a text");
    for change in [
        json!({"kind": "remove", "entry": 9999}),
        json!({"kind": "move", "entry": 0, "place": {"parent": 0, "index": 0}}),
    ] {
        assert_eq!(edits(&author, text, change).await.fields(), ["change: unknown_value"]);
    }
    let untitled = edits(&author, text, json!({"kind": "rename", "entry": 0, "title": " "})).await;
    assert_eq!(untitled.fields(), ["change.title: required"]);
    assert_eq!(edits(&author, "<pm><content>", Value::Null).await.problem(), "422 draft.refused");
    let module = format!("{BASE}/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML");
    assert_eq!(author.get(&format!("/toc/outline/default{module}")).await.problem(), "404 file.not_found");
}

fn entered(outline: &Value, entry: usize) -> Value {
    json!({"manualPath": BASE, "techName": "Zephyr", "contentType": "proced",
        "section": {"publication": publication(), "entry": entry, "sha256": outline["sha256"]}})
}

async fn a_new_module_is_entered_in_a_section(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    app.add("second", Role::Author).await;
    let second = app.signed_in("second").await;
    let outline = author.get(&format!("/toc/outline/default{}", publication())).await.ok();
    let fuel = number_of(&outline["entries"], "29 Hydraulic power");
    author.post(&format!("/dm/default/{NEW}"), entered(&outline, fuel)).await.ok();
    let after = author.get(&format!("/toc/outline/default{}", publication())).await.ok();
    let entries = after["entries"].as_array().expect("entries");
    let new = entries.iter().find(|entry| entry["title"] == json!("Zephyr")).expect("the entry");
    assert_eq!((&new["parent"], &after["isDraft"]), (&json!(fuel), &json!(true)));
    let file = author.get(&format!("/files/default{}", publication())).await.ok();
    assert_eq!(file["checkedOutBy"], json!("author"));
    // Another person cannot, and nothing of their module is left.
    let other = NEW.replace("-09-", "-10-");
    let theirs = second.get(&format!("/toc/outline/default{}", publication())).await.ok();
    let refused = second.post(&format!("/dm/default/{other}"), entered(&theirs, fuel)).await;
    assert_eq!(refused.problem(), "409 file.already_checked_out");
    assert_eq!(second.get(&format!("/files/default{BASE}/{other}")).await.problem(), "404 file.not_found");
    // The draft goes on with a second module.
    author.post(&format!("/dm/default/{other}"), entered(&after, fuel)).await.ok();
    let last = author.get(&format!("/toc/outline/default{}", publication())).await.ok();
    assert_eq!(lines(&last["entries"], &["title"]).iter().filter(|title| *title == "Zephyr").count(), 2);
}

async fn a_draft_with_a_new_entry_is_opened_by_the_first_tab(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let outline = author.get(&format!("/toc/outline/default{}", publication())).await.ok();
    author.post(&format!("/dm/default/{NEW}"), entered(&outline, 0)).await.ok();
    let open = async |tab: &str| {
        author.ask(Method::POST, &format!("/drafts/default{}?tab={tab}", publication()), None).await.ok()
    };
    let draft = open("a").await;
    assert_eq!((&draft["isMine"], &draft["tab"]), (&json!(true), &json!("a")), "{draft}");
    let text = draft["text"].as_str().expect("a text").replace("Zephyr", "Zephyrs");
    save(&author, &draft, &text).await;
    assert_eq!(open("b").await["isMine"], json!(false), "the first tab has it open");
}

async fn a_section_of_a_text_that_changed_is_refused(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let body = entered(&json!({"sha256": "0"}), 0);
    assert_eq!(author.post(&format!("/dm/default/{NEW}"), body).await.problem(), "409 changed_meanwhile");
    let outline = author.get(&format!("/toc/outline/default{}", publication())).await.ok();
    let refused = author.post(&format!("/dm/default/{NEW}"), entered(&outline, 9999)).await;
    assert_eq!(refused.fields(), ["section: unknown_value"]);
}
