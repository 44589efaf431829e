//! Wire types for statuses.

use app::editing::statuses::{StatusDecision, StatusEvent};
use chrono::{DateTime, Utc};
use domain::checkin::parse_comment;
use domain::field::{FieldCode, FieldErrors};
use domain::id::VersionId;
use domain::status::StatusStep;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A step of one version to another status.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StatusChangeRequest {
    /// The id of the version that was read. Another version in the working lane is a conflict.
    pub version: String,
    /// submit, release, sendBack, withdraw or reinstate.
    #[schema(example = "submit")]
    pub step: String,
    #[serde(default)]
    pub why: String,
}

impl StatusChangeRequest {
    pub fn parse(self) -> Result<StatusDecision, app::Error> {
        let version = parse_version("version", &self.version)?;
        let (step, why) = StatusStepRequest { step: self.step, why: self.why }.parse()?;
        Ok(StatusDecision { version, step, why })
    }
}

/// Parses the id of a version in a field of a request.
pub fn parse_version(field: &'static str, text: &str) -> Result<VersionId, app::Error> {
    VersionId::parse(text).ok_or_else(|| app::Error::field(field, FieldCode::UnknownValue))
}

/// A step to another status.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StatusStepRequest {
    /// submit, release, sendBack, withdraw or reinstate.
    #[schema(example = "submit")]
    pub step: String,
    #[serde(default)]
    pub why: String,
}

impl StatusStepRequest {
    /// The step and its reason.
    pub fn parse(&self) -> Result<(StatusStep, String), app::Error> {
        let mut errors = FieldErrors::default();
        let step = errors.take("step", StatusStep::parse(&self.step).ok_or(FieldCode::UnknownValue));
        let why = errors.take("why", parse_comment(&self.why));
        match step.zip(why) {
            Some(parsed) => Ok(parsed),
            None => Err(errors.into_list().into()),
        }
    }
}

/// A change of the status.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StatusEvent)]
pub struct StatusEventView {
    /// The id of the version.
    pub version: String,
    /// Draft, Review, Released or Obsolete.
    pub before: String,
    pub after: String,
    pub by: String,
    pub on: DateTime<Utc>,
    pub why: String,
}

impl From<(VersionId, StatusEvent)> for StatusEventView {
    fn from((version, event): (VersionId, StatusEvent)) -> Self {
        Self {
            version: version.to_string(),
            before: event.before.as_str().to_owned(),
            after: event.after.as_str().to_owned(),
            by: event.by,
            on: event.on,
            why: event.why,
        }
    }
}
