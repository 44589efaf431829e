//! What a module and its pieces apply to, on the wire.

use app::reading::viewer::{Annotation, Expression, ModuleView, PropertyKind, Truth};
use serde::Serialize;
use utoipa::ToSchema;

use crate::views::choices::ChosenView;

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

impl ApplicabilityView {
    pub fn new(view: &ModuleView) -> Self {
        let rendered = &view.rendered;
        Self {
            module: view.module.as_ref().map(AnnotationView::from),
            annotations: rendered.annotations.iter().map(AnnotationView::from).collect(),
            hidden: rendered.hidden,
            unknown: rendered.unknown,
            chosen: view.chosen.iter().cloned().map(ChosenView::from).collect(),
        }
    }
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

/// A statement: a property with values, others joined by an operator (specification, section 3), or words alone.
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
    /// As S1000D writes them: `a|b` is a set, `x~y` a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applic_property_values: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub logical_operator: Option<LogicalOperatorView>,
    #[schema(no_recursion)]
    pub evaluates: Vec<Self>,
    /// What stands there in words alone, which nobody can decide; empty where there are no words either.
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
