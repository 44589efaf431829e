//! Headers for browsers: policies, caching, and the pages available without a web build.

use axum::body::Body;
use axum::http::Method;
use server::state::HttpSettings;
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

testkit::on_each_app!(
    every_response_has_the_security_headers,
    browsers_are_told_to_use_https_alone_where_the_setting_says_so,
    every_policy_is_minimal,
    responses_are_not_cached_by_default,
    the_documentation_is_served_without_a_network,
    a_page_that_is_not_there_is_a_problem,
    a_page_takes_no_other_method,
    the_manual_lives_in_a_folder,
    large_responses_are_compressed_on_request,
);

async fn ask(client: &Client, method: Method, address: &str) -> TestResponse {
    client.send(client.request(method, address).body(Body::empty()).expect("a request")).await
}

async fn get(client: &Client, address: &str) -> TestResponse {
    ask(client, Method::GET, address).await
}

/// One address of each kind, with its caller and the expected status; 0 when it depends on the build.
const KINDS: [(&str, &str, u16); 13] = [
    ("admin", "/kbj/api/version", 200),
    ("nobody", "/kbj/api/version", 401),
    ("nobody", "/kbj/api/nothing", 404),
    ("nobody", "/kbj/api/openapi.json", 200),
    ("nobody", "/kbj/api/docs", 303),
    ("nobody", "/kbj/api/docs/", 200),
    ("nobody", "/kbj/api/docs/nothing.js", 404),
    ("nobody", "/healthz", 200),
    ("nobody", "/readyz", 200),
    ("admin", "/metrics", 200),
    ("nobody", "/nothing.html", 404),
    ("nobody", "/user-manual/nothing.html", 404),
    ("nobody", "/", 0),
];

async fn each_kind(app: &TestApp) -> Vec<(&'static str, TestResponse)> {
    let (admin, nobody) = (app.admin().await, app.anonymous());
    let mut answers = Vec::new();
    for (who, address, status) in KINDS {
        let answer = get(if who == "admin" { &admin } else { &nobody }, address).await;
        assert!(status == 0 || answer.status.as_u16() == status, "{address}: {}", answer.status);
        answers.push((address, answer));
    }
    answers
}

async fn browsers_are_told_to_use_https_alone_where_the_setting_says_so(app: TestApp) {
    const HSTS: &str = "strict-transport-security";
    let behind_tls = app.with(HttpSettings { hsts_seconds: 31_536_000, ..HttpSettings::default() });
    for address in ["/", "/healthz", "/kbj/api/version", "/kbj/api/nowhere"] {
        let asked = async |app: &TestApp, proto: &str| {
            let client = app.anonymous();
            let request = client.request(Method::GET, address).header("x-forwarded-proto", proto);
            client.send(request.body(Body::empty()).expect("a request")).await
        };
        assert_eq!(asked(&behind_tls, "https").await.header(HSTS), "max-age=31536000", "{address}");
        assert_eq!(asked(&behind_tls, "http").await.header(HSTS), "", "{address} was asked for without TLS");
        assert_eq!(asked(&app, "https").await.header(HSTS), "", "{address} without the setting");
    }
}

async fn every_response_has_the_security_headers(app: TestApp) {
    for (address, answer) in each_kind(&app).await {
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
        ] {
            assert_eq!(answer.header(name), value, "{address} {name}");
        }
        assert!(answer.header("content-security-policy").contains("frame-ancestors 'none'"), "{address}");
        assert_eq!(answer.headers.get_all("content-security-policy").iter().count(), 1, "{address}");
        assert!(!answer.header("x-request-id").is_empty(), "{address}");
        assert_eq!(answer.header("server"), "", "{address}");
    }
}

async fn every_policy_is_minimal(app: TestApp) {
    use server::security::{APP, CONTENT, DOCS, MANUAL};
    for policy in [APP, CONTENT, DOCS, MANUAL] {
        assert!(!policy.contains("unsafe-eval") && !policy.contains("http:") && !policy.contains("https:"), "{policy}");
        assert!(policy.split(';').all(|part| !part.contains("script-src") || !part.contains("unsafe")), "{policy}");
        assert!(policy.contains("default-src 'none'") || policy.contains("object-src 'none'"), "{policy}");
    }
    assert!(!MANUAL.contains("unsafe"));
    for (address, answer) in each_kind(&app).await {
        let area = if address.starts_with("/kbj/api/docs") || address == "/kbj/api/openapi.json" {
            DOCS
        } else if address == "/" && answer.status.is_success() {
            APP
        } else {
            CONTENT
        };
        assert_eq!(answer.header("content-security-policy"), area, "{address}");
    }
}

async fn responses_are_not_cached_by_default(app: TestApp) {
    for (address, answer) in each_kind(&app).await {
        assert_eq!(answer.header("cache-control"), "no-store", "{address}");
    }
}

async fn the_documentation_is_served_without_a_network(app: TestApp) {
    let nobody = app.anonymous();
    let moved = get(&nobody, "/kbj/api/docs").await;
    assert_eq!((moved.status.as_u16(), moved.header("location")), (303, "/kbj/api/docs/"));
    let page = get(&nobody, "/kbj/api/docs/").await;
    assert!(page.header("content-type").starts_with("text/html"), "{}", page.header("content-type"));
    let page = page.text();
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<style"), "{page}");
    let named: Vec<&str> = ["src=\"", "href=\""]
        .iter()
        .flat_map(|mark| page.split(mark).skip(1).filter_map(|rest| rest.split('"').next()))
        .collect();
    assert!(named.len() >= 4, "{named:?}");
    let web_is_built = get(&nobody, "/").await.status.is_success();
    for name in named {
        let file = get(&nobody, &format!("/kbj/api/docs/{}", name.trim_start_matches("./"))).await;
        // The library comes with the web application's build.
        assert!(file.status.is_success() || !web_is_built, "{name}: {}", file.status);
    }
    // The page's policy would block an inline script.
    assert!(page.split("<script").skip(1).all(|tag| tag.split('>').next().is_some_and(|tag| tag.contains("src="))));
    let initializer = get(&nobody, "/kbj/api/docs/swagger-initializer.js").await.text();
    assert!(initializer.contains("/kbj/api/openapi.json"), "{initializer}");
    let document = get(&nobody, "/kbj/api/openapi.json").await;
    assert_eq!(document.header("content-type"), "application/json");
    let committed: serde_json::Value = serde_json::from_str(&server::openapi::text()).expect("JSON");
    assert_eq!(document.json(), committed);
}

async fn a_page_that_is_not_there_is_a_problem(app: TestApp) {
    let nobody = app.anonymous();
    for address in [
        "/nothing",
        "/assets/nothing-1234.js",
        "/kbj",
        "/kbj/apiversion",
        "/healthz/",
        "/user-manual/en/nothing.html",
        "/user-manual/../../Cargo.toml",
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/assets/..%5c..%5cCargo.toml",
        "/index.html%00.js",
        "/.git/config",
    ] {
        let answer = get(&nobody, address).await;
        assert_eq!(answer.problem(), "404 route.not_found", "{address}");
        let answer = get(&nobody.in_language("zh-CN"), address).await;
        assert_eq!(answer.json()["title"], "该地址不存在", "{address}");
    }
}

async fn a_page_takes_no_other_method(app: TestApp) {
    let nobody = app.with(HttpSettings { metrics_open: true, ..HttpSettings::default() }).anonymous();
    for address in ["/", "/user-manual/", "/kbj/api/docs/", "/kbj/api/openapi.json", "/healthz", "/readyz", "/metrics"]
    {
        for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS] {
            let answer = ask(&nobody, method.clone(), address).await;
            assert_eq!(answer.problem(), "405 request.method_not_allowed", "{method} {address}");
            assert_eq!(answer.header("allow"), "GET,HEAD", "{method} {address}");
        }
    }
    assert_eq!(ask(&nobody, Method::HEAD, "/healthz").await.status.as_u16(), 200);
}

async fn the_manual_lives_in_a_folder(app: TestApp) {
    let moved = get(&app.anonymous(), "/user-manual").await;
    assert_eq!((moved.status.as_u16(), moved.header("location")), (308, "/user-manual/"));
    // Folder and first page are the same with or without a built manual.
    let folder = get(&app.anonymous(), "/user-manual/").await;
    let page = get(&app.anonymous(), "/user-manual/index.html").await;
    assert_eq!(folder.status, page.status);
    assert_eq!(folder.header("content-security-policy"), page.header("content-security-policy"));
}

async fn large_responses_are_compressed_on_request(app: TestApp) {
    let nobody = app.anonymous();
    let plain = get(&nobody, "/kbj/api/openapi.json").await;
    assert_eq!(plain.header("content-encoding"), "");
    let request = nobody.request(Method::GET, "/kbj/api/openapi.json").header("accept-encoding", "gzip");
    let packed = nobody.send(request.body(Body::empty()).expect("a request")).await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.body.len() * 3 < plain.body.len());
}
