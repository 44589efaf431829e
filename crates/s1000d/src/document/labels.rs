//! The labels of elements and attributes, in both languages. An element with a label is shown as labelled data
//! unless a family has a rule for it.

mod attributes;
mod bulletins;
mod codes;
mod general;
mod learning;
mod parts;
mod planning;
mod repositories;
mod rules;
mod states;
mod values;
mod wiring;
mod wiring_fields;

use std::borrow::Cow;
use std::sync::LazyLock;

use domain::language::Locale;
use foldhash::{HashMap, HashMapExt};

use self::values::Family;

/// The name in XML, in English, in Chinese.
pub(super) type Label = (&'static str, &'static str, &'static str);

const ELEMENTS: &[&[Label]] = &[
    bulletins::LABELS,
    general::LABELS,
    learning::LABELS,
    parts::LABELS,
    planning::LABELS,
    repositories::LABELS,
    rules::LABELS,
    wiring::LABELS,
    wiring_fields::LABELS,
];

static LABELS: LazyLock<HashMap<&'static str, &'static Label>> = LazyLock::new(|| {
    let mut labels = HashMap::new();
    for label in attributes::LABELS.iter().chain(all()) {
        labels.insert(label.0, label);
    }
    labels
});

static VALUES: LazyLock<HashMap<&'static str, &'static Family>> = LazyLock::new(|| {
    let mut by_attribute = HashMap::new();
    for family in families() {
        by_attribute.extend(family.attributes.iter().map(|attribute| (*attribute, family)));
    }
    by_attribute
});

fn families() -> impl Iterator<Item = &'static Family> {
    [values::FAMILIES, codes::FAMILIES, states::FAMILIES].into_iter().flatten()
}

/// The labels of all elements.
pub(super) fn all() -> impl Iterator<Item = &'static Label> {
    ELEMENTS.iter().flat_map(|family| family.iter())
}

/// The label of an element or attribute; an unknown name is taken apart.
pub(super) fn of(name: &str, locale: Locale) -> Cow<'static, str> {
    match (LABELS.get(name), locale) {
        (Some((_, english, _)), Locale::English) => Cow::Borrowed(english),
        (Some((_, _, chinese)), Locale::Chinese) => Cow::Borrowed(chinese),
        (None, _) => Cow::Owned(of_rule(name, locale).unwrap_or_else(|| readable(name))),
    }
}

/// Attributes of business rules that stand for a schema or for another attribute, as `comrepXsd` and `colorAttRelation`.
fn of_rule(name: &str, locale: Locale) -> Option<String> {
    if let Some(schema) = name.strip_suffix("Xsd") {
        return Some(format!("{schema}.xsd"));
    }
    let label = of(name.strip_suffix("AttRelation")?, locale);
    Some(match locale {
        Locale::English => format!("{label} (rule)"),
        Locale::Chinese => format!("{label}（规则）"),
    })
}

/// `wireGauge` as `Wire gauge`, and `sbImpactType` as `Impact type`: families have prefixes.
pub(super) fn readable(name: &str) -> String {
    let bare = ["sb", "lc", "br"].into_iter().find_map(|prefix| name.strip_prefix(prefix));
    let name = bare.filter(|rest| rest.starts_with(|c: char| c.is_uppercase())).unwrap_or(name);
    let mut out = String::with_capacity(name.len() + 4);
    let mut after_small = false;
    for c in name.chars() {
        if out.is_empty() {
            out.extend(c.to_uppercase());
        } else if c.is_uppercase() && after_small {
            out.push(' ');
            out.extend(c.to_lowercase());
        } else {
            out.push(c);
        }
        after_small = c.is_lowercase() || c.is_numeric();
    }
    out
}

/// The value of an attribute as people read it; a code without a known meaning is marked as a code.
pub(super) fn value<'v>(attribute: &str, value: &'v str, locale: Locale) -> Cow<'v, str> {
    match (meaning(attribute, value), locale) {
        (Meaning::Known((_, english, _)), Locale::English) => Cow::Borrowed(english),
        (Meaning::Known((_, _, chinese)), Locale::Chinese) => Cow::Borrowed(chinese),
        (Meaning::Code, Locale::English) => Cow::Owned(format!("code {value}")),
        (Meaning::Code, Locale::Chinese) => Cow::Owned(format!("代码 {value}")),
        (Meaning::Text, _) => Cow::Borrowed(value),
    }
}

/// Whether a value is a code without a known meaning.
pub(super) fn is_code(attribute: &str, value: &str) -> bool {
    matches!(meaning(attribute, value), Meaning::Code)
}

enum Meaning {
    Known(&'static Label),
    Code,
    /// It says what it says.
    Text,
}

fn meaning(attribute: &str, value: &str) -> Meaning {
    let values = match VALUES.get(attribute) {
        Some(family) => family.values,
        None if attribute.ends_with("Flag") => states::FLAGS,
        None => return Meaning::Text,
    };
    match values.iter().find(|(own, ..)| *own == value) {
        Some(label) => Meaning::Known(label),
        None if looks_like_code(value) => Meaning::Code,
        None => Meaning::Text,
    }
}

/// As in `taskcd09`: small letters and two digits.
fn looks_like_code(value: &str) -> bool {
    let letters = value.trim_end_matches(|c: char| c.is_ascii_digit());
    value.len() == letters.len() + 2 && !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_name_has_one_label_in_both_languages() {
        let mut seen = BTreeSet::new();
        for (name, english, chinese) in all() {
            assert!(seen.insert(name), "{name}");
            assert!(!english.is_empty() && !chinese.is_empty(), "{name}");
        }
    }

    #[test]
    fn every_code_has_one_meaning_in_both_languages() {
        let mut attributes = BTreeSet::new();
        for family in families() {
            let mut seen = BTreeSet::new();
            assert!(family.attributes.iter().all(|attribute| attributes.insert(attribute)), "{:?}", family.attributes);
            for (code, english, chinese) in family.values {
                assert!(seen.insert(code), "{code}");
                assert!(!english.is_empty() && !chinese.is_empty(), "{code}");
            }
        }
    }

    #[test]
    fn a_code_is_words_or_says_that_it_is_a_code() {
        let said = |attribute, code| (value(attribute, code, Locale::English), value(attribute, code, Locale::Chinese));
        assert_eq!(said("taskCode", "taskcd09"), ("Visual check (VCK)".into(), "目视检查（VCK）".into()));
        assert_eq!(said("accessPointTypeValue", "accpnl02"), ("Panel".into(), "盖板".into()));
        assert_eq!(said("color", "co51"), ("code co51".into(), "代码 co51".into()), "a project may have its own");
        assert_eq!(said("unitOfMeasure", "mm"), ("mm".into(), "mm".into()));
        assert_eq!(said("sealedFlag", "1"), ("Yes".into(), "是".into()));
        assert_eq!(said("wireState", "notactiv"), ("Not active".into(), "未启用".into()));
        assert_eq!(said("safetyCategoryValue", "ssc01").0, "code ssc01");
        assert_eq!(said("partNumberValue", "st01"), ("st01".into(), "st01".into()), "no code of a family");
        assert_eq!(said("brDecisionValueAllowed", "em01").0, "em01", "rules are about the code itself");
    }

    #[test]
    fn a_name_that_nobody_knows_is_taken_apart() {
        assert_eq!(readable("wireGaugeType2"), "Wire gauge type2");
        assert_eq!(readable("ICN"), "ICN");
        assert_eq!(readable("sbImpactType"), "Impact type");
        assert_eq!(readable(""), "");
    }
}
