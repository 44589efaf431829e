use domain::permission::Role;
use serde_json::json;
use testkit::app::TestApp;
use testkit::sample_manual::SampleManual;

testkit::on_each_app!(
    every_count_equals_the_list_it_opens,
    the_library_is_counted_without_its_trash,
    pending_revisions_are_listed_for_every_reader,
);

async fn every_count_equals_the_list_it_opens(app: TestApp) {
    let admin = app.admin().await;
    let fleet = json!([
        {"registration": "HB-1", "serialNumber": "1", "model": "H160-B"},
        {"registration": "HB-2", "serialNumber": "2", "model": "H160-B"},
    ]);
    admin.post("/config/operator", json!({"code": "ALP", "name": "A", "country": "CH", "aircraft": fleet})).await.ok();
    let reader = app.person(Role::Reader).await;

    let counts = admin.get("/counts").await.ok();
    assert_eq!(counts["operators"], admin.get("/config/operator").await.ok()["total"]);
    assert_eq!(counts["aircraft"], 2);
    assert_eq!(counts["users"], admin.get("/user-manage/queryAllUsers").await.ok()["total"]);
    assert_eq!(counts["pendingUsers"], admin.get("/user-manage/queryAllUsers?status=pending").await.ok()["total"]);
    assert_eq!(counts["messages"], admin.get("/notifications?unread=true").await.ok()["total"]);
    for none_yet in
        ["updates", "tasks", "comments", "checkouts", "bookmarks", "recents", "databases", "manuals", "modules"]
    {
        assert_eq!(counts[none_yet], 0, "{none_yet}");
    }
    let counts = reader.get("/counts").await.ok();
    assert_eq!((counts.get("users"), counts.get("pendingUsers")), (None, None));
}

async fn the_library_is_counted_without_its_trash(app: TestApp) {
    let admin = app.admin().await;
    let counted = async || {
        let counts = admin.get("/counts").await.ok();
        ["databases", "manuals", "modules", "updates"].map(|name| counts[name].as_u64().expect("a count"))
    };
    for name in ["H160", "OTHER"] {
        admin.post("/csdb", json!({"csdbName": name, "csdbType": "H160"})).await.ok();
        admin.post("/csdb/manual", json!({"csdbName": [name], "manualName": ["MEL"]})).await.ok();
    }
    assert_eq!(counted().await, [2, 2, 0, 0]);
    let sample = SampleManual::fill(&app, "H160", "MEL").await;
    assert_eq!(counted().await, [2, 2, 8, 0]);
    let list = |path: &str| format!("/dm/getAllDmListWithPage?manualPath={path}");
    let listed = [admin.get(&list("/H160/MEL")).await.ok(), admin.get(&list("/OTHER/MEL")).await.ok()];
    assert_eq!(listed.map(|page| page["total"].as_u64().expect("a count")), [8, 0], "as many as the lists show");
    sample.add_revision(&app).await;
    assert_eq!(counted().await, [2, 2, 8, 1], "the newer revision is not worked on yet");
    admin.delete("/csdb/manual?csdbName=H160&manualName=MEL").await.ok();
    assert_eq!(counted().await, [2, 1, 0, 0]);
    admin.delete("/csdb?csdbName=OTHER").await.ok();
    assert_eq!(counted().await, [1, 0, 0, 0]);
}

async fn pending_revisions_are_listed_for_every_reader(app: TestApp) {
    let (admin, reader) = (app.admin().await, app.person(Role::Reader).await);
    admin.post("/csdb", json!({"csdbName": "H160", "csdbType": "H160"})).await.ok();
    for name in ["MEL", "CDL"] {
        admin.post("/csdb/manual", json!({"csdbName": ["H160"], "manualName": [name]})).await.ok();
    }
    assert_eq!(reader.get("/revisions/waiting").await.ok()["total"], 0);
    let sample = SampleManual::fill(&app, "H160", "MEL").await;
    let waiting = sample.add_revision(&app).await;

    let list = reader.get("/revisions/waiting").await.ok();
    assert_eq!(list["total"], reader.get("/counts").await.ok()["updates"]);
    let row = &list["items"][0];
    assert_eq!((&row["csdbName"], &row["manualName"]), (&json!("H160"), &json!("MEL")));
    assert_eq!(
        (&row["id"], &row["number"], &row["issueNumber"]),
        (&json!(waiting.to_string()), &json!(2), &json!("002"))
    );
    assert_eq!((&row["state"], &row["moduleCount"]), (&json!("waiting"), &json!(8)));
    assert_eq!(row.get("packageId"), None, "its package is not kept");
    let behind = reader.get("/revisions/waiting?pageNumber=2&pageSize=1").await.ok();
    assert_eq!((&behind["total"], &behind["items"]), (&json!(1), &json!([])));
    assert_eq!(reader.get("/revisions/waiting?pageSize=501").await.problem(), "400 request.invalid");
    assert_eq!(app.anonymous().get("/revisions/waiting").await.problem(), "401 session.missing");
    admin.delete("/csdb/manual?csdbName=H160&manualName=MEL").await.ok();
    assert_eq!(reader.get("/revisions/waiting").await.ok()["total"], 0);
}
