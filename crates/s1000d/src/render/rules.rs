//! Which element is drawn how: the tables of all families in one.

use std::sync::LazyLock;

use foldhash::{HashMap, HashMapExt};
use roxmltree::Node;

use super::draw::{Render, Shape};
use super::html::Tag;
use super::{
    annotate, brex, contents, crew, crossref, fault, figures, inline, ipd, labels, lists, math, mel, paragraphs,
    references, requirements, safety, schedule, steps, tables, wiring,
};

/// Draws one element whose marks wait for the first thing it opens.
pub(super) type Draw = for<'r, 'd> fn(&'r mut Render<'d>, Node<'d, 'd>);

/// How an element is drawn.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// A block, by its own function.
    Block(Draw),
    /// In a line of text, by its own function.
    Inline(Draw),
    /// An item of a list of steps, by its own function.
    Step(Draw),
    /// A block around what is inside.
    Wrap(Tag, &'static str),
    /// The same in a line of text.
    Phrase(Tag, &'static str),
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
        matches!(self, Self::Inline(_) | Self::Phrase(..))
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
            Self::Inline(_) | Self::Phrase(..) | Self::Deep => Shape::Inline,
            Self::Step(_) => Shape::Item,
            Self::Field => Shape::Field,
            _ => Shape::Block,
        }
    }
}

static RULES: LazyLock<HashMap<&'static str, Rule>> = LazyLock::new(|| {
    let mut rules = HashMap::new();
    // What has a name that people know is data, unless a family draws it otherwise.
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
    annotate::RULES,
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
pub(super) fn of(node: Node<'_, '_>) -> Rule {
    RULES.get(node.tag_name().name()).copied().unwrap_or(Rule::Unknown)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::FAMILIES;

    #[test]
    fn no_two_families_draw_the_same_element() {
        let mut seen = BTreeMap::new();
        for (index, family) in FAMILIES.iter().enumerate() {
            for (name, _) in *family {
                assert_eq!(seen.insert(*name, index), None, "{name}");
            }
        }
    }
}
