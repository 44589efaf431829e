//! Check-outs and drafts, with what readers see afterwards.

use axum::body::Body;
use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};

use crate::viewer::{BASE, reader_of};

mod check_ins;
mod help;

testkit::on_each_app!(
    one_user_at_a_time_checks_a_file_out,
    a_draft_is_saved_and_read_again,
    a_stale_text_does_not_replace_a_newer_one,
    a_second_tab_takes_over,
    a_cancelled_check_out_discards_the_draft_and_keeps_its_text,
    an_approver_ends_the_check_out_of_someone_else,
    hostile_texts_are_refused_and_the_draft_stays,
    an_earlier_version_is_restored_as_a_new_one,
    both_names_of_a_call_do_the_same,
    access_to_a_manual_decides_over_editing,
    a_draft_is_checked_against_the_applicability_tables,
);

const MODULE: &str = "DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML";

// As the specification writes them.
const CHECK_OUT: &str = "/files/checkout/default{path}";
const CANCEL: &str = "/files/cancelCheckout/default{path}";
const CHECK_IN: &str = "/files/checkin/default{path}";
const RESTORE: &str = "/files/restore/default{path}";
const CHECK_OUT_MODULE: &str = "/dm/checkout/default{path}";
const CANCEL_MODULE: &str = "/dm/cancelCheckout/default{path}";
const CHECK_IN_MODULE: &str = "/dm/checkin/default{path}";

fn address(call: &str, file: &str) -> String {
    call.replace("{path}", file)
}

fn path() -> String {
    format!("{BASE}/{MODULE}")
}

fn sha256(text: &str) -> String {
    testkit::blobs::named(text.as_bytes()).to_string()
}

async fn act(client: &Client, call: &str) -> TestResponse {
    client.ask(Method::POST, &address(call, &path()), None).await
}

async fn open(client: &Client, file: &str, tab: &str) -> Value {
    client.ask(Method::POST, &format!("/drafts/default{file}?tab={tab}"), None).await.ok()
}

/// Saves a text as one of the version that the open draft was made from.
async fn save(client: &Client, file: &str, tab: &str, replaces: &str, text: &str) -> TestResponse {
    let drafts = client.get("/files/wip").await.ok()["drafts"].as_array().expect("a list").clone();
    let open = drafts.iter().find(|draft| draft["path"] == file && draft["state"] == "open");
    let version = open.map_or(json!("1"), |draft| draft["version"].clone());
    save_on(client, "PUT /drafts/default", (file, tab), replaces, json!({"text": text, "version": version})).await
}

/// Sends a text with the version that it was made from.
pub(crate) async fn save_on(
    client: &Client,
    call: &str,
    (file, tab): (&str, &str),
    replaces: &str,
    body: Value,
) -> TestResponse {
    let (method, address) = call.split_once(' ').expect("a method and an address");
    let request = client
        .request(method.parse().expect("a method"), &format!("{API}{address}{file}?tab={tab}"))
        .header("content-type", "application/json")
        .header("if-match", format!("\"{replaces}\""))
        .body(Body::from(body.to_string()));
    client.send(request.expect("a request")).await
}

/// Checks a file out and saves a draft of it; returns the text before and the SHA-256 after the change.
pub(crate) async fn edit(client: &Client, file: &str, change: impl Fn(&str) -> String) -> (String, String) {
    client.ask(Method::POST, &address(CHECK_OUT_MODULE, file), None).await.ok();
    let opened = open(client, file, "a").await;
    let text = opened["text"].as_str().expect("a text").to_owned();
    let saved = save(client, file, "a", opened["sha256"].as_str().expect("a hash"), &change(&text)).await.ok();
    (text, saved["sha256"].as_str().expect("a hash").to_owned())
}

pub(crate) async fn check_in(client: &Client, file: &str, mut said: Value, sha256: &str) -> TestResponse {
    said["sha256"] = json!(sha256);
    client.post(&address(CHECK_IN_MODULE, file), said).await
}

async fn bytes(client: &Client, file: &str) -> String {
    client.get(&format!("/bytes/default{file}")).await.text()
}

async fn one_user_at_a_time_checks_a_file_out(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    app.add("second", Role::Author).await;
    let second = app.signed_in("second").await;
    assert_eq!(act(&reader, CHECK_OUT).await.problem(), "403 forbidden");
    assert_eq!(act(&author, CANCEL).await.problem(), "409 file.not_checked_out");
    assert_eq!(act(&author, CHECK_OUT).await.ok()["path"], json!(path()));
    act(&author, CHECK_OUT).await.ok();
    let refused = act(&second, CHECK_OUT).await;
    assert_eq!(refused.problem(), "409 file.already_checked_out");
    assert!(refused.text().contains("author has checked this file out"), "{}", refused.text());
    assert_eq!(act(&second, CANCEL).await.problem(), "409 file.already_checked_out");
    let draft = second.ask(Method::POST, &format!("/drafts/default{}?tab=b", path()), None).await;
    assert_eq!(draft.problem(), "409 file.already_checked_out");
    let file = reader.get(&format!("/files/default{}", path())).await.ok();
    assert!(file["checkedOutBy"] == "author" && file["checkedOutOn"].is_string(), "{file}");
    let list =
        reader.get(&format!("/dm/getAllDmListWithPage?manualPath={BASE}&keywordFilter=28-21-01-00A-520")).await.ok();
    assert_eq!(list["items"][0]["checkedOutBy"], json!("author"));
    let held = reader.get("/files/checkouts").await.ok();
    assert_eq!((held.as_array().map(Vec::len), &held[0]["path"]), (Some(1), &json!(path())));
    assert!(held[0]["checkedOutBy"] == "author" && held[0]["checkedOutOn"] == file["checkedOutOn"], "{held}");
    let held = author.post("/users/checkedOutListWithPage", json!({})).await.ok();
    assert_eq!((&held["total"], &held["items"][0]["path"]), (&json!(1), &json!(path())));
    let log = app.admin().await.get("/audit?action=file.checked_out").await.ok();
    assert_eq!((&log["total"], &log["items"][0]["subject"]), (&json!(1), &json!(path())));
    let missing = author.ask(Method::POST, &address(CHECK_OUT, &format!("{BASE}/DMC-NONE.XML")), None).await;
    assert_eq!(missing.problem(), "404 file.not_found");
    crate::limited::Limits::of_group(&app, BASE, "Authors", &["author"], domain::access::AccessLevel::Author).await;
    assert_eq!(second.get("/files/checkouts").await.ok(), json!([]), "a manual that is hidden hides its check-outs");
    act(&author, CANCEL).await.ok();
    assert_eq!(author.get("/files/checkouts").await.ok(), json!([]));
}

async fn a_draft_is_saved_and_read_again(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let unlocked = author.ask(Method::POST, &format!("/drafts/default{}?tab=a", path()), None).await;
    assert_eq!(unlocked.problem(), "409 file.not_checked_out");
    act(&author, CHECK_OUT).await.ok();
    let opened = open(&author, &path(), "a").await;
    let text = opened["text"].as_str().expect("a text");
    assert_eq!(text, bytes(&author, &path()).await);
    assert_eq!((&opened["sha256"], &opened["isMine"]), (&json!(sha256(text)), &json!(true)));
    app.wait(60);
    // It is not well-formed while somebody types.
    let typed = text.replace("<content>", "<content><par 刹车");
    let saved = save(&author, &path(), "a", &sha256(text), &typed).await.ok();
    assert_eq!((&saved["sha256"], &saved["size"]), (&json!(sha256(&typed)), &json!(typed.len())));
    assert!(saved["savedOn"].as_str() > opened["savedOn"].as_str());
    // The answer may have been lost.
    assert_eq!(save(&author, &path(), "a", &sha256(text), &typed).await.ok(), saved);
    assert_eq!(open(&author, &path(), "a").await["text"], json!(typed));
    let listed = author.get("/files/wip").await.ok();
    let draft = &listed["drafts"][0];
    assert_eq!((&draft["path"], &draft["state"]), (&json!(path()), &json!("open")));
    assert_eq!((&draft["title"], &draft["sha256"]), (&json!("Booster pump - Remove procedure"), &saved["sha256"]));
    let read = author.get(&format!("/drafts/{}", draft["id"].as_str().expect("an id"))).await.ok();
    assert_eq!(read["text"], json!(typed));
    let approver = app.person(Role::Approver).await;
    assert_eq!(approver.get("/files/wip").await.ok()["drafts"], json!([]));
    let foreign = approver.get(&format!("/drafts/{}", draft["id"].as_str().expect("an id"))).await;
    assert_eq!(foreign.problem(), "404 draft.not_found");
    let open = author.delete(&format!("/drafts/{}", draft["id"].as_str().expect("an id"))).await;
    assert_eq!(open.problem(), "409 draft.open");
    assert_eq!(bytes(&author, &path()).await, text, "readers see the version");
}

async fn a_stale_text_does_not_replace_a_newer_one(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (text, newer) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    for replaces in [sha256(&text), String::new(), "x".to_owned()] {
        let refused = save(&author, &path(), "a", &replaces, &text.replace("Booster", "Fuel")).await;
        assert_eq!((refused.problem().as_str(), &refused.json()["sha256"]), ("409 draft.newer", &json!(newer)));
    }
    let kept = open(&author, &path(), "a").await;
    assert_eq!(kept["sha256"], json!(newer));
}

async fn a_second_tab_takes_over(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (text, first) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let second = open(&author, &path(), "b").await;
    assert_eq!((&second["isMine"], &second["sha256"]), (&json!(false), &json!(first)));
    assert_eq!(save(&author, &path(), "b", &first, &text).await.problem(), "409 draft.open_elsewhere");
    let taken = author.ask(Method::POST, &format!("/drafts/default{}?tab=b&takeOver=true", path()), None).await.ok();
    assert_eq!(taken["isMine"], json!(true));
    save(&author, &path(), "b", &first, &text).await.ok();
    assert_eq!(save(&author, &path(), "a", &first, "<x/>").await.problem(), "409 draft.open_elsewhere");
    let odd = author.ask(Method::POST, &format!("/drafts/default{}?tab=", path()), None).await;
    assert_eq!((odd.problem().as_str(), odd.fields()), ("400 request.invalid", vec!["tab: required".to_owned()]));
}

async fn a_cancelled_check_out_discards_the_draft_and_keeps_its_text(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (_, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    act(&author, CANCEL).await.ok();
    let draft = author.get("/files/wip").await.ok()["drafts"][0].clone();
    assert_eq!((&draft["state"], &draft["sha256"]), (&json!("discarded"), &json!(saved)));
    assert!(draft["endedOn"].is_string());
    assert_eq!(save(&author, &path(), "a", &saved, "<x/>").await.problem(), "409 file.not_checked_out");
    act(&author, CHECK_OUT).await.ok();
    let fresh = open(&author, &path(), "a").await;
    assert!(fresh["text"].as_str().is_some_and(|text| text.contains("Booster")), "it begins with the version");
    let id = draft["id"].as_str().expect("an id");
    assert_eq!(author.delete(&format!("/drafts/{id}")).await.status.as_u16(), 204);
    assert_eq!(author.get(&format!("/drafts/{id}")).await.problem(), "404 draft.not_found");
    // A draft that nobody deleted goes with the first cancelled check-out after 30 days.
    act(&author, CANCEL).await.ok();
    app.wait(31 * 24 * 3600);
    let author = app.signed_in("author").await;
    act(&author, CHECK_OUT).await.ok();
    act(&author, CANCEL).await.ok();
    assert_eq!(author.get("/files/wip").await.ok()["drafts"], json!([]));
}

async fn an_approver_ends_the_check_out_of_someone_else(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let (_, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    act(&approver, CANCEL).await.ok();
    let draft = author.get("/files/wip").await.ok()["drafts"][0].clone();
    assert_eq!((&draft["state"], &draft["sha256"]), (&json!("setAside"), &json!(saved)));
    let message = author.get("/notifications").await.ok()["items"][0].clone();
    assert_eq!(
        message["text"],
        json!(format!("approver cancelled your check-out of {MODULE}. Your draft was kept.")),
        "{message}"
    );
    assert_eq!(save(&author, &path(), "a", &saved, "<x/>").await.problem(), "409 file.not_checked_out");
    act(&approver, CHECK_OUT).await.ok();
    // It waits for an author who is away for longer than discarded drafts stay.
    app.wait(60 * 24 * 3600);
    act(&app.signed_in("approver").await, CANCEL).await.ok();
    let (author, id) = (app.signed_in("author").await, draft["id"].as_str().expect("an id"));
    assert_eq!(author.get(&format!("/drafts/{id}")).await.ok()["sha256"], json!(saved));
}

async fn hostile_texts_are_refused_and_the_draft_stays(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (_, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let bomb = "<!DOCTYPE d [\n<!ENTITY a \"aaaa\">\n<!ENTITY b \"&a;&a;\">]><d>&b;</d>".to_owned();
    let (deep, nul) = ("<a>\n".repeat(300), "<a>\nb\u{0}</a>".to_owned());
    let wide = "<\0a\0>\0".to_owned();
    for (text, line) in [(bomb, 2), (deep, 257), (nul, 2), (wide, 1), ("a".repeat(9 << 20), 1)] {
        let refused = save(&author, &path(), "a", &saved, &text).await;
        assert_eq!(refused.problem(), "422 draft.refused", "{}", &refused.text());
        let finding = &refused.json()["findings"][0];
        assert_eq!(finding["line"], json!(line), "{finding}");
        assert!(finding["message"].as_str().is_some_and(|message| !message.is_empty()), "{finding}");
    }
    let huge = save(&author, &path(), "a", &saved, &"a".repeat(17 << 20)).await;
    assert_eq!(huge.problem(), "413 request.too_large");
    assert_eq!(open(&author, &path(), "a").await["sha256"], json!(saved));
}

async fn an_earlier_version_is_restored_as_a_new_one(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let (text, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let changed = check_in(&author, &path(), json!({"step": "full"}), &saved).await.ok();
    let versions = author.get(&format!("/files/getVersions/default{}", path())).await.ok();
    let first = versions[1]["versionId"].as_str().expect("an id").to_owned();
    let restore = async |client: &Client, version: &str| {
        client.post(&format!("{}?version={version}", address(RESTORE, &path())), json!({"comment": "Wrong pump"})).await
    };
    assert_eq!(restore(&author, "999999").await.problem(), "404 file.not_found");
    let current = changed["versionId"].as_str().expect("an id");
    assert_eq!(restore(&author, current).await.problem(), "422 checkin.unchanged");
    let (_, draft) = edit(&author, &path(), |text| text.replace("Boost", "Fuel")).await;
    assert_eq!(restore(&approver, &first).await.problem(), "409 file.already_checked_out");
    assert_eq!(restore(&author, &first).await.problem(), "409 draft.open");
    assert_eq!(open(&author, &path(), "a").await["sha256"], json!(draft), "nothing was lost");
    act(&author, CANCEL).await.ok();
    act(&author, CHECK_OUT).await.ok();
    assert_eq!(restore(&approver, &first).await.problem(), "409 file.already_checked_out");
    let restored = restore(&author, &first).await.ok();
    assert_eq!(
        [&restored["issueNumber"], &restored["inWork"], &restored["origin"], &restored["title"]],
        ["002", "01", "restore", "Booster pump - Remove procedure"]
    );
    assert_eq!(restored["checkedOutBy"], Value::Null);
    assert_eq!(author.get("/files/wip").await.ok()["drafts"][0]["state"], json!("discarded"));
    let versions = author.get(&format!("/files/getVersions/default{}", path())).await.ok();
    assert_eq!(
        (versions.as_array().map(Vec::len), &versions[0]["why"], &versions[0]["basedOn"]),
        (Some(3), &json!("Wrong pump"), &json!([first]))
    );
    let (stem, end) = (text.find("<dmTitle>").expect("a title"), text.find("<dmStatus").expect("a status"));
    assert!(bytes(&author, &path()).await.contains(&text[stem..end]), "the text is that of the first version");
}

async fn both_names_of_a_call_do_the_same(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    act(&author, CANCEL_MODULE).await.ok();
    assert_eq!(act(&author, CANCEL).await.problem(), "409 file.not_checked_out");
    let (_, sha256) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let said = json!({"sha256": sha256, "step": "inWork"});
    let file = author.post(&address(CHECK_IN, &path()), said).await.ok();
    assert_eq!([&file["issueNumber"], &file["inWork"]], ["001", "01"]);
}

async fn access_to_a_manual_decides_over_editing(app: TestApp) {
    use domain::access::AccessLevel;
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let (_, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let accounts = ["author", "approver"];
    crate::limited::Limits::of_group(&app, BASE, "Readers", &accounts, AccessLevel::Read).await;
    assert_eq!(act(&approver, CANCEL).await.problem(), "403 forbidden");
    assert_eq!(act(&approver, CHECK_OUT).await.problem(), "403 forbidden");
    assert_eq!(save(&author, &path(), "a", &saved, "<x/>").await.problem(), "403 forbidden");
    assert_eq!(check_in(&author, &path(), json!({"step": "inWork"}), &saved).await.problem(), "403 forbidden");
    let kept = author.get("/files/wip").await.ok()["drafts"][0]["id"].as_str().expect("an id").to_owned();
    let kept = author.get(&format!("/drafts/{kept}")).await.ok();
    assert!(kept["text"].as_str().is_some_and(|text| text.contains("Boost pump")), "the words are not lost");
}

async fn a_draft_is_checked_against_the_applicability_tables(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (text, _) = edit(&author, &path(), str::to_owned).await;
    let problems = async |property: &str, value: &str| {
        let assert = format!(
            "<assert applicPropertyIdent=\"{property}\" applicPropertyType=\"prodattr\" applicPropertyValues=\"{value}\"/>"
        );
        let text = text.replacen("</applic>", &format!("{assert}</applic>"), 1);
        assert!(text.contains(&assert), "{text}");
        let checked = author.post(&format!("/drafts/check/default{}?tab=a", path()), json!({"text": text})).await.ok();
        let mut codes = crate::viewer::lines(&checked["problems"], &["code"]);
        codes.retain(|code| code.starts_with("applic."));
        codes
    };
    assert_eq!(problems("model", "NV240-1").await, [""; 0]);
    assert_eq!(problems("model", "NV999").await, ["applic.value_outside"]);
    assert_eq!(problems("colour", "red").await, ["applic.undeclared"]);
    assert_eq!(problems("serialNumber", "1004").await, [""; 0], "a product of the PCT has it");
    assert_eq!(problems("serialNumber", "1999").await, ["applic.no_aircraft"], "no product has it");
}
