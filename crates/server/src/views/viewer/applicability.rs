//! Wire types for applicability.

use app::reading::viewer::{Annotation, DecidingValue, Expression, ModuleView, PropertyKind, Truth};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::views::choices::ChosenView;

/// The result of evaluating applicability.
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

/// The applicability of a module, evaluated for the choice.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ViewApplicability)]
pub struct ApplicabilityView {
    /// The applicability of the whole module.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub module: Option<AnnotationView>,
    /// The applicability of its parts, referenced by `data-applic-id`.
    pub annotations: Vec<AnnotationView>,
    /// Number of parts hidden or greyed because they do not apply.
    pub hidden: usize,
    /// Number of parts shown because their applicability is unknown.
    pub unknown: usize,
    /// The property values that result from the choice.
    pub chosen: Vec<ChosenView>,
    /// False: the tables of the module are about other aircraft and products than the chosen one, so everything is shown.
    pub known: bool,
}

impl ApplicabilityView {
    pub fn new(view: &ModuleView) -> Self {
        let rendered = &view.rendered;
        Self {
            module: view.module.as_ref().map(AnnotationView::from),
            annotations: rendered.annotations.iter().map(AnnotationView::from).collect(),
            hidden: rendered.hidden,
            unknown: rendered.unknown,
            chosen: view.chosen.iter().cloned().map(ChosenView::from).collect(),
            known: view.is_known,
        }
    }
}

/// An applicability annotation and its result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Annotation)]
pub struct AnnotationView {
    pub id: String,
    pub truth: TruthView,
    /// The author's display text.
    pub text: String,
    /// The formula as text.
    pub reason: String,
    /// Number of parts with this annotation.
    pub pieces: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub assertion: Option<AssertionView>,
    /// The properties that decide the result, with their values for the choice.
    pub decided_by: Vec<DecidingValueView>,
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
            decided_by: annotation.decided_by.iter().map(DecidingValueView::from).collect(),
        }
    }
}

/// A property that decides an applicability.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DecidingValue)]
pub struct DecidingValueView {
    pub ident: String,
    pub r#type: PropertyKindView,
    /// The display name of the property.
    pub name: String,
    /// Left out when the value is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub value: Option<String>,
}

impl From<&DecidingValue> for DecidingValueView {
    fn from(deciding: &DecidingValue) -> Self {
        let DecidingValue { property, name, value } = deciding.clone();
        Self { ident: property.ident, r#type: property.kind.into(), name, value }
    }
}

/// The kind of a property, in S1000D terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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

impl From<PropertyKindView> for PropertyKind {
    fn from(kind: PropertyKindView) -> Self {
        match kind {
            PropertyKindView::Prodattr => Self::Attribute,
            PropertyKindView::Condition => Self::Condition,
        }
    }
}

/// The operator of an assertion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LogicalOperator)]
pub enum LogicalOperatorView {
    And,
    Or,
}

/// A statement: a property with values, nested statements joined by an operator (specification, section 3), or text
/// only.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Assertion)]
pub struct AssertionView {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applic_property_ident: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applic_property_type: Option<PropertyKindView>,
    /// In S1000D notation: `a|b` is a set, `x~y` a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applic_property_values: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub logical_operator: Option<LogicalOperatorView>,
    #[schema(no_recursion)]
    pub evaluates: Vec<Self>,
    /// A text-only statement, which cannot be evaluated; empty when there is no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub text: Option<String>,
}

impl From<&Expression> for AssertionView {
    fn from(expression: &Expression) -> Self {
        let joined = |operator, parts: &[Expression]| Self {
            logical_operator: Some(operator),
            evaluates: parts.iter().map(Self::from).collect(),
            ..Self::default()
        };
        match expression {
            Expression::And(parts) => joined(LogicalOperatorView::And, parts),
            Expression::Or(parts) => joined(LogicalOperatorView::Or, parts),
            Expression::Assert(assertion) => Self {
                applic_property_ident: Some(assertion.property.ident.clone()),
                applic_property_type: Some(assertion.property.kind.into()),
                applic_property_values: Some(assertion.values.to_string()),
                ..Self::default()
            },
            Expression::Unread(text) => Self { text: Some(text.clone()), ..Self::default() },
        }
    }
}
