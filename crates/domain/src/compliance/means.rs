//! Means: how a requirement is met, other than by the paragraphs that answer it.

use chrono::NaiveDate;

use crate::field::FieldCode;
use crate::object::words;

/// Means of one requirement.
pub const MAX_MEANS: usize = 20;

words! {
    /// A way to meet a requirement.
    MeansKind {
        /// An acceptable means of compliance, published by the authority.
        Published = "amc",
        /// An alternative means of compliance that the authority approved.
        Alternative = "altmoc",
        Exemption = "exemption",
        Derogation = "derogation",
    }
}

words! {
    /// Whether means count on a day.
    MeansState {
        Pending = "pending",
        Valid = "valid",
        Ended = "ended",
    }
}

/// How a requirement is met, as a person records it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyMeans {
    pub kind: MeansKind,
    /// The code of the AMC, or the number of the alternative means, the exemption or the derogation.
    pub reference: String,
    /// Who approved or granted it; empty for an AMC.
    pub authority: String,
    /// Of an alternative means.
    pub approval: String,
    /// Of an alternative means.
    pub approved_on: Option<NaiveDate>,
    pub valid_from: Option<NaiveDate>,
    /// The last day.
    pub valid_to: Option<NaiveDate>,
    pub remarks: String,
}

impl PolicyMeans {
    /// Its state on a day; the first and the last day count.
    pub fn state(&self, on: NaiveDate) -> MeansState {
        if self.valid_to.is_some_and(|last| last < on) {
            MeansState::Ended
        } else if self.valid_from.is_some_and(|first| on < first) {
            MeansState::Pending
        } else {
            MeansState::Valid
        }
    }

    /// Everything that is missing for its kind or does not belong to it, by the name of the value.
    pub fn defects(&self) -> Vec<(&'static str, FieldCode)> {
        let texts = [
            ("reference", &self.reference, Some(true)),
            ("authority", &self.authority, self.needs_grant()),
            ("approvalReference", &self.approval, Some(self.needs_approval())),
        ];
        let days = [
            ("approvedDate", self.approved_on, Some(self.needs_approval())),
            ("validFrom", self.valid_from, self.needs_grant()),
            ("validTo", self.valid_to, self.needs_grant()),
        ];
        let texts = texts.into_iter().map(|(name, text, need)| (name, !text.is_empty(), need));
        let days = days.into_iter().map(|(name, day, need)| (name, day.is_some(), need));
        let defect = |(name, is_given, need): (&'static str, bool, Option<bool>)| match (is_given, need) {
            (false, Some(true)) => Some((name, FieldCode::Required)),
            (true, Some(false)) => Some((name, FieldCode::NotTogether)),
            _ => None,
        };
        let mut defects: Vec<_> = texts.chain(days).filter_map(defect).collect();
        if self.valid_from.zip(self.valid_to).is_some_and(|(first, last)| last < first) {
            defects.push(("validTo", FieldCode::NotTogether));
        }
        defects
    }

    /// Whether it has an approval of its own.
    fn needs_approval(&self) -> bool {
        self.kind == MeansKind::Alternative
    }

    /// Whether somebody grants it for a time; `None` where somebody may.
    fn needs_grant(&self) -> Option<bool> {
        match self.kind {
            MeansKind::Published => Some(false),
            MeansKind::Alternative => None,
            MeansKind::Exemption | MeansKind::Derogation => Some(true),
        }
    }

    /// In one line, for the history, as in `altmoc MOC-7 · FOCA · A/2026/12 · 2026-05-04`.
    pub fn line(&self) -> String {
        let day = |day: Option<NaiveDate>| day.map(|day| day.to_string()).unwrap_or_default();
        let (first, last) = (day(self.valid_from), day(self.valid_to));
        let is_limited = !first.is_empty() || !last.is_empty();
        let validity =
            if is_limited { [first.as_str(), "–", &last].join(" ").trim().to_owned() } else { String::new() };
        let (name, approved) = ([self.kind.as_str(), &self.reference].join(" "), day(self.approved_on));
        let remarks = self.remarks.replace('\n', " ");
        let parts = [name.as_str(), &self.authority, &self.approval, &approved, &validity, &remarks];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: u32) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(2026, 11, day)
    }

    fn means(kind: MeansKind) -> PolicyMeans {
        PolicyMeans {
            kind,
            reference: "E-7".to_owned(),
            authority: String::new(),
            approval: String::new(),
            approved_on: None,
            valid_from: None,
            valid_to: None,
            remarks: String::new(),
        }
    }

    fn exemption() -> PolicyMeans {
        PolicyMeans {
            authority: "FOCA".to_owned(),
            valid_from: day(3),
            valid_to: day(9),
            ..means(MeansKind::Exemption)
        }
    }

    #[test]
    fn the_first_and_the_last_day_count() {
        let states = [2, 3, 9, 10].map(|one| exemption().state(day(one).expect("a day")).as_str());
        assert_eq!(states, ["pending", "valid", "valid", "ended"]);
        assert_eq!(means(MeansKind::Published).state(day(1).expect("a day")), MeansState::Valid);
    }

    #[test]
    fn each_kind_has_its_values() {
        let names = |means: &PolicyMeans| {
            means.defects().iter().map(|(name, code)| format!("{name} {}", code.as_str())).collect::<Vec<_>>()
        };
        assert_eq!(names(&means(MeansKind::Published)), Vec::<String>::new());
        assert_eq!(
            names(&PolicyMeans { reference: String::new(), ..means(MeansKind::Published) }),
            ["reference required"]
        );
        assert_eq!(
            names(&PolicyMeans { kind: MeansKind::Published, ..exemption() }),
            ["authority not_together", "validFrom not_together", "validTo not_together"]
        );
        assert_eq!(names(&means(MeansKind::Alternative)), ["approvalReference required", "approvedDate required"]);
        assert_eq!(
            names(&means(MeansKind::Derogation)),
            ["authority required", "validFrom required", "validTo required"]
        );
        assert_eq!(names(&exemption()), Vec::<String>::new());
        assert_eq!(names(&PolicyMeans { valid_to: day(2), ..exemption() }), ["validTo not_together"]);
    }

    #[test]
    fn means_are_told_in_one_line() {
        assert_eq!(exemption().line(), "exemption E-7 · FOCA · 2026-11-03 – 2026-11-09");
        let alternative = PolicyMeans {
            approval: "A/12".to_owned(),
            approved_on: day(4),
            remarks: "Night\nonly".to_owned(),
            ..means(MeansKind::Alternative)
        };
        assert_eq!(alternative.line(), "altmoc E-7 · A/12 · 2026-11-04 · Night only");
    }
}
