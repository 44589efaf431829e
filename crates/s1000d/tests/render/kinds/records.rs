//! Layout of checklists, questions and fields.

use domain::language::Locale;

use super::{assert_order, html, module};
use crate::reading::draw_in;

#[test]
fn the_steps_of_a_check_are_numbered() {
    let content = "<checkList><checkListItems><checkListItem><itemNumber>4</itemNumber><name>Brakes</name><checkListProcedure>\
        <checkListStep><para>Press.</para><equipmentNotAvailable><para>They drag.</para></equipmentNotAvailable></checkListStep>\
        <checkListStep><para>Release.</para><checkListStep><para>Listen.</para></checkListStep></checkListStep>\
        </checkListProcedure></checkListItem></checkListItems></checkList>";
    let html = html(content);
    assert_order(
        &html,
        &[">Brakes<", ">1</span>", "Press.", "Not available if", "They drag.", ">2</span>", "Release.", ">2.1</span>"],
    );
    assert!(!html.contains("s1d-unknown"), "{html}");
}

#[test]
fn a_question_is_followed_by_its_answers_of_which_one_is_right() {
    let option = |text: &str, correct: &str| {
        format!(
            "<lcAnswerOption><lcAnswerOptionContent><description><para>{text}</para></description></lcAnswerOptionContent>{correct}</lcAnswerOption>"
        )
    };
    let content = format!(
        "<learning><learningAssessment><lcInteraction><lcSingleSelect><lcQuestion><description><para>What stops it?</para></description></lcQuestion>\
         <lcAnswerOptionGroup>{}{}</lcAnswerOptionGroup></lcSingleSelect></lcInteraction></learningAssessment></learning>",
        option("The bell", ""),
        option("The brake", "<lcCorrectResponse/>")
    );
    assert_order(
        &html(&content),
        &[
            "Single choice</h3>",
            "<div class=\"s1d-question\"",
            "What stops it?",
            "<ol class=\"s1d-list s1d-list-letters\"",
            "<li",
            "The bell",
            "<li",
            "The brake",
            "<div class=\"s1d-correct\"",
            "Correct answer",
        ],
    );
    let chinese = draw_in("a fixture", module(&content).as_bytes(), Locale::Chinese).html;
    assert_order(&chinese, &["单选题", "正确答案"]);
}

#[test]
fn pairs_to_match_are_a_table() {
    let content = "<lcMatchTable><lcMatchingPair><lcItem><description><para>Bell</para></description></lcItem>\
        <lcMatchingItem><description><para>Sound</para></description></lcMatchingItem></lcMatchingPair></lcMatchTable>";
    assert_order(
        &html(content),
        &["<table class=\"s1d-records\"", ">Item</th>", ">Match</th>", "Bell", "<td", "Sound"],
    );
}

#[test]
fn the_fields_of_wiring_data_are_explained_in_a_table() {
    let content = "<wiringFields><descrWire><descrWireNumber><fieldName>WN</fieldName><descr>Number of the wire</descr></descrWireNumber>\
        <descrVoltage><fieldName>V</fieldName><descr>Voltage of the wire</descr></descrVoltage></descrWire></wiringFields>";
    assert_order(
        &html(content),
        &[
            "Wire</h2>",
            "<th scope=\"col\">Field</th><th scope=\"col\">Name</th>",
            "Wire number",
            ">WN<",
            "Number of the wire",
            ">Voltage<",
            ">V<",
        ],
    );
}

#[test]
fn a_date_is_written_as_everywhere() {
    let html = html("<issueDate year='2026' month='03' day='07'/>");
    assert!(html.contains("2026/03/07"), "{html}");
}
