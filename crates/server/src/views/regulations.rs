//! Wire types for files of regulations.

mod files;
mod requests;

use app::compliance::exchange::imports::{
    OpenChange, OpenImport, RegulationCategoryChange, RegulationChange, RegulationFinding,
};
use app::compliance::exchange::wordings::EarlierWording;
use chrono::{DateTime, NaiveDate, Utc};
use domain::compliance::RegulationChangeClass;
use domain::language::Locale;
use serde::Serialize;
use utoipa::ToSchema;

use super::comments::RedlinePieceView;
use crate::texts;

pub use files::{CollectionFormatView, ExportComplianceQuery, RegulationTemplateQuery, TableFormatView};
pub use requests::{
    CheckRegulationRequest, RegulationChangesQuery, RegulationImportsQuery, TakeRegulationRequest,
    UploadRegulationQuery,
};

/// A file of a regulation, with what its check found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegulationImport)]
pub struct RegulationImportView {
    pub id: String,
    pub file_name: String,
    pub size: i64,
    /// The collection that it is a version of, or that it was taken over into.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub collection_id: Option<String>,
    /// Possibly empty.
    pub collection_name: String,
    /// waiting, blocked, ready, unchanged, taken or failed.
    pub state: String,
    /// xlsx, csv, easa, ecfr, oscal or ciso; empty while nobody knows it.
    pub format: String,
    pub head: RegulationHeadView,
    /// The gravest are not first: they have the order of the file. Empty in lists.
    pub findings: Vec<RegulationFindingView>,
    /// Empty in lists.
    pub counts: Vec<RegulationCountView>,
    /// Matches by similar text, which a person confirms; 0 in lists.
    pub proposed: u64,
    /// Categories that the file adds, changes or withdraws; empty in lists.
    pub category_changes: Vec<RegulationCategoryChangeView>,
    /// The job that checks it.
    pub job_id: String,
    /// An account.
    pub created_by: String,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
}

/// The collection, as the file describes it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegulationHead)]
pub struct RegulationHeadView {
    pub policy_collection_name: String,
    pub policy_originator: String,
    /// audit, regulatory, business or safety; empty if the file does not say.
    pub compliance_type: String,
    pub source_reference: String,
    pub collection_version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub effective_date: Option<NaiveDate>,
    pub categories: u64,
    pub items: u64,
    pub clauses: u64,
}

/// The number of items of a class.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegulationCount)]
pub struct RegulationCountView {
    /// added, changed, renumbered, moved, withdrawn or unchanged.
    pub class: String,
    pub count: u64,
}

/// The change of a category by a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegulationCategoryChange)]
pub struct RegulationCategoryChangeView {
    /// added, changed (another name), renumbered, moved or withdrawn.
    pub class: String,
    /// Code and name are empty for an added category.
    pub old_code: String,
    pub old_name: String,
    /// Code and name are empty for a withdrawn one.
    pub new_code: String,
    pub new_name: String,
}

impl From<RegulationCategoryChange> for RegulationCategoryChangeView {
    fn from(change: RegulationCategoryChange) -> Self {
        let RegulationCategoryChange { class, old_code, old_name, new_code, new_name } = change;
        Self { class, old_code, old_name, new_code, new_name }
    }
}

/// A finding about a file.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegulationFinding)]
pub struct RegulationFindingView {
    /// `block`, `warn` or `info`.
    pub severity: String,
    /// The sheet or part; empty for the file.
    pub part: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub line: Option<u32>,
    pub message: String,
    #[schema(example = "regulation.code_duplicate")]
    pub rule: String,
}

impl RegulationFindingView {
    /// Translates it to `locale`.
    pub fn new(finding: RegulationFinding, locale: Locale) -> Self {
        Self {
            message: texts::say(locale, &finding.rule, &finding.params),
            severity: finding.severity,
            part: finding.part,
            line: finding.line,
            rule: finding.rule,
        }
    }
}

impl RegulationImportView {
    /// Translates its findings to `locale`.
    pub fn new(OpenImport { import, counts, proposed }: OpenImport, locale: Locale) -> Self {
        let count = |(class, count): (RegulationChangeClass, u64)| RegulationCountView {
            class: class.as_str().to_owned(),
            count,
        };
        let head = import.head;
        Self {
            id: import.id.0,
            file_name: import.file_name,
            size: import.size,
            collection_id: import.collection.map(|id| id.0),
            collection_name: import.collection_name,
            state: import.state.as_str().to_owned(),
            format: import.format,
            head: RegulationHeadView {
                policy_collection_name: head.name,
                policy_originator: head.originator,
                compliance_type: head.compliance_type,
                source_reference: head.source_reference,
                collection_version: head.edition,
                effective_date: head.effective_on,
                categories: head.categories,
                items: head.items,
                clauses: head.clauses,
            },
            findings: import.findings.into_iter().map(|one| RegulationFindingView::new(one, locale)).collect(),
            counts: counts.into_iter().map(count).collect(),
            proposed,
            category_changes: import.category_changes.into_iter().map(RegulationCategoryChangeView::from).collect(),
            job_id: import.check_job.0,
            created_by: import.created_by,
            created_on: import.created_on,
            updated_on: import.updated_on,
        }
    }
}

/// The change of a requirement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegulationChange)]
pub struct RegulationChangeView {
    pub position: i64,
    /// added, changed, renumbered, moved, withdrawn or unchanged.
    pub class: String,
    /// stableId, supersedes, code, equalText or likeText; empty for added and withdrawn ones.
    pub basis: String,
    /// Of a match by likeness, in percent; 0 for others.
    pub likeness: u8,
    /// The requirement of the collection.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub policy_item_id: Option<String>,
    /// Empty for an added one.
    pub old_code: String,
    /// Empty for a withdrawn one.
    pub new_code: String,
    pub title: String,
    /// IR, DR, CS, AMC, GM, STD, REC, RULE, POLICY or INFO.
    pub kind: String,
    /// The differences: text, editorial, code, place, kind, metadata, futureText or images; and merged or split.
    pub aspects: Vec<String>,
    /// The beginning in lists; whole for a changed requirement that is read alone.
    pub old_text: String,
    pub new_text: String,
    /// The codes of the requirements that it was merged with, or split from or into.
    pub related: Vec<String>,
}

impl From<RegulationChange> for RegulationChangeView {
    fn from(change: RegulationChange) -> Self {
        Self {
            position: change.position,
            class: change.class.as_str().to_owned(),
            basis: change.basis,
            likeness: change.likeness,
            policy_item_id: change.item.map(|id| id.0),
            old_code: change.old_code,
            new_code: change.new_code,
            title: change.title,
            kind: change.kind,
            aspects: change.aspects,
            old_text: change.old_text,
            new_text: change.new_text,
            related: change.related,
        }
    }
}

/// A change with the differences of its texts.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpenRegulationChange)]
pub struct OpenRegulationChangeView {
    #[serde(flatten)]
    pub change: RegulationChangeView,
    pub redline: Vec<RedlinePieceView>,
}

impl From<OpenChange> for OpenRegulationChangeView {
    fn from(open: OpenChange) -> Self {
        let redline = open.redline.into_iter().map(RedlinePieceView::from).collect();
        Self { change: open.change.into(), redline }
    }
}

/// An earlier wording of a requirement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyWording)]
pub struct PolicyWordingView {
    /// The version of the regulation that has it; possibly empty.
    pub collection_version: String,
    pub policy_item_code: String,
    pub title: String,
    /// The guidance, if the next version replaced it; else empty.
    pub guidance: String,
    pub replaced_on: DateTime<Utc>,
    /// To the wording after it.
    pub redline: Vec<RedlinePieceView>,
}

impl From<EarlierWording> for PolicyWordingView {
    fn from(wording: EarlierWording) -> Self {
        Self {
            collection_version: wording.edition,
            policy_item_code: wording.code,
            title: wording.title,
            guidance: wording.guidance,
            replaced_on: wording.replaced_on,
            redline: wording.redline.into_iter().map(RedlinePieceView::from).collect(),
        }
    }
}
