//! Findings of many modules, grouped by their rules.

use std::collections::HashMap;

use domain::finding::{Finding, Rule};
use s1000d::brex::{BrexRule, RuleFinding, RuleSubject};
use store::brex_reports::{BrexReportCounts, BrexReportFinding, BrexReportRule};

/// Findings in the list of a report; further ones are counted.
const MOST_LISTED: u64 = 50_000;
/// Characters of an object path.
const MOST_PATH: usize = 1_000;
/// Modules listed for one remark, which is the same for all of them.
const MOST_REMARKS: u64 = 100;
/// Rules of a report.
const MOST_RULES: usize = 5_000;

/// The parts of a finding by which two are the same for a report.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct RuleKey {
    brex: String,
    /// The kind and number of the rule; none for a finding about a whole BREX.
    rule: Option<(u8, u32)>,
    /// The word of the finding, which for violations of one rule does not matter.
    word: &'static str,
}

impl RuleKey {
    fn of(one: &RuleFinding) -> Self {
        let kind = |subject: &RuleSubject| match subject {
            RuleSubject::Object { .. } => 0,
            RuleSubject::Notation { .. } => 1,
            RuleSubject::Notations => 2,
            RuleSubject::Sns => 3,
        };
        let rule = one.rule.as_ref().map(|rule| (kind(&rule.subject), rule.number));
        let is_violation = one.finding.rule.is_brex_violation() && rule.is_some();
        let word = if is_violation { "" } else { one.finding.rule.as_str() };
        Self { brex: one.brex.clone(), rule, word }
    }
}

/// A report as it grows.
#[derive(Debug, Default)]
pub(super) struct RuleTally {
    pub(super) counts: BrexReportCounts,
    pub(super) rules: Vec<BrexReportRule>,
    numbers: HashMap<RuleKey, usize>,
    position: i64,
    /// Findings that are not written yet.
    pending: Vec<BrexReportFinding>,
}

impl RuleTally {
    /// Counts the findings of a module.
    pub(super) fn add(&mut self, path: &str, title: &str, found: Vec<RuleFinding>) {
        self.counts.modules += 1;
        let is_violation = |one: &RuleFinding| one.finding.rule.is_brex_violation();
        self.counts.violating += u64::from(found.iter().any(is_violation));
        let is_gap = |one: &RuleFinding| !is_violation(one) && one.finding.rule != Rule::BrexOtherIssue;
        self.counts.incomplete += u64::from(found.iter().any(is_gap));
        let mut seen = Vec::new();
        for one in found {
            let places = one.places as u64;
            let violation = is_violation(&one);
            if violation {
                self.counts.violations += places;
            }
            let Some(index) = self.rule_of(&one) else {
                self.counts.is_cut = true;
                continue;
            };
            let Some(rule) = self.rules.get_mut(index) else { continue };
            rule.places += places;
            if !seen.contains(&index) {
                seen.push(index);
                rule.modules += 1;
            }
            if self.counts.listed >= MOST_LISTED || (!violation && rule.modules > MOST_REMARKS) {
                self.counts.is_cut = true;
                continue;
            }
            let finding = Finding { file: path.to_owned(), ..one.finding };
            let (position, rule_number) = (self.position, rule.number);
            self.pending.push(BrexReportFinding { position, rule_number, title: title.to_owned(), finding });
            self.position += 1;
            self.counts.listed += 1;
        }
    }

    /// The findings since the last call.
    pub(super) fn take(&mut self) -> Vec<BrexReportFinding> {
        std::mem::take(&mut self.pending)
    }

    /// The place of a finding's rule among the rules; none when the report has too many.
    fn rule_of(&mut self, one: &RuleFinding) -> Option<usize> {
        let key = RuleKey::of(one);
        if let Some(index) = self.numbers.get(&key) {
            return Some(*index);
        }
        let index = self.rules.len();
        if index >= MOST_RULES {
            return None;
        }
        let rule = one.rule.as_deref();
        self.rules.push(BrexReportRule {
            number: u32::try_from(index + 1).unwrap_or(u32::MAX),
            kind: one.finding.rule,
            brex: one.brex.clone(),
            name: rule.map(BrexRule::name).unwrap_or_default(),
            severity: rule.and_then(|rule| rule.severity.clone()).unwrap_or_default(),
            description: rule.map(|rule| rule.usage.clone()).unwrap_or_default(),
            object_path: rule.map(|rule| rule.object_path().chars().take(MOST_PATH).collect()).unwrap_or_default(),
            places: 0,
            modules: 0,
        });
        self.numbers.insert(key, index);
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use s1000d::brex::AllowedObject;

    use super::*;

    fn rule(number: u32) -> Arc<BrexRule> {
        let subject = RuleSubject::Object { path: "//note".to_owned(), allowed: AllowedObject::Forbidden };
        Arc::new(BrexRule {
            subject,
            number,
            id: None,
            decisions: Vec::new(),
            line: 1,
            usage: "No notes.".to_owned(),
            severity: Some("brsl01".to_owned()),
        })
    }

    fn found(word: Rule, number: Option<u32>, places: usize) -> RuleFinding {
        RuleFinding { finding: Finding::new(word), rule: number.map(rule), brex: "DMC-A".to_owned(), places }
    }

    #[test]
    fn violations_are_grouped_by_rule_and_modules_are_counted_once() {
        let mut tally = RuleTally::default();
        let many = vec![
            found(Rule::BrexForbidden, Some(1), 1),
            found(Rule::BrexForbidden, Some(1), 1),
            found(Rule::BrexMorePlaces, Some(1), 7),
            found(Rule::BrexForbidden, Some(2), 1),
        ];
        tally.add("/A/M/ONE.XML", "One", many);
        tally.add("/A/M/TWO.XML", "Two", vec![found(Rule::BrexForbidden, Some(1), 1)]);
        tally.add("/A/M/SOUND.XML", "Sound", Vec::new());
        let groups: Vec<_> = tally.rules.iter().map(|rule| (rule.name.as_str(), rule.places, rule.modules)).collect();
        assert_eq!(groups, [("1", 10, 2), ("2", 1, 1)]);
        assert_eq!((tally.rules[0].severity.as_str(), tally.rules[0].description.as_str()), ("brsl01", "No notes."));
        let expected =
            BrexReportCounts { modules: 3, violating: 2, incomplete: 0, violations: 11, listed: 5, is_cut: false };
        assert_eq!(tally.counts, expected);
        let listed = tally.take();
        assert_eq!((listed.len(), listed[4].position, listed[4].finding.file.as_str()), (5, 4, "/A/M/TWO.XML"));
        assert!(tally.take().is_empty());
    }

    #[test]
    fn a_remark_about_every_module_is_listed_for_some() {
        let mut tally = RuleTally::default();
        for number in 0..150 {
            tally.add(&format!("/A/M/{number}.XML"), "", vec![found(Rule::BrexNotFound, None, 1)]);
        }
        assert_eq!((tally.counts.incomplete, tally.counts.violating, tally.counts.listed), (150, 0, 100));
        assert_eq!((tally.rules.len(), tally.rules[0].modules), (1, 150));
        assert!(tally.counts.is_cut, "the list does not have all of them");
    }

    #[test]
    fn rules_of_two_issues_of_a_brex_are_apart() {
        let mut tally = RuleTally::default();
        let of_issue =
            |issue: &str| RuleFinding { brex: format!("DMC-A {issue}"), ..found(Rule::BrexForbidden, Some(1), 1) };
        tally.add("/A/M/OLD.XML", "", vec![of_issue("007-00")]);
        tally.add("/A/M/NEW.XML", "", vec![of_issue("008-00")]);
        let rules: Vec<_> = tally.rules.iter().map(|rule| (rule.brex.as_str(), rule.places)).collect();
        assert_eq!(rules, [("DMC-A 007-00", 1), ("DMC-A 008-00", 1)]);
    }

    #[test]
    fn rules_that_have_no_place_in_the_report_are_told() {
        let mut tally = RuleTally::default();
        for number in 0..=5_000 {
            tally.add("/A/M/ONE.XML", "", vec![found(Rule::BrexForbidden, Some(number), 1)]);
        }
        assert_eq!((tally.rules.len(), tally.counts.violations, tally.counts.listed), (5_000, 5_001, 5_000));
        assert!(tally.counts.is_cut);
    }
}
