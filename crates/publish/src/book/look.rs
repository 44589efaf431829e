//! The look of a book: its paper, and the house style of its operator.

use domain::house_style::{LogoFormat, PaperSize, PublishedStyle, StyleValues, fill};
use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BookPaper {
    #[default]
    A4,
    UsLetter,
    A5,
}

impl From<PaperSize> for BookPaper {
    fn from(size: PaperSize) -> Self {
        match size {
            PaperSize::A4 => Self::A4,
            PaperSize::Letter => Self::UsLetter,
            PaperSize::A5 => Self::A5,
        }
    }
}

/// Colours, the text at the head of every page, and the logo.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BookStyle {
    /// Of titles and lines, as in `#14306b`.
    pub primary: String,
    /// Of links.
    pub accent: String,
    /// The ground of headings in tables.
    pub tint: String,
    pub header: String,
    /// The name of a file among the pictures, see [`logo_file`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
}

/// The name of the file of a logo.
pub fn logo_file(format: LogoFormat) -> String {
    ["logo.", format.as_str()].concat()
}

impl BookStyle {
    /// The style of a publication, with the values of its placeholders.
    pub(super) fn new(style: &PublishedStyle, values: StyleValues<'_>) -> Self {
        let look = &style.look;
        Self {
            primary: look.primary.hex(),
            accent: look.accent.hex(),
            tint: look.primary.tint(),
            header: fill(&look.header, values),
            logo: style.logo.as_ref().map(|logo| logo_file(logo.format)),
        }
    }
}
