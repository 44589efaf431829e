//! What is the same thing over all its deliveries, and what tells one delivery from the next.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};

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

/// An issue number and the in-work number on top of it; `001-00` is released, `001-02` work towards `002-00`.
#[derive(Debug, Clone, Copy)]
pub struct Issue {
    pub number: u32,
    pub in_work: u8,
    digits: u8,
}

/// A day, or a moment where the delivery is versioned by it; ISO 8601, moments in UTC.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IssueDate(String);

/// What tells deliveries of one identity apart: S1000D counts issues, ATA 2300 has dates only.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Version {
    pub issue: Option<Issue>,
    pub date: Option<IssueDate>,
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
        let fits = |c: char| c.is_alphanumeric() || "-.".contains(c) || c == '_';
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

impl Issue {
    /// Reads both numbers as they are written: 3 to 5 digits, then 2.
    pub fn parse(number: &str, in_work: &str) -> Result<Self, CodeError> {
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let wrong_number = || CodeError::new("issueNumber", number);
        let wrong_work = || CodeError::new("inWork", in_work);
        if !(3..=5).contains(&number.len()) || !digits(number) {
            return Err(wrong_number());
        }
        if in_work.len() != 2 || !digits(in_work) {
            return Err(wrong_work());
        }
        Ok(Self {
            number: number.parse().map_err(|_| wrong_number())?,
            in_work: in_work.parse().map_err(|_| wrong_work())?,
            digits: u8::try_from(number.len()).map_err(|_| wrong_number())?,
        })
    }

    /// Reads the two attributes of `issueInfo`.
    pub fn from_attributes<'a>(get: impl Fn(&str) -> Option<&'a str>) -> Result<Self, CodeError> {
        Self::parse(get("issueNumber").unwrap_or_default(), get("inWork").unwrap_or("00"))
    }

    /// Whether nobody is working on it.
    pub fn is_released(self) -> bool {
        self.in_work == 0
    }
}

impl IssueDate {
    /// Reads the attributes of `issueDate`.
    pub fn from_attributes<'a>(get: impl Fn(&str) -> Option<&'a str>) -> Result<Self, CodeError> {
        let value = |name| get(name).unwrap_or_default();
        let text = format!("{}-{}-{}", value("year"), value("month"), value("day"));
        Self::parse(&text)
    }

    /// Reads `2026-10-01` or `2026-10-01T00:00:00Z`; other zones are turned into UTC.
    pub fn parse(text: &str) -> Result<Self, CodeError> {
        let wrong = || CodeError::new("issueDate", text);
        let text = text.trim();
        if text.len() == 10 {
            return NaiveDate::parse_from_str(text, "%Y-%m-%d")
                .map(|day| Self(day.format("%Y-%m-%d").to_string()))
                .map_err(|_| wrong());
        }
        let zoned = if text.len() == 19 { format!("{text}Z") } else { text.to_owned() };
        let moment = DateTime::parse_from_rfc3339(&zoned).map_err(|_| wrong())?.with_timezone(&Utc);
        Ok(Self(moment.to_rfc3339_opts(SecondsFormat::Secs, true)))
    }

    pub fn as_str(&self) -> &str {
        &self.0
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

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$}-{:02}", self.number, self.in_work, width = usize::from(self.digits))
    }
}

impl fmt::Display for IssueDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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

// How many digits an issue is written with says nothing about which issue it is.
impl PartialEq for Issue {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Issue {}

impl PartialOrd for Issue {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Issue {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.number, self.in_work).cmp(&(other.number, other.in_work))
    }
}

impl Hash for Issue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.number, self.in_work).hash(state);
    }
}
