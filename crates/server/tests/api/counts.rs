use domain::permission::Role;
use serde_json::json;
use testkit::app::TestApp;

testkit::on_each_app!(every_count_equals_the_list_it_opens);

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
    for none_yet in ["updates", "tasks", "comments", "checkouts", "bookmarks", "recents", "databases"] {
        assert_eq!(counts[none_yet], 0, "{none_yet}");
    }
    let counts = reader.get("/counts").await.ok();
    assert_eq!((counts.get("users"), counts.get("pendingUsers")), (None, None));
}
