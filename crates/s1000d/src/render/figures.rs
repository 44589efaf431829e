//! Figures and media: places that the web fills in, and boxes that say why there is nothing to see.

use roxmltree::Node;

use super::data;
use super::draw::{Render, Shape};
use super::html::Tag;
use super::numbers::anchor;
use super::paragraphs::leading_title;
use super::rules::Rule;
use super::{Figure, Hotspot, Media, Picture};
use crate::object::ident::{elements, text_of};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("figure", Rule::Block(figure)),
    ("foldout", Rule::Wrap(Tag::DIV, "s1d-foldout")),
    ("figureAlts", Rule::Wrap(Tag::DIV, "s1d-alts")),
    ("multimediaAlts", Rule::Wrap(Tag::DIV, "s1d-alts")),
    ("multimedia", Rule::Block(figure)),
    ("graphic", Rule::Block(graphic)),
    ("graphicAlts", Rule::Wrap(Tag::DIV, "s1d-alts")),
    ("multimediaObject", Rule::Block(graphic)),
    ("symbol", Rule::Inline(symbol)),
    ("hotspot", Rule::Block(lone_hotspot)),
    ("legend", Rule::Block(legend)),
    ("publisherLogo", Rule::Through),
    ("logo", Rule::Through),
    ("productIllustration", Rule::Through),
    ("barCode", Rule::Field),
];

fn figure<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let number = r.numbers.text(node).to_owned();
    r.html.open(Tag::FIGURE, "s1d-figure");
    let word = if node.tag_name().name() == "multimedia" { r.words.multimedia } else { r.words.figure };
    let label = format!("{word} {number}");
    let title = leading_title(node);
    match title {
        Some(title) => r.title(title, Shape::Field, |r| {
            r.html.open(Tag::FIGCAPTION, "");
            r.generated("s1d-number s1d-gen", &label);
            r.children(title);
            r.html.close();
        }),
        None => r.html.leaf(Tag::FIGCAPTION, "s1d-number s1d-gen", &label),
    }
    r.children_but(node, title.is_some());
    r.html.close();
}

fn graphic<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    place(r, node, Tag::DIV, "s1d-graphic");
}

fn symbol<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    place(r, node, Tag::SPAN, "s1d-graphic s1d-symbol");
}

/// The figure that a picture belongs to.
fn owner<'d>(node: Node<'d, 'd>) -> Option<Node<'d, 'd>> {
    node.ancestors().take(4).find(|parent| matches!(parent.tag_name().name(), "figure" | "multimedia"))
}

/// The place of a picture, with what is known of it.
fn place<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, tag: Tag, class: &str) {
    let icn = node.attribute("infoEntityIdent").unwrap_or_default();
    let entity = r.entities.iter().find(|entity| entity.name == icn);
    let file = entity.map(|entity| entity.system.clone());
    let picture = r.options.links.picture(icn, file.as_deref());
    let (state, media, reason) = match &picture {
        Picture::Found { media } => ("found", media.as_str(), None),
        Picture::Missing => ("missing", "", Some(r.notices.picture_missing)),
        Picture::Unsupported => ("unsupported", "", Some(r.notices.picture_unsupported)),
        Picture::Unreadable => ("unreadable", "", Some(r.notices.picture_unreadable)),
        Picture::Pending => ("pending", "", None),
    };
    let index = r.figures.len().to_string();
    let mut attributes = vec![("data-icn", icn), ("data-state", state), ("data-figure", index.as_str())];
    if !media.is_empty() {
        attributes.push(("data-media", media));
    }
    let figure = owner(node);
    let described = Figure {
        id: figure.and_then(|figure| figure.attribute("id")).or_else(|| node.attribute("id")).map(anchor),
        number: figure.map(|figure| r.numbers.text(figure).to_owned()).unwrap_or_default(),
        title: figure.and_then(leading_title).map(text_of).unwrap_or_default(),
        icn: icn.to_owned(),
        file,
        picture,
        hotspots: elements(node).filter(|part| part.tag_name().name() == "hotspot").map(|part| read(r, part)).collect(),
    };
    if !r.copying {
        r.figures.push(described);
    }
    r.html.open_with(tag, class, &attributes);
    r.html.open(Tag::SPAN, "s1d-graphic-note s1d-gen");
    r.html.text(icn);
    if let Some(sheet) = sheet(r, node) {
        r.html.text(&format!(" ({sheet})"));
    }
    if let Some(reason) = reason {
        r.html.text(&format!("{}{reason}", r.notices.separator));
    }
    r.html.close();
    hotspots(r, node);
    r.html.close();
}

/// Sheets of one figure; a longer row of pictures is no figure.
const MAX_SHEETS: usize = 50;

/// Which sheet of a figure with several.
fn sheet(r: &Render<'_>, node: Node<'_, '_>) -> Option<String> {
    let is_sheet = |part: &Node<'_, '_>| part.tag_name() == node.tag_name();
    let parent = node.parent_element().filter(|parent| parent.tag_name().name() == "figure")?;
    let all = elements(parent).filter(is_sheet).take(MAX_SHEETS + 1).count();
    if !(2..=MAX_SHEETS).contains(&all) {
        return None;
    }
    let own = elements(parent).filter(is_sheet).position(|part| part.id() == node.id())? + 1;
    Some(format!("{} {own} {} {all}", r.words.sheet, r.words.of))
}

fn hotspots<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let has_items = elements(node).any(|part| part.tag_name().name() == "hotspot");
    if !has_items {
        return r.children(node);
    }
    r.html.open(Tag::DETAILS, "s1d-hotspots");
    r.html.leaf(Tag::SUMMARY, "s1d-gen", r.words.hotspots);
    r.html.open(Tag::UL, "");
    r.each(node, |r, part| {
        if part.tag_name().name() == "hotspot" {
            r.piece(part, Shape::Item, |r| item(r, part, Tag::LI));
        } else {
            r.html.open(Tag::LI, "");
            r.element(part);
            r.html.close();
        }
    });
    r.html.close();
    r.html.close();
}

fn lone_hotspot<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    item(r, node, Tag::DIV);
}

fn item<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, tag: Tag) {
    let Hotspot { object, name, title, .. } = read(r, node);
    r.html.open_with(tag, "s1d-hotspot", &[("data-hotspot", &object)]);
    r.label(Tag::SPAN);
    r.generated("s1d-number s1d-gen", &name);
    r.generated("s1d-gen", &title);
    r.each(node, |r, part| if part.tag_name().name() == "hotspot" { item(r, part, Tag::DIV) } else { r.element(part) });
    r.html.close();
}

fn read<'d>(r: &Render<'d>, node: Node<'d, 'd>) -> Hotspot {
    let get = |name| node.attribute(name).unwrap_or_default().to_owned();
    let title = node.attribute("hotspotTitle").or_else(|| node.attribute("objectDescr")).unwrap_or_default();
    let targets = elements(node).filter_map(|part| part.attribute("internalRefId"));
    Hotspot {
        id: node.attribute("id").filter(|id| r.numbers.owns(node, id)).map(anchor),
        object: get("applicationStructureIdent"),
        name: get("applicationStructureName"),
        title: title.to_owned(),
        targets: targets.map(anchor).collect(),
    }
}

fn legend<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-legend");
    r.html.leaf(Tag::DIV, "s1d-label s1d-gen", r.words.legend);
    data::attributes(r, node, false);
    r.children(node);
    r.html.close();
}

impl Media {
    /// The word of `data-media`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Cgm => "cgm",
            Self::Pdf => "pdf",
            Self::Video => "video",
            Self::Audio => "audio",
        }
    }
}
