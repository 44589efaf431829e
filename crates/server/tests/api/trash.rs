use domain::permission::Role;
use futures::future::join_all;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::sample_manual::SampleManual;

testkit::on_each_app!(
    deleted_items_are_restored_completely,
    a_name_taken_meanwhile_is_a_conflict,
    purged_items_cannot_be_restored,
    one_of_many_concurrent_deletions_succeeds,
);

async fn library(app: &TestApp) -> Client {
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": "H160", "csdbType": "H160"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["H160"], "manualName": ["MEL"]})).await.ok();
    SampleManual::fill(app, "H160", "MEL").await;
    admin
}

async fn trash(admin: &Client) -> Vec<Value> {
    admin.get("/trash").await.ok().as_array().expect("a list").clone()
}

fn id(item: &Value) -> &str {
    item["id"].as_str().expect("an id")
}

async fn deleted_items_are_restored_completely(app: TestApp) {
    let admin = library(&app).await;
    let before = admin.get("/csdb/manual").await.ok();
    let file = "/files/default/H160/MEL/DMC-A_en-US.XML";
    admin.delete("/csdb/manual?csdbName=H160&manualName=MEL").await.ok();
    app.wait(60);
    admin.delete("/csdb?csdbName=H160").await.ok();
    let found = trash(&admin).await;
    let told: Vec<(&Value, &Value, &Value)> =
        found.iter().map(|one| (&one["kind"], &one["path"], &one["deletedBy"])).collect();
    let by = json!("admin");
    assert_eq!(told, [(&json!("csdb"), &json!("/H160"), &by), (&json!("manual"), &json!("/H160/MEL"), &by)]);
    assert_eq!(admin.get(file).await.problem(), "404 file.not_found");

    let restore = async |item: &Value| admin.post(&format!("/trash/{}/restore", id(item)), json!({})).await;
    assert_eq!(restore(&found[1]).await.problem(), "409 trash.csdb_in_trash");
    assert_eq!(restore(&found[0]).await.status.as_u16(), 204);
    assert_eq!(restore(&found[0]).await.problem(), "404 trash.not_found");
    assert_eq!(restore(&found[1]).await.status.as_u16(), 204);
    assert_eq!(admin.get("/csdb/manual").await.ok(), before);
    assert_eq!(admin.get(file).await.ok()["code"], "DMC-A");
    assert_eq!(trash(&admin).await, [Value::Null; 0]);
}

async fn a_name_taken_meanwhile_is_a_conflict(app: TestApp) {
    let admin = library(&app).await;
    admin.delete("/csdb/manual?csdbName=H160&manualName=MEL").await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["H160"], "manualName": ["mel"]})).await.ok();
    let old = trash(&admin).await;
    let answer = admin.post(&format!("/trash/{}/restore", id(&old[0])), json!({})).await;
    assert_eq!(answer.problem(), "409 manual.name_taken");
    admin.delete("/csdb?csdbName=H160").await.ok();
    admin.post("/csdb", json!({"csdbName": "H160"})).await.ok();
    let deleted = trash(&admin).await;
    let csdb = deleted.iter().find(|one| one["kind"] == "csdb").expect("it is in the trash");
    let answer = admin.post(&format!("/trash/{}/restore", id(csdb)), json!({})).await;
    assert_eq!(answer.problem(), "409 csdb.name_taken");
    let answer = admin.post(&format!("/trash/{}/restore", id(&old[0])), json!({})).await;
    assert_eq!(answer.problem(), "409 trash.csdb_in_trash", "a namesake is not its database");
}

async fn purged_items_cannot_be_restored(app: TestApp) {
    let admin = library(&app).await;
    let author = app.person(Role::Author).await;
    admin.delete("/csdb?csdbName=H160").await.ok();
    let item = trash(&admin).await[0].clone();
    for answer in [
        author.get("/trash").await,
        author.post(&format!("/trash/{}/restore", id(&item)), json!({})).await,
        author.delete(&format!("/trash/{}", id(&item))).await,
    ] {
        assert_eq!(answer.problem(), "403 forbidden");
    }
    assert_eq!(admin.delete("/trash/none").await.problem(), "404 trash.not_found");
    assert_eq!(admin.delete(&format!("/trash/{}", id(&item))).await.status.as_u16(), 204);
    assert_eq!(admin.delete(&format!("/trash/{}", id(&item))).await.problem(), "404 trash.not_found");
    app::library::trash::sweep(&app.ctx).await.expect("it is removed");
    for table in ["csdb", "manual", "profile", "object", "version", "reference", "snapshot", "lane_entry", "toc_node"] {
        assert_eq!(app.db.count(table).await, 0, "{table}");
    }
    assert_eq!(admin.get("/audit?action=csdb.purged").await.ok()["total"], 1);
    assert_eq!(admin.get("/audit/verify").await.ok()["intact"], true);
}

async fn one_of_many_concurrent_deletions_succeeds(app: TestApp) {
    let admin = library(&app).await;
    let many = |path: &str| {
        let (admin, path) = (admin.clone(), path.to_owned());
        join_all((0..10).map(move |_| {
            let (admin, path) = (admin.clone(), path.clone());
            async move { admin.delete(&path).await.status.as_u16() }
        }))
    };
    for path in ["/csdb/manual?csdbName=H160&manualName=MEL", "/csdb?csdbName=H160"] {
        let answers = many(path).await;
        assert_eq!(answers.iter().filter(|status| **status == 204).count(), 1, "{path}");
        assert_eq!(answers.iter().filter(|status| **status == 404).count(), 9, "{path}");
    }
    let answers = join_all((0..10).map(|_| admin.post("/csdb", json!({"csdbName": "NEW"})))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status.as_u16() == 201).count(), 1);
    let purge = format!("/trash/{}", id(&trash(&admin).await[0]));
    assert_eq!(many(&purge).await.iter().filter(|status| **status == 204).count(), 1);
}
