//! The house style of an operator: how its printed books and websites look.
//!
//! Colours come from a palette: each can be read on white paper and on its own tint, and none can be taken for the
//! colour of a warning or a caution.
//!
//! The words of colours, paper sizes and formats are stored with every publication: they are added, never renamed or
//! removed. A publication that waits for approval could otherwise not be printed again.

mod palette;
mod placeholder;

use chrono::{DateTime, Utc};

use crate::field::{FieldCode, FieldError, FieldErrors};
use crate::id::OperatorId;
use crate::object::words;

pub use palette::StyleColour;
pub use placeholder::{MAX_STYLE_TEXT, StylePlaceholder, StyleValues, fill};

/// Bytes of a logo.
pub const MAX_STYLE_LOGO: usize = 128 << 10;

words! {
    /// The paper of a printed book.
    PaperSize {
        A4 = "a4",
        Letter = "letter",
        /// For pocket books and checklists.
        A5 = "a5",
    }
}

/// A house style as typed.
#[derive(Debug, Clone, Copy, Default)]
pub struct TypedStyle<'a> {
    pub primary: &'a str,
    pub accent: &'a str,
    pub paper: &'a str,
    pub header: &'a str,
    pub footer: &'a str,
}

/// Colours, texts and paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyleLook {
    /// Of titles and lines.
    pub primary: StyleColour,
    /// Of links.
    pub accent: StyleColour,
    pub paper: PaperSize,
    /// At the head of every page except the title page, with placeholders.
    pub header: String,
    /// At the foot of every page except the title page, with placeholders.
    pub footer: String,
}

impl Default for StyleLook {
    fn default() -> Self {
        Self {
            primary: StyleColour::Black,
            accent: StyleColour::Blue,
            paper: PaperSize::A4,
            header: String::new(),
            footer: String::new(),
        }
    }
}

words! {
    /// The format of a logo.
    LogoFormat {
        Png = "png",
        Svg = "svg",
    }
}

impl LogoFormat {
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Svg => "image/svg+xml",
        }
    }
}

/// A stored logo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyleLogo {
    /// The SHA-256 name of its bytes.
    pub blob: String,
    pub format: LogoFormat,
}

/// The style that a publication is made with and keeps: later changes of the house style do not change it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedStyle {
    pub look: StyleLook,
    pub logo: Option<StyleLogo>,
}

/// The house style of an operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseStyle {
    pub operator_id: OperatorId,
    pub style: PublishedStyle,
    pub updated_on: DateTime<Utc>,
    /// Grows with every change, so that two editors cannot overwrite each other. The first one is the time in
    /// milliseconds, so that it differs from those of a style that was removed.
    pub version: i64,
}

impl StyleLook {
    /// Parses the form, or returns every field error.
    pub fn parse(typed: TypedStyle<'_>) -> Result<Self, Vec<FieldError>> {
        let mut errors = FieldErrors::default();
        let colour = |word: &str| StyleColour::parse(word).ok_or(FieldCode::UnknownValue);
        let primary = errors.take("primary", colour(typed.primary));
        let accent = errors.take("accent", colour(typed.accent));
        let paper = errors.take("paper", PaperSize::parse(typed.paper).ok_or(FieldCode::UnknownValue));
        let header = errors.take("header", placeholder::parse_text(typed.header));
        let footer = errors.take("footer", placeholder::parse_text(typed.footer));
        let parsed = (primary, accent, paper, header, footer);
        let (Some(primary), Some(accent), Some(paper), Some(header), Some(footer)) = parsed else {
            return Err(errors.into_list());
        };
        Ok(Self { primary, accent, paper, header, footer })
    }
}

impl PublishedStyle {
    /// The values that differ in `after`, as name and `old → new`, for the change log.
    pub fn differences(&self, after: &Self) -> Vec<(String, String)> {
        let logo = |style: &Self| style.logo.as_ref().map_or("–", |logo| short(&logo.blob)).to_owned();
        let (old, new) = (&self.look, &after.look);
        let values = [
            ("primary", old.primary.as_str().to_owned(), new.primary.as_str().to_owned()),
            ("accent", old.accent.as_str().to_owned(), new.accent.as_str().to_owned()),
            ("paper", old.paper.as_str().to_owned(), new.paper.as_str().to_owned()),
            ("header", old.header.clone(), new.header.clone()),
            ("footer", old.footer.clone(), new.footer.clone()),
            ("logo", logo(self), logo(after)),
        ];
        let differing = values.into_iter().filter(|(_, before, after)| before != after);
        differing.map(|(name, before, after)| (name.to_owned(), format!("{before} → {after}"))).collect()
    }
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_with_unknown_words_names_all_fields() {
        let typed = TypedStyle { primary: "red", accent: "", paper: "a0", header: "{page}", footer: "{open" };
        let refused = StyleLook::parse(typed).expect_err("unknown words");
        let refused: Vec<String> = refused.iter().map(ToString::to_string).collect();
        let expected =
            ["primary", "accent", "paper", "header", "footer"].map(|field| format!("{field}: unknown_value"));
        assert_eq!(refused, expected);
        let long = "x".repeat(MAX_STYLE_TEXT + 1);
        let typed = TypedStyle { primary: "navy", accent: "blue", paper: "a5", header: &long, footer: "a\u{7}" };
        let refused = StyleLook::parse(typed).expect_err("texts");
        let refused: Vec<String> = refused.iter().map(ToString::to_string).collect();
        assert_eq!(refused, ["header: too_long", "footer: character"]);
    }

    #[test]
    fn words_of_stored_styles_stay_known() {
        for word in ["black", "slate", "navy", "blue", "teal", "green", "purple"] {
            assert!(StyleColour::parse(word).is_some(), "{word}");
        }
        for word in ["a4", "letter", "a5"] {
            assert!(PaperSize::parse(word).is_some(), "{word}");
        }
        for word in ["png", "svg"] {
            assert!(LogoFormat::parse(word).is_some(), "{word}");
        }
    }

    #[test]
    fn the_log_says_what_changed() {
        let plain = PublishedStyle { look: StyleLook::default(), logo: None };
        let logo = StyleLogo { blob: "ab".repeat(32), format: LogoFormat::Svg };
        let look = StyleLook { paper: PaperSize::A5, header: "Controlled".to_owned(), ..StyleLook::default() };
        let other = PublishedStyle { look, logo: Some(logo) };
        let said: Vec<String> =
            plain.differences(&other).into_iter().map(|(name, text)| [name, text].join(": ")).collect();
        assert_eq!(said, ["paper: a4 → a5", "header:  → Controlled", "logo: – → abababababab"]);
        assert!(plain.differences(&plain.clone()).is_empty());
    }
}
