//! Wire types for a translation beside its original, and for XLIFF files.

use std::ops::Range;

use app::editing::translations::{
    CodeTable, LineCode, MarkedPart, OriginalChange, TranslationCounts, TranslationPage, TranslationRow, XliffProblem,
    XliffReport,
};
use domain::language::Locale;
use serde::Serialize;
use utoipa::ToSchema;

use super::TranslationStateView;
use crate::texts;
use crate::views::comments::RedlinePieceView;
use crate::views::files::FileView;

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

/// The change of a line of the original since it was translated.
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

fn row_view(page: &TranslationPage, row: &TranslationRow, ranges: &[Range<usize>]) -> TranslationRowView {
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

/// The result of an XLIFF file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XliffReport)]
pub struct XliffReportView {
    /// Everything fits. Otherwise `problems` lists what was not taken, up to a limit.
    pub fits: bool,
    pub units: usize,
    /// The lines that were taken.
    pub changed: usize,
    /// Of the text of my draft afterwards.
    pub sha256: String,
    pub problems: Vec<XliffProblemView>,
    /// The number of all problems, also of those that are not listed.
    pub all_problems: usize,
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
            all_problems: report.all_problems,
        }
    }
}
