//! Business rules in memory: BREX data modules as read, and the compiled rules of their layers.

use std::sync::Arc;

use s1000d::brex::{Brex, BrexChecker, BrexError};

use crate::core::cache::Cache;

/// Limits in bytes; one value may take a quarter. The default BREX of an issue is 0.4 MB of text, that of a project with
/// its SNS some megabytes.
const READ_CAPACITY: usize = 128 << 20;
const COMPILED_CAPACITY: usize = 256 << 20;
/// About what a BREX takes in memory for each byte of its text.
const READ_FACTOR: usize = 3;
const COMPILED_FACTOR: usize = 8;

/// Rules by the content of their files, so that a new version of a BREX counts at once and on every node.
#[derive(Debug)]
pub(crate) struct BrexCache {
    /// By blob; also why a file cannot be used.
    pub(crate) read: Cache<String, Result<Arc<Brex>, BrexError>>,
    /// By the blobs of the layers, the nearest first.
    pub(crate) compiled: Cache<Vec<String>, BrexChecker>,
}

impl BrexCache {
    /// The weight of a BREX whose text has this many bytes.
    pub(crate) fn read_weight(size: usize) -> usize {
        size.saturating_mul(READ_FACTOR) + 200
    }

    /// The weight of compiled layers whose texts have this many bytes together. A pattern of ten characters may take as
    /// much as a whole BREX.
    pub(crate) fn compiled_weight(size: usize, checker: &BrexChecker) -> usize {
        size.saturating_mul(COMPILED_FACTOR).saturating_add(checker.pattern_weight()).saturating_add(1_000)
    }
}

impl Default for BrexCache {
    fn default() -> Self {
        Self { read: Cache::new(READ_CAPACITY), compiled: Cache::new(COMPILED_CAPACITY) }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use s1000d::guard;

    use super::*;

    /// A BREX with so many patterns, each of a few characters.
    fn brex(patterns: usize) -> Arc<Brex> {
        let mut rules = String::new();
        for number in 0..patterns {
            let _ = write!(
                rules,
                "<structureObjectRule><objectPath>//a{number}</objectPath>\
                 <objectValue valueForm='pattern' valueAllowed='\\p{{L}}{number}'/></structureObjectRule>"
            );
        }
        let text = format!(
            "<dmodule><identAndStatusSection><dmAddress><dmIdent><dmCode modelIdentCode='RULES' systemDiffCode='A' \
             systemCode='00' subSystemCode='0' subSubSystemCode='0' assyCode='00' disassyCode='00' disassyCodeVariant='A' \
             infoCode='022' infoCodeVariant='A' itemLocationCode='D'/><language languageIsoCode='en' countryIsoCode='US'/>\
             <issueInfo issueNumber='001' inWork='00'/></dmIdent></dmAddress><dmStatus issueType='new'/></identAndStatusSection>\
             <content><brex><contextRules><structureObjectRuleGroup>{rules}</structureObjectRuleGroup></contextRules></brex>\
             </content></dmodule>"
        );
        let checked = guard::check(text.as_bytes()).unwrap_or_else(|refusal| panic!("{refusal}"));
        Arc::new(Brex::read(&checked).unwrap_or_else(|error| panic!("{error}")))
    }

    #[test]
    fn patterns_count_in_the_weight_of_compiled_rules() {
        let weight = |patterns| BrexCache::compiled_weight(10_000, &BrexChecker::of(vec![brex(patterns)]));
        assert!(weight(100) - weight(0) >= 100 * (256 << 10), "{} {}", weight(100), weight(0));
        assert!(weight(100) <= COMPILED_CAPACITY / 4, "the most patterns that are used can be kept");
    }

    #[test]
    fn a_project_with_its_sns_over_the_default_brex_is_kept() {
        let checker = BrexChecker::of(vec![brex(24)]);
        assert!(BrexCache::compiled_weight(2_500_000, &checker) <= COMPILED_CAPACITY / 4);
        assert!(BrexCache::read_weight(5_000_000) <= READ_CAPACITY / 4);
    }
}
