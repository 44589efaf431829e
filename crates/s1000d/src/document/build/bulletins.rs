//! Service bulletins: management information, material and its sets, as sections and lists.

use super::listing::{self, Listing};
use super::paragraphs::{self, made_heading};
use super::rule::Rule;
use super::{Builder, Xml, data};
use crate::document::added::Wording;
use crate::document::columns::Column;
use crate::document::kind::Block;
use crate::document::words::Word;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("sb", Rule::Through),
    ("sbTopic", Rule::Section),
    ("sbTopicContent", Rule::Through),
    ("sbManagementInfo", Rule::Section),
    ("sbSummary", Rule::Section),
    ("sbPlanningInfo", Rule::Section),
    ("sbMaterialInfo", Rule::Section),
    ("sbMaterialInfoContent", Rule::Through),
    ("sbAccomplishmentInstructions", Rule::Section),
    ("sbAdditionalInfo", Rule::Section),
    ("sbRevisionInfo", Rule::Section),
    ("sbProductModificationList", Rule::Section),
    ("sbProductModification", Rule::Record(&MODIFICATIONS)),
    ("sbImpactList", Rule::Section),
    ("sbImpact", Rule::Record(&IMPACTS)),
    ("sbConcurrentSbList", Rule::Section),
    ("sbConcurrentSbInfo", Rule::Record(&CONCURRENT)),
    ("sbAccomplishmentLimit", Rule::Section),
    ("sbLimit", Rule::Wrap(Block::Group)),
    ("sbTimeCompliance", Rule::Block(compliance)),
    ("sbTimeAssessment", Rule::Section),
    ("sbTimeInfo", Rule::Record(&TIMES)),
    ("sbApprovedDm", Rule::Section),
    ("sbReplacementSb", Rule::Section),
    ("genericPropertyGroup", Rule::Section),
    ("genericProperty", Rule::Record(&PROPERTIES)),
    ("sbMaterialSetList", Rule::Section),
    ("sbSupportEquipsList", Rule::Section),
    ("sbSuppliesList", Rule::Section),
    ("sbSparesList", Rule::Section),
    ("sbRemovedSparesList", Rule::Section),
    ("sbMaterialSet", Rule::Block(set)),
    ("sbSupportEquipSet", Rule::Block(set)),
    ("sbSupplySet", Rule::Block(set)),
    ("sbSpareSet", Rule::Block(set)),
    ("sbRemovedSpareSet", Rule::Block(set)),
    ("sbMaterialDescr", Rule::Record(&SET_PARTS)),
    ("sbIndividualSupportEquip", Rule::Record(&MATERIAL)),
    ("sbIndividualSupply", Rule::Record(&MATERIAL)),
    ("sbIndividualSpare", Rule::Record(&MATERIAL)),
    ("sbIndividualRemovedSpare", Rule::Record(&MATERIAL)),
];

static MODIFICATIONS: Listing = Listing::of(&[
    Column::of(Word::Modification, &["@sbModificationIdent"]),
    Column::of(Word::Description, &["."]),
    Column::of(Word::Class, &["@sbModificationClassification"]),
]);

static IMPACTS: Listing =
    Listing::of(&[Column::of(Word::Type, &["@sbImpactType"]), Column::of(Word::Description, &["."])]);

// Modifications belong to the references before them.
static CONCURRENT: Listing =
    Listing::of(&[Column::of(Word::Reference, &["."]), Column::of(Word::State, &["@sbConcurrentStatus"])]);

static TIMES: Listing = Listing::of(&[
    Column::of(Word::Condition, &["sbCondition"]),
    Column::of(Word::Duration, &["sbDuration"]),
    Column::of(Word::Time, &["sbEstimatedTime"]),
    Column::of(Word::Reference, &["refs"]),
]);

static PROPERTIES: Listing = Listing::of(&[
    Column::of(Word::Property, &["@genericPropertyType"]),
    Column::of(Word::Values, &["@genericPropertyFlag", "."]),
]);

static SET_PARTS: Listing = Listing::of(&[
    Column::of(Word::Item, &["sbMaterialSetRef"]),
    Column::of(Word::Quantity, &["reqQuantity"]),
    Column::of(Word::Remarks, &["footnoteRemarks"]),
]);

static MATERIAL: Listing = Listing::of(&[
    Column::of(Word::Item, &["@sbMaterialIdent"]),
    Column::of(
        Word::Name,
        &[
            "embeddedSupportEquipDescr/name",
            "embeddedSupplyDescr/name",
            "embeddedSpareDescr/name",
            "sbRemovedSpareDescr/name",
        ],
    ),
    Column::of(
        // Of several kinds, as positions in a catalogue.
        Word::Identification,
        &[
            "embeddedSupportEquipDescr/identNumber",
            "embeddedSupportEquipDescr/toolRef",
            "embeddedSupportEquipDescr/natoStockNumber",
            "embeddedSupportEquipDescr/catalogSeqNumberRef",
            "embeddedSupplyDescr/identNumber",
            "embeddedSupplyDescr/supplyRef",
            "embeddedSupplyDescr/supplyRqmtRef",
            "embeddedSupplyDescr/natoStockNumber",
            "embeddedSupplyDescr/catalogSeqNumberRef",
            "embeddedSpareDescr/identNumber",
            "embeddedSpareDescr/partRef",
            "embeddedSpareDescr/natoStockNumber",
            "embeddedSpareDescr/catalogSeqNumberRef",
            "sbRemovedSpareDescr/identNumber",
            "sbRemovedSpareDescr/partRef",
            "sbRemovedSpareDescr/natoStockNumber",
            "sbRemovedSpareDescr/catalogSeqNumberRef",
        ],
    ),
    Column::of(
        Word::Quantity,
        &[
            "embeddedSupportEquipDescr/reqQuantity",
            "embeddedSupplyDescr/reqQuantity",
            "embeddedSpareDescr/reqQuantity",
            "sbRemovedSpareDescr/reqQuantity",
        ],
    ),
    Column::of(Word::Remarks, &["footnoteRemarks"]),
]);

/// The limits of one kind, as a grace period.
fn compliance<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let heading = paragraphs::heading_by_type(node, &["sbTimeComplianceType"]);
    data::group(b, heading, |b| b.children(node));
}

/// A set of material, known by its identifier.
fn set<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let ident = node.attribute("sbMaterialIdent");
    let label = node.tag_name().name().into();
    b.within(Block::Section, |b| {
        made_heading(
            b,
            match ident {
                Some(ident) => Wording::Labelled(label, ident.into()),
                None => Wording::Label(label),
            },
        );
        b.deeper(|b| {
            listing::own_attributes(b, node, &["sbMaterialIdent"]);
            b.children(node);
        });
    });
}
