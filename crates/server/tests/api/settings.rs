//! Settings.

use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};
use testkit::packages::{PackageFiles, zipped};

testkit::on_each_app!(
    severities_are_set_by_an_administrator,
    schemas_are_installed_tried_and_removed,
    a_set_that_cannot_be_used_is_refused_and_the_installed_one_stays,
    types_are_added_changed_and_removed,
);

async fn severities_are_set_by_an_administrator(app: TestApp) {
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

pub(crate) async fn send(client: &Client, path: &str, body: Vec<u8>) -> TestResponse {
    let request = client.request(Method::POST, &format!("{API}{path}")).body(Body::from(body));
    client.send(request.expect("a request")).await
}

/// A set of two schemas of our own, with the names of issue 4.2.
fn schemas() -> Vec<u8> {
    zipped(&schema_files())
}

fn schema_files() -> PackageFiles {
    let schema = |root: &str| {
        format!(
            "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:element name=\"{root}\"><xs:complexType>\
             <xs:sequence><xs:element name=\"content\"/></xs:sequence></xs:complexType></xs:element></xs:schema>"
        )
    };
    let file = |name: &str, root| (format!("S1000D_4-2/xml_schema_flat/{name}"), schema(root).into_bytes());
    vec![file("descript.xsd", "dmodule"), file("pm.xsd", "pm")]
}

fn module(content: &str) -> Vec<u8> {
    format!(
        "<dmodule xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation=\
         \"http://www.s1000d.org/S1000D_4-2/xml_schema_flat/descript.xsd\">{content}</dmodule>"
    )
    .into_bytes()
}

/// Code, severity and rule of the findings from schema validation.
fn of_schemas(findings: &Value) -> Vec<String> {
    let word = |one: &Value, name: &str| one[name].as_str().expect("a word").to_owned();
    let findings = findings.as_array().expect("findings").iter();
    findings
        .map(|one| format!("{} {} {}", one["code"], word(one, "severity"), word(one, "rule")))
        .filter(|line| line.contains("xsd."))
        .collect()
}

async fn schemas_are_installed_tried_and_removed(app: TestApp) {
    let admin = app.admin().await;
    let path = "/config/schemaSets";
    assert_eq!(admin.get(path).await.ok(), json!([]));
    for odd in [b"no archive".to_vec(), zipped(&vec![("a.txt".to_owned(), b"x".to_vec())])] {
        assert_eq!(send(&admin, path, odd).await.problem(), "400 schema_set.invalid");
    }
    for _ in 0..2 {
        let installed = send(&admin, path, schemas()).await;
        assert_eq!(installed.status.as_u16(), 201, "{}", installed.text());
        assert_eq!((&installed.ok()["issue"], &installed.ok()["files"]), (&json!("4-2"), &json!(2)));
    }
    let listed = admin.get(path).await.ok();
    assert_eq!((listed.as_array().map(Vec::len), &listed[0]["installedBy"]), (Some(1), &json!("admin")));

    let check = format!("{path}/check");
    assert_eq!(of_schemas(&send(&admin, &check, module("<content/>")).await.ok()), [""; 0]);
    let wrong = send(&admin, &check, module("<wrong/>")).await.ok();
    assert_eq!(of_schemas(&wrong), ["1010 block xsd.element_unexpected"]);
    let named = |one: &Value| one["message"].as_str().is_some_and(|text| text.contains("wrong"));
    assert!(wrong.as_array().expect("findings").iter().any(named), "{wrong}");
    let torn = send(&admin, &check, b"<dmodule>".to_vec()).await.ok();
    assert_eq!(torn[0]["code"], 1010, "{torn}");

    assert_eq!(admin.delete(&format!("{path}?issue=4-2")).await.status.as_u16(), 204);
    assert_eq!(admin.delete(&format!("{path}?issue=4-2")).await.problem(), "404 schema_set.not_found");
    let unchecked = send(&admin, &check, module("<wrong/>")).await.ok();
    assert_eq!(of_schemas(&unchecked), ["1010 info xsd.not_installed"]);
}

async fn a_set_that_cannot_be_used_is_refused_and_the_installed_one_stays(app: TestApp) {
    let admin = app.admin().await;
    let path = "/config/schemaSets";
    let installed = send(&admin, path, schemas()).await.ok();
    assert_eq!(installed["schemas"], json!([{"name": "descript"}, {"name": "pm"}]));
    assert_eq!(admin.get(path).await.ok()[0]["schemas"], installed["schemas"]);

    let mut torn = schema_files();
    torn[0].1.truncate(100);
    let refused = send(&admin, path, zipped(&torn)).await;
    assert_eq!(refused.problem(), "400 schema_set.unusable");
    let schemas = refused.json()["schemas"].clone();
    assert_eq!((schemas.as_array().map(Vec::len), &schemas[0]["name"]), (Some(1), &json!("descript")));
    let fault = &schemas[0]["fault"];
    assert_eq!(
        (&fault["rule"], &fault["file"], &fault["line"]),
        (&json!("schema.not_well_formed"), &json!("descript.xsd"), &json!(1))
    );
    assert_eq!(admin.get(path).await.ok(), json!([installed]));
    let wrong = send(&admin, &format!("{path}/check"), module("<wrong/>")).await.ok();
    assert_eq!(of_schemas(&wrong), ["1010 block xsd.element_unexpected"]);
}

async fn types_are_added_changed_and_removed(app: TestApp) {
    let admin = app.admin().await;
    for (path, flag, builtin) in
        [("/config/manualTypes", "selfEditing", "MEL"), ("/config/csdbTypes", "aircraftRelated", "H160")]
    {
        let before = admin.get(path).await.ok();
        assert_eq!((&before[0]["code"], &before[0]["builtin"]), (&json!(builtin), &json!(true)));
        let mut new = json!({"code": "EFB", "name": {"en": "Electronic flight bag", "zh": "电子飞行包"}, "builtin": false, "version": 1});
        new[flag] = json!(true);
        let made = admin.post(path, new.clone()).await;
        assert_eq!((made.status.as_u16(), made.ok()), (201, new.clone()));
        let mut again = new.clone();
        again["code"] = json!("efb");
        assert_eq!(admin.post(path, again).await.problem(), "409 type.taken", "whatever the case");
        new["name"]["en"] = json!("EFB documents");
        let changed = admin.put(path, new.clone()).await.ok();
        assert_eq!(admin.put(path, new.clone()).await.problem(), "409 changed_meanwhile", "two at once");
        new["version"] = json!(2);
        assert_eq!(changed, new);
        let after = admin.get(path).await.ok();
        assert_eq!(after.as_array().and_then(|types| types.last()), Some(&new));

        assert_eq!(admin.delete(&format!("{path}?code={builtin}")).await.problem(), "409 type.builtin");
        assert_eq!(admin.delete(&format!("{path}?code=EFB")).await.status.as_u16(), 204);
        assert_eq!(admin.delete(&format!("{path}?code=EFB")).await.problem(), "404 type.not_found");
        let odd = json!({"code": "A B", "name": {"en": "", "zh": "x"}});
        assert_eq!(admin.post(path, odd).await.fields(), ["code: space", "name.en: required"]);
        assert_eq!(admin.get(path).await.ok(), before);
    }
}
