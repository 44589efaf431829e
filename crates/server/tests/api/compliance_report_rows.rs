//! Compliance: what stands in the rows of reports.

use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::comments::path;
use crate::compliance::{collection, item, read, text};
use crate::compliance_evidence::attach;
use crate::compliance_references::{add, referring};
use crate::compliance_reports::{
    COLLECTION_JOB, MANUAL_JOB, ask, change, download, ended, install_engine, reported, sheets,
};
use crate::limited::Limits;
use crate::regulation_editions::take;
use crate::regulations::{version_one, version_two};
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(
    a_requirement_is_reported_with_all_that_belongs_to_it,
    what_belongs_to_a_hidden_manual_is_left_out,
    a_signed_off_status_has_the_reason_of_the_person_who_proposed_it,
    a_long_requirement_is_printed_once_and_whole,
    a_report_below_a_requirement_names_it,
    changes_of_the_last_version_are_reported_as_far_as_the_filters_go,
    a_link_to_check_again_is_no_changed_text,
);

/// The cells of a sheet by row and column.
fn table(sheet: &str) -> Vec<Vec<String>> {
    let cells = |row: &str| {
        let mut cells: Vec<String> = Vec::new();
        for cell in row.split("<c r=\"").skip(1) {
            let column = column_of(cell);
            cells.resize(cells.len().max(column + 1), String::new());
            cells[column] = value_of(cell);
        }
        cells
    };
    sheet.split("<row ").skip(1).map(cells).collect()
}

/// The number of the column of a cell such as `AB7`, from 0.
fn column_of(cell: &str) -> usize {
    let place = |letter: char| ('A'..='Z').position(|one| one == letter).map(|place| place + 1);
    cell.chars().map_while(place).fold(0, |number, place| number * 26 + place) - 1
}

fn value_of(cell: &str) -> String {
    let text = cell.split("<t").nth(1).and_then(|rest| rest.split_once('>')).map(|(_, rest)| rest);
    let text = text.and_then(|rest| rest.split("</t>").next());
    let number = || cell.split("<v>").nth(1).and_then(|rest| rest.split("</v>").next());
    text.or_else(number).unwrap_or_default().to_owned()
}

/// The cell in a row below a header; rows are counted from 1.
fn cell<'t>(table: &'t [Vec<String>], row: usize, header: &str) -> &'t str {
    let column = table[0].iter().position(|name| name == header).unwrap_or_else(|| panic!("no column {header}"));
    table[row].get(column).map_or("", String::as_str)
}

async fn set_status(client: &Client, item: &Value, status: &str, why: &str) -> Value {
    let now = read(client, item).await;
    let body = json!({"id": now["id"], "version": now["version"], "status": status, "why": why});
    client.put("/compliance/policyItem/status", body).await.ok()
}

/// A requirement in two categories, with a clause, a link and its evidence, and a status.
async fn proven(app: &TestApp, author: &Client) -> Value {
    let made = collection(author, "A").await;
    let outer = json!({"parentPath": made["path"], "policyCategoryCode": "1", "name": "Tanks"});
    let outer = author.post("/compliance/policyCategory", outer).await.ok();
    let inner = json!({"parentPath": outer["path"], "policyCategoryCode": "1.1", "name": "Vents"});
    let inner = author.post("/compliance/policyCategory", inner).await.ok();
    let new = json!({
        "parentPath": inner["path"], "policyItemCode": "A 1", "title": "Drains", "text": "The whole rule.",
        "effectiveDate": "2026-01-31", "reviewDate": "2027-01-31", "owner": "author",
        "clauses": [{"marker": "(a)", "text": "The first clause."}],
    });
    let open = author.post("/compliance/policyItem", new).await.ok();
    let open = add(author, &open, json!({"path": path()})).await.ok();
    let part = format!("fileName=part.pdf&policyRefId={}", text(&open["references"][0]["id"]));
    app.wait(1);
    attach(author, &open, &part, b"a".to_vec()).await.ok();
    app.wait(1);
    attach(author, &open, "fileName=whole.pdf&effectiveDate=2026-10-01", b"b".to_vec()).await.ok();
    set_status(author, &open, "compliant", "Seen on board").await
}

async fn a_requirement_is_reported_with_all_that_belongs_to_it(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = proven(&app, &author).await;
    let job = reported(&app, &author, &open, json!({})).await;
    let found = sheets(&author, &job).await;
    let matrix = table(&found[1]);
    assert_eq!(matrix.len(), 2);
    for (header, expected) in [
        ("No.", "1"),
        ("Category code", "1.1"),
        ("Category", "Tanks / Vents"),
        ("Code", "A 1"),
        ("Title", "Drains"),
        ("Effective date", "2026-01-31"),
        ("Status", "Compliant"),
        ("Documented", "Yes"),
        ("Implemented *", ""),
        ("Compliance statement", "See there"),
        ("Manual", BASE),
        ("Link state", "OK"),
        ("Owner", "author"),
        ("Assessed by", "author"),
        ("Next review", "2027-01-31"),
        ("Remarks", "Seen on board"),
        ("Authority: remarks *", ""),
    ] {
        assert_eq!(cell(&matrix, 1, header), expected, "{header}");
    }
    let wording = cell(&matrix, 1, "Requirement text");
    assert!(wording.starts_with("The whole rule.") && wording.ends_with("(a) The first clause."), "{wording}");
    let (files, dates) = (cell(&matrix, 1, "Evidence"), cell(&matrix, 1, "Evidence valid from"));
    assert!(files.starts_with("part.pdf") && files.ends_with("whole.pdf"), "{files}");
    assert!(dates.starts_with('–') && dates.ends_with("2026-10-01"), "{dates}");
    assert!(found[0].contains("1 / 1 (100 %)"), "{}", found[0]);

    let order = json!({"csdbName": "NV240", "manualName": "MMEL", "format": "xlsx"});
    let asked = ask(&author, MANUAL_JOB, order).await;
    let job = ended(&app, &author, asked).await;
    let matrix = table(&sheets(&author, &job).await[1]);
    let files = cell(&matrix, 1, "Evidence");
    assert!(files.starts_with("part.pdf") && files.ends_with("whole.pdf"), "{files}");
    assert_eq!(cell(&matrix, 1, "Changed since link"), "No");
}

async fn what_belongs_to_a_hidden_manual_is_left_out(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = proven(&app, &author).await;
    Limits::of_group(&app, BASE, "Fleet 2", &["author"], AccessLevel::Author).await;
    app.add("stranger", Role::Reader).await;
    let stranger = app.signed_in("stranger").await;
    let job = reported(&app, &stranger, &open, json!({})).await;
    let matrix = table(&sheets(&stranger, &job).await[1]);
    for (header, expected) in [("Evidence", "whole.pdf"), ("Manual", ""), ("Documented", ""), ("Status", "Compliant")] {
        assert_eq!(cell(&matrix, 1, header), expected, "{header}");
    }
}

async fn a_signed_off_status_has_the_reason_of_the_person_who_proposed_it(app: TestApp) {
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let payload = json!({
        "policyCollectionName": "A", "policyOriginator": "B", "complianceType": "audit", "needsSignOff": true,
    });
    let made = author.post("/compliance", payload).await.ok();
    let open = item(&author, &made["path"], "A 1").await;
    app.wait(1);
    let waiting = set_status(&author, &open, "not_applicable", "No floats fitted").await;
    app.wait(1);
    let body = json!({"id": waiting["id"], "version": waiting["version"], "accepted": true, "why": ""});
    approver.put("/compliance/policyItem/signOff", body).await.ok();
    let job = reported(&app, &author, &open, json!({})).await;
    let found = sheets(&author, &job).await;
    let out = table(&found[3]);
    assert_eq!((cell(&out, 1, "Reason"), cell(&out, 1, "Assessed by")), ("No floats fitted", "author"));
    let remarks = table(&found[1]);
    let remarks = cell(&remarks, 1, "Remarks");
    assert!(remarks.starts_with("No floats fitted; Signed off by: approver; 20"), "{remarks}");
}

async fn a_long_requirement_is_printed_once_and_whole(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let clauses = [("(a)", "a".repeat(20_000)), ("(b)", "b".repeat(20_000))];
    let whole = clauses.iter().map(|(marker, words)| format!("{marker} {words}")).collect::<Vec<_>>().join("\n");
    let clauses: Vec<Value> = clauses.iter().map(|(marker, text)| json!({"marker": marker, "text": text})).collect();
    let new = json!({"parentPath": made["path"], "policyItemCode": "A 1", "text": whole, "clauses": clauses});
    let open = author.post("/compliance/policyItem", new).await.ok();
    let job = reported(&app, &author, &open, json!({})).await;
    let matrix = table(&sheets(&author, &job).await[1]);
    let cut = cell(&matrix, 1, "Requirement text");
    assert_eq!(cut.encode_utf16().count(), 32_767);
    assert!(cut.ends_with("b… (cut here: see the requirement)") && cut.matches("(a)").count() == 1);

    install_engine(&app, "[]");
    let order = json!({"collectionId": made["id"], "format": "pdf"});
    let asked = ask(&author, COLLECTION_JOB, order).await;
    let job = ended(&app, &author, asked).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    let book = download(&author, &job).await.json();
    let cells = book["entries"][0]["rows"][0]["cells"].as_array().expect("cells").clone();
    assert!(cells.iter().any(|cell| cell["x"] == whole.as_str()), "the clauses are the text");
}

async fn a_report_below_a_requirement_names_it(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let rule = item(&author, &made["path"], "RULE.1").await;
    item(&author, &made["path"], "RULE.2").await;
    let job = reported(&app, &author, &rule, json!({"fromPath": rule["path"]})).await;
    let found = sheets(&author, &job).await;
    assert!(found[0].contains("Code: RULE.1") && !found[0].contains("None: all requirements"), "{}", found[0]);
    assert!(found[1].contains("RULE.1") && !found[1].contains("RULE.2"));
    let gone =
        json!({"collectionId": made["id"], "format": "xlsx", "fromPath": format!("{}/none", text(&made["path"]))});
    let asked = ask(&author, COLLECTION_JOB, gone).await;
    let job = ended(&app, &author, asked).await;
    assert!(job["errorList"].to_string().contains("job.failed.reportGone"), "{}", job["errorList"]);
}

async fn changes_of_the_last_version_are_reported_as_far_as_the_filters_go(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = take(&app, &author, version_one(), None).await;
    let changes = async |filters: Value| {
        let open = json!({"path": format!("/{}", text(&first["collectionId"]))});
        let job = reported(&app, &author, &open, filters).await;
        let table = table(&sheets(&author, &job).await[5]);
        let rows = table.iter().skip(1);
        rows.map(|row| row.iter().take(3).map(String::as_str).collect::<Vec<_>>().join("|")).collect::<Vec<_>>()
    };
    assert_eq!(changes(json!({})).await, [""; 0], "the first version changes nothing");
    take(&app, &author, version_two(), Some(&first)).await;
    let all = changes(json!({})).await;
    assert_eq!(all, ["Added||A.0", "Changed|A.1|A.1", "Renumbered|A.2|A.20", "Withdrawn|A.3|"]);
    assert_eq!(changes(json!({"keywordFilter": "Crew"})).await, ["Renumbered|A.2|A.20"]);
    assert_eq!(changes(json!({"kind": "INFO"})).await, ["Added||A.0"]);
}

/// A new version of the requirement marks its links; the manual is the same as before.
async fn a_link_to_check_again_is_no_changed_text(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let ids = [domain::id::PolicyReferenceId(text(&open["references"][0]["id"]).to_owned())];
    let mut tx = app.db.begin().await.expect("a transaction");
    store::compliance::mark_suspects(&mut tx, &ids, "author", app.ctx.clock.now()).await.expect("it is marked");
    tx.commit().await.expect("it is written");
    let order = json!({"csdbName": "NV240", "manualName": "MMEL", "format": "xlsx"});
    let changed = async || {
        let asked = ask(&author, MANUAL_JOB, order.clone()).await;
        let job = ended(&app, &author, asked).await;
        let matrix = table(&sheets(&author, &job).await[1]);
        (cell(&matrix, 1, "Link state").to_owned(), cell(&matrix, 1, "Changed since link").to_owned())
    };
    assert_eq!(changed().await, ("Suspect".to_owned(), "No".to_owned()));
    change(&author, "cartridge", "housing").await;
    assert_eq!(changed().await, ("Suspect".to_owned(), "Yes".to_owned()));
}
