//! The work of a change request is set aside, so that an urgent change can be released before it.

use axum::http::Method;
use domain::permission::Role;
use futures::future::join_all;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

use crate::change_requests::{act, change, opened, work};
use crate::comments::{messages, path, version};
use crate::editing;
use crate::viewer::reader_of;

testkit::on_each_app!(
    an_urgent_change_passes_the_work_of_a_request,
    work_that_another_change_builds_on_stays,
    the_draft_of_another_person_is_set_aside_by_approvers_alone,
    work_is_set_aside_while_it_goes_on,
    work_is_set_aside_again_when_its_author_went_on,
    an_overtaken_draft_stays_one_of_its_version,
    the_urgent_change_of_an_author_goes_without_their_work,
    an_open_draft_of_the_work_is_set_aside_with_it,
    earlier_drafts_of_the_work_keep_the_work,
    a_draft_that_a_restored_version_left_behind_keeps_the_work,
    work_begins_at_the_version_that_it_was_made_from,
    a_draft_without_the_newest_version_does_not_replace_it,
    two_people_set_work_aside_once,
    a_module_whose_work_is_set_aside_leaves_the_request,
);

const URGENT: (&str, &str) = ("Lower the pump by 30 mm", "Lower the pump by 33 mm");

async fn set_aside(client: &Client, id: &str) -> TestResponse {
    client.ask(Method::POST, &format!("/changeRequests/{id}/setAside"), None).await
}

/// Sets work aside while the caller has an open draft on top of it.
async fn set_aside_with(client: &Client, id: &str, drafts: &str) -> TestResponse {
    client.ask(Method::POST, &format!("/changeRequests/{id}/setAside?openDrafts={drafts}"), None).await
}

async fn second(app: &TestApp) -> Client {
    app.add("second", Role::Author).await;
    app.signed_in("second").await
}

async fn text(client: &Client) -> String {
    client.get(&format!("/bytes/default{}", path())).await.text()
}

async fn drafts(client: &Client) -> Vec<Value> {
    let all = client.get("/files/wip").await.ok()["drafts"].as_array().expect("a list").clone();
    all.into_iter().filter(|draft| draft["state"] == "setAside").collect()
}

/// Goes on with a draft and merges the version that overtook it; returns the SHA-256 of the merged text.
async fn merge(client: &Client, draft: &Value) -> String {
    client.ask(Method::POST, &format!("/drafts/{}/continue", id_of(draft)), None).await.ok();
    merge_open(client).await
}

/// Merges the version that overtook the open draft; returns the SHA-256 of the merged text.
async fn merge_open(client: &Client) -> String {
    let read = client.get(&format!("/drafts/rebase/default{}", path())).await.ok();
    assert_eq!(read["result"]["conflicts"], json!([]), "{read}");
    let body = json!({
        "text": read["result"]["text"], "sha256": read["sha256"], "version": read["file"]["versionId"],
    });
    let saved = client.put(&format!("/drafts/rebase/default{}?tab=a", path()), body).await.ok();
    saved["sha256"].as_str().expect("a hash").to_owned()
}

async fn an_urgent_change_passes_the_work_of_a_request(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, second) = (app.person(Role::Author).await, second(&app).await);
    let before = version(&reader).await;
    let id = opened(&author, "Another pump").await;
    work(&author, &id, "sleeve").await.ok();
    change(&author, &json!(id), "A flapper", "One flapper").await.ok();
    assert_ne!(version(&reader).await, before);
    let done = set_aside(&author, &id).await.ok();
    assert_eq!((&done["modules"], &done["kept"]), (&json!([path()]), &json!([])));
    // Two check-ins went back in one step, to a version that was there before.
    assert_eq!(version(&reader).await, before);
    assert_eq!(act(&author, &id, "finish").await.problem(), "409 change_request.work_set_aside");
    let draft = drafts(&author).await;
    assert_eq!((draft.len(), &draft[0]["version"]), (1, &json!(before)));

    change(&second, &Value::Null, URGENT.0, URGENT.1).await.ok();
    let urgent = version(&reader).await;
    let module = author.get(&format!("/changeRequests/{id}")).await.ok()["modules"][0].clone();
    assert_eq!((&module["base"], &module["isAway"]), (&json!(before), &json!(true)));
    assert_eq!(
        act(&author, &id, "finish").await.problem(),
        "409 change_request.work_set_aside",
        "it went past the work"
    );
    let sha256 = merge(&author, &draft[0]).await;
    let said = json!({"step": "inWork", "comment": "Merged", "changeRequestId": id});
    editing::check_in(&author, &path(), said, &sha256).await.ok();
    let now = text(&reader).await;
    assert!(now.contains("sleeve") && now.contains(URGENT.1), "{now}");
    // Reviewers read the work of the request, not the urgent change.
    let module = author.get(&format!("/changeRequests/{id}")).await.ok()["modules"][0].clone();
    assert_eq!((&module["base"], &module["isAway"]), (&json!(urgent), &json!(false)));
    act(&author, &id, "finish").await.ok();
    assert_eq!(set_aside(&author, &id).await.problem(), "409 change_request.not_in_work", "it is being reviewed");
}

async fn work_that_another_change_builds_on_stays(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, second) = (app.person(Role::Author).await, second(&app).await);
    let id = opened(&author, "Another pump").await;
    work(&author, &id, "sleeve").await.ok();
    change(&second, &Value::Null, URGENT.0, URGENT.1).await.ok();
    let now = version(&reader).await;
    let done = set_aside(&author, &id).await.ok();
    assert_eq!(done["kept"], json!([{"path": path(), "reason": "followed"}]));
    assert_eq!(version(&reader).await, now);
    assert_eq!(drafts(&author).await.len(), 0);
    assert_eq!(set_aside(&reader, &id).await.problem(), "403 forbidden");
    assert_eq!(set_aside(&author, "none").await.problem(), "404 change_request.not_found");
}

async fn the_draft_of_another_person_is_set_aside_by_approvers_alone(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, second) = (app.person(Role::Author).await, second(&app).await);
    let before = version(&reader).await;
    let id = opened(&author, "Another pump").await;
    work(&author, &id, "sleeve").await.ok();
    let worked = version(&reader).await;
    editing::edit(&second, &path(), |text| text.replace(URGENT.0, URGENT.1)).await;
    let done = set_aside(&author, &id).await.ok();
    assert_eq!(done["kept"], json!([{"path": path(), "reason": "held"}]));
    let approver = app.person(Role::Approver).await;
    assert_eq!(set_aside(&approver, &id).await.ok()["modules"], json!([path()]));
    assert_eq!(version(&reader).await, before);
    let told = second.get("/notifications").await.ok();
    let is_told = told["items"].as_array().expect("a list").iter().any(|item| item["kind"] == "revisions");
    assert!(is_told, "{told}");
    // Their change is not the work of the request: on top of the version before, it goes without that work.
    let draft = drafts(&second).await;
    assert_eq!((draft.len(), &draft[0]["version"]), (1, &json!(worked)));
    let opened = go_on(&second, &draft[0]).await;
    assert_eq!(opened["isOutdated"], json!(true));
    let sha256 = opened["sha256"].as_str().expect("a hash");
    let early = editing::check_in(&second, &path(), json!({"step": "inWork"}), sha256).await;
    assert_eq!(early.problem(), "409 draft.outdated");
    let sha256 = merge(&second, &draft[0]).await;
    editing::check_in(&second, &path(), json!({"step": "inWork"}), &sha256).await.ok();
    let now = text(&reader).await;
    assert!(!now.contains("sleeve") && now.contains(URGENT.1), "{now}");
    // The work is a draft of its author, who is told.
    let (kept, nobody) = (drafts(&author).await, drafts(&approver).await);
    assert_eq!((kept.len(), &kept[0]["version"], nobody.len()), (1, &json!(before), 0));
    let kept = author.get(&format!("/drafts/{}", id_of(&kept[0]))).await.ok();
    assert!(kept["text"].as_str().is_some_and(|text| text.contains("sleeve")), "{kept}");
    let told = messages(&author).await;
    assert!(told.iter().any(|text| text.starts_with("approver set the work of change request")), "{told:?}");
}

fn id_of(draft: &Value) -> &str {
    draft["id"].as_str().expect("an id")
}

/// Goes on with a draft and opens it.
async fn go_on(client: &Client, draft: &Value) -> Value {
    client.ask(Method::POST, &format!("/drafts/{}/continue", id_of(draft)), None).await.ok();
    client.ask(Method::POST, &format!("/drafts/default{}?tab=a", path()), None).await.ok()
}

/// Sets the draft of a person aside.
async fn put_away(client: &Client) {
    client.ask(Method::POST, &format!("/files/setAside/default{}", path()), None).await.ok();
}

async fn an_overtaken_draft_stays_one_of_its_version(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, second) = (app.person(Role::Author).await, second(&app).await);
    let before = version(&reader).await;
    let id = opened(&author, "Another pump").await;
    editing::edit(&author, &path(), |text| text.replacen("cartridge", "sleeve", 1)).await;
    author.post(&format!("/changeRequests/{id}/modules"), json!({"path": path()})).await.ok();
    set_aside(&author, &id).await.ok();
    change(&second, &Value::Null, URGENT.0, URGENT.1).await.ok();
    let urgent = version(&reader).await;
    go_on(&author, &drafts(&author).await[0]).await;
    // It is not merged yet when the work is set aside again.
    assert_eq!(set_aside(&author, &id).await.ok()["modules"], json!([path()]));
    let opened = go_on(&author, &drafts(&author).await[0]).await;
    assert_eq!((&opened["isOutdated"], &opened["version"]), (&json!(true), &json!(before)));
    let sha256 = opened["sha256"].as_str().expect("a hash");
    let early = editing::check_in(&author, &path(), json!({"step": "inWork"}), sha256).await;
    assert_eq!(early.problem(), "409 draft.outdated");
    let sha256 = merge_open(&author).await;
    editing::check_in(&author, &path(), json!({"step": "inWork", "changeRequestId": id}), &sha256).await.ok();
    let module = author.get(&format!("/changeRequests/{id}")).await.ok()["modules"][0].clone();
    assert_eq!(module["base"], json!(urgent), "the urgent change is not the work of the request");
}

async fn the_urgent_change_of_an_author_goes_without_their_work(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let before = version(&reader).await;
    let id = opened(&author, "Another pump").await;
    work(&author, &id, "sleeve").await.ok();
    let worked = version(&reader).await;
    editing::edit(&author, &path(), |text| text.replace(URGENT.0, URGENT.1)).await;
    let asked = set_aside(&author, &id).await;
    assert_eq!(asked.problem(), "409 change_request.open_draft");
    let file = path().rsplit('/').next().expect("a name").to_owned();
    assert!(asked.text().contains(&file), "it names the module: {}", asked.text());
    assert_eq!(version(&reader).await, worked, "nothing was set aside");
    assert_eq!(set_aside_with(&author, &id, "both").await.status.as_u16(), 400);
    assert_eq!(set_aside_with(&author, &id, "otherChange").await.ok()["modules"], json!([path()]));
    assert_eq!(version(&reader).await, before);
    let all = drafts(&author).await;
    let of = |version: &str| all.iter().find(|draft| draft["version"] == json!(version)).expect("a draft");
    assert_eq!(all.len(), 2);
    let sha256 = merge(&author, of(&worked)).await;
    editing::check_in(&author, &path(), json!({"step": "inWork"}), &sha256).await.ok();
    let now = text(&reader).await;
    assert!(!now.contains("sleeve") && now.contains(URGENT.1), "nobody has reviewed the work: {now}");
    let sha256 = merge(&author, of(&before)).await;
    editing::check_in(&author, &path(), json!({"step": "inWork", "changeRequestId": id}), &sha256).await.ok();
    let now = text(&reader).await;
    assert!(now.contains("sleeve") && now.contains(URGENT.1), "{now}");
}

async fn an_open_draft_of_the_work_is_set_aside_with_it(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let before = version(&reader).await;
    let id = opened(&author, "Another pump").await;
    work(&author, &id, "sleeve").await.ok();
    editing::edit(&author, &path(), |text| text.replace("Remove panel 214AL", "Open panel 214AL")).await;
    set_aside_with(&author, &id, "work").await.ok();
    let all = drafts(&author).await;
    assert_eq!((all.len(), &all[0]["version"]), (1, &json!(before)));
    let kept = author.get(&format!("/drafts/{}", id_of(&all[0]))).await.ok();
    let kept = kept["text"].as_str().expect("a text");
    assert!(kept.contains("sleeve") && kept.contains("Open panel 214AL"), "{kept}");
}

async fn a_draft_that_a_restored_version_left_behind_keeps_the_work(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, second) = (app.person(Role::Author).await, second(&app).await);
    let before = version(&reader).await;
    let id = opened(&author, "Another pump").await;
    work(&author, &id, "sleeve").await.ok();
    let first = version(&reader).await;
    change(&author, &json!(id), "A flapper", "One flapper").await.ok();
    editing::edit(&author, &path(), |text| text.replace("Remove panel 214AL", "Open panel 214AL")).await;
    put_away(&author).await;
    let restore = format!("/files/restore/default{}?version={first}", path());
    second.post(&restore, json!({"comment": "Back", "changeRequestId": id})).await.ok();
    set_aside(&second, &id).await.ok();
    assert_eq!(version(&reader).await, before);
    let all = drafts(&author).await;
    assert!(!all.is_empty() && all.iter().all(|draft| draft["version"] == json!(before)), "{all:?}");
}

async fn work_begins_at_the_version_that_it_was_made_from(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, second) = (app.person(Role::Author).await, second(&app).await);
    let id = opened(&author, "Another pump").await;
    author.post(&format!("/changeRequests/{id}/modules"), json!({"path": path()})).await.ok();
    change(&second, &Value::Null, URGENT.0, URGENT.1).await.ok();
    let other = version(&reader).await;
    work(&author, &id, "sleeve").await.ok();
    change(&author, &json!(id), "A flapper", "One flapper").await.ok();
    let module = author.get(&format!("/changeRequests/{id}")).await.ok()["modules"][0].clone();
    assert_eq!(module["base"], json!(other));
}

async fn earlier_drafts_of_the_work_keep_the_work(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, second) = (app.person(Role::Author).await, second(&app).await);
    let before = version(&reader).await;
    let id = opened(&author, "Another pump").await;
    work(&author, &id, "sleeve").await.ok();
    change(&author, &json!(id), "A flapper", "One flapper").await.ok();
    editing::edit(&author, &path(), |text| text.replace("Remove panel 214AL", "Open panel 214AL")).await;
    put_away(&author).await;
    set_aside(&second, &id).await.ok();
    let all = drafts(&author).await;
    assert_eq!(all.iter().map(|draft| &draft["version"]).collect::<Vec<_>>(), [&json!(before), &json!(before)]);
    change(&second, &Value::Null, URGENT.0, URGENT.1).await.ok();
    let mut texts = Vec::new();
    for draft in &all {
        let read = author.get(&format!("/drafts/{}", id_of(draft))).await.ok();
        texts.push(read["text"].as_str().expect("a text").contains("Open panel 214AL"));
    }
    let own = texts.iter().position(|is_own| *is_own).expect("the draft of the author");
    let sha256 = merge(&author, &all[own]).await;
    editing::check_in(&author, &path(), json!({"step": "inWork", "changeRequestId": id}), &sha256).await.ok();
    let now = text(&reader).await;
    for words in ["sleeve", "One flapper", "Open panel 214AL", URGENT.1] {
        assert!(now.contains(words), "{words}: {now}");
    }
}

async fn a_draft_without_the_newest_version_does_not_replace_it(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let before = version(&reader).await;
    editing::edit(&author, &path(), |text| text.replace("Remove panel 214AL", "Open panel 214AL")).await;
    put_away(&author).await;
    let id = opened(&author, "Another pump").await;
    work(&author, &id, "sleeve").await.ok();
    let older = drafts(&author).await[0].clone();
    assert_eq!(go_on(&author, &older).await["isOutdated"], json!(true));
    set_aside(&author, &id).await.ok();
    assert_eq!(version(&reader).await, before);
    let mut found = Vec::new();
    for draft in drafts(&author).await {
        let read = author.get(&format!("/drafts/{}", id_of(&draft))).await.ok();
        let text = read["text"].as_str().expect("a text");
        found.push((text.contains("sleeve"), text.contains("Open panel 214AL"), draft["version"] == json!(before)));
    }
    found.sort_unstable();
    assert_eq!(found, [(false, true, true), (true, false, true)]);
}

async fn work_is_set_aside_again_when_its_author_went_on(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, second) = (app.person(Role::Author).await, second(&app).await);
    let id = opened(&author, "Another pump").await;
    work(&author, &id, "sleeve").await.ok();
    let done = json!({"modules": [path()], "kept": []});
    assert_eq!(set_aside(&author, &id).await.ok(), done);
    go_on(&author, &drafts(&author).await[0]).await;
    assert_eq!(set_aside(&author, &id).await.ok(), done, "the draft alone");
    change(&second, &Value::Null, URGENT.0, URGENT.1).await.ok();
    go_on(&author, &drafts(&author).await[0]).await;
    assert_eq!(set_aside(&author, &id).await.ok(), done, "beside an urgent change");
    assert_eq!(drafts(&author).await.len(), 1);
    // The next urgent change is not the work of the request.
    editing::edit(&second, &path(), |text| text.replace("33 mm", "34 mm")).await;
    assert_eq!(set_aside(&author, &id).await.ok(), json!({"modules": [], "kept": []}));
    let open = second.get("/files/wip").await.ok();
    assert_eq!(open["drafts"][0]["state"], "open");
}

async fn work_is_set_aside_while_it_goes_on(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let id = opened(&author, "Another pump").await;
    editing::edit(&author, &path(), |text| text.replacen("cartridge", "sleeve", 1)).await;
    author.post(&format!("/changeRequests/{id}/modules"), json!({"path": path()})).await.ok();
    let done = set_aside(&author, &id).await.ok();
    assert_eq!(done["modules"], json!([path()]), "a draft without a version");
    assert_eq!(drafts(&author).await.len(), 1);
    // A second time there is nothing left.
    assert_eq!(set_aside(&author, &id).await.ok(), json!({"modules": [], "kept": []}));
    let history = author.get(&format!("/changeRequests/{id}/history")).await.ok();
    assert!(history.to_string().contains("set_aside"), "{history}");
}

async fn two_people_set_work_aside_once(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, second) = (app.person(Role::Author).await, second(&app).await);
    let id = opened(&author, "Another pump").await;
    work(&author, &id, "sleeve").await.ok();
    let people = [&author, &second, &author, &second];
    let answers = join_all(people.map(|person| set_aside(person, &id))).await;
    let mut done = 0;
    for answer in &answers {
        if answer.status.is_success() {
            done += answer.ok()["modules"].as_array().expect("a list").len();
        } else {
            assert_eq!(answer.problem(), "409 changed_meanwhile");
        }
    }
    assert_eq!(done, 1);
    assert_eq!(drafts(&author).await.len() + drafts(&second).await.len(), 1);
}

async fn a_module_whose_work_is_set_aside_leaves_the_request(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let id = opened(&author, "Another pump").await;
    work(&author, &id, "sleeve").await.ok();
    let modules = format!("/changeRequests/{id}/modules?path={}", path());
    assert_eq!(author.delete(&modules).await.problem(), "409 change_request.module_changed");
    set_aside(&author, &id).await.ok();
    let refused = act(&author, &id, "finish").await;
    let file = path().rsplit('/').next().expect("a name").to_owned();
    assert!(refused.text().contains(&file), "it names the module: {}", refused.text());
    assert_eq!(reader.delete(&modules).await.problem(), "403 forbidden");
    assert_eq!(author.delete(&modules).await.ok()["modules"], json!([]));
    let history = author.get(&format!("/changeRequests/{id}/history")).await.ok();
    assert!(history.to_string().contains("module_removed"), "{history}");
    assert_eq!(drafts(&author).await.len(), 1, "the text stays");
}
