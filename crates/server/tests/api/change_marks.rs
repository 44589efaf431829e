//! Change marks that a check-in writes on what was changed.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::editing;
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(
    a_check_in_marks_what_was_changed,
    a_full_issue_has_only_its_own_marks,
    a_batch_of_check_ins_marks_what_was_changed,
);

fn path() -> String {
    format!("{BASE}/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML")
}

async fn text(client: &Client) -> String {
    client.get(&format!("/bytes/default{}", path())).await.text()
}

/// Replaces words, and gives the text after its check-in.
async fn changed(client: &Client, old: &str, new: &str, said: Value) -> String {
    let (_, saved) = editing::edit(client, &path(), |text| text.replace(old, new)).await;
    editing::check_in(client, &path(), said, &saved).await.ok();
    text(client).await
}

async fn a_check_in_marks_what_was_changed(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let plain = changed(&author, "Booster", "Boost", json!({"step": "inWork"})).await;
    assert!(!plain.contains("changeMark"), "nobody asked for marks: {plain}");
    let reason = json!({"text": "SB 28-012", "type": "urt02"});
    let said = json!({"step": "inWork", "markChanges": true, "reason": reason});
    let marked = changed(&author, "the bottom of", "the floor of", said).await;
    let words = "the <changeInline changeMark=\"1\" changeType=\"modify\" \
                 reasonForUpdateRefIds=\"rfu-001\">floor</changeInline> of";
    assert!(marked.contains(words), "{marked}");
    assert!(marked.contains("<reasonForUpdate id=\"rfu-001\""), "{marked}");
    assert_eq!(marked.matches("changeMark").count(), 1, "{marked}");
    // An editorial reason is one that no mark may refer to.
    let said = json!({"step": "inWork", "markChanges": true, "reason": {"text": "Typing error", "type": "urt01"}});
    let marked = changed(&author, "bonded to ground", "bonded to the ground", said).await;
    assert!(marked.contains("<reqCondNoRef changeMark=\"1\" changeType=\"modify\">"), "{marked}");
    assert!(marked.contains(words), "marks in work stay: {marked}");
}

async fn a_full_issue_has_only_its_own_marks(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    changed(&author, "the bottom of", "the floor of", json!({"step": "inWork"})).await;
    let full = json!({"step": "full", "markChanges": true});
    let second = changed(&author, "bonded to ground", "bonded to the ground", full.clone()).await;
    assert!(second.contains("changeType=\"modify\">floor</changeInline>"), "since the last issue: {second}");
    assert!(second.contains("<reqCondNoRef changeMark=\"1\" changeType=\"modify\">"), "{second}");
    let third = changed(&author, "A flapper closes", "One flapper closes", full).await;
    assert!(third.contains("changeType=\"modify\">One</changeInline> flapper"), "{third}");
    assert_eq!(third.matches("changeMark").count(), 1, "{third}");
    assert!(third.contains("in the floor of the supply tank") && third.contains("<reqCondNoRef>"), "{third}");
    let revised = json!({"step": "full", "issueType": "revised", "markChanges": true});
    let fourth = changed(&author, "closes the hole", "closes the opening", revised).await;
    assert!(!fourth.contains("changeMark") && !fourth.contains("changeInline"), "{fourth}");
    assert!(fourth.contains("One flapper closes the opening"), "{fourth}");
}

async fn a_batch_of_check_ins_marks_what_was_changed(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    editing::edit(&author, &path(), |text| text.replace("the bottom of", "the floor of")).await;
    let said = json!({"step": "inWork", "comment": "x", "markChanges": true});
    let asked = json!({"paths": [path()], "action": "checkin", "checkIn": said});
    let done = author.post("/files/batch", asked).await.ok();
    assert_eq!(done["results"][0]["file"]["inWork"], json!("01"), "{done}");
    assert!(text(&author).await.contains("changeType=\"modify\">floor</changeInline>"));
}
