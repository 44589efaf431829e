//! Wire types for publications.

mod blockers;
mod findings;
mod groups;
mod presets;
mod readers;
mod signing;
mod targets;

use app::publications::lists::{Artifact, OpenPublication, PreviousPublication};
use chrono::{DateTime, NaiveDate, Utc};
use domain::field::FieldCode;
use domain::publication::{ManualPublication, PublicationState, is_letter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{PageNumber, PageSize};

pub use blockers::{BlockersQuery, PublicationBlockersView};
pub use findings::PublicationFindingsView;
pub use groups::PublicationGroupQuery;
pub use presets::{PublishPresetView, SavePublishPresetRequest};
pub use readers::{
    PublicationReceiverView, PublishedManualQuery, ReaderMarksView, ReadersExportQuery, ReadersQuery,
    ReadersReportView, ReleasedLaneView, ReplaceReceiversRequest, readers_table,
};
pub use signing::SigningKeyView;
pub use targets::PublicationTargetView;

/// Which publications of a manual are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PublicationsQuery {
    /// As in `/H160/MEL`.
    pub manual_path: String,
    /// draft, readyForApprove, approved, withdrawn or superseded; default: all.
    pub state: Option<String>,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

impl PublicationsQuery {
    pub fn state(&self) -> Result<Option<PublicationState>, app::Error> {
        let Some(word) = self.state.as_deref().filter(|word| !word.is_empty()) else { return Ok(None) };
        let state = PublicationState::parse(word);
        state.map(Some).ok_or_else(|| app::Error::field("state", FieldCode::UnknownValue))
    }
}

/// Asks for an artifact.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PublicationFileQuery {
    /// From `GET /users/downloadToken`; not needed with a bearer token.
    pub token: Option<String>,
    /// The change request of the publication; another one is answered with 404.
    pub change_request_id: Option<String>,
}

/// Withdraws a publication.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawPublicationRequest {
    /// The version that was shown.
    pub version: i64,
    pub reason: String,
}

/// The name of a letter of approval.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LetterQuery {
    pub file_name: String,
}

/// Who did something with a publication, and when.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PublicationAct)]
pub struct PublicationActView {
    /// An account; empty for the end of a temporary revision.
    pub by: String,
    pub on: DateTime<Utc>,
}

impl From<domain::publication::PublicationAct> for PublicationActView {
    fn from(act: domain::publication::PublicationAct) -> Self {
        Self { by: act.by, on: act.on }
    }
}

/// The approval by an authority.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublicationApproval)]
pub struct ApprovalView {
    pub approbation_authority: String,
    pub revision_date: NaiveDate,
    pub approved_by: String,
    pub job_title: String,
    pub approval_reference: String,
}

/// A publication of a manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManualPublication)]
pub struct ManualPublicationView {
    pub id: String,
    /// Counted from 1 in each manual.
    pub number: u64,
    /// The revision number that a person gave it.
    pub revision: String,
    /// draft, readyForApprove, approved, withdrawn or superseded.
    pub state: String,
    pub csdb_name: String,
    pub manual_name: String,
    pub manual_path: String,
    /// The id of the state of the manual that it was made from, to read or compare.
    pub snapshot: String,
    /// s1000d, ata2300, html, pdf, melData, tables.
    pub formats: Vec<String>,
    /// complete, incremental.
    pub revise_types: Vec<String>,
    pub profiles: Vec<String>,
    /// Registrations of aircraft that have files of their own.
    pub aircraft: Vec<String>,
    /// The filtered profiles and aircraft, as they were when it was made.
    pub published_for: Vec<PublicationTargetView>,
    /// All when it is empty.
    pub languages: Vec<String>,
    /// The code of the operator that receives it.
    pub operator: String,
    /// The id of the publication that its incremental packages start from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub since: Option<String>,
    /// First day of a temporary revision, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub valid_from: Option<NaiveDate>,
    /// Its last day, after which it ends by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub valid_until: Option<NaiveDate>,
    pub approval_required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub approval: Option<ApprovalView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub change_request_id: Option<String>,
    pub job_id: String,
    pub created: PublicationActView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub approved: Option<PublicationActView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub withdrawn: Option<PublicationActView>,
    /// Empty unless it is withdrawn.
    pub withdrawal_reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub superseded_by: Option<String>,
    pub version: i64,
}

impl From<ManualPublication> for ManualPublicationView {
    fn from(publication: ManualPublication) -> Self {
        let manual_path = publication.manual_path();
        let options = publication.options;
        let filtered = options.targets.iter().filter(|target| target.is_filtered());
        let filtered = filtered.map(PublicationTargetView::from).collect();
        let (withdrawn, reason) = match publication.withdrawn {
            Some(withdrawal) => (Some(withdrawal.act.into()), withdrawal.reason),
            None => (None, String::new()),
        };
        Self {
            id: publication.id.0,
            number: publication.number,
            revision: publication.revision,
            state: publication.state.as_str().to_owned(),
            csdb_name: publication.csdb_name,
            manual_name: publication.manual_name,
            manual_path,
            snapshot: publication.snapshot.to_string(),
            formats: options.formats.iter().map(|format| format.as_str().to_owned()).collect(),
            revise_types: options.revise_types.iter().map(|kind| kind.as_str().to_owned()).collect(),
            profiles: options.profiles,
            aircraft: options.aircraft,
            published_for: filtered,
            languages: options.languages,
            operator: options.operator,
            since: options.since.map(|id| id.0),
            valid_from: options.validity.map(|validity| validity.from),
            valid_until: options.validity.map(|validity| validity.until),
            approval_required: publication.approval_required,
            approval: publication.approval.map(|details| ApprovalView {
                approbation_authority: details.authority,
                revision_date: details.revision_date,
                approved_by: details.approved_by,
                job_title: details.job_title,
                approval_reference: details.reference,
            }),
            change_request_id: publication.change_request.map(|id| id.0),
            job_id: publication.job.0,
            created: publication.created.into(),
            approved: publication.approved.map(PublicationActView::from),
            withdrawn,
            withdrawal_reason: reason,
            superseded_by: publication.superseded_by.map(|id| id.0),
            version: publication.version,
        }
    }
}

/// A file of a publication.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublicationArtifact)]
pub struct PublicationArtifactView {
    pub file_name: String,
    pub size: i64,
    pub media_type: String,
    /// Lower-case hexadecimal.
    pub sha256: String,
    /// The letter of approval.
    pub is_letter: bool,
    /// Of the text in it, as in `en-US`; missing for lists and signatures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub languages: Vec<String>,
}

impl From<Artifact> for PublicationArtifactView {
    fn from(artifact: Artifact) -> Self {
        Self {
            is_letter: is_letter(&artifact.file_name, &artifact.media_type),
            file_name: artifact.file_name,
            size: artifact.size,
            media_type: artifact.media_type,
            sha256: artifact.blob.to_string(),
            languages: Vec::new(),
        }
    }
}

/// Another publication of the same manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublicationLink)]
pub struct PublicationLinkView {
    pub id: String,
    pub number: u64,
    pub revision: String,
}

impl From<ManualPublication> for PublicationLinkView {
    fn from(publication: ManualPublication) -> Self {
        Self { id: publication.id.0, number: publication.number, revision: publication.revision }
    }
}

/// The publication that the receivers of another one had before it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviousPublication)]
pub struct PreviousPublicationView {
    pub id: String,
    pub number: u64,
    pub revision: String,
    /// The id of the state of the manual that it was made from.
    pub snapshot: String,
    /// How many modules were changed, added or removed since.
    pub changed_count: u64,
}

impl From<PreviousPublication> for PreviousPublicationView {
    fn from(previous: PreviousPublication) -> Self {
        let PreviousPublication { publication, changed_count } = previous;
        Self {
            id: publication.id.0,
            number: publication.number,
            revision: publication.revision,
            snapshot: publication.snapshot.to_string(),
            changed_count,
        }
    }
}

/// A publication with its artifacts, and what the caller may do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenPublication)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent abilities")]
pub struct OpenPublicationView {
    pub publication: ManualPublicationView,
    pub artifacts: Vec<PublicationArtifactView>,
    /// Of its content, as in `en-US`.
    pub languages: Vec<String>,
    /// The last one before it that was approved for the same operator, profiles and aircraft.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub previous: Option<PreviousPublicationView>,
    /// The publication that its incremental packages start from, if the caller may see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub since: Option<PublicationLinkView>,
    /// The later one that superseded it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub superseded_by: Option<PublicationLinkView>,
    /// The number of its change request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub change_request_number: Option<u64>,
    /// How many of its modules are not released now; counted while it waits for its approval, and blocks it.
    pub unreleased_count: u64,
    pub findings: PublicationFindingsView,
    /// The caller's marks; only while it is valid, and for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub marks: Option<ReaderMarksView>,
    pub may_approve: bool,
    pub may_withdraw: bool,
    pub may_attach: bool,
    /// The report about its readers.
    pub may_report: bool,
    /// Change the distribution list of the manual.
    pub may_distribute: bool,
}

impl From<OpenPublication> for OpenPublicationView {
    fn from(open: OpenPublication) -> Self {
        let options = &open.publication.options;
        let artifact = |artifact: Artifact| {
            let languages = options.languages_of(&artifact.media_type, &open.languages);
            PublicationArtifactView { languages, ..artifact.into() }
        };
        Self {
            artifacts: open.artifacts.into_iter().map(artifact).collect(),
            languages: open.languages,
            previous: open.previous.map(PreviousPublicationView::from),
            since: open.since.map(PublicationLinkView::from),
            superseded_by: open.superseded_by.map(PublicationLinkView::from),
            change_request_number: open.change_request,
            unreleased_count: open.unreleased,
            findings: open.findings.into(),
            marks: open.marks.map(ReaderMarksView::from),
            may_approve: open.may_approve,
            may_withdraw: open.may_withdraw,
            may_attach: open.may_attach,
            may_report: open.may_report,
            may_distribute: open.may_distribute,
            publication: open.publication.into(),
        }
    }
}
