//! The names by which references point at places of the module.

use roxmltree::Node;

use super::{Builder, Xml, inline};
use crate::document::added::PlaceName;
use crate::document::words::Word;
use crate::object::ident::beginning_of;
use crate::text::folded;

/// Nodes that are looked at for the name of a thing, which stands at its beginning. Every reference to the thing looks
/// again: a longer search would be quadratic.
const MAX_NODES: usize = 300;
/// Bytes of a name. Every reference repeats it.
const MAX_NAME_BYTES: usize = 500;
/// Bytes that are read for it, white space included.
const MAX_TEXT_BYTES: usize = 4 * MAX_NAME_BYTES;

/// The elements at the beginning of an element.
pub(super) fn first_parts(node: Xml<'_>) -> impl Iterator<Item = Xml<'_>> {
    node.children().take(MAX_NODES).filter(Node::is_element)
}

/// The text below a node, white space folded; the beginning of a long one.
pub(super) fn short_text(node: Xml<'_>) -> String {
    short(&beginning_of(node, MAX_TEXT_BYTES, MAX_NODES)).into()
}

fn short(text: &str) -> Box<str> {
    if text.len() <= MAX_NAME_BYTES {
        return text.into();
    }
    format!("{}…", &text[..text.floor_char_boundary(MAX_NAME_BYTES)]).into()
}

/// The name of a place of the module.
pub(super) fn name_of<'d>(b: &Builder<'d>, target: Xml<'d>) -> PlaceName {
    if let Some((series, number)) = b.numbers.get(target) {
        return PlaceName::Numbered(series.word(), number.into());
    }
    let attribute = |name| target.attribute(name).map(short);
    let of_figure = || {
        let figure = target.ancestors().take(4).find(|part| part.tag_name().name() == "figure")?;
        let figure = b.numbers.text(figure).into();
        Some(match attribute("applicationStructureName").or_else(|| attribute("hotspotTitle")) {
            Some(item) => PlaceName::Item { figure, item },
            None => PlaceName::Numbered(Word::Figure, figure),
        })
    };
    let named = ["name", "title", "shortName", "term", "toolsListCode", "remarkCode", "itemNumber"];
    let first: Vec<Xml<'_>> = first_parts(target).take(8).collect();
    let find = |name: &str| first.iter().find(|part| part.tag_name().name() == name).copied().map(short_text);
    let named =
        || named.into_iter().find_map(find).filter(|text| !text.is_empty()).map(|text| PlaceName::Text(text.into()));
    let called = || attribute("label").map(PlaceName::Text);
    let label = || PlaceName::Label(target.tag_name().name().into());
    of_figure().or_else(named).or_else(called).or_else(|| value_of(target)).unwrap_or_else(label)
}

/// Longer values are not repeated where they are referred to.
const MAX_VALUE_BYTES: usize = 120;

/// Data of a service bulletin that topics refer to for its value, each with the attribute that has the value where there
/// is no text. A limit is not among them: its value alone, without its conditions, would mislead.
const QUOTED: &[(&str, Option<&str>)] = &[
    ("sbDuration", None),
    ("sbEstimatedTime", None),
    ("sbImpact", None),
    ("sbCompliance", Some("sbComplianceCategory")),
    ("sbTaskType", Some("sbTaskCategory")),
    ("sbApproval", Some("sbApprovalIdent")),
    ("sbProductModification", Some("sbModificationIdent")),
    ("genericProperty", Some("genericPropertyFlag")),
];

/// The value of a datum of a service bulletin. A value that does not always apply is not quoted, nor one of several, as a
/// minimum and a maximum.
fn value_of(target: Xml<'_>) -> Option<PlaceName> {
    let (_, attribute) = QUOTED.iter().find(|(name, _)| *name == target.tag_name().name())?;
    let inside = || target.descendants().skip(1);
    let applies_to_some = |part: Xml<'_>| part.has_attribute("applicRefId") || part.has_attribute("applicRefIds");
    let groups = inside().take(MAX_NODES).filter(|part| part.tag_name().name() == "quantityGroup");
    let is_nominal = |group: Xml<'_>| group.attribute("quantityGroupType").is_none_or(|kind| kind == "nominal");
    if groups.clone().count() > 1
        || !groups.clone().all(is_nominal)
        || inside().take(MAX_NODES).any(applies_to_some)
        || inside().nth(MAX_NODES).is_some()
    {
        return None;
    }
    let mut values: Vec<(Box<str>, Box<str>)> = Vec::new();
    for part in inside().filter(Node::is_text) {
        let text = folded(part.text().unwrap_or_default());
        let around = part.parent_element().filter(|_| !text.is_empty());
        let Some(around) = around else { continue };
        values.push(("".into(), format!("{}{text}", inline::sign_of(around).unwrap_or_default()).into()));
        values.extend(inline::unit_of(around).map(|unit| (inline::UNIT.into(), unit.into())));
    }
    if values.is_empty() {
        let name = (*attribute)?;
        values.push((name.into(), target.attribute(name)?.into()));
    }
    let length: usize = values.iter().map(|(_, value)| value.len()).sum();
    (length <= MAX_VALUE_BYTES).then_some(PlaceName::Value(values))
}
