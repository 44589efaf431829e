//! Contents and lists: publication modules, status lists, delivery notes, front matter.

use super::rule::Rule;
use super::{Builder, Xml, data, records};
use crate::document::added::Wording;
use crate::document::columns::{Column, Columns};
use crate::document::kind::{Block, Kind};
use crate::document::words::Word;

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

static DELIVERY: Columns = Columns::of(&[
    Column::of(Word::Entries, &["dispatchFileName", "entityControlNumber"]),
    Column::of(Word::Remarks, &["issueInfo"]),
]);

/// A section of contents: its title, then one line per entry.
fn entry<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Contents, |b| {
        b.deeper(|b| {
            b.each(node, |b, part| {
                if b.rules.of(part).is_inline() {
                    b.within(Block::Value, |b| b.element(part));
                } else {
                    b.element(part);
                }
            });
        });
        // The type of a section is for programs.
        if node.tag_name().name() != "pmEntry" {
            data::attributes(b, node, false);
        }
    });
}

fn title<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let level = b.level.saturating_sub(1);
    b.within(Kind::Heading { level, outline: None }, |b| b.children(node));
}

fn toc<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    data::group(b, Wording::Word(Word::Contents), |b| b.children(node));
}

fn delivery<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let heading = Wording::Label("deliveryList".into());
    data::group(b, heading, |b| records::records(b, node, &["deliveryListItem"], &DELIVERY));
}
