//! Wire types for the form with references.

use app::editing::forms::references::{
    EditedReference, ReferenceAt, ReferenceQuestion, ReferenceRequest, ReferenceTarget,
};
use domain::form::parse_line;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::FormEditView;
use crate::views::paths::parse_path;

const MAX_ID: usize = 200;

/// The kind of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ReferenceAtKind)]
pub enum ReferenceAtKindView {
    /// To a module or a publication.
    File,
    /// To an element of the same module.
    Internal,
}

/// The reference at a position.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReferenceAt)]
pub struct ReferenceAtView {
    pub kind: ReferenceAtKindView,
    /// The code of a module or publication; left out when it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub title: Option<String>,
    /// The id of the element that it leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id: Option<String>,
    /// The issue that the reference names; another target has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "002-00")]
    pub issue: Option<String>,
    /// The path of the file; left out when the library does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<String>,
}

impl ReferenceAtView {
    fn new(reference: ReferenceAt, path: Option<String>) -> Self {
        match reference {
            ReferenceAt::Object { target, title, fragment, issue } => Self {
                kind: ReferenceAtKindView::File,
                code: target.map(|target| target.to_string()),
                title: Some(title),
                id: fragment,
                issue,
                path,
            },
            ReferenceAt::Internal { id } => Self {
                kind: ReferenceAtKindView::Internal,
                code: None,
                title: None,
                id: Some(id),
                issue: None,
                path: None,
            },
        }
    }
}

/// An element that a reference can lead to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReferenceTarget)]
pub struct ReferenceTargetView {
    pub id: String,
    /// The local name.
    #[schema(example = "figure")]
    pub element: String,
    /// Its title, or the beginning of its text.
    pub label: String,
}

impl From<ReferenceTarget> for ReferenceTargetView {
    fn from(ReferenceTarget { id, element, label }: ReferenceTarget) -> Self {
        Self { id, element, label }
    }
}

/// A position in a text, and a change of the reference there.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditReferenceRequest {
    pub text: String,
    /// In units of UTF-16.
    pub position: usize,
    /// The path of another module whose elements are listed.
    #[schema(nullable = false)]
    pub other: Option<String>,
    /// Left out to read alone.
    #[schema(nullable = false)]
    pub change: Option<ReferenceChangeRequest>,
}

/// A new target of a reference, or a new reference.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum ReferenceChangeRequest {
    /// To the module or publication at a path, or to an element of it.
    File {
        path: String,
        #[schema(nullable = false)]
        id: Option<String>,
    },
    /// To an element of the same module.
    Internal { id: String },
}

impl EditReferenceRequest {
    pub fn parse(self) -> Result<ReferenceQuestion, app::Error> {
        let id = |id: &str| parse_line(id, 1, MAX_ID).map_err(|code| app::Error::field("change.id", code));
        let change = match self.change {
            Some(ReferenceChangeRequest::File { path, id: fragment }) => Some(ReferenceRequest::File {
                path: parse_path(&path)?,
                fragment: fragment.as_deref().map(id).transpose()?,
            }),
            Some(ReferenceChangeRequest::Internal { id: target }) => {
                Some(ReferenceRequest::Internal { id: id(&target)? })
            }
            None => None,
        };
        let other = self.other.as_deref().map(parse_path).transpose()?;
        Ok(ReferenceQuestion { text: self.text, position: self.position, other, change })
    }
}

/// The edits that write a reference, and what is at the position before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditedReference)]
pub struct EditedReferenceView {
    pub edits: Vec<FormEditView>,
    /// The reference that the position is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub at: Option<ReferenceAtView>,
    /// A reference to a module can be inserted.
    pub allows_module: bool,
    /// A reference to an element of the same module can be inserted.
    pub allows_internal: bool,
    /// The elements of the text that references can lead to; at most 1,000.
    pub targets: Vec<ReferenceTargetView>,
    /// Those of the other module.
    pub fragments: Vec<ReferenceTargetView>,
}

impl From<EditedReference> for EditedReferenceView {
    fn from(edited: EditedReference) -> Self {
        Self {
            edits: edited.edits.into_iter().map(FormEditView::from).collect(),
            at: edited.fields.at.map(|at| ReferenceAtView::new(at, edited.target)),
            allows_module: edited.fields.allows_module,
            allows_internal: edited.fields.allows_internal,
            targets: edited.targets.into_iter().map(ReferenceTargetView::from).collect(),
            fragments: edited.fragments.into_iter().map(ReferenceTargetView::from).collect(),
        }
    }
}
