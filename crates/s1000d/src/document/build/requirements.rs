//! Requirements before and after a job, as tables.

use super::paragraphs::made_heading;
use super::rule::Rule;
use super::{Builder, Xml, data, records};
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
    Column::of(Word::Condition, &["@reqCondCategory", "reqCond", "circuitBreakerDescrGroup"]),
    Column::of(Word::Reference, &["dmRef", "pmRef", "externalPubRef", "refs"]),
]);

static PERSONS: Columns = Columns::of(&[
    Column::of(Word::Person, &["@man", "@numRequired"]),
    Column::of(Word::Category, &["personCategory"]),
    Column::of(Word::Skill, &["personSkill"]),
    Column::of(Word::Trade, &["trade"]),
    Column::of(Word::Time, &["estimatedTime"]),
]);

static INFORMATION: Columns = Columns::of(&[
    Column::of(Word::Category, &["@reqTechInfoCategory"]),
    Column::of(Word::Reference, &["dmRef", "pmRef", "externalPubRef"]),
]);

static THINGS: Columns = Columns { kind: RecordKind::Supplies, columns: THING };

const THING: &[Column] = &[
    Column::of(Word::Name, &["name", "shortName"]),
    Column::of(
        Word::Identification,
        &[
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
    ),
    Column::of(Word::Quantity, &["reqQuantity"]),
    Column::of(Word::Remarks, &["remarks", "footnoteRemarks"]),
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
    group(b, Word::Conditions, |b| records::records(b, node, &rows, &CONDITIONS));
}

fn persons<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    group(b, Word::Persons, |b| records::records(b, node, &["person", "personnel"], &PERSONS));
}

fn information<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    group(b, Word::TechInfo, |b| records::records(b, node, &["reqTechInfo"], &INFORMATION));
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
            records::records(b, node, &rows, &THINGS);
        } else {
            b.children(node);
        }
    });
}
