//! Texts of regulations that are published but apply later.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::compliance::{read, text};
use crate::regulation_editions::{assess, check, take};
use crate::regulations::item_with;
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    a_text_that_applies_later_is_shown_and_reopens_its_clause_on_its_day,
    a_day_that_was_noted_is_not_noted_again,
    a_day_that_came_before_a_new_version_is_still_noted,
);

/// Two days after the start of the clock.
const DAY: &str = "2026-01-03";
const TWO_DAYS: i64 = 2 * 24 * 60 * 60;

/// A regulation whose second clause has another text from that day on.
fn regulation(version: u32) -> String {
    format!(
        "code,title,text,parent_code,type,effective_date\n\
        policyCollectionName,,Northwind Ops,,META,\n\
        policyOriginator,,Northwind Authority,,META,\n\
        complianceType,,regulatory,,META,\n\
        version,,{version},,META,\n\
        A.1,Records,\"(a) Keep the records of all training flights.\n(b) Show them for two years.\",,RULE,\n\
        A.1 [future 1],(b),Show them for five years.,A.1,FUTURE,{DAY}\n"
    )
}

/// The regulation with a reference from each clause, assessed.
async fn assessed(app: &TestApp) -> (Client, Value, Value) {
    reader_of(app, "amm").await;
    let author = app.person(Role::Author).await;
    let first = take(app, &author, regulation(1), None).await;
    let records = item_with(&author, &first, "A.1").await;
    for clause in 0..2 {
        let body = json!({"policyItemId": records["id"], "policyClauseId": records["clauses"][clause]["id"],
            "place": {"path": BASE}});
        author.post("/compliance/policyItem/policyRef", body).await.ok();
        app.wait(1);
    }
    let records = assess(&author, &read(&author, &records).await, "compliant").await;
    (author, first, records)
}

async fn notes(client: &Client, item: &Value) -> usize {
    let history = client.get(&format!("/compliance/policyItem/{}/history", text(&item["id"]))).await.ok();
    let noted = lines(&history, &["kind", "before", "after", "by"]);
    noted.iter().filter(|line| line.starts_with(&format!("edition changed {DAY} system"))).count()
}

async fn a_text_that_applies_later_is_shown_and_reopens_its_clause_on_its_day(app: TestApp) {
    let (author, _, records) = assessed(&app).await;
    let shown = read(&author, &records).await;
    let expected = format!("(b) Show them for five years. {DAY}");
    assert_eq!(lines(&shown["futureTexts"], &["clause", "text", "applicableDate"]), [expected]);
    assert!(!text(&shown["text"]).contains("five"), "it is not part of the requirement: {shown}");
    app::compliance::reviews::remind(&app.ctx).await.expect("it is told");
    let before = read(&author, &records).await;
    assert_eq!(
        (&before["needsRecheck"], &before["version"]),
        (&json!(false), &records["version"]),
        "its day is to come"
    );

    app.wait(TWO_DAYS);
    app::compliance::reviews::remind(&app.ctx).await.expect("it is told");
    let author = app.signed_in("author").await;
    let now = read(&author, &records).await;
    assert_eq!(now["needsRecheck"], true);
    assert_eq!(lines(&now["references"], &["state"]), ["current", "recheck"], "only those of its clause");
    assert_eq!(notes(&author, &records).await, 1);
}

async fn a_day_that_was_noted_is_not_noted_again(app: TestApp) {
    let (_, first, records) = assessed(&app).await;
    app.wait(TWO_DAYS);
    for _ in 0..2 {
        app::compliance::reviews::remind(&app.ctx).await.expect("it is told");
    }
    let author = app.signed_in("author").await;
    assert_eq!(notes(&author, &records).await, 1);
    app.wait(1);
    let same = check(&app, &author, regulation(1), &first).await;
    assert_eq!(same["state"], "unchanged", "{same}");
    let changed = regulation(2).replace("all training flights", "all flights");
    take(&app, &author, changed, Some(&first)).await;
    app::compliance::reviews::remind(&app.ctx).await.expect("it is told");
    assert_eq!(notes(&author, &records).await, 1);
}

async fn a_day_that_came_before_a_new_version_is_still_noted(app: TestApp) {
    let (_, first, records) = assessed(&app).await;
    app.wait(2 * TWO_DAYS);
    let author = app.signed_in("author").await;
    let changed = regulation(2).replace("all training flights", "all flights");
    take(&app, &author, changed, Some(&first)).await;
    app::compliance::reviews::remind(&app.ctx).await.expect("it is told");
    assert_eq!(notes(&author, &records).await, 1, "no pass ran since that day");
}
