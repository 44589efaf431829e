//! Wire types for jobs.

use std::collections::BTreeMap;

use app::jobs::events::Event;
use app::jobs::{Artifact, Job, JobFilter, JobStep};
use chrono::{DateTime, Utc};
use domain::field::{FieldCode, FieldErrors};
use domain::id::UserId;
use domain::job::{FailureReason, JobStatus, Parameter, Parameters, TaskKind};
use domain::language::Locale;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::page::{PageNumber, PageSize};
use super::words::{JobStatusView, TaskKindView};
use crate::texts;

/// The most parameters of a job, and the longest text of one.
const MAX_PARAMETERS: usize = 100;
const MAX_TEXT: usize = 4_000;

/// A job parameter: a text, or a list of texts.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Parameter)]
pub enum ParameterView {
    One(String),
    Many(Vec<String>),
}

impl From<Parameter> for ParameterView {
    fn from(parameter: Parameter) -> Self {
        match parameter {
            Parameter::Text(text) => Self::One(text),
            Parameter::List(texts) => Self::Many(texts),
        }
    }
}

/// A job to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JobRequest {
    #[schema(example = "universalPreImport")]
    pub job_name: String,
    #[serde(default)]
    pub parameter_map: BTreeMap<String, ParameterView>,
}

impl JobRequest {
    /// Checks the number and length of parameters.
    pub fn parameters(parameters: BTreeMap<String, ParameterView>) -> Result<Parameters, app::Error> {
        let mut errors = FieldErrors::default();
        if parameters.len() > MAX_PARAMETERS {
            errors.add("parameterMap", FieldCode::TooMany);
        }
        let mut read = BTreeMap::new();
        for (name, value) in parameters {
            let (texts, parameter) = match value {
                ParameterView::One(text) => (text.len(), Parameter::Text(text)),
                ParameterView::Many(texts) => (texts.iter().map(String::len).sum(), Parameter::List(texts)),
            };
            if texts > MAX_TEXT || name.len() > MAX_TEXT {
                errors.add(format!("parameterMap.{name}"), FieldCode::TooLong);
            }
            read.insert(name, parameter);
        }
        errors.finish()?;
        Ok(Parameters(read))
    }
}

/// One step of a job.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StepProgress)]
pub struct StepView {
    #[schema(example = "unpack")]
    pub name: String,
    /// 0 to 100.
    pub progress: i64,
}

impl From<JobStep> for StepView {
    fn from(step: JobStep) -> Self {
        Self { name: step.name, progress: step.progress }
    }
}

/// One reason why a job failed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JobError)]
pub struct ReasonView {
    /// Always in English.
    pub message: String,
    #[schema(example = "job.failed.unzip")]
    pub message_key: String,
    /// In the language of the request.
    pub localized_message: String,
    /// The failed step; default: the current one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub step: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, no_recursion)]
    pub cause: Option<Box<ReasonView>>,
}

impl ReasonView {
    fn new(reason: FailureReason, locale: Locale) -> Self {
        Self {
            message: texts::say(Locale::English, &reason.key, &reason.params),
            localized_message: texts::say(locale, &reason.key, &reason.params),
            message_key: reason.key,
            step: reason.step,
            cause: reason.cause.map(|cause| Box::new(Self::new(*cause, locale))),
        }
    }
}

/// A file that a job produced.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JobArtifact)]
pub struct ArtifactView {
    pub file_name: String,
    pub size: i64,
    pub media_type: String,
}

impl From<Artifact> for ArtifactView {
    fn from(artifact: Artifact) -> Self {
        Self { file_name: artifact.file_name, size: artifact.size, media_type: artifact.media_type }
    }
}

/// A background job.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Job)]
pub struct JobView {
    pub id: String,
    #[schema(example = "universalPreImport")]
    pub job_name: String,
    pub status: JobStatusView,
    /// Its creator has seen that it ended.
    pub notified: bool,
    pub parameter_map: BTreeMap<String, ParameterView>,
    pub output_map: BTreeMap<String, String>,
    pub step_progress_list: Vec<StepView>,
    pub error_list: Vec<ReasonView>,
    pub created_on: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub started_on: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ended_on: Option<DateTime<Utc>>,
    /// The creator's account; empty for jobs of the program itself.
    pub created_by: String,
    /// Derived from the prefix of its name; null for unknown names.
    pub kind: Option<TaskKindView>,
    /// The manual, database or file it works on.
    #[schema(example = "/H160/MEL")]
    pub folder: String,
    /// Number of attempts.
    pub attempts: i64,
    pub cancel_requested: bool,
    /// The average of its steps, 0 to 100.
    pub progress: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub package_id: Option<String>,
    pub artifacts: Vec<ArtifactView>,
}

impl JobView {
    /// Translates its texts to `locale`.
    pub fn new(job: Job, locale: Locale) -> Self {
        let steps = i64::try_from(job.steps.len().max(1)).unwrap_or(1);
        Self {
            progress: job.steps.iter().map(|step| step.progress).sum::<i64>() / steps,
            id: job.id.0,
            job_name: job.name,
            status: JobStatusView(job.status),
            notified: job.notified,
            parameter_map: job.parameters.0.into_iter().map(|(name, value)| (name, value.into())).collect(),
            output_map: job.outputs,
            step_progress_list: job.steps.into_iter().map(Into::into).collect(),
            error_list: job.errors.into_iter().map(|reason| ReasonView::new(reason, locale)).collect(),
            created_on: job.created_on,
            started_on: job.started_on,
            ended_on: job.ended_on,
            created_by: job.account,
            kind: job.kind.map(TaskKindView),
            folder: job.folder,
            attempts: job.attempts,
            cancel_requested: job.cancel_requested,
            package_id: job.subject.and_then(|subject| subject.package()).map(|id| id.0),
            artifacts: job.artifacts.into_iter().map(Into::into).collect(),
        }
    }
}

/// Filter for jobs.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JobsRequest {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// Part of the name, the folder or the creator's account.
    pub keyword: Option<String>,
    #[schema(example = "zipImport")]
    pub kind: Option<String>,
    /// Any of these.
    pub status: Option<Vec<String>>,
    /// Only my jobs.
    pub mine: Option<bool>,
    /// Only my jobs whose end I have not seen.
    pub unnotified: Option<bool>,
}

impl JobsRequest {
    /// The filter for `caller`.
    pub fn filter(self, caller: &UserId) -> Result<JobFilter, app::Error> {
        let mut errors = FieldErrors::default();
        let unknown = FieldCode::UnknownValue;
        let kind = self.kind.filter(|word| !word.is_empty());
        let kind = kind.and_then(|word| errors.take("kind", TaskKind::parse(&word).ok_or(unknown)));
        let mut statuses = Vec::new();
        for (index, word) in self.status.unwrap_or_default().iter().enumerate().take(10) {
            statuses.extend(errors.take(&format!("status[{index}]"), JobStatus::parse(word).ok_or(unknown)));
        }
        errors.finish()?;
        let unnotified = self.unnotified == Some(true);
        let created_by = (unnotified || self.mine == Some(true)).then(|| caller.clone());
        Ok(JobFilter { text: self.keyword.unwrap_or_default(), kind, statuses, created_by, unnotified })
    }
}

/// The `data:` of an event.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum EventView {
    Job { id: String, status: &'static str, progress: u8 },
    Library { path: String },
}

impl EventView {
    /// The `event:` name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Job { .. } => "job",
            Self::Library { .. } => "library",
        }
    }
}

impl From<Event> for EventView {
    fn from(event: Event) -> Self {
        match event {
            Event::Job(job) => Self::Job { id: job.id.0, status: job.status.as_str(), progress: job.progress },
            Event::Library { path } => Self::Library { path },
        }
    }
}
