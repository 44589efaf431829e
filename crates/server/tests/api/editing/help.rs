//! Checks, the rendered page and the edits that are offered while a text is edited.

use axum::body::Body;
use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::API;

use super::{CANCEL, CHECK_OUT, act, check_in, edit, open, path};
use crate::viewer::reader_of;

testkit::on_each_app!(
    a_text_is_checked_while_it_is_edited,
    a_text_is_rendered_while_it_is_edited,
    edits_of_a_block_are_offered_where_they_fit,
    commands_on_tables_are_offered_in_their_cells,
    a_picture_that_nobody_named_before_is_shown,
);

async fn a_text_is_checked_while_it_is_edited(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    act(&author, CHECK_OUT).await.ok();
    let text = open(&author, &path(), "a").await["text"].as_str().expect("a text").to_owned();
    let check = async |text: &str| {
        let address = format!("/drafts/check/default{}?tab=a", path());
        let answer = author.post(&address, json!({"text": text})).await.ok();
        crate::viewer::lines(&answer["problems"], &["severity", "line", "code"])
    };
    // Neither schemas nor the default BREX are installed in this test, which are remarks.
    assert_eq!(check(&text).await, ["warning 1 xsd.not_installed", "warning 1 brex.not_found"]);
    let torn = check(&text.replace("</content>", "")).await;
    assert!(torn.iter().any(|line| line.starts_with("error") && line.ends_with("xml.not_well_formed")), "{torn:?}");
    let names_nobody = text
        .replacen("infoCode=\"720\"", "infoCode=\"721\"", 1)
        .replace("0-NVR01-00005-A-001-01", "0-NVR01-99999-A-001-01");
    let missing = check(&names_nobody).await;
    assert!(missing.iter().any(|line| line.ends_with("dm.dm_ref_dangling")), "{missing:?}");
    assert!(missing.iter().any(|line| line.ends_with("icn.missing")), "{missing:?}");
    act(&author, CANCEL).await.ok();
    let refused = author.post(&format!("/drafts/check/default{}?tab=a", path()), json!({"text": text})).await;
    assert_eq!(refused.problem(), "409 file.not_checked_out");
}

async fn a_text_is_rendered_while_it_is_edited(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    act(&author, CHECK_OUT).await.ok();
    let text = open(&author, &path(), "a").await["text"].as_str().expect("a text").to_owned();
    let address = format!("/drafts/page/default{}?tab=a", path());
    let changed = text.replacen("<title>", "<title>\u{1d11e} ", 1);
    let page = author.post(&address, json!({"text": changed})).await.ok();
    assert!(
        page["html"].as_str().expect("a page").contains("\u{1d11e} "),
        "the text of the request, not the stored one"
    );
    let units: Vec<u16> = changed.encode_utf16().collect();
    let slice = |run: &Value| {
        let place = |key: &str| usize::try_from(run[key].as_u64().expect("a position")).expect("an index");
        String::from_utf16(&units[place("from")..place("to")]).expect("a text")
    };
    assert!(page["runs"].as_array().expect("runs").iter().any(|run| slice(run).starts_with("\u{1d11e} ")));
    assert_eq!(open(&author, &path(), "a").await["text"], json!(text), "nothing is stored");

    let empty = "<dmodule><content><description><para/><para>a</para></description></content></dmodule>";
    let page = author.post(&address, json!({"text": empty})).await.ok();
    let from = empty.find("/>").expect("a tag");
    assert_eq!(
        page["runs"][0],
        json!({"from": from, "to": from + 2, "element": "para", "open": ">", "close": "</para>"}),
        "the tags that the first words need"
    );
    assert_eq!(page["runs"][1].get("open"), None);
    let edits = format!("/drafts/edits/default{}?tab=a", path());
    let offered = author.post(&edits, json!({"text": empty, "position": from})).await.ok();
    assert_eq!(offered["edits"], json!([]), "an empty element is filled first");

    let torn = author.post(&address, json!({"text": text.replace("</content>", "")})).await;
    assert_eq!(torn.problem(), "422 draft.refused");
    let other = app.person(Role::Approver).await;
    assert_eq!(other.post(&address, json!({"text": text})).await.problem(), "409 file.already_checked_out");
    act(&author, CANCEL).await.ok();
    assert_eq!(author.post(&address, json!({"text": text})).await.problem(), "409 file.not_checked_out");
}

async fn edits_of_a_block_are_offered_where_they_fit(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    act(&author, CHECK_OUT).await.ok();
    let text = open(&author, &path(), "a").await["text"].as_str().expect("a text").to_owned();
    let address = format!("/drafts/edits/default{}?tab=a", path());
    let step = text.find("<proceduralStep").expect("a step");
    let at = step + text[step..].find("</para>").expect("a paragraph");
    let position = text[..at].encode_utf16().count();
    let offered = author.post(&address, json!({"text": text, "position": position, "commands": ["split"]})).await.ok();
    let split = &offered["edits"][0];
    assert_eq!(split["command"], "split");
    assert_eq!((&split["depth"], &split["nearest"]), (&json!(0), &json!(true)));
    assert_eq!(split["from"], json!(position));
    assert!(split["text"].as_str().expect("a text").starts_with("</para>"), "{split}");
    let all = author.post(&address, json!({"text": text, "position": position})).await.ok();
    let commands = crate::viewer::lines(&all["edits"], &["command", "element"]);
    assert!(commands.contains(&"duplicate proceduralStep".to_owned()), "{commands:?}");
    let beyond = author.post(&address, json!({"text": text, "position": 9_999_999})).await.ok();
    assert_eq!(beyond["edits"], json!([]));
    act(&author, CANCEL).await.ok();
    let refused = author.post(&address, json!({"text": text, "position": position})).await;
    assert_eq!(refused.problem(), "409 file.not_checked_out");
}

async fn commands_on_tables_are_offered_in_their_cells(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    act(&author, CHECK_OUT).await.ok();
    let address = format!("/drafts/edits/default{}?tab=a", path());
    let row =
        |word: &str| format!("<row><entry><para>{word}</para></entry><entry><para>\u{1d11e}</para></entry></row>");
    let text = format!(
        "<dmodule><content><description><para>\u{1d11e}</para><table><tgroup cols=\"2\"><tbody>{}{}</tbody></tgroup></table>\
         </description></content></dmodule>",
        row("one"),
        row("two")
    );
    let units = |words: &str| text[..text.find(words).expect("the words")].encode_utf16().count();
    let all = author.post(&address, json!({"text": text, "position": units("two")})).await.ok();
    let commands = crate::viewer::lines(&all["edits"], &["command", "element"]);
    for expected in
        ["addRowAbove entry", "deleteRow entry", "addColumnRight entry", "mergeRight entry", "moveRowUp entry"]
    {
        assert!(commands.contains(&expected.to_owned()), "{expected}: {commands:?}");
    }
    assert!(!commands.contains(&"splitCell entry".to_owned()), "{commands:?}");
    let menu = author.post(&address, json!({"text": text, "position": units("two"), "withoutText": true})).await.ok();
    assert_eq!(crate::viewer::lines(&menu["edits"], &["command", "element"]), commands);
    assert!(menu["edits"].as_array().expect("edits").iter().all(|edit| edit["text"] == json!("")), "{menu}");
    let asked = json!({"text": text, "position": units("two"), "commands": ["addRowAbove"]});
    let offered = author.post(&address, asked).await.ok();
    let [edit] = offered["edits"].as_array().expect("edits").as_slice() else { panic!("{offered}") };
    let at = units("<row><entry><para>two");
    assert_eq!((&edit["from"], &edit["to"]), (&json!(at), &json!(at)), "counted in units of UTF-16");
    assert_eq!(edit["caret"], json!(at + "<row><entry><para>".len()));
    assert_eq!(edit["nearest"], json!(true));
    let outside = json!({"text": text, "position": units("</para><table>"), "commands": ["addRowAbove"]});
    assert_eq!(author.post(&address, outside).await.ok()["edits"], json!([]));
}

async fn a_picture_that_nobody_named_before_is_shown(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><path d=\"M0 0L9 9\"/></svg>";
    let name = "ICN-NV240-A-282101-0-NVR01-00777-A-001-01.SVG";
    let request =
        author.request(Method::POST, &format!("{API}/media/default/NV240/MULTIMEDIA/{name}")).body(Body::from(svg));
    author.send(request.expect("a request")).await.ok();
    let change = |text: &str| text.replace("-0-NVR01-00005-A-001-01", "-0-NVR01-00777-A-001-01");
    let (_, saved) = edit(&author, &path(), change).await;
    check_in(&author, &path(), json!({"step": "inWork"}), &saved).await.ok();
    let named = reader.get(&format!("/files/referenced/default{}", path())).await.ok();
    let picture = named["references"].as_array().expect("references").iter().find(|one| one["kind"] == "icn");
    assert_eq!(picture.map(|one| &one["resolved"]), Some(&json!(true)), "{named}");
    let media = reader.get("/media/default/NV240/MULTIMEDIA?manualName=MMEL&keywordFilter=00777").await.ok();
    assert_eq!(media["total"], json!(1), "{media}");
}
