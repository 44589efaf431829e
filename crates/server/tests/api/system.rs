use std::path::Path;
use std::time::Duration;

use axum::http::Method;
use domain::permission::Role;
use serde_json::json;
use server::state::HttpSettings;
use testkit::app::TestApp;

use crate::permissions::operations;

testkit::on_each_app!(
    the_version_names_server_web_and_commit,
    an_administrator_sees_the_system_status,
    one_connection_is_enough_for_every_request,
    the_probes_answer_without_a_token,
    metrics_are_for_administrators_unless_opened,
);

/// Less than the connection timeout, and more than any response takes.
const PATIENCE: Duration = Duration::from_secs(20);

async fn the_version_names_server_web_and_commit(app: TestApp) {
    let version = app.person(Role::Reader).await.get("/version").await.ok();
    assert_eq!((&version["version"], &version["web"]), (&json!("5.0.0-rc.0"), &json!("5.0.0-rc.0")));
    assert!(version["commit"].is_string());
}

async fn an_administrator_sees_the_system_status(app: TestApp) {
    let system = app.admin().await.get("/system").await.ok();
    let expected = match app.db.kind() {
        store::DbKind::Sqlite => "sqlite",
        store::DbKind::Postgres => "postgresql",
    };
    assert_eq!((&system["database"], &system["blobs"]), (&json!(expected), &json!("disk")));
    assert_eq!((&system["users"], &system["activeSessions"]), (&json!(1), &json!(1)));
    assert!(system["databaseSizeBytes"].as_u64().expect("a number") > 0);
    assert_eq!(system["migration"], newest_migration());
}

/// The newest migration file, as in `0001 init`.
fn newest_migration() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let names = std::fs::read_dir(folder).expect("the migrations").flatten().map(|entry| entry.file_name());
    let newest = names.filter_map(|name| name.into_string().ok()).max().expect("a migration");
    newest.trim_end_matches(".sql").replace('_', " ")
}

async fn one_connection_is_enough_for_every_request(app: TestApp) {
    let admin = app.with_connections(1).await.admin().await;
    for (id, method, path) in operations() {
        // An event stream never ends.
        if method == Method::GET && id != "stream_events" {
            let path = path.replace(['{', '}'], "");
            let asked = tokio::time::timeout(PATIENCE, admin.get(&path)).await;
            assert!(asked.is_ok_and(|answer| answer.status.as_u16() < 500), "{id} waits for a second connection");
        }
    }
}

async fn get(path: &str, client: &testkit::client::Client) -> testkit::client::TestResponse {
    let request = client.request(axum::http::Method::GET, path).body(axum::body::Body::empty()).expect("a request");
    client.send(request).await
}

async fn the_probes_answer_without_a_token(app: TestApp) {
    let nobody = app.anonymous();
    assert_eq!(get("/healthz", &nobody).await.text(), "ok\n");
    assert_eq!(get("/readyz", &nobody).await.text(), "ready\n");
    app.db.close().await;
    assert_eq!(get("/healthz", &nobody).await.status.as_u16(), 200);
    assert_eq!(get("/readyz", &nobody).await.status.as_u16(), 503);
}

async fn metrics_are_for_administrators_unless_opened(app: TestApp) {
    let (admin, reader) = (app.admin().await, app.person(Role::Reader).await);
    assert_eq!(get("/metrics", &app.anonymous()).await.problem(), "401 session.missing");
    assert_eq!(get("/metrics", &reader).await.problem(), "403 forbidden");
    let text = get("/metrics", &admin).await.text();
    assert!(
        text.contains("airfolio_http_requests_total{method=\"POST\",route=\"/kbj/api/users/login\",status=\"200\"}"),
        "{text}"
    );
    let open = app.with(HttpSettings { metrics_open: true, ..HttpSettings::default() });
    assert_eq!(get("/metrics", &open.anonymous()).await.status.as_u16(), 200);
    app.db.close().await;
    let text = get("/metrics", &open.anonymous()).await.text();
    assert!(text.contains("airfolio_jobs_waiting NaN") && text.contains("airfolio_http_requests_total"), "{text}");
}
