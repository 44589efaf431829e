use serde_json::json;
use testkit::app::TestApp;

testkit::on_each_app!(
    every_change_is_recorded_with_actor_and_subject,
    the_log_is_filtered_by_actor_action_subject_and_time,
    a_changed_operator_is_logged_with_old_and_new_values,
    tampering_breaks_the_chain,
    no_secret_reaches_the_log,
);

async fn change_something(app: &TestApp) {
    let admin = app.admin().await;
    admin.post("/config/operator", json!({"code": "ALP", "name": "Alpine", "country": "CH"})).await.ok();
    let form = json!({"account": "ann", "email": "ann@example.com", "role": "author"});
    let mut user = admin.post("/user-manage/createUser", form).await.ok()["user"].clone();
    app.wait(60);
    user["role"] = json!("reader");
    admin.post("/user-manage/updateUser", user).await.ok();
    admin.post("/user-manage/resetPwd", json!({"account": "ann"})).await.ok();
    admin.delete("/config/operator?code=ALP").await.ok();
}

async fn every_change_is_recorded_with_actor_and_subject(app: TestApp) {
    change_something(&app).await;
    let page = app.admin().await.get("/audit?pageSize=50").await.ok();
    let entries: Vec<String> = page["items"]
        .as_array()
        .expect("a list")
        .iter()
        .rev()
        .map(|one| format!("{} {} {} {}", one["seq"], one["actor"], one["action"], one["subject"]).replace('"', ""))
        .collect();
    assert_eq!(
        entries,
        [
            "1 system user.created admin",
            "2 admin session.opened admin",
            "3 admin operator.created ALP",
            "4 admin user.created ann",
            "5 admin user.updated ann",
            "6 admin user.password_reset ann",
            "7 admin operator.deleted ALP",
            "8 admin session.opened admin",
        ]
    );
    assert_eq!(page["items"][3]["detail"], json!({"role": "author → reader"}));
}

async fn the_log_is_filtered_by_actor_action_subject_and_time(app: TestApp) {
    change_something(&app).await;
    let admin = app.admin().await;
    let count =
        async |query: &str| admin.get(&format!("/audit?{query}")).await.ok()["total"].as_u64().expect("a number");
    assert_eq!(count("actor=system").await, 1);
    assert_eq!(count("action=operator.").await, 2);
    assert_eq!(count("subject=AnN").await, 3);
    assert_eq!(count("to=2026-01-01T00:01:00Z").await, 4);
    assert_eq!(count("from=2026-01-01T00:01:00Z").await, 4);
    assert_eq!(count("actor=%25").await, 0);
    assert_eq!(admin.get("/audit?from=yesterday").await.fields(), ["from: type"]);
}

async fn a_changed_operator_is_logged_with_old_and_new_values(app: TestApp) {
    let admin = app.admin().await;
    let fleet = json!([{"registration": "HB-1", "serialNumber": "1", "model": "H160-B"}]);
    let form = json!({"code": "ALP", "name": "Alpine", "country": "CH", "aircraft": fleet});
    let mut operator = admin.post("/config/operator", form).await.ok();
    operator["name"] = json!("Alpine Rotor");
    operator["aircraft"][0]["serialNumber"] = json!("2");
    admin.put("/config/operator", operator).await.ok();
    let entry = admin.get("/audit?action=operator.updated").await.ok()["items"][0]["detail"].clone();
    let expected = json!({"name": "Alpine → Alpine Rotor", "aircraft HB-1": "HB-1 1 H160-B → HB-1 2 H160-B"});
    assert_eq!(entry, expected);
}

async fn tampering_breaks_the_chain(app: TestApp) {
    change_something(&app).await;
    let admin = app.admin().await;
    let report = admin.get("/audit/verify").await.ok();
    assert_eq!(report, json!({"intact": true, "checked": 8}));
    app.db.tamper("UPDATE change_log SET actor = 'nobody' WHERE seq = 5").await;
    let report = admin.get("/audit/verify").await.ok();
    assert_eq!((&report["intact"], &report["firstBrokenSeq"]), (&json!(false), &json!(5)));
}

async fn no_secret_reaches_the_log(app: TestApp) {
    let admin = app.admin().await;
    let made = admin.post("/user-manage/resetPwd", json!({"account": "admin"})).await.ok();
    let password = made["password"].as_str().expect("told once");
    let again = app.anonymous().log_in("admin", password).await;
    let change = json!({"account": "admin", "oldPassword": password, "newPassword": "another secret", "confirmPassword": "another secret"});
    again.post("/user-manage/changePwd", change).await.ok();
    let log = again.get("/audit?pageSize=100").await.text();
    assert!(!log.contains(password) && !log.contains("another secret") && !log.contains("argon2"));
}
