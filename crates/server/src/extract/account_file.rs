//! A file of groups or people in a JSON body.

use axum::extract::{FromRequest, FromRequestParts, Request};
use domain::permission::Permission;
use serde::de::DeserializeOwned;

use super::{Caller, is_json, parse_json, read};
use crate::problem::Problem;
use crate::state::AppState;

/// The largest body; fits an export of 50,000 lines.
const MAX_BODY: usize = 8 << 20;

/// A file of groups or people, and the caller, whose permission is checked before the body is read.
#[derive(Debug)]
pub struct AccountFile<R> {
    pub caller: app::Caller,
    pub request: R,
}

impl<R: DeserializeOwned + Send + 'static> FromRequest<AppState> for AccountFile<R> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let Caller(caller) = Caller::from_request_parts(&mut parts, state).await?;
        caller.require(Permission::ManageUsers)?;
        if !is_json(&parts.headers) {
            return Err(Problem::new("request.unsupported_media_type"));
        }
        let bytes = read(body, MAX_BODY, "request.too_large").await?;
        let parsed = tokio::task::spawn_blocking(move || parse_json(&bytes)).await;
        let request = parsed.map_err(|_| Problem::new("server.internal"))??;
        Ok(Self { caller, request })
    }
}
