//! What elements and attributes are called, in both languages. An element with a label is drawn as labelled data
//! unless a family has a rule for it.

mod attributes;
mod general;
mod learning;
mod parts;
mod planning;
mod rules;
mod values;
mod wiring;

use std::sync::LazyLock;

use domain::language::Locale;
use foldhash::{HashMap, HashMapExt};

/// The name in XML, in English, in Chinese.
pub(super) type Label = (&'static str, &'static str, &'static str);

const ELEMENTS: &[&[Label]] =
    &[general::LABELS, learning::LABELS, parts::LABELS, planning::LABELS, rules::LABELS, wiring::LABELS];

static LABELS: LazyLock<HashMap<&'static str, &'static Label>> = LazyLock::new(|| {
    let mut labels = HashMap::new();
    for label in attributes::LABELS.iter().chain(all()) {
        labels.insert(label.0, label);
    }
    labels
});

/// The labels of all elements.
pub(super) fn all() -> impl Iterator<Item = &'static Label> {
    ELEMENTS.iter().flat_map(|family| family.iter())
}

/// What something is called; a name that nobody knows is taken apart.
pub(super) fn of(name: &str, locale: Locale) -> String {
    match (LABELS.get(name), locale) {
        (Some((_, english, _)), Locale::English) => (*english).to_owned(),
        (Some((_, _, chinese)), Locale::Chinese) => (*chinese).to_owned(),
        (None, _) => readable(name),
    }
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

/// A value as people read it.
pub(super) fn value(value: &str, locale: Locale) -> &str {
    match (values::VALUES.iter().find(|(own, ..)| *own == value), locale) {
        (Some((_, english, _)), Locale::English) => english,
        (Some((_, _, chinese)), Locale::Chinese) => chinese,
        (None, _) => value,
    }
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
    fn a_name_that_nobody_knows_is_taken_apart() {
        assert_eq!(readable("wireGaugeType2"), "Wire gauge type2");
        assert_eq!(readable("ICN"), "ICN");
        assert_eq!(readable("sbImpactType"), "Impact type");
        assert_eq!(readable(""), "");
    }
}
