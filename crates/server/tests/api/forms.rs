//! Forms of the editor: fields of a text, and edits that change them.

use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

use crate::outline::applied;
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(
    metadata_is_changed_in_the_text_alone,
    metadata_that_cannot_be_written_is_refused,
    a_statement_is_built_and_tells_its_aircraft,
    a_statement_of_a_repository_is_not_taken_for_all_aircraft,
    an_element_gets_a_statement_of_its_own,
    a_statement_that_says_nothing_is_refused,
    a_reference_gets_another_target,
    an_internal_reference_gets_another_target,
    a_figure_shows_another_image,
);

fn pump() -> String {
    format!("{BASE}/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML")
}

fn gauge() -> String {
    format!("{BASE}/DMC-NV240-A-28-21-01-00A-720A-A_en-US.XML")
}

/// The place of some words in units of UTF-16.
fn place(text: &str, words: &str) -> usize {
    text[..text.find(words).expect("the words")].encode_utf16().count()
}

/// Asks a form about a text of a file.
pub(crate) async fn ask(client: &Client, form: &str, path: &str, body: Value) -> TestResponse {
    client.post(&format!("/drafts/{form}/default{path}?tab=a"), body).await
}

/// The text of a file that the caller checks out.
pub(crate) async fn opened(client: &Client, path: &str) -> String {
    client.ask(Method::POST, &format!("/files/checkout/default{path}"), None).await.ok();
    let draft = client.ask(Method::POST, &format!("/drafts/default{path}?tab=a"), None).await.ok();
    draft["text"].as_str().expect("a text").to_owned()
}

/// A form is for the person who has checked the file out, and for well-formed texts.
pub(crate) async fn is_for_the_holder(
    app: &TestApp,
    [reader, author]: [&Client; 2],
    form: &str,
    path: &str,
    mut body: Value,
) {
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
    let ask = async |change: Value| ask(&author, "metadata", &pump(), json!({"text": text, "change": change})).await;
    let wrong = json!({
        "techName": " ",
        "security": {"classification": "1"},
        "responsible": {"code": "abc", "name": ""},
        "quality": [{"second": "tabtop"}],
        "reasons": [{"text": "", "type": "other", "highlight": false}],
    });
    assert_eq!(
        ask(wrong).await.fields(),
        [
            "techName: required",
            "security.classification: unknown_value",
            "responsible.code: character",
            "quality[0].first: required",
            "reasons[0].text: required",
            "reasons[0].type: unknown_value",
        ]
    );
    assert_eq!(ask(json!({"quality": []})).await.problem(), "422 draft.would_lose");
    let unknown = json!({"infoNameVariant": "A", "reasons": [{"number": 3, "text": "A", "highlight": false}]});
    assert_eq!(ask(unknown).await.problem(), "422 draft.would_lose");
}

fn model(values: &str) -> Value {
    json!({"kind": "assert", "ident": "model", "type": "prodattr", "values": values, "parts": []})
}

async fn a_statement_is_built_and_tells_its_aircraft(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let text = opened(&author, &pump()).await;
    let read = ask(&author, "applicability", &pump(), json!({"text": text})).await.ok();
    let own = &read["applicability"]["own"];
    assert_eq!(own["display"]["text"], json!("All"));
    assert_eq!((&own["expression"], &read["words"]), (&Value::Null, &Value::Null));
    let all = &read["applicants"];
    assert_eq!((&all["areProducts"], &all["total"], &all["applies"]), (&json!(true), &json!(4), &json!(4)));
    let bulletin = json!({"kind": "assert", "ident": "SB26003", "type": "condition", "values": "POST", "parts": []});
    let both = json!({"kind": "group", "any": false, "parts": [model("NV240-1"), bulletin]});
    let change = json!({"kind": "write", "display": "NV240-1 after the bulletin", "expression": both});
    let built = ask(&author, "applicability", &pump(), json!({"text": text, "change": change})).await.ok();
    assert_eq!(built["applicants"]["applies"], json!(1), "{}", built["applicants"]);
    assert!(built["words"].as_str().is_some_and(|words| words.contains("NV240-1")), "{}", built["words"]);
    let after = applied(&text, &built);
    let expected = text.replacen(
        "<simplePara>All</simplePara>\n        </displayText>",
        "<simplePara>NV240-1 after the bulletin</simplePara>\n        </displayText>\n        <evaluate andOr=\"and\">\
         <assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValues=\"NV240-1\"/>\
         <assert applicPropertyIdent=\"SB26003\" applicPropertyType=\"condition\" applicPropertyValues=\"POST\"/>\
         </evaluate>",
        1,
    );
    assert_eq!(after, expected);
    let again = ask(&author, "applicability", &pump(), json!({"text": after})).await.ok();
    assert_eq!(again["applicability"]["own"]["expression"]["parts"][0], model("NV240-1"));
    is_for_the_holder(&app, [&reader, &author], "applicability", &pump(), json!({"text": text})).await;
}

async fn a_statement_of_a_repository_is_not_taken_for_all_aircraft(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let text = opened(&author, &pump()).await;
    let start = text.find("<applic>").expect("a statement");
    let end = text.find("</applic>").expect("its end") + "</applic>".len();
    let named = text.replacen(&text[start..end], "<applicRef applicIdentValue=\"nowhere\"/>", 1);
    for position in [None, Some(place(&named, "<proceduralStep"))] {
        let mut body = json!({"text": named});
        if let Some(position) = position {
            body["position"] = json!(position);
        }
        let found = ask(&author, "applicability", &pump(), body).await.ok();
        assert_eq!((&found["applicants"]["applies"], &found["applicants"]["unknown"]), (&json!(0), &json!(4)));
    }
}

async fn an_element_gets_a_statement_of_its_own(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let text = opened(&author, &pump()).await;
    let step = text.find("<proceduralStep").expect("a step");
    let position = text[..step].encode_utf16().count();
    let change = json!({"kind": "write", "display": "NV240-2", "expression": model("NV240-2")});
    let body = json!({"text": text, "position": position, "change": change});
    let made = ask(&author, "applicability", &pump(), body).await.ok();
    assert_eq!(made["applicability"]["own"]["id"], json!("app-0001"));
    assert_eq!(made["applicants"]["applies"], json!(2));
    let after = applied(&text, &made);
    assert!(after.contains("</refs>\n    <referencedApplicGroup><applic id=\"app-0001\">"), "{after}");
    assert!(after.contains("<proceduralStep applicRefId=\"app-0001\""));
    let step = after.find("<proceduralStep").expect("a step");
    let position = after[..step].encode_utf16().count();
    let none = json!({"text": after, "position": position, "change": {"kind": "refer"}});
    let without = ask(&author, "applicability", &pump(), none).await.ok();
    assert_eq!(without["applicability"]["group"].as_array().map(Vec::len), Some(1), "the statement stays");
    assert!(!applied(&after, &without).contains("applicRefId=\"app-0001\""));
}

async fn a_statement_that_says_nothing_is_refused(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let text = opened(&author, &pump()).await;
    let refused = async |body: Value| {
        let mut body = body;
        body["text"] = json!(text);
        ask(&author, "applicability", &pump(), body).await
    };
    let empty = json!({"change": {"kind": "write", "display": ""}});
    assert_eq!(refused(empty).await.problem(), "422 draft.would_lose");
    let empty = json!({"kind": "group", "any": true, "parts": []});
    let change = json!({"change": {"kind": "write", "display": "A", "expression": empty}});
    assert_eq!(refused(change).await.fields(), ["expression: required"]);
    let many = json!({"kind": "group", "any": true, "parts": vec![model("A"); 300]});
    let change = json!({"change": {"kind": "write", "display": "A", "expression": many}});
    assert_eq!(refused(change).await.fields(), ["expression: too_many"]);
    assert_eq!(refused(json!({"position": 9_999_999})).await.fields(), ["position: unknown_value"]);
    assert_eq!(refused(json!({"position": 1})).await.fields(), ["position: unknown_value"]);
}

async fn a_reference_gets_another_target(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let text = opened(&author, &pump()).await;
    let position = place(&text, "<refs>") + "<refs>".len() + 12;
    let body = json!({"text": text, "position": position, "other": gauge()});
    let read = ask(&author, "references", &pump(), body).await.ok();
    assert_eq!(read["at"]["code"], json!("DMC-NV240-A-28-21-01-00A-720A-A"), "{read}");
    assert_eq!((&read["at"]["kind"], &read["allowsModule"]), (&json!("file"), &json!(false)));
    assert!(crate::viewer::lines(&read["targets"], &["id"]).contains(&"seq-001".to_owned()), "{}", read["targets"]);
    assert!(!read["fragments"].as_array().expect("a list").is_empty());
    let change = json!({"kind": "file", "path": pump(), "id": "seq-001"});
    let body = json!({"text": text, "position": position, "change": change});
    let after = applied(&text, &ask(&author, "references", &pump(), body).await.ok());
    let again = ask(&author, "references", &pump(), json!({"text": after, "position": position})).await.ok();
    assert_eq!(
        again["at"],
        json!({"kind": "file", "code": "DMC-NV240-A-28-21-01-00A-520A-A",
        "title": "Booster pump - Remove procedure", "id": "seq-001", "path": pump()})
    );
    let tail = |text: &str| text[text.find("</refs>").expect("an end")..].to_owned();
    assert_eq!(tail(&after), tail(&text));
    let missing = json!({"kind": "file", "path": format!("{BASE}/DMC-NV240-A-99-99-99-00A-520A-A_en-US.XML")});
    let body = json!({"text": text, "position": position, "change": missing});
    assert_eq!(ask(&author, "references", &pump(), body).await.problem(), "404 file.not_found");
    let other = json!({"kind": "file", "path": "/OTHER/AMM/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML"});
    let body = json!({"text": text, "position": position, "change": other});
    assert_eq!(ask(&author, "references", &pump(), body).await.problem(), "404 file.not_found");
    let body = json!({"text": text, "position": position});
    is_for_the_holder(&app, [&reader, &author], "references", &pump(), body).await;
}

async fn an_internal_reference_gets_another_target(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let text = opened(&author, &pump()).await;
    let text =
        text.replacen("<para>The pump sits", "<para>See <internalRef internalRefId=\"seq-001\"/>. The pump sits", 1);
    let position = place(&text, "<internalRef ");
    let change = |id: &str| json!({"text": text, "position": position, "change": {"kind": "internal", "id": id}});
    let target = text.split(" id=\"").nth(2).and_then(|rest| rest.split('"').next()).expect("a second id");
    let after = applied(&text, &ask(&author, "references", &pump(), change(target)).await.ok());
    let written = format!("<internalRef internalRefTargetType=\"irtt05\" internalRefId=\"{target}\"/>. The pump sits");
    assert!(after.contains(&written), "{after}");
    let unknown = ask(&author, "references", &pump(), change("none")).await;
    assert_eq!(unknown.problem(), "422 draft.would_lose");
    let head = json!({"text": text, "position": place(&text, "<techName>") + 12,
        "change": {"kind": "file", "path": gauge()}});
    assert_eq!(ask(&author, "references", &pump(), head).await.problem(), "422 draft.would_lose");
    let beyond = ask(&author, "references", &pump(), json!({"text": text, "position": 9_999_999})).await;
    assert_eq!(beyond.fields(), ["position: unknown_value"]);
}

async fn a_figure_shows_another_image(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><path d=\"M0 0L9 9\"/></svg>";
    let name = "ICN-NV240-A-282101-0-NVR01-00778-A-001-01";
    let media = format!("/NV240/MULTIMEDIA/{name}.SVG");
    let address = format!("{}/media/default{media}", testkit::client::API);
    let request = author.request(Method::POST, &address).body(axum::body::Body::from(svg)).expect("a request");
    author.send(request).await.ok();
    let text = opened(&author, &pump()).await;
    let position = place(&text, "<figure") + 1;
    let read = ask(&author, "graphics", &pump(), json!({"text": text, "position": position})).await.ok();
    let old = "ICN-NV240-A-282101-0-NVR01-00005-A-001-01";
    assert_eq!(read["graphics"][0]["ident"], json!(old), "{read}");
    assert_eq!(read["graphics"][0]["media"], json!(format!("/NV240/MULTIMEDIA/{old}.SVG")));
    let change = json!({"number": 0, "media": media});
    let body = json!({"text": text, "position": position, "change": change});
    let made = ask(&author, "graphics", &pump(), body).await.ok();
    assert_eq!(applied(&text, &made), text.replace(old, name));
    assert_eq!(made["graphics"][0]["media"], json!(media));
    let other = json!({"number": 0, "media": "/OTHER/MULTIMEDIA/ICN-1.SVG"});
    let body = json!({"text": text, "position": position, "change": other});
    assert_eq!(ask(&author, "graphics", &pump(), body).await.problem(), "404 file.not_found");
    let beyond = json!({"text": text, "position": position, "change": {"number": 9, "media": media}});
    assert_eq!(ask(&author, "graphics", &pump(), beyond).await.problem(), "422 draft.would_lose");
    let body = json!({"text": text, "position": position});
    is_for_the_holder(&app, [&reader, &author], "graphics", &pump(), body).await;
}
