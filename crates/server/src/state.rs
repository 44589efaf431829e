//! What handlers share.

use std::sync::Arc;

use app::Ctx;
use axum::extract::FromRef;

use crate::answers::Answers;

/// What the HTTP side is told by the configuration.
#[derive(Debug, Clone)]
pub struct HttpSettings {
    /// Take the client's address from `X-Forwarded-For`, as set by a proxy of ours.
    pub trust_forwarded_for: bool,
    /// Answer `/metrics` to everybody.
    pub metrics_open: bool,
    /// Whose name and address the footer carries.
    pub powered_by: PoweredBy,
    /// The commit the program was built from.
    pub commit: &'static str,
}

/// The provider named in the footer.
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
    pub answers: Arc<Answers>,
}

impl AppState {
    /// The state of a program that has answered nothing yet.
    pub fn new(ctx: Ctx, http: Arc<HttpSettings>) -> Self {
        Self { ctx, http, answers: Arc::default() }
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
