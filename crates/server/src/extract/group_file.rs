//! A file of groups in a JSON body.

use axum::extract::{FromRequest, FromRequestParts, Request};
use domain::permission::Permission;

use super::{Caller, is_json, parse_json, read};
use crate::problem::Problem;
use crate::state::AppState;
use crate::views::groups::ImportGroupsRequest;

/// The largest body; fits an export of 50,000 lines.
const MAX_BODY: usize = 8 << 20;

/// A file of groups, and the caller, whose permission is checked before the body is read.
#[derive(Debug)]
pub struct GroupFile {
    pub caller: app::Caller,
    pub request: ImportGroupsRequest,
}

impl FromRequest<AppState> for GroupFile {
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
