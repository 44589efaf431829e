//! Content models for the editor, from schemas and from other modules.

use axum::body::Body;
use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client};
use testkit::packages::zipped;

use crate::settings;
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(
    a_content_model_is_read_from_the_installed_schemas,
    without_schemas_a_content_model_is_learned,
    elements_are_offered_by_the_content_model,
);

/// The file that the tests of the web read.
const WIRE: &str = "../s1000d/tests/model/model.json";

fn path() -> String {
    format!("{BASE}/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML")
}

/// A schema set of our own.
fn schemas() -> Vec<u8> {
    let proced = include_str!("../../../s1000d/tests/model/proced.xsd");
    let files = [
        ("proced", proced),
        ("descript", proced),
        ("pm", proced),
        ("common", include_str!("../../../s1000d/tests/model/common.xsd")),
        ("xlink", include_str!("../../../s1000d/tests/model/xlink.xsd")),
    ];
    let file =
        |(name, text): (&str, &str)| (format!("S1000D_4-2/xml_schema_flat/{name}.xsd"), text.as_bytes().to_vec());
    zipped(&files.into_iter().map(file).collect())
}

async fn check_out(client: &Client) {
    client.ask(Method::POST, &format!("/files/checkout/default{}", path()), None).await.ok();
}

fn address() -> String {
    format!("/editor/contentModel/default{}", path())
}

async fn a_content_model_is_read_from_the_installed_schemas(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    settings::send(&admin, "/config/schemaSets", schemas()).await.ok();
    assert_eq!(author.get(&address()).await.problem(), "409 file.not_checked_out");
    check_out(&author).await;
    let approver = app.person(Role::Approver).await;
    assert_eq!(approver.get(&address()).await.problem(), "409 file.already_checked_out");
    let answer = author.get(&address()).await;
    let tag = answer.header("etag").to_owned();
    let model = answer.ok();
    let known = std::fs::read_to_string(WIRE).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
    if known.as_ref() != Some(&model) {
        let made = concat!(env!("CARGO_TARGET_TMPDIR"), "/model.json");
        std::fs::write(made, format!("{model:#}\n")).expect("a file");
        panic!("the tests of the web read another model: copy {made} to crates/s1000d/tests/model/model.json");
    }
    let again = author.request(Method::GET, &format!("{API}{}", address())).header("if-none-match", tag);
    let again = author.send(again.body(Body::empty()).expect("a request")).await;
    assert_eq!((again.status.as_u16(), again.text().len()), (304, 0));
}

async fn without_schemas_a_content_model_is_learned(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    check_out(&author).await;
    let model = author.get(&address()).await.ok();
    assert_eq!(model["origin"], "learned");
    let elements = model["elements"].as_array().expect("elements");
    let step = elements.iter().find(|element| element["name"] == "proceduralStep").expect("steps");
    assert!(step["states"].as_array().is_some_and(|states| states.len() > 1), "{step}");
    assert_eq!(author.get(&address()).await.ok(), model, "it is kept");
}

async fn elements_are_offered_by_the_content_model(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    settings::send(&app.admin().await, "/config/schemaSets", schemas()).await.ok();
    check_out(&author).await;
    let text = "<dmodule xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
        xsi:noNamespaceSchemaLocation=\"http://www.s1000d.org/S1000D_4-2/xml_schema_flat/proced.xsd\">\
        <content><procedure><mainProcedure><proceduralStep><para>\u{1d11e}x</para></proceduralStep>\
        </mainProcedure></procedure></content></dmodule>";
    let position = text[..text.find("x</para>").expect("the text")].encode_utf16().count();
    let address = format!("/drafts/edits/default{}?tab=a", path());
    let asked =
        json!({"text": text, "position": position, "commands": ["insertAfter", "insertBefore", "insertInside"]});
    let offered = author.post(&address, asked).await.ok();
    let lines = crate::viewer::lines(&offered["edits"], &["command", "inserted"]);
    for expected in
        ["insertAfter note", "insertBefore warning", "insertInside randomList", "insertAfter proceduralStep"]
    {
        assert!(lines.iter().any(|line| line == expected), "{expected}: {lines:?}");
    }
    assert!(!lines.contains(&"insertAfter warning".to_owned()), "{lines:?}");
    let inside = offered["edits"].as_array().expect("edits").iter().find(|edit| edit["inserted"] == "randomList");
    assert_eq!(inside.map(|edit| &edit["from"]), Some(&json!(position)), "counted in units of UTF-16");
}
