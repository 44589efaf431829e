//! The marks of elements: id, changes, applicability.

use std::borrow::Cow;

use super::{Builder, Xml, bytes};
use crate::document::anchor::html_id;
use crate::document::marks::{ChangeType, ElementMarks, Shape};

/// Adds the digits of a number, without memory of its own.
fn push_number(number: u32, out: &mut String) {
    if number > 9 {
        push_number(number / 10, out);
    }
    out.extend(char::from_digit(number % 10, 10));
}

impl<'d> Builder<'d> {
    /// Makes something with the marks of an element on the first node that opens.
    pub(super) fn piece(&mut self, node: Xml<'d>, shape: Shape, make: impl FnOnce(&mut Self)) {
        let own_id = self.own_id(node);
        self.piece_called(own_id, node, shape, make);
    }

    /// Makes one of several values of an element. All have its marks, the first its id.
    pub(super) fn piece_once(&mut self, node: Xml<'d>, is_first: bool, make: impl FnOnce(&mut Self)) {
        let own_id = if is_first { self.own_id(node) } else { None };
        self.piece_called(own_id, node, Shape::Field, make);
    }

    fn piece_called(&mut self, own_id: Option<String>, node: Xml<'d>, shape: Shape, make: impl FnOnce(&mut Self)) {
        if self.is_full() {
            return;
        }
        let source = std::mem::replace(&mut self.source, bytes(node.range()));
        let id = own_id.clone().or_else(|| self.position_of(shape));
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
        let is_base = own_id.is_some();
        if let Some(id) = own_id {
            self.base.push((id, self.path.len()));
        }
        self.depth += 1;
        make(self);
        self.depth -= 1;
        if is_base {
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

    /// The HTML id of an element by its own id. A copy has none.
    fn own_id(&self, node: Xml<'d>) -> Option<String> {
        let own = node.attribute("id").filter(|id| !self.copying && self.numbers.owns(node, id));
        own.map(html_id)
    }

    /// The HTML id of a block by its position.
    fn position_of(&self, shape: Shape) -> Option<String> {
        if self.copying || matches!(shape, Shape::Inline | Shape::Field | Shape::Cell) {
            return None;
        }
        let (base, from) = self.base.last().map_or((html_id("").into(), 0), |(base, from)| (Cow::from(base), *from));
        let path = self.path.get(from..).unwrap_or_default();
        let mut id = String::with_capacity(base.len() + path.len() * 4);
        id.push_str(&base);
        for (index, number) in path.iter().enumerate() {
            id.push(if index == 0 { ':' } else { '.' });
            push_number(*number, &mut id);
        }
        Some(id)
    }
}
