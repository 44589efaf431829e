//! What a person keeps of a database after losing the grant: nothing that was cached, streamed or signed before.

use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::bytes::{PNG, asked};
use crate::jobs::{next, stream};
use crate::viewer::{at, reader_of};

testkit::on_each_app!(
    the_stream_tells_to_look_again_and_then_nothing_of_what_was_lost,
    an_answer_that_the_browser_holds_is_not_confirmed,
    a_token_for_media_opens_nothing_more,
    a_member_who_leaves_a_group_loses_what_it_gave,
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
