//! Dates as publishers write them.

use chrono::NaiveDate;

use crate::clean;

/// A date as it is printed, and what could be read of it. Default is no date.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RuleDate {
    raw: String,
    date: Option<NaiveDate>,
    note: String,
}

/// The first day of Excel's calendar that can be a date of a regulation, 1950, and the last, 2200.
const SERIALS: std::ops::RangeInclusive<i64> = 18_264..=109_939;

/// The longest text that is kept of a date with its note.
const MAX_CHARS: usize = 500;

impl RuleDate {
    /// Reads `2027-01-31`, `2027/1/31`, `31 January, 2027`, `January 31, 2027`, also with a time or a note behind.
    pub fn parse(text: &str) -> Self {
        let raw = clean::line(clean::shortened(text, MAX_CHARS));
        let (date, note) = match raw.find(['[', '(']) {
            Some(at) => (&raw[..at], raw[at..].trim_matches(['[', ']', '(', ')', ' '])),
            None => (raw.as_str(), ""),
        };
        let date = date_of(date.trim());
        let note = if date.is_some() { note.to_owned() } else { String::new() };
        Self { raw, date, note }
    }

    /// Reads also the number by which a workbook stores a date.
    pub fn parse_cell(text: &str) -> Self {
        let serial = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        // Times are the fraction of a day.
        #[expect(clippy::cast_possible_truncation, reason = "the range is checked next")]
        let serial = serial.map(|number| number.trunc() as i64).filter(|serial| SERIALS.contains(serial));
        let start = NaiveDate::from_ymd_opt(1899, 12, 30);
        let date = serial.zip(start).and_then(|(days, start)| start.checked_add_signed(chrono::Duration::days(days)));
        date.map_or_else(|| Self::parse(text), Self::from)
    }

    /// A date somewhere in a sentence.
    pub(crate) fn find(text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let date = (0..words.len())
            .flat_map(|start| [3, 1].map(|count| words.get(start..start + count)))
            .flatten()
            .find_map(|part| date_of(part.join(" ").trim_matches(|c: char| !c.is_alphanumeric())));
        Self { raw: clean::line(clean::shortened(text, MAX_CHARS)), date, note: String::new() }
    }

    /// A date that was read before, by its parts.
    pub fn of_parts(raw: &str, date: Option<NaiveDate>, note: &str) -> Self {
        Self { raw: raw.to_owned(), date, note: note.to_owned() }
    }

    /// The text of the file.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    pub fn date(&self) -> Option<NaiveDate> {
        self.date
    }

    /// The text behind the date, such as an exception for one clause.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Whether there is no date at all, as opposed to one that cannot be read.
    pub fn is_absent(&self) -> bool {
        self.raw.is_empty() || self.raw.eq_ignore_ascii_case("n/a") || self.raw == "-"
    }
}

impl From<NaiveDate> for RuleDate {
    fn from(date: NaiveDate) -> Self {
        Self { raw: date.to_string(), date: Some(date), note: String::new() }
    }
}

fn date_of(text: &str) -> Option<NaiveDate> {
    let day = text.split(['T', ' ']).next().unwrap_or_default();
    let slashes = day.replace(['/', '.'], "-");
    let iso = NaiveDate::parse_from_str(&slashes, "%Y-%m-%d").ok().filter(|date| is_plausible(*date));
    iso.or_else(|| words_date(text))
}

fn words_date(text: &str) -> Option<NaiveDate> {
    let parts: Vec<&str> = text.split([' ', ',', '\u{a0}']).filter(|part| !part.is_empty()).collect();
    let [first, second, year] = parts[..] else { return None };
    let (day, name) = if month(second).is_some() { (first, second) } else { (second, first) };
    let date = NaiveDate::from_ymd_opt(year.parse().ok()?, month(name)?, day.parse().ok()?)?;
    Some(date).filter(|date| is_plausible(*date))
}

/// The number of a month by its English name or the beginning of it.
fn month(word: &str) -> Option<u32> {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let word = word.trim_end_matches('.').to_ascii_lowercase();
    let place = NAMES.iter().position(|name| word.len() >= 3 && name.starts_with(&word))?;
    u32::try_from(place + 1).ok()
}

fn is_plausible(date: NaiveDate) -> bool {
    use chrono::Datelike;
    (1900..=2200).contains(&date.year())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iso(text: &str) -> String {
        RuleDate::parse(text).date().map_or_else(|| "-".to_owned(), |date| date.to_string())
    }

    #[test]
    fn dates_of_publishers_are_read() {
        for text in [
            "2017-08-15",
            "2017/8/15",
            "2017.08.15",
            "15 August, 2017",
            "15 Aug. 2017",
            "August 15, 2017",
            "2017-08-15T19:03:46Z",
            "15\u{a0}August 2017",
        ] {
            assert_eq!(iso(text), "2017-08-15", "{text}");
        }
        for text in ["", "n/a", "31 February, 2020", "soon", "0001-01-01", "Amendment 5, 2017"] {
            assert_eq!(iso(text), "-", "{text}");
        }
    }

    #[test]
    fn a_note_behind_the_date_is_kept() {
        let date = RuleDate::parse("6 March, 2014 [point X.1(b)(2)(ii) until 26 January 2022]");
        assert_eq!(date.date().map(|date| date.to_string()).as_deref(), Some("2014-03-06"));
        assert_eq!(date.note(), "point X.1(b)(2)(ii) until 26 January 2022");
        assert!(!RuleDate::parse("soon").is_absent() && RuleDate::parse("n/a").is_absent());
    }

    #[test]
    fn workbooks_store_dates_as_numbers() {
        assert_eq!(RuleDate::parse_cell("46387.5").raw(), "2026-12-31");
        assert_eq!(RuleDate::parse_cell("7").date(), None);
    }

    #[test]
    fn a_date_is_found_in_a_sentence() {
        let date = RuleDate::find("[applicable from 25 February 2027 - Regulation (EU) 2026/1]");
        assert_eq!(date.date().map(|date| date.to_string()).as_deref(), Some("2027-02-25"));
        assert_eq!(RuleDate::find("[later]").date(), None);
    }
}
