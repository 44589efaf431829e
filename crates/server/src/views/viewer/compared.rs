//! Wire types for comparing two states of a module.

mod states;

use app::reading::viewer::{
    ComparedPage, ComparedStates, ComparedVersion, Figure, RedlineChange, RedlineKind, ReplacedPicture,
};
use domain::language::Locale;
use serde::Serialize;
use utoipa::ToSchema;

use super::{FigureView, ResolvedView};
use crate::views::files::FileView;

pub use states::{CompareQuery, read_state};

/// One of two compared states.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparedSide)]
pub struct SideView {
    pub file: FileView,
    /// The revision in which its references are resolved; left out for the working lane.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revision: Option<String>,
    /// The text is the caller's draft; `file` is the version in the working lane.
    pub draft: bool,
}

impl From<ComparedVersion> for SideView {
    fn from(ComparedVersion { file, revision, is_draft }: ComparedVersion) -> Self {
        Self { file: file.into(), revision: revision.map(|revision| revision.to_string()), draft: is_draft }
    }
}

/// A page with its differences marked: `ins` and `del`, `data-redline` on elements, `data-difference`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparedPage)]
pub struct ComparedPageView {
    pub html: String,
    /// Truncated at the size limit.
    pub truncated: bool,
    /// Indexed by `data-ref`.
    pub references: Vec<ResolvedView>,
    /// Indexed by `data-figure`.
    pub figures: Vec<FigureView>,
    /// Pictures with the same code and another content.
    pub replaced: Vec<ReplacedPictureView>,
}

impl ComparedPageView {
    fn new(page: ComparedPage, locale: Locale) -> Self {
        let ComparedPage { rendered, references, figures, replaced } = page;
        let replaced = replaced.into_iter().map(|one| ReplacedPictureView::new(one, &rendered.figures, locale));
        Self {
            replaced: replaced.collect(),
            references: references.into_iter().map(ResolvedView::from).collect(),
            figures: rendered
                .figures
                .iter()
                .zip(figures)
                .map(|(figure, pictured)| FigureView::new(figure, pictured, locale))
                .collect(),
            html: rendered.html,
            truncated: rendered.truncated,
        }
    }
}

/// A picture with another content than before.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReplacedPicture)]
pub struct ReplacedPictureView {
    pub difference: usize,
    /// Its index among the figures of the page.
    pub figure: usize,
    /// The picture of the old state, on a page of both states.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub before: Option<FigureView>,
}

impl ReplacedPictureView {
    fn new(
        ReplacedPicture { difference, figure, before }: ReplacedPicture,
        figures: &[Figure],
        locale: Locale,
    ) -> Self {
        let before = before.map(|before| FigureView::new(&figures[figure], before, locale));
        Self { difference, figure, before }
    }
}

/// The kind of a difference.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DifferenceKind)]
pub enum DifferenceKindView {
    Inserted,
    Deleted,
    Moved,
    Words,
    /// Emphasis and the like around text that stays.
    Format,
    Value,
    Reference,
    Picture,
    /// A picture of the same code with another content.
    PictureContent,
    Applicability,
    /// An element that was split into two or more.
    Split,
    /// Elements that became one.
    Joined,
    ColumnInserted,
    ColumnDeleted,
}

impl From<RedlineKind> for DifferenceKindView {
    fn from(kind: RedlineKind) -> Self {
        match kind {
            RedlineKind::Inserted => Self::Inserted,
            RedlineKind::Deleted => Self::Deleted,
            RedlineKind::Moved => Self::Moved,
            RedlineKind::Words => Self::Words,
            RedlineKind::Format => Self::Format,
            RedlineKind::Value => Self::Value,
            RedlineKind::Reference => Self::Reference,
            RedlineKind::Picture => Self::Picture,
            RedlineKind::PictureContent => Self::PictureContent,
            RedlineKind::Applicability => Self::Applicability,
            RedlineKind::Split => Self::Split,
            RedlineKind::Joined => Self::Joined,
            RedlineKind::ColumnInserted => Self::ColumnInserted,
            RedlineKind::ColumnDeleted => Self::ColumnDeleted,
        }
    }
}

/// A difference in words, in the language of the request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListedDifference)]
pub struct ListedDifferenceView {
    /// The number of its marks on the page; left out for the status.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub difference: Option<usize>,
    pub kind: DifferenceKindView,
    /// As in `Step 3, Warning`; empty outside of the page.
    pub place: String,
    /// The old place of something that was moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub moved_from: Option<String>,
    /// The label of the element or the attribute; the title of a picture.
    pub subject: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub old: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub new: Option<String>,
    /// `false` where it is not certain that the old text became the new one.
    pub certain: bool,
}

impl ListedDifferenceView {
    fn new(change: RedlineChange, difference: Option<usize>) -> Self {
        let RedlineChange { kind, place, moved_from, subject, old, new, is_certain, is_on_page: _ } = change;
        Self { difference, kind: kind.into(), place, moved_from, subject, old, new, certain: is_certain }
    }
}

/// Two states of a module, the old one on the left.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparedVersions)]
pub struct ComparedView {
    pub left: SideView,
    pub right: SideView,
    /// One page for `layout=one`, two for `layout=beside`.
    pub pages: Vec<ComparedPageView>,
    /// The XML of both, for `layout=source`.
    pub sources: Vec<String>,
    /// The number of differences.
    pub count: usize,
    /// The first 1,000 differences.
    pub differences: Vec<ListedDifferenceView>,
    /// Differences of the status: issue, date, companies.
    pub status: Vec<ListedDifferenceView>,
    /// More may be called deleted and inserted than necessary, because the texts are too large or too different.
    pub coarse: bool,
}

impl ComparedView {
    pub fn new(compared: ComparedStates, locale: Locale) -> Self {
        let ComparedStates { sides: [left, right], pages, sources, differences, count, is_coarse } = compared;
        let pictures = count - differences.pictures.len();
        let content = differences.content.into_iter().enumerate();
        let content = content.chain(differences.pictures.into_iter().enumerate().map(|(at, one)| (pictures + at, one)));
        Self {
            left: left.into(),
            right: right.into(),
            pages: pages.into_iter().map(|page| ComparedPageView::new(page, locale)).collect(),
            sources,
            count,
            differences: content.map(|(number, one)| ListedDifferenceView::new(one, Some(number))).collect(),
            status: differences.status.into_iter().map(|one| ListedDifferenceView::new(one, None)).collect(),
            coarse: is_coarse,
        }
    }
}
