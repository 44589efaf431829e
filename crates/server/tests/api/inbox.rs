//! The watched folder.

use app::imports::inbox::Inbox;
use domain::permission::Role;
use testkit::app::TestApp;
use testkit::packages::{demo, zipped};

testkit::on_each_app!(a_package_in_the_inbox_is_checked_and_told, a_file_that_is_no_package_is_set_aside);

async fn a_package_in_the_inbox_is_checked_and_told(app: TestApp) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let author = app.person(Role::Author).await;
    let mut inbox = Inbox::open(folder.path().to_owned(), None).expect("a folder");
    let path = folder.path().join("amm.zip");
    std::fs::write(&path, zipped(&demo("amm"))).expect("writes");
    assert_eq!(inbox.look(&app.ctx).await.expect("a look"), 0, "it may still grow");
    assert_eq!(inbox.look(&app.ctx).await.expect("a look"), 1);
    assert!(!path.exists() && !folder.path().join("taking/amm.zip").exists(), "it is in the library now");
    assert_eq!(app.run_jobs().await, 1);
    let packages = author.get("/packages").await.ok();
    let found = packages["items"].as_array().expect("a list").iter().find(|one| one["fileName"] == "amm.zip");
    assert!(found.is_some(), "{packages}");
    let told = author.get("/notifications").await.ok().to_string();
    assert!(told.contains("amm.zip arrived in the inbox"), "{told}");
    assert_eq!(inbox.look(&app.ctx).await.expect("a look"), 0, "once");
}

async fn a_file_that_is_no_package_is_set_aside(app: TestApp) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let author = app.person(Role::Author).await;
    let mut inbox = Inbox::open(folder.path().to_owned(), Some("nobody".to_owned())).expect("a folder");
    std::fs::write(folder.path().join("a.zip"), zipped(&demo("amm"))).expect("writes");
    inbox.look(&app.ctx).await.expect("a look");
    assert_eq!(inbox.look(&app.ctx).await.expect("a look"), 0, "nobody may take it");
    assert!(folder.path().join("failed/a.zip").exists());
    let told = author.get("/notifications").await.ok().to_string();
    assert!(told.contains("a.zip in the inbox could not be taken"), "{told}");
}
