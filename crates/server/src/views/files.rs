//! Wire types for files.

use app::core::error::Missing;
use app::core::referrer::Referrer;
use app::library::files::{File, FileFilter, FileScope, FileSort, HeldVersion, References};
use chrono::{DateTime, Utc};
use domain::id::VersionId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::attributes::AttributeMap;
use super::folders::status_filter;
use super::page::{OrderView, PageNumber, PageSize};
use super::request_name::RequestNameView;
use super::revisions::LaneView;
use super::words::ReferenceKindView;

/// An object in one version: a module, an illustration …
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = File)]
pub struct FileView {
    pub id: String,
    pub name: String,
    pub path: String,
    /// dm, pm, act, cct, pct, brex, repository, container, icn, dml, ddn, comment or other.
    pub kind: String,
    pub code: String,
    pub language: String,
    pub issue_number: String,
    pub in_work: String,
    pub issue_date: String,
    pub issue_type: String,
    /// Draft, Review, Released or Obsolete.
    pub status: String,
    pub title: String,
    pub tech_name: String,
    pub info_name: String,
    pub content_type: String,
    pub info_code: String,
    pub security: String,
    /// The verification state: unverified, firstVerification or secondVerification; empty when not stated.
    pub quality: String,
    pub size: u64,
    pub media_type: String,
    /// oem, airline, translation, restore or merge.
    pub origin: String,
    pub created_on: DateTime<Utc>,
    pub created_by: String,
    pub version_id: String,
    /// Marked as deleted by its latest issue; it stays readable.
    pub deleted: bool,
    /// The account that has checked it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub checked_out_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub checked_out_on: Option<DateTime<Utc>>,
    /// Further metadata.
    pub properties: AttributeMap,
}

impl From<File> for FileView {
    fn from(file: File) -> Self {
        let name = file.name().to_owned();
        let (identity, version) = (file.object.identity, file.version);
        let metadata = version.metadata;
        Self {
            id: file.object.id.to_string(),
            name,
            kind: identity.kind.as_str().to_owned(),
            code: identity.code,
            language: identity.language,
            info_code: identity.info_code,
            issue_number: version.issue.number,
            in_work: version.issue.in_work,
            issue_date: version.issue.date,
            issue_type: version.issue.kind,
            status: version.status.as_str().to_owned(),
            title: metadata.title(),
            tech_name: metadata.tech_name,
            info_name: metadata.info_name,
            content_type: metadata.content_type,
            security: metadata.security,
            quality: metadata.quality,
            properties: metadata.properties,
            size: version.content.size,
            media_type: version.content.media_type,
            origin: version.origin.as_str().to_owned(),
            created_on: version.created_on,
            created_by: version.created_by,
            version_id: file.version_id.to_string(),
            deleted: file.deleted,
            checked_out_on: file.holder.as_ref().map(|holder| holder.since),
            checked_out_by: file.holder.map(|holder| holder.account),
            path: file.path,
        }
    }
}

/// A version of a file, with the OEM revisions that contain it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FileVersion)]
pub struct FileVersionView {
    #[serde(flatten)]
    pub file: FileView,
    /// The revision numbers, ascending.
    pub revisions: Vec<i64>,
    /// The ids of its parent versions: none for a first version, two for a merge.
    pub based_on: Vec<String>,
    pub why: String,
    /// The change request that it was checked in under.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub change_request: Option<RequestNameView>,
}

impl From<HeldVersion> for FileVersionView {
    fn from(held: HeldVersion) -> Self {
        Self {
            why: held.file.version.why.clone(),
            revisions: held.revisions,
            based_on: held.based_on.iter().map(ToString::to_string).collect(),
            change_request: held.change_request.map(RequestNameView::from),
            file: held.file.into(),
        }
    }
}

/// A reference of a file.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Reference)]
pub struct ReferenceView {
    pub kind: ReferenceKindView,
    /// The referenced code.
    pub key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<String>,
    pub resolved: bool,
    /// Outside every database, so it is never reported as missing.
    pub external: bool,
    pub line: u32,
}

/// A file that references another.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Referrer)]
pub struct ReferrerView {
    pub path: String,
    pub code: String,
    pub title: String,
    pub kind: ReferenceKindView,
    /// Only in OEM revisions that are waiting for a decision; set when the working lane is read.
    pub waits: bool,
    /// The id of the pending OEM revision with the reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revision: Option<String>,
}

/// The references of a file, in both directions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = References)]
pub struct ReferencesView {
    pub references: Vec<ReferenceView>,
    /// At most 500, ordered by code; those in pending revisions come last.
    pub referenced_by: Vec<ReferrerView>,
    pub referenced_by_total: u64,
}

impl From<References> for ReferencesView {
    fn from(references: References) -> Self {
        let to = references.to.into_iter().map(|(reference, target)| ReferenceView {
            kind: ReferenceKindView(reference.kind),
            key: reference.target,
            resolved: target.is_some(),
            title: target.as_ref().map(|file| file.version.metadata.title()).filter(|title| !title.is_empty()),
            path: target.map(|file| file.path),
            external: reference.external,
            line: reference.line,
        });
        let from = |Referrer { kind, end, waits_in }: Referrer| ReferrerView {
            path: end.path,
            code: end.code,
            title: end.title,
            kind: ReferenceKindView(kind),
            waits: waits_in.is_some(),
            revision: waits_in.map(|id| id.to_string()),
        };
        Self {
            references: to.collect(),
            referenced_by: references.from.into_iter().map(from).collect(),
            referenced_by_total: references.from_total,
        }
    }
}

/// Parses the id of a version.
pub fn version_id(text: &str) -> Result<VersionId, app::Error> {
    VersionId::parse(text).ok_or(app::Error::NotFound(Missing::File))
}

/// Selects a lane or a revision.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReadingQuery {
    /// Default: working.
    pub lane: Option<LaneView>,
    /// A revision id; takes precedence over the lane.
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
}

/// Selects a container.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ContainerQuery {
    pub container_path: String,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
}

/// Sort column of a module list.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModuleSort)]
pub enum ModuleSortView {
    #[default]
    Code,
    Title,
    ContentType,
    Language,
    IssueDate,
    Status,
}

impl From<ModuleSortView> for FileSort {
    fn from(sort: ModuleSortView) -> Self {
        match sort {
            ModuleSortView::Code => Self::Code,
            ModuleSortView::Title => Self::Title,
            ModuleSortView::ContentType => Self::ContentType,
            ModuleSortView::Language => Self::Language,
            ModuleSortView::IssueDate => Self::IssueDate,
            ModuleSortView::Status => Self::Status,
        }
    }
}

/// Filter for the modules of a manual.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ModulesQuery {
    pub manual_path: String,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// Part of the code or the title.
    pub keyword_filter: Option<String>,
    pub content_type: Option<String>,
    /// As in `en-US`.
    pub language: Option<String>,
    /// The system in the code, as in `29`.
    pub system: Option<String>,
    /// released, draft, review, obsolete or all.
    pub status_filter: Option<String>,
    pub sort: Option<ModuleSortView>,
    pub order: Option<OrderView>,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
}

impl ModulesQuery {
    pub fn filter(&self, on: FileScope) -> Result<FileFilter, app::Error> {
        Ok(FileFilter {
            scope: on,
            text: self.keyword_filter.clone().unwrap_or_default(),
            content_type: self.content_type.clone().unwrap_or_default(),
            language: self.language.clone().unwrap_or_default(),
            system: self.system.clone().unwrap_or_default(),
            status: status_filter(self.status_filter.as_deref())?,
            sort: self.sort.unwrap_or_default().into(),
            order: self.order.unwrap_or_default().into(),
        })
    }
}
