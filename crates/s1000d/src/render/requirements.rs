//! What is needed before a job and what is done after it, as tables.

use roxmltree::Node;

use super::data::{self, Column};
use super::draw::Render;
use super::html::Tag;
use super::paragraphs::made_heading;
use super::rules::Rule;
use super::words::Words;
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
    ("noConds", Rule::Block(none)),
    ("noSupportEquips", Rule::Block(none)),
    ("noSupplies", Rule::Block(none)),
    ("noSpares", Rule::Block(none)),
    ("noSafety", Rule::Block(none)),
    ("noInfo", Rule::Block(none)),
    ("noAssertions", Rule::Block(none)),
];

const CONDITIONS: &[Column] = &[
    Column {
        word: |words| words.condition,
        elements: &["reqCond", "circuitBreakerDescrGroup"],
        attributes: &["reqCondCategory"],
    },
    Column { word: |words| words.reference, elements: &["dmRef", "pmRef", "externalPubRef", "refs"], attributes: &[] },
];

const PERSONS: &[Column] = &[
    Column { word: |words| words.person, elements: &[], attributes: &["man", "numRequired"] },
    Column { word: |words| words.category, elements: &["personCategory"], attributes: &[] },
    Column { word: |words| words.skill, elements: &["personSkill"], attributes: &[] },
    Column { word: |words| words.trade, elements: &["trade"], attributes: &[] },
    Column { word: |words| words.time, elements: &["estimatedTime"], attributes: &[] },
];

const INFORMATION: &[Column] = &[
    Column { word: |words| words.category, elements: &[], attributes: &["reqTechInfoCategory"] },
    Column { word: |words| words.reference, elements: &["dmRef", "pmRef", "externalPubRef"], attributes: &[] },
];

const THINGS: &[Column] = &[
    Column { word: |words| words.name, elements: &["name", "shortName"], attributes: &[] },
    Column {
        word: |words| words.identification,
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
    Column { word: |words| words.quantity, elements: &["reqQuantity"], attributes: &[] },
    Column { word: |words| words.remarks, elements: &["remarks", "footnoteRemarks"], attributes: &[] },
];

fn preliminary<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    part(r, node, |words| words.preliminary);
}

fn closing<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    part(r, node, |words| words.closing);
}

fn part<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, word: fn(&Words) -> &'static str) {
    let id = r.id_of(node);
    r.html.open(Tag::SECTION, "s1d-section");
    made_heading(r, word(r.words), &id);
    r.level = r.level.saturating_add(1);
    r.children(node);
    r.level = r.level.saturating_sub(1);
    r.html.close();
}

fn conditions<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let rows = ["reqCondNoRef", "reqCondDm", "reqCondPm", "reqCondExternalPub", "reqCondCircuitBreaker"];
    data::group(r, r.words.conditions, |r| data::records(r, node, &rows, CONDITIONS));
}

fn persons<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    data::group(r, r.words.persons, |r| data::records(r, node, &["person", "personnel"], PERSONS));
}

fn information<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    data::group(r, r.words.tech_info, |r| data::records(r, node, &["reqTechInfo"], INFORMATION));
}

fn equipment<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    data::group(r, r.words.support_equipment, |r| r.children(node));
}

fn supplies<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    data::group(r, r.words.supplies, |r| r.children(node));
}

fn spares<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    data::group(r, r.words.spares, |r| r.children(node));
}

fn safety<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    data::group(r, r.words.safety, |r| r.children(node));
}

/// Tools, consumables or spares. Where the identification stands before the name, the order of the file wins.
fn things<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let rows = ["supportEquipDescr", "supplyDescr", "spareDescr", "supportEquipDescrAlts", "supplyDescrAlts"];
    let has_rows = elements(node).any(|part| rows.contains(&part.tag_name().name()));
    r.html.open(Tag::DIV, "");
    if has_rows {
        data::records(r, node, &rows, THINGS);
    } else {
        r.children(node);
    }
    r.html.close();
}

fn none<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-none");
    r.html.leaf(Tag::SPAN, "s1d-gen", r.words.none);
    r.children(node);
    r.html.close();
}
