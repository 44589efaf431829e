//! Publications for profiles and aircraft: filtered in every format, and kept as they were.

use std::collections::BTreeMap;

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::{demo, unzipped};

use super::books::given_engine;
use super::sites::{data, text};
use super::{approve, ask, download, ended, given_operator, id_of, published};
use crate::imports::{given_manual, import, read, read_zip};
use crate::revisions::decide;
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    files_for_an_aircraft_have_nothing_for_others,
    a_filtered_package_imports_again,
    a_package_for_another_aircraft_takes_over,
    items_for_an_aircraft_follow_their_status_files,
    a_website_for_an_aircraft_offers_no_other,
    each_profile_has_files_of_its_own,
    a_book_is_approved_for_the_fleet_that_it_was_frozen_for,
    changes_for_an_aircraft_follow_what_it_had,
    targets_that_are_not_there_are_refused,
    an_aircraft_that_no_table_knows_is_refused,
);

/// Before and after the bulletin, as the table of products has them.
pub(super) const SINGLE: &str = "26-21-01-00A-920A-A";
pub(super) const DOUBLE: &str = "26-21-01-00B-920A-A";
/// A module with paragraphs for both.
pub(super) const SYSTEM: &str = "26-20-00-00A-040A-A";

/// An operator with aircraft by registration, serial number and model.
pub(super) async fn given_fleet(app: &TestApp, aircraft: &[(&str, &str, &str)]) -> Value {
    let one = |(registration, serial, model): &(&str, &str, &str)| json!({"registration": registration, "serialNumber": serial, "model": model});
    let fleet: Vec<Value> = aircraft.iter().map(one).collect();
    let operator = json!({"code": "AZB", "name": "Azure Bay", "country": "CH", "aircraft": fleet});
    app.admin().await.post("/config/operator", operator).await.ok()
}

/// An aircraft from before the bulletin.
pub(super) const OLD: (&str, &str, &str) = ("QZ-HAA", "1004", "NV240-1");

pub(super) fn for_old(formats: &[&str]) -> Value {
    json!({"formats": formats, "profiles": [], "aircraft": ["QZ-HAA"]})
}

pub(super) async fn files(client: &Client, outputs: &Value, name: &str) -> BTreeMap<String, Vec<u8>> {
    unzipped(&download(client, outputs, name).await).into_iter().collect()
}

/// The text of the file with a code in its name.
pub(super) fn module(files: &BTreeMap<String, Vec<u8>>, code: &str) -> String {
    let found = files.iter().find(|(name, _)| name.contains(code));
    let (_, bytes) = found.unwrap_or_else(|| panic!("{code} is not in {:?}", files.keys()));
    String::from_utf8(bytes.clone()).expect("UTF-8")
}

async fn files_for_an_aircraft_have_nothing_for_others(app: TestApp) {
    reader_of(&app, "amm").await;
    given_fleet(&app, &[OLD]).await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", for_old(&["s1000d", "tables"])).await;
    let stem = "NV240-MMEL-4.1-for-QZ-HAA-draft";
    let zip = format!("{stem}-s1000d-complete.zip");
    assert_eq!((&outputs["fileName"], &outputs["aircraft"]), (&json!(zip), &json!("QZ-HAA")));
    let package = files(&author, &outputs, &zip).await;
    assert!(package.keys().all(|name| !name.contains(DOUBLE)), "it does not apply");
    let system = module(&package, SYSTEM);
    assert!(!system.contains("Second shot") && system.contains("one bottle and one shot"), "{system}");
    let unfiltered: BTreeMap<String, Vec<u8>> = demo("amm").into_iter().collect();
    let same = "28-21-01-00A-520A-A";
    assert_eq!(module(&package, same), module(&unfiltered, same), "byte for byte");
    let contents = module(&package, "PMC-NV240");
    assert!(!contents.contains("infoCode=\"914\""), "the container is resolved: {contents}");
    assert!(module(&package, "DDN-").contains("4.1, draft, filtered for QZ-HAA"));
    let report = download(&author, &outputs, &format!("{stem}-filter-findings.json")).await;
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    assert_eq!((&report["publishedFor"], &report["leftOutCount"]), (&json!("QZ-HAA"), &json!(1)), "{report}");
    assert!(report["leftOut"].to_string().contains(DOUBLE) && report["removalCount"].as_u64() > Some(1), "{report}");
    let references = String::from_utf8(download(&author, &outputs, &format!("{stem}-references.csv")).await);
    assert!(!references.expect("UTF-8").contains(DOUBLE), "references in removed text are gone as well");
    let manifest: Value = serde_json::from_slice(&download(&author, &outputs, "manifest.json").await).expect("JSON");
    assert_eq!(manifest["publishedFor"], json!([{"name": "QZ-HAA", "aircraft": ["QZ-HAA"]}]));
    assert!(manifest["inputs"].to_string().contains(DOUBLE), "what was read, before it was filtered");
    let open = author.get(&format!("/publications/{}", id_of(&outputs))).await.ok();
    let expected = json!([{"name": "QZ-HAA", "isAircraft": true, "aircraft": ["QZ-HAA"]}]);
    assert_eq!(open["publication"]["publishedFor"], expected);
    let again = published(&app, &author, "exportQuickAta2300", for_old(&["s1000d", "tables"])).await;
    let [first, second] = [download(&author, &outputs, &zip).await, download(&author, &again, &zip).await];
    assert!(first == second, "the same input gives the same bytes");
}

async fn a_filtered_package_imports_again(app: TestApp) {
    reader_of(&app, "amm").await;
    given_fleet(&app, &[OLD]).await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", for_old(&["s1000d"])).await;
    let package = unzipped(&download(&author, &outputs, outputs["fileName"].as_str().expect("a name")).await);
    let admin = app.admin().await;
    admin.post("/csdb/manual", json!({"csdbName": ["NV240"], "manualName": ["TAIL"]})).await.ok();
    let mut given = read(&app, &admin, &package).await;
    given["manualName"] = json!("TAIL");
    assert_eq!(import(&app, &admin, &given).await["status"], "COMPLETED");
    let reader = app.person(Role::Reader).await;
    let view = |code: &str| format!("/view/default/NV240/TAIL/DMC-NV240-A-{code}_en-US.XML");
    assert!(!reader.get(&view(SYSTEM)).await.ok()["html"].to_string().contains("Second shot"));
    assert_eq!(reader.get(&view(DOUBLE)).await.problem(), "404 file.not_found");
    assert_eq!(reader.get(&view(SINGLE)).await.status.as_u16(), 200);
}

/// Two packages of one state, filtered for two aircraft, imported one after the other into one manual.
async fn a_package_for_another_aircraft_takes_over(app: TestApp) {
    reader_of(&app, "amm").await;
    given_fleet(&app, &[OLD, ("QZ-HAC", "2003", "NV240-2")]).await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    for style in ["s1000d", "ata2300"] {
        let manual = ["TAIL-", style].concat();
        admin.post("/csdb/manual", json!({"csdbName": ["NV240"], "manualName": [manual]})).await.ok();
        let mut revisions = Vec::new();
        for aircraft in ["QZ-HAA", "QZ-HAC"] {
            let wanted = json!({"formats": [style], "profiles": [], "aircraft": [aircraft]});
            let outputs = published(&app, &author, "exportQuickAta2300", wanted).await;
            let name = outputs["fileName"].as_str().expect("a name").to_owned();
            let mut given = read_zip(&app, &admin, &name, download(&author, &outputs, &name).await).await;
            given["manualName"] = json!(manual);
            given["translationLanguages"] = json!(["zh-CN"]);
            let job = import(&app, &admin, &given).await;
            assert_eq!(job["status"], "COMPLETED", "{aircraft}: {}", job["errorList"]);
            let path =
                format!("/packages/{}/findings?code=1013&pageSize=100", given["packageId"].as_str().expect("an id"));
            let found = admin.get(&path).await.ok();
            let rules = lines(&found["items"], &["severity", "rule", "file"]);
            let conflicts = |rule: &str| rules.iter().filter(|line| line.contains(rule)).count();
            assert_eq!(conflicts("object.changed_same_issue"), 0, "{style} {aircraft}: {rules:?}");
            let is_second = revisions.len() == 1;
            assert_eq!(conflicts("info object.filtered_otherwise") > 0, is_second, "{style} {aircraft}: {rules:?}");
            revisions.push(job["outputMap"]["revisionId"].as_str().expect("a revision").to_owned());
        }
        decide(&app, "confirmOemAta2300", &revisions[1], json!({"manualName": manual})).await;
        let reader = app.person(Role::Reader).await;
        let view = |code: &str| format!("/view/default/NV240/{manual}/DMC-NV240-A-{code}_en-US.XML");
        let system = reader.get(&view(SYSTEM)).await.ok()["html"].to_string();
        assert!(system.contains("Second shot") && !system.contains("one bottle and one shot"), "{style}: {system}");
        assert_eq!(reader.get(&view(DOUBLE)).await.status.as_u16(), 200, "{style}: it came with the second package");
        let gone = reader.get(&view(SINGLE)).await.problem();
        assert_eq!(gone, "404 file.not_found", "{style}: it went with the first package");
    }
}

async fn items_for_an_aircraft_follow_their_status_files(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    given_fleet(&app, &[OLD]).await;
    let author = app.person(Role::Author).await;
    let numbers = async |outputs: &Value, stem: &str| -> Vec<String> {
        let data = download(&author, outputs, &format!("{stem}-melData.json")).await;
        let data: Value = serde_json::from_slice(&data).expect("JSON");
        let items = data["items"].as_array().expect("a list").clone();
        items.iter().map(|item| item["number"].as_str().expect("a number").to_owned()).collect()
    };
    let hoist = "25-63-01".to_owned();
    let all = published(&app, &author, "exportQuickAta2300", json!({"formats": ["melData"]})).await;
    let all = numbers(&all, "NV240-MMEL-4.1-draft").await;
    assert!(all.contains(&hoist), "{all:?}");
    let outputs = published(&app, &author, "exportQuickAta2300", for_old(&["melData", "ata2300"])).await;
    let stem = "NV240-MMEL-4.1-for-QZ-HAA-draft";
    let own = numbers(&outputs, stem).await;
    assert!(!own.contains(&hoist) && own.len() < all.len() && own.contains(&"21-21-01".to_owned()), "{own:?}");
    let package = files(&author, &outputs, &format!("{stem}-ata2300-complete.zip")).await;
    assert!(package.keys().all(|name| !name.contains("25-63-01-00A-180A")), "nor its status file");
    let organization = module(&package, "PackageOrganization");
    assert!(organization.contains("4.1, draft, filtered for QZ-HAA"), "{organization}");
}

async fn a_website_for_an_aircraft_offers_no_other(app: TestApp) {
    reader_of(&app, "amm").await;
    given_fleet(&app, &[OLD, ("QZ-HAC", "2003", "NV240-2")]).await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", for_old(&["html"])).await;
    let site = files(&author, &outputs, "NV240-MMEL-4.1-for-QZ-HAA-draft-html-complete.zip").await;
    let facts = data(&site);
    assert_eq!((&facts["choices"][0]["name"], &facts["choices"][1]), (&json!("QZ-HAA"), &Value::Null));
    assert_eq!(facts["facts"]["publishedFor"], "QZ-HAA");
    assert!(text(&site, "index.html").contains("<dd>QZ-HAA</dd>"));
    assert!(site.keys().all(|name| !name.contains(DOUBLE)), "{:?}", site.keys());
    assert!(!facts["modules"].to_string().contains(DOUBLE), "nor in the contents");
    let page = module(&site, SYSTEM);
    assert!(!page.contains("Second shot") && page.contains("one bottle and one shot"), "{page}");
}

async fn each_profile_has_files_of_its_own(app: TestApp) {
    reader_of(&app, "amm").await;
    let operator = given_fleet(&app, &[OLD]).await;
    let author = app.person(Role::Author).await;
    let post =
        json!({"applicPropertyIdent": "SB26003", "applicPropertyType": "condition", "applicPropertyValues": "POST"});
    let profile = json!({"manualPath": BASE, "name": "Post 26-003", "scope": "assertion", "assertion": post});
    author.post("/csdb/profile", profile).await.ok();
    let profile = json!({"manualPath": BASE, "name": "Azure", "scope": "fleet", "operator": operator["code"]});
    author.post("/csdb/profile", profile).await.ok();
    let wanted = json!({"profiles": ["All", "Post 26-003", "Azure"]});
    let outputs = published(&app, &author, "exportQuickAta2300", wanted).await;
    assert_eq!(outputs["profiles"], "All,Post 26-003,Azure");
    let name = |word: &str| format!("NV240-MMEL-4.1{word}-draft-s1000d-complete.zip");
    let has = async |word: &str| {
        let package = files(&author, &outputs, &name(word)).await;
        [SINGLE, DOUBLE].map(|code| package.keys().any(|name| name.contains(code)))
    };
    assert_eq!(has("").await, [true, true], "all content");
    assert_eq!(has("-for-Post_26-003").await, [false, true]);
    assert_eq!(has("-for-Azure").await, [true, false]);
    let open = author.get(&format!("/publications/{}", id_of(&outputs))).await.ok();
    let targets = &open["publication"]["publishedFor"];
    assert_eq!(targets[0], json!({"name": "Post 26-003", "isAircraft": false, "aircraft": []}));
    assert_eq!(targets[1], json!({"name": "Azure", "isAircraft": false, "aircraft": ["QZ-HAA"]}));
}

async fn a_book_is_approved_for_the_fleet_that_it_was_frozen_for(app: TestApp) {
    reader_of(&app, "amm").await;
    let mut operator = given_fleet(&app, &[OLD]).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let profile = json!({"manualPath": BASE, "name": "Azure", "scope": "fleet", "operator": operator["code"]});
    author.post("/csdb/profile", profile).await.ok();
    given_engine(&app, "/bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'");
    let wanted = json!({"formats": ["pdf", "s1000d"], "profiles": ["Azure"], "aircraft": ["QZ-HAA"]});
    let waiting = published(&app, &author, "exportApproveAta2300", wanted).await;
    operator["aircraft"] = json!([]);
    app.admin().await.put("/config/operator", operator).await.ok();
    let formal = approve(&app, &approver, &waiting).await;
    for target in ["Azure", "QZ-HAA"] {
        let book = download(&author, &formal, &format!("NV240-MMEL-4.1-for-{target}.pdf")).await;
        let book: Value = serde_json::from_slice(&book).expect("a book");
        assert_eq!((&book["head"]["publishedFor"], &book["head"]["state"]), (&json!(target), &json!("approved")));
        let printed = book["entries"].to_string();
        assert!(!printed.contains("Second shot") && printed.contains("one bottle and one shot"));
        assert!(!book["front"]["modules"].to_string().contains(DOUBLE), "nor in the list of effective modules");
    }
    let manifest: Value = serde_json::from_slice(&download(&author, &formal, "manifest.json").await).expect("JSON");
    let expected = ["Azure", "QZ-HAA"].map(|name| json!({"name": name, "aircraft": ["QZ-HAA"]}));
    assert_eq!(manifest["publishedFor"], json!(expected));
}

async fn changes_for_an_aircraft_follow_what_it_had(app: TestApp) {
    reader_of(&app, "amm").await;
    let mut operator = given_fleet(&app, &[OLD]).await;
    let author = app.person(Role::Author).await;
    let whole = published(&app, &author, "exportQuickAta2300", json!({})).await;
    let changes = |base: &Value| {
        let mut wanted = for_old(&["s1000d"]);
        wanted["reviseTypes"] = json!(["incremental"]);
        wanted["since"] = base["publication"].clone();
        wanted
    };
    let refused = ask(&author, "exportQuickAta2300", changes(&whole)).await;
    assert_eq!(refused.fields(), ["parameterMap.since: unknown_value"], "its files have other content");
    let first = published(&app, &author, "exportQuickAta2300", for_old(&["s1000d"])).await;
    let asked = ask(&author, "exportQuickAta2300", changes(&first)).await;
    let job = ended(&app, &author, asked).await;
    assert!(job["errorList"].to_string().contains("job.failed.publicationUnchanged"), "{}", job["errorList"]);
    // The bulletin is embodied: no module changes, but what applies does.
    operator["aircraft"][0]["productAttributes"] = json!([{"name": "SB26003", "value": "POST"}]);
    app.admin().await.put("/config/operator", operator).await.ok();
    let asked = ask(&author, "exportQuickAta2300", changes(&first)).await;
    let told = ended(&app, &author, asked).await["errorList"].to_string();
    assert!(told.contains("job.failed.publicationRemoved") && told.contains(SINGLE), "{told}");
}

async fn targets_that_are_not_there_are_refused(app: TestApp) {
    reader_of(&app, "amm").await;
    given_fleet(&app, &[OLD]).await;
    let other = json!({"code": "OTH", "name": "Other", "country": "CH", "aircraft": [
        {"registration": "QZ-OTH", "serialNumber": "1011", "model": "NV240-1"}]});
    app.admin().await.post("/config/operator", other).await.ok();
    let author = app.person(Role::Author).await;
    let none = ask(&author, "exportQuickAta2300", json!({"profiles": []})).await;
    assert_eq!(none.fields(), ["parameterMap.profiles: required"]);
    let unknown = ask(&author, "exportQuickAta2300", json!({"profiles": ["Nobody"]})).await;
    assert_eq!(unknown.fields(), ["parameterMap.profiles: unknown_value"]);
    for registration in ["QZ-OTH", "QZ-NIL"] {
        let refused = ask(&author, "exportQuickAta2300", json!({"aircraft": [registration]})).await;
        assert_eq!(refused.fields(), ["parameterMap.aircraft: unknown_value"], "{registration}");
    }
    let profile = json!({"manualPath": BASE, "name": "Others", "scope": "fleet", "operator": "OTH"});
    author.post("/csdb/profile", profile).await.ok();
    let refused = ask(&author, "exportQuickAta2300", json!({"profiles": ["Others"]})).await;
    assert_eq!(refused.fields(), ["parameterMap.profiles: not_together"], "AZB does not get the fleet of OTH");
    let many: Vec<String> = (0..11).map(|number| number.to_string()).collect();
    let refused = ask(&author, "exportQuickAta2300", json!({"aircraft": many})).await;
    assert_eq!(refused.fields(), ["parameterMap.profiles: too_many"]);
}

async fn an_aircraft_that_no_table_knows_is_refused(app: TestApp) {
    given_manual(&app).await;
    crate::viewer::delivered(&app, &demo("amm"), "yes").await;
    given_operator(&app).await;
    let other = json!({"code": "OTH", "name": "Other", "country": "CH", "aircraft": [
        {"registration": "QZ-OTH", "serialNumber": "1", "model": "B737"}]});
    app.admin().await.post("/config/operator", other).await.ok();
    let author = app.person(Role::Author).await;
    let wanted = json!({"profiles": [], "aircraft": ["QZ-OTH"], "operator": "OTH"});
    let asked = ask(&author, "exportQuickAta2300", wanted).await;
    let told = ended(&app, &author, asked).await["errorList"].to_string();
    assert!(told.contains("job.failed.publicationTargetUnknown") && told.contains("QZ-OTH"), "{told}");
}
