//! Every route of the router, documented or not: none answers without a token except those listed.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use axum::routing::get;
use server::routes::surrounded;
use server::state::{AppState, HttpSettings};
use testkit::app::TestApp;
use testkit::client::Client;
use tower::ServiceExt;

testkit::on_each_app!(
    only_the_listed_routes_answer_without_a_token,
    metrics_are_the_only_route_that_a_setting_opens,
    a_route_without_a_caller_extractor_is_closed,
);

const METHODS: [Method; 7] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS];

/// Routes open to everyone: login, also at an identity provider, registration, the public key and the schema of publications, the API
/// description, the probes and the manual. Static files are matched by no route.
const OPEN: [&str; 30] = [
    "GET /healthz",
    "GET /kbj/api/docs",
    "GET /kbj/api/docs/",
    "GET /kbj/api/docs/{*rest}",
    "GET /kbj/api/openapi.json",
    "GET /kbj/api/publications/melDataSchema",
    "GET /kbj/api/publications/signingKey",
    "GET /kbj/api/users/openid/callback",
    "GET /kbj/api/users/signInOptions",
    "GET /readyz",
    "GET /user-manual",
    "GET /user-manual/",
    "GET /user-manual/{*page}",
    "HEAD /healthz",
    "HEAD /kbj/api/docs",
    "HEAD /kbj/api/docs/",
    "HEAD /kbj/api/docs/{*rest}",
    "HEAD /kbj/api/openapi.json",
    "HEAD /kbj/api/publications/melDataSchema",
    "HEAD /kbj/api/publications/signingKey",
    "HEAD /kbj/api/users/openid/callback",
    "HEAD /kbj/api/users/signInOptions",
    "HEAD /readyz",
    "HEAD /user-manual",
    "HEAD /user-manual/",
    "HEAD /user-manual/{*page}",
    "POST /kbj/api/users/login",
    "POST /kbj/api/users/openid/finish",
    "POST /kbj/api/users/openid/start",
    "POST /kbj/api/users/register",
];

/// Method and path of every route that neither requires a token nor refuses the method.
async fn open_to(client: &Client, routes: &[String]) -> BTreeSet<String> {
    let mut open = BTreeSet::new();
    for route in routes {
        let address = route.replace(['{', '}', '*'], "");
        for method in METHODS {
            let request = client.request(method.clone(), &address).body(Body::empty()).expect("a request");
            if ![401, 405].contains(&client.send(request).await.status.as_u16()) {
                open.insert(format!("{method} {route}"));
            }
        }
    }
    open
}

async fn only_the_listed_routes_answer_without_a_token(app: TestApp) {
    let routes = app.routes();
    assert!(routes.iter().any(|route| route == "/kbj/api/notifications/{id}/read"), "{routes:?}");
    let open = open_to(&app.anonymous(), &routes).await;
    assert_eq!(open, OPEN.iter().map(ToString::to_string).collect());
}

async fn metrics_are_the_only_route_that_a_setting_opens(app: TestApp) {
    let app = app.with(HttpSettings { metrics_open: true, ..HttpSettings::default() });
    let open = open_to(&app.anonymous(), &app.routes()).await;
    let beyond: Vec<&str> = open.iter().map(String::as_str).filter(|route| !OPEN.contains(route)).collect();
    assert_eq!(beyond, ["GET /metrics", "HEAD /metrics"]);
}

async fn a_route_without_a_caller_extractor_is_closed(app: TestApp) {
    async fn secret() -> &'static str {
        "a secret of ours"
    }
    let careless = Router::new()
        .route("/beside", get(secret))
        .route("/kbj/api/users/login/{*more}", get(secret))
        .nest("/nested", Router::new().route("/deep", get(secret)).fallback(secret))
        .nest_service("/service", Router::new().fallback(secret).with_state(()))
        .fallback(secret);
    let program = surrounded(careless, AppState::new(app.ctx.clone(), Arc::default()));
    let ask = async |request: Request<Body>| {
        let response = program.clone().oneshot(request).await.expect("an answer");
        let status = response.status().as_u16();
        let body = axum::body::to_bytes(response.into_body(), 10_000).await.expect("a body");
        (status, String::from_utf8_lossy(&body).contains("secret"))
    };
    let (nobody, admin) = (app.anonymous(), app.admin().await);
    for (path, refused) in [
        ("/beside", 401),
        ("/kbj/api/users/login/more", 401),
        ("/nested/deep", 401),
        ("/service/any", 404),
        ("/nested/other", 404),
        ("/any/other", 404),
        ("/kbj/api/other", 404),
    ] {
        let as_ = |who: &Client| who.request(Method::GET, path).body(Body::empty()).expect("a request");
        assert_eq!(ask(as_(&nobody)).await, (refused, false), "{path}");
        let served = if refused == 401 { (200, true) } else { (404, false) };
        assert_eq!(ask(as_(&admin)).await, served, "{path}");
    }
}
