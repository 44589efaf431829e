//! Compliance: paragraphs that are suggested for a requirement by likeness of text.

use app::demo::DemoRegulation;
use app::library::manuals::NewManual;
use domain::access::AccessLevel;
use domain::change::Actor;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::demo;
use testkit::requirements::{known_answers, right_suggestions};

use crate::compliance::{collection, text};
use crate::imports::{import, read};
use crate::limited::Limits;
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    four_of_five_known_answers_are_among_the_first_five_suggestions,
    a_suggestion_has_its_reason_and_becomes_a_reference,
    suggestions_for_a_clause_are_about_the_clause,
    suggestions_are_taken_from_readable_manuals_alone,
    an_index_that_is_not_there_yet_is_no_empty_answer,
    the_demo_regulation_refers_to_the_demo_manuals,
);

/// Requirements for whose text an answer must be found.
const WANTED: usize = 48;

/// The demo manuals, indexed.
async fn demo_library(app: &TestApp) -> Client {
    reader_of(app, "mmel-r1").await;
    let manual = NewManual { csdb: "NV240".to_owned(), name: "AMM".to_owned(), ..NewManual::default() };
    app::library::manuals::create_as(&app.ctx, &Actor::System, &manual).await.expect("a manual");
    let admin = app.admin().await;
    let mut given = read(app, &admin, &demo("amm")).await;
    given["manualName"] = json!("AMM");
    let job = import(app, &admin, &given).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    app.index().await;
    app.person(Role::Author).await
}

async fn four_of_five_known_answers_are_among_the_first_five_suggestions(app: TestApp) {
    let author = demo_library(&app).await;
    let answers = known_answers();
    assert_eq!(answers.len(), 60);
    for answer in &answers {
        assert!(!answer.module.contains(&answer.code), "{} has the code of its answer", answer.code);
    }
    let (right, wrong) = right_suggestions(&author, &answers).await;
    assert!(right >= WANTED, "{right} of {} are right; not for {wrong:?}", answers.len());
}

/// A requirement with a text.
async fn requirement(author: &Client, title: &str, text: &str) -> Value {
    let made = collection(author, "A").await;
    let body = json!({"parentPath": made["path"], "policyItemCode": "A 1", "title": title, "text": text,
        "clauses": [{"marker": "(a)", "text": "Gearbox oil shall not be mixed with engine oil."}]});
    author.post("/compliance/policyItem", body).await.ok()
}

async fn suggestions(client: &Client, item: &Value, query: &str) -> Value {
    client.get(&format!("/compliance/policyItem/{}/suggestions{query}", text(&item["id"]))).await.ok()
}

const HOIST: &str = "A mission that may need the hoist shall not be accepted while the hoist is inoperative.";

async fn a_suggestion_has_its_reason_and_becomes_a_reference(app: TestApp) {
    let author = demo_library(&app).await;
    let item = requirement(&author, "Hoist missions", HOIST).await;
    let found = suggestions(&author, &item, "").await;
    let first = &found[0];
    assert_eq!(first["code"], "DMC-NV240-A-25-63-01-00A-131A-A", "{found}");
    assert_eq!(first["manualPath"], BASE);
    let words: Vec<&str> = first["words"].as_array().expect("words").iter().map(text).collect();
    assert!(words.contains(&"mission") && words.contains(&"hoist") && !words.contains(&"the"), "{words:?}");
    assert!(lines(&first["snippet"], &["text", "hit"]).iter().any(|line| line.ends_with("true")), "{first}");

    let place = json!({"path": first["path"], "version": first["version"], "anchor": first["anchor"]});
    let body = json!({"policyItemId": item["id"], "place": place});
    let open = author.post("/compliance/policyItem/policyRef", body).await.ok();
    assert!(text(&open["references"][0]["quote"]).starts_with("Do not accept a mission"), "{open}");
    assert_eq!(open["references"][0]["textState"], "unchanged");
    let rest = suggestions(&author, &item, "").await;
    let is_first = |one: &Value| one["path"] == first["path"] && one["anchor"] == first["anchor"];
    assert!(!rest.as_array().expect("a list").iter().any(is_first), "it is a reference by now");

    let named = requirement_in(&author, &open, "See the module 26-21-01-00A-181A.").await;
    let found = suggestions(&author, &named, "").await;
    let with_code = found.as_array().expect("a list").iter().find(|one| one["namedCode"].is_string());
    let with_code = with_code.expect("a suggestion by code");
    assert!(text(&with_code["code"]).contains("26-21-01-00A-181A"), "{with_code}");
    assert_eq!(with_code["namesPolicyItemCode"], false);

    let body = json!({"parentPath": open["parentPath"], "policyItemCode": "A 3", "title": "MEL item 26-21-01B"});
    let item = author.post("/compliance/policyItem", body).await.ok();
    let found = suggestions(&author, &item, "").await;
    let named: Vec<&Value> =
        found.as_array().expect("a list").iter().filter(|one| one["namedCode"] == "26-21-01").collect();
    assert!(!named.is_empty(), "the item of the MEL names its system: {found}");
    assert!(named.iter().all(|one| text(&one["code"]).contains("-26-21-01-")), "{found}");
}

/// Another requirement of the same collection.
async fn requirement_in(author: &Client, item: &Value, text: &str) -> Value {
    let body = json!({"parentPath": item["parentPath"], "policyItemCode": "A 2", "title": "Bottle", "text": text});
    author.post("/compliance/policyItem", body).await.ok()
}

async fn suggestions_for_a_clause_are_about_the_clause(app: TestApp) {
    let author = demo_library(&app).await;
    let item = requirement(&author, "", HOIST).await;
    let clause = text(&item["clauses"][0]["id"]).to_owned();
    let found = suggestions(&author, &item, &format!("?policyClauseId={clause}")).await;
    assert_eq!(found[0]["code"], "DMC-NV240-A-63-21-00-00A-210A-A", "{found}");
    let path = format!("/compliance/policyItem/{}/suggestions", text(&item["id"]));
    let odd = author.get(&format!("{path}?policyClauseId=none")).await;
    assert_eq!(odd.fields(), ["policyClauseId: unknown_value"]);
    let missing = author.get("/compliance/policyItem/none/suggestions").await;
    assert_eq!(missing.problem(), "404 policy_item.not_found");
}

async fn suggestions_are_taken_from_readable_manuals_alone(app: TestApp) {
    let author = demo_library(&app).await;
    let item = requirement(&author, "Hoist missions", HOIST).await;
    assert!(!suggestions(&author, &item, "").await.as_array().expect("a list").is_empty());
    Limits::of_group(&app, "/NV240", "Fleet 2", &[], AccessLevel::Approve).await;
    assert_eq!(suggestions(&author, &item, "").await, json!([]));
}

async fn an_index_that_is_not_there_yet_is_no_empty_answer(app: TestApp) {
    let author = app.person(Role::Author).await;
    let item = requirement(&author, "Hoist missions", HOIST).await;
    let path = format!("/compliance/policyItem/{}/suggestions", text(&item["id"]));
    assert_eq!(author.get(&path).await.problem(), "503 search.building");
    app.index().await;
    assert_eq!(author.get(&path).await.ok(), json!([]));
}

async fn the_demo_regulation_refers_to_the_demo_manuals(app: TestApp) {
    let author = demo_library(&app).await;
    app::demo::load(&app.ctx, None).await.expect("the demo people");
    let read = |name: &str| {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/regulation");
        std::fs::read_to_string(folder.join(name)).expect("a file of the demo library")
    };
    let editions = [read("azr-ops-1.csv"), read("azr-ops-2.csv")];
    let regulation = DemoRegulation { editions, answers: read("answers.csv") };
    // One run ends after the owners, another one before the second edition.
    let answers = format!("{}AZR.NONE.1,AMM,DMC-NONE,None\n", regulation.answers);
    let [first, _] = regulation.editions.clone();
    for broken in [
        DemoRegulation { answers, ..regulation.clone() },
        DemoRegulation { editions: [first, "code\n".to_owned()], ..regulation.clone() },
    ] {
        assert!(Box::pin(app::demo::regulate(&app.ctx, &broken)).await.is_err());
    }
    assert!(Box::pin(app::demo::regulate(&app.ctx, &regulation)).await.expect("it is completed"));
    assert!(!Box::pin(app::demo::regulate(&app.ctx, &regulation)).await.expect("it is there"));
    let collections = author.get("/compliance").await.ok();
    assert_eq!(lines(&collections, &["collectionVersion", "effectiveDate"]), ["Edition 2 2026-10-01"]);
    let figures = author.get("/compliance/dashboard").await.ok();
    let counts = &figures["collections"][0]["counts"];
    let numbers = ["items", "assessable", "outOfScope", "unreferenced", "overdue"].map(|name| counts[name].clone());
    assert_eq!(numbers, [61, 60, 1, 13, 6].map(|count| json!(count)), "one was withdrawn and one added: {counts}");
    assert_eq!(counts["rechecks"], 5, "the second edition changed their text");
    let of_status = |word: &str| {
        let mut statuses = counts["byStatus"].as_array().expect("a list").iter();
        statuses.find(|one| one["status"] == word).map_or(json!(0), |one| one["count"].clone())
    };
    let words = ["compliant", "partially_compliant", "non_compliant", "not_assessed", "not_applicable"];
    assert_eq!(words.map(of_status), [38, 2, 1, 17, 1].map(|count| json!(count)), "{counts}");
    assert_eq!(lines(&figures["manuals"], &["manualPath"]), ["/NV240/AMM", "/NV240/MMEL"]);
}
