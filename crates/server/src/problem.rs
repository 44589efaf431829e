//! Errors for clients: RFC 9457 problem documents.
//!
//! A [`Problem`] becomes a response without a body. [`crate::scope`] writes the body, because only it knows the
//! request's id and language.

mod document;
mod status;

use app::Error;
use app::core::error::{
    ChangeRequestError, CheckInError, CommentError, ComplianceError, DraftError, FileError, MediaError, QueryError,
    SetError, TemplateError, TranslationError,
};
use app::reading::search::{FIELDS, ModulePart, SyntaxError};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::comment::RATE_PERIOD;
use domain::field::FieldError;
use domain::finding::Finding;
use domain::schema_set::InstalledSchema;

pub use document::{FieldErrorView, ProblemView, UseView};
pub use status::{OWN_CODES, status_of};

use crate::observe;

/// When to come again, in seconds, after an outage of the storage.
const AFTER_OUTAGE: u64 = 5;

/// The same after too many comments: the period in which they are counted.
const TYPING_PAUSE: u64 = RATE_PERIOD.num_seconds().unsigned_abs();

/// The longest name repeated in a response: clients can send names of any length.
const MAX_NAME: usize = 120;

/// The most accounts that a message names.
const MAX_HOLDERS: usize = 10;

/// An error response.
#[derive(Debug, Clone)]
pub struct Problem {
    pub status: StatusCode,
    pub code: &'static str,
    pub errors: Vec<FieldError>,
    pub retry_after_s: Option<u64>,
    /// Details about this case.
    pub more: Option<Box<Message>>,
    /// The placeholder values of the title.
    pub params: Vec<(String, String)>,
    /// Boxed, because most problems have none and every refusal carries a `Problem`.
    pub lists: Box<ProblemLists>,
}

/// The objects that a problem is about.
#[derive(Debug, Clone, Default)]
pub struct ProblemLists {
    /// The references that block a deletion; possibly only the first ones.
    pub uses: Vec<UseView>,
    /// The schemas for which a set is refused.
    pub schemas: Vec<InstalledSchema>,
    /// The defects of a text that is refused.
    pub findings: Vec<Finding>,
    /// The SHA-256 of the text that was saved instead.
    pub sha256: Option<String>,
    /// The code and language of the module that a text belongs to.
    pub identity: Option<String>,
}

/// A message key with its placeholder values.
pub type Message = (String, Vec<(String, String)>);

impl Problem {
    /// A problem without field errors.
    pub fn new(code: &'static str) -> Self {
        let (errors, params, lists) = (Vec::new(), Vec::new(), Box::default());
        Self { status: status_of(code), code, errors, retry_after_s: None, more: None, params, lists }
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
            Error::Comment(CommentError::TooFast) | Error::ChangeRequest(ChangeRequestError::TooFast) => {
                problem.retry_after_s = Some(TYPING_PAUSE);
            }
            Error::ChangeRequest(error) => problem.params = error.params(),
            Error::Publication(error) => problem.params = error.params(),
            Error::Query(QueryError::Syntax(error)) => problem.more = Some(Box::new(syntax(&error))),
            error @ Error::Query(QueryError::Unavailable(_)) => {
                problem.retry_after_s = Some(5);
                let chain = anyhow::Error::from(error);
                tracing::warn!(error = format!("{chain:#}"), "The search index cannot be used");
            }
            Error::SchemaSet(SetError::Unusable(schemas)) => problem.lists.schemas = schemas,
            Error::File(FileError::CheckedOut { account }) => problem.params = vec![("account".to_owned(), account)],
            Error::File(FileError::CheckedOutWithin { holders }) => {
                problem.params = vec![("holders".to_owned(), named(&holders))];
            }
            Error::Compliance(ComplianceError::MappingCircle { way }) => problem.params = vec![("way".to_owned(), way)],
            Error::Draft(DraftError::Newer { sha256 }) => problem.lists.sha256 = Some(sha256),
            Error::Draft(DraftError::Refused(refusal)) | Error::Translation(TranslationError::File(refusal)) => {
                problem.lists.findings = vec![refusal.finding()];
            }
            Error::CheckIn(CheckInError::Invalid(findings)) | Error::Template(TemplateError::Invalid(findings)) => {
                problem.lists.findings = findings;
            }
            Error::File(FileError::LessRestrictive(findings)) => problem.lists.findings = findings,
            Error::Module(error) => problem.params = error.params(),
            Error::CheckIn(CheckInError::OtherIdentity { key }) => {
                problem.lists.identity = Some(key.clone()).filter(|key| !key.is_empty());
                problem.params = vec![("key".to_owned(), key)];
            }
            Error::Media(MediaError::InUse { uses, total }) | Error::File(FileError::InUse { uses, total }) => {
                problem.params = vec![("count".to_owned(), total.to_string())];
                problem.lists.uses = uses.into_iter().map(UseView::from).collect();
            }
            error @ Error::DatabaseBusy(_) => {
                problem.retry_after_s = Some(1);
                let chain = anyhow::Error::from(error);
                tracing::warn!(error = format!("{chain:#}"), "The database is busy");
            }
            error @ (Error::StorageFull(_) | Error::StorageUnavailable(_)) => {
                problem.retry_after_s = Some(AFTER_OUTAGE);
                observe::outage(problem.code);
                let chain = anyhow::Error::from(error);
                tracing::error!(error = format!("{chain:#}"), "The storage cannot be used");
            }
            error if problem.status == StatusCode::INTERNAL_SERVER_ERROR => {
                // The only place that logs a failed request; the client learns no internals.
                let chain = anyhow::Error::from(error);
                tracing::error!(error = format!("{chain:#}"), "Request failed");
            }
            _ => {}
        }
        problem
    }
}

/// Accounts with the number of their files, as a message names them.
fn named(holders: &[(String, u64)]) -> String {
    let more = (holders.len() > MAX_HOLDERS).then(|| "…".to_owned());
    let first = holders.iter().take(MAX_HOLDERS).map(|(account, files)| format!("{account} ({files})"));
    first.chain(more).collect::<Vec<_>>().join(", ")
}

/// The message for a query syntax error: the error, its position and a correct example.
fn syntax(error: &SyntaxError) -> Message {
    let params = [
        ("at", error.at.to_string()),
        ("found", error.found.chars().take(MAX_NAME).collect()),
        ("example", error.fault.example().to_owned()),
        ("fields", FIELDS.join(", ")),
        ("places", ModulePart::ALL.map(ModulePart::as_str).join(", ")),
    ];
    let params = params.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    (format!("search.syntax.{}", error.fault.as_str()), params)
}
