//! Languages of publications and of the user interface.

use crate::field::FieldCode;

/// The language of a publication: ISO 639-1 and ISO 3166-1 alpha-2.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Language {
    code: String,
    country: String,
}

impl Language {
    /// Parses both codes, ignoring case: real packages mix `EN` and `en`.
    pub fn parse(code: &str, country: &str) -> Result<Self, FieldCode> {
        let two = |text: &str| {
            if text.is_empty() {
                Err(FieldCode::Required)
            } else if text.len() == 2 && text.bytes().all(|b| b.is_ascii_alphabetic()) {
                Ok(())
            } else {
                Err(FieldCode::UnknownValue)
            }
        };
        two(code)?;
        two(country)?;
        Ok(Self { code: code.to_ascii_lowercase(), country: country.to_ascii_uppercase() })
    }

    /// The language code, as in `en`.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The country code, as in `US`.
    pub fn country(&self) -> &str {
        &self.country
    }
}

/// A language of the user interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Locale {
    #[default]
    English,
    Chinese,
}

impl Locale {
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// The BCP 47 tag.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::English => "en-US",
            Self::Chinese => "zh-CN",
        }
    }

    /// Parses the tag.
    pub fn parse(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|locale| locale.as_str() == tag)
    }

    /// The interface language for an ISO 639 code, if there is one.
    pub fn of_text(code: &str) -> Option<Self> {
        match code.to_ascii_lowercase().as_str() {
            "en" | "eng" => Some(Self::English),
            "zh" | "zho" | "chi" => Some(Self::Chinese),
            _ => None,
        }
    }

    /// The best language for an `Accept-Language` header; English by default.
    pub fn accepted(header: &str) -> Self {
        let mut best = (Self::default(), 0.0_f32);
        for part in header.split(',') {
            let mut pieces = part.split(';');
            let tag = pieces.next().unwrap_or_default().trim().to_ascii_lowercase();
            let weight =
                pieces.find_map(|piece| piece.trim().strip_prefix("q=")).map_or(1.0, |q| q.parse().unwrap_or(0.0));
            let locale = match tag.split('-').next() {
                Some("zh") => Self::Chinese,
                Some("en") => Self::English,
                _ => continue,
            };
            if weight > best.1 {
                best = (locale, weight);
            }
        }
        best.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn language_codes_compare_without_case() {
        assert_eq!(Language::parse("EN", "us"), Language::parse("en", "US"));
        assert_eq!(Language::parse("eng", "US"), Err(FieldCode::UnknownValue));
        assert_eq!(Language::parse("", "US"), Err(FieldCode::Required));
    }

    #[test]
    fn the_accepted_language_follows_its_weights() {
        for (header, expected) in [
            ("", Locale::English),
            ("zh-CN,zh;q=0.9,en;q=0.8", Locale::Chinese),
            ("de, en;q=0.3, zh-TW;q=0.7", Locale::Chinese),
            ("en-GB", Locale::English),
            ("fr", Locale::English),
            ("zh;q=oops", Locale::English),
        ] {
            assert_eq!(Locale::accepted(header), expected, "{header}");
        }
    }

    proptest! {
        #[test]
        fn any_header_gives_a_language(header in "\\PC{0,60}") {
            prop_assert!(Locale::ALL.contains(&Locale::accepted(&header)));
        }

        #[test]
        fn an_accepted_language_parses_again(code in "[a-zA-Z]{2}", country in "[a-zA-Z]{2}") {
            let language = Language::parse(&code, &country).expect("two letters each");
            prop_assert_eq!(Language::parse(language.code(), language.country()), Ok(language.clone()));
        }
    }
}
