//! Files and data modules: GET /files/default{path}, /files/referenced/default{path},
//! /files/getVersions/default{path} and the lists under /dm.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::sample_manual::SampleManual;

testkit::on_each_app!(
    a_file_has_all_metadata_of_its_version,
    references_are_listed_in_both_directions,
    the_versions_of_a_file_are_listed_with_their_revisions,
    all_modules_of_a_manual_are_listed,
    unreferenced_modules_are_listed,
    a_container_lists_its_alternates,
    the_glossary_of_a_manual_is_its_repositories,
    the_numbering_system_is_read_level_by_level,
    missing_objects_are_not_found,
);

async fn library(app: &TestApp) -> (Client, SampleManual) {
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": "H160", "csdbType": "H160"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["H160"], "manualName": ["MEL"]})).await.ok();
    let sample = SampleManual::fill(app, "H160", "MEL").await;
    (app.person(Role::Reader).await, sample)
}

fn codes(items: &Value) -> Vec<&str> {
    items.as_array().expect("a list").iter().map(|one| one["code"].as_str().expect("a code")).collect()
}

async fn a_file_has_all_metadata_of_its_version(app: TestApp) {
    let (reader, sample) = library(&app).await;
    let file = reader.get("/files/default/H160/MEL/DMC-A_en-US.XML").await.ok();
    let id = file["id"].as_str().expect("an id").to_owned();
    let expected = json!({
        "id": id, "name": "DMC-A_en-US.XML", "path": "/H160/MEL/DMC-A_en-US.XML", "kind": "dm", "code": "DMC-A",
        "language": "en-US", "issueNumber": "001", "inWork": "00", "issueDate": "2026-10-01", "issueType": "changed",
        "status": "Released", "title": "Title of DMC-A - Description", "techName": "Title of DMC-A",
        "infoName": "Description", "contentType": "descript", "infoCode": "040", "security": "01", "quality": "unverified", "size": 1234,
        "mediaType": "application/xml", "origin": "oem", "createdOn": "2027-01-15T08:01:00Z", "createdBy": "ann",
        "versionId": file["versionId"], "deleted": false, "properties": {"originator": ["U8025", "空客"]},
    });
    assert_eq!(file, expected);
    sample.add_revision(&app).await;
    let at = async |query: &str| reader.get(&format!("/files/default/h160/mel/dmc-a_EN-us.xml{query}")).await.ok();
    assert_eq!(at("").await, expected, "the working lane stays where it is");
    assert_eq!(at("?lane=oem").await["issueNumber"], "002");
    assert_eq!(at(&format!("?revision={}", sample.first)).await["issueNumber"], "001");
    let media = reader.get("/files/default/H160/MULTIMEDIA/icn-1.png").await.ok();
    assert_eq!((&media["kind"], &media["code"], &media["name"]), (&json!("icn"), &json!("ICN-1"), &json!("ICN-1.PNG")));
}

async fn references_are_listed_in_both_directions(app: TestApp) {
    let (reader, _) = library(&app).await;
    let at = async |name: &str| reader.get(&format!("/files/referenced/default/H160/MEL/{name}_en-US.XML")).await.ok();
    let found = at("DMC-A").await;
    let told: Vec<(&str, &str, Option<&str>, bool)> = found["references"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| {
            let text = |name: &str| one[name].as_str().expect("a text");
            (text("kind"), text("key"), one["path"].as_str(), one["resolved"] == true)
        })
        .collect();
    let expected = [
        ("dm", "DMC-B", Some("/H160/MEL/DMC-B_en-US.XML"), true),
        ("icn", "ICN-1", Some("/H160/MULTIMEDIA/ICN-1.PNG"), true),
        ("dm", "DMC-MISSING", None, false),
        ("external", "ATA Spec 2300", None, false),
    ];
    assert_eq!(told, expected);
    assert_eq!(
        (&found["references"][0]["title"], &found["references"][0]["line"]),
        (&json!("Title of DMC-B - Description"), &json!(7))
    );
    assert_eq!(found["references"][3]["external"], true);
    assert_eq!((codes(&found["referencedBy"]), &found["referencedByTotal"]), (vec!["PMC-1"], &json!(1)));
    let found = at("DMC-B").await;
    assert_eq!((codes(&found["referencedBy"]), &found["references"]), (vec!["DMC-A"], &json!([])));
    assert_eq!(found["referencedBy"][0]["path"], "/H160/MEL/DMC-A_en-US.XML");
    let found = reader.get("/files/referenced/default/H160/MULTIMEDIA/ICN-1.PNG").await.ok();
    assert_eq!(codes(&found["referencedBy"]), ["DMC-A"]);
}

async fn the_versions_of_a_file_are_listed_with_their_revisions(app: TestApp) {
    let (reader, sample) = library(&app).await;
    sample.add_revision(&app).await;
    sample.begin_revision(&app).await;
    let at = async |name: &str| reader.get(&format!("/files/getVersions/default/H160/MEL/{name}_en-US.XML")).await;
    let versions = at("DMC-A").await.ok();
    let told: Vec<(&Value, &Value)> =
        versions.as_array().expect("a list").iter().map(|one| (&one["issueNumber"], &one["revisions"])).collect();
    assert_eq!(told, [(&json!("002"), &json!([2])), (&json!("001"), &json!([1]))]);
    assert_eq!(versions[0]["why"], "first delivery");
    assert_eq!(at("DMC-B").await.ok()[0]["revisions"], json!([1, 2]));
    assert_eq!(at("DMC-UNSEEN").await.problem(), "404 file.not_found");
}

async fn all_modules_of_a_manual_are_listed(app: TestApp) {
    let (reader, sample) = library(&app).await;
    let list =
        async |query: &str| reader.get(&format!("/dm/getAllDmListWithPage?manualPath=/H160/MEL{query}")).await.ok();
    let all = list("&pageSize=500").await;
    assert_eq!(
        codes(&all["items"]),
        ["DMC-A", "DMC-A", "DMC-ALONE", "DMC-B", "DMC-C1", "DMC-C2", "DMC-C", "DMC-TERMS"]
    );
    for (query, expected) in [
        ("&system=29", vec![]),
        ("&pageNumber=2&pageSize=3", vec!["DMC-B", "DMC-C1", "DMC-C2"]),
        ("&keywordFilter=c1", vec!["DMC-C1"]),
        ("&language=zh-CN", vec!["DMC-A"]),
        ("&contentType=proced", vec![]),
        ("&statusFilter=draft", vec![]),
        ("&sort=title&order=desc&pageSize=2", vec!["DMC-TERMS", "DMC-C2"]),
        ("&lane=frozen", vec![]),
    ] {
        assert_eq!(codes(&list(query).await["items"]), expected, "{query}");
    }
    sample.begin_revision(&app).await;
    assert_eq!(list("").await["total"], 8);
    let answer = reader.get("/dm/getAllDmListWithPage?manualPath=/H160/MEL&sort=colour").await;
    assert_eq!(answer.fields(), ["sort: unknown_value"]);
    assert_eq!(reader.get("/dm/getAllDmListWithPage").await.fields(), ["manualPath: required"]);
    let long = "x".repeat(201);
    let answer = reader.get(&format!("/dm/getAllDmListWithPage?manualPath=/H160/MEL&keywordFilter={long}")).await;
    assert_eq!(answer.fields(), ["keywordFilter: too_long"]);
}

async fn unreferenced_modules_are_listed(app: TestApp) {
    let (reader, _) = library(&app).await;
    let page = reader.get("/dm/getUnRefDmListWithPage?manualPath=/H160/MEL&pageNumber=1&pageSize=10").await.ok();
    assert_eq!((codes(&page["items"]), &page["total"]), (vec!["DMC-ALONE"], &json!(1)));
    let none = reader.get("/dm/getUnRefDmListWithPage?manualPath=/H160/MEL&keywordFilter=dmc-b").await.ok();
    assert_eq!(none["total"], 0);
}

async fn a_container_lists_its_alternates(app: TestApp) {
    let (reader, _) = library(&app).await;
    let at = "/dm/getContentDmsByContainer?containerPath=/H160/MEL/";
    let alternates = reader.get(&format!("{at}DMC-C_en-US.XML")).await.ok();
    assert_eq!(codes(&alternates), ["DMC-C1", "DMC-C2"]);
    assert_eq!(reader.get(&format!("{at}DMC-A_en-US.XML")).await.ok(), json!([]), "a module is no container");
    assert_eq!(reader.get(&format!("{at}NONE.XML")).await.problem(), "404 file.not_found");
    assert_eq!(reader.get("/dm/getContentDmsByContainer?containerPath=/H160").await.problem(), "404 file.not_found");
}

async fn the_glossary_of_a_manual_is_its_repositories(app: TestApp) {
    let (reader, _) = library(&app).await;
    let terms = reader.get("/glossaryRepository?manualPath=/H160/MEL").await.ok();
    let path = "/H160/MEL/DMC-TERMS_en-US.XML";
    let expected = json!([
        {"id": "gl-ELT", "term": "ELT", "definition": "Emergency locator transmitter", "path": path},
        {"id": "gl-VMC", "term": "VMC", "definition": "Visual meteorological conditions", "path": path},
    ]);
    assert_eq!(terms, expected);
    assert_eq!(reader.get("/glossaryRepository?manualPath=/H160/MEL&lane=released").await.ok(), json!([]));
    assert_eq!(reader.get("/glossaryRepository?manualPath=/H160/NONE").await.problem(), "404 manual.not_found");
}

async fn the_numbering_system_is_read_level_by_level(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    let chinese = reader.in_language("zh-CN");
    let chapters = reader.get("/sns/chapters").await.ok();
    assert_eq!(chapters.as_array().map(Vec::len), Some(73));
    assert!(chapters.as_array().expect("a list").contains(&json!({"code": "62", "title": "Main rotors"})));
    assert!(
        chinese
            .get("/sns/chapters")
            .await
            .ok()
            .as_array()
            .expect("a list")
            .contains(&json!({"code": "62", "title": "主旋翼"}))
    );
    assert_eq!(reader.get("/sns/subchapters?chapter=62").await.ok()[1], json!({"code": "1", "title": "Rotor blades"}));
    let subsub = chinese.get("/sns/subsubchapters?chapter=23&subchapter=1").await.ok();
    assert_eq!(subsub, json!([{"code": "5", "title": "卫星通信"}]));
    assert_eq!(reader.get("/sns/subchapters?chapter=00").await.ok(), json!([]));
    assert_eq!(reader.get("/sns/subchapters").await.fields(), ["chapter: required"]);
    assert_eq!(reader.get("/sns/subsubchapters?chapter=62").await.fields(), ["subchapter: required"]);
}

async fn missing_objects_are_not_found(app: TestApp) {
    let (reader, sample) = library(&app).await;
    sample.begin_revision(&app).await;
    for call in ["/files/default", "/files/referenced/default", "/files/getVersions/default"] {
        for path in [
            "/H160/MEL/NONE.XML",
            "/H160/NONE/DMC-A_en-US.XML",
            "/NONE/MEL/DMC-A_en-US.XML",
            "/H160/MULTIMEDIA/NONE.PNG",
            "/H160/MEL/DMC-UNSEEN_en-US.XML",
            "/H160/MEL/DMC-A_en-US.PNG",
            "/H160/MEL",
            "/H160/MULTIMEDIA/..%2f..%2fetc",
        ] {
            assert_eq!(reader.get(&format!("{call}{path}")).await.problem(), "404 file.not_found", "{call}{path}");
        }
    }
    let frozen = reader.get("/files/default/H160/MEL/DMC-A_en-US.XML?lane=frozen").await;
    assert_eq!(frozen.problem(), "404 file.not_found");
    let other = reader.get("/files/default/H160/MEL/DMC-A_en-US.XML?revision=999").await;
    assert_eq!(other.problem(), "404 revision.not_found");
}
