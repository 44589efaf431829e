//! Wire types for translations.

pub mod page;

use app::editing::translations::{
    LanguageProgress, ListedTranslation, ManualTranslations, ModuleLanguage, NewTranslation, TranslationFilter,
};
use domain::checkin::parse_comment;
use domain::field::{FieldCode, FieldErrors};
use domain::language::Language;
use domain::module::{parse_info_name, parse_title};
use domain::translation::TranslationState;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{PageNumber, PageSize, PageView};
use super::request_name::named_request;

/// The state of a module in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TranslationState)]
pub enum TranslationStateView {
    Missing,
    Started,
    Translated,
    Outdated,
}

impl From<TranslationState> for TranslationStateView {
    fn from(state: TranslationState) -> Self {
        match state {
            TranslationState::Missing => Self::Missing,
            TranslationState::Started => Self::Started,
            TranslationState::Translated => Self::Translated,
            TranslationState::Outdated => Self::Outdated,
        }
    }
}

impl From<TranslationStateView> for TranslationState {
    fn from(state: TranslationStateView) -> Self {
        match state {
            TranslationStateView::Missing => Self::Missing,
            TranslationStateView::Started => Self::Started,
            TranslationStateView::Translated => Self::Translated,
            TranslationStateView::Outdated => Self::Outdated,
        }
    }
}

/// A new translation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateTranslationRequest {
    #[schema(example = "zh-CN")]
    pub language: String,
    /// The technical name in the language; without it that of the original.
    #[serde(default)]
    pub tech_name: String,
    /// The information name in the language; without it that of the original.
    #[serde(default)]
    pub info_name: String,
    #[serde(default)]
    pub comment: String,
    /// The id of the change request, which is in progress, that the work belongs to.
    #[schema(nullable = false)]
    pub change_request_id: Option<String>,
}

impl CreateTranslationRequest {
    pub fn parse(self) -> Result<NewTranslation, app::Error> {
        let mut errors = FieldErrors::default();
        let (code, country) = self.language.split_once('-').unwrap_or((&self.language, ""));
        let language = errors.take("language", Language::parse(code, country));
        let tech_name = match self.tech_name.trim() {
            "" => Some(String::new()),
            _ => errors.take("techName", parse_title(&self.tech_name)),
        };
        let info_name = errors.take("infoName", parse_info_name(&self.info_name));
        let comment = errors.take("comment", parse_comment(&self.comment));
        errors.finish()?;
        Ok(NewTranslation {
            language: language.ok_or_else(|| app::Error::field("language", FieldCode::Required))?,
            tech_name: tech_name.unwrap_or_default(),
            info_name: info_name.unwrap_or_default(),
            comment: comment.unwrap_or_default(),
            // A module that is new belongs to no other request.
            change_request: named_request(self.change_request_id, false),
        })
    }
}

/// A module in a language of its manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModuleLanguage)]
pub struct ModuleLanguageView {
    pub language: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<String>,
    /// Left out for the original.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub state: Option<TranslationStateView>,
}

impl From<ModuleLanguage> for ModuleLanguageView {
    fn from(ModuleLanguage { language, path, state }: ModuleLanguage) -> Self {
        Self { language, path, state: state.map(TranslationStateView::from) }
    }
}

/// Selects translations of a manual.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TranslationsQuery {
    /// As in `/H160/MEL`.
    pub manual_path: String,
    /// As in `zh-CN`.
    pub language: Option<String>,
    #[param(inline)]
    pub state: Option<TranslationStateView>,
    /// A part of the title or the code.
    #[serde(default)]
    pub keyword_filter: String,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

impl TranslationsQuery {
    pub fn filter(&self) -> TranslationFilter {
        TranslationFilter {
            language: self.language.clone(),
            state: self.state.map(TranslationState::from),
            text: self.keyword_filter.clone(),
        }
    }
}

/// A module with its state in one language.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListedTranslation)]
pub struct ListedTranslationView {
    pub title: String,
    /// The path of the original.
    pub original: String,
    /// The path of the translation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub translation: Option<String>,
    pub language: String,
    pub state: TranslationStateView,
}

impl From<ListedTranslation> for ListedTranslationView {
    fn from(ListedTranslation { title, original, translation, language, state }: ListedTranslation) -> Self {
        Self { title, original, translation, language, state: state.into() }
    }
}

/// The modules of a manual by their state in one language.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LanguageProgress)]
pub struct LanguageProgressView {
    pub language: String,
    pub missing: usize,
    pub started: usize,
    pub translated: usize,
    pub outdated: usize,
}

impl From<LanguageProgress> for LanguageProgressView {
    fn from(LanguageProgress { language, missing, started, translated, outdated }: LanguageProgress) -> Self {
        Self { language, missing, started, translated, outdated }
    }
}

/// How far a manual is translated.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ManualTranslations)]
pub struct ManualTranslationsView {
    /// For each language that the manual is translated into.
    pub languages: Vec<LanguageProgressView>,
    pub page: PageView<ListedTranslationView>,
}

impl From<ManualTranslations> for ManualTranslationsView {
    fn from(ManualTranslations { languages, modules }: ManualTranslations) -> Self {
        Self { languages: languages.into_iter().map(LanguageProgressView::from).collect(), page: modules.into() }
    }
}

/// The version of the original that is translated.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmTranslationRequest {
    pub version: String,
}
