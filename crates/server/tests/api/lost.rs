//! A person who loses the grant of a database keeps nothing that was cached, streamed or signed before.

use axum::body::{Body, to_bytes};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client};
use testkit::packages::demo;

use crate::bytes::{PNG, asked};
use crate::imports::{given_manual, import, read};
use crate::jobs::{next, stream};
use crate::viewer::{at, delivered, reader_of};

testkit::on_each_app!(
    the_stream_tells_to_look_again_and_then_nothing_of_what_was_lost,
    an_answer_that_the_browser_holds_is_not_confirmed,
    a_token_for_media_opens_nothing_more,
    a_download_under_way_ends,
    a_redline_under_way_ends,
    a_lower_role_counts_in_an_open_stream,
    a_member_who_leaves_a_group_loses_what_it_gave,
    a_reference_into_a_hidden_manual_is_like_one_to_nothing,
);

/// The reader of a limited database with a grant, and the administrator.
async fn granted(app: &TestApp) -> (Client, Client) {
    let reader = reader_of(app, "amm").await;
    let admin = app.admin().await;
    let grants = json!([{"account": "reader", "level": "read"}]);
    admin.put("/access", json!({"paths": ["/NV240"], "limited": true, "grants": grants})).await.ok();
    (reader, admin)
}

async fn take_grant(admin: &Client) {
    admin.put("/access", json!({"paths": ["/NV240"], "grants": [{"account": "reader"}]})).await.ok();
}

/// The path that the next library event of a stream is about.
async fn told(events: &mut Response) -> String {
    loop {
        let text = next(events).await.expect("news");
        if let Some(data) = text.strip_prefix("event: library\ndata: ") {
            let event: Value = serde_json::from_str(data.trim()).expect("JSON");
            return event["path"].as_str().expect("a path").to_owned();
        }
    }
}

async fn the_stream_tells_to_look_again_and_then_nothing_of_what_was_lost(app: TestApp) {
    let (reader, admin) = granted(&app).await;
    let mut events = stream(&reader).await;
    let add = |name: &str| json!({"csdbName": ["NV240"], "manualName": [name]});
    admin.post("/csdb/manual", add("IPC")).await.ok();
    while told(&mut events).await != "/NV240/IPC" {}
    take_grant(&admin).await;
    assert_eq!(told(&mut events).await, "/", "the open page asks again for everything");
    admin.post("/csdb/manual", add("SB")).await.ok();
    admin.post("/csdb", json!({"csdbName": "OPEN"})).await.ok();
    assert_eq!(told(&mut events).await, "/OPEN");
}

async fn an_answer_that_the_browser_holds_is_not_confirmed(app: TestApp) {
    let (reader, admin) = granted(&app).await;
    let module = at("28-21-01-00A-520A-A");
    for address in [module.as_str(), PNG] {
        let tag = reader.get(address).await.header("etag").to_owned();
        let known = asked(&reader, address, &[("if-none-match", &tag)]).await;
        assert_eq!(known.status, StatusCode::NOT_MODIFIED, "{address}");
        take_grant(&admin).await;
        let asked_again = asked(&reader, address, &[("if-none-match", &tag)]).await;
        assert_eq!(asked_again.problem(), "404 file.not_found", "{address}");
        assert_eq!(reader.get(address).await.problem(), "404 file.not_found", "{address}");
        assert_eq!(admin.get(address).await.status, StatusCode::OK, "{address}");
        let grants = json!([{"account": "reader", "level": "read"}]);
        admin.put("/access", json!({"paths": ["/NV240"], "grants": grants})).await.ok();
    }
}

async fn a_token_for_media_opens_nothing_more(app: TestApp) {
    let (reader, admin) = granted(&app).await;
    let token = reader.get("/users/downloadToken?scope=/NV240").await.ok()["token"].as_str().expect("one").to_owned();
    let address = format!("{PNG}?token={token}");
    assert_eq!(app.anonymous().get(&address).await.status, StatusCode::OK);
    take_grant(&admin).await;
    assert_eq!(app.anonymous().get(&address).await.problem(), "404 file.not_found");
}

async fn a_download_under_way_ends(app: TestApp) {
    let (reader, admin) = granted(&app).await;
    let opened = async || {
        let request = reader.request(Method::GET, &format!("{API}{PNG}")).body(Body::empty()).expect("a request");
        let response = reader.open(request).await;
        assert_eq!(response.status(), StatusCode::OK);
        response.into_body()
    };
    let kept = opened().await;
    app.wait(3);
    assert!(to_bytes(kept, usize::MAX).await.is_ok(), "the reader may read on");
    let lost = opened().await;
    take_grant(&admin).await;
    app.wait(3);
    assert!(to_bytes(lost, usize::MAX).await.is_err(), "the connection ends without the rest");
}

async fn a_redline_under_way_ends(app: TestApp) {
    let (reader, admin) = granted(&app).await;
    delivered(&app, &crate::redline::revised(), "yes").await;
    let address = format!("{API}/redline/file/default{}?left=working&right=oem", crate::viewer::BASE);
    let opened = async || {
        let request = reader.request(Method::GET, &address).body(Body::empty()).expect("a request");
        let response = reader.open(request).await;
        assert_eq!(response.status(), StatusCode::OK);
        response.into_body()
    };
    assert!(to_bytes(opened().await, usize::MAX).await.is_ok());
    let lost = opened().await;
    take_grant(&admin).await;
    assert!(to_bytes(lost, usize::MAX).await.is_err(), "the connection ends without the rest");
    let grants = json!([{"account": "reader", "level": "read"}]);
    admin.put("/access", json!({"paths": ["/NV240"], "grants": grants})).await.ok();
    let closed = opened().await;
    reader.post("/users/logout", json!({})).await;
    assert_eq!(reader.get("/users/me").await.status, StatusCode::UNAUTHORIZED);
    assert!(to_bytes(closed, usize::MAX).await.is_err(), "the session is over");
}

async fn a_lower_role_counts_in_an_open_stream(app: TestApp) {
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": "HIDDEN"})).await.ok();
    admin.put("/access", json!({"paths": ["/HIDDEN"], "limited": true})).await.ok();
    app.add("second", Role::Admin).await;
    let mut events = stream(&app.signed_in("second").await).await;
    let mut user = admin.get("/user-manage/getUserByAccount?account=second").await.ok();
    user["role"] = json!("reader");
    admin.post("/user-manage/updateUser", user).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["HIDDEN"], "manualName": ["MEL"]})).await.ok();
    admin.post("/csdb", json!({"csdbName": "OPEN"})).await.ok();
    let mut path = String::new();
    while path != "/OPEN" {
        path = told(&mut events).await;
        assert_ne!(path, "/HIDDEN/MEL");
    }
}

async fn a_member_who_leaves_a_group_loses_what_it_gave(app: TestApp) {
    let (reader, admin) = granted(&app).await;
    let made = admin.post("/groups", json!({"name": "Fleet 2", "members": ["reader"]})).await.ok();
    let address = format!("/groups/{}", made["group"]["id"].as_str().expect("an id"));
    let grants = json!([{"group": "Fleet 2", "level": "read"}]);
    admin.put("/access", json!({"paths": ["/NV240"], "grants": grants, "replace": true})).await.ok();
    reader.get(PNG).await;
    let mut events = stream(&reader).await;
    admin.put(&address, json!({"name": "Fleet 2", "members": [], "version": 1})).await.ok();
    assert_eq!(told(&mut events).await, "/");
    assert_eq!(reader.get(PNG).await.problem(), "404 file.not_found");
}

async fn a_reference_into_a_hidden_manual_is_like_one_to_nothing(app: TestApp) {
    const TARGET: &str = "28-21-01-00A-720A-A";
    let admin = app.admin().await;
    let mut setting = admin.get("/config/importSeverity").await.ok();
    for one in setting["severities"].as_array_mut().expect("a list") {
        one["severity"] = json!("info");
    }
    admin.put("/config/importSeverity", setting).await.ok();
    given_manual(&app).await;
    let mut files = demo("amm");
    files.retain(|(name, _)| !name.contains(TARGET));
    delivered(&app, &files, "yes").await;
    let reader = app.person(Role::Reader).await;
    let source = at("28-21-01-00A-520A-A");
    let answers = async || {
        let view = reader.get(&source).await.ok();
        let file = source.replacen("/view/", "/files/referenced/", 1);
        let graph = source.replacen("/view/", "/files/graph/", 1);
        [view["html"].clone(), view["references"].clone(), reader.get(&file).await.ok(), reader.get(&graph).await.ok()]
    };
    let missing = answers().await;
    assert!(missing[1].to_string().contains("missing"), "{}", missing[1]);

    admin.post("/csdb/manual", json!({"csdbName": ["NV240"], "manualName": ["AMM"]})).await.ok();
    let mut given = read(&app, &admin, &demo("amm")).await;
    given["manualName"] = json!("AMM");
    assert_eq!(import(&app, &admin, &given).await["status"], "COMPLETED");
    assert!(answers().await[1].to_string().contains("/NV240/AMM/"), "it is found in the other manual");
    admin.put("/access", json!({"paths": ["/NV240/AMM"], "limited": true})).await.ok();
    let hidden = answers().await;
    assert_eq!(hidden, missing);
    assert!(!hidden.iter().any(|answer| answer.to_string().contains("/NV240/AMM")));
}
