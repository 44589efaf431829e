//! All findings of a package, in bounded memory.

use std::collections::BTreeMap;

use domain::finding::{Finding, Rule, Severities};

/// Of one rule not more than these are kept; how many more there are is one finding of its own. Kept by rule, so
/// that nothing which blocks can hide behind ever so many remarks.
pub(super) const MOST_OF_A_RULE: usize = 10_000;

/// The findings so far. Whatever the order of coming, the same findings are kept: the first ones of a report.
#[derive(Debug, Default)]
pub(super) struct Findings {
    by_rule: BTreeMap<Rule, OfRule>,
}

#[derive(Debug, Default)]
struct OfRule {
    kept: Vec<Finding>,
    dropped: usize,
}

impl OfRule {
    fn add(&mut self, finding: Finding) {
        self.kept.push(finding);
        // Twice as many may gather, so that sorting costs little for each.
        if self.kept.len() >= 2 * MOST_OF_A_RULE {
            self.shorten();
        }
    }

    fn shorten(&mut self) {
        self.kept.sort();
        self.kept.dedup();
        self.dropped += self.kept.len().saturating_sub(MOST_OF_A_RULE);
        self.kept.truncate(MOST_OF_A_RULE);
    }
}

impl Findings {
    pub(super) fn push(&mut self, finding: Finding) {
        self.by_rule.entry(finding.rule).or_default().add(finding);
    }

    pub(super) fn append(&mut self, others: Self) {
        for (rule, others) in others.by_rule {
            let mine = self.by_rule.entry(rule).or_default();
            mine.dropped += others.dropped;
            others.kept.into_iter().for_each(|finding| mine.add(finding));
        }
    }

    /// All that were kept, graded, in the order of a report.
    pub(super) fn finish(self, severities: &Severities) -> Vec<Finding> {
        let mut all = Vec::new();
        for (rule, mut found) in self.by_rule {
            found.shorten();
            all.append(&mut found.kept);
            if found.dropped > 0 {
                all.push(
                    Finding::new(Rule::PackageMoreFindings)
                        .with("rule", rule.as_str())
                        .with("code", rule.code().number().to_string())
                        .with("shown", MOST_OF_A_RULE.to_string())
                        .with("count", found.dropped.to_string()),
                );
            }
        }
        for finding in &mut all {
            finding.severity = severities.of_rule(finding.rule);
        }
        all.sort();
        all
    }
}

impl Extend<Finding> for Findings {
    fn extend<T: IntoIterator<Item = Finding>>(&mut self, findings: T) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dangling(line: u32) -> Finding {
        Finding::new(Rule::DmRefDangling).in_file("DMC-A.XML").at(line)
    }

    #[test]
    fn the_first_of_a_rule_are_kept_whatever_their_order_and_the_rest_is_counted() {
        let many = u32::try_from(5 * MOST_OF_A_RULE).expect("fits");
        let (mut up, mut left, mut right) = (Findings::default(), Findings::default(), Findings::default());
        up.extend((1..=many).map(dangling));
        left.extend((1..=many).rev().filter(|line| line % 3 == 0).map(dangling));
        right.extend((1..=many).rev().filter(|line| line % 3 != 0).map(dangling));
        left.append(right);
        let (up, apart) = (up.finish(&Severities::default()), left.finish(&Severities::default()));
        assert_eq!(up, apart);
        assert_eq!(up.len(), MOST_OF_A_RULE + 1);
        assert_eq!(up[0].rule, Rule::PackageMoreFindings, "said of the package as a whole, so it comes first");
        let said = |name: &str| up[0].params.iter().find(|(param, _)| param == name).map(|(_, value)| value.as_str());
        assert_eq!((said("code"), said("count")), (Some("1008"), Some("40000")));
        assert_eq!(up.last().and_then(|last| last.line), u32::try_from(MOST_OF_A_RULE).ok());
    }

    #[test]
    fn what_blocks_does_not_hide_behind_remarks() {
        let mut findings = Findings::default();
        findings.extend((1..=30_000).map(|line| Finding::new(Rule::FileAttachment).in_file("A").at(line)));
        findings.push(Finding::new(Rule::XmlContentUnknown).in_file("ZZZ.XML"));
        let all = findings.finish(&Severities::default());
        assert!(all.iter().any(|finding| finding.file == "ZZZ.XML"));
    }

    #[test]
    fn the_same_finding_is_told_once() {
        let mut findings = Findings::default();
        findings.extend([dangling(3), dangling(3)]);
        assert_eq!(findings.finish(&Severities::default()).len(), 1);
    }
}
