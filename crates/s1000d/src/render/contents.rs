//! Contents and lists: publication modules, status lists, delivery notes, front matter.

use roxmltree::Node;

use super::data::{self, Column};
use super::draw::Render;
use super::html::Tag;
use super::rules::Rule;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("pmEntry", Rule::Block(entry)),
    ("pmEntryTitle", Rule::Block(title)),
    ("tocList", Rule::Block(toc)),
    ("tocEntry", Rule::Block(entry)),
    ("frontMatterDmEntry", Rule::Block(entry)),
    ("frontMatterPmEntry", Rule::Block(entry)),
    ("frontMatterExternalPubEntry", Rule::Block(entry)),
    ("dmlEntry", Rule::Block(entry)),
    ("deliveryList", Rule::Block(delivery)),
    ("locatorEntry", Rule::Block(entry)),
];

const DELIVERY: &[Column] = &[
    Column { word: |words| words.entries, elements: &["dispatchFileName", "entityControlNumber"], attributes: &[] },
    Column { word: |words| words.remarks, elements: &["issueInfo"], attributes: &[] },
];

/// A section of contents: its title, then one line per entry.
fn entry<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-contents");
    r.level = r.level.saturating_add(1);
    r.each(node, |r, part| {
        if super::rules::of(part).is_inline() {
            r.html.open(Tag::DIV, "s1d-value");
            r.element(part);
            r.html.close();
        } else {
            r.element(part);
        }
    });
    r.level = r.level.saturating_sub(1);
    // The type of a section is for programs.
    if node.tag_name().name() != "pmEntry" {
        data::attributes(r, node, false);
    }
    r.html.close();
}

fn title<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::heading(r.level.saturating_sub(1)), "s1d-title");
    r.children(node);
    r.html.close();
}

fn toc<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let heading = r.words.contents;
    data::group(r, heading, |r| r.children(node));
}

fn delivery<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let heading = r.label_of("deliveryList");
    data::group(r, &heading, |r| data::records(r, node, &["deliveryListItem"], DELIVERY));
}
