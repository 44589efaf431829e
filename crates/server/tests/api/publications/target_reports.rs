//! The report of a filtered publication, and the publications that it stops.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::packages::{PackageFiles, demo, zipped};

use super::target_rules::{POST, changed, given_package};
use super::targets::{DOUBLE, OLD, SYSTEM, for_old, given_fleet};
use super::{ask, download, ended, id_of, published};
use crate::imports::given_manual;
use crate::settings;
use crate::viewer::{BASE, delivered};

testkit::on_each_app!(
    what_filtering_breaks_stops_all_but_drafts,
    aircraft_of_other_models_are_not_named_as_covered,
    the_report_of_a_manual_in_two_languages_has_the_same_bytes_again,
    a_module_that_applies_in_one_language_only_is_reported,
);

/// Schemas of our own that allow everything, but for descriptions: they are tables, or need four paragraphs.
fn schemas() -> Vec<u8> {
    let any = "<xs:any minOccurs=\"0\" maxOccurs=\"unbounded\" processContents=\"skip\"/>";
    let element = |name: &str, content: &str| {
        format!(
            "<xs:element name=\"{name}\"><xs:complexType mixed=\"true\"><xs:sequence>{content}</xs:sequence>\
             <xs:anyAttribute processContents=\"skip\"/></xs:complexType></xs:element>"
        )
    };
    let schema =
        |content: &str| format!("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">{content}</xs:schema>");
    let often = |part: &str, least: u32, most: &str| {
        part.replacen(" name=", &format!(" minOccurs=\"{least}\" maxOccurs=\"{most}\" name="), 1)
    };
    let paragraphs = often(&element("levelledPara", any), 4, "unbounded");
    let description = format!("<xs:choice>{}{paragraphs}</xs:choice>", element("table", any));
    let content =
        [often(&element("referencedApplicGroup", any), 0, "1"), element("description", &description)].concat();
    let parts = [element("identAndStatusSection", any), element("content", &content)].concat();
    let open = ["dmodule", "pm", "ddn", "dml"].map(|root| element(root, any)).concat();
    let file = |name: &str, text: String| (format!("S1000D_4-2/xml_schema_flat/{name}.xsd"), text.into_bytes());
    let names = ["pm", "ddn", "dml", "proced", "frontmatter"];
    let mut files: PackageFiles = names.map(|name| file(name, schema(&open))).to_vec();
    files.push(file("descript", schema(&element("dmodule", &parts))));
    zipped(&files)
}

async fn what_filtering_breaks_stops_all_but_drafts(app: TestApp) {
    given_package(&app, &demo("amm")).await;
    settings::send(&app.admin().await, "/config/schemaSets", schemas()).await.ok();
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", for_old(&["s1000d"])).await;
    let report = download(&author, &outputs, "NV240-MMEL-4.1-for-QZ-HAA-draft-filter-findings.json").await;
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    let listed = report["findings"].as_array().expect("a list");
    let broken: Vec<&Value> = listed.iter().filter(|finding| finding["code"] == "notValid").collect();
    assert!(broken.iter().any(|one| one["file"].to_string().contains(SYSTEM)), "{report}");
    let asked = ask(&author, "exportApproveAta2300", for_old(&["s1000d"])).await;
    let told = ended(&app, &author, asked).await["errorList"].to_string();
    assert!(told.contains("job.failed.publicationFindings") && told.contains(SYSTEM), "{told}");
    // The same texts go out where nothing is removed, whatever the schema says of them.
    published(&app, &author, "exportApproveAta2300", json!({})).await;
}

async fn aircraft_of_other_models_are_not_named_as_covered(app: TestApp) {
    given_manual(&app).await;
    delivered(&app, &demo("amm"), "yes").await;
    given_fleet(&app, &[OLD, ("QZ-HXX", "9", "B737")]).await;
    let author = app.person(Role::Author).await;
    let profile = json!({"manualPath": BASE, "name": "Azure", "scope": "fleet", "operator": "AZB"});
    author.post("/csdb/profile", profile).await.ok();
    let outputs = published(&app, &author, "exportQuickAta2300", json!({"profiles": ["Azure"]})).await;
    let read =
        async |name: &str| -> Value { serde_json::from_slice(&download(&author, &outputs, name).await).expect("JSON") };
    let report = read("NV240-MMEL-4.1-for-Azure-draft-filter-findings.json").await;
    assert_eq!((&report["aircraft"], &report["otherModels"]), (&json!(["QZ-HAA"]), &json!(["QZ-HXX"])));
    let covered = json!([{"name": "Azure", "aircraft": ["QZ-HAA"]}]);
    assert_eq!(read("manifest.json").await["publishedFor"], covered);
    let open = author.get(&format!("/publications/{}", id_of(&outputs))).await.ok();
    assert_eq!(open["publication"]["publishedFor"][0]["aircraft"], json!(["QZ-HAA"]));
}

async fn the_report_of_a_manual_in_two_languages_has_the_same_bytes_again(app: TestApp) {
    given_package(&app, &demo("amm")).await;
    delivered(&app, &demo("amm-zh"), "no").await;
    let author = app.person(Role::Author).await;
    let report = async || {
        let outputs = published(&app, &author, "exportQuickAta2300", for_old(&["tables"])).await;
        download(&author, &outputs, "NV240-MMEL-4.1-for-QZ-HAA-draft-filter-findings.json").await
    };
    let first = report().await;
    let told = String::from_utf8(first.clone()).expect("UTF-8");
    assert!(!told.contains("languagesDiffer"), "{told}");
    for _ in 0..3 {
        assert!(report().await == first, "the order of a map must not show");
    }
}

async fn a_module_that_applies_in_one_language_only_is_reported(app: TestApp) {
    given_package(&app, &demo("amm")).await;
    let mut chinese = demo("amm-zh");
    changed(&mut chinese, DOUBLE, |text| text.replacen(POST, "", 1));
    delivered(&app, &chinese, "no").await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", for_old(&["tables"])).await;
    let report = download(&author, &outputs, "NV240-MMEL-4.1-for-QZ-HAA-draft-filter-findings.json").await;
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    let listed = report["findings"].as_array().expect("a list");
    let found = listed.iter().find(|finding| finding["code"] == "languagesDiffer").expect("a finding");
    assert!(found["file"].as_str().is_some_and(|name| name.contains(DOUBLE) && name.contains("en-US")), "{found}");
}
