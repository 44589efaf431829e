//! Issues and dates, which distinguish deliveries of an object.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};

use super::CodeError;

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

/// Distinguishes deliveries of one identity: S1000D counts issues, ATA 2300 has dates only.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Version {
    pub issue: Option<Issue>,
    pub date: Option<IssueDate>,
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

    /// The next work on top of this issue that none of `taken` is; `None` after the last of 99.
    pub fn next_in_work(self, taken: &[Self]) -> Option<Self> {
        let of_number = taken.iter().filter(|issue| issue.number == self.number).map(|issue| issue.in_work);
        let last = of_number.fold(self.in_work, u8::max);
        (last < 99).then(|| Self { in_work: last + 1, ..self })
    }

    /// The next issue after this one and `taken`; `None` when its number would need more digits.
    pub fn next_issue(self, taken: &[Self]) -> Option<Self> {
        let number = taken.iter().map(|issue| issue.number).fold(self.number, u32::max) + 1;
        (number < 10_u32.pow(self.digits.into())).then_some(Self { number, in_work: 0, ..self })
    }

    /// Whether it is an issue, not work in progress.
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
