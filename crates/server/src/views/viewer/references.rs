//! Wire types for resolved references.

use app::reading::viewer::{ResolvedReference, ResolvedState};
use serde::Serialize;
use utoipa::ToSchema;

use super::TruthView;

/// The state of a reference.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ResolvedState)]
pub enum ResolvedStateView {
    Found,
    Missing,
    External,
}

/// A resolved reference of a module.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResolvedReference)]
pub struct ResolvedView {
    pub state: ResolvedStateView,
    /// The referenced code, element id or document name.
    pub code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub title: Option<String>,
    /// The path of the target. For a container, the alternate that applies, if there is exactly one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<String>,
    /// The HTML id within the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub anchor: Option<String>,
    /// Applicability of the container's alternate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applies: Option<TruthView>,
}

impl From<ResolvedReference> for ResolvedView {
    fn from(resolved: ResolvedReference) -> Self {
        Self {
            state: match resolved.state {
                ResolvedState::Found => ResolvedStateView::Found,
                ResolvedState::Missing => ResolvedStateView::Missing,
                ResolvedState::External => ResolvedStateView::External,
            },
            code: resolved.code,
            title: resolved.title,
            path: resolved.path,
            anchor: resolved.anchor,
            applies: resolved.applies.map(TruthView::from),
        }
    }
}
