//! Parts of a request to edit a file: an editor with a path, a long text in a JSON body, the text that it replaces.

use app::editing::drafts::MAX_TEXT;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::IF_MATCH;
use axum::http::request::Parts;
use domain::path::FilePath;
use domain::permission::Permission;
use serde::de::DeserializeOwned;

use super::{Caller, VaultPath, is_json, malformed, read};
use crate::problem::Problem;
use crate::state::AppState;

/// JSON escapes quotation marks and line ends, so that a body is longer than its text.
const MAX_BODY: usize = 2 * MAX_TEXT;

/// A JSON body with a text as long as a module. It may contain U+0000, which the check of the text reports with its
/// line.
#[derive(Debug)]
pub struct LongText<T>(pub T);

impl<T: DeserializeOwned> FromRequest<AppState> for LongText<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &AppState) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::new("request.unsupported_media_type"));
        }
        let bytes = read(request.into_body(), MAX_BODY, "request.too_large").await?;
        let mut reader = serde_json::Deserializer::from_slice(&bytes);
        let parsed = serde_path_to_error::deserialize(&mut reader);
        let parsed = parsed.map_err(|error| super::refused(&error.path().to_string(), &error.inner().to_string()))?;
        reader.end().map_err(|_| malformed())?;
        Ok(Self(parsed))
    }
}

/// The content of `If-Match`, without its quotation marks. A request without it matches nothing.
#[derive(Debug)]
pub struct IfMatch(pub String);

impl FromRequestParts<AppState> for IfMatch {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Problem> {
        let value = parts.headers.get(IF_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Ok(Self(value.trim().trim_matches('"').to_owned()))
    }
}

/// A caller who may edit content somewhere, and the path of a file. The permission is checked before the path.
#[derive(Debug)]
pub struct FileEditor {
    pub caller: app::Caller,
    pub path: FilePath,
}

impl FromRequestParts<AppState> for FileEditor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let (caller, path) = permitted(parts, state, Permission::EditContent).await?;
        Ok(Self { caller, path })
    }
}

/// A caller who may approve content somewhere, and the path of a file. The permission is checked before the path.
#[derive(Debug)]
pub struct FileApprover {
    pub caller: app::Caller,
    pub path: FilePath,
}

impl FromRequestParts<AppState> for FileApprover {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let (caller, path) = permitted(parts, state, Permission::Approve).await?;
        Ok(Self { caller, path })
    }
}

/// The caller, if they have a permission, then the path of the file.
async fn permitted(
    parts: &mut Parts,
    state: &AppState,
    permission: Permission,
) -> Result<(app::Caller, FilePath), Problem> {
    let Caller(caller) = Caller::from_request_parts(parts, state).await?;
    caller.require(permission)?;
    let VaultPath(path) = VaultPath::from_request_parts(parts, state).await?;
    Ok((caller, path))
}
