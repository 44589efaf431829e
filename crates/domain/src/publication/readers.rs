//! The people who get a publication, and who has read and acknowledged it.

use chrono::{DateTime, Utc};

/// People on the distribution list of a manual.
pub const MAX_RECEIVERS: usize = 500;

/// A person on the distribution list of a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationReceiver {
    pub account: String,
    pub name: String,
    /// An account.
    pub added_by: String,
    pub added_on: DateTime<Utc>,
}

/// The times of a person's steps with a publication.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReaderMarks {
    /// Since when they should acknowledge it; none for people who read it unasked.
    pub asked_on: Option<DateTime<Utc>>,
    /// When they left the distribution list.
    pub ended_on: Option<DateTime<Utc>>,
    pub read_on: Option<DateTime<Utc>>,
    pub acknowledged_on: Option<DateTime<Utc>>,
    /// The first download of one of its files.
    pub downloaded_on: Option<DateTime<Utc>>,
}

impl ReaderMarks {
    /// The marks that existed at a moment; `None` when there was none.
    pub fn at(self, moment: DateTime<Utc>) -> Option<Self> {
        let until = |on: Option<DateTime<Utc>>| on.filter(|on| *on <= moment);
        let known = Self {
            asked_on: until(self.asked_on),
            ended_on: until(self.ended_on),
            read_on: until(self.read_on),
            acknowledged_on: until(self.acknowledged_on),
            downloaded_on: until(self.downloaded_on),
        };
        (known != Self::default()).then_some(known)
    }

    /// Whether they were asked and left the distribution list without acknowledging it.
    pub fn has_left(self) -> bool {
        self.asked_on.is_some() && self.ended_on.is_some() && self.acknowledged_on.is_none()
    }

    /// Whether they are expected to acknowledge it and have not done so.
    pub fn is_open(self) -> bool {
        self.asked_on.is_some() && self.ended_on.is_none() && self.acknowledged_on.is_none()
    }
}

/// A person with what they did with a publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationReader {
    pub account: String,
    pub name: String,
    pub marks: ReaderMarks,
}

/// The downloads of one file by one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationDownload {
    pub account: String,
    pub name: String,
    pub file_name: String,
    pub first_on: DateTime<Utc>,
    /// Not known for a moment in the past when there were later ones.
    pub last_on: Option<DateTime<Utc>>,
    /// Not known for a moment in the past when there were later ones.
    pub times: Option<u64>,
}

impl PublicationDownload {
    /// The downloads until a moment; `None` when there was none yet.
    pub fn at(self, moment: DateTime<Utc>) -> Option<Self> {
        if self.first_on > moment {
            return None;
        }
        let had_all = self.last_on.is_some_and(|last| last <= moment);
        Some(if had_all { self } else { Self { last_on: None, times: None, ..self } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(number: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(number * 86_400, 0).expect("a day")
    }

    #[test]
    fn a_report_of_an_earlier_day_does_not_know_what_came_later() {
        let marks = ReaderMarks {
            asked_on: Some(day(2)),
            ended_on: Some(day(9)),
            read_on: Some(day(4)),
            acknowledged_on: Some(day(5)),
            downloaded_on: None,
        };
        assert_eq!(marks.at(day(1)), None);
        let third = marks.at(day(3)).expect("asked");
        assert!(third.is_open() && third.read_on.is_none());
        let fifth = marks.at(day(5)).expect("acknowledged");
        assert!(!fifth.is_open() && fifth.ended_on.is_none());
        assert_eq!(marks.at(day(9)), Some(marks));
    }

    #[test]
    fn a_report_of_an_earlier_day_does_not_count_later_downloads() {
        let download = PublicationDownload {
            account: "ann".to_owned(),
            name: String::new(),
            file_name: "a.zip".to_owned(),
            first_on: day(2),
            last_on: Some(day(5)),
            times: Some(3),
        };
        assert_eq!(download.clone().at(day(1)), None);
        let third = download.clone().at(day(3)).expect("one by then");
        assert_eq!((third.first_on, third.last_on, third.times), (day(2), None, None));
        assert_eq!(download.clone().at(day(5)), Some(download));
    }

    #[test]
    fn nothing_is_expected_of_people_who_were_not_asked_or_left_the_list() {
        assert!(!ReaderMarks { read_on: Some(day(1)), ..ReaderMarks::default() }.is_open());
        let left = ReaderMarks { asked_on: Some(day(1)), ended_on: Some(day(2)), ..ReaderMarks::default() };
        assert!(!left.is_open() && left.has_left());
    }
}
