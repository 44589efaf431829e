//! An element that is copied from one file into another.
//!
//! Ids are local to a file: copied as it is, a reference would name whatever has that id in the other file. So a
//! reference to a statement of applicability gets the id of the same statement there, and the statement comes along where
//! there is none. A reference to anything else that is not there is left out.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use quick_xml::escape::escape;
use roxmltree::{Attribute, Document, Node};

use super::ident::{child, elements};
use super::lines::Lines;
use super::parse_text;
use super::walk::names_ids;
use super::write::{prefix_of, range_of_attribute, replace_inner, space_before};
use crate::applic::Applic;
use crate::guard;
use crate::splice::{self, Splice};
use crate::text::folded;

/// The statements of a file, each with the element that holds all of its kind.
const STATEMENTS: [(&str, &str); 2] = [("applic", "referencedApplicGroup"), ("applicRef", "referencedApplicGroupRef")];

/// The text after a splice that writes an element of `old` into it; `None` where that is no XML, as where the element
/// needs a namespace that the text does not declare.
pub(crate) fn insert(old: &str, text: &str, written: &Splice) -> Option<String> {
    let start = written.range.start + written.text.find('<')?;
    let copied = splice::apply(text, std::slice::from_ref(written))?;
    [StatementForm::AsWritten, StatementForm::Anew].into_iter().find_map(|form| {
        let settled = splice::apply(&copied, &settle(old, &copied, start, form)?)?;
        guard::check_text(&settled).is_ok_and(|checked| parse_text(checked.text()).is_ok()).then_some(settled)
    })
}

/// The attribute by which an element says to what it applies, as it is written in a tag; empty without one.
pub(crate) fn applic_attribute(node: Node<'_, '_>) -> String {
    let names = ["applicRefId", "applicRefIds"];
    let found = names.into_iter().find_map(|name| Some((name, node.attribute(name)?)));
    found.map(|(name, ids)| format!(" {name}=\"{}\"", escape(ids))).unwrap_or_default()
}

/// The form of a statement that comes along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StatementForm {
    AsWritten,
    /// Its bytes need something that the new file does not declare.
    Anew,
}

/// The splices after which the element at a byte, copied from `old`, means there what it meant before.
fn settle(old: &str, new: &str, start: usize, form: StatementForm) -> Option<Vec<Splice>> {
    let checked = guard::check_text(new).ok()?;
    let document = parse_text(checked.text()).ok()?;
    let copy = document.descendants().find(|node| node.is_element() && node.range().start == start)?;
    if local_attributes(copy).next().is_none() {
        return Some(Vec::new());
    }
    let checked_old = guard::check_text(old).ok()?;
    let origin = parse_text(checked_old.text()).ok()?;
    let mut ids = CopiedIds::new((old, &origin), &document, copy, form);
    let mut splices: Vec<Splice> = Vec::new();
    for attribute in local_attributes(copy) {
        let value = ids.value(attribute);
        if value.is_empty() {
            splices.push(Splice::replace(range_of_attribute(new, attribute), ""));
        } else if value != attribute.value() {
            splices.push(Splice::replace(attribute.range_value(), escape(&value)));
        }
    }
    let content = child(document.root_element(), "content")?;
    for (statements, (_, group)) in ids.statements.iter().zip(STATEMENTS) {
        if !statements.is_empty() {
            splices.push(add_statements(new, content, group, statements)?);
        }
    }
    Some(splices)
}

/// The attributes of an element and of those in it that are an id or name some.
fn local_attributes<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Attribute<'a, 'i>> {
    let all = node.descendants().flat_map(|node| node.attributes());
    all.filter(|one| one.namespace().is_none() && (one.name() == "id" || names_ids(one.name())))
}

/// The ids of an element, and those that its copy gets.
struct CopiedIds<'a, 'i> {
    old: &'a str,
    origins: HashMap<&'a str, Node<'a, 'i>>,
    /// The elements of the new file around the copy.
    around: HashMap<&'a str, Node<'a, 'i>>,
    /// The ids of the statements around the copy, by what they say.
    known: HashMap<String, String>,
    /// The ids of the new file so far.
    taken: HashSet<String>,
    /// `None` for an id that names nothing any more.
    new: HashMap<&'a str, Option<String>>,
    form: StatementForm,
    /// The statements that come along, in the order of their kinds.
    statements: [Vec<String>; 2],
}

impl<'a, 'i> CopiedIds<'a, 'i> {
    fn new(
        (old, origin): (&'a str, &'a Document<'i>),
        document: &'a Document<'i>,
        copy: Node<'a, 'i>,
        form: StatementForm,
    ) -> Self {
        let mut ids = Self {
            old,
            origins: HashMap::new(),
            around: HashMap::new(),
            known: HashMap::new(),
            taken: HashSet::new(),
            new: HashMap::new(),
            form,
            statements: [Vec::new(), Vec::new()],
        };
        for node in origin.descendants() {
            if let Some(id) = node.attribute("id") {
                ids.origins.entry(id).or_insert(node);
            }
        }
        for node in document.descendants().filter(|node| !copy.range().contains(&node.range().start)) {
            // Of several elements with an id, the first is the one that references mean.
            let Some(id) = node.attribute("id").filter(|id| ids.taken.insert((*id).to_owned())) else { continue };
            ids.around.insert(id, node);
            if kind_of(node).is_some() {
                ids.known.entry(meaning(node)).or_insert_with(|| id.to_owned());
            }
        }
        for id in copy.descendants().filter_map(|node| node.attribute("id")) {
            let free = ids.free(id);
            ids.new.entry(id).or_insert(Some(free));
        }
        ids
    }

    /// The value of an attribute in the new file; empty for one that names nothing there.
    fn value(&mut self, attribute: Attribute<'a, 'i>) -> String {
        if attribute.name() == "id" {
            return self.new.get(attribute.value()).cloned().flatten().unwrap_or_default();
        }
        let mut ids: Vec<String> = Vec::new();
        for id in attribute.value().split_ascii_whitespace() {
            if !self.new.contains_key(id) {
                let found = self.carried(id);
                self.new.insert(id, found);
            }
            ids.extend(self.new.get(id).cloned().flatten());
        }
        ids.join(" ")
    }

    /// The id of what an id of the old file names.
    fn carried(&mut self, id: &'a str) -> Option<String> {
        let target = *self.origins.get(id)?;
        let says = meaning(target);
        if self.around.get(id).is_some_and(|node| meaning(*node) == says) {
            return Some(id.to_owned());
        }
        let kind = kind_of(target)?;
        if let Some(known) = self.known.get(&says) {
            return Some(known.clone());
        }
        let free = self.free(id);
        self.statements[kind].push(written(self.old, target, &free, self.form));
        self.known.insert(says, free.clone());
        Some(free)
    }

    /// The id itself where nothing has it, else one that is new to both files.
    fn free(&mut self, wanted: &str) -> String {
        let mut id = wanted.to_owned();
        let mut number = 1_usize;
        while self.taken.contains(&id) || (number > 1 && self.origins.contains_key(id.as_str())) {
            number += 1;
            id = format!("{wanted}-{number}");
        }
        self.taken.insert(id.clone());
        id
    }
}

/// The index of the kind of a statement; `None` for other elements.
fn kind_of(node: Node<'_, '_>) -> Option<usize> {
    STATEMENTS.iter().position(|(name, _)| *name == node.tag_name().name())
}

/// The meaning of an element, whatever its id, its change marks and its layout.
fn meaning(element: Node<'_, '_>) -> String {
    let is_said = |part: &Node<'_, '_>| part.is_element() || !said(*part).is_empty();
    let mut meaning = String::new();
    for part in element.descendants().filter(is_said) {
        if part.is_element() {
            let is_own = |name: &str| !names_ids(name) && !matches!(name, "id" | "changeMark" | "changeType");
            let attributes = part.attributes().map(|one| (one.name(), one.value()));
            let mut attributes: Vec<(&str, &str)> = attributes.filter(|(name, _)| is_own(name)).collect();
            attributes.sort_unstable();
            // With the number of the parts it is clear where the element ends.
            let parts = part.children().filter(is_said).count();
            let _ = write!(meaning, "<{} {attributes:?} {parts}>", part.tag_name().name());
        } else {
            let _ = write!(meaning, "{:?}", said(part));
        }
    }
    meaning
}

/// The words of a text.
fn said(part: Node<'_, '_>) -> String {
    part.text().filter(|_| part.is_text()).map(folded).unwrap_or_default()
}

/// A statement of the old file under its new id.
fn written(old: &str, statement: Node<'_, '_>, id: &str, form: StatementForm) -> String {
    let id = escape(id);
    if form == StatementForm::Anew {
        if let Some(entry) = statement.attribute("applicIdentValue") {
            return format!("<applicRef id=\"{id}\" applicIdentValue=\"{}\"/>", escape(entry));
        }
        let xml = Applic::read(statement, &mut Lines::new("")).to_xml();
        return xml.replacen("<applic>", &format!("<applic id=\"{id}\">"), 1);
    }
    let range = statement.range();
    let own = statement.attribute_node("id");
    let splices = local_attributes(statement).map(|attribute| {
        let (place, value) = if own.is_some_and(|own| own.range() == attribute.range()) {
            (attribute.range_value(), id.to_string())
        } else {
            (range_of_attribute(old, attribute), String::new())
        };
        Splice::replace(place.start - range.start..place.end - range.start, value)
    });
    let bytes = &old[range.clone()];
    splice::apply(bytes, &splices.collect::<Vec<_>>()).unwrap_or_else(|| bytes.to_owned())
}

/// Writes statements as the last ones of their group, or with a group behind the references.
fn add_statements(text: &str, content: Node<'_, '_>, group: &str, statements: &[String]) -> Option<Splice> {
    if let Some(group) = child(content, group) {
        let Some(last) = elements(group).last() else { return Some(replace_inner(text, group, &statements.concat())) };
        let space = space_before(text, last);
        let each: String = statements.iter().flat_map(|one| [space, one.as_str()]).collect();
        return Some(Splice::insert(last.range().end, each));
    }
    let first = elements(content).find(|node| node.tag_name().name() != "refs")?;
    let (prefix, space) = (prefix_of(text, content), space_before(text, first));
    let written = format!("<{prefix}{group}>{}</{prefix}{group}>{space}", statements.concat());
    Some(Splice::insert(first.range().start, written))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(id: &str, value: &str) -> String {
        format!(
            "<applic id=\"{id}\"><displayText><simplePara>{value}</simplePara></displayText><assert \
             applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValues=\"{value}\"/></applic>"
        )
    }

    fn file(statements: &[String], entries: &str) -> String {
        let group = format!("<referencedApplicGroup>{}</referencedApplicGroup>", statements.concat());
        let group = if statements.is_empty() { "" } else { group.as_str() };
        format!("<pm><content>{group}<pmEntry id=\"all\">{entries}</pmEntry></content></pm>")
    }

    /// A file with an entry of an old one at its end.
    fn copied(old: &str, new: &str, entry: &str) -> String {
        assert!(old.contains(entry), "{entry}");
        insert(old, new, &Splice::insert(new.find("</pmEntry>").expect("a section"), entry)).expect("XML")
    }

    #[test]
    fn a_statement_is_found_again_by_what_it_says() {
        let entry = "<dmRef applicRefId=\"a\" id=\"r\"/>";
        let old = file(&[statement("a", "A320")], entry);
        let spaced = statement("b", "A320").replace("><", ">\n <").replace(" id=", " changeMark=\"1\" id=");
        let new = file(&[statement("a", "A330"), spaced.clone()], "");
        assert_eq!(
            copied(&old, &new, entry),
            file(&[statement("a", "A330"), spaced], &entry.replace("\"a\"", "\"b\""))
        );
        let same = file(&[statement("b", "A320"), statement("a", "A320")], "");
        assert_eq!(copied(&old, &same, entry), same.replace("</pmEntry>", &format!("{entry}</pmEntry>")), "its own id");
    }

    #[test]
    fn a_statement_that_is_not_there_comes_along() {
        let entry = "<pmEntry applicRefIds=\"a c\"><dmRef applicRefId=\"a\"/></pmEntry>";
        let old = file(&[statement("a", "A320"), statement("a-2", "A318"), statement("c", "A321")], entry);
        let new = file(&[statement("a", "A330")], "");
        let renamed = entry.replace("\"a c\"", "\"a-3 c\"").replace("\"a\"", "\"a-3\"");
        let statements = [statement("a", "A330"), statement("a-3", "A320"), statement("c", "A321")];
        assert_eq!(copied(&old, &new, entry), file(&statements, &renamed));
        let without = file(&[], "");
        assert_eq!(copied(&old, &without, entry), file(&[statement("a", "A320"), statement("c", "A321")], entry));
    }

    #[test]
    fn an_entry_of_a_repository_comes_along_as_well() {
        let shared = |id: &str, entry: &str| {
            let reference = format!("<applicRef id=\"{id}\" applicIdentValue=\"{entry}\"/>");
            format!("<referencedApplicGroupRef>{reference}</referencedApplicGroupRef>")
        };
        let entry = "<dmRef applicRefId=\"a\"/>";
        let old = file(&[], entry).replace("<content>", &format!("<content>{}", shared("a", "one")));
        let other = file(&[], "").replace("<content>", &format!("<content>{}", shared("a", "two")));
        let both = other.replace("</referenced", "<applicRef id=\"a-2\" applicIdentValue=\"one\"/></referenced");
        let expected = both.replace("</pmEntry>", "<dmRef applicRefId=\"a-2\"/></pmEntry>");
        assert_eq!(copied(&old, &other, entry), expected);
    }

    #[test]
    fn what_names_nothing_in_the_new_file_is_left_out_and_ids_are_free() {
        let entry =
            "<pmEntry id=\"all\" reasonForUpdateRefIds=\"r\"><dmRef applicRefId=\"gone\" id=\"new\"/></pmEntry>";
        let old = file(&[], entry).replace("<pm>", "<pm><reasonForUpdate id=\"r\">One</reasonForUpdate>");
        let new = file(&[], "").replace("<pm>", "<pm><reasonForUpdate id=\"r\">Two</reasonForUpdate>");
        let expected = "<pmEntry id=\"all-2\"><dmRef id=\"new\"/></pmEntry>";
        assert_eq!(copied(&old, &new, entry), new.replace("</pmEntry>", &format!("{expected}</pmEntry>")));
        let same = new.replace("Two", "One");
        assert!(copied(&old, &same, entry).contains("<pmEntry id=\"all-2\" reasonForUpdateRefIds=\"r\">"));
    }

    #[test]
    fn a_statement_whose_bytes_need_a_namespace_is_written_anew() {
        let entry = "<dmRef applicRefId=\"a\"/>";
        let linked = statement("a", "A320").replace("<assert", "<assert x:note=\"1\"");
        let old = file(&[linked], entry).replace("<pm>", "<pm xmlns:x=\"urn:x\">");
        assert_eq!(copied(&old, &file(&[], ""), entry), file(&[statement("a", "A320")], entry));
        assert_eq!(insert(&old, "<pm/>", &Splice::insert(0, "<x:dmRef/>")), None);
    }
}
