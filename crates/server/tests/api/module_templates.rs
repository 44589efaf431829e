//! Templates of new modules that administrators replace.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(
    an_administrator_replaces_a_template_and_goes_back,
    a_template_is_refused_for_what_it_is,
    templates_go_with_their_manual,
);

const NEW: &str = "/dm/default/DMC-NV240-A-29-11-09-00A-520A-A_en-US.XML";

async fn text(client: &Client, content_type: &str) -> String {
    let answer = client.get(&format!("/dm/templates/text?manualPath={BASE}&contentType={content_type}")).await.ok();
    answer["text"].as_str().expect("a text").to_owned()
}

fn with(content_type: &str, text: &str) -> Value {
    json!({"manualPath": BASE, "contentType": content_type, "text": text})
}

async fn an_administrator_replaces_a_template_and_goes_back(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let own = text(&author, "proced").await.replace("<para></para>", "<para>House rule</para>");
    assert_eq!(author.put("/dm/templates", with("proced", &own)).await.problem(), "403 forbidden");
    admin.put("/dm/templates", with("proced", &own)).await.ok();
    let listed = author.get(&format!("/dm/templates?manualPath={BASE}")).await.ok();
    let found = listed.as_array().expect("a list").iter().find(|one| one["contentType"] == json!("proced"));
    let found = found.expect("a template");
    assert_eq!((&found["replaced"], &found["updatedBy"]), (&json!(true), &json!("admin")));
    assert_eq!(text(&author, "proced").await, own);
    author.post(NEW, json!({"manualPath": BASE, "techName": "A", "contentType": "proced"})).await.ok();
    let made = author.get(&format!("/bytes/default{BASE}/{}", NEW.trim_start_matches("/dm/default/"))).await.text();
    assert!(made.contains("House rule") && made.contains("assyCode=\"09\""), "{made}");
    let address = format!("/dm/templates?manualPath={BASE}&contentType=proced");
    assert_eq!(author.delete(&address).await.problem(), "403 forbidden");
    admin.delete(&address).await.ok();
    assert!(!text(&author, "proced").await.contains("House rule"));
    assert_eq!(admin.delete(&address).await.problem(), "404 template.not_found");
    let log = admin.get("/audit?action=template.replaced").await.ok();
    assert_eq!((&log["total"], &log["items"][0]["subject"]), (&json!(1), &json!(BASE)));
}

async fn a_template_is_refused_for_what_it_is(app: TestApp) {
    reader_of(&app, "amm").await;
    let admin = app.admin().await;
    let procedure = text(&admin, "proced").await;
    let put = async |body: Value| admin.put("/dm/templates", body).await;
    assert_eq!(put(with("descript", &procedure)).await.problem(), "422 template.other_type");
    let broken = put(with("proced", "<dmodule>\n<content>")).await;
    assert_eq!(broken.problem(), "422 template.invalid");
    assert!(broken.json()["findings"][0]["message"].is_string(), "{}", broken.text());
    assert_eq!(put(with("nothing", &procedure)).await.fields(), ["contentType: unknown_value"]);
    let long = format!("{procedure}<!--{}-->", "x".repeat(300 << 10));
    assert_eq!(put(with("proced", &long)).await.fields(), ["text: too_long"]);
}

async fn templates_go_with_their_manual(app: TestApp) {
    reader_of(&app, "amm").await;
    let admin = app.admin().await;
    let own = text(&admin, "descript").await;
    admin.put("/dm/templates", with("descript", &own)).await.ok();
    admin.delete("/csdb/manual?csdbName=NV240&manualName=MMEL").await.ok();
    assert_eq!(admin.get(&format!("/dm/templates?manualPath={BASE}")).await.problem(), "404 manual.not_found");
    let item = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    admin.post(&format!("/trash/{item}/restore"), json!({})).await.ok();
    let listed = admin.get(&format!("/dm/templates?manualPath={BASE}")).await.ok();
    assert!(listed.as_array().expect("a list").iter().any(|one| one["replaced"] == json!(true)));
}
