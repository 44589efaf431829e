//! Wire types for the form with the metadata of a module.

mod requests;

use app::editing::forms::metadata::{
    EnterpriseFields, ModuleMetadata, QualityFields, ReasonFields, SecurityFields, TitleFields,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{FormEditView, FormTextView};

pub use requests::{
    EditMetadataRequest, EnterpriseChangeRequest, MetadataChangeRequest, QualityChangeRequest, ReasonChangeRequest,
};

/// The metadata of a text. Parts that the text does not have are left out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModuleMetadata)]
pub struct MetadataView {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub title: Option<TitleFieldsView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "en-US")]
    pub language: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub security: Option<SecurityFieldsView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub responsible: Option<EnterpriseFieldsView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub originator: Option<EnterpriseFieldsView>,
    pub quality: Vec<QualityFieldsView>,
    /// Left out when the text has no status section.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reasons: Option<Vec<ReasonFieldsView>>,
    /// Reasons have a type and can be highlighted; issue 4.0 of S1000D has neither.
    pub has_typed_reasons: bool,
}

impl From<ModuleMetadata> for MetadataView {
    fn from(metadata: ModuleMetadata) -> Self {
        Self {
            title: metadata.title.map(TitleFieldsView::from),
            language: metadata.language,
            security: metadata.security.map(SecurityFieldsView::from),
            responsible: metadata.responsible.map(EnterpriseFieldsView::from),
            originator: metadata.originator.map(EnterpriseFieldsView::from),
            quality: metadata.quality.into_iter().map(QualityFieldsView::from).collect(),
            reasons: metadata.reasons.map(|reasons| reasons.into_iter().map(ReasonFieldsView::from).collect()),
            has_typed_reasons: metadata.has_typed_reasons,
        }
    }
}

/// The parts of a title.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TitleFields)]
pub struct TitleFieldsView {
    /// The technical name of a module, or the title of a publication.
    pub tech_name: FormTextView,
    /// Left out for a publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub info_name: Option<FormTextView>,
    /// Left out where the issue of S1000D does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub info_name_variant: Option<FormTextView>,
}

impl From<TitleFields> for TitleFieldsView {
    fn from(title: TitleFields) -> Self {
        Self {
            tech_name: title.technical.into(),
            info_name: title.info.map(FormTextView::from),
            info_name_variant: title.variant.map(FormTextView::from),
        }
    }
}

/// The security classification.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = SecurityFields)]
pub struct SecurityFieldsView {
    #[schema(example = "01")]
    pub classification: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "cc51")]
    pub commercial: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "cv51")]
    pub caveat: Option<String>,
}

impl From<SecurityFields> for SecurityFieldsView {
    fn from(SecurityFields { classification, commercial, caveat }: SecurityFields) -> Self {
        Self { classification, commercial, caveat }
    }
}

/// A company.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EnterpriseFields)]
pub struct EnterpriseFieldsView {
    /// Empty for none.
    #[schema(example = "F0210")]
    pub code: String,
    pub name: FormTextView,
}

impl From<EnterpriseFields> for EnterpriseFieldsView {
    fn from(EnterpriseFields { code, name }: EnterpriseFields) -> Self {
        Self { code, name: name.into() }
    }
}

/// The state of verification.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QualityFields)]
pub struct QualityFieldsView {
    /// The type of the first verification; left out for what is unverified.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "tabtop")]
    pub first: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "onobject")]
    pub second: Option<String>,
    /// It can be changed in the source only.
    pub is_fixed: bool,
}

impl From<QualityFields> for QualityFieldsView {
    fn from(QualityFields { first, second, is_fixed }: QualityFields) -> Self {
        Self { first, second, is_fixed }
    }
}

/// A reason for update.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReasonFields)]
pub struct ReasonFieldsView {
    pub text: FormTextView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "urt02")]
    pub r#type: Option<String>,
    /// Listed in the highlights of the publication.
    pub highlight: bool,
    /// Change marks refer to it, so it cannot be removed.
    pub is_referenced: bool,
}

impl From<ReasonFields> for ReasonFieldsView {
    fn from(ReasonFields { text, kind, highlight, is_referenced }: ReasonFields) -> Self {
        Self { text: text.into(), r#type: kind, highlight, is_referenced }
    }
}

/// The edits that make a change, and the metadata afterwards.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EditedMetadata)]
pub struct EditedMetadataView {
    pub edits: Vec<FormEditView>,
    pub metadata: MetadataView,
}
