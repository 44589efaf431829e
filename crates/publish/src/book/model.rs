//! The description of a book. Short names on the wire: a manual has hundreds of thousands of runs.

use serde::{Serialize, Serializer};

use super::front::{BookFront, BookHead};

/// A book: what the PDF engine reads.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Book {
    /// [`super::BOOK_FORMAT`].
    pub format: u32,
    pub head: BookHead,
    pub front: BookFront,
    pub entries: Vec<BookEntry>,
}

/// A piece of the body of a book.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "t", rename_all = "camelCase")]
pub enum BookEntry {
    /// A title of the contents.
    Section {
        /// Counted from 1.
        level: u8,
        title: String,
        /// The applicability of everything in it; empty when the contents have none.
        #[serde(skip_serializing_if = "String::is_empty")]
        applies: String,
    },
    /// A further place of a module in the contents: its text stands in the first.
    Reference {
        level: u8,
        title: String,
        code: String,
        /// The place of the text.
        to: String,
        /// The applicability of this place, besides that of the sections around it.
        #[serde(skip_serializing_if = "String::is_empty")]
        applies: String,
    },
    Module(BookModule),
}

/// A data module, in one language or in two beside each other.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BookModule {
    /// The place that references to the module lead to.
    pub label: String,
    /// Names the module in findings.
    pub key: String,
    pub code: String,
    /// The level of its title, counted from 1.
    pub level: u8,
    /// Whether it follows on the page of the module before it.
    pub is_running: bool,
    /// The other sections that list it, with what they apply to.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub also: String,
    pub versions: Vec<BookVersion>,
    /// Blocks that stand beside each other, one list for each version.
    pub rows: Vec<Vec<Vec<BookBlock>>>,
}

/// A language of a module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BookVersion {
    pub title: String,
    /// As in `en`.
    pub language: String,
    pub issue: String,
    pub date: String,
    /// The applicability of the whole module; empty when it says none.
    pub applies: String,
}

/// A block with its place on the page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BookBlock {
    #[serde(flatten)]
    pub content: BookContent,
    #[serde(rename = "n", skip_serializing_if = "is_zero")]
    pub indent: u8,
    /// Whether it has a change bar.
    #[serde(rename = "c", skip_serializing_if = "is_false")]
    pub is_changed: bool,
    /// Places that links lead to.
    #[serde(rename = "ids", skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "t", rename_all = "camelCase")]
pub enum BookContent {
    /// A paragraph.
    Text {
        #[serde(rename = "k")]
        style: ParagraphStyle,
        /// A number or a sign before it; added text.
        #[serde(rename = "m", skip_serializing_if = "String::is_empty")]
        marker: String,
        #[serde(rename = "r")]
        runs: Vec<BookRun>,
    },
    Heading {
        /// Below the title of the module, counted from 1.
        level: u8,
        #[serde(rename = "r")]
        runs: Vec<BookRun>,
    },
    /// A warning, caution or note.
    Safety {
        level: &'static str,
        title: String,
        #[serde(rename = "b")]
        blocks: Vec<BookBlock>,
    },
    Picture {
        /// The name of a file; none for one that is not there.
        file: Option<String>,
        /// Added text that stands in place of it, or below it.
        note: String,
        #[serde(rename = "foldout", skip_serializing_if = "is_false")]
        is_foldout: bool,
    },
    Table(BookTable),
}

/// The look of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ParagraphStyle {
    #[default]
    Body,
    /// A label in a line of its own.
    Label,
    /// The title of a step, a list or a cell; a term.
    Title,
    /// The title of a figure or a table, which stays with it.
    Caption,
    /// The applicability of a piece.
    Applies,
}

/// Text in one style.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct BookRun {
    #[serde(rename = "x")]
    pub text: String,
    #[serde(rename = "s", skip_serializing_if = "RunStyle::is_plain")]
    pub style: RunStyle,
    /// Whether the author did not write it.
    #[serde(rename = "g", skip_serializing_if = "is_false")]
    pub is_added: bool,
    /// The place that it leads to.
    #[serde(rename = "to", skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// A symbol in the line; the text is its name then.
    #[serde(rename = "p", skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// The look of text; several hold together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RunStyle(u16);

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BookTable {
    pub layout: TableLayout,
    /// The shares of the columns.
    pub widths: Vec<u32>,
    /// The number of rows that are repeated on each page.
    pub head: usize,
    /// Whether it has a landscape page of its own.
    pub is_wide: bool,
    pub rows: Vec<BookRow>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum TableLayout {
    /// Lines around all cells.
    Grid,
    /// Lines above and below.
    Open,
    /// No lines.
    Bare,
    /// Made of data: lines between the rows.
    Records,
    /// A minimum equipment list.
    Mel,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BookRow {
    #[serde(rename = "c", skip_serializing_if = "is_false")]
    pub is_changed: bool,
    pub cells: Vec<BookCell>,
}

/// A cell at its place; spans stay within the table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BookCell {
    pub x: usize,
    pub y: usize,
    #[serde(rename = "w", skip_serializing_if = "is_one")]
    pub columns: usize,
    #[serde(rename = "h", skip_serializing_if = "is_one")]
    pub rows: usize,
    #[serde(rename = "th", skip_serializing_if = "is_false")]
    pub is_heading: bool,
    #[serde(rename = "a", skip_serializing_if = "Option::is_none")]
    pub align: Option<&'static str>,
    #[serde(rename = "v", skip_serializing_if = "Option::is_none")]
    pub vertical: Option<&'static str>,
    #[serde(rename = "b")]
    pub blocks: Vec<BookBlock>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(value: &bool) -> bool {
    !*value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(value: &u8) -> bool {
    *value == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_one(value: &usize) -> bool {
    *value == 1
}

impl RunStyle {
    pub const BOLD: Self = Self(1);
    pub const ITALIC: Self = Self(1 << 1);
    pub const UNDERLINE: Self = Self(1 << 2);
    pub const OVERLINE: Self = Self(1 << 3);
    pub const STRIKE: Self = Self(1 << 4);
    pub const SUBSCRIPT: Self = Self(1 << 5);
    pub const SUPERSCRIPT: Self = Self(1 << 6);
    /// Text in which white space counts.
    pub const VERBATIM: Self = Self(1 << 7);

    /// The letter of each style on the wire.
    const LETTERS: [(Self, char); 8] = [
        (Self::BOLD, 'b'),
        (Self::ITALIC, 'i'),
        (Self::UNDERLINE, 'u'),
        (Self::OVERLINE, 'o'),
        (Self::STRIKE, 's'),
        (Self::SUBSCRIPT, 'd'),
        (Self::SUPERSCRIPT, 'p'),
        (Self::VERBATIM, 'm'),
    ];

    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The styles that both have.
    #[must_use]
    pub fn only(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    fn is_plain(&self) -> bool {
        self.0 == 0
    }
}

impl Serialize for RunStyle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let letters = Self::LETTERS.iter().filter(|(style, _)| self.has(*style)).map(|(_, letter)| *letter);
        serializer.collect_str(&letters.collect::<String>())
    }
}

impl BookBlock {
    /// A paragraph of added text.
    pub(super) fn added(style: ParagraphStyle, text: &str) -> Self {
        let run = BookRun { text: text.to_owned(), is_added: true, ..BookRun::default() };
        let content = BookContent::Text { style, marker: String::new(), runs: vec![run] };
        Self { content, indent: 0, is_changed: false, ids: Vec::new() }
    }
}
