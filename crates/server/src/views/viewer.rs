//! Modules to read, on the wire.

use app::viewer::{
    Annotation, Expression, Figure, Heading, Hotspot, Media, Note, PictureState, Pictured, PropertyKind, Reason,
    Resolved, ResolvedState, Truth, View,
};
use domain::language::Locale;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::choices::ChosenView;
use super::files::FileView;
use super::revisions::LaneView;
use crate::texts;

/// A module drawn, with everything it names looked up in the state that is read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = View)]
pub struct ViewView {
    pub file: FileView,
    /// Safe to be put into a page: no script, no address, no token.
    pub html: String,
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
    pub fn new(view: View, locale: Locale) -> Self {
        let rendered = &view.rendered;
        let figures = rendered.figures.iter().zip(view.figures);
        Self {
            file: view.file.into(),
            html: rendered.html.clone(),
            truncated: rendered.truncated,
            outline: rendered.outline.iter().map(HeadingView::from).collect(),
            references: view.references.into_iter().map(ResolvedView::from).collect(),
            figures: figures.map(|(figure, pictured)| FigureView::new(figure, pictured, locale)).collect(),
            applicability: ApplicabilityView {
                module: view.module.as_ref().map(AnnotationView::from),
                annotations: rendered.annotations.iter().map(AnnotationView::from).collect(),
                hidden: rendered.hidden,
                unknown: rendered.unknown,
                chosen: view.chosen.into_iter().map(ChosenView::from).collect(),
            },
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

/// Whether something holds for the choice.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Truth)]
pub enum TruthView {
    Yes,
    No,
    Unknown,
}

impl From<Truth> for TruthView {
    fn from(truth: Truth) -> Self {
        match truth {
            Truth::True => Self::Yes,
            Truth::False => Self::No,
            Truth::Unknown => Self::Unknown,
        }
    }
}

/// Whether a reference leads somewhere.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ResolvedState)]
pub enum ResolvedStateView {
    Found,
    Missing,
    External,
}

/// What a reference of a module leads to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResolvedReference)]
pub struct ResolvedView {
    pub state: ResolvedStateView,
    /// What is named: a code, the id of an element, the name of a document.
    pub code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub title: Option<String>,
    /// The path of the target. For a container it is the alternate that applies, if there is exactly one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<String>,
    /// The HTML id within the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub anchor: Option<String>,
    /// Whether the alternate of a container applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applies: Option<TruthView>,
}

impl From<Resolved> for ResolvedView {
    fn from(resolved: Resolved) -> Self {
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

/// Whether a picture can be shown.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PictureState)]
pub enum PictureStateView {
    Found,
    Missing,
    Unsupported,
    Unreadable,
}

/// How a picture is shown.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PictureMedia)]
pub enum PictureMediaView {
    Image,
    Cgm,
    Pdf,
    Video,
    Audio,
}

/// A picture of a module.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Figure)]
pub struct FigureView {
    /// The HTML id of the figure around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id: Option<String>,
    pub number: String,
    pub title: String,
    pub icn: String,
    pub state: PictureStateView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub media: Option<PictureMediaView>,
    /// Its path in the vault: `/bytes/default{path}?version={versionId}&as=view` serves what is to be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub version_id: Option<String>,
    /// What `as=view` is served as.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub media_type: Option<String>,
    /// Why it cannot be shown, or what it lacks, in the language of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub note: Option<String>,
    pub hotspots: Vec<HotspotView>,
}

impl FigureView {
    fn new(figure: &Figure, pictured: Pictured, locale: Locale) -> Self {
        Self {
            id: figure.id.clone(),
            number: figure.number.clone(),
            title: figure.title.clone(),
            icn: figure.icn.clone(),
            state: match pictured.state {
                PictureState::Found => PictureStateView::Found,
                PictureState::Missing => PictureStateView::Missing,
                PictureState::Unsupported => PictureStateView::Unsupported,
                PictureState::Unreadable => PictureStateView::Unreadable,
            },
            media: pictured.media.map(|media| match media {
                Media::Image => PictureMediaView::Image,
                Media::Cgm => PictureMediaView::Cgm,
                Media::Pdf => PictureMediaView::Pdf,
                Media::Video => PictureMediaView::Video,
                Media::Audio => PictureMediaView::Audio,
            }),
            path: pictured.file.as_ref().map(|file| file.path.clone()),
            version_id: pictured.file.map(|file| file.version_id.to_string()),
            media_type: pictured.media_type.map(str::to_owned),
            note: said(&pictured.notes, locale),
            hotspots: figure.hotspots.iter().map(HotspotView::from).collect(),
        }
    }
}

/// The most important things that there are to say about a picture, one sentence each.
fn said(notes: &[Note], locale: Locale) -> Option<String> {
    const MOST: usize = 5;
    let mut sentences: Vec<String> = Vec::new();
    for note in notes {
        let word = |(name, value): &(&str, String)| {
            // Some values are words of ours with a text of their own.
            let key = format!("{}.{name}.{value}", note.code);
            let value = texts::catalogue(locale).get(&key).unwrap_or(value).clone();
            ((*name).to_owned(), value)
        };
        let values: Vec<(String, String)> = note.values.iter().map(word).collect();
        sentences.push(texts::say(locale, note.code, &values));
        if sentences.len() == MOST {
            break;
        }
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// An object in a picture that the text can point at.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Hotspot)]
pub struct HotspotView {
    /// The HTML id of its entry in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id: Option<String>,
    /// The id or the name of the area inside the picture.
    pub object: String,
    pub name: String,
    pub title: String,
    /// HTML ids of what it stands for in the module.
    pub targets: Vec<String>,
}

impl From<&Hotspot> for HotspotView {
    fn from(hotspot: &Hotspot) -> Self {
        let Hotspot { id, object, name, title, targets } = hotspot.clone();
        Self { id, object, name, title, targets }
    }
}

/// What applies, and what the choice is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ViewApplicability)]
pub struct ApplicabilityView {
    /// What the whole module applies to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub module: Option<AnnotationView>,
    /// What pieces of it apply to; `data-applic-id` names them.
    pub annotations: Vec<AnnotationView>,
    /// Pieces left out or greyed because they do not apply.
    pub hidden: usize,
    /// Pieces shown because it is not known whether they apply.
    pub unknown: usize,
    /// What the choice says about the aircraft.
    pub chosen: Vec<ChosenView>,
}

/// What a piece applies to, and what the choice says about it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Annotation)]
pub struct AnnotationView {
    pub id: String,
    pub truth: TruthView,
    /// What the author wants people to read.
    pub text: String,
    /// The formula in plain words.
    pub reason: String,
    /// How many pieces have it.
    pub pieces: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub assertion: Option<AssertionView>,
}

impl From<&Annotation> for AnnotationView {
    fn from(annotation: &Annotation) -> Self {
        Self {
            id: annotation.id.clone(),
            truth: annotation.truth.into(),
            text: annotation.text.clone(),
            reason: annotation.reason.clone(),
            pieces: annotation.pieces,
            assertion: annotation.expression.as_ref().map(AssertionView::from),
        }
    }
}

/// Where a property is declared, as S1000D spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PropertyKind)]
pub enum PropertyKindView {
    Prodattr,
    Condition,
}

impl From<PropertyKind> for PropertyKindView {
    fn from(kind: PropertyKind) -> Self {
        match kind {
            PropertyKind::Attribute => Self::Prodattr,
            PropertyKind::Condition => Self::Condition,
        }
    }
}

/// How the parts of an assertion are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LogicalOperator)]
pub enum LogicalOperatorView {
    And,
    Or,
}

/// A statement of applicability: a property with values, or others joined by an operator (specification, section 3).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Assertion)]
pub struct AssertionView {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applic_property_ident: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applic_property_type: Option<PropertyKindView>,
    /// As S1000D writes them: `a|b` is a set, `x~y` a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applic_property_values: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub logical_operator: Option<LogicalOperatorView>,
    #[schema(no_recursion)]
    pub evaluates: Vec<Self>,
}

impl From<&Expression> for AssertionView {
    fn from(expression: &Expression) -> Self {
        let joined = |operator, parts: &[Expression]| Self {
            applic_property_ident: None,
            applic_property_type: None,
            applic_property_values: None,
            logical_operator: Some(operator),
            evaluates: parts.iter().map(Self::from).collect(),
        };
        match expression {
            Expression::And(parts) => joined(LogicalOperatorView::And, parts),
            Expression::Or(parts) => joined(LogicalOperatorView::Or, parts),
            Expression::Assert(assertion) => Self {
                applic_property_ident: Some(assertion.property.ident.clone()),
                applic_property_type: Some(assertion.property.kind.into()),
                applic_property_values: Some(assertion.values.to_string()),
                logical_operator: None,
                evaluates: Vec::new(),
            },
        }
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
    /// What happens to text that does not apply; it is hidden when left out.
    pub outside: Option<OutsideView>,
}

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

/// A version drawn, without what it names.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparedSide)]
pub struct SideView {
    pub file: FileView,
    pub html: String,
    /// The end had to be cut.
    pub truncated: bool,
}

impl From<View> for SideView {
    fn from(view: View) -> Self {
        let truncated = view.rendered.truncated;
        Self { html: view.rendered.html.clone(), truncated, file: view.file.into() }
    }
}

/// Two versions of a module.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparedVersions)]
pub struct ComparedView {
    pub left: SideView,
    pub right: SideView,
}

impl From<[View; 2]> for ComparedView {
    fn from([left, right]: [View; 2]) -> Self {
        Self { left: left.into(), right: right.into() }
    }
}
