//! Comments: threads, answers, mentions, and who sees them.

use axum::http::Method;
use domain::access::AccessLevel;
use domain::comment::{CommentThread, MAX_THREADS};
use domain::id::{CommentId, CommentThreadId};
use domain::path::CsdbPath;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

use crate::editing;
use crate::limited::{Limits, change_access};
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(
    a_thread_is_started_and_answered,
    a_picture_and_the_whole_module_have_threads_too,
    people_are_mentioned_who_may_read_the_module,
    a_thread_is_resolved_by_those_it_concerns,
    only_the_own_comments_are_edited_and_deleted,
    threads_find_their_paragraph_in_later_versions,
    threads_are_filtered_counted_and_exported,
    comments_have_limits,
    edits_and_changes_of_state_count_as_comments,
    a_module_has_a_limit_of_threads,
    comments_written_after_a_look_stay_new,
    a_check_out_takes_over_open_threads,
    an_answer_to_a_deleted_thread_is_not_found,
    a_lost_grant_takes_the_comments_away,
    comments_go_with_a_purged_file,
    names_of_deactivated_people_stay,
);

const MODULE: &str = "DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML";
pub(crate) const PARAGRAPH: &str = "The pump sits in a cartridge in the bottom of the supply tank.";

pub(crate) fn path() -> String {
    format!("{BASE}/{MODULE}")
}

pub(crate) async fn version(client: &Client) -> String {
    let file = client.get(&format!("/files/default{}", path())).await.ok();
    file["versionId"].as_str().expect("an id").to_owned()
}

/// The HTML id of the block with a text.
pub(crate) async fn anchor(client: &Client, text: &str) -> String {
    let view = client.get(&format!("/view/default{}", path())).await.ok();
    let html = view["html"].as_str().expect("a page");
    let before = &html[..html.find(text).unwrap_or_else(|| panic!("no {text} in {html}"))];
    let id = before.rsplit_once(" id=\"").expect("an id").1;
    id.split_once('"').expect("its end").0.to_owned()
}

pub(crate) async fn start(client: &Client, body: Value) -> TestResponse {
    let mut body = body;
    body["version"] = json!(version(client).await);
    client.post(&format!("/comments/default{}", path()), body).await
}

pub(crate) fn id_of(thread: &Value) -> String {
    thread["thread"]["id"].as_str().expect("an id").to_owned()
}

pub(crate) async fn messages(client: &Client) -> Vec<String> {
    let page = client.get("/notifications").await.ok();
    let items = page["items"].as_array().expect("a list").iter();
    items
        .filter(|item| item["kind"] == "comments")
        .map(|item| item["text"].as_str().expect("text").to_owned())
        .collect()
}

async fn comments(client: &Client) -> u64 {
    client.get("/counts").await.ok()["comments"].as_u64().expect("a number")
}

/// Notes that a thread was read as it is shown.
async fn see(client: &Client, thread: &Value) {
    let address = format!("/comments/threads/{}/seen", id_of(thread));
    assert_eq!(client.post(&address, json!({"updatedOn": thread["thread"]["updatedOn"]})).await.status, 204);
}

async fn a_thread_is_started_and_answered(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    author.ask(Method::POST, &format!("/files/checkout/default{}", path()), None).await.ok();
    let place = anchor(&reader, PARAGRAPH).await;
    let thread = start(&reader, json!({"anchor": place, "text": "Which tank?"})).await.ok();
    let id = id_of(&thread);
    assert_eq!(thread["thread"]["target"], "paragraph");
    assert!(thread["thread"]["quote"].as_str().expect("a quote").starts_with(PARAGRAPH), "{thread}");
    assert_eq!((comments(&reader).await, comments(&author).await), (1, 1), "the holder of the check-out is concerned");
    assert_eq!(messages(&author).await, ["reader commented on DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML"]);

    app.wait(1);
    let answered = author.post(&format!("/comments/threads/{id}"), json!({"text": "The supply tank."})).await.ok();
    assert_eq!(answered["comments"].as_array().map(Vec::len), Some(2));
    let list = reader.get("/comments?mine=true").await.ok();
    assert_eq!((&list["items"][0]["isNew"], &list["items"][0]["lastBy"]), (&json!(true), &json!("author")));
    assert_eq!(messages(&reader).await, ["author answered a comment on DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML"]);
    see(&reader, &reader.get(&format!("/comments/threads/{id}")).await.ok()).await;
    assert_eq!(reader.get("/comments?mine=true").await.ok()["items"][0]["isNew"], false);
    let log = app.admin().await.get("/audit?action=comment.answered").await.ok();
    assert_eq!((&log["items"][0]["subject"], &log["items"][0]["actor"]), (&json!(path()), &json!("author")));
}

async fn a_picture_and_the_whole_module_have_threads_too(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let whole = start(&reader, json!({"text": "Outdated?"})).await.ok();
    assert_eq!((&whole["thread"]["target"], whole["comments"][0]["isOwn"].as_bool()), (&json!("module"), Some(true)));
    app.wait(1);
    let picture = start(&reader, json!({"anchor": "s1d-fig-01", "text": "Which pump?"})).await.ok();
    assert_eq!(picture["thread"]["target"], "picture");
    let proposed = start(&reader, json!({"anchor": "s1d-fig-01", "suggestion": "Pump"})).await;
    assert_eq!(proposed.problem(), "400 comment.no_text");
    let listed = reader.get(&format!("/comments/default{}?version={}", path(), version(&reader).await)).await.ok();
    assert_eq!((&listed["threads"][0]["place"], &listed["threads"][1]["place"]), (&json!(""), &json!("s1d-fig-01")));
    let unknown = start(&reader, json!({"anchor": "s1d-nothing", "text": "a"})).await;
    assert_eq!(
        (unknown.problem(), unknown.fields()),
        ("400 request.invalid".to_owned(), vec!["anchor: unknown_value".to_owned()])
    );
    let empty = start(&reader, json!({"text": "  "})).await;
    assert_eq!(empty.fields(), ["text: required"]);
    let media = reader.post(&format!("/comments/default{BASE}/NOSUCH.XML"), json!({"version": "1", "text": "a"})).await;
    assert_eq!(media.problem(), "404 file.not_found");
}

async fn people_are_mentioned_who_may_read_the_module(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    app.add("ines.approver", Role::Approver).await;
    app.add("outsider", Role::Reader).await;
    Limits::of_group(&app, BASE, "Fleet 2", &["reader", "ines.approver"], AccessLevel::Read).await;
    let offered = reader.get(&format!("/comments/people/default{}?keywordFilter=i", path())).await.ok();
    let accounts: Vec<&str> =
        offered.as_array().expect("a list").iter().filter_map(|one| one["account"].as_str()).collect();
    assert_eq!(accounts, ["admin", "ines.approver"]);
    let text = "@ines.approver and @outsider: see anna@example.com. @nobody";
    let thread = start(&reader, json!({"text": text})).await.ok();
    assert_eq!(thread["comments"][0]["mentions"], json!(["ines.approver"]));
    let (ines, outsider) = (app.signed_in("ines.approver").await, app.signed_in("outsider").await);
    assert_eq!(
        messages(&ines).await,
        ["reader mentioned you in a comment on DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML"]
    );
    assert_eq!(messages(&outsider).await, Vec::<String>::new());
    assert_eq!(ines.get("/comments?mentionsMe=true").await.ok()["total"], 1);
    assert_eq!(outsider.get("/comments").await.ok()["total"], 0);
    assert_eq!(outsider.get(&format!("/comments/threads/{}", id_of(&thread))).await.problem(), "404 comment.not_found");
    let many: Vec<String> = (0..21).map(|number| format!("@person{number}")).collect();
    assert_eq!(start(&reader, json!({"text": many.join(" ")})).await.fields(), ["text: too_many"]);
}

async fn a_thread_is_resolved_by_those_it_concerns(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    app.add("other", Role::Reader).await;
    let other = app.signed_in("other").await;
    let id = id_of(&start(&reader, json!({"text": "Outdated?"})).await.ok());
    let set = async |who: &Client, state: &str| {
        who.put(&format!("/comments/threads/{id}/state"), json!({"state": state})).await
    };
    assert_eq!(set(&other, "resolved").await.problem(), "403 forbidden");
    assert_eq!(set(&author, "closed").await.fields(), ["state: unknown_value"]);
    let resolved = set(&author, "resolved").await.ok();
    assert_eq!(
        (&resolved["thread"]["state"], &resolved["thread"]["resolvedBy"]),
        (&json!("resolved"), &json!("author"))
    );
    assert_eq!(comments(&reader).await, 0);
    assert_eq!(messages(&reader).await, ["author resolved a comment on DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML"]);
    set(&author, "resolved").await.ok();
    let reopened = set(&reader, "open").await.ok();
    assert!(reopened["thread"]["resolvedBy"].is_null(), "{reopened}");
    assert_eq!(comments(&reader).await, 1);
}

async fn only_the_own_comments_are_edited_and_deleted(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let admin = app.admin().await;
    let thread = start(&reader, json!({"text": "Outdated?"})).await.ok();
    let first = format!("/comments/{}", thread["comments"][0]["id"].as_str().expect("an id"));
    assert_eq!(admin.put(&first, json!({"text": "b"})).await.problem(), "403 forbidden");
    assert_eq!(admin.delete(&first).await.problem(), "403 forbidden");
    reader.put(&first, json!({"text": "Out of date? @admin"})).await;
    let address = format!("/comments/threads/{}", id_of(&thread));
    let edited = reader.get(&address).await.ok();
    assert_eq!(
        (&edited["comments"][0]["text"], &edited["comments"][0]["mentions"]),
        (&json!("Out of date? @admin"), &json!(["admin"]))
    );
    assert!(edited["comments"][0]["editedOn"].is_string());
    assert_eq!(messages(&admin).await.len(), 1);
    let answer = admin.post(&address, json!({"text": "No."})).await.ok();
    assert_eq!(reader.delete(&first).await.status, 204);
    let left = reader.get(&address).await.ok();
    assert_eq!((&left["comments"][0]["isDeleted"], &left["comments"][0]["text"]), (&json!(true), &json!("")));
    admin.delete(&format!("/comments/{}", answer["comments"][1]["id"].as_str().expect("an id"))).await;
    assert_eq!(reader.get(&address).await.problem(), "404 comment.not_found");
}

async fn threads_find_their_paragraph_in_later_versions(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let first = version(&reader).await;
    let changing = anchor(&reader, PARAGRAPH).await;
    start(&reader, json!({"anchor": changing, "text": "Which tank?"})).await.ok();
    let (_, sha256) =
        editing::edit(&author, &path(), |text| text.replace("in the bottom of", "on the bottom of")).await;
    let draft = author.get(&format!("/comments/default{}?draft=true", path())).await.ok();
    assert_eq!(draft["threads"][0]["placeState"], "changed", "{draft}");
    assert_eq!(reader.get(&format!("/comments/default{}?draft=true", path())).await.problem(), "403 forbidden");
    editing::check_in(&author, &path(), json!({"step": "inWork", "comment": "Tank"}), &sha256).await.ok();
    let listed = async |version: &str| reader.get(&format!("/comments/default{}?version={version}", path())).await.ok();
    let now = listed(&version(&reader).await).await;
    assert_eq!((&now["threads"][0]["placeState"], &now["threads"][0]["place"]), (&json!("changed"), &json!(changing)));
    let before = listed(&first).await;
    assert_eq!(
        (&before["threads"][0]["placeState"], &before["threads"][0]["place"]),
        (&json!("unchanged"), &json!(changing))
    );
    let required = reader.get(&format!("/comments/default{}", path())).await;
    assert_eq!(required.fields(), ["version: required"]);
}

async fn threads_are_filtered_counted_and_exported(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let admin = app.admin().await;
    let first = id_of(&start(&reader, json!({"text": "First, 100%"})).await.ok());
    app.wait(1);
    start(&admin, json!({"text": "Second"})).await.ok();
    admin.put(&format!("/comments/threads/{first}/state"), json!({"state": "resolved"})).await.ok();
    let total = async |query: &str| reader.get(&format!("/comments?{query}")).await.ok()["total"].clone();
    for (query, expected) in [
        ("", 2),
        ("state=open", 1),
        ("mine=true", 1),
        ("mine=true&state=open", 0),
        ("account=ADMIN", 1),
        ("keywordFilter=100%25", 1),
        ("keywordFilter=28-21-01", 2),
        (&format!("manualPath={BASE}"), 2),
        (&format!("path={}", path()), 2),
    ] {
        assert_eq!(total(query).await, expected, "{query}");
    }
    assert_eq!(reader.get("/comments?manualPath=/NONE/MEL").await.ok()["total"], 0);
    assert_eq!(reader.get(&format!("/comments?path={BASE}/NONE.XML")).await.problem(), "404 file.not_found");
    let ordered = reader.get("/comments?sort=createdOn&order=asc&pageSize=1").await.ok();
    assert_eq!((&ordered["items"][0]["text"], &ordered["total"]), (&json!("First, 100%"), &json!(2)));
    app.wait(1);
    let place = anchor(&admin, PARAGRAPH).await;
    let answer = json!({"text": "As it is", "suggestion": "The pump is new.", "version": version(&admin).await, "anchor": place});
    admin.post(&format!("/comments/threads/{first}"), answer).await.ok();
    let csv = reader.get("/comments/export?format=csv&sort=createdOn&order=asc").await.text();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 4, "{csv}");
    assert!(lines[0].contains("Thread,State,Module"), "{csv}");
    assert!(lines[1].contains("1,Resolved") && lines[1].contains("\"First, 100%\""), "{csv}");
    assert!(lines[2].contains("1,Resolved") && lines[2].contains("As it is"), "{csv}");
    assert!(lines[2].contains(PARAGRAPH) && lines[2].contains("The pump is new."), "{csv}");
    assert!(lines[3].contains("2,Open") && lines[3].contains("Second"), "{csv}");
    assert!(reader.get("/comments/export?format=xlsx").await.status.is_success());
}

async fn comments_have_limits(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    assert_eq!(start(&reader, json!({"text": "a".repeat(4_001)})).await.fields(), ["text: too_long"]);
    let id = id_of(&start(&reader, json!({"text": "Outdated?"})).await.ok());
    let answer = async || reader.post(&format!("/comments/threads/{id}"), json!({"text": "again"})).await;
    for _ in 1..30 {
        answer().await.ok();
    }
    let refused = answer().await;
    assert_eq!((refused.problem(), refused.header("retry-after")), ("429 comment.too_fast".to_owned(), "60"));
    app.wait(61);
    answer().await.ok();
    for _ in 31..200 {
        app.wait(3);
        answer().await.ok();
    }
    app.wait(61);
    assert_eq!(answer().await.problem(), "409 comment.too_many");
}

async fn edits_and_changes_of_state_count_as_comments(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let thread = start(&reader, json!({"text": "Outdated?"})).await.ok();
    let comment = format!("/comments/{}", thread["comments"][0]["id"].as_str().expect("an id"));
    let state = format!("/comments/threads/{}/state", id_of(&thread));
    for number in 0..19 {
        let text = if number % 2 == 0 { "Outdated? @admin" } else { "Outdated?" };
        assert_eq!(reader.put(&comment, json!({"text": text})).await.status, 204);
    }
    for number in 0..10 {
        let next = if number % 2 == 0 { "resolved" } else { "open" };
        reader.put(&state, json!({"state": next})).await.ok();
    }
    assert_eq!(reader.put(&comment, json!({"text": "Old?"})).await.problem(), "429 comment.too_fast");
    assert_eq!(reader.put(&state, json!({"state": "resolved"})).await.problem(), "429 comment.too_fast");
    assert_eq!(start(&reader, json!({"text": "Why?"})).await.problem(), "429 comment.too_fast");
    assert_eq!(reader.delete(&comment).await.status, 204, "nobody is told of it");
}

async fn a_module_has_a_limit_of_threads(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let first = id_of(&start(&reader, json!({"text": "Outdated?"})).await.ok());
    let mut tx = app.db.begin().await.expect("a transaction");
    let located = store::comments::find_thread(&mut tx, &CommentThreadId(first)).await.expect("a search");
    let thread = located.expect("a thread").thread;
    for number in 1..MAX_THREADS {
        let copy = CommentThread { id: CommentThreadId(format!("copy-{number}")), ..thread.clone() };
        store::comments::insert_thread(&mut tx, &copy).await.expect("it is stored");
    }
    tx.commit().await.expect("they are stored");
    assert_eq!(start(&reader, json!({"text": "One more?"})).await.problem(), "409 comment.too_many_threads");
}

async fn comments_written_after_a_look_stay_new(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let admin = app.admin().await;
    let id = id_of(&start(&reader, json!({"text": "Outdated?"})).await.ok());
    let is_new = async || reader.get("/comments?mine=true").await.ok()["items"][0]["isNew"].clone();
    let answer = async || admin.post(&format!("/comments/threads/{id}"), json!({"text": "No."})).await.ok();
    app.wait(1);
    answer().await;
    let shown = reader.get(&format!("/comments/threads/{id}")).await.ok();
    app.wait(1);
    answer().await;
    see(&reader, &shown).await;
    assert_eq!(is_new().await, true, "the second answer was not shown");
    see(&reader, &reader.get(&format!("/comments/threads/{id}")).await.ok()).await;
    assert_eq!(is_new().await, false);
    see(&reader, &shown).await;
    assert_eq!(is_new().await, false, "an older look changes nothing");
}

async fn a_check_out_takes_over_open_threads(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    start(&reader, json!({"text": "Outdated?"})).await.ok();
    assert_eq!(comments(&author).await, 0);
    author.ask(Method::POST, &format!("/files/checkout/default{}", path()), None).await.ok();
    assert_eq!(comments(&author).await, 1);
}

async fn an_answer_to_a_deleted_thread_is_not_found(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let admin = app.admin().await;
    let thread = start(&reader, json!({"text": "Outdated?"})).await.ok();
    let comment = format!("/comments/{}", thread["comments"][0]["id"].as_str().expect("an id"));
    let address = format!("/comments/threads/{}", id_of(&thread));
    let (deleted, answered) = tokio::join!(reader.delete(&comment), admin.post(&address, json!({"text": "No."})));
    assert_eq!(deleted.status, 204);
    let read = reader.get(&address).await;
    if answered.status.is_success() {
        assert_eq!(read.ok()["comments"][1]["text"], "No.", "a confirmed answer stays");
    } else {
        assert_eq!(
            (answered.problem(), read.problem()),
            ("404 comment.not_found".to_owned(), "404 comment.not_found".to_owned())
        );
    }
}

async fn a_lost_grant_takes_the_comments_away(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let limits = Limits::of_group(&app, BASE, "Fleet 2", &["reader"], AccessLevel::Read).await;
    let thread = start(&reader, json!({"text": "Outdated?"})).await.ok();
    let comment = format!("/comments/{}", thread["comments"][0]["id"].as_str().expect("an id"));
    change_access(&app, &CsdbPath::parse(BASE).expect("a path"), &[(&limits.group, None)]).await;
    assert_eq!(reader.delete(&comment).await.problem(), "404 comment.not_found");
    assert_eq!(reader.put(&comment, json!({"text": "b"})).await.problem(), "404 comment.not_found");
    assert_eq!((reader.get("/comments").await.ok()["total"].clone(), comments(&reader).await), (json!(0), 0));
    let admin = app.admin().await;
    assert_eq!(admin.get("/comments").await.ok()["total"], 1);
}

async fn comments_go_with_a_purged_file(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let admin = app.admin().await;
    let thread = start(&reader, json!({"text": "Outdated?"})).await.ok();
    let comment = CommentId(thread["comments"][0]["id"].as_str().expect("an id").to_owned());
    let is_stored = async || {
        let mut tx = app.db.read().await.expect("a transaction");
        store::comments::find_comment(&mut tx, &comment).await.expect("a search").is_some()
    };
    assert_eq!(admin.delete(&format!("/files/default{}?force=true", path())).await.status, 204);
    assert_eq!(reader.get(&format!("/comments/threads/{}", id_of(&thread))).await.problem(), "404 comment.not_found");
    assert_eq!((comments(&reader).await, is_stored().await), (0, true), "it can be restored");
    let item = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(admin.delete(&format!("/trash/{item}")).await.status, 204);
    app::library::trash::sweep(&app.ctx).await.expect("it is removed");
    assert!(!is_stored().await);
}

async fn names_of_deactivated_people_stay(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let admin = app.admin().await;
    let thread = start(&reader, json!({"text": "Outdated?"})).await.ok();
    let user = admin.get("/user-manage/getUserByAccount?account=reader").await.ok();
    let change = json!({"account": "reader", "email": user["email"], "role": "reader", "status": "inactive", "version": user["version"]});
    admin.put("/user-manage/updateUser", change.clone()).await;
    let read = admin.get(&format!("/comments/threads/{}", id_of(&thread))).await.ok();
    assert_eq!(read["comments"][0]["author"]["account"], "reader");
    assert_eq!(admin.get("/comments?account=reader").await.ok()["total"], 1);
}
