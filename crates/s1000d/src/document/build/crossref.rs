//! The tables behind applicability: product attributes, conditions and products.

use super::lists;
use super::rule::Rule;
use super::{Builder, Xml, data, records};
use crate::document::added::{AddedRole, Wording};
use crate::document::columns::{Column, Columns};
use crate::document::kind::{Block, Form, Kind};
use crate::document::marks::Shape;
use crate::document::words::Word;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("applicCrossRefTable", Rule::Through),
    ("condCrossRefTable", Rule::Through),
    ("productCrossRefTable", Rule::Through),
    ("productAttributeList", Rule::Block(attributes)),
    ("condTypeList", Rule::Block(types)),
    ("condList", Rule::Block(conditions)),
    ("product", Rule::Block(product)),
];

static PROPERTIES: Columns = Columns::of(&[
    Column::of(Word::Property, &["@id"]),
    Column::of(Word::Name, &["@condTypeRefId", "@valueDataType", "name", "displayName"]),
    Column::of(Word::Description, &["descr", "prompt"]),
    Column::of(Word::Values, &["@valuePattern", "enumeration"]),
]);

fn attributes<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    properties(b, node, &["productAttribute", "externalProductAttribute"]);
}

fn types<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    properties(b, node, &["condType"]);
}

fn conditions<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    properties(b, node, &["cond"]);
}

fn properties<'d>(b: &mut Builder<'d>, node: Xml<'d>, names: &[&str]) {
    let label = Wording::Label(node.tag_name().name().into());
    data::group(b, label, |b| records::records(b, node, names, &PROPERTIES));
}

/// A product with the values of its properties.
fn product<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let heading = match node.attribute("id").unwrap_or_default().trim_end() {
        "" => Wording::Word(Word::Product),
        id => Wording::Numbered(Word::Product, id.into()),
    };
    data::group(b, heading, |b| {
        b.within(Block::Fields, |b| {
            b.each(node, |b, part| {
                if part.tag_name().name() == "assign" {
                    b.piece(part, Shape::Field, |b| assigned(b, part));
                } else {
                    lists::other(b, part);
                }
            });
        });
    });
}

fn assigned<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Kind::Field { is_nested: false }, |b| {
        b.add(AddedRole::FieldLabel, Wording::text(node.attribute("applicPropertyIdent").unwrap_or("–")));
        b.within(Block::FieldValue, |b| {
            b.label(Form::Block);
            b.add(AddedRole::Value, Wording::text(node.attribute("applicPropertyValue").unwrap_or("–")));
            b.children(node);
        });
    });
}
