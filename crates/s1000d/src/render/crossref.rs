//! The tables behind applicability: product attributes, conditions and products.

use roxmltree::Node;

use super::data::{self, Column};
use super::draw::{Render, Shape};
use super::html::Tag;
use super::lists;
use super::rules::Rule;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("applicCrossRefTable", Rule::Through),
    ("condCrossRefTable", Rule::Through),
    ("productCrossRefTable", Rule::Through),
    ("productAttributeList", Rule::Block(attributes)),
    ("condTypeList", Rule::Block(types)),
    ("condList", Rule::Block(conditions)),
    ("product", Rule::Block(product)),
];

const PROPERTIES: &[Column] = &[
    Column { word: |words| words.property, elements: &[], attributes: &["id"] },
    Column {
        word: |words| words.name,
        elements: &["name", "displayName"],
        attributes: &["condTypeRefId", "valueDataType"],
    },
    Column { word: |words| words.description, elements: &["descr", "prompt"], attributes: &[] },
    Column { word: |words| words.values, elements: &["enumeration"], attributes: &["valuePattern"] },
];

fn attributes<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    properties(r, node, &["productAttribute", "externalProductAttribute"]);
}

fn types<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    properties(r, node, &["condType"]);
}

fn conditions<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    properties(r, node, &["cond"]);
}

fn properties<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, names: &[&str]) {
    let label = r.label_of(node.tag_name().name());
    data::group(r, &label, |r| data::records(r, node, names, PROPERTIES));
}

/// A product with the values of its properties.
fn product<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let heading = format!("{} {}", r.words.product, node.attribute("id").unwrap_or_default());
    data::group(r, heading.trim_end(), |r| {
        r.html.open(Tag::DL, "s1d-fields");
        r.each(node, |r, part| {
            if part.tag_name().name() == "assign" {
                r.piece(part, Shape::Field, |r| assigned(r, part));
            } else {
                lists::other(r, part);
            }
        });
        r.html.close();
    });
}

fn assigned<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-field");
    r.html.leaf(Tag::DT, "s1d-label s1d-gen", node.attribute("applicPropertyIdent").unwrap_or("–"));
    r.html.open(Tag::DD, "s1d-value");
    r.label(Tag::DIV);
    r.html.leaf(Tag::SPAN, "s1d-attr s1d-gen", node.attribute("applicPropertyValue").unwrap_or("–"));
    r.children(node);
    r.html.close();
    r.html.close();
}
