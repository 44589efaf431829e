//! GET, PUT and DELETE /folders/default{path}, with the options of the specification.

use domain::permission::Role;
use futures::future::join_all;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::sample_manual::SampleManual;

testkit::on_each_app!(
    folders_lead_from_the_root_to_the_files,
    files_of_a_folder_are_paged_and_filtered,
    paths_ignore_case_and_must_match_completely,
    sending_the_changed_entity_to_its_path_renames_it,
    one_of_two_concurrent_renames_wins,
    the_permission_to_delete_depends_on_the_folder,
);

async fn library(app: &TestApp) -> SampleManual {
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": "H160", "csdbType": "H160"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["H160"], "manualName": ["MEL"]})).await.ok();
    SampleManual::fill(app, "H160", "MEL").await
}

fn paths(folder: &Value) -> Vec<&str> {
    folder["children"].as_array().expect("children").iter().map(|one| one["path"].as_str().expect("a path")).collect()
}

async fn folders_lead_from_the_root_to_the_files(app: TestApp) {
    library(&app).await;
    let reader = app.person(Role::Reader).await;
    let root = reader.get("/folders/default/").await.ok();
    assert_eq!((paths(&root), &root["attributeMap"]["archetype"][0]), (vec!["/H160"], &json!("root")));
    assert_eq!(paths(&reader.get("/folders/default/?childDirs=false").await.ok()), [""; 0]);
    let csdb = reader.get("/folders/default/H160?childDirs=true").await.ok();
    assert_eq!(paths(&csdb), ["/H160/MEL", "/H160/MULTIMEDIA"]);
    assert_eq!((&csdb["pagedChildren"]["total"], &csdb["attributeMap"]["archetype"][0]), (&json!(2), &json!("csdb")));
    let manual = reader.get("/folders/default/H160/MEL").await.ok();
    assert_eq!((paths(&manual), &manual["pagedChildren"]["total"]), (vec![], &json!(0)));
    assert_eq!(manual["attributeMap"]["manualType"], json!(["MEL"]));
    let media = reader.get("/folders/default/H160/MULTIMEDIA?childFiles=true").await.ok();
    assert_eq!(paths(&media), ["/H160/MULTIMEDIA/ICN-1.PNG"]);
    assert_eq!(media["children"][0]["attributeMap"]["kind"], json!(["icn"]));
}

async fn files_of_a_folder_are_paged_and_filtered(app: TestApp) {
    let sample = library(&app).await;
    let reader = app.person(Role::Reader).await;
    let list = async |query: &str| reader.get(&format!("/folders/default/H160/MEL?childFiles=true{query}")).await.ok();
    let first = list("&pageNumber=1&pageSize=2").await;
    assert_eq!(paths(&first), ["/H160/MEL/DMC-A_en-US.XML", "/H160/MEL/DMC-A_zh-CN.XML"]);
    assert_eq!(first["pagedChildren"], json!({"total": 9, "pageNumber": 1, "pageSize": 2}));
    assert_eq!(paths(&list("&pageNumber=5&pageSize=2").await), ["/H160/MEL/PMC-1_en-US.XML"]);
    assert_eq!(paths(&list("&keywordFilter=title%20of%20dmc-b").await), ["/H160/MEL/DMC-B_en-US.XML"]);
    for (filter, total) in [("released", 9), ("draft", 0), ("all", 9), ("released,draft", 9)] {
        let found = list(&format!("&statusFilter={filter}")).await;
        assert_eq!(found["pagedChildren"]["total"], total, "{filter}");
    }
    assert_eq!(list("&pageSize=500").await["pagedChildren"]["pageSize"], 500);
    for (query, field) in
        [("pageSize=501", "pageSize"), ("pageNumber=0", "pageNumber"), ("statusFilter=finished", "statusFilter")]
    {
        let answer = reader.get(&format!("/folders/default/H160/MEL?childFiles=true&{query}")).await;
        assert_eq!(answer.fields(), [format!("{field}: unknown_value")]);
    }
    sample.begin_revision(&app).await;
    let second = sample.add_revision(&app).await;
    assert_eq!(list("&keywordFilter=unseen").await["pagedChildren"]["total"], 0, "nobody sees half a revision");
    for (reading, issue) in [("", "001"), ("&lane=working", "001"), ("&lane=oem", "002")] {
        let found = list(&format!("&keywordFilter=dmc-a_en{reading}")).await;
        assert_eq!(found["children"][0]["attributeMap"]["issueNumber"], json!([issue]), "{reading}");
    }
    let found = list(&format!("&keywordFilter=dmc-a_en&revision={second}")).await;
    assert_eq!(found["children"][0]["attributeMap"]["issueNumber"], json!(["002"]));
    assert_eq!(list("&lane=released").await["pagedChildren"]["total"], 0);
}

async fn paths_ignore_case_and_must_match_completely(app: TestApp) {
    library(&app).await;
    let reader = app.person(Role::Reader).await;
    assert_eq!(reader.get("/folders/default/h160/mel").await.ok()["path"], "/H160/MEL");
    for (path, problem) in [
        ("/NONE", "404 csdb.not_found"),
        ("/H160/NONE", "404 manual.not_found"),
        ("/NONE/MULTIMEDIA", "404 csdb.not_found"),
        ("/H160/MEL/DMC-A_en-US.XML", "404 file.not_found"),
        ("/H160/../../etc", "404 csdb.not_found"),
        ("/H160/a/b/c", "404 csdb.not_found"),
        ("/%2e%2e", "404 csdb.not_found"),
    ] {
        assert_eq!(reader.get(&format!("/folders/default{path}")).await.problem(), problem, "{path}");
    }
    assert_eq!(reader.get("/folders/default/H160%00").await.fields(), ["path: nul"]);
    assert_eq!(reader.get("/folders/default/H160?lane=dirt").await.fields(), ["lane: unknown_value"]);
    assert_eq!(reader.get("/folders/default/H160/MEL?revision=9999").await.problem(), "404 revision.not_found");
    assert_eq!(app.anonymous().get("/folders/default/").await.problem(), "401 session.missing");
}

async fn sending_the_changed_entity_to_its_path_renames_it(app: TestApp) {
    library(&app).await;
    let author = app.person(Role::Author).await;
    for path in ["/H160", "/H160/MEL"] {
        let mut entity = author.get(&format!("/folders/default{path}")).await.ok();
        let id = entity["id"].clone();
        entity["attributeMap"]["aliasName"] = json!(["直升机 \"H\""]);
        let answer = author.put(&format!("/folders/default{path}"), entity.clone()).await.ok();
        assert_eq!((&answer["id"], &answer["version"]), (&id, &json!(2)));
        let after = author.get(&format!("/folders/default{path}")).await.ok();
        assert_eq!(after["attributeMap"]["aliasName"], json!(["直升机 \"H\""]));
        assert_eq!((&after["name"], &after["path"]), (&entity["name"], &entity["path"]));
        assert_eq!(
            author.put(&format!("/folders/default{path}"), entity.clone()).await.problem(),
            "409 changed_meanwhile"
        );
        entity["version"] = json!(2);
        entity["attributeMap"]["aliasName"] = json!(["x".repeat(121)]);
        let answer = author.put(&format!("/folders/default{path}"), entity).await;
        assert_eq!(answer.fields(), ["attributeMap.aliasName: too_long"]);
    }
    let entity = json!({"attributeMap": {}, "version": 1});
    let answer = author.put("/folders/default/H160", entity.clone()).await;
    assert_eq!(answer.fields(), ["attributeMap.aliasName: required"]);
    let entity = json!({"attributeMap": {"aliasName": ["A"]}, "version": 1});
    assert_eq!(author.put("/folders/default/NONE", entity.clone()).await.problem(), "404 csdb.not_found");
    assert_eq!(author.put("/folders/default/H160/MULTIMEDIA", entity.clone()).await.problem(), "404 csdb.not_found");
    let reader = app.person(Role::Reader).await;
    assert_eq!(reader.put("/folders/default/H160", entity).await.problem(), "403 forbidden");
}

async fn one_of_two_concurrent_renames_wins(app: TestApp) {
    library(&app).await;
    let admin = app.admin().await;
    for path in ["/H160", "/H160/MEL"] {
        let entity = admin.get(&format!("/folders/default{path}")).await.ok();
        let answers = join_all((0..10).map(|n| {
            let mut entity = entity.clone();
            entity["attributeMap"]["aliasName"] = json!([format!("alias {n}")]);
            let (admin, path) = (admin.clone(), format!("/folders/default{path}"));
            async move { admin.put(&path, entity).await }
        }))
        .await;
        let won = answers.iter().filter(|answer| answer.status.is_success()).count();
        let lost = answers.iter().filter(|answer| answer.status.as_u16() == 409).count();
        assert_eq!((won, lost), (1, 9), "{path}");
    }
}

async fn the_permission_to_delete_depends_on_the_folder(app: TestApp) {
    library(&app).await;
    let (author, reader) = (app.person(Role::Author).await, app.person(Role::Reader).await);
    assert_eq!(reader.delete("/folders/default/H160/MEL").await.problem(), "403 forbidden");
    assert_eq!(author.delete("/folders/default/H160").await.problem(), "403 forbidden");
    assert_eq!(author.delete("/folders/default/H160/MULTIMEDIA").await.problem(), "404 csdb.not_found");
    assert_eq!(author.delete("/folders/default/H160/MEL").await.status.as_u16(), 204);
    assert_eq!(author.get("/folders/default/H160/MEL").await.problem(), "404 manual.not_found");
    assert_eq!(app.admin().await.delete("/folders/default/H160").await.status.as_u16(), 204);
}
