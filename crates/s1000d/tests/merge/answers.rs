//! Small texts with known answers.

use s1000d::merge::{ConflictKind, Merged, Origin};

use crate::{conflicts, merged};

/// The text of the parts that come from somewhere.
fn parts(merged: &Merged, origin: Origin) -> Vec<&str> {
    merged.origins.iter().filter(|span| span.origin == origin).map(|span| &merged.text[span.range.clone()]).collect()
}

#[track_caller]
fn assert_merges(base: &str, theirs: &str, ours: &str, expected: &str) {
    let result = merged(base, theirs, ours);
    assert_eq!(conflicts(&result), Vec::<String>::new());
    assert_eq!(result.text, expected);
}

#[track_caller]
fn assert_conflicts(base: &str, theirs: &str, ours: &str, expected: &[&str]) -> Merged {
    let result = merged(base, theirs, ours);
    assert_eq!(conflicts(&result), expected);
    let mut back = conflicts(&merged(base, ours, theirs));
    back.sort_unstable();
    let mut sorted = expected.to_vec();
    sorted.sort_unstable();
    assert_eq!(back, sorted, "the other way round");
    result
}

#[test]
fn words_of_both_sides_stand_in_one_paragraph_and_know_where_they_come_from() {
    let base = "<para>Torque the nut of the left wheel to 12 Nm.</para>";
    let theirs = base.replace("12", "14");
    let ours = base.replace("nut", "large&#160;nut");
    let result = merged(base, &theirs, &ours);
    assert_eq!(result.text, "<para>Torque the large&#160;nut of the left wheel to 14 Nm.</para>");
    assert_eq!(parts(&result, Origin::Theirs), [" 14"]);
    assert_eq!(parts(&result, Origin::Ours), [" large&#160;nut"]);
}

#[test]
fn characters_of_chinese_are_words() {
    let base = "<para>将左轮螺母拧紧至规定力矩并记录。</para>";
    let (theirs, ours) = (base.replace("左轮", "右轮"), base.replace("记录", "登记"));
    assert_merges(base, &theirs, &ours, "<para>将右轮螺母拧紧至规定力矩并登记。</para>");
}

#[test]
fn the_same_words_are_a_conflict_and_ours_stay() {
    let base = "<a><para>Torque the nut to 12 Nm.</para><para>Close it.</para></a>";
    let (theirs, ours) = (base.replace("12", "14").replace("Close it", "Close it now"), base.replace("12", "16"));
    let result = assert_conflicts(base, &theirs, &ours, &["text /a/para[1]"]);
    assert_eq!(result.text, "<a><para>Torque the nut to 16 Nm.</para><para>Close it now.</para></a>");
    let conflict = &result.conflicts[0];
    assert_eq!(&result.text[conflict.range.clone()], "<para>Torque the nut to 16 Nm.</para>");
    assert_eq!(conflict.base.as_deref(), Some("<para>Torque the nut to 12 Nm.</para>"));
    assert_eq!(conflict.theirs.as_deref(), Some("<para>Torque the nut to 14 Nm.</para>"));
}

#[test]
fn a_change_that_both_sides_made_stands_beside_another_one() {
    let base = "<para>Torque the nut of the left wheel to 12 Nm.</para>";
    let ours = base.replace("nut", "bolt");
    let theirs = ours.replace("Torque", "Tighten");
    assert_merges(base, &theirs, &ours, &theirs);
    assert_merges(base, &ours, &theirs, &theirs);
}

#[test]
fn marks_of_changes_conflict_with_nothing() {
    let mark = |words: &str| format!("<changeInline changeMark=\"1\">{words}</changeInline>");
    let base = "<para>Torque the left nut of the wheel to 12 Nm.</para>";
    let ours = base.replace("nut", "bolt");
    assert_merges(base, &base.replace("left nut", &mark("left nut")), &ours, &ours);
    assert_merges(base, &ours, &base.replace("left nut", &mark("left nut")), &ours);
    let marked = base.replace("nut", &mark("bolt"));
    assert_merges(base, &marked, &ours, &marked);
    let base = "<a><step><para>Open the left cover.</para></step><step><para>Clean the pump.</para></step></a>";
    let step = "<step><para>Drain the tank slowly.</para></step>";
    let ours = base.replace("</a>", &format!("{step}</a>"));
    let theirs = base.replace("</a>", &format!("{}</a>", step.replace("<para>", "<para changeMark=\"1\">")));
    assert_merges(base, &theirs, &ours, &ours);
    let ours = base.replacen("<step>", "<step><title>Cover</title>", 1);
    assert_merges(base, &ours.replace("<title>", "<title changeMark=\"1\">"), &ours, &ours);
}

#[test]
fn a_number_of_one_side_does_not_get_the_unit_of_the_other() {
    let base = "<a><reqQuantity unitOfMeasure=\"l\">2</reqQuantity><para>Close the drain.</para></a>";
    let ours = base.replace(">2<", ">3<");
    for theirs in ["\"kg\">2", "\"kg\">1"] {
        let theirs = base.replace("\"l\">2", theirs).replace("drain", "filler");
        let result = assert_conflicts(base, &theirs, &ours, &["text /a/reqQuantity"]);
        assert_eq!(result.text, ours.replace("drain", "filler"));
        assert_eq!(result.conflicts[0].ours.as_deref(), Some("<reqQuantity unitOfMeasure=\"l\">3</reqQuantity>"));
    }
    let base = "<a><quantityGroup quantityUnitOfMeasure=\"Nm\"><quantityValue>12</quantityValue></quantityGroup></a>";
    let (theirs, ours) = (base.replace("Nm", "um52"), base.replace("12", "15"));
    let result = assert_conflicts(base, &theirs, &ours, &["text /a/quantityGroup"]);
    assert_eq!(result.text, ours);
}

#[test]
fn a_number_of_ours_stays_in_the_unit_that_both_sides_took() {
    let words = "<para>Fill the tank of the left engine up to the mark.</para>";
    let base = format!("<a>{words}<reqQuantity unitOfMeasure=\"l\">2</reqQuantity></a>");
    let theirs = base.replace("\"l\"", "\"kg\"");
    let ours = theirs.replace(">2<", ">3<");
    assert_merges(&base, &theirs, &ours, &ours);
}

#[test]
fn an_element_is_found_between_its_neighbours_whatever_else_is_inserted() {
    let para = |words: &str| format!("<para>{words}</para>");
    let text = |first: &str, second: &str, last: &str| {
        let one = para(&format!("Torque the nut of the left wheel to {first} wrench."));
        let two = para(&format!("Torque the bolt of the right wheel to {second} Nm with the short wrench."));
        format!("<a>{one}{two}{}{last}</a>", para("Close the cover of the wheel well."))
    };
    let base = text("12 Nm with the long", "16", "");
    let theirs = text("12 Nm with the long clean", "16", "");
    let record = para("Record the work in the log.");
    let ours = text("14 Nm with the long", "18", &record);
    assert_merges(&base, &theirs, &ours, &text("14 Nm with the long clean", "18", &record));
}

#[test]
fn each_side_may_delete_a_note_of_several() {
    let note = |words: &str| format!("<note><notePara>{words}</notePara></note>");
    let (one, two) = (note("One thing to know of the left pump."), note("Another thing about the right valve."));
    let step = |notes: &str| format!("<step>{notes}<para>Open the cover.</para></step>");
    assert_merges(&step(&format!("{one}{two}")), &step(&one), &step(&two), &step(""));
    let alone = |notes: &str| format!("<safetyRqmts>{notes}</safetyRqmts>");
    assert_conflicts(&alone(&format!("{one}{two}")), &alone(&one), &alone(&two), &["emptied /safetyRqmts"]);
}

#[test]
fn a_moved_step_keeps_what_the_other_side_changed_in_it() {
    let step = |text: &str| format!("<step><para>{text} the cover of the pump</para></step>\n");
    let base = format!("<a>\n{}{}{}{}</a>", step("Open"), step("Clean"), step("Close"), step("Test"));
    let theirs = format!("<a>\n{}{}{}{}</a>", step("Clean"), step("Close"), step("Test"), step("Open"));
    let ours = base.replace("Open the", "Open and hold the");
    let expected = format!("<a>\n{}{}{}{}</a>", step("Clean"), step("Close"), step("Test"), step("Open and hold"));
    let result = merged(&base, &theirs, &ours);
    assert_eq!(conflicts(&result), Vec::<String>::new());
    assert_eq!(result.text.replace('\n', ""), expected.replace('\n', ""));
    let away = format!("<a>\n{}{}{}</a>", step("Clean"), step("Close"), step("Test"));
    assert_conflicts(&base, &theirs, &away, &["deletedAndMoved /a/step[1]"]);
}

#[test]
fn deleting_what_the_other_side_changed_is_a_conflict() {
    let base = "<a><step><para>Open the left cover.</para></step><step><para>Clean the pump.</para></step></a>";
    let ours = "<a><step><para>Clean the pump.</para></step></a>";
    let theirs = base.replace("left", "right");
    let result = assert_conflicts(base, &theirs, ours, &["deleted /a/step[1]"]);
    assert_eq!((result.text.as_str(), result.conflicts[0].ours.as_deref()), (ours, None));
    let result = merged(base, ours, &theirs);
    assert_eq!(result.text, theirs);
}

/// The text with theirs at the only conflict.
fn with_theirs(result: &Merged) -> String {
    assert_eq!(result.conflicts.len(), 1, "{:?}", result.conflicts);
    let conflict = &result.conflicts[0];
    let mut text = result.text.clone();
    text.replace_range(conflict.range.clone(), conflict.theirs.as_deref().expect("their text"));
    text
}

#[test]
fn what_ours_deleted_can_be_put_back_where_theirs_has_it() {
    let step = |words: &str| format!("<step><para>{words}</para></step>");
    let (first, last) = (step("Open the left cover of the pump."), step("Close it."));
    let (old, new) = (step("Clean the filter with a cloth."), step("Clean the filter with a dry cloth."));
    let whole = |steps: &[&str]| format!("<a><step><para>Do the work.</para>{}</step><end/></a>", steps.concat());
    for (before, behind) in [(first.as_str(), last.as_str()), (first.as_str(), ""), ("", last.as_str())] {
        let base = whole(&[before, &old, behind]);
        let (theirs, ours) = (whole(&[before, &new, behind]), whole(&[before, behind]));
        let result = merged(&base, &theirs, &ours);
        assert_eq!(result.text, ours);
        assert_eq!(with_theirs(&result), theirs);
    }
    // The first child, the only child, and the child of an element that is one empty tag.
    for ours in ["<a><list></list><end/></a>", "<a><list/><end/></a>"] {
        let base = format!("<a><list>{old}</list><end/></a>");
        let theirs = base.replace(&old, &new);
        let result = merged(&base, &theirs, ours);
        assert_eq!((result.text.as_str(), with_theirs(&result)), (ours, theirs));
    }
    let base = format!("<a>{old}<end/></a>");
    let result = merged(&base, &base.replace(&old, &new), "<a><end/></a>");
    assert_eq!(with_theirs(&result), base.replace(&old, &new));
}

#[test]
fn a_layout_that_both_sides_change_or_one_deletes_is_a_conflict() {
    let base = "<a><randomList listItemPrefix=\"pf01\"><listItem><para>Open the left cover.</para></listItem></randomList>\
                <para>Clean the pump.</para></a>";
    let (theirs, ours) = (base.replace("pf01", "pf04"), base.replace("pf01", "pf03"));
    let result = assert_conflicts(base, &theirs, &ours, &["attribute /a/randomList"]);
    assert_eq!(result.text, ours);
    let deleted = "<a><para>Clean the pump.</para></a>";
    assert_conflicts(base, deleted, &ours, &["deleted /a/randomList"]);
}

#[test]
fn two_deletions_that_would_empty_a_list_are_a_conflict() {
    let base = "<list><listItem><para>One thing</para></listItem><listItem><para>Another</para></listItem></list>";
    let theirs = "<list><listItem><para>Another</para></listItem></list>";
    let ours = "<list><listItem><para>One thing</para></listItem></list>";
    let result = assert_conflicts(base, theirs, ours, &["emptied /list"]);
    assert_eq!(result.text, ours);
}

#[test]
fn equal_new_ids_are_told_apart_with_their_references() {
    let base = "<a><step><para>Open the left cover.</para></step><step><para>Clean the pump.</para></step></a>";
    let theirs = base.replace("</step></a>", "</step><step id=\"s1\"><para>Their step</para></step></a>");
    let ours = base.replacen(
        "</step>",
        "</step><step id=\"s1\"><para>Our step, see <internalRef internalRefId=\"s1\"/></para></step>",
        1,
    );
    let expected = ours
        .replace("id=\"s1\"", "id=\"s1-2\"")
        .replace("RefId=\"s1\"", "RefId=\"s1-2\"")
        .replace("</step></a>", "</step><step id=\"s1\"><para>Their step</para></step></a>");
    assert_merges(base, &theirs, &ours, &expected);
}

#[test]
fn our_references_follow_an_id_that_they_renamed() {
    let base = "<a><figure id=\"f1\"><title>Pump of the left system</title></figure><para>Text</para></a>";
    let theirs = base.replace("f1", "fig-0001");
    let ours = base.replace("Text", "Text, see <internalRef internalRefId=\"f1\"/>");
    let expected = ours.replace("f1", "fig-0001");
    assert_merges(base, &theirs, &ours, &expected);
}

#[test]
fn what_stays_as_ours_has_it_follows_an_id_that_they_renamed() {
    let text = |id: &str, para: &str| {
        format!(
            "<a><figure id=\"{id}\"><title>Pump of the left system</title></figure>{para}<para>Close it.</para></a>"
        )
    };
    let see = |words: &str, id: &str| format!("<para>{words}, see <internalRef internalRefId=\"{id}\"/></para>");
    let base = text("f1", &see("Clean the filter with a cloth", "f1"));
    let theirs = text("fig-0001", "");
    let ours = text("f1", &see("Clean the filter with a dry cloth", "f1"));
    let result = merged(&base, &theirs, &ours);
    assert_eq!(conflicts(&result), ["deleted /a/para[1]"]);
    assert_eq!(result.text, text("fig-0001", &see("Clean the filter with a dry cloth", "fig-0001")));
}

#[test]
fn a_statement_of_applicability_is_what_it_says_and_not_its_id() {
    let text = |statements: &[(&str, &str)], first: &str, second: &str| {
        let each = statements
            .iter()
            .map(|(id, words)| format!("<applic id=\"{id}\"><displayText>{words}</displayText></applic>"));
        let group = format!("<referencedApplicGroup>{}</referencedApplicGroup>", each.collect::<String>());
        format!("<content>{group}<para{first}>Open the cover.</para><para{second}>Close it.</para></content>")
    };
    let limited = |id: &str| format!(" applicRefId=\"{id}\"");
    let base = text(&[("app-1", "One")], &limited("app-1"), "");
    let both = [("app-1", "New"), ("app-2", "One")];
    let theirs = text(&both, &limited("app-2"), "");
    let ours = text(&[("app-1", "One")], &limited("app-1"), &limited("app-1"));
    assert_merges(&base, &theirs, &ours, &text(&both, &limited("app-2"), &limited("app-2")));
}

#[test]
fn a_new_reference_to_what_the_other_side_deleted_is_a_conflict() {
    let base = "<a><figure id=\"f1\"><title>Pump of the left system</title></figure><para>Text</para></a>";
    let theirs = "<a><para>Text</para></a>";
    let ours = base.replace("Text", "Text, see <internalRef internalRefId=\"f1\"/>");
    let result = assert_conflicts(base, theirs, &ours, &["deleted /a/figure"]);
    assert_eq!(result.text, ours);
    let result = merged(base, &ours, theirs);
    assert!(result.text.contains("id=\"f1\"") && result.text.contains("RefId=\"f1\""), "{}", result.text);
}

#[test]
fn our_bytes_stay_where_nothing_changed() {
    let base = "<a>\n<b x=\"1\" y=\"2\"/>\n<!-- old --><para>One two three four</para></a>";
    let theirs = base.replace("x=\"1\"", "x=\"3\"").replace("four", "five");
    let ours = "<?pi?>\n<a><!-- ours -->\n\t<b  y='2'\n x='1' />\n<para>One &#116;wo<?hint?> three four </para  >\n</a>\n<!-- end -->";
    let expected = ours.replace("x='1'", "x=\"3\"").replace("four", "five");
    assert_merges(base, &theirs, ours, &expected);
}

#[test]
fn a_marked_section_is_written_anew_where_its_words_change() {
    let base = "<para>Set the switch to on and wait for the light</para>";
    let ours = "<para><![CDATA[Set the switch & light to on and wait for the light]]></para>";
    let theirs = base.replace("for the light", "for the &lt;green&gt; light");
    let expected = "<para>Set the switch &amp; light to on and wait for the &lt;green&gt; light</para>";
    assert_merges(base, &theirs, ours, expected);
}

#[test]
fn the_status_follows_theirs() {
    let module = |issue: &str, work: &str, company: &str, text: &str| {
        format!(
            "<dmodule><identAndStatusSection><dmAddress><dmIdent><issueInfo issueNumber=\"{issue}\" inWork=\"{work}\"/></dmIdent></dmAddress>\
             <dmStatus><originator><enterpriseName>{company}</enterpriseName></originator></dmStatus></identAndStatusSection><content><para>{text}</para></content></dmodule>"
        )
    };
    let base = module("001", "00", "Norvane", "Open the cover.");
    let ours = module("001", "03", "Our airline", "Open the large cover.");
    let theirs = module("002", "00", "Norvane Group", "Open the cover.");
    assert_merges(&base, &theirs, &ours, &module("002", "00", "Norvane Group", "Open the large cover."));
}

#[test]
fn the_issue_of_a_file_without_a_status_section_follows_theirs() {
    let file = |date: &str, text: &str| {
        format!("<dmodule><dmIdent/><issueInfo issueDate=\"{date}\"/><content><para>{text}</para></content></dmodule>")
    };
    let base = file("2026-03-02", "Drain the tank before you open the cover.");
    let ours = file("2026-11-17", "Drain the left tank before you open the cover.");
    let theirs = file("2026-09-14", "Drain the tank before you open the cover slowly.");
    assert_merges(&base, &theirs, &ours, &file("2026-09-14", "Drain the left tank before you open the cover slowly."));
}

#[test]
fn both_sides_may_create_the_first_group_of_applicability() {
    let base = "<content><para>Open the cover.</para><para>Close it.</para></content>";
    let group = |id: &str| {
        format!(
            "<referencedApplicGroup><applic id=\"{id}\"><displayText>{id}</displayText></applic></referencedApplicGroup>"
        )
    };
    let ours = format!(
        "<content>{}<para applicRefId=\"a1\">Open the cover.</para><para>Close it.</para></content>",
        group("a1")
    );
    let theirs = format!(
        "<content>{}<para>Open the cover.</para><para applicRefId=\"a2\">Close it.</para></content>",
        group("a2")
    );
    let expected = "<content><referencedApplicGroup><applic id=\"a1\"><displayText>a1</displayText></applic><applic id=\"a2\"><displayText>a2</displayText></applic></referencedApplicGroup>\
                    <para applicRefId=\"a1\">Open the cover.</para><para applicRefId=\"a2\">Close it.</para></content>";
    assert_merges(base, &theirs, &ours, expected);
}

#[test]
fn columns_of_a_table_and_new_rows_are_a_conflict() {
    let row = |cells: &[&str]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("<entry><para>{cell}</para></entry>")).collect();
        format!("<row>{}</row>", cells.concat())
    };
    let table = |cols: usize, rows: &[String]| {
        let columns: Vec<String> = (1..=cols).map(|at| format!("<colspec colname=\"c{at}\"/>")).collect();
        format!("<table><tgroup cols=\"{cols}\">{}<tbody>{}</tbody></tgroup></table>", columns.concat(), rows.concat())
    };
    let base = table(2, &[row(&["Nut", "12 Nm"]), row(&["Bolt", "14 Nm"])]);
    let theirs = table(3, &[row(&["Nut", "12 Nm", "dry"]), row(&["Bolt", "14 Nm", "oiled"])]);
    let cell = base.replace("14 Nm", "15 Nm");
    let expected = theirs.replace("14 Nm", "15 Nm");
    assert_merges(&base, &theirs, &cell, &expected);
    let ours = table(2, &[row(&["Nut", "12 Nm"]), row(&["Bolt", "14 Nm"]), row(&["Pin", "2 Nm"])]);
    let result = assert_conflicts(&base, &theirs, &ours, &["table /table/tgroup"]);
    assert_eq!(result.text, ours);
}

#[test]
fn the_same_column_on_both_sides_is_no_conflict() {
    let table = |cells: [&str; 2], more: [&str; 2]| {
        let cols = if more[0].is_empty() { 2 } else { 3 };
        let columns = (1..=cols).map(|at| format!("<colspec colname=\"c{at}\"/>")).collect::<Vec<_>>().concat();
        let entry = |cell: &str| format!("<entry><para>{cell}</para></entry>");
        let row = |name: &str, at: usize| {
            let last = if more[at].is_empty() { String::new() } else { entry(more[at]) };
            format!("<row>{}{}{last}</row>", entry(name), entry(cells[at]))
        };
        let rows = format!("{}{}", row("Nut", 0), row("Bolt", 1));
        format!("<table><tgroup cols=\"{cols}\">{columns}<tbody>{rows}</tbody></tgroup></table>")
    };
    let base = table(["12 Nm", "14 Nm"], ["", ""]);
    let theirs = table(["12 Nm", "14 Nm"], ["dry", "oiled"]);
    let ours = table(["12 Nm", "15 Nm"], ["dry", "oiled"]);
    assert_merges(&base, &theirs, &ours, &ours);
    let other = table(["12 Nm", "14 Nm"], ["dry", "greased"]);
    assert_conflicts(&base, &theirs, &other, &["table /table/tgroup"]);
}

#[test]
fn other_roots_are_one_conflict() {
    let result = merged("<a><b/></a>", "<c/>", "<a><b x=\"1\"/></a>");
    assert_eq!((result.text.as_str(), result.conflicts[0].kind), ("<a><b x=\"1\"/></a>", ConflictKind::Document));
}

#[test]
fn elements_moved_into_each_other_are_not_lost() {
    let group = |name: &str, text: &str, inner: &str| {
        format!("<{name}><para>{text} of the hydraulic system</para>{inner}</{name}>")
    };
    let base =
        format!("<a>{}{}</a>", group("one", "The first long part", ""), group("two", "The second long part", ""));
    let ours = format!("<a>{}</a>", group("one", "The first long part", &group("two", "The second long part", "")));
    let theirs = format!("<a>{}</a>", group("two", "The second long part", &group("one", "The first long part", "")));
    let result = merged(&base, &theirs, &ours);
    assert!(
        result.text.contains("The first long part") && result.text.contains("The second long part"),
        "{}",
        result.text
    );
    assert!(!result.conflicts.is_empty());
}

#[test]
fn what_both_sides_deleted_is_counted() {
    let step = |words: &str| format!("<step><para>{words}</para></step>");
    let [one, two, three] = ["Open the left cover.", "Clean the pump with a dry cloth.", "Close it."].map(step);
    let base = format!("<a>{one}{two}{three}</a>");
    let without = format!("<a>{one}{three}</a>");
    assert_eq!(merged(&base, &without, &without).deleted_by_both, 1);
    assert_eq!(merged(&base, &base, &without).deleted_by_both, 0, "one side did");
    let shorter = base.replace(" with a dry cloth", "");
    assert_eq!(merged(&base, &shorter, &shorter).deleted_by_both, 1, "words");
    assert_eq!(merged(&base, &shorter, &base.replace("dry", "wet")).deleted_by_both, 0);
}

fn entry(extension: &str, assembly: &str, info: &str) -> String {
    format!(
        "<dmRef><dmRefIdent>{extension}<dmCode modelIdentCode=\"NV\" systemCode=\"29\" subSystemCode=\"1\" \
         assyCode=\"{assembly}\" infoCode=\"{info}\" itemLocationCode=\"A\"/></dmRefIdent></dmRef>"
    )
}

fn section(title: &str, entries: &[String]) -> String {
    format!("<pmEntry><pmEntryTitle>{title}</pmEntryTitle>{}</pmEntry>", entries.concat())
}

fn contents(sections: &[String]) -> String {
    format!("<content>{}</content>", sections.concat())
}

#[test]
fn a_reference_that_both_sides_redirect_is_a_conflict() {
    let text = |entry: &str| format!("<a>{entry}<para>Close the left cover.</para></a>");
    let base = text(&entry("", "01", "520"));
    let (theirs, ours) = (text(&entry("", "01", "720")), text(&entry("", "02", "520")));
    let result = assert_conflicts(&base, &theirs, &ours, &["uncertain /a/dmRef/dmRefIdent/dmCode"]);
    assert_eq!(result.text, ours, "nobody meant 720 of assembly 02");
    let copy = text(&entry("<identExtension extensionProducer=\"F0210\" extensionCode=\"QZ1\"/>", "01", "520"));
    let result = assert_conflicts(&base, &theirs, &copy, &["uncertain /a/dmRef/dmRefIdent"]);
    assert_eq!(result.text, copy, "there is no such copy of 720");
    assert_merges(&base, &base, &copy, &copy);
}

#[test]
fn a_reference_that_both_sides_redirect_alike_is_no_conflict() {
    let text = |entry: &str| format!("<a>{entry}<para>Close the left cover.</para></a>");
    let base = text(&entry("", "01", "520"));
    let ours = text(&entry("", "01", "720"));
    let theirs = ours.replace("</dmRefIdent>", "<issueInfo issueNumber=\"002\" inWork=\"00\"/></dmRefIdent>");
    assert_merges(&base, &theirs, &ours, &theirs);
    let titled = |title: &str| {
        let title = format!("<dmTitle><techName>{title}</techName></dmTitle>");
        base.replace("</dmRefIdent>", &format!("</dmRefIdent><dmRefAddressItems>{title}</dmRefAddressItems>"))
    };
    assert_merges(&base, &titled("Fuel pump"), &titled("Pump"), &titled("Fuel pump"));
}

#[test]
fn an_entry_that_one_side_moves_and_the_other_replaces_is_a_conflict() {
    let [a, b, x, y] = ["01", "02", "03", "04"].map(|assembly| entry("", assembly, "520"));
    let base = contents(&[section("Pumps", &[a.clone(), x.clone(), y.clone()])]);
    let theirs = contents(&[section("Pumps", &[b, x.clone(), y.clone()])]);
    let ours = contents(&[section("Pumps", &[x, y, a])]);
    let result = assert_conflicts(&base, &theirs, &ours, &["uncertain /content/pmEntry/dmRef[1]"]);
    assert_eq!(result.text, ours, "their entry does not stand where we put another one");
}

#[test]
fn an_entry_that_is_put_into_a_deleted_section_is_not_lost() {
    let [a, b, c, d] = ["01", "02", "03", "04"].map(|assembly| entry("", assembly, "520"));
    let base =
        contents(&[section("Pumps", &[a.clone(), b.clone(), c.clone()]), section("Valves", std::slice::from_ref(&d))]);
    let theirs = contents(&[section("Pumps", &[a.clone(), b.clone(), c.clone()])]);
    let ours = contents(&[section("Pumps", &[b, c]), section("Valves", &[d, a])]);
    let result = assert_conflicts(&base, &theirs, &ours, &["deleted /content/pmEntry[2]"]);
    assert_eq!(result.text, ours);
    let back = merged(&base, &ours, &theirs);
    assert_eq!(back.text, base.replace(&section("Valves", &[entry("", "04", "520")]), ""), "it stays where it was");
}

#[test]
fn entries_and_sections_of_both_sides_stand_in_the_contents() {
    let [a, b, c, d] = ["01", "02", "03", "04"].map(|assembly| entry("", assembly, "520"));
    let own = section("Own procedures", &[entry("", "05", "520")]);
    let base = contents(&[section("Pumps", &[a.clone(), b.clone()]), section("Valves", std::slice::from_ref(&c))]);
    let theirs =
        contents(&[section("Pumps", &[a.clone(), b.clone(), d.clone()]), section("Valves", std::slice::from_ref(&c))]);
    let ours = contents(&[
        section("Pumps", &[a.clone(), b.clone()]),
        section("Valves", std::slice::from_ref(&c)),
        own.clone(),
    ]);
    let expected =
        contents(&[section("Pumps", &[a.clone(), b.clone(), d]), section("Valves", std::slice::from_ref(&c)), own]);
    assert_merges(&base, &theirs, &ours, &expected);
    let renamed =
        |title: &str| contents(&[section(title, &[a.clone(), b.clone()]), section("Valves", std::slice::from_ref(&c))]);
    let (theirs, ours) = (renamed("Fuel pumps"), renamed("Booster pumps"));
    let result = assert_conflicts(&base, &theirs, &ours, &["text /content/pmEntry[1]/pmEntryTitle"]);
    assert_eq!(result.text, ours, "a section that both sides rename");
    assert_merges(&base, &ours, &ours, &ours);
}
