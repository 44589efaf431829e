//! Numbered paragraphs, their headings, and the containers of running text.

use roxmltree::Node;

use super::Heading;
use super::data::is_said;
use super::draw::{Render, is_line};
use super::html::Tag;
use super::labels;
use super::rules::Rule;
use crate::object::ident::text_of;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("levelledPara", Rule::Block(levelled)),
    ("brLevelledPara", Rule::Block(levelled)),
    ("levelledParaAlts", Rule::Wrap(Tag::DIV, "s1d-alts")),
    ("title", Rule::Block(lone_title)),
    ("para", Rule::Block(para)),
    ("simplePara", Rule::Block(para)),
    ("paraBasic", Rule::Block(para)),
    ("reducedPara", Rule::Block(para)),
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
    ("sb", Rule::Through),
    ("sbTopic", Rule::Section),
    ("sbTopicContent", Rule::Through),
    ("sbManagementInfo", Rule::Section),
    ("sbSummary", Rule::Section),
    ("sbPlanningInfo", Rule::Section),
    ("sbMaterialInfo", Rule::Section),
    ("sbMaterialInfoContent", Rule::Through),
    ("sbAccomplishmentInstructions", Rule::Section),
    ("sbAdditionalInfo", Rule::Section),
    ("sbRevisionInfo", Rule::Section),
    ("frontMatter", Rule::Block(document)),
    ("frontMatterTitlePage", Rule::Through),
    ("frontMatterTableOfContent", Rule::Section),
    ("frontMatterList", Rule::Section),
    ("frontMatterSubList", Rule::Section),
    ("frontMatterInfo", Rule::Section),
    ("endMatter", Rule::Section),
    ("commonRepository", Rule::Through),
    ("partRepository", Rule::Section),
    ("toolRepository", Rule::Section),
    ("supplyRepository", Rule::Section),
    ("enterpriseRepository", Rule::Section),
    ("circuitBreakerRepository", Rule::Section),
    ("functionalItemRepository", Rule::Section),
    ("zoneRepository", Rule::Section),
    ("accessPointRepository", Rule::Section),
    ("controlIndicatorRepository", Rule::Section),
    ("functionalPhysicalAreaRepository", Rule::Section),
    ("applicRepository", Rule::Section),
    ("zoneAlts", Rule::Wrap(Tag::DIV, "s1d-alts")),
    ("toolAlts", Rule::Wrap(Tag::DIV, "s1d-alts")),
    ("functionalItemAlts", Rule::Wrap(Tag::DIV, "s1d-alts")),
    ("circuitBreakerAlts", Rule::Wrap(Tag::DIV, "s1d-alts")),
    ("accessPointAlts", Rule::Wrap(Tag::DIV, "s1d-alts")),
    ("controlIndicatorGroup", Rule::Wrap(Tag::DIV, "s1d-group")),
    ("learning", Rule::Through),
    ("learningPlan", Rule::Section),
    ("learningOverview", Rule::Section),
    ("learningContent", Rule::Section),
    ("learningSummary", Rule::Section),
    ("learningAssessment", Rule::Section),
    ("lcInteraction", Rule::Section),
    ("update", Rule::Through),
];

/// A heading and what stands below it.
pub(super) fn section<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let id = r.id_of(node);
    r.html.open(Tag::SECTION, "s1d-section");
    let titled = leading_title(node);
    if let Some(title) = titled {
        heading(r, title, &id, "");
    } else {
        // Topics of a service bulletin and lists of front matter are known by their type.
        let typed = ["sbTopicType", "frontMatterType"].into_iter().find_map(|name| Some((name, node.attribute(name)?)));
        let label = match typed {
            Some((name, kind)) if !labels::is_code(name, kind) => labels::value(name, kind, r.locale).into_owned(),
            _ => r.label_of(node.tag_name().name()),
        };
        made_heading(r, &label, &id);
    }
    below(r, node, titled.is_some());
    r.html.close();
}

/// A module whose content begins with its title. The page has the module's own title already.
pub(super) fn document<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let id = r.id_of(node);
    r.html.open(Tag::SECTION, "s1d-section");
    let titled = leading_title(node);
    if let Some(title) = titled {
        heading(r, title, &id, "");
    }
    r.children_but(node, titled.is_some());
    r.html.close();
}

fn levelled<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let id = r.id_of(node);
    let number = r.numbers.text(node).to_owned();
    r.html.open(Tag::SECTION, "s1d-section");
    let titled = leading_title(node);
    match titled {
        Some(title) => heading(r, title, &id, &number),
        None => r.generated("s1d-number s1d-gen", &number),
    }
    below(r, node, titled.is_some());
    r.html.close();
}

fn below<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, titled: bool) {
    r.level = r.level.saturating_add(1);
    r.children_but(node, titled);
    r.level = r.level.saturating_sub(1);
}

/// The title, where nothing stands before it.
pub(super) fn leading_title<'d>(node: Node<'d, 'd>) -> Option<Node<'d, 'd>> {
    node.children().find(|part| is_said(*part)).filter(|first| first.tag_name().name() == "title")
}

/// The heading of a section whose HTML id is known.
pub(super) fn heading<'d>(r: &mut Render<'d>, title: Node<'d, 'd>, id: &str, number: &str) {
    let tag = Tag::heading(r.level);
    if !r.copying {
        let level = r.level.saturating_add(1);
        r.outline.push(Heading { id: id.to_owned(), number: number.to_owned(), title: text_of(title), level });
    }
    r.title(title, super::draw::Shape::Inline, |r| {
        r.html.open(tag, "s1d-title");
        if !number.is_empty() {
            r.generated("s1d-number s1d-gen", number);
        }
        r.children(title);
        r.html.close();
    });
}

/// A heading that the author did not write.
pub(super) fn made_heading(r: &mut Render<'_>, text: &str, id: &str) {
    if !r.copying {
        let level = r.level.saturating_add(1);
        r.outline.push(Heading { id: id.to_owned(), number: String::new(), title: text.to_owned(), level });
    }
    r.html.leaf(Tag::heading(r.level), "s1d-title s1d-gen", text);
}

fn lone_title<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::heading(r.level), "s1d-title");
    r.children(node);
    r.html.close();
}

fn para<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(if is_line(node) { Tag::P } else { Tag::DIV }, "s1d-para");
    r.children(node);
    r.html.close();
}

impl<'d> Render<'d> {
    /// Everything inside but the heading.
    pub(super) fn children_but(&mut self, node: Node<'d, 'd>, titled: bool) {
        if titled { self.children_after_first(node) } else { self.children(node) }
    }
}
