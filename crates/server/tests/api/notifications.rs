use domain::permission::Role;
use serde_json::json;
use testkit::app::{PASSWORD, TestApp};

testkit::on_each_app!(
    a_registration_leaves_a_message_for_every_administrator_in_their_language,
    a_message_is_read_by_its_owner_only,
    a_muted_kind_sends_no_notification,
);

async fn register(app: &TestApp, account: &str) {
    let form = json!({"account": account, "email": "n@example.com", "password": PASSWORD, "confirmPassword": PASSWORD});
    app.anonymous().post("/users/register", form).await.ok();
}

async fn a_registration_leaves_a_message_for_every_administrator_in_their_language(app: TestApp) {
    app.add("second", Role::Admin).await;
    register(&app, "newcomer").await;
    for admin in [app.admin().await, app.signed_in("second").await] {
        let page = admin.get("/notifications").await.ok();
        let message = &page["items"][0];
        assert_eq!((&page["total"], &message["kind"]), (&json!(1), &json!("accounts")));
        assert_eq!(message["text"], "newcomer requests an account");
        assert_eq!(message["link"], "/admin/index?tab=users&filter=newcomer");
        assert_eq!(
            admin.in_language("zh-CN").get("/notifications").await.ok()["items"][0]["text"],
            "newcomer 申请开通账号"
        );
    }
    assert_eq!(app.person(Role::Author).await.get("/notifications").await.ok()["total"], 0);
}

async fn a_message_is_read_by_its_owner_only(app: TestApp) {
    register(&app, "newcomer").await;
    register(&app, "latecomer").await;
    let (admin, reader) = (app.admin().await, app.person(Role::Reader).await);
    let list = admin.get("/notifications?unread=true").await.ok();
    assert_eq!(list["total"], admin.get("/counts").await.ok()["messages"]);
    let id = list["items"][0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(
        reader.put(&format!("/notifications/{id}/read"), json!({})).await.problem(),
        "404 notification.not_found"
    );
    for _ in 0..2 {
        assert_eq!(admin.put(&format!("/notifications/{id}/read"), json!({})).await.status.as_u16(), 204);
    }
    assert_eq!(admin.get("/notifications?unread=true").await.ok()["total"], 1);
    assert_eq!(admin.get("/counts").await.ok()["messages"], 1);
    admin.put("/notifications/read", json!({})).await.ok();
    assert_eq!(admin.get("/counts").await.ok()["messages"], 0);
    assert_eq!(admin.get("/notifications").await.ok()["total"], 2);
}

async fn a_muted_kind_sends_no_notification(app: TestApp) {
    let admin = app.admin().await;
    let kinds = json!({"accounts": false, "jobs": true, "revisions": true, "comments": true});
    let preferences = json!({"locale": "en-US", "pageSize": 10, "notifyByKind": kinds});
    let change = json!({"account": "admin", "email": "admin@example.com", "preferences": preferences});
    admin.post("/user-manage/updateUserSelf", change).await.ok();
    register(&app, "newcomer").await;
    assert_eq!(admin.get("/notifications").await.ok()["total"], 0);
}
