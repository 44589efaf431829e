//! Small changes with a known answer.

use s1000d::diff::compare;
use s1000d::guard;

use crate::shown;

/// The edits that a reader sees between two contents of a procedure.
fn changes(a: &str, b: &str) -> Vec<String> {
    let module = |inside: &str| {
        format!("<dmodule><content><procedure><mainProcedure>{inside}</mainProcedure></procedure></content></dmodule>")
    };
    let (a, b) = (module(a), module(b));
    let (a, b) = (guard::check(a.as_bytes()).expect("A"), guard::check(b.as_bytes()).expect("B"));
    shown(&compare(&a, &b).expect("a comparison"))
}

fn step(text: &str) -> String {
    format!("<proceduralStep><para>{text}</para></proceduralStep>")
}

#[test]
fn a_changed_number_is_one_replaced_word() {
    let found = changes(&step("Torque the nut to 12.5 Nm."), &step("Torque the nut to 14 Nm."));
    assert_eq!(found, ["12.5 > 14"]);
}

#[test]
fn a_moved_step_is_one_move() {
    let steps = ["Open the cowling.", "Remove both bolts.", "Remove the filter.", "Close the cowling."].map(step);
    let [one, two, three, four] = steps.clone();
    assert_eq!(changes(&steps.concat(), &[two, three, one, four].concat()), ["move proceduralStep Open the cowling."]);
}

#[test]
fn short_steps_that_look_alike_keep_their_places() {
    let a = ["Remove the nut.", "Remove the bolt.", "Remove the nut.", "Remove the pin."].map(step).concat();
    let b = ["Remove the nut.", "Remove the bolt.", "Remove the washer.", "Remove the nut.", "Remove the pin."]
        .map(step)
        .concat();
    assert_eq!(changes(&a, &b), ["+ proceduralStep Remove the washer."]);
}

#[test]
fn chinese_is_compared_by_characters() {
    assert_eq!(changes(&step("将螺母拧紧至12牛米。"), &step("将螺栓拧紧至14牛米。")), ["母 > 栓", "12 > 14"]);
}

#[test]
fn markup_around_a_word_is_two_tags() {
    let found = changes(
        &step("Remove both bolts <emphasis>now</emphasis>."),
        &step("Remove <emphasis>both</emphasis> bolts <emphasis>now</emphasis>."),
    );
    assert_eq!(found, [" > <emphasis>", " > </>"]);
}

#[test]
fn a_changed_attribute_of_an_inline_element_leaves_its_text() {
    let found = changes(
        &step("Do it <emphasis emphasisType='em01'>now</emphasis>."),
        &step("Do it <emphasis emphasisType='em02'>now</emphasis>."),
    );
    assert_eq!(found, ["@emphasisType em01 > em02"]);
}

#[test]
fn layout_order_of_attributes_and_marks_are_no_changes() {
    let a = "<proceduralStep id='s1' changeMark='1' skillLevelCode='sk01'><para>Open <!-- here --> the\n cowling &amp; door.</para></proceduralStep>";
    let b = "<proceduralStep\n skillLevelCode=\"sk01\" id='s1'>\n  <para>\n Open the <changeInline changeType='modify'>cowling</changeInline> &#38; door.\n</para>\n</proceduralStep>\n";
    assert_eq!(changes(a, b), [""; 0]);
}

#[test]
fn references_to_a_renamed_id_are_no_changes() {
    let with = |id: &str| {
        format!(
            "<figure id='{id}'><title>Engine cowling and its six bolts seen from the left</title></figure><proceduralStep><para>See <internalRef internalRefId='{id}'/>.</para></proceduralStep>"
        )
    };
    assert_eq!(changes(&with("fig-1"), &with("fig-0001")), [""; 0]);
    assert_eq!(
        changes(&with("f1"), &with("f1").replace("internalRefId='f1'", "internalRefId='f2'")),
        ["@internalRefId f1 > f2"]
    );
}

#[test]
fn ids_that_were_numbered_anew_do_not_mislead() {
    let figure = |id: u8, title: &str| format!("<figure id='f{id}'><title>{title}</title></figure>");
    let (one, two) = ("Left engine with cowling open and latches free", "Right engine with filter bowl and drain line");
    let a = figure(1, one) + &figure(2, two);
    let b = figure(1, "General view of the aircraft from the front") + &figure(2, one) + &figure(3, two);
    assert_eq!(changes(&a, &b), ["+ figure General view of the aircraft from the front"]);
}

#[test]
fn an_applicability_that_moves_to_another_step_is_a_change() {
    let a = "<proceduralStep applicRefId='a1'><para>Open it.</para></proceduralStep><proceduralStep><para>Close it.</para></proceduralStep>";
    let b = "<proceduralStep><para>Open it.</para></proceduralStep><proceduralStep applicRefId='a1'><para>Close it.</para></proceduralStep>";
    assert_eq!(changes(a, b), ["@applicRefId a1 > ", "@applicRefId  > a1"]);
}

#[test]
fn warnings_that_only_look_alike_are_uncertain() {
    let warning = |text: &str| format!("<warning><warningAndCautionPara>{text}</warningAndCautionPara></warning>");
    let a = warning("Do not touch the hot exhaust pipe of engine 1.")
        + &warning("Do not touch the cold inlet duct of engine 2.");
    let b = warning("Do not touch the hot exhaust pipe of engine 3.")
        + &warning("Do not touch the cold inlet duct of engine 4.");
    let (a, b) = (format!("<content>{a}</content>"), format!("<content>{b}</content>"));
    let (a, b) = (guard::check(a.as_bytes()).expect("A"), guard::check(b.as_bytes()).expect("B"));
    let diff = compare(&a, &b).expect("a comparison");
    let doubtful: Vec<&str> =
        diff.matching.iter().filter(|found| !found.is_certain).map(|found| diff.a.element(found.a).name).collect();
    assert_eq!(doubtful, ["warning", "warning"]);
}

#[test]
fn a_wrapped_step_is_one_insertion_and_one_move() {
    let inner = "<proceduralStep><para>Remove the filter and both of its seals.</para></proceduralStep>";
    let found = changes(inner, &format!("<proceduralStep><title>Filter</title>{inner}</proceduralStep>"));
    assert_eq!(
        found,
        [
            "+ proceduralStep Filter Remove the filter and both of its seals.",
            "move proceduralStep Remove the filter and both of its seals."
        ]
    );
}

#[test]
fn rows_and_cells_of_tables_are_compared() {
    let row = |cells: [&str; 2]| {
        format!("<row>{}</row>", cells.map(|text| format!("<entry><para>{text}</para></entry>")).concat())
    };
    let table = |rows: &[[&str; 2]]| {
        format!(
            "<table><tgroup cols='2'><tbody>{}</tbody></tgroup></table>",
            rows.iter().map(|cells| row(*cells)).collect::<String>()
        )
    };
    let a = table(&[["Nut", "12"], ["Bolt", "14"], ["Pin", "-"]]);
    let b = table(&[["Nut", "12"], ["Screw", "8"], ["Bolt", "15"], ["Pin", "-"]]);
    assert_eq!(changes(&a, &b), ["+ row Screw 8", "14 > 15"]);
}

#[test]
fn a_rewritten_sentence_is_not_cut_into_single_words() {
    let found = changes(
        &step("Remove the old filter and discard it with the seal"),
        &step("Clean a new bowl and fill this from the drum"),
    );
    assert_eq!(found.len(), 1, "{found:?}");
}
