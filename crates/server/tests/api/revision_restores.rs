//! Going back to what the working lane contained before a revision was confirmed.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;

use crate::revisions::{BEFORE, OURS, ask, confirm, customise, decide, path, revised, state, text, todos};
use crate::viewer::{delivered, reader_of};

testkit::on_each_app!(everything_goes_back_and_the_revision_waits_again, one_module_goes_back,);

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
