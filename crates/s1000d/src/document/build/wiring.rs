//! Wiring: wires with both their ends, harnesses and equipment.

use super::data;
use super::paragraphs::made_heading;
use super::rule::Rule;
use super::{Builder, Xml};
use crate::document::added::Wording;
use crate::document::columns::{Column, Columns};
use crate::document::kind::Block;
use crate::document::words::Word;
use crate::object::ident::elements;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("wiringData", Rule::Through),
    ("wiringFields", Rule::Through),
    ("wireGroup", Rule::Block(wires)),
    ("harnessGroup", Rule::Block(harnesses)),
    ("electricalEquipGroup", Rule::Block(equipment)),
    ("contact", Rule::Field),
    ("wireAlts", Rule::Wrap(Block::Alternates)),
    ("harnessAlts", Rule::Wrap(Block::Alternates)),
    ("electricalEquipAlts", Rule::Wrap(Block::Alternates)),
    ("descrWire", Rule::Block(fields)),
    ("descrHarness", Rule::Block(fields)),
    ("descrElectricalEquip", Rule::Block(fields)),
    ("descrStandardPartGroup", Rule::Section),
    ("descrConnector", Rule::Block(fields)),
    ("descrDistributionPart", Rule::Block(fields)),
    ("descrAccessory", Rule::Block(fields)),
    ("descrSolderSleeve", Rule::Block(fields)),
    ("descrShrinkSleeve", Rule::Block(fields)),
    ("descrIdentSleeve", Rule::Block(fields)),
    ("descrConduit", Rule::Block(fields)),
    ("descrWireMaterial", Rule::Block(fields)),
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

static FIELDS: Columns = Columns::of(&[
    Column { word: Word::Field, elements: &[], attributes: &[] },
    Column { word: Word::Name, elements: &["fieldName"], attributes: &[] },
    Column { word: Word::Description, elements: &["descr"], attributes: &[] },
    Column { word: Word::References, elements: &["refs"], attributes: &[] },
]);

/// The meaning of each field, one row for each.
fn fields<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let is_field = |part: Xml<'d>| elements(part).any(|own| matches!(own.tag_name().name(), "fieldName" | "descr"));
    b.within(Block::Section, |b| {
        made_heading(b, Wording::Label(node.tag_name().name().into()));
        b.deeper(|b| {
            data::table(b, &FIELDS, |b| {
                b.each(node, |b, part| {
                    let name = part.tag_name().name();
                    if is_field(part) {
                        data::record_called(b, part, &FIELDS, Some(Wording::Label(name.into())));
                    } else {
                        data::across(b, part, FIELDS.columns.len());
                    }
                });
            });
        });
    });
}

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
