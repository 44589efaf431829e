//! Parses the steps of location paths.

use super::expr::{Axis, LocationStep, NodeTest, Predicate, ValueKind};
use super::lex::{XPathFault, XPathToken};
use super::parse::{Parsed, Parser};

impl Parser<'_> {
    /// The steps up to the end of a path; the first follows a sign unless `is_first_bare`.
    pub(super) fn steps(&mut self, is_first_bare: bool) -> Parsed<Vec<LocationStep>> {
        let mut steps = Vec::new();
        let mut is_bare = is_first_bare;
        loop {
            if !is_bare && self.skip("//") {
                let step = self.step()?;
                push_below(&mut steps, step);
            } else if is_bare || self.skip("/") {
                steps.push(self.step()?);
            } else {
                return Ok(steps);
            }
            is_bare = false;
        }
    }

    fn step(&mut self) -> Parsed<LocationStep> {
        if self.skip(".") {
            return Ok(LocationStep { axis: Axis::OwnSelf, test: NodeTest::Node, predicates: Vec::new() });
        }
        if self.skip("..") {
            return Ok(LocationStep { axis: Axis::Parent, test: NodeTest::Node, predicates: Vec::new() });
        }
        let axis = self.axis()?;
        let test = self.test()?;
        let predicates = self.predicates()?;
        Ok(LocationStep { axis, test, predicates })
    }

    fn axis(&mut self) -> Parsed<Axis> {
        if self.skip("@") {
            return Ok(Axis::Attribute);
        }
        let (Some(XPathToken::Name(name)), Some(XPathToken::Sign("::"))) = (self.peek(), self.peek_second()) else {
            return Ok(Axis::Child);
        };
        if name == "namespace" {
            return Err(XPathFault::Unsupported("namespace::"));
        }
        let axis = Axis::parse(name).ok_or_else(|| XPathFault::UnknownAxis(name.to_owned()))?;
        self.at += 2;
        Ok(axis)
    }

    fn test(&mut self) -> Parsed<NodeTest> {
        let test = match self.peek() {
            Some(XPathToken::AnyName) => NodeTest::Any,
            Some(XPathToken::AnyOf(prefix)) => NodeTest::InNamespace(self.namespace(prefix)?.into()),
            Some(XPathToken::Name(name)) if self.peek_second() == Some(XPathToken::Sign("(")) => {
                return self.node_type(name);
            }
            Some(XPathToken::Name(name)) => match name.split_once(':') {
                None => NodeTest::Name(self.names.add(None, name)),
                Some((prefix, local)) => {
                    let namespace = self.namespace(prefix)?;
                    NodeTest::Name(self.names.add(Some(&namespace), local))
                }
            },
            _ => return Err(self.unexpected()),
        };
        self.at += 1;
        Ok(test)
    }

    fn node_type(&mut self, name: &str) -> Parsed<NodeTest> {
        let mut test = match name {
            "node" => NodeTest::Node,
            "text" => NodeTest::Text,
            "comment" => NodeTest::Comment,
            "processing-instruction" => NodeTest::Instruction(None),
            _ => return Err(XPathFault::UnknownFunction(name.to_owned())),
        };
        self.at += 2;
        if let (NodeTest::Instruction(target), Some(XPathToken::Literal(text))) = (&mut test, self.peek()) {
            *target = Some(text.into());
            self.at += 1;
        }
        self.expect(")")?;
        Ok(test)
    }

    fn namespace(&self, prefix: &str) -> Parsed<String> {
        if prefix == "xml" {
            return Ok(roxmltree::NS_XML_URI.to_owned());
        }
        let found = self.namespaces.iter().find(|(known, _)| known == prefix);
        found.map(|(_, uri)| uri.clone()).ok_or_else(|| XPathFault::UnknownPrefix(prefix.to_owned()))
    }

    pub(super) fn predicates(&mut self) -> Parsed<Vec<Predicate>> {
        let mut predicates = Vec::new();
        while self.skip("[") {
            self.predicates += 1;
            let condition = self.expr()?;
            self.predicates -= 1;
            self.expect("]")?;
            let is_positional = condition.kind() == ValueKind::Number || condition.asks_position();
            predicates.push(Predicate { condition, is_positional });
        }
        Ok(predicates)
    }
}

/// Adds a step after `//`. Where positions do not count, one step does what the standard says in two.
fn push_below(steps: &mut Vec<LocationStep>, step: LocationStep) {
    let is_positional = step.predicates.iter().any(|predicate| predicate.is_positional);
    let axis = match step.axis {
        Axis::Child | Axis::Descendant if !is_positional => Some(Axis::Descendant),
        Axis::Attribute if !is_positional => Some(Axis::AttributeBelow),
        _ => None,
    };
    if let Some(axis) = axis {
        steps.push(LocationStep { axis, ..step });
    } else {
        steps.push(LocationStep { axis: Axis::DescendantOrSelf, test: NodeTest::Node, predicates: Vec::new() });
        steps.push(step);
    }
}
