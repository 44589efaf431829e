//! What each kind of content looks like.

use domain::language::Locale;
use s1000d::applic::tables::Tables;
use s1000d::applic::{Applic, Assignments, Property, PropertyKind, Truth};
use s1000d::object::{ObjectRef, Target};
use s1000d::render::{Link, Links, Media, Options, Outside, Picture, Rendered, Unresolved, render};
use s1000d::{guard, object};

use super::reading::{draw, draw_in};

fn module(content: &str) -> String {
    format!("<dmodule><content>{content}</content></dmodule>")
}

fn html(content: &str) -> String {
    draw("a fixture", module(content).as_bytes()).html
}

/// The pieces stand in the HTML in this order.
#[track_caller]
fn assert_order(html: &str, pieces: &[&str]) {
    let mut rest = html;
    for piece in pieces {
        let Some(at) = rest.find(piece) else { panic!("{piece} is not in the rest of {html}: {rest}") };
        rest = &rest[at + piece.len()..];
    }
}

fn with(content: &str, choice: &Assignments, outside: Outside, links: &dyn Links) -> Rendered {
    let text = module(content);
    let checked = guard::check(text.as_bytes()).expect("a fixture");
    let tables = Tables::default();
    let options = Options { locale: Locale::English, choice, outside, tables: &tables, links };
    render(&checked, &options).expect("a fixture")
}

#[test]
fn paragraphs_are_numbered_and_make_the_outline() {
    let rendered = draw("a fixture", module(
        "<description><levelledPara id='p1'><title>One</title><para>a</para>\
         <levelledPara><title>One one</title></levelledPara>\
         <levelledParaAlts><levelledPara><title>Either</title></levelledPara><levelledPara><title>Or</title></levelledPara></levelledParaAlts>\
         </levelledPara><levelledPara><para>no title</para></levelledPara></description>",
    ).as_bytes());
    let outline: Vec<_> =
        rendered.outline.iter().map(|own| (own.number.as_str(), own.title.as_str(), own.level)).collect();
    assert_eq!(outline, [("1", "One", 1), ("1.1", "One one", 2), ("1.2", "Either", 2), ("1.2", "Or", 2)]);
    assert_eq!(rendered.outline[0].id, "s1d-p1");
    assert_eq!(rendered.outline[1].id, "s1d-p1:3");
    assert_order(
        &rendered.html,
        &["<h2", ">1<", "One</h2>", "<p class=\"s1d-para\" id=\"s1d-p1:2\">a</p>", "<h3", ">2<", "no title"],
    );
}

#[test]
fn steps_are_numbered_and_alternates_share_a_number() {
    let html = html(
        "<procedure><mainProcedure><proceduralStep><para>a</para><proceduralStep><para>b</para></proceduralStep></proceduralStep>\
         <proceduralStepAlts><proceduralStep><para>c</para></proceduralStep><proceduralStep><para>d</para></proceduralStep></proceduralStepAlts>\
         <proceduralStep><para>e</para></proceduralStep></mainProcedure></procedure>",
    );
    assert_order(
        &html,
        &[
            "Procedure</h2>",
            "<ol class=\"s1d-steps\"",
            ">1</span>",
            ">a<",
            "<ol class=\"s1d-steps\"",
            ">1.1</span>",
            ">b<",
            "s1d-alts",
            ">2</span>",
            ">c<",
            ">2</span>",
            ">d<",
            ">3</span>",
            ">e<",
        ],
    );
}

#[test]
fn warnings_stand_in_their_own_dress_also_where_they_are_only_referred_to() {
    let html = html(
        "<warningsAndCautions><warning id='w1'><warningAndCautionPara>Hot</warningAndCautionPara></warning></warningsAndCautions>\
         <procedure><mainProcedure><proceduralStep warningRefs='w1 nowhere'><para>Touch</para></proceduralStep>\
         <proceduralStep><caution><warningAndCautionPara>Slow</warningAndCautionPara></caution><note><notePara>N</notePara></note></proceduralStep></mainProcedure></procedure>",
    );
    assert_order(
        &html,
        &[
            "<details class=\"s1d-safety-list\"",
            "id=\"s1d-w1\"",
            "Hot",
            "<div class=\"s1d-gen\"><aside class=\"s1d-warning\" role=\"note\"><div class=\"s1d-safety-title s1d-gen\">Warning</div>",
            "Hot",
            "Touch",
            "<aside class=\"s1d-caution\"",
            "Caution",
            "Slow",
            "<aside class=\"s1d-note\"",
            "Note",
            "N",
        ],
    );
    assert_eq!(html.matches("id=\"s1d-w1\"").count(), 1);
}

#[test]
fn tables_keep_their_spans_and_alignment() {
    let html = html(
        "<table frame='topbot' id='t'><title>Loads</title><tgroup cols='3'><colspec colname='a' colwidth='1*'/><colspec colname='b' align='right' colwidth='1*'/><colspec colname='c' colwidth='2*'/>\
         <spanspec spanname='ab' namest='a' nameend='b'/><thead><row><entry spanname='ab'>h</entry><entry>i</entry></row></thead>\
         <tbody><row><entry morerows='1'>x</entry><entry>y</entry><entry valign='middle' align='center'>z</entry></row><row><entry colname='c'>w</entry></row></tbody></tgroup></table>\
         <para><internalRef internalRefId='t'/></para>",
    );
    assert_order(
        &html,
        &[
            "<table class=\"s1d-table s1d-frame-topbot\"",
            "<caption class=\"s1d-table-title\"",
            "Table 1",
            "Loads</caption>",
            "<col width=\"25%\"/><col width=\"25%\"/><col width=\"50%\"/>",
            "<th colspan=\"2\" scope=\"col\">h</th><th scope=\"col\">i</th>",
            "<td rowspan=\"2\">x</td>",
            "<td class=\"s1d-right\">y</td>",
            "<td class=\"s1d-center s1d-middle\">z</td>",
            "<td></td><td>w</td>",
            "href=\"#s1d-t\"",
            "Table 1",
        ],
    );
}

#[test]
fn requirements_are_tables() {
    let html = html(
        "<procedure><preliminaryRqmts><reqCondGroup><reqCondNoRef><reqCond>Parked</reqCond></reqCondNoRef></reqCondGroup>\
         <reqPersons><person man='A'><personCategory personCategoryCode='Mechanic'/><personSkill skillLevelCode='sk01'/><trade>Wheels</trade><estimatedTime unitOfMeasure='h'>0,5</estimatedTime></person></reqPersons>\
         <reqSupportEquips><supportEquipDescrGroup><supportEquipDescr id='seq1'><name>Jack</name><identNumber><manufacturerCode>K1</manufacturerCode></identNumber><reqQuantity unitOfMeasure='EA'>1</reqQuantity></supportEquipDescr></supportEquipDescrGroup></reqSupportEquips>\
         <reqSupplies><noSupplies/></reqSupplies></preliminaryRqmts><mainProcedure/><closeRqmts><reqCondGroup><noConds/></reqCondGroup></closeRqmts></procedure>",
    );
    assert_order(
        &html,
        &[
            "Preliminary requirements</h2>",
            "Required conditions</h3>",
            "<th scope=\"col\">Condition</th>",
            "Parked",
            "Required persons",
            ">A</span>",
            "Mechanic",
            "Basic",
            "Wheels",
            "0,5",
            "h</span>",
            "Support equipment",
            "id=\"s1d-seq1\"",
            "Jack",
            "K1",
            "1",
            "EA</span>",
            "Consumables",
            "None",
            "Requirements after job completion",
            "None",
        ],
    );
}

#[test]
fn references_say_where_they_lead_and_whether_there_is_anything() {
    struct Library;
    impl Links for Library {
        fn object(&self, target: &ObjectRef) -> Link {
            if target.code.as_str().starts_with("GOOD") {
                Link::Found { href: "#/library/x".into(), title: Some("Title <b>".into()), applicability: None }
            } else if target.code.as_str().starts_with("EVIL") {
                Link::Found { href: "javascript:alert(1)".into(), title: None, applicability: None }
            } else {
                Link::Missing
            }
        }
    }
    let reference = |model: &str| {
        format!(
            "<dmRef><dmRefIdent><dmCode modelIdentCode='{model}' systemDiffCode='A' systemCode='00' subSystemCode='0' subSubSystemCode='0' assyCode='00' disassyCode='00' disassyCodeVariant='A' infoCode='040' infoCodeVariant='A' itemLocationCode='A'/></dmRefIdent></dmRef>"
        )
    };
    let content = format!(
        "<para>{} {} {} <internalRef internalRefId='no'/><dmRef/></para>",
        reference("GOOD"),
        reference("GONE"),
        reference("EVIL")
    );
    let rendered = with(&content, &Assignments::default(), Outside::Hide, &Library);
    assert_order(
        &rendered.html,
        &[
            "<a class=\"s1d-ref\" data-kind=\"dm\" data-state=\"found\" data-ref=\"0\" href=\"#/library/x\">",
            "Title &lt;b&gt;",
            "DMC-GOOD-A-00-00-00-00A-040A-A",
            "<span class=\"s1d-ref s1d-dangling\" data-kind=\"dm\" data-state=\"missing\" data-ref=\"1\" title=\"This is not in the library\">",
            "<span class=\"s1d-ref\" data-kind=\"dm\" data-state=\"found\" data-ref=\"2\">",
            "<span class=\"s1d-ref s1d-dangling\" data-kind=\"internal\" data-state=\"missing\"",
            ">no</span>",
            "This reference leads nowhere",
        ],
    );
    assert!(!rendered.html.contains("javascript"));
    let targets: Vec<bool> =
        rendered.references.iter().map(|own| matches!(own.target, Some(Target::Object(_)))).collect();
    assert_eq!(targets, [true, true, true, false, false]);
}

#[test]
fn figures_are_places_with_hotspots_and_boxes_that_say_what_is_missing() {
    struct Pictures;
    impl Links for Pictures {
        fn picture(&self, icn: &str, _: Option<&str>) -> Picture {
            match icn {
                "ICN-1" => Picture::Found { media: Media::Cgm },
                "ICN-2" => Picture::Missing,
                _ => Picture::Unsupported,
            }
        }
    }
    let content = "<figure id='f'><title>Frame</title><graphic infoEntityIdent='ICN-1'><hotspot id='h' applicationStructureIdent='hot1' applicationStructureName='7' hotspotTitle='Fork'><internalRef internalRefId='p'/></hotspot></graphic>\
                   <graphic infoEntityIdent='ICN-2'/></figure><para id='p'><internalRef internalRefId='h'/><symbol infoEntityIdent='ICN-3'/></para>";
    let rendered = with(content, &Assignments::default(), Outside::Hide, &Pictures);
    assert_order(
        &rendered.html,
        &[
            "<figure class=\"s1d-figure\" id=\"s1d-f\"><figcaption><span class=\"s1d-number s1d-gen\">Figure 1</span>",
            "Frame</figcaption>",
            "data-icn=\"ICN-1\" data-state=\"found\" data-figure=\"0\" data-media=\"cgm\"",
            "(Sheet 1 of 2)",
            "data-hotspot=\"hot1\"",
            ">7</span>",
            "Fork",
            "href=\"#s1d-p\"",
            "data-icn=\"ICN-2\" data-state=\"missing\"",
            "ICN-2 (Sheet 2 of 2): The picture is not in the library",
            "href=\"#s1d-h\"",
            "Figure 1 [7]",
            "data-state=\"unsupported\"",
            "cannot be shown in a browser",
        ],
    );
    let hotspot = &rendered.figures[0].hotspots[0];
    assert_eq!(
        (hotspot.object.as_str(), hotspot.name.as_str(), &hotspot.targets[..]),
        ("hot1", "7", &["s1d-p".to_owned()][..])
    );
    assert_eq!(rendered.figures.len(), 3);
}

#[test]
fn a_dispatch_item_is_the_table_that_crews_know() {
    let content = "<dispatchItem id='i'><title>Landing light</title><itemNumber>33-41-01</itemNumber>\
        <dispatchCondition id='c' label='A'><title>Day</title><repairCategory>C</repairCategory><numberInstalled>2</numberInstalled><numberRequired>1</numberRequired>\
        <remarks><para>(O) One may be inoperative provided:</para><provisoList logicalOperator='and'><proviso label='a'><para>by day.</para></proviso></provisoList></remarks>\
        <placard><para>INOP</para></placard><oProcedureRef><dmRef/></oProcedureRef></dispatchCondition></dispatchItem>";
    assert_order(
        &html(content),
        &[
            "data-kind=\"dispatchItem\"",
            ">33-41-01</span>",
            "Landing light</h2>",
            "<div class=\"s1d-item-number\"",
            "33-41-01",
            "<th scope=\"col\">Item</th><th scope=\"col\">Repair category</th><th scope=\"col\">Number installed</th><th scope=\"col\">Number required for dispatch</th><th scope=\"col\">Remarks or exceptions</th>",
            "id=\"s1d-c\"",
            ">A</span>",
            "Day",
            "<td>",
            "C",
            "<td>",
            "2",
            "<td>",
            "1",
            "<td>",
            "(O) One may",
            "<ol class=\"s1d-provisos\"",
            "data-label=\"a\"",
            ">a)</span>",
            "by day.",
            "Placard",
            "INOP",
            "Operational procedure (O)",
        ],
    );
    let chinese = draw_in("a fixture", module(content).as_bytes(), Locale::Chinese).html;
    assert_order(&chinese, &["修复类别", "安装数量", "放行所需数量", "备注或例外", "标牌", "操作程序 (O)"]);
}

#[test]
fn a_deviation_is_a_row_with_its_penalty() {
    let html = html(
        "<cdlItem><title>Fairing</title><itemNumber>53-21-01</itemNumber><location><para>Left</para></location><numberInstalled>2</numberInstalled>\
         <numberRequired>1</numberRequired><remarks><para>One may be missing.</para></remarks><performancePenalty><para>1 kt</para></performancePenalty></cdlItem>",
    );
    assert_order(
        &html,
        &[
            "53-21-01",
            "Fairing",
            "Performance penalty</th>",
            "Left",
            "<td>",
            "2",
            "<td>",
            "1",
            "<td>",
            "One may",
            "<td>",
            "1 kt",
        ],
    );
}

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
        &["Units per assembly</th>", ">• 01 002</span>", ">00A</span>", "<td>", "4", "<td>", "KZ1 P-7", "<td>", "Bolt"],
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
            "<wiringData><wireGroup><wire wireState='active'><wireIdent><wireNumber>7</wireNumber></wireIdent><wireConnection><fromEquip><contactInfo/></fromEquip></wireConnection></wire></wireGroup></wiringData>",
        ),
        &["Wires", "<th scope=\"col\">Wire</th>", "active", "7", "From"],
    );
}

#[test]
fn checks_are_a_table_with_the_numbers_of_the_author() {
    let html = html(
        "<checkList><checkListItems><workArea>Cabin</workArea><checkListItem id='c'><itemNumber>4</itemNumber><name>Doors</name>\
         <checkListProcedure><checkListPara>Close</checkListPara></checkListProcedure></checkListItem></checkListItems></checkList>\
         <para><internalRef internalRefId='c'/></para>",
    );
    assert_order(
        &html,
        &[
            "Checklist</h2>",
            "Cabin",
            "<th scope=\"col\">Item</th>",
            "id=\"s1d-c\"",
            "4",
            "<td>",
            "Doors",
            "<td>",
            "Close",
            "Step 4",
        ],
    );
}

#[test]
fn what_nobody_knows_is_a_labelled_block_and_keeps_its_words() {
    let html = html(
        "<description><para>a</para><superThing colour='red' style='x:y'>b<para>c</para></superThing></description>",
    );
    assert_order(
        &html,
        &[
            "a</p>",
            "<div class=\"s1d-unknown\" data-kind=\"superThing\"",
            "Super thing</div>",
            "Colour: red",
            "b",
            "c</p>",
        ],
    );
    assert!(!html.contains("x:y"));
}

#[test]
fn lists_inline_markup_and_equations_are_what_they_look_like() {
    let html = html(
        "<para>A <emphasis>b</emphasis><subScript>2</subScript> <verbatimText>x  y</verbatimText> <quantity><quantityGroup><quantityValue quantityUnitOfMeasure='kg'>5</quantityValue><quantityTolerance>1</quantityTolerance></quantityGroup></quantity>\
         <acronym><acronymTerm>ELT</acronymTerm><acronymDefinition>locator</acronymDefinition></acronym>\
         <randomList listItemPrefix='pf02'><listItem><para>i</para></listItem></randomList><sequentialList><title>T</title><listItem>j</listItem></sequentialList>\
         <definitionList><definitionListItem><listItemTerm>k</listItemTerm><listItemDefinition><para>l</para></listItemDefinition></definitionListItem></definitionList></para>\
         <equation><math xmlns='http://www.w3.org/1998/Math/MathML' onclick='x'><mfrac><mi>a</mi><mn>2</mn></mfrac><script>alert(1)</script></math></equation>",
    );
    assert_order(
        &html,
        &[
            "<div class=\"s1d-para\"",
            "<strong class=\"s1d-emphasis\">b</strong><sub>2</sub>",
            "<code class=\"s1d-verbatim\">x  y</code>",
            "5",
            "kg",
            "±",
            "1",
            "ELT",
            " (",
            "locator",
            ")",
            "<ul class=\"s1d-list s1d-list-dash\"",
            "<li",
            "i",
            "<ol class=\"s1d-list\"",
            "s1d-list-title",
            "T",
            "j",
            "<dl class=\"s1d-definitions\"",
            "<dt>k</dt>",
            "<dd>",
            "l",
            "<math><mfrac><mi>a</mi><mn>2</mn></mfrac><mtext>alert(1)</mtext></math>",
        ],
    );
}

#[test]
fn changes_carry_their_marks_and_the_module_its_reasons() {
    let text = "<dmodule><identAndStatusSection><dmStatus><reasonForUpdate id='rfu1' updateReasonType='urt02' updateHighlight='1'><simplePara>New torque</simplePara></reasonForUpdate></dmStatus></identAndStatusSection>\
                <content><description><para changeType='modify' changeMark='1' reasonForUpdateRefIds='rfu1'>45 Nm</para><para changeType='add' changeMark='0'>x</para></description></content></dmodule>";
    let rendered = draw("a fixture", text.as_bytes());
    assert_order(
        &rendered.html,
        &["data-change=\"modify\" data-reasons=\"rfu1\">45 Nm", "Reasons for update", "New torque"],
    );
    assert!(!rendered.html.contains("data-change=\"add\""));
    let reason = &rendered.reasons[0];
    assert_eq!(
        (reason.id.as_str(), reason.kind.as_deref(), reason.highlighted, reason.text.as_str()),
        ("rfu1", Some("urt02"), true, "New torque")
    );
}

fn model(value: &str) -> Assignments {
    let mut choice = Assignments::default();
    choice.assign(Property { kind: PropertyKind::Attribute, ident: "model".into() }, value);
    choice
}

const ANNOTATED: &str = "<referencedApplicGroup><applic id='a1'><displayText><simplePara>Type one</simplePara></displayText><assert applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValues='1'/></applic>\
    <applic id='a2'><assert applicPropertyIdent='kit' applicPropertyType='condition' applicPropertyValues='INSTALLED'/></applic></referencedApplicGroup>\
    <description><para applicRefId='a1'>first</para><para applicRefId='a2'>second</para>\
    <randomList><listItem applicRefId='a1'><para>third</para></listItem></randomList></description>";

#[test]
fn what_does_not_apply_is_left_out_and_says_so() {
    let rendered = with(ANNOTATED, &model("2"), Outside::Hide, &Unresolved);
    assert!(!rendered.html.contains("first") && !rendered.html.contains("third"), "{}", rendered.html);
    assert_order(
        &rendered.html,
        &[
            "<div class=\"s1d-hidden s1d-gen\" id=",
            "data-applic=\"no\" data-applic-id=\"a1\">Not shown, applicable to: Type one</div>",
            "Applicable to: kit installed",
            "data-applic=\"unknown\" data-applic-id=\"a2\">second",
            "<li class=\"s1d-hidden s1d-gen\"",
        ],
    );
    assert_eq!((rendered.hidden, rendered.unknown), (2, 1));
    let said: Vec<_> = rendered
        .annotations
        .iter()
        .map(|own| (own.id.as_str(), own.truth, own.text.as_str(), own.reason.as_str(), own.pieces))
        .collect();
    assert_eq!(
        said,
        [("a1", Truth::False, "Type one", "model 1", 2), ("a2", Truth::Unknown, "kit installed", "kit installed", 1)]
    );
}

#[test]
fn what_does_not_apply_can_be_greyed_and_what_applies_is_marked() {
    let rendered = with(ANNOTATED, &model("2"), Outside::Grey, &Unresolved);
    assert_order(
        &rendered.html,
        &["Applicable to: Type one", "data-applic=\"no\" data-applic-id=\"a1\">first", "data-applic=\"no\"", "third"],
    );
    assert_eq!((rendered.hidden, rendered.unknown), (2, 1));
    let rendered = with(ANNOTATED, &model("1"), Outside::Hide, &Unresolved);
    assert_order(
        &rendered.html,
        &["data-applic=\"yes\" data-applic-id=\"a1\">first", "data-applic=\"yes\" data-applic-id=\"a1\"", "third"],
    );
    assert_eq!((rendered.hidden, rendered.unknown), (0, 1));
}

/// A repository in which each entry stands for the model of its name.
struct Repository;

impl Links for Repository {
    fn annotation(&self, ident: &str) -> Option<Applic> {
        let text = format!(
            "<dmStatus><applic><assert applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValues='{ident}'/></applic></dmStatus>"
        );
        let checked = guard::check(text.as_bytes()).ok()?;
        object::read(&checked).ok()?.0.applicability
    }
}

#[test]
fn the_whole_module_applies_as_its_status_or_what_that_points_at_says() {
    let of = |status: &str, links: &dyn Links| {
        let text = format!(
            "<dmodule><identAndStatusSection>{status}</identAndStatusSection><content>{ANNOTATED}</content></dmodule>"
        );
        let checked = guard::check(text.as_bytes()).expect("a fixture");
        let (tables, choice) = (Tables::default(), model("2"));
        let options =
            Options { locale: Locale::English, choice: &choice, outside: Outside::Hide, tables: &tables, links };
        let module = render(&checked, &options).expect("a fixture").applicability;
        module.map(|own| (own.id, own.truth, own.text))
    };
    let said = |truth, text: &str| Some(("module".to_owned(), truth, text.to_owned()));
    assert_eq!(of("<dmStatus applicRefId='a1'/>", &Unresolved), said(Truth::False, "Type one"));
    assert_eq!(of("<dmStatus applicRefIds='a1 a2'/>", &Unresolved), said(Truth::False, "Type one; kit installed"));
    assert_eq!(of("<dmStatus><applicRef applicIdentValue='2'/></dmStatus>", &Repository), said(Truth::True, "model 2"));
    let nowhere = of("<dmStatus><applicRef applicIdentValue='2'/></dmStatus>", &Unresolved);
    assert_eq!(nowhere.map(|(_, truth, _)| truth), Some(Truth::Unknown));
    assert_eq!(of("<dmStatus issueType='new'/>", &Repository), None);
}

#[test]
fn annotations_of_a_repository_and_inline_ones_are_decided_too() {
    let content = "<referencedApplicGroupRef><applicRef id='r1' applicIdentValue='1'/></referencedApplicGroupRef><description><para applicRefId='r1'>one</para>\
                   <levelledPara><applic><assert applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValues='2'/></applic><para>two</para></levelledPara><para applicRefId='gone'>three</para></description>";
    let rendered = with(content, &model("1"), Outside::Hide, &Repository);
    assert!(rendered.html.contains(">one<") && !rendered.html.contains("two") && rendered.html.contains(">three<"));
    let truths: Vec<_> = rendered.annotations.iter().map(|own| own.truth).collect();
    assert_eq!(truths, [Truth::True, Truth::False, Truth::Unknown]);
}

#[test]
fn contents_and_lists_are_drawn_too() {
    let pm = "<pm><content><pmEntry><pmEntryTitle>Chapter</pmEntryTitle><dmRef/><pmEntry><pmEntryTitle>Section</pmEntryTitle></pmEntry></pmEntry></content></pm>";
    assert_order(
        &draw("a fixture", pm.as_bytes()).html,
        &["data-kind=\"pm\"", "Chapter</h2>", "s1d-dangling", "Section</h3>"],
    );
    let ddn = "<ddn><ddnContent><deliveryList><deliveryListItem><dispatchFileName>A.XML</dispatchFileName></deliveryListItem></deliveryList></ddnContent></ddn>";
    assert_order(&draw("a fixture", ddn.as_bytes()).html, &["data-kind=\"ddn\"", "Delivered files", "A.XML"]);
}
