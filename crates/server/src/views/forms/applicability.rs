//! Wire types for the form with applicability.

use app::editing::forms::applicability::{
    ApplicabilityChange, ApplicabilityFields, EditedApplicability, Property, StatementFields, StatementNode,
};
use app::reading::viewer::Applicants;
use domain::field::FieldCode;
use domain::form::{MAX_ENTRIES, parse_line};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{FormEditView, FormTextView};
use crate::views::viewer::PropertyKindView;

const MAX_DEPTH: usize = 20;
const MAX_IDENT: usize = 200;
const MAX_VALUES: usize = 4_000;
const MAX_DISPLAY: usize = 2_000;

/// The kind of a part of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = StatementNodeKind)]
pub enum StatementNodeKindView {
    /// `ident`, `type` and `values`.
    Assert,
    /// `any` and `parts`.
    Group,
    /// `number` and `text`: a part that the form does not know.
    Kept,
}

/// A part of a statement.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StatementNode)]
pub struct StatementNodeView {
    pub kind: StatementNodeKindView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ident: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub r#type: Option<PropertyKindView>,
    /// In S1000D notation: `a|b` is a set, `x~y` a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub values: Option<String>,
    /// Any part of the group suffices; otherwise all must hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub any: Option<bool>,
    #[schema(no_recursion)]
    pub parts: Vec<Self>,
    /// The number of a part of the statement in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub number: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub text: Option<String>,
}

impl StatementNodeView {
    fn empty(kind: StatementNodeKindView) -> Self {
        Self { kind, ident: None, r#type: None, values: None, any: None, parts: Vec::new(), number: None, text: None }
    }
}

impl From<StatementNode> for StatementNodeView {
    fn from(node: StatementNode) -> Self {
        match node {
            StatementNode::Assert { property, values } => Self {
                ident: Some(property.ident),
                r#type: Some(property.kind.into()),
                values: Some(values),
                ..Self::empty(StatementNodeKindView::Assert)
            },
            StatementNode::Group { is_any, parts } => Self {
                any: Some(is_any),
                parts: parts.into_iter().map(Self::from).collect(),
                ..Self::empty(StatementNodeKindView::Group)
            },
            StatementNode::Kept { number, text } => {
                Self { number: Some(number), text: Some(text), ..Self::empty(StatementNodeKindView::Kept) }
            }
        }
    }
}

impl StatementNodeView {
    /// Reads a part, with the number of parts read so far.
    fn parse(self, depth: usize, count: &mut usize) -> Result<StatementNode, FieldCode> {
        *count += 1;
        if depth > MAX_DEPTH || *count > MAX_ENTRIES {
            return Err(FieldCode::TooMany);
        }
        match self.kind {
            StatementNodeKindView::Assert => {
                let ident = parse_line(&self.ident.unwrap_or_default(), 1, MAX_IDENT)?;
                let kind = self.r#type.ok_or(FieldCode::Required)?.into();
                let values = parse_line(&self.values.unwrap_or_default(), 1, MAX_VALUES)?;
                Ok(StatementNode::Assert { property: Property { kind, ident }, values })
            }
            StatementNodeKindView::Group => {
                let parts: Result<Vec<_>, _> =
                    self.parts.into_iter().map(|part| part.parse(depth + 1, count)).collect();
                let mut parts = parts?;
                match (parts.len(), parts.pop()) {
                    (_, None) => Err(FieldCode::Required),
                    // A group of one is that one.
                    (1, Some(only)) => Ok(only),
                    (_, Some(last)) => {
                        parts.push(last);
                        Ok(StatementNode::Group { is_any: self.any.unwrap_or_default(), parts })
                    }
                }
            }
            StatementNodeKindView::Kept => {
                let number = self.number.ok_or(FieldCode::Required)?;
                Ok(StatementNode::Kept { number, text: self.text.unwrap_or_default() })
            }
        }
    }
}

/// A statement of applicability.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StatementFields)]
pub struct StatementFieldsView {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id: Option<String>,
    /// The text for readers.
    pub display: FormTextView,
    /// Left out where it holds always, or only the text says when it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub expression: Option<StatementNodeView>,
    /// It can be changed in the source only.
    pub is_fixed: bool,
    /// Elements that refer to it.
    pub uses: usize,
}

impl From<StatementFields> for StatementFieldsView {
    fn from(statement: StatementFields) -> Self {
        Self {
            id: statement.id,
            display: statement.display.into(),
            expression: statement.expression.map(StatementNodeView::from),
            is_fixed: statement.is_fixed,
            uses: statement.uses,
        }
    }
}

/// The applicability of a module or an element.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApplicabilityFields)]
pub struct ApplicabilityFieldsView {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub own: Option<StatementFieldsView>,
    /// The object that is referred to instead and cannot be changed in the form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub elsewhere: Option<String>,
    /// The statements that elements of the module can refer to.
    pub group: Vec<StatementFieldsView>,
}

impl From<ApplicabilityFields> for ApplicabilityFieldsView {
    fn from(fields: ApplicabilityFields) -> Self {
        Self {
            own: fields.own.map(StatementFieldsView::from),
            elsewhere: fields.elsewhere,
            group: fields.group.into_iter().map(StatementFieldsView::from).collect(),
        }
    }
}

/// The aircraft or products that a statement applies to, with those around it; at most 50 names of each.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Applicants)]
pub struct ApplicantsView {
    /// They are products of the tables, because no operator has an aircraft of the model.
    pub are_products: bool,
    pub total: usize,
    pub applies: usize,
    pub names: Vec<String>,
    /// Those for which it cannot be decided.
    pub unknown: usize,
    pub unknown_names: Vec<String>,
}

impl From<Applicants> for ApplicantsView {
    fn from(found: Applicants) -> Self {
        let Applicants { are_products, total, applies, names, unknown, unknown_names } = found;
        Self { are_products, total, applies, names, unknown, unknown_names }
    }
}

/// A text, and a change of the applicability in it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditApplicabilityRequest {
    pub text: String,
    /// The beginning of an element, in units of UTF-16; left out for the module.
    #[schema(nullable = false)]
    pub position: Option<usize>,
    /// Left out to read the applicability alone.
    #[schema(nullable = false)]
    pub change: Option<ApplicabilityChangeRequest>,
}

/// A change of applicability.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum ApplicabilityChangeRequest {
    /// Writes the statement of the module, the one with this id, or a new one for the element.
    Write {
        #[schema(nullable = false)]
        id: Option<String>,
        display: String,
        #[schema(nullable = false)]
        expression: Option<StatementNodeView>,
    },
    /// The element refers to the statement with this id, or to none.
    Refer {
        #[schema(nullable = false)]
        id: Option<String>,
    },
}

impl ApplicabilityChangeRequest {
    pub fn parse(self) -> Result<ApplicabilityChange, app::Error> {
        match self {
            Self::Refer { id } => Ok(ApplicabilityChange::Refer(id)),
            Self::Write { id, display, expression } => {
                let refused = |field: &'static str| move |code: FieldCode| app::Error::field(field, code);
                let display = parse_line(&display, 0, MAX_DISPLAY).map_err(refused("display"))?;
                let expression = expression.map(|node| node.parse(0, &mut 0)).transpose();
                let expression = expression.map_err(refused("expression"))?;
                Ok(ApplicabilityChange::Write { id, display, expression })
            }
        }
    }
}

/// The edits that make a change, and the applicability afterwards.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EditedApplicability)]
pub struct EditedApplicabilityView {
    pub edits: Vec<FormEditView>,
    /// Left out when the module has no status section in this file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applicability: Option<ApplicabilityFieldsView>,
    /// The formula of the own statement in plain words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub words: Option<String>,
    pub applicants: ApplicantsView,
}

impl From<EditedApplicability> for EditedApplicabilityView {
    fn from(edited: EditedApplicability) -> Self {
        Self {
            edits: edited.edits.into_iter().map(FormEditView::from).collect(),
            applicability: edited.fields.map(ApplicabilityFieldsView::from),
            words: edited.words,
            applicants: edited.applicants.into(),
        }
    }
}
