//! Service bulletins: their lists, and references to their data.

use super::{assert_order, html};

#[test]
fn a_service_bulletin_has_sections_and_lists_as_people_know_them() {
    let content = "<sb><sbManagementInfo><sbProductModificationList><sbProductModification sbModificationIdent='A1' \
        sbModificationClassification='major'>New fork</sbProductModification></sbProductModificationList><sbAccomplishmentLimit><sbLimit>\
        <sbTimeCompliance sbTimeComplianceType='sbtct02'><limit><threshold thresholdUnitOfMeasure='th02'><thresholdValue>50</thresholdValue>\
        <tolerance toleranceType='plus' toleranceValue='5'/></threshold></limit></sbTimeCompliance></sbLimit></sbAccomplishmentLimit></sbManagementInfo>\
        <sbMaterialInfo><sbMaterialInfoContent><sbSparesList><sbSpareSet sbMaterialIdent='S1' sbProcurableFlag='1'><name>Fork set</name><sbIndividualSpare>\
        <embeddedSpareDescr materialUsage='mu01'><name>Fork</name><identNumber><manufacturerCode>KZ1</manufacturerCode><partAndSerialNumber>\
        <partNumber>F-100</partNumber></partAndSerialNumber></identNumber><reqQuantity>1</reqQuantity></embeddedSpareDescr></sbIndividualSpare>\
        </sbSpareSet></sbSparesList></sbMaterialInfoContent></sbMaterialInfo></sb>";
    let html = html(content);
    assert_order(
        &html,
        &[
            "Management information</h2>",
            "Product modifications</h3>",
            "<th scope=\"col\">Modification</th><th scope=\"col\">Description</th><th scope=\"col\">Class</th>",
            "A1",
            "New fork",
            "Major",
            "Accomplishment limits</h3>",
            "Grace period</h4>",
            "<th scope=\"col\">Limit</th></tr>",
            "50",
            "+",
            "5",
            "Material information</h2>",
            "Spares</h3>",
            "Spares S1</h4>",
            "Procurable",
            "Fork set",
            "<th scope=\"col\">Name</th><th scope=\"col\">Identification</th><th scope=\"col\">Quantity</th></tr>",
            "Fork",
            "F-100",
        ],
    );
    assert!(!html.contains("<details"), "{html}");
}

#[test]
fn the_content_of_a_record_is_shown_once() {
    for content in [
        "<sbImpact id='i' sbImpactType='sbit01' caveat='cv51'>Mass +2 kg</sbImpact>",
        "<sbProductModification sbModificationIdent='A1' authorityName='AA'>Mass +2 kg</sbProductModification>",
        "<genericProperty genericPropertyType='gpt01' xml:lang='en'>Mass +2 kg</genericProperty>",
    ] {
        let html = html(content);
        assert_eq!(html.matches("Mass +2 kg").count(), 1, "{html}");
        assert!(html.contains("<details"), "{html}");
    }
}

#[test]
fn numbers_in_one_cell_stand_apart() {
    let content = "<sbIndividualSupply><embeddedSupplyDescr><supplyRef supplyNumber='S-1'/><supplyRef supplyNumber='S-2'/>\
        <reqQuantity>1</reqQuantity></embeddedSupplyDescr></sbIndividualSupply>";
    assert_order(&html(content), &["Identification", "S-1", "</div><div class=\"s1d-value\">", "S-2"]);
    let content =
        "<supplySpec><supplyIdent supplyNumber='S'/><quantity>5 kg</quantity><quantity>2 l</quantity></supplySpec>";
    assert_order(&html(content), &["Quantity", "5 kg", "</div><div class=\"s1d-value\">", "2 l"]);
}

#[test]
fn modifications_stay_with_their_concurrent_bulletin() {
    let refs = |code: &str| {
        format!(
            "<refs><externalPubRef><externalPubRefIdent><externalPubCode>{code}</externalPubCode></externalPubRefIdent>\
             </externalPubRef></refs>"
        )
    };
    let modification = |ident: &str| format!("<sbProductModification sbModificationIdent='{ident}'/>");
    let content = format!(
        "<sbConcurrentSbInfo sbConcurrentStatus='previous'>{}{}{}{}{}</sbConcurrentSbInfo>",
        refs("SB-A"),
        modification("A1"),
        refs("SB-B"),
        modification("B1"),
        modification("B2")
    );
    assert_order(&html(&content), &["SB-A", "A1", "SB-B", "B1", "B2", "Before this bulletin"]);
}

/// The words of a reference to an element with the id `t`.
fn quoted(target: &str) -> String {
    let html = html(&format!("{target}<para><internalRef internalRefId='t'/></para>"));
    let (_, after) = html.split_once("href=\"#s1d-t\"").expect("a reference");
    let (_, after) = after.split_once("s1d-named\">").expect("a name");
    after.split_once('<').expect("an end").0.to_owned()
}

#[test]
fn a_reference_to_a_datum_of_a_bulletin_shows_its_value() {
    let duration = |inside: &str| quoted(&format!("<sbDuration id='t'><quantity>{inside}</quantity></sbDuration>"));
    assert_eq!(
        duration("<quantityGroup><quantityValue quantityUnitOfMeasure='h'>1.5</quantityValue></quantityGroup>"),
        "1.5 h"
    );
    let group = "<quantityGroup quantityUnitOfMeasure='h'><quantityValue>10</quantityValue>\
        <quantityTolerance quantityToleranceType='plus'>2</quantityTolerance></quantityGroup>";
    assert_eq!(duration(group), "10 h +2 h");
    assert_eq!(duration(&group.repeat(2)), "Duration", "which of them is meant?");
    assert_eq!(duration(&group.replace("<quantityGroup", "<quantityGroup quantityGroupType='minimum'")), "Duration");
    let units = "<quantityGroup><quantityValue quantityUnitOfMeasure='kg'>0.8</quantityValue>\
        <quantityValue quantityUnitOfMeasure='lbm'>1.76</quantityValue></quantityGroup>";
    assert_eq!(duration(units), "0.8 kg 1.76 lbm");
    assert_order(&html(group), &["10", "\u{a0}h", "+", "2", "\u{a0}h"]);
    for (target, value) in [
        ("<sbCompliance id='t' sbComplianceCategory='sbcc04'/>", "Optional"),
        ("<sbApproval sbApprovalIdent='EASA 1' id='t'/>", "EASA 1"),
        ("<genericProperty id='t' genericPropertyType='gpt01' genericPropertyFlag='1'/>", "Yes"),
        ("<genericProperty id='t' genericPropertyFlag='1' genericPropertyType='gpt01'/>", "Yes"),
        ("<sbProductModification id='t' sbModificationIdent='A1' sbModificationClassification='major'/>", "A1"),
    ] {
        assert_eq!(quoted(target), value, "{target}");
    }
}

#[test]
fn a_reference_to_a_limit_does_not_show_its_number_alone() {
    let limit = "<limit><threshold thresholdUnitOfMeasure='th01'><thresholdValue>500</thresholdValue>\
        <tolerance toleranceType='minus' toleranceValue='50'/></threshold></limit>";
    for limits in [limit.to_owned(), limit.repeat(2)] {
        let target = format!("<sbTimeCompliance id='t' sbTimeComplianceType='sbtct01'>{limits}</sbTimeCompliance>");
        assert_eq!(quoted(&target), "Time of compliance");
    }
    let some = "<sbImpact id='t'><quantity applicRefId='a'>5 kg</quantity></sbImpact>";
    assert_eq!(quoted(some), "Impact");
}
