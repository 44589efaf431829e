//! Content that a disk has lost or changed: the rest of the library stays readable, and storing it again heals it.

use std::path::PathBuf;

use domain::permission::Role;
use serde_json::json;
use testkit::app::TestApp;
use testkit::packages::demo;

use crate::editing;
use crate::viewer::{BASE, at, delivered, reader_of};

testkit::on_each_app!(
    a_lost_picture_leaves_the_text_of_its_module,
    a_damaged_module_is_named_and_the_others_are_found,
    a_publication_is_not_checked_in_beside_a_lost_one,
);

const MODULE: &str = "28-21-01-00A-520A-A";

/// The file with the content of another one.
pub(crate) async fn content_of(app: &TestApp, path: &str) -> PathBuf {
    let tag = app.admin().await.get(&format!("/bytes/default{path}")).await.header("etag").to_owned();
    let (folder, name) = tag.trim_matches('"').split_at(2);
    app.blob_folder().join(folder).join(name)
}

async fn a_lost_picture_leaves_the_text_of_its_module(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let before = reader.get(&at(MODULE)).await.ok();
    let picture = before["figures"][0]["path"].as_str().expect("a picture").to_owned();
    let content = content_of(&app, &picture).await;
    for bytes in [Some("not a picture"), None] {
        match bytes {
            Some(bytes) => std::fs::write(&content, bytes).expect("it is written"),
            None => std::fs::remove_file(&content).expect("it is removed"),
        }
        // A cache may still have it; another node has not.
        let other = app.restarted();
        let reader = other.signed_in("reader").await;
        let view = reader.get(&at(MODULE)).await.ok();
        assert_eq!((&view["html"], &view["figures"][0]["state"]), (&before["html"], &json!("unreadable")));
        assert_eq!(reader.get(&format!("/bytes/default{picture}")).await.problem(), "500 file.damaged");
    }
}

async fn a_damaged_module_is_named_and_the_others_are_found(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let path = reader.get(&at(MODULE)).await.ok()["file"]["path"].as_str().expect("a path").to_owned();
    let other = app.restarted();
    std::fs::write(content_of(&app, &path).await, "").expect("it is written");
    let reader = other.signed_in("reader").await;
    assert_eq!(reader.get(&at(MODULE)).await.problem(), "500 file.damaged");
    other.index().await;
    let found = reader.post("/files/fts/default", json!({"searchText": "fuel"})).await.ok();
    assert_eq!(found["index"]["behind"], 0);
    assert!(found["total"].as_u64().is_some_and(|total| total > 0), "{found}");
}

async fn a_publication_is_not_checked_in_beside_a_lost_one(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    delivered(&app, &demo("amm-zh"), "no").await;
    let author = app.person(Role::Author).await;
    let publication = |language: &str| format!("{BASE}/PMC-NV240-NVR01-AMM01-00_{language}.XML");
    let asked = json!({"manualPath": BASE, "anywhere": true, "includeLeaf": true});
    let entries = async || reader.post("/toc/getLeafNodeWithPage", asked.clone()).await.ok()["total"].clone();
    let before = entries().await;
    std::fs::remove_file(content_of(&app, &publication("zh-CN")).await).expect("it is removed");
    let own = publication("en-US");
    let (_, saved) = editing::edit(&author, &own, |text| text.replace("Maintenance", "Service")).await;
    let refused = editing::check_in(&author, &own, json!({"step": "inWork", "comment": "x"}), &saved).await;
    assert_eq!(refused.problem(), "500 file.damaged");
    assert_eq!(entries().await, before, "its entries are still there");
}
