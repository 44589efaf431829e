//! The attributes of one start tag, merged by name.

use crate::diff::Relevance;
use crate::diff::relevance::of_attribute;
use crate::diff::tree::XmlAttribute;

/// Where the value of a merged attribute comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AttributeSource {
    /// No side changed it.
    Base,
    /// We changed it, or removed it.
    Ours,
    Theirs,
    Both,
    /// Both sides changed it differently; ours stays.
    Conflict,
    /// A list to which both sides added.
    List(String),
}

/// An attribute of the merged tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AttributeOutcome<'t> {
    pub(super) name: &'t str,
    pub(super) source: AttributeSource,
}

/// Attributes whose value is a list of ids in any order.
const LISTS: [&str; 5] =
    ["warningRefs", "cautionRefs", "applicRefIds", "controlAuthorityRefs", "reasonForUpdateRefIds"];

/// The attributes that any of the three has: those of ours first.
pub(super) fn merge<'t>(
    base: &[XmlAttribute<'t>],
    ours: &[XmlAttribute<'t>],
    theirs: &[XmlAttribute<'t>],
    relevance: Relevance,
) -> Vec<AttributeOutcome<'t>> {
    let mut names: Vec<&'t str> = Vec::new();
    for attribute in ours.iter().chain(theirs).chain(base) {
        if !names.contains(&attribute.name) {
            names.push(attribute.name);
        }
    }
    // An issue number of one side and an issue date of the other would be a status that nobody gave.
    let follows = relevance < Relevance::Content
        && names.iter().any(|name| !is_kept_apart(name) && value(base, name) != value(theirs, name));
    let source = |name: &str| {
        let (old, one, two) = (value(base, name), value(ours, name), value(theirs, name));
        if is_namespace(name) {
            // Both sides may use a prefix that only one of them declares.
            return if one.is_some() || two.is_none() { AttributeSource::Base } else { AttributeSource::Theirs };
        }
        if one == two {
            return if one == old { AttributeSource::Base } else { AttributeSource::Both };
        }
        if one == old || (follows && !is_kept_apart(name)) {
            return AttributeSource::Theirs;
        }
        if two == old || name == "id" {
            return AttributeSource::Ours;
        }
        if LISTS.contains(&name) {
            return AttributeSource::List(joined(old.unwrap_or(""), one.unwrap_or(""), two.unwrap_or("")));
        }
        match of_attribute("", name) {
            Relevance::Content => AttributeSource::Conflict,
            _ => AttributeSource::Theirs,
        }
    };
    names.into_iter().map(|name| AttributeOutcome { name, source: source(name) }).collect()
}

pub(super) fn value<'a>(attributes: &'a [XmlAttribute<'_>], name: &str) -> Option<&'a str> {
    attributes.iter().find(|attribute| attribute.name == name).map(|attribute| attribute.value.as_ref())
}

fn is_namespace(name: &str) -> bool {
    name == "xmlns" || name.starts_with("xmlns:")
}

fn is_kept_apart(name: &str) -> bool {
    name == "id" || is_namespace(name)
}

/// Our list with what they added, without what they removed.
fn joined(base: &str, ours: &str, theirs: &str) -> String {
    let has = |list: &str, id: &str| list.split_ascii_whitespace().any(|one| one == id);
    let kept = ours.split_ascii_whitespace().filter(|id| has(theirs, id) || !has(base, id));
    let added = theirs.split_ascii_whitespace().filter(|id| !has(base, id) && !has(ours, id));
    kept.chain(added).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn attributes(list: &[(&'static str, &'static str)]) -> Vec<XmlAttribute<'static>> {
        let one = |(name, value): &(&'static str, &'static str)| XmlAttribute {
            name,
            value: Cow::Borrowed(*value),
            range: 0..0,
        };
        list.iter().map(one).collect()
    }

    fn sources(
        base: &[(&'static str, &'static str)],
        ours: &[(&'static str, &'static str)],
        theirs: &[(&'static str, &'static str)],
        relevance: Relevance,
    ) -> Vec<(&'static str, AttributeSource)> {
        let (base, ours, theirs) = (attributes(base), attributes(ours), attributes(theirs));
        merge(&base, &ours, &theirs, relevance).into_iter().map(|one| (one.name, one.source)).collect()
    }

    #[test]
    fn the_side_that_changed_a_value_gives_it() {
        let base = [("a", "1"), ("b", "1"), ("c", "1"), ("d", "1"), ("e", "1")];
        let ours = [("a", "2"), ("b", "1"), ("c", "2"), ("d", "2"), ("e", "1")];
        let theirs = [("a", "1"), ("b", "2"), ("c", "2"), ("d", "3")];
        let expected = [
            ("a", AttributeSource::Ours),
            ("b", AttributeSource::Theirs),
            ("c", AttributeSource::Both),
            ("d", AttributeSource::Conflict),
            ("e", AttributeSource::Theirs),
        ];
        assert_eq!(sources(&base, &ours, &theirs, Relevance::Content), expected);
    }

    #[test]
    fn a_status_is_taken_from_one_side() {
        let (base, ours) = ([("issueNumber", "001"), ("inWork", "00")], [("issueNumber", "001"), ("inWork", "01")]);
        let theirs = [("issueNumber", "002"), ("inWork", "00")];
        let expected = [("issueNumber", AttributeSource::Theirs), ("inWork", AttributeSource::Theirs)];
        assert_eq!(sources(&base, &ours, &theirs, Relevance::Status), expected);
    }

    #[test]
    fn lists_of_references_grow_on_both_sides() {
        let found = sources(
            &[("warningRefs", "w1 w2")],
            &[("warningRefs", "w1 w2 w3")],
            &[("warningRefs", "w4 w1")],
            Relevance::Content,
        );
        assert_eq!(found, [("warningRefs", AttributeSource::List("w1 w3 w4".to_owned()))]);
    }

    #[test]
    fn marks_and_links_follow_theirs_and_ids_ours() {
        let (base, ours) = ([("id", "a"), ("xlink:href", "x")], [("id", "b"), ("xlink:href", "y"), ("xmlns:p", "u")]);
        let theirs = [("id", "c"), ("xlink:href", "z")];
        let expected = [
            ("id", AttributeSource::Ours),
            ("xlink:href", AttributeSource::Theirs),
            ("xmlns:p", AttributeSource::Base),
        ];
        assert_eq!(sources(&base, &ours, &theirs, Relevance::Content), expected);
    }
}
