//! The forecast of a revision.

use app::revisions::forecast::preview::MergePreview;
use app::revisions::forecast::{ForecastCategory, ForecastModule, RevisionForecast};
use domain::field::FieldCode;
use domain::id::VersionId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::todos::{MergedTextView, TodoTextView};
use crate::views::page::{PageNumber, PageSize};

/// The changes that confirming a revision would make. Counts are modules, unless they say otherwise.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RevisionForecast)]
pub struct RevisionForecastView {
    pub revision: String,
    /// Left out when no revision was confirmed before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub base: Option<String>,
    /// All touched modules, and the MEL items that follow them, are compared. Otherwise ask again: the server continues
    /// where it stopped.
    pub is_complete: bool,
    pub compared: usize,
    pub total: usize,
    pub added: usize,
    pub deleted: usize,
    /// In other sections of the contents.
    pub moved: usize,
    pub changed_content: usize,
    pub changed_applicability: usize,
    pub changed_status: usize,
    /// White space, change marks, links, the writing of references.
    pub negligible: usize,
    /// Illustrations and other files.
    pub media: usize,
    /// Changed by the operator and by the revision.
    pub customised: usize,
    /// Customised copies among them.
    pub copies: usize,
    /// Customised copies in other manuals, which the confirmation leaves as they are.
    pub copies_elsewhere: usize,
    pub merges_cleanly: usize,
    pub with_conflicts: usize,
    /// Single conflicts.
    pub conflicts: u64,
    /// With an edit of the operator that the manufacturer made too.
    pub adopted: usize,
    /// With a change that has no change mark.
    pub unmarked: usize,
    /// With a new change mark on nothing that changed.
    pub marked_without_change: usize,
    pub checked_out: usize,
    /// Threads.
    pub open_comments: u64,
    /// Other languages of changed modules that the revision does not bring along.
    pub translations: usize,
    /// Items of the MMEL that allow less than before.
    pub more_restrictive: usize,
    /// Items of the operator that allow more than the MMEL will.
    pub less_restrictive: usize,
    /// Items of the operator that a person has to compare with the new MMEL.
    pub to_be_judged: usize,
    /// Change requests with a touched module that are not closed.
    pub change_requests: usize,
    /// Aircraft of operators that changed modules apply to. Left out until all modules are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub aircraft: Option<usize>,
    /// The registrations of these aircraft.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub registrations: Option<Vec<String>>,
}

impl From<RevisionForecast> for RevisionForecastView {
    fn from(forecast: RevisionForecast) -> Self {
        let counts = forecast.counts;
        Self {
            revision: forecast.revision.to_string(),
            base: forecast.base.map(|base| base.to_string()),
            is_complete: forecast.compared == forecast.total,
            compared: forecast.compared,
            total: forecast.total,
            added: counts.added,
            deleted: counts.deleted,
            moved: counts.moved,
            changed_content: counts.changed_content,
            changed_applicability: counts.changed_applicability,
            changed_status: counts.changed_status,
            negligible: counts.negligible,
            media: counts.media,
            customised: counts.customised,
            copies: counts.copies,
            copies_elsewhere: counts.copies_elsewhere,
            merges_cleanly: counts.merges_cleanly,
            with_conflicts: counts.with_conflicts,
            conflicts: counts.conflicts,
            adopted: counts.adopted,
            unmarked: counts.unmarked,
            marked_without_change: counts.marked_without_change,
            checked_out: counts.checked_out,
            open_comments: counts.open_comments,
            translations: counts.translations,
            more_restrictive: counts.more_restrictive,
            less_restrictive: counts.less_restrictive,
            to_be_judged: counts.to_be_judged,
            change_requests: counts.change_requests,
            aircraft: counts.aircraft,
            registrations: forecast.registrations,
        }
    }
}

/// Selects modules of a forecast.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ForecastModulesQuery {
    /// added, deleted, content, applicability, status, negligible, media, moved, customised, copies, copiesElsewhere,
    /// clean, conflicts, adopted, unmarked, markedWithoutChange, checkedOut, moreRestrictive, lessRestrictive,
    /// toBeJudged, requested, commented or translations.
    pub category: Option<String>,
    /// Part of the path or title.
    #[serde(default)]
    pub keyword_filter: String,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

impl ForecastModulesQuery {
    pub fn category(&self) -> Result<Option<ForecastCategory>, app::Error> {
        let unknown = || app::Error::field("category", FieldCode::UnknownValue);
        self.category.as_deref().map(|word| ForecastCategory::parse(word).ok_or_else(unknown)).transpose()
    }
}

/// A module that a revision changes or moves.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ForecastModule)]
#[expect(clippy::struct_excessive_bools, reason = "they are columns of a list")]
pub struct ForecastModuleView {
    pub path: String,
    pub title: String,
    /// dm, pm, icn …
    pub kind: String,
    /// added, deleted, content, applicability, status, negligible, media or none.
    pub change: String,
    pub is_moved: bool,
    pub is_customised: bool,
    pub is_clean: bool,
    pub is_checked_out: bool,
    pub conflicts: u32,
    /// Edits of the operator that the manufacturer made too.
    pub adopted: u32,
    /// Changes without a change mark.
    pub unmarked: u32,
    pub marked_without_change: u32,
    /// Of a MEL item: what it allowed before and the MMEL does not any more.
    pub more_restrictive: u32,
    /// Of a MEL item of the operator: what it allows beyond the MMEL.
    pub less_restrictive: u32,
    /// Of a MEL item of the operator: what a person has to compare with the MMEL.
    pub to_be_judged: u32,
    /// The numbers of the change requests with it that are not closed.
    pub change_requests: Vec<u64>,
    /// Open comment threads on it.
    pub open_comments: u64,
    /// For a customised copy: the path of the module that it was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub copy_of: Option<String>,
    /// The copy is in another manual, which the confirmation leaves as it is.
    pub is_elsewhere: bool,
    /// The ids of the versions in the confirmed revision before, in this one, and in the working lane.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub old_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub new_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub our_version: Option<String>,
}

impl From<ForecastModule> for ForecastModuleView {
    fn from(module: ForecastModule) -> Self {
        let id = |version: Option<VersionId>| version.map(|version| version.to_string());
        Self {
            path: module.path,
            title: module.title,
            kind: module.kind.as_str().to_owned(),
            change: module.change.as_str().to_owned(),
            is_moved: module.is_moved,
            is_customised: module.is_customised,
            is_clean: module.is_clean,
            is_checked_out: module.is_checked_out,
            conflicts: module.conflicts,
            adopted: module.adopted,
            unmarked: module.unmarked,
            marked_without_change: module.marked_without_change,
            more_restrictive: module.more_restrictive,
            less_restrictive: module.less_restrictive,
            to_be_judged: module.to_be_judged,
            change_requests: module.change_requests,
            open_comments: module.open_comments,
            copy_of: module.copy_of,
            is_elsewhere: module.is_elsewhere,
            old_version: id(module.trio.base),
            new_version: id(module.trio.theirs),
            our_version: id(module.trio.ours),
        }
    }
}

/// Selects the module of a preview.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MergePreviewQuery {
    /// The path of a module that both sides changed.
    #[serde(default)]
    pub path: String,
}

/// The merge of one module before the revision is confirmed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MergePreview)]
pub struct MergePreviewView {
    pub path: String,
    pub title: String,
    /// Somebody has checked it out: the confirmation will leave it alone.
    pub is_checked_out: bool,
    /// For a customised copy: the path of the module that it was made from. Base and theirs are versions of that module.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub copy_of: Option<String>,
    /// In the confirmed revision before; left out where it is not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub base: Option<TodoTextView>,
    /// In the revision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub theirs: Option<TodoTextView>,
    /// In the working lane.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ours: Option<TodoTextView>,
    /// Left out where there is nothing to merge. Whether it is valid is known only at the confirmation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub result: Option<MergedTextView>,
}

impl From<MergePreview> for MergePreviewView {
    fn from(preview: MergePreview) -> Self {
        Self {
            path: preview.path,
            title: preview.title,
            is_checked_out: preview.is_checked_out,
            copy_of: preview.copy_of,
            base: preview.base.map(TodoTextView::from),
            theirs: preview.theirs.map(TodoTextView::from),
            ours: preview.ours.map(TodoTextView::from),
            result: preview.result.map(MergedTextView::from),
        }
    }
}
