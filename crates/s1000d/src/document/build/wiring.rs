//! Wiring: lists of wires with both their ends, of harnesses, equipment and standard parts.

use super::listing::Listing;
use super::paragraphs::made_heading;
use super::rule::Rule;
use super::{Builder, Xml, records};
use crate::document::added::Wording;
use crate::document::columns::{Column, Columns};
use crate::document::kind::Block;
use crate::document::words::Word;
use crate::object::ident::elements;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("wiringData", Rule::Through),
    ("wiringFields", Rule::Through),
    ("wireGroup", Rule::Section),
    ("harnessGroup", Rule::Section),
    ("electricalEquipGroup", Rule::Section),
    ("wire", Rule::Record(&WIRES)),
    ("wireAlts", Rule::Record(&WIRES)),
    ("harness", Rule::Record(&HARNESSES)),
    ("harnessAlts", Rule::Record(&HARNESSES)),
    ("electricalEquip", Rule::Record(&EQUIPMENT)),
    ("electricalEquipAlts", Rule::Record(&EQUIPMENT)),
    ("contact", Rule::Field),
    ("standardPartGroup", Rule::Section),
    ("connectorGroup", Rule::Section),
    ("distributionPartGroup", Rule::Section),
    ("accessoryGroup", Rule::Section),
    ("solderSleeveGroup", Rule::Section),
    ("shrinkSleeveGroup", Rule::Section),
    ("identSleeveGroup", Rule::Section),
    ("conduitGroup", Rule::Section),
    ("wireMaterialGroup", Rule::Section),
    ("connector", Rule::Record(&STANDARD_PARTS)),
    ("distributionPart", Rule::Record(&STANDARD_PARTS)),
    ("accessory", Rule::Record(&STANDARD_PARTS)),
    ("solderSleeve", Rule::Record(&STANDARD_PARTS)),
    ("shrinkSleeve", Rule::Record(&STANDARD_PARTS)),
    ("identSleeve", Rule::Record(&STANDARD_PARTS)),
    ("conduit", Rule::Record(&STANDARD_PARTS)),
    ("wireMaterial", Rule::Record(&STANDARD_PARTS)),
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

static WIRES: Listing = Listing::of(&[
    Column::of(Word::Wire, &["wireIdent"]),
    Column::of(Word::From, &["wireConnection/fromEquip/functionalItemRef"]),
    Column::of(Word::Contact, &["wireConnection/fromEquip/contactInfo/contact"]),
    Column::of(Word::To, &["wireConnection/toEquip/functionalItemRef"]),
    Column::of(Word::Contact, &["wireConnection/toEquip/contactInfo/contact"]),
    Column::of(Word::Type, &["wireInfo/wireCode/wireType"]),
    Column::of(Word::Gauge, &["wireInfo/wireCode/wireGauge"]),
    Column::of(Word::Color, &["wireInfo/wireColor"]),
    Column::of(Word::Length, &["wireInfo/length"]),
    Column::of(Word::PartNumber, &["wireInfo/partNumber"]),
    Column::of(Word::Harness, &["wireInfo/harnessIdent"]),
    Column::of(Word::State, &["@wireState"]),
])
.with_alternates("wireAlts");

static HARNESSES: Listing = Listing::of(&[
    Column::of(Word::Harness, &["harnessIdent"]),
    Column::of(Word::Name, &["harnessInfo/harnessName"]),
    Column::of(Word::PartNumber, &["harnessInfo/partNumber"]),
    Column::of(Word::Variant, &["harnessInfo/harnessVariantIdent"]),
    Column::of(Word::Issue, &["harnessInfo/harnessVariantIssue"]),
    Column::of(Word::EmcCode, &["harnessInfo/emcCode"]),
    Column::of(Word::Temperature, &["harnessInfo/temperature"]),
    Column::of(Word::Sleeves, &["harnessInfo/sleeveGroup"]),
])
.with_alternates("harnessAlts");

static EQUIPMENT: Listing = Listing::of(&[
    Column::of(Word::Equipment, &["functionalItemRef"]),
    Column::of(Word::Name, &["equipName", "name"]),
    Column::of(Word::PartNumber, &["partNumber"]),
    Column::of(Word::Quantity, &["reqQuantity"]),
    Column::of(Word::Location, &["installationInfo"]),
    Column::of(Word::ListClass, &["connectionListClass"]),
    Column::of(Word::State, &["@equipState"]),
])
.with_alternates("electricalEquipAlts");

static STANDARD_PARTS: Listing = Listing::of(&[
    Column::of(Word::PartNumber, &["partNumber"]),
    Column::of(Word::Material, &["material"]),
    Column::of(Word::Size, &["size", "contactSize"]),
    Column::of(Word::Color, &["wireColor"]),
    Column::of(Word::JacketColor, &["outerJacketColor"]),
    Column::of(Word::Mass, &["mass"]),
    Column::of(Word::Contacts, &["contactCount"]),
    Column::of(Word::Temperature, &["temperature"]),
]);

static FIELDS: Columns = Columns::of(&[
    Column::of(Word::Field, &[]),
    Column::of(Word::Name, &["fieldName"]),
    Column::of(Word::Description, &["descr"]),
    Column::of(Word::References, &["refs"]),
]);

/// The meaning of each field, one row for each.
fn fields<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let is_field = |part: Xml<'d>| elements(part).any(|own| matches!(own.tag_name().name(), "fieldName" | "descr"));
    b.within(Block::Section, |b| {
        made_heading(b, Wording::Label(node.tag_name().name().into()));
        b.deeper(|b| {
            records::table(b, &FIELDS, |b| {
                b.each(node, |b, part| {
                    let name = part.tag_name().name();
                    if is_field(part) {
                        records::record_called(b, part, &FIELDS, Some(Wording::Label(name.into())));
                    } else {
                        records::across(b, part, FIELDS.columns.len());
                    }
                });
            });
        });
    });
}
