//! Two versions of a module, on the wire.

use app::reading::viewer::ComparedVersion;
use domain::language::Locale;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{FigureView, ResolvedView, ViewView};
use crate::views::files::FileView;

/// Which versions are held against each other.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CompareQuery {
    /// The id of a version.
    pub left: String,
    /// The id of another one.
    pub right: String,
}

/// A version drawn, with what it names looked up in the revision that it belongs to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparedSide)]
pub struct SideView {
    pub file: FileView,
    /// The newest revision that holds it; left out while it is what people work with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revision: Option<String>,
    pub html: String,
    /// The end had to be cut.
    pub truncated: bool,
    /// By the number in `data-ref`.
    pub references: Vec<ResolvedView>,
    /// By the number in `data-figure`.
    pub figures: Vec<FigureView>,
}

impl SideView {
    fn new(ComparedVersion { view, revision }: ComparedVersion, locale: Locale) -> Self {
        let ViewView { file, html, truncated, references, figures, .. } = ViewView::new(view, locale);
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
