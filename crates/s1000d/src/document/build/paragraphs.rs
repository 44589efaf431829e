//! Numbered paragraphs, their headings, and the containers of running text.

use super::data::has_content;
use super::rule::Rule;
use super::{Builder, Xml};
use crate::document::added::{AddedRole, Wording};
use crate::document::kind::{Block, Kind};
use crate::document::labels;
use crate::document::marks::Shape;
use crate::object::ident::text_of;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("levelledPara", Rule::Block(levelled)),
    ("brLevelledPara", Rule::Block(levelled)),
    ("levelledParaAlts", Rule::Wrap(Block::Alternates)),
    ("title", Rule::Block(lone_title)),
    ("para", Rule::Block(para)),
    ("simplePara", Rule::Block(para)),
    ("paraBasic", Rule::Block(para)),
    ("reducedPara", Rule::Block(para)),
    ("reducedListItemPara", Rule::Block(para)),
    ("simpleRefPara", Rule::Block(para)),
    ("notePara", Rule::Block(para)),
    ("warningAndCautionPara", Rule::Block(para)),
    ("attentionListItemPara", Rule::Block(para)),
    ("copyrightPara", Rule::Block(para)),
    ("checkListPara", Rule::Block(para)),
    ("descr", Rule::Block(para)),
    ("description", Rule::Through),
    ("subLevel", Rule::Section),
    ("commonInfo", Rule::Section),
    ("commonInfoDescrPara", Rule::Section),
    ("commonInfoDescrParaAlts", Rule::Wrap(Block::Alternates)),
    ("descrCrew", Rule::Through),
    ("systemDescription", Rule::Block(document)),
    ("supplementalContent", Rule::Block(document)),
    ("projectRules", Rule::Block(document)),
    ("limitation", Rule::Block(document)),
    ("limitContent", Rule::Through),
    ("performance", Rule::Block(document)),
    ("perfoContent", Rule::Through),
    ("substantiation", Rule::Block(document)),
    ("annunciation", Rule::Block(document)),
    ("failureConsequences", Rule::Block(document)),
    ("cabinEquipMalfunction", Rule::Block(document)),
    ("systemFault", Rule::Block(document)),
    ("subSetHeader", Rule::Block(document)),
    ("approval", Rule::Block(document)),
    ("approvalData", Rule::Through),
    ("additionalParameters", Rule::Block(document)),
    ("qualifierRepository", Rule::Block(document)),
    ("linkTargetRepository", Rule::Block(document)),
    ("frontMatter", Rule::Block(document)),
    ("frontMatterTitlePage", Rule::Through),
    ("frontMatterTableOfContent", Rule::Section),
    ("frontMatterList", Rule::Section),
    ("frontMatterSubList", Rule::Section),
    ("frontMatterInfo", Rule::Section),
    ("endMatter", Rule::Section),
    ("update", Rule::Through),
];

/// A heading and what stands below it.
pub(super) fn section<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Section, |b| {
        let titled = leading_title(node);
        if let Some(title) = titled {
            heading(b, title, "");
        } else {
            // Topics of a service bulletin and lists of front matter are known by their type.
            let is_code = |kind| labels::is_code("frontMatterType", kind);
            let is_unknown = node.attribute("frontMatterType").is_some_and(is_code);
            let types: &[&str] = if is_unknown { &[] } else { &["sbTopicType", "frontMatterType"] };
            made_heading(b, heading_by_type(node, types));
        }
        b.deeper(|b| b.children_but(node, titled.is_some()));
    });
}

/// The type of an element, which one of some attributes has; without one, the label of the element.
pub(super) fn heading_by_type(node: Xml<'_>, attributes: &[&str]) -> Wording {
    match attributes.iter().find_map(|name| Some((*name, node.attribute(*name)?))) {
        Some((name, code)) if labels::is_code(name, code) => Wording::Attribute(name.into(), code.into()),
        Some((name, kind)) => Wording::value(name, kind),
        None => Wording::Label(node.tag_name().name().into()),
    }
}

/// A module whose content begins with its title. The page has the module's own title already.
pub(super) fn document<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Section, |b| {
        let titled = leading_title(node);
        if let Some(title) = titled {
            heading(b, title, "");
        }
        b.children_but(node, titled.is_some());
    });
}

fn levelled<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let number = b.numbers.text(node).to_owned();
    b.within(Block::Section, |b| {
        let titled = leading_title(node);
        match titled {
            Some(title) => heading(b, title, &number),
            None => b.add_spaced(AddedRole::Number, Wording::text(number)),
        }
        b.deeper(|b| b.children_but(node, titled.is_some()));
    });
}

/// The title, where nothing stands before it.
pub(super) fn leading_title(node: Xml<'_>) -> Option<Xml<'_>> {
    node.children().find(|part| has_content(*part)).filter(|first| first.tag_name().name() == "title")
}

/// The heading of the section that has just begun.
pub(super) fn heading<'d>(b: &mut Builder<'d>, title: Xml<'d>, number: &str) {
    let level = b.level;
    let outline = b.outline(number, Wording::text(text_of(title)));
    b.title(title, Shape::Inline, |b| {
        b.within(Kind::Heading { level, outline }, |b| {
            if !number.is_empty() {
                b.add_spaced(AddedRole::Number, Wording::text(number));
            }
            b.children(title);
        });
    });
}

/// A heading that the author did not write.
pub(super) fn made_heading(b: &mut Builder<'_>, wording: Wording) {
    let level = b.level;
    let outline = b.outline("", wording.clone());
    b.add(AddedRole::Heading { level, outline }, wording);
}

fn lone_title<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let level = b.level;
    b.within(Kind::Heading { level, outline: None }, |b| b.children(node));
}

fn para<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Kind::Para { is_line: b.is_line(node) }, |b| b.children(node));
}

impl Builder<'_> {
    /// Makes what stands one heading below.
    pub(super) fn deeper(&mut self, inside: impl FnOnce(&mut Self)) {
        self.level = self.level.saturating_add(1);
        inside(self);
        self.level = self.level.saturating_sub(1);
    }
}
