//! The report about a book, as JSON on the standard output.

use serde::Serialize;

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    /// Whether there is a PDF.
    pub(crate) ok: bool,
    pub(crate) pages: usize,
    pub(crate) bytes: u64,
    /// The standard that the file follows; empty for none.
    pub(crate) standard: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) failure: Option<Failure>,
    /// For people who look after the program.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) detail: String,
    pub(crate) findings: Vec<BookFinding>,
    /// The keys of all modules in their order, where only some were tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) modules: Vec<String>,
    /// Whether the book shows a logo, where only some modules were tried.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) has_logo: bool,
}

/// The reason that there is no PDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Failure {
    Usage,
    /// The book cannot be read, or is of another version.
    Input,
    /// Text in Chinese, and no font for it.
    Fonts,
    /// The engine cannot lay the book out.
    Layout,
    /// The PDF cannot be written.
    Output,
    /// There is no room left for the PDF.
    Full,
}

/// Something about a module that people should know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookFinding {
    pub(crate) code: FindingCode,
    /// The key of the module; empty for the whole book.
    pub(crate) module: String,
    pub(crate) detail: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum FindingCode {
    /// Letters that no font has; their numbers are printed.
    GlyphsMissing,
    /// Pictures of the module cannot be printed.
    PicturesLeftOut,
    /// The module is printed as plain text.
    PrintedPlain,
    /// The module cannot be laid out at all.
    NotPrinted,
    /// The file does not follow the archive standard.
    NotArchivable,
    /// The contents or page numbers may be wrong.
    Unsettled,
    /// The logo of the house style cannot be drawn.
    LogoLeftOut,
    /// A text does not fit on its page, such as the header of the house style.
    TextCut,
}

impl Report {
    pub(crate) fn failed(failure: Failure, detail: impl Into<String>) -> Self {
        Self {
            ok: false,
            pages: 0,
            bytes: 0,
            standard: "",
            failure: Some(failure),
            detail: detail.into(),
            findings: Vec::new(),
            modules: Vec::new(),
            has_logo: false,
        }
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self.failure {
            None => 0,
            Some(Failure::Usage) => 2,
            Some(Failure::Layout) => 3,
            Some(Failure::Input) => 4,
            Some(Failure::Output | Failure::Full) => 5,
            Some(Failure::Fonts) => 6,
        }
    }

    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
