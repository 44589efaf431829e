//! Wire types for file bytes and download tokens.

use app::reading::bytes::BytesForm;
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::revisions::LaneView;

/// The form of the bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = BytesForm)]
pub enum FormView {
    /// As delivered.
    #[default]
    Original,
    /// Converted for browsers: CGM to SVG, TIFF to PNG, SVG sanitised.
    View,
    /// A thumbnail of at most 256 by 256 pixels.
    Thumb,
}

/// Selects the bytes to read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BytesQuery {
    /// From `GET /users/downloadToken?csdb=`; not needed with a bearer token.
    pub token: Option<String>,
    /// Any text; a new value bypasses the browser's cache.
    pub ts: Option<String>,
    pub lane: Option<LaneView>,
    /// A revision id; for media, of a manual that uses them.
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
    /// A version id; takes precedence over lane and revision.
    pub version: Option<String>,
    /// Default: original.
    #[param(inline)]
    pub r#as: Option<FormView>,
}

impl BytesQuery {
    pub fn form(&self) -> BytesForm {
        match self.r#as.unwrap_or_default() {
            FormView::Original => BytesForm::Original,
            FormView::View => BytesForm::View,
            FormView::Thumb => BytesForm::Thumb,
        }
    }
}

/// The scope of a download token: one of the two.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DownloadScopeQuery {
    /// `jobs` for job artifacts, or the path of a database for its files.
    #[param(example = "jobs")]
    pub scope: Option<String>,
    /// The name of a database, for its files.
    pub csdb: Option<String>,
}

impl DownloadScopeQuery {
    pub fn scope(self) -> Result<String, app::Error> {
        let of_csdb = self.csdb.map(|name| format!("/{name}"));
        of_csdb.or(self.scope).ok_or_else(|| app::Error::field("scope", FieldCode::Required))
    }
}

/// A read-only token for download URLs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DownloadToken)]
pub struct DownloadTokenView {
    pub token: String,
    pub expires_on: DateTime<Utc>,
}
