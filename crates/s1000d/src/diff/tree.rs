//! An XML text as elements, words and byte ranges: the form in which two texts are compared.
//!
//! White space between elements does not exist here, and a run of it inside text is one blank. An element that holds
//! text has tokens: words, the tags of inline elements, and elements that stand in the text. All other elements have
//! children alone. Inline elements, such as `emphasis`, are pairs of tokens and no elements of the tree, so that markup
//! around a word is one small edit.

mod read;

use std::ops::Range;

use foldhash::HashMap;

use super::intern::ShapeNumbers;
use super::relevance::Relevance;
use super::words::TextToken;

pub use super::tags::XmlAttribute;
pub(crate) use read::{mixed_names, read};

/// An element of one text, in the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(pub(crate) u32);

impl ElementId {
    pub const ROOT: Self = Self(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// One element. Everything inside it follows it.
#[derive(Debug, Clone)]
pub struct XmlElement<'t> {
    /// With its prefix, as written.
    pub name: &'t str,
    pub parent: Option<ElementId>,
    /// Without inline elements.
    pub children: Vec<ElementId>,
    pub attributes: Vec<XmlAttribute<'t>>,
    /// The content of an element with text; empty for all others.
    pub tokens: Vec<TextToken<'t>>,
    pub range: Range<usize>,
    pub start_tag: Range<usize>,
    pub relevance: Relevance,
    /// Whether its name holds text somewhere in the two compared texts.
    pub is_mixed: bool,
    /// The first element behind all that is inside.
    pub(super) end: u32,
    pub(crate) shape: ShapeNumbers,
    /// Words and elements inside, itself included.
    pub(crate) weight: u32,
}

/// An element inside running text that holds text itself.
#[derive(Debug, Clone)]
pub struct InlineElement<'t> {
    pub name: &'t str,
    pub attributes: Vec<XmlAttribute<'t>>,
    pub start_tag: Range<usize>,
}

/// All elements of one text.
#[derive(Debug, Clone)]
pub struct XmlTree<'t> {
    text: &'t str,
    pub(crate) elements: Vec<XmlElement<'t>>,
    pub(crate) inlines: Vec<InlineElement<'t>>,
    /// `None` for an id that several elements have.
    by_id: HashMap<Box<str>, Option<ElementId>>,
}

impl<'t> XmlTree<'t> {
    pub fn text(&self) -> &'t str {
        self.text
    }

    pub fn element(&self, id: ElementId) -> &XmlElement<'t> {
        &self.elements[id.index()]
    }

    pub fn inline(&self, index: u32) -> &InlineElement<'t> {
        &self.inlines[index as usize]
    }

    /// All elements, in the order of the text.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ElementId> + use<> {
        (0..u32::try_from(self.elements.len()).unwrap_or(u32::MAX)).map(ElementId)
    }

    /// The element itself and all that is inside it.
    pub fn descendants(&self, id: ElementId) -> impl Iterator<Item = ElementId> + use<> {
        (id.0..self.element(id).end).map(ElementId)
    }

    /// The same without some of the elements inside it and all that is inside those.
    pub fn descendants_without(
        &self,
        id: ElementId,
        is_left_out: impl Fn(ElementId) -> bool,
    ) -> impl Iterator<Item = ElementId> {
        let (mut next, end) = (id.0, self.element(id).end);
        std::iter::from_fn(move || {
            while next < end {
                let inner = ElementId(next);
                if inner == id || !is_left_out(inner) {
                    next += 1;
                    return Some(inner);
                }
                next = self.element(inner).end;
            }
            None
        })
    }

    /// Whether one element is the other or stands around it.
    pub fn contains(&self, outer: ElementId, inner: ElementId) -> bool {
        outer.0 <= inner.0 && inner.0 < self.element(outer).end
    }

    /// The innermost element whose range contains a byte.
    pub fn element_at(&self, byte: usize) -> ElementId {
        let behind = self.elements.partition_point(|element| element.range.start <= byte);
        let last = ElementId(u32::try_from(behind.saturating_sub(1)).unwrap_or(0));
        let mut around = std::iter::successors(Some(last), |id| self.element(*id).parent);
        around.find(|id| byte < self.element(*id).range.end).unwrap_or(ElementId::ROOT)
    }

    /// The only element with an id.
    pub fn by_id(&self, id: &str) -> Option<ElementId> {
        self.by_id.get(id).copied().flatten()
    }

    /// The value of an attribute of an element.
    pub fn attribute(&self, id: ElementId, name: &str) -> Option<&str> {
        let found = self.element(id).attributes.iter().find(|attribute| attribute.name == name);
        found.map(|attribute| attribute.value.as_ref())
    }
}
