//! The elements and attributes of a text by their bytes, in one pass and without a tree of nodes.
//!
//! Filtering needs names, ranges and a few attributes of every element, of every module of a publication. A full tree costs
//! more than twice as much. [`Skeleton::read`] accepts well-formed texts only: it proves the common forms itself, and leaves all
//! others to the parser.

mod read;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

use quick_xml::escape::unescape;

use crate::guard::{Reason, Refusal};
use crate::object;

/// The elements of a text in its order.
#[derive(Debug)]
pub(super) struct Skeleton<'t> {
    text: &'t str,
    elements: Vec<Bone<'t>>,
    attributes: Vec<AttributeSpan>,
}

/// The bytes of an element.
#[derive(Debug)]
struct Bone<'t> {
    /// Without its prefix.
    name: &'t str,
    start: usize,
    /// Behind the start tag.
    tag_end: usize,
    /// Where the end tag begins; the end for an element that is a single tag.
    inner_end: usize,
    end: usize,
    parent: u32,
    /// The first element behind all that is inside.
    next: u32,
    /// The first of its attributes; the last is before those of the next element.
    attributes: u32,
    /// Whether text other than white space stands directly in it.
    has_text: bool,
}

#[derive(Debug)]
struct AttributeSpan {
    key: Range<u32>,
    value: Range<u32>,
    has_colon: bool,
}

impl<'t> Skeleton<'t> {
    /// Reads a text that has passed the guard.
    pub(super) fn read(text: &'t str) -> Result<Self, Refusal> {
        let (skeleton, is_proven) = read::read(text);
        if is_proven && let Some(skeleton) = skeleton {
            return Ok(skeleton);
        }
        object::parse_text(text)?;
        skeleton.ok_or_else(|| Refusal::new(1, Reason::NotWellFormed("the elements cannot be told apart".to_owned())))
    }

    pub(super) fn root(&self) -> SkeletonElement<'_, 't> {
        SkeletonElement { tree: self, index: 0 }
    }

    /// All elements, in the order of the text.
    pub(super) fn parts(&self) -> impl Iterator<Item = SkeletonElement<'_, 't>> {
        (0..u32::try_from(self.elements.len()).unwrap_or(u32::MAX)).map(|index| SkeletonElement { tree: self, index })
    }

    pub(super) fn text(&self) -> &'t str {
        self.text
    }
}

/// An element of a skeleton.
#[derive(Debug, Clone, Copy)]
pub(super) struct SkeletonElement<'s, 't> {
    tree: &'s Skeleton<'t>,
    index: u32,
}

/// An attribute of an element.
#[derive(Debug, Clone, Copy)]
pub(super) struct SkeletonAttribute<'s, 't> {
    text: &'t str,
    span: &'s AttributeSpan,
}

impl<'s, 't> SkeletonElement<'s, 't> {
    fn bone(self) -> &'s Bone<'t> {
        &self.tree.elements[self.index as usize]
    }

    pub(super) fn index(self) -> u32 {
        self.index
    }

    /// Without its prefix.
    pub(super) fn name(self) -> &'t str {
        self.bone().name
    }

    pub(super) fn range(self) -> Range<usize> {
        self.bone().start..self.bone().end
    }

    pub(super) fn start_tag(self) -> Range<usize> {
        self.bone().start..self.bone().tag_end
    }

    /// The range between its tags; `None` for an element that is a single tag.
    pub(super) fn inner(self) -> Option<Range<usize>> {
        let bone = self.bone();
        (bone.inner_end < bone.end).then_some(bone.tag_end..bone.inner_end)
    }

    /// The position after the name in the start tag.
    pub(super) fn end_of_name(self) -> usize {
        let tag = &self.tree.text[self.start_tag()];
        let length = tag.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>')).unwrap_or(tag.len());
        self.bone().start + length
    }

    /// The prefix of the name with its colon; empty when it has none.
    pub(super) fn prefix(self) -> &'t str {
        let name = &self.tree.text[self.bone().start + 1..self.end_of_name()];
        name.find(':').map(|colon| &name[..=colon]).unwrap_or_default()
    }

    pub(super) fn has_text(self) -> bool {
        self.bone().has_text
    }

    pub(super) fn parent(self) -> Option<Self> {
        (self.index > 0).then(|| Self { tree: self.tree, index: self.bone().parent })
    }

    pub(super) fn children(self) -> impl Iterator<Item = Self> + use<'s, 't> {
        let end = self.bone().next;
        let at = move |index: u32| (index < end).then_some(Self { tree: self.tree, index });
        std::iter::successors(at(self.index + 1), move |child| at(child.bone().next))
    }

    /// The first child with this name.
    pub(super) fn child(self, name: &str) -> Option<Self> {
        self.children().find(|child| child.name() == name)
    }

    /// The first child whose name ends so.
    pub(super) fn child_ending(self, end: &str) -> Option<Self> {
        self.children().find(|child| child.name().ends_with(end))
    }

    pub(super) fn attributes(self) -> impl Iterator<Item = SkeletonAttribute<'s, 't>> + use<'s, 't> {
        let tree = self.tree;
        let next =
            tree.elements.get(self.index as usize + 1).map_or(tree.attributes.len(), |bone| bone.attributes as usize);
        let spans = &tree.attributes[self.bone().attributes as usize..next];
        spans.iter().map(move |span| SkeletonAttribute { text: tree.text, span })
    }

    pub(super) fn attribute_part(self, key: &str) -> Option<SkeletonAttribute<'s, 't>> {
        self.attributes().find(|attribute| attribute.key() == key)
    }

    pub(super) fn attribute(self, key: &str) -> Option<Cow<'t, str>> {
        self.attribute_part(key).map(SkeletonAttribute::value)
    }

    /// The statements that it points at.
    pub(super) fn applic_refs(self) -> Option<SkeletonAttribute<'s, 't>> {
        self.attributes().find(|attribute| matches!(attribute.key(), "applicRefId" | "applicRefIds"))
    }

    /// The white space before it, if a line begins there; empty when other text is between.
    pub(super) fn space_before(self) -> &'t str {
        let before = &self.tree.text[..self.bone().start];
        let space = &before[before.trim_end_matches([' ', '\t', '\r', '\n']).len()..];
        if space.contains('\n') { space } else { "" }
    }
}

fn wide(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

impl<'t> SkeletonAttribute<'_, 't> {
    /// With its prefix, as written.
    pub(super) fn key(self) -> &'t str {
        &self.text[wide(&self.span.key)]
    }

    /// As written.
    pub(super) fn raw_value(self) -> &'t str {
        &self.text[self.value_range()]
    }

    pub(super) fn value(self) -> Cow<'t, str> {
        let raw = self.raw_value();
        if memchr::memchr(b'&', raw.as_bytes()).is_none()
            && memchr::memchr3(b'\t', b'\n', b'\r', raw.as_bytes()).is_none()
        {
            return Cow::Borrowed(raw);
        }
        let spaced = raw.replace("\r\n", " ").replace(['\t', '\n', '\r'], " ");
        let value = unescape(&spaced).map(Cow::into_owned);
        Cow::Owned(value.unwrap_or(spaced))
    }

    /// The bytes between the quotes.
    pub(super) fn value_range(self) -> Range<usize> {
        wide(&self.span.value)
    }

    /// From the name to the closing quote.
    pub(super) fn range(self) -> Range<usize> {
        self.span.key.start as usize..self.span.value.end as usize + 1
    }
}
