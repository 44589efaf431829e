//! Search: POST /files/fts/default and related calls, and an index that follows the library.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::demo;
use testkit::sample_manual::SampleManual;

use crate::imports::{given_manual, import, read};
use crate::{editing, statuses};

testkit::on_each_app!(
    imported_modules_are_found_with_a_snippet,
    a_part_is_found_in_its_parts_list_and_where_it_is_required,
    an_illustration_is_found_by_its_number_with_its_uses,
    a_later_revision_is_found_in_its_lane_and_indexes_only_changed_modules,
    a_syntax_error_has_its_position_and_an_example,
    a_module_marked_as_deleted_is_found_after_the_current_ones,
    a_deleted_manual_disappears_from_search_until_it_is_restored,
    a_second_node_and_a_restart_return_the_same_results,
    an_index_is_rebuilt_while_it_is_in_use,
    a_damaged_index_is_rebuilt_automatically,
    suggestions_and_exports_contain_the_library,
    words_of_a_hidden_manual_are_neither_suggested_nor_counted,
    saved_searches_belong_to_their_owner,
    a_shared_search_that_names_a_hidden_manual_is_not_listed,
    a_shared_search_is_opened_by_all_and_changed_by_its_owner,
    the_working_lane_is_searched_as_it_was_at_a_moment,
    what_was_purged_is_not_found_at_a_moment_either,
);

/// An indexed library with the first revision of the demo MMEL.
async fn library(app: &TestApp) -> Client {
    let author = app.person(Role::Author).await;
    given_manual(app).await;
    let given = read(app, &author, &demo("mmel-r1")).await;
    assert_eq!(import(app, &author, &given).await["status"], "COMPLETED");
    app.index().await;
    author
}

async fn search(client: &Client, body: Value) -> Value {
    client.post("/files/fts/default", body).await.ok()
}

fn texts<'a>(items: &'a Value, field: &str) -> Vec<&'a str> {
    items.as_array().expect("a list").iter().filter_map(|item| item[field].as_str()).collect()
}

fn facet<'a>(answer: &'a Value, field: &str) -> &'a Value {
    let facets = answer["facets"].as_array().expect("facets");
    &facets.iter().find(|facet| facet["field"] == field).unwrap_or_else(|| panic!("no {field}"))["values"]
}

async fn a_part_is_found_in_its_parts_list_and_where_it_is_required(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let given = read(&app, &author, &demo("amm")).await;
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    app.index().await;
    let answer = search(&author, json!({"searchText": "NV62-1101-20"})).await;
    let mut found: Vec<(&str, &str)> = answer["items"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|item| Some((item["contentType"].as_str()?, item["where"].as_str()?)))
        .collect();
    found.sort_unstable();
    assert!(found.contains(&("ipd", "part")) && found.contains(&("proced", "supply")), "{found:?}");
    let rows = search(&author, json!({"searchText": "part:NV62-1101-20"})).await;
    assert_eq!(texts(&rows["items"], "where"), ["part"], "{rows}");
}

async fn an_illustration_is_found_by_its_number_with_its_uses(app: TestApp) {
    const ICN: &str = "ICN-NV240-A-284000-0-NVR01-00010-A-001-01";
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let given = read(&app, &author, &demo("amm")).await;
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    for asked in [ICN, &ICN.to_lowercase(), &format!("code:{ICN}"), &format!("{ICN}.SVG")] {
        let found = search(&author, json!({"searchText": asked})).await;
        assert_eq!(texts(&found["media"], "code"), [ICN], "{asked}");
        assert!(found["media"][0]["usedBy"].as_u64().is_some_and(|uses| uses > 0), "{found}");
    }
    let several = search(&author, json!({"searchText": "ICN-NV240", "filters": {"csdbName": ["NV240"]}})).await;
    assert_eq!(texts(&several["media"], "code").len(), 8, "{several}");
    let offers = author.get(&format!("/files/fts/suggest?text={ICN}")).await.ok();
    assert_eq!((&offers[0]["kind"], &offers[0]["code"]), (&json!("media"), &json!(ICN)), "{offers}");
    for other in [
        json!({"searchText": "fuel"}),
        json!({"searchText": ICN, "filters": {"csdbName": ["OTHER"]}}),
        json!({"searchText": ICN, "filters": {"status": ["Released"]}}),
        json!({"searchText": ICN, "pageNumber": 2}),
    ] {
        assert_eq!(search(&author, other.clone()).await["media"], json!([]), "{other}");
    }
}

async fn imported_modules_are_found_with_a_snippet(app: TestApp) {
    let author = library(&app).await;
    let answer = search(&author, json!({"searchText": "fuel quantity"})).await;
    assert!(answer["total"].as_u64().expect("a number") >= 1, "{answer}");
    assert_eq!((&answer["index"]["state"], &answer["index"]["behind"]), (&json!("ready"), &json!(0)));
    assert_eq!((&answer["pageNumber"], &answer["pageSize"], &answer["capped"]), (&json!(1), &json!(20), &json!(false)));
    let first = &answer["items"][0];
    for name in ["path", "code", "title", "kind", "contentType", "language", "issueDate", "status", "where"] {
        assert!(first[name].as_str().is_some_and(|text| !text.is_empty()), "{name}: {first}");
    }
    assert_eq!(
        (&first["csdbName"], &first["manualName"], &first["lane"]),
        (&json!("NV240"), &json!("MMEL"), &json!("working"))
    );
    let pieces = first["snippet"].as_array().expect("pieces");
    assert!(pieces.iter().any(|piece| piece["hit"] == true), "{first}");
    // The path can be opened.
    let path = first["path"].as_str().expect("a path");
    let file = author.get(&format!("/files/default{path}")).await.ok();
    assert_eq!((&file["code"], &file["versionId"]), (&first["code"], &first["versionId"]));

    let items = search(&author, json!({"searchText": "in:mel fuel", "filters": {"ataChapter": ["28"]}})).await;
    assert!(texts(&items["items"], "where").iter().all(|place| *place == "mel"), "{items}");
    assert!(texts(&items["items"], "code").iter().all(|code| code.contains("-28-")), "{items}");
    let anchored = items["items"].as_array().expect("items").iter().all(|item| item["anchor"].is_string());
    assert!(anchored, "{items}");

    let newest = search(&author, json!({})).await;
    assert_eq!(newest["total"], 119, "every module and the publication module");
    assert_eq!(facet(&newest, "manualName"), &json!([{"value": "NV240/MMEL", "label": "NV240/MMEL", "count": 119}]));
    assert!(
        texts(facet(&newest, "ataChapter"), "label").iter().any(|label| label.starts_with("28 ") && label.len() > 3)
    );
    assert_eq!(facet(&newest, "revision").as_array().map(Vec::len), Some(1));
    let second = search(&author, json!({"sort": "code", "pageNumber": 2, "pageSize": 100})).await;
    assert_eq!(second["items"].as_array().map(Vec::len), Some(19));
    for refused in
        [json!({"filters": {"where": ["cellar"]}}), json!({"searchText": "x".repeat(1_001)}), json!({"aircraft": 1})]
    {
        assert_eq!(author.post("/files/fts/default", refused).await.problem(), "400 request.invalid");
    }
}

async fn a_later_revision_is_found_in_its_lane_and_indexes_only_changed_modules(app: TestApp) {
    let author = library(&app).await;
    let before = author.get("/search/status").await.ok()["documents"].as_u64().expect("a number");
    let given = read(&app, &author, &demo("mmel-r2")).await;
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");

    let behind = search(&author, json!({})).await["index"].clone();
    assert_eq!(behind["state"], "catchingUp");
    assert!(behind["behind"].as_u64().expect("a number") > 0);
    app.index().await;
    let status = author.get("/search/status").await.ok();
    assert_eq!((&status["state"], &status["behind"]), (&json!("ready"), &json!(0)));
    let after = status["documents"].as_u64().expect("a number");
    assert!(after > before && after < before * 2, "{before} {after}: what did not change is there once");

    let of = async |lane: &str| search(&author, json!({"lane": lane})).await;
    let (working, oem, all) = (of("working").await, of("oem").await, of("all").await);
    assert_eq!(working["total"].as_u64(), Some(before));
    assert_eq!(oem["total"].as_u64(), Some(after), "every version of every revision");
    assert_eq!(all["total"].as_u64(), Some(after));
    let revisions = facet(&oem, "revision");
    assert_eq!(revisions.as_array().map(Vec::len), Some(2));
    let id = author.get("/revisions?manualPath=/NV240/MMEL").await.ok()[0]["id"].clone();
    let newest = search(&author, json!({"lane": "oem", "filters": {"revision": [id]}, "sort": "newest"})).await;
    assert_eq!((&newest["items"][0]["lane"], &newest["items"][0]["revision"]), (&json!("oem"), &id));
    let count = revisions.as_array().and_then(|all| all.iter().find(|one| one["value"] == id)).map(|one| &one["count"]);
    assert_eq!(count, Some(&newest["total"]));
}

async fn a_syntax_error_has_its_position_and_an_example(app: TestApp) {
    let author = library(&app).await;
    let answer = author.post("/files/fts/default", json!({"searchText": "pump \"open"})).await;
    assert_eq!(answer.problem(), "400 search.syntax");
    let detail = answer.json()["detail"].as_str().expect("a detail").to_owned();
    assert!(detail.starts_with("Character 6:") && detail.contains("\"hydraulic pump\""), "{detail}");
    for hostile in [
        "a:b:c:\"",
        "((((",
        "\\",
        "*:*",
        "title:[a TO b]",
        "a~9999999",
        "\u{0}",
        "é'; DROP TABLE",
        "-",
        "--x",
        "OR",
        "^^^",
        "𠀀*𠀀",
    ] {
        let status = author.post("/files/fts/default", json!({"searchText": hostile})).await.status.as_u16();
        assert!(status == 200 || status == 400, "{hostile}: {status}");
    }
    // Patterns that match no word give no results, and the index is not considered damaged.
    for unlike in ["x".repeat(990) + "*", "*ab*".repeat(240), "*ab-,-,-,-,-,-,-,-,-,-,-,-".to_owned()] {
        assert_eq!(search(&author, json!({"searchText": unlike})).await["total"], 0, "{unlike}");
    }
    let status = author.get("/search/status").await.ok();
    assert_eq!((&status["state"], &status["documents"]), (&json!("ready"), &json!(119)));
    let forgiven = search(&author, json!({"searchText": "quantitty"})).await;
    assert_eq!(forgiven["corrected"], json!({"from": "quantitty", "to": "quantity"}));
}

async fn a_module_marked_as_deleted_is_found_after_the_current_ones(app: TestApp) {
    const GONE: &str = "DMC-NV240-A-28-21-01-00A-520A-A";
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains(GONE)).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("text");
    let status = text.find("issueType=\"").expect("an issue type") + "issueType=\"".len();
    let end = status + text[status..].find('"').expect("its end");
    *bytes = format!("{}deleted{}", &text[..status], &text[end..]).into_bytes();
    let given = read(&app, &author, &files).await;
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    app.index().await;
    for asked in ["status:Obsolete", &format!("code:{GONE}")] {
        let found = search(&author, json!({"searchText": asked})).await;
        assert_eq!(texts(&found["items"], "code"), [GONE], "{asked}");
        assert_eq!(found["items"][0]["status"], "Obsolete");
    }
    let pump = search(&author, json!({"searchText": "pump", "pageSize": 100})).await;
    let codes = texts(&pump["items"], "code");
    assert!(codes.len() > 1, "{codes:?}");
    assert_eq!(codes.last(), Some(&GONE), "{codes:?}");
    let offers = author.get(&format!("/files/fts/suggest?text={GONE}")).await.ok();
    assert_eq!((&offers[0]["code"], &offers[0]["status"]), (&json!(GONE), &json!("Obsolete")), "{offers}");
    let path = pump["items"].as_array().and_then(|items| items.last()).and_then(|item| item["path"].as_str());
    let users = author.get(&format!("/files/referenced/default{}", path.expect("a path"))).await.ok();
    assert!(users["referencedBy"].is_array(), "{users}");
}

async fn a_deleted_manual_disappears_from_search_until_it_is_restored(app: TestApp) {
    let author = library(&app).await;
    let admin = app.admin().await;
    admin.delete("/csdb/manual?csdbName=NV240&manualName=MMEL").await.ok();
    let gone = search(&author, json!({})).await;
    assert_eq!((&gone["total"], &gone["index"]["state"]), (&json!(0), &json!("ready")));
    let id = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    admin.post(&format!("/trash/{id}/restore"), json!({})).await.ok();
    assert_eq!(search(&author, json!({})).await["total"], 119);

    admin.delete("/csdb/manual?csdbName=NV240&manualName=MMEL").await.ok();
    admin.delete(&format!("/trash/{id}")).await.ok();
    app.index().await;
    assert_eq!(author.get("/search/status").await.ok()["documents"], 0, "what was purged is not kept");
}

async fn a_second_node_and_a_restart_return_the_same_results(app: TestApp) {
    let author = library(&app).await;
    let other = app.second_node();
    let there = other.signed_in("author").await;
    assert_eq!(search(&there, json!({})).await["index"]["state"], "catchingUp");
    other.index().await;
    let question = json!({"searchText": "fuel"});
    let (here, there) = (search(&author, question.clone()).await, search(&there, question.clone()).await);
    assert_eq!(texts(&here["items"], "path"), texts(&there["items"], "path"));

    let again = app.restarted();
    again.index().await;
    let after = search(&again.signed_in("author").await, question).await;
    assert_eq!(
        (texts(&after["items"], "path"), &after["index"]["state"]),
        (texts(&here["items"], "path"), &json!("ready"))
    );
}

async fn an_index_is_rebuilt_while_it_is_in_use(app: TestApp) {
    let author = library(&app).await;
    assert_eq!(author.post("/search/rebuild", json!({})).await.problem(), "403 forbidden");
    let admin = app.admin().await;
    assert_eq!(admin.post("/search/rebuild", json!({})).await.ok()["state"], "rebuilding");
    let meanwhile = search(&author, json!({})).await;
    assert_eq!((&meanwhile["total"], &meanwhile["index"]["state"]), (&json!(119), &json!("rebuilding")));
    app.index().await;
    let after = search(&author, json!({})).await;
    assert_eq!((&after["total"], &after["index"]["state"]), (&json!(119), &json!("ready")));
}

async fn a_damaged_index_is_rebuilt_automatically(app: TestApp) {
    let author = library(&app).await;
    let before = search(&author, json!({"searchText": "fuel"})).await;
    let root = app.ctx.settings.search_folder.clone();
    let folder = root.join(std::fs::read_to_string(root.join("current")).expect("a name"));
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.extension().is_some_and(|ending| ending == "store" || ending == "pos") {
            let mut bytes = std::fs::read(&entry).expect("a file");
            bytes[0] ^= 0xff;
            std::fs::write(&entry, bytes).expect("damage");
        }
    }
    let again = app.restarted();
    again.index().await;
    app::reading::search::follower::inspect(&again.ctx).await;
    again.index().await;
    let after = search(&again.signed_in("author").await, json!({"searchText": "fuel"})).await;
    assert_eq!(after["index"]["state"], "ready");
    assert_eq!(texts(&after["items"], "path"), texts(&before["items"], "path"));
    std::fs::write(root.join("current"), "v0-7").expect("an older form");
    let older = app.restarted();
    older.index().await;
    assert_eq!(search(&older.signed_in("author").await, json!({})).await["total"], 119);
}

async fn suggestions_and_exports_contain_the_library(app: TestApp) {
    let author = library(&app).await;
    let offers = author.get("/files/fts/suggest?text=fuel%20qu").await.ok();
    let kinds = texts(&offers, "kind");
    assert!(kinds.contains(&"module") && kinds.contains(&"term") && kinds.len() <= 8, "{offers}");
    assert!(texts(&offers, "text").contains(&"fuel quantity"), "{offers}");
    let code = search(&author, json!({"sort": "code"})).await["items"][0]["code"].as_str().expect("a code").to_owned();
    let coded = author.get(&format!("/files/fts/suggest?text={}&limit=2", &code[..code.len() - 3])).await.ok();
    assert_eq!(coded[0]["code"].as_str(), Some(code.as_str()));
    assert!(
        author
            .get("/files/fts/suggest?text=fuel&csdbName=OTHER")
            .await
            .ok()
            .as_array()
            .expect("a list")
            .iter()
            .all(|one| one["kind"] == "term")
    );

    let file = author.get("/files/fts/export?q=%7B%22searchText%22%3A%22fuel%22%7D&format=csv").await;
    let text = String::from_utf8(file.body.to_vec()).expect("a text");
    let total = search(&author, json!({"searchText": "fuel"})).await["total"].as_u64().expect("a number");
    assert_eq!(text.lines().count() as u64, total + 1);
    assert!(text.starts_with("\u{feff}Code,Title,"), "{text}");
    assert_eq!(author.get("/files/fts/export?q=no&format=csv").await.problem(), "400 request.invalid");
}

async fn words_of_a_hidden_manual_are_neither_suggested_nor_counted(app: TestApp) {
    let author = library(&app).await;
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": "OPEN"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["OPEN"], "manualName": ["MEL"]})).await.ok();
    SampleManual::fill(&app, "OPEN", "MEL").await;
    app.index().await;
    let found = search(&author, json!({"searchText": "quantity"})).await;
    let csdb = found["items"][0]["csdbName"].as_str().expect("a name").to_owned();
    assert!(found["items"][0]["score"].is_number());
    let told = async || {
        let all = search(&author, json!({})).await;
        [
            author.get("/files/fts/suggest?text=fuel%20qu").await.ok(),
            search(&author, json!({"searchText": "quantitty"})).await["corrected"].clone(),
            search(&author, json!({"searchText": "quantity"})).await["total"].clone(),
            json!(all["facets"].to_string().contains(&csdb)),
        ]
    };
    let [offers, corrected, total, is_counted] = told().await;
    assert!(!offers.as_array().expect("a list").is_empty() && corrected.is_object() && total != json!(0));
    assert_eq!(is_counted, true);
    admin.put("/access", json!({"paths": [format!("/{csdb}")], "limited": true})).await.ok();
    assert_eq!(told().await, [json!([]), Value::Null, json!(0), json!(false)]);
    let left = search(&author, json!({})).await;
    assert!(left["items"][0]["csdbName"] == "OPEN" && left["items"][0].get("score").is_none(), "{left}");
}

async fn a_shared_search_that_names_a_hidden_manual_is_not_listed(app: TestApp) {
    let (admin, reader) = (app.admin().await, app.person(Role::Reader).await);
    for (csdb, manual) in [("PART", "OPEN"), ("PART", "SECRETMEL"), ("PART", "AMM"), ("OTHER", "AMM")] {
        admin.post("/csdb", json!({"csdbName": csdb})).await;
        admin.post("/csdb/manual", json!({"csdbName": [csdb], "manualName": [manual]})).await.ok();
    }
    let save = async |name: &str, text: &str| {
        let search = json!({"name": name, "request": {"searchText": text}, "shared": true});
        admin.post("/users/searches", search).await.ok();
    };
    save("a", "manual:SecretMel").await;
    save("b", "/PART/AMM").await;
    save("c", "manual:AMM csdb:PART").await;
    save("SECRETMEL", "fuel").await;
    assert_eq!(texts(&reader.get("/users/searches").await.ok(), "name"), ["a", "b", "c", "SECRETMEL"]);
    admin.put("/access", json!({"paths": ["/PART/SECRETMEL", "/PART/AMM"], "limited": true})).await.ok();
    assert_eq!(texts(&reader.get("/users/searches").await.ok(), "name"), ["c"], "another manual has this name");
    assert_eq!(texts(&admin.get("/users/searches").await.ok(), "name").len(), 4);
}

async fn saved_searches_belong_to_their_owner(app: TestApp) {
    let (reader, author) = (app.person(Role::Reader).await, app.person(Role::Author).await);
    let request =
        json!({"searchText": "in:warning 液压", "sort": "newest", "lane": "all", "filters": {"language": ["zh-CN"]}});
    let saved = reader.post("/users/searches", json!({"name": " Warnings ", "request": request})).await.ok();
    assert_eq!((&saved["name"], &saved["request"]), (&json!("Warnings"), &request));
    let again = reader.post("/users/searches", json!({"name": "warnings", "request": {}})).await.ok();
    assert_eq!(again["id"], saved["id"], "the same name is the same search");
    assert_eq!(texts(&reader.get("/users/searches").await.ok(), "name"), ["warnings"]);
    assert_eq!(author.get("/users/searches").await.ok(), json!([]));
    let path = format!("/users/searches/{}", saved["id"].as_str().expect("an id"));
    let renamed = reader.put(&path, json!({"name": " WARNINGS of the fleet "})).await.ok();
    assert_eq!((&renamed["id"], &renamed["name"]), (&saved["id"], &json!("WARNINGS of the fleet")));
    assert_eq!(texts(&reader.get("/users/searches").await.ok(), "name"), ["WARNINGS of the fleet"]);
    let other = reader.post("/users/searches", json!({"name": "Cautions", "request": {}})).await.ok();
    assert_eq!(reader.put(&path, json!({"name": "CAUTIONS"})).await.problem(), "409 search.name_taken");
    assert_eq!(reader.put(&path, json!({"name": " "})).await.problem(), "400 request.invalid");
    assert_eq!(author.put(&path, json!({"name": "Mine"})).await.problem(), "404 search.not_found");
    reader.delete(&format!("/users/searches/{}", other["id"].as_str().expect("an id"))).await.ok();
    assert_eq!(author.delete(&path).await.problem(), "404 search.not_found");
    reader.delete(&path).await.ok();
    assert_eq!(reader.delete(&path).await.problem(), "404 search.not_found");
    let large = json!({"name": "Large", "request": {"pageSize": 501}});
    assert_eq!(reader.post("/users/searches", large).await.fields(), ["pageSize: unknown_value"]);
    assert_eq!(
        reader.post("/users/searches", json!({"name": " ", "request": {}})).await.problem(),
        "400 request.invalid"
    );
}

async fn a_shared_search_is_opened_by_all_and_changed_by_its_owner(app: TestApp) {
    let (reader, author) = (app.person(Role::Reader).await, app.person(Role::Author).await);
    let request = json!({"searchText": "fuel"});
    let shared = json!({"name": "Fuel", "request": request, "shared": true});
    let saved = author.post("/users/searches", shared).await.ok();
    assert_eq!((&saved["shared"], &saved["owner"]), (&json!(true), &json!("author")));
    let seen = reader.get("/users/searches").await.ok();
    assert_eq!((&seen[0]["name"], &seen[0]["owner"]), (&json!("Fuel"), &json!("author")));
    let path = format!("/users/searches/{}", saved["id"].as_str().expect("an id"));
    assert_eq!(reader.put(&path, json!({"name": "Mine"})).await.problem(), "404 search.not_found");
    assert_eq!(reader.delete(&path).await.problem(), "404 search.not_found");
    // A name belongs to its owner, so a reader may use it too.
    reader.post("/users/searches", json!({"name": "Fuel", "request": {}})).await.ok();
    assert_eq!(texts(&reader.get("/users/searches").await.ok(), "owner"), ["author", "reader"]);
    assert_eq!(author.put(&path, json!({"name": "Fuel system"})).await.ok()["shared"], true);
    let private = author.put(&path, json!({"name": "Fuel system", "shared": false})).await.ok();
    assert_eq!((&private["shared"], &private["owner"]), (&json!(false), &json!("author")));
    assert_eq!(texts(&reader.get("/users/searches").await.ok(), "owner"), ["reader"]);
}

const EDITED: &str = "DMC-NV240-A-28-21-01-00A-520A-A_en-US";

/// An indexed library with the demo AMM, and the path of a module to edit.
async fn maintenance_manual(app: &TestApp) -> (Client, String) {
    let author = app.person(Role::Approver).await;
    given_manual(app).await;
    let given = read(app, &author, &demo("amm")).await;
    assert_eq!(import(app, &author, &given).await["status"], "COMPLETED");
    app.index().await;
    (author, format!("/NV240/MMEL/{EDITED}.XML"))
}

/// Checks in a text and lets a minute pass, so that moments lie between two changes.
async fn reword(app: &TestApp, author: &Client, path: &str, old: &str, new: &str) -> String {
    let (_, saved) = editing::edit(author, path, |text| text.replace(old, new)).await;
    editing::check_in(author, path, json!({"step": "inWork", "comment": "x"}), &saved).await.ok();
    let then = moment(app);
    app.wait(60);
    then
}

fn moment(app: &TestApp) -> String {
    app.ctx.clock.now().to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}

/// The codes and statuses that a question finds, now or at a moment.
async fn found(client: &Client, text: &str, as_of: Option<&str>) -> Vec<(String, String)> {
    let body = as_of.map_or_else(|| json!({"searchText": text}), |at| json!({"searchText": text, "asOf": at}));
    let answer = search(client, body).await;
    let items = answer["items"].as_array().expect("a list");
    assert_eq!(answer["total"].as_u64(), Some(items.len() as u64), "{answer}");
    let text = |item: &Value, field: &str| item[field].as_str().expect("a text").to_owned();
    items.iter().map(|item| (text(item, "path"), text(item, "status"))).collect()
}

async fn the_working_lane_is_searched_as_it_was_at_a_moment(app: TestApp) {
    let (author, path) = maintenance_manual(&app).await;
    let delivered = moment(&app);
    app.wait(60);
    let first = reword(&app, &author, &path, "Booster", "Zephyr").await;
    let second = reword(&app, &author, &path, "Zephyr", "Boreas").await;
    // Also an index that was built after the changes has what was there between them.
    let admin = app.admin().await;
    admin.post("/search/rebuild", json!({})).await.ok();
    app.index().await;
    let then = |status: &str| vec![(path.clone(), status.to_owned())];
    assert_eq!(found(&author, "Zephyr", None).await, []);
    assert_eq!(found(&author, "Boreas", None).await, then("Draft"));
    assert_eq!(found(&author, "Zephyr", Some(&first)).await, then("Draft"));
    assert_eq!(found(&author, "Boreas", Some(&first)).await, []);
    assert_eq!(found(&author, "Boreas", Some(&second)).await, then("Draft"));
    assert_eq!(found(&author, "Zephyr", Some(&delivered)).await, []);
    let offers = author.get("/files/fts/suggest?text=zeph").await.ok();
    assert_eq!(offers, json!([]), "words of former texts are not suggested");
    let code = format!("code:{}", &EDITED[..EDITED.len() - 6]);
    assert_eq!(found(&author, &code, Some(&delivered)).await, then("Released"));
    assert_eq!(found(&author, "pump", Some("2001-01-01T00:00:00Z")).await, []);

    statuses::step(&author, "submit").await.ok();
    app.index().await;
    assert_eq!(found(&author, "Boreas", None).await, then("Review"));
    assert_eq!(found(&author, "Boreas", Some(&second)).await, then("Draft"), "in the status of its time");

    let query = format!("%7B%22searchText%22%3A%22Zephyr%22%2C%22asOf%22%3A%22{first}%22%7D");
    let export = author.get(&format!("/files/fts/export?format=csv&q={query}")).await.text();
    assert!(export.contains(&path), "{export}");

    for refused in [json!({"asOf": first, "lane": "oem"}), json!({"asOf": first, "filters": {"revision": ["1"]}})] {
        assert_eq!(author.post("/files/fts/default", refused).await.fields(), ["asOf: not_together"]);
    }
    let ahead = author.post("/files/fts/default", json!({"asOf": "2999-01-01T00:00:00Z"})).await;
    assert_eq!(ahead.fields(), ["asOf: future"]);
}

async fn what_was_purged_is_not_found_at_a_moment_either(app: TestApp) {
    let (author, path) = maintenance_manual(&app).await;
    let edited = reword(&app, &author, &path, "Booster", "Zephyr").await;
    assert_eq!(author.delete(&format!("/files/default{path}?force=true")).await.status.as_u16(), 204);
    app.index().await;
    assert_eq!(found(&author, "Zephyr", Some(&edited)).await.len(), 1, "it was there then");
    let admin = app.admin().await;
    let item = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(admin.delete(&format!("/trash/{item}")).await.status.as_u16(), 204);
    app.index().await;
    assert_eq!(found(&author, "Zephyr", Some(&edited)).await, [], "whether or not its rows are removed by then");
    app::library::trash::sweep(&app.ctx).await.expect("it is removed");
    app.index().await;
    assert_eq!(found(&author, "Zephyr", Some(&edited)).await, []);
}
