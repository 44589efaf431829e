//! Layout of tables.

use domain::language::Locale;

use super::{assert_order, html, module};
use crate::any::assert_safe;
use crate::reading::draw_in;

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
fn a_header_or_footer_with_columns_of_its_own_is_drawn_by_their_names() {
    let html = html(
        "<table><tgroup cols='3'><colspec colname='a' colwidth='1*'/><colspec colname='b' align='right' colwidth='1*'/><colspec colname='c' colwidth='2*'/>\
         <thead><colspec colname='h1'/><colspec colname='h2'/><colspec colname='h3' align='center' colwidth='9*'/>\
         <row><entry namest='h1' nameend='h2'>wide</entry><entry colname='h3'>i</entry></row></thead>\
         <tfoot><colspec colname='f1'/><colspec colname='f2'/><row><entry colname='f2'>f</entry><entry>g</entry></row></tfoot>\
         <tbody><row><entry colname='a'>x</entry><entry colname='b'>y</entry><entry colname='c'>z</entry></row></tbody></tgroup></table>",
    );
    // The widths are those of the table.
    assert!(html.contains("<col width=\"25%\"/><col width=\"25%\"/><col width=\"50%\"/>"), "{html}");
    let cells = "<th colspan=\"2\" scope=\"col\">wide</th><th class=\"s1d-center\" scope=\"col\">i</th>";
    assert!(html.contains(cells), "{html}");
    assert!(html.contains("<td></td><td>f</td><td>g</td>"), "{html}");
    assert!(html.contains("<td>x</td><td class=\"s1d-right\">y</td><td>z</td>"), "{html}");
}

#[test]
fn what_is_done_to_a_circuit_breaker_is_a_condition_and_no_reference() {
    let html = html(
        "<procedure><preliminaryRqmts><reqCondGroup><reqCondCircuitBreaker><reqCond>Make it safe</reqCond>\
         <circuitBreakerDescrGroup circuitBreakerAction='open'><circuitBreakerDescr><name>FIRE EXT</name></circuitBreakerDescr></circuitBreakerDescrGroup>\
         </reqCondCircuitBreaker></reqCondGroup></preliminaryRqmts><mainProcedure/></procedure>",
    );
    assert_order(&html, &["Make it safe", "Action: Open", "FIRE EXT", "</td><td>", "</td></tr>"]);
}

#[test]
fn an_issue_and_a_security_class_are_said_once() {
    let html = html(
        "<frontMatter><frontMatterTitlePage><issueInfo issueNumber='002' inWork='00'/>\
         <security securityClassification='01'/></frontMatterTitlePage></frontMatter>",
    );
    assert_order(&html, &["Issue", "002-00", "Unclassified (01)"]);
    assert!(!html.contains("In work") && !html.contains("s1d-none"), "{html}");
}

#[test]
fn a_list_of_front_matter_is_headed_by_what_it_lists() {
    let list = |kind: &str| html(&format!("<frontMatter><frontMatterList frontMatterType='{kind}'/></frontMatter>"));
    assert_order(&list("fm07"), &["List of abbreviations</h"]);
    assert_order(&list("fm77"), &["List</h"]);
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
fn checks_are_a_table_with_the_numbers_of_the_author() {
    let html = html(
        "<checkList><checkListItems><workArea>Cabin</workArea><checkListItem id='c'><itemNumber>4</itemNumber><name>Doors</name>\
         <checkListProcedure><checkListPara>Close</checkListPara></checkListProcedure></checkListItem></checkListItems></checkList>\
         <para><internalRef internalRefId='c'/></para>",
    );
    assert_order(
        &html,
        &[
            "Checklist – Cabin</h2>",
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
fn the_outline_tells_checks_apart_by_their_place() {
    let list = |place: &str| {
        format!("<checkListItems>{place}<checkListItem><name>Doors</name></checkListItem></checkListItems>")
    };
    let lists = list("<workArea>Cabin</workArea>") + &list("<workArea>Nose</workArea>") + &list("");
    let drawn = draw_in("a fixture", module(&format!("<checkList>{lists}</checkList>")).as_bytes(), Locale::Chinese);
    let titles: Vec<&str> = drawn.outline.iter().map(|heading| heading.title.as_str()).collect();
    assert_eq!(titles, ["检查单 – Cabin", "检查单 – Nose", "检查单"]);
}

#[test]
fn a_limit_says_what_kind_it_is() {
    let limit = "<timeLimitInfo><timeLimit><limitType limitTypeValue='pe'><threshold thresholdUnitOfMeasure='th06'>        <thresholdValue>1</thresholdValue></threshold></limitType></timeLimit></timeLimitInfo>";
    assert_order(&html(limit), &["<th scope=\"col\">Limit</th>", "Periodic", "Days"]);
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
fn an_item_with_two_numbers_has_no_id_twice() {
    let content =
        "<dispatchItem><title>Light</title><itemNumber>1</itemNumber><itemNumber>2</itemNumber></dispatchItem>";
    assert_safe(&html(content));
}
