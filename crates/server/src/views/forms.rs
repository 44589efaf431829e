//! Wire types for the forms of the editor.

pub mod applicability;
pub mod dispatch;
pub mod graphics;
pub mod metadata;
pub mod references;

use app::editing::forms::FormEdit;
use app::editing::forms::metadata::FormText;
use serde::Serialize;
use utoipa::ToSchema;

/// A replaced range of a text, in units of UTF-16.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FormEdit)]
pub struct FormEditView {
    pub from: usize,
    pub to: usize,
    pub text: String,
}

impl From<FormEdit> for FormEditView {
    fn from(edit: FormEdit) -> Self {
        Self { from: edit.range.start, to: edit.range.end, text: edit.text }
    }
}

/// The text of a field.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FormText)]
pub struct FormTextView {
    pub text: String,
    /// It contains more than text and can be changed in the source only.
    pub is_fixed: bool,
}

impl From<FormText> for FormTextView {
    fn from(FormText { text, is_fixed }: FormText) -> Self {
        Self { text, is_fixed }
    }
}
