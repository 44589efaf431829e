//! Unused content: the job `collectContent`.

use bytes::Bytes;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::blobs::file_of;
use testkit::dump;

use crate::viewer::reader_of;

testkit::on_each_app!(
    unused_content_is_set_aside_and_deleted_a_day_later,
    content_that_is_named_while_it_is_collected_is_kept,
    young_content_is_left_alone,
    a_repeated_attempt_reports_what_the_first_one_set_aside,
    only_an_administrator_collects_content,
);

const DAY: i64 = 24 * 3_600;

fn asked(dry_run: bool) -> Value {
    json!({"jobName": "collectContent", "parameterMap": {"dryRun": [dry_run.to_string()]}})
}

/// Runs the job; gives the numbers of blobs that were set aside, put back and deleted, and the report.
async fn collect(app: &TestApp, dry_run: bool) -> ([String; 3], String) {
    let id = app.admin().await.post("/jobs", asked(dry_run)).await.ok()["id"].as_str().expect("an id").to_owned();
    run(app, &id, dry_run).await
}

async fn run(app: &TestApp, id: &str, dry_run: bool) -> ([String; 3], String) {
    let admin = app.admin().await;
    assert_eq!(app.run_jobs().await, 1);
    let job = admin.get(&format!("/jobs/{id}")).await.ok();
    assert_eq!(
        (&job["status"], &job["outputMap"]["dryRun"]),
        (&json!("COMPLETED"), &json!(dry_run.to_string())),
        "{job}"
    );
    let count = |name: &str| job["outputMap"][name].as_str().expect("a number").to_owned();
    let report = admin.get(&format!("/jobs/{id}/artifact/unused-content.csv")).await.text();
    (["setAside", "putBack", "deleted"].map(count), report)
}

/// Lets so much time pass that everything written so far is old; files have the real time.
fn grow_old(app: &TestApp) {
    app.wait(3_650 * DAY);
}

async fn unused_content_is_set_aside_and_deleted_a_day_later(app: TestApp) {
    reader_of(&app, "amm").await;
    let text = dump::of_manual(&app.db, "NV240", "MMEL").await;
    let unused = app.blobs().put(Bytes::from_static(b"nobody names it")).await.expect("it is kept");
    let file = file_of(&app.blob_folder(), &unused);
    grow_old(&app);
    let (counts, report) = collect(&app, true).await;
    assert_eq!(counts, ["1", "0", "0"]);
    assert!(report.contains(&format!("setAside,{unused},15,")) && file.exists(), "{report}");

    assert_eq!(collect(&app, false).await.0, ["1", "0", "0"]);
    assert!(!file.exists());
    assert!(app.blobs().read(&unused).await.expect("it can be read").is_some(), "for a day");
    app.wait(DAY - 60);
    assert_eq!(collect(&app, false).await.0, ["0", "0", "0"]);
    app.wait(120);
    assert_eq!(collect(&app, true).await.0, ["0", "0", "1"]);
    assert!(app.blobs().read(&unused).await.expect("it can be read").is_some(), "that was a dry run");
    assert_eq!(collect(&app, false).await.0, ["0", "0", "1"]);
    assert_eq!(app.blobs().read(&unused).await.expect("it can be read"), None);

    assert_eq!(dump::of_manual(&app.db, "NV240", "MMEL").await, text);
    let backup = tempfile::tempdir().expect("a temporary folder");
    let whole = app::backups::back_up(&app.ctx, backup.path()).await.expect("a backup");
    assert!(whole.blobs > 50 && whole.lost.is_empty(), "{whole:?}");
}

async fn content_that_is_named_while_it_is_collected_is_kept(app: TestApp) {
    let admin = app.admin().await;
    let operator = json!({"code": "AZB", "name": "Azur", "country": "FR"});
    admin.post("/config/operator", operator).await.ok();
    let content = Bytes::from_static(b"an import finds it");
    let id = app.blobs().put(content.clone()).await.expect("it is kept");
    grow_old(&app);
    // The import finds the content, and names it only after the job has looked.
    assert_eq!(app.blobs().put_all(vec![content.clone()]).await.expect("it is there"), std::slice::from_ref(&id));
    assert_eq!(collect(&app, false).await.0, ["1", "0", "0"]);
    app.db.tamper(&format!("UPDATE operator SET logo_blob = '{id}'")).await;
    assert_eq!(app.blobs().read(&id).await.expect("it can be read"), Some(content.clone()));
    app.wait(2 * DAY);
    assert_eq!(collect(&app, false).await.0, ["0", "1", "0"]);
    assert!(file_of(&app.blob_folder(), &id).exists());
    app.wait(2 * DAY);
    assert_eq!(collect(&app, false).await.0, ["0", "0", "0"]);
    assert_eq!(app.blobs().read(&id).await.expect("it can be read"), Some(content));
}

async fn young_content_is_left_alone(app: TestApp) {
    let id = app.blobs().put(Bytes::from_static(b"about to be named")).await.expect("it is kept");
    assert_eq!(collect(&app, false).await.0, ["0", "0", "0"]);
    assert!(file_of(&app.blob_folder(), &id).exists());
}

async fn a_repeated_attempt_reports_what_the_first_one_set_aside(app: TestApp) {
    let before = app.blobs().put(Bytes::from_static(b"set aside by an earlier job")).await.expect("it is kept");
    grow_old(&app);
    assert_eq!(collect(&app, false).await.0, ["1", "0", "0"]);
    let [first, second] = [b"first".as_slice(), b"second"].map(Bytes::from_static);
    let first = app.blobs().put(first).await.expect("it is kept");
    app.blobs().put(second).await.expect("it is kept");
    app.wait(60);
    let id = app.admin().await.post("/jobs", asked(false)).await.ok()["id"].as_str().expect("an id").to_owned();
    // The first attempt was killed after one of two.
    app.blobs().set_aside(std::slice::from_ref(&first), app.ctx.clock.now()).await.expect("it is moved");
    app.db.tamper("UPDATE job SET attempts = 1").await;
    let (counts, report) = run(&app, &id, false).await;
    assert_eq!(counts, ["2", "0", "0"]);
    assert!(report.contains(first.as_str()) && !report.contains(before.as_str()), "{report}");
}

async fn only_an_administrator_collects_content(app: TestApp) {
    let refused = app.person(Role::Approver).await.post("/jobs", asked(true)).await;
    assert_eq!(refused.problem(), "403 forbidden");
    let ask = json!({"jobName": "collectContent", "parameterMap": {"dryRun": ["perhaps"]}});
    assert_eq!(app.admin().await.post("/jobs", ask).await.fields(), ["parameterMap.dryRun: unknown_value"]);
}
