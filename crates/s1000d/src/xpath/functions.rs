//! The functions of XPath 1.0.

use std::borrow::Cow;

use super::eval::{Context, Evaluated, Evaluation, position_number};
use super::expr::{Expr, Function};
use super::number;
use super::tree::{NodeNumber, TreeNodeKind};
use super::value::XPathValue;
use crate::text::folded;

impl<'t> Evaluation<'t, '_> {
    pub(super) fn call(&self, function: Function, arguments: &[Expr], context: Context) -> Evaluated<XPathValue<'t>> {
        Ok(match function {
            Function::Last => XPathValue::Number(position_number(context.size)),
            Function::Position => XPathValue::Number(position_number(context.position)),
            Function::Count => XPathValue::Number(position_number(self.nodes_of(arguments, context)?.len())),
            Function::Sum => XPathValue::Number(self.sum(arguments, context)?),
            Function::LocalName | Function::NamespaceUri | Function::Name => {
                let node = self.named_node(arguments, context)?;
                XPathValue::Text(Cow::Owned(node.map(|node| self.name_of(function, node)).unwrap_or_default()))
            }
            Function::Boolean | Function::Not => {
                let argument = arguments.first().map_or(Ok(false), |argument| self.is_true(argument, context))?;
                XPathValue::Boolean(argument == (function == Function::Boolean))
            }
            Function::True | Function::False => XPathValue::Boolean(function == Function::True),
            Function::Lang => {
                let wanted = self.argument(arguments, 0, context)?;
                self.charge(wanted.len())?;
                XPathValue::Boolean(
                    self.tree.language(context.node).is_some_and(|language| is_language(language, &wanted)),
                )
            }
            Function::Number => XPathValue::Number(match arguments.first() {
                Some(argument) => self.number(argument, context)?,
                None => number::read(&self.text_of(context.node)?),
            }),
            Function::Floor => XPathValue::Number(self.first_number(arguments, context)?.floor()),
            Function::Ceiling => XPathValue::Number(self.first_number(arguments, context)?.ceil()),
            Function::Round => XPathValue::Number(number::round(self.first_number(arguments, context)?)),
            _ => self.call_on_text(function, arguments, context)?,
        })
    }

    fn call_on_text(&self, function: Function, arguments: &[Expr], context: Context) -> Evaluated<XPathValue<'t>> {
        let first = self.argument(arguments, 0, context)?;
        self.charge(first.len())?;
        Ok(match function {
            Function::StringLength => XPathValue::Number(position_number(first.chars().count())),
            Function::NormalizeSpace => XPathValue::Text(Cow::Owned(folded(&first))),
            Function::Concat => {
                let mut text = first.into_owned();
                for argument in arguments.get(1..).unwrap_or_default() {
                    let more = self.text(argument, context)?;
                    self.charge(more.len())?;
                    text.push_str(&more);
                }
                XPathValue::Text(Cow::Owned(text))
            }
            Function::StartsWith => XPathValue::Boolean(first.starts_with(&*self.argument(arguments, 1, context)?)),
            Function::Contains => XPathValue::Boolean(first.contains(&*self.argument(arguments, 1, context)?)),
            Function::SubstringBefore => {
                let mark = self.argument(arguments, 1, context)?;
                let before = first.split_once(&*mark).map(|(before, _)| before);
                XPathValue::Text(Cow::Owned(before.unwrap_or_default().to_owned()))
            }
            Function::SubstringAfter => {
                let mark = self.argument(arguments, 1, context)?;
                let after = first.split_once(&*mark).map(|(_, after)| after);
                XPathValue::Text(Cow::Owned(after.unwrap_or_default().to_owned()))
            }
            Function::Substring => {
                let start = number::round(self.second_number(arguments, context)?);
                let length = arguments.get(2).map(|length| self.number(length, context)).transpose()?;
                XPathValue::Text(Cow::Owned(substring(&first, start, length.map(number::round))))
            }
            Function::Translate => {
                let (from, to) = (self.argument(arguments, 1, context)?, self.argument(arguments, 2, context)?);
                // Each character is looked for among those to replace.
                self.charge(first.len().saturating_mul(from.len()) / 8)?;
                XPathValue::Text(Cow::Owned(translate(&first, &from, &to)))
            }
            _ => XPathValue::Text(first),
        })
    }

    /// The text of an argument; the context node's where there is none.
    fn argument(&self, arguments: &[Expr], index: usize, context: Context) -> Evaluated<Cow<'t, str>> {
        match arguments.get(index) {
            Some(argument) => self.text(argument, context),
            None => self.text_of(context.node),
        }
    }

    fn nodes_of(&self, arguments: &[Expr], context: Context) -> Evaluated<Vec<NodeNumber>> {
        arguments.first().map_or(Ok(Vec::new()), |argument| self.nodes(argument, context))
    }

    fn sum(&self, arguments: &[Expr], context: Context) -> Evaluated<f64> {
        let mut sum = 0.0;
        for node in self.nodes_of(arguments, context)? {
            sum += number::read(&self.text_of(node)?);
        }
        Ok(sum)
    }

    fn first_number(&self, arguments: &[Expr], context: Context) -> Evaluated<f64> {
        arguments.first().map_or(Ok(f64::NAN), |argument| self.number(argument, context))
    }

    fn second_number(&self, arguments: &[Expr], context: Context) -> Evaluated<f64> {
        arguments.get(1).map_or(Ok(f64::NAN), |argument| self.number(argument, context))
    }

    fn named_node(&self, arguments: &[Expr], context: Context) -> Evaluated<Option<NodeNumber>> {
        match arguments.first() {
            Some(argument) => Ok(self.nodes(argument, context)?.first().copied()),
            None => Ok(Some(context.node)),
        }
    }

    fn name_of(&self, function: Function, node: NodeNumber) -> String {
        match function {
            Function::NamespaceUri => self.tree.namespace(node).unwrap_or_default().to_owned(),
            Function::Name => self.tree.qualified_name(node),
            _ => {
                let name = self.tree.qualified_name(node);
                // A target of an instruction has no prefix, whatever it looks like.
                match name.split_once(':') {
                    Some((_, local)) if self.tree.kind(node) != TreeNodeKind::Instruction => local.to_owned(),
                    _ => name,
                }
            }
        }
    }
}

/// Whether a language is the wanted one or a kind of it: `en-US` is `en`.
fn is_language(language: &str, wanted: &str) -> bool {
    let (language, wanted) = (language.to_lowercase(), wanted.to_lowercase());
    language.strip_prefix(&*wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The characters whose positions are at least `start` and below `start + length`; both may be no numbers.
fn substring(text: &str, start: f64, length: Option<f64>) -> String {
    let end = length.map_or(f64::INFINITY, |length| start + length);
    let is_inside = |index: usize| {
        let position = position_number(index + 1);
        position >= start && position < end
    };
    text.chars().enumerate().filter(|(index, _)| is_inside(*index)).map(|(_, one)| one).collect()
}

/// Replaces each character of `from` by the one at its place in `to`, or by nothing.
fn translate(text: &str, from: &str, to: &str) -> String {
    let replaced = |one: char| match from.chars().position(|wanted| wanted == one) {
        None => Some(one),
        Some(place) => to.chars().nth(place),
    };
    text.chars().filter_map(replaced).collect()
}
