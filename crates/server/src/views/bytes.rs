//! Bytes, and the tokens that read them, on the wire.

use app::reading::bytes::BytesForm;
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::revisions::LaneView;

/// In which form bytes are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = BytesForm)]
pub enum FormView {
    /// As they were delivered.
    #[default]
    Original,
    /// As a browser can show them: CGM becomes SVG, TIFF becomes PNG, SVG is made harmless.
    View,
    /// The same, 256 points wide and high at most.
    Thumb,
}

/// Which bytes are read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BytesQuery {
    /// From `GET /users/downloadToken?csdb=`; not needed beside a bearer token.
    pub token: Option<String>,
    /// Any text: another one makes a browser ask again.
    pub ts: Option<String>,
    pub lane: Option<LaneView>,
    /// The id of a revision; for media it is one of a manual that uses them.
    pub revision: Option<String>,
    /// The id of a version; it wins over both.
    pub version: Option<String>,
    /// Left out: original.
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

/// What a download token shall open: one of both.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DownloadScopeQuery {
    /// `jobs` for the files of jobs, or the path of a database for its files.
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

/// A token that stands in the address of a download and opens nothing else.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DownloadToken)]
pub struct DownloadTokenView {
    pub token: String,
    pub expires_on: DateTime<Utc>,
}
