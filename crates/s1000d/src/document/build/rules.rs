//! The rule of each element: the tables of all families in one.

use std::sync::LazyLock;

use foldhash::{HashMap, HashMapExt};

use super::{
    Builder, Xml, applicability, brex, contents, crew, crossref, fault, figures, inline, ipd, lists, math, mel,
    paragraphs, references, requirements, safety, schedule, steps, tables, wiring,
};
use crate::document::kind::{Block, Phrase};
use crate::document::labels;
use crate::document::marks::Shape;

/// Makes the nodes of one element, whose marks wait for the first one that opens.
pub(super) type Make = for<'b, 'd> fn(&'b mut Builder<'d>, Xml<'d>);

/// The way an element becomes nodes.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// A block, by its own function.
    Block(Make),
    /// In a line of text, by its own function.
    Inline(Make),
    /// An item of a list of steps, by its own function.
    Step(Make),
    /// A block around what is inside.
    Wrap(Block),
    /// The same in a line of text.
    Phrase(Phrase),
    /// Only what is inside.
    Through,
    /// A heading, by its title or by its label, and what is inside.
    Section,
    /// Labelled data.
    Field,
    /// Nobody knows it.
    Unknown,
    /// Nested too deep.
    Deep,
}

/// Neighbours that stand in one list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Run {
    Steps,
    Fields,
}

impl Rule {
    pub(super) fn is_inline(self) -> bool {
        matches!(self, Self::Inline(_) | Self::Phrase(_))
    }

    pub(super) fn run(self) -> Option<Run> {
        match self {
            Self::Step(_) => Some(Run::Steps),
            Self::Field => Some(Run::Fields),
            _ => None,
        }
    }

    pub(super) fn shape(self) -> Shape {
        match self {
            Self::Inline(_) | Self::Phrase(_) | Self::Deep => Shape::Inline,
            Self::Step(_) => Shape::Item,
            Self::Field => Shape::Field,
            _ => Shape::Block,
        }
    }
}

static RULES: LazyLock<HashMap<&'static str, Rule>> = LazyLock::new(|| {
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
    rules
});

const FAMILIES: &[&[(&str, Rule)]] = &[
    applicability::RULES,
    brex::RULES,
    contents::RULES,
    crew::RULES,
    crossref::RULES,
    fault::RULES,
    figures::RULES,
    inline::RULES,
    ipd::RULES,
    lists::RULES,
    math::RULES,
    mel::RULES,
    paragraphs::RULES,
    references::RULES,
    requirements::RULES,
    safety::RULES,
    schedule::RULES,
    steps::RULES,
    tables::RULES,
    wiring::RULES,
];

/// The rule of an element.
pub(super) fn of(node: Xml<'_>) -> Rule {
    RULES.get(node.tag_name().name()).copied().unwrap_or(Rule::Unknown)
}

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
