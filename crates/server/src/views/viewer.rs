//! Modules to read, on the wire.

mod applicability;
mod compared;
mod figures;
mod references;

use app::reading::viewer::{Heading, ModuleView, Reason};
use domain::language::Locale;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::files::FileView;
use super::revisions::LaneView;

pub use applicability::{ApplicabilityView, PropertyKindView, TruthView};
pub use compared::{CompareQuery, ComparedView};
pub use figures::FigureView;
pub use references::ResolvedView;

/// A module drawn, with everything it names looked up in the state that is read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = View)]
pub struct ViewView {
    pub file: FileView,
    /// Safe to be put into a page: no script, no address, no token.
    pub html: String,
    /// The whole module does not apply to the choice: `html` is a notice that says so, nothing of the text is in the answer. With
    /// `outside=grey` the text is there, and this is false.
    pub withheld: bool,
    /// The end had to be cut.
    pub truncated: bool,
    pub outline: Vec<HeadingView>,
    /// By the number in `data-ref`.
    pub references: Vec<ResolvedView>,
    /// By the number in `data-figure`.
    pub figures: Vec<FigureView>,
    pub applicability: ApplicabilityView,
    pub reasons: Vec<ReasonView>,
}

impl ViewView {
    pub fn new(view: ModuleView, locale: Locale) -> Self {
        let applicability = ApplicabilityView::new(&view);
        let rendered = &view.rendered;
        let figures = rendered.figures.iter().zip(view.figures);
        Self {
            file: view.file.into(),
            html: rendered.html.clone(),
            withheld: view.withheld,
            truncated: rendered.truncated,
            outline: rendered.outline.iter().map(HeadingView::from).collect(),
            references: view.references.into_iter().map(ResolvedView::from).collect(),
            figures: figures.map(|(figure, pictured)| FigureView::new(figure, pictured, locale)).collect(),
            applicability,
            reasons: rendered.reasons.iter().map(ReasonView::from).collect(),
        }
    }
}

/// An entry of a module's outline.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Heading)]
pub struct HeadingView {
    /// The HTML id.
    pub id: String,
    pub number: String,
    pub title: String,
    /// Counted from 1.
    pub level: u8,
}

impl From<&Heading> for HeadingView {
    fn from(heading: &Heading) -> Self {
        let Heading { id, number, title, level } = heading.clone();
        Self { id, number, title, level }
    }
}

/// Why something was changed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReasonForUpdate)]
pub struct ReasonView {
    pub id: String,
    /// As in `urt02`, technical.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub kind: Option<String>,
    pub highlighted: bool,
    pub text: String,
}

impl From<&Reason> for ReasonView {
    fn from(reason: &Reason) -> Self {
        let Reason { id, kind, highlighted, text } = reason.clone();
        Self { id, kind, highlighted, text }
    }
}

/// What happens to text that does not apply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Outside)]
pub enum OutsideView {
    #[default]
    Hide,
    Grey,
}

/// How a module is read; `set` may be repeated and is described beside it.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ViewQuery {
    /// Left out: working.
    pub lane: Option<LaneView>,
    /// The id of a revision; it wins over the lane.
    pub revision: Option<String>,
    /// The id of a version; left out: the one that is held by the state.
    pub version: Option<String>,
    /// The registration of an aircraft.
    pub aircraft: Option<String>,
    /// The id of a product, from `/view/choices`.
    pub product: Option<String>,
    /// What happens to text that does not apply; it is hidden when left out, be it a piece or the whole module.
    pub outside: Option<OutsideView>,
}
