//! Compliance: the work list of those who own requirements, and what they are told.

use domain::access::AccessLevel;
use domain::path::CsdbPath;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::comments::path;
use crate::compliance::{collection, item, read, text};
use crate::compliance_references::{add, referring};
use crate::compliance_reports::{MANUAL_JOB, ask, ended, sheets};
use crate::editing;
use crate::limited::{Limits, change_access};
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    the_work_list_shows_what_changed_in_the_text_and_in_the_requirement,
    owners_are_told_once_of_changed_texts_and_overdue_reviews,
    the_work_list_hides_what_a_reader_may_not_see,
    a_comment_on_a_reference_does_not_hide_what_changed,
    a_changed_clause_is_shown_in_the_work_list,
    each_reference_of_a_changed_requirement_shows_what_changed,
    a_page_of_the_work_list_has_a_limit,
    a_decision_against_the_text_settles_its_reference,
    owners_are_told_of_nothing_that_they_may_not_see,
    a_new_owner_is_told_and_one_without_the_right_is_not,
    the_history_does_not_repeat_the_texts_of_requirements,
    the_work_list_of_a_manual_has_its_references_alone,
    a_reference_may_have_an_owner_and_a_review_date_of_its_own,
);

/// A requirement of the author with a reference whose text somebody changes.
async fn suspect(app: &TestApp) -> (Client, Value) {
    reader_of(app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let open = owned(&author, &open, "The operator shall describe two pumps.").await;
    app.wait(1);
    let (_, saved) = editing::edit(&author, &path(), |text| text.replacen("cartridge", "housing", 1)).await;
    editing::check_in(&author, &path(), json!({"step": "inWork", "comment": "New pump"}), &saved).await.ok();
    (author, open)
}

/// Gives a requirement to the author, with a text.
async fn owned(author: &Client, open: &Value, words: &str) -> Value {
    let values = json!({"version": open["version"], "policyItemCode": "A 1", "title": "Pumps", "text": words,
        "owner": "author", "reviewDate": "2000-01-01"});
    author.put(&format!("/compliance/policyItem/{}", text(&open["id"])), values).await.ok()
}

/// Confirms the first reference of a requirement as it was read.
pub(crate) async fn confirm(client: &Client, read: &Value) {
    let reference = &read["references"][0];
    let body = json!({"id": reference["id"], "version": reference["version"], "comment": "See there",
        "confirmVersion": reference["currentVersion"], "policyItemVersion": read["version"]});
    client.put("/compliance/policyItem/policyRef", body).await.ok();
}

/// The only entry of the work list.
pub(crate) async fn only_review(client: &Client) -> Value {
    let found = client.get("/compliance/reviews?mine=false").await.ok();
    assert_eq!(found["total"], 1, "{found}");
    found["items"][0].clone()
}

pub(crate) fn pieces(redline: &Value, kind: &str) -> String {
    let all = redline.as_array().expect("pieces").iter();
    all.filter(|piece| piece["kind"] == kind).map(|piece| text(&piece["text"])).collect::<Vec<_>>().join("|")
}

async fn the_work_list_shows_what_changed_in_the_text_and_in_the_requirement(app: TestApp) {
    let (author, open) = suspect(&app).await;
    let seen = read(&author, &open).await;
    let reference = &seen["references"][0];
    let found = author.get("/compliance/reviews").await.ok();
    assert_eq!(found["total"], 1, "{found}");
    let review = &found["items"][0];
    assert_eq!(lines(&found["items"], &["policyItemCode", "title", "status"]), ["A 1 Pumps not_assessed"]);
    assert_eq!(review["reference"]["id"], reference["id"]);
    assert_eq!(pieces(&review["redline"], "deleted"), "cartridge");
    assert_eq!(pieces(&review["redline"], "inserted"), "housing");
    let told = pieces(&review["requirementRedline"], "inserted");
    assert!(told.contains("two pumps"), "the requirement had no text when the reference was added: {review}");

    app.wait(1);
    confirm(&author, &seen).await;
    assert_eq!(author.get("/compliance/reviews").await.ok()["items"], json!([]));
    app.wait(1);
    let now = read(&author, &open).await;
    owned(&author, &now, "The operator shall describe three pumps.").await;
    let found = author.get("/compliance/reviews").await.ok();
    let review = &found["items"][0];
    assert_eq!(review["redline"], json!([]), "the paragraph is as it was");
    assert_eq!(pieces(&review["requirementRedline"], "deleted"), "two");
    assert_eq!(pieces(&review["requirementRedline"], "inserted"), "three");

    let other = app.person(Role::Approver).await;
    assert_eq!(other.get("/compliance/reviews").await.ok()["items"], json!([]), "it is the author's");
    assert_eq!(other.get("/compliance/reviews?mine=false").await.ok()["total"], 1);
}

async fn owners_are_told_once_of_changed_texts_and_overdue_reviews(app: TestApp) {
    let (author, open) = suspect(&app).await;
    let told = async || {
        app::compliance::reviews::remind(&app.ctx).await.expect("it is told");
        let messages = author.get("/notifications").await.ok();
        let mut codes = lines(&messages["items"], &["code", "link"]);
        codes.retain(|line| line.starts_with("compliance."));
        codes.sort();
        codes
    };
    let both = ["compliance.recheck /compliance-review", "compliance.review /compliance-review"];
    assert_eq!(told().await, both);
    assert_eq!(told().await, both, "nothing is new");

    confirm(&author, &read(&author, &open).await).await;
    app.wait(1);
    let (_, saved) = editing::edit(&author, &path(), |text| text.replacen("housing", "casing", 1)).await;
    editing::check_in(&author, &path(), json!({"step": "inWork", "comment": "Again"}), &saved).await.ok();
    assert_eq!(told().await.len(), 3, "the text changed again");
}

async fn a_reference_may_have_an_owner_and_a_review_date_of_its_own(app: TestApp) {
    let (author, open) = suspect(&app).await;
    let approver = app.person(Role::Approver).await;
    let listed = async || {
        let of = async |client: &Client| client.get("/compliance/reviews").await.ok()["total"].clone();
        (of(&author).await, of(&approver).await)
    };
    assert_eq!(listed().await, (json!(1), json!(0)), "it is the author's, as the requirement");
    let change = async |more: Value| {
        let now = read(&author, &open).await;
        let reference = &now["references"][0];
        let mut body = json!({"id": reference["id"], "version": reference["version"], "comment": "See there"});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        author.put("/compliance/policyItem/policyRef", body).await
    };
    assert_eq!(change(json!({"owner": "nobody"})).await.fields(), ["owner: unknown_value"]);
    let due = json!({"owner": "approver", "reviewDate": "2000-02-01"});
    let given = change(due.clone()).await.ok();
    let reference = &given["references"][0];
    assert_eq!((&reference["owner"]["account"], &reference["reviewDate"]), (&json!("approver"), &json!("2000-02-01")));
    assert_eq!(listed().await, (json!(0), json!(1)));
    app::compliance::reviews::remind(&app.ctx).await.expect("they are told");
    let messages = approver.get("/notifications").await.ok();
    let mut codes = lines(&messages["items"], &["code"]);
    codes.retain(|code| code.starts_with("compliance."));
    codes.sort();
    assert_eq!(codes, ["compliance.recheck", "compliance.review"]);

    let mut confirmed = due.clone();
    confirmed["confirmVersion"] = reference["currentVersion"].clone();
    confirmed["policyItemVersion"] = given["version"].clone();
    let now = change(confirmed).await.ok();
    let reference = &now["references"][0];
    assert_eq!((&reference["state"], &reference["reviewDate"]), (&json!("current"), &Value::Null), "it is reviewed");
    assert_eq!(listed().await, (json!(0), json!(0)));
    let now = change(due).await.ok();
    assert_eq!(now["references"][0]["state"], "current");
    assert_eq!(listed().await, (json!(0), json!(1)), "its text is as it was, and its day is over");
    let history = author.get(&format!("/compliance/policyItem/{}/history", text(&open["id"]))).await.ok();
    assert!(text(&history[0]["after"]).ends_with("2000-02-01"), "{history}");
    let order = json!({"csdbName": "NV240", "manualName": "MMEL", "format": "xlsx"});
    let asked = ask(&author, MANUAL_JOB, order).await;
    let job = ended(&app, &author, asked).await;
    assert!(sheets(&author, &job).await[1].contains("2000-02-01"), "the row of the reference has its own day");
}

async fn the_work_list_hides_what_a_reader_may_not_see(app: TestApp) {
    let (author, _) = suspect(&app).await;
    assert_eq!(author.get("/compliance/reviews").await.ok()["total"], 1);
    Limits::of_group(&app, "/NV240", "Fleet 2", &[], AccessLevel::Approve).await;
    let hidden = author.get("/compliance/reviews").await.ok();
    assert_eq!((&hidden["total"], &hidden["items"]), (&json!(0), &json!([])));
}

async fn a_comment_on_a_reference_does_not_hide_what_changed(app: TestApp) {
    let (author, open) = suspect(&app).await;
    app.wait(1);
    owned(&author, &read(&author, &open).await, "The operator shall describe three pumps.").await;
    app.wait(1);
    let reference = read(&author, &open).await["references"][0].clone();
    let body = json!({"id": reference["id"], "version": reference["version"], "comment": "See here"});
    author.put("/compliance/policyItem/policyRef", body).await.ok();
    let review = only_review(&author).await;
    assert_eq!(
        (&review["reference"]["comment"], &review["reference"]["state"]),
        (&json!("See here"), &json!("recheck"))
    );
    assert!(pieces(&review["requirementRedline"], "inserted").contains("three pumps"), "{review}");
    assert_eq!(pieces(&review["redline"], "inserted"), "housing");
}

async fn a_changed_clause_is_shown_in_the_work_list(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let with_clauses = async |clauses: Value| {
        let now = read(&author, &open).await;
        let values = json!({"version": now["version"], "policyItemCode": "A 1", "text": "The operator shall describe:",
            "clauses": clauses});
        author.put(&format!("/compliance/policyItem/{}", text(&open["id"])), values).await.ok()
    };
    let first =
        with_clauses(json!([{"marker": "(a)", "text": "two pumps"}, {"marker": "(b)", "text": "valves"}])).await;
    app.wait(1);
    confirm(&author, &first).await;
    app.wait(1);
    let clause = |at: usize, words: &str| {
        let old = &first["clauses"][at];
        json!({"id": old["id"], "marker": old["marker"], "text": words})
    };
    with_clauses(json!([clause(0, "three pumps"), clause(1, "valves")])).await;
    let review = only_review(&author).await;
    assert_eq!(pieces(&review["requirementRedline"], "deleted"), "two");
    assert_eq!(pieces(&review["requirementRedline"], "inserted"), "three");
    app.wait(1);
    with_clauses(json!([clause(0, "two pumps"), clause(1, "valves")])).await;
    let review = only_review(&author).await;
    assert_eq!((&review["requirementRedline"], &review["isRequirementChanged"]), (&json!([]), &json!(true)));
}

async fn each_reference_of_a_changed_requirement_shows_what_changed(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    app.wait(1);
    add(&author, &open, json!({"path": BASE})).await.ok();
    for words in ["The operator shall describe two pumps.", "The operator shall describe three pumps."] {
        app.wait(1);
        owned(&author, &read(&author, &open).await, words).await;
    }
    let found = author.get("/compliance/reviews").await.ok();
    assert_eq!(lines(&found["items"], &["isRequirementChanged"]), ["true", "true"], "{found}");
    for review in found["items"].as_array().expect("reviews") {
        let inserted = pieces(&review["requirementRedline"], "inserted");
        assert!(inserted.contains("three pumps"), "from the text of then, which was empty: {review}");
    }
}

async fn a_page_of_the_work_list_has_a_limit(app: TestApp) {
    let (author, _) = suspect(&app).await;
    let found = author.get("/compliance/reviews?pageSize=500").await.ok();
    assert_eq!((&found["pageSize"], &found["total"]), (&json!(50), &json!(1)));
}

async fn a_decision_against_the_text_settles_its_reference(app: TestApp) {
    let (author, open) = suspect(&app).await;
    let review = only_review(&author).await;
    let decide = |reference: Value| {
        json!({"id": open["id"], "version": review["policyItemVersion"], "status": "non_compliant",
            "reference": reference})
    };
    let read_text = &review["reference"]["currentVersion"];
    let stale = json!({"id": review["reference"]["id"], "version": 1, "confirmVersion": read_text});
    let refused = author.put("/compliance/policyItem/status", decide(stale)).await;
    assert_eq!(refused.problem(), "409 changed_meanwhile");
    let unknown = json!({"id": review["reference"]["id"], "version": 1, "confirmVersion": "x"});
    let refused = author.put("/compliance/policyItem/status", decide(unknown)).await;
    assert_eq!(refused.fields(), ["reference.confirmVersion: unknown_value"]);
    let now = read(&author, &open).await;
    assert_eq!((&now["status"], &now["references"][0]["state"]), (&json!("not_assessed"), &json!("recheck")));
    let seen = &review["reference"];
    let as_read = json!({"id": seen["id"], "version": seen["version"], "confirmVersion": read_text});
    let decided = author.put("/compliance/policyItem/status", decide(as_read)).await.ok();
    assert_eq!((&decided["status"], &decided["references"][0]["state"]), (&json!("non_compliant"), &json!("current")));
    assert_eq!(author.get("/compliance/reviews?mine=false").await.ok()["total"], 0);

    let other = item(&author, &collection(&author, "B").await["path"], "B 1").await;
    let foreign = json!({"id": decided["references"][0]["id"], "version": decided["references"][0]["version"],
        "confirmVersion": read_text});
    let body = json!({"id": other["id"], "version": other["version"], "status": "compliant", "reference": foreign});
    let refused = author.put("/compliance/policyItem/status", body).await;
    assert!(!refused.status.is_success(), "it is a reference of another requirement");
    assert_eq!(read(&author, &other).await["status"], "not_assessed");
}

/// The codes of what a person was told about compliance.
async fn told(app: &TestApp, client: &Client) -> Vec<String> {
    app::compliance::reviews::remind(&app.ctx).await.expect("it is told");
    let messages = client.get("/notifications").await.ok();
    let mut codes = lines(&messages["items"], &["code"]);
    codes.retain(|code| code.starts_with("compliance."));
    codes.sort();
    codes
}

async fn owners_are_told_of_nothing_that_they_may_not_see(app: TestApp) {
    let (author, _) = suspect(&app).await;
    let limits = Limits::of_group(&app, "/NV240", "Fleet 2", &["author"], AccessLevel::Author).await;
    let place = CsdbPath::parse("/NV240").expect("a path");
    change_access(&app, &place, &[(&limits.group, None)]).await;
    assert_eq!(told(&app, &author).await, ["compliance.review"], "the review date tells nothing of the manual");
    change_access(&app, &place, &[(&limits.group, Some(AccessLevel::Author))]).await;
    assert_eq!(told(&app, &author).await, ["compliance.recheck", "compliance.review"], "once they may see it");
}

async fn a_new_owner_is_told_and_one_without_the_right_is_not(app: TestApp) {
    let (author, open) = suspect(&app).await;
    let both = ["compliance.recheck", "compliance.review"];
    assert_eq!(told(&app, &author).await, both);
    let approver = app.person(Role::Approver).await;
    assert_eq!(told(&app, &approver).await, [""; 0]);
    let now = read(&author, &open).await;
    let change =
        json!({"items": [{"id": now["id"], "version": now["version"]}], "change": "owner", "owner": "approver"});
    author.put("/compliance/policyItem/bulk", change).await.ok();
    let admin = app.admin().await;
    let user = admin.get("/user-manage/getUserByAccount?account=approver").await.ok();
    let role = |role: &str, version: &Value| {
        let mut changed = json!({"account": "approver", "email": user["email"], "status": "active"});
        (changed["role"], changed["version"]) = (json!(role), version.clone());
        changed
    };
    admin.post("/user-manage/updateUser", role("reader", &user["version"])).await.ok();
    app::compliance::reviews::remind(&app.ctx).await.expect("it is told");
    let user = admin.get("/user-manage/getUserByAccount?account=approver").await.ok();
    admin.post("/user-manage/updateUser", role("approver", &user["version"])).await.ok();
    let approver = app.signed_in("approver").await;
    let messages = approver.get("/notifications").await.ok();
    assert!(!messages.to_string().contains("compliance."), "a reader can do nothing about it: {messages}");
    assert_eq!(told(&app, &approver).await, both);
    assert_eq!(told(&app, &author).await, both, "the old one is not told again");
}

async fn the_history_does_not_repeat_the_texts_of_requirements(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let open = item(&author, &made["path"], "A 1").await;
    let long = "word ".repeat(9_000);
    for words in [format!("{long}30"), format!("{long}15")] {
        app.wait(1);
        owned(&author, &read(&author, &open).await, &words).await;
    }
    let history = author.get(&format!("/compliance/policyItem/{}/history", text(&open["id"]))).await;
    let told = history.text();
    assert!(told.matches("requirementChanged").count() == 2 && told.len() < 5_000, "{} bytes", told.len());
}

async fn the_work_list_of_a_manual_has_its_references_alone(app: TestApp) {
    let (author, open) = suspect(&app).await;
    app.admin().await.post("/csdb/manual", json!({"csdbName": ["NV240"], "manualName": ["OTHER"]})).await.ok();
    add(&author, &open, json!({"path": "/NV240/OTHER"})).await.ok();
    let listed = async |query: &str| author.get(&format!("/compliance/{query}")).await.ok()["total"].clone();
    assert_eq!(listed(&format!("reviews?mine=false&manualPath={BASE}")).await, 1);
    assert_eq!(listed("reviews?mine=false&manualPath=/NV240/OTHER").await, 0);
    assert_eq!(listed(&format!("reviews?mine=false&module={}", path())).await, 1);
    assert_eq!(listed(&format!("reviews?mine=false&policyItemId={}", text(&open["id"]))).await, 1);
    assert_eq!(listed("reviews?mine=false&policyItemId=other").await, 0);
    let (suspects, overdue) = (listed("reviews").await, listed("policyItems?overdue=true&mine=true").await);
    assert_eq!((&suspects, &overdue), (&json!(1), &json!(1)));
    assert_eq!(author.get("/counts").await.ok()["policyReviews"], 2, "as many as the lists show");
    let reader = app.person(Role::Reader).await;
    assert_eq!(reader.get("/counts").await.ok().get("policyReviews"), None);
    assert_eq!(listed(&format!("policyItems?recheck=true&manualPath={BASE}")).await, 1);
    assert_eq!(listed("policyItems?manualPath=/NV240/OTHER").await, 1);
    assert_eq!(listed("policyItems?recheck=true&manualPath=/NV240/OTHER").await, 0, "that text is as it was");
    let missing = author.get("/compliance/reviews?manualPath=/NV240/NONE").await;
    assert_eq!(missing.problem(), "404 manual.not_found");
}
