//! Requirements before and after a job, as tables.

use super::data;
use super::paragraphs::made_heading;
use super::rule::Rule;
use super::{Builder, Xml};
use crate::document::added::Wording;
use crate::document::columns::{Column, Columns, RecordKind};
use crate::document::kind::Block;
use crate::document::words::Word;
use crate::object::ident::elements;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("preliminaryRqmts", Rule::Block(preliminary)),
    ("closeRqmts", Rule::Block(closing)),
    ("reqCondGroup", Rule::Block(conditions)),
    ("reqPersons", Rule::Block(persons)),
    ("reqTechInfoGroup", Rule::Block(information)),
    ("reqSupportEquips", Rule::Block(equipment)),
    ("reqSupplies", Rule::Block(supplies)),
    ("reqSpares", Rule::Block(spares)),
    ("reqSafety", Rule::Block(safety)),
    ("supportEquipDescrGroup", Rule::Block(things)),
    ("supplyDescrGroup", Rule::Block(things)),
    ("spareDescrGroup", Rule::Block(things)),
    ("noConds", Rule::Wrap(Block::NoneRequired)),
    ("noSupportEquips", Rule::Wrap(Block::NoneRequired)),
    ("noSupplies", Rule::Wrap(Block::NoneRequired)),
    ("noSpares", Rule::Wrap(Block::NoneRequired)),
    ("noSafety", Rule::Wrap(Block::NoneRequired)),
    ("noInfo", Rule::Wrap(Block::NoneRequired)),
    ("noAssertions", Rule::Wrap(Block::NoneRequired)),
];

static CONDITIONS: Columns = Columns::of(&[
    Column {
        word: Word::Condition,
        elements: &["reqCond", "circuitBreakerDescrGroup"],
        attributes: &["reqCondCategory"],
    },
    Column { word: Word::Reference, elements: &["dmRef", "pmRef", "externalPubRef", "refs"], attributes: &[] },
]);

static PERSONS: Columns = Columns::of(&[
    Column { word: Word::Person, elements: &[], attributes: &["man", "numRequired"] },
    Column { word: Word::Category, elements: &["personCategory"], attributes: &[] },
    Column { word: Word::Skill, elements: &["personSkill"], attributes: &[] },
    Column { word: Word::Trade, elements: &["trade"], attributes: &[] },
    Column { word: Word::Time, elements: &["estimatedTime"], attributes: &[] },
]);

static INFORMATION: Columns = Columns::of(&[
    Column { word: Word::Category, elements: &[], attributes: &["reqTechInfoCategory"] },
    Column { word: Word::Reference, elements: &["dmRef", "pmRef", "externalPubRef"], attributes: &[] },
]);

static THINGS: Columns = Columns { kind: RecordKind::Supplies, columns: THING };

const THING: &[Column] = &[
    Column { word: Word::Name, elements: &["name", "shortName"], attributes: &[] },
    Column {
        word: Word::Identification,
        elements: &[
            "catalogSeqNumberRef",
            "natoStockNumber",
            "identNumber",
            "toolRef",
            "supplyRef",
            "supplyRqmtRef",
            "partRef",
            "materialSetRef",
            "embeddedSupportEquipDescr",
            "embeddedSpareDescr",
            "embeddedSupplyDescr",
        ],
        attributes: &[],
    },
    Column { word: Word::Quantity, elements: &["reqQuantity"], attributes: &[] },
    Column { word: Word::Remarks, elements: &["remarks", "footnoteRemarks"], attributes: &[] },
];

fn preliminary<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    part(b, node, Word::Preliminary);
}

fn closing<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    part(b, node, Word::Closing);
}

fn part<'d>(b: &mut Builder<'d>, node: Xml<'d>, heading: Word) {
    b.within(Block::Section, |b| {
        made_heading(b, Wording::Word(heading));
        b.deeper(|b| b.children(node));
    });
}

fn conditions<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let rows = ["reqCondNoRef", "reqCondDm", "reqCondPm", "reqCondExternalPub", "reqCondCircuitBreaker"];
    group(b, Word::Conditions, |b| data::records(b, node, &rows, &CONDITIONS));
}

fn persons<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    group(b, Word::Persons, |b| data::records(b, node, &["person", "personnel"], &PERSONS));
}

fn information<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    group(b, Word::TechInfo, |b| data::records(b, node, &["reqTechInfo"], &INFORMATION));
}

fn equipment<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    group(b, Word::SupportEquipment, |b| b.children(node));
}

fn supplies<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    group(b, Word::Supplies, |b| b.children(node));
}

fn spares<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    group(b, Word::Spares, |b| b.children(node));
}

fn safety<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    group(b, Word::Safety, |b| b.children(node));
}

fn group<'d>(b: &mut Builder<'d>, heading: Word, inside: impl FnOnce(&mut Builder<'d>)) {
    data::group(b, Wording::Word(heading), inside);
}

/// Tools, consumables or spares. Where the identification stands before the name, the order of the file wins.
fn things<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let rows = ["supportEquipDescr", "supplyDescr", "spareDescr", "supportEquipDescrAlts", "supplyDescrAlts"];
    let has_rows = elements(node).any(|part| rows.contains(&part.tag_name().name()));
    b.within(Block::Plain, |b| {
        if has_rows {
            data::records(b, node, &rows, &THINGS);
        } else {
            b.children(node);
        }
    });
}
