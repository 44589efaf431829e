//! Going back to what the working lane contained before a revision was confirmed.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;

use crate::editing::{check_in, edit};
use crate::revisions::{BEFORE, OURS, ask, confirm, customise, decide, path, revised, state, text, todos};
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    everything_goes_back_and_the_revision_waits_again,
    one_module_goes_back,
    modules_that_were_edited_since_stay,
    one_module_with_later_edits_goes_back_only_if_they_were_shown,
    a_module_that_the_confirmation_left_alone_is_not_restored,
    a_later_revision_is_not_undone_by_an_earlier_one,
);

async fn everything_goes_back_and_the_revision_waits_again(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let before = text(&reader).await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let approver = app.person(Role::Approver).await;
    let early = ask(&approver, "restoreAirline", &revision, json!({})).await;
    assert_eq!(early.problem(), "409 revision.not_confirmed");
    confirm(&app, &revision).await;
    assert_ne!(text(&reader).await, before);
    let done = decide(&app, "restoreAirline", &revision, json!({"note": "Too early"})).await;
    assert_eq!((&done["restored"], &done["kept"]), (&json!("1"), &json!("0")), "{done}");
    assert_eq!(text(&reader).await, before);
    assert_eq!(state(&reader, &revision).await, json!("waiting"));
    confirm(&app, &revision).await;
    let merged = text(&reader).await;
    assert!(merged.contains("Take off panel 214AL") && merged.contains(OURS), "{merged}");
    let history = reader.get(&format!("/revisions/{revision}/decisions")).await.ok();
    let kinds: Vec<&Value> = history.as_array().expect("a list").iter().map(|one| &one["kind"]).collect();
    assert_eq!(kinds.len(), 3, "{history}");
}

async fn one_module_goes_back(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, BEFORE, "Open panel 214AL").await;
    let before = text(&reader).await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    confirm(&app, &revision).await;
    assert_ne!(text(&reader).await, before);
    let author = app.person(Role::Author).await;
    author.ask(axum::http::Method::POST, &format!("/files/checkout/default{}", path()), None).await.ok();
    let approver = app.person(Role::Approver).await;
    let held = ask(&approver, "restoreAirline", &revision, json!({"path": path()})).await;
    assert_eq!(held.problem(), "409 file.already_checked_out");
    author.ask(axum::http::Method::POST, &format!("/files/cancelCheckout/default{}", path()), None).await.ok();
    decide(&app, "restoreAirline", &revision, json!({"path": path()})).await;
    assert_eq!(text(&reader).await, before);
    assert_eq!(state(&reader, &revision).await, json!("confirmed"), "the revision stays");
    let todo = todos(&reader, &revision, "").await["items"][0].clone();
    assert_eq!((&todo["state"], &todo["resolution"]), (&json!("done"), &json!("restored")));
}

/// An author changes a text of a file of the manual and checks it in.
async fn change(app: &TestApp, file: &str, old: &str, new: &str) {
    let author = app.person(Role::Author).await;
    let (text, sha256) = edit(&author, file, |text| text.replace(old, new)).await;
    assert!(text.contains(old), "{text}");
    check_in(&author, file, json!({"step": "inWork"}), &sha256).await.ok();
}

async fn modules_that_were_edited_since_stay(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, BEFORE, "Open panel 214AL").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    confirm(&app, &revision).await;
    change(&app, &path(), "Lower the pump by 30 mm", OURS).await;
    let done = decide(&app, "restoreAirline", &revision, json!({})).await;
    assert_eq!((&done["restored"], &done["kept"]), (&json!("0"), &json!("1")), "{done}");
    assert_eq!(done["keptModules"], json!(path()));
    assert!(text(&reader).await.contains(OURS));
    let todo = todos(&reader, &revision, "").await["items"][0].clone();
    assert_eq!((&todo["state"], &todo["resolution"]), (&json!("done"), &Value::Null), "it was not restored: {todo}");
}

async fn one_module_with_later_edits_goes_back_only_if_they_were_shown(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, BEFORE, "Open panel 214AL").await;
    let before = text(&reader).await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    confirm(&app, &revision).await;
    change(&app, &path(), "Lower the pump by 30 mm", OURS).await;
    let approver = app.person(Role::Approver).await;
    let refused = ask(&approver, "restoreAirline", &revision, json!({"path": path()})).await;
    assert_eq!(refused.problem(), "409 changed_meanwhile");
    let shown = reader.get(&format!("/files/default{}", path())).await.ok()["versionId"].clone();
    decide(&app, "restoreAirline", &revision, json!({"path": path(), "workingVersion": shown})).await;
    assert_eq!(text(&reader).await, before);
}

async fn a_module_that_the_confirmation_left_alone_is_not_restored(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let other = format!("{BASE}/DMC-NV240-A-28-21-01-00A-720A-A_en-US.XML");
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let approver = app.person(Role::Approver).await;
    let unknown = ask(&approver, "confirmOemAta2300", &revision, json!({"path": other})).await;
    assert_eq!(unknown.fields(), ["parameterMap.path: unknown_value"], "it is about all modules");
    confirm(&app, &revision).await;
    change(&app, &other, "Run the pump for 5 min", "Run the pump for 6 min").await;
    let refused = ask(&approver, "restoreAirline", &revision, json!({"path": other})).await;
    assert_eq!(refused.problem(), "404 file.not_found");
    assert!(reader.get(&format!("/bytes/default{other}")).await.text().contains("Run the pump for 6 min"));
}

async fn a_later_revision_is_not_undone_by_an_earlier_one(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let second = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    confirm(&app, &second).await;
    let third = delivered(&app, &revised("Take away panel 214AL", "003"), "yes").await;
    confirm(&app, &third).await;
    let approver = app.person(Role::Approver).await;
    let refused = ask(&approver, "restoreAirline", &second, json!({"path": path()})).await;
    assert_eq!(refused.problem(), "409 revision.not_newest");
    assert!(text(&reader).await.contains("Take away panel 214AL"));
    decide(&app, "restoreAirline", &third, json!({"path": path()})).await;
    assert!(text(&reader).await.contains("Take off panel 214AL"), "the text before the third");
}
