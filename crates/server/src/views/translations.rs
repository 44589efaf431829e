//! Wire types for translations.

use app::editing::translations::{
    CodeTable, LanguageProgress, LineCode, ListedTranslation, ManualTranslations, MarkedPart, ModuleLanguage,
    NewTranslation, OriginalChange, TranslationCounts, TranslationFilter, TranslationPage, TranslationRow,
    XliffProblem, XliffReport,
};
use domain::checkin::parse_comment;
use domain::field::{FieldCode, FieldErrors};
use domain::language::{Language, Locale};
use domain::module::{parse_info_name, parse_title};
use domain::translation::TranslationState;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::comments::RedlinePieceView;
use super::files::FileView;
use super::page::{PageNumber, PageSize, PageView};
use crate::texts;

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
    /// The technical name in the language; without it the title of the original.
    #[serde(default)]
    pub tech_name: String,
    #[serde(default)]
    pub info_name: String,
    #[serde(default)]
    pub comment: String,
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

/// A part of a line: text, or a code that stays as it is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LinePart)]
pub struct LinePartView {
    pub kind: LinePartKindView,
    /// Empty for a code.
    pub text: String,
    /// The number of the code; 0 for text.
    pub number: u32,
}

/// The kind of a part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LinePartKind)]
pub enum LinePartKindView {
    Text,
    /// The beginning of a code around text.
    Open,
    Close,
    /// A code without text.
    Alone,
}

impl From<MarkedPart> for LinePartView {
    fn from(part: MarkedPart) -> Self {
        let code = |kind, number| Self { kind, text: String::new(), number };
        match part {
            MarkedPart::Text(text) => Self { kind: LinePartKindView::Text, text, number: 0 },
            MarkedPart::Open(number) => code(LinePartKindView::Open, number),
            MarkedPart::Close(number) => code(LinePartKindView::Close, number),
            MarkedPart::Alone(number) => code(LinePartKindView::Alone, number),
        }
    }
}

/// A code of a line and of its translation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LineCode)]
pub struct LineCodeView {
    pub number: u32,
    /// The XML of its beginning, or all of it.
    pub start: String,
    /// The XML of its end, for a code around text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub end: Option<String>,
    pub label: String,
    /// The translation has to keep it.
    pub required: bool,
}

impl From<LineCode> for LineCodeView {
    fn from(code: LineCode) -> Self {
        let required = code.is_required();
        Self { number: code.number, start: code.start, end: code.end, label: code.label, required }
    }
}

/// What happened to a line of the original since it was translated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OriginalChange)]
pub enum OriginalChangeView {
    Added,
    Changed,
    Removed,
}

impl From<OriginalChange> for OriginalChangeView {
    fn from(change: OriginalChange) -> Self {
        match change {
            OriginalChange::Added => Self::Added,
            OriginalChange::Changed(_) => Self::Changed,
            OriginalChange::Removed(_) => Self::Removed,
        }
    }
}

/// A line of the original beside its translation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TranslationRow)]
pub struct TranslationRowView {
    /// The local name of the element around it.
    #[schema(example = "para")]
    pub element: String,
    /// Left out for a line that only the translation has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub original: Option<Vec<LinePartView>>,
    /// Left out for a line that the translation does not have.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub translation: Option<TranslatedLineView>,
    pub codes: Vec<LineCodeView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub change: Option<OriginalChangeView>,
    /// The changed words of the original.
    pub redline: Vec<RedlinePieceView>,
    /// The translation says something else than the original, or there is nothing to translate.
    pub translated: bool,
}

/// A line of the translation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TranslatedLine)]
pub struct TranslatedLineView {
    /// In units of UTF-16 from the beginning of the text.
    pub from: usize,
    pub to: usize,
    pub parts: Vec<LinePartView>,
}

/// The lines of a translation in numbers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TranslationCounts)]
pub struct TranslationCountsView {
    pub lines: usize,
    pub translated: usize,
    pub changed: usize,
}

impl From<TranslationCounts> for TranslationCountsView {
    fn from(TranslationCounts { lines, translated, changed }: TranslationCounts) -> Self {
        Self { lines, translated, changed }
    }
}

/// A translation beside its original.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TranslationPage)]
pub struct TranslationPageView {
    pub original: FileView,
    pub translation: FileView,
    pub state: TranslationStateView,
    /// The id of the version of the original that was translated, where it is not the current one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub translated_version: Option<String>,
    /// Of the text that the lines were read from.
    pub sha256: String,
    /// The text is my draft.
    pub is_draft: bool,
    pub counts: TranslationCountsView,
    pub rows: Vec<TranslationRowView>,
}

impl From<TranslationPage> for TranslationPageView {
    fn from(page: TranslationPage) -> Self {
        let ranges = page.ranges();
        let rows = page.side.rows.iter().map(|row| row_view(&page, row, &ranges)).collect();
        Self {
            counts: page.side.counts().into(),
            rows,
            original: page.original.into(),
            translation: page.translation.into(),
            state: page.state.into(),
            translated_version: page.translated.map(|version| version.to_string()),
            sha256: page.sha256,
            is_draft: page.is_draft,
        }
    }
}

fn row_view(page: &TranslationPage, row: &TranslationRow, ranges: &[std::ops::Range<usize>]) -> TranslationRowView {
    let table: CodeTable = page.side.codes(row);
    let (original, translation) = page.side.lines(row);
    let parts = |parts: Vec<MarkedPart>| parts.into_iter().map(LinePartView::from).collect();
    let range = row.translation.and_then(|at| ranges.get(at)).cloned().unwrap_or_default();
    TranslationRowView {
        element: original.or(translation).map(|line| line.element.clone()).unwrap_or_default(),
        original: original.map(|line| parts(table.original(line))),
        translation: translation.map(|line| TranslatedLineView {
            from: range.start,
            to: range.end,
            parts: parts(table.translation(line)),
        }),
        change: row.change.map(OriginalChangeView::from),
        redline: page.redline(row).into_iter().map(RedlinePieceView::from).collect(),
        translated: page.side.is_translated(row),
        codes: table.codes.into_iter().map(LineCodeView::from).collect(),
    }
}

/// What became of an XLIFF file.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = XliffReport)]
pub struct XliffReportView {
    /// Everything fits. Otherwise nothing was changed.
    pub fits: bool,
    pub units: usize,
    pub changed: usize,
    /// Of the text of my draft afterwards.
    pub sha256: String,
    pub problems: Vec<XliffProblemView>,
}

/// A place in an XLIFF file that does not fit.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = XliffProblem)]
pub struct XliffProblemView {
    /// As in `codeMissing`.
    pub code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub line: Option<u32>,
    /// The id of the unit; empty for the whole file.
    pub unit: String,
    /// In the language of the request.
    pub message: String,
}

impl XliffReportView {
    pub fn new(report: XliffReport, locale: Locale) -> Self {
        let problem = |XliffProblem { kind, line, unit, value }: XliffProblem| {
            let params = [("unit".to_owned(), unit.clone()), ("value".to_owned(), value)];
            let code = kind.as_str();
            let message = texts::say(locale, &format!("xliff.{code}"), &params);
            XliffProblemView { code: code.to_owned(), line, unit, message }
        };
        Self {
            fits: report.problems.is_empty(),
            units: report.units,
            changed: report.changed,
            sha256: report.sha256,
            problems: report.problems.into_iter().map(problem).collect(),
        }
    }
}
