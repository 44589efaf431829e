//! Applicability on websites: what can be chosen, by which tables it is judged, and what the contents limit.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::blobs::{file_of, named};
use testkit::packages::{PackageFiles, demo};

use super::sites::{data, site, text};
use super::{ask, ended, given_operator};
use crate::imports::{given_manual, import, read};
use crate::tables::reader_of_both;
use crate::verdicts::changed;
use crate::viewer::{at, delivered, reader_of, with_a_shared_warning};

testkit::on_each_app!(
    choices_are_the_products_and_the_operators_aircraft,
    a_module_is_judged_by_the_table_that_it_names,
    alternates_are_judged_by_their_modules,
    tables_of_other_manuals_are_not_used,
    a_lost_table_ends_a_website,
    the_contents_say_what_they_limit,
    shared_warnings_are_in_the_language_of_the_module,
);

async fn choices_are_the_products_and_the_operators_aircraft(app: TestApp) {
    reader_of(&app, "amm").await;
    let one = |registration: &str, serial: &str, model: &str| json!({"registration": registration, "serialNumber": serial, "model": model, "productAttributes": []});
    let operator =
        |code: &str, aircraft: Value| json!({"code": code, "name": code, "country": "CH", "aircraft": aircraft});
    let admin = app.admin().await;
    let own = json!([one("QZ-HAC", "2003", "NV240-2"), one("QZ-NIL", "9", "OTHER")]);
    admin.post("/config/operator", operator("AZB", own)).await.ok();
    admin.post("/config/operator", operator("OTH", json!([one("QZ-OTH", "1004", "NV240-1")]))).await.ok();
    let author = app.person(Role::Author).await;
    let (_, files) = site(&app, &author).await;
    let data = data(&files);
    let choices = data["choices"].as_array().expect("a list");
    let listed = |is_aircraft: bool| -> Vec<&Value> {
        choices.iter().filter(|choice| choice["aircraft"] == is_aircraft).map(|choice| &choice["name"]).collect()
    };
    assert_eq!(listed(true), [&json!("QZ-HAC")], "neither of another operator nor of another model");
    assert!(!listed(false).is_empty() && data["leftOut"] == 0, "{choices:?}");
    let pieces = files.iter().filter(|(name, _)| name.starts_with("modules/")).filter(|(name, _)| {
        // One letter for each choice, of which not all are `y`.
        let page = text(&files, name);
        let Some((_, rest)) = page.split_once("\"pieces\":{\"") else { return false };
        let Some((_, letters)) = rest.split_once("\":[\"") else { return false };
        let letters = letters.split('"').next().unwrap_or_default();
        letters.len() == choices.len() && letters.chars().all(|letter| matches!(letter, 'y' | 'n' | 'u'))
    });
    assert!(pieces.count() > 0, "some pieces depend on the product");
}

/// The letters of a module for the choices that belong to a table.
fn letters(data: &Value, code: &str, table: &str) -> String {
    let modules = data["modules"].as_array().expect("a list");
    let module = modules.iter().find(|module| module[1] == code).expect("a module");
    let number = usize::try_from(module[5].as_u64().expect("a number")).expect("a small one");
    let letters = data["letters"][number].as_str().expect("letters");
    let choices = data["choices"].as_array().expect("a list");
    let of_table = |choice: &Value| choice["table"].as_str().is_some_and(|title| title.starts_with(table));
    letters.chars().zip(choices).filter(|(_, choice)| of_table(choice)).map(|(letter, _)| letter).collect()
}

async fn a_module_is_judged_by_the_table_that_it_names(app: TestApp) {
    reader_of_both(&app).await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let data = data(&site(&app, &author).await.1);
    let helicopter = letters(&data, "DMC-NV240-A-26-21-01-00B-920A-A", "NV240");
    assert!(helicopter.contains('n'), "{helicopter}");
    let hoist = letters(&data, "DMC-NV240-A-26-21-01-00B-920A-A", "Hoist");
    assert!(!hoist.is_empty() && hoist.chars().all(|letter| letter == 'u'), "{hoist}");
    assert!(letters(&data, "DMC-HST10-A-26-21-01-00A-920A-A", "Hoist").contains('y'), "its own table decides");
}

async fn alternates_are_judged_by_their_modules(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let (_, files) = site(&app, &author).await;
    let data = data(&files);
    let is_container = |name: &&String| name.starts_with("modules/") && name.contains("26-21-01-00A-914A");
    let page = text(&files, files.keys().find(is_container).expect("a page"));
    let (_, alternates) = page.split_once("s1d-alternates").expect("alternates");
    for code in ["DMC-NV240-A-26-21-01-00A-920A-A", "DMC-NV240-A-26-21-01-00B-920A-A"] {
        assert!(alternates.contains(&format!("href=\"./{code}_")), "{alternates}");
        assert!(letters(&data, code, "").contains('n'), "it does not apply to some");
    }
}

async fn tables_of_other_manuals_are_not_used(app: TestApp) {
    // The manual that is published has no tables; the one beside it has some, which nobody approved.
    given_manual(&app).await;
    let is_table = |name: &str| ["00WA-D", "00QA-D", "00PA-D"].iter().any(|code| name.contains(code));
    let files: PackageFiles = demo("amm").into_iter().filter(|(name, _)| !is_table(name)).collect();
    delivered(&app, &files, "yes").await;
    let admin = app.admin().await;
    admin.post("/csdb/manual", json!({"csdbName": ["NV240"], "manualName": ["AMM"]})).await.ok();
    let mut given = read(&app, &admin, &demo("amm")).await;
    given["manualName"] = json!("AMM");
    assert_eq!(import(&app, &admin, &given).await["status"], "COMPLETED");
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    assert_eq!(data(&site(&app, &author).await.1)["choices"], json!([]));
}

async fn a_lost_table_ends_a_website(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let files = demo("amm");
    let (_, table) = files.iter().find(|(name, _)| name.contains("00WA-D")).expect("a table");
    std::fs::remove_file(file_of(&app.blob_folder(), &named(table))).expect("its bytes were kept");
    let author = app.person(Role::Author).await;
    let asked = ask(&author, "exportQuickAta2300", json!({"formats": ["html"]})).await;
    let told = ended(&app, &author, asked).await["errorList"].to_string();
    assert!(told.contains("job.failed.publicationDamaged") && told.contains("00WA-D"), "{told}");
}

async fn the_contents_say_what_they_limit(app: TestApp) {
    given_manual(&app).await;
    let stated = "<content><referencedApplicGroup><applic id='app-1'><assert applicPropertyIdent='model' \
        applicPropertyType='prodattr' applicPropertyValues='NV240-2'/></applic></referencedApplicGroup>";
    let marked = changed("amm", "PMC-NV240-NVR01-AMM01", |text| {
        text.replacen("<content>", stated, 1).replacen("<pmEntry>", "<pmEntry applicRefId='app-1'>", 1)
    });
    delivered(&app, &marked, "yes").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let (_, files) = site(&app, &author).await;
    let data = data(&files);
    let entries = data["entries"].as_array().expect("a list");
    let limited: Vec<&Value> = entries.iter().filter(|entry| entry[3] != 0).collect();
    assert!(limited.len() > 1 && limited.len() < entries.len(), "the section and what stands in it: {limited:?}");
    let section = limited[0];
    assert!(section[1].as_str().is_some_and(|title| title.ends_with("Front matter")), "{section}");
    assert!(section[4].as_str().is_some_and(|text| text.contains("NV240-2")), "{section}");
    let index = text(&files, "index.html");
    assert!(index.contains(section[4].as_str().unwrap_or_default()), "also without scripts: {index}");
}

async fn shared_warnings_are_in_the_language_of_the_module(app: TestApp) {
    given_manual(&app).await;
    let mut files = with_a_shared_warning();
    let (_, english) = files.last_mut().expect("the repository");
    let plain = String::from_utf8(std::mem::take(english)).expect("text");
    let plain = plain.replace("<symbol infoEntityIdent='ICN-HOT'/>", "");
    let chinese = plain
        .replace("languageIsoCode='en' countryIsoCode='US'", "languageIsoCode='zh' countryIsoCode='CN'")
        .replace("The bottle stays hot for an hour.", "灭火瓶高温。");
    *english = plain.into_bytes();
    files.push(("DMC-NV240-A-00-00-00-00A-0A2A-D_001-00_ZH-CN.XML".to_owned(), chinese.into_bytes()));
    delivered(&app, &files, "yes").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let (_, files) = site(&app, &author).await;
    let is_task = |name: &&String| name.starts_with("modules/") && name.contains("26-21-01-00A-920A");
    let page = text(&files, files.keys().find(is_task).expect("a page"));
    assert!(page.contains("The bottle stays hot for an hour.") && !page.contains("灭火瓶高温"), "{page}");
    let read = author.get(&at("26-21-01-00A-920A-A")).await.ok()["html"].to_string();
    assert!(read.contains("The bottle stays hot for an hour.") && !read.contains("灭火瓶高温"), "{read}");
}
