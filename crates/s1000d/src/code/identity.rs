//! The identity of an object, the same in all its deliveries.

use std::fmt;

use super::{CodeError, CommentCode, DdnCode, DmCode, DmlCode, IcnCode, PmCode, ScpmCode};

/// A code of any kind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    Module(DmCode),
    Publication(PmCode),
    Scorm(ScpmCode),
    Illustration(IcnCode),
    /// The metadata file of an illustration.
    IllustrationMetadata(IcnCode),
    /// An update file, which has the code of the module it updates.
    Update(DmCode),
    List(DmlCode),
    DispatchNote(DdnCode),
    Comment(CommentCode),
}

/// Marks a customised copy: who made it, and which of his it is.
///
/// S1000D writes the code in capitals; ATA 2300 has free text, so case is kept.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Extension {
    pub producer: String,
    pub code: String,
}

/// The language of an object, kept as `en-US` whatever case it was written in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language {
    /// Two or three letters, a hyphen, two letters; the rest zero. Contents hold one per entry, hence no string.
    text: [u8; 6],
    length: u8,
}

/// Code, extension and language.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    pub code: Code,
    pub extension: Option<Extension>,
    pub language: Option<Language>,
}

impl Code {
    /// The three letters before the code; `extended` when the identity has an extension.
    pub(super) fn prefix(&self, extended: bool) -> &'static str {
        match (self, extended) {
            (Self::Module(_), false) => "DMC",
            (Self::Module(_), true) => "DME",
            (Self::Publication(_), false) => "PMC",
            (Self::Publication(_), true) => "PME",
            (Self::Scorm(_), false) => "SMC",
            (Self::Scorm(_), true) => "SME",
            (Self::Update(_), false) => "UPF",
            (Self::Update(_), true) => "UPE",
            (Self::Illustration(_), _) => "ICN",
            (Self::IllustrationMetadata(_), _) => "IMF",
            (Self::List(_), _) => "DML",
            (Self::DispatchNote(_), _) => "DDN",
            (Self::Comment(_), _) => "COM",
        }
    }

    /// The canonical text without prefix.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Module(code) | Self::Update(code) => code.as_str(),
            Self::Publication(code) => code.as_str(),
            Self::Scorm(code) => code.as_str(),
            Self::Illustration(code) | Self::IllustrationMetadata(code) => code.as_str(),
            Self::List(code) => code.as_str(),
            Self::DispatchNote(code) => code.as_str(),
            Self::Comment(code) => code.as_str(),
        }
    }

    /// The product the thing belongs to; an illustration numbered by its enterprise has none.
    pub fn model_ident_code(&self) -> Option<&str> {
        match self {
            Self::Illustration(code) | Self::IllustrationMetadata(code) => code.model_ident_code(),
            _ => self.as_str().split('-').next(),
        }
    }
}

impl Extension {
    /// Reads both attributes; an element with two empty ones, as templates have, is no extension.
    pub fn from_attributes<'a>(get: impl Fn(&str) -> Option<&'a str>) -> Result<Option<Self>, CodeError> {
        let value = |name| get(name).unwrap_or_default().trim();
        let (producer, code) = (value("extensionProducer"), value("extensionCode"));
        if producer.is_empty() && code.is_empty() {
            return Ok(None);
        }
        Self::parse(producer, code).map(Some)
    }

    /// The producer is letters and digits; the code may be any text that fits into one line and a file name.
    pub fn parse(producer: &str, code: &str) -> Result<Self, CodeError> {
        if producer.is_empty() || producer.len() > 14 || !producer.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(CodeError::new("extensionProducer", producer));
        }
        let fits = |c: char| c.is_alphanumeric() || "-._".contains(c);
        if code.is_empty() || code.chars().count() > 80 || !code.chars().all(fits) {
            return Err(CodeError::new("extensionCode", code));
        }
        Ok(Self { producer: producer.to_ascii_uppercase(), code: code.to_owned() })
    }
}

impl Language {
    /// Reads both codes in any case: sets in the field mix `EN` and `en`.
    pub fn parse(code: &str, country: &str) -> Result<Self, CodeError> {
        let letters = |text: &str| text.bytes().all(|b| b.is_ascii_alphabetic());
        if !(2..=3).contains(&code.len()) || !letters(code) {
            return Err(CodeError::new("languageIsoCode", code));
        }
        if country.len() != 2 || !letters(country) {
            return Err(CodeError::new("countryIsoCode", country));
        }
        let written = format!("{}-{}", code.to_ascii_lowercase(), country.to_ascii_uppercase());
        let mut text = [0; 6];
        text[..written.len()].copy_from_slice(written.as_bytes());
        let length = if code.len() == 2 { 5 } else { 6 };
        Ok(Self { text, length })
    }

    /// The whole, as in `en-US`.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.text[..usize::from(self.length)]).unwrap_or_default()
    }

    /// Reads the two attributes of `language`.
    pub fn from_attributes<'a>(get: impl Fn(&str) -> Option<&'a str>) -> Result<Self, CodeError> {
        Self::parse(get("languageIsoCode").unwrap_or_default(), get("countryIsoCode").unwrap_or_default())
    }

    /// The language, as in `en`.
    pub fn code(&self) -> &str {
        self.as_str().split('-').next().unwrap_or_default()
    }

    /// The country, as in `US`.
    pub fn country(&self) -> &str {
        self.as_str().split('-').nth(1).unwrap_or_default()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Language({self})")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.prefix(false), self.as_str())
    }
}

/// As in `DME-SF518-CE0701-S1000DBIKE-…-131A-A_en-US`: one text per identity, fit for a key.
impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-", self.code.prefix(self.extension.is_some()))?;
        if let Some(extension) = &self.extension {
            write!(f, "{}-{}-", extension.producer, extension.code)?;
        }
        f.write_str(self.code.as_str())?;
        match &self.language {
            Some(language) => write!(f, "_{language}"),
            None => Ok(()),
        }
    }
}
