//! Readers of the released lane: what it shows, acknowledgements, the distribution list and downloads.

use axum::body::Body;
use axum::http::Method;
use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client};

use super::{approve, download, given_operator, id_of, published};
use crate::bytes::asked;
use crate::limited::Limits;
use crate::revisions::{confirm, revised};
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    the_released_lane_says_which_publication_it_is_and_what_changed,
    a_page_tells_what_changed_since_the_one_before,
    people_on_the_distribution_list_are_asked_and_reported,
    the_list_is_for_people_who_may_read_the_manual,
    a_list_that_changed_meanwhile_is_not_replaced,
    reports_tell_what_was_known_on_their_day,
    downloads_are_counted,
    a_download_in_parts_is_counted_once,
    a_busy_database_keeps_no_file_from_people,
);

async fn released(client: &Client) -> Value {
    client.get(&format!("/publications/released?manualPath={BASE}")).await.ok()
}

/// Replaces the distribution list as it is.
pub(super) async fn set_receivers(client: &Client, accounts: &[&str]) -> Value {
    let listed = client.get(&format!("/publications/receivers?manualPath={BASE}")).await.ok();
    let before: Vec<&Value> = listed.as_array().expect("a list").iter().map(|one| &one["account"]).collect();
    let body = json!({"manualPath": BASE, "before": before, "accounts": accounts});
    client.put("/publications/receivers", body).await.ok()
}

/// A person's marks for a publication, as a report has them.
pub(super) fn marks_of(report: &Value, account: &str) -> Option<Value> {
    let readers = report["readers"].as_array().expect("a list");
    readers.iter().find(|one| one["account"] == account).map(|one| one["marks"].clone())
}

/// Publishes and approves revision 1.
async fn approved(app: &TestApp) -> Value {
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let made = published(app, &author, "exportApproveAta2300", json!({"revision": "1"})).await;
    approve(app, &approver, &made).await;
    made
}

async fn the_released_lane_says_which_publication_it_is_and_what_changed(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let before = released(&reader).await;
    assert!(before["publication"].is_null() && before["marks"]["isOpen"] == json!(false), "{before}");
    let first = approved(&app).await;
    let shown = released(&reader).await;
    assert_eq!(shown["publication"]["id"], first["publication"]);
    assert_eq!(shown["publication"]["approval"]["approvedBy"], "A. Person");
    assert!(shown["marks"]["readOn"].is_null() && shown["lastRead"].is_null(), "{shown}");
    let read = format!("/publications/{}/read", id_of(&first));
    assert_eq!(reader.post(&read, Value::Null).await.status.as_u16(), 204);
    let since = released(&reader).await["marks"]["readOn"].clone();
    app.wait(60);
    reader.post(&read, Value::Null).await;
    assert_eq!(released(&reader).await["marks"]["readOn"], since, "the first time counts");

    let next = delivered(&app, &revised("Take off panel 2", "002"), "yes").await;
    confirm(&app, &next).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let second = published(&app, &author, "exportApproveAta2300", json!({"revision": "2"})).await;
    let early = reader.post(&format!("/publications/{}/acknowledge", id_of(&second)), Value::Null).await;
    assert_eq!(early.problem(), "404 publication.not_found", "it is not approved yet");
    approve(&app, &approver, &second).await;
    let shown = released(&reader).await;
    assert_eq!(shown["publication"]["revision"], "2");
    assert_eq!(shown["lastRead"]["publication"]["id"], first["publication"]);
    assert!(shown["lastRead"]["changedCount"].as_u64() >= Some(1), "{shown}");
    let old = reader.post(&format!("/publications/{}/acknowledge", id_of(&first)), Value::Null).await;
    assert_eq!(old.problem(), "409 publication.state", "it is superseded");
}

async fn a_page_tells_what_changed_since_the_one_before(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let other = json!({"code": "OTH", "name": "Other", "country": "CH"});
    app.admin().await.post("/config/operator", other).await.ok();
    let first = approved(&app).await;
    let page = |outputs: &Value| format!("/publications/{}", id_of(outputs));
    assert!(reader.get(&page(&first)).await.ok()["previous"].is_null());
    let next = delivered(&app, &revised("Take off panel 2", "002"), "yes").await;
    confirm(&app, &next).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    published(&app, &author, "exportQuickAta2300", json!({"revision": "2 draft"})).await;
    let second = published(&app, &author, "exportApproveAta2300", json!({"revision": "2"})).await;
    approve(&app, &approver, &second).await;
    let shown = reader.get(&page(&second)).await.ok();
    assert_eq!(shown["previous"]["id"], first["publication"], "drafts do not count: {shown}");
    assert!(shown["previous"]["changedCount"].as_u64() >= Some(1), "{shown}");
    assert_eq!(shown["marks"]["isOpen"], json!(false), "nobody asked them: {shown}");
    let acknowledged = reader.post(&format!("{}/acknowledge", page(&second)), Value::Null).await.ok();
    assert_eq!(reader.get(&page(&second)).await.ok()["marks"], acknowledged);
    assert!(reader.get(&page(&first)).await.ok()["marks"].is_null(), "it is not valid any more");
    let draft = published(&app, &author, "exportQuickAta2300", json!({"revision": "3 draft"})).await;
    let previous = author.get(&page(&draft)).await.ok()["previous"].clone();
    assert_eq!((&previous["id"], &previous["changedCount"]), (&second["publication"], &json!(0)));
    let theirs = json!({"operator": "OTH"});
    for _ in 0..2 {
        let made = published(&app, &author, "exportQuickAta2300", theirs.clone()).await;
        assert!(author.get(&page(&made)).await.ok()["previous"].is_null(), "another operator has nothing yet");
    }
}

async fn people_on_the_distribution_list_are_asked_and_reported(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let list = set_receivers(&approver, &["reader", " reader ", ""]).await;
    assert_eq!(list.as_array().map(Vec::len), Some(1), "{list}");
    assert_eq!((&list[0]["account"], &list[0]["addedBy"]), (&json!("reader"), &json!("approver")));
    let made = approved(&app).await;
    let told = reader.get("/notifications").await.ok().to_string();
    assert!(told.contains("Read and acknowledge it"), "{told}");
    assert_eq!(released(&reader).await["marks"]["isOpen"], json!(true));
    let address = format!("/publications/{}/readers", id_of(&made));
    let of = marks_of;
    let open = author.get(&address).await.ok();
    assert_eq!(of(&open, "reader").expect("asked")["isOpen"], json!(true));
    let asked_on = of(&open, "reader").expect("asked")["askedOn"].as_str().expect("a time").to_owned();

    app.wait(24 * 60 * 60);
    // The session of the reader ended meanwhile.
    let reader = app.person(Role::Reader).await;
    let acknowledge = format!("/publications/{}/acknowledge", id_of(&made));
    let marks = reader.post(&acknowledge, Value::Null).await.ok();
    assert!(marks["acknowledgedOn"].is_string() && marks["isOpen"] == json!(false), "{marks}");
    assert_eq!(reader.post(&acknowledge, Value::Null).await.ok()["acknowledgedOn"], marks["acknowledgedOn"]);
    let author = app.person(Role::Author).await;
    let now = author.get(&address).await.ok();
    assert!(of(&now, "reader").expect("a reader")["acknowledgedOn"].is_string());
    let earlier = author.get(&format!("{address}?at={asked_on}")).await.ok();
    let then = of(&earlier, "reader").expect("asked by then");
    assert!(then["acknowledgedOn"].is_null() && then["isOpen"] == json!(true), "{then}");
    let file = author.get(&format!("{address}/export?format=csv")).await;
    assert!(file.text().contains("reader,") && file.text().contains("Acknowledged"), "{}", file.text());

    let approver = app.person(Role::Approver).await;
    assert_eq!(set_receivers(&approver, &["author"]).await[0]["account"], "author");
    let moved = author.get(&address).await.ok();
    assert_eq!(of(&moved, "author").expect("asked")["isOpen"], json!(true), "the valid publication is for them, too");
    assert!(of(&moved, "reader").expect("a reader")["endedOn"].is_string());
    assert_eq!(app.person(Role::Reader).await.get(&address).await.problem(), "403 forbidden");
}

async fn the_list_is_for_people_who_may_read_the_manual(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let body = json!({"manualPath": BASE, "before": [], "accounts": ["nobody"]});
    let unknown = approver.put("/publications/receivers", body.clone()).await;
    assert_eq!(unknown.fields(), ["accounts.nobody: unknown_value"]);
    assert_eq!(author.put("/publications/receivers", body.clone()).await.problem(), "403 forbidden");
    assert_eq!(reader.put("/publications/receivers", body).await.problem(), "403 forbidden");
    let many: Vec<String> = (0..501).map(|number| format!("user{number}")).collect();
    let many =
        approver.put("/publications/receivers", json!({"manualPath": BASE, "before": [], "accounts": many})).await;
    assert_eq!(many.fields(), ["accounts: too_many"]);
    let listed = author.get(&format!("/publications/receivers?manualPath={BASE}")).await.ok();
    assert_eq!(listed, json!([]));
}

async fn a_list_that_changed_meanwhile_is_not_replaced(app: TestApp) {
    reader_of(&app, "amm").await;
    app.person(Role::Author).await;
    let approver = app.person(Role::Approver).await;
    set_receivers(&approver, &["reader"]).await;
    let stale = json!({"manualPath": BASE, "before": [], "accounts": ["author"]});
    let refused = approver.put("/publications/receivers", stale).await;
    assert_eq!(refused.problem(), "409 changed_meanwhile");
    let listed = approver.get(&format!("/publications/receivers?manualPath={BASE}")).await.ok();
    assert_eq!((&listed[0]["account"], listed.as_array().map(Vec::len)), (&json!("reader"), Some(1)));
}

async fn reports_tell_what_was_known_on_their_day(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let approver = app.person(Role::Approver).await;
    set_receivers(&approver, &["reader"]).await;
    let made = approved(&app).await;
    download(&reader, &made, "manifest.json").await;
    let moment = |app: &TestApp| app.ctx.clock.now().format("%Y-%m-%dT%H:%M:%SZ").to_string();
    app.wait(60);
    set_receivers(&approver, &[]).await;
    app.wait(60);
    let away = moment(&app);
    app.wait(60);
    set_receivers(&approver, &["reader"]).await;
    download(&reader, &made, "manifest.json").await;
    app.wait(60);
    let author = app.person(Role::Author).await;
    let address = format!("/publications/{}/readers", id_of(&made));
    let now = author.get(&address).await.ok();
    assert_eq!(marks_of(&now, "reader").expect("a reader")["isOpen"], json!(true), "back on the list");
    let then = author.get(&format!("{address}?at={away}")).await.ok();
    let marks = marks_of(&then, "reader").expect("a reader");
    assert_eq!((&marks["isOpen"], &marks["hasLeft"]), (&json!(false), &json!(true)), "{marks}");
    let downloads = [&now, &then].map(|report| report["downloads"][0].clone());
    assert_eq!(downloads[0]["times"], json!(2));
    assert!(downloads[1]["times"].is_null() && downloads[1]["lastOn"].is_null(), "{}", downloads[1]);
    let file = author.get(&format!("{address}/export?format=csv&at={away}")).await.text();
    assert!(file.contains("Left the list on") && file.contains(",Left the list,"), "{file}");
}

async fn downloads_are_counted(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let made = approved(&app).await;
    for _ in 0..2 {
        download(&reader, &made, "manifest.json").await;
    }
    let address = format!("/publications/{}/artifacts/manifest.json", id_of(&made));
    assert_eq!(reader.ask(Method::HEAD, &address, None).await.status.as_u16(), 200, "nothing is downloaded");
    let author = app.person(Role::Author).await;
    let report = author.get(&format!("/publications/{}/readers", id_of(&made))).await.ok();
    let own = report["downloads"].as_array().expect("a list").iter().find(|one| one["account"] == "reader");
    let own = own.expect("the download");
    assert_eq!((&own["fileName"], &own["times"]), (&json!("manifest.json"), &json!(2)));
    let marks = report["readers"].as_array().expect("a list").iter().find(|one| one["account"] == "reader");
    assert!(marks.expect("a reader")["marks"]["downloadedOn"].is_string());
}

async fn a_download_in_parts_is_counted_once(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let made = approved(&app).await;
    let address = format!("/publications/{}/artifacts/manifest.json", id_of(&made));
    let whole = reader.get(&address).await;
    let (tag, size) = (whole.header("etag").to_owned(), whole.body.len());
    assert_eq!((whole.header("accept-ranges"), whole.header("cache-control")), ("bytes", "private, no-store"));
    // A browser that takes compressed bytes gets those that parts are of, and their number.
    let named = asked(&reader, &address, &[("accept-encoding", "gzip")]).await;
    assert_eq!((named.header("content-length"), &named.body), (size.to_string().as_str(), &whole.body));
    assert!(named.header("accept-ranges") == "bytes" && !named.headers.contains_key("content-encoding"));
    let head = reader.request(Method::HEAD, &format!("{API}{address}")).header("range", "bytes=0-9");
    let head = reader.send(head.body(Body::empty()).expect("a request")).await;
    assert_eq!(head.status.as_u16(), 200, "parts are for GET alone");
    let author = app.person(Role::Author).await;
    let times = async |account: &str| {
        let report = author.get(&format!("/publications/{}/readers", id_of(&made))).await.ok();
        let own = report["downloads"].as_array().expect("a list").iter().find(|one| one["account"] == account).cloned();
        own.map(|own| own["times"].clone())
    };
    let first = asked(&reader, &address, &[("range", "bytes=0-9")]).await;
    let rest = asked(&reader, &address, &[("range", "bytes=10-"), ("if-range", &tag)]).await;
    assert_eq!((first.status.as_u16(), rest.status.as_u16()), (206, 206));
    assert_eq!(rest.header("content-range"), format!("bytes 10-{}/{size}", size - 1));
    assert_eq!([&first.body[..], &rest.body[..]].concat(), &whole.body[..]);
    assert_eq!(times("reader").await, Some(json!(3)), "two whole files, and the first part of the third download");
    let other = asked(&reader, &address, &[("range", "bytes=10-"), ("if-range", "\"older\"")]).await;
    assert_eq!((other.status.as_u16(), other.body.len()), (200, size), "the parts would not fit");
    assert_eq!(asked(&reader, &address, &[("if-none-match", &tag)]).await.status.as_u16(), 304);
    let beyond = asked(&reader, &address, &[("range", &format!("bytes={size}-"))]).await;
    assert_eq!((beyond.problem().as_str(), times("reader").await), ("416 bytes.range", Some(json!(4))));
    // Nobody reads without a trace by leaving the first byte out.
    let approver = app.person(Role::Approver).await;
    for _ in 0..2 {
        asked(&approver, &address, &[("range", "bytes=1-")]).await;
    }
    assert_eq!(times("approver").await, Some(json!(1)));
    // Those who may not read the manual do not learn whether the file changed.
    Limits::of_group(&app, "/NV240", "Nobody", &[], AccessLevel::Read).await;
    for header in [("if-none-match", tag.as_str()), ("range", "bytes=0-9")] {
        assert_eq!(asked(&reader, &address, &[header]).await.problem(), "404 publication.not_found", "{header:?}");
    }
}

async fn a_busy_database_keeps_no_file_from_people(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let made = approved(&app).await;
    let writer = app.db.begin().await.expect("a transaction");
    download(&reader, &made, "manifest.json").await;
    drop(writer);
}
