//! Lists.

use roxmltree::Node;

use super::draw::{Render, Shape};
use super::html::Tag;
use super::rules::Rule;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("randomList", Rule::Block(random)),
    ("sequentialList", Rule::Block(sequential)),
    ("attentionRandomList", Rule::Block(random)),
    ("attentionSequentialList", Rule::Block(sequential)),
    ("definitionList", Rule::Block(definitions)),
    ("glossaryRepository", Rule::Block(glossary)),
];

fn random<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let class = match node.attribute("listItemPrefix") {
        Some("pf01") => "s1d-list s1d-list-plain",
        Some("pf02" | "pf03") => "s1d-list s1d-list-dash",
        _ => "s1d-list",
    };
    list(r, node, Tag::UL, class);
}

fn sequential<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    list(r, node, Tag::OL, "s1d-list");
}

fn list<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, tag: Tag, class: &str) {
    r.html.open(tag, class);
    r.each(node, |r, part| {
        let (name, draw) = (part.tag_name().name(), |r: &mut Render<'d>| {
            r.label(Tag::DIV);
            r.children(part);
            r.html.close();
        });
        match name {
            "listItem" | "attentionRandomListItem" | "attentionSequentialListItem" => {
                r.piece(part, Shape::Item, |r| {
                    r.html.open(Tag::LI, "");
                    draw(r);
                });
            }
            "title" => r.piece(part, Shape::Item, |r| {
                r.html.open(Tag::LI, "s1d-list-title");
                draw(r);
            }),
            _ => {
                r.html.open(Tag::LI, "");
                r.element(part);
                r.html.close();
            }
        }
    });
    r.html.close();
}

fn definitions<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DL, "s1d-definitions");
    r.each(node, |r, part| match part.tag_name().name() {
        "definitionListItem" | "definitionListHeader" => pair(r, part),
        _ => other(r, part),
    });
    r.html.close();
}

fn glossary<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-section");
    let titled = super::paragraphs::leading_title(node);
    if let Some(title) = titled {
        let id = r.id_of(node);
        super::paragraphs::heading(r, title, &id, "");
    }
    r.html.open(Tag::DL, "s1d-definitions");
    r.each(node, |r, part| match part.tag_name().name() {
        "glossaryItem" => pair(r, part),
        "title" if Some(part) == titled => {}
        _ => other(r, part),
    });
    r.html.close();
    r.html.close();
}

fn pair<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.piece(node, Shape::Field, |r| {
        r.html.open(Tag::DIV, "");
        let mut term = false;
        r.each(node, |r, part| {
            let is_term = matches!(part.tag_name().name(), "listItemTerm" | "term" | "termTitle");
            if !is_term && !term {
                r.html.leaf(Tag::DT, "s1d-gen", "–");
            }
            term = true;
            r.piece(part, Shape::Field, |r| {
                r.html.open(if is_term { Tag::DT } else { Tag::DD }, "");
                r.label(Tag::SPAN);
                r.children(part);
                r.html.close();
            });
        });
        r.html.close();
    });
}

/// Something among labelled data that has no label.
pub(super) fn other<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "");
    r.html.leaf(Tag::DT, "s1d-gen", "–");
    r.html.open(Tag::DD, "");
    r.element(node);
    r.html.close();
    r.html.close();
}
