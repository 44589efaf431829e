//! The applicability of whole modules in contents and reader: both agree, and "no" is shown only when it is certain.

use domain::permission::Role;
use serde_json::{Value, json};
use store::blobs::BlobId;
use testkit::app::TestApp;
use testkit::blobs::{file_of, named};
use testkit::client::Client;
use testkit::packages::{PackageFiles, demo};

use crate::imports::given_manual;
use crate::viewer::{BASE, at, delivered, lines, reader_of, with_a_repository};

testkit::on_each_app!(
    undecidable_applicability_is_unknown_in_contents_and_reader,
    a_missing_statement_is_unknown_in_contents_and_reader,
    a_repository_statement_referenced_in_the_status_is_evaluated_in_contents_and_reader,
    applicability_in_a_status_file_takes_precedence,
    without_applicability_in_the_status_file_the_module_decides,
    only_a_module_with_missing_bytes_is_unknown,
    a_blob_store_failure_is_not_cached,
    contents_and_modules_are_readable_without_a_missing_table,
    applicability_of_a_section_applies_to_its_descendants,
    every_level_of_the_contents_follows_a_profile,
);

/// A package with changed files, selected by a text in their names, and with their checksums in the status list
/// updated.
pub(crate) fn changed(package: &str, name: &str, change: impl Fn(String) -> String) -> PackageFiles {
    let mut files = demo(package);
    let mut sums = Vec::new();
    for (_, bytes) in files.iter_mut().filter(|(path, _)| path.contains(name)) {
        let before = named(bytes);
        *bytes = change(String::from_utf8(std::mem::take(bytes)).expect("text")).into_bytes();
        sums.push((before, named(bytes)));
    }
    for (_, list) in files.iter_mut().filter(|(path, _)| path.contains("EPSL")) {
        let text = String::from_utf8(std::mem::take(list)).expect("text");
        let put = |text: String, (before, after): &(BlobId, BlobId)| text.replace(before.as_str(), after.as_str());
        *list = sums.iter().fold(text, put).into_bytes();
    }
    files
}

/// Splits a text around the part between two markers, which stay.
fn without<'a>(text: &'a str, from: &str, to: &str) -> (&'a str, &'a str) {
    let (head, rest) = text.split_once(from).expect("its beginning");
    (head, rest.split_once(to).expect("its end").1)
}

/// The applicability of a module for a model, in the contents and in the reader.
async fn judged(reader: &Client, code: &str, model: &str) -> [String; 2] {
    let set = format!("prodattr:model={model}");
    let each: Vec<&str> = set.split("&set=").collect();
    let asked = json!({"manualPath": BASE, "anywhere": true, "keyword": code, "set": each});
    let places = reader.post("/toc/getLeafNodeWithPage", asked).await.ok();
    let view = reader.get(&format!("{}?set={set}", at(code))).await.ok();
    let truth = &view["applicability"]["module"]["truth"];
    [lines(&places["items"], &["applies"]).join(" "), truth.as_str().unwrap_or_default().to_owned()]
}

async fn undecidable_applicability_is_unknown_in_contents_and_reader(app: TestApp) {
    given_manual(&app).await;
    let code = "26-21-01-00A-920A-A";
    let words = "<applic><evaluate andOr='or'><assert>long skids</assert><assert applicPropertyIdent='model' \
        applicPropertyType='prodattr' applicPropertyValues='NV240-2'/></evaluate></applic>";
    let in_words = changed("amm", code, |text| {
        let (head, tail) = without(&text, "<applic>", "</applic>");
        format!("{head}{words}{tail}")
    });
    delivered(&app, &in_words, "yes").await;
    let reader = app.person(Role::Reader).await;
    assert_eq!(judged(&reader, code, "NV240-1").await, ["unknown"; 2]);
    assert_eq!(judged(&reader, code, "NV240-2").await, ["yes"; 2]);
    let view = reader.get(&format!("{}?set=prodattr:model=NV240-1", at(code))).await.ok();
    let module = &view["applicability"]["module"];
    assert_eq!(module["reason"], "long skids or model NV240-2");
    assert_eq!(module["assertion"]["evaluates"][0], json!({"text": "long skids", "evaluates": []}));
}

async fn a_missing_statement_is_unknown_in_contents_and_reader(app: TestApp) {
    given_manual(&app).await;
    let code = "26-21-01-00A-920A-A";
    let nowhere = changed("amm", code, |text| {
        let (head, tail) = without(&text, "<applic>", "</applic>");
        format!("{head}{tail}").replace("<dmStatus ", "<dmStatus applicRefIds='gone' ")
    });
    delivered(&app, &nowhere, "yes").await;
    let reader = app.person(Role::Reader).await;
    assert_eq!(judged(&reader, code, "NV240-1").await, ["unknown"; 2]);
}

async fn a_repository_statement_referenced_in_the_status_is_evaluated_in_contents_and_reader(app: TestApp) {
    given_manual(&app).await;
    let mut files = with_a_repository();
    for (name, bytes) in &mut files {
        let Some(ident) = ["26-21-01-00A-920A", "26-21-01-00B-920A"].into_iter().find(|code| name.contains(code))
        else {
            continue;
        };
        let text = String::from_utf8(std::mem::take(bytes)).expect("text");
        let (head, tail) = without(&text, "<applicRef ", "/>");
        let group = format!(
            "<content><referencedApplicGroup><applic id='m'><assert applicPropertyIdent='model' \
             applicPropertyType='prodattr' applicPropertyValues='NV240-2'/></applic></referencedApplicGroup>\
             <referencedApplicGroupRef><applicRef id='r' applicIdentValue='{ident}'/></referencedApplicGroupRef>"
        );
        let text = format!("{head}{tail}").replace("<dmStatus ", "<dmStatus applicRefIds='r m' ");
        *bytes = text.replacen("<content>", &group, 1).into_bytes();
    }
    delivered(&app, &files, "yes").await;
    let reader = app.person(Role::Reader).await;
    let [single, double] = ["26-21-01-00A-920A-A", "26-21-01-00B-920A-A"];
    assert_eq!(judged(&reader, single, "NV240-1").await, ["no"; 2], "not this model, whatever the repository says");
    assert_eq!(judged(&reader, single, "NV240-2").await, ["unknown"; 2], "nobody has said which bulletins");
    let model = "NV240-2&set=condition:SB26003=POST";
    assert_eq!(judged(&reader, single, model).await, ["no"; 2], "what the repository says");
    assert_eq!(judged(&reader, double, model).await, ["yes"; 2]);
}

/// A module whose content applies to another model, with or without applicability in its status file.
async fn given_two_statements(app: &TestApp, status_speaks: bool) -> Client {
    given_manual(app).await;
    let own = "</dmIdent><dmStatus issueType='new'><applic><assert applicPropertyIdent='model' \
        applicPropertyType='prodattr' applicPropertyValues='NV240-1'/></applic></dmStatus>";
    let files = changed("mmel-r1", "21-51-01-00A-180A-A", |text| {
        if text.contains("<dispatchItem") {
            return text.replacen("</dmIdent>", own, 1);
        }
        let (head, tail) = without(&text, "<applic ", "</applic>");
        if status_speaks { text } else { format!("{head}{tail}") }
    });
    delivered(app, &files, "yes").await;
    app.person(Role::Reader).await
}

async fn applicability_in_a_status_file_takes_precedence(app: TestApp) {
    let reader = given_two_statements(&app, true).await;
    assert_eq!(judged(&reader, "21-51-01-00A-180A-A", "NV240-1").await, ["no"; 2]);
    assert_eq!(judged(&reader, "21-51-01-00A-180A-A", "NV240-2").await, ["unknown"; 2]);
}

async fn without_applicability_in_the_status_file_the_module_decides(app: TestApp) {
    let reader = given_two_statements(&app, false).await;
    assert_eq!(judged(&reader, "21-51-01-00A-180A-A", "NV240-1").await, ["yes"; 2]);
    assert_eq!(judged(&reader, "21-51-01-00A-180A-A", "NV240-2").await, ["no"; 2]);
}

async fn only_a_module_with_missing_bytes_is_unknown(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let [gone, there] = ["00A", "00B"].map(|variant| format!("DMC-NV240-A-26-21-01-{variant}-920A-A"));
    let files = demo("amm");
    let (_, bytes) = files.iter().find(|(name, _)| name.contains(&gone)).expect("a module");
    std::fs::remove_file(file_of(&app.blob_folder(), &named(bytes))).expect("its bytes were kept");
    let asked = json!({"manualPath": BASE, "anywhere": true, "keyword": "26-21-01", "set": ["condition:SB26003=POST"]});
    let places = reader.post("/toc/getLeafNodeWithPage", asked).await.ok();
    let said = lines(&places["items"], &["code", "applies"]);
    assert!(said.contains(&format!("{gone} unknown")) && said.contains(&format!("{there} yes")), "{said:?}");
    let container = reader.get(&format!("{}?set=condition:SB26003=POST", at("26-21-01-00A-914A-A"))).await.ok();
    let offered = lines(&container["references"], &["code", "applies"]);
    assert_eq!(offered, [format!("{gone} unknown"), format!("{there} yes")], "nobody knows that it applies");
}

async fn a_blob_store_failure_is_not_cached(app: TestApp) {
    given_manual(&app).await;
    let files = with_a_repository();
    delivered(&app, &files, "yes").await;
    let reader = app.person(Role::Reader).await;
    let (_, repository) = files.iter().find(|(name, _)| name.contains("0A2A")).expect("a repository");
    let file = file_of(&app.blob_folder(), &named(repository));
    std::fs::remove_file(&file).expect("its bytes were kept");
    // Opening a link to itself fails.
    std::os::unix::fs::symlink(&file, &file).expect("a link");
    let single = format!("{}?set=condition:SB26003=POST", at("26-21-01-00A-920A-A"));
    assert_eq!(reader.get(&single).await.problem(), "500 server.internal");
    let asked = json!({"manualPath": BASE, "anywhere": true, "keyword": "26-21-01", "set": ["condition:SB26003=POST"]});
    let applies = async || {
        let places = reader.post("/toc/getLeafNodeWithPage", asked.clone()).await.ok();
        lines(&places["items"], &["applies"]).iter().filter(|said| *said == "unknown").count()
    };
    assert_eq!(applies().await, 2, "contents are there meanwhile");
    std::fs::remove_file(&file).expect("a link");
    std::fs::write(&file, repository).expect("its bytes");
    assert_eq!(reader.get(&single).await.ok()["applicability"]["module"]["truth"], "no");
    assert_eq!(applies().await, 0);
}

async fn contents_and_modules_are_readable_without_a_missing_table(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let files = demo("amm");
    let tables = files.iter().filter(|(_, bytes)| String::from_utf8_lossy(bytes).contains("CrossRefTable>"));
    for (_, bytes) in tables {
        std::fs::remove_file(file_of(&app.blob_folder(), &named(bytes))).expect("its bytes were kept");
    }
    let asked = json!({"manualPath": BASE, "anywhere": true, "keyword": "26-21-01", "set": ["condition:SB26003=POST"]});
    let places = reader.post("/toc/getLeafNodeWithPage", asked).await.ok();
    assert!(lines(&places["items"], &["applies"]).contains(&"yes".to_owned()), "{places}");
    reader.get(&format!("{}?set=condition:SB26003=POST", at("26-21-01-00B-920A-A"))).await.ok();
}

/// Delivers contents whose first section is for the model NV240-2.
async fn with_a_limited_section(app: &TestApp) {
    let stated = "<content><referencedApplicGroup><applic id='app-1'><assert applicPropertyIdent='model' \
        applicPropertyType='prodattr' applicPropertyValues='NV240-2'/></applic></referencedApplicGroup>";
    let marked = changed("amm", "PMC-NV240-NVR01-AMM01", |text| {
        text.replacen("<content>", stated, 1).replacen("<pmEntry>", "<pmEntry applicRefId='app-1'>", 1)
    });
    delivered(app, &marked, "yes").await;
}

async fn every_level_of_the_contents_follows_a_profile(app: TestApp) {
    given_manual(&app).await;
    with_a_limited_section(&app).await;
    let author = app.person(Role::Author).await;
    let assertion = json!({"applicPropertyIdent": "model", "applicPropertyType": "prodattr",
        "applicPropertyValues": "NV240-1"});
    let body = json!({"manualPath": BASE, "name": "One", "scope": "assertion", "assertion": assertion});
    let profile = author.post("/csdb/profile", body).await.ok()["id"].as_str().expect("an id").to_owned();
    let top = author.get(&format!("/toc/getTopToc?profileId={profile}")).await.ok();
    let root = &top["nodes"][0];
    assert!(root["applies"].is_string(), "{root}");
    let node = |id: &Value| format!("/toc/getTocNode?profileId={profile}&nodeId={}", id.as_str().expect("an id"));
    let publication = author.get(&node(&root["id"])).await.ok();
    assert_eq!(publication["applies"], root["applies"]);
    let first = &publication["children"][0];
    assert_eq!(lines(&json!([first]), &["name", "applies", "appliesTo"]), ["Front matter no model NV240-2"]);
    let section = author.get(&node(&first["id"])).await.ok();
    let children = lines(&section["children"], &["applies"]);
    assert_eq!(section["applies"], "no");
    assert!(!children.is_empty() && children.iter().all(|applies| applies == "no"), "{section}");
    // The profile for everybody hides nothing.
    let all = author.get(&format!("/toc/getTopToc?manualPath={BASE}")).await.ok();
    assert_eq!(all["nodes"][0].get("applies"), None);
}

async fn applicability_of_a_section_applies_to_its_descendants(app: TestApp) {
    given_manual(&app).await;
    with_a_limited_section(&app).await;
    let reader = app.person(Role::Reader).await.in_language("zh-CN");
    let below = async |node: &Value, model: &str| {
        let asked = json!({"manualPath": BASE, "nodeId": node, "set": [format!("prodattr:model={model}")]});
        reader.post("/toc/getLeafNodeWithPage", asked).await.ok()["items"].clone()
    };
    let top = reader.get(&format!("/toc/getTopToc?manualPath={BASE}")).await.ok()["nodes"][0]["id"].clone();
    for (model, expected) in [("NV240-1", "no 型号 NV240-2"), ("NV240-2", "yes null")] {
        let sections = below(&top, model).await;
        let told = lines(&sections, &["name", "applies", "appliesTo"]);
        assert_eq!(told[0], format!("Front matter {expected}"));
        assert!(told.len() > 1 && told[1..].iter().all(|line| line.ends_with(" null null")), "{told:?}");
        let modules = lines(&below(&sections[0]["id"], model).await, &["applies", "appliesTo"]);
        assert!(!modules.is_empty() && modules.iter().all(|line| line == expected), "{modules:?}");
    }
    let open = json!({"manualPath": BASE, "nodeId": top, "set": ["condition:SB26003=POST"]});
    let open = reader.post("/toc/getLeafNodeWithPage", open).await.ok();
    assert_eq!(lines(&open["items"], &["applies", "appliesTo"])[0], "unknown null", "nobody knows that it is not met");
    let found = json!({"manualPath": BASE, "anywhere": true, "keyword": "00-00-00-00A-001A", "set": ["prodattr:model=NV240-1"]});
    assert_eq!(lines(&reader.post("/toc/getLeafNodeWithPage", found).await.ok()["items"], &["applies"]), ["no"]);
}
