//! Embedded files: the web application, the user manual, the API documentation.
//!
//! Text files are embedded uncompressed, gzipped and with Brotli, so that nothing is compressed at run time.

use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use domain::text::hex;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::problem::Problem;
use crate::state::AppState;
use crate::{openapi, routes, security};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct WebFiles;

#[derive(RustEmbed)]
#[folder = "../../manual/book"]
struct ManualFiles;

/// Serves the web application for every path without another route.
pub fn web(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    serve::<WebFiles>(method, path, headers, security::APP)
}

/// The base path of the user manual.
const MANUAL: &str = "/user-manual";

/// Routes of the user manual.
pub fn manual() -> Router<AppState> {
    let page = get(|method: Method, uri: Uri, headers: HeaderMap| async move {
        match uri.path().strip_prefix(MANUAL) {
            Some(path) if !path.is_empty() => serve::<ManualFiles>(&method, path, &headers, security::MANUAL),
            _ => slash_added(MANUAL),
        }
    });
    let addresses = [MANUAL.to_owned(), format!("{MANUAL}/"), format!("{MANUAL}/{{*page}}")];
    addresses.iter().fold(Router::new(), |router, address| router.route(address, page.clone()))
}

/// Routes of the API description and of Swagger UI, which displays it.
///
/// The files of Swagger UI are part of the web build; the page and its settings are in `site/`.
pub fn docs() -> Router<AppState> {
    // Made when it is first asked for: it takes longer than the rest of a start.
    static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| Bytes::from(openapi::text()));

    let page = format!("{}/docs", routes::API);
    let slash = format!("{page}/");
    let file = get(|method: Method, Path(name): Path<String>, headers: HeaderMap| async move {
        match name.as_str() {
            "swagger-initializer.js" => own("docs.js", include_str!("site/docs.js")),
            _ => serve::<WebFiles>(&method, &format!("api-docs/{name}"), &headers, security::DOCS),
        }
    });
    Router::new()
        .route(&format!("{}/openapi.json", routes::API), get(|| async { own("openapi.json", DOCUMENT.clone()) }))
        .route(&slash, get(|| async { own("docs.html", include_str!("site/docs.html")) }))
        .route(&format!("{page}/{{*rest}}"), file)
        .route(&page, get(|| async move { Redirect::to(&slash) }))
        .layer(axum::middleware::from_fn(|request, next: axum::middleware::Next| async move {
            let mut response: Response = next.run(request).await;
            security::set_policy(response.headers_mut(), security::DOCS);
            response
        }))
}

/// Sends an own file of a type known by its name.
fn own(name: &str, text: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, content_type(name))], text).into_response()
}

/// The embedded file for a request path; `None` for an invalid path.
fn asset_name(path: &str) -> Option<String> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let plain = path.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'/'));
    if !plain || path.split('/').any(|part| part.starts_with('.')) {
        return None;
    }
    Some(if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() })
}

fn serve<E: RustEmbed>(method: &Method, path: &str, headers: &HeaderMap, policy: &'static str) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let refused = Problem::new("request.method_not_allowed");
        return ([(ALLOW, "GET,HEAD")], refused).into_response();
    }
    let name = asset_name(path);
    let Some((name, file)) = name.as_ref().and_then(|name| E::get(name).map(|file| (name, file))) else {
        let folder = name.filter(|name| E::get(&format!("{name}/index.html")).is_some());
        let absent = || Problem::new("route.not_found").into_response();
        return folder.map_or_else(absent, |name| slash_added(name.rsplit('/').next().unwrap_or_default()));
    };
    let (encoding, file) = smallest::<E>(name, file, headers);
    let etag = etag(&file);
    let mut response = if is_known(&etag, headers) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        axum::body::Body::from(file.data.into_owned()).into_response()
    };
    let own = response.headers_mut();
    own.insert(CONTENT_TYPE, content_type(name));
    own.insert(CACHE_CONTROL, HeaderValue::from_static(lifetime(name)));
    own.insert(ETAG, etag);
    own.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        own.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    security::set_policy(own, policy);
    response
}

/// Redirects to a folder's URL with a trailing slash, which its relative links need.
fn slash_added(folder: &str) -> Response {
    let Ok(address) = HeaderValue::from_str(&format!("{folder}/")) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    (StatusCode::PERMANENT_REDIRECT, [(LOCATION, address)]).into_response()
}

/// The browser already has this file; proxies mark tags as weak when they compress.
fn is_known(etag: &HeaderValue, headers: &HeaderMap) -> bool {
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|list| list.split(',')).any(|one| {
        let tag = one.trim();
        tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag
    })
}

fn smallest<E: RustEmbed>(
    name: &str,
    plain: EmbeddedFile,
    headers: &HeaderMap,
) -> (Option<&'static str>, EmbeddedFile) {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    for (encoding, suffix) in [("br", "br"), ("gzip", "gz")] {
        let wanted = accepted.split(',').any(|one| accepts(one, encoding));
        if let Some(file) = wanted.then(|| E::get(&format!("{name}.{suffix}"))).flatten() {
            return (Some(encoding), file);
        }
    }
    (None, plain)
}

/// An entry of `Accept-Encoding` names the encoding without `q=0`.
fn accepts(entry: &str, encoding: &str) -> bool {
    let (name, weight) = entry.split_once(';').unwrap_or((entry, ""));
    let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
    name.trim().eq_ignore_ascii_case(encoding) && weight.is_none_or(|weight| weight > 0.0)
}

fn etag(file: &EmbeddedFile) -> HeaderValue {
    let hash = hex(&file.metadata.sha256_hash()[..16]);
    HeaderValue::from_str(&format!("\"{hash}\"")).unwrap_or_else(|_| HeaderValue::from_static("\"\""))
}

fn content_type(name: &str) -> HeaderValue {
    let mime = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("woff") => "font/woff",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
    HeaderValue::from_static(mime)
}

/// Files with a hash in their names are cached forever; pages are revalidated.
fn lifetime(name: &str) -> &'static str {
    if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else if has_extension(name, "html") {
        "no-store"
    } else {
        "no-cache"
    }
}

fn has_extension(name: &str, extension: &str) -> bool {
    std::path::Path::new(name).extension().is_some_and(|found| found == extension)
}

#[cfg(test)]
mod tests;
