//! Response cache: ready JSON responses, valid until the library changes.

use std::io;
use std::sync::Arc;

use app::core::cache::Cache;
use axum::body::Body;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use domain::language::Locale;

use crate::entity_tag::is_known;
use crate::problem::Problem;

/// The size limit of the cache, in bytes.
const REMEMBERED: usize = 16 << 20;

/// The quickest level: most responses are looked at a few times only.
const LEVEL: i32 = 1;

/// Recent responses. Permissions are checked before every lookup, and people who see different parts of a database have
/// different responses, because modules name each other.
#[derive(Debug)]
pub struct ResponseCache(Cache<ResponseKey, CachedResponse>);

impl Default for ResponseCache {
    fn default() -> Self {
        Self(Cache::new(REMEMBERED))
    }
}

/// The address, the language and the library generation of a response, and the part of the database that it shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResponseKey {
    pub address: String,
    pub locale: Locale,
    pub generation: i64,
    /// From [`Sight::shown_of`](domain::access::Sight::shown_of).
    pub shown: Option<String>,
}

/// A JSON response with its entity tag, compressed: the cache then holds several times as many, and browsers take it as it is.
#[derive(Debug)]
pub struct CachedResponse {
    compressed: Bytes,
    /// Its length before it was compressed.
    size: usize,
    tag: HeaderValue,
}

impl CachedResponse {
    fn new(body: &[u8]) -> io::Result<Self> {
        let tag = format!("\"{}\"", app::reading::viewer::fingerprint(body));
        let tag = HeaderValue::from_str(&tag).unwrap_or_else(|_| HeaderValue::from_static("\"\""));
        // A boxed slice has the length that is counted as its weight.
        let compressed = Bytes::from(zstd::bulk::compress(body, LEVEL)?.into_boxed_slice());
        Ok(Self { compressed, size: body.len(), tag })
    }

    /// The response for this client: compressed, or 304 Not Modified.
    pub fn answer(&self, headers: &HeaderMap) -> Result<Response, Problem> {
        let mut own = HeaderMap::new();
        own.insert(ETAG, self.tag.clone());
        own.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        own.insert(VARY, HeaderValue::from_static("accept-encoding, accept-language"));
        if self.tag.to_str().is_ok_and(|tag| is_known(headers, tag)) {
            return Ok((StatusCode::NOT_MODIFIED, own).into_response());
        }
        own.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let body = if takes_zstd(headers) {
            own.insert(CONTENT_ENCODING, HeaderValue::from_static("zstd"));
            self.compressed.clone()
        } else {
            let body = zstd::bulk::decompress(&self.compressed, self.size);
            Bytes::from(body.map_err(|_| Problem::new("server.internal"))?)
        };
        own.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
        Ok((own, Body::from(body)).into_response())
    }
}

/// The client accepts zstd, as browsers do where the connection is encrypted. For others the server's layer of gzip does
/// its work.
fn takes_zstd(headers: &HeaderMap) -> bool {
    let given = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    given.flat_map(|value| value.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        name.trim().eq_ignore_ascii_case("zstd") && weight.replace(' ', "") != "q=0"
    })
}

impl ResponseCache {
    /// Looks a response up.
    pub fn get(&self, key: &ResponseKey) -> Option<Arc<CachedResponse>> {
        self.0.get(key)
    }

    /// Stores a response.
    pub fn put(&self, key: ResponseKey, body: &[u8]) -> Result<Arc<CachedResponse>, Problem> {
        let response = CachedResponse::new(body).map_err(|_| Problem::new("server.internal"))?;
        let weight = response.compressed.len() + key.address.len() + 500;
        Ok(self.0.put(key, response, weight))
    }
}
