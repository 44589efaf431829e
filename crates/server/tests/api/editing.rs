//! Check-outs, drafts and check-ins, with what readers see afterwards.

use axum::body::Body;
use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};
use testkit::packages::{PackageFiles, demo, zipped};

use crate::imports::given_manual;
use crate::settings;
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    one_user_at_a_time_checks_a_file_out,
    a_draft_is_saved_and_read_again,
    a_stale_text_does_not_replace_a_newer_one,
    a_second_tab_takes_over,
    a_cancelled_check_out_discards_the_draft_and_keeps_its_text,
    an_approver_ends_the_check_out_of_someone_else,
    hostile_texts_are_refused_and_the_draft_stays,
    a_check_in_is_a_version_that_all_readers_see,
    a_check_in_changes_only_what_it_stamps,
    a_full_issue_has_a_date_a_type_and_a_reason,
    a_module_with_a_separate_status_file_is_versioned_by_date,
    versions_of_one_day_are_told_apart,
    a_text_too_long_to_save_is_not_checked_out,
    a_text_is_written_in_the_encoding_it_declares,
    a_check_in_is_refused_for_what_the_text_says,
    a_check_in_follows_the_installed_schemas,
    schema_errors_do_not_block_where_an_approver_allows_them,
    a_draft_that_was_saved_meanwhile_is_not_checked_in,
    a_text_is_checked_while_it_is_edited,
    a_text_is_rendered_while_it_is_edited,
    edits_of_a_block_are_offered_where_they_fit,
    commands_on_tables_are_offered_in_their_cells,
    a_picture_that_nobody_named_before_is_shown,
    an_earlier_version_is_restored_as_a_new_one,
    both_names_of_a_call_do_the_same,
    access_to_a_manual_decides_over_editing,
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

async fn save(client: &Client, file: &str, tab: &str, replaces: &str, text: &str) -> TestResponse {
    let request = client
        .request(Method::PUT, &format!("{API}/drafts/default{file}?tab={tab}"))
        .header("content-type", "application/json")
        .header("if-match", format!("\"{replaces}\""))
        .body(Body::from(json!({"text": text}).to_string()));
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
    let held = author.post("/users/checkedOutListWithPage", json!({})).await.ok();
    assert_eq!((&held["total"], &held["items"][0]["path"]), (&json!(1), &json!(path())));
    let log = app.admin().await.get("/audit?action=file.checked_out").await.ok();
    assert_eq!((&log["total"], &log["items"][0]["subject"]), (&json!(1), &json!(path())));
    let missing = author.ask(Method::POST, &address(CHECK_OUT, &format!("{BASE}/DMC-NONE.XML")), None).await;
    assert_eq!(missing.problem(), "404 file.not_found");
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

async fn a_check_in_is_a_version_that_all_readers_see(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    app.index().await;
    let before = reader.get(&format!("/files/default{}", path())).await.ok();
    let target = "DMC-NV240-A-24-30-00-00A-040A-A";
    let referrers = async || {
        let named = reader.get(&format!("/files/referenced/default{BASE}/{target}_en-US.XML")).await.ok();
        named["referencedBy"].to_string().contains(&path())
    };
    assert!(!referrers().await);
    let change = |text: &str| {
        let reference = "<dmRef><dmRefIdent><dmCode modelIdentCode=\"NV240\" systemDiffCode=\"A\" systemCode=\"24\" \
            subSystemCode=\"3\" subSubSystemCode=\"0\" assyCode=\"00\" disassyCode=\"00\" disassyCodeVariant=\"A\" \
            infoCode=\"040\" infoCodeVariant=\"A\" itemLocationCode=\"A\"/></dmRefIdent></dmRef></refs>";
        text.replace("Booster pump</techName>", "Zephyr pump</techName>").replacen("</refs>", reference, 1)
    };
    let (_, saved) = edit(&author, &path(), change).await;
    let said = json!({"comment": "Another pump", "step": "inWork"});
    let file = check_in(&author, &path(), said, &saved).await.ok();
    assert_eq!(
        [&file["title"], &file["issueNumber"], &file["inWork"], &file["status"], &file["origin"], &file["createdBy"]],
        ["Zephyr pump - Remove procedure", "001", "01", "Draft", "airline", "author"]
    );
    assert_eq!(author.get("/files/wip").await.ok()["drafts"], json!([]));
    assert_eq!(author.post("/users/checkedOutListWithPage", json!({})).await.ok()["total"], json!(0));
    app.index().await;
    let versions = reader.get(&format!("/files/getVersions/default{}", path())).await.ok();
    assert_eq!(
        [&versions[0]["versionId"], &versions[0]["why"], &versions[0]["basedOn"][0], &versions[1]["origin"]],
        [&file["versionId"], &json!("Another pump"), &before["versionId"], &json!("oem")]
    );
    let list = reader.get(&format!("/dm/getAllDmListWithPage?manualPath={BASE}&keywordFilter=zephyr")).await.ok();
    assert_eq!((&list["total"], &list["items"][0]["path"]), (&json!(1), &json!(path())));
    let found = reader.post("/files/fts/default", json!({"searchText": "zephyr"})).await.ok();
    assert_eq!((&found["total"], &found["items"][0]["path"]), (&json!(1), &json!(path())), "{found}");
    let gone =
        reader.post("/files/fts/default", json!({"searchText": "code:28-21-01-00A-520A-A title:booster"})).await.ok();
    assert_eq!(gone["total"], json!(0), "the title before is no longer found");
    assert!(referrers().await, "the new reference is known");
    let place = reader.get(&format!("/toc/getNeighbours?path={}", path())).await.ok();
    let trail = place["trail"].as_array().expect("a trail");
    assert_eq!(trail.last().map(|node| &node["name"]), Some(&json!("Zephyr pump - Remove procedure")), "{place}");
    let nodes = json!({"manualPath": BASE, "anywhere": true, "includeLeaf": true, "keyword": "zephyr"});
    let contents = reader.post("/toc/getLeafNodeWithPage", nodes).await.ok();
    assert_eq!(contents["items"][0]["name"], json!("Zephyr pump - Remove procedure"), "{contents}");
    let page = reader.get(&format!("/view/default{}", path())).await.ok();
    assert_eq!(page["file"]["title"], json!("Zephyr pump - Remove procedure"));
    let oem = reader.get(&format!("/view/default{}?lane=oem", path())).await.ok();
    assert_eq!(oem["file"]["title"], json!("Booster pump - Remove procedure"), "what was delivered stays");
    let log = app.admin().await.get("/audit?action=file.checked_in").await.ok();
    assert_eq!(
        (&log["items"][0]["subject"], &log["items"][0]["detail"]["why"]),
        (&json!(path()), &json!("Another pump"))
    );
}

async fn a_check_in_changes_only_what_it_stamps(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (text, saved) = edit(&author, &path(), |text| text.replace("</content>", "<!-- é -->\r\n</content>")).await;
    let said = json!({"step": "inWork", "issueDate": "2026-11-17"});
    check_in(&author, &path(), said, &saved).await.ok();
    let expected = text
        .replace("</content>", "<!-- é -->\r\n</content>")
        .replace("<issueInfo issueNumber=\"001\" inWork=\"00\"/>", "<issueInfo issueNumber=\"001\" inWork=\"01\"/>")
        .replace("year=\"2025\" month=\"11\" day=\"03\"", "year=\"2026\" month=\"11\" day=\"17\"")
        .replace("<dmStatus issueType=\"new\">", "<dmStatus issueType=\"changed\">");
    assert_eq!(bytes(&author, &path()).await, expected);
}

async fn a_full_issue_has_a_date_a_type_and_a_reason(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (_, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let reason = json!({"text": "Torque < 14 & new seal", "type": "urt02", "highlight": true});
    let said = json!({"comment": "SB 28-012", "step": "full", "issueDate": "2026-12-01", "issueType": "revised", "reason": reason});
    let file = check_in(&author, &path(), said, &saved).await.ok();
    assert_eq!(
        [&file["issueNumber"], &file["inWork"], &file["issueDate"], &file["issueType"]],
        ["002", "00", "2026-12-01", "revised"]
    );
    let text = bytes(&author, &path()).await;
    let reason =
        "updateReasonType=\"urt02\" updateHighlight=\"1\"><simplePara>Torque &lt; 14 &amp; new seal</simplePara>";
    assert!(text.contains(reason), "{text}");
    let (_, saved) = edit(&author, &path(), |text| text.replace("Boost", "Fuel")).await;
    let odd = json!({"step": "half", "issueType": "odd", "reason": {"text": " ", "type": "urt99"}});
    let refused = check_in(&author, &path(), odd, &saved).await;
    assert_eq!(refused.problem(), "400 request.invalid");
    let fields =
        ["step: unknown_value", "issueType: unknown_value", "reason.text: required", "reason.type: unknown_value"];
    assert_eq!(refused.fields(), fields);
    let file = check_in(&author, &path(), json!({"step": "inWork"}), &saved).await.ok();
    assert_eq!([&file["issueNumber"], &file["inWork"]], ["002", "01"]);
}

async fn a_module_with_a_separate_status_file_is_versioned_by_date(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let file = format!("{BASE}/DMC-NV240-A-21-21-01-00A-180A-A_en-US.XML");
    let before = reader.get(&format!("/files/default{file}")).await.ok();
    let (_, saved) = edit(&author, &file, |text| text.replace("Cockpit ventilation fan", "Cockpit blower")).await;
    app.wait(60);
    let after = check_in(&author, &file, json!({"step": "inWork"}), &saved).await.ok();
    assert_eq!((&after["issueNumber"], &after["issueType"]), (&json!(""), &json!("changed")));
    // The clock of the tests stands in the year 2026.
    assert_eq!(
        (&before["issueDate"], &after["issueDate"]),
        (&json!("2026-03-02T00:00:00Z"), &json!("2026-01-01T00:01:00Z"))
    );
    assert_eq!(after["title"], json!("Cockpit blower"));
    assert_eq!(after["properties"]["approvalRequired"], before["properties"]["approvalRequired"], "of the status file");
    assert_eq!(after["properties"]["fileName"], before["properties"]["fileName"]);
    let text = bytes(&author, &file).await;
    assert!(text.contains(&format!("<issueInfo issueDate=\"{}\"/>", after["issueDate"].as_str().expect("a date"))));
}

/// Changes the text of the files of a package.
fn changed(name: &str, change: impl Fn(&str, String) -> String) -> PackageFiles {
    let text = |(name, bytes): (String, Vec<u8>)| match String::from_utf8(bytes) {
        Ok(text) => (name.clone(), change(&name, text).into_bytes()),
        Err(error) => (name, error.into_bytes()),
    };
    demo(name).into_iter().map(text).collect()
}

async fn versions_of_one_day_are_told_apart(app: TestApp) {
    given_manual(&app).await;
    // The status list is without the checksums, which are no longer right.
    let by_day = |_: &str, text: String| text.replace("T00:00:00Z\"", "\"").replace("checksum", "sum");
    delivered(&app, &changed("mmel-r1", by_day), "yes").await;
    let author = app.person(Role::Author).await;
    let file = format!("{BASE}/DMC-NV240-A-21-21-01-00A-180A-A_en-US.XML");
    let (fan, blower) = ("Cockpit ventilation fan", "Cockpit blower");
    let said = || json!({"step": "inWork"});
    let (_, saved) = edit(&author, &file, |text| text.replace(fan, blower)).await;
    let day = check_in(&author, &file, said(), &saved).await.ok();
    assert_eq!(day["issueDate"], json!("2026-01-01"));
    let versions = async || author.get(&format!("/files/getVersions/default{file}")).await.ok();
    let first = versions().await[1]["versionId"].as_str().expect("an id").to_owned();
    let restored = author.post(&format!("{}?version={first}", address(RESTORE, &file)), json!({"comment": ""})).await;
    assert_eq!(restored.ok()["issueDate"], json!("2026-01-01T00:00:00Z"));
    let (_, saved) = edit(&author, &file, |text| text.replace(fan, blower)).await;
    let again = check_in(&author, &file, said(), &saved).await.ok();
    assert_ne!(again["versionId"], day["versionId"], "the same text is a version of its own");
    // The text of the restored version in the same second would be that version.
    let (_, saved) = edit(&author, &file, |text| text.replace(blower, fan)).await;
    assert_eq!(check_in(&author, &file, said(), &saved).await.problem(), "409 changed_meanwhile");
    app.wait(1);
    check_in(&author, &file, said(), &saved).await.ok();
    assert_eq!(versions().await.as_array().map(Vec::len), Some(5));
}

async fn a_text_too_long_to_save_is_not_checked_out(app: TestApp) {
    let long = |name: &str, text: String| {
        let words = || (0..1_300_000).fold(String::new(), |words, number| words + &number.to_string() + " ");
        let is_one = name.contains("28-21-01-00A-520A-A");
        if is_one { text.replace("</content>", &format!("<!-- {}--></content>", words())) } else { text }
    };
    given_manual(&app).await;
    delivered(&app, &changed("amm", long), "yes").await;
    let refused = act(&app.person(Role::Author).await, CHECK_OUT).await;
    assert_eq!(refused.problem(), "422 draft.refused");
    assert_eq!(refused.json()["findings"][0]["message"], json!("The document is larger than 8 MB"));
}

async fn a_text_is_written_in_the_encoding_it_declares(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let declared = |text: &str| text.replacen("UTF-8", "ISO-8859-1", 1).replace("Booster", "Boost – é");
    let (text, saved) =
        edit(&author, &path(), |text| declared(text).replace("</content>", "<!--\n– --></content>")).await;
    let refused = check_in(&author, &path(), json!({"step": "inWork"}), &saved).await;
    assert_eq!(refused.problem(), "422 checkin.invalid");
    let line = text[..text.find("</content>").expect("content")].lines().count() + 1;
    assert_eq!(refused.json()["findings"][0]["line"], json!(line), "{}", refused.text());
    save(&author, &path(), "a", &saved, &declared(&text)).await.ok();
    check_in(&author, &path(), json!({"step": "inWork"}), &sha256(&declared(&text))).await.ok();
    let written = author.get(&format!("/bytes/default{}", path())).await;
    let expected = b"Boost &#x2013; \xE9";
    assert!(written.body.windows(expected.len()).any(|bytes| bytes == expected), "{}", written.text());
}

async fn a_check_in_is_refused_for_what_the_text_says(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let said = || json!({"step": "inWork"});
    let (text, _) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let mut replaces = sha256(&text.replace("Booster", "Boost"));
    for (changed, problem) in [
        (text.clone(), "422 checkin.unchanged"),
        (text.replace("</content>", ""), "422 checkin.invalid"),
        (text.replacen("infoCode=\"520\"", "infoCode=\"521\"", 1), "422 checkin.other_identity"),
        (text.replacen("languageIsoCode=\"en\"", "languageIsoCode=\"fr\"", 1), "422 checkin.other_identity"),
    ] {
        save(&author, &path(), "a", &replaces, &changed).await.ok();
        replaces = sha256(&changed);
        let refused = check_in(&author, &path(), said(), &replaces).await;
        assert_eq!(refused.problem(), problem, "{}", refused.text());
        if problem == "422 checkin.invalid" {
            assert!(refused.json()["findings"][0]["line"].is_number(), "{}", refused.text());
        }
    }
    let kept = author.get("/files/wip").await.ok();
    assert_eq!((&kept["drafts"][0]["state"], &kept["drafts"][0]["sha256"]), (&json!("open"), &json!(replaces)));
    let versions = author.get(&format!("/files/getVersions/default{}", path())).await.ok();
    assert_eq!(versions.as_array().map(Vec::len), Some(1));
}

/// A schema of our own for procedures, which demands one element as the content.
fn schema(content: &str) -> Vec<u8> {
    let any = |name: &str| {
        format!(
            "<xs:element name=\"{name}\"><xs:complexType><xs:sequence><xs:any minOccurs=\"0\" maxOccurs=\"unbounded\" \
             processContents=\"skip\"/></xs:sequence></xs:complexType></xs:element>"
        )
    };
    let text = format!(
        "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:element name=\"dmodule\"><xs:complexType>\
         <xs:sequence>{}{}</xs:sequence></xs:complexType></xs:element></xs:schema>",
        any("identAndStatusSection"),
        any(content)
    );
    let file = |name: &str| (format!("S1000D_4-2/xml_schema_flat/{name}.xsd"), text.clone().into_bytes());
    zipped(&vec![file("descript"), file("pm"), file("proced")])
}

async fn schema_errors_do_not_block_where_an_approver_allows_them(app: TestApp) {
    reader_of(&app, "amm").await;
    settings::send(&app.admin().await, "/config/schemaSets", schema("procedures")).await.ok();
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let (_, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let said = json!({"step": "inWork", "comment": "x"});
    assert_eq!(check_in(&author, &path(), said.clone(), &saved).await.problem(), "422 checkin.invalid");
    let manual = approver.get(&format!("/folders/default{BASE}")).await.ok();
    assert_eq!(manual["attributeMap"]["schemaErrorsBlock"], json!(["yes"]));
    let version = &manual["version"];
    let rules = json!({"manualPath": BASE, "schemaErrorsBlock": false, "version": version});
    assert_eq!(author.put("/csdb/manual/rules", rules.clone()).await.problem(), "403 forbidden");
    let changed = approver.put("/csdb/manual/rules", rules.clone()).await.ok();
    assert_eq!(changed["attributeMap"]["schemaErrorsBlock"], json!(["no"]));
    assert_eq!(approver.put("/csdb/manual/rules", rules).await.problem(), "409 changed_meanwhile");
    check_in(&author, &path(), said, &saved).await.ok();
}

async fn a_check_in_follows_the_installed_schemas(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    settings::send(&admin, "/config/schemaSets", schema("procedures")).await.ok();
    let (_, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let refused = check_in(&author, &path(), json!({"step": "inWork"}), &saved).await;
    assert_eq!(refused.problem(), "422 checkin.invalid");
    let finding = &refused.json()["findings"][0];
    assert_eq!(finding["rule"], json!("xsd.element_unexpected"), "{finding}");
    assert!(finding["line"].as_u64().is_some_and(|line| line > 40), "{finding}");
    settings::send(&admin, "/config/schemaSets", schema("content")).await.ok();
    check_in(&author, &path(), json!({"step": "inWork"}), &saved).await.ok();
}

async fn a_draft_that_was_saved_meanwhile_is_not_checked_in(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (text, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let stale = check_in(&author, &path(), json!({"step": "inWork"}), &sha256(&text)).await;
    assert_eq!(stale.problem(), "409 changed_meanwhile");
    // Two tabs check the same draft in at once: one version.
    let (file, said) = (path(), json!({"step": "inWork"}));
    let (one, other) =
        tokio::join!(check_in(&author, &file, said.clone(), &saved), check_in(&author, &file, said.clone(), &saved));
    let succeeded = [&one, &other].iter().filter(|answer| answer.status.is_success()).count();
    assert_eq!(succeeded, 1, "{} {}", one.text(), other.text());
    let versions = author.get(&format!("/files/getVersions/default{}", path())).await.ok();
    assert_eq!(versions.as_array().map(Vec::len), Some(2));
}

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
