//! Groups and access: GET/POST /groups, GET/PUT/DELETE /groups/{id}, GET/PUT /access,
//! GET /access/list, GET /access/ofUser.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};
use testkit::sample_manual::SampleManual;

testkit::on_each_app!(
    groups_have_members_and_are_found_by_name,
    access_is_given_explained_and_taken_away,
    a_level_below_the_role_refuses_changes,
    people_are_told_where_they_may_do_less_than_their_role,
    one_request_changes_several_places_or_none,
    a_grant_taken_away_holds_on_every_node,
    a_limited_manual_is_hidden_inside_an_open_database,
    a_new_manual_does_not_inherit_the_grants_of_a_deleted_one,
    giving_rights_needs_a_fresh_proof,
    groups_are_written_to_a_file_and_read_from_it,
    a_file_with_a_defect_changes_nothing,
    a_file_is_applied_as_its_preview_shows_it_or_not_at_all,
    a_large_group_is_exported_and_imported,
);

const A: &str = "/H160/MEL/DMC-A_en-US.XML";

async fn library(app: &TestApp) -> Client {
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": "H160"})).await.ok();
    for manual in ["MEL", "AMM"] {
        admin.post("/csdb/manual", json!({"csdbName": ["H160"], "manualName": [manual]})).await.ok();
        SampleManual::fill(app, "H160", manual).await;
    }
    admin
}

async fn group(admin: &Client, name: &str, members: &[&str]) -> Value {
    admin.post("/groups", json!({"name": name, "members": members})).await.ok()
}

async fn access(admin: &Client, body: Value) -> Value {
    admin.put("/access", body).await.ok()
}

/// The level and reason of a user in a place.
async fn of_user(admin: &Client, account: &str, path: &str) -> String {
    let all = admin.get(&format!("/access/ofUser?account={account}")).await.ok();
    let one = all.as_array().expect("a list").iter().find(|one| one["path"] == path).expect("the place");
    let word = |field: &str| one[field].as_str().unwrap_or_default();
    format!("{} {} {}", word("level"), word("reason"), word("group")).trim().to_owned()
}

async fn groups_have_members_and_are_found_by_name(app: TestApp) {
    let admin = app.admin().await;
    app.add("ann", Role::Reader).await;
    app.add("bob", Role::Author).await;
    let made = group(&admin, "Fleet 2", &["ann"]).await;
    assert_eq!(made["members"], json!([{"account": "ann", "displayName": ""}]));
    assert_eq!(admin.post("/groups", json!({"name": "FLEET 2"})).await.problem(), "409 group.name_taken");
    let unknown = admin.post("/groups", json!({"name": "X", "members": ["nobody"]})).await;
    assert_eq!(unknown.fields(), ["members[0]: unknown_value"]);
    assert_eq!(admin.post("/groups", json!({"name": " "})).await.fields(), ["name: required"]);

    let address = format!("/groups/{}", made["group"]["id"].as_str().expect("an id"));
    let change = json!({"name": "Fleet 3", "description": "Night shift", "members": ["bob"], "version": 1});
    let changed = admin.put(&address, change.clone()).await.ok();
    assert_eq!(changed["group"]["version"], 2);
    assert_eq!(admin.put(&address, change).await.problem(), "409 changed_meanwhile");
    assert_eq!(admin.get(&address).await.ok()["members"][0]["account"], "bob");
    assert_eq!(admin.get("/groups?keyword=eet%203").await.ok()["items"][0]["memberCount"], 1);
    assert_eq!(admin.get("/groups?keyword=fleet%202").await.ok()["total"], 0);
    group(&admin, "Other", &[]).await;
    let taken = json!({"name": "other", "members": [], "version": 2});
    assert_eq!(admin.put(&address, taken).await.problem(), "409 group.name_taken");

    assert_eq!(admin.delete(&address).await.status, StatusCode::NO_CONTENT);
    assert_eq!(admin.delete(&address).await.problem(), "404 group.not_found");
    let log = admin.get("/audit?pageSize=10").await.ok();
    let actions: Vec<&str> =
        log["items"].as_array().expect("a list").iter().filter_map(|one| one["action"].as_str()).collect();
    assert!(["group.created", "group.updated", "group.deleted"].iter().all(|one| actions.contains(one)), "{actions:?}");
}

async fn access_is_given_explained_and_taken_away(app: TestApp) {
    let admin = library(&app).await;
    let ann = app.person(Role::Reader).await;
    group(&admin, "Fleet 2", &["reader"]).await;
    assert_eq!(of_user(&admin, "reader", "/H160/MEL").await, "read role");
    assert_eq!(of_user(&admin, "admin", "/H160/MEL").await, "approve administrator");

    access(&admin, json!({"paths": ["/H160"], "limited": true})).await;
    let places = admin.get("/access/list").await.ok();
    assert_eq!(places[0], json!({"path": "/H160", "limited": true, "grantCount": 0}));
    assert_eq!(places[1], json!({"path": "/H160/AMM", "limited": false, "grantCount": 0}));
    assert_eq!(ann.get("/csdb").await.ok().as_array().map(Vec::len), Some(0));
    assert_eq!(ann.get(&format!("/files/default{A}")).await.problem(), "404 file.not_found");
    assert_eq!(of_user(&admin, "reader", "/H160/MEL").await, "none noGrant");

    let grants = json!([{"group": "Fleet 2", "level": "read"}]);
    let changed = access(&admin, json!({"paths": ["/h160"], "grants": grants})).await;
    assert_eq!(changed, json!([{"path": "/H160", "limited": true, "grants": grants}]));
    assert_eq!(ann.get(&format!("/files/default{A}")).await.status, StatusCode::OK);
    assert_eq!(of_user(&admin, "reader", "/H160/MEL").await, "read group Fleet 2");

    access(&admin, json!({"paths": ["/H160"], "grants": [{"account": "reader", "level": "none"}]})).await;
    assert_eq!(of_user(&admin, "reader", "/H160").await, "none ownGrant");
    assert_eq!(ann.get(&format!("/files/default{A}")).await.problem(), "404 file.not_found");
    access(&admin, json!({"paths": ["/H160"], "grants": [{"account": "reader"}, {"group": "Fleet 2"}]})).await;
    assert_eq!(admin.get("/access?path=/H160").await.ok()["grants"], json!([]));
    assert_eq!(ann.get("/csdb").await.ok(), json!([]), "taking the last grant away does not open a database");
    access(&admin, json!({"paths": ["/H160"], "limited": false})).await;
    assert_eq!(ann.get(&format!("/files/default{A}")).await.status, StatusCode::OK);
}

async fn a_level_below_the_role_refuses_changes(app: TestApp) {
    let admin = library(&app).await;
    let author = app.person(Role::Author).await;
    let grants = json!([{"account": "author", "level": "read"}]);
    access(&admin, json!({"paths": ["/H160"], "grants": grants})).await;
    assert_eq!(author.get("/folders/default/H160/MEL").await.status, StatusCode::OK);
    let rename = json!({"attributeMap": {"aliasName": ["A"]}, "version": 1});
    for path in ["/H160", "/H160/MEL"] {
        assert_eq!(author.put(&format!("/folders/default{path}"), rename.clone()).await.problem(), "403 forbidden");
    }
    let manual = json!({"csdbName": ["H160"], "manualName": ["NEW"]});
    assert_eq!(author.post("/csdb/manual", manual.clone()).await.problem(), "403 forbidden");
    assert_eq!(author.delete("/csdb/manual?csdbName=H160&manualName=MEL").await.problem(), "403 forbidden");
    assert_eq!(author.delete("/files/default/H160/MULTIMEDIA/ICN-1.PNG").await.problem(), "403 forbidden");
    let import = json!({"csdbName": "H160", "manualName": "MEL", "packageId": "none"});
    let import = json!({"jobName": "universalImport", "parameterMap": import});
    assert_eq!(author.post("/jobs", import).await.problem(), "403 forbidden");
    access(&admin, json!({"paths": ["/H160"], "grants": [{"account": "author", "level": "author"}]})).await;
    author.post("/csdb/manual", manual).await.ok();
}

async fn people_are_told_where_they_may_do_less_than_their_role(app: TestApp) {
    let admin = library(&app).await;
    admin.post("/csdb", json!({"csdbName": "Hidden"})).await.ok();
    access(&admin, json!({"paths": ["/Hidden"], "limited": true})).await;
    let (author, reader) = (app.person(Role::Author).await, app.person(Role::Reader).await);
    let exceptions = async |client: &Client| client.get("/users/me").await.ok()["exceptions"].clone();
    assert_eq!(exceptions(&author).await, json!([]), "what is hidden is not named");

    access(&admin, json!({"paths": ["/H160"], "grants": [{"account": "author", "level": "read"}]})).await;
    let reading = json!(["readContent", "comment"]);
    assert_eq!(exceptions(&author).await, json!([{"path": "/h160", "permissions": reading}]));
    access(&admin, json!({"paths": ["/H160/MEL"], "grants": [{"account": "author", "level": "approve"}]})).await;
    let told = exceptions(&author).await;
    assert_eq!(told[0], json!({"path": "/h160", "permissions": reading}));
    assert_eq!(told[1]["path"], "/h160/mel");
    assert_eq!(told[1]["permissions"], author.get("/users/me").await.ok()["permissions"], "no more than the role");
    assert_eq!(exceptions(&reader).await, json!([]));
    assert_eq!(exceptions(&admin).await, json!([]));
    access(&admin, json!({"paths": ["/H160"], "grants": [{"account": "reader", "level": "none"}]})).await;
    assert_eq!(exceptions(&reader).await, json!([]), "nor is what was taken away");
}

async fn one_request_changes_several_places_or_none(app: TestApp) {
    let admin = library(&app).await;
    let wrong = json!({"paths": ["/H160", "/NONE"], "limited": true});
    assert_eq!(admin.put("/access", wrong).await.problem(), "404 csdb.not_found");
    assert_eq!(admin.get("/access?path=/H160").await.ok()["limited"], false);
    let unknown = json!({"paths": ["/H160"], "grants": [{"group": "None", "level": "read"}, {"level": "read"}]});
    assert_eq!(admin.put("/access", unknown).await.fields(), ["grants[1]: required"]);
    let unknown = json!({"paths": ["/H160"], "grants": [{"group": "None", "level": "read"}]});
    assert_eq!(admin.put("/access", unknown).await.fields(), ["grants[0]: unknown_value"]);
    assert_eq!(admin.put("/access", json!({"paths": []})).await.fields(), ["paths: required"]);
    let all = json!({"paths": ["/H160/MEL", "/H160/AMM"], "limited": true, "replace": true});
    assert_eq!(access(&admin, all).await.as_array().map(Vec::len), Some(2));
}

async fn a_grant_taken_away_holds_on_every_node(app: TestApp) {
    let admin = library(&app).await;
    app.add("reader", Role::Reader).await;
    access(&admin, json!({"paths": ["/H160"], "limited": true, "grants": [{"account": "reader", "level": "read"}]}))
        .await;
    let node = app.second_node();
    let ann = node.signed_in("reader").await;
    let view = "/folders/default/H160/MEL".to_owned();
    assert_eq!(ann.get(&view).await.status, StatusCode::OK);
    let token = ann.get("/users/downloadToken?scope=/H160").await.ok()["token"].as_str().expect("a token").to_owned();
    let bytes = format!("{API}/bytes/default{A}?token={token}");
    let download = |method| node.anonymous().request(method, &bytes).body(Body::empty()).expect("a request");
    let before = node.anonymous().send(download(Method::GET)).await;
    assert_ne!(before.status, StatusCode::UNAUTHORIZED, "{}", before.text());
    let versions = ann.get(&format!("/files/getVersions/default{A}")).await;
    assert_eq!(versions.status, StatusCode::OK);

    access(&admin, json!({"paths": ["/H160"], "grants": [{"account": "reader"}]})).await;
    app.wait(4);
    assert_eq!(ann.get(&view).await.problem(), "404 manual.not_found");
    assert_eq!(node.anonymous().send(download(Method::GET)).await.problem(), "404 file.not_found");
    assert_eq!(ann.get(&format!("/files/getVersions/default{A}")).await.problem(), "404 file.not_found");
}

async fn a_limited_manual_is_hidden_inside_an_open_database(app: TestApp) {
    let admin = library(&app).await;
    let ann = app.person(Role::Reader).await;
    access(&admin, json!({"paths": ["/H160/AMM"], "limited": true})).await;
    let csdbs = ann.get("/csdb").await.ok();
    assert_eq!(csdbs.as_array().map(Vec::len), Some(1));
    assert_eq!(ann.get("/folders/default/H160/AMM").await.problem(), "404 manual.not_found");
    assert_eq!(ann.get("/folders/default/H160/MEL").await.status, StatusCode::OK);
    let counts = ann.get("/counts").await.ok();
    assert_eq!((&counts["databases"], &counts["manuals"]), (&json!(1), &json!(1)), "{counts}");
    let media = ann.get("/media/default/H160/MULTIMEDIA").await.ok();
    assert_eq!(media["total"], 1, "the media of a database are seen with any manual of it");
}

async fn a_new_manual_does_not_inherit_the_grants_of_a_deleted_one(app: TestApp) {
    let admin = library(&app).await;
    app.add("bob", Role::Author).await;
    let grant = json!([{"account": "bob", "level": "author"}]);
    access(&admin, json!({"paths": ["/H160/MEL"], "limited": true, "grants": grant})).await;
    admin.delete("/csdb/manual?csdbName=H160&manualName=MEL").await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["H160"], "manualName": ["MEL"]})).await.ok();
    access(&admin, json!({"paths": ["/H160/MEL"], "limited": true})).await;
    assert_eq!(of_user(&admin, "bob", "/H160/MEL").await.split(' ').next(), Some("none"));
}

async fn giving_rights_needs_a_fresh_proof(app: TestApp) {
    let admin = library(&app).await;
    let made = group(&admin, "Fleet 2", &[]).await;
    let address = format!("/groups/{}", made["group"]["id"].as_str().expect("an id"));
    app.wait(16 * 60);
    let needed = "403 confirmation.required";
    assert_eq!(admin.put("/access", json!({"paths": ["/H160"], "limited": true})).await.problem(), needed);
    assert_eq!(admin.post("/groups", json!({"name": "Fleet 3"})).await.problem(), needed);
    let change = json!({"name": "Fleet 2", "members": ["admin"], "version": 1});
    assert_eq!(admin.put(&address, change).await.problem(), needed);
    assert_eq!(admin.delete(&address).await.problem(), needed);
    assert_eq!(admin.get("/access?path=/H160").await.ok()["limited"], false);
}

async fn preview(admin: &Client, csv: &str) -> TestResponse {
    admin.post("/groups/import", json!({"csv": csv})).await
}

/// Checks a file, or applies it as its check shows it.
async fn import(admin: &Client, csv: &str, apply: bool) -> TestResponse {
    let checked = preview(admin, csv).await;
    if !apply {
        return checked;
    }
    let digest = checked.json()["digest"].as_str().unwrap_or("none").to_owned();
    admin.post("/groups/import", json!({"csv": csv, "apply": true, "preview": digest})).await
}

async fn groups_are_written_to_a_file_and_read_from_it(app: TestApp) {
    let admin = app.admin().await;
    for account in ["ann", "bob", "cid"] {
        app.add(account, Role::Reader).await;
    }
    let file = "account;Group;description\nann;Fleet 2;=1+1\nBOB;fleet 2;\n;Empty;\n";
    let expected = json!([
        {"name": "Fleet 2", "isNew": true, "description": "=1+1", "added": ["ann", "bob"], "removed": []},
        {"name": "Empty", "isNew": true, "added": [], "removed": []},
    ]);
    assert_eq!(import(&admin, file, false).await.ok()["changes"], expected);
    assert_eq!(admin.get("/groups").await.ok()["total"], 0, "it was only checked");
    assert_eq!(import(&admin, file, true).await.ok()["changes"], expected);
    let written = admin.get("/groups/export").await;
    assert!(written.header("content-disposition").contains("groups.csv"));
    let lines = "\u{feff}group,description,account,name\r\nEmpty,,,\r\nFleet 2,'=1+1,ann,\r\nFleet 2,'=1+1,bob,\r\n";
    assert_eq!(written.text(), lines);
    assert_eq!(import(&admin, lines, true).await.ok()["changes"], json!([]), "nothing to change");

    let changed = import(&admin, "group,account\nFleet 2,ann\nFleet 2,cid\n", true).await.ok();
    assert_eq!(changed["changes"], json!([{"name": "Fleet 2", "isNew": false, "added": ["cid"], "removed": ["bob"]}]));
    let log = admin.get("/audit?action=group.updated").await.ok();
    assert_eq!(log["items"][0]["detail"], json!({"added": "cid", "removed": "bob"}));
    assert_eq!(log["total"], 1);
    app.wait(16 * 60);
    assert_eq!(import(&admin, lines, true).await.problem(), "403 confirmation.required");
}

async fn a_file_with_a_defect_changes_nothing(app: TestApp) {
    let admin = app.admin().await;
    app.add("ann", Role::Reader).await;
    let long = "x".repeat(81);
    let file = format!("group,account\nFleet 2,ann\nFleet 2,nobody\n,ann\n{long},\nFLEET 2,Ann\n");
    for apply in [false, true] {
        let expected = [
            "lines[3].account: unknown_value",
            "lines[4].group: required",
            "lines[5].group: too_long",
            "lines[6].account: taken",
        ];
        assert_eq!(import(&admin, &file, apply).await.fields(), expected);
    }
    assert_eq!(admin.get("/groups").await.ok()["total"], 0);
    for (file, expected) in [
        ("", "csv: required"),
        ("name\nann", "lines[1].group: required"),
        ("group,account\nA,\"ann", "lines[2]: character"),
    ] {
        assert_eq!(import(&admin, file, true).await.fields(), [expected]);
    }
}

async fn a_file_is_applied_as_its_preview_shows_it_or_not_at_all(app: TestApp) {
    let admin = app.admin().await;
    for account in ["ann", "bob"] {
        app.add(account, Role::Reader).await;
    }
    let made = group(&admin, "Fleet 2", &["ann"]).await;
    let file = "group,account\nFleet 2,bob\n";
    let apply = async |digest: &Value| {
        admin.post("/groups/import", json!({"csv": file, "apply": true, "preview": digest})).await
    };
    let shown = preview(&admin, file).await.ok();
    assert_eq!(shown["changes"][0]["removed"], json!(["ann"]));
    assert_eq!(preview(&admin, file).await.ok(), shown, "nothing has changed");
    let unseen = admin.post("/groups/import", json!({"csv": file, "apply": true})).await;
    assert_eq!(unseen.fields(), ["preview: required"]);
    // Another administrator removes Ann: the file would remove nobody any more.
    let address = format!("/groups/{}", made["group"]["id"].as_str().expect("an id"));
    admin.put(&address, json!({"name": "Fleet 2", "members": [], "version": 1})).await.ok();
    assert_eq!(apply(&shown["digest"]).await.problem(), "409 group.preview_changed");
    assert_eq!(admin.get(&address).await.ok()["members"], json!([]), "nothing was changed");
    let again = preview(&admin, file).await.ok();
    assert_ne!(again["digest"], shown["digest"]);
    // The preview of another file does not count.
    let other = preview(&admin, "group,account\nFleet 2,ann\n").await.ok();
    assert_eq!(apply(&other["digest"]).await.problem(), "409 group.preview_changed");
    assert_eq!(apply(&again["digest"]).await.ok(), again);
    assert_eq!(apply(&again["digest"]).await.problem(), "409 group.preview_changed", "it has happened");
}

async fn a_large_group_is_exported_and_imported(app: TestApp) {
    const MEMBERS: usize = 4_000;
    let admin = app.admin().await;
    // Without hashing their passwords.
    let crowd = format!(
        "INSERT INTO user_account
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MEMBERS})
        SELECT 'x' || i, 'crowd' || i, 'crowd' || i, email, email_folded, display_name, display_name_folded, 'reader', status,
            must_change_password, password_hash, preferences, created_on, updated_on, last_sign_in_on, version,
            guest_until, email_trusted, is_auditor, has_password
        FROM user_account, n
        WHERE account = 'admin'"
    );
    app.db.tamper(&crowd).await;
    let line = |group: &str, number: usize| format!("{group},{},crowd{number}\n", "long description ".repeat(12));
    let file = |numbers: std::ops::RangeInclusive<usize>| {
        numbers.fold("group,description,account\n".to_owned(), |text, number| text + &line("All", number))
    };
    let whole = file(1..=MEMBERS);
    assert!(whole.len() > server::extract::MAX_JSON, "larger than other bodies may be");
    assert_eq!(import(&admin, &whole, true).await.ok()["changes"][0]["added"].as_array().map(Vec::len), Some(MEMBERS));
    let half = import(&admin, &file(1..=MEMBERS / 2), true).await.ok();
    assert_eq!(half["changes"][0]["removed"].as_array().map(Vec::len), Some(MEMBERS / 2));
    let written = admin.get("/groups/export").await;
    assert_eq!(written.text().lines().count(), 1 + MEMBERS / 2);
    assert_eq!(import(&admin, &written.text(), true).await.ok()["changes"], json!([]));
}
