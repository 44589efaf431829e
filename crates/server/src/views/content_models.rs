//! Wire types for content models. They are large, so elements refer to tables by index.

use app::editing::content_models::{
    AttributeKind, AttributeModel, ContentModel, ContentState, ElementModel, ModelOrigin,
};
use serde::Serialize;
use utoipa::ToSchema;

/// The allowed content of the elements of a module.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ContentModel)]
pub struct ContentModelView {
    /// `schema`: read from an installed schema set. `learned`: from other modules of the manual, so that more may be allowed.
    #[schema(example = "schema")]
    pub origin: &'static str,
    pub elements: Vec<ElementModelView>,
    /// The distinct attributes of all elements.
    pub attributes: Vec<AttributeModelView>,
    /// The distinct lists of values of all attributes.
    pub values: Vec<Vec<String>>,
}

/// An element.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ElementModel)]
pub struct ElementModelView {
    /// As documents write it, with the prefix of the schema.
    #[schema(example = "para")]
    pub name: String,
    /// Present when its content depends on the element around it.
    #[serde(skip_serializing_if = "is_no")]
    pub local: bool,
    /// Present when text may stand in it.
    #[serde(skip_serializing_if = "is_no")]
    pub text: bool,
    /// An automaton over its children, which begins in the first state.
    pub states: Vec<ContentStateView>,
    /// Indexes of `attributes` of the model.
    pub attributes: Vec<usize>,
}

/// A place between two children.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ContentState)]
pub struct ContentStateView {
    /// Present when nothing more is needed.
    #[serde(skip_serializing_if = "is_no")]
    pub end: bool,
    /// The elements that may follow, each with the state behind it.
    pub next: Vec<[usize; 2]>,
    /// The state behind any other element, where one may follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub any: Option<usize>,
}

/// An attribute.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AttributeModel)]
pub struct AttributeModelView {
    #[schema(example = "emphasisType")]
    pub name: String,
    #[serde(skip_serializing_if = "is_no")]
    pub required: bool,
    /// `id`, `reference` or `references`; absent for other text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub kind: Option<&'static str>,
    /// The index of its values in `values` of the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub values: Option<usize>,
    /// Present when no other value is allowed.
    #[serde(skip_serializing_if = "is_no")]
    pub closed: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_no(value: &bool) -> bool {
    !*value
}

impl From<&ContentModel> for ContentModelView {
    fn from(model: &ContentModel) -> Self {
        Self {
            origin: match model.origin {
                ModelOrigin::Schema => "schema",
                ModelOrigin::Learned => "learned",
            },
            elements: model.elements.iter().map(ElementModelView::from).collect(),
            attributes: model.attributes.iter().map(AttributeModelView::from).collect(),
            values: model.values.clone(),
        }
    }
}

impl From<&ElementModel> for ElementModelView {
    fn from(element: &ElementModel) -> Self {
        Self {
            name: element.name.clone(),
            local: element.is_local,
            text: element.has_text,
            states: element.content.states.iter().map(ContentStateView::from).collect(),
            attributes: element.attributes.clone(),
        }
    }
}

impl From<&ContentState> for ContentStateView {
    fn from(state: &ContentState) -> Self {
        let next = state.next.iter().map(|(child, to)| [*child, *to]).collect();
        Self { end: state.is_end, next, any: state.any }
    }
}

impl From<&AttributeModel> for AttributeModelView {
    fn from(attribute: &AttributeModel) -> Self {
        let kind = match attribute.kind {
            AttributeKind::Text => None,
            AttributeKind::Id => Some("id"),
            AttributeKind::Reference => Some("reference"),
            AttributeKind::References => Some("references"),
        };
        Self {
            name: attribute.name.clone(),
            required: attribute.is_required,
            kind,
            values: attribute.values,
            closed: attribute.is_closed,
        }
    }
}
