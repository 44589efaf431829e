//! Media: GET and POST /media/default{path}, PUT /bytes/default/{name}, DELETE /files/default{path}.

use axum::body::{Body, Bytes};
use axum::http::Method;
use domain::id::UserId;
use domain::permission::Role;
use domain::user::Account;
use futures::future::join_all;
use serde_json::{Value, json};
use store::objects::ObjectOwner;
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};
use testkit::sample_manual::SampleManual;

testkit::on_each_app!(
    media_are_listed_with_the_fields_of_the_picker,
    media_are_filtered_by_the_manual_that_references_them,
    documents_can_only_be_embedded_in_our_pages,
    new_content_is_a_draft_in_the_working_lane_and_revisions_stay_unchanged,
    a_new_file_changes_only_manuals_that_reference_it,
    equal_bytes_create_no_version_and_those_of_an_older_version_do,
    the_name_is_checked_before_the_bytes_are_read,
    content_must_match_the_extension,
    bytes_are_written_to_new_and_existing_names,
    a_file_checked_out_by_another_is_neither_replaced_nor_deleted,
    a_picture_is_checked_out_whatever_its_size,
    a_file_in_use_is_deleted_only_by_an_administrator_with_force,
    a_file_referenced_only_in_a_pending_revision_is_in_use,
    a_file_referenced_only_in_a_replaced_revision_is_not_in_use,
    restored_media_return_to_their_working_lanes,
    purged_media_stay_in_their_revisions,
    importing_deleted_media_restores_them,
    a_connection_that_is_lost_leaves_nothing,
    concurrent_replacements_are_all_stored,
);

const MEDIA: &str = "/media/default/H160/MULTIMEDIA";
const ICN: &str = "/media/default/H160/MULTIMEDIA/ICN-1.PNG";
const FILE: &str = "/files/default/H160/MULTIMEDIA/ICN-1.PNG";

fn png(text: &str) -> Vec<u8> {
    [b"\x89PNG\r\n\x1a\n", text.as_bytes()].concat()
}

async fn library(app: &TestApp) -> SampleManual {
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": "H160"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["H160"], "manualName": ["MEL"]})).await.ok();
    SampleManual::fill(app, "H160", "MEL").await
}

async fn send(who: &Client, method: Method, path: &str, body: impl Into<Body>) -> TestResponse {
    let request = who.request(method, &format!("{API}{path}")).header("content-type", "image/png");
    who.send(request.body(body.into()).expect("a request")).await
}

async fn post(who: &Client, path: &str, body: Vec<u8>) -> TestResponse {
    send(who, Method::POST, path, body).await
}

/// The current version of the illustration.
async fn version(who: &Client, query: &str) -> Value {
    who.get(&format!("{MEDIA}?manualName=MEL{query}")).await.ok()["items"][0]["versionId"].clone()
}

fn names(page: &Value) -> Vec<&str> {
    page["items"].as_array().expect("a list").iter().map(|one| one["name"].as_str().expect("a name")).collect()
}

async fn take(app: &TestApp, sample: &SampleManual, account: &str) -> UserId {
    let mut tx = app.db.begin().await.expect("a transaction");
    let account = Account::parse(account).expect("an account");
    let user = store::users::find_by_account(&mut tx, &account).await.expect("read").expect("it is there").id;
    let home = ObjectOwner { csdb: &sample.manual.csdb_id, manual: None };
    let found = store::objects::find_many(&mut tx, home, &["icn-1.png".to_owned()]).await.expect("read");
    store::checkouts::take(&mut tx, found["icn-1.png"], &user, app.ctx.clock.now()).await.expect("taken");
    tx.commit().await.expect("kept");
    user
}

async fn media_are_listed_with_the_fields_of_the_picker(app: TestApp) {
    library(&app).await;
    let author = app.person(Role::Author).await;
    for (name, bytes) in [("take-1.mp3", b"ID3 sound".to_vec()), ("film.mp4", b"\0\0\0\x18ftypisom".to_vec())] {
        let answer = post(&author, &format!("{MEDIA}/{name}"), bytes).await;
        assert_eq!(answer.status.as_u16(), 201, "{}", answer.text());
    }
    let reader = app.person(Role::Reader).await;
    let page = reader.get(MEDIA).await.ok();
    assert_eq!((names(&page), &page["pageSize"]), (vec!["film.mp4", "ICN-1.PNG", "take-1.mp3"], &json!(20)));
    let sorts: Vec<_> = page["items"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| [&one["image"], &one["audio"], &one["video"]])
        .collect();
    let (yes, no) = (&json!(true), &json!(false));
    // The illustration of the test library claims to be XML.
    assert_eq!(sorts, [[no, no, yes], [no, no, no], [no, yes, no]]);
    let icn = &page["items"][1];
    for (field, value) in [
        ("path", json!("/H160/MULTIMEDIA/ICN-1.PNG")),
        ("url", json!("/bytes/default/H160/MULTIMEDIA/ICN-1.PNG")),
        ("code", json!("ICN-1")),
        ("status", json!("Released")),
        ("origin", json!("oem")),
        ("size", json!(1234)),
        ("usedBy", json!(1)),
        ("createdBy", json!("ann")),
    ] {
        assert_eq!(icn[field], value, "{field}");
    }
    let used = reader.get("/files/referenced/default/H160/MULTIMEDIA/ICN-1.PNG").await.ok();
    assert_eq!(used["referencedByTotal"], icn["usedBy"], "the figure is the length of the list it opens");
    for (query, expected) in [
        ("?statusFilter=released", vec!["ICN-1.PNG"]),
        ("?statusFilter=draft", vec!["film.mp4", "take-1.mp3"]),
        ("?statusFilter=review", vec![]),
        ("?statusFilter=released,draft", vec!["film.mp4", "ICN-1.PNG", "take-1.mp3"]),
        ("?statusFilter=all&keywordFilter=icn", vec!["ICN-1.PNG"]),
        ("?pageNumber=2&pageSize=2", vec!["take-1.mp3"]),
    ] {
        assert_eq!(names(&reader.get(&format!("{MEDIA}{query}")).await.ok()), expected, "{query}");
    }
    let one = reader.get(ICN).await.ok();
    assert_eq!((names(&one), &one["total"]), (vec!["ICN-1.PNG"], &json!(1)));
    for (path, problem) in [
        ("/media/default/NONE/MULTIMEDIA", "404 csdb.not_found"),
        ("/media/default/H160/MEL", "404 file.not_found"),
        ("/media/default/H160/MULTIMEDIA/none.png", "404 file.not_found"),
        ("/media/default/H160/MULTIMEDIA?manualName=NONE", "404 manual.not_found"),
        ("/media/default/H160/MULTIMEDIA?statusFilter=done", "400 request.invalid"),
        ("/media/default/H160/MULTIMEDIA?pageSize=501", "400 request.invalid"),
    ] {
        assert_eq!(reader.get(path).await.problem(), problem, "{path}");
    }
}

async fn documents_can_only_be_embedded_in_our_pages(app: TestApp) {
    library(&app).await;
    let author = app.person(Role::Author).await;
    post(&author, &format!("{MEDIA}/card.pdf"), b"%PDF-1.7 card".to_vec()).await.ok();
    let shown = author.get("/bytes/default/H160/MULTIMEDIA/card.pdf").await;
    assert_eq!((shown.header("content-type"), shown.header("content-disposition")), ("application/pdf", ""));
    assert_eq!(shown.header("content-security-policy"), "frame-ancestors 'self'");
    assert_eq!((shown.header("x-frame-options"), shown.header("x-content-type-options")), ("SAMEORIGIN", "nosniff"));
}

async fn media_are_filtered_by_the_manual_that_references_them(app: TestApp) {
    library(&app).await;
    let author = app.person(Role::Author).await;
    post(&author, &format!("{MEDIA}/unused.png"), png("new")).await.ok();
    assert_eq!(names(&author.get(&format!("{MEDIA}?manualName=MEL")).await.ok()), ["ICN-1.PNG"]);
    assert_eq!(names(&author.get(&format!("{MEDIA}?manualName=mel&keywordFilter=unused")).await.ok()), [""; 0]);
}

async fn new_content_is_a_draft_in_the_working_lane_and_revisions_stay_unchanged(app: TestApp) {
    let sample = library(&app).await;
    let author = app.person(Role::Author).await;
    let (contents, modules) = ("/toc/getTopToc?manualPath=/H160/MEL", "/dm/getAllDmListWithPage?manualPath=/H160/MEL");
    let titles = async || {
        let top = author.get(contents).await.ok();
        let nodes = top["nodes"].as_array().expect("places");
        nodes.iter().map(|node| node["name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert!(!titles().await.is_empty());
    let before = (titles().await, author.get(modules).await.ok(), version(&author, "").await);
    let entries = app.db.count("lane_entry").await;
    let replaced = post(&author, &format!("{ICN}?replace=true"), png("ours")).await.ok();
    for (field, value) in [
        ("status", json!("Draft")),
        ("origin", json!("airline")),
        ("mediaType", json!("image/png")),
        ("image", json!(true)),
        ("createdBy", json!("author")),
        ("usedBy", json!(1)),
    ] {
        assert_eq!(replaced[field], value, "{field}");
    }
    let revision = format!("&revision={}", sample.first);
    assert_eq!(version(&author, "").await, replaced["versionId"]);
    assert_eq!(version(&author, "&lane=oem").await, before.2, "what was delivered stays");
    assert_eq!(version(&author, &revision).await, before.2);
    assert_eq!((titles().await, author.get(modules).await.ok()), (before.0, before.1), "the rest is as it was");
    let versions = author.get("/files/getVersions/default/H160/MULTIMEDIA/ICN-1.PNG").await.ok();
    let told: Vec<_> =
        versions.as_array().expect("a list").iter().map(|one| (&one["origin"], &one["revisions"])).collect();
    assert_eq!(told, [(&json!("airline"), &json!([])), (&json!("oem"), &json!([1]))]);
    assert_eq!(versions[0]["basedOn"], json!([versions[1]["versionId"]]));
    app.wait(1);
    let again = post(&author, &format!("{ICN}?replace=true"), png("ours, second")).await.ok();
    assert_eq!(version(&author, "").await, again["versionId"]);
    let rows = (app.db.count("snapshot").await, app.db.count("lane_entry").await - entries);
    assert_eq!(rows, (3, 2), "each change adds a snapshot, and an entry for what it changes");
    let logged = app.admin().await.get("/audit?action=media.replaced").await.ok();
    assert_eq!((&logged["total"], &logged["items"][0]["subject"]), (&json!(2), &json!("/H160/MULTIMEDIA/ICN-1.PNG")));
    sample.add_revision(&app).await;
    assert_eq!(version(&author, "").await, again["versionId"], "a later revision waits for a decision");
    assert_eq!(version(&author, "&lane=oem").await, before.2);
    assert_eq!(author.get("/users/checkedOutListWithPage").await.status.as_u16(), 405);
    assert_eq!(author.get("/counts").await.ok()["checkouts"], 0, "the lock is given back");
}

async fn a_new_file_changes_only_manuals_that_reference_it(app: TestApp) {
    library(&app).await;
    let author = app.person(Role::Author).await;
    let added =
        post(&author, &format!("{MEDIA}/ICN-2.SVG"), b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec()).await.ok();
    assert_eq!((&added["mediaType"], &added["usedBy"]), (&json!("image/svg+xml"), &json!(0)));
    assert_eq!(app.db.count("snapshot").await, 1);
    assert_eq!(
        post(&author, &format!("{MEDIA}/icn-2.svg"), b"<svg/>".to_vec()).await.problem(),
        "409 media.name_taken"
    );
    assert_eq!(app.admin().await.get("/audit?action=media.added").await.ok()["total"], 1);
}

async fn equal_bytes_create_no_version_and_those_of_an_older_version_do(app: TestApp) {
    library(&app).await;
    let author = app.person(Role::Author).await;
    let replace = format!("{ICN}?replace=true");
    let first = post(&author, &replace, png("one")).await.ok();
    assert_eq!(post(&author, &replace, png("one")).await.ok()["versionId"], first["versionId"]);
    app.wait(1);
    let second = post(&author, &replace, png("two")).await.ok();
    app.wait(1);
    let third = post(&author, &replace, png("one")).await.ok();
    assert_ne!(third["versionId"], first["versionId"], "going back is a version of its own");
    assert_ne!(third["versionId"], second["versionId"]);
    assert_eq!(version(&author, "").await, third["versionId"]);
    assert_eq!(
        author.get("/files/getVersions/default/H160/MULTIMEDIA/ICN-1.PNG").await.ok().as_array().map(Vec::len),
        Some(4)
    );
}

async fn the_name_is_checked_before_the_bytes_are_read(app: TestApp) {
    library(&app).await;
    let author = app.person(Role::Author).await;
    for name in ["a%20b.png", "%E5%9B%BE.png", "-a.png", "a%2Fb.png", ".png"] {
        let answer = post(&author, &format!("{MEDIA}/{name}"), png("x")).await;
        assert_eq!(answer.problem(), "400 media.invalid_name", "{name}");
        assert_eq!(answer.json()["title"], "The file name contains invalid characters");
        let chinese = post(&author.in_language("zh-CN"), &format!("{MEDIA}/{name}"), png("x")).await;
        assert_eq!(chinese.json()["title"], "文件名包含无效字符");
    }
    for name in ["a.swf", "a.exe", "a", "a.html"] {
        assert_eq!(post(&author, &format!("{MEDIA}/{name}"), png("x")).await.problem(), "415 media.format", "{name}");
    }
    let other = post(&author, &format!("{ICN}?replace=true&fileName=ICN-2.PNG"), png("x")).await;
    assert_eq!(other.problem(), "400 dmview.uploadFileNameIncorrect");
    assert_eq!(other.json()["title"], "The file must have the same name as the one it replaces");
    let missing = post(&author, &format!("{MEDIA}/none.png?replace=true"), png("x")).await;
    assert_eq!(missing.problem(), "404 file.not_found");
    post(&author, &format!("{ICN}?replace=true&fileName=ICN-1.PNG"), png("x")).await.ok();
    // A new file need not match an existing name.
    post(&author, &format!("{MEDIA}/new.png?fileName=other.png"), png("x")).await.ok();
    for (path, problem) in [
        ("/media/default/H160/MULTIMEDIA", "404 file.not_found"),
        ("/media/default/NONE/MULTIMEDIA/a.png", "404 csdb.not_found"),
    ] {
        assert_eq!(post(&author, path, png("x")).await.problem(), problem, "{path}");
    }
    assert_eq!(post(&app.person(Role::Reader).await, ICN, png("x")).await.problem(), "403 forbidden");
}

async fn content_must_match_the_extension(app: TestApp) {
    library(&app).await;
    let author = app.person(Role::Author).await;
    for (name, bytes) in
        [("a.png", b"GIF89a".to_vec()), ("a.svg", b"<html><script/></html>".to_vec()), ("a.jpg", b"x".to_vec())]
    {
        assert_eq!(post(&author, &format!("{MEDIA}/{name}"), bytes).await.problem(), "415 media.content", "{name}");
    }
    assert_eq!(post(&author, &format!("{MEDIA}/a.png"), Vec::new()).await.fields(), ["body: required"]);
    let mut request = author.request(Method::POST, &format!("{API}{MEDIA}/a.png"));
    request = request.header("content-length", "99999999999999");
    let answer = author.send(request.body(Body::from(png("x"))).expect("a request")).await;
    assert_eq!(answer.problem(), "413 upload.too_large");
    assert_eq!(names(&author.get(MEDIA).await.ok()), ["ICN-1.PNG"], "nothing of it is kept");
}

async fn bytes_are_written_to_new_and_existing_names(app: TestApp) {
    library(&app).await;
    let author = app.person(Role::Author).await;
    let put = async |path: &str, text: &str| send(&author, Method::PUT, path, png(text)).await;
    let first = put("/bytes/default/new.png?csdb=H160", "one").await.ok();
    assert_eq!(first["path"], "/H160/MULTIMEDIA/new.png");
    app.wait(1);
    let second = put("/bytes/default/NEW.png?csdb=h160", "two").await.ok();
    assert_eq!((&second["name"], &second["id"]), (&json!("new.png"), &first["id"]), "it is the same file");
    app.wait(1);
    let third = put("/bytes/default/H160/MULTIMEDIA/new.png", "three").await.ok();
    assert_eq!(third["id"], first["id"]);
    assert_eq!(put("/bytes/default/new.png", "four").await.fields(), ["csdb: required"]);
    assert_eq!(put("/bytes/default/a%20b.png?csdb=H160", "five").await.problem(), "400 media.invalid_name");
    assert_eq!(put("/bytes/default/a.png?csdb=NONE", "six").await.problem(), "404 csdb.not_found");
    let large: Vec<u8> = png(&"x".repeat(9_000_000));
    let answer = send(&author, Method::PUT, "/bytes/default/large.png?csdb=H160", large.clone()).await.ok();
    assert_eq!(answer["size"], large.len());
}

async fn a_picture_is_checked_out_whatever_its_size(app: TestApp) {
    library(&app).await;
    let author = app.person(Role::Author).await;
    post(&author, &format!("{ICN}?replace=true"), png(&"x".repeat(3 << 20))).await.ok();
    let ask = async |call: &str| author.ask(Method::POST, call, None).await;
    let taken = ask("/files/checkout/default/H160/MULTIMEDIA/ICN-1.PNG").await.ok();
    assert_eq!(taken["checkedOutBy"], "author");
    let open = ask("/drafts/default/H160/MULTIMEDIA/ICN-1.PNG?tab=a").await;
    assert_eq!(open.problem(), "415 file.not_text", "there is nothing to edit");
}

async fn a_file_checked_out_by_another_is_neither_replaced_nor_deleted(app: TestApp) {
    let sample = library(&app).await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let user = take(&app, &sample, "author").await;
    let refused = post(&admin, &format!("{ICN}?replace=true"), png("x")).await;
    assert_eq!(refused.problem(), "409 file.already_checked_out");
    assert!(refused.json()["title"].as_str().expect("a title").starts_with("author has checked this file out"));
    assert_eq!(admin.delete(&format!("{FILE}?force=true")).await.problem(), "409 file.already_checked_out");
    post(&author, &format!("{ICN}?replace=true"), png("x")).await.ok();
    let held = author.post("/users/checkedOutListWithPage", json!({})).await.ok();
    assert_eq!(held["items"][0]["path"], "/H160/MULTIMEDIA/ICN-1.PNG", "who held it before still does");
    let mut tx = app.db.begin().await.expect("a transaction");
    let home = ObjectOwner { csdb: &sample.manual.csdb_id, manual: None };
    let found = store::objects::find_many(&mut tx, home, &["icn-1.png".to_owned()]).await.expect("read");
    assert!(store::checkouts::release(&mut tx, found["icn-1.png"], &user).await.expect("given back"));
    tx.commit().await.expect("kept");
    post(&admin, &format!("{ICN}?replace=true"), png("y")).await.ok();
}

async fn a_file_in_use_is_deleted_only_by_an_administrator_with_force(app: TestApp) {
    library(&app).await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let refused = author.delete(FILE).await;
    assert_eq!(refused.problem(), "409 media.in_use");
    let uses = json!([{"path": "/H160/MEL/DMC-A_en-US.XML", "code": "DMC-A", "title": "Title of DMC-A - Description", "waits": false}]);
    assert_eq!(
        (&refused.json()["uses"], &refused.json()["title"]),
        (&uses, &json!("1 module uses this media file, so it cannot be deleted"))
    );
    assert_eq!(admin.delete(FILE).await.problem(), "409 media.in_use", "insisting is said, not assumed");
    assert_eq!(author.delete(&format!("{FILE}?force=true")).await.problem(), "403 forbidden");
    assert_eq!(admin.delete(&format!("{FILE}?force=true")).await.status.as_u16(), 204);
    for path in [ICN.to_owned(), FILE.to_owned(), FILE.replace("default", "getVersions/default")] {
        assert_eq!(author.get(&path).await.problem(), "404 file.not_found", "{path}");
    }
    assert_eq!(names(&author.get(MEDIA).await.ok()), [""; 0]);
    assert_eq!(version(&author, "").await, Value::Null, "it is out of the working lane");
    assert_ne!(version(&author, "&lane=oem").await, Value::Null, "but not out of what was delivered");
    post(&author, &format!("{MEDIA}/unused.png"), png("x")).await.ok();
    assert_eq!(author.delete("/files/default/H160/MULTIMEDIA/unused.png").await.status.as_u16(), 204);
    assert_eq!(admin.get("/audit?action=media.deleted").await.ok()["total"], 2);
}

async fn a_file_referenced_only_in_a_pending_revision_is_in_use(app: TestApp) {
    let sample = library(&app).await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let waiting = sample.add_picture_revision(&app).await.to_string();
    let new = "ICN-2.PNG";
    let one = async |name: &str| author.get(&format!("{MEDIA}/{name}")).await.ok()["items"][0].clone();
    let shown = one(new).await;
    assert_eq!((&shown["usedBy"], &shown["usedByWaiting"]), (&json!(1), &json!(1)));
    let old = one("ICN-1.PNG").await;
    assert_eq!((&old["usedBy"], &old["usedByWaiting"]), (&json!(1), &json!(0)), "the same module, and counted once");
    let path = format!("/files/referenced/default/H160/MULTIMEDIA/{new}");
    let used = author.get(&path).await.ok();
    assert_eq!(used["referencedByTotal"], shown["usedBy"]);
    assert_eq!(
        (&used["referencedBy"][0]["path"], &used["referencedBy"][0]["waits"]),
        (&json!("/H160/MEL/DMC-B_en-US.XML"), &json!(true))
    );
    let module = author.get("/files/referenced/default/H160/MEL/DMC-ALONE_en-US.XML").await.ok();
    assert_eq!((&module["referencedByTotal"], &module["referencedBy"][0]["waits"]), (&json!(1), &json!(true)));
    assert_eq!(module["referencedBy"][0]["revision"], waiting, "the one to open");
    let file = format!("/files/default/H160/MULTIMEDIA/{new}");
    let refused = author.delete(&file).await;
    assert_eq!((refused.problem(), &refused.json()["uses"][0]["waits"]), ("409 media.in_use".to_owned(), &json!(true)));
    assert_eq!(refused.json()["uses"][0]["revision"], waiting);
    assert_eq!(admin.delete(&file).await.problem(), "409 media.in_use");
    admin.delete(&format!("{file}?force=true")).await.ok();
    for item in admin.get("/trash").await.ok().as_array().expect("a list") {
        admin.delete(&format!("/trash/{}", item["id"].as_str().expect("an id"))).await.ok();
    }
    app::library::trash::sweep(&app.ctx).await.expect("it is removed");
    let held = author.get(&format!("{MEDIA}?manualName=MEL&lane=oem")).await.ok();
    assert!(names(&held).contains(&new), "the revision that waits keeps what it shows: {held}");
}

async fn a_file_referenced_only_in_a_replaced_revision_is_not_in_use(app: TestApp) {
    let sample = library(&app).await;
    let author = app.person(Role::Author).await;
    sample.add_picture_revision(&app).await;
    sample.add_revision(&app).await;
    let shown = author.get(&format!("{MEDIA}/ICN-2.PNG")).await.ok()["items"][0].clone();
    assert_eq!((&shown["usedBy"], &shown["usedByWaiting"]), (&json!(0), &json!(0)), "a later revision has come");
    let module = author.get("/files/referenced/default/H160/MEL/DMC-ALONE_en-US.XML").await.ok();
    assert_eq!(module["referencedByTotal"], 0);
    assert_eq!(author.delete("/files/default/H160/MULTIMEDIA/ICN-2.PNG").await.status.as_u16(), 204);
}

async fn restored_media_return_to_their_working_lanes(app: TestApp) {
    library(&app).await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let ours = post(&author, &format!("{ICN}?replace=true"), png("ours")).await.ok();
    admin.delete(&format!("{FILE}?force=true")).await.ok();
    let item = admin.get("/trash").await.ok()[0].clone();
    assert_eq!((&item["kind"], &item["path"]), (&json!("media"), &json!("/H160/MULTIMEDIA/ICN-1.PNG")));
    let restore = format!("/trash/{}/restore", item["id"].as_str().expect("an id"));
    assert_eq!(admin.post(&restore, json!({})).await.status.as_u16(), 204);
    assert_eq!(version(&author, "").await, ours["versionId"]);
    assert_eq!(admin.post(&restore, json!({})).await.problem(), "404 trash.not_found");
    admin.delete(&format!("{FILE}?force=true")).await.ok();
    app.wait(1);
    let again = post(&author, ICN, png("brought again")).await.ok();
    assert_eq!((&again["usedBy"], version(&author, "").await), (&json!(1), again["versionId"].clone()));
    assert_eq!(admin.get("/trash").await.ok(), json!([]), "who brings it again takes it out of the trash");
    admin.delete(&format!("{FILE}?force=true")).await.ok();
    admin.delete("/csdb?csdbName=H160").await.ok();
    assert_eq!(admin.post(&restore, json!({})).await.problem(), "409 trash.csdb_in_trash");
}

async fn purged_media_stay_in_their_revisions(app: TestApp) {
    library(&app).await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let delivered = version(&author, "&lane=oem").await;
    post(&author, &format!("{ICN}?replace=true"), png("ours")).await.ok();
    post(&author, &format!("{MEDIA}/unused.png"), png("x")).await.ok();
    for file in [FILE, "/files/default/H160/MULTIMEDIA/unused.png"] {
        admin.delete(&format!("{file}?force=true")).await.ok();
    }
    for item in admin.get("/trash").await.ok().as_array().expect("a list") {
        let answer = admin.delete(&format!("/trash/{}", item["id"].as_str().expect("an id"))).await;
        assert_eq!(answer.status.as_u16(), 204);
    }
    app::library::trash::sweep(&app.ctx).await.expect("it is removed");
    assert_eq!(admin.get("/trash").await.ok(), json!([]));
    assert_eq!(version(&author, "&lane=oem").await, delivered);
    let mut tx = app.db.read().await.expect("a transaction");
    let csdb =
        store::csdbs::find_by_name(&mut tx, &testkit::library::name("H160")).await.expect("read").expect("there").csdb;
    let home = ObjectOwner { csdb: &csdb.id, manual: None };
    let keys = ["icn-1.png".to_owned(), "unused.png".to_owned()];
    let left = store::objects::find_many(&mut tx, home, &keys).await.expect("read");
    assert_eq!(left.keys().collect::<Vec<_>>(), ["icn-1.png"], "what no revision holds is gone");
    drop(tx);
    let again = post(&author, ICN, png("brought again")).await.ok();
    assert_eq!(version(&author, "").await, again["versionId"]);
    let versions = author.get("/files/getVersions/default/H160/MULTIMEDIA/ICN-1.PNG").await.ok();
    let versions: Vec<_> = versions.as_array().expect("a list").iter().map(|one| &one["versionId"]).collect();
    assert_eq!(versions, [&again["versionId"], &delivered], "the operator's own version is purged");
}

async fn importing_deleted_media_restores_them(app: TestApp) {
    let sample = library(&app).await;
    let admin = app.admin().await;
    admin.delete(&format!("{FILE}?force=true")).await.ok();
    sample.add_revision(&app).await;
    assert_eq!(names(&admin.get(MEDIA).await.ok()), ["ICN-1.PNG"]);
    assert_eq!(admin.get("/trash").await.ok(), json!([]));
    assert_eq!(version(&admin, "").await, Value::Null, "the working lane is as its owner left it");
}

async fn a_connection_that_is_lost_leaves_nothing(app: TestApp) {
    library(&app).await;
    let author = app.person(Role::Author).await;
    let pieces = [Ok(Bytes::from(png("half"))), Err(std::io::Error::other("the line is dead"))];
    let body = Body::from_stream(futures::stream::iter(pieces));
    let answer = send(&author, Method::POST, &format!("{MEDIA}/half.png"), body).await;
    assert_eq!(answer.problem(), "400 request.malformed");
    assert_eq!(names(&author.get(MEDIA).await.ok()), ["ICN-1.PNG"]);
}

async fn concurrent_replacements_are_all_stored(app: TestApp) {
    library(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let replace = format!("{ICN}?replace=true");
    let content = |number: usize| png(&format!("number {number}"));
    let all = (0..8).map(|number| post(if number % 2 == 0 { &author } else { &approver }, &replace, content(number)));
    for (number, answer) in join_all(all).await.iter().enumerate() {
        // On a slow machine a request that waits longer than the lock timeout is refused.
        if answer.status.as_u16() != 201 {
            assert_eq!(answer.problem(), "503 server.busy", "{number}");
            post(&author, &replace, content(number)).await.ok();
        }
    }
    let versions = author.get("/files/getVersions/default/H160/MULTIMEDIA/ICN-1.PNG").await.ok();
    assert_eq!(versions.as_array().map(Vec::len), Some(9));
    assert_eq!(version(&author, "").await, versions[0]["versionId"], "the last is what is shown");
    assert_eq!((app.db.count("snapshot").await, app.db.count("checkout").await), (9, 0), "one snapshot per change");
}
