//! Compliance: the work list of those who own requirements, and what they are told.

use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::comments::path;
use crate::compliance::{read, text};
use crate::compliance_references::referring;
use crate::editing;
use crate::limited::Limits;
use crate::viewer::{lines, reader_of};

testkit::on_each_app!(
    the_work_list_shows_what_changed_in_the_text_and_in_the_requirement,
    owners_are_told_once_of_changed_texts_and_overdue_reviews,
    the_work_list_hides_what_a_reader_may_not_see,
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

fn pieces(redline: &Value, kind: &str) -> String {
    let all = redline.as_array().expect("pieces").iter();
    all.filter(|piece| piece["kind"] == kind).map(|piece| text(&piece["text"])).collect::<Vec<_>>().join("|")
}

async fn the_work_list_shows_what_changed_in_the_text_and_in_the_requirement(app: TestApp) {
    let (author, open) = suspect(&app).await;
    let reference = read(&author, &open).await["references"][0].clone();
    let found = author.get("/compliance/reviews").await.ok();
    assert_eq!(found["total"], 1, "{found}");
    let review = &found["items"][0];
    assert_eq!(lines(&found["items"], &["policyItemCode", "title", "status"]), ["A 1 Pumps not_assessed"]);
    assert_eq!(review["reference"]["id"], reference["id"]);
    assert_eq!(pieces(&review["redline"], "deleted"), "cartridge");
    assert_eq!(pieces(&review["redline"], "inserted"), "housing");
    let told = pieces(&review["requirementRedline"], "inserted");
    assert!(told.contains("two pumps"), "the requirement had no text when the reference was added: {review}");

    let confirm = json!({"id": reference["id"], "version": reference["version"], "comment": "See there",
        "confirmVersion": reference["currentVersion"]});
    app.wait(1);
    author.put("/compliance/policyItem/policyRef", confirm).await.ok();
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

    let reference = read(&author, &open).await["references"][0].clone();
    let confirm = json!({"id": reference["id"], "version": reference["version"], "comment": "See there",
        "confirmVersion": reference["currentVersion"]});
    author.put("/compliance/policyItem/policyRef", confirm).await.ok();
    app.wait(1);
    let (_, saved) = editing::edit(&author, &path(), |text| text.replacen("housing", "casing", 1)).await;
    editing::check_in(&author, &path(), json!({"step": "inWork", "comment": "Again"}), &saved).await.ok();
    assert_eq!(told().await.len(), 3, "the text changed again");
}

async fn the_work_list_hides_what_a_reader_may_not_see(app: TestApp) {
    let (author, _) = suspect(&app).await;
    assert_eq!(author.get("/compliance/reviews").await.ok()["total"], 1);
    Limits::of_group(&app, "/NV240", "Fleet 2", &[], AccessLevel::Approve).await;
    let hidden = author.get("/compliance/reviews").await.ok();
    assert_eq!((&hidden["total"], &hidden["items"]), (&json!(0), &json!([])));
}
