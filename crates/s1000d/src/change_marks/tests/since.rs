//! The treatment of marks that a text has already.

use super::*;

const MODIFIED: &str = "changeMark=\"1\" changeType=\"modify\"";

fn of_issue<'m>(checked_out: Option<&'m Checked<'m>>) -> MarkRequest<'m> {
    MarkRequest { scope: MarkScope::Issue { checked_out }, ..MarkRequest::default() }
}

#[test]
fn a_full_issue_loses_the_marks_of_the_issue_before() {
    let before = BASE
        .replace("<title>", "<title id='t' changeMark='1'\n changeType='add' reasonForUpdateRefIds='rfu-001'>")
        .replace("<para>Clean", "<para changeType=\"modify\" changeMark=\"1\">Clean")
        .replace("12 Nm", "<changeInline changeMark='1' changeType='modify'>12</changeInline> Nm");
    let request = of_issue(None);
    assert_eq!(marked_with(&before, &before, &request), BASE.replace("<title>", "<title id='t'>"));
    let text = before.replace("a dry cloth", "a wet cloth");
    let words = "<changeInline changeMark=\"1\" changeType=\"modify\">wet</changeInline>";
    let expected = BASE.replace("<title>", "<title id='t'>").replace("a dry cloth", &format!("a {words} cloth"));
    assert_eq!(marked_with(&before, &text, &request), expected);
    assert!(marked(&before, &text).contains("<title id='t' changeMark='1'"), "they stay while the issue is in work");
}

#[test]
fn a_full_issue_loses_the_marks_of_what_no_longer_differs() {
    let words = |number: &str| format!("<changeInline {MODIFIED}>{number}</changeInline> Nm");
    let marks =
        |number: &str| BASE.replace("12 Nm", &words(number)).replace("<para>Clean", &format!("<para {MODIFIED}>Clean"));
    let work = marks("14").replace("a dry cloth", "a cloth");
    let checked_out = guard::check_text(&work).expect("a text");
    let request = of_issue(Some(&checked_out));
    assert_eq!(marked_with(BASE, &marks("12"), &request), BASE);
    assert_eq!(marked_with(BASE, &work, &request), work, "what differs stays marked");
    let own = marks("12").replace("<title>", "<title changeMark='1' changeType='modify'>");
    let expected = BASE.replace("<title>", "<title changeMark='1' changeType='modify'>");
    assert_eq!(marked_with(BASE, &own, &request), expected, "the author wrote it into this draft");
}

#[test]
fn marks_of_the_issue_before_with_a_reason_of_the_work_are_out_of_date() {
    let with = |reasons: &str| {
        let mark = format!("<para changeMark=\"1\" changeType=\"add\" reasonForUpdateRefIds=\"{reasons}\">Clean");
        BASE.replace("<para>Clean", &mark)
    };
    let (before, work) = (with("rfu-001"), with("rfu-001 rfu-002"));
    let shorter = |text: &str| text.replace(" dry", "");
    let expected =
        shorter(BASE).replace("<para>Clean", &format!("<para {MODIFIED} reasonForUpdateRefIds=\"rfu-002\">Clean"));
    assert_eq!(marked_with(&before, &shorter(&work), &of_issue(None)), expected);
    assert_eq!(marked_with(&before, &work, &of_issue(None)), BASE, "the change was taken back");
    let request = MarkRequest { reason: Some("rfu-002"), scope: MarkScope::OnIssue, ..MarkRequest::default() };
    assert_eq!(marked_with(&before, &shorter(&before), &request), expected, "the first work on the issue");
    assert_eq!(marked_with(&before, &before, &request), before, "they stay where nothing changed");
}

#[test]
fn a_part_of_a_mark_is_none() {
    for part in ["changeType='add'", "changeMark='0'", "changeMark='0' changeType='modify'"] {
        let base = BASE.replace("<para>Clean", &format!("<para {part}>Clean"));
        let text = base.replace(" dry", "");
        let expected = text.replace(&format!("<para {part}>"), &format!("<para {MODIFIED}>"));
        assert_eq!(marked(&base, &text), expected, "{part}");
    }
}

#[test]
fn a_mark_that_is_written_like_an_old_one_stays() {
    let words = |text: &str, word: &str| text.replace(word, &format!("<changeInline {MODIFIED}>{word}</changeInline>"));
    let before = words(BASE, "12");
    assert_eq!(marked_with(&before, &words(&before, "wire"), &of_issue(None)), words(BASE, "wire"));
}

#[test]
fn marks_around_elements_alone_can_be_moved() {
    let mark = "<changeInline changeMark='1' changeType='add' reasonForUpdateRefIds='a'><emphasis>it</emphasis>\
        </changeInline>";
    let before = BASE
        .replace("lock it", &format!("lock {mark}"))
        .replace("<para>Torque", "<para changeMark='1' changeType='add' reasonForUpdateRefIds='a'>Torque");
    let mut learner = crate::model::ModelLearner::default();
    learner.learn(&before).expect("a module");
    let model = learner.model();
    let request = MarkRequest { model: Some(&model), ..of_issue(None) };
    let text = before.replace("the bolt", &format!("the bolt {mark}"));
    let changed = marked_with(&before, &text, &request);
    assert!(changed.contains(&format!("<para {MODIFIED}>Torque")), "{changed}");
}

#[test]
fn an_editorial_issue_keeps_the_marks_of_the_work_before_it() {
    let before = BASE.replace("<title>", &format!("<title {MODIFIED} reasonForUpdateRefIds=\"rfu-001\">"));
    let work = before
        .replace("12 Nm", &format!("<changeInline {MODIFIED} reasonForUpdateRefIds=\"rfu-002\">14</changeInline> Nm"));
    let checked_out = guard::check_text(&work).expect("a text");
    let request = MarkRequest { is_editorial: true, ..of_issue(Some(&checked_out)) };
    let text = work.replace("a dry cloth", "a soft cloth").replace("Pump", "Pumps");
    let expected = text.replace(&format!(" {MODIFIED} reasonForUpdateRefIds=\"rfu-001\""), "");
    assert_eq!(marked_with(&before, &text, &request), expected);
}
