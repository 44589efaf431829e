//! Lists of records: repositories, wiring and limits.

use domain::language::Locale;

use super::{assert_order, html, module};
use crate::reading::draw_in;

#[test]
fn a_repository_is_a_list_with_a_row_for_each_entry_and_the_rest_folded_below() {
    let content = "<commonRepository><toolRepository><toolSpec id='t'><toolIdent id='i' toolNumber='T-1' manufacturerCodeValue='KZ666'/>\
        <itemIdentData><descrForPart>Spoke key</descrForPart></itemIdentData><techData><hazardousClass hazardousClassValue='hz03'/><unitOfIssue>EA</unitOfIssue></techData></toolSpec>\
        <toolSpec><toolIdent toolNumber='T-2'/></toolSpec></toolRepository></commonRepository>";
    let english = html(content);
    assert_order(
        &english,
        &[
            "Tools</h2>",
            "<th scope=\"col\">Tool number</th><th scope=\"col\">Manufacturer</th><th scope=\"col\">Name</th><th scope=\"col\">Hazard</th></tr>",
            "<tbody id=\"s1d-t\">",
            "<div class=\"s1d-value\" id=\"s1d-i\">",
            "T-1",
            "<td",
            "KZ666",
            "<td",
            "Spoke key",
            "<td",
            "Flammable liquid",
            "<td colspan=\"4\"><details class=\"s1d-part-details\"><summary class=\"s1d-gen\">Details</summary>",
            "Unit of issue",
            "EA",
            "<tbody",
            "T-2",
        ],
    );
    assert_eq!(english.matches("<details").count(), 1, "nothing is left of the second tool: {english}");
    assert!(!english.contains("hz03") && !english.contains("s1d-unknown"), "{english}");
    let chinese = draw_in("a fixture", module(content).as_bytes(), Locale::Chinese).html;
    assert_order(&chinese, &["工具号", "制造商", "名称", "危险品类别", "详细信息"]);
}

#[test]
fn a_wire_is_a_row_with_both_its_ends_and_alternates_are_rows_of_the_same_list() {
    let wire = |number: &str, color: &str| {
        format!(
            "<wire wireState='active'><wireIdent><wireNumber>{number}</wireNumber></wireIdent><wireConnection>\
             <fromEquip><functionalItemRef functionalItemNumber='L1'/><contactInfo><contact contactIdent='+'/>\
             <networkAnalysisCode>01</networkAnalysisCode></contactInfo></fromEquip>\
             <toEquip><functionalItemRef functionalItemNumber='VV1'/></toEquip></wireConnection>\
             <wireInfo><wireCode><wireType>AP</wireType></wireCode><length unitOfMeasure='cm'>120</length>{color}</wireInfo></wire>"
        )
    };
    let content = format!(
        "<wiringData><wireGroup>{}<wireAlts>{}</wireAlts></wireGroup></wiringData>",
        wire("W1", ""),
        wire("W2", "<wireColor>red</wireColor>")
    );
    let html = html(&content);
    let heads = ["Wire", "From", "Contact", "To", "Type", "Color", "Length", "State"];
    let head = heads.iter().fold(String::new(), |all, head| all + "<th scope=\"col\">" + head + "</th>");
    assert_order(
        &html,
        &[&head, "W1", "L1", ">+<", "VV1", "AP", "120", "cm", "Active", "Network analysis code", "01", "W2", "red"],
    );
    assert_eq!(html.matches("<table").count(), 1, "{html}");
}

fn harness(attributes: &str) -> String {
    html(&format!(
        "<wiringData><harnessGroup><harness><harnessIdent>H1</harnessIdent><harnessInfo {attributes}><partNumber>7</partNumber>\
         <harnessName>Lamp</harnessName></harnessInfo></harness></harnessGroup></wiringData>"
    ))
}

#[test]
fn parts_of_a_record_that_apply_to_some_aircraft_stay_together_and_in_sight() {
    let html = harness("applicRefId='a'");
    assert_order(
        &html,
        &[
            "<th scope=\"col\">Harness</th></tr>",
            "H1",
            "<details class=\"s1d-part-details\" open=\"\">",
            "Harness info",
            "7",
            "Lamp",
        ],
    );
}

#[test]
fn changed_parts_of_a_record_are_in_their_columns_with_their_marks() {
    let html =
        harness("id='h' changeMark='1' changeType='modify' reasonForUpdateRefIds='r' securityClassification='02'");
    let marks = "data-change=\"modify\" data-reasons=\"r\" data-security=\"02\"";
    assert_order(
        &html,
        &[
            "<th scope=\"col\">Harness</th><th scope=\"col\">Name</th><th scope=\"col\">Part number</th></tr>",
            &format!("<div class=\"s1d-value\" id=\"s1d-h\" {marks}>"),
            "Lamp",
            &format!("<div class=\"s1d-value\" {marks}>"),
            "7",
        ],
    );
    assert!(!html.contains("<details"), "{html}");
    let empty = "<harness><harnessIdent>H1</harnessIdent><harnessInfo id='h'/></harness>";
    assert_order(&self::html(empty), &["<details", "id=\"s1d-h\"", "Harness info"]);
}

#[test]
fn time_limits_are_a_list() {
    let content = "<maintPlanning><timeLimitInfo timeLimitIdent='001'><equipGroup><equip><name>Chain</name><identNumber>\
        <manufacturerCode>KZ1</manufacturerCode></identNumber></equip></equipGroup><timeLimit><limitType limitUnitType='lt01'>\
        <threshold thresholdUnitOfMeasure='th02'><thresholdValue>6</thresholdValue></threshold></limitType></timeLimit></timeLimitInfo></maintPlanning>";
    assert_order(
        &html(content),
        &["<th scope=\"col\">Identification</th><th scope=\"col\">Component</th>", "001", "Chain", "KZ1", "6"],
    );
}

#[test]
fn related_entries_follow_the_type_of_their_relation() {
    let content = "<zoneRepository><zoneSpec zoneType='majorzone'><zoneIdent zoneNumber='100'/><zoneRefGroup zoneRefType='contains'>\
        <zoneRef zoneNumber='110'/><zoneRef zoneNumber='120'/></zoneRefGroup><zoneAlts><zone><itemDescr>Nose</itemDescr></zone></zoneAlts></zoneSpec></zoneRepository>";
    assert_order(&html(content), &["100", "Major zone", "Nose", "Contains", "110", ", ", "120"]);
}

#[test]
fn a_record_apart_from_the_others_of_its_table_loses_nothing() {
    let limit = |inside: &str| format!("<limit>{inside}</limit>");
    let content = format!(
        "<timeLimitInfo timeLimitIdent='1'>{}<reqQuantity>2</reqQuantity>{}</timeLimitInfo>",
        limit("<threshold thresholdUnitOfMeasure='th01'><thresholdValue>5</thresholdValue></threshold>"),
        limit("<remarks><simplePara>Not above 50 C</simplePara></remarks>")
    );
    let html = html(&content);
    assert_order(&html, &["<th scope=\"col\">Limit</th><th scope=\"col\">Remarks</th></tr>", "Not above 50 C"]);
}

#[test]
fn attributes_that_say_something_are_shown() {
    let compliance = |kind: &str| html(&format!("<sbTimeCompliance sbTimeComplianceType='{kind}'/>"));
    assert!(compliance("sbtct51").contains("Time for compliance: code sbtct51</h"), "{}", compliance("sbtct51"));
    assert!(compliance("sbtct03").contains("Repeat interval</h"));
    let topic = html("<sbTopic sbTopicType='sbtt98'><sbTopicContent/></sbTopic>");
    assert!(topic.contains("code sbtt98"), "{topic}");
    for (entry, words) in [
        ("circuitBreaker altNumber='2' collaredCircuitBreakerFlag='1'", &["Alternate", "2", "Collared", "Yes"][..]),
        ("functionalItem sealedFlag='0'", &["Sealed", "No"]),
        ("tool deliveredSpecificationFlag='1'", &["Delivered", "Yes"]),
        ("supplyRqmt productCategory='PC7' supplyRqmtType='SR8'", &["PC7", "SR8"]),
        ("zone altNumber='9'", &["Alternate", "9"]),
        ("accessPoint altNumber='9'", &["Alternate", "9"]),
    ] {
        assert_order(&html(&format!("<{entry}/>")), words);
    }
}

#[test]
fn hazards_are_in_sight() {
    let hazard = "<hazardousClass hazardousClassValue='hz03'/>";
    for content in [
        format!("<supplySpec><supplyIdent supplyNumber='S'/>{hazard}</supplySpec>"),
        format!("<partSpec><partIdent partNumberValue='P'/><techData>{hazard}</techData></partSpec>"),
    ] {
        let html = html(&content);
        assert_order(&html, &["<th scope=\"col\">Hazard</th>", "Flammable liquid"]);
        assert!(!html.contains("<details"), "{html}");
    }
    let open = "<details class=\"s1d-part-details\" open=\"\">";
    for inside in [
        "<supplySpec specialLabelFlag='1'/>",
        "<zoneSpec><refs/><hazardousClass hazardousClassValue='hz03'/></zoneSpec>",
        "<connector><rack><warning><warningAndCautionPara>Hot</warningAndCautionPara></warning></rack></connector>",
    ] {
        assert!(html(inside).contains(open), "{inside}");
    }
    assert!(!html("<supplySpec specialLabelFlag='0'/>").contains(open));
}

#[test]
fn a_cell_has_the_head_of_its_value() {
    let wire =
        html("<wireMaterial><wireColor>red</wireColor><outerJacketColor>white</outerJacketColor></wireMaterial>");
    assert_order(&wire, &["Color</th><th scope=\"col\">Jacket color</th>", "red", "<td", "white"]);
    assert!(html("<zoneSpec zoneType='specifzone'/>").contains("Specific zone"));
}
