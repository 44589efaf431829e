//! Wire types for the form with an item of a minimum equipment list.

mod requests;

use app::editing::forms::dispatch::{
    DispatchForm, DispatchWarning, DispatchWarningKind, EditedDispatch, LineFields, MasterItem, ProcedureFields,
    ProvisoLogic,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{FormEditView, FormTextView};

pub use requests::{DispatchItemRequest, DispatchLineRequest, EditDispatchRequest, ProvisoRequest};

/// An item of a minimum equipment list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DispatchItem)]
pub struct DispatchItemView {
    /// As in `33-40-01`.
    pub number: FormTextView,
    pub title: FormTextView,
    pub lines: Vec<DispatchLineView>,
    /// Lines can be added and removed; otherwise the item itself is its only line.
    pub has_lines: bool,
}

impl From<DispatchForm> for DispatchItemView {
    fn from(item: DispatchForm) -> Self {
        Self {
            number: item.number.into(),
            title: item.title.into(),
            lines: item.lines.into_iter().map(DispatchLineView::from).collect(),
            has_lines: item.has_lines,
        }
    }
}

/// How the provisos of a line are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ProvisoLogic)]
pub enum ProvisoLogicView {
    /// All must be met.
    All,
    /// One of them suffices.
    Any,
    /// Several lists, or lists within each other: they can be changed in the source only.
    Mixed,
}

impl From<ProvisoLogic> for ProvisoLogicView {
    fn from(logic: ProvisoLogic) -> Self {
        match logic {
            ProvisoLogic::All => Self::All,
            ProvisoLogic::Any => Self::Any,
            ProvisoLogic::Mixed(_) => Self::Mixed,
        }
    }
}

/// A line of an item. Numbers are as written: `-` stands for one that varies.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DispatchLine)]
pub struct DispatchLineView {
    pub label: String,
    pub title: FormTextView,
    /// The repair category, A to D.
    #[schema(example = "C")]
    pub category: String,
    pub installed: String,
    pub required: String,
    pub remarks: FormTextView,
    /// In their order.
    pub provisos: Vec<FormTextView>,
    pub logic: ProvisoLogicView,
    pub placard: FormTextView,
    pub operational: Vec<ProcedureFieldsView>,
    pub maintenance: Vec<ProcedureFieldsView>,
    /// The statement that it refers to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applicability: Option<String>,
    /// The beginning of its start tag, in units of UTF-16; for `/drafts/applicability`.
    pub position: usize,
}

impl From<LineFields> for DispatchLineView {
    fn from(line: LineFields) -> Self {
        Self {
            label: line.label,
            title: line.title.into(),
            category: line.category,
            installed: line.installed,
            required: line.required,
            remarks: line.remarks.into(),
            provisos: line.provisos.into_iter().map(FormTextView::from).collect(),
            logic: line.logic.into(),
            placard: line.placard.into(),
            operational: line.operational.into_iter().map(ProcedureFieldsView::from).collect(),
            maintenance: line.maintenance.into_iter().map(ProcedureFieldsView::from).collect(),
            applicability: line.applicability,
            position: line.start,
        }
    }
}

/// A procedure that a line refers to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProcedureFields)]
pub struct ProcedureFieldsView {
    /// Left out when it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub code: Option<String>,
    pub title: String,
}

impl From<ProcedureFields> for ProcedureFieldsView {
    fn from(ProcedureFields { target, title }: ProcedureFields) -> Self {
        Self { code: target.map(|target| target.to_string()), title }
    }
}

/// The item of the master list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MasterItem)]
pub struct MasterItemView {
    pub path: String,
    #[schema(example = "en-US")]
    pub language: String,
    /// Texts are compared; in another language only values and the number of provisos are.
    pub has_same_language: bool,
    pub item: DispatchItemView,
}

impl From<MasterItem> for MasterItemView {
    fn from(MasterItem { path, language, has_same_language, item, .. }: MasterItem) -> Self {
        Self { path, language, has_same_language, item: item.into() }
    }
}

/// Something in a line that an author should look at.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DispatchWarning)]
pub struct DispatchWarningView {
    /// The index of the line.
    pub line: usize,
    /// One of `noCategory`, `requiredAboveInstalled`, `sign`, `notInMaster`, `category`, `categoryA`, `required`,
    /// `moreInoperative`, `varies`, `installedVaries`, `notComparable`, `procedure`, `otherProcedure`, `placard`,
    /// `proviso`, `anyProviso`, `alternative`, `exception`, `provisoLogic`, `fewerProvisos`, `remarks`, `title`,
    /// `applicability`, `otherLanguage`, `unreadable`.
    #[schema(example = "category")]
    pub code: String,
    /// The value of the master list, the sign of a procedure, or an own proviso.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "C")]
    pub value: Option<String>,
    /// The line allows something that the master list does not.
    pub less_restrictive: bool,
}

impl From<(usize, DispatchWarning)> for DispatchWarningView {
    fn from((line, warning): (usize, DispatchWarning)) -> Self {
        Self {
            line,
            code: warning.code().to_owned(),
            value: warning.value().map(str::to_owned),
            less_restrictive: warning.kind() == DispatchWarningKind::LessRestrictive,
        }
    }
}

/// The edits that make a change, and the item afterwards.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EditedDispatch)]
pub struct EditedDispatchView {
    pub edits: Vec<FormEditView>,
    /// Left out when the text has no item.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub item: Option<DispatchItemView>,
    /// The same item as the OEM delivered it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub master: Option<MasterItemView>,
    pub warnings: Vec<DispatchWarningView>,
    /// The indexes of lines of the master item that the item does not have.
    pub missing: Vec<usize>,
}

impl From<EditedDispatch> for EditedDispatchView {
    fn from(edited: EditedDispatch) -> Self {
        Self {
            edits: edited.edits.into_iter().map(FormEditView::from).collect(),
            item: edited.item.map(DispatchItemView::from),
            master: edited.master.map(MasterItemView::from),
            warnings: edited.warnings.into_iter().map(DispatchWarningView::from).collect(),
            missing: edited.missing,
        }
    }
}
