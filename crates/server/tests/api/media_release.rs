//! Releasing the media of the operator: alone, and with the module that shows them.

use app::library::manuals::NewManual;
use axum::body::Body;
use axum::http::Method;
use domain::access::AccessLevel;
use domain::change::Actor;
use domain::path::CsdbPath;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};
use testkit::packages::demo;

use crate::imports::{import, read};
use crate::limited::{Limits, change_access};
use crate::revisions::{confirm, decide, revised};
use crate::statuses::{changed, step, version_at};
use crate::viewer::{BASE, delivered, lines, reader_of};

testkit::on_each_app!(
    an_image_is_released_with_its_module_by_an_approver_of_the_manual,
    an_image_of_several_manuals_needs_the_level_in_all_of_them,
    an_image_is_released_alone_by_an_approver_of_its_manual,
    an_image_that_is_not_the_newest_is_released_with_its_module,
);

const IMAGE: &str = "/NV240/MULTIMEDIA/ICN-NV240-A-282101-0-NVR01-00005-A-001-01.SVG";

/// Uploads other content of the image.
async fn replace_image(client: &Client, title: &str) {
    let request = client.request(Method::POST, &format!("{API}/media/default{IMAGE}?replace=true"));
    let svg = format!("<svg xmlns='http://www.w3.org/2000/svg'><title>{title}</title></svg>");
    let request = request.header("content-type", "image/svg+xml").body(Body::from(svg)).expect("a request");
    client.send(request).await.ok();
}

async fn status(client: &Client) -> Value {
    client.get(&format!("/files/default{IMAGE}")).await.ok()["status"].clone()
}

/// A step of the image itself.
async fn image_step(client: &Client, word: &str) -> TestResponse {
    let request = json!({"version": version_at(client, IMAGE).await, "step": word, "why": ""});
    client.post(&format!("/files/status/default{IMAGE}"), request).await
}

/// Authors write in the whole database, the approver approves in one manual of it and sees nothing else.
async fn limited(app: &TestApp) -> (Client, Client) {
    reader_of(app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    Limits::of_group(app, "/NV240", "Writers", &["author"], AccessLevel::Author).await;
    Limits::of_group(app, BASE, "Approvers", &["approver"], AccessLevel::Approve).await;
    grant(app, BASE, "Writers", AccessLevel::Author).await;
    (author, approver)
}

async fn grant(app: &TestApp, path: &str, group: &str, level: AccessLevel) {
    change_access(app, &CsdbPath::parse(path).expect("a path"), &[(group, Some(level))]).await;
}

/// A second manual of the database, with the same image.
async fn second_manual(app: &TestApp) {
    let other = NewManual { csdb: "NV240".to_owned(), name: "AMM".to_owned(), ..NewManual::default() };
    app::library::manuals::create_as(&app.ctx, &Actor::System, &other).await.expect("a manual");
    let admin = app.admin().await;
    let mut given = read(app, &admin, &demo("amm")).await;
    given["manualName"] = json!("AMM");
    assert_eq!(import(app, &admin, &given).await["status"], "COMPLETED");
}

async fn an_image_is_released_with_its_module_by_an_approver_of_the_manual(app: TestApp) {
    let (author, approver) = limited(&app).await;
    replace_image(&author, "own").await;
    changed(&author).await;
    step(&author, "submit").await.ok();
    assert_eq!(step(&author, "release").await.problem(), "403 forbidden");
    assert_eq!(step(&approver, "release").await.ok()["status"], json!("Released"));
    assert_eq!(status(&author).await, json!("Released"));
    let events = author.get(&format!("/files/statusEvents/default{IMAGE}")).await.ok();
    assert_eq!(lines(&events, &["before", "after", "by"]), ["Draft Released approver"]);
}

async fn an_image_of_several_manuals_needs_the_level_in_all_of_them(app: TestApp) {
    let (author, approver) = limited(&app).await;
    second_manual(&app).await;
    replace_image(&author, "own").await;
    changed(&author).await;
    step(&author, "submit").await.ok();
    assert_eq!(step(&approver, "release").await.problem(), "403 file.shared_media", "the other manual is hidden");
    assert_eq!(status(&author).await, json!("Draft"), "nothing is released in parts");
    grant(&app, "/NV240/AMM", "Approvers", AccessLevel::Author).await;
    assert_eq!(step(&approver, "release").await.problem(), "403 file.shared_media", "writing is not enough");
    grant(&app, "/NV240/AMM", "Approvers", AccessLevel::Approve).await;
    assert_eq!(step(&approver, "release").await.ok()["status"], json!("Released"));
    assert_eq!(status(&author).await, json!("Released"));
}

async fn an_image_is_released_alone_by_an_approver_of_its_manual(app: TestApp) {
    let (author, approver) = limited(&app).await;
    replace_image(&author, "own").await;
    image_step(&author, "submit").await.ok();
    assert_eq!(image_step(&author, "release").await.problem(), "403 forbidden");
    assert_eq!(image_step(&approver, "release").await.ok()["status"], json!("Released"));
    second_manual(&app).await;
    replace_image(&author, "again").await;
    image_step(&author, "submit").await.ok();
    assert_eq!(image_step(&approver, "release").await.problem(), "403 forbidden", "the other manual shows it now");
    assert_eq!(image_step(&app.admin().await, "release").await.ok()["status"], json!("Released"));
}

async fn an_image_that_is_not_the_newest_is_released_with_its_module(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    replace_image(&author, "own").await;
    let own = version_at(&author, IMAGE).await;
    let mut files = revised("Take off panel 214AL", "002");
    let (_, image) = files.iter_mut().find(|(name, _)| name.contains("282101-0-NVR01-00005")).expect("an image");
    *image = b"<svg xmlns='http://www.w3.org/2000/svg'><title>theirs</title></svg>".to_vec();
    let revision = delivered(&app, &files, "yes").await;
    confirm(&app, &revision).await;
    decide(&app, "markAllOemChangeFileDone", &revision, json!({})).await;
    assert_ne!(version_at(&author, IMAGE).await, own, "a newer one was delivered");
    let unreleased = async || {
        let found = author.get(&format!("/publications/blockers?manualPath={BASE}")).await.ok();
        lines(&found["unreleased"], &["path"]).contains(&IMAGE.to_owned())
    };
    assert!(unreleased().await, "the manual shows the operator's");
    changed(&author).await;
    step(&author, "submit").await.ok();
    step(&approver, "release").await.ok();
    assert!(!unreleased().await);
}
