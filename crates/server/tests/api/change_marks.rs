//! Change marks that a check-in writes on what was changed.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::demo;

use crate::editing;
use crate::imports::given_manual;
use crate::revisions::revised;
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    a_check_in_marks_what_was_changed,
    a_full_issue_has_only_its_own_marks,
    a_full_issue_does_not_mark_what_was_changed_back,
    an_issue_that_was_only_delivered_is_not_the_issue_before,
    marks_of_the_work_stay_where_the_issue_before_is_unknown,
    a_text_that_is_too_different_is_not_marked,
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
    // Editorial changes must not be marked.
    let said = json!({"step": "inWork", "markChanges": true, "reason": {"text": "Typing error", "type": "urt01"}});
    let marked = changed(&author, "bonded to ground", "bonded to the ground", said).await;
    assert!(marked.contains("bonded to the ground") && marked.contains("<reqCondNoRef>"), "{marked}");
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

async fn a_full_issue_does_not_mark_what_was_changed_back(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let work = json!({"step": "inWork", "markChanges": true});
    let marked = changed(&author, "the bottom of", "the floor of", work).await;
    assert!(marked.contains("changeType=\"modify\">floor</changeInline>"), "{marked}");
    changed(&author, ">floor<", ">bottom<", json!({"step": "inWork"})).await;
    let full = json!({"step": "full", "markChanges": true});
    let issue = changed(&author, "A flapper closes", "One flapper closes", full).await;
    assert!(issue.contains("the bottom of") && issue.contains(">One</changeInline> flapper"), "{issue}");
    assert_eq!(issue.matches("changeMark").count(), 1, "{issue}");
}

async fn an_issue_that_was_only_delivered_is_not_the_issue_before(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    // Our issue 002, and then one of the manufacturer with the same number, which nobody has confirmed.
    let ours = changed(&author, "the bottom of", "the floor of", json!({"step": "full"})).await;
    assert!(ours.contains("issueNumber=\"002\" inWork=\"00\""), "{ours}");
    delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    changed(&author, "A flapper closes", "One flapper closes", json!({"step": "inWork"})).await;
    let full = json!({"step": "full", "markChanges": true});
    let issue = changed(&author, "bonded to ground", "bonded to the ground", full).await;
    assert!(issue.contains(">One</changeInline> flapper"), "{issue}");
    assert!(issue.contains("<reqCondNoRef changeMark=\"1\" changeType=\"modify\">"), "{issue}");
    assert_eq!(issue.matches("changeMark").count(), 2, "only what differs from our issue: {issue}");
}

async fn marks_of_the_work_stay_where_the_issue_before_is_unknown(app: TestApp) {
    given_manual(&app).await;
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("text");
    *bytes = text.replace("issueNumber=\"001\" inWork=\"00\"", "issueNumber=\"001\" inWork=\"01\"").into_bytes();
    delivered(&app, &files, "yes").await;
    let author = app.person(Role::Author).await;
    changed(&author, "the bottom of", "the floor of", json!({"step": "inWork", "markChanges": true})).await;
    let full = json!({"step": "full", "markChanges": true});
    let issue = changed(&author, "A flapper closes", "One flapper closes", full).await;
    assert!(issue.contains("issueNumber=\"002\" inWork=\"00\""), "{issue}");
    assert!(issue.contains(">floor</changeInline>") && issue.contains(">One</changeInline>"), "{issue}");
}

async fn a_text_that_is_too_different_is_not_marked(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let many = |letter: &str| -> String {
        let paras = (0..200).map(|index| format!("<para>{letter}{index} {letter}</para>"));
        paras.chain(["</commonInfo>".to_owned()]).collect()
    };
    changed(&author, "</commonInfo>", &many("a"), json!({"step": "inWork"})).await;
    let (before, after) = (many("a"), many("b"));
    let (_, saved) = editing::edit(&author, &path(), |text| text.replace(&before, &after)).await;
    let said = json!({"step": "inWork", "markChanges": true});
    assert_eq!(editing::check_in(&author, &path(), said, &saved).await.problem(), "422 checkin.not_markable");
    editing::check_in(&author, &path(), json!({"step": "inWork"}), &saved).await.ok();
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
