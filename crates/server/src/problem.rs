//! Errors as clients see them: RFC 9457 problem documents.
//!
//! A [`Problem`] becomes a response without a body; [`crate::scope`] writes the
//! body, because only there the request's id and language are known.

use app::Error;
use app::search::{FIELDS, SyntaxError, Where};
use axum::http::header::{CONTENT_LANGUAGE, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::field::FieldError;
use domain::language::Locale;
use serde::Serialize;
use utoipa::ToSchema;

use crate::texts;

/// The codes of failures that only this room knows.
pub const OWN_CODES: [&str; 7] = [
    "bytes.range",
    "request.malformed",
    "request.too_large",
    "request.unsupported_media_type",
    "request.method_not_allowed",
    "request.timeout",
    "route.not_found",
];

/// How many refused values an answer names; a form shows no more, and an answer must not outgrow its request.
const MAX_ERRORS: usize = 100;
/// How much of a name an answer repeats: clients can send names of any length.
const MAX_NAME: usize = 120;

/// What went wrong with a request.
#[derive(Debug, Clone)]
pub struct Problem {
    pub status: StatusCode,
    pub code: &'static str,
    pub errors: Vec<FieldError>,
    pub retry_after_s: Option<u64>,
    /// More about this one case.
    pub more: Option<Box<Sentence>>,
    /// What the title names.
    pub params: Vec<(String, String)>,
    /// What stands in the way of a deletion, or the first of it.
    pub uses: Vec<UseView>,
}

/// A key of the catalogue and its parameters.
pub type Sentence = (String, Vec<(String, String)>);

/// A file that uses what was to be deleted.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Use)]
pub struct UseView {
    pub path: String,
    pub code: String,
    pub title: String,
}

/// A problem document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Problem)]
pub struct ProblemView {
    /// A name of the kind of problem.
    #[schema(example = "urn:airfolio:problem:request.invalid")]
    pub r#type: String,
    /// The sentence to show, in the language of the request.
    #[schema(example = "Invalid parameter")]
    pub title: String,
    pub status: u16,
    /// The stable word to switch on.
    #[schema(example = "request.invalid")]
    pub code: String,
    /// More about this one case.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub detail: Option<String>,
    /// The id under which the server logged the request.
    pub request_id: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldErrorView>,
    /// Seconds to wait before trying again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub retry_after: Option<u64>,
    /// What uses the thing that was to be deleted; the first 50.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<UseView>,
}

/// One refused value.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FieldError)]
pub struct FieldErrorView {
    #[schema(example = "aircraft[2].registration")]
    pub field: String,
    #[schema(example = "taken")]
    pub code: String,
    /// What is wrong, in the language of the request.
    pub message: String,
}

/// The status of a code; the one place that picks it.
pub fn status_of(code: &str) -> StatusCode {
    match code {
        "request.invalid"
        | "request.malformed"
        | "schema_set.invalid"
        | "search.syntax"
        | "media.invalid_name"
        | "dmview.uploadFileNameIncorrect" => StatusCode::BAD_REQUEST,
        "login.failed" | "login.inactive" | "session.missing" | "session.invalid" | "session.expired"
        | "session.revoked" => StatusCode::UNAUTHORIZED,
        "forbidden" | "password.change_required" => StatusCode::FORBIDDEN,
        "route.not_found"
        | "user.not_found"
        | "operator.not_found"
        | "notification.not_found"
        | "job.not_found"
        | "artifact.not_found"
        | "upload.not_found"
        | "package.not_found"
        | "csdb.not_found"
        | "manual.not_found"
        | "profile.not_found"
        | "file.not_found"
        | "toc.not_found"
        | "revision.not_found"
        | "trash.not_found"
        | "schema_set.not_found"
        | "type.not_found"
        | "bookmark.not_found"
        | "search.not_found" => StatusCode::NOT_FOUND,
        "request.method_not_allowed" => StatusCode::METHOD_NOT_ALLOWED,
        "user.account_taken"
        | "user.not_pending"
        | "operator.code_taken"
        | "user.last_admin"
        | "changed_meanwhile"
        | "job.ended"
        | "job.not_ended"
        | "upload.offset"
        | "upload.exists"
        | "upload.too_many"
        | "upload.complete"
        | "package.busy"
        | "import.blocked"
        | "import.running"
        | "csdb.name_taken"
        | "manual.name_taken"
        | "trash.csdb_in_trash"
        | "type.taken"
        | "type.builtin"
        | "type.in_use"
        | "bookmark.too_many"
        | "search.too_many"
        | "media.name_taken"
        | "media.in_use"
        | "file.not_deletable"
        | "file.already_checked_out" => StatusCode::CONFLICT,
        "request.too_large" | "upload.too_large" | "picture.too_large" => StatusCode::PAYLOAD_TOO_LARGE,
        "request.unsupported_media_type"
        | "upload.not_zip"
        | "media.format"
        | "media.content"
        | "file.not_text"
        | "file.refused"
        | "picture.unsupported"
        | "picture.unreadable" => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "bytes.range" => StatusCode::RANGE_NOT_SATISFIABLE,
        "login.throttled" => StatusCode::TOO_MANY_REQUESTS,
        "server.busy" | "request.timeout" | "search.unavailable" => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl Problem {
    /// A problem without field errors.
    pub fn new(code: &'static str) -> Self {
        let (errors, params, uses) = (Vec::new(), Vec::new(), Vec::new());
        Self { status: status_of(code), code, errors, retry_after_s: None, more: None, params, uses }
    }

    /// Writes the document into `response`.
    pub(crate) fn render(&self, response: Response, request_id: &str, locale: Locale) -> Response {
        let errors: Vec<FieldErrorView> =
            self.errors.iter().take(MAX_ERRORS).map(|error| view_of(error, locale)).collect();
        let view = ProblemView {
            r#type: format!("urn:airfolio:problem:{}", self.code),
            title: texts::say(locale, &format!("problem.{}", self.code), &self.params),
            status: self.status.as_u16(),
            code: self.code.to_owned(),
            detail: detail(&errors)
                .or_else(|| self.more.as_deref().map(|(key, params)| texts::say(locale, key, params))),
            request_id: request_id.to_owned(),
            errors,
            retry_after: self.retry_after_s,
            uses: self.uses.clone(),
        };
        let (mut parts, _) = response.into_parts();
        let body = serde_json::to_vec(&view).unwrap_or_default();
        parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        parts.headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(locale.as_str()));
        Response::from_parts(parts, body.into())
    }
}

fn detail(errors: &[FieldErrorView]) -> Option<String> {
    let names: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

fn view_of(error: &FieldError, locale: Locale) -> FieldErrorView {
    let code = error.code.as_str();
    FieldErrorView {
        field: error.field.chars().take(MAX_NAME).collect(),
        code: code.to_owned(),
        message: texts::say(locale, &format!("field.{code}"), &[]),
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        if let Some(seconds) = self.retry_after_s {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let mut problem = Self::new(error.code());
        match error {
            Error::Invalid(errors) => problem.errors = errors,
            Error::Throttled { retry_after_s } => problem.retry_after_s = Some(retry_after_s),
            Error::Busy => problem.retry_after_s = Some(1),
            Error::SearchSyntax(error) => problem.more = Some(Box::new(syntax(&error))),
            error @ Error::SearchUnavailable(_) => {
                problem.retry_after_s = Some(5);
                let chain = anyhow::Error::from(error);
                tracing::warn!(error = format!("{chain:#}"), "The search index cannot be used");
            }
            Error::CheckedOut { account } => problem.params = vec![("account".to_owned(), account)],
            Error::MediaInUse { uses, total } => {
                problem.params = vec![("count".to_owned(), total.to_string())];
                let named = |end: app::files::End| UseView { path: end.path, code: end.code, title: end.title };
                problem.uses = uses.into_iter().map(named).collect();
            }
            error @ Error::DatabaseBusy(_) => {
                problem.retry_after_s = Some(1);
                let chain = anyhow::Error::from(error);
                tracing::warn!(error = format!("{chain:#}"), "The database is busy");
            }
            error if problem.status == StatusCode::INTERNAL_SERVER_ERROR => {
                // The one place that logs a failed request; the client learns no internals.
                let chain = anyhow::Error::from(error);
                tracing::error!(error = format!("{chain:#}"), "Request failed");
            }
            _ => {}
        }
        problem
    }
}

/// What is wrong with a question, where, and how it would be right.
fn syntax(error: &SyntaxError) -> Sentence {
    let params = [
        ("at", error.at.to_string()),
        ("found", error.found.chars().take(MAX_NAME).collect()),
        ("example", error.fault.example().to_owned()),
        ("fields", FIELDS.join(", ")),
        ("places", Where::ALL.map(Where::as_str).join(", ")),
    ];
    let params = params.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    (format!("search.syntax.{}", error.fault.as_str()), params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_failure_is_an_internal_error() {
        let internal: Vec<&str> = Error::CODES
            .iter()
            .chain(&OWN_CODES)
            .copied()
            .filter(|code| status_of(code) == StatusCode::INTERNAL_SERVER_ERROR)
            .collect();
        assert_eq!(internal, ["server.internal"]);
    }
}
