//! New versions of regulations beside what people did to the collection.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

use crate::compliance::{item, read, text};
use crate::regulations::{HEAD, checked, counts, imported, item_with, items, taken, version_one, version_two};
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    a_requirement_gets_the_code_of_a_withdrawn_one,
    guidance_of_people_stays_until_the_publisher_changes_his,
    applicability_follows_the_publisher_until_people_change_it,
    changed_texts_of_people_are_shown_before_they_are_replaced,
    requirements_of_people_are_not_withdrawn,
    a_code_of_people_keeps_a_file_out,
    a_requirement_of_people_that_a_file_takes_over_is_named,
    a_withdrawn_requirement_is_not_assessed,
    changes_of_categories_are_shown,
    a_check_is_stale_once_people_change_the_contents,
    statuses_may_change_between_check_and_takeover,
    a_proposal_for_the_old_text_is_dropped,
    another_image_reopens_a_requirement,
    a_requirement_shows_the_images_of_its_regulation,
    a_requirement_with_many_clauses_can_be_changed,
    references_alone_are_a_change,
    a_withdrawn_requirement_comes_back,
    the_same_file_with_replaced_requirements_changes_nothing,
    references_go_to_all_parts_of_a_merged_or_split_requirement,
);

const LONG_RULE: &str = "Keep the records of all training flights of the helicopters for two years.";
const OTHER_RULE: &str = "Each member of the crew shall hold a licence that fits the aircraft.";

/// A version with these rows: code, title, text, parent, type and the publisher's id.
fn version(number: u32, rows: &[String]) -> String {
    let mut file = [HEAD, "version,,", &number.to_string(), ",,META,\n"].concat();
    for row in rows {
        file.push_str(row);
        file.push('\n');
    }
    file
}

fn rule(code: &str, text: &str, id: &str) -> String {
    [code, ",Rule,", text, ",,RULE,", id].concat()
}

/// Takes a version over into a collection, or into a new one.
pub(crate) async fn take(app: &TestApp, client: &Client, file: String, collection: Option<&Value>) -> Value {
    let id = collection.map_or("", |import| text(&import["collectionId"]));
    let import = checked(app, client, &format!("fileName=rules.csv&collectionId={id}"), file).await;
    assert_eq!(import["state"], "ready", "{import}");
    let done = taken(app, client, &import, json!({})).await;
    assert_eq!(done["state"], "taken", "{done}");
    done
}

/// Checks a file against a collection.
pub(crate) async fn check(app: &TestApp, client: &Client, file: String, collection: &Value) -> Value {
    let id = text(&collection["collectionId"]);
    checked(app, client, &format!("fileName=rules.csv&collectionId={id}"), file).await
}

/// Changes some values of a requirement and leaves the others.
pub(crate) async fn edit(client: &Client, seen: &Value, values: &Value) -> TestResponse {
    let mut body = json!({
        "version": seen["version"], "policyItemCode": seen["policyItemCode"], "title": seen["title"],
        "text": seen["text"], "guidance": seen["guidance"], "kind": seen["kind"],
        "isAssessable": seen["isAssessable"], "clauses": seen["clauses"],
    });
    for (name, value) in values.as_object().expect("values") {
        body[name.as_str()] = value.clone();
    }
    client.put(&format!("/compliance/policyItem/{}", text(&seen["id"])), body).await
}

pub(crate) async fn assess(client: &Client, seen: &Value, status: &str) -> Value {
    let body = json!({"id": seen["id"], "version": seen["version"], "status": status, "why": ""});
    client.put("/compliance/policyItem/status", body).await.ok()
}

async fn history(client: &Client, seen: &Value) -> Vec<String> {
    let history = client.get(&format!("/compliance/policyItem/{}/history", text(&seen["id"]))).await.ok();
    lines(&history, &["kind", "before", "after"])
}

async fn a_requirement_gets_the_code_of_a_withdrawn_one(app: TestApp) {
    let author = app.person(Role::Author).await;
    let both = [rule("A.1", LONG_RULE, "1"), rule("A.2", OTHER_RULE, "2")];
    let first = take(&app, &author, version(1, &both), None).await;
    let (one, two) = (item_with(&author, &first, "A.1").await, item_with(&author, &first, "A.2").await);
    take(&app, &author, version(2, &[rule("A.2", LONG_RULE, "1")]), Some(&first)).await;
    let (one, two) = (read(&author, &one).await, read(&author, &two).await);
    assert_eq!((&one["policyItemCode"], &one["isWithdrawn"]), (&json!("A.2"), &json!(false)));
    assert_eq!((&two["policyItemCode"], &two["isWithdrawn"]), (&json!("A.2"), &json!(true)));
    edit(&author, &two, &json!({"guidance": "Gone", "isAssessable": false})).await.ok();

    let back = [rule("A.2", OTHER_RULE, "2"), rule("A.3", LONG_RULE, "1")];
    take(&app, &author, version(3, &back), Some(&first)).await;
    let (one, two) = (read(&author, &one).await, read(&author, &two).await);
    assert_eq!((&one["policyItemCode"], &two["policyItemCode"]), (&json!("A.3"), &json!("A.2")));
    assert_eq!(two["isWithdrawn"], false);
    // In two steps: one version withdraws it, the next gives its code to another.
    take(&app, &author, version(4, &[rule("A.3", LONG_RULE, "1")]), Some(&first)).await;
    take(&app, &author, version(5, &[rule("A.2", LONG_RULE, "1")]), Some(&first)).await;
    assert_eq!(read(&author, &one).await["policyItemCode"], "A.2");
}

async fn guidance_of_people_stays_until_the_publisher_changes_his(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let crew = item_with(&author, &first, "A.2").await;
    edit(&author, &crew, &json!({"guidance": "Ask Ann"})).await.ok();
    let again = check(&app, &author, version_one(), &first).await;
    assert_eq!((text(&again["state"]), counts(&again)), ("unchanged", vec!["unchanged 3".to_owned()]), "{again}");
    take(&app, &author, version_two(), Some(&first)).await;
    assert_eq!(read(&author, &crew).await["guidance"], "Ask Ann");

    let with = |words: &str| {
        let file = version_two().replacen("external_id\n", "external_id,guidance\n", 1);
        file.replace("the flight.,A,RULE,\n", &["the flight.,A,RULE,,", words, "\n"].concat())
    };
    take(&app, &author, with("Of the authority"), Some(&first)).await;
    assert_eq!(read(&author, &crew).await["guidance"], "Of the authority");
    let wordings = author.get(&format!("/compliance/policyItem/{}/wordings", text(&crew["id"]))).await.ok();
    assert_eq!(wordings[0]["guidance"], "Ask Ann", "what is replaced is kept: {wordings}");
    let noted = history(&author, &crew).await;
    assert_eq!(noted.iter().filter(|entry| *entry == "updated  guidance").count(), 2, "{noted:?}");
}

async fn applicability_follows_the_publisher_until_people_change_it(app: TestApp) {
    let author = app.person(Role::Author).await;
    let with = |number: u32, applicability: &str| {
        let head = HEAD.replacen("external_id\n", "external_id,applicability\n", 1);
        let rows = [rule("A.1", LONG_RULE, "1"), rule("A.2", OTHER_RULE, "2")];
        let rows = rows.map(|row| [row.as_str(), ",", applicability, "\n"].concat());
        [head, format!("version,,{number},,META,\n"), rows.concat()].concat()
    };
    let first = take(&app, &author, with(1, "H160"), None).await;
    let (one, two) = (item_with(&author, &first, "A.1").await, item_with(&author, &first, "A.2").await);
    let limited = json!({"id": two["id"], "version": two["version"], "inScope": true, "applicability": "Own fleet"});
    author.put("/compliance/policyItem/scope", limited).await.ok();
    let of = async |seen: &Value| text(&read(&author, seen).await["scope"]["applicability"]).to_owned();
    assert_eq!((of(&one).await, of(&two).await), ("H160".to_owned(), "Own fleet".to_owned()));
    let unchanged = check(&app, &author, with(1, "H160"), &first).await;
    assert_eq!(unchanged["state"], "unchanged", "{unchanged}");

    take(&app, &author, with(2, "H160; H175"), Some(&first)).await;
    assert_eq!((of(&one).await, of(&two).await), ("H160; H175".to_owned(), "Own fleet".to_owned()));
    let noted = history(&author, &one).await;
    assert!(noted.contains(&"scope H160 H160; H175".to_owned()), "{noted:?}");
    take(&app, &author, with(3, ""), Some(&first)).await;
    assert_eq!((of(&one).await, of(&two).await), (String::new(), "Own fleet".to_owned()));
}

async fn changed_texts_of_people_are_shown_before_they_are_replaced(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let records = item_with(&author, &first, "A.1").await;
    let own = text(&records["text"]).replace("two years", "ten years");
    edit(&author, &records, &json!({"text": own})).await.ok();
    let id = text(&first["collectionId"]);
    let exported = author.get(&format!("/compliance/export/{id}?format=csv")).await.text();
    assert!(exported.contains("ten years") && !exported.contains("two years"), "{exported}");
    let again = check(&app, &author, version_one(), &first).await;
    assert_eq!(
        (text(&again["state"]), counts(&again)),
        ("ready", vec!["changed 1".to_owned(), "unchanged 2".to_owned()])
    );
    let done = taken(&app, &author, &again, json!({})).await;
    assert_eq!(done["state"], "taken");
    assert!(text(&read(&author, &records).await["text"]).contains("two years"));
    let wordings = author.get(&format!("/compliance/policyItem/{}/wordings", text(&records["id"]))).await.ok();
    let pieces = lines(&wordings[0]["redline"], &["kind", "text"]);
    assert!(pieces.iter().any(|piece| piece.starts_with("deleted") && piece.contains("ten")), "{pieces:?}");
}

async fn requirements_of_people_are_not_withdrawn(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let path = json!(format!("/{}", text(&first["collectionId"])));
    let own = item(&author, &path, "OWN.1").await;
    let again = check(&app, &author, version_one(), &first).await;
    assert_eq!((text(&again["state"]), counts(&again)), ("unchanged", vec!["unchanged 3".to_owned()]));
    let second = check(&app, &author, version_two(), &first).await;
    assert_eq!(counts(&second), ["added 1", "changed 1", "renumbered 1", "withdrawn 1"]);
    taken(&app, &author, &second, json!({})).await;
    let kept = read(&author, &own).await;
    assert_eq!(
        (&kept["isWithdrawn"], &kept["isAssessable"], &kept["path"]),
        (&json!(false), &json!(true), &own["path"])
    );
    let listed = items(&author, &first).await;
    assert_eq!(lines(&listed["items"], &["policyItemCode"]), ["A.0", "A.1", "A.20", "OWN.1", "A.3"]);
}

async fn a_code_of_people_keeps_a_file_out(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = take(&app, &author, version(1, &[rule("A.1", LONG_RULE, "1")]), None).await;
    let path = json!(format!("/{}", text(&first["collectionId"])));
    let own = item(&author, &path, "A.2").await;
    let second = check(&app, &author, version(2, &[rule("A.2", LONG_RULE, "1")]), &first).await;
    assert_eq!(second["state"], "blocked", "{second}");
    assert!(lines(&second["findings"], &["rule"]).contains(&"regulationImport.own_code".to_owned()));
    edit(&author, &read(&author, &own).await, &json!({"policyItemCode": "OWN.2"})).await.ok();
    take(&app, &author, version(2, &[rule("A.2", LONG_RULE, "1")]), Some(&first)).await;
}

async fn a_requirement_of_people_that_a_file_takes_over_is_named(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = take(&app, &author, version(1, &[rule("A.1", LONG_RULE, "")]), None).await;
    item(&author, &json!(format!("/{}", text(&first["collectionId"]))), "A.2").await;
    let both = [rule("A.1", LONG_RULE, ""), rule("A.2", OTHER_RULE, "")];
    let second = check(&app, &author, version(2, &both), &first).await;
    let is_named =
        |import: &Value| lines(&import["findings"], &["rule"]).contains(&"regulationImport.own_taken".to_owned());
    assert_eq!((text(&second["state"]), is_named(&second)), ("ready", true), "{second}");
    taken(&app, &author, &second, json!({})).await;
    let again = check(&app, &author, version(2, &both), &first).await;
    assert_eq!((text(&again["state"]), is_named(&again)), ("unchanged", false), "{again}");
}

async fn a_withdrawn_requirement_is_not_assessed(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    take(&app, &author, version_two(), Some(&first)).await;
    let fuel = item_with(&author, &first, "A.3").await;
    let refused = edit(&author, &fuel, &json!({"isAssessable": true})).await;
    assert_eq!(refused.fields(), ["isAssessable: not_together"]);
}

async fn changes_of_categories_are_shown(app: TestApp) {
    let author = app.person(Role::Author).await;
    let with = |name: &str, empty: &str| {
        version_one().replace("A,General,,,CATEGORY,\n", &["A,", name, ",,,CATEGORY,\n", empty].concat())
    };
    let first = take(&app, &author, with("General", "Z,Empty,,,CATEGORY,\n"), None).await;
    let second = check(&app, &author, with("Common", ""), &first).await;
    assert_eq!((text(&second["state"]), counts(&second)), ("ready", vec!["unchanged 3".to_owned()]));
    assert_eq!(
        lines(&second["categoryChanges"], &["class", "oldName", "newName"]),
        ["changed General Common", "withdrawn Empty "]
    );
    taken(&app, &author, &second, json!({})).await;
    let tree = author.get(&format!("/compliance?fromPath=/{}&recursive=true", text(&first["collectionId"]))).await.ok();
    assert_eq!(lines(&tree[0]["childs"], &["name"]), ["Common"]);
}

async fn a_check_is_stale_once_people_change_the_contents(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let second = check(&app, &author, version_two(), &first).await;
    let crew = item_with(&author, &first, "A.2").await;
    edit(&author, &crew, &json!({"guidance": "Ask Ann"})).await.ok();
    let refused = taken(&app, &author, &second, json!({})).await;
    assert_eq!(refused["state"], "ready", "guidance of an unchanged requirement");
    let second = check(&app, &author, version_two(), &first).await;
    let category = json!({
        "parentPath": format!("/{}", text(&first["collectionId"])), "policyCategoryCode": "Z", "name": "Ours",
    });
    author.post("/compliance/policyCategory", category).await.ok();
    let refused = taken(&app, &author, &second, json!({})).await;
    assert_eq!(refused["state"], "ready", "a category that the takeover would delete");
}

async fn statuses_may_change_between_check_and_takeover(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let second = check(&app, &author, version_two(), &first).await;
    let records = item_with(&author, &first, "A.1").await;
    assess(&author, &records, "compliant").await;
    let done = taken(&app, &author, &second, json!({})).await;
    assert_eq!(done["state"], "taken");
    assert_eq!(read(&author, &records).await["needsRecheck"], true);
}

async fn a_proposal_for_the_old_text_is_dropped(app: TestApp) {
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let first = imported(&app, &author).await;
    let id = text(&first["collectionId"]);
    let collection = author.get(&format!("/compliance?fromPath=/{id}")).await.ok()[0].clone();
    let values = json!({
        "version": collection["version"], "policyCollectionName": "Northwind Ops", "policyOriginator": "Northwind Authority",
        "complianceType": "regulatory", "collectionVersion": "1", "needsSignOff": true,
    });
    approver.put(&format!("/compliance/{id}"), values).await.ok();
    let records = item_with(&author, &first, "A.1").await;
    assert_eq!(assess(&author, &records, "compliant").await["proposal"]["status"], "compliant");
    let fuel = item_with(&author, &first, "A.3").await;
    assess(&author, &fuel, "compliant").await;
    take(&app, &author, version_two(), Some(&first)).await;
    let records = read(&author, &records).await;
    assert_eq!((&records["proposal"], &records["needsRecheck"]), (&Value::Null, &json!(true)), "{records}");
    assert!(history(&author, &records).await.contains(&"proposalDropped not_assessed compliant".to_owned()));
    let fuel = read(&author, &fuel).await;
    assert_eq!((&fuel["proposal"], &fuel["isWithdrawn"]), (&Value::Null, &json!(true)), "nothing to sign off: {fuel}");
    assert!(history(&author, &fuel).await.contains(&"proposalDropped not_assessed compliant".to_owned()));
    let body = json!({"id": records["id"], "version": records["version"], "accepted": true, "why": ""});
    let signed = approver.put("/compliance/policyItem/signOff", body).await;
    assert_eq!(signed.problem(), "409 policy_item.nothing_proposed");
}

async fn another_image_reopens_a_requirement(app: TestApp) {
    let catalog = |bytes: &str| {
        let image = json!({"name": "image", "ns": "urn:airfolio:regulations", "value": "figure.png"});
        let data = json!({"filename": "figure.png", "media-type": "image/png", "value": bytes});
        json!({"catalog": {
            "metadata": {"title": "Kites", "version": "1"},
            "controls": [{
                "id": "k-1", "title": "Kites", "props": [{"name": "label", "value": "K.1"}, image],
                "parts": [{"name": "statement", "prose": "Each kite shall look as it does in the figure."}],
            }],
            "back-matter": {"resources": [{"title": "figure.png", "base64": data}]},
        }})
        .to_string()
    };
    let author = app.person(Role::Author).await;
    let import = checked(&app, &author, "fileName=kites.json", catalog("AAAA")).await;
    assert_eq!(import["state"], "ready", "{import}");
    let choices = json!({"policyOriginator": "Northwind Authority", "complianceType": "safety"});
    let first = taken(&app, &author, &import, choices).await;
    let kites = item_with(&author, &first, "K.1").await;
    assess(&author, &kites, "compliant").await;
    let again = check(&app, &author, catalog("AAAA"), &first).await;
    assert_eq!(text(&again["state"]), "unchanged", "{again}");
    let second = check(&app, &author, catalog("BBBB"), &first).await;
    assert_eq!(counts(&second), ["changed 1"]);
    let address = format!("/compliance/imports/{}/changes", text(&second["id"]));
    assert_eq!(lines(&author.get(&address).await.ok()["items"], &["aspects"]), ["[\"images\"]"]);
    taken(&app, &author, &second, json!({})).await;
    assert_eq!(read(&author, &kites).await["needsRecheck"], true);
    let reopened =
        async || lines(&author.get("/compliance/policyItems?reassess=true").await.ok()["items"], &["policyItemCode"]);
    assert_eq!(reopened().await, ["K.1"]);
    assess(&author, &read(&author, &kites).await, "compliant").await;
    assert!(reopened().await.is_empty(), "it is assessed");
    let again = check(&app, &author, catalog("BBBB"), &first).await;
    assert_eq!(text(&again["state"]), "unchanged", "{again}");
}

async fn a_requirement_shows_the_images_of_its_regulation(app: TestApp) {
    let image = json!({"name": "image", "ns": "urn:airfolio:regulations", "value": "figure.svg"});
    let drawing = "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=";
    let data = json!({"filename": "figure.svg", "media-type": "image/svg+xml", "value": drawing});
    let catalog = json!({"catalog": {
        "metadata": {"title": "Kites", "version": "1"},
        "controls": [
            {
                "id": "k-1", "title": "Kites", "props": [{"name": "label", "value": "K.1"}, image],
                "parts": [{"name": "statement", "prose": "Each kite shall look as it does in the figure."}],
            },
            {
                "id": "k-2", "title": "Strings", "props": [{"name": "label", "value": "K.2"}],
                "parts": [{"name": "statement", "prose": "Each kite shall have a string."}],
            },
        ],
        "back-matter": {"resources": [{"title": "figure.svg", "base64": data}]},
    }});
    let author = app.person(Role::Author).await;
    let import = checked(&app, &author, "fileName=kites.json", catalog.to_string()).await;
    let choices = json!({"policyOriginator": "Northwind Authority", "complianceType": "safety"});
    let first = taken(&app, &author, &import, choices).await;
    let kites = item_with(&author, &first, "K.1").await;
    let reader = app.person(Role::Reader).await;
    let address = format!("/compliance/policyItem/{}/images", text(&kites["id"]));
    let images = reader.get(&address).await.ok();
    assert_eq!(lines(&images, &["name", "size", "isDisplayed"]), ["figure.svg 41 true"]);
    let one = format!("{address}/{}", text(&images[0]["sha256"]));
    assert!(reader.get(&one).await.text().contains("<svg"));
    let other = format!("{address}/{}", "0".repeat(64));
    assert_eq!(reader.get(&other).await.problem(), "404 artifact.not_found");
    let strings = item_with(&author, &first, "K.2").await;
    let elsewhere = format!("/compliance/policyItem/{}/images/{}", text(&strings["id"]), text(&images[0]["sha256"]));
    assert_eq!(reader.get(&elsewhere).await.problem(), "404 artifact.not_found");
}

async fn a_requirement_with_many_clauses_can_be_changed(app: TestApp) {
    let author = app.person(Role::Author).await;
    let clauses: Vec<String> =
        (1..=600).map(|number| format!("{number}. Clause number {number} of the appendix.")).collect();
    let long = ["\"", &clauses.join("\n"), "\""].concat();
    let first = take(&app, &author, version(1, &[rule("A.1", &long, "1")]), None).await;
    let seen = item_with(&author, &first, "A.1").await;
    assert_eq!(seen["clauses"].as_array().expect("clauses").len(), 600);
    let changed = edit(&author, &seen, &json!({"effectiveDate": "2027-01-01"})).await.ok();
    assert_eq!(changed["effectiveDate"], "2027-01-01");
}

async fn references_alone_are_a_change(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let with = |target: &str| {
        let file = version_one().replacen("external_id\n", "external_id,references\n", 1);
        file.replace("the flight.,A,RULE,\n", &["the flight.,A,RULE,,", target, "\n"].concat())
    };
    take(&app, &author, with("A.1"), Some(&first)).await;
    let again = check(&app, &author, with("A.1"), &first).await;
    assert_eq!(text(&again["state"]), "unchanged", "{again}");
}

async fn a_withdrawn_requirement_comes_back(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let fuel = item_with(&author, &first, "A.3").await;
    assess(&author, &fuel, "compliant").await;
    take(&app, &author, version_two(), Some(&first)).await;
    assert_eq!(read(&author, &fuel).await["isWithdrawn"], true);
    take(&app, &author, version_one(), Some(&first)).await;
    let fuel = read(&author, &fuel).await;
    assert_eq!((&fuel["isWithdrawn"], &fuel["isAssessable"]), (&json!(false), &json!(true)));
    assert_eq!((text(&fuel["status"]), &fuel["needsRecheck"]), ("compliant", &json!(true)), "it is assessed again");
}

async fn the_same_file_with_replaced_requirements_changes_nothing(app: TestApp) {
    let author = app.person(Role::Author).await;
    let both = [rule("A.1", LONG_RULE, ""), rule("A.2", OTHER_RULE, "")];
    let first = take(&app, &author, version(1, &both), None).await;
    let (one, two) = (item_with(&author, &first, "A.1").await, item_with(&author, &first, "A.2").await);
    assess(&author, &one, "compliant").await;
    let merged = || {
        let row = [rule("C.1", "Keep the records and the licences.", "").as_str(), ",A.1;A.2"].concat();
        version(2, &[row]).replacen("external_id\n", "external_id,supersedes\n", 1)
    };
    take(&app, &author, merged(), Some(&first)).await;
    let again = check(&app, &author, merged(), &first).await;
    assert_eq!((text(&again["state"]), counts(&again)), ("unchanged", vec!["unchanged 1".to_owned()]), "{again}");
    let (one, two) = (read(&author, &one).await, read(&author, &two).await);
    assert_eq!((&one["policyItemCode"], &one["isWithdrawn"]), (&json!("C.1"), &json!(false)));
    assert_eq!((&two["policyItemCode"], &two["isWithdrawn"]), (&json!("A.2"), &json!(true)));
}

async fn references_go_to_all_parts_of_a_merged_or_split_requirement(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let both = [rule("A.1", LONG_RULE, ""), rule("A.2", OTHER_RULE, "")];
    let first = take(&app, &author, version(1, &both), None).await;
    let refer = async |collection: &Value, code: &str| {
        let seen = item_with(&author, collection, code).await;
        let body = json!({"policyItemId": seen["id"], "place": {"path": BASE}});
        author.post("/compliance/policyItem/policyRef", body).await.ok()
    };
    refer(&first, "A.2").await;

    let merged = version(2, &[rule("A.1", &[LONG_RULE, " ", OTHER_RULE].concat(), "")]);
    let import = check(&app, &author, merged.clone(), &first).await;
    let address = format!("/compliance/imports/{}/changes", text(&import["id"]));
    let rows = author.get(&address).await.ok();
    let shown = lines(&rows["items"], &["class", "oldCode", "related"]);
    assert_eq!(shown, ["changed A.1 [\"A.2\"]", "withdrawn A.2 [\"A.1\"]"], "{rows}");
    let aspects = |row: &Value| row["aspects"].as_array().expect("a list").contains(&json!("merged"));
    assert!(rows["items"].as_array().expect("a list").iter().all(aspects), "{rows}");
    take(&app, &author, merged.clone(), Some(&first)).await;
    let whole = item_with(&author, &first, "A.1").await;
    assert_eq!(lines(&whole["references"], &["manualPath", "state"]), [format!("{BASE} recheck")]);
    assert_eq!(whole["needsRecheck"], true);
    assert!(history(&author, &whole).await.contains(&"edition merged 2".to_owned()));
    let again = check(&app, &author, merged, &first).await;
    assert_eq!(text(&again["state"]), "unchanged", "{again}");

    let whole = rule("B.1", &[LONG_RULE, " ", OTHER_RULE].concat(), "");
    let named = |file: String| file.replace("Northwind Ops", "Southwind Ops");
    let other = take(&app, &author, named(version(1, &[whole])), None).await;
    refer(&other, "B.1").await;
    let split = version(2, &[rule("B.1", LONG_RULE, ""), rule("B.2", OTHER_RULE, "")]);
    take(&app, &author, named(split), Some(&other)).await;
    for code in ["B.1", "B.2"] {
        let part = item_with(&author, &other, code).await;
        assert_eq!(lines(&part["references"], &["manualPath", "state"]), [format!("{BASE} recheck")], "{code}");
        assert_eq!(part["needsRecheck"], true, "{code}");
    }
}
