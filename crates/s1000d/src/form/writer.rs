//! Collects the splices of a change.

use roxmltree::Node;

use crate::object::ident::{elements, text_of};
use crate::object::write::{
    end_of_name, escaped, inner_range, open_up, range_of_attribute, range_with_space, replace_inner, space_before,
    tag_of,
};
use crate::splice::Splice;
use crate::text::folded;

/// A text of a form.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormText {
    pub text: String,
    /// It contains more than text, which a form would lose.
    pub is_fixed: bool,
}

impl FormText {
    pub(super) fn of(node: Node<'_, '_>) -> Self {
        Self { text: text_of(node), is_fixed: !is_plain(node) }
    }

    /// The text of an element that may be absent.
    pub(super) fn of_child(node: Option<Node<'_, '_>>) -> Self {
        node.map(Self::of).unwrap_or_default()
    }
}

/// Whether an element contains nothing but text.
pub(super) fn is_plain(node: Node<'_, '_>) -> bool {
    node.children().all(|part| part.is_text())
}

/// Whether an element contains nothing but elements, with white space between them.
pub(super) fn has_elements_only(node: Node<'_, '_>) -> bool {
    let is_blank = |part: Node<'_, '_>| part.is_text() && part.text().unwrap_or_default().trim().is_empty();
    node.children().all(|part| part.is_element() || is_blank(part))
}

/// Collects the splices of a change, or refuses the change as a whole.
pub(super) struct FormWriter<'a> {
    pub(super) text: &'a str,
    splices: Vec<Splice>,
    is_refused: bool,
}

impl<'a> FormWriter<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, splices: Vec::new(), is_refused: false }
    }

    pub(super) fn push(&mut self, splice: Splice) {
        self.splices.push(splice);
    }

    /// The change asks for something that is not there, or that would lose content.
    pub(super) fn refuse(&mut self) {
        self.is_refused = true;
    }

    pub(super) fn finish(self) -> Option<Vec<Splice>> {
        (!self.is_refused).then_some(self.splices)
    }

    /// Writes the text of an element.
    pub(super) fn set_text(&mut self, node: Node<'_, '_>, wanted: &str) {
        if text_of(node) == folded(wanted) {
            return;
        }
        if is_plain(node) {
            self.push(replace_inner(self.text, node, &escaped(wanted)));
        } else {
            self.refuse();
        }
    }

    /// Replaces the value of an attribute, adds it as the first one, or removes it.
    pub(super) fn set_attribute(&mut self, node: Node<'_, '_>, name: &str, wanted: Option<&str>) {
        match (node.attribute_node(name), wanted) {
            (Some(own), Some(wanted)) if own.value() == wanted => {}
            (Some(own), Some(wanted)) => self.push(Splice::replace(own.range_value(), attribute_value(wanted))),
            (Some(own), None) => self.push(Splice::replace(range_of_attribute(self.text, own), "")),
            (None, Some(wanted)) => {
                let written = format!(" {name}=\"{}\"", attribute_value(wanted));
                self.push(Splice::insert(end_of_name(self.text, node), written));
            }
            (None, None) => {}
        }
    }

    /// Removes an element with the white space before it.
    pub(super) fn remove(&mut self, node: Node<'_, '_>) {
        self.push(Splice::replace(range_with_space(self.text, node), ""));
    }

    /// Writes new elements before the first child with one of these names, or else as the last ones.
    pub(super) fn insert_before(&mut self, parent: Node<'_, '_>, later: &[&str], written: &[String]) {
        if written.is_empty() {
            return;
        }
        let next = elements(parent).find(|node| later.contains(&node.tag_name().name()));
        let splice = if let Some(next) = next {
            // Before the white space too, which goes with the element when the same change removes it.
            let space = space_before(self.text, next);
            let each: String = written.iter().flat_map(|one| [space, one.as_str()]).collect();
            Splice::insert(next.range().start - space.len(), each)
        } else if let Some(last) = elements(parent).last() {
            let space = space_before(self.text, last);
            let each: String = written.iter().flat_map(|one| [space, one.as_str()]).collect();
            Splice::insert(last.range().end, each)
        } else if let Some(inner) = inner_range(self.text, parent) {
            Splice::insert(inner.start, written.concat())
        } else {
            return self.open_up(parent, &written.concat());
        };
        self.push(splice);
    }
}

impl FormWriter<'_> {
    /// Writes into an element that is a single tag, behind what was written into it before.
    fn open_up(&mut self, parent: Node<'_, '_>, inner: &str) {
        let opened = open_up(self.text, parent, inner);
        let end_tag = "</>".len() + tag_of(self.text, parent).len();
        match self.splices.iter_mut().find(|splice| splice.range == opened.range) {
            Some(before) => before.text.insert_str(before.text.len().saturating_sub(end_tag), inner),
            None => self.push(opened),
        }
    }
}

/// A value as it is written between quotation marks of either kind.
pub(super) fn attribute_value(value: &str) -> String {
    quick_xml::escape::escape(value).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::splice;

    fn written(text: &str, change: impl Fn(&mut FormWriter<'_>, Node<'_, '_>)) -> Option<String> {
        let document = roxmltree::Document::parse(text).expect("XML");
        let mut writer = FormWriter::new(text);
        change(&mut writer, document.root_element());
        writer.finish().map(|splices| splice::apply(text, &splices).expect("a text"))
    }

    #[test]
    fn an_attribute_is_replaced_added_or_removed() {
        let set = |text: &str, value: Option<&str>| {
            written(text, |writer, node| writer.set_attribute(node, "b", value)).expect("a text")
        };
        assert_eq!(set("<a x='1'  b = 'old' c='2'/>", Some("n<\"'w")), "<a x='1'  b = 'n&lt;&quot;&apos;w' c='2'/>");
        assert_eq!(set("<a x='1'  b = 'old' c='2'/>", None), "<a x='1' c='2'/>");
        assert_eq!(set("<a c='2'/>", Some("new")), "<a b=\"new\" c='2'/>");
        assert_eq!(set("<a c='2'/>", None), "<a c='2'/>");
        assert_eq!(set("<a b='same'/>", Some("same")), "<a b='same'/>");
    }

    #[test]
    fn a_text_with_elements_in_it_is_not_overwritten() {
        let set = |text: &str, value: &str| written(text, |writer, node| writer.set_text(node, value));
        assert_eq!(set("<a> old\n</a>", "n & w").as_deref(), Some("<a>n &amp; w</a>"));
        assert_eq!(set("<a>\n same </a>", "same").as_deref(), Some("<a>\n same </a>"));
        let formula = "<a>CO<subScript>2</subScript></a>";
        assert_eq!(set(formula, "CO2").as_deref(), Some(formula));
        assert_eq!(set(formula, "N2"), None);
        assert_eq!(set("<a>old<!-- why --></a>", "new"), None);
    }

    #[test]
    fn new_elements_stand_before_later_ones() {
        let insert = |text: &str| {
            let new = ["<n/>".to_owned(), "<m/>".to_owned()];
            written(text, |writer, node| writer.insert_before(node, &["z"], &new)).expect("a text")
        };
        assert_eq!(insert("<a>\n <b/>\n <z/>\n</a>"), "<a>\n <b/>\n <n/>\n <m/>\n <z/>\n</a>");
        assert_eq!(insert("<a>\n <b/>\n</a>"), "<a>\n <b/>\n <n/>\n <m/>\n</a>");
        assert_eq!(insert("<a></a>"), "<a><n/><m/></a>");
        assert_eq!(insert("<a c='1'/>"), "<a c='1'><n/><m/></a>");
        let in_its_place = written("<a>\n <b/>\n <z/>\n</a>", |writer, node| {
            writer.insert_before(node, &["z"], &["<n/>".to_owned()]);
            elements(node).skip(1).for_each(|removed| writer.remove(removed));
        });
        assert_eq!(in_its_place.as_deref(), Some("<a>\n <b/>\n <n/>\n</a>"));
        let twice = written("<a c='1'/>", |writer, node| {
            writer.insert_before(node, &[], &["<n/>".to_owned()]);
            writer.insert_before(node, &[], &["<m/>".to_owned()]);
        });
        assert_eq!(twice.as_deref(), Some("<a c='1'><n/><m/></a>"));
    }
}
