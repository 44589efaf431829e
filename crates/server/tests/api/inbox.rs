//! The watched folder.

use std::path::{Path, PathBuf};

use app::imports::inbox::Inbox;
use domain::id::UploadId;
use domain::permission::Role;
use domain::upload::Upload;
use domain::user::Account;
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::{demo, zipped};

testkit::on_each_app!(
    a_package_in_the_inbox_is_checked_and_told,
    people_from_whom_something_is_hidden_are_not_told,
    a_file_that_is_no_package_is_set_aside,
    half_a_file_waits_for_the_rest_and_is_given_up_at_last,
    nothing_is_taken_without_the_account_and_nothing_is_lost,
    trouble_of_ours_leaves_a_package_to_be_tried_again,
    a_package_that_was_taken_before_a_kill_is_not_taken_again,
    a_file_that_cannot_be_moved_keeps_no_other_waiting,
);

fn watched(account: Option<&str>) -> (TempDir, Inbox) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let inbox = Inbox::open(folder.path().to_owned(), account.map(str::to_owned)).expect("a folder");
    (folder, inbox)
}

fn drop_package(folder: &TempDir, name: &str) {
    std::fs::write(folder.path().join(name), zipped(&demo("amm"))).expect("writes");
}

/// Looks, waits until files stood still long enough, and looks again.
async fn looked(app: &TestApp, inbox: &mut Inbox) -> usize {
    let first = inbox.look(&app.ctx).await.expect("a look");
    app.wait(30);
    first + inbox.look(&app.ctx).await.expect("a look")
}

async fn packages(app: &TestApp) -> Vec<Value> {
    app.admin().await.get("/packages").await.ok()["items"].as_array().expect("a list").clone()
}

async fn told(app: &TestApp) -> String {
    app.person(Role::Author).await.get("/notifications").await.ok().to_string()
}

/// The files that are being taken, each in its own folder.
fn taking(folder: &Path) -> usize {
    std::fs::read_dir(folder.join("taking")).expect("a folder").count()
}

async fn a_package_in_the_inbox_is_checked_and_told(app: TestApp) {
    app.person(Role::Author).await;
    let (folder, mut inbox) = watched(None);
    drop_package(&folder, "amm.zip");
    assert_eq!(inbox.look(&app.ctx).await.expect("a look"), 0, "it may still grow");
    app.wait(29);
    assert_eq!(inbox.look(&app.ctx).await.expect("a look"), 0, "a transfer may stall");
    app.wait(1);
    assert_eq!(inbox.look(&app.ctx).await.expect("a look"), 1);
    assert!(!folder.path().join("amm.zip").exists() && taking(folder.path()) == 0, "it is in the library now");
    assert_eq!(app.run_jobs().await, 1);
    let found = packages(&app).await;
    assert!(found.iter().any(|one| one["fileName"] == "amm.zip"), "{found:?}");
    assert!(told(&app).await.contains("amm.zip arrived in the inbox"));
    assert_eq!(looked(&app, &mut inbox).await, 0, "once");
}

async fn people_from_whom_something_is_hidden_are_not_told(app: TestApp) {
    let (admin, author) = (app.admin().await, app.person(Role::Author).await);
    admin.post("/csdb", json!({"csdbName": "HIDDEN"})).await.ok();
    admin.put("/access", json!({"paths": ["/HIDDEN"], "limited": true})).await.ok();
    let (folder, mut inbox) = watched(None);
    drop_package(&folder, "hidden.zip");
    std::fs::write(folder.path().join("broken.zip"), b"PK").expect("writes");
    assert_eq!(looked(&app, &mut inbox).await, 1);
    let told = async |who: &Client| who.get("/notifications").await.ok()["items"].to_string();
    assert!(told(&admin).await.contains("hidden.zip arrived in the inbox"));
    assert_eq!(told(&author).await, "[]");
}

async fn a_file_that_is_no_package_is_set_aside(app: TestApp) {
    app.person(Role::Author).await;
    let (folder, mut inbox) = watched(None);
    // Twice: the second does not replace the first.
    for name in ["a.zip", "a-2.zip"] {
        // Larger than uploads of the tests may be.
        let mut large = vec![0; 33 << 20];
        large.extend_from_slice(&zipped(&Vec::new()));
        std::fs::write(folder.path().join("a.zip"), large).expect("writes");
        assert_eq!(looked(&app, &mut inbox).await, 0);
        assert!(folder.path().join("failed").join(name).exists(), "{name}");
    }
    assert!(packages(&app).await.is_empty());
    assert!(told(&app).await.contains("a.zip in the inbox is too large"));
}

async fn half_a_file_waits_for_the_rest_and_is_given_up_at_last(app: TestApp) {
    app.person(Role::Author).await;
    let (folder, mut inbox) = watched(None);
    let whole = zipped(&demo("amm"));
    let path = folder.path().join("amm.zip");
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("writes");
    assert_eq!(looked(&app, &mut inbox).await, 0);
    assert!(path.exists(), "it waits for the rest");
    std::fs::write(&path, &whole).expect("writes");
    assert_eq!(looked(&app, &mut inbox).await, 1);
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("writes");
    assert_eq!(looked(&app, &mut inbox).await, 0);
    app.wait(60 * 60);
    assert_eq!(looked(&app, &mut inbox).await, 0);
    assert!(folder.path().join("failed/amm.zip").exists() && !path.exists());
    assert!(told(&app).await.contains("amm.zip in the inbox is no complete ZIP file"));
}

async fn nothing_is_taken_without_the_account_and_nothing_is_lost(app: TestApp) {
    let (folder, mut inbox) = watched(Some("nobody"));
    drop_package(&folder, "amm.zip");
    inbox.look(&app.ctx).await.expect("a look");
    app.wait(30);
    assert!(inbox.look(&app.ctx).await.is_err(), "a setting is wrong");
    assert!(folder.path().join("amm.zip").exists(), "it stays where it is");
    let mut corrected = Inbox::open(folder.path().to_owned(), Some("admin".to_owned())).expect("a folder");
    assert_eq!(looked(&app, &mut corrected).await, 1);
}

async fn trouble_of_ours_leaves_a_package_to_be_tried_again(app: TestApp) {
    let (folder, mut inbox) = watched(None);
    drop_package(&folder, "amm.zip");
    inbox.look(&app.ctx).await.expect("a look");
    app.wait(30);
    // The administrator has as many unfinished uploads as anybody may have.
    let now = app.ctx.clock.now();
    let mut tx = app.db.begin().await.expect("a transaction");
    let account = Account::parse("admin").expect("an account");
    let admin = store::users::find_by_account(&mut tx, &account).await.expect("a search").expect("the administrator");
    for number in 0..10 {
        let upload = Upload {
            id: UploadId(format!("upload-{number}")),
            name: "other.zip".to_owned(),
            media_type: "application/zip".to_owned(),
            size: None,
            received: 0,
            sha256: None,
            created_by: admin.id.clone(),
            created_on: now,
            updated_on: now,
        };
        assert!(store::uploads::insert(&mut tx, &upload).await.expect("it is stored"));
    }
    tx.commit().await.expect("they are stored");
    assert_eq!(inbox.look(&app.ctx).await.expect("a look"), 0);
    assert!(taking(folder.path()) == 1 && !folder.path().join("failed/amm.zip").exists());

    let mut tx = app.db.begin().await.expect("a transaction");
    store::uploads::delete(&mut tx, &UploadId("upload-0".to_owned())).await.expect("it is deleted");
    tx.commit().await.expect("it is deleted");
    assert_eq!(inbox.look(&app.ctx).await.expect("a look"), 0, "not at once");
    app.wait(60);
    assert_eq!(inbox.look(&app.ctx).await.expect("a look"), 1);
    assert_eq!((packages(&app).await.len(), taking(folder.path())), (1, 0));
}

async fn a_package_that_was_taken_before_a_kill_is_not_taken_again(app: TestApp) {
    app.person(Role::Author).await;
    let (folder, mut inbox) = watched(None);
    drop_package(&folder, "amm.zip");
    assert_eq!(looked(&app, &mut inbox).await, 1);
    let uploads = packages(&app).await;
    let path = uploads[0]["path"].as_str().expect("a path").to_owned();
    let id = path.split('/').nth(2).expect("the id of the upload");
    // As it is when the program is killed before it removes the file.
    let own = folder.path().join("taking").join(id);
    std::fs::create_dir(&own).expect("a folder");
    std::fs::write(own.join("amm.zip"), zipped(&demo("amm"))).expect("writes");
    let mut restarted = Inbox::open(folder.path().to_owned(), None).expect("a folder");
    assert_eq!(looked(&app, &mut restarted).await, 1, "it is removed");
    assert_eq!((packages(&app).await.len(), taking(folder.path())), (1, 0));
    assert_eq!(app.run_jobs().await, 1, "one check");
    assert_eq!(told(&app).await.matches("amm.zip arrived in the inbox").count(), 1);
}

/// A folder whose path is so long that files with long names cannot be moved deeper.
fn deep_folder(root: &Path) -> PathBuf {
    const LENGTH: usize = 3_830;
    let mut folder = root.to_owned();
    while let Some(rest) = LENGTH.checked_sub(folder.as_os_str().len() + 1).filter(|rest| *rest > 0) {
        folder.push("d".repeat(rest.min(200)));
    }
    folder
}

async fn a_file_that_cannot_be_moved_keeps_no_other_waiting(app: TestApp) {
    app.person(Role::Author).await;
    let root = tempfile::tempdir().expect("a temporary folder");
    let folder = deep_folder(root.path());
    let mut inbox = Inbox::open(folder.clone(), None).expect("a folder");
    let long = ["a".repeat(240).as_str(), ".zip"].concat();
    for name in [long.as_str(), "b.zip"] {
        std::fs::write(folder.join(name), zipped(&demo("amm"))).expect("writes");
    }
    assert_eq!(looked(&app, &mut inbox).await, 1);
    assert!(folder.join(&long).exists() && !folder.join("b.zip").exists());
    app.wait(60);
    std::fs::write(folder.join("c.zip"), zipped(&demo("mmel-r1"))).expect("writes");
    assert_eq!(looked(&app, &mut inbox).await, 1, "it is tried again, and c.zip is taken");
    assert_eq!(told(&app).await.matches("aaa.zip in the inbox could not be taken").count(), 1, "once");
}
