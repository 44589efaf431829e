//! Regulations in and out: files, new versions of collections, exports.

use axum::body::Body;
use axum::http::Method;
use domain::compliance::MAX_REGULATION_BYTES;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};

use crate::compliance::{collection, item, read, text};
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    a_file_becomes_a_collection,
    the_same_file_changes_nothing,
    a_new_version_keeps_statuses_and_reopens_what_changed,
    references_of_changed_clauses_are_checked_again,
    a_changed_requirement_is_signed_off_again,
    items_alike_are_the_same_once_a_person_confirms_it,
    a_collection_that_changed_since_the_check_is_checked_again,
    bad_files_are_explained_and_nothing_is_imported,
    an_exported_collection_is_the_same_when_it_comes_back,
    formulas_in_exports_are_harmless,
    files_are_listed_and_forgotten,
);

pub(crate) const HEAD: &str = "code,title,text,parent_code,type,external_id\n\
    policyCollectionName,,Northwind Ops,,META,\n\
    policyOriginator,,Northwind Authority,,META,\n\
    complianceType,,regulatory,,META,\n";

const RECORDS: &str = "\"(a) The operator shall keep records of all training for two years.\n\
    (b) The operator shall show the records to the authority on request.\"";
const CREW: &str = "Each flight crew member shall hold a licence that fits the aircraft and the flight.";
const FUEL: &str = "The commander shall check before each flight that the helicopter has enough fuel.";

pub(crate) fn version_one() -> String {
    [
        HEAD,
        "version,,1,,META,\nA,General,,,CATEGORY,\nA.1,Records,",
        RECORDS,
        ",A,RULE,\nA.2,Crew,",
        CREW,
        ",A,RULE,\nA.3,Fuel,",
        FUEL,
        ",A,RULE,\n",
    ]
    .concat()
}

pub(crate) fn version_two() -> String {
    let records = RECORDS.replace("two years", "five years");
    [
        HEAD,
        "version,,2,,META,\nA,General,,,CATEGORY,\nA.0,Scope,This part is for helicopters of operators in Northwind.,A,INFO,\n\
         A.1,Records,",
        &records,
        ",A,RULE,\nA.20,Crew,",
        CREW,
        ",A,RULE,\n",
    ]
    .concat()
}

pub(crate) async fn send(client: &Client, query: &str, bytes: impl Into<Body>) -> TestResponse {
    let address = format!("{API}/compliance/imports?{query}");
    let request = client.request(Method::POST, &address).header("content-type", "application/octet-stream");
    client.send(request.body(bytes.into()).expect("a request")).await
}

/// Uploads a file, lets its check run and reads the report.
pub(crate) async fn checked(app: &TestApp, client: &Client, query: &str, bytes: impl Into<Body>) -> Value {
    let sent = send(client, query, bytes).await.ok();
    assert_eq!(sent["state"], "waiting");
    app.run_jobs().await;
    client.get(&format!("/compliance/imports/{}", text(&sent["id"]))).await.ok()
}

/// Takes a file over and reads it.
pub(crate) async fn taken(app: &TestApp, client: &Client, import: &Value, choices: Value) -> Value {
    let address = format!("/compliance/imports/{}", text(&import["id"]));
    app.wait(1);
    client.post(&format!("{address}/takeover"), choices).await.ok();
    app.run_jobs().await;
    client.get(&address).await.ok()
}

/// A collection made of the first version.
pub(crate) async fn imported(app: &TestApp, client: &Client) -> Value {
    let import = checked(app, client, "fileName=one.csv", version_one()).await;
    taken(app, client, &import, json!({})).await
}

pub(crate) fn counts(import: &Value) -> Vec<String> {
    let counts = import["counts"].as_array().expect("counts").iter();
    let counts = counts.filter(|one| one["count"] != 0);
    counts.map(|one| format!("{} {}", text(&one["class"]), one["count"])).collect()
}

pub(crate) async fn items(client: &Client, import: &Value) -> Value {
    let path = text(&import["collectionId"]);
    client.get(&format!("/compliance/policyItems?fromPath=/{path}&pageSize=50")).await.ok()
}

pub(crate) async fn item_with(client: &Client, import: &Value, code: &str) -> Value {
    let all = items(client, import).await;
    let found = all["items"].as_array().expect("items").iter().find(|one| one["policyItemCode"] == code);
    read(client, found.unwrap_or_else(|| panic!("{code}: {all}"))).await
}

async fn a_file_becomes_a_collection(app: TestApp) {
    let author = app.person(Role::Author).await;
    let import = checked(&app, &author, "fileName=one.csv", version_one()).await;
    assert_eq!((text(&import["state"]), text(&import["format"])), ("ready", "csv"));
    assert_eq!(counts(&import), ["added 3"]);
    let head = &import["head"];
    assert_eq!((text(&head["policyCollectionName"]), text(&head["collectionVersion"])), ("Northwind Ops", "1"));
    assert_eq!((&head["categories"], &head["items"]), (&json!(1), &json!(3)));
    assert_eq!(author.get("/compliance").await.ok(), json!([]), "a check changes nothing");

    let done = taken(&app, &author, &import, json!({"policyCollectionName": "Our Ops"})).await;
    assert_eq!((text(&done["state"]), text(&done["collectionName"])), ("taken", "Our Ops"));
    let tree = author.get(&format!("/compliance?fromPath=/{}&recursive=true", text(&done["collectionId"]))).await.ok();
    assert_eq!(tree[0]["collectionVersion"], "1");
    assert_eq!(
        lines(&tree[0]["childs"][0]["childs"], &["policyItemCode", "title"]),
        ["A.1 Records", "A.2 Crew", "A.3 Fuel"]
    );
    let records = item_with(&author, &done, "A.1").await;
    assert_eq!(lines(&records["clauses"], &["marker"]), ["(a)", "(b)"]);
    let history = author.get(&format!("/compliance/policyItem/{}/history", text(&records["id"]))).await.ok();
    assert_eq!(lines(&history, &["kind", "after"]), ["created A.1"]);

    let again = author.post(&format!("/compliance/imports/{}/takeover", text(&import["id"])), json!({})).await;
    assert_eq!(again.problem(), "409 regulation.state");
    let admin = app.admin().await;
    let log = admin.get("/audit?action=compliance.imported").await.ok();
    assert_eq!(lines(&log["items"], &["subject"]), ["Our Ops"]);
    let second = checked(&app, &author, "fileName=two.csv", version_two()).await;
    let address = format!("/compliance/imports/{}/takeover", text(&second["id"]));
    let taken = author.post(&address, json!({"policyCollectionName": "our ops"})).await;
    assert_eq!(taken.problem(), "409 compliance.name_taken");
}

async fn the_same_file_changes_nothing(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let before = items(&author, &first).await;
    let query = format!("fileName=one.csv&collectionId={}", text(&first["collectionId"]));
    let again = checked(&app, &author, &query, version_one()).await;
    assert_eq!((text(&again["state"]), counts(&again)), ("unchanged", vec!["unchanged 3".to_owned()]));
    let refused = author.post(&format!("/compliance/imports/{}/takeover", text(&again["id"])), json!({})).await;
    assert_eq!(refused.problem(), "409 regulation.state");
    assert_eq!(items(&author, &first).await, before);
}

async fn a_new_version_keeps_statuses_and_reopens_what_changed(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    for code in ["A.1", "A.2", "A.3"] {
        let seen = item_with(&author, &first, code).await;
        let body = json!({"id": seen["id"], "version": seen["version"], "status": "compliant", "why": ""});
        author.put("/compliance/policyItem/status", body).await.ok();
    }
    let crew = item_with(&author, &first, "A.2").await;
    let query = format!("fileName=two.csv&collectionId={}", text(&first["collectionId"]));
    let second = checked(&app, &author, &query, version_two()).await;
    assert_eq!(counts(&second), ["added 1", "changed 1", "renumbered 1", "withdrawn 1"]);

    let address = format!("/compliance/imports/{}", text(&second["id"]));
    let changed = author.get(&format!("{address}/changes?class=changed")).await.ok();
    assert_eq!(lines(&changed["items"], &["oldCode", "basis"]), ["A.1 code"]);
    let position = &changed["items"][0]["position"];
    let one = author.get(&format!("{address}/changes/{position}")).await.ok();
    let pieces = lines(&one["redline"], &["kind", "text"]);
    let has = |kind: &str, word: &str| pieces.iter().any(|piece| piece.starts_with(kind) && piece.contains(word));
    assert!(has("deleted", "two") && has("inserted", "five") && has("same", "records"), "{pieces:?}");
    assert_eq!(author.get(&format!("{address}/changes/none")).await.problem(), "404 regulation.not_found");
    assert_eq!(author.get(&format!("{address}/changes?class=soup")).await.fields(), ["class: unknown_value"]);

    let done = taken(&app, &author, &second, json!({})).await;
    assert_eq!(text(&done["state"]), "taken");
    let moved = item_with(&author, &done, "A.20").await;
    assert_eq!((&moved["id"], text(&moved["status"])), (&crew["id"], "compliant"));
    let records = item_with(&author, &done, "A.1").await;
    assert_eq!((text(&records["status"]), &records["needsRecheck"]), ("compliant", &json!(true)), "the status stays");
    assert_eq!((&moved["needsRecheck"], &moved["isWithdrawn"]), (&json!(false), &json!(false)));
    let open = author.get("/compliance/policyItems?recheck=true").await.ok();
    assert_eq!(lines(&open["items"], &["policyItemCode"]), ["A.1"]);
    assert_eq!(author.get("/compliance/dashboard").await.ok()["collections"][0]["counts"]["rechecks"], 1);
    let wordings = author.get(&format!("/compliance/policyItem/{}/wordings", text(&records["id"]))).await.ok();
    assert_eq!(lines(&wordings, &["collectionVersion", "policyItemCode"]), ["1 A.1"]);
    assert!(text(&records["text"]).contains("five years"));
    let again = json!({"id": records["id"], "version": records["version"], "status": "compliant", "why": "Read again"});
    assert_eq!(author.put("/compliance/policyItem/status", again).await.ok()["needsRecheck"], json!(false));
    let fuel = item_with(&author, &done, "A.3").await;
    assert_eq!((&fuel["isAssessable"], &fuel["isWithdrawn"]), (&json!(false), &json!(true)));
    assert_eq!(text(&fuel["status"]), "compliant");
    for (seen, expected) in
        [(&moved, "edition renumbered 2"), (&records, "edition changed 2"), (&fuel, "edition withdrawn 2")]
    {
        let history = author.get(&format!("/compliance/policyItem/{}/history", text(&seen["id"]))).await.ok();
        let entries = lines(&history, &["kind", "before", "after"]);
        assert!(entries.contains(&expected.to_owned()), "{entries:?}");
    }
    let scope = item_with(&author, &done, "A.0").await;
    assert_eq!((text(&scope["status"]), &scope["isAssessable"]), ("not_assessed", &json!(false)));

    let third = checked(&app, &author, &query, version_two()).await;
    assert_eq!(text(&third["state"]), "unchanged", "{third}");
    let back = checked(&app, &author, &query, version_one()).await;
    assert_eq!(counts(&back), ["changed 2", "renumbered 1", "withdrawn 1"], "the withdrawn one comes back");
}

async fn a_changed_requirement_is_signed_off_again(app: TestApp) {
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let first = imported(&app, &author).await;
    let records = item_with(&author, &first, "A.1").await;
    let body = json!({"id": records["id"], "version": records["version"], "status": "compliant", "why": ""});
    author.put("/compliance/policyItem/status", body).await.ok();
    let id = text(&first["collectionId"]);
    let collection = author.get(&format!("/compliance?fromPath=/{id}")).await.ok()[0].clone();
    let values = json!({
        "version": collection["version"], "policyCollectionName": "Northwind Ops", "policyOriginator": "Northwind Authority",
        "complianceType": "regulatory", "collectionVersion": "1", "needsSignOff": true,
    });
    approver.put(&format!("/compliance/{id}"), values).await.ok();
    let query = format!("fileName=two.csv&collectionId={id}");
    let second = checked(&app, &author, &query, version_two()).await;
    let done = taken(&app, &author, &second, json!({})).await;
    let records = item_with(&author, &done, "A.1").await;
    assert_eq!(text(&records["status"]), "not_assessed");
    assert_eq!(text(&records["proposal"]["status"]), "compliant", "{records}");
    assert_eq!(records["needsRecheck"], true);
    let sign = json!({"id": records["id"], "version": records["version"], "accepted": true, "why": "Read again"});
    let signed = approver.put("/compliance/policyItem/signOff", sign).await.ok();
    assert_eq!((text(&signed["status"]), &signed["needsRecheck"]), ("compliant", &json!(false)));
}

async fn references_of_changed_clauses_are_checked_again(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let records = item_with(&author, &first, "A.1").await;
    let crew = item_with(&author, &first, "A.2").await;
    let place = json!({"path": BASE});
    for (seen, clause) in [(&records, 0), (&records, 1)] {
        let clause = &seen["clauses"][clause]["id"];
        let body = json!({"policyItemId": seen["id"], "policyClauseId": clause, "place": place});
        author.post("/compliance/policyItem/policyRef", body).await.ok();
        app.wait(1);
    }
    author.post("/compliance/policyItem/policyRef", json!({"policyItemId": crew["id"], "place": place})).await.ok();
    let query = format!("fileName=two.csv&collectionId={}", text(&first["collectionId"]));
    let second = checked(&app, &author, &query, version_two()).await;
    let done = taken(&app, &author, &second, json!({})).await;
    let records = item_with(&author, &done, "A.1").await;
    assert_eq!(lines(&records["references"], &["state"]), ["recheck", "current"]);
    let found = author.get("/compliance/reviews?mine=false").await.ok();
    assert_eq!(found["total"], 1, "{found}");
    let pieces = lines(&found["items"][0]["requirementRedline"], &["kind", "text"]);
    let has = |kind: &str, word: &str| pieces.iter().any(|piece| piece.starts_with(kind) && piece.contains(word));
    assert!(has("deleted", "two") && has("inserted", "five"), "the work list shows the old and new text: {pieces:?}");
    let crew = item_with(&author, &done, "A.20").await;
    assert_eq!(lines(&crew["references"], &["state"]), ["current"]);
}

async fn items_alike_are_the_same_once_a_person_confirms_it(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let crew = item_with(&author, &first, "A.2").await;
    let query = format!("fileName=two.csv&collectionId={}", text(&first["collectionId"]));
    let alike = version_one().replace("A.2,", "B.7,").replace("and the flight.", "and the flight and the route.");
    let second = checked(&app, &author, &query, alike.clone()).await;
    assert_eq!(
        (counts(&second), &second["proposed"]),
        (vec!["changed 1".to_owned(), "unchanged 2".to_owned()], &json!(1))
    );
    let address = format!("/compliance/imports/{}", text(&second["id"]));
    let proposed = author.get(&format!("{address}/changes?proposed=true")).await.ok();
    assert_eq!(lines(&proposed["items"], &["oldCode", "newCode", "basis"]), ["A.2 B.7 likeText"]);
    assert!(proposed["items"][0]["likeness"].as_u64().expect("a number") >= 60);
    let done = taken(&app, &author, &second, json!({"confirmed": ["B.7"]})).await;
    let same = item_with(&author, &done, "B.7").await;
    assert_eq!((&same["id"], &same["isWithdrawn"]), (&crew["id"], &json!(false)));

    let back = checked(&app, &author, &query, version_one()).await;
    assert_eq!(back["proposed"], 1, "{back}");
    let done = taken(&app, &author, &back, json!({})).await;
    let (old, new) = (item_with(&author, &done, "B.7").await, item_with(&author, &done, "A.2").await);
    assert_ne!(old["id"], new["id"], "nobody confirmed it");
    assert_eq!((&old["isWithdrawn"], &new["isAssessable"]), (&json!(true), &json!(true)));
}

async fn a_collection_that_changed_since_the_check_is_checked_again(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let query = format!("fileName=two.csv&collectionId={}", text(&first["collectionId"]));
    let second = checked(&app, &author, &query, version_two()).await;
    let seen = item_with(&author, &first, "A.1").await;
    let address = format!("/compliance/policyItem/{}", text(&seen["id"]));
    let changed =
        json!({"version": seen["version"], "policyItemCode": "A.1", "title": "Records", "text": "Something else."});
    author.put(&address, changed).await.ok();
    let refused = taken(&app, &author, &second, json!({})).await;
    assert_eq!(text(&refused["state"]), "ready", "nothing is taken over");
    let check = format!("/compliance/imports/{}/check", text(&second["id"]));
    author.post(&check, json!({"collectionId": first["collectionId"]})).await.ok();
    app.run_jobs().await;
    let done = taken(&app, &author, &second, json!({})).await;
    assert_eq!(text(&done["state"]), "taken");
    assert_eq!(author.post(&check, json!({})).await.problem(), "409 regulation.state");
}

async fn bad_files_are_explained_and_nothing_is_imported(app: TestApp) {
    let author = app.person(Role::Author).await;
    let twice = [HEAD, "A.1,One,a,,RULE,\na.1,Two,b,,RULE,\n"].concat();
    let cases: [(&str, Vec<u8>, &str); 5] = [
        ("columns.csv", b"number,words\n1,a\n".to_vec(), "regulation.column_missing"),
        ("twice.csv", twice.into_bytes(), "regulation.code_duplicate"),
        ("old.pdf", b"%PDF-1.7".to_vec(), "regulation.format_unknown"),
        ("rules.xml", b"<!DOCTYPE a [<!ENTITY b 'c'>]><ECFR>&b;</ECFR>".to_vec(), "regulation.xml_doctype"),
        ("catalog.json", b"{\"catalog\": ".to_vec(), "regulation.json_invalid"),
    ];
    for (name, bytes, rule) in cases {
        let import = checked(&app, &author, &format!("fileName={name}"), bytes).await;
        assert_eq!(text(&import["state"]), "blocked", "{name}");
        let rules = lines(&import["findings"], &["rule"]);
        assert!(rules.contains(&rule.to_owned()), "{name}: {rules:?}");
        assert!(import["findings"][0]["message"].as_str().is_some_and(|message| !message.contains("regulation.")));
        let address = format!("/compliance/imports/{}/takeover", text(&import["id"]));
        assert_eq!(author.post(&address, json!({})).await.problem(), "409 regulation.state");
    }
    let large = vec![b'a'; MAX_REGULATION_BYTES + 1];
    assert_eq!(send(&author, "fileName=a.csv", large).await.problem(), "413 request.too_large");
    assert_eq!(send(&author, "fileName=a.csv", "").await.fields(), ["file: required"]);
    assert_eq!(send(&author, "fileName=..%2Fa", "a").await.fields(), ["fileName: character"]);
    let nowhere = send(&author, "fileName=a.csv&collectionId=none", "a").await;
    assert_eq!(nowhere.problem(), "404 compliance.not_found");
    assert_eq!(author.get("/compliance").await.ok(), json!([]));
}

async fn an_exported_collection_is_the_same_when_it_comes_back(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let id = text(&first["collectionId"]);
    for (format, ending) in [("csv", "csv"), ("xlsx", "xlsx"), ("oscal", "json")] {
        let exported = author.get(&format!("/compliance/export/{id}?format={format}")).await;
        assert!(exported.status.is_success(), "{format}");
        assert!(exported.header("content-disposition").contains(&format!("Northwind_Ops.{ending}")), "{format}");
        let query = format!("fileName=back.{ending}&collectionId={id}");
        let back = checked(&app, &author, &query, exported.body.clone()).await;
        assert_eq!(text(&back["state"]), "unchanged", "{format}: {back}");
    }
    for format in ["csv", "xlsx"] {
        let template = author.get(&format!("/compliance/importTemplate?format={format}")).await;
        assert!(template.status.is_success() && !template.body.is_empty(), "{format}");
    }
    assert_eq!(author.get("/compliance/export/none?format=csv").await.problem(), "404 compliance.not_found");
}

async fn formulas_in_exports_are_harmless(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "Formulas").await;
    item(&author, &made["path"], "=cmd()").await;
    let id = text(&made["id"]);
    let exported = author.get(&format!("/compliance/export/{id}?format=csv")).await.text();
    assert!(
        exported.contains("'=cmd()") && !exported.contains(",=cmd()") && !exported.contains("\n=cmd()"),
        "{exported}"
    );
    let back = checked(&app, &author, &format!("fileName=back.csv&collectionId={id}"), exported).await;
    assert_eq!(text(&back["state"]), "unchanged", "{back}");
}

async fn files_are_listed_and_forgotten(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let waiting = send(&author, "fileName=two.csv", version_two()).await.ok();
    let address = format!("/compliance/imports/{}", text(&waiting["id"]));
    assert_eq!(author.delete(&address).await.problem(), "409 regulation.state", "it is being checked");
    let listed = author.get("/compliance/imports").await.ok();
    assert_eq!(lines(&listed["items"], &["fileName", "state"]), ["two.csv waiting", "one.csv taken"]);
    app.run_jobs().await;
    assert!(author.delete(&address).await.status.is_success());
    assert_eq!(author.get(&address).await.problem(), "404 regulation.not_found");
    let deleted = author.delete(&format!("/compliance/imports/{}", text(&first["id"]))).await;
    assert!(deleted.status.is_success());
    assert_eq!(items(&author, &first).await["total"], 3, "what was taken over stays");
}
