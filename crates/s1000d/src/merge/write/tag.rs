//! Start tags.

use std::ops::Range;

use super::MergeWriter;
use crate::diff::Relevance;
use crate::diff::tags;
use crate::diff::tree::{ElementId, XmlAttribute};
use crate::diff::write::escaped;
use crate::merge::attributes::{self, AttributeSource};
use crate::merge::{MergeSide, Origin};

/// The attributes of one tag in the three texts.
pub(super) struct TagTrio<'a, 't> {
    pub(super) base: &'a [XmlAttribute<'t>],
    pub(super) ours: &'a [XmlAttribute<'t>],
    pub(super) theirs: &'a [XmlAttribute<'t>],
    pub(super) relevance: Relevance,
}

impl MergeWriter<'_, '_> {
    /// The start tag of an element that both sides have.
    pub(super) fn start_tag(&mut self, base: ElementId, is_empty: bool) {
        let trio = self.trio;
        let (Some(ours), Some(theirs)) = (trio.element(MergeSide::Ours, base), trio.element(MergeSide::Theirs, base))
        else {
            return;
        };
        let old = trio.base().element(base);
        let tag = TagTrio {
            base: &old.attributes,
            ours: &ours.attributes,
            theirs: &theirs.attributes,
            relevance: old.relevance,
        };
        self.merged_tag(&tag, &ours.start_tag, is_empty);
    }

    /// Our tag with the attributes of both sides. A tag of an empty element stays one when it is still empty.
    pub(super) fn merged_tag(&mut self, tag: &TagTrio<'_, '_>, range: &Range<usize>, is_empty: bool) {
        let text = self.trio.tree(MergeSide::Ours).text();
        let outcomes = attributes::merge(tag.base, tag.ours, tag.theirs, tag.relevance);
        let mut at = range.start + 1 + tags::name(text, range.start).len();
        self.push(text.get(range.start..at).unwrap_or_default(), Origin::Base);
        for outcome in &outcomes {
            let place = |list: &[XmlAttribute<'_>]| {
                list.iter().find(|attribute| attribute.name == outcome.name).map(|attribute| attribute.range.clone())
            };
            let (ours, theirs) = (place(tag.ours), place(tag.theirs));
            if let Some(ours) = &ours {
                let lead = text.get(at..ours.start).unwrap_or_default();
                let is_removed = outcome.source == AttributeSource::Theirs && theirs.is_none();
                self.push(if is_removed { lead.trim_end() } else { lead }, Origin::Base);
                at = ours.end;
            }
            match &outcome.source {
                AttributeSource::Theirs => {
                    if let Some(theirs) = theirs {
                        if ours.is_none() {
                            self.push(" ", Origin::Theirs);
                        }
                        self.copy(MergeSide::Theirs, theirs, Origin::Theirs);
                    }
                }
                AttributeSource::List(value) => {
                    if ours.is_none() {
                        self.push(" ", Origin::Theirs);
                    }
                    self.push(&format!("{}=\"{}\"", outcome.name, escaped(value)), Origin::Theirs);
                }
                source => {
                    if let Some(ours) = ours {
                        self.copy(MergeSide::Ours, ours, origin(source));
                    }
                }
            }
        }
        let is_single_tag = tags::is_self_closing(text, range);
        let end = range.end - if is_single_tag { 2 } else { 1 };
        self.push(text.get(at..end).unwrap_or_default(), Origin::Base);
        self.push(if is_single_tag && is_empty { "/>" } else { ">" }, Origin::Base);
    }
}

fn origin(source: &AttributeSource) -> Origin {
    match source {
        AttributeSource::Base => Origin::Base,
        AttributeSource::Both => Origin::Both,
        AttributeSource::Theirs | AttributeSource::List(_) => Origin::Theirs,
        AttributeSource::Ours | AttributeSource::Conflict => Origin::Ours,
    }
}

/// The byte behind the attribute that begins at a byte.
pub(super) fn end_of_attribute(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let Some(open) = rest.find(['"', '\'']) else { return text.len() };
    let quote = rest.as_bytes()[open];
    let length = memchr::memchr(quote, &rest.as_bytes()[open + 1..]);
    length.map_or(text.len(), |length| start + open + length + 2)
}
