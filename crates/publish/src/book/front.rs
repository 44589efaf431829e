//! The front matter of a book: generated from records, never typed.

use std::collections::BTreeMap;

use domain::house_style::{PublishedStyle, StyleValues, fill};
use serde::Serialize;

use super::look::{BookPaper, BookStyle};

/// The title page and what stands on every page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BookHead {
    pub title: String,
    /// The type of the manual, as in `MEL`.
    pub manual_type: String,
    /// The product that it is about.
    pub product: String,
    pub operator: String,
    /// The profile or aircraft that its content was filtered for, on every page; empty for all content.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub published_for: String,
    pub revision: String,
    /// As in `2026-11-17`; the date of the newest module, never that of the clock.
    pub date: String,
    pub state: BookState,
    pub paper: BookPaper,
    /// The language of the front matter, as in `en`.
    pub language: String,
    /// The country of that language, as in `US`.
    pub region: String,
    /// Stays the same for the same publication of the same manual.
    pub ident: String,
    /// Printed at the foot of every page; empty for none.
    pub footer: String,
    /// The days of a temporary revision in words, on every page; empty for a permanent one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub validity: String,
    /// The house style of the operator; none for the standard look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<BookStyle>,
    /// The words of the template. Filled in by [`super::BookBuilder`].
    pub words: BTreeMap<&'static str, String>,
}

impl BookHead {
    /// The same book in a house style.
    #[must_use]
    pub fn in_style(mut self, style: &PublishedStyle) -> Self {
        let values = StyleValues { manual: &self.title, revision: &self.revision, date: &self.date };
        let (printed, footer) = (BookStyle::new(style, values), fill(&style.look.footer, values));
        self.style = Some(printed);
        self.footer = footer;
        self.paper = style.look.paper.into();
        self
    }
}

/// How far a publication has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum BookState {
    #[default]
    Draft,
    Waiting,
    Approved,
}

/// The generated lists before the body; an empty list has a page that says so.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BookFront {
    /// None while nobody has approved it.
    pub approval: Option<BookApproval>,
    pub is_approval_required: bool,
    pub modules: Vec<EffectiveModule>,
    pub highlights: Vec<BookHighlight>,
    pub changes: Vec<BookChange>,
    pub terms: Vec<BookTerm>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BookApproval {
    pub authority: String,
    pub date: String,
    pub approved_by: String,
    pub job_title: String,
    pub reference: String,
}

/// A line of the list of effective data modules.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EffectiveModule {
    /// The place of the module in the book; empty for one that the book leaves out.
    pub label: String,
    pub code: String,
    pub title: String,
    pub issue: String,
    pub date: String,
    /// `new`, `changed` or empty, against the publication before; `deleted` for one that
    /// is no more, `leftOut` for one that the book leaves out.
    pub state: String,
    /// As in `en-US`; empty in a book of one language.
    pub language: String,
}

/// A highlighted reason for an update.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BookHighlight {
    pub label: String,
    pub code: String,
    pub title: String,
    pub reasons: Vec<String>,
}

/// An earlier publication of the manual, or this one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BookChange {
    pub revision: String,
    pub date: String,
    pub approved_by: String,
    pub reference: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BookTerm {
    pub term: String,
    pub meaning: String,
}

#[cfg(test)]
mod tests {
    use domain::house_style::{LogoFormat, PaperSize, StyleColour, StyleLogo, StyleLook};
    use serde_json::json;

    use super::*;

    #[test]
    fn a_book_without_a_house_style_says_nothing_of_one() {
        let written = serde_json::to_value(BookHead::default()).expect("JSON");
        assert!(written.get("style").is_none(), "{written}");
        assert_eq!(written["paper"], "a4");
    }

    #[test]
    fn a_house_style_has_its_placeholders_filled() {
        let look = StyleLook {
            primary: StyleColour::Navy,
            accent: StyleColour::Teal,
            paper: PaperSize::Letter,
            header: "{manual}, {date}".to_owned(),
            footer: "Revision {revision}".to_owned(),
        };
        let logo = Some(StyleLogo { blob: "ab".repeat(32), format: LogoFormat::Svg });
        let head = BookHead {
            title: "MEL".to_owned(),
            revision: "4".to_owned(),
            date: "2026-11-17".to_owned(),
            ..BookHead::default()
        };
        let written = serde_json::to_value(head.in_style(&PublishedStyle { look, logo })).expect("JSON");
        let style = json!({
            "primary": "#14306b", "accent": "#0a5757", "tint": "#e3e7ee", "header": "MEL, 2026-11-17", "logo": "logo.svg",
        });
        assert_eq!((&written["style"], &written["footer"]), (&style, &json!("Revision 4")));
        assert_eq!(written["paper"], "us-letter");
        assert_eq!(serde_json::to_value(BookPaper::from(PaperSize::A5)).expect("JSON"), "a5");
    }
}
