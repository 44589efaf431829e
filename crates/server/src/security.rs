//! Security headers.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

/// Policy of the web application: its own files only. Components set styles at run time.
pub const APP: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// Policy of the user manual: its own scripts, styles and pictures, as files only; its search index is a script.
pub const MANUAL: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Policy of the API documentation.
pub const DOCS: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Policy of API responses and package content: nothing is loaded.
pub const CONTENT: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// Policy of pictures and other media: embedded pictures and their own styles.
pub const MEDIA: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/// Policy of PDF: browsers display it only outside a sandbox, in their own viewer.
pub const DOCUMENT: &str = "frame-ancestors 'self'";

/// Sets a policy on a response that has none.
pub fn set_policy(headers: &mut HeaderMap, policy: &'static str) {
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(policy));
}

/// Sets the headers of every response.
pub async fn everywhere(State(hsts_seconds): State<u32>, request: Request, next: Next) -> Response {
    let hsts = hsts(hsts_seconds, request.headers());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if let Some(value) = hsts {
        headers.insert(STRICT_TRANSPORT_SECURITY, value);
    }
    headers.entry(X_FRAME_OPTIONS).or_insert(HeaderValue::from_static("DENY"));
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // A response belongs to one user and one moment, unless it states otherwise.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    set_policy(headers, CONTENT);
    response
}

/// The order to come by HTTPS alone, for so many seconds. An answer that the proxy sends on without TLS has none
/// (RFC 6797, 7.2).
fn hsts(seconds: u32, headers: &HeaderMap) -> Option<HeaderValue> {
    let plain = headers.get("x-forwarded-proto").is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"http"));
    if seconds == 0 || plain { None } else { HeaderValue::from_str(&format!("max-age={seconds}")).ok() }
}
