//! Wire types for comparing two versions of a module.

use app::reading::viewer::ComparedVersion;
use domain::language::Locale;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{FigureView, ResolvedView, ViewView};
use crate::views::files::FileView;

/// Selects the two versions.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CompareQuery {
    /// A version id.
    pub left: String,
    /// Another version id.
    pub right: String,
}

/// A rendered version, with its references resolved in its revision.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparedSide)]
pub struct SideView {
    pub file: FileView,
    /// The newest revision that contains it; left out for the working lane.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revision: Option<String>,
    pub html: String,
    /// Truncated at the size limit.
    pub truncated: bool,
    /// Indexed by `data-ref`.
    pub references: Vec<ResolvedView>,
    /// Indexed by `data-figure`.
    pub figures: Vec<FigureView>,
}

impl SideView {
    fn new(ComparedVersion { view, revision }: ComparedVersion, locale: Locale) -> Self {
        let ViewView { file, html, truncated, references, figures, .. } = ViewView::new(view, locale);
        let revision = revision.map(|revision| revision.to_string());
        Self { file, revision, html, truncated, references, figures }
    }
}

/// Two versions of a module.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparedVersions)]
pub struct ComparedView {
    pub left: SideView,
    pub right: SideView,
}

impl ComparedView {
    pub fn new([left, right]: [ComparedVersion; 2], locale: Locale) -> Self {
        Self { left: SideView::new(left, locale), right: SideView::new(right, locale) }
    }
}
