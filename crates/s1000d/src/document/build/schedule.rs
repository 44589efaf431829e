//! Planning of maintenance: allocation, tasks, inspections and limits.

use super::paragraphs::{heading, leading_title, made_heading};
use super::rule::Rule;
use super::{Builder, Xml, data, records};
use crate::document::added::Wording;
use crate::document::columns::{Column, Columns};
use crate::document::kind::Block;
use crate::document::words::Word;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("maintPlanning", Rule::Through),
    ("maintAllocation", Rule::Block(allocation)),
    ("toolsList", Rule::Section),
    ("remarksList", Rule::Section),
    ("taskDefinition", Rule::Block(task)),
    ("taskDefinitionAlts", Rule::Wrap(Block::Alternates)),
    ("inspectionDefinition", Rule::Block(task)),
    ("taskGroup", Rule::Block(items)),
    ("task", Rule::Through),
    ("taskDescr", Rule::Through),
];

static ALLOCATION: Columns = Columns::of(&[
    Column::of(Word::Item, &["groupNumber"]),
    Column::of(Word::Component, &["componentAssy"]),
    Column::of(Word::Function, &["maintQualifier"]),
    Column::of(Word::Remarks, &["remarksRefs", "remarks"]),
]);

static ITEMS: Columns = Columns::of(&[
    Column::of(Word::Item, &["@taskSeqNumber", "@taskName"]),
    Column::of(Word::References, &["refs", "dmRef"]),
    Column::of(Word::Task, &["task"]),
]);

fn allocation<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Section, |b| {
        let title = leading_title(node);
        if let Some(title) = title {
            heading(b, title, "");
        }
        records::records_but(b, node, title, &["maintAllocationGroup"], &ALLOCATION);
    });
}

/// Tasks are known by their identifier.
fn task<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let label = node.tag_name().name().into();
    let ident = node.attribute("taskIdent").unwrap_or_default();
    let heading = match ident.trim_end() {
        "" => Wording::Label(label),
        ident => Wording::Labelled(label, ident.into()),
    };
    b.within(Block::Section, |b| {
        made_heading(b, heading);
        data::attributes(b, node, false);
        b.deeper(|b| b.children(node));
    });
}

fn items<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let label = Wording::Label("taskGroup".into());
    data::group(b, label, |b| records::records(b, node, &["taskItem"], &ITEMS));
}
