//! Wire types for what changed in the contents themselves.

use app::reading::manual_redline::{ContentsChange, ContentsChangeKind, ContentsChanges};
use serde::Serialize;
use utoipa::ToSchema;

/// A section or an entry that was added, removed, renamed or moved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContentsChange)]
pub struct ContentsChangeView {
    /// added, removed, renamed or moved.
    pub kind: &'static str,
    pub title: String,
    /// The title before, of a section that was renamed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub old_title: Option<String>,
    /// The titles of the sections around it, the outermost first; of what was removed those around it before.
    pub around: Vec<String>,
    /// The sections that were around it, where it was moved from another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from: Option<Vec<String>>,
    /// Entries inside that were added or removed with it.
    pub inside: usize,
}

impl From<ContentsChange> for ContentsChangeView {
    fn from(ContentsChange { kind, title, old_title, around, from, inside }: ContentsChange) -> Self {
        let kind = match kind {
            ContentsChangeKind::Added => "added",
            ContentsChangeKind::Removed => "removed",
            ContentsChangeKind::Renamed => "renamed",
            ContentsChangeKind::Moved => "moved",
        };
        Self { kind, title, old_title, around, from, inside }
    }
}

/// The changes of the contents themselves.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContentsChanges)]
pub struct ContentsChangesView {
    pub count: usize,
    /// The first 500.
    pub listed: Vec<ContentsChangeView>,
}

impl From<ContentsChanges> for ContentsChangesView {
    fn from(ContentsChanges { listed, count }: ContentsChanges) -> Self {
        Self { count, listed: listed.into_iter().map(ContentsChangeView::from).collect() }
    }
}
