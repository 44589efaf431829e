//! The table of rules: those of all families in one.

use std::sync::LazyLock;

use foldhash::{HashMap, HashMapExt};

use super::rule::{Rule, RuleTable};
use super::{
    applicability, brex, bulletins, contents, crew, crossref, fault, figures, inline, ipd, learning, limits, lists,
    math, mel, paragraphs, references, repositories, requirements, safety, schedule, steps, tables, wiring,
};
use crate::document::labels;

pub(super) static RULES: LazyLock<RuleTable> = LazyLock::new(|| {
    let mut rules = HashMap::new();
    // An element with a label is data, unless a family has a rule for it.
    for (name, ..) in labels::all() {
        rules.insert(*name, Rule::Field);
    }
    for family in FAMILIES {
        for (name, rule) in *family {
            rules.insert(*name, *rule);
        }
    }
    RuleTable(rules)
});

const FAMILIES: &[&[(&str, Rule)]] = &[
    applicability::RULES,
    brex::RULES,
    bulletins::RULES,
    contents::RULES,
    crew::RULES,
    crossref::RULES,
    fault::RULES,
    figures::RULES,
    inline::RULES,
    ipd::RULES,
    learning::RULES,
    limits::RULES,
    lists::RULES,
    math::RULES,
    mel::RULES,
    paragraphs::RULES,
    references::RULES,
    repositories::RULES,
    requirements::RULES,
    safety::RULES,
    schedule::RULES,
    steps::RULES,
    tables::RULES,
    wiring::RULES,
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::FAMILIES;

    #[test]
    fn no_two_families_have_a_rule_for_the_same_element() {
        let mut seen = BTreeMap::new();
        for (index, family) in FAMILIES.iter().enumerate() {
            for (name, _) in *family {
                assert_eq!(seen.insert(*name, index), None, "{name}");
            }
        }
    }
}
