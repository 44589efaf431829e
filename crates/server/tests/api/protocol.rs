//! HTTP rules: bodies, types, methods, addresses, tokens, and the content of errors.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::{Body, Bytes};
use axum::http::Method;
use axum::http::header::{ACCEPT_LANGUAGE, AUTHORIZATION, CONTENT_TYPE};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::{PASSWORD, TestApp};
use testkit::client::{API, Client, TestResponse};
use tower::ServiceExt;

use crate::permissions::{filled, operations};

testkit::on_each_app!(
    a_body_that_is_not_json_is_malformed,
    json_of_the_wrong_shape_is_an_invalid_parameter,
    the_last_of_two_equal_names_counts,
    a_body_needs_the_type_of_json,
    a_large_body_is_refused_before_it_is_read,
    a_wrong_method_lists_the_allowed_ones,
    an_unknown_address_is_a_problem_in_both_languages,
    calls_are_served_under_the_base_path_alone,
    long_and_odd_headers_do_no_harm,
    a_modified_token_is_refused,
    an_internal_error_reveals_no_details,
    a_panic_is_a_status_500,
);

const LOGIN: &str = "/kbj/api/users/login";

async fn send(client: &Client, content_type: &str, body: impl Into<Body>) -> TestResponse {
    let request = client.request(Method::POST, LOGIN).header(CONTENT_TYPE, content_type).body(body.into());
    client.send(request.expect("a request")).await
}

async fn a_body_that_is_not_json_is_malformed(app: TestApp) {
    let nobody = app.anonymous();
    let deep = |open: &str, close: &str| format!("{{\"account\":{}1{}}}", open.repeat(5_000), close.repeat(5_000));
    for body in [
        Vec::new(),
        b"{".to_vec(),
        b"{\"account\":}".to_vec(),
        b"{'account':'admin'}".to_vec(),
        b"account=admin&password=x".to_vec(),
        b"{\"account\":\"admin\",\"password\":\"x\"} trailing".to_vec(),
        b"{\"account\":\"admin\",\"password\":\"x\",}".to_vec(),
        b"{\"account\":\"\xff\xfe\",\"password\":\"x\"}".to_vec(),
        b"\xef\xbb\xbf{\"account\":\"admin\",\"password\":\"x\"}".to_vec(),
        br#"{"account":"\ud800","password":"x"}"#.to_vec(),
        br#"{"account":"\udc00\ud800","password":"x"}"#.to_vec(),
        b"{\"account\":1e999999,\"password\":\"x\"}".to_vec(),
        b"{\"account\":NaN}".to_vec(),
        deep("[", "]").into_bytes(),
        deep("{\"a\":", "}").into_bytes(),
    ] {
        let answer = send(&nobody, "application/json", body.clone()).await;
        assert_eq!(answer.problem(), "400 request.malformed", "{}", String::from_utf8_lossy(&body));
        assert_eq!(answer.json()["title"], "The request is not valid JSON");
    }
}

async fn json_of_the_wrong_shape_is_an_invalid_parameter(app: TestApp) {
    let nobody = app.anonymous();
    for (body, fields) in [
        (json!(null), vec![": type"]),
        (json!("admin"), vec![": type"]),
        (json!(1), vec![": type"]),
        (json!([]), vec![": type"]),
        (json!(["admin", PASSWORD]), vec![": type"]),
        (json!([{"account": "admin", "password": PASSWORD}]), vec![": type"]),
        (json!({}), vec!["account: required"]),
        (json!({"account": "admin"}), vec!["password: required"]),
        (json!({"account": 7, "password": PASSWORD}), vec!["account: type"]),
        (json!({"account": ["admin"], "password": PASSWORD}), vec!["account: type"]),
        (json!({"account": {"$gt": ""}, "password": PASSWORD}), vec!["account: type"]),
        (json!({"account": "admin", "password": null}), vec!["password: type"]),
        (json!({"account": "admin", "password": PASSWORD, "role": "admin"}), vec!["role: unknown_field"]),
    ] {
        let answer = nobody.post("/users/login", body.clone()).await;
        assert_eq!(answer.problem(), "400 request.invalid", "{body}");
        assert_eq!(answer.json()["title"], "Invalid parameter");
        assert_eq!(answer.fields(), fields, "{body}");
        assert_eq!(answer.token(), None);
    }
    let answer = nobody.in_language("zh-CN").post("/users/login", json!({})).await;
    assert_eq!(answer.json()["title"], "参数无效");
}

async fn the_last_of_two_equal_names_counts(app: TestApp) {
    let body = |first: &str, second: &str| {
        format!("{{\"account\":\"{first}\",\"account\":\"{second}\",\"password\":\"{PASSWORD}\"}}")
    };
    let answer = send(&app.anonymous(), "application/json", body("nobody", "admin")).await;
    assert_eq!(answer.ok()["user"]["account"], "admin");
    let answer = send(&app.anonymous(), "application/json", body("admin", "nobody")).await;
    assert_eq!(answer.problem(), "401 login.failed");
}

async fn a_body_needs_the_type_of_json(app: TestApp) {
    let nobody = app.anonymous();
    let body = json!({"account": "admin", "password": PASSWORD}).to_string();
    for wrong in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "json", "\u{e9}"]
    {
        let answer = send(&nobody, wrong, body.clone()).await;
        assert_eq!(answer.problem(), "415 request.unsupported_media_type", "{wrong}");
    }
    let bare = nobody.request(Method::POST, LOGIN).body(Body::from(body.clone())).expect("a request");
    assert_eq!(nobody.send(bare).await.problem(), "415 request.unsupported_media_type");
    for right in ["application/json", "application/json; charset=utf-8", "Application/JSON"] {
        send(&nobody, right, body.clone()).await.ok();
    }
}

/// An endless body that counts how much was read.
fn endless(asked: &Arc<AtomicUsize>) -> Body {
    let (asked, chunk) = (Arc::clone(asked), Bytes::from(" ".repeat(64 * 1024)));
    Body::from_stream(futures::stream::repeat_with(move || {
        asked.fetch_add(chunk.len(), Ordering::Relaxed);
        Ok::<_, std::io::Error>(chunk.clone())
    }))
}

/// Schemas, XML files, files of groups and people, requirements and texts of modules may be larger than other JSON bodies.
const LARGE: [&str; 11] = [
    "install_schema_set",
    "check_against_schemas",
    "install_brex",
    "import_groups",
    "import_users",
    "list_suggestion_edits",
    "check_revision_todo",
    "draw_revision_todo",
    "resolve_revision_todo",
    "create_policy_item",
    "update_policy_item",
];

async fn a_large_body_is_refused_before_it_is_read(app: TestApp) {
    let admin = app.admin().await;
    let ten_megabytes = format!("{{\"account\":\"{}\",\"password\":\"x\"}}", "a".repeat(10 * 1024 * 1024));
    let answer = send(&admin, "application/json", ten_megabytes).await;
    assert_eq!(answer.problem(), "413 request.too_large");
    assert_eq!(answer.json()["title"], "The request is too large");

    for (id, method, path) in operations() {
        // Logging out would end the session of this test.
        if method == Method::GET || id.starts_with("log_out") {
            continue;
        }
        let asked = Arc::default();
        let address = format!("{API}{}", filled(&path));
        let request = admin.request(method, &address).header(CONTENT_TYPE, "application/json");
        let answer = admin.send(request.body(endless(&asked)).expect("a request")).await;
        let read = asked.load(Ordering::Relaxed);
        let limit = if LARGE.contains(&id.as_str()) { 100 << 20 } else { 2 * server::extract::MAX_JSON };
        assert!(read <= limit, "{path} read {read} bytes: {}", answer.status);
        assert!(answer.status.as_u16() == 413 || read == 0, "{path}: {}", answer.text());
    }
}

async fn a_wrong_method_lists_the_allowed_ones(app: TestApp) {
    let admin = app.admin().await;
    let operations = operations();
    for (_, _, path) in &operations {
        let known: Vec<&Method> =
            operations.iter().filter(|(_, _, other)| other == path).map(|(_, method, _)| method).collect();
        let brew = Method::from_bytes(b"BREW").expect("a method");
        for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS, brew] {
            if known.contains(&&method) {
                continue;
            }
            let answer = admin.ask(method.clone(), &filled(path), None).await;
            assert_eq!(answer.problem(), "405 request.method_not_allowed", "{method} {path}");
            assert!(known.iter().all(|one| answer.header("allow").contains(one.as_str())), "{method} {path}");
        }
    }
    assert_eq!(admin.get("/counts").await.status.as_u16(), 200);
}

async fn an_unknown_address_is_a_problem_in_both_languages(app: TestApp) {
    let nobody = app.anonymous();
    for path in
        ["/nothing", "", "/", "/users", "/users/login/", "/USERS/login", "/../version", "/%2e%2e/version", "//version"]
    {
        let answer = nobody.get(path).await;
        assert_eq!(answer.problem(), "404 route.not_found", "{path}");
        assert_eq!(answer.json()["title"], "This address does not exist");
        let answer = nobody.in_language("zh-CN").get(path).await;
        assert_eq!(answer.json()["title"], "该地址不存在");
    }
}

async fn calls_are_served_under_the_base_path_alone(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    let answer = |path: &'static str| {
        let request = reader.request(Method::GET, path).body(Body::empty());
        reader.send(request.expect("a request"))
    };
    assert_eq!(answer("/kbj/api/version").await.ok()["version"], "5.0.0-rc.0");
    for outside in ["/version", "/api/version", "/kbj/version"] {
        assert_eq!(answer(outside).await.status.as_u16(), 404, "{outside}");
    }
}

async fn long_and_odd_headers_do_no_harm(app: TestApp) {
    let admin = app.admin().await;
    let with = |name: &'static str, value: &[u8]| {
        let request = admin.request(Method::GET, "/kbj/api/version").header(name, value).body(Body::empty());
        admin.send(request.expect("a request"))
    };
    let long = "a,".repeat(50_000);
    for value in [long.as_bytes(), b"\xff\xfe", b";q=;q=", b"zh-CN;q=NaN", b"*"] {
        assert_eq!(with("accept-language", value).await.status.as_u16(), 200);
        assert_eq!(with("accept-encoding", value).await.status.as_u16(), 200);
        assert_eq!(with("x-forwarded-for", value).await.status.as_u16(), 200);
        assert_eq!(with("x-request-id", value).await.status.as_u16(), 200);
    }
    let nobody = app.anonymous();
    for value in [&b"Bearer"[..], b"Bearer ", b"bearer\t", b"\xff", b"Bearer \xff", b"Bearer a b c", long.as_bytes()] {
        let request = nobody.request(Method::GET, "/kbj/api/version").header(AUTHORIZATION, value);
        let answer = nobody.send(request.body(Body::empty()).expect("a request")).await;
        assert_eq!(answer.problem(), "401 session.invalid", "{}", String::from_utf8_lossy(value));
        assert_eq!(answer.json()["title"], "Session timeout, please login again");
    }
    let request = nobody.request(Method::GET, "/kbj/api/version").header(ACCEPT_LANGUAGE, "fr,zh;q=0.1");
    let answer = nobody.send(request.body(Body::empty()).expect("a request")).await;
    assert_eq!(answer.json()["title"], "会话超时，请重新登录");
}

/// The token with one claim replaced.
fn with_claim(token: &str, name: &str, value: Value) -> String {
    let mut parts: Vec<String> = token.split('.').map(str::to_owned).collect();
    let claims = URL_SAFE_NO_PAD.decode(&parts[1]).expect("base64");
    let mut claims: Value = serde_json::from_slice(&claims).expect("JSON");
    claims[name] = value;
    parts[1] = URL_SAFE_NO_PAD.encode(claims.to_string());
    parts.join(".")
}

async fn a_modified_token_is_refused(app: TestApp) {
    let (admin, reader) = (app.admin().await, app.person(Role::Reader).await);
    let unsigned = |algorithm: &str, signature: &str| {
        let header = URL_SAFE_NO_PAD.encode(json!({"alg": algorithm, "typ": "JWT"}).to_string());
        format!("{header}.{}.{signature}", reader.token().split('.').nth(1).expect("claims"))
    };
    let signature = |token: &str| token.rsplit('.').next().expect("a signature").to_owned();
    for forged in [
        with_claim(reader.token(), "role", json!("admin")),
        with_claim(reader.token(), "account", json!("admin")),
        with_claim(reader.token(), "exp", json!(u32::MAX)),
        with_claim(reader.token(), "jti", json!("' OR 1=1 --")),
        unsigned("none", ""),
        unsigned("None", &signature(reader.token())),
        unsigned("RS256", &signature(reader.token())),
        unsigned("HS256", &signature(admin.token())),
        unsigned("HS256", ""),
        reader.token().replace('.', ".."),
        reader.token().to_uppercase(),
    ] {
        let answer = app.anonymous().with_token(&forged).get("/audit").await;
        assert_eq!(answer.problem(), "401 session.invalid", "{forged}");
    }
    app.wait(8 * 3_600);
    let answer = reader.get("/version").await;
    assert_eq!(answer.problem(), "401 session.expired");
    assert_eq!(answer.json()["title"], "Session expired");
    let longer = with_claim(reader.token(), "exp", json!(u32::MAX));
    assert_eq!(app.anonymous().with_token(&longer).get("/version").await.problem(), "401 session.invalid");
}

async fn an_internal_error_reveals_no_details(app: TestApp) {
    let admin = app.admin().await;
    app.db.close().await;
    let log_in = json!({"account": "admin", "password": PASSWORD});
    for (language, title) in
        [("en-US", "Server internal error, contact the administrator"), ("zh-CN", "服务器内部错误，请联系管理员")]
    {
        let admin = admin.in_language(language);
        for answer in [
            admin.get("/counts").await,
            admin.post("/users/login", log_in.clone()).await,
            admin.post("/user-manage/createUser", json!({"account": "ann", "email": "a@b.c", "role": "reader"})).await,
        ] {
            assert_eq!(answer.problem(), "500 server.internal");
            let expected = json!({
                "type": "urn:airfolio:problem:server.internal", "title": title, "status": 500,
                "code": "server.internal", "requestId": answer.header("x-request-id"),
            });
            assert_eq!(answer.json(), expected);
        }
    }
}

async fn a_panic_is_a_status_500(app: TestApp) {
    async fn panics() -> &'static str {
        panic!("a secret of ours")
    }
    let state = server::state::AppState::new(app.ctx.clone(), Arc::default());
    let routes = axum::Router::new().route("/panics", axum::routing::get(panics));
    let request = app.admin().await.request(Method::GET, "/panics").body(Body::empty()).expect("a request");
    let response = server::routes::surrounded(routes, state).oneshot(request).await.expect("an answer");
    assert_eq!(response.status().as_u16(), 500);
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    let body = axum::body::to_bytes(response.into_body(), 10_000).await.expect("a body");
    let problem: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!(problem["code"], "server.internal");
    assert!(!String::from_utf8_lossy(&body).contains("secret"));
}
