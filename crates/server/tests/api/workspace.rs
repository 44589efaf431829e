//! The workspace: POST /users/recentVisitWithPage, /users/getBookmarksWithPage, /users/bookmark,
//! /users/checkedOutListWithPage, and our own related calls.

use axum::http::StatusCode;
use domain::id::{BookmarkId, UserId};
use domain::page::PageRequest;
use domain::permission::Role;
use domain::user::Account;
use domain::workspace::{MAX_BOOKMARKS, MAX_RECENT};
use serde_json::{Value, json};
use store::objects::ObjectOwner;
use store::workspace::RecentFilter;
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::sample_manual::SampleManual;

use crate::comments::{PARAGRAPH, anchor, path, version};
use crate::editing;
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(
    a_visit_is_remembered_once_and_the_last_comes_first,
    a_visit_has_its_lane_or_revision,
    deleted_targets_stay_in_the_lists_as_unavailable,
    visits_are_found_by_text_and_the_oldest_are_deleted,
    one_call_adds_a_bookmark_and_the_next_removes_it,
    a_manual_and_a_paragraph_can_be_bookmarked,
    a_bookmark_and_a_link_find_their_paragraph_in_later_versions,
    a_bookmark_is_removed_where_its_paragraph_is,
    a_bookmark_without_a_version_is_of_the_text_of_its_time,
    bookmarks_have_names_and_folders_of_their_owner,
    bookmarks_of_some_paths_are_found_at_once,
    bookmarks_and_visits_are_private,
    the_number_of_bookmarks_is_limited,
    the_check_out_list_has_the_callers_objects,
    visits_and_bookmarks_are_listed_by_the_status_of_their_files,
);

const A: &str = "/H160/MEL/DMC-A_en-US.XML";
const B: &str = "/H160/MEL/DMC-B_en-US.XML";

async fn library(app: &TestApp) -> SampleManual {
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": "H160"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["H160"], "manualName": ["MEL"]})).await.ok();
    SampleManual::fill(app, "H160", "MEL").await
}

async fn id_of(tx: &mut store::Tx, account: &str) -> UserId {
    let account = Account::parse(account).expect("an account");
    store::users::find_by_account(tx, &account).await.expect("it can be looked for").expect("it is there").id
}

async fn visit(who: &Client, path: &str) {
    let answer = who.post("/users/recentVisit", json!({"path": path})).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text());
}

async fn recent(who: &Client, request: Value) -> Value {
    who.post("/users/recentVisitWithPage", request).await.ok()
}

async fn bookmarks(who: &Client, request: Value) -> Value {
    who.post("/users/getBookmarksWithPage", request).await.ok()
}

fn each<'a>(page: &'a Value, field: &str) -> Vec<&'a str> {
    page["items"].as_array().expect("a list").iter().map(|one| one[field].as_str().expect("a text")).collect()
}

async fn a_visit_is_remembered_once_and_the_last_comes_first(app: TestApp) {
    library(&app).await;
    let reader = app.person(Role::Reader).await;
    for path in [A, B, "/H160/MEL", "/H160/MULTIMEDIA/ICN-1.PNG", "/h160/mel/dmc-a_EN-us.xml"] {
        visit(&reader, path).await;
        app.wait(1);
    }
    let page = recent(&reader, json!({"pageNumber": 1, "pageSize": 10})).await;
    assert_eq!(each(&page, "path"), [A, "/H160/MULTIMEDIA/ICN-1.PNG", "/H160/MEL", B]);
    assert_eq!(each(&page, "kind"), ["dm", "icn", "manual", "dm"]);
    assert_eq!(each(&page, "manualName"), ["MEL", "", "MEL", "MEL"]);
    let first = &page["items"][0];
    for (field, value) in [
        ("name", json!("DMC-A_en-US.XML")),
        ("code", json!("DMC-A")),
        ("title", json!("Title of DMC-A - Description")),
        ("csdbName", json!("H160")),
        ("available", json!(true)),
    ] {
        assert_eq!(first[field], value, "{field}");
    }
    assert!(first["visitedOn"].is_string() && first.get("lane").is_none() && first.get("revision").is_none());
    assert_eq!(reader.get("/counts").await.ok()["recents"], page["total"]);
    let second = recent(&reader, json!({"pageNumber": 2, "pageSize": 3})).await;
    assert_eq!((each(&second, "path"), &second["total"]), (vec![B], &json!(4)));
    for wrong in ["/H160/MEL/DMC-NONE_en-US.XML", "/H160", "/NONE/MEL", "nonsense", ""] {
        let answer = reader.post("/users/recentVisit", json!({"path": wrong})).await;
        assert_eq!(answer.problem(), "404 file.not_found", "{wrong}");
    }
}

async fn a_visit_has_its_lane_or_revision(app: TestApp) {
    let sample = library(&app).await;
    let revision = sample.add_revision(&app).await.to_string();
    let reader = app.person(Role::Reader).await;
    reader.post("/users/recentVisit", json!({"path": A, "lane": "oem"})).await.ok();
    reader.post("/users/recentVisit", json!({"path": B, "revision": revision})).await.ok();
    let page = recent(&reader, json!({})).await;
    let told: Vec<_> =
        page["items"].as_array().expect("a list").iter().map(|one| (&one["lane"], &one["revision"])).collect();
    assert!(told.contains(&(&json!("oem"), &Value::Null)) && told.contains(&(&Value::Null, &json!(revision))));
    assert!(page["items"].as_array().expect("a list").iter().all(|one| one["available"] == true));
    let answer = reader.post("/users/recentVisit", json!({"path": A, "revision": "999999"})).await;
    assert_eq!(answer.problem(), "404 revision.not_found");
}

async fn deleted_targets_stay_in_the_lists_as_unavailable(app: TestApp) {
    library(&app).await;
    let admin = app.admin().await;
    for path in [A, "/H160/MEL"] {
        visit(&admin, path).await;
        admin.post("/users/bookmark", json!({"path": path})).await.ok();
    }
    let available = async || {
        let lists = [recent(&admin, json!({})).await, bookmarks(&admin, json!({})).await];
        lists.map(|page| {
            let all: Vec<bool> =
                page["items"].as_array().expect("a list").iter().map(|one| one["available"] == true).collect();
            all
        })
    };
    assert_eq!(available().await, [[true, true], [true, true]]);
    admin.delete("/csdb/manual?csdbName=H160&manualName=MEL").await.ok();
    assert_eq!(available().await, [[false, false], [false, false]]);
    assert!(each(&recent(&admin, json!({})).await, "title").contains(&"Title of DMC-A - Description"));
    let item = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    admin.post(&format!("/trash/{item}/restore"), json!({})).await.ok();
    assert_eq!(available().await, [[true, true], [true, true]]);
    admin.delete("/csdb?csdbName=H160").await.ok();
    let unmarked = admin.post("/users/bookmark", json!({"path": A})).await.ok();
    assert_eq!(unmarked, json!({"bookmarked": false}), "a mark can be taken away when its target is gone");
    assert_eq!(admin.post("/users/bookmark", json!({"path": A})).await.problem(), "404 file.not_found");
}

async fn visits_are_found_by_text_and_the_oldest_are_deleted(app: TestApp) {
    library(&app).await;
    let reader = app.person(Role::Reader).await;
    visit(&reader, A).await;
    let mut tx = app.db.begin().await.expect("a transaction");
    let user = id_of(&mut tx, "reader").await;
    let page = PageRequest::parse(1, 10).expect("a page");
    let mut place =
        store::workspace::list_recent(&mut tx, &user, RecentFilter::default(), page).await.expect("a list").items[0]
            .location
            .clone();
    for number in 0..MAX_RECENT {
        place.path = format!("/H160/MEL/DMC-{number:04}_en-US.XML");
        let later = app.ctx.clock.now() + chrono::TimeDelta::seconds(1 + i64::try_from(number).expect("small"));
        store::workspace::upsert_recent(&mut tx, &user, &place, later).await.expect("kept");
    }
    tx.commit().await.expect("kept");
    app.wait(1_000);
    visit(&reader, B).await;
    let found = recent(&reader, json!({"keywordFilter": "dmc-"})).await;
    assert_eq!((found["total"].as_u64(), each(&found, "path")[0]), (Some(MAX_RECENT), B));
    assert_eq!(recent(&reader, json!({"keywordFilter": "title OF dmc-b"})).await["total"], 1);
    assert_eq!(recent(&reader, json!({"keywordFilter": "dmc-0000"})).await["total"], 0, "the oldest are forgotten");
    let refused = reader.post("/users/recentVisitWithPage", json!({"keywordFilter": "a".repeat(201)})).await;
    assert_eq!(refused.fields(), ["keywordFilter: too_long"]);
}

async fn one_call_adds_a_bookmark_and_the_next_removes_it(app: TestApp) {
    library(&app).await;
    let reader = app.person(Role::Reader).await;
    let admin = app.admin().await;
    let logged = admin.get("/audit").await.ok()["total"].clone();
    let marked = reader.post("/users/bookmark", json!({"path": A})).await.ok();
    assert_eq!(marked["bookmarked"], true);
    let bookmark = &marked["bookmark"];
    for (field, value) in [
        ("path", A),
        ("name", "Title of DMC-A - Description"),
        ("folder", ""),
        ("code", "DMC-A"),
        ("title", "Title of DMC-A - Description"),
        ("kind", "dm"),
        ("csdbName", "H160"),
        ("manualName", "MEL"),
    ] {
        assert_eq!(bookmark[field], value, "{field}");
    }
    assert!(bookmark["createdOn"].is_string() && bookmark["id"].is_string() && bookmark.get("anchor").is_none());
    let page = bookmarks(&reader, json!({"pageNumber": 1, "pageSize": 10})).await;
    assert_eq!(page, json!({"items": [bookmark], "total": 1, "pageNumber": 1, "pageSize": 10}));
    assert_eq!(reader.get("/counts").await.ok()["bookmarks"], 1);
    let again = reader.post("/users/bookmark", json!({"path": A.to_lowercase()})).await.ok();
    assert_eq!(again, json!({"bookmarked": false}));
    assert_eq!(bookmarks(&reader, json!({})).await["total"], 0);
    assert_eq!(admin.get("/audit").await.ok()["total"], logged, "it is nobody else's business");
}

async fn a_manual_and_a_paragraph_can_be_bookmarked(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let manual = reader.post("/users/bookmark", json!({"path": BASE, "name": "Manual"})).await.ok();
    assert_eq!(manual["bookmark"]["kind"], "manual");
    app.wait(1);
    reader.post("/users/bookmark", json!({"path": path(), "name": "Module"})).await.ok();
    app.wait(1);
    let at = anchor(&reader, PARAGRAPH).await;
    let pump = json!({"path": path(), "anchor": at, "name": "Pump", "version": version(&reader).await});
    let marked = reader.post("/users/bookmark", pump.clone()).await.ok();
    assert_eq!(marked["bookmark"]["anchor"], json!(at));
    let all = bookmarks(&reader, json!({})).await;
    assert_eq!(each(&all, "name"), ["Pump", "Module", "Manual"], "each is a bookmark of its own");
    assert_eq!(reader.post("/users/bookmark", pump).await.ok(), json!({"bookmarked": false}));
    let refused =
        reader.post("/users/bookmark", json!({"path": path(), "anchor": "a\nb", "folder": "f".repeat(101)})).await;
    assert_eq!(refused.fields(), ["anchor: character", "folder: too_long"]);
    for target in [path(), BASE.to_owned()] {
        let nowhere = reader.post("/users/bookmark", json!({"path": target, "anchor": "no-such-place"})).await;
        assert_eq!(nowhere.fields(), ["anchor: unknown_value"]);
    }
    let without_module = reader.post("/users/getBookmarksWithPage", json!({"version": "1"})).await;
    assert_eq!(without_module.fields(), ["version: not_together"]);
}

/// Checks the module in with another text.
async fn rewrite(author: &Client, change: impl Fn(&str) -> String) {
    let (_, saved) = editing::edit(author, &path(), change).await;
    editing::check_in(author, &path(), json!({"step": "inWork", "comment": "Words"}), &saved).await.ok();
}

/// The bookmark of a paragraph as its owner sees it: where it is and what became of its text.
async fn place(who: &Client, request: Value) -> [Value; 2] {
    let page = bookmarks(who, request).await;
    ["currentAnchor", "placeState"].map(|member| page["items"][0][member].clone())
}

const NOTES: &str = "Read the safety notes of the fuel system first.";

async fn a_bookmark_and_a_link_find_their_paragraph_in_later_versions(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (first, at) = (version(&reader).await, anchor(&reader, PARAGRAPH).await);
    let marked = reader.post("/users/bookmark", json!({"path": path(), "anchor": at, "name": "Pump"})).await.ok();
    assert_eq!(
        (&marked["bookmark"]["version"], &marked["bookmark"]["placeState"]),
        (&json!(first), &json!("unchanged"))
    );
    app.wait(1);
    let added = format!("<para>{NOTES}</para><para>The pump sits");
    rewrite(&author, |text| text.replacen("<para>The pump sits", &added, 1)).await;
    let (second, moved) = (version(&reader).await, anchor(&reader, PARAGRAPH).await);
    assert_eq!(anchor(&reader, NOTES).await, at, "another paragraph stands at the old position");
    assert_ne!(moved, at);
    assert_eq!(place(&reader, json!({})).await, [json!(moved), json!("unchanged")]);
    let of_first = json!({"paths": [path()], "version": first});
    assert_eq!(place(&reader, of_first).await, [json!(at), json!("unchanged")]);
    let follow = async |to: &str| {
        let address = format!("/view/place/default{}?from={first}&to={to}&anchor={at}", path());
        reader.get(&address).await.ok()
    };
    let followed = follow(&second).await;
    assert_eq!((&followed["anchor"], &followed["state"]), (&json!(moved), &json!("unchanged")));
    assert!(followed["quote"].as_str().expect("a quote").starts_with(PARAGRAPH), "{followed}");
    let unknown = reader.get(&format!("/view/place/default{}?from={first}&to={second}&anchor=none", path())).await;
    assert_eq!(unknown.fields(), ["anchor: unknown_value"]);

    app.wait(1);
    rewrite(&author, |text| text.replacen("sits in a cartridge", "sits in a housing", 1)).await;
    let third = version(&reader).await;
    assert_eq!(place(&reader, json!({})).await, [json!(moved), json!("changed")]);
    assert_eq!(follow(&third).await["state"], "changed");

    app.wait(1);
    rewrite(&author, |text| {
        let from = text.find("<commonInfo>").expect("the paragraphs");
        let to = text.find("</commonInfo>").expect("their end") + "</commonInfo>".len();
        [&text[..from], &text[to..]].concat()
    })
    .await;
    assert_eq!(place(&reader, json!({})).await, [Value::Null, json!("gone")]);
    let gone = follow(&version(&reader).await).await;
    assert_eq!((gone.get("anchor"), &gone["state"]), (None, &json!("gone")));
}

async fn a_bookmark_is_removed_where_its_paragraph_is(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let at = anchor(&reader, PARAGRAPH).await;
    reader.post("/users/bookmark", json!({"path": path(), "anchor": at, "name": "Pump"})).await.ok();
    app.wait(1);
    let added = format!("<para>{NOTES}</para><para>The pump sits");
    rewrite(&author, |text| text.replacen("<para>The pump sits", &added, 1)).await;
    let notes = reader.post("/users/bookmark", json!({"path": path(), "anchor": at, "name": "Notes"})).await.ok();
    assert_eq!(notes["bookmarked"], true, "the paragraph that stands there now had no bookmark");
    let moved = anchor(&reader, PARAGRAPH).await;
    let removed = reader.post("/users/bookmark", json!({"path": path(), "anchor": moved})).await.ok();
    assert_eq!(removed, json!({"bookmarked": false}));
    assert_eq!(each(&bookmarks(&reader, json!({})).await, "name"), ["Notes"]);
}

async fn a_bookmark_without_a_version_is_of_the_text_of_its_time(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let at = anchor(&reader, PARAGRAPH).await;
    let marked = reader.post("/users/bookmark", json!({"path": path(), "anchor": at})).await.ok();
    let first = marked["bookmark"]["version"].clone();
    let mut tx = app.db.begin().await.expect("a transaction");
    let user = id_of(&mut tx, "reader").await;
    let id = BookmarkId(marked["bookmark"]["id"].as_str().expect("an id").to_owned());
    let mut old = store::workspace::find_bookmark(&mut tx, &user, &id).await.expect("read").expect("found").bookmark;
    store::workspace::delete_bookmark(&mut tx, &user, &id).await.expect("deleted");
    (old.anchor, old.version) = (at.clone(), None);
    store::workspace::insert_bookmark(&mut tx, &user, &old).await.expect("kept");
    tx.commit().await.expect("kept");
    app.wait(1_000);
    let added = format!("<para>{NOTES}</para><para>The pump sits");
    rewrite(&author, |text| text.replacen("<para>The pump sits", &added, 1)).await;
    let moved = anchor(&reader, PARAGRAPH).await;
    assert_ne!(moved, at);
    assert_eq!(place(&reader, json!({})).await, [json!(moved), json!("unchanged")]);
    assert_eq!(bookmarks(&reader, json!({})).await["items"][0]["version"], first);
}

async fn bookmarks_have_names_and_folders_of_their_owner(app: TestApp) {
    library(&app).await;
    let reader = app.person(Role::Reader).await;
    let marked = reader.post("/users/bookmark", json!({"path": A, "name": "Start here", "folder": "Daily"})).await.ok();
    reader.post("/users/bookmark", json!({"path": B})).await.ok();
    let address = format!("/users/bookmark/{}", marked["bookmark"]["id"].as_str().expect("an id"));
    let changed = reader.put(&address, json!({"name": "从这里开始", "folder": "日常"})).await.ok();
    assert_eq!((&changed["name"], &changed["folder"]), (&json!("从这里开始"), &json!("日常")));
    let folders = reader.get("/users/bookmarkFolders").await.ok();
    assert_eq!(folders, json!([{"name": "", "count": 1}, {"name": "日常", "count": 1}]));
    assert_eq!(each(&bookmarks(&reader, json!({"folder": "日常"})).await, "path"), [A]);
    assert_eq!(each(&bookmarks(&reader, json!({"folder": ""})).await, "path"), [B]);
    assert_eq!(each(&bookmarks(&reader, json!({"keywordFilter": "开始"})).await, "path"), [A]);
    assert_eq!(each(&bookmarks(&reader, json!({"keywordFilter": "dmc-b"})).await, "path"), [B]);
    assert_eq!(reader.put(&address, json!({"name": " ", "folder": ""})).await.fields(), ["name: required"]);
    assert_eq!(reader.delete(&address).await.status, StatusCode::NO_CONTENT);
    assert_eq!(reader.delete(&address).await.problem(), "404 bookmark.not_found");
    assert_eq!(reader.put(&address, json!({"name": "a", "folder": ""})).await.problem(), "404 bookmark.not_found");
}

async fn bookmarks_of_some_paths_are_found_at_once(app: TestApp) {
    library(&app).await;
    let reader = app.person(Role::Reader).await;
    reader.post("/users/bookmark", json!({"path": A})).await.ok();
    assert_eq!(each(&bookmarks(&reader, json!({"paths": [A, B]})).await, "path"), [A]);
    assert_eq!(bookmarks(&reader, json!({"paths": [B]})).await["total"], 0);
    assert_eq!(bookmarks(&reader, json!({"paths": []})).await["total"], 0);
    let many: Vec<String> = (0..101).map(|number| format!("/H160/MEL/{number}.XML")).collect();
    let refused = reader.post("/users/getBookmarksWithPage", json!({"paths": many})).await;
    assert_eq!(refused.fields(), ["paths: too_many"]);
}

async fn bookmarks_and_visits_are_private(app: TestApp) {
    library(&app).await;
    let (reader, author) = (app.person(Role::Reader).await, app.person(Role::Author).await);
    visit(&reader, A).await;
    let marked = reader.post("/users/bookmark", json!({"path": A})).await.ok();
    let address = format!("/users/bookmark/{}", marked["bookmark"]["id"].as_str().expect("an id"));
    assert_eq!(author.delete(&address).await.problem(), "404 bookmark.not_found");
    assert_eq!(author.put(&address, json!({"name": "a", "folder": ""})).await.problem(), "404 bookmark.not_found");
    assert_eq!(bookmarks(&author, json!({})).await["total"], 0);
    assert_eq!(recent(&author, json!({})).await["total"], 0);
    assert_eq!(author.get("/users/bookmarkFolders").await.ok(), json!([]));
}

async fn the_number_of_bookmarks_is_limited(app: TestApp) {
    library(&app).await;
    let reader = app.person(Role::Reader).await;
    let first = reader.post("/users/bookmark", json!({"path": A})).await.ok();
    let mut tx = app.db.begin().await.expect("a transaction");
    let user = id_of(&mut tx, "reader").await;
    let id = BookmarkId(first["bookmark"]["id"].as_str().expect("an id").to_owned());
    let mut one =
        store::workspace::find_bookmark(&mut tx, &user, &id).await.expect("read").expect("a bookmark").bookmark;
    for number in 1..MAX_BOOKMARKS {
        one.id.0 = format!("bookmark-{number}");
        one.anchor = format!("para-{number}");
        assert!(store::workspace::insert_bookmark(&mut tx, &user, &one).await.expect("kept"));
    }
    tx.commit().await.expect("kept");
    let refused = reader.post("/users/bookmark", json!({"path": B})).await;
    assert_eq!(refused.problem(), "409 bookmark.too_many");
    let chinese = reader.in_language("zh-CN").post("/users/bookmark", json!({"path": B})).await;
    assert!(chinese.json()["title"].as_str().expect("a title").contains("上限"));
    assert_eq!(reader.post("/users/bookmark", json!({"path": A})).await.ok(), json!({"bookmarked": false}));
    reader.post("/users/bookmark", json!({"path": B})).await.ok();
}

async fn the_check_out_list_has_the_callers_objects(app: TestApp) {
    let sample = library(&app).await;
    let (author, reader) = (app.person(Role::Author).await, app.person(Role::Reader).await);
    let empty = json!({"items": [], "total": 0, "pageNumber": 1, "pageSize": 10});
    assert_eq!(
        author.post("/users/checkedOutListWithPage", json!({"pageNumber": 1, "pageSize": 10})).await.ok(),
        empty
    );
    let mut tx = app.db.begin().await.expect("a transaction");
    let user = id_of(&mut tx, "author").await;
    let home = ObjectOwner { csdb: &sample.manual.csdb_id, manual: Some(&sample.manual.id) };
    let found = store::objects::find_many(&mut tx, home, &["dmc-a_en-us".to_owned()]).await.expect("read");
    store::checkouts::take(&mut tx, found["dmc-a_en-us"], &user, app.ctx.clock.now()).await.expect("taken");
    tx.commit().await.expect("kept");
    let held = author.post("/users/checkedOutListWithPage", json!({"keywordFilter": "dmc"})).await.ok();
    let one = &held["items"][0];
    assert_eq!((&one["path"], &one["title"]), (&json!(A), &json!("Title of DMC-A - Description")));
    assert!(one["checkedOutOn"].is_string() && one["available"] == true && one["kind"] == "dm");
    assert_eq!(author.get("/counts").await.ok()["checkouts"], 1);
    assert_eq!(author.post("/users/checkedOutListWithPage", json!({"keywordFilter": "none"})).await.ok(), empty);
    assert_eq!(reader.post("/users/checkedOutListWithPage", json!({})).await.ok(), empty);
}

async fn visits_and_bookmarks_are_listed_by_the_status_of_their_files(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let other = format!("{BASE}/DMC-NV240-A-28-21-01-00A-720A-A_en-US.XML");
    for path in [path(), other.clone(), BASE.to_owned()] {
        visit(&reader, &path).await;
        reader.post("/users/bookmark", json!({"path": path})).await.ok();
        app.wait(1);
    }
    let (_, saved) = editing::edit(&author, &path(), |text| text.replace("</content>", "<!-- x --></content>")).await;
    editing::check_in(&author, &path(), json!({"step": "inWork", "comment": "x"}), &saved).await.ok();
    let listed = async |status: &str| {
        let request = json!({"statusFilter": status});
        let lists = [recent(&reader, request.clone()).await, bookmarks(&reader, request).await];
        for page in &lists {
            assert_eq!(page["total"].as_u64(), page["items"].as_array().map(|items| items.len() as u64));
        }
        lists.map(|page| each(&page, "path").into_iter().map(str::to_owned).collect::<Vec<_>>())
    };
    let both = |paths: &[&str]| [0, 1].map(|_| paths.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>());
    assert_eq!(listed("Draft").await, both(&[&path()]));
    assert_eq!(listed("Released").await, both(&[&other]));
    assert_eq!(listed("Obsolete").await, both(&[]));
    assert_eq!(listed("All").await, both(&[BASE, &other, &path()]), "a manual has no status");
    let page = recent(&reader, json!({})).await;
    let statuses: Vec<_> = page["items"].as_array().expect("a list").iter().map(|one| one["status"].clone()).collect();
    assert_eq!(statuses, [Value::Null, json!("Released"), json!("Draft")]);
    for call in ["/users/recentVisitWithPage", "/users/getBookmarksWithPage"] {
        let refused = reader.post(call, json!({"statusFilter": "finished"})).await;
        assert_eq!(refused.fields(), ["statusFilter: unknown_value"]);
    }
}
