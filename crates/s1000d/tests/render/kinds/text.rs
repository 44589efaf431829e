//! Running text: paragraphs, steps, warnings, lists and what is marked in them.

use s1000d::applic::Assignments;
use s1000d::document::SafetyLevel;
use s1000d::document::html::{Links, Outside, Unresolved};
use s1000d::document::shared::{SharedSymbol, SharedWarning};

use super::{assert_order, html, module, with};
use crate::reading::draw;

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
        &["data-change=\"modify\" data-reasons=\"rfu1\">45 Nm", "Changes in this issue", "New torque"],
    );
    assert!(!rendered.html.contains("data-change=\"add\""));
    let reason = &rendered.reasons[0];
    assert_eq!(
        (reason.id.as_str(), reason.kind.as_deref(), reason.highlighted, reason.text.as_str()),
        ("rfu1", Some("urt02"), true, "New torque")
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

/// A library with one shared warning.
struct Shared;

impl Links for Shared {
    fn warning(&self, _level: SafetyLevel, ident: &str) -> Option<SharedWarning> {
        let symbol = SharedSymbol { icn: "ICN-HOT".into(), file: Some("ICN-HOT.PNG".into()) };
        (ident == "hot").then(|| SharedWarning { paragraphs: vec!["It is hot.".into()], symbols: vec![symbol] })
    }
}

#[test]
fn a_warning_of_a_repository_shows_its_text_and_its_symbol() {
    let content = "<warningsAndCautionsRef><warningRef id='w' warningIdentNumber='hot'/><cautionRef id='c' cautionIdentNumber='lost'/></warningsAndCautionsRef>\
        <description><para warningRefs='w' cautionRefs='c'>Touch it.</para></description>";
    let rendered = with(content, &Assignments::default(), Outside::Hide, &Shared);
    let (_, read) = rendered.html.split_once("</details>").expect("the list of warnings");
    assert_order(
        read,
        &[
            "<aside class=\"s1d-warning\"",
            "data-icn=\"ICN-HOT\" data-state=\"pending\" data-figure=\"0\"",
            "It is hot.",
            "<aside class=\"s1d-caution\"",
            "lost",
            "Touch it.",
        ],
    );
    assert_eq!(rendered.figures.len(), 1, "the copy shows the same picture");
}

#[test]
fn the_symbol_of_a_warning_that_is_copied_is_its_own() {
    let content = "<warningsAndCautions><warning id='w'><symbol infoEntityIdent='ICN-HOT'/><warningAndCautionPara>Hot</warningAndCautionPara></warning></warningsAndCautions>\
        <para warningRefs='w'>Touch it.</para><figure><graphic infoEntityIdent='ICN-PUMP'/></figure>";
    let rendered = with(content, &Assignments::default(), Outside::Hide, &Unresolved);
    let icns: Vec<&str> = rendered.figures.iter().map(|figure| figure.icn.as_str()).collect();
    assert_eq!(icns, ["ICN-HOT", "ICN-PUMP"]);
    assert_eq!(
        rendered.html.matches("data-icn=\"ICN-HOT\" data-state=\"pending\" data-figure=\"0\"").count(),
        2,
        "{}",
        rendered.html
    );
}
