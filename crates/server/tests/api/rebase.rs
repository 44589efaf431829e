//! Parallel work: an urgent change passes a draft, which is then merged with it.

use axum::http::Method;
use domain::access::AccessLevel;
use domain::permission::Role;
use futures::future::join_all;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

use crate::editing::{check_in, edit};
use crate::limited::Limits;
use crate::revisions::{confirm, decide, path, revised, text};
use crate::viewer::{delivered, reader_of};

testkit::on_each_app!(
    an_urgent_change_passes_a_draft_that_is_merged_afterwards,
    conflicts_of_a_draft_are_decided_by_its_author,
    a_merge_of_another_state_is_refused,
    a_draft_that_its_owner_set_aside_has_no_end,
    a_draft_goes_on_only_when_its_file_is_free,
    two_tabs_that_merge_at_once_leave_one_text,
    an_incomplete_draft_is_not_merged_and_not_lost,
    a_restored_version_overtakes_drafts_too,
    a_confirmed_revision_tells_the_owners_of_drafts_that_wait,
);

const LARGE: (&str, &str) = ("Lower the pump by 30 mm", "Lower the pump by 35 mm");
const URGENT: (&str, &str) = ("Remove panel 214AL", "Carefully remove panel 214AL");

async fn second(app: &TestApp) -> Client {
    app.add("second", Role::Author).await;
    app.signed_in("second").await
}

async fn set_aside(client: &Client) -> TestResponse {
    client.ask(Method::POST, &format!("/files/setAside/default{}", path()), None).await
}

/// The drafts of a person in a state.
async fn drafts(client: &Client, state: &str) -> Vec<Value> {
    let all = client.get("/files/wip").await.ok()["drafts"].as_array().expect("a list").clone();
    all.into_iter().filter(|draft| draft["state"] == state).collect()
}

fn id(draft: &Value) -> &str {
    draft["id"].as_str().expect("an id")
}

async fn go_on(client: &Client, draft: &Value) -> TestResponse {
    client.ask(Method::POST, &format!("/drafts/{}/continue", id(draft)), None).await
}

async fn open(client: &Client) -> Value {
    client.ask(Method::POST, &format!("/drafts/default{}?tab=a", path()), None).await.ok()
}

async fn rebase(client: &Client) -> Value {
    client.get(&format!("/drafts/rebase/default{}", path())).await.ok()
}

/// Saves a text as the merge of what was read.
async fn save(client: &Client, read: &Value, text: &str) -> TestResponse {
    let body = json!({"text": text, "sha256": read["sha256"], "version": read["file"]["versionId"]});
    client.put(&format!("/drafts/rebase/default{}?tab=a", path()), body).await
}

/// An author sets a draft with a change aside; another one checks a change in.
async fn overtaken(app: &TestApp, large: (&str, &str), urgent: (&str, &str)) -> (Client, Client) {
    reader_of(app, "amm").await;
    let (author, second) = (app.person(Role::Author).await, second(app).await);
    edit(&author, &path(), |text| text.replace(large.0, large.1)).await;
    set_aside(&author).await.ok();
    let (_, sha256) = edit(&second, &path(), |text| text.replace(urgent.0, urgent.1)).await;
    check_in(&second, &path(), json!({"step": "inWork", "comment": "Urgent"}), &sha256).await.ok();
    (author, second)
}

async fn an_urgent_change_passes_a_draft_that_is_merged_afterwards(app: TestApp) {
    let (author, _) = overtaken(&app, LARGE, URGENT).await;
    assert!(text(&author).await.contains(URGENT.1));
    let told = author.get("/notifications").await.ok();
    let is_told =
        |item: &Value| item["text"].as_str().is_some_and(|text| text.starts_with("second checked in a newer"));
    assert!(told["items"].as_array().expect("a list").iter().any(is_told), "{told}");
    let aside = drafts(&author, "setAside").await;
    assert_eq!(author.get(&format!("/drafts/{}", id(&aside[0]))).await.ok()["isOutdated"], json!(true));
    let file = go_on(&author, &aside[0]).await.ok();
    assert_eq!(file["checkedOutBy"], json!("author"));
    // Asking twice, after a lost answer, is no error.
    go_on(&author, &aside[0]).await.ok();
    let opened = open(&author).await;
    assert_eq!((&opened["isOutdated"], &opened["id"]), (&json!(true), &aside[0]["id"]));
    let sha256 = opened["sha256"].as_str().expect("a hash");
    let early = check_in(&author, &path(), json!({"step": "inWork"}), sha256).await;
    assert_eq!(early.problem(), "409 draft.outdated");

    let read = rebase(&author).await;
    assert_eq!((&read["isOutdated"], &read["result"]["conflicts"]), (&json!(true), &json!([])));
    let merged = read["result"]["text"].as_str().expect("a text");
    assert!(merged.contains(LARGE.1) && merged.contains(URGENT.1), "{merged}");
    let page = format!("/drafts/rebasedPage/default{}?tab=a", path());
    let page = author.post(&page, json!({"text": merged})).await.ok();
    let html = page["pages"][0]["html"].as_str().expect("a page");
    assert!(html.contains("data-origin=\"theirs\"") && html.contains("data-origin=\"ours\""), "{html}");

    let saved = save(&author, &read, merged).await.ok();
    // The answer may have been lost.
    assert_eq!(save(&author, &read, merged).await.ok()["sha256"], saved["sha256"]);
    assert_eq!(open(&author).await["isOutdated"], json!(false));
    let sha256 = saved["sha256"].as_str().expect("a hash");
    check_in(&author, &path(), json!({"step": "inWork"}), sha256).await.ok();
    let now = text(&author).await;
    assert!(now.contains(LARGE.1) && now.contains(URGENT.1), "{now}");
    assert_eq!(drafts(&author, "setAside").await.len(), 0);
    let kept = drafts(&author, "discarded").await;
    assert_eq!((kept.len(), kept[0]["endedOn"].is_string()), (1, true), "the text before the merge");
    let before = author.get(&format!("/drafts/{}", id(&kept[0]))).await.ok();
    let before = before["text"].as_str().expect("a text");
    assert!(before.contains(LARGE.1) && !before.contains(URGENT.1), "{before}");
}

async fn conflicts_of_a_draft_are_decided_by_its_author(app: TestApp) {
    let urgent = (LARGE.0, "Lower the pump by 25 mm");
    let (author, other) = overtaken(&app, LARGE, urgent).await;
    go_on(&author, &drafts(&author, "setAside").await[0]).await.ok();
    let read = rebase(&author).await;
    let conflict = &read["result"]["conflicts"][0];
    for (side, words) in [("ours", "35 mm"), ("theirs", "25 mm"), ("base", "30 mm")] {
        assert!(conflict[side].as_str().expect("a text").contains(words), "{side}: {conflict}");
    }
    // Nobody but the author sees or changes it.
    let foreign = other.get(&format!("/drafts/rebase/default{}", path())).await;
    assert_eq!(foreign.problem(), "409 file.already_checked_out");
    assert_eq!(save(&other, &read, "<dmodule/>").await.problem(), "409 file.already_checked_out");
    let decided = read["result"]["text"].as_str().expect("a text").replace("35 mm", "28 mm");
    let saved = save(&author, &read, &decided).await.ok();
    let sha256 = saved["sha256"].as_str().expect("a hash");
    check_in(&author, &path(), json!({"step": "inWork"}), sha256).await.ok();
    assert!(text(&author).await.contains("Lower the pump by 28 mm"));
}

async fn a_merge_of_another_state_is_refused(app: TestApp) {
    let (author, _) = overtaken(&app, LARGE, URGENT).await;
    go_on(&author, &drafts(&author, "setAside").await[0]).await.ok();
    let read = rebase(&author).await;
    let merged = read["result"]["text"].as_str().expect("a text").to_owned();
    let mut other = read.clone();
    other["file"]["versionId"] = json!("1");
    assert_eq!(save(&author, &other, &merged).await.problem(), "409 changed_meanwhile");
    let mut other = read.clone();
    other["sha256"] = json!("x");
    assert_eq!(save(&author, &other, &merged).await.problem(), "409 draft.newer");
    assert_eq!(save(&author, &read, "a\0b").await.problem(), "422 draft.refused");
    let odd = json!({"text": merged, "sha256": read["sha256"], "version": "x"});
    let odd = author.put(&format!("/drafts/rebase/default{}?tab=a", path()), odd).await;
    assert_eq!((odd.problem().as_str(), odd.fields().len()), ("400 request.invalid", 1));
    assert_eq!(drafts(&author, "discarded").await.len(), 0, "nothing was stored");
    // Without a newer version there is nothing to merge.
    save(&author, &read, &merged).await.ok();
    let again = rebase(&author).await;
    assert_eq!(again["isOutdated"], json!(false));
    assert_eq!(save(&author, &again, &merged.replace("35 mm", "36 mm")).await.problem(), "409 draft.newer");
}

async fn a_draft_that_its_owner_set_aside_has_no_end(app: TestApp) {
    let (author, _) = overtaken(&app, LARGE, URGENT).await;
    assert_eq!(set_aside(&author).await.problem(), "409 file.not_checked_out");
    app.wait(100 * 24 * 3600);
    let (author, other) = (app.signed_in("author").await, app.signed_in("second").await);
    // A cancelled check-out deletes what ended long ago.
    edit(&other, &path(), |text| text.replace("30 mm", "31 mm")).await;
    assert_eq!(set_aside(&author).await.problem(), "409 file.already_checked_out");
    other.ask(Method::POST, &format!("/files/cancelCheckout/default{}", path()), None).await.ok();
    let kept = drafts(&author, "setAside").await;
    assert_eq!((kept.len(), kept[0]["endedOn"].is_null()), (1, true), "{kept:?}");
    let reader = app.person(Role::Reader).await;
    assert_eq!(set_aside(&reader).await.problem(), "403 forbidden");
    let log = app.admin().await.get("/audit?action=file.set_aside").await.ok();
    assert_eq!((&log["total"], &log["items"][0]["subject"]), (&json!(1), &json!(path())));
}

async fn a_draft_goes_on_only_when_its_file_is_free(app: TestApp) {
    let (author, other) = overtaken(&app, LARGE, URGENT).await;
    let aside = drafts(&author, "setAside").await[0].clone();
    assert_eq!(go_on(&other, &aside).await.problem(), "404 draft.not_found");
    other.ask(Method::POST, &format!("/dm/checkout/default{}", path()), None).await.ok();
    assert_eq!(go_on(&author, &aside).await.problem(), "409 file.already_checked_out");
    // It was never opened, so that nothing is set aside.
    set_aside(&other).await.ok();
    let log = app.admin().await.get("/audit?action=file.set_aside").await.ok();
    assert_eq!(log["total"], json!(1), "the draft of the author alone");
    // A draft that was begun since stays beside it: its text does not become one of another version.
    let (_, begun) = edit(&author, &path(), |text| text.replace("30 mm", "32 mm")).await;
    go_on(&author, &aside).await.ok();
    let opened = open(&author).await;
    assert_eq!((&opened["id"], &opened["isOutdated"]), (&aside["id"], &json!(true)));
    let kept = drafts(&author, "setAside").await;
    assert_eq!((kept.len(), &kept[0]["sha256"], &kept[0]["endedOn"]), (1, &json!(begun), &Value::Null));
}

async fn two_tabs_that_merge_at_once_leave_one_text(app: TestApp) {
    let (author, _) = overtaken(&app, LARGE, URGENT).await;
    go_on(&author, &drafts(&author, "setAside").await[0]).await.ok();
    let read = rebase(&author).await;
    let merged = read["result"]["text"].as_str().expect("a text");
    let texts: Vec<String> = (0..6).map(|at| merged.replace("35 mm", &format!("4{at} mm"))).collect();
    let answers = join_all(texts.iter().map(|text| save(&author, &read, text))).await;
    let done: Vec<&TestResponse> = answers.iter().filter(|answer| answer.status.is_success()).collect();
    assert_eq!(done.len(), 1);
    for refused in answers.iter().filter(|answer| !answer.status.is_success()) {
        assert!(["409 draft.newer", "409 changed_meanwhile"].contains(&refused.problem().as_str()));
    }
    assert_eq!(open(&author).await["sha256"], done[0].ok()["sha256"]);
    assert_eq!(drafts(&author, "discarded").await.len(), 1, "the text before the merge, once");
}

async fn an_incomplete_draft_is_not_merged_and_not_lost(app: TestApp) {
    let (author, _) = overtaken(&app, ("</dmodule>", ""), URGENT).await;
    go_on(&author, &drafts(&author, "setAside").await[0]).await.ok();
    let read = rebase(&author).await;
    assert!(read["result"].is_null() && read["theirText"].as_str().is_some_and(|text| text.contains(URGENT.1)));
    // Its author puts the texts together by hand.
    let text = read["theirText"].as_str().expect("a text").replace(LARGE.0, LARGE.1);
    save(&author, &read, &text).await.ok();
    assert_eq!(open(&author).await["text"], json!(text));
}

async fn a_restored_version_overtakes_drafts_too(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, second) = (app.person(Role::Author).await, second(&app).await);
    let (_, sha256) = edit(&second, &path(), |text| text.replace(URGENT.0, URGENT.1)).await;
    check_in(&second, &path(), json!({"step": "inWork"}), &sha256).await.ok();
    edit(&author, &path(), |text| text.replace(LARGE.0, LARGE.1)).await;
    set_aside(&author).await.ok();
    let told = async || author.get("/notifications").await.ok()["items"].to_string();
    assert!(!told().await.contains("checked in a newer"));
    let versions = second.get(&format!("/files/getVersions/default{}", path())).await.ok();
    let first = versions[1]["versionId"].as_str().expect("an id");
    second.post(&format!("/files/restore/default{}?version={first}", path()), json!({"comment": "Back"})).await.ok();
    assert!(told().await.contains("second checked in a newer"));
    // What was merged and checked in is nobody's draft any more: its copy gets no messages.
    go_on(&author, &drafts(&author, "setAside").await[0]).await.ok();
    let read = rebase(&author).await;
    let merged = read["result"]["text"].as_str().expect("a text").to_owned();
    let sha256 = save(&author, &read, &merged).await.ok()["sha256"].as_str().expect("a hash").to_owned();
    check_in(&author, &path(), json!({"step": "inWork"}), &sha256).await.ok();
    let before = told().await.matches("checked in a newer").count();
    let (_, sha256) = edit(&second, &path(), |text| text.replace(URGENT.0, URGENT.1)).await;
    check_in(&second, &path(), json!({"step": "inWork"}), &sha256).await.ok();
    assert_eq!(told().await.matches("checked in a newer").count(), before);
}

async fn a_confirmed_revision_tells_the_owners_of_drafts_that_wait(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, second) = (app.person(Role::Author).await, second(&app).await);
    for client in [&author, &second] {
        edit(client, &path(), |text| text.replace(LARGE.0, LARGE.1)).await;
        set_aside(client).await.ok();
    }
    // This one is thrown away: its owner waits for nothing.
    go_on(&second, &drafts(&second, "setAside").await[0]).await.ok();
    second.ask(Method::POST, &format!("/files/cancelCheckout/default{}", path()), None).await.ok();
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    confirm(&app, &revision).await;
    let told = async |client: &Client| {
        let messages = client.get("/notifications").await.ok();
        let messages = messages["items"].as_array().expect("a list").clone();
        let is_about = |one: &Value| one["text"].as_str().is_some_and(|text| text.contains("set a draft aside"));
        messages.into_iter().filter(is_about).map(|one| (one["text"].clone(), one["link"].clone())).collect::<Vec<_>>()
    };
    let text = "approver confirmed OEM revision 2 of /NV240/MMEL, which changed 1 module of which you set a draft \
                aside. Merge the changes when you continue.";
    assert_eq!(told(&author).await, [(json!(text), json!("/checkout"))]);
    assert!(told(&second).await.is_empty());
    let aside = drafts(&author, "setAside").await;
    assert_eq!(author.get(&format!("/drafts/{}", id(&aside[0]))).await.ok()["isOutdated"], json!(true));
    // What nobody confirmed overtakes nothing.
    let revision = delivered(&app, &revised("Lift off panel 214AL", "003"), "yes").await;
    decide(&app, "rejectOem", &revision, json!({"reason": "Not for our fleet"})).await;
    assert_eq!(told(&author).await.len(), 1);
    // Who may no longer work on the manual learns nothing of it.
    Limits::of_group(&app, "/NV240", "Deciders", &["approver"], AccessLevel::Approve).await;
    let revision = delivered(&app, &revised("Pull off panel 214AL", "004"), "yes").await;
    confirm(&app, &revision).await;
    assert!(told(&author).await.is_empty(), "the earlier message is hidden");
    Limits::of_group(&app, "/NV240", "Authors", &["author"], AccessLevel::Author).await;
    assert_eq!(told(&author).await.len(), 1, "there is no other one");
}
