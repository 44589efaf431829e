//! Data for other systems: items of a minimum equipment list, and tables about a manual.

use std::collections::BTreeMap;

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::blobs::{file_of, named};
use testkit::client::Client;
use testkit::packages::{PackageFiles, demo};

use super::{ask, download, ended, given_operator, published};
use crate::editing;
use crate::imports::given_manual;
use crate::revisions::confirm;
use crate::verdicts::changed;
use crate::viewer::{BASE, delivered, reader_of, with_a_repository};

testkit::on_each_app!(
    items_and_tables_go_out_beside_packages,
    items_keep_the_aircraft_and_the_days_that_they_are_for,
    deleted_items_and_lines_are_no_relief,
    a_deleted_module_that_the_contents_still_name_is_not_listed,
    items_are_limited_by_the_contents,
    an_alternate_is_limited_by_its_container,
    a_lost_repository_is_named,
    an_item_that_cannot_be_told_completely_is_named,
    a_manual_without_items_says_so,
);

const STEM: &str = "NV240-MMEL-4.1-draft";

async fn items_and_tables_go_out_beside_packages(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let wanted = json!({"formats": ["tables", "melData", "ata2300"]});
    let outputs = published(&app, &author, "exportQuickAta2300", wanted.clone()).await;
    let names =
        ["ata2300-complete.zip", "melData.json", "melData.csv", "tables.xlsx", "contents.csv", "references.csv"]
            .into_iter()
            .chain(["history.csv", "publications.csv"])
            .map(|name| format!("{STEM}-{name}"))
            .chain(["manifest.json".to_owned(), "manifest.sig".to_owned()]);
    assert_eq!(outputs["artifacts"], names.collect::<Vec<_>>().join(","));

    let items: Value =
        serde_json::from_slice(&download(&author, &outputs, &format!("{STEM}-melData.json")).await).expect("JSON");
    assert_eq!((&items["version"], &items["isDraft"]), (&json!(1), &json!(true)));
    let is_fan = |one: &&Value| one["number"] == "21-21-01" && one["language"] == "en-US";
    let fan = items["items"].as_array().expect("a list").iter().find(is_fan).expect("the item of the demo");
    let line = &fan["lines"][0];
    assert_eq!((&line["category"], &line["installed"], &line["required"]), (&json!("C"), &json!("2"), &json!("1")));
    assert_eq!(line["remarks"], "One may be inoperative.");

    let text = async |name: &str| {
        String::from_utf8(download(&author, &outputs, &format!("{STEM}-{name}")).await).expect("UTF-8")
    };
    assert!(text("melData.csv").await.contains("21-21-01,Cockpit ventilation fan,en-US,"));
    let contents = text("contents.csv").await;
    assert!(contents.contains("level,title,name,language,issue,issueDate"), "{contents}");
    assert!(contents.lines().any(|line| line.contains("DMC-NV240-A-21-21-01-00A-180A-A")), "{contents}");
    let references = text("references.csv").await;
    assert!(references.lines().any(|line| line.ends_with(",yes")), "{references}");
    assert!(text("history.csv").await.lines().count() > 5);
    assert_eq!(text("publications.csv").await.lines().count(), 1, "none was approved yet");

    let again = published(&app, &author, "exportQuickAta2300", wanted).await;
    for name in ["melData.json", "tables.xlsx", "references.csv"] {
        let name = format!("{STEM}-{name}");
        assert_eq!(download(&author, &again, &name).await, download(&author, &outputs, &name).await, "{name}");
    }
    let schema = app.anonymous().get("/publications/melDataSchema").await.ok();
    assert_eq!(schema["$id"], "urn:airfolio:mel-data:1");
}

async fn items_keep_the_aircraft_and_the_days_that_they_are_for(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let today = app.ctx.clock.now().date_naive().to_string();
    let wanted = json!({"formats": ["melData"], "validFrom": today, "validUntil": today});
    let outputs = published(&app, &author, "exportQuickAta2300", wanted).await;
    let items: Value =
        serde_json::from_slice(&download(&author, &outputs, &format!("{STEM}-melData.json")).await).expect("JSON");
    assert_eq!((&items["validFrom"], &items["validUntil"]), (&json!(today), &json!(today)));
    let is_hoist = |one: &&Value| one["number"] == "25-63-01" && one["language"] == "en-US";
    let hoist = items["items"].as_array().expect("a list").iter().find(is_hoist).expect("the hoist");
    assert_eq!(hoist["applicability"], "With rescue hoist (EK 25-07)", "as its status file says");
    assert_eq!(hoist["lines"][0]["provisos"].as_array().map(Vec::len), Some(3));
    let csv = download(&author, &outputs, &format!("{STEM}-melData.csv")).await;
    let csv = String::from_utf8(csv).expect("UTF-8");
    assert!(csv.contains(",With rescue hoist (EK 25-07),") && csv.contains(&format!(",{today},{today},\r\n")), "{csv}");
}

/// The items of a draft in English, by their numbers.
async fn items(app: &TestApp, author: &Client, outputs: &mut Value) -> BTreeMap<String, Value> {
    *outputs = published(app, author, "exportQuickAta2300", json!({"formats": ["melData", "tables"]})).await;
    let bytes = download(author, outputs, &format!("{STEM}-melData.json")).await;
    let list: Value = serde_json::from_slice(&bytes).expect("JSON");
    let items = list["items"].as_array().expect("a list").iter().filter(|one| one["language"] == "en-US");
    items.map(|one| (one["number"].as_str().expect("a number").to_owned(), one.clone())).collect()
}

async fn deleted_items_and_lines_are_no_relief(app: TestApp) {
    given_manual(&app).await;
    let without_a_line = |package: &str| {
        let old = "<dispatchCondition id=\"cond-A\"";
        let new = "<dispatchCondition changeMark=\"1\" changeType=\"delete\" id=\"cond-A\"";
        changed(package, "DM/DMC-NV240-A-21-21-01-00A-180A", |text| text.replacen(old, new, 1))
    };
    delivered(&app, &without_a_line("mmel-r1"), "yes").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let mut outputs = Value::Null;
    let before = items(&app, &author, &mut outputs).await;
    let labels = |item: &Value| -> Vec<Value> {
        item["lines"].as_array().expect("lines").iter().map(|line| line["label"].clone()).collect()
    };
    assert_eq!(labels(&before["21-21-01"]), [json!("B")], "readers see the other line struck through");
    assert!(before.contains_key("31-12-01"));
    // The next revision deletes the clock.
    let next = delivered(&app, &without_a_line("mmel-r2"), "yes").await;
    confirm(&app, &next).await;
    let after = items(&app, &author, &mut outputs).await;
    assert!(!after.contains_key("31-12-01") && after.contains_key("21-21-01"), "{:?}", after.keys());
    let manifest: Value = serde_json::from_slice(&download(&author, &outputs, "manifest.json").await).expect("JSON");
    assert!(manifest["inputs"].to_string().contains("31-12-01"), "packages contain the issue that deletes it");
}

async fn a_deleted_module_that_the_contents_still_name_is_not_listed(app: TestApp) {
    given_manual(&app).await;
    let fan = "DMC-NV240-A-21-21-01-00A-180A-A";
    let files = changed("mmel-r1", "DS/DS-NV240-A-21-21-01-00A-180A", |text| {
        text.replacen("issueType=\"new\"", "issueType=\"deleted\"", 1)
    });
    delivered(&app, &files, "yes").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let mut outputs = Value::Null;
    let items = items(&app, &author, &mut outputs).await;
    assert!(!items.contains_key("21-21-01") && items.contains_key("31-12-01"), "{:?}", items.keys());
    let contents = download(&author, &outputs, &format!("{STEM}-contents.csv")).await;
    let contents = String::from_utf8(contents).expect("UTF-8");
    assert!(!contents.contains(fan) && contents.contains("DMC-NV240-A-31-12-01-00A-180A-A"), "{contents}");
}

async fn items_are_limited_by_the_contents(app: TestApp) {
    given_manual(&app).await;
    let stated = "<content><referencedApplicGroup><applic id=\"app-1\"><displayText><simplePara>S/N 2001 to 2010\
        </simplePara></displayText></applic></referencedApplicGroup>";
    let chapter = "<pmEntry pmEntryType=\"Chapter\" pmEntryCode=\"21\"";
    let limited = changed("mmel-r1", "PM/PMC-NV240", |text| {
        text.replacen("<content>", stated, 1).replacen(chapter, &format!("{chapter} applicRefId=\"app-1\""), 1)
    });
    delivered(&app, &limited, "yes").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let items = items(&app, &author, &mut Value::Null).await;
    assert_eq!(items["21-21-01"]["applicability"], "S/N 2001 to 2010; ALL");
    assert_eq!(items["25-63-01"]["applicability"], "With rescue hoist (EK 25-07)", "another chapter");
}

/// Puts an item of the demo into a module of another package.
fn put_item(files: &mut PackageFiles, code: &str) {
    let demo = demo("mmel-r1");
    let (_, item) = demo.iter().find(|(name, _)| name.contains("DM/DMC-NV240-A-21-21-01-00A-180A")).expect("an item");
    let item = String::from_utf8(item.clone()).expect("text");
    let (_, item) = item.split_once("<content>").expect("its content");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains(code)).expect("a module");
    let text = String::from_utf8(std::mem::take(bytes)).expect("text");
    let (head, _) = text.split_once("<content>").expect("a content");
    *bytes = [head, "<content>", item].concat().into_bytes();
}

async fn an_alternate_is_limited_by_its_container(app: TestApp) {
    given_manual(&app).await;
    let stated = "<simplePara>S/N 2001</simplePara></displayText><assert applicPropertyIdent=\"serialNumber\" \
        applicPropertyType=\"prodattr\" applicPropertyValues=\"2001\"/></applic>";
    let mut files = changed("amm", "26-21-01-00A-914A", |text| {
        let (head, rest) = text.split_once("<simplePara>All</simplePara>").expect("a statement");
        [head, stated, rest.split_once("</applic>").expect("its end").1].concat()
    });
    for code in ["26-21-01-00A-920A", "24-30-00-00A-040A"] {
        put_item(&mut files, code);
    }
    delivered(&app, &files, "yes").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", json!({"formats": ["melData"]})).await;
    let csv = download(&author, &outputs, &format!("{STEM}-melData.csv")).await;
    let csv = String::from_utf8(csv).expect("UTF-8");
    assert!(csv.contains("S/N 2001; Pre SB NV240-26-003"), "{csv}");
    assert!(csv.lines().any(|line| line.contains("24-30-00-00A-040A") && !line.contains("S/N 2001")), "{csv}");
}

async fn a_lost_repository_is_named(app: TestApp) {
    given_manual(&app).await;
    let mut files = with_a_repository();
    put_item(&mut files, "24-30-00-00A-040A");
    let (name, repository) = files.last().expect("the repository").clone();
    assert!(name.contains("0A2A"));
    delivered(&app, &files, "yes").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    published(&app, &author, "exportQuickAta2300", json!({"formats": ["melData"]})).await;
    std::fs::remove_file(file_of(&app.blob_folder(), &named(&repository))).expect("its bytes were kept");
    let asked = ask(&author, "exportQuickAta2300", json!({"formats": ["melData"]})).await;
    let told = ended(&app, &author, asked).await["errorList"].to_string();
    assert!(told.contains("job.failed.publicationDamaged") && told.contains("0A2A"), "{told}");
}

async fn an_item_that_cannot_be_told_completely_is_named(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let heater = format!("{BASE}/DMC-NV240-A-30-42-01-00A-180A-A_en-US.XML");
    app.wait(60);
    let two = |text: &str| text.replace("</content>", "<dispatchItem/></content>");
    let (_, saved) = editing::edit(&author, &heater, two).await;
    editing::check_in(&author, &heater, json!({"step": "inWork", "comment": "Ours"}), &saved).await.ok();
    let asked = ask(&author, "exportQuickAta2300", json!({"formats": ["melData"]})).await;
    let told = ended(&app, &author, asked).await["errorList"].to_string();
    assert!(told.contains("job.failed.publicationItemUnclear") && told.contains("30-42-01"), "{told}");
}

async fn a_manual_without_items_says_so(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let asked = ask(&author, "exportQuickAta2300", json!({"formats": ["melData"]})).await;
    let job = ended(&app, &author, asked).await;
    assert_eq!(job["status"], "FAILED");
    assert!(job["errorList"].to_string().contains("job.failed.publicationNoItems"), "{}", job["errorList"]);
}
