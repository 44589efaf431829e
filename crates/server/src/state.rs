//! Shared state of handlers.

use std::sync::Arc;

use app::Ctx;
use axum::extract::FromRef;

use crate::response_cache::ResponseCache;

/// HTTP settings.
#[derive(Debug, Clone)]
pub struct HttpSettings {
    /// Take the client's address from `X-Forwarded-For`, as set by our own proxy.
    pub trust_forwarded_for: bool,
    /// `/metrics` needs no token.
    pub metrics_open: bool,
    /// How long browsers shall come by TLS alone, in seconds; 0 says nothing about it.
    pub hsts_seconds: u32,
    /// The provider in the footer.
    pub powered_by: PoweredBy,
    /// The commit the program was built from.
    pub commit: &'static str,
}

/// The provider in the footer.
#[derive(Debug, Clone)]
pub struct PoweredBy {
    pub name: String,
    pub url: String,
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self {
            trust_forwarded_for: false,
            metrics_open: false,
            hsts_seconds: 0,
            powered_by: PoweredBy { name: "Airfolio".to_owned(), url: "https://airfolio.example".to_owned() },
            commit: "unknown",
        }
    }
}

/// The state of the router; cheap to clone.
#[derive(Debug, Clone)]
pub struct AppState {
    pub ctx: Ctx,
    pub http: Arc<HttpSettings>,
    pub responses: Arc<ResponseCache>,
}

impl AppState {
    /// The state of a new program, with an empty response cache.
    pub fn new(ctx: Ctx, http: Arc<HttpSettings>) -> Self {
        Self { ctx, http, responses: Arc::default() }
    }
}

impl FromRef<AppState> for Ctx {
    fn from_ref(state: &AppState) -> Self {
        state.ctx.clone()
    }
}

impl FromRef<AppState> for Arc<HttpSettings> {
    fn from_ref(state: &AppState) -> Self {
        Arc::clone(&state.http)
    }
}
