//! Contents with a shape of their own.

use super::{assert_order, html};

#[test]
fn drills_parts_faults_and_products_have_their_own_shapes() {
    assert_order(
        &html(
            "<crew><crewRefCard><title>Card</title><crewDrill orderedStepsFlag='1'><crewDrillStep><challengeAndResponse><challenge><para>Brakes</para></challenge><response><para>SET</para></response></challengeAndResponse></crewDrillStep>\
               <if><caseCond>it rains</caseCond><crewDrillStep><para>Wipers</para></crewDrillStep></if></crewDrill></crewRefCard></crew>",
        ),
        &[
            "Card</h2>",
            ">1</span>",
            "s1d-challenge",
            "Brakes",
            "s1d-leader",
            "s1d-response",
            "SET",
            ">If</span>",
            "it rains",
            "Wipers",
        ],
    );
    assert_order(
        &html(
            "<illustratedPartsCatalog><catalogSeqNumber figureNumber='01' item='002' indenture='2'><itemSeqNumber itemSeqNumberValue='00A'><quantityPerNextHigherAssy>4</quantityPerNextHigherAssy>\
               <partRef manufacturerCodeValue='KZ1' partNumberValue='P-7'/><partSegment><itemIdentData><descrForPart>Bolt</descrForPart></itemIdentData></partSegment></itemSeqNumber></catalogSeqNumber></illustratedPartsCatalog>",
        ),
        &[
            "Nomenclature</th>",
            ">01 002</span>",
            "<td>",
            "P-7",
            "<td>",
            ">•</span>",
            "Bolt",
            "<td>",
            "4",
            "<details",
            "KZ1",
            "00A",
        ],
    );
    assert_order(
        &html(
            "<faultIsolation><faultIsolationProcedure><isolationProcedure><isolationMainProcedure><isolationStep id='s1'><isolationStepQuestion>Lit?</isolationStepQuestion><isolationStepAnswer><yesNoAnswer><yesAnswer nextActionRefId='s2'/><noAnswer nextActionRefId='gone'/></yesNoAnswer></isolationStepAnswer></isolationStep>\
               <isolationProcedureEnd id='s2'><action>Done</action></isolationProcedureEnd></isolationMainProcedure></isolationProcedure></faultIsolationProcedure></faultIsolation>",
        ),
        &[
            ">1</span>",
            "Lit?",
            "Yes",
            "Go to",
            "href=\"#s1d-s2\"",
            "Step 2",
            "No",
            "s1d-dangling",
            "gone",
            ">2</span>",
            "Done",
        ],
    );
    assert_order(
        &html(
            "<productCrossRefTable><product id='x'><assign applicPropertyIdent='model' applicPropertyValue='NV240-1'/></product></productCrossRefTable>",
        ),
        &["Product x", "<dl", ">model</dt>", "NV240-1"],
    );
    assert_order(
        &html(
            "<applicCrossRefTable><productAttributeList><productAttribute id='model' valuePattern='[A-Z]'><name>Model</name><descr>Which</descr><enumeration applicPropertyValues='A|B'/></productAttribute></productAttributeList></applicCrossRefTable>",
        ),
        &["Product attributes", ">model</span>", "Model", "Which", "A|B"],
    );
    assert_order(
        &html(
            "<brex><contextRules><structureObjectRuleGroup><structureObjectRule id='r1'><objectPath allowedObjectFlag='0'>//para</objectPath><objectUse>No paras</objectUse></structureObjectRule></structureObjectRuleGroup></contextRules></brex>",
        ),
        &[">r1</span>", "not allowed", "//para", "No paras"],
    );
    assert_order(
        &html(
            "<wiringData><wireGroup><wire wireState='active'><wireIdent><wireNumber>7</wireNumber></wireIdent><wireConnection><fromEquip><functionalItemRef functionalItemNumber='L1'/></fromEquip></wireConnection></wire></wireGroup></wiringData>",
        ),
        &["Wires", "<th scope=\"col\">Wire</th><th scope=\"col\">From</th>", "7", "L1", "Active"],
    );
}
