//! Planning of maintenance: allocation, tasks, inspections and limits.

use roxmltree::Node;

use super::data::{self, Column};
use super::draw::Render;
use super::html::Tag;
use super::paragraphs::{heading, leading_title, made_heading};
use super::rules::Rule;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("maintPlanning", Rule::Through),
    ("maintAllocation", Rule::Block(allocation)),
    ("toolsList", Rule::Section),
    ("remarksList", Rule::Section),
    ("taskDefinition", Rule::Block(task)),
    ("inspectionDefinition", Rule::Block(task)),
    ("timeLimitInfo", Rule::Block(task)),
    ("taskGroup", Rule::Block(items)),
    ("task", Rule::Through),
    ("taskDescr", Rule::Through),
];

const ALLOCATION: &[Column] = &[
    Column { word: |words| words.item, elements: &["groupNumber"], attributes: &[] },
    Column { word: |words| words.component, elements: &["componentAssy"], attributes: &[] },
    Column { word: |words| words.function, elements: &["maintQualifier"], attributes: &[] },
    Column { word: |words| words.remarks, elements: &["remarksRefs", "remarks"], attributes: &[] },
];

const ITEMS: &[Column] = &[
    Column { word: |words| words.item, elements: &[], attributes: &["taskSeqNumber", "taskName"] },
    Column { word: |words| words.references, elements: &["refs", "dmRef"], attributes: &[] },
    Column { word: |words| words.task, elements: &["task"], attributes: &[] },
];

fn allocation<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let id = r.id_of(node);
    r.html.open(Tag::SECTION, "s1d-section");
    let title = leading_title(node);
    if let Some(title) = title {
        heading(r, title, &id, "");
    }
    data::records_but(r, node, title, &["maintAllocationGroup"], ALLOCATION);
    r.html.close();
}

/// Tasks are known by their identifier.
fn task<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let id = r.id_of(node);
    r.html.open(Tag::SECTION, "s1d-section");
    let ident = node.attribute("taskIdent").or_else(|| node.attribute("timeLimitIdent")).unwrap_or_default();
    let text = format!("{} {ident}", r.label_of(node.tag_name().name()));
    made_heading(r, text.trim_end(), &id);
    data::attributes(r, node, false);
    r.level = r.level.saturating_add(1);
    r.children(node);
    r.level = r.level.saturating_sub(1);
    r.html.close();
}

fn items<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let label = r.label_of("taskGroup");
    data::group(r, &label, |r| data::records(r, node, &["taskItem"], ITEMS));
}
