//! Wiring: wires with both their ends, harnesses and equipment.

use super::data;
use super::rule::Rule;
use super::{Builder, Xml};
use crate::document::added::Wording;
use crate::document::columns::{Column, Columns};
use crate::document::words::Word;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("wiringData", Rule::Through),
    ("wiringFields", Rule::Through),
    ("wireGroup", Rule::Block(wires)),
    ("harnessGroup", Rule::Block(harnesses)),
    ("electricalEquipGroup", Rule::Block(equipment)),
    ("contact", Rule::Field),
];

static WIRES: Columns = Columns::of(&[
    Column { word: Word::Wire, elements: &["wireIdent"], attributes: &["wireState"] },
    Column { word: Word::Connection, elements: &["wireConnection"], attributes: &[] },
    Column { word: Word::WireData, elements: &["wireInfo"], attributes: &[] },
]);

static HARNESSES: Columns = Columns::of(&[
    Column { word: Word::Harness, elements: &["harnessIdent"], attributes: &[] },
    Column { word: Word::Description, elements: &["harnessInfo", "responsiblePartnerCompany"], attributes: &[] },
]);

static EQUIPMENT: Columns = Columns::of(&[
    Column { word: Word::Equipment, elements: &["functionalItemRef", "name"], attributes: &[] },
    Column {
        word: Word::Description,
        elements: &["connectionListClass", "partNumber", "responsiblePartnerCompany", "installationInfo"],
        attributes: &[],
    },
]);

fn wires<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let heading = Wording::Label("wireGroup".into());
    data::group(b, heading, |b| data::records(b, node, &["wire"], &WIRES));
}

fn harnesses<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let heading = Wording::Label("harnessGroup".into());
    data::group(b, heading, |b| data::records(b, node, &["harness"], &HARNESSES));
}

fn equipment<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let heading = Wording::Label("electricalEquipGroup".into());
    data::group(b, heading, |b| data::records(b, node, &["electricalEquip"], &EQUIPMENT));
}
