//! The reasons for update of a status section.

use std::collections::HashSet;

use roxmltree::{Document, Node};

use crate::form::writer::{FormText, FormWriter, has_elements_only};
use crate::object::ident::{elements, text_of};
use crate::object::stamp::{UpdateReason, add_reasons, has_typed_reasons};

/// A reason for update.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReasonFields {
    /// Fixed unless it is one paragraph.
    pub text: FormText,
    /// S1000D's `updateReasonType`, as in `urt02`.
    pub kind: Option<String>,
    /// Listed in the highlights of the publication.
    pub highlight: bool,
    /// Change marks refer to it, so it cannot be removed.
    pub is_referenced: bool,
}

/// New values of a reason, or a new reason.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReasonChange {
    /// The number of a reason in the text; `None` for a new one.
    pub number: Option<usize>,
    pub text: String,
    pub kind: Option<String>,
    pub highlight: bool,
}

fn nodes<'a, 'i>(status: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    elements(status).filter(|part| part.tag_name().name() == "reasonForUpdate")
}

/// The only paragraph of a reason.
fn paragraph<'a, 'i>(reason: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    let mut parts = elements(reason).filter(|_| has_elements_only(reason));
    let first = parts.next().filter(|part| part.tag_name().name() == "simplePara")?;
    parts.next().is_none().then_some(first)
}

/// The ids that change marks name.
fn referred<'a>(document: &'a Document<'_>) -> HashSet<&'a str> {
    let lists = document.descendants().filter_map(|node| node.attribute("reasonForUpdateRefIds"));
    lists.flat_map(str::split_ascii_whitespace).collect()
}

pub(super) fn read(document: &Document<'_>, status: Node<'_, '_>) -> Vec<ReasonFields> {
    let referred = referred(document);
    nodes(status).map(|node| read_one(node, &referred)).collect()
}

fn read_one(node: Node<'_, '_>, referred: &HashSet<&str>) -> ReasonFields {
    let text = if let Some(paragraph) = paragraph(node) {
        FormText::of(paragraph)
    } else {
        let parts: Vec<String> = elements(node).map(text_of).collect();
        FormText { text: parts.join(" "), is_fixed: true }
    };
    ReasonFields {
        text,
        kind: node.attribute("updateReasonType").map(str::to_owned),
        highlight: node.attribute("updateHighlight") == Some("1"),
        is_referenced: node.attribute("id").is_some_and(|id| referred.contains(id)),
    }
}

/// Changes, removes and adds reasons until they are those that are wanted.
pub(super) fn write(
    writer: &mut FormWriter<'_>,
    document: &Document<'_>,
    status: Node<'_, '_>,
    wanted: &[ReasonChange],
) {
    let referred = referred(document);
    let is_typed = has_typed_reasons(document);
    let mut kept = HashSet::new();
    for (number, node) in nodes(status).enumerate() {
        let now = read_one(node, &referred);
        match wanted.iter().find(|one| one.number == Some(number)) {
            Some(change) => {
                kept.insert(number);
                match paragraph(node) {
                    Some(paragraph) => writer.set_text(paragraph, &change.text),
                    None if now.text.text == change.text => {}
                    None => writer.refuse(),
                }
                if is_typed && now.kind != change.kind {
                    writer.set_attribute(node, "updateReasonType", change.kind.as_deref());
                }
                if is_typed && now.highlight != change.highlight {
                    writer.set_attribute(node, "updateHighlight", Some(if change.highlight { "1" } else { "0" }));
                }
            }
            None if now.is_referenced => writer.refuse(),
            None => writer.remove(node),
        }
    }
    // A number that is not there, or twice.
    if wanted.iter().filter(|one| one.number.is_some()).count() != kept.len() {
        writer.refuse();
    }
    let new: Vec<UpdateReason> = wanted
        .iter()
        .filter(|one| one.number.is_none())
        .map(|one| UpdateReason {
            text: one.text.clone(),
            kind: one.kind.clone().unwrap_or_else(|| "urt01".to_owned()),
            highlight: one.highlight,
        })
        .collect();
    if !new.is_empty() {
        writer.push(add_reasons(writer.text, document, status, &new.iter().collect::<Vec<_>>()));
    }
}
