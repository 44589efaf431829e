//! Temporary revisions: publications that are valid for some days and then end by themselves.

use chrono::NaiveDate;

use super::parse_day;
use crate::field::{FieldCode, FieldErrors};

/// The days on which a temporary revision is valid, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicationValidity {
    pub from: NaiveDate,
    /// The last day.
    pub until: NaiveDate,
}

impl PublicationValidity {
    /// Parses both days, or none; `prefix` comes before their names in errors. The outer option is empty after an error.
    pub fn parse(from: &str, until: &str, prefix: &str, errors: &mut FieldErrors) -> Option<Option<Self>> {
        if from.trim().is_empty() && until.trim().is_empty() {
            return Some(None);
        }
        let from = errors.take(&format!("{prefix}validFrom"), parse_day(from));
        let until = errors.take(&format!("{prefix}validUntil"), parse_day(until));
        let (from, until) = (from?, until?);
        let in_order = if from <= until { Ok(()) } else { Err(FieldCode::NotTogether) };
        errors.take(&format!("{prefix}validUntil"), in_order)?;
        Some(Some(Self { from, until }))
    }

    pub fn has_begun(self, day: NaiveDate) -> bool {
        self.from <= day
    }

    pub fn is_over(self, day: NaiveDate) -> bool {
        self.until < day
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(from: &str, until: &str) -> (Option<PublicationValidity>, Vec<String>) {
        let mut errors = FieldErrors::default();
        let parsed = PublicationValidity::parse(from, until, "", &mut errors);
        let errors: Vec<String> = errors.into_list().iter().map(ToString::to_string).collect();
        assert_eq!(parsed.is_none(), !errors.is_empty());
        (parsed.flatten(), errors)
    }

    #[test]
    fn both_days_are_given_in_order_or_none() {
        assert_eq!(parsed("", " "), (None, Vec::new()));
        let (one, errors) = parsed("2026-11-17", "2026-11-18");
        assert!(one.is_some() && errors.is_empty());
        assert_eq!(parsed("2026-11-17", "").1, ["validUntil: required"]);
        assert_eq!(parsed("17.11.2026", "2026-11-18").1, ["validFrom: unknown_value"]);
        assert_eq!(parsed("2026-11-19", "2026-11-18"), (None, vec!["validUntil: not_together".to_owned()]));
    }

    #[test]
    fn the_last_day_belongs_to_it() {
        let day = |text: &str| -> NaiveDate { text.parse().expect("a day") };
        let validity = PublicationValidity { from: day("2026-11-17"), until: day("2026-11-18") };
        assert!(!validity.has_begun(day("2026-11-16")) && validity.has_begun(day("2026-11-17")));
        assert!(!validity.is_over(day("2026-11-18")) && validity.is_over(day("2026-11-19")));
    }
}
