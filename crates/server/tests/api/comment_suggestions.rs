//! Suggestions: proposed texts of paragraphs, and accepting them into a draft.

use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

use crate::comments::{PARAGRAPH, anchor, id_of, messages, path, start, version};
use crate::editing;
use crate::viewer::reader_of;

testkit::on_each_app!(
    a_suggestion_is_accepted_into_the_draft,
    a_suggestion_for_a_text_that_changed_is_refused,
    an_open_editor_gets_the_edits_of_a_suggestion,
    a_suggestion_is_checked_when_it_is_made,
    an_accepted_suggestion_is_not_changed_any_more,
    only_the_text_that_was_read_is_accepted,
    a_draft_that_another_tab_has_open_is_left_to_it,
    words_that_are_in_the_draft_already_are_accepted_though_their_paragraph_is_lost,
    line_ends_and_blanks_of_a_paragraph_stay,
);

async fn paragraph(client: &Client, place: &str) -> String {
    let version = version(client).await;
    let address = format!("/comments/paragraph/default{}?version={version}&anchor={place}", path());
    client.get(&address).await.ok()["text"].as_str().expect("a text").to_owned()
}

/// Proposes `in` instead of `on` in the paragraph; gives the thread.
async fn propose(client: &Client) -> Value {
    let place = anchor(client, PARAGRAPH).await;
    let text = paragraph(client, &place).await;
    assert!(text.starts_with(PARAGRAPH), "{text}");
    start(client, json!({"anchor": place, "suggestion": text.replace("in the bottom", "at the bottom")})).await.ok()
}

fn comment(thread: &Value) -> String {
    thread["comments"][0]["id"].as_str().expect("an id").to_owned()
}

/// The text that [`propose`] proposes.
fn proposed(thread: &Value) -> String {
    thread["comments"][0]["suggestion"]["new"].as_str().expect("a text").to_owned()
}

async fn accept_in(client: &Client, thread: &Value, tab: &str) -> TestResponse {
    let body = json!({"suggestion": proposed(thread)});
    client.post(&format!("/comments/{}/accept?tab={tab}", comment(thread)), body).await
}

async fn accept(client: &Client, thread: &Value) -> TestResponse {
    accept_in(client, thread, "a").await
}

async fn check_out(client: &Client) {
    client.ask(Method::POST, &format!("/files/checkout/default{}", path()), None).await.ok();
}

async fn draft(client: &Client) -> Value {
    client.ask(Method::POST, &format!("/drafts/default{}?tab=a", path()), None).await.ok()
}

async fn a_suggestion_is_accepted_into_the_draft(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let thread = propose(&reader).await;
    let redline = thread["comments"][0]["suggestion"]["redline"].as_array().expect("pieces");
    let changed: Vec<_> =
        redline.iter().filter(|piece| piece["kind"] != "same").map(|piece| piece["text"].clone()).collect();
    assert_eq!(changed, [json!("in"), json!("at")]);
    assert_eq!(accept(&reader, &thread).await.problem(), "403 forbidden");
    assert_eq!(accept(&author, &thread).await.problem(), "409 file.not_checked_out");
    check_out(&author).await;
    let before = author.get(&format!("/bytes/default{}", path())).await.text();
    let accepted = accept(&author, &thread).await.ok();
    let draft = draft(&author).await;
    let expected = before.replace("cartridge in the bottom", "cartridge at the bottom");
    assert_eq!((draft["text"].as_str(), &draft["sha256"]), (Some(expected.as_str()), &accepted["sha256"]));
    assert_eq!(accept(&author, &thread).await.problem(), "409 comment.accepted");
    assert_eq!(
        messages(&reader).await,
        ["author accepted your suggestion for DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML"]
    );
    let read = reader.get(&format!("/comments/threads/{}", id_of(&thread))).await.ok();
    assert_eq!(read["comments"][0]["suggestion"]["acceptedBy"], "author");
    assert_eq!((&read["mayAccept"], &read["mayResolve"]), (&json!(false), &json!(true)));
}

async fn a_suggestion_for_a_text_that_changed_is_refused(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let thread = propose(&reader).await;
    let (_, sha256) = editing::edit(&author, &path(), |text| text.replace("The pump sits", "The pump stands")).await;
    assert_eq!(accept(&author, &thread).await.problem(), "409 comment.text_changed");
    assert_eq!(draft(&author).await["sha256"], json!(sha256), "the draft is as it was");
}

async fn an_open_editor_gets_the_edits_of_a_suggestion(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let thread = propose(&reader).await;
    let (text, _) = editing::edit(&author, &path(), |text| text.replace("Mechanic", "Mechanic 机械")).await;
    let text = text.replace("Mechanic", "Mechanic 机械");
    let ask = async |text: &str, shown: &str| {
        let body = json!({"text": text, "suggestion": shown});
        author.post(&format!("/comments/{}/edits", comment(&thread)), body).await
    };
    let shown = proposed(&thread);
    let edits = ask(&text, &shown).await.ok();
    let units: Vec<u16> = text.encode_utf16().collect();
    let [edit] = edits["edits"].as_array().expect("edits").as_slice() else { panic!("{edits}") };
    let (from, to) = (edit["from"].as_u64().expect("a number"), edit["to"].as_u64().expect("a number"));
    let range = usize::try_from(from).expect("small")..usize::try_from(to).expect("small");
    assert_eq!((String::from_utf16_lossy(&units[range]), &edit["text"]), ("in".to_owned(), &json!("at")));
    let done = text.replace("cartridge in the", "cartridge at the");
    assert_eq!(ask(&done, &shown).await.ok()["edits"], json!([]));
    assert_eq!(ask("<a>", &shown).await.problem(), "422 draft.refused");
    assert_eq!(ask(&text, "Other words.").await.problem(), "409 comment.suggestion_changed");
}

async fn a_suggestion_is_checked_when_it_is_made(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let place = anchor(&reader, PARAGRAPH).await;
    let text = paragraph(&reader, &place).await;
    let propose = async |suggestion: &str| start(&reader, json!({"anchor": place, "suggestion": suggestion})).await;
    assert_eq!(propose(&text).await.problem(), "400 comment.same_text");
    assert_eq!(propose(&format!("{text} See ⟦1⟧.")).await.problem(), "400 comment.placeholder");
    assert_eq!(propose(" ").await.fields(), ["suggestion: required"]);
    assert_eq!(start(&reader, json!({"suggestion": "All new."})).await.problem(), "400 comment.no_text");
    let thread = start(&reader, json!({"anchor": place, "text": "Better words?"})).await.ok();
    let answer = json!({"text": "", "suggestion": "The pump is in the tank.", "version": version(&reader).await, "anchor": place});
    let answered = reader.post(&format!("/comments/threads/{}", id_of(&thread)), answer).await.ok();
    assert_eq!(answered["comments"][1]["suggestion"]["old"], json!(text));
    let list = reader.get("/comments").await.ok();
    assert_eq!(list["items"][0]["hasSuggestion"], true);
}

async fn an_accepted_suggestion_is_not_changed_any_more(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let thread = propose(&reader).await;
    let id = comment(&thread);
    check_out(&author).await;
    accept(&author, &thread).await.ok();
    let edited = reader.put(&format!("/comments/{id}"), json!({"text": "", "suggestion": "Other words."})).await;
    assert_eq!(edited.problem(), "409 comment.accepted");
    assert_eq!(reader.delete(&format!("/comments/{id}")).await.problem(), "409 comment.accepted");
}

async fn only_the_text_that_was_read_is_accepted(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let thread = propose(&reader).await;
    check_out(&author).await;
    let address = format!("/comments/{}", comment(&thread));
    let other = proposed(&thread).replace("at the bottom", "on the bottom");
    assert_eq!(reader.put(&address, json!({"text": "", "suggestion": other})).await.status, 204);
    assert_eq!(accept(&author, &thread).await.problem(), "409 comment.suggestion_changed");
    assert!(!draft(&author).await["text"].as_str().expect("a text").contains("at the bottom of the supply"));
    let now = author.get(&format!("/comments/threads/{}", id_of(&thread))).await.ok();
    assert!(now["comments"][0]["suggestion"].get("acceptedBy").is_none(), "{now}");
    accept(&author, &now).await.ok();
    assert!(draft(&author).await["text"].as_str().expect("a text").contains("cartridge on the bottom"));
}

async fn a_draft_that_another_tab_has_open_is_left_to_it(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let thread = propose(&reader).await;
    check_out(&author).await;
    let before = draft(&author).await;
    assert_eq!(accept_in(&author, &thread, "b").await.problem(), "409 draft.open_elsewhere");
    assert_eq!(draft(&author).await["sha256"], before["sha256"]);
    accept_in(&author, &thread, "a").await.ok();
}

async fn words_that_are_in_the_draft_already_are_accepted_though_their_paragraph_is_lost(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let place = anchor(&reader, PARAGRAPH).await;
    let text = paragraph(&reader, &place).await;
    let new = "Nobody may work here alone; ask a colleague.";
    let thread = start(&reader, json!({"anchor": place, "suggestion": new})).await.ok();
    // The words are in a paragraph of their own, and the one that they replace is gone.
    let (_, sha256) = editing::edit(&author, &path(), |whole| whole.replacen(&text, new, 1)).await;
    accept(&author, &thread).await.ok();
    assert_eq!(draft(&author).await["sha256"], json!(sha256), "the draft had them");
}

async fn line_ends_and_blanks_of_a_paragraph_stay(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let thread = propose(&reader).await;
    let spaced = |text: &str| text.replace('\n', "\r\n").replace("The pump sits in", "The pump\r\n  sits in");
    let (text, _) = editing::edit(&author, &path(), spaced).await;
    accept(&author, &thread).await.ok();
    let expected = spaced(&text).replace("cartridge in the bottom", "cartridge at the bottom");
    assert_eq!(draft(&author).await["text"], json!(expected));
}
