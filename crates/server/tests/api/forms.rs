//! Forms of the editor: fields of a text, and edits that change them.

use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

use crate::outline::applied;
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(metadata_is_changed_in_the_text_alone, metadata_that_cannot_be_written_is_refused);

fn pump() -> String {
    format!("{BASE}/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML")
}

/// Asks a form about a text of a file.
async fn ask(client: &Client, form: &str, path: &str, body: Value) -> TestResponse {
    client.post(&format!("/drafts/{form}/default{path}?tab=a"), body).await
}

/// The text of a file that the caller checks out.
async fn opened(client: &Client, path: &str) -> String {
    client.ask(Method::POST, &format!("/files/checkout/default{path}"), None).await.ok();
    let draft = client.ask(Method::POST, &format!("/drafts/default{path}?tab=a"), None).await.ok();
    draft["text"].as_str().expect("a text").to_owned()
}

/// A form is for the person who has checked the file out, and for well-formed texts.
async fn is_for_the_holder(app: &TestApp, [reader, author]: [&Client; 2], form: &str, path: &str, mut body: Value) {
    let other = app.person(Role::Approver).await;
    assert_eq!(ask(&other, form, path, body.clone()).await.problem(), "409 file.already_checked_out");
    assert_eq!(ask(reader, form, path, body.clone()).await.problem(), "403 forbidden");
    body["text"] = json!("<dmodule><content>");
    assert_eq!(ask(author, form, path, body.clone()).await.problem(), "422 draft.refused");
    author.ask(Method::POST, &format!("/files/cancelCheckout/default{path}"), None).await.ok();
    assert_eq!(ask(author, form, path, body).await.problem(), "409 file.not_checked_out");
}

async fn metadata_is_changed_in_the_text_alone(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let text = opened(&author, &pump()).await;
    let read = ask(&author, "metadata", &pump(), json!({"text": text})).await.ok();
    assert_eq!(read["edits"], json!([]));
    let metadata = &read["metadata"];
    assert_eq!(metadata["title"]["techName"], json!({"text": "Booster pump", "isFixed": false}));
    assert_eq!((&metadata["language"], &metadata["reasons"]), (&json!("en-US"), &json!([])));
    assert_eq!(metadata["quality"], json!([{"first": "ttandoo", "isFixed": false}]));
    let change = json!({
        "techName": "Booster pump <A>",
        "security": {"classification": "02"},
        "originator": {"code": "K0999", "name": "Norvane Rotorcraft"},
        "quality": [{}],
        "reasons": [{"text": "泵 & valve", "type": "urt02", "highlight": true}],
    });
    let changed = ask(&author, "metadata", &pump(), json!({"text": text, "change": change})).await.ok();
    let expected = text
        .replacen("<techName>Booster pump<", "<techName>Booster pump &lt;A&gt;<", 1)
        .replacen("securityClassification=\"01\"", "securityClassification=\"02\"", 1)
        .replacen("<originator enterpriseCode=\"NVR01\"", "<originator enterpriseCode=\"K0999\"", 1)
        .replacen("<firstVerification verificationType=\"ttandoo\"/>", "<unverified/>", 1)
        .replacen(
            "</dmStatus>",
            "<reasonForUpdate id=\"rfu-001\" updateReasonType=\"urt02\" updateHighlight=\"1\">\
             <simplePara>泵 &amp; valve</simplePara></reasonForUpdate></dmStatus>",
            1,
        );
    assert_eq!(applied(&text, &changed), expected);
    assert_eq!(changed["metadata"]["title"]["techName"]["text"], json!("Booster pump <A>"));
    assert_eq!(changed["metadata"]["reasons"][0]["text"]["text"], json!("泵 & valve"));
    is_for_the_holder(&app, [&reader, &author], "metadata", &pump(), json!({"text": text})).await;
}

async fn metadata_that_cannot_be_written_is_refused(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let text = opened(&author, &pump()).await;
    let change =
        async |change: Value| ask(&author, "metadata", &pump(), json!({"text": text, "change": change})).await.fields();
    let wrong = json!({
        "techName": " ",
        "security": {"classification": "1"},
        "responsible": {"code": "abc", "name": ""},
        "quality": [{"second": "tabtop"}],
        "reasons": [{"text": "", "type": "other", "highlight": false}],
    });
    assert_eq!(
        change(wrong).await,
        [
            "techName: required",
            "security.classification: unknown_value",
            "responsible.code: character",
            "quality[0].first: required",
            "reasons[0].text: required",
            "reasons[0].type: unknown_value",
        ]
    );
    assert_eq!(change(json!({"quality": []})).await, ["change: unknown_value"]);
    assert_eq!(
        change(json!({"infoNameVariant": "A", "reasons": [{"number": 3, "text": "A", "highlight": false}]})).await,
        ["change: unknown_value"]
    );
}
