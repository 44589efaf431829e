//! Wire types for merging a newer version into a draft.

use app::changes::aside::WorkSetAside;
use app::editing::rebase::{DraftRebase, RebasedText};
use domain::change_request::lineage::DraftPurpose;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::views::files::FileView;
use crate::views::revisions::MergedTextView;
use crate::views::statuses::parse_version;

/// My draft beside the version that overtook it. Of the merge, *ours* is the draft and *theirs* the newer version.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Rebase)]
pub struct RebaseView {
    /// The version in the working lane.
    pub file: FileView,
    /// The version that the draft was made from.
    pub base: FileView,
    /// The text of the draft.
    pub text: String,
    /// Of the text of the draft in UTF-8, in hexadecimal.
    pub sha256: String,
    /// The text of the version in the working lane; left out where it is no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub their_text: Option<String>,
    /// The text of the version that the draft was made from; left out where it is no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub base_text: Option<String>,
    /// Left out where a text is not well-formed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub result: Option<MergedTextView>,
    /// The file has another version than the draft was made from. Otherwise there is nothing to merge.
    pub is_outdated: bool,
}

impl From<DraftRebase> for RebaseView {
    fn from(rebase: DraftRebase) -> Self {
        Self {
            is_outdated: rebase.draft.is_outdated(rebase.theirs.version_id),
            file: rebase.theirs.into(),
            base: rebase.base.into(),
            text: rebase.text,
            sha256: rebase.draft.sha256,
            their_text: rebase.their_text,
            base_text: rebase.base_text,
            result: rebase.result.map(MergedTextView::from),
        }
    }
}

/// A merged text that becomes the draft of the version in the working lane.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveRebaseRequest {
    pub text: String,
    /// Of the text of the draft that was merged.
    pub sha256: String,
    /// The id of the version in the working lane that was merged.
    pub version: String,
}

impl SaveRebaseRequest {
    pub fn parse(self, tab: String) -> Result<RebasedText, app::Error> {
        let version = parse_version("version", &self.version)?;
        Ok(RebasedText { text: self.text, replaces: self.sha256, version, tab })
    }
}

/// The caller's answer about their open drafts.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SetAsideQuery {
    /// The purpose of my open drafts that were made from versions of the request: its `work`, or an `otherChange`,
    /// which goes on without that work.
    #[param(inline)]
    pub open_drafts: Option<DraftPurposeView>,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DraftPurpose)]
pub enum DraftPurposeView {
    Work,
    OtherChange,
}

impl From<DraftPurposeView> for DraftPurpose {
    fn from(purpose: DraftPurposeView) -> Self {
        match purpose {
            DraftPurposeView::Work => Self::Work,
            DraftPurposeView::OtherChange => Self::OtherChange,
        }
    }
}

/// The result of setting the work of a change request aside.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WorkSetAside)]
pub struct WorkSetAsideView {
    /// The paths of modules that are as before the work.
    pub modules: Vec<String>,
    /// Modules that stay as they are.
    pub kept: Vec<KeptModuleView>,
}

/// A module whose work was not set aside.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = KeptModule)]
pub struct KeptModuleView {
    pub path: String,
    /// new, deleted, shared, followed, released, held, notText or tooMuch.
    pub reason: &'static str,
}

impl From<WorkSetAside> for WorkSetAsideView {
    fn from(outcome: WorkSetAside) -> Self {
        let kept = outcome.kept.into_iter().map(|(path, reason)| KeptModuleView { path, reason: reason.as_str() });
        Self { modules: outcome.modules, kept: kept.collect() }
    }
}
