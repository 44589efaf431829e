//! Compliance: reports of collections and of manuals, as workbooks and as PDF.

use std::os::unix::fs::PermissionsExt;

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};
use testkit::packages::unzipped;

use crate::comments::path;
use crate::compliance::{collection, item, text};
use crate::compliance_references::{add, referring};
use crate::editing;
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(
    a_collection_is_reported_with_its_quotes_and_filters,
    a_manual_is_reported_in_the_order_of_its_contents,
    a_filter_without_rows_leaves_gaps_and_linked_modules_as_they_are,
    all_rows_of_a_report_are_of_one_moment,
    a_printed_report_needs_the_engine_and_has_the_same_columns,
    values_of_a_report_are_told_at_their_fields,
    a_report_is_made_twice_with_the_same_rows,
);

pub(crate) const COLLECTION_JOB: &str = "downloadComplianceReportJob";
pub(crate) const MANUAL_JOB: &str = "downloadComplianceManualReportJob";

pub(crate) async fn ask(client: &Client, name: &str, parameters: Value) -> TestResponse {
    client.post("/jobs", json!({"jobName": name, "parameterMap": parameters})).await
}

/// Runs a job to its end.
pub(crate) async fn ended(app: &TestApp, client: &Client, asked: TestResponse) -> Value {
    let job = asked.ok();
    app.run_jobs().await;
    client.get(&format!("/jobs/{}", text(&job["id"]))).await.ok()
}

/// A report of the collection of a requirement.
pub(crate) async fn reported(app: &TestApp, client: &Client, item: &Value, more: Value) -> Value {
    let mut parameters = json!({"collectionId": id_of(item), "format": "xlsx"});
    parameters.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    let asked = ask(client, COLLECTION_JOB, parameters).await;
    let job = ended(app, client, asked).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    job
}

/// The id of the collection that a requirement is in.
pub(crate) fn id_of(item: &Value) -> String {
    text(&item["path"]).split('/').nth(1).expect("a collection").to_owned()
}

pub(crate) async fn download(client: &Client, job: &Value) -> TestResponse {
    let name = text(&job["outputMap"]["fileName"]).to_owned();
    client.get(&format!("/jobs/{}/artifact/{name}", text(&job["id"]))).await
}

/// The sheets of a workbook, the cover first.
pub(crate) async fn sheets(client: &Client, job: &Value) -> Vec<String> {
    let answer = download(client, job).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text());
    let files = unzipped(&answer.body);
    let sheets = (1..=files.len()).map(|number| format!("xl/worksheets/sheet{number}.xml"));
    let found = sheets.filter_map(|name| files.iter().find(|(file, _)| *file == name));
    found.map(|(_, bytes)| String::from_utf8(bytes.clone()).expect("UTF-8")).collect()
}

pub(crate) fn rows(sheet: &str) -> usize {
    sheet.matches("<row ").count()
}

pub(crate) async fn change(author: &Client, old: &str, new: &str) {
    let (_, saved) = editing::edit(author, &path(), |text| text.replacen(old, new, 1)).await;
    editing::check_in(author, &path(), json!({"step": "inWork", "comment": "Other words"}), &saved).await.ok();
}

async fn a_collection_is_reported_with_its_quotes_and_filters(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    add(&author, &open, json!({"path": BASE, "chapter": "28-21"})).await.ok();
    let parent = json!(format!("/{}", id_of(&open)));
    let odd = json!({"parentPath": parent, "policyItemCode": "=A 2", "title": "@SUM(1)", "text": "-1+2"});
    author.post("/compliance/policyItem", odd).await.ok();
    let third = item(&author, &parent, "A 3").await;
    let out = json!({"id": third["id"], "version": third["version"], "inScope": false, "reason": "No tanks"});
    author.put("/compliance/policyItem/scope", out).await.ok();
    change(&author, "cartridge", "housing").await;

    let job = reported(&app, &author, &open, json!({})).await;
    assert_eq!((&job["outputMap"]["rows"], &job["outputMap"]["collectionName"]), (&json!("7"), &json!("A")));
    assert_eq!(job["outputMap"]["sight"], Value::Null, "nobody is told about access rules");
    assert_eq!(job["artifacts"][0]["fileName"], job["outputMap"]["fileName"]);
    let [cover, matrix, gaps, not_applicable, means, changes] =
        <[String; 6]>::try_from(sheets(&author, &job).await).expect("six sheets");
    assert_eq!(rows(&matrix), 5, "a header, two places, and two requirements without one");
    assert!(matrix.contains("sits in a housing"), "the text as it is now");
    assert!(!matrix.contains("cartridge") && matrix.contains("Suspect") && matrix.contains("Chapter 28-21"));
    assert!(matrix.contains("See there") && matrix.contains("Authority: accepted *"));
    assert!(!matrix.contains("<f>") && matrix.contains("@SUM(1)"), "no formula");
    assert_eq!((rows(&gaps), rows(&not_applicable), rows(&means), rows(&changes)), (3, 2, 1, 1));
    assert!(not_applicable.contains("No tanks"));
    assert!(cover.contains("Northwind Authority") && cover.contains("None: all requirements"), "{cover}");
    assert!(!cover.contains("left out"), "nothing is withheld from them");

    let some = json!({"status": "not_assessed", "recheck": "true", "language": "zh-CN"});
    let job = reported(&app, &author, &open, some).await;
    let found = sheets(&author, &job).await;
    assert_eq!(rows(&found[1]), 3, "one requirement with two places");
    assert!(found[0].contains("状态: 未评估; 待复查") && found[1].contains("条款编号"), "{}", found[0]);
}

async fn a_manual_is_reported_in_the_order_of_its_contents(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    add(&author, &open, json!({"path": BASE})).await.ok();
    let parent = json!(format!("/{}", id_of(&open)));
    item(&author, &parent, "A 2").await;
    let parameters = json!({"csdbName": "NV240", "manualName": "MMEL", "format": "xlsx"});
    let asked = ask(&author, MANUAL_JOB, parameters.clone()).await;
    let job = ended(&app, &author, asked).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    assert_eq!(job["folder"], BASE);
    let found = sheets(&author, &job).await;
    let [cover, matrix, unlinked, gaps, suspects, index] = <[String; 6]>::try_from(found).expect("six sheets");
    assert_eq!(rows(&matrix), 3);
    let place = |words: &str| matrix.find(words).unwrap_or_else(|| panic!("no {words}"));
    assert!(place("Whole manual") < place("28-21-01-00A-520A"), "the manual itself comes first");
    assert!(matrix.contains("sits in a cartridge") && matrix.contains("Title A 1"));
    assert!(rows(&unlinked) > 2 && !unlinked.contains("28-21-01-00A-520A"));
    assert!(unlinked.contains("28-21-01-00A-720A-A<"), "the code, without the language");
    assert_eq!((rows(&gaps), rows(&suspects), rows(&index)), (2, 1, 2));
    assert!(gaps.contains("A 2") && index.contains("A 1"));
    assert!(cover.contains(BASE), "{cover}");

    change(&author, "cartridge", "housing").await;
    let mut recheck = parameters;
    recheck["recheck"] = json!("true");
    let asked = ask(&author, MANUAL_JOB, recheck).await;
    let job = ended(&app, &author, asked).await;
    let found = sheets(&author, &job).await;
    assert_eq!((rows(&found[1]), rows(&found[4])), (2, 2));
    assert!(found[4].contains("Suspect") && found[1].contains("sits in a housing"));
    assert_eq!((&found[2], &found[3]), (&unlinked, &gaps), "filters neither unlink modules nor answer requirements");
}

/// Filters say which links are listed; what has no link has none for any filter.
async fn a_filter_without_rows_leaves_gaps_and_linked_modules_as_they_are(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let other = collection(&author, "B").await;
    item(&author, &other["path"], "B 1").await;
    let of = async |filters: Value| {
        let mut parameters = json!({"csdbName": "NV240", "manualName": "MMEL", "format": "xlsx"});
        parameters.as_object_mut().expect("an object").extend(filters.as_object().expect("an object").clone());
        let asked = ask(&author, MANUAL_JOB, parameters).await;
        let job = ended(&app, &author, asked).await;
        assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
        sheets(&author, &job).await
    };
    let whole = of(json!({})).await;
    assert_eq!((rows(&whole[1]), rows(&whole[3])), (2, 1));
    for filters in [json!({"recheck": "true"}), json!({"status": "compliant"}), json!({"collectionId": other["id"]})] {
        let found = of(filters.clone()).await;
        assert_eq!((rows(&found[1]), rows(&found[4]), rows(&found[5])), (1, 1, 1), "{filters}");
        assert_eq!(found[2], whole[2], "{filters}");
    }
    // The manual answers nothing of it yet.
    let found = of(json!({"collectionId": other["id"]})).await;
    assert!(rows(&found[3]) == 2 && found[3].contains("B 1"), "{}", found[3]);
    assert!(found[0].contains("Collections included"));
    item(&author, &json!(format!("/{}", id_of(&open))), "A 2").await;
    let found = of(json!({"recheck": "true"})).await;
    assert!(found[3].contains("A 2"), "nothing is suspect, and one requirement has no link");
}

/// Somebody changes all requirements together, again and again, while the report is read in parts.
async fn all_rows_of_a_report_are_of_one_moment(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let mut items = Vec::new();
    for number in 0..24 {
        items.push(item(&author, &made["path"], &format!("A {number}")).await);
    }
    let set = async |version: i64, status: &str| {
        let seen: Vec<Value> = items.iter().map(|one| json!({"id": one["id"], "version": version})).collect();
        let body = json!({"items": seen, "change": "status", "status": status, "why": "Audit"});
        let answer = author.put("/compliance/policyItem/bulk", body).await;
        assert_eq!(answer.status.as_u16(), 204, "{}", answer.text());
    };
    set(1, "compliant").await;
    let order = json!({"collectionId": made["id"], "format": "xlsx"});
    let job = ask(&author, COLLECTION_JOB, order).await.ok();
    let changes = async {
        for version in 2..8 {
            set(version, if version % 2 == 0 { "non_compliant" } else { "compliant" }).await;
        }
    };
    tokio::join!(app.run_jobs(), changes);
    let job = author.get(&format!("/jobs/{}", text(&job["id"]))).await.ok();
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    let matrix = &sheets(&author, &job).await[1];
    let (met, unmet) = (matrix.matches(">Compliant<").count(), matrix.matches(">Non-compliant<").count());
    assert!(matches!((met, unmet), (24, 0) | (0, 24)), "{met} are compliant, {unmet} are not");
}

/// Installs an engine whose PDF is the description that it was given, and that finds this.
pub(crate) fn install_engine(app: &TestApp, findings: &str) {
    let copy = "/bin/cp \"$1/book.json\" \"$2\"\n";
    install_script(app, &[copy, "echo '{\"ok\":true,\"findings\":", findings, "}'\n"].concat());
}

fn install_script(app: &TestApp, script: &str) {
    let engine = &app.ctx.settings.pdf.engine;
    let unfinished = engine.with_extension("new");
    std::fs::write(&unfinished, ["#!/bin/sh\n", script].concat()).expect("a script");
    std::fs::set_permissions(&unfinished, std::fs::Permissions::from_mode(0o755)).expect("a program");
    std::fs::rename(&unfinished, engine).expect("an engine");
}

async fn a_printed_report_needs_the_engine_and_has_the_same_columns(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let order = json!({"collectionId": id_of(&open), "format": "pdf", "language": "en-US"});
    let asked = ask(&author, COLLECTION_JOB, order.clone()).await;
    let job = ended(&app, &author, asked).await;
    assert_eq!(job["status"], "FAILED");
    assert!(job["errorList"].to_string().contains("job.failed.pdfEngineMissing"), "{}", job["errorList"]);

    install_engine(&app, "[]");
    let asked = ask(&author, COLLECTION_JOB, order.clone()).await;
    let job = ended(&app, &author, asked).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    assert_eq!(text(&job["outputMap"]["fileName"]).rsplit('.').next(), Some("pdf"));
    assert_eq!(job["artifacts"].as_array().map(Vec::len), Some(1));
    let answer = download(&author, &job).await;
    assert_eq!(answer.header("content-type"), "application/pdf");
    let book = answer.json();
    assert_eq!((&book["format"], &book["kind"]), (&json!(1), &json!("report")));
    let matrix = &book["entries"][0];
    assert_eq!(matrix["columns"].as_array().map(Vec::len), Some(35));
    assert!(matrix["rows"][0]["cells"].to_string().contains("cartridge"), "{matrix}");
    let left = std::fs::read_dir(&app.ctx.settings.work_folder).expect("the work folder").flatten();
    let books = left.filter(|entry| entry.file_name().to_string_lossy().starts_with("book-")).count();
    assert_eq!(books, 0, "nothing stays in the work folder");

    install_engine(&app, r#"[{"code":"glyphsMissing","module":"","detail":"U+1F681"}]"#);
    let asked = ask(&author, COLLECTION_JOB, order.clone()).await;
    let job = ended(&app, &author, asked).await;
    let name = text(&job["artifacts"][0]["fileName"]).to_owned();
    assert!(name.ends_with("-pdf-findings.json"), "{name}");
    let found = author.get(&format!("/jobs/{}/artifact/{name}", text(&job["id"]))).await.json();
    assert_eq!(found["findings"][0]["detail"], "U+1F681", "what could not be printed is told");

    install_script(&app, "kill -9 $$\n");
    let asked = ask(&author, COLLECTION_JOB, order).await;
    let job = ended(&app, &author, asked).await;
    assert_eq!(job["status"], "FAILED");
    let told = job["errorList"].to_string();
    assert!(told.contains("job.failed.reportTooLarge") && !told.contains("pdfMemory"), "{told}");
}

async fn values_of_a_report_are_told_at_their_fields(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    let refused = ask(&reader, COLLECTION_JOB, json!({"language": "fr"})).await;
    assert_eq!(refused.problem(), "400 request.invalid");
    let expected = ["collectionId: required", "format: required", "language: unknown_value"];
    assert_eq!(refused.fields(), expected.map(|field| format!("parameterMap.{field}")));
    let unknown = ask(&reader, COLLECTION_JOB, json!({"collectionId": "none", "format": "xlsx"})).await;
    assert_eq!(unknown.problem(), "404 compliance.not_found");
    let nothing = json!({"csdbName": "NONE", "manualName": "MEL", "format": "xlsx"});
    assert_eq!(ask(&reader, MANUAL_JOB, nothing).await.problem(), "404 manual.not_found");
    assert_eq!(ask(&app.anonymous(), COLLECTION_JOB, json!({})).await.status.as_u16(), 401);
}

async fn a_report_is_made_twice_with_the_same_rows(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let first = reported(&app, &author, &open, json!({})).await;
    let second = reported(&app, &author, &open, json!({})).await;
    let (one, other) = (sheets(&author, &first).await, sheets(&author, &second).await);
    assert_eq!(one[1..], other[1..]);
}
