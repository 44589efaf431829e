//! The JSON body of a problem (RFC 9457).

use app::core::referrer::Referrer;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_LANGUAGE, CONTENT_TYPE};
use axum::response::Response;
use domain::field::FieldError;
use domain::language::Locale;
use serde::Serialize;
use utoipa::ToSchema;

use super::{MAX_NAME, Problem};
use crate::texts;
use crate::views::packages::FindingView;
use crate::views::schema_sets::InstalledSchemaView;

/// The most field errors in a response; a form shows no more, and a response must not outgrow its request.
const MAX_ERRORS: usize = 100;

/// A file that references an object.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Use)]
pub struct UseView {
    pub path: String,
    pub code: String,
    pub title: String,
    /// Only in OEM revisions that are waiting for a decision.
    pub waits: bool,
    /// The id of the pending OEM revision with the reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revision: Option<String>,
}

impl From<Referrer> for UseView {
    fn from(Referrer { end, waits_in, .. }: Referrer) -> Self {
        let revision = waits_in.map(|id| id.to_string());
        Self { path: end.path, code: end.code, title: end.title, waits: revision.is_some(), revision }
    }
}

/// A problem document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Problem)]
pub struct ProblemView {
    /// A URI of the problem type.
    #[schema(example = "urn:airfolio:problem:request.invalid")]
    pub r#type: String,
    /// The message to display, in the language of the request.
    #[schema(example = "Invalid parameter")]
    pub title: String,
    pub status: u16,
    /// Stable error code for clients.
    #[schema(example = "request.invalid")]
    pub code: String,
    /// Details about this case.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub detail: Option<String>,
    /// The request id in the server's log.
    pub request_id: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldErrorView>,
    /// Seconds to wait before the next attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub retry_after: Option<u64>,
    /// The references that block a deletion; the first 50.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<UseView>,
    /// The schemas that cannot be used, with the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub schemas: Vec<InstalledSchemaView>,
    /// The defects of a text that is refused, each with its line; the first 100.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<FindingView>,
    /// The SHA-256 of the text that was saved instead of the sent one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub sha256: Option<String>,
    /// The code and language of the other module that a text belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub identity: Option<String>,
}

/// An invalid value.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FieldError)]
pub struct FieldErrorView {
    #[schema(example = "aircraft[2].registration")]
    pub field: String,
    #[schema(example = "taken")]
    pub code: String,
    /// The reason, in the language of the request.
    pub message: String,
}

impl Problem {
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
            uses: self.lists.uses.clone(),
            schemas: self.lists.schemas.iter().map(|state| InstalledSchemaView::new(state, locale)).collect(),
            findings: self.lists.findings.iter().take(MAX_ERRORS).map(|one| FindingView::new(one, locale)).collect(),
            sha256: self.lists.sha256.clone(),
            identity: self.lists.identity.clone(),
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
