//! Compliance: references to chapters follow the contents of their manual.

use domain::permission::Role;
use serde_json::json;
use testkit::app::TestApp;
use testkit::client::Client;

use crate::compliance::{collection, item, read};
use crate::compliance_references::{add, clean};
use crate::editing::{check_in, edit};
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    a_chapter_is_chosen_from_the_contents,
    a_chapter_that_leaves_the_contents_is_checked_again_and_cleaned,
);

const CHAPTER: &str = "28 Fuel / Booster pump";

/// Replaces a text of the publication that the contents are made from.
async fn rename(author: &Client, old: &str, new: &str) {
    let publication = format!("{BASE}/PMC-NV240-NVR01-AMM01-00_en-US.XML");
    let (text, saved) = edit(author, &publication, |text| text.replace(old, new)).await;
    assert!(text.contains(old), "{text}");
    check_in(author, &publication, json!({"step": "inWork", "comment": "Contents"}), &saved).await.ok();
}

async fn a_chapter_is_chosen_from_the_contents(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let listed = author.get(&format!("/compliance/chapters/default{BASE}")).await.ok();
    assert_eq!(
        lines(&listed, &["name", "title"])[..2],
        ["Front matter Front matter", "05 Time limits and inspections 05 Time limits and inspections"]
    );
    assert!(lines(&listed, &["name", "title"]).contains(&format!("{CHAPTER} Booster pump")), "{listed}");
    let open = item(&author, &collection(&author, "A").await["path"], "A 1").await;
    for known in [CHAPTER, "28-21", "28"] {
        add(&author, &open, json!({"path": BASE, "chapter": known})).await.ok();
    }
    for unknown in ["99-99", "Booster pump", "28-2", "2"] {
        let refused = add(&author, &open, json!({"path": BASE, "chapter": unknown})).await;
        assert_eq!(refused.fields(), ["place.chapter: unknown_value"], "{unknown}");
    }
}

async fn a_chapter_that_leaves_the_contents_is_checked_again_and_cleaned(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = item(&author, &collection(&author, "A").await["path"], "A 1").await;
    add(&author, &open, json!({"path": BASE, "chapter": CHAPTER})).await.ok();
    app.wait(1);
    add(&author, &open, json!({"path": BASE, "chapter": "28-21"})).await.ok();
    let states = async || lines(&read(&author, &open).await["references"], &["chapter", "state", "textState"]);
    rename(&author, "05 Time limits", "05 Limits").await;
    let kept = format!("{CHAPTER} current unchanged");
    assert_eq!(states().await, [kept.as_str(), "28-21 current unchanged"], "another chapter");
    assert_eq!(clean(&author, &open, None).await.ok()["references"], json!([]));

    app.wait(1);
    rename(&author, "<pmEntryTitle>Booster pump", "<pmEntryTitle>Fuel pump").await;
    let gone = format!("{CHAPTER} recheck gone");
    assert_eq!(states().await, [gone.as_str(), "28-21 current unchanged"]);
    let reviews = author.get("/compliance/reviews?mine=false").await.ok();
    assert_eq!(reviews["total"], 1);
    let now = read(&author, &open).await;
    let first = &now["references"][0];
    let confirm = json!({"id": first["id"], "version": first["version"], "confirmVersion": "",
        "policyItemVersion": now["version"]});
    let refused = author.put("/compliance/policyItem/policyRef", confirm.clone()).await;
    assert_eq!(refused.problem(), "409 policy_reference.gone");
    let shown = clean(&author, &open, None).await.ok();
    assert_eq!(lines(&shown["references"], &["target"]), ["chapter"]);

    // It comes back, and a person confirms that it is the same.
    rename(&author, "<pmEntryTitle>Fuel pump", "<pmEntryTitle>Booster pump").await;
    assert_eq!(states().await[0], format!("{CHAPTER} recheck unchanged"));
    assert_eq!(clean(&author, &open, None).await.ok()["references"], json!([]));
    author.put("/compliance/policyItem/policyRef", confirm).await.ok();
    assert_eq!(states().await[0], kept);

    rename(&author, "<pmEntryTitle>Booster pump", "<pmEntryTitle>Fuel pump").await;
    let shown = clean(&author, &open, None).await.ok();
    let listed = json!([{"id": shown["references"][0]["id"], "version": shown["references"][0]["version"]}]);
    clean(&author, &open, Some(listed)).await.ok();
    assert_eq!(lines(&read(&author, &open).await["references"], &["chapter"]), ["28-21"]);
}
