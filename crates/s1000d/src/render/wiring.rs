//! Wiring: wires with both their ends, harnesses and equipment.

use roxmltree::Node;

use super::data::{self, Column};
use super::draw::Render;
use super::rules::Rule;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("wiringData", Rule::Through),
    ("wiringFields", Rule::Through),
    ("wireGroup", Rule::Block(wires)),
    ("harnessGroup", Rule::Block(harnesses)),
    ("electricalEquipGroup", Rule::Block(equipment)),
    ("contact", Rule::Field),
];

const WIRES: &[Column] = &[
    Column { word: |words| words.wire, elements: &["wireIdent"], attributes: &["wireState"] },
    Column { word: |words| words.connection, elements: &["wireConnection"], attributes: &[] },
    Column { word: |words| words.wire_data, elements: &["wireInfo"], attributes: &[] },
];

const HARNESSES: &[Column] = &[
    Column { word: |words| words.harness, elements: &["harnessIdent"], attributes: &[] },
    Column {
        word: |words| words.description,
        elements: &["harnessInfo", "responsiblePartnerCompany"],
        attributes: &[],
    },
];

const EQUIPMENT: &[Column] = &[
    Column { word: |words| words.equipment, elements: &["functionalItemRef", "name"], attributes: &[] },
    Column {
        word: |words| words.description,
        elements: &["connectionListClass", "partNumber", "responsiblePartnerCompany", "installationInfo"],
        attributes: &[],
    },
];

fn wires<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let heading = r.label_of("wireGroup");
    data::group(r, &heading, |r| data::records(r, node, &["wire"], WIRES));
}

fn harnesses<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let heading = r.label_of("harnessGroup");
    data::group(r, &heading, |r| data::records(r, node, &["harness"], HARNESSES));
}

fn equipment<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let heading = r.label_of("electricalEquipGroup");
    data::group(r, &heading, |r| data::records(r, node, &["electricalEquip"], EQUIPMENT));
}
