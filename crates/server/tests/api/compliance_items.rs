//! Compliance: limits of collections, and values of requirements that stay as they are.

use domain::permission::Role;
use serde_json::json;
use testkit::app::TestApp;

use crate::compliance::{collection, item, text};
use crate::viewer::lines;

testkit::on_each_app!(
    collections_have_limits,
    an_update_without_a_difference_changes_nothing,
    an_owner_without_the_right_stays_until_another_is_named,
    people_are_offered_who_may_own_requirements,
);

async fn collections_have_limits(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let clauses = vec![json!({"marker": "(a)"}); 5_001];
    let many = json!({"parentPath": made["path"], "policyItemCode": "A 1", "clauses": clauses});
    assert_eq!(author.post("/compliance/policyItem", many).await.fields(), ["clauses: too_many"]);
    let mut path = made["path"].clone();
    for level in 1..=9 {
        let category = json!({"parentPath": path, "name": format!("Level {level}")});
        path = author.post("/compliance/policyCategory", category).await.ok()["path"].clone();
    }
    let deeper = json!({"parentPath": path, "name": "Level 10"});
    let refused = author.post("/compliance/policyCategory", deeper).await;
    assert_eq!(refused.problem(), "409 compliance.too_many");
}

async fn an_update_without_a_difference_changes_nothing(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let open = item(&author, &made["path"], "A 1").await;
    let address = format!("/compliance/policyItem/{}", text(&open["id"]));
    let same = json!({"version": 1, "policyItemCode": "A 1", "title": "Title A 1", "why": "Nothing"});
    assert_eq!(author.put(&address, same).await.ok()["version"], 1);
    app.wait(1);
    let changed = json!({"version": 1, "policyItemCode": "A 1", "title": "Pumps", "guidance": "See there"});
    assert_eq!(author.put(&address, changed).await.ok()["version"], 2);
    let history = author.get(&format!("{address}/history")).await.ok();
    assert_eq!(lines(&history, &["kind", "after"]), ["updated title, guidance", "created A 1"]);
    let earlier = author.get(&format!("{address}/history?before={}", text(&history[0]["id"]))).await.ok();
    assert_eq!(lines(&earlier, &["kind"]), ["created"]);
}

async fn an_owner_without_the_right_stays_until_another_is_named(app: TestApp) {
    let author = app.person(Role::Author).await;
    app.add("second", Role::Author).await;
    let made = collection(&author, "A").await;
    let payload = json!({"parentPath": made["path"], "policyItemCode": "A 1", "owner": "second"});
    let open = author.post("/compliance/policyItem", payload).await.ok();
    let admin = app.admin().await;
    let user = admin.get("/user-manage/getUserByAccount?account=second").await.ok();
    let demoted = json!({
        "account": "second", "email": user["email"], "role": "reader", "status": "active", "version": user["version"],
    });
    admin.post("/user-manage/updateUser", demoted).await.ok();
    let address = format!("/compliance/policyItem/{}", text(&open["id"]));
    let update = |version: i64, owner: &str| {
        let mut values = json!({"policyItemCode": "A 1", "title": "Pumps"});
        (values["version"], values["owner"]) = (json!(version), json!(owner));
        values
    };
    let after = author.put(&address, update(1, "second")).await.ok();
    assert_eq!((&after["title"], &after["owner"]["account"]), (&json!("Pumps"), &json!("second")));
    author.put(&address, update(2, "author")).await.ok();
    let back = author.put(&address, update(3, "second")).await;
    assert_eq!(back.fields(), ["owner: unknown_value"]);
}

async fn people_are_offered_who_may_own_requirements(app: TestApp) {
    let author = app.person(Role::Author).await;
    app.person(Role::Reader).await;
    let offered = async |query: &str| {
        let found = author.get(&format!("/compliance/owners{query}")).await.ok();
        lines(&found, &["account"])
    };
    assert_eq!(offered("").await, ["admin", "author"]);
    assert_eq!(offered("?keywordFilter=uth").await, ["author"]);
}
