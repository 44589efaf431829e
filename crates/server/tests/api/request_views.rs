//! Saved views of the list of change requests.

use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

testkit::on_each_app!(a_view_is_saved_shared_and_deleted, a_shared_view_is_hidden_with_the_manual_it_names);

const VIEWS: &str = "/changeRequests/views";

async fn names(client: &Client) -> Vec<Value> {
    let listed = client.get(VIEWS).await.ok();
    listed.as_array().expect("a list").iter().map(|one| one["name"].clone()).collect()
}

async fn a_view_is_saved_shared_and_deleted(app: TestApp) {
    let (author, reader) = (app.person(Role::Author).await, app.person(Role::Reader).await);
    let saved = author.post(VIEWS, json!({"name": " Mine ", "query": "mine=yes"})).await.ok();
    assert_eq!((&saved["name"], &saved["owner"], &saved["shared"]), (&json!("Mine"), &json!("author"), &json!(false)));
    assert_eq!((names(&author).await, names(&reader).await), (vec![json!("Mine")], vec![]));
    let replaced = author.post(VIEWS, json!({"name": "mine", "query": "overdue=yes", "shared": true})).await.ok();
    assert_eq!(replaced["id"], saved["id"], "one of the same name is replaced");
    assert_eq!(reader.get(VIEWS).await.ok()[0]["query"], json!("overdue=yes"));
    let address = format!("{VIEWS}/{}", saved["id"].as_str().expect("an id"));
    let theirs = reader.ask(Method::DELETE, &address, None).await;
    assert_eq!(theirs.problem(), "404 request_view.not_found", "only its owner deletes it");
    author.ask(Method::DELETE, &address, None).await.ok();
    assert_eq!(names(&reader).await, Vec::<Value>::new());
    let odd = json!({"name": "", "query": "a".repeat(2_001)});
    assert_eq!(author.post(VIEWS, odd).await.fields(), ["name: required"]);
    let long = json!({"name": "A", "query": "a".repeat(2_001)});
    assert_eq!(author.post(VIEWS, long).await.fields(), ["query: too_long"]);
    for number in 0..100 {
        author.post(VIEWS, json!({"name": format!("View {number}"), "query": ""})).await.ok();
    }
    let refused = author.post(VIEWS, json!({"name": "One more", "query": ""})).await;
    assert_eq!(refused.problem(), "409 change_request.too_many_views");
}

async fn a_shared_view_is_hidden_with_the_manual_it_names(app: TestApp) {
    let (admin, reader) = (app.admin().await, app.person(Role::Reader).await);
    admin.post("/csdb", json!({"csdbName": "H160"})).await.ok();
    for manual in ["AMM", "SECRETMEL"] {
        admin.post("/csdb/manual", json!({"csdbName": ["H160"], "manualName": [manual]})).await.ok();
    }
    for (name, query) in [
        ("1 open", "manual=%2FH160%2FAMM&keyword=SECRETMEL"),
        ("2 manual", "manual=%2FH160%2FSECRETMEL"),
        ("3 module", "path=%2Fh160%2Fsecretmel%2FDMC-A_en-US.XML"),
    ] {
        admin.post(VIEWS, json!({"name": name, "query": query, "shared": true})).await.ok();
    }
    assert_eq!(names(&reader).await.len(), 3);
    admin.put("/access", json!({"paths": ["/H160/SECRETMEL"], "limited": true})).await.ok();
    assert_eq!(names(&reader).await, ["1 open"]);
    assert_eq!(names(&admin).await.len(), 3);
}
