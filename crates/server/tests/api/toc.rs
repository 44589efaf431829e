//! Contents: /toc/getTopToc, /toc/getTocNode and /toc/getLeafNodeWithPage.

use std::collections::BTreeSet;

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::{demo, pre_import, send, zipped};
use testkit::sample_manual::SampleManual;

use crate::imports::{given_manual, import, read};

testkit::on_each_app!(
    contents_are_read_from_the_top_down,
    contents_follow_the_lane_that_is_read,
    an_entry_that_was_read_before_is_gone_with_its_manual,
    a_running_import_is_shown_in_the_contents,
    entries_are_listed_page_by_page,
    contents_are_listed_in_one_language,
    missing_objects_are_not_found,
);

async fn library(app: &TestApp) -> (Client, String) {
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": "H160", "csdbType": "H160"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["H160"], "manualName": ["MEL"]})).await.ok();
    let profiles = admin.get("/csdb/profile?manualPath=/H160/MEL").await.ok();
    let profile = profiles[0]["id"].as_str().expect("an id").to_owned();
    (app.person(Role::Reader).await, profile)
}

fn names(nodes: &Value) -> Vec<&str> {
    nodes.as_array().expect("nodes").iter().map(|node| node["name"].as_str().expect("a name")).collect()
}

async fn contents_are_read_from_the_top_down(app: TestApp) {
    let (reader, profile) = library(&app).await;
    SampleManual::fill(&app, "H160", "MEL").await;
    let top = reader.get(&format!("/toc/getTopToc?profileId={profile}")).await.ok();
    assert_eq!(names(&top["nodes"]), ["Front matter", "Title of DMC-C", "DMC-MISSING"]);
    assert_eq!(
        (&top["lane"], &top["generating"], &top["revision"]["number"]),
        (&json!("working"), &json!(false), &json!(1))
    );
    assert_eq!(reader.get("/toc/getTopToc?manualPath=/H160/MEL").await.ok(), top);
    let [front, group, dangling] = [0, 1, 2].map(|index| top["nodes"][index].clone());
    assert_eq!(
        (&front["type"], &front["tocPrefix"], &front["leaf"], &front["childCount"], &front["dangling"]),
        (&json!("toc"), &json!("00"), &json!(false), &json!(1), &json!(false))
    );
    assert_eq!(
        (&front["path"], &front["container"], &front["sourceFiles"]),
        (&json!("/H160/MEL"), &json!(null), &json!([]))
    );
    assert_eq!(
        (&dangling["dangling"], &dangling["code"], &dangling["sourceFiles"]),
        (&json!(true), &json!("DMC-MISSING"), &json!([]))
    );

    let at =
        |node: &Value| format!("/toc/getTocNode?profileId={profile}&nodeId={}", node["id"].as_str().expect("an id"));
    let opened = reader.get(&at(&front)).await.ok();
    let module = &opened["children"][0];
    assert_eq!(
        (&module["type"], &module["leaf"], &module["profileId"]),
        (&json!("html"), &json!(true), &json!(profile))
    );
    assert_eq!(
        (&module["path"], &module["code"], &module["language"]),
        (&json!("/H160/MEL/DMC-A_en-US.XML"), &json!("DMC-A"), &json!("en-US"))
    );
    assert_eq!(module["sourceFiles"], json!(["/H160/MEL/DMC-A_en-US.XML"]));
    let opened = reader.get(&at(&group)).await.ok();
    assert_eq!((&opened["type"], &opened["container"]), (&json!("toc_group"), &json!("/H160/MEL/DMC-C_en-US.XML")));
    assert_eq!(names(&opened["children"]), ["Title of DMC-C1", "Title of DMC-C2"]);
    assert_eq!(opened["children"][1]["container"], "/H160/MEL/DMC-C_en-US.XML");
    let alternate = reader.get(&at(&opened["children"][1])).await.ok();
    assert_eq!((&alternate["container"], &alternate["children"]), (&json!("/H160/MEL/DMC-C_en-US.XML"), &json!([])));
}

async fn contents_follow_the_lane_that_is_read(app: TestApp) {
    let (reader, profile) = library(&app).await;
    let sample = SampleManual::fill(&app, "H160", "MEL").await;
    let second = sample.add_revision(&app).await;
    let at = async |rest: &str| reader.get(&format!("/toc/getTopToc?profileId={profile}{rest}")).await.ok();
    let working = at("").await;
    assert_eq!((&working["revision"]["number"], &working["newerRevisionWaits"]), (&json!(1), &json!(true)));
    let oem = at("&lane=oem").await;
    assert_eq!((&oem["revision"]["number"], &oem["lane"], &oem["nodes"]), (&json!(2), &json!("oem"), &json!([])));
    assert_eq!(at(&format!("&revision={second}")).await["revision"]["id"], second.to_string());
    let released = at("&lane=released").await;
    assert_eq!((released.get("revision"), &released["nodes"]), (None, &json!([])));
}

async fn an_entry_that_was_read_before_is_gone_with_its_manual(app: TestApp) {
    let (reader, profile) = library(&app).await;
    SampleManual::fill(&app, "H160", "MEL").await;
    let top = reader.get("/toc/getTopToc?manualPath=/H160/MEL").await.ok();
    let node = top["nodes"][0]["id"].as_str().expect("an id");
    let [by_path, by_profile] = ["manualPath=/H160/MEL".to_owned(), format!("profileId={profile}")]
        .map(|source| format!("/toc/getTocNode?{source}&nodeId={node}"));
    let first = reader.get(&by_path).await;
    let again = reader.get(&by_path).await;
    assert_eq!((first.header("etag"), &first.body), (again.header("etag"), &again.body));
    assert_eq!(again.header("vary"), "accept-encoding, accept-language");
    let admin = app.admin().await;
    for (other, path) in [(&admin, &by_path), (&reader, &by_profile)] {
        assert_eq!(other.get(path).await.ok(), first.ok());
    }
    admin.delete("/csdb/manual?csdbName=H160&manualName=MEL").await.ok();
    for path in [by_path, by_profile] {
        assert!(reader.get(&path).await.problem().starts_with("404 "), "{path}");
    }
}

async fn a_running_import_is_shown_in_the_contents(app: TestApp) {
    let (reader, profile) = library(&app).await;
    let at = format!("/toc/getTopToc?profileId={profile}");
    assert_eq!(reader.get(&at).await.ok()["generating"], false);
    let admin = app.admin().await;
    admin.post("/csdb/manual", json!({"csdbName": ["H160"], "manualName": ["AMM"]})).await.ok();
    let sample = SampleManual::fill(&app, "H160", "MEL").await;
    sample.begin_revision(&app).await;
    assert_eq!(reader.get(&at).await.ok()["generating"], false, "there is something to read");
    let generating = async || reader.get("/toc/getTopToc?manualPath=/H160/AMM").await.ok()["generating"].clone();
    SampleManual::at(&app, "H160", "AMM").await.begin_revision(&app).await;
    assert_eq!(generating().await, false, "nobody goes on with what an import left behind");

    let upload = send(&admin, "amm-zh.zip", zipped(&demo("amm-zh"))).await;
    let read = pre_import(&admin, &upload).await["id"].as_str().expect("an id").to_owned();
    app.run_jobs().await;
    let mut given = admin.get(&format!("/jobs/{read}")).await.ok()["outputMap"].clone();
    given["csdbName"] = json!("h160");
    given["manualName"] = json!("AMM");
    let import = admin.post("/jobs", json!({"jobName": "universalImport", "parameterMap": given})).await.ok();
    assert_eq!(generating().await, true);
    admin.post(&format!("/jobs/{}/cancel", import["id"].as_str().expect("an id")), json!({})).await.ok();
    app.run_jobs().await;
    assert_eq!(generating().await, false, "it was given up");
}

async fn entries_are_listed_page_by_page(app: TestApp) {
    let (reader, profile) = library(&app).await;
    SampleManual::fill(&app, "H160", "MEL").await;
    let list = async |more: Value| {
        let mut body = json!({"profileId": profile});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        reader.post("/toc/getLeafNodeWithPage", body).await.ok()
    };
    let page = list(json!({"pageNumber": 2, "pageSize": 2})).await;
    assert_eq!((names(&page["items"]), &page["total"]), (vec!["DMC-MISSING"], &json!(3)));
    let folders = list(json!({"includeLeaf": false})).await;
    assert_eq!(names(&folders["items"]), ["Front matter", "Title of DMC-C"]);
    let group = folders["items"][1]["id"].clone();
    let below =
        list(json!({"nodeId": group, "includeLeaf": true, "keyword": "c2", "pageNumber": 1, "pageSize": 500})).await;
    assert_eq!(names(&below["items"]), ["Title of DMC-C2"]);
    assert_eq!(below["items"][0]["container"], "/H160/MEL/DMC-C_en-US.XML");
    let found = list(json!({"anywhere": true, "keyword": "TITLE OF DMC-C"})).await;
    assert_eq!(names(&found["items"]), ["Title of DMC-C", "Title of DMC-C1", "Title of DMC-C2"]);
    assert_eq!(found["items"][2]["container"], "/H160/MEL/DMC-C_en-US.XML");
    let sections = list(json!({"anywhere": true, "keyword": "front", "includeLeaf": false})).await;
    assert_eq!(names(&sections["items"]), ["Front matter"]);
    let none = list(json!({"lane": "frozen"})).await;
    assert_eq!((&none["total"], &none["items"]), (&json!(0), &json!([])));
}

async fn contents_are_listed_in_one_language(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    for package in ["mmel-r1", "mmel-zh"] {
        let given = read(&app, &author, &demo(package)).await;
        assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    }
    let languages = async |more: Value| {
        let mut body = json!({"manualPath": "/NV240/MMEL", "pageSize": 500});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let page = author.post("/toc/getLeafNodeWithPage", body).await.ok();
        let items = page["items"].as_array().expect("a list");
        items.iter().filter_map(|node| node["language"].as_str().map(str::to_owned)).collect::<BTreeSet<String>>()
    };
    let only = |language: &str| BTreeSet::from([language.to_owned()]);
    for body in [json!({}), json!({"anywhere": true, "keyword": "NV240"})] {
        let asked = async |language: &str| {
            let mut body = body.clone();
            body["language"] = json!(language);
            languages(body).await
        };
        assert_eq!(languages(body.clone()).await.len(), 2, "{body}");
        assert_eq!((asked("zh-CN").await, asked("en-US").await), (only("zh-CN"), only("en-US")), "{body}");
        assert_eq!(asked("fr-FR").await.len(), 1, "{body}");
    }
}

async fn missing_objects_are_not_found(app: TestApp) {
    let (reader, profile) = library(&app).await;
    for (path, problem) in [
        ("/toc/getTopToc?profileId=none".to_owned(), "404 profile.not_found"),
        ("/toc/getTopToc?manualPath=/H160/NONE".to_owned(), "404 manual.not_found"),
        (format!("/toc/getTopToc?profileId={profile}&revision=1"), "404 revision.not_found"),
        (format!("/toc/getTopToc?profileId={profile}&revision=x"), "404 revision.not_found"),
        (format!("/toc/getTocNode?profileId={profile}&nodeId=1"), "404 toc.not_found"),
    ] {
        assert_eq!(reader.get(&path).await.problem(), problem, "{path}");
    }
    assert_eq!(reader.get("/toc/getTopToc").await.fields(), ["profileId: required"]);
    SampleManual::fill(&app, "H160", "MEL").await;
    for id in ["999999", "none", "-1", "' OR 1=1"] {
        let body = json!({"profileId": profile, "nodeId": id});
        assert_eq!(reader.post("/toc/getLeafNodeWithPage", body).await.problem(), "404 toc.not_found", "{id}");
    }
    let body = json!({"profileId": profile, "pageSize": 501});
    assert_eq!(reader.post("/toc/getLeafNodeWithPage", body).await.fields(), ["pageSize: unknown_value"]);
    let admin = app.admin().await;
    admin.delete("/csdb?csdbName=H160").await.ok();
    let gone = reader.get(&format!("/toc/getTopToc?profileId={profile}")).await;
    assert_eq!(gone.problem(), "404 profile.not_found");
}
