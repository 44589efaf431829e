//! The marks of elements: id, changes, applicability.

use super::{Builder, Xml, bytes};
use crate::document::anchor::html_id;
use crate::document::marks::{ChangeType, ElementMarks, Shape};

impl<'d> Builder<'d> {
    /// Makes something with the marks of an element on the first node that opens.
    pub(super) fn piece(&mut self, node: Xml<'d>, shape: Shape, make: impl FnOnce(&mut Self)) {
        if self.is_full() {
            return;
        }
        let source = std::mem::replace(&mut self.source, bytes(node.range()));
        let (own_id, id) = self.identify(node, shape);
        let applicability = self.applicability_of(node);
        let change = node.attribute("changeType").filter(|_| node.attribute("changeMark") != Some("0"));
        let marks = ElementMarks {
            shape,
            id,
            change: change.and_then(ChangeType::parse),
            reasons: node.attribute("reasonForUpdateRefIds").map(Into::into),
            security: node.attribute("securityClassification").map(Into::into),
            applicability,
        };
        // Blocks and phrases have their label before them.
        if applicability.is_some() {
            self.label = applicability.filter(|_| !matches!(shape, Shape::Block | Shape::Inline));
        }
        self.pending = Some((marks, (shape == Shape::Block).then_some(node)));
        if let Some(id) = own_id {
            self.base.push((id, self.path.len()));
        }
        self.depth += 1;
        make(self);
        self.depth -= 1;
        if own_id.is_some() {
            self.base.pop();
        }
        if applicability.is_some() {
            self.label = None;
        }
        self.pending = None;
        self.source = source;
    }

    /// Makes the title, which is the first part of what is being made.
    pub(super) fn title(&mut self, title: Xml<'d>, shape: Shape, make: impl FnOnce(&mut Self)) {
        self.at(1, |b| b.piece(title, shape, make));
    }

    /// Whether marks wait for a node.
    pub(super) fn has_marks(&self) -> bool {
        self.pending.as_ref().is_some_and(|(marks, _)| !marks.is_empty())
    }

    /// The element's own id where it counts for what is inside, and the HTML id.
    fn identify(&self, node: Xml<'d>, shape: Shape) -> (Option<&'d str>, Option<String>) {
        if self.copying {
            return (None, None);
        }
        let own = node.attribute("id").filter(|id| self.numbers.owns(node, id));
        let is_place = !matches!(shape, Shape::Inline | Shape::Field | Shape::Cell);
        (own, own.map(html_id).or_else(|| is_place.then(|| self.position())))
    }

    /// The id of a block without one.
    fn position(&self) -> String {
        let (base, from) = self.base.last().copied().unwrap_or(("", 0));
        let mut id = html_id(base);
        for (index, number) in self.path.get(from..).unwrap_or_default().iter().enumerate() {
            id.push(if index == 0 { ':' } else { '.' });
            id.push_str(&number.to_string());
        }
        id
    }
}
