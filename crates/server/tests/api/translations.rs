//! Translations beside their original, and XLIFF files.

use axum::body::Body;
use axum::http::Method;
use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};
use testkit::packages::demo;

use crate::change_requests::opened;
use crate::editing::{check_in, edit};
use crate::limited::Limits;
use crate::viewer::{BASE, delivered, lines, reader_of};

testkit::on_each_app!(
    a_translation_begins_as_a_copy_and_stands_beside_its_original,
    a_translation_can_belong_to_a_change_request,
    a_translation_is_out_of_date_when_its_original_changes,
    a_file_for_translators_comes_back_into_the_draft,
    lines_that_do_not_fit_are_named_and_the_others_taken,
    a_file_of_which_nothing_fits_checks_nothing_out,
    a_line_that_was_edited_meanwhile_is_not_overwritten,
    a_file_does_not_take_the_draft_from_another_tab,
    a_translation_keeps_the_title_that_is_not_translated_yet,
    delivered_translations_are_known_by_their_issue,
    what_is_no_translation_is_refused,
    only_authors_of_the_manual_translate,
);

// As the specification writes it.
const UPLOAD: &str = "/dm/upload4Translation/default{path}";

const MODULE: &str = "DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML";
const CHINESE: &str = "DMC-NV240-A-28-21-01-00A-520A-A_zh-CN.XML";
const WORDS: &str = "The pump sits in a cartridge";

fn at(name: &str) -> String {
    format!("{BASE}/{name}")
}

async fn translate(client: &Client, body: Value) -> TestResponse {
    client.post(&format!("/dm/translations/default{}", at(MODULE)), body).await
}

async fn page(client: &Client) -> Value {
    client.get(&format!("/dm/translation/default{}", at(CHINESE))).await.ok()
}

async fn file(client: &Client) -> String {
    client.get(&format!("/dm/xliff/default{}", at(CHINESE))).await.text()
}

async fn upload(client: &Client, path: &str, file: &str) -> TestResponse {
    let address = UPLOAD.replace("{path}", path);
    let request = client
        .request(Method::POST, &format!("{API}{address}?tab=a"))
        .header("content-type", "application/xliff+xml")
        .body(Body::from(file.to_owned()));
    client.send(request.expect("a request")).await
}

/// The text of the author's draft.
async fn draft(client: &Client) -> String {
    let opened = client.ask(Method::POST, &format!("/drafts/default{}?tab=a", at(CHINESE)), None).await.ok();
    opened["text"].as_str().expect("a text").to_owned()
}

/// The row whose original begins with these words.
fn row<'p>(page: &'p Value, words: &str) -> &'p Value {
    let rows = page["rows"].as_array().expect("rows");
    let begins = |row: &&Value| row["original"][0]["text"].as_str().is_some_and(|text| text.starts_with(words));
    rows.iter().find(begins).unwrap_or_else(|| panic!("no row with {words}: {page}"))
}

/// The file with a translation of the line that begins with these words, which had none.
fn translated(file: &str, words: &str, text: &str) -> String {
    let start = file.find(&format!("<source>{words}")).expect("a source");
    let end = start + file[start..].find("</source>").expect("its end") + "</source>".len();
    format!("{}<target>{text}</target>{}", &file[..end], &file[end..])
}

async fn a_translation_begins_as_a_copy_and_stands_beside_its_original(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let made = translate(&author, json!({"language": "zh-cn", "techName": "增压泵", "infoName": "拆卸程序"})).await;
    assert_eq!(made.status.as_u16(), 201, "{}", made.text());
    let made = made.json();
    assert_eq!((&made["path"], &made["origin"]), (&json!(at(CHINESE)), &json!("translation")));
    assert_eq!((&made["title"], &made["checkedOutBy"]), (&json!("增压泵 - 拆卸程序"), &json!("author")));
    let page = page(&author).await;
    assert_eq!((&page["state"], &page["isDraft"]), (&json!("started"), &json!(false)));
    assert_eq!((&page["original"]["path"], &page["counts"]["changed"]), (&json!(at(MODULE)), &json!(0)));
    let title = row(&page, "Booster pump");
    assert_eq!(title["translation"]["parts"], json!([{"kind": "text", "text": "增压泵", "number": 0}]));
    assert_eq!((&title["translated"], &title["element"]), (&json!(true), &json!("techName")));
    let line = row(&page, WORDS);
    assert_eq!((&line["translated"], &line["translation"]["parts"]), (&json!(false), &line["original"]));
    // The range is that of the line in the text.
    let text: Vec<u16> = draft(&author).await.encode_utf16().collect();
    let bound = |name: &str| usize::try_from(line["translation"][name].as_u64().expect("a number")).expect("a number");
    let found = String::from_utf16(&text[bound("from")..bound("to")]).expect("text");
    assert!(found.starts_with(WORDS) && found.ends_with("drained."), "{found}");
    let languages = author.get(&format!("/dm/translations/default{}", at(MODULE))).await.ok();
    assert_eq!(lines(&languages, &["language", "state"]), ["en-US null", "zh-CN started"]);
    assert_eq!(translate(&author, json!({"language": "zh-CN"})).await.problem(), "409 module.code_taken");
    // German is no language of the manual.
    translate(&author, json!({"language": "de-DE"})).await.ok();
    let progress = author.get(&format!("/dm/translations?manualPath={BASE}")).await.ok();
    let started = lines(&progress["languages"], &["language", "started"]);
    assert_eq!(started, ["de-DE 1", "zh-CN 1"]);
}

async fn a_translation_can_belong_to_a_change_request(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let id = opened(&author, "Chinese").await;
    translate(&author, json!({"language": "zh-CN", "changeRequestId": id})).await.ok();
    let request = author.get(&format!("/changeRequests/{id}")).await.ok();
    assert_eq!(lines(&request["modules"], &["path"]), [at(CHINESE)]);
    let unknown = translate(&author, json!({"language": "fr-FR", "changeRequestId": "none"})).await;
    assert_eq!(unknown.problem(), "404 change_request.not_found");
}

async fn a_translation_is_out_of_date_when_its_original_changes(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    translate(&author, json!({"language": "zh-CN"})).await.ok();
    let confirm = async |version: &Value| {
        author.post(&format!("/dm/translation/default{}", at(CHINESE)), json!({"version": version})).await
    };
    let first = page(&author).await["original"]["versionId"].clone();
    // What is typed may never be checked in.
    draft(&author).await;
    assert_eq!(confirm(&first).await.problem(), "409 translation.not_checked_in");
    app.add("second", Role::Author).await;
    let second = app.signed_in("second").await;
    let by_other = second.post(&format!("/dm/translation/default{}", at(CHINESE)), json!({"version": first})).await;
    assert_eq!(by_other.problem(), "409 file.already_checked_out");
    author.ask(Method::POST, &format!("/files/cancelCheckout/default{}", at(CHINESE)), None).await.ok();
    assert_eq!(confirm(&first).await.ok(), json!("translated"));
    assert_eq!(page(&author).await["state"], json!("translated"));

    let (_, saved) = edit(&author, &at(MODULE), |text| text.replace(WORDS, "The pump is in a cartridge")).await;
    check_in(&author, &at(MODULE), json!({"step": "inWork"}), &saved).await.ok();
    let after = page(&author).await;
    assert_eq!((&after["state"], &after["translatedVersion"]), (&json!("outdated"), &first));
    assert_eq!(after["counts"]["changed"], json!(1), "{}", after["counts"]);
    let line = row(&after, "The pump is in a cartridge");
    assert_eq!(line["change"], json!("changed"));
    let words = lines(&line["redline"], &["kind", "text"]);
    assert!(words.iter().any(|word| word.starts_with("deleted") && word.contains("sits")), "{words:?}");

    let listed = |filter: &str| format!("/dm/translations?manualPath={BASE}{filter}");
    let outdated = author.get(&listed("&language=zh-CN&state=outdated")).await.ok();
    assert_eq!((&outdated["page"]["total"], &outdated["languages"][0]["outdated"]), (&json!(1), &json!(1)));
    assert_eq!(outdated["page"]["items"][0]["translation"], json!(at(CHINESE)));
    assert!(outdated["languages"][0]["missing"].as_u64().is_some_and(|count| count > 10), "{outdated}");
    assert_eq!(author.get(&listed("&keywordFilter=28-21-01-00A-520A")).await.ok()["page"]["total"], json!(1));

    assert_eq!(confirm(&first).await.problem(), "409 changed_meanwhile");
    assert_eq!(confirm(&after["original"]["versionId"]).await.ok(), json!("translated"));
    let log = app.admin().await.get("/audit?action=translation.confirmed").await.ok();
    assert_eq!((&log["total"], &log["items"][0]["subject"]), (&json!(2), &json!(at(CHINESE))));
}

async fn a_file_for_translators_comes_back_into_the_draft(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    translate(&author, json!({"language": "zh-CN"})).await.ok();
    let answer = author.get(&format!("/dm/xliff/default{}", at(CHINESE))).await;
    assert_eq!(answer.header("content-type"), "application/xliff+xml; charset=utf-8");
    let file = answer.text();
    assert!(file.contains("srcLang=\"en-US\" trgLang=\"zh-CN\""), "{file}");
    let before = draft(&author).await;
    let same = upload(&author, &at(CHINESE), &file).await.ok();
    assert_eq!((&same["fits"], &same["changed"]), (&json!(true), &json!(0)), "{same}");
    assert_eq!(draft(&author).await, before);

    let changed = upload(&author, &at(CHINESE), &translated(&file, WORDS, "泵位于油箱底部 &lt;1>。")).await.ok();
    assert_eq!((&changed["fits"], &changed["changed"]), (&json!(true), &json!(1)), "{changed}");
    let after = draft(&author).await;
    assert!(after.contains("<para>泵位于油箱底部 &lt;1&gt;。</para>"), "{after}");
    let (start, end) = (before.find(WORDS).expect("a line"), before.find("drained.").expect("its end") + 8);
    assert_eq!((&after[..start], after.ends_with(&before[end..])), (&before[..start], true));
    assert_eq!(changed["sha256"], json!(testkit::blobs::named(after.as_bytes()).to_string()));
    assert_eq!(page(&author).await["isDraft"], json!(true));
}

/// The Chinese translation, checked in, and its file; gives the id of its first unit, too.
async fn free_translation(author: &Client) -> (String, String) {
    translate(author, json!({"language": "zh-CN"})).await.ok();
    let cancel = format!("/files/cancelCheckout/default{}", at(CHINESE));
    author.ask(Method::POST, &cancel, None).await.ok();
    let file = file(author).await;
    let first = file.split("<unit id=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a unit").to_owned();
    (file, first)
}

async fn holder(client: &Client) -> Value {
    client.get(&format!("/files/default{}", at(CHINESE))).await.ok()["checkedOutBy"].clone()
}

async fn lines_that_do_not_fit_are_named_and_the_others_taken(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (file, first) = free_translation(&author).await;
    let wrong = translated(&file, WORDS, "泵").replacen(&first, "u9999", 1);
    let report = upload(&author, &at(CHINESE), &wrong).await.ok();
    assert_eq!((&report["fits"], &report["changed"]), (&json!(false), &json!(1)), "{report}");
    assert_eq!(report["allProblems"], json!(report["problems"].as_array().map(Vec::len)), "{report}");
    let missing = format!("unitMissing {first}");
    assert_eq!(lines(&report["problems"], &["code", "unit"]), ["unitUnknown u9999", missing.as_str()]);
    assert_eq!(report["problems"][0]["message"], json!("The module has no unit u9999"));
    assert_eq!(holder(&author).await, json!("author"));
    let taken = draft(&author).await;
    assert!(taken.contains("<para>泵</para>") && taken.contains("Booster pump"), "{taken}");
    assert_eq!(report["sha256"], json!(testkit::blobs::named(taken.as_bytes()).to_string()));
    let chinese = upload(&author.in_language("zh-CN"), &at(CHINESE), &wrong).await.ok();
    assert_eq!(chinese["changed"], json!(0), "it was taken");
    let message = chinese["problems"][1]["message"].as_str().expect("a message");
    assert!(message.starts_with(&format!("缺少单元 {first}：“Booster pump")), "{message}");
}

async fn a_file_of_which_nothing_fits_checks_nothing_out(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (file, _) = free_translation(&author).await;
    let foreign = translated(&file, WORDS, "泵").replacen("trgLang=\"zh-CN\"", "trgLang=\"de-DE\"", 1);
    let report = upload(&author, &at(CHINESE), &foreign).await.ok();
    assert_eq!((&report["fits"], &report["changed"]), (&json!(false), &json!(0)), "{report}");
    assert_eq!(lines(&report["problems"], &["code"]), ["language"]);
    let hostile = "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><xliff>&e;</xliff>";
    let refused = upload(&author, &at(CHINESE), hostile).await;
    assert_eq!(refused.problem(), "422 translation.file");
    assert!(refused.json()["findings"][0]["message"].is_string(), "{}", refused.text());
    assert_eq!(holder(&author).await, Value::Null, "nothing was checked out for it");
    let fits = upload(&author, &at(CHINESE), &translated(&file, WORDS, "泵")).await.ok();
    assert_eq!((&fits["fits"], &fits["changed"]), (&json!(true), &json!(1)), "{fits}");
    assert_eq!(holder(&author).await, json!("author"));
}

async fn a_line_that_was_edited_meanwhile_is_not_overwritten(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    translate(&author, json!({"language": "zh-CN"})).await.ok();
    let file = file(&author).await;
    edit(&author, &at(CHINESE), |text| text.replace(WORDS, "本泵位于")).await;
    let report = upload(&author, &at(CHINESE), &translated(&file, WORDS, "泵")).await.ok();
    assert_eq!(lines(&report["problems"], &["code"]), ["translationChanged"]);
    assert!(draft(&author).await.contains("本泵位于"));
    app.add("second", Role::Author).await;
    let second = app.signed_in("second").await;
    assert_eq!(upload(&second, &at(CHINESE), &file).await.problem(), "409 file.already_checked_out");
}

async fn a_file_does_not_take_the_draft_from_another_tab(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    translate(&author, json!({"language": "zh-CN"})).await.ok();
    let file = file(&author).await;
    let open = format!("/drafts/default{}?tab=b", at(CHINESE));
    let before = author.ask(Method::POST, &open, None).await.ok();
    let refused = upload(&author, &at(CHINESE), &translated(&file, WORDS, "泵")).await;
    assert_eq!(refused.problem(), "409 draft.open_elsewhere");
    let after = author.ask(Method::POST, &open, None).await.ok();
    assert_eq!((&after["text"], &after["isMine"]), (&before["text"], &json!(true)));
    let held = author.get(&format!("/files/default{}", at(CHINESE))).await.ok();
    assert_eq!(held["checkedOutBy"], json!("author"), "it was checked out before");
}

async fn a_translation_keeps_the_title_that_is_not_translated_yet(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (_, saved) = edit(&author, &at(MODULE), |text| {
        text.replacen("</dmTitle>", "<infoNameVariant>Left tank</infoNameVariant></dmTitle>", 1)
    })
    .await;
    check_in(&author, &at(MODULE), json!({"step": "inWork"}), &saved).await.ok();
    translate(&author, json!({"language": "zh-CN", "techName": "增压泵"})).await.ok();
    let text = draft(&author).await;
    assert!(text.contains("<infoNameVariant>Left tank</infoNameVariant>"), "{text}");
    let page = page(&author).await;
    assert_eq!(row(&page, "Left tank")["translated"], json!(false));
}

async fn delivered_translations_are_known_by_their_issue(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    delivered(&app, &demo("amm-zh"), "no").await;
    let listed = reader.get(&format!("/dm/translations?manualPath={BASE}&state=translated&pageSize=500")).await.ok();
    let language = &listed["languages"][0];
    assert_eq!(language["language"], json!("zh-CN"));
    assert!(language["translated"].as_u64().is_some_and(|count| count > 0), "{language}");
    assert_eq!(listed["page"]["total"], language["translated"]);
    let path = listed["page"]["items"][0]["translation"].as_str().expect("a path").to_owned();
    let page = reader.get(&format!("/dm/translation/default{path}")).await.ok();
    assert_eq!((&page["state"], &page["isDraft"]), (&json!("translated"), &json!(false)));
    let both = |row: &&Value| row["original"].is_array() && row["translation"].is_object();
    assert!(page["rows"].as_array().is_some_and(|rows| rows.iter().filter(both).count() > 1), "{page}");

    // The version of the original with the same issue is the one that was translated.
    let author = app.person(Role::Author).await;
    let original = listed["page"]["items"][0]["original"].as_str().expect("a path").to_owned();
    let first = page["original"]["versionId"].clone();
    let (_, saved) =
        edit(&author, &original, |text| text.replacen("</techName>", " of another kind</techName>", 1)).await;
    check_in(&author, &original, json!({"step": "inWork"}), &saved).await.ok();
    let after = reader.get(&format!("/dm/translation/default{path}")).await.ok();
    assert_eq!((&after["state"], &after["translatedVersion"]), (&json!("outdated"), &first));
    assert_eq!(after["counts"]["changed"], json!(1), "{}", after["counts"]);
}

async fn what_is_no_translation_is_refused(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let original = at(MODULE);
    let read = author.get(&format!("/dm/translation/default{original}")).await;
    assert_eq!(read.problem(), "409 translation.no_original");
    assert_eq!(upload(&author, &original, "<a/>").await.problem(), "409 translation.no_original");
    assert_eq!(translate(&author, json!({"language": "en-US"})).await.problem(), "409 translation.same_language");
    assert_eq!(translate(&author, json!({"language": "english"})).await.fields(), ["language: unknown_value"]);
    let missing = author.get(&format!("/dm/translation/default{}", at(CHINESE))).await;
    assert_eq!(missing.problem(), "404 file.not_found");
    let unknown = author.get(&format!("/dm/translations?manualPath={BASE}&state=done")).await;
    assert_eq!(unknown.status.as_u16(), 400, "{}", unknown.text());
    translate(&author, json!({"language": "zh-CN"})).await.ok();
    let again = format!("/dm/translations/default{}", at(CHINESE));
    let of_translation = author.post(&again, json!({"language": "de-DE"})).await;
    assert_eq!(of_translation.problem(), "409 translation.of_translation");
}

async fn only_authors_of_the_manual_translate(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let version = json!({"version": "1"});
    assert_eq!(translate(&reader, json!({"language": "zh-CN"})).await.problem(), "403 forbidden");
    translate(&author, json!({"language": "zh-CN"})).await.ok();
    let file = file(&reader).await;
    assert_eq!(upload(&reader, &at(CHINESE), &file).await.problem(), "403 forbidden");
    let confirm = format!("/dm/translation/default{}", at(CHINESE));
    assert_eq!(reader.post(&confirm, version.clone()).await.problem(), "403 forbidden");
    Limits::of_group(&app, BASE, "Readers", &["author"], AccessLevel::Read).await;
    assert_eq!(translate(&author, json!({"language": "de-DE"})).await.problem(), "403 forbidden");
    assert_eq!(upload(&author, &at(CHINESE), &file).await.problem(), "403 forbidden");
    assert_eq!(author.post(&confirm, version).await.problem(), "403 forbidden");
    let hidden = reader.get(&confirm).await;
    assert_eq!(hidden.problem(), "404 file.not_found");
}
