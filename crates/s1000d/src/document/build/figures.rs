//! Figures and media.

use super::data;
use super::names::{first_parts, short_text};
use super::paragraphs::leading_title;
use super::rule::Rule;
use super::{Builder, Xml};
use crate::document::added::{AddedRole, Wording};
use crate::document::anchor::html_id;
use crate::document::kind::{Block, Form, Kind};
use crate::document::marks::Shape;
use crate::document::outline::{Graphic, Hotspot, Sheet};
use crate::document::words::Word;
use crate::object::ident::elements;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("figure", Rule::Block(figure)),
    ("foldout", Rule::Wrap(Block::Foldout)),
    ("figureAlts", Rule::Wrap(Block::Alternates)),
    ("multimediaAlts", Rule::Wrap(Block::Alternates)),
    ("multimedia", Rule::Block(figure)),
    ("graphic", Rule::Block(graphic)),
    ("graphicAlts", Rule::Wrap(Block::Alternates)),
    ("multimediaObject", Rule::Block(graphic)),
    ("symbol", Rule::Inline(symbol)),
    ("hotspot", Rule::Block(lone_hotspot)),
    ("legend", Rule::Block(legend)),
    ("publisherLogo", Rule::Through),
    ("enterpriseLogo", Rule::Through),
    ("logo", Rule::Through),
    ("productIllustration", Rule::Through),
    ("barCode", Rule::Field),
];

fn figure<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let word = if node.tag_name().name() == "multimedia" { Word::Multimedia } else { Word::Figure };
    let number = Wording::Numbered(word, b.numbers.text(node).into());
    b.within(Block::Figure, |b| {
        let title = leading_title(node);
        match title {
            Some(title) => b.title(title, Shape::Field, |b| {
                b.within(Block::FigureTitle, |b| {
                    b.add_spaced(AddedRole::Number, number);
                    b.children(title);
                });
            }),
            None => b.add(AddedRole::FigureTitle, number),
        }
        b.children_but(node, title.is_some());
    });
}

fn graphic<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    picture(b, node, false);
}

fn symbol<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    picture(b, node, true);
}

/// The figure that a picture belongs to.
fn owner(node: Xml<'_>) -> Option<Xml<'_>> {
    node.ancestors().take(4).find(|parent| matches!(parent.tag_name().name(), "figure" | "multimedia"))
}

fn picture<'d>(b: &mut Builder<'d>, node: Xml<'d>, is_symbol: bool) {
    let icn = node.attribute("infoEntityIdent").unwrap_or_default();
    let entity = b.entities.iter().find(|entity| entity.name == icn);
    let figure = owner(node);
    let title = figure.and_then(|figure| first_parts(figure).next().filter(|first| first.tag_name().name() == "title"));
    let graphic = Graphic {
        figure_id: figure.and_then(|figure| own_id(b, figure)).or_else(|| own_id(b, node)),
        number: figure.map(|figure| b.numbers.text(figure).into()).unwrap_or_default(),
        title: title.map(|title| short_text(title).into()).unwrap_or_default(),
        icn: icn.into(),
        file: entity.map(|entity| entity.system.clone()),
        sheet: sheet(node),
        hotspots: elements(node).filter(|part| part.tag_name().name() == "hotspot").map(|part| read(b, part)).collect(),
    };
    let index = u32::try_from(b.document.graphics.len()).unwrap_or(u32::MAX);
    b.document.graphics.push(graphic);
    b.within(Kind::Graphic { index, is_symbol }, |b| hotspots(b, node));
}

/// Sheets of one figure; a longer row of pictures is no figure.
const MAX_SHEETS: usize = 50;

/// The number of a sheet in a figure with several sheets.
fn sheet(node: Xml<'_>) -> Option<Sheet> {
    let is_sheet = |part: &Xml<'_>| part.tag_name() == node.tag_name();
    let parent = node.parent_element().filter(|parent| parent.tag_name().name() == "figure")?;
    let of = first_parts(parent).filter(is_sheet).count();
    if !(2..=MAX_SHEETS).contains(&of) {
        return None;
    }
    let number = first_parts(parent).filter(is_sheet).position(|part| part.id() == node.id())? + 1;
    Some(Sheet { number, of })
}

fn hotspots<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let has_items = elements(node).any(|part| part.tag_name().name() == "hotspot");
    if !has_items {
        return b.children(node);
    }
    b.within(Block::Hotspots, |b| {
        b.within(Block::HotspotList, |b| {
            b.each(node, |b, part| {
                if part.tag_name().name() == "hotspot" {
                    b.piece(part, Shape::Item, |b| item(b, part, true));
                } else {
                    b.within(Block::Item, |b| b.element(part));
                }
            });
        });
    });
}

fn lone_hotspot<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    item(b, node, false);
}

fn item<'d>(b: &mut Builder<'d>, node: Xml<'d>, is_item: bool) {
    let Hotspot { object, name, title, .. } = read(b, node);
    b.within(Kind::Hotspot { object: object.into(), is_item }, |b| {
        b.label(Form::Inline);
        b.add_spaced(AddedRole::Number, Wording::text(name));
        b.add_spaced(AddedRole::Text, Wording::text(title));
        let mut is_first = true;
        b.each(node, |b, part| {
            if part.tag_name().name() == "hotspot" {
                return b.piece(part, Shape::Field, |b| item(b, part, false));
            }
            b.blank_but_first(&mut is_first);
            b.element(part);
        });
    });
}

fn own_id<'d>(b: &Builder<'d>, node: Xml<'d>) -> Option<String> {
    node.attribute("id").filter(|id| b.numbers.owns(node, id)).map(html_id)
}

fn read<'d>(b: &Builder<'d>, node: Xml<'d>) -> Hotspot {
    let get = |name| node.attribute(name).unwrap_or_default().to_owned();
    let title = node.attribute("hotspotTitle").or_else(|| node.attribute("objectDescr")).unwrap_or_default();
    let targets = elements(node).filter_map(|part| part.attribute("internalRefId"));
    Hotspot {
        id: own_id(b, node),
        object: get("applicationStructureIdent"),
        name: get("applicationStructureName"),
        title: title.to_owned(),
        targets: targets.map(html_id).collect(),
    }
}

fn legend<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Legend, |b| {
        data::attributes(b, node, false);
        b.children(node);
    });
}
