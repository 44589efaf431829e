//! Common repositories: one row for each part, tool, supply, zone and the like.

use super::data;
use super::paragraphs::{heading, leading_title, made_heading};
use super::rule::Rule;
use super::{Builder, Xml};
use crate::document::added::Wording;
use crate::document::columns::{Column, Columns};
use crate::document::kind::Block;
use crate::document::words::Word;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("commonRepository", Rule::Through),
    ("partRepository", Rule::Block(entries)),
    ("toolRepository", Rule::Block(entries)),
    ("supplyRepository", Rule::Block(entries)),
    ("supplyRqmtRepository", Rule::Block(entries)),
    ("enterpriseRepository", Rule::Block(entries)),
    ("circuitBreakerRepository", Rule::Block(entries)),
    ("functionalItemRepository", Rule::Block(entries)),
    ("zoneRepository", Rule::Block(entries)),
    ("accessPointRepository", Rule::Block(entries)),
    ("functionalPhysicalAreaRepository", Rule::Block(entries)),
    ("applicRepository", Rule::Block(entries)),
    ("controlIndicatorRepository", Rule::Section),
    ("controlIndicatorGroup", Rule::Block(controls)),
    // The alternates of an entry say what it is.
    ("zoneAlts", Rule::Wrap(Block::Alternates)),
    ("toolAlts", Rule::Wrap(Block::Alternates)),
    ("functionalItemAlts", Rule::Wrap(Block::Alternates)),
    ("circuitBreakerAlts", Rule::Wrap(Block::Alternates)),
    ("accessPointAlts", Rule::Wrap(Block::Alternates)),
    ("supplyRqmtAlts", Rule::Wrap(Block::Alternates)),
    ("zone", Rule::Wrap(Block::Plain)),
    ("tool", Rule::Wrap(Block::Plain)),
    ("functionalItem", Rule::Wrap(Block::Plain)),
    ("circuitBreaker", Rule::Wrap(Block::Plain)),
    ("accessPoint", Rule::Wrap(Block::Plain)),
    ("supplyRqmt", Rule::Wrap(Block::Plain)),
];

const ROWS: &[&str] = &[
    "partSpec",
    "toolSpec",
    "supplySpec",
    "supplyRqmtSpec",
    "enterpriseSpec",
    "circuitBreakerSpec",
    "functionalItemSpec",
    "zoneSpec",
    "accessPointSpec",
    "functionalPhysicalAreaSpec",
    "applicSpec",
];

static ENTRIES: Columns = Columns::of(&[
    Column {
        word: Word::Identification,
        elements: &[
            "partIdent",
            "toolIdent",
            "supplyIdent",
            "supplyRqmtIdent",
            "enterpriseIdent",
            "circuitBreakerIdent",
            "functionalItemIdent",
            "zoneIdent",
            "accessPointIdent",
            "functionalPhysicalAreaIdent",
            "applicSpecIdent",
        ],
        attributes: &["zoneType"],
    },
    Column {
        word: Word::Description,
        elements: &[
            "itemIdentData",
            "name",
            "shortName",
            "enterpriseName",
            "circuitBreakerAlts",
            "functionalItemAlts",
            "zoneAlts",
            "accessPointAlts",
            "applic",
        ],
        attributes: &[],
    },
    Column { word: Word::Details, elements: &[], attributes: &[] },
]);

static CONTROLS: Columns = Columns::of(&[
    Column { word: Word::Identification, elements: &["controlIndicatorKey"], attributes: &["controlIndicatorNumber"] },
    Column { word: Word::Name, elements: &["controlIndicatorName"], attributes: &[] },
    Column { word: Word::Description, elements: &["controlIndicatorDescr"], attributes: &[] },
    Column { word: Word::Function, elements: &["controlIndicatorFunction"], attributes: &[] },
]);

fn entries<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Section, |b| {
        let title = leading_title(node);
        match title {
            Some(title) => heading(b, title, ""),
            None => made_heading(b, Wording::Label(node.tag_name().name().into())),
        }
        b.deeper(|b| data::records_but(b, node, title, ROWS, &ENTRIES));
    });
}

fn controls<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Group, |b| data::records(b, node, &["controlIndicatorSpec"], &CONTROLS));
}
