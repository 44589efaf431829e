//! Common repositories: a list for each kind of entry, as parts, tools, zones, and controls and indicators.

use super::listing::{self, Listing};
use super::rule::Rule;
use super::{Builder, Xml};
use crate::document::columns::Column;
use crate::document::kind::Block;
use crate::document::words::Word;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("commonRepository", Rule::Through),
    ("partRepository", Rule::Section),
    ("toolRepository", Rule::Section),
    ("supplyRepository", Rule::Section),
    ("supplyRqmtRepository", Rule::Section),
    ("enterpriseRepository", Rule::Section),
    ("circuitBreakerRepository", Rule::Section),
    ("functionalItemRepository", Rule::Section),
    ("zoneRepository", Rule::Section),
    ("accessPointRepository", Rule::Section),
    ("functionalPhysicalAreaRepository", Rule::Section),
    ("applicRepository", Rule::Section),
    ("controlIndicatorRepository", Rule::Section),
    ("controlIndicatorGroup", Rule::Wrap(Block::Group)),
    ("controlIndicatorDescr", Rule::Wrap(Block::Value)),
    ("controlIndicatorFunction", Rule::Wrap(Block::Value)),
    ("partSpec", Rule::Record(&PARTS)),
    ("toolSpec", Rule::Record(&TOOLS)),
    ("supplySpec", Rule::Record(&SUPPLIES)),
    ("supplyRqmtSpec", Rule::Record(&SUPPLY_REQUIREMENTS)),
    ("enterpriseSpec", Rule::Record(&ENTERPRISES)),
    ("circuitBreakerSpec", Rule::Record(&CIRCUIT_BREAKERS)),
    ("functionalItemSpec", Rule::Record(&FUNCTIONAL_ITEMS)),
    ("zoneSpec", Rule::Record(&ZONES)),
    ("accessPointSpec", Rule::Record(&ACCESS_POINTS)),
    ("functionalPhysicalAreaSpec", Rule::Record(&AREAS)),
    ("applicSpec", Rule::Record(&APPLICABILITIES)),
    ("controlIndicatorSpec", Rule::Record(&CONTROLS)),
    // The alternates of an entry say what it is.
    ("zoneAlts", Rule::Wrap(Block::Alternates)),
    ("toolAlts", Rule::Wrap(Block::Alternates)),
    ("functionalItemAlts", Rule::Wrap(Block::Alternates)),
    ("circuitBreakerAlts", Rule::Wrap(Block::Alternates)),
    ("accessPointAlts", Rule::Wrap(Block::Alternates)),
    ("supplyRqmtAlts", Rule::Wrap(Block::Alternates)),
    ("zone", Rule::Block(alternate)),
    ("tool", Rule::Block(alternate)),
    ("functionalItem", Rule::Block(alternate)),
    ("circuitBreaker", Rule::Block(alternate)),
    ("accessPoint", Rule::Block(alternate)),
    ("supplyRqmt", Rule::Block(alternate)),
    ("itemDescr", Rule::Wrap(Block::Value)),
];

static PARTS: Listing = Listing::of(&[
    Column::of(Word::PartNumber, &["partIdent@partNumberValue"]),
    Column::of(Word::Manufacturer, &["partIdent@manufacturerCodeValue"]),
    Column::of(Word::Name, &["itemIdentData/descrForPart"]),
    Column::of(Word::StockNumber, &["itemIdentData/natoStockNumber"]),
    Column::of(Word::Hazard, &["techData/hazardousClass"]),
]);

static TOOLS: Listing = Listing::of(&[
    Column::of(Word::ToolNumber, &["toolIdent@toolNumber"]),
    Column::of(Word::Manufacturer, &["toolIdent@manufacturerCodeValue"]),
    Column::of(Word::Name, &["itemIdentData/descrForPart"]),
    Column::of(Word::ShortName, &["itemIdentData/shortName"]),
    Column::of(Word::StockNumber, &["itemIdentData/natoStockNumber"]),
    Column::of(Word::Hazard, &["techData/hazardousClass"]),
    Column::of(Word::Description, &["toolAlts"]),
]);

static SUPPLIES: Listing = Listing::of(&[
    Column::of(Word::Number, &["supplyIdent@supplyNumber"]),
    Column::of(Word::Type, &["supplyIdent@supplyNumberType"]),
    Column::of(Word::Name, &["name"]),
    Column::of(Word::ShortName, &["shortName"]),
    Column::of(Word::Specification, &["specGroup"]),
    Column::of(Word::StockNumber, &["natoStockNumber"]),
    Column::of(Word::Quantity, &["quantity"]),
    Column::of(Word::Hazard, &["hazardousClass"]),
]);

static SUPPLY_REQUIREMENTS: Listing = Listing::of(&[
    Column::of(Word::Number, &["supplyRqmtIdent@supplyRqmtNumber"]),
    Column::of(Word::Category, &["supplyRqmtIdent@materialCategory"]),
    Column::of(Word::Description, &["physicalChemicalDescr"]),
    Column::of(Word::Use, &["usage"]),
    Column::of(Word::Supplies, &["supplyRqmtAlts"]),
]);

static ENTERPRISES: Listing = Listing::of(&[
    Column::of(Word::Code, &["enterpriseIdent@manufacturerCodeValue"]),
    Column::of(Word::Name, &["enterpriseName"]),
    Column::of(Word::ShortName, &["shortName"]),
    Column::of(Word::BusinessUnits, &["businessUnit"]),
]);

static CIRCUIT_BREAKERS: Listing = Listing::of(&[
    Column::of(Word::Number, &["circuitBreakerIdent@circuitBreakerNumber"]),
    Column::of(Word::Name, &["name"]),
    Column::of(Word::ShortName, &["shortName"]),
    Column::of(Word::Area, &["functionalPhysicalAreaRef"]),
    Column::of(Word::Description, &["circuitBreakerAlts"]),
]);

static FUNCTIONAL_ITEMS: Listing = Listing::of(&[
    Column::of(Word::Number, &["functionalItemIdent@functionalItemNumber"]),
    Column::of(Word::Type, &["functionalItemIdent@functionalItemType"]),
    Column::of(Word::Name, &["name"]),
    Column::of(Word::ShortName, &["shortName"]),
    Column::of(Word::Area, &["functionalPhysicalAreaRef"]),
    Column::of(Word::Description, &["functionalItemAlts"]),
]);

static ZONES: Listing = Listing::of(&[
    Column::of(Word::Zone, &["zoneIdent@zoneNumber"]),
    Column::of(Word::Type, &["@zoneType"]),
    Column::of(Word::Description, &["zoneAlts"]),
    Column::of(Word::Related, &["zoneRefGroup"]),
]);

static ACCESS_POINTS: Listing = Listing::of(&[
    Column::of(Word::AccessPoint, &["accessPointIdent@accessPointNumber"]),
    Column::of(Word::Description, &["accessPointAlts"]),
    Column::of(Word::Related, &["accessPointRefGroup"]),
]);

static AREAS: Listing = Listing::of(&[
    Column::of(Word::Code, &["functionalPhysicalAreaIdent"]),
    Column::of(Word::Name, &["name"]),
    Column::of(Word::ShortName, &["shortName"]),
    Column::of(Word::Related, &["functionalPhysicalAreaRefGroup"]),
]);

static APPLICABILITIES: Listing = Listing::of(&[
    Column::of(Word::Identification, &["applicSpecIdent@applicIdentValue"]),
    Column::of(Word::ApplicableTo, &["applic"]),
]);

static CONTROLS: Listing = Listing::of(&[
    Column::of(Word::Item, &["controlIndicatorKey"]),
    Column::of(Word::Name, &["controlIndicatorName"]),
    Column::of(Word::ShortName, &["shortName"]),
    Column::of(Word::Function, &["controlIndicatorDescr", "controlIndicatorFunction"]),
    Column::of(Word::Identification, &["@controlIndicatorNumber"]),
]);

/// One of the alternates of an entry; its attributes say something, as that a circuit breaker is collared.
fn alternate<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Plain, |b| {
        listing::own_attributes(b, node, &[]);
        b.children(node);
    });
}
