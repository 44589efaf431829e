//! Illustrations: the file that a graphic shows, and its declaration in the document type.

mod declarations;
#[cfg(test)]
mod tests;

use roxmltree::{Document, Node};

use super::writer::FormWriter;
use crate::guard::{self, Refusal};
use crate::object::parse_text;
use crate::splice::Splice;

const IDENT: &str = "infoEntityIdent";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const URN: &str = "URN:S1000D:";

/// The most graphics of a figure.
const MAX_GRAPHICS: usize = 200;
/// The most hotspots of a graphic.
const MAX_HOTSPOTS: usize = 500;

/// A graphic of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphicFields {
    /// The local name, as in `graphic` or `multimediaObject`.
    pub element: String,
    /// The code of the illustration.
    pub ident: String,
    /// The objects in the illustration that the text names.
    pub hotspots: Vec<HotspotFields>,
}

/// An object in an illustration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HotspotFields {
    /// Its identifier in the illustration, or its name there.
    pub object: String,
    pub title: String,
}

/// A media file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllustrationFile {
    /// Its code, which graphics name.
    pub code: String,
    /// With its extension.
    pub name: String,
}

/// The graphics at a position, in bytes: the one that it is in, or all of the figure around it.
pub fn read(text: &str, position: usize) -> Result<Vec<GraphicFields>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    let fields = graphics(&document, position).into_iter().map(|node| GraphicFields {
        element: node.tag_name().name().to_owned(),
        ident: node.attribute(IDENT).unwrap_or_default().to_owned(),
        hotspots: node
            .descendants()
            .filter(|part| part.tag_name().name() == "hotspot")
            .take(MAX_HOTSPOTS)
            .map(hotspot)
            .collect(),
    });
    Ok(fields.collect())
}

fn hotspot(node: Node<'_, '_>) -> HotspotFields {
    let get = |name: &str| node.attribute(name).filter(|value| !value.is_empty());
    let object = get("applicationStructureIdent").or_else(|| get("applicationStructureName"));
    HotspotFields {
        object: object.unwrap_or_default().to_owned(),
        title: get("hotspotTitle").unwrap_or_default().to_owned(),
    }
}

/// The splices that make a graphic show a file; `None` when there is no graphic with this number, or the name of the file
/// cannot be declared.
pub fn edit(
    text: &str,
    position: usize,
    number: usize,
    file: &IllustrationFile,
) -> Result<Option<Vec<Splice>>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    let mut writer = FormWriter::new(text);
    match graphics(&document, position).get(number) {
        Some(node) if is_name(&file.code) && is_name(&file.name) => {
            let old = node.attribute(IDENT).unwrap_or_default();
            if declarations::are_needed(text, &document) {
                declarations::write(&mut writer, &document, old, file);
            }
            writer.set_attribute(*node, IDENT, Some(&file.code));
            // The link names the same illustration, where it is one of S1000D.
            let link = node.attribute_node((XLINK, "href"));
            if let Some(link) = link.filter(|link| link.value() == format!("{URN}{old}")) {
                writer.push(Splice::replace(link.range_value(), format!("{URN}{}", file.code)));
            }
        }
        _ => writer.refuse(),
    }
    Ok(writer.finish())
}

/// Whether a code can be the name of an entity. The name of a file is as plain: a system literal has no escapes.
fn is_name(code: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    code.starts_with(|c: char| c.is_ascii_alphabetic()) && code.chars().all(fits)
}

fn graphics<'a, 'i>(document: &'a Document<'i>, position: usize) -> Vec<Node<'a, 'i>> {
    let is_graphic = |node: &Node<'_, '_>| node.has_attribute(IDENT);
    let holds = |node: &Node<'_, '_>| node.range().start <= position && position < node.range().end;
    let Some(inner) = document.descendants().rev().find(|node| node.is_element() && holds(node)) else {
        return Vec::new();
    };
    if let Some(own) = inner.ancestors().find(is_graphic) {
        return vec![own];
    }
    let is_figure = |node: &Node<'_, '_>| matches!(node.tag_name().name(), "figure" | "multimedia" | "foldout");
    let figure = inner.ancestors().find(is_figure);
    let all = figure.into_iter().flat_map(|figure| figure.descendants().filter(is_graphic));
    all.take(MAX_GRAPHICS).collect()
}
