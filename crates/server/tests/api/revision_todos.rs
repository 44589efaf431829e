//! To-dos of a confirmed revision: opening, checking, deciding, assigning, and marking many as done.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};
use testkit::packages::zipped;

use crate::revisions::{ask, confirm, customise, decide, path, revised, text, todos};
use crate::settings;
use crate::viewer::{delivered, reader_of};

testkit::on_each_app!(
    a_to_do_is_opened_with_its_texts_and_conflicts,
    a_resolution_is_a_version_of_both_sides,
    a_resolution_is_checked_like_a_check_in,
    one_side_is_chosen,
    a_module_is_removed_by_a_decision,
    a_deleted_module_that_is_taken_again_leaves_the_trash,
    two_people_do_not_decide_the_same,
    a_to_do_is_assigned_and_its_owner_is_told,
    a_to_do_is_done_and_opened_again,
    many_to_dos_are_done_at_once,
    only_authors_work_on_to_dos,
    a_merge_that_breaks_the_schema_is_left_to_a_person,
);

/// A revision with one conflict; returns its id, an author and the address of the to-do.
pub(crate) async fn conflict(app: &TestApp) -> (String, Client, String) {
    reader_of(app, "amm").await;
    let author = customise(app, "Remove panel 214AL", "Open panel 214AL").await;
    let revision = delivered(app, &revised("Take off panel 214AL", "002"), "yes").await;
    confirm(app, &revision).await;
    let todo = todos(&author, &revision, "").await["items"][0]["id"].as_str().expect("an id").to_owned();
    let address = format!("/revisions/{revision}/todos/{todo}");
    (revision, author, address)
}

pub(crate) async fn open(client: &Client, address: &str) -> Value {
    client.get(address).await.ok()
}

/// Decides a to-do as it was opened.
pub(crate) async fn resolve(client: &Client, address: &str, open: &Value, more: Value) -> TestResponse {
    let mut body = json!({"version": open["todo"]["version"], "done": true});
    if open["workingVersion"].is_string() {
        body["workingVersion"] = open["workingVersion"].clone();
    }
    for (key, value) in more.as_object().expect("a decision") {
        body[key] = value.clone();
    }
    client.put(&format!("{address}/resolution"), body).await
}

async fn a_to_do_is_opened_with_its_texts_and_conflicts(app: TestApp) {
    let (_, author, address) = conflict(&app).await;
    let open = open(&author, &address).await;
    for (side, words) in [("base", "Remove panel"), ("theirs", "Take off panel"), ("ours", "Open panel")] {
        assert!(open[side]["text"].as_str().expect("a text").contains(words), "{side}");
    }
    assert_eq!((&open["theirs"]["issue"], &open["ours"]["issue"]), (&json!("002-00"), &json!("001-01")));
    assert_eq!((&open["isEdited"], &open["maySave"]), (&json!(false), &json!(true)));
    let conflict = &open["result"]["conflicts"][0];
    assert_eq!(conflict["kind"], "text");
    assert!(conflict["theirs"].as_str().expect("a text").contains("Take off panel"), "{conflict}");
    let units: Vec<u16> = open["result"]["text"].as_str().expect("a text").encode_utf16().collect();
    let at = |name: &str| usize::try_from(conflict[name].as_u64().expect("a number")).expect("small");
    let part = String::from_utf16(&units[at("start")..at("end")]).expect("text");
    assert!(part.contains("Open panel 214AL"), "{part}");
    let reader = app.person(Role::Reader).await;
    assert_eq!(reader.get(&address).await.ok()["maySave"], json!(false));
    let missing = reader.get(&format!("{address}x")).await;
    assert_eq!(missing.problem(), "404 todo.not_found");
}

async fn a_resolution_is_a_version_of_both_sides(app: TestApp) {
    let (revision, author, address) = conflict(&app).await;
    let opened = open(&author, &address).await;
    let words = opened["result"]["text"].as_str().expect("a text").replace("Open panel 214AL", "Open and remove 214AL");
    let check = author.post(&format!("{address}/check"), json!({"text": words})).await.ok();
    assert!(check["problems"].as_array().expect("a list").iter().all(|one| one["severity"] != "error"), "{check}");
    let decision = json!({"resolution": "text", "text": words, "note": "Both"});
    let done = resolve(&author, &address, &opened, decision).await.ok();
    assert_eq!((&done["state"], &done["resolution"]), (&json!("done"), &json!("text")));
    assert_eq!((&done["note"], &done["decidedBy"]), (&json!("Both"), &json!("author")));
    let kept = text(&author).await;
    assert!(kept.contains("Open and remove 214AL") && kept.contains("issueNumber=\"002\" inWork=\"02\""), "{kept}");
    let file = author.get(&format!("/files/default{}", path())).await.ok();
    assert_eq!(file["origin"], "merge");
    let log = app.admin().await.get("/audit?action=revision.todo_resolved").await.ok();
    assert_eq!((&log["total"], &log["items"][0]["subject"]), (&json!(1), &json!(path())));
    let history = author.get(&format!("/revisions/{revision}/decisions")).await.ok();
    assert_eq!((&history[0]["kind"], &history[0]["path"]), (&json!("resolved"), &json!(path())));
}

async fn a_resolution_is_checked_like_a_check_in(app: TestApp) {
    let (_, author, address) = conflict(&app).await;
    let opened = open(&author, &address).await;
    let before = text(&author).await;
    let broken = json!({"resolution": "text", "text": "<dmodule>"});
    assert_eq!(resolve(&author, &address, &opened, broken).await.problem(), "422 checkin.invalid");
    let words = opened["result"]["text"].as_str().expect("a text").replace("systemCode=\"28\"", "systemCode=\"29\"");
    let other = json!({"resolution": "text", "text": words});
    assert_eq!(resolve(&author, &address, &opened, other).await.problem(), "422 checkin.other_identity");
    assert_eq!(resolve(&author, &address, &opened, json!({"resolution": "text"})).await.fields(), ["text: required"]);
    let unknown = resolve(&author, &address, &opened, json!({"resolution": "restored"})).await;
    assert_eq!(unknown.fields(), ["resolution: unknown_value"]);
    assert_eq!(text(&author).await, before);
    let problems = author.post(&format!("{address}/check"), json!({"text": "<dmodule>"})).await.ok();
    assert_eq!(problems["problems"][0]["severity"], "error", "{problems}");
}

async fn one_side_is_chosen(app: TestApp) {
    let (_, author, address) = conflict(&app).await;
    let opened = open(&author, &address).await;
    let open_still = resolve(&author, &address, &opened, json!({"resolution": "ours", "done": false})).await.ok();
    assert_eq!((&open_still["state"], &open_still["resolution"]), (&json!("open"), &json!("ours")));
    assert!(text(&author).await.contains("Open panel 214AL"));
    let opened = open(&author, &address).await;
    resolve(&author, &address, &opened, json!({"resolution": "theirs"})).await.ok();
    let kept = text(&author).await;
    assert!(kept.contains("Take off panel 214AL") && kept.contains("issueNumber=\"002\" inWork=\"00\""), "{kept}");
    let file = author.get(&format!("/files/default{}", path())).await.ok();
    assert_eq!((&file["origin"], &file["versionId"]), (&json!("oem"), &opened["theirs"]["version"]));
}

async fn a_module_is_removed_by_a_decision(app: TestApp) {
    let (_, author, address) = conflict(&app).await;
    let opened = open(&author, &address).await;
    resolve(&author, &address, &opened, json!({"resolution": "removed"})).await.ok();
    assert_eq!(author.get(&format!("/files/default{}", path())).await.problem(), "404 file.not_found");
    assert_eq!(open(&author, &address).await["workingVersion"], Value::Null);
}

async fn a_deleted_module_that_is_taken_again_leaves_the_trash(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver, admin) =
        (app.person(Role::Author).await, app.person(Role::Approver).await, app.admin().await);
    let file = format!("/files/default{}?force=true", path());
    assert_eq!(approver.delete(&file).await.status.as_u16(), 204);
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    confirm(&app, &revision).await;
    assert_eq!(admin.get("/trash").await.ok()[0]["path"], json!(path()), "nobody has decided yet");
    let todo = todos(&author, &revision, "?reason=deletedByUs").await["items"][0]["id"].clone();
    let address = format!("/revisions/{revision}/todos/{}", todo.as_str().expect("an id"));
    let opened = open(&author, &address).await;
    resolve(&author, &address, &opened, json!({"resolution": "theirs"})).await.ok();
    assert!(text(&author).await.contains("Take off panel 214AL"));
    assert_eq!(admin.get("/trash").await.ok(), json!([]), "a purge would take its comments");
    assert_eq!(approver.delete(&file).await.status.as_u16(), 204, "it can be deleted like any other");
}

async fn two_people_do_not_decide_the_same(app: TestApp) {
    let (_, author, address) = conflict(&app).await;
    app.add("second", Role::Author).await;
    let second = app.signed_in("second").await;
    let (one, two) = (open(&author, &address).await, open(&second, &address).await);
    resolve(&author, &address, &one, json!({"resolution": "theirs", "done": false})).await.ok();
    let late = resolve(&second, &address, &two, json!({"resolution": "ours"})).await;
    assert_eq!(late.problem(), "409 changed_meanwhile");
    let two = open(&second, &address).await;
    resolve(&second, &address, &two, json!({"resolution": "ours"})).await.ok();
    let decided = resolve(&author, &address, &two, json!({"resolution": "theirs"})).await;
    assert_eq!(decided.problem(), "409 revision.todo_done");
    // Somebody edits the module meanwhile.
    second
        .put(
            &format!("{address}/done"),
            json!({"done": false, "version": open(&second, &address).await["todo"]["version"]}),
        )
        .await
        .ok();
    let two = open(&second, &address).await;
    author.ask(axum::http::Method::POST, &format!("/files/checkout/default{}", path()), None).await.ok();
    let held = resolve(&second, &address, &two, json!({"resolution": "theirs"})).await;
    assert_eq!(held.problem(), "409 file.already_checked_out");
    let opened = open(&second, &address).await;
    assert_eq!((&opened["holder"], &opened["maySave"]), (&json!("author"), &json!(false)));
}

async fn a_to_do_is_assigned_and_its_owner_is_told(app: TestApp) {
    let (revision, author, address) = conflict(&app).await;
    app.add("second", Role::Author).await;
    let people = author.get(&format!("/revisions/{revision}/people?keywordFilter=sec")).await.ok();
    assert_eq!(people[0]["account"], "second", "{people}");
    let assigned = json!({"owner": "second", "dueOn": "2020-01-02", "note": "Ask the workshop", "version": 1});
    let done = author.put(&address, assigned).await.ok();
    assert_eq!((&done["owner"]["account"], &done["dueOn"]), (&json!("second"), &json!("2020-01-02")));
    assert_eq!((&done["note"], &done["isOverdue"]), (&json!("Ask the workshop"), &json!(true)));
    let second = app.signed_in("second").await;
    let told = second.get("/notifications").await.ok()["items"][0].clone();
    assert!(told["text"].as_str().expect("a text").starts_with("author assigned DMC-NV240-A-28-21-01"), "{told}");
    assert_eq!(todos(&second, &revision, "?owner=me").await["total"], json!(1));
    assert_eq!(todos(&author, &revision, "?owner=me").await["total"], json!(0));
    assert_eq!(todos(&author, &revision, "?owner=second").await["total"], json!(1));
    assert_eq!(todos(&author, &revision, "?owner=unknown").await["total"], json!(0));
    let stale = author.put(&address, json!({"note": "Late", "version": 1})).await;
    assert_eq!(stale.problem(), "409 changed_meanwhile");
    app.person(Role::Reader).await;
    for refused in ["reader", "nobody", "a b"] {
        let answer = author.put(&address, json!({"owner": refused, "version": 2})).await;
        assert_eq!(answer.fields(), ["owner: unknown_value"], "{refused}");
    }
    assert_eq!(author.put(&address, json!({"dueOn": "soon", "version": 2})).await.fields(), ["dueOn: unknown_value"]);
    let freed = author.put(&address, json!({"owner": "", "dueOn": "", "version": 2})).await.ok();
    assert_eq!((&freed["owner"], &freed["dueOn"]), (&Value::Null, &Value::Null));
    assert_eq!(freed["note"], "Ask the workshop", "what is left out stays");
}

async fn a_to_do_is_done_and_opened_again(app: TestApp) {
    let (revision, author, address) = conflict(&app).await;
    let mark = async |is_done: bool, version: i64| {
        author.put(&format!("{address}/done"), json!({"done": is_done, "note": "Seen", "version": version})).await
    };
    let done = mark(true, 1).await.ok();
    assert_eq!((&done["state"], &done["note"], &done["version"]), (&json!("done"), &json!("Seen"), &json!(2)));
    assert_eq!(mark(true, 2).await.problem(), "409 revision.todo_done");
    assert_eq!(mark(false, 1).await.problem(), "409 changed_meanwhile");
    assert_eq!(mark(false, 2).await.ok()["state"], "open");
    let detail = author.get(&format!("/revisions/{revision}")).await.ok();
    assert_eq!((&detail["todos"]["open"], &detail["mayEdit"]), (&json!(1), &json!(true)));
}

async fn many_to_dos_are_done_at_once(app: TestApp) {
    let (revision, author, address) = conflict(&app).await;
    let id = address.rsplit('/').next().expect("an id");
    let unknown = ask(&author, "batchMarkDone", &revision, json!({"todos": [id, "none"]})).await;
    assert_eq!(unknown.problem(), "404 todo.not_found");
    let batch = decide(&app, "batchMarkDone", &revision, json!({"todos": [id, id], "note": "Read"})).await;
    assert_eq!(batch["done"], "1");
    assert_eq!(batch["batch"].as_str().map(str::len), Some(64), "{batch}");
    assert_eq!(open(&author, &address).await["todo"]["note"], "Read");
    let again = decide(&app, "batchMarkDone", &revision, json!({"todos": [id]})).await;
    assert_eq!(again["done"], "0");
    author.put(&format!("{address}/done"), json!({"done": false, "version": 2})).await.ok();
    let all = decide(&app, "markAllOemChangeFileDone", &revision, json!({})).await;
    assert_eq!(all["done"], "1");
    assert_eq!(todos(&author, &revision, "?state=open").await["total"], json!(0));
    let empty = ask(&author, "batchMarkDone", &revision, json!({"todos": []})).await;
    assert_eq!(empty.fields(), ["parameterMap.todos: required"]);
    let log = app.admin().await.get("/audit?action=revision.marked_done").await.ok();
    assert_eq!(log["total"], json!(2));
}

async fn only_authors_work_on_to_dos(app: TestApp) {
    let (revision, author, address) = conflict(&app).await;
    let reader = app.person(Role::Reader).await;
    let opened = open(&reader, &address).await;
    for refused in [
        reader.put(&address, json!({"note": "No", "version": 1})).await,
        reader.put(&format!("{address}/done"), json!({"done": true, "version": 1})).await,
        reader.post(&format!("{address}/check"), json!({"text": ""})).await,
        resolve(&reader, &address, &opened, json!({"resolution": "ours"})).await,
        reader.get(&format!("/revisions/{revision}/people")).await,
    ] {
        assert_eq!(refused.problem(), "403 forbidden");
    }
    assert_eq!(open(&author, &address).await["todo"]["version"], json!(1), "nothing was changed");
}

/// Elements in the content of the module.
const CONTENT_ELEMENTS: usize = 2;

/// Schemas of our own that allow this many elements in the content of a module.
fn schemas(most: usize) -> Vec<u8> {
    let any = |name: &str, most: &str| {
        format!(
            "<xs:element name=\"{name}\"><xs:complexType><xs:sequence><xs:any minOccurs=\"0\" maxOccurs=\"{most}\" \
             processContents=\"skip\"/></xs:sequence></xs:complexType></xs:element>"
        )
    };
    let text = format!(
        "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:element name=\"dmodule\"><xs:complexType>\
         <xs:sequence>{}{}</xs:sequence></xs:complexType></xs:element></xs:schema>",
        any("identAndStatusSection", "unbounded"),
        any("content", &most.to_string())
    );
    let file = |name: &str| (format!("S1000D_4-2/xml_schema_flat/{name}.xsd"), text.clone().into_bytes());
    zipped(&vec![file("descript"), file("pm"), file("proced")])
}

async fn a_merge_that_breaks_the_schema_is_left_to_a_person(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = customise(&app, "</content>", "<ours>Ours</ours></content>").await;
    let mut files = revised("Remove panel 214AL", "002");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
    let theirs =
        String::from_utf8(bytes.clone()).expect("text").replace("<content>", "<content><theirs>Theirs</theirs>");
    *bytes = theirs.into_bytes();
    let revision = delivered(&app, &files, "yes").await;
    let elements = CONTENT_ELEMENTS + 1;
    settings::send(&app.admin().await, "/config/schemaSets", schemas(elements)).await.ok();
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["merged"], &done["kept"]), (&json!("0"), &json!("1")), "{done}");
    let kept = text(&author).await;
    assert!(kept.contains("<ours>") && !kept.contains("<theirs>"), "our text stays as it is: {kept}");
    let todo = todos(&author, &revision, "").await["items"][0].clone();
    assert_eq!((&todo["reason"], &todo["state"]), (&json!("invalid"), &json!("open")));
    let address = format!("/revisions/{revision}/todos/{}", todo["id"].as_str().expect("an id"));
    let opened = open(&author, &address).await;
    let merged = opened["result"]["text"].as_str().expect("a text").to_owned();
    assert!(merged.contains("<ours>") && merged.contains("<theirs>"), "{merged}");
    let refused = resolve(&author, &address, &opened, json!({"resolution": "text", "text": merged})).await;
    assert_eq!(refused.problem(), "422 checkin.invalid");
    let valid = merged.replace("<theirs>Theirs</theirs>", "");
    resolve(&author, &address, &opened, json!({"resolution": "text", "text": valid})).await.ok();
    // Where our text breaks the schema already, the merge is not to blame.
    let working = open(&author, &address).await["workingVersion"].clone();
    decide(&app, "restoreAirline", &revision, json!({"path": path(), "workingVersion": working})).await;
    decide(&app, "restoreAirline", &revision, json!({})).await;
    settings::send(&app.admin().await, "/config/schemaSets", schemas(1)).await.ok();
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["merged"], &done["kept"]), (&json!("1"), &json!("0")), "{done}");
}
