//! Wire types for changes of several files.

use app::library::files::File;
use domain::field::FieldCode;
use domain::id::VersionId;
use domain::language::Locale;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::editing::CheckInRequest;
use super::files::FileView;
use super::statuses::{StatusStepRequest, parse_version};
use crate::problem::Problem;
use crate::texts;

/// The most files in one request.
const MAX_FILES: usize = 200;

/// One change of several files. Each file is changed or refused by itself.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BatchRequest {
    /// 200 at most.
    pub paths: Vec<String>,
    pub action: BatchAction,
    /// For `checkin`, without `sha256`: the draft of each file as it is.
    pub check_in: Option<CheckInRequest>,
    /// For `status`.
    pub status: Option<StatusStepRequest>,
    /// For `status`: the ids of the versions that were read, one for each path and in their order.
    pub versions: Option<Vec<String>>,
}

/// The change of each file.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum BatchAction {
    Checkout,
    CancelCheckout,
    Checkin,
    Status,
}

impl BatchRequest {
    /// Refuses too many files.
    pub fn paths(&self) -> Result<&[String], app::Error> {
        match self.paths.len() {
            0 => Err(app::Error::field("paths", FieldCode::Required)),
            1..=MAX_FILES => Ok(&self.paths),
            _ => Err(app::Error::field("paths", FieldCode::TooMany)),
        }
    }

    /// The version of each path.
    pub fn versions(&self) -> Result<Vec<VersionId>, app::Error> {
        let versions = self.versions.as_deref().unwrap_or_default();
        if versions.len() != self.paths.len() {
            return Err(app::Error::field("versions", FieldCode::Required));
        }
        versions.iter().map(|text| parse_version("versions", text)).collect()
    }
}

/// The result for each file, in the order of the request.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BatchResult)]
pub struct BatchResultView {
    pub results: Vec<FileResultView>,
}

/// A changed file, or the reason why it is refused.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FileResult)]
pub struct FileResultView {
    pub path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub file: Option<FileView>,
    /// The error code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub code: Option<&'static str>,
    /// The reason, in the language of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub message: Option<String>,
}

impl FileResultView {
    pub fn new(path: String, result: Result<File, Problem>, locale: Locale) -> Self {
        match result {
            Ok(file) => Self { path, file: Some(file.into()), code: None, message: None },
            Err(problem) => {
                let message = texts::say(locale, &format!("problem.{}", problem.code), &problem.params);
                Self { path, file: None, code: Some(problem.code), message: Some(message) }
            }
        }
    }
}
