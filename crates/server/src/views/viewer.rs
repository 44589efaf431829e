//! Wire types for rendered modules.

mod applicability;
mod compared;
mod figures;
mod place;
mod references;

use app::reading::viewer::{Heading, ModuleView, Reason};
use chrono::{DateTime, Utc};
use domain::language::Locale;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::files::FileView;
use super::revisions::LaneView;

pub use applicability::{ApplicabilityView, AssertionView, LogicalOperatorView, PropertyKindView, TruthView};
pub use compared::{CompareQuery, ComparedView, read_state};
pub use figures::FigureView;
pub use place::{FollowedPlaceView, PlaceQuery};
pub use references::ResolvedView;

/// A rendered module, with its references resolved in the selected lane or revision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = View)]
pub struct ViewView {
    pub file: FileView,
    /// Sanitised HTML: no scripts, no URLs, no tokens.
    pub html: String,
    /// The whole module does not apply to the choice: `html` contains only a notice, none of the text. With
    /// `outside=grey` the text is included, and this is false.
    pub withheld: bool,
    /// Truncated at the size limit.
    pub truncated: bool,
    pub outline: Vec<HeadingView>,
    /// Indexed by `data-ref`.
    pub references: Vec<ResolvedView>,
    /// Indexed by `data-figure`.
    pub figures: Vec<FigureView>,
    pub applicability: ApplicabilityView,
    pub reasons: Vec<UpdateReasonView>,
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
            reasons: rendered.reasons.iter().map(UpdateReasonView::from).collect(),
        }
    }
}

/// A heading in the outline of a module.
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

/// A reason for update.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReasonForUpdate)]
pub struct UpdateReasonView {
    pub id: String,
    /// As in `urt02`, technical.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub kind: Option<String>,
    pub highlighted: bool,
    pub text: String,
}

impl From<&Reason> for UpdateReasonView {
    fn from(reason: &Reason) -> Self {
        let Reason { id, kind, highlighted, text } = reason.clone();
        Self { id, kind, highlighted, text }
    }
}

/// The display of content that does not apply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Outside)]
pub enum OutsideView {
    #[default]
    Hide,
    Grey,
}

/// Rendering options; `set` is repeatable and described separately.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ViewQuery {
    /// Default: working.
    pub lane: Option<LaneView>,
    /// A revision id; takes precedence over the lane.
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
    /// A version id; default: the version in the lane or revision.
    pub version: Option<String>,
    /// The registration of an aircraft.
    pub aircraft: Option<String>,
    /// The id or the key of a product from `/view/choices`. A key may come from another manual: where no table knows the
    /// product, everything is shown.
    pub product: Option<String>,
    /// The profile that is read, where no aircraft, product or property is chosen. One that is gone counts as `All`.
    pub profile_id: Option<String>,
    /// The display of content that does not apply, a part or the whole module; default: hidden.
    pub outside: Option<OutsideView>,
}
