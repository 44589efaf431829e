//! The text of a node without its look, one line for each block: the author's alone, or as readers see it.

use domain::language::Locale;

use super::flow::Flow;
use super::kind::{Block, Kind, List};
use super::marks::ChangeType;
use super::outline::ReferenceNode;
use super::{Document, NodeId};
use crate::object::Target;
use crate::text::ends_a_word;

/// The author's text of a node, without added text and copies.
pub fn text(document: &Document, id: NodeId) -> String {
    read(document, id, None, true)
}

/// The text that fingerprints are made of: as [`text`], but nothing stands between two words where added text is left
/// out. Stored anchors have fingerprints of it, so it must not change.
pub(super) fn unspaced(document: &Document, id: NodeId) -> String {
    read(document, id, None, false)
}

/// The text as readers see it: with units, signs and numbers, the codes of references, and without what is marked as
/// deleted.
pub(super) fn said(document: &Document, id: NodeId, locale: Locale) -> String {
    read(document, id, Some(locale), true)
}

fn read(document: &Document, id: NodeId, said: Option<Locale>, separates: bool) -> String {
    let mut text = PlainText {
        document,
        said,
        separates,
        out: String::new(),
        is_apart: false,
        lists: Vec::new(),
        end_of_sign: None,
    };
    text.write(id);
    text.out.truncate(text.out.trim_end().len());
    text.out
}

struct PlainText<'d> {
    document: &'d Document,
    /// The language of added text, where it is not left out.
    said: Option<Locale>,
    /// Whether words between which something is left out get a blank between them.
    separates: bool,
    out: String,
    /// Something that is left out stands before the next word, as the sign before a tolerance.
    is_apart: bool,
    /// The lists around, each with the number of its next item.
    lists: Vec<(List, usize)>,
    /// Where the sign of the last item ends.
    end_of_sign: Option<usize>,
}

impl PlainText<'_> {
    fn write(&mut self, id: NodeId) {
        let document = self.document;
        let kind = &document.node(id).kind;
        match kind {
            Kind::Text(_) => self.words(document.text(id)),
            Kind::Verbatim(_) => {
                self.separate(document.text(id));
                self.out.push_str(document.text(id));
            }
            Kind::Space => words(" ", &mut self.out),
            Kind::Break => line(&mut self.out),
            Kind::Added(added) => match self.said {
                Some(locale) => {
                    words(&added.wording.words(locale), &mut self.out);
                    words(if added.spaced { " " } else { "" }, &mut self.out);
                }
                None => self.is_apart = true,
            },
            Kind::Applies { .. } | Kind::GoTo(_) => self.is_apart = true,
            Kind::Block(Block::Copy) => {}
            _ if self.said.is_some() && self.is_deleted(id) => self.is_apart = true,
            Kind::List(list) => {
                self.lists.push((*list, 1));
                self.inside(id, true);
                self.lists.pop();
            }
            _ => self.inside(id, matches!(kind.flow(), Flow::Block | Flow::Line)),
        }
    }

    fn inside(&mut self, id: NodeId, is_block: bool) {
        let document = self.document;
        // The first paragraph of an item stands behind the sign of the item.
        if is_block && self.end_of_sign != Some(self.out.len()) {
            line(&mut self.out);
        }
        if self.said.is_some() && document.node(id).kind == Kind::Block(Block::Item) {
            let sign = self.next_sign();
            words(&sign, &mut self.out);
            self.end_of_sign = Some(self.out.len());
        }
        let before = self.out.len();
        self.words(document.text(id));
        document.children(id).for_each(|child| self.write(child));
        if let (Kind::Reference(index), true) =
            (&document.node(id).kind, self.said.is_some() && before == self.out.len())
            && let Some(ReferenceNode { target: Some(Target::Object(target)), .. }) =
                document.references.get(*index as usize)
        {
            self.words(&target.code.to_string());
        }
        if is_block {
            line(&mut self.out);
        }
    }

    fn is_deleted(&self, id: NodeId) -> bool {
        self.document.marks(id).is_some_and(|marks| marks.change == Some(ChangeType::Delete))
    }

    /// The sign before the next item of the list around.
    fn next_sign(&mut self) -> String {
        match self.lists.last_mut() {
            Some((List::Plain, _)) => String::new(),
            Some((List::Numbered | List::Letters, next)) => {
                *next += 1;
                format!("{}. ", *next - 1)
            }
            Some((List::Bullets | List::Dashes, _)) | None => "– ".to_owned(),
        }
    }

    fn words(&mut self, text: &str) {
        self.separate(text);
        words(text, &mut self.out);
    }

    /// Two words between which something is left out are not one.
    fn separate(&mut self, text: &str) {
        let is_apart = !text.is_empty() && std::mem::take(&mut self.is_apart);
        if self.separates && is_apart && !ends_a_word(text) && !self.out.ends_with('(') {
            words(" ", &mut self.out);
        }
    }
}

/// Adds text with its runs of white space folded.
fn words(text: &str, out: &mut String) {
    let mut blank = out.is_empty() || out.ends_with(|c: char| c.is_ascii_whitespace());
    for c in text.chars() {
        if c.is_ascii_whitespace() {
            if !blank {
                out.push(' ');
            }
            blank = true;
        } else {
            out.push(c);
            blank = false;
        }
    }
}

fn line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}
