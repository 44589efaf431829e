use super::*;
use crate::{guard, splice};

const BASE: &str = "<dmodule><identAndStatusSection><issueInfo issueNumber='001'/></identAndStatusSection><content>\
    <levelledPara><title>Pump</title>\
    <para>Torque the bolt to 12 Nm and lock it with wire.</para><para>Clean the part with a dry cloth.</para>\
    </levelledPara></content></dmodule>";

fn marked_with(before: &str, text: &str, request: &MarkRequest<'_>) -> String {
    let (a, b) = (guard::check_text(before).expect("a text"), guard::check_text(text).expect("a text"));
    splice::apply(text, &mark(&a, &b, request).expect("splices")).expect("a text")
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
fn the_element_around_something_removed_is_modified() {
    let text = BASE.replace("<para>Clean the part with a dry cloth.</para>", "");
    let expected = text.replace("<levelledPara>", "<levelledPara changeMark=\"1\" changeType=\"modify\">");
    assert_eq!(marked(BASE, &text), expected);
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
    assert_eq!(marked_with(BASE, &words, &request), words);
}

#[test]
fn a_full_issue_loses_the_marks_of_the_issue_before() {
    let before = BASE
        .replace("<title>", "<title id='t' changeMark='1'\n changeType='add' reasonForUpdateRefIds='rfu-001'>")
        .replace("<para>Clean", "<para changeType=\"modify\" changeMark=\"1\">Clean")
        .replace("12 Nm", "<changeInline changeMark='1' changeType='modify'>12</changeInline> Nm");
    let request = MarkRequest { removes_old: true, ..MarkRequest::default() };
    assert_eq!(marked_with(&before, &before, &request), BASE.replace("<title>", "<title id='t'>"));
    let text = before.replace("a dry cloth", "a wet cloth");
    let words = "<changeInline changeMark=\"1\" changeType=\"modify\">wet</changeInline>";
    let expected = BASE.replace("<title>", "<title id='t'>").replace("a dry cloth", &format!("a {words} cloth"));
    assert_eq!(marked_with(&before, &text, &request), expected);
    assert!(marked(&before, &text).contains("<title id='t' changeMark='1'"), "they stay while the issue is in work");
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
