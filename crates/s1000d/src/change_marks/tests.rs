mod since;

use super::*;
use crate::{guard, splice};

const BASE: &str = "<dmodule><identAndStatusSection><issueInfo issueNumber='001'/></identAndStatusSection><content>\
    <levelledPara><title>Pump</title>\
    <para>Torque the bolt to 12 Nm and lock it with wire.</para><para>Clean the part with a dry cloth.</para>\
    </levelledPara></content></dmodule>";

fn marked_with(before: &str, text: &str, request: &MarkRequest<'_>) -> String {
    let (a, b) = (guard::check_text(before).expect("a text"), guard::check_text(text).expect("a text"));
    let splices = mark(&a, &b, request).expect("two texts").expect("texts that are alike");
    splice::apply(text, &splices).expect("a text")
}

fn marked(before: &str, text: &str) -> String {
    marked_with(before, text, &MarkRequest::default())
}

fn removed(text: &str) -> String {
    let checked = guard::check_text(text).expect("a text");
    splice::apply(text, &remove(&checked).expect("splices")).expect("a text")
}

#[test]
fn nothing_is_marked_where_nothing_changed() {
    assert_eq!(marked(BASE, BASE), BASE);
    let layout = BASE.replace("><para>", ">\r\n  <para>").replace("issueNumber='001'", "issueNumber='002'");
    assert_eq!(marked(BASE, &layout), layout, "neither layout nor the status is marked");
}

#[test]
fn changed_words_are_marked_apart() {
    let text = BASE.replace("12 Nm", "14 Nm");
    let expected = text.replace("14 Nm", "<changeInline changeMark=\"1\" changeType=\"modify\">14</changeInline> Nm");
    assert_eq!(marked(BASE, &text), expected);
    let text = BASE.replace("lock it", "lock it at once");
    let words = "<changeInline changeMark=\"1\" changeType=\"add\">at once</changeInline>";
    assert_eq!(marked(BASE, &text), text.replace("at once", words));
}

#[test]
fn a_text_is_marked_as_a_whole_where_words_cannot_be_marked_apart() {
    let mark = "<para changeMark=\"1\" changeType=\"modify\">";
    let whole = |text: &str, start: &str| {
        let place = text.find(start).expect("the text") - "<para>".len();
        format!("{}{mark}{}", &text[..place], &text[place + "<para>".len()..])
    };
    let cut = BASE.replace(" and lock it with wire", "");
    assert_eq!(marked(BASE, &cut), whole(&cut, "Torque the"), "words were removed");
    let inline = BASE.replace("a dry cloth", "a <emphasis>dry clean</emphasis> cloth");
    assert_eq!(marked(BASE, &inline), whole(&inline, "Clean the"), "tags were added");
    let literal = BASE.replace("12 Nm", "<![CDATA[14 Nm]]>");
    assert_eq!(marked(BASE, &literal), whole(&literal, "Torque the"), "no tag can stand in a CDATA section");
}

#[test]
fn added_elements_are_marked_and_what_is_inside_them_is_not() {
    let new = "<levelledPara><title>New</title><para>Dry it.</para></levelledPara>";
    let text = BASE.replace("</levelledPara>", &format!("{new}</levelledPara>"));
    let expected =
        text.replace("<levelledPara><title>New", "<levelledPara changeMark=\"1\" changeType=\"add\"><title>New");
    assert_eq!(marked(BASE, &text), expected);
}

#[test]
fn what_is_beside_something_removed_is_modified() {
    let text = BASE.replace("<para>Clean the part with a dry cloth.</para>", "");
    let expected = text.replace("<para>Torque", "<para changeMark=\"1\" changeType=\"modify\">Torque");
    assert_eq!(marked(BASE, &text), expected, "an element of the same name");
    let noted = BASE.replace("</levelledPara>", "<note><notePara>Dry it.</notePara></note></levelledPara>");
    let expected = BASE.replace("<levelledPara>", "<levelledPara changeMark=\"1\" changeType=\"modify\">");
    assert_eq!(marked(&noted, BASE), expected, "the element around it");
}

#[test]
fn what_is_removed_below_an_element_without_marks_is_marked_beside_it() {
    let note = "<note><notePara>Dry it.</notePara></note>";
    let described = |inside: &str| {
        BASE.replace("<levelledPara>", &format!("<description>{inside}<levelledPara>"))
            .replace("</levelledPara>", "</levelledPara></description>")
    };
    let text = described("");
    let expected = text.replace("<levelledPara>", "<levelledPara changeMark=\"1\" changeType=\"modify\">");
    assert_eq!(marked(&described(note), &text), expected);
}

#[test]
fn an_element_in_the_place_of_another_is_marked_alone() {
    let note = "<note><notePara>Dry it.</notePara></note>";
    let text = BASE.replace("<para>Clean the part with a dry cloth.</para>", note);
    assert_eq!(marked(BASE, &text), text.replace("<note>", "<note changeMark=\"1\" changeType=\"add\">"));
}

#[test]
fn the_status_section_has_no_marks() {
    let applic = |text: &str| format!("<applic><displayText><simplePara>{text}</simplePara></displayText></applic>");
    let with = |text: &str| BASE.replace("<issueInfo", &format!("{}<issueInfo", applic(text)));
    let text = with("Bikes from 2020 on");
    assert_eq!(marked(&with("All bikes"), &text), text);
    assert_eq!(marked(BASE, &text), text);
}

#[test]
fn a_sheet_inside_a_marked_figure_is_not_marked() {
    let figure =
        "<figure><title>Pump</title><graphic infoEntityIdent='ICN-1'/><graphic infoEntityIdent='ICN-2'/></figure>";
    let base = BASE.replace("</levelledPara>", &format!("{figure}</levelledPara>"));
    let sheet = base.replace("ICN-1'", "ICN-1' applicRefId='a1'");
    assert!(marked(&base, &sheet).contains("<graphic changeMark=\"1\" changeType=\"modify\" infoEntityIdent='ICN-1'"));
    let text = sheet.replace("<figure>", "<figure applicRefId='a1'>");
    let expected = text.replace("<figure ", "<figure changeMark=\"1\" changeType=\"modify\" ");
    assert_eq!(marked(&base, &text), expected);
    let own = text.replace("infoEntityIdent='ICN-1'", "changeMark='1' changeType='modify' infoEntityIdent='ICN-1'");
    assert_eq!(marked(&base, &own), expected, "a mark that is there already");
}

#[test]
fn editorial_changes_are_not_marked() {
    let request = MarkRequest { is_editorial: true, ..MarkRequest::default() };
    let text = BASE.replace("12 Nm", "14 Nm").replace("<para>Clean", "<para>Dry it.</para><para>Clean");
    assert_eq!(marked_with(BASE, &text, &request), text);
}

#[test]
fn an_element_that_has_no_marks_passes_them_on() {
    let table = "<table><tgroup cols='1'><tbody><row><entry><para>One</para></entry></row></tbody></tgroup></table>";
    let base = BASE.replace("</levelledPara>", &format!("{table}</levelledPara>"));
    let text = base.replace("<entry>", "<entry namest='a'>");
    assert_eq!(marked(&base, &text), text.replace("<row>", "<row changeMark=\"1\" changeType=\"modify\">"));
}

#[test]
fn marks_name_the_reason() {
    let request = MarkRequest { reason: Some("rfu-002"), ..MarkRequest::default() };
    let text = BASE.replace("<para>Clean", "<para applicRefId='a1'>Clean");
    let mark = "<para changeMark=\"1\" changeType=\"modify\" reasonForUpdateRefIds=\"rfu-002\" applicRefId='a1'>";
    assert_eq!(marked_with(BASE, &text, &request), text.replace("<para applicRefId='a1'>", mark));
}

#[test]
fn marks_of_the_author_stay_and_get_the_reason() {
    let request = MarkRequest { reason: Some("rfu-002"), ..MarkRequest::default() };
    let own = "<para changeType='add' reasonForUpdateRefIds='rfu-001' changeMark='1' applicRefId='a1'>Clean";
    let text = BASE.replace("<para>Clean", own);
    let expected = text.replace("'rfu-001'", "'rfu-001 rfu-002'");
    assert_eq!(marked_with(BASE, &text, &request), expected);
    assert_eq!(marked_with(BASE, &expected, &request), expected, "the reason is there already");
    let off = text.replace("changeMark='1'", "changeMark='0'");
    assert_eq!(marked_with(BASE, &off, &request), off);
    let words = BASE.replace("12 Nm", "<changeInline changeMark='1'>14</changeInline> Nm");
    let expected = words.replace("<changeInline ", "<changeInline reasonForUpdateRefIds=\"rfu-002\" ");
    assert_eq!(marked_with(BASE, &words, &request), expected);
}

#[test]
fn all_marks_are_removed_but_those_of_deleted_text() {
    let text = BASE
        .replace("<title>", "<title changeMark = '1' id='t'>")
        .replace("12 Nm", "<changeInline changeMark='1' changeType='add'>12</changeInline> Nm")
        .replace("dry", "<changeInline changeType='delete'/>dry");
    assert_eq!(removed(&text), BASE.replace("<title>", "<title id='t'>"));
    let deleted = BASE.replace("<para>Clean", "<para changeType='delete' changeMark='1'>Clean");
    assert_eq!(removed(&deleted), deleted);
    let named = BASE.replace("12 Nm", "<changeInline id='c' changeMark='1'>12</changeInline> Nm");
    assert_eq!(removed(&named), named.replace(" changeMark='1'", ""), "others may refer to it");
}

#[test]
fn issues_before_4_have_no_such_marks() {
    let old = |text: &str| text.replace("identAndStatusSection", "idstatus");
    let text = old(&BASE.replace("12 Nm", "14 Nm"));
    assert_eq!(marked(&old(BASE), &text), text);
}

#[test]
fn a_model_decides_what_may_be_marked() {
    let mut learner = crate::model::ModelLearner::default();
    let known = BASE.replace("<para>Torque", "<para changeMark='1' changeType='add' reasonForUpdateRefIds='a'>Torque");
    learner.learn(&known).expect("a module");
    let model = learner.model();
    let request = MarkRequest { model: Some(&model), ..MarkRequest::default() };
    let text = BASE.replace("12 Nm", "14 Nm").replace("<title>Pump", "<title>Pumps");
    let expected = text.replace("<para>Torque", "<para changeMark=\"1\" changeType=\"modify\">Torque");
    assert_eq!(marked_with(BASE, &text, &request), expected, "no title and no words are marked");
}
