//! Lists.

use super::paragraphs::{heading, leading_title};
use super::rule::Rule;
use super::{Builder, Xml};
use crate::document::added::{AddedRole, Wording};
use crate::document::kind::{Block, Form, Kind, List};
use crate::document::marks::Shape;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("randomList", Rule::Block(random)),
    ("sequentialList", Rule::Block(sequential)),
    ("attentionRandomList", Rule::Block(random)),
    ("reducedRandomList", Rule::Block(random)),
    ("attentionSequentialList", Rule::Block(sequential)),
    ("definitionList", Rule::Block(definitions)),
    ("glossaryRepository", Rule::Block(glossary)),
];

fn random<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let kind = match node.attribute("listItemPrefix") {
        Some("pf01") => List::Plain,
        Some("pf02" | "pf03") => List::Dashes,
        _ => List::Bullets,
    };
    list(b, node, kind);
}

fn sequential<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    list(b, node, List::Numbered);
}

fn list<'d>(b: &mut Builder<'d>, node: Xml<'d>, kind: List) {
    b.within(Kind::List(kind), |b| {
        b.each(node, |b, part| {
            let block = match part.tag_name().name() {
                "listItem" | "attentionRandomListItem" | "attentionSequentialListItem" | "reducedRandomListItem" => {
                    Block::Item
                }
                "title" => Block::ListTitle,
                _ => return b.within(Block::Item, |b| b.element(part)),
            };
            b.piece(part, Shape::Item, |b| {
                b.within(block, |b| {
                    b.label(Form::Block);
                    b.children(part);
                });
            });
        });
    });
}

fn definitions<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Definitions, |b| {
        b.each(node, |b, part| match part.tag_name().name() {
            "definitionListItem" | "definitionListHeader" => pair(b, part),
            _ => other(b, part),
        });
    });
}

fn glossary<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Glossary, |b| {
        let titled = leading_title(node);
        if let Some(title) = titled {
            heading(b, title, "");
        }
        b.within(Block::Definitions, |b| {
            b.each(node, |b, part| match part.tag_name().name() {
                "glossaryItem" => pair(b, part),
                "title" if Some(part) == titled => {}
                _ => other(b, part),
            });
        });
    });
}

fn pair<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.piece(node, Shape::Field, |b| {
        b.within(Block::Definition, |b| {
            let mut term = false;
            b.each(node, |b, part| {
                let is_term = matches!(part.tag_name().name(), "listItemTerm" | "term" | "termTitle");
                if !is_term && !term {
                    b.add(AddedRole::NoTerm, Wording::Sign("–"));
                }
                term = true;
                b.piece(part, Shape::Field, |b| {
                    b.within(if is_term { Block::Term } else { Block::Meaning }, |b| {
                        b.label(Form::Inline);
                        b.children(part);
                    });
                });
            });
        });
    });
}

/// Something among labelled data that has no label.
pub(super) fn other<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Definition, |b| {
        b.add(AddedRole::NoTerm, Wording::Sign("–"));
        b.within(Block::Meaning, |b| b.element(node));
    });
}
