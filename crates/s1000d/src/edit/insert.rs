//! Elements that can be inserted beside a block or into its text, by the content model.

use std::collections::HashSet;

use roxmltree::Node;

use super::block::{BlockPlace, ElementNode, gap};
use super::commands::{edit, is_in_unit};
use super::{BlockCommand, BlockEdit};
use crate::document::{inner_range, is_text_name};
use crate::model::{ContentModel, ElementModel};
use crate::splice::Splice;

/// Elements in a line of text whose words are written in a form of the editor.
const IN_LINE: &[&str] = &["acronym", "inlineSignificantData", "quantity", "verbatimText"];

/// Elements that stand in a text as blocks of their own. Others in a text are formats and references.
const IN_TEXT: &[&str] =
    &["attentionRandomList", "attentionSequentialList", "definitionList", "randomList", "sequentialList"];

/// A figure is made with a title and one graphic, which shows nothing until the author has chosen an illustration.
const FIGURE: &str = "figure";
const GRAPHIC: &str = "graphic";
const GRAPHIC_IDENT: &str = "infoEntityIdent";

/// Parts of a table: a row needs as many cells as the others, and the block menu copies it with all of them.
const TABLE_PARTS: &[&str] = &["row", "tbody", "tfoot", "tgroup", "thead"];

pub(super) fn edits(commands: &[BlockCommand], block: &BlockPlace<'_>, model: &ContentModel) -> Vec<BlockEdit> {
    let document = block.element.document();
    let ids: HashSet<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let inserter = Inserter { block, model, ids };
    let wanted = commands.iter().copied().filter(|command| command.is_insertion()).take(BlockCommand::ALL.len());
    wanted.flat_map(|command| inserter.edits(command)).collect()
}

struct Inserter<'a, 'd> {
    block: &'a BlockPlace<'d>,
    model: &'a ContentModel,
    ids: HashSet<&'d str>,
}

impl<'d> Inserter<'_, 'd> {
    fn edits(&self, command: BlockCommand) -> Vec<BlockEdit> {
        if command == BlockCommand::InsertInside {
            return self.inside();
        }
        let beside = self.block.blocks().flat_map(|(depth, node)| {
            let is_nearest = depth == self.block.nearest();
            let edits = self.beside(command, node);
            edits.into_iter().map(move |edit| BlockEdit { depth, is_nearest, ..edit })
        });
        beside.collect()
    }

    fn beside(&self, command: BlockCommand, node: ElementNode<'d>) -> Vec<BlockEdit> {
        let Some(parent) = node.parent_element().filter(|parent| !self.is_mixed(*parent)) else { return Vec::new() };
        let is_after = command == BlockCommand::InsertAfter;
        let is_replaced = is_after && is_empty(node);
        let before: Vec<ElementNode<'_>> = node.prev_siblings().filter(Node::is_element).skip(1).collect();
        let mut before: Vec<&str> = before.into_iter().rev().map(name_of).collect();
        let mut behind: Vec<&str> = node.next_siblings().skip(1).filter(Node::is_element).map(name_of).collect();
        match (is_replaced, is_after) {
            (true, _) => {}
            (false, true) => before.push(name_of(node)),
            (false, false) => behind.insert(0, name_of(node)),
        }
        let made = |element: &ElementModel| {
            let (text, caret) = self.made(element)?;
            let (splice, lead) = if is_replaced {
                (Splice::replace(node.range(), text), 0)
            } else if is_after {
                (Splice::insert(node.range().end, format!("{}{text}", gap(node))), gap(node).len())
            } else {
                (Splice::insert(node.range().start, text + gap(node)), 0)
            };
            let made = edit(command, node, (splice, lead + caret));
            Some(BlockEdit { inserted: Some(element.name.clone()), ..made })
        };
        // An empty block is not replaced by one of its kind.
        let allowed = self.allowed(parent, &before, &behind).into_iter();
        allowed.filter(|element| !is_replaced || element.name != name_of(node)).filter_map(made).collect()
    }

    /// Lists and other elements in the text, at the position.
    fn inside(&self) -> Vec<BlockEdit> {
        let BlockPlace { element, position, .. } = *self.block;
        let is_around = |part: &ElementNode<'_>| part.range().start < position && position < part.range().end;
        let mut parts = element.children().filter(Node::is_element);
        if is_in_unit(self.block) || is_in_reference(self.block) || parts.any(|part| is_around(&part)) {
            return Vec::new();
        }
        let names = |is_before: bool| -> Vec<&str> {
            let parts = element.children().filter(Node::is_element);
            parts.filter(|part| (part.range().end <= position) == is_before).map(name_of).collect()
        };
        let made = |inserted: &ElementModel| {
            let (text, caret) =
                if IN_LINE.contains(&inserted.name.as_str()) { self.in_line(inserted)? } else { self.made(inserted)? };
            let made = edit(BlockCommand::InsertInside, element, (Splice::insert(position, text), caret));
            Some(BlockEdit { inserted: Some(inserted.name.clone()), ..made })
        };
        let allowed = self.allowed(element, &names(true), &names(false)).into_iter();
        let is_offered = |one: &&ElementModel| [IN_TEXT, IN_LINE].iter().any(|all| all.contains(&one.name.as_str()));
        allowed.filter(is_offered).filter_map(made).collect()
    }

    /// A new element in a line of text, with the cursor behind it: its own text is written elsewhere.
    fn in_line(&self, element: &ElementModel) -> Option<(String, usize)> {
        let text = self.model.new_element(element, &|id| self.ids.contains(id))?;
        let caret = text.len();
        Some((text, caret))
    }

    /// The elements that the model allows between children.
    fn allowed(&self, parent: ElementNode<'_>, before: &[&str], behind: &[&str]) -> Vec<&ElementModel> {
        self.model_of(parent).map(|parent| self.model.insertable(parent, before, behind)).unwrap_or_default()
    }

    /// The model of an element, found from the root: its content may depend on the elements around it.
    fn model_of(&self, node: ElementNode<'_>) -> Option<&ElementModel> {
        let mut path: Vec<ElementNode<'_>> = node.ancestors().filter(Node::is_element).collect();
        let root = self.model.find(name_of(path.pop()?))?;
        path.into_iter().rev().try_fold(root, |parent, node| self.model.child(parent, name_of(node)))
    }

    fn is_mixed(&self, node: ElementNode<'_>) -> bool {
        self.model_of(node).is_none_or(|model| model.has_text)
    }

    /// A new element and the place of the cursor in it; `None` when it has no text that the page edits.
    fn made(&self, element: &ElementModel) -> Option<(String, usize)> {
        if TABLE_PARTS.contains(&element.name.as_str()) {
            return None;
        }
        if element.name == FIGURE {
            return self.figure(element);
        }
        let text = self.model.new_element(element, &|id| self.ids.contains(id))?;
        let caret = text.match_indices("></").find_map(|(at, _)| {
            let name = text.get(at + 3..)?.split('>').next()?;
            is_text_name(name).then_some(at + 1)
        })?;
        Some((text, caret))
    }

    /// A figure with an empty title and a graphic without an illustration, and the place of the title.
    fn figure(&self, element: &ElementModel) -> Option<(String, usize)> {
        let has = |element: &ElementModel, name: &str| {
            element.attributes.iter().filter_map(|index| self.model.attributes.get(*index)).any(|one| one.name == name)
        };
        let graphic = self.model.child(element, GRAPHIC).filter(|graphic| has(graphic, GRAPHIC_IDENT))?;
        if !self.model.accepts(element, &["title", graphic.name.as_str()]) {
            return None;
        }
        // Without an id no reference could lead to it.
        let mut free = (1..10_000).map(|number| format!("{FIGURE}-{number:04}"));
        let id = free.find(|id| !self.ids.contains(id.as_str())).filter(|_| has(element, "id"));
        let id = id.map(|id| format!(" id=\"{id}\"")).unwrap_or_default();
        let start = format!("<{FIGURE}{id}><title>");
        let caret = start.len();
        Some((format!("{start}</title><{GRAPHIC} {GRAPHIC_IDENT}=\"\"/></{FIGURE}>"), caret))
    }
}

/// The name as the document writes it.
fn name_of(node: ElementNode<'_>) -> &str {
    let tag = node.document().input_text().get(node.range()).and_then(|source| source.strip_prefix('<'));
    let end = |c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/');
    tag.and_then(|tag| tag.split(end).next()).unwrap_or_default()
}

/// Whether the position is inside of a character or entity reference, as `&lt;`.
fn is_in_reference(block: &BlockPlace<'_>) -> bool {
    let before = block.element.document().input_text().get(block.inner.start..block.position).unwrap_or_default();
    let is_end = |c: char| matches!(c, ';' | '<') || c.is_whitespace();
    before.rsplit_once('&').is_some_and(|(_, behind)| !behind.contains(is_end))
}

/// Whether a block has nothing that could be lost.
fn is_empty(node: ElementNode<'_>) -> bool {
    let inner = inner_range(node).and_then(|inner| node.document().input_text().get(inner));
    node.attributes().len() == 0 && inner.is_some_and(|inner| inner.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::insertions;
    use crate::splice;

    const SCHEMA: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
        <xs:element name="description"><xs:complexType><xs:choice maxOccurs="unbounded">
            <xs:element ref="para"/><xs:element ref="table"/><xs:element ref="figure"/></xs:choice></xs:complexType></xs:element>
        <xs:element name="para"><xs:complexType mixed="true"><xs:sequence>
            <xs:element name="randomList" minOccurs="0" type="listType"/>
            <xs:element ref="acronym" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
        <xs:element name="acronym"><xs:complexType><xs:sequence>
            <xs:element name="acronymTerm" type="xs:string"/>
            <xs:element name="acronymDefinition" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
        <xs:complexType name="listType"><xs:sequence>
            <xs:element maxOccurs="unbounded" ref="para"/></xs:sequence></xs:complexType>
        <xs:element name="table"><xs:complexType><xs:sequence>
            <xs:element minOccurs="0" name="title" type="xs:string"/>
            <xs:element maxOccurs="unbounded" ref="tgroup"/></xs:sequence></xs:complexType></xs:element>
        <xs:element name="tgroup"><xs:complexType><xs:sequence>
            <xs:element minOccurs="0" name="thead" type="rowsType"/>
            <xs:element name="tbody" type="rowsType"/></xs:sequence>
            <xs:attribute name="cols" type="xs:string" use="required"/></xs:complexType></xs:element>
        <xs:complexType name="rowsType"><xs:sequence>
            <xs:element maxOccurs="unbounded" ref="row"/></xs:sequence></xs:complexType>
        <xs:element name="row"><xs:complexType><xs:sequence>
            <xs:element maxOccurs="unbounded" ref="entry"/></xs:sequence></xs:complexType></xs:element>
        <xs:element name="figure"><xs:complexType><xs:sequence>
            <xs:element name="title" type="xs:string"/>
            <xs:element maxOccurs="unbounded" name="graphic"><xs:complexType>
            <xs:attribute name="infoEntityIdent" type="xs:ENTITY" use="required"/></xs:complexType></xs:element>
            </xs:sequence><xs:attribute name="id" type="xs:ID"/></xs:complexType></xs:element>
        <xs:element name="entry"><xs:complexType><xs:sequence>
            <xs:element maxOccurs="unbounded" minOccurs="0" ref="para"/></xs:sequence></xs:complexType></xs:element>
        </xs:schema>"#;

    /// The names of what can be inserted behind some words, each with the changed text.
    fn inserted(text: &str, words: &str) -> Vec<(String, String)> {
        let model = ContentModel::of_schema("t.xsd", |name| Some((name.to_owned(), SCHEMA.as_bytes())));
        let position = text.find(words).expect("the words") + words.len();
        let edits = insertions(text, position, &BlockCommand::ALL, &model.expect("a model")).expect("insertions");
        let changed = edits.into_iter().map(|edit| {
            let changed = splice::apply(text, std::slice::from_ref(&edit.splice)).expect("a text");
            (edit.inserted.expect("an element"), changed)
        });
        changed.collect()
    }

    #[test]
    fn a_row_is_not_inserted_with_one_cell() {
        let cell = |word: &str| format!("<entry><para>{word}</para></entry>");
        let table =
            format!("<table><tgroup cols=\"2\"><tbody><row>{}{}</row></tbody></tgroup></table>", cell("a"), cell("b"));
        let names: Vec<String> =
            inserted(&format!("<description>{table}</description>"), ">a").into_iter().map(|(name, _)| name).collect();
        assert!(names.iter().any(|name| name == "para"), "the cell has room: {names:?}");
        assert!(names.iter().all(|name| !TABLE_PARTS.contains(&name.as_str())), "{names:?}");
    }

    #[test]
    fn a_figure_is_inserted_with_a_graphic_whose_illustration_is_still_to_be_chosen() {
        let offered = inserted("<description><para id=\"figure-0001\">x</para></description>", "x");
        let figure = "<figure id=\"figure-0002\"><title></title><graphic infoEntityIdent=\"\"/></figure>";
        let expected = format!("<description><para id=\"figure-0001\">x</para>{figure}</description>");
        assert!(offered.contains(&("figure".to_owned(), expected)), "{offered:?}");
    }

    #[test]
    fn an_acronym_is_inserted_in_the_text_with_all_its_parts() {
        let offered = inserted("<description><para>x y</para></description>", "x");
        let acronym = "<acronym><acronymTerm></acronymTerm><acronymDefinition></acronymDefinition></acronym>";
        let expected = format!("<description><para>x{acronym} y</para></description>");
        assert!(offered.contains(&("acronym".to_owned(), expected)), "{offered:?}");
    }

    #[test]
    fn a_table_is_inserted_with_as_many_cells_as_columns() {
        let offered = inserted("<description><para>x</para></description>", "x");
        let cell = "<entry><para></para></entry>";
        let table = format!("<table><tgroup cols=\"2\"><tbody><row>{cell}{cell}</row></tbody></tgroup></table>");
        let expected = format!("<description><para>x</para>{table}</description>");
        assert!(offered.contains(&("table".to_owned(), expected)), "{offered:?}");
    }
}
