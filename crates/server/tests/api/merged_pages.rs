//! The result of a to-do as readers see it, with the side that each change comes from.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::revision_todos::{conflict, open, resolve};
use crate::revisions::{confirm, revised};
use crate::viewer::delivered;

testkit::on_each_app!(
    a_page_says_which_side_each_change_comes_from,
    a_saved_result_is_compared_with_the_texts_it_was_made_from,
    a_later_revision_does_not_change_the_page_of_an_earlier_one,
    a_text_that_is_no_module_has_no_page,
);

async fn drawn(client: &Client, address: &str, body: Value) -> String {
    let page = client.post(&format!("{address}/page"), body).await.ok();
    assert_eq!(page["pages"].as_array().expect("pages").len(), 1, "{page}");
    page["pages"][0]["html"].as_str().expect("a page").to_owned()
}

/// Whether a page has a word with an origin: in `ins` or in `del`.
fn has(html: &str, tag: &str, origin: &str, word: &str) -> bool {
    let begin = format!("<{tag} ");
    html.split(&begin).skip(1).filter_map(|piece| piece.split_once('>')).any(|(attributes, rest)| {
        let text = rest.split("</").next().unwrap_or_default();
        attributes.contains(&format!("data-origin=\"{origin}\"")) && text.contains(word)
    })
}

async fn a_page_says_which_side_each_change_comes_from(app: TestApp) {
    let (_, author, address) = conflict(&app).await;
    let opened = open(&author, &address).await;
    let merged = opened["result"]["text"].as_str().expect("a text");
    // The merge has ours at a conflict.
    let html = drawn(&author, &address, json!({"text": merged})).await;
    assert!(has(&html, "del", "both", "Remove"), "{html}");
    assert!(has(&html, "ins", "ours", "Open"), "{html}");
    let theirs = merged.replace("Open panel 214AL", "Take off panel 214AL");
    let html = drawn(&author, &address, json!({"text": theirs})).await;
    assert!(has(&html, "ins", "theirs", "Take"), "{html}");
    let typed = merged.replace("Open panel 214AL", "Unscrew panel 214AL");
    let html = drawn(&author, &address, json!({"text": typed})).await;
    assert!(has(&html, "ins", "typed", "Unscrew"), "{html}");
    // Readers look at it too; nothing is stored.
    let reader = app.person(Role::Reader).await;
    assert_eq!(drawn(&reader, &address, json!({"text": typed})).await, html);
    assert_eq!(open(&author, &address).await["todo"]["version"], json!(1));
}

async fn a_saved_result_is_compared_with_the_texts_it_was_made_from(app: TestApp) {
    let (_, author, address) = conflict(&app).await;
    let opened = open(&author, &address).await;
    let before = opened["ours"]["version"].clone();
    assert_eq!(opened["airlineVersion"], before);
    let merged = opened["result"]["text"].as_str().expect("a text");
    let text = merged.replace("Open panel 214AL", "Take off panel 214AL");
    resolve(&author, &address, &opened, json!({"resolution": "text", "text": text})).await.ok();
    let done = open(&author, &address).await;
    // The text that the decision found stays known, though the module has another one now.
    assert_eq!((&done["airlineVersion"], &done["isEdited"]), (&before, &json!(true)));
    assert_ne!(done["workingVersion"], before);
    let html = drawn(&author, &address, json!({})).await;
    assert!(has(&html, "ins", "theirs", "Take"), "{html}");
    // A text that is worked on further has the same origins: the present version has the OEM's change already.
    let html = drawn(&author, &address, json!({"text": text})).await;
    assert!(has(&html, "ins", "theirs", "Take"), "{html}");
}

async fn a_later_revision_does_not_change_the_page_of_an_earlier_one(app: TestApp) {
    let (_, author, address) = conflict(&app).await;
    let opened = open(&author, &address).await;
    let merged = opened["result"]["text"].as_str().expect("a text");
    let text = merged.replace("Open panel 214AL", "Take off panel 214AL");
    resolve(&author, &address, &opened, json!({"resolution": "text", "text": text})).await.ok();
    let revision = delivered(&app, &revised("Detach panel 214AL", "003"), "yes").await;
    confirm(&app, &revision).await;
    let html = drawn(&author, &address, json!({})).await;
    assert!(!html.contains("Detach"), "{html}");
}

async fn a_text_that_is_no_module_has_no_page(app: TestApp) {
    let (_, author, address) = conflict(&app).await;
    let page = format!("{address}/page");
    assert_eq!(author.post(&page, json!({"text": "<dmodule>"})).await.status.as_u16() / 100, 4);
    assert_eq!(author.post(&page, json!({"text": "a\0b"})).await.problem(), "422 draft.refused");
    let unknown = author.post(&format!("{address}x/page"), json!({})).await;
    assert_eq!(unknown.problem(), "404 todo.not_found");
}
