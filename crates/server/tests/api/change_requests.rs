//! Change requests: asking for a change, the work on it, its approval and its end.

use axum::body::Body;
use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};

use crate::comments::{PARAGRAPH, anchor, messages, path, version};
use crate::editing;
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    a_reader_asks_for_a_change_and_is_told_what_became_of_it,
    a_request_is_published_after_four_eyes_have_seen_it,
    nobody_approves_their_own_work,
    each_asked_reviewer_has_to_approve,
    a_module_belongs_to_one_open_request_unless_its_author_says_otherwise,
    a_check_in_names_a_request_that_is_in_progress,
    modules_are_added_and_removed_while_the_work_goes_on,
    authors_plan_and_readers_describe,
    requests_are_filtered_sorted_and_exported,
    the_discussion_tells_those_whom_it_concerns,
    a_withdrawn_request_and_wrong_actions,
    the_checks_name_what_is_wrong,
    changes_in_a_short_time_are_limited,
    files_are_attached_read_and_deleted,
);

pub(crate) async fn create(client: &Client, body: Value) -> TestResponse {
    let mut body = body;
    body["manualPath"] = json!(BASE);
    client.post("/changeRequests", body).await
}

pub(crate) fn id_of(open: &Value) -> String {
    open["request"]["id"].as_str().expect("an id").to_owned()
}

pub(crate) async fn act(client: &Client, id: &str, action: &str) -> TestResponse {
    client.post(&format!("/changeRequests/{id}/actions"), json!({"action": action, "why": "Because"})).await
}

/// Gives a verdict on the work as it is now.
pub(crate) async fn review(client: &Client, id: &str, body: Value) -> TestResponse {
    let mut body = body;
    body["round"] = client.get(&format!("/changeRequests/{id}")).await.ok()["request"]["round"].clone();
    client.put(&format!("/changeRequests/{id}/review"), body).await
}

/// Creates a request and opens it.
pub(crate) async fn opened(author: &Client, title: &str) -> String {
    let id = id_of(&create(author, json!({"title": title})).await.ok());
    act(author, &id, "open").await.ok();
    id
}

/// Changes the module and checks it in under a request.
pub(crate) async fn work(author: &Client, id: &str, word: &str) -> TestResponse {
    change(author, &json!(id), "cartridge", word).await
}

/// Changes a word of the module and checks it in under a request, or under none.
pub(crate) async fn change(author: &Client, id: &Value, from: &str, to: &str) -> TestResponse {
    let (_, saved) = editing::edit(author, &path(), |text| text.replacen(from, to, 1)).await;
    let said = json!({"step": "inWork", "comment": to, "changeRequestId": id});
    editing::check_in(author, &path(), said, &saved).await
}

async fn a_reader_asks_for_a_change_and_is_told_what_became_of_it(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    author.ask(Method::POST, &format!("/files/checkout/default{}", path()), None).await.ok();
    let place = json!({"path": path(), "version": version(&reader).await, "anchor": anchor(&reader, PARAGRAPH).await});
    let asked = json!({"title": "Wrong tank", "description": "Two\nlines", "place": place});
    let open = create(&reader, asked).await.ok();
    let request = &open["request"];
    assert_eq!((&request["number"], &request["status"]), (&json!(1), &json!("Not Open")));
    assert_eq!((&request["createBy"], &request["origin"]), (&json!("reader"), &json!("comment")));
    assert_eq!(request["manualType"], "MEL", "{request}");
    assert!(request["place"]["quote"].as_str().expect("a quote").starts_with(PARAGRAPH), "{request}");
    assert_eq!(open["abilities"]["actions"], json!(["cancel"]));
    assert_eq!(messages(&author).await, ["reader asked for a change: #1 Wrong tank"], "the holder is concerned");
    let of_module = approver.get(&format!("/changeRequests?path={}", path())).await.ok();
    assert_eq!(of_module["total"], 1);

    let id = id_of(&open);
    app.wait(1);
    act(&author, &id, "open").await.ok();
    app.wait(1);
    act(&author, &id, "cancel").await.ok();
    let told = messages(&reader).await;
    let expected = ["author cancelled change request #1: Wrong tank", "author opened change request #1: Wrong tank"];
    assert_eq!(told, expected);
    let closed = reader.get(&format!("/changeRequests/{id}")).await.ok();
    assert_eq!((&closed["request"]["status"], &closed["request"]["outcome"]), (&json!("Closed"), &json!("cancelled")));
    let unknown = json!({"path": path(), "version": version(&reader).await, "anchor": "no-such-place"});
    let refused = create(&reader, json!({"title": "A", "place": unknown})).await;
    assert_eq!(refused.problem(), "400 request.invalid");
}

async fn a_request_is_published_after_four_eyes_have_seen_it(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let id = opened(&author, "Another pump").await;
    let before = version(&author).await;
    app.wait(1);
    editing::edit(&author, &path(), |text| text.replacen("cartridge", "housing", 1)).await;
    let added = author.post(&format!("/changeRequests/{id}/modules"), json!({"path": path()})).await.ok();
    let module = &added["modules"][0];
    assert_eq!(
        (&module["holder"], &module["hasDraft"], &module["newest"]),
        (&json!("author"), &json!(true), &Value::Null)
    );
    assert_eq!(act(&author, &id, "finish").await.problem(), "409 change_request.checked_out");
    author.ask(Method::POST, &format!("/files/cancelCheckout/default{}", path()), None).await.ok();
    work(&author, &id, "housing").await.ok();
    app.wait(1);
    assert_eq!(
        review(&approver, &id, json!({"verdict": "approved"})).await.problem(),
        "409 change_request.not_finished"
    );
    let finished = act(&author, &id, "finish").await.ok();
    assert_eq!(finished["modules"][0]["base"], json!(before), "the redline begins before the work");
    assert_eq!(finished["modules"][0]["newest"], json!(version(&author).await));

    app.wait(1);
    assert_eq!(act(&approver, &id, "publish").await.problem(), "409 change_request.not_approved");
    assert_eq!(review(&author, &id, json!({"verdict": "approved"})).await.problem(), "403 forbidden");
    let reviewed = review(&approver, &id, json!({"verdict": "approved", "comment": "Good"})).await.ok();
    assert_eq!(reviewed["isApproved"], true);
    assert_eq!(act(&author, &id, "publish").await.problem(), "403 forbidden");
    app.wait(1);
    let published = act(&approver, &id, "publish").await.ok();
    assert_eq!(
        (&published["request"]["status"], &published["request"]["outcome"]),
        (&json!("Closed"), &json!("published"))
    );

    let versions = reader.get(&format!("/files/getVersions/default{}", path())).await.ok();
    assert_eq!(versions[0]["changeRequest"], json!({"id": id, "number": 1}));
    assert_eq!(versions[1]["changeRequest"], Value::Null);
    let history = reader.get(&format!("/changeRequests/{id}/history")).await.ok();
    let expected = [
        "approver change_request.published",
        "approver change_request.approved",
        "author change_request.finished",
        "author change_request.module_changed",
        "author change_request.module_added",
        "author change_request.opened",
        "author change_request.created",
    ];
    assert_eq!(lines(&history, &["actor", "action"]), expected);
    assert_eq!(history[0]["detail"], json!({"before": "Ready for Publish", "after": "Closed", "why": "Because"}));
    let reopened = act(&author, &id, "reopen").await.ok();
    assert_eq!((&reopened["request"]["outcome"], &reopened["isApproved"]), (&Value::Null, &json!(false)));
}

async fn nobody_approves_their_own_work(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let id = opened(&author, "Another pump").await;
    work(&approver, &id, "housing").await.ok();
    act(&author, &id, "finish").await.ok();
    let refused = review(&approver, &id, json!({"verdict": "approved"})).await;
    assert_eq!(refused.problem(), "403 change_request.own_work");
    let admin = app.admin().await;
    let rules = admin.get("/config/editing").await.ok();
    let own = json!({"commentRequired": false, "ownRelease": true, "reminderDays": 5, "version": rules["version"]});
    admin.put("/config/editing", own).await.ok();
    review(&approver, &id, json!({"verdict": "approved"})).await.ok();
    act(&approver, &id, "publish").await.ok();

    let second = opened(&approver, "Finished by an approver").await;
    change(&author, &json!(second), "housing", "casing").await.ok();
    act(&approver, &second, "finish").await.ok();
    let rules = admin.get("/config/editing").await.ok();
    let others = json!({"commentRequired": false, "ownRelease": false, "reminderDays": 5, "version": rules["version"]});
    admin.put("/config/editing", others).await.ok();
    let refused = review(&approver, &second, json!({"verdict": "approved"})).await;
    assert_eq!(refused.problem(), "403 change_request.own_work");
}

async fn each_asked_reviewer_has_to_approve(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let admin = app.admin().await;
    let asked = json!({"title": "Pump", "reviewers": ["approver", "admin"], "assignee": "author"});
    let id = id_of(&create(&author, asked).await.ok());
    act(&author, &id, "open").await.ok();
    work(&author, &id, "housing").await.ok();
    app.wait(1);
    act(&author, &id, "finish").await.ok();
    assert_eq!(messages(&approver).await[0], "author asks for your review of change request #1: Pump");
    assert_eq!(approver.get("/changeRequests?awaitsMe=true").await.ok()["total"], 1);
    let half = review(&approver, &id, json!({"verdict": "approved"})).await.ok();
    assert_eq!(half["isApproved"], false);
    assert_eq!(approver.get("/changeRequests?awaitsMe=true").await.ok()["total"], 0);
    assert_eq!(review(&admin, &id, json!({"verdict": "rejected"})).await.problem(), "400 request.invalid");
    review(&admin, &id, json!({"verdict": "rejected", "comment": "No reason given"})).await.ok();
    assert_eq!(act(&approver, &id, "publish").await.problem(), "409 change_request.not_approved");
    let whole = review(&admin, &id, json!({"verdict": "approved"})).await.ok();
    assert_eq!(whole["isApproved"], true);
    let back = review(&admin, &id, json!({})).await.ok();
    assert_eq!((&back["isApproved"], back["reviewers"].as_array().map(Vec::len)), (&json!(false), Some(2)));
    let unfit = create(&author, json!({"title": "Pump", "reviewers": ["author"]})).await;
    assert_eq!(unfit.problem(), "400 request.invalid");
}

async fn a_module_belongs_to_one_open_request_unless_its_author_says_otherwise(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (first, second) = (opened(&author, "First").await, opened(&author, "Second").await);
    let add = async |id: &str, share: bool| {
        author.post(&format!("/changeRequests/{id}/modules"), json!({"path": path(), "shareModule": share})).await
    };
    add(&first, false).await.ok();
    add(&first, false).await.ok();
    let refused = add(&second, false).await;
    assert_eq!(refused.problem(), "409 change_request.module_taken");
    assert!(refused.text().contains("#1"), "{}", refused.text());
    let (_, saved) = editing::edit(&author, &path(), |text| text.replacen("cartridge", "housing", 1)).await;
    let said = |share: bool| json!({"step": "inWork", "comment": "", "changeRequestId": second, "shareModule": share});
    let refused = editing::check_in(&author, &path(), said(false), &saved).await;
    assert_eq!(refused.problem(), "409 change_request.module_taken");
    editing::check_in(&author, &path(), said(true), &saved).await.ok();
    let open = author.get(&format!("/changeRequests/{second}")).await.ok();
    assert_eq!(open["modules"].as_array().map(Vec::len), Some(1));
    act(&author, &first, "cancel").await.ok();
    let third = opened(&author, "Third").await;
    act(&author, &second, "cancel").await.ok();
    add(&third, false).await.ok();
}

async fn a_check_in_names_a_request_that_is_in_progress(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let id = id_of(&create(&author, json!({"title": "Pump"})).await.ok());
    assert_eq!(work(&author, &id, "housing").await.problem(), "409 change_request.not_in_work");
    assert_eq!(work(&author, "none", "housing").await.problem(), "404 change_request.not_found");
    act(&author, &id, "open").await.ok();
    app.admin().await.post("/csdb/manual", json!({"csdbName": ["NV240"], "manualName": ["OTHER"]})).await.ok();
    let other = author.post("/changeRequests", json!({"manualPath": "/NV240/OTHER", "title": "B"})).await.ok();
    assert_eq!(other["request"]["number"], 2, "numbers are those of the database");
    act(&author, &id_of(&other), "open").await.ok();
    assert_eq!(work(&author, &id_of(&other), "housing").await.problem(), "400 change_request.other_manual");
    work(&author, &id, "housing").await.ok();
}

async fn modules_are_added_and_removed_while_the_work_goes_on(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let id = opened(&author, "Pump").await;
    let modules = format!("/changeRequests/{id}/modules");
    assert_eq!(reader.post(&modules, json!({"path": path()})).await.problem(), "403 forbidden");
    author.post(&modules, json!({"path": path()})).await.ok();
    let removed = author.delete(&format!("{modules}?path={}", path())).await.ok();
    assert_eq!(removed["modules"], json!([]));
    assert_eq!(author.delete(&format!("{modules}?path={}", path())).await.problem(), "404 file.not_found");
    work(&author, &id, "housing").await.ok();
    assert_eq!(
        author.delete(&format!("{modules}?path={}", path())).await.problem(),
        "409 change_request.module_changed"
    );
    act(&author, &id, "pause").await.ok();
    assert_eq!(author.post(&modules, json!({"path": path()})).await.problem(), "409 change_request.not_in_work");
}

async fn authors_plan_and_readers_describe(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    for planned in [json!({"assignee": "author"}), json!({"dueDate": "2026-12-01"}), json!({"origin": "sb"})] {
        let mut body = planned;
        body["title"] = json!("Pump");
        assert_eq!(create(&reader, body).await.problem(), "403 forbidden");
    }
    let open = create(&reader, json!({"title": "Pump"})).await.ok();
    let (id, address) = (id_of(&open), format!("/changeRequests/{}", id_of(&open)));
    let described = json!({"version": 1, "title": "Boost pump", "description": "Why", "origin": "comment"});
    reader.put(&address, described.clone()).await.ok();
    assert_eq!(reader.put(&address, described).await.problem(), "409 changed_meanwhile");
    let planned = json!({"version": 2, "title": "Boost pump", "origin": "sb", "reference": "SB 28-012",
        "dueDate": "2026-12-01", "assignee": "author", "reviewers": ["admin"]});
    assert_eq!(reader.put(&address, planned.clone()).await.problem(), "403 forbidden");
    let after = author.put(&address, planned).await.ok();
    let request = &after["request"];
    assert_eq!((&request["dueDate"], &request["assignee"]["account"]), (&json!("2026-12-01"), &json!("author")));
    assert_eq!((&request["reference"], &after["reviewers"][0]["isAsked"]), (&json!("SB 28-012"), &json!(true)));
    act(&author, &id, "open").await.ok();
    let late = json!({"version": 4, "title": "Late", "origin": "sb"});
    assert_eq!(reader.put(&address, late).await.problem(), "403 forbidden");
    let empty = create(&author, json!({"title": " ", "reference": "a\u{7}"})).await;
    assert_eq!(empty.json()["errors"].as_array().map(Vec::len), Some(2), "all at once");
    let people = author.get(&format!("/changeRequests/people?manualPath={BASE}&level=author")).await.ok();
    assert_eq!(lines(&people, &["account"]), ["admin", "author"]);
}

async fn requests_are_filtered_sorted_and_exported(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    create(&reader, json!({"title": "Zebra"})).await.ok();
    app.wait(1);
    let second = json!({"title": "Ant", "origin": "regulation", "dueDate": "2001-01-01", "assignee": "author"});
    let id = id_of(&create(&author, second).await.ok());
    act(&author, &id, "open").await.ok();
    for (query, expected) in [
        ("", vec!["Ant", "Zebra"]),
        ("?sort=title&order=asc", vec!["Ant", "Zebra"]),
        ("?sort=number&order=asc", vec!["Zebra", "Ant"]),
        ("?status=Not%20Open", vec!["Zebra"]),
        ("?status=In%20Progress,Pending", vec!["Ant"]),
        ("?mine=true", vec!["Ant"]),
        ("?createBy=reader", vec!["Zebra"]),
        ("?assignee=author", vec!["Ant"]),
        ("?origin=regulation", vec!["Ant"]),
        ("?overdue=true", vec!["Ant"]),
        ("?keywordFilter=zeb", vec!["Zebra"]),
        ("?keywordFilter=%232", vec!["Ant"]),
        ("?manualPath=/NV240/MMEL&manualType=MEL", vec!["Ant", "Zebra"]),
        ("?csdbType=none", vec![]),
    ] {
        let page = author.get(&format!("/changeRequests{query}")).await.ok();
        assert_eq!(lines(&page["items"], &["title"]), expected, "{query}");
        assert_eq!(page["total"], expected.len(), "{query}");
    }
    let described = json!({"title": "Long", "description": "x".repeat(10_000)});
    create(&reader, described).await.ok();
    let page = author.get("/changeRequests?keywordFilter=long").await.ok();
    assert_eq!((&page["total"], &page["items"][0]["description"]), (&json!(1), &json!("")), "lists have no long texts");
    assert_eq!(author.get("/changeRequests?status=Odd").await.problem(), "400 request.invalid");
    let csv = author.get("/changeRequests/export?format=csv&sort=number&order=asc").await.text();
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].contains("Number") && rows[0].contains("Last updated"), "{csv}");
    assert!(rows[1].contains("Zebra") && rows[1].contains("Not open"), "{csv}");
    assert!(rows[2].contains("Ant") && rows[2].contains("Regulation"), "{csv}");
    let sheet = author.get("/changeRequests/export?format=xlsx").await;
    assert!(sheet.headers["content-disposition"].to_str().expect("text").contains("change-requests.xlsx"));
    let chinese = author.in_language("zh-CN").get("/changeRequests/export?format=csv").await.text();
    assert!(chinese.contains("变更请求") || chinese.contains("未开启"), "{chinese}");
}

async fn the_discussion_tells_those_whom_it_concerns(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let id = id_of(&create(&reader, json!({"title": "Pump"})).await.ok());
    let asked = "reader asked for a change: #1 Pump";
    assert_eq!(messages(&author).await, [asked], "nobody works on it, so the authors are told");
    app.wait(1);
    let posts = format!("/changeRequests/{id}/posts");
    let open = author.post(&posts, json!({"text": "Which one, @approver?"})).await.ok();
    assert_eq!(open["posts"][0]["mentions"], json!(["approver"]));
    let updated = |open: &Value| open["request"]["lastUpdateTime"].clone();
    assert_ne!(updated(&open), open["request"]["createTime"], "the discussion counts as an update");
    assert_eq!(messages(&reader).await, ["author commented on change request #1: Pump"]);
    assert_eq!(messages(&approver).await, ["author mentioned you in change request #1: Pump", asked]);
    let post = format!("/changeRequests/posts/{}", open["posts"][0]["id"].as_str().expect("an id"));
    assert_eq!(reader.put(&post, json!({"text": "x"})).await.problem(), "403 forbidden");
    assert_eq!(reader.delete(&post).await.problem(), "403 forbidden");
    app.wait(1);
    assert_eq!(author.put(&post, json!({"text": "Which pump, @approver @reader?"})).await.status, 204);
    assert_eq!(messages(&reader).await[0], "author mentioned you in change request #1: Pump");
    assert_eq!(messages(&approver).await.len(), 2, "who was mentioned before is not told again");
    assert_eq!(author.put(&post, json!({"text": " "})).await.problem(), "400 request.invalid");
    assert_eq!(author.delete(&post).await.status, 204);
    assert_eq!(author.delete(&post).await.problem(), "404 change_request.not_found");
    let open = reader.get(&format!("/changeRequests/{id}")).await.ok();
    assert_eq!((&open["posts"][0]["isDeleted"], &open["posts"][0]["text"]), (&json!(true), &json!("")));
}

async fn a_withdrawn_request_and_wrong_actions(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let id = id_of(&create(&reader, json!({"title": "Pump"})).await.ok());
    assert_eq!(act(&reader, &id, "open").await.problem(), "403 forbidden");
    assert_eq!(act(&author, &id, "finish").await.problem(), "409 change_request.action");
    assert_eq!(act(&author, &id, "fly").await.problem(), "400 request.invalid");
    assert_eq!(act(&author, "none", "open").await.problem(), "404 change_request.not_found");
    let gone = act(&reader, &id, "cancel").await.ok();
    assert_eq!(gone["request"]["outcome"], "cancelled");
    assert_eq!(act(&author, &id, "resume").await.problem(), "409 change_request.action");
}

async fn the_checks_name_what_is_wrong(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let id = opened(&author, "Pump").await;
    let reference = "<dmRef><dmRefIdent><dmCode modelIdentCode=\"NV240\" systemDiffCode=\"A\" systemCode=\"99\" \
        subSystemCode=\"9\" subSubSystemCode=\"9\" assyCode=\"99\" disassyCode=\"00\" disassyCodeVariant=\"A\" \
        infoCode=\"040\" infoCodeVariant=\"A\" itemLocationCode=\"A\"/></dmRefIdent></dmRef></refs>";
    let statement = "</displayText><assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" \
        applicPropertyValues=\"NV999\"/>";
    let (_, saved) = editing::edit(&author, &path(), |text| {
        text.replacen("</refs>", reference, 1).replacen("</displayText>", statement, 1)
    })
    .await;
    let said = json!({"step": "inWork", "comment": "", "changeRequestId": id});
    editing::check_in(&author, &path(), said, &saved).await.ok();
    let checks = author.get(&format!("/changeRequests/{id}/checks")).await.ok();
    assert_eq!(checks[0]["path"], json!(path()));
    let results = &checks[0]["results"];
    let messages = results["references"]["messages"].as_array().expect("messages");
    assert!(
        messages.iter().any(|one| one["message"].as_str().is_some_and(|text| text.contains("99-99-99"))),
        "{checks}"
    );
    assert_ne!(results["references"]["state"], "passed");
    let applicability = &results["applicability"];
    let told = applicability["messages"].to_string();
    assert_eq!(applicability["state"], "warning", "{applicability}");
    assert!(told.contains("'NV999' of 'model'") && told.contains("applies to none of the"), "{told}");
    let missing = &results["businessRules"]["messages"][0]["message"];
    assert!(missing.as_str().is_some_and(|text| text.contains("DMC-S1000D-F-04-10-0301-00A-022A-D")), "{results}");
}

async fn changes_in_a_short_time_are_limited(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let id = id_of(&create(&reader, json!({"title": "Pump"})).await.ok());
    let posts = format!("/changeRequests/{id}/posts");
    for _ in 1..60 {
        reader.post(&posts, json!({"text": "a"})).await.ok();
    }
    let refused = reader.post(&posts, json!({"text": "a"})).await;
    assert_eq!(refused.problem(), "429 change_request.too_fast");
    assert_eq!(refused.headers["retry-after"], "60");
    app.wait(61);
    reader.post(&posts, json!({"text": "a"})).await.ok();
}

async fn attach(client: &Client, id: &str, name: &str, bytes: Vec<u8>) -> TestResponse {
    let address = format!("{API}/changeRequests/{id}/attachments?fileName={name}");
    let request = client.request(Method::POST, &address).header("content-type", "application/octet-stream");
    client.send(request.body(Body::from(bytes)).expect("a request")).await
}

async fn files_are_attached_read_and_deleted(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let id = id_of(&create(&reader, json!({"title": "Pump"})).await.ok());
    attach(&reader, &id, "photo.png", b"<html>".to_vec()).await.ok();
    let open = attach(&reader, &id, "photo.png", b"<html></html>".to_vec()).await.ok();
    assert_eq!(open["attachments"], json!([{"fileName": "photo.png", "size": 13}]), "the same name is replaced");
    let file = format!("/changeRequests/{id}/attachments/photo.png");
    let read = approver.get(&file).await;
    assert_eq!(read.text(), "<html></html>");
    assert_eq!(read.headers["content-type"], "application/octet-stream");
    assert!(read.headers["content-disposition"].to_str().expect("text").starts_with("attachment"));
    assert_eq!(attach(&reader, &id, "empty.txt", Vec::new()).await.problem(), "400 request.invalid");
    assert_eq!(attach(&reader, &id, "a%2Fb.txt", vec![1]).await.problem(), "400 request.invalid");
    assert_eq!(attach(&reader, &id, "big.bin", vec![0; (5 << 20) + 1]).await.problem(), "413 request.too_large");
    act(&author, &id, "open").await.ok();
    assert_eq!(attach(&reader, &id, "late.txt", vec![1]).await.problem(), "403 forbidden");
    assert_eq!(reader.delete(&file).await.problem(), "403 forbidden");
    for number in 1..10 {
        attach(&author, &id, &format!("{number}.txt"), vec![1]).await.ok();
    }
    assert_eq!(attach(&author, &id, "10.txt", vec![1]).await.problem(), "409 change_request.too_many_files");
    assert_eq!(author.delete(&file).await.status, 204);
    assert_eq!(author.delete(&file).await.problem(), "404 artifact.not_found");
    assert_eq!(reader.get(&file).await.problem(), "404 artifact.not_found");
}
