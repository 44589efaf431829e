//! Hotspots of a parts figure lead to the rows of their items.

use foldhash::{HashMap, HashMapExt};

use super::super::names::short_text;
use super::super::{Builder, Xml};
use crate::document::anchor::html_id;
use crate::document::outline::{Graphic, Hotspot};
use crate::document::tree::NodeId;

/// Items of one catalogue that are linked; no figure has more.
const MAX_ITEMS: usize = 2_000;

/// An item of a catalogue.
pub(super) struct ListedItem {
    /// The HTML id of its rows.
    id: String,
    /// As in `002`, with its variant.
    number: String,
    name: String,
    /// The HTML ids of places that it refers to.
    references: Vec<String>,
}

impl ListedItem {
    /// Reads the item whose rows have just begun.
    pub(super) fn read<'d>(b: &Builder<'d>, node: Xml<'d>) -> Option<Self> {
        let rows = b.open.last().copied().unwrap_or(NodeId::ROOT);
        let id = b.document.tree.marks(rows)?.id.clone()?;
        let number = [node.attribute("item")?, node.attribute("itemVariant").unwrap_or_default()].concat();
        let name = node.descendants().find(|part| part.tag_name().name() == "descrForPart");
        let references = node.descendants().filter_map(|part| part.attribute("internalRefId"));
        Some(Self {
            id,
            number,
            name: name.map(short_text).unwrap_or_default(),
            references: references.map(html_id).collect(),
        })
    }

    /// As a callout in the picture has it, without leading zeros.
    fn callout(&self) -> &str {
        callout(&self.number)
    }
}

fn callout(number: &str) -> &str {
    let bare = number.trim_start_matches('0');
    if bare.is_empty() { number } else { bare }
}

/// Lets each hotspot lead to its item. An item without hotspot gets one: the drawing may name it by its number.
pub(super) fn link(graphics: &mut [Graphic], items: &[ListedItem]) {
    for graphic in graphics {
        let mut by_name: HashMap<String, usize> = HashMap::new();
        for (index, hotspot) in graphic.hotspots.iter().enumerate() {
            let names = [Some(hotspot.name.as_str()), hotspot.id.as_deref()];
            for name in names.into_iter().flatten().chain(hotspot.targets.iter().map(String::as_str)) {
                by_name.entry(callout(name).to_owned()).or_insert(index);
            }
        }
        for item in items.iter().take(MAX_ITEMS) {
            let names = [item.id.as_str(), item.callout()].into_iter();
            let known = names.chain(item.references.iter().map(String::as_str)).find_map(|name| by_name.get(name));
            match known.and_then(|index| graphic.hotspots.get_mut(*index)) {
                Some(hotspot) if hotspot.targets.contains(&item.id) => {}
                Some(hotspot) => hotspot.targets.push(item.id.clone()),
                None => graphic.hotspots.push(Hotspot {
                    id: None,
                    object: item.number.clone(),
                    name: item.callout().to_owned(),
                    title: item.name.clone(),
                    targets: vec![item.id.clone()],
                }),
            }
        }
    }
}
