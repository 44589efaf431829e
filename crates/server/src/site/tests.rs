use super::*;
use axum::http::header::AsHeaderName;
use proptest::prelude::*;

#[derive(RustEmbed)]
#[folder = "tests/data/site"]
struct Fixture;

fn ask(method: &Method, path: &str, headers: &[(&'static str, &str)]) -> Response {
    let headers = headers.iter().map(|(name, value)| {
        (axum::http::HeaderName::from_static(name), HeaderValue::from_str(value).expect("a header value"))
    });
    serve::<Fixture>(method, path, &headers.collect(), security::APP)
}

fn get(path: &str, headers: &[(&'static str, &str)]) -> Response {
    ask(&Method::GET, path, headers)
}

fn header(response: &Response, name: impl AsHeaderName) -> &str {
    response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

#[test]
fn pages_are_revalidated_and_hashed_assets_are_cached_forever() {
    for (path, kind, kept) in [
        ("/", "text/html; charset=utf-8", "no-store"),
        ("/en/", "text/html; charset=utf-8", "no-store"),
        ("/assets/app-1a2b.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/logo.svg", "image/svg+xml", "no-cache"),
    ] {
        let page = get(path, &[]);
        assert_eq!(page.status(), StatusCode::OK, "{path}");
        assert_eq!((header(&page, CONTENT_TYPE), header(&page, CACHE_CONTROL)), (kind, kept), "{path}");
        assert_eq!(header(&page, "content-security-policy"), security::APP);
        assert_eq!(header(&page, VARY), "accept-encoding");
    }
}

#[tokio::test]
async fn the_smallest_accepted_encoding_is_sent() {
    const SCRIPT: &str = "/assets/app-1a2b.js";
    for (accepted, encoding) in [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.0", ""),
        ("identity", ""),
        ("bromine", ""),
        ("", ""),
    ] {
        let answer = get(SCRIPT, &[("accept-encoding", accepted)]);
        assert_eq!(header(&answer, CONTENT_ENCODING), encoding, "{accepted}");
        assert_eq!(header(&answer, CONTENT_TYPE), "text/javascript; charset=utf-8");
        let suffix = match encoding {
            "br" => ".br",
            "gzip" => ".gz",
            _ => "",
        };
        let stored = Fixture::get(&format!("{}{suffix}", &SCRIPT[1..])).expect("a fixture");
        let body = axum::body::to_bytes(answer.into_body(), 10_000).await.expect("a body");
        assert_eq!(body, stored.data.as_ref(), "{accepted}");
    }
    assert_eq!(header(&get("/logo.svg", &[("accept-encoding", "br")]), CONTENT_ENCODING), "");
}

#[test]
fn a_cached_file_is_not_sent_again() {
    let first = get("/logo.svg", &[]);
    let tag = header(&first, ETAG);
    assert!(tag.len() == 34 && tag.starts_with('"'), "{tag}");
    for known in [tag, &format!("W/{tag}"), &format!("\"old\", {tag}"), "*"] {
        let again = get("/logo.svg", &[("if-none-match", known)]);
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{known}");
        assert_eq!(header(&again, ETAG), tag);
        assert_eq!(header(&again, CACHE_CONTROL), "no-cache");
    }
    assert_eq!(get("/logo.svg", &[("if-none-match", "\"old\"")]).status(), StatusCode::OK);
    let compressed = get("/assets/app-1a2b.js", &[("accept-encoding", "br")]);
    assert_ne!(header(&compressed, ETAG), header(&get("/assets/app-1a2b.js", &[]), ETAG));
}

#[test]
fn only_reading_is_possible() {
    assert_eq!(ask(&Method::HEAD, "/", &[]).status(), StatusCode::OK);
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS] {
        let refused = ask(&method, "/", &[]);
        assert_eq!((refused.status(), header(&refused, ALLOW)), (StatusCode::METHOD_NOT_ALLOWED, "GET,HEAD"));
    }
}

#[test]
fn a_folder_without_its_slash_leads_to_the_folder() {
    let moved = get("/en", &[]);
    assert_eq!((moved.status(), header(&moved, LOCATION)), (StatusCode::PERMANENT_REDIRECT, "en/"));
    for absent in ["/fr", "/assets", "/index.html/", "/en/nothing.html"] {
        assert_eq!(get(absent, &[]).status(), StatusCode::NOT_FOUND, "{absent}");
    }
}

#[test]
fn a_folder_means_its_index() {
    assert_eq!(asset_name("/").as_deref(), Some("index.html"));
    assert_eq!(asset_name("/en/").as_deref(), Some("en/index.html"));
    assert_eq!(asset_name("/assets/index-Ab_1.js").as_deref(), Some("assets/index-Ab_1.js"));
}

#[test]
fn a_path_cannot_leave_its_folder() {
    for path in ["/../etc/passwd", "/a/../../b", "/./a", "/%2e%2e/a", "/a\\b", "/a\0b", "/.git/config", "/a/.env"] {
        assert_eq!(asset_name(path), None, "{path}");
    }
}

#[test]
fn hashed_assets_stay_and_pages_do_not() {
    assert_eq!(lifetime("assets/a-1234.js"), "public, max-age=31536000, immutable");
    assert_eq!(lifetime("index.html"), "no-store");
    assert_eq!(lifetime("favicon.svg"), "no-cache");
}

proptest! {
    #[test]
    fn an_asset_name_is_plain_and_stays_inside(path in "\\PC{0,60}") {
        if let Some(name) = asset_name(&path) {
            prop_assert!(name.is_ascii());
            prop_assert!(!name.split('/').any(|part| part == ".."));
        }
    }
}
