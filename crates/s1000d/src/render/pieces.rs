//! What every element may carry, whatever draws it: its id, its changes, its applicability.

use roxmltree::Node;

use super::draw::{Render, Shape};
use super::html::{Attributes, Tag};
use super::numbers::anchor;
use super::safety;

impl<'d> Render<'d> {
    /// Draws something with the marks of an element on the first thing it opens.
    pub(super) fn piece(&mut self, node: Node<'d, 'd>, shape: Shape, draw: impl FnOnce(&mut Self)) {
        if self.html.is_full() {
            return;
        }
        let mut attributes = Attributes::default();
        let truth = self.truth;
        let own_id = self.identify(node, shape, &mut attributes);
        changed(node, &mut attributes);
        let annotation = self.judge(node);
        let left_out = annotation.is_some_and(|index| self.annotated(index, &mut attributes));
        if let Some(index) = annotation {
            let text = &self.annotations.labels[index];
            let label = format!("{}{}{text}", self.words.applicable_to, self.words.separator);
            self.label = Some(label);
            if shape == Shape::Block && !left_out {
                self.label(Tag::DIV);
            } else if shape == Shape::Inline && !left_out {
                self.label(Tag::SPAN);
            }
        }
        if shape == Shape::Block && !left_out {
            safety::referred(self, node);
        }
        self.html.pend(attributes);
        if let (Some(index), true) = (annotation, left_out) {
            self.left_out(index);
            self.label = None;
        } else {
            if let Some(id) = own_id {
                self.base.push((id, self.path.len()));
            }
            self.depth += 1;
            draw(self);
            self.depth -= 1;
            if own_id.is_some() {
                self.base.pop();
            }
        }
        self.html.pend(Attributes::default());
        self.truth = truth;
    }

    /// Draws the title, which is the first part of what is being drawn.
    pub(super) fn title(&mut self, title: Node<'d, 'd>, shape: Shape, draw: impl FnOnce(&mut Self)) {
        self.at(1, |r| r.piece(title, shape, draw));
    }

    /// Writes the label of the piece that has just begun, if it has one.
    pub(super) fn label(&mut self, tag: Tag) {
        if let Some(label) = self.label.take() {
            self.html.open(tag, "s1d-applic-label s1d-gen");
            self.html.text(&label);
            if tag == Tag::SPAN {
                self.html.verbatim(" ");
            }
            self.html.close();
        }
    }

    /// Writes the id; gives the element's own one where it counts for what is inside.
    fn identify(&mut self, node: Node<'d, 'd>, shape: Shape, attributes: &mut Attributes) -> Option<&'d str> {
        if self.copying {
            return None;
        }
        let own = node.attribute("id").filter(|id| self.numbers.owns(node, id));
        if let Some(id) = own {
            attributes.push("id", &anchor(id));
        } else if !matches!(shape, Shape::Inline | Shape::Field | Shape::Cell) {
            let id = self.position();
            attributes.push("id", &id);
        }
        own
    }

    /// The id of a block without one.
    fn position(&self) -> String {
        let (base, from) = self.base.last().copied().unwrap_or(("", 0));
        let mut id = anchor(base);
        for (index, number) in self.path.get(from..).unwrap_or_default().iter().enumerate() {
            id.push(if index == 0 { ':' } else { '.' });
            id.push_str(&number.to_string());
        }
        id
    }

    /// The HTML id of an element that is being drawn.
    pub(super) fn id_of(&self, node: Node<'d, 'd>) -> String {
        let own = node.attribute("id").filter(|id| self.numbers.owns(node, id));
        own.map_or_else(|| self.position(), anchor)
    }
}

/// What changed, and how secret it is.
fn changed(node: Node<'_, '_>, attributes: &mut Attributes) {
    let change = node.attribute("changeType").filter(|_| node.attribute("changeMark") != Some("0"));
    if let Some(change) = change.and_then(|change| ["add", "modify", "delete"].into_iter().find(|own| *own == change)) {
        attributes.push("data-change", change);
    }
    if let Some(reasons) = node.attribute("reasonForUpdateRefIds") {
        attributes.push("data-reasons", reasons);
    }
    if let Some(security) = node.attribute("securityClassification") {
        attributes.push("data-security", security);
    }
}
