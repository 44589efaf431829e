//! Response cache: ready JSON responses, valid until the library changes.

use std::io::Write;
use std::sync::{Arc, OnceLock};

use app::core::cache::Cache;
use axum::body::Body;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use domain::language::Locale;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::routes::bytes::is_known;

/// The size limit of the cache, in bytes.
const REMEMBERED: usize = 24 << 20;

/// Recent responses. Permissions are checked before every lookup.
#[derive(Debug)]
pub struct ResponseCache(Cache<ResponseKey, CachedResponse>);

impl Default for ResponseCache {
    fn default() -> Self {
        Self(Cache::new(REMEMBERED))
    }
}

/// The address, the language and the library generation of a response.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResponseKey {
    pub address: String,
    pub locale: Locale,
    pub generation: i64,
}

/// A JSON response with its entity tag.
#[derive(Debug)]
pub struct CachedResponse {
    body: Bytes,
    tag: HeaderValue,
    /// Compressed on first use.
    packed: OnceLock<Bytes>,
}

impl CachedResponse {
    fn new(body: Bytes) -> Self {
        let tag = format!("\"{}\"", app::reading::viewer::fingerprint(&body));
        let tag = HeaderValue::from_str(&tag).unwrap_or_else(|_| HeaderValue::from_static("\"\""));
        Self { body, tag, packed: OnceLock::new() }
    }

    fn packed(&self) -> Bytes {
        let pack = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            // Writing to memory cannot fail; if it did, the response is sent uncompressed.
            let written = encoder.write_all(&self.body).and_then(|()| encoder.finish());
            written.map(|packed| Bytes::from(packed.into_boxed_slice())).unwrap_or_default()
        };
        self.packed.get_or_init(pack).clone()
    }

    /// The response for this client: compressed, or 304 Not Modified.
    pub fn answer(&self, headers: &HeaderMap) -> Response {
        let mut own = HeaderMap::new();
        own.insert(ETAG, self.tag.clone());
        own.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        own.insert(VARY, HeaderValue::from_static("accept-encoding, accept-language"));
        if self.tag.to_str().is_ok_and(|tag| is_known(headers, tag)) {
            return (StatusCode::NOT_MODIFIED, own).into_response();
        }
        own.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let packed = if takes_gzip(headers) { self.packed() } else { Bytes::new() };
        let body = if packed.is_empty() {
            self.body.clone()
        } else {
            own.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            packed
        };
        own.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
        (own, Body::from(body)).into_response()
    }
}

/// The client accepts gzip, as every browser does.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let given = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    given.flat_map(|value| value.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        name.trim().eq_ignore_ascii_case("gzip") && weight.replace(' ', "") != "q=0"
    })
}

impl ResponseCache {
    /// Looks a response up.
    pub fn get(&self, key: &ResponseKey) -> Option<Arc<CachedResponse>> {
        self.0.get(key)
    }

    /// Stores a response.
    pub fn put(&self, key: ResponseKey, mut body: Vec<u8>) -> Arc<CachedResponse> {
        // A text that grew may have reserved twice its length, which no weight would count.
        body.shrink_to_fit();
        // The compressed form adds about a quarter.
        let weight = body.len() + body.len() / 4 + key.address.len() + 500;
        self.0.put(key, CachedResponse::new(Bytes::from(body)), weight)
    }
}
