//! Which modules go out for a profile or an aircraft: their own statements, their places, and their status files.

use std::collections::BTreeMap;

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::packages::{PackageFiles, demo};

use super::books::given_engine;
use super::targets::{DOUBLE, OLD, SYSTEM, files, for_old, given_fleet, module};
use super::{approve, ask, download, ended, published};
use crate::imports::given_manual;
use crate::viewer::{BASE, delivered};

testkit::on_each_app!(
    a_status_file_wins_over_the_module,
    a_publication_module_that_does_not_apply_takes_its_modules_along,
    a_publication_module_that_lost_its_modules_is_left_out,
    a_target_without_a_publication_module_is_refused,
    changes_of_a_profile_that_has_all_content_now_include_what_it_lacked,
    marks_of_a_filtered_book_are_those_of_its_reader,
    items_that_apply_to_no_target_are_missed_by_name,
    repositories_go_out_as_they_are,
);

/// Changes the text of the file with a code in its name.
pub(super) fn changed(package: &mut PackageFiles, code: &str, change: impl Fn(String) -> String) {
    let found = package.iter_mut().find(|(name, _)| name.contains(code));
    let (_, bytes) = found.unwrap_or_else(|| panic!("{code} is not there"));
    *bytes = change(String::from_utf8(bytes.clone()).expect("UTF-8")).into_bytes();
}

/// An exchange package of the demo library whose contents may be changed.
fn without_checksums(name: &str) -> PackageFiles {
    let mut package = demo(name);
    changed(&mut package, "EPSL-", |text| {
        let lines: Vec<&str> = text.lines().filter(|line| !line.contains("<checksum")).collect();
        lines.join("\n")
    });
    package
}

/// A manual with a changed package of the demo library, and an operator with an aircraft.
pub(super) async fn given_package(app: &TestApp, package: &PackageFiles) {
    given_manual(app).await;
    delivered(app, package, "yes").await;
    given_fleet(app, &[OLD]).await;
}

/// The files of the package for the aircraft.
async fn package_for_old(app: &TestApp, format: &str) -> BTreeMap<String, Vec<u8>> {
    let author = app.person(Role::Author).await;
    let outputs = published(app, &author, "exportQuickAta2300", for_old(&[format])).await;
    files(&author, &outputs, &format!("NV240-MMEL-4.1-for-QZ-HAA-draft-{format}-complete.zip")).await
}

fn has(files: &BTreeMap<String, Vec<u8>>, code: &str) -> bool {
    files.keys().any(|name| name.contains(code))
}

async fn a_status_file_wins_over_the_module(app: TestApp) {
    let mut package = without_checksums("mmel-r1");
    let status = |values: &str| {
        format!(
            "<dmStatus><applic><assert applicPropertyIdent=\"EK25HOIST\" applicPropertyType=\"condition\" \
             applicPropertyValues=\"{values}\"/></applic></dmStatus><content>"
        )
    };
    // The status of the fan says ALL, that of the hoist says INSTALLED.
    changed(&mut package, "DMC-NV240-A-21-21-01-00A-180A", |text| text.replace("<content>", &status("INSTALLED")));
    changed(&mut package, "DMC-NV240-A-25-63-01-00A-180A", |text| {
        text.replace("<content>", "<dmStatus><applic/></dmStatus><content>")
    });
    given_package(&app, &package).await;
    let files = package_for_old(&app, "ata2300").await;
    assert!(has(&files, "DMC-NV240-A-21-21-01-00A-180A"), "it applies although its own statement is stale");
    assert!(!has(&files, "DMC-NV240-A-25-63-01-00A-180A"), "it does not apply although it says nothing itself");
}

/// A statement for aircraft with the bulletin.
pub(super) const POST: &str =
    "<assert applicPropertyIdent=\"SB26003\" applicPropertyType=\"condition\" applicPropertyValues=\"POST\"/>";
/// A module that says nothing of the bulletin.
const PUMP: &str = "28-21-01-00A-520A-A";

/// The entry of the contents for a module, and what comes before it.
fn entry(text: &str, words: &str) -> std::ops::Range<usize> {
    let code = text.find(words).expect("a code");
    let start = text[..code].rfind("<dmRef>").expect("a reference");
    start..code + text[code..].find("</dmRef>").expect("an end") + "</dmRef>".len()
}

/// The package with a second publication module, which takes over the pump and is for aircraft with the bulletin.
pub(super) fn with_supplement(statement: &str) -> PackageFiles {
    let mut package = demo("amm");
    let pump = "systemCode=\"28\" subSystemCode=\"2\" subSubSystemCode=\"1\" assyCode=\"01\" disassyCode=\"00\" \
                disassyCodeVariant=\"A\" infoCode=\"520\"";
    let mut supplement = None;
    for (name, bytes) in package.iter_mut().filter(|(name, _)| name.starts_with("PMC-")) {
        let text = String::from_utf8(bytes.clone()).expect("UTF-8");
        let range = entry(&text, pump);
        let moved = text[range.clone()].to_owned();
        let mut without = text.clone();
        without.replace_range(range, "");
        let (head, rest) = text.split_once("<content>").expect("a content");
        let (_, tail) = rest.split_once("</content>").expect("an end");
        let entries = format!("<content><pmEntry><pmEntryTitle>Supplement</pmEntryTitle>{moved}</pmEntry></content>");
        let own = [head, &entries, tail].concat().replace("AMM01", "AMM02");
        let stated = own.replacen("</displayText>\n      </applic>", &format!("</displayText>{statement}</applic>"), 1);
        supplement = Some((name.replace("AMM01", "AMM02"), stated.into_bytes()));
        *bytes = without.into_bytes();
    }
    package.extend(supplement);
    package
}

async fn a_publication_module_that_does_not_apply_takes_its_modules_along(app: TestApp) {
    given_package(&app, &with_supplement(POST)).await;
    let files = package_for_old(&app, "s1000d").await;
    assert!(!has(&files, "AMM02") && has(&files, "AMM01"), "{:?}", files.keys());
    assert!(!has(&files, PUMP), "the supplement says whom it is for");
    let contents = module(&files, "-009A-");
    assert!(contents.contains("12 Servicing") && !contents.contains("Supplement"), "{contents}");
}

async fn a_publication_module_that_lost_its_modules_is_left_out(app: TestApp) {
    let mut package = with_supplement("");
    changed(&mut package, PUMP, |text| {
        text.replacen("</displayText>\n      </applic>", &format!("</displayText>{POST}</applic>"), 1)
    });
    given_package(&app, &package).await;
    let files = package_for_old(&app, "s1000d").await;
    assert!(!has(&files, PUMP) && !has(&files, "AMM02") && has(&files, "AMM01"), "{:?}", files.keys());
}

async fn a_target_without_a_publication_module_is_refused(app: TestApp) {
    let mut package = demo("amm");
    changed(&mut package, "PMC-NV240", |text| {
        text.replacen("</displayText>\n      </applic>", &format!("</displayText>{POST}</applic>"), 1)
    });
    given_package(&app, &package).await;
    let author = app.person(Role::Author).await;
    let asked = ask(&author, "exportQuickAta2300", for_old(&["s1000d"])).await;
    let told = ended(&app, &author, asked).await["errorList"].to_string();
    assert!(told.contains("job.failed.publicationTargetEmpty"), "{told}");
}

async fn changes_of_a_profile_that_has_all_content_now_include_what_it_lacked(app: TestApp) {
    given_package(&app, &demo("amm")).await;
    let author = app.person(Role::Author).await;
    let profile = json!({"manualPath": BASE, "name": "Azure", "scope": "fleet", "operator": "AZB"});
    let profile = author.post("/csdb/profile", profile).await.ok();
    let first = published(&app, &author, "exportQuickAta2300", json!({"profiles": ["Azure"]})).await;
    let all = json!({"id": profile["id"], "version": profile["version"], "name": "Azure", "scope": "all"});
    author.put("/csdb/profile", all).await.ok();
    let wanted = json!({"profiles": ["Azure"], "reviseTypes": ["incremental"], "since": first["publication"]});
    let outputs = published(&app, &author, "exportQuickAta2300", wanted).await;
    let files = files(&author, &outputs, "NV240-MMEL-4.1-for-Azure-draft-s1000d-incremental.zip").await;
    assert!(has(&files, DOUBLE), "it was left out then");
    assert!(module(&files, SYSTEM).contains("Second shot"), "it was reduced then");
    assert!(!has(&files, PUMP), "no more than that");
}

async fn marks_of_a_filtered_book_are_those_of_its_reader(app: TestApp) {
    given_manual(&app).await;
    delivered(&app, &demo("amm"), "yes").await;
    let mut operator = given_fleet(&app, &[OLD]).await;
    given_engine(&app, "/bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'");
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let states = async || -> BTreeMap<String, String> {
        let outputs = published(&app, &author, "exportQuickAta2300", for_old(&["pdf"])).await;
        let book = download(&author, &outputs, "NV240-MMEL-4.1-for-QZ-HAA-draft.pdf").await;
        let book: Value = serde_json::from_slice(&book).expect("a book");
        let word = |one: &Value, name: &str| one[name].as_str().expect("a word").to_owned();
        let modules = book["front"]["modules"].as_array().expect("a list");
        modules.iter().map(|one| (word(one, "code"), word(one, "state"))).collect()
    };
    let first = published(&app, &author, "exportApproveAta2300", for_old(&["pdf"])).await;
    approve(&app, &approver, &first).await;
    assert!(states().await.values().all(String::is_empty), "nothing changed");
    // The bulletin is embodied: no module changes, but what the reader gets does.
    operator["aircraft"][0]["productAttributes"] = json!([{"name": "SB26003", "value": "POST"}]);
    app.admin().await.put("/config/operator", operator).await.ok();
    let states = states().await;
    let of = |code: &str| states.iter().find(|(name, _)| name.contains(code)).map(|(_, state)| state.as_str());
    assert!(of(SYSTEM).is_some_and(|state| !state.is_empty()), "{states:?}");
    assert!(of(DOUBLE).is_some_and(|state| !state.is_empty()), "{states:?}");
    assert_eq!(of(PUMP), Some(""));
}

async fn items_that_apply_to_no_target_are_missed_by_name(app: TestApp) {
    let mut package = demo("mmel-r1");
    for (_, bytes) in package.iter_mut().filter(|(name, _)| name.starts_with("DS/") && name.contains("-180A-")) {
        let text = String::from_utf8(bytes.clone()).expect("UTF-8");
        let (head, rest) = text.split_once("<applic ").expect("a statement");
        let (_, tail) = rest.split_once("</applic>").expect("an end");
        let hoist = "<applic id=\"app-001\"><assert applicPropertyIdent=\"EK25HOIST\" \
                     applicPropertyType=\"condition\" applicPropertyValues=\"INSTALLED\"/></applic>";
        *bytes = [head, hoist, tail].concat().into_bytes();
    }
    given_package(&app, &package).await;
    let author = app.person(Role::Author).await;
    let asked = ask(&author, "exportQuickAta2300", for_old(&["melData"])).await;
    let told = ended(&app, &author, asked).await["errorList"].to_string();
    assert!(told.contains("job.failed.publicationTargetNoItems") && told.contains("QZ-HAA"), "{told}");
}

async fn repositories_go_out_as_they_are(app: TestApp) {
    let mut package = without_checksums("mmel-r1");
    let name = "DMC-NV240-A-00-00-00-00A-005A-A_EN-US.XML";
    let term = "<glossaryItem id=\"gl-VMC\">";
    let hoist = "<applic><assert applicPropertyIdent=\"EK25HOIST\" applicPropertyType=\"condition\" \
                 applicPropertyValues=\"INSTALLED\"/></applic>";
    changed(&mut package, name, |text| text.replace(term, &[term, hoist].concat()));
    given_package(&app, &package).await;
    let files = package_for_old(&app, "ata2300").await;
    let before: BTreeMap<String, Vec<u8>> = package.into_iter().collect();
    assert_eq!(module(&files, name), module(&before, name), "websites and books show the same warnings as packages");
}
