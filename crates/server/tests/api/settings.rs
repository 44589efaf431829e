//! What administrators decide.

use serde_json::{Value, json};
use testkit::app::TestApp;

testkit::on_each_app!(severities_are_decided_by_an_administrator);

async fn severities_are_decided_by_an_administrator(app: TestApp) {
    let admin = app.admin().await;
    let path = "/config/importSeverity";
    let mut setting = admin.get(path).await.ok();
    assert_eq!(setting["version"], 0);
    let severities = setting["severities"].as_array().expect("a list").clone();
    let words: Vec<String> =
        severities.iter().map(|one| format!("{} {}", one["code"], one["severity"].as_str().expect("a word"))).collect();
    let expected = [
        "1001 block",
        "1002 block",
        "1003 block",
        "1004 warn",
        "1005 warn",
        "1006 block",
        "1007 warn",
        "1008 warn",
        "1009 warn",
        "1010 block",
        "1011 warn",
        "1012 warn",
        "1013 block",
    ];
    assert_eq!(words, expected);
    assert!(severities.iter().all(|one| one["severity"] == one["default"] && one["title"].is_string()));

    setting["severities"][7]["severity"] = json!("block");
    let kept = admin.put(path, setting.clone()).await.ok();
    assert_eq!((&kept["version"], &kept["severities"][7]["severity"]), (&json!(1), &json!("block")));
    assert_eq!(kept["severities"][7]["default"], "warn");
    assert_eq!(admin.get(path).await.ok(), kept);
    assert_eq!(admin.put(path, setting).await.problem(), "409 changed_meanwhile");
    let recorded = admin.get("/audit?action=setting.updated").await.ok();
    assert_eq!(recorded["items"][0]["detail"], json!({"1008": "warn -> block"}));

    let mut back: Value = kept;
    back["severities"][7]["severity"] = json!("warn");
    assert_eq!(admin.put(path, back).await.ok()["version"], 2);
    let odd = json!({"severities": [{"code": 7, "severity": "soup"}], "version": 2});
    let refused = admin.put(path, odd).await;
    assert_eq!(refused.fields(), ["severities[0].code: unknown_value", "severities[0].severity: unknown_value"]);
}
