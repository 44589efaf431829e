//! Compliance: the figures of the dashboard are the lengths of the lists that they lead to.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::comments::path;
use crate::compliance::{collection, item, text};
use crate::compliance_references::add;
use crate::editing;
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(every_figure_is_the_length_of_its_list, figures_follow_each_change);

/// Two collections with every case: guidance, out of scope, without references, to be checked again, overdue, proposed.
async fn given(app: &TestApp, author: &Client) {
    let made = collection(author, "A").await;
    let category = json!({"parentPath": made["path"], "name": "Fuel"});
    let category = author.post("/compliance/policyCategory", category).await.ok();
    let sub = json!({"parentPath": category["path"], "name": "Pumps"});
    let sub = author.post("/compliance/policyCategory", sub).await.ok();
    let rule = item(author, &category["path"], "A 1").await;
    let out = item(author, &sub["path"], "A 2").await;
    let guidance = json!({"parentPath": rule["path"], "policyItemCode": "GM1 A 1", "kind": "GM"});
    author.post("/compliance/policyItem", guidance).await.ok();
    let late = json!({"parentPath": made["path"], "policyItemCode": "A 3", "reviewDate": "2020-01-01"});
    author.post("/compliance/policyItem", late).await.ok();
    add(author, &rule, json!({"path": path()})).await.ok();
    add(author, &rule, json!({"path": BASE})).await.ok();
    add(author, &out, json!({"path": BASE})).await.ok();
    let status = json!({"id": rule["id"], "version": rule["version"], "status": "partially_compliant"});
    author.put("/compliance/policyItem/status", status).await.ok();
    let scope = json!({"id": out["id"], "version": out["version"], "inScope": false, "reason": "No hoist"});
    author.put("/compliance/policyItem/scope", scope).await.ok();
    let payload = json!({
        "policyCollectionName": "B", "policyOriginator": "B", "complianceType": "audit", "needsSignOff": true,
    });
    let signed = author.post("/compliance", payload).await.ok();
    let waiting = item(author, &signed["path"], "B 1").await;
    let status = json!({"id": waiting["id"], "version": waiting["version"], "status": "compliant"});
    author.put("/compliance/policyItem/status", status).await.ok();
    app.wait(1);
    let (_, saved) = editing::edit(author, &path(), |text| text.replacen("Remove panel", "Take off panel", 1)).await;
    editing::check_in(author, &path(), json!({"step": "inWork", "comment": "Words"}), &saved).await.ok();
}

async fn total(client: &Client, query: &str) -> Value {
    client.get(&format!("/compliance/policyItems?{query}")).await.ok()["total"].clone()
}

/// Compares the figures of a collection or a category with its lists; gives those that are not 0.
async fn compare(client: &Client, path: &Value, counts: &Value) -> Vec<String> {
    let counted = "assessable=true&scope=in";
    let mut figures = vec![
        ("items", counts["items"].clone(), String::new()),
        ("assessable", counts["assessable"].clone(), "assessable=true".to_owned()),
        ("outOfScope", counts["outOfScope"].clone(), "assessable=true&scope=out".to_owned()),
        ("unreferenced", counts["unreferenced"].clone(), format!("unreferenced=true&{counted}")),
        ("rechecks", counts["rechecks"].clone(), "recheck=true".to_owned()),
        ("overdue", counts["overdue"].clone(), "overdue=true".to_owned()),
        ("proposed", counts["proposed"].clone(), "proposed=true".to_owned()),
    ];
    for one in counts["byStatus"].as_array().expect("a list") {
        let status = text(&one["status"]);
        figures.push(("byStatus", one["count"].clone(), format!("status={status}&{counted}")));
    }
    let mut met = Vec::new();
    for (name, count, query) in figures {
        let listed = total(client, &format!("fromPath={}&{query}", text(path))).await;
        assert_eq!(listed, count, "{name} {query}");
        if count != 0 {
            met.push(name.to_owned());
        }
    }
    met
}

async fn every_figure_is_the_length_of_its_list(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    given(&app, &author).await;
    let all = author.get("/compliance/dashboard?fromPath=/").await.ok();
    let mut met = Vec::new();
    for one in all["collections"].as_array().expect("a list") {
        met.extend(compare(&author, &one["path"], &one["counts"]).await);
        let of_one = author.get(&format!("/compliance/dashboard?fromPath={}", text(&one["path"]))).await.ok();
        assert_eq!(of_one["collections"][0]["counts"], one["counts"]);
        for category in of_one["categories"].as_array().expect("a list") {
            compare(&author, &category["path"], &category["counts"]).await;
        }
        for manual in of_one["manuals"].as_array().expect("a list") {
            let query = format!("fromPath={}&manualPath={}", text(&one["path"]), text(&manual["manualPath"]));
            assert_eq!(total(&author, &query).await, manual["items"]);
        }
    }
    for name in ["items", "outOfScope", "byStatus", "unreferenced", "rechecks", "overdue", "proposed"] {
        assert!(met.contains(&name.to_owned()), "no {name} was compared: {met:?}");
    }
    let manual = &all["manuals"][0];
    assert_eq!(total(&author, &format!("manualPath={BASE}")).await, manual["items"]);
    assert_eq!((&manual["items"], &manual["references"]), (&json!(2), &json!(3)));
    assert_eq!(total(&author, &format!("module={}", path())).await, json!(1));
}

async fn figures_follow_each_change(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    given(&app, &author).await;
    let reader = app.person(Role::Reader).await;
    let counts = async || {
        let all = reader.get("/compliance/dashboard").await.ok();
        let one = &all["collections"][0]["counts"];
        [one["items"].clone(), one["unreferenced"].clone(), all["manuals"][0]["references"].clone()]
    };
    assert_eq!(counts().await, [json!(4), json!(1), json!(3)]);
    let all = author.get("/compliance").await.ok();
    let new = item(&author, &all[0]["path"], "A 4").await;
    assert_eq!(counts().await, [json!(5), json!(2), json!(3)]);
    add(&author, &new, json!({"path": BASE})).await.ok();
    assert_eq!(counts().await, [json!(5), json!(1), json!(4)]);
    app.admin().await.delete("/csdb/manual?csdbName=NV240&manualName=MMEL").await.ok();
    assert_eq!(counts().await, [json!(5), json!(3), Value::Null], "a deleted manual answers nothing");
}
