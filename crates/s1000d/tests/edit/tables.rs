//! Commands on tables leave each table a whole grid, and the cells that they do not name as they are.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use s1000d::edit::{BlockCommand, BlockEdit, TableCommand, edits};
use s1000d::splice;
use s1000d::xsd::{self, SchemaSet, Schemas};

use crate::{data, modules, parsed};

/// A module with a table: the attribute and the inside of its `tgroup`.
fn module(columns: usize, inside: &str) -> String {
    format!(
        "<dmodule><content><description><para>intro</para>\
         <table><tgroup cols=\"{columns}\">{inside}</tgroup></table></description></content></dmodule>"
    )
}

fn offered(text: &str, position: usize, command: TableCommand, schemas: &Schemas) -> Option<BlockEdit> {
    edits(text, position, &[BlockCommand::Table(command)], schemas).expect("edits").pop()
}

/// The inside of the `tgroup` after a command in the cell with some words, with `|` where the cursor is.
fn after(text: &str, words: &str, command: TableCommand) -> Option<String> {
    let position = text.find(words).expect("the words") + words.len();
    let BlockEdit { splice, caret, element, .. } = offered(text, position, command, &Schemas::default())?;
    assert_eq!(element, "entry");
    let changed = splice::apply(text, std::slice::from_ref(&splice)).expect("a text");
    check_grid(&changed);
    let at = splice.range.start + caret;
    let marked = format!("{}|{}", &changed[..at], &changed[at..]);
    let group = marked.split_once("<tgroup ")?.1.split_once("</tgroup>")?.0;
    Some(group.to_owned())
}

fn cell(words: &str) -> String {
    format!("<entry><para>{words}</para></entry>")
}

const SPECS: &str =
    "<colspec colname=\"c1\" colnum=\"1\" colwidth=\"3*\"/><colspec colname=\"c2\" colnum=\"2\" colwidth=\"2*\"/>";

/// Two columns with a header; two rows in the body.
fn plain() -> String {
    let row = |one: &str, other: &str| format!("<row>{}{}</row>", cell(one), cell(other));
    let body = format!("{}{}", row("c", "d"), row("e", "f"));
    module(2, &format!("{SPECS}<thead>{}</thead><tbody>{body}</tbody>", row("a", "b")))
}

#[test]
fn a_row_is_added_above_and_below() {
    let new = format!("<row><entry><para>|</para></entry>{}</row>", cell(""));
    let below = after(&plain(), ">c", TableCommand::AddRowBelow).expect("an edit");
    assert!(below.contains(&format!("{}</row>{new}<row>{}", cell("d"), cell("e"))), "{below}");
    let above = after(&plain(), ">d", TableCommand::AddRowAbove).expect("an edit");
    assert!(above.contains(&format!("<tbody>{new}<row>{}", cell("c"))), "{above}");
    let head = after(&plain(), ">a", TableCommand::AddRowBelow).expect("an edit");
    assert!(head.contains(&format!("{new}</thead>")), "{head}");
}

#[test]
fn a_new_row_has_the_white_space_and_the_look_of_its_neighbour() {
    let row = "\n  <row rowsep=\"1\">\n    <entry align=\"right\" applicRefId=\"x\">\n      <para>a</para>\n    </entry>\n  </row>";
    let text = module(1, &format!("\n <tbody>{row}{row}\n </tbody>\n"));
    let below = after(&text, ">a", TableCommand::AddRowBelow).expect("an edit");
    let new = "\n  <row rowsep=\"1\">\n    <entry align=\"right\">\n      <para>|</para>\n    </entry>\n  </row>";
    assert!(below.contains(&format!("{row}{new}{row}")), "{below}");
}

/// A cell of two rows, and one of two columns.
fn spanned() -> String {
    let first = format!("<row><entry morerows=\"1\"><para>tall</para></entry>{}</row>", cell("b"));
    let third = "<row><entry namest=\"c1\" nameend=\"c2\"><para>wide</para></entry></row>";
    module(2, &format!("{SPECS}<tbody>{first}<row>{}</row>{third}</tbody>", cell("d")))
}

#[test]
fn cells_of_several_rows_follow_the_rows() {
    let longer = after(&spanned(), ">b", TableCommand::AddRowBelow).expect("an edit");
    assert!(longer.contains("morerows=\"2\"><para>tall"), "{longer}");
    assert!(longer.contains(&format!("{}</row><row><entry><para>|</para></entry></row>", cell("b"))), "{longer}");
    let first_gone = after(&spanned(), ">b", TableCommand::DeleteRow).expect("an edit");
    let moved = format!("<tbody><row><entry><para>tall</para></entry>{}</row>", cell("|d"));
    assert!(first_gone.contains(&moved), "{first_gone}");
    let second_gone = after(&spanned(), ">d", TableCommand::DeleteRow).expect("an edit");
    assert!(second_gone.contains("<row><entry><para>tall</para></entry>"), "{second_gone}");
    assert_eq!(after(&spanned(), ">b", TableCommand::MoveRowDown), None, "the tall cell would begin below its row");
    assert_eq!(after(&spanned(), ">wide", TableCommand::MoveRowUp), None);
}

#[test]
fn a_row_is_moved_within_its_part_and_deleted() {
    let moved = after(&plain(), ">f", TableCommand::MoveRowUp).expect("an edit");
    assert!(moved.contains(&format!("<tbody><row>{}{}</row><row>{}", cell("e"), cell("f|"), cell("c"))), "{moved}");
    let moved = after(&plain(), ">c", TableCommand::MoveRowDown).expect("an edit");
    assert!(moved.contains(&format!("{}</row><row>{}{}</row></tbody>", cell("f"), cell("c|"), cell("d"))), "{moved}");
    assert_eq!(after(&plain(), ">a", TableCommand::MoveRowDown), None, "the header has one row");
    let deleted = after(&plain(), ">c", TableCommand::DeleteRow).expect("an edit");
    assert!(deleted.contains(&format!("<tbody><row>{}{}</row></tbody>", cell("|e"), cell("f"))), "{deleted}");
    let no_head = after(&plain(), ">a", TableCommand::DeleteRow).expect("an edit");
    assert!(!no_head.contains("thead"), "{no_head}");
    let one_row = module(1, &format!("<tbody><row>{}</row></tbody>", cell("a")));
    assert_eq!(after(&one_row, ">a", TableCommand::DeleteRow), None);
}

#[test]
fn a_column_is_added_with_its_name_number_and_width() {
    let added = after(&plain(), ">c", TableCommand::AddColumnRight).expect("an edit");
    let specs = "<colspec colname=\"c1\" colnum=\"1\" colwidth=\"3*\"/><colspec colname=\"c3\" colnum=\"2\" colwidth=\"3*\"/>\
        <colspec colname=\"c2\" colnum=\"3\" colwidth=\"2*\"/>";
    assert!(added.starts_with(&format!("cols=\"3\">{specs}<thead>")), "{added}");
    assert!(added.contains(&format!("<row>{}<entry><para>|</para></entry>{}</row>", cell("c"), cell("d"))), "{added}");
    assert!(added.contains(&format!("<row>{}{}{}</row>", cell("a"), cell(""), cell("b"))), "{added}");
    let wider = after(&spanned(), ">b", TableCommand::AddColumnLeft).expect("an edit");
    assert!(wider.contains("<row><entry namest=\"c1\" nameend=\"c2\"><para>wide</para></entry></row>"), "{wider}");
    assert!(wider.contains(&format!("<row>{}{}</row>", cell(""), cell("d"))), "{wider}");
}

#[test]
fn a_column_is_deleted_and_spans_across_it_become_narrower() {
    let deleted = after(&spanned(), ">b", TableCommand::DeleteColumn);
    assert_eq!(deleted, None, "a row would have no cell of its own");
    let text = spanned()
        .replace(" morerows=\"1\"", "")
        .replace(&format!("<row>{}", cell("d")), &format!("<row>{}{}", cell("x"), cell("d")));
    let deleted = after(&text, ">b", TableCommand::DeleteColumn).expect("an edit");
    assert!(
        deleted.starts_with("cols=\"1\"><colspec colname=\"c1\" colnum=\"1\" colwidth=\"3*\"/><tbody>"),
        "{deleted}"
    );
    assert!(deleted.contains("<entry colname=\"c1\"><para>wide</para></entry>"), "{deleted}");
    assert_eq!(
        after(&module(1, &format!("<tbody><row>{}</row></tbody>", cell("a"))), ">a", TableCommand::DeleteColumn),
        None
    );
}

#[test]
fn columns_change_places_with_their_descriptions() {
    let moved = after(&plain(), ">d", TableCommand::MoveColumnLeft).expect("an edit");
    let specs =
        "<colspec colname=\"c2\" colnum=\"1\" colwidth=\"2*\"/><colspec colname=\"c1\" colnum=\"2\" colwidth=\"3*\"/>";
    assert!(moved.starts_with(&format!("cols=\"2\">{specs}")), "{moved}");
    assert!(
        moved.contains(&format!("<row>{}{}</row><row>{}{}", cell("d|"), cell("c"), cell("f"), cell("e"))),
        "{moved}"
    );
    assert_eq!(after(&plain(), ">d", TableCommand::MoveColumnRight), None);
    let spanned = after(&spanned(), ">b", TableCommand::MoveColumnLeft).expect("an edit");
    assert!(spanned.contains("<entry namest=\"c2\" nameend=\"c1\"><para>wide"), "{spanned}");
}

#[test]
fn named_spans_follow_the_columns() {
    let row = "<row><entry spanname=\"s\"><para>wide</para></entry></row>";
    let text = plain().replace("<thead>", "<spanspec spanname=\"s\" namest=\"c1\" nameend=\"c2\"/><thead>");
    let text = text.replace("<tbody>", &format!("<tbody>{row}"));
    let below = after(&text, ">wide", TableCommand::AddRowBelow).expect("an edit");
    assert!(below.contains("</row><row><entry spanname=\"s\"><para>|</para></entry></row>"), "{below}");
    let narrow = after(&text, ">d", TableCommand::DeleteColumn).expect("an edit");
    let span = "<spanspec spanname=\"s\" namest=\"c1\" nameend=\"c1\"/>";
    assert!(narrow.contains(span) && narrow.contains(row), "{narrow}");
    let moved = after(&text, ">d", TableCommand::MoveColumnLeft).expect("an edit");
    let span = "<spanspec spanname=\"s\" namest=\"c2\" nameend=\"c1\"/>";
    assert!(moved.contains(span) && moved.contains(row), "{moved}");
    let split = after(&text, ">wide", TableCommand::SplitCell).expect("an edit");
    assert!(split.contains(&format!("<tbody><row>{}{}</row>", cell("wide|"), cell(""))), "{split}");
}

#[test]
fn cells_are_merged_and_split_again() {
    let merged = after(&plain(), ">c", TableCommand::MergeRight).expect("an edit");
    let both = "<row><entry namest=\"c1\" nameend=\"c2\"><para>c|</para><para>d</para></entry></row>";
    assert!(merged.contains(both), "{merged}");
    let text = plain()
        .replace(&format!("{}{}", cell("c"), cell("d")), "<entry namest=\"c1\" nameend=\"c2\"><para>c</para></entry>");
    let split = after(&text, ">c", TableCommand::SplitCell).expect("an edit");
    assert!(split.contains(&format!("<row>{}{}</row>", cell("c|"), cell(""))), "{split}");
    let down = after(&plain(), ">c", TableCommand::MergeDown).expect("an edit");
    assert!(
        down.contains(&format!(
            "<row><entry morerows=\"1\"><para>c|</para><para>e</para></entry>{}</row><row>{}</row>",
            cell("d"),
            cell("f")
        )),
        "{down}"
    );
    let split = after(&spanned(), ">tall", TableCommand::SplitCell).expect("an edit");
    assert!(split.contains(&format!("<row>{}{}</row>", cell(""), cell("d"))), "{split}");
    assert_eq!(after(&plain(), ">c", TableCommand::SplitCell), None);
    assert_eq!(after(&plain(), ">d", TableCommand::MergeRight), None);
    assert_eq!(after(&plain(), ">a", TableCommand::MergeDown), None, "no cell reaches from the header into the body");
}

#[test]
fn a_merge_loses_no_words_and_no_meaning() {
    let with = |other: &str| plain().replace(&cell("d"), other);
    let merges = |other: &str| after(&with(other), ">c", TableCommand::MergeRight);
    assert!(merges("<entry align=\"right\"><para>d</para></entry>").is_some());
    assert_eq!(merges("<entry id=\"e1\"><para>d</para></entry>"), None);
    assert_eq!(merges("<entry applicRefId=\"x\"><para>d</para></entry>"), None);
    assert_eq!(merges("<entry>bare</entry>"), None, "two texts would become one word");
    assert_eq!(merges("<entry><!-- c --></entry>").map(|text| text.contains("<!-- c -->")), Some(true));
    let empty = merges("<entry/>").expect("an edit");
    assert!(empty.contains("<entry namest=\"c1\" nameend=\"c2\"><para>c|</para></entry></row>"), "{empty}");
    let unnamed = module(2, &format!("<tbody><row>{}{}</row></tbody>", cell("a"), cell("b")));
    let named = after(&unnamed, ">a", TableCommand::MergeRight).expect("an edit");
    let expected = "cols=\"2\"><colspec colname=\"col1\"/><colspec colname=\"col2\"/><tbody><row><entry namest=\"col1\" nameend=\"col2\">";
    assert!(named.starts_with(expected), "{named}");
}

#[test]
fn a_merge_changes_the_applicability_of_no_words() {
    let own =
        |attribute: &str| plain().replace(&cell("c"), &format!("<entry {attribute}=\"x\"><para>c</para></entry>"));
    let right = |text: &str| after(text, ">c", TableCommand::MergeRight);
    assert_eq!(right(&own("applicRefId")), None, "d would apply to some aircraft only");
    assert_eq!(right(&own("warningRefs")), None);
    assert!(right(&own("id")).is_some());
    assert!(right(&own("applicRefId").replace(&cell("d"), &cell(""))).is_some(), "no words come in");
    let row = |attribute: &str, first: &str| {
        plain().replace(&format!("<row>{}", cell(first)), &format!("<row {attribute}=\"x\">{}", cell(first)))
    };
    let down = |text: &str| after(text, ">c", TableCommand::MergeDown);
    assert_eq!(down(&row("applicRefId", "c")), None);
    assert_eq!(down(&row("applicRefId", "e")), None);
    assert!(down(&row("changeMark", "c")).is_some());
    let both = row("applicRefId", "c")
        .replace(&format!("<row>{}", cell("e")), &format!("<row applicRefId=\"x\">{}", cell("e")));
    assert!(down(&both).is_some(), "both rows apply to the same aircraft");
}

#[test]
fn a_tall_cell_stays_with_what_it_applies_to() {
    let text = spanned().replace("<row><entry morerows", "<row applicRefId=\"x\"><entry morerows");
    assert_eq!(after(&text, ">b", TableCommand::DeleteRow), None, "it would begin in a row for other aircraft");
    assert!(after(&text, ">d", TableCommand::DeleteRow).is_some());
}

#[test]
fn spaces_that_are_no_white_space_are_words() {
    for space in ["\u{a0}", "\u{3000}"] {
        let merged = after(&plain().replace(&cell("d"), &cell(space)), ">c", TableCommand::MergeRight);
        let merged = merged.expect("an edit");
        assert!(merged.contains(&format!("<para>c|</para><para>{space}</para></entry>")), "{merged}");
    }
}

#[test]
fn a_split_cell_stays_in_its_first_column() {
    let wide = "<entry colname=\"c2\" namest=\"c1\" nameend=\"c2\"><para>c</para></entry>";
    let text = plain().replace(&format!("{}{}", cell("c"), cell("d")), wide);
    let split = after(&text, ">c", TableCommand::SplitCell).expect("an edit");
    let cells = "<row><entry colname=\"c1\"><para>c|</para></entry><entry colname=\"c2\"><para></para></entry></row>";
    assert!(split.contains(cells), "{split}");
}

#[test]
fn another_group_of_the_same_table_stays_as_it_is() {
    let group = format!("<tgroup cols=\"1\"><tbody><row>{}</row></tbody></tgroup>", cell("z"));
    let text = plain().replace("</tgroup>", &format!("</tgroup>{group}"));
    let position = text.find(">z").expect("the words") + 2;
    let edit = offered(&text, position, TableCommand::AddColumnRight, &Schemas::default()).expect("an edit");
    let changed = splice::apply(&text, std::slice::from_ref(&edit.splice)).expect("a text");
    check_grid(&changed);
    let first = |text: &str| text.split_once("</tgroup>").map(|(first, _)| first.to_owned());
    assert_eq!(first(&changed), first(&text));
}

#[test]
fn rows_become_header_rows_and_back() {
    let head = after(&plain(), ">c", TableCommand::MakeHeader).expect("an edit");
    assert!(
        head.contains(&format!("<row>{}{}</row></thead><tbody><row>{}", cell("c|"), cell("d"), cell("e"))),
        "{head}"
    );
    assert_eq!(after(&plain(), ">e", TableCommand::MakeHeader), None, "only the first row of the body");
    let body = after(&plain(), ">b", TableCommand::MakeBody).expect("an edit");
    assert!(body.contains(&format!("/><tbody><row>{}{}</row><row>{}", cell("a"), cell("b|"), cell("c"))), "{body}");
    let secret = plain().replace("<thead>", "<thead securityClassification=\"02\">");
    assert_eq!(after(&secret, ">b", TableCommand::MakeBody), None, "the row would lose its classification");
    assert!(after(&plain().replace("<thead>", "<thead valign=\"top\">"), ">b", TableCommand::MakeBody).is_some());
    let none = module(1, &format!("<tbody><row>{}</row><row>{}</row></tbody>", cell("a"), cell("b")));
    let first = after(&none, ">a", TableCommand::MakeHeader).expect("an edit");
    let expected =
        format!("cols=\"1\"><thead><row>{}</row></thead><tbody><row>{}</row></tbody>", cell("a|"), cell("b"));
    assert_eq!(first, expected);
}

#[test]
fn widths_are_shares_of_the_table() {
    let wider = after(&plain(), ">c", TableCommand::WidenColumn).expect("an edit");
    assert!(wider.contains("colwidth=\"15*\"") && wider.contains("colwidth=\"8*\""), "{wider}");
    let narrower = after(&plain(), ">d", TableCommand::NarrowColumn).expect("an edit");
    assert!(narrower.contains("colwidth=\"12*\"") && narrower.contains("colwidth=\"6*\""), "{narrower}");
    let equal = after(&plain(), ">d", TableCommand::EqualColumns).expect("an edit");
    assert_eq!(equal.matches("colwidth=\"1*\"").count(), 2, "{equal}");
    let decimal = after(&plain().replace("3*", "1.5*"), ">c", TableCommand::WidenColumn).expect("an edit");
    assert!(decimal.contains("colwidth=\"187*\"") && decimal.contains("colwidth=\"200*\""), "{decimal}");
    assert_eq!(after(&plain().replace("3*", "1.x*"), ">c", TableCommand::WidenColumn), None);
    let fixed = plain().replace("3*", "30mm");
    assert_eq!(after(&fixed, ">c", TableCommand::WidenColumn), None);
    assert!(after(&fixed, ">c", TableCommand::EqualColumns).is_some());
}

#[test]
fn tables_with_cells_in_each_others_way_are_not_edited() {
    let row = |cells: &str| {
        module(2, &format!("{SPECS}<tbody><row>{cells}</row><row>{}{}</row></tbody>", cell("y"), cell("z")))
    };
    for cells in [
        format!("{}{}{}", cell("x"), cell("2"), cell("3")),
        "<entry><para>x</para></entry><entry morerows=\"7\"/>".to_owned(),
        "<entry namest=\"c1\" nameend=\"nowhere\"><para>x</para></entry>".to_owned(),
        "<entry spanname=\"s\"><para>x</para></entry>".to_owned(),
        "<entry colname=\"c2\"><para>x</para></entry><entry colname=\"c1\"/>".to_owned(),
    ] {
        let text = row(&cells);
        let position = text.find(">x").expect("the words") + 2;
        for command in TableCommand::ALL {
            assert_eq!(offered(&text, position, command, &Schemas::default()), None, "{command:?}: {cells}");
        }
    }
    let outside = plain();
    let position = outside.find("intro").expect("the words");
    assert_eq!(offered(&outside, position, TableCommand::AddRowBelow, &Schemas::default()), None);
}

/// Two columns that the header names otherwise than the body; a cell of the header covers both.
fn named_twice() -> String {
    let own = "<colspec colname=\"h1\" colnum=\"1\"/><colspec colname=\"h2\" colnum=\"2\"/>";
    let wide = "<row><entry namest=\"h1\" nameend=\"h2\"><para>wide</para></entry></row>";
    let named = |name: &str, words: &str| format!("<entry colname=\"{name}\"><para>{words}</para></entry>");
    let head = format!("{own}{wide}<row>{}{}</row>", named("h1", "a"), named("h2", "b"));
    let body = format!("<row>{}{}</row><row>{}{}</row>", named("c1", "c"), named("c2", "d"), cell("e"), cell("f"));
    module(2, &format!("{SPECS}<thead>{head}</thead><tbody>{body}</tbody>"))
}

#[test]
fn a_header_with_columns_of_its_own_is_edited_with_its_names() {
    let text = named_twice();
    let row = after(&text, ">b", TableCommand::AddRowBelow).expect("an edit");
    let new = "<row><entry colname=\"h1\"><para>|</para></entry><entry colname=\"h2\"><para></para></entry></row>";
    assert!(row.contains(&format!("{new}</thead>")), "{row}");

    let added = after(&text, ">a", TableCommand::AddColumnRight).expect("an edit");
    let own = "<thead><colspec colname=\"h1\" colnum=\"1\"/><colspec colname=\"h3\" colnum=\"2\"/>\
        <colspec colname=\"h2\" colnum=\"3\"/><row><entry namest=\"h1\" nameend=\"h2\">";
    assert!(added.starts_with("cols=\"3\"><colspec colname=\"c1\"") && added.contains(own), "{added}");
    assert!(added.contains("<entry colname=\"h3\"><para>|</para></entry>"), "{added}");
    assert!(added.contains("<entry colname=\"c3\"><para></para></entry>"), "{added}");

    let deleted = after(&text, ">d", TableCommand::DeleteColumn).expect("an edit");
    let own = "<thead><colspec colname=\"h1\" colnum=\"1\"/><row><entry colname=\"h1\"><para>wide</para></entry></row>";
    assert!(deleted.starts_with("cols=\"1\">") && deleted.contains(own), "{deleted}");

    let moved = after(&text, ">d", TableCommand::MoveColumnLeft).expect("an edit");
    let own = "<thead><colspec colname=\"h2\" colnum=\"1\"/><colspec colname=\"h1\" colnum=\"2\"/>\
        <row><entry namest=\"h2\" nameend=\"h1\">";
    assert!(moved.contains(own), "{moved}");

    let merged = after(&text, ">a", TableCommand::MergeRight).expect("an edit");
    assert!(
        merged.contains("<row><entry namest=\"h1\" nameend=\"h2\"><para>a|</para><para>b</para></entry></row>"),
        "{merged}"
    );
    let split = after(&text, ">wide", TableCommand::SplitCell).expect("an edit");
    assert!(split.contains("<row><entry><para>wide|</para></entry><entry><para></para></entry></row>"), "{split}");
}

#[test]
fn a_row_with_names_of_another_part_stays_where_it_is() {
    let text = named_twice();
    assert_eq!(after(&text, ">c", TableCommand::MakeHeader), None, "c1 is no column of the header");
    assert_eq!(after(&text, ">a", TableCommand::MakeBody), None, "h1 is no column of the body");
    // Cells without names mean the same columns everywhere.
    let plain = text.replace(" colname=\"c1\"><para>c", "><para>c").replace(" colname=\"c2\"><para>d", "><para>d");
    let head = after(&plain, ">c", TableCommand::MakeHeader).expect("an edit");
    assert!(head.contains(&format!("<row>{}{}</row></thead>", cell("c|"), cell("d"))), "{head}");
    // Spans are of the columns of the table, which such a header does not name.
    let spanned = text.replace("namest=\"h1\" nameend=\"h2\"", "spanname=\"s\"");
    let spanned = spanned.replace("<thead>", "<spanspec spanname=\"s\" namest=\"c1\" nameend=\"c2\"/><thead>");
    assert_eq!(after(&spanned, ">c", TableCommand::AddRowBelow), None);
}

#[test]
fn a_row_with_a_span_stays_out_of_a_header_with_columns_of_its_own() {
    let own = "<colspec colname=\"c1\"/><colspec colname=\"c2\"/>";
    let span = "<spanspec spanname=\"s\" namest=\"c1\" nameend=\"c2\"/>";
    let wide = "<row><entry spanname=\"s\"><para>wide</para></entry></row>";
    let head = format!("<thead>{own}<row>{}{}</row></thead>", cell("a"), cell("b"));
    let body = format!("<tbody>{wide}<row>{}{}</row></tbody>", cell("c"), cell("d"));
    let text = module(2, &format!("{SPECS}{span}{head}{body}"));
    assert_eq!(after(&text, ">wide", TableCommand::MakeHeader), None);
    assert!(after(&text, ">c", TableCommand::AddRowBelow).is_some(), "the table can be edited");
    // A header without columns of its own knows the span.
    let plain = text.replace(own, "");
    assert!(
        after(&plain, ">wide", TableCommand::MakeHeader)
            .is_some_and(|text| text.contains("|wide") || text.contains("wide|"))
    );
    // A body has none of its own.
    let wrong = text.replace("<tbody>", &format!("<tbody>{own}"));
    assert_eq!(after(&wrong, ">c", TableCommand::AddRowBelow), None);
}

#[test]
fn missing_cells_are_added_before_anything_else() {
    let last = "<row><entry colname=\"c2\"><para>f</para></entry></row>";
    let text = plain().replace(&cell("d"), "").replace(&format!("<row>{}{}</row>", cell("e"), cell("f")), last);
    let position = text.find(">c").expect("the words") + 2;
    for command in TableCommand::ALL {
        let is_offered = offered(&text, position, command, &Schemas::default()).is_some();
        assert_eq!(is_offered, command == TableCommand::FillCells, "{command:?}");
    }
    let filled = after(&text, ">c", TableCommand::FillCells).expect("an edit");
    assert!(filled.contains(&format!("<row>{}{}</row>", cell("c|"), cell(""))), "{filled}");
    assert!(filled.contains(&last.replace("<row>", &format!("<row>{}", cell("")))), "{filled}");
    assert_eq!(after(&plain(), ">c", TableCommand::FillCells), None, "nothing is missing");
}

/// Checks each table of a text by itself: the columns are described once, and each place of each row is covered once.
fn check_grid(text: &str) {
    let xml = parsed(text);
    for group in xml.descendants().filter(|node| node.has_tag_name("tgroup")) {
        let columns: usize = group.attribute("cols").and_then(|cols| cols.parse().ok()).expect("a number of columns");
        let names = described(group, columns);
        let column = |name: Option<&str>| *names.get(name.expect("a name")).expect("a column");
        let spanspecs = group.children().filter(|node| node.has_tag_name("spanspec"));
        let spans: BTreeMap<&str, (usize, usize)> = spanspecs
            .map(|span| {
                let (first, last) = (column(span.attribute("namest")), column(span.attribute("nameend")));
                assert!(first <= last, "{text}");
                (span.attribute("spanname").expect("a name"), (first, last))
            })
            .collect();
        for part in
            group.children().filter(|node| ["tbody", "tfoot", "thead"].iter().any(|name| node.has_tag_name(*name)))
        {
            // A part with descriptions of its own names its columns by them.
            let has_own = part.children().any(|node| node.has_tag_name("colspec"));
            assert!(!has_own || !part.has_tag_name("tbody"), "{text}");
            // Spans are of the columns of the table, which such a part does not know.
            let own = (described(part, columns), BTreeMap::new());
            let (names, spans) = if has_own { (&own.0, &own.1) } else { (&names, &spans) };
            check_part(part, columns, names, spans);
        }
    }
}

/// The names of the columns that an element describes.
fn described<'d>(element: roxmltree::Node<'d, 'd>, columns: usize) -> BTreeMap<&'d str, usize> {
    let specs: Vec<_> = element.children().filter(|node| node.has_tag_name("colspec")).collect();
    // A header or footer may describe its first columns alone.
    let is_whole = specs.is_empty() || specs.len() == columns;
    assert!(is_whole || (!element.has_tag_name("tgroup") && specs.len() < columns), "{element:?}");
    let mut names = BTreeMap::new();
    for (index, spec) in specs.iter().enumerate() {
        let number = (index + 1).to_string();
        assert!(spec.attribute("colnum").is_none_or(|own| own == number), "{element:?}");
        if let Some(name) = spec.attribute("colname") {
            assert_eq!(names.insert(name, index), None, "{element:?}");
        }
    }
    names
}

fn check_part(
    part: roxmltree::Node<'_, '_>,
    columns: usize,
    names: &BTreeMap<&str, usize>,
    spans: &BTreeMap<&str, (usize, usize)>,
) {
    let rows: Vec<_> = part.children().filter(|node| node.has_tag_name("row")).collect();
    assert!(!rows.is_empty());
    let mut covered = vec![vec![0; columns]; rows.len()];
    for (row, line) in rows.iter().enumerate() {
        assert!(line.children().any(|node| node.has_tag_name("entry")), "a row has a cell");
        for entry in line.children().filter(roxmltree::Node::is_element) {
            let column_of =
                |attribute: &str| entry.attribute(attribute).map(|name| *names.get(name).expect("a column"));
            let free = covered[row].iter().position(|count| *count == 0).expect("a free place");
            let span = entry.attribute("spanname").map(|name| *spans.get(name).expect("a span"));
            let first = span.map(|(first, _)| first).or(column_of("namest")).or(column_of("colname")).unwrap_or(free);
            assert_eq!(first, free, "cells stand in the order of their columns");
            let last = span.map(|(_, last)| last).or(column_of("nameend")).unwrap_or(first);
            let more: usize = entry.attribute("morerows").map_or(0, |more| more.parse().expect("a number"));
            for line in &mut covered[row..=row + more] {
                line[first..=last].iter_mut().for_each(|count| *count += 1);
            }
        }
    }
    assert!(covered.iter().flatten().all(|count| *count == 1), "{covered:?}");
}

/// A table of this many columns and rows, of which some are header rows; each cell has a paragraph of its own.
fn table(columns: usize, head: usize, body: usize, style: u8) -> String {
    let space = |depth: usize| if style & 1 == 0 { String::new() } else { format!("\n{}", "  ".repeat(depth)) };
    let spec = |column: usize| {
        let number = if style & 4 == 0 { String::new() } else { format!(" colnum='{}'", column + 1) };
        let width = if style & 8 == 0 { String::new() } else { format!(" colwidth='{}*'", column % 3 + 1) };
        format!("{}<colspec colname='c{}'{number}{width}/>", space(3), column + 1)
    };
    let has_span = style & 0x22 == 0x22 && columns > 1;
    let mut specs = if style & 2 == 0 { String::new() } else { (0..columns).map(spec).collect() };
    if has_span {
        specs.push_str("<spanspec spanname='s' namest='c1' nameend='c2'/>");
    }
    // A header and a footer with columns of their own, under the names of the table or others, all or the first alone.
    let own_letter = if style & 8 == 0 { 'h' } else { 'c' };
    let own_count = if style & 0x40 == 0 { 0 } else { columns - usize::from(style & 0x80 != 0 && columns > 1) };
    let own_specs: Vec<String> =
        (1..=own_count).map(|column| format!("<colspec colname='{own_letter}{column}'/>")).collect();
    let own_specs = own_specs.concat();
    let has_foot = style & 0xC0 == 0xC0;
    let entry = |row: usize, column: usize| {
        let is_own = own_count > 0 && !(head..head + body).contains(&row);
        let letter = if is_own { own_letter } else { 'c' };
        let is_named = style & 0x12 == 0x12 && (!is_own || column < own_count);
        let name = if is_named { format!(" colname=\"{letter}{}\"", column + 1) } else { String::new() };
        let words = format!("<para>w{row}x{column} &amp; <emphasis>é刹</emphasis><!-- {row} --></para>");
        format!("{}<entry{name} align='left'>{words}</entry>", space(5))
    };
    let row = |row: usize| {
        let is_spanned = has_span && row == head;
        let wide = entry(row, 0).replace("<entry", "<entry spanname='s'").replace(" colname=\"c1\"", "");
        let first = if is_spanned { wide } else { String::new() };
        let others = (if is_spanned { 2 } else { 0 }..columns).map(|column| entry(row, column));
        let cells: String = std::iter::once(first).chain(others).collect();
        format!("{}<row>{cells}{}</row>", space(4), space(4))
    };
    let rows = |from: usize, to: usize| (from..to).map(row).collect::<String>();
    let part = |name: &str, own: &str, from: usize, to: usize| {
        format!("{}<{name}>{own}{}{}</{name}>", space(3), rows(from, to), space(3))
    };
    let header = if head == 0 { String::new() } else { part("thead", &own_specs, 0, head) };
    let footer = if has_foot { part("tfoot", &own_specs, head + body, head + body + 1) } else { String::new() };
    let main = part("tbody", "", head, head + body);
    module(columns, &format!("{specs}{header}{footer}{main}{}", space(2)))
}

/// The sources of the paragraphs with words and of the cells.
fn parts<'t>(xml: &roxmltree::Document<'t>, name: &str) -> Vec<&'t str> {
    let found = xml.descendants().filter(|node| node.has_tag_name(name));
    found.map(|node| &xml.input_text()[node.range()]).filter(|part| part.contains('w')).collect()
}

/// Makes a command in a cell, if it is offered, and checks what has become of the text.
fn step(text: &str, cell: usize, command: TableCommand, schemas: &Schemas) -> Result<Option<String>, TestCaseError> {
    let xml = parsed(text);
    let cells: Vec<_> = xml.descendants().filter(|node| node.has_tag_name("entry")).collect();
    let has_span = |cell: &&roxmltree::Node<'_, '_>| {
        ["morerows", "namest", "spanname"].iter().any(|name| cell.has_attribute(*name))
    };
    // Few cells can be split, so that one of them is taken.
    let spanned = cells.iter().find(has_span).filter(|_| command == TableCommand::SplitCell);
    let entry = *spanned.unwrap_or(&cells[cell % cells.len()]);
    let inside = entry.descendants().skip(1).find(|node| node.has_tag_name("para")).unwrap_or(entry);
    let position = inside.range().start + text[inside.range()].find('>').expect("a tag") + 1;
    let Some(BlockEdit { splice, caret, .. }) = offered(text, position, command, schemas) else { return Ok(None) };
    let changed = splice::apply(text, std::slice::from_ref(&splice)).expect("a text");
    let group = entry.ancestors().find(|node| node.has_tag_name("tgroup")).expect("a table").range();
    prop_assert!(group.start <= splice.range.start && splice.range.end <= group.end);
    check_grid(&changed);
    let after = parsed(&changed);
    let at = splice.range.start + caret;
    let holds = |node: roxmltree::Node<'_, '_>| node.range().start < at && at < node.range().end;
    prop_assert!(after.descendants().any(|node| node.has_tag_name("entry") && holds(node)), "{command:?}: {changed}");
    check_words(&xml, &after, command)?;
    Ok(Some(changed))
}

fn check_words(
    before: &roxmltree::Document<'_>,
    after: &roxmltree::Document<'_>,
    command: TableCommand,
) -> Result<(), TestCaseError> {
    let (old, new) = (parts(before, "para"), parts(after, "para"));
    let lost: Vec<&&str> = old.iter().filter(|part| !new.contains(part)).collect();
    prop_assert!(new.iter().all(|part| old.contains(part)), "{:?}", command);
    let deletes = matches!(command, TableCommand::DeleteRow | TableCommand::DeleteColumn);
    prop_assert!(deletes || (lost.is_empty() && old.len() == new.len()), "{:?}: {:?}", command, lost);
    let merges = matches!(command, TableCommand::MergeRight | TableCommand::MergeDown | TableCommand::SplitCell);
    let cells = parts(after, "entry");
    let changed = parts(before, "entry").into_iter().filter(|cell| !cells.contains(cell));
    let has_span = |cell: &&str| {
        ["morerows", "namest", "spanname"]
            .iter()
            .any(|name| cell.split('>').next().is_some_and(|tag| tag.contains(name)))
    };
    prop_assert!(
        deletes || merges || changed.clone().all(|cell| has_span(&cell)),
        "{:?}: {:?}",
        command,
        changed.collect::<Vec<_>>()
    );
    Ok(())
}

#[test]
fn any_sequence_of_commands_leaves_a_whole_table() {
    let made = RefCell::new(HashSet::new());
    let mut runner = TestRunner::new(Config { cases: 250, failure_persistence: None, ..Config::default() });
    let steps = prop::collection::vec((0..TableCommand::ALL.len(), any::<u8>()), 1..14);
    let strategy = ((1..5usize, 0..3usize, 1..4usize, any::<u8>()), steps);
    let result = runner.run(&strategy, |((columns, head, body, style), steps)| {
        let mut text = table(columns, head, body, style);
        for (command, cell) in steps {
            let command = TableCommand::ALL[command];
            if let Some(changed) = step(&text, usize::from(cell), command, &Schemas::default())? {
                made.borrow_mut().insert(command);
                text = changed;
            }
        }
        Ok(())
    });
    result.expect("all tables are whole");
    let never: Vec<_> = TableCommand::ALL.into_iter().filter(|command| !made.borrow().contains(command)).collect();
    assert_eq!(never, [TableCommand::FillCells], "whole tables are offered all others");
}

#[test]
fn tables_of_an_official_package_stay_valid() {
    let (Some(package), Some(zip)) = (modules::package("bike-4.1"), data::path("schemas/S1000D_4-1.zip")) else {
        return;
    };
    let set = SchemaSet::open(&std::fs::read(zip).expect("a file")).expect("a set");
    let schemas = Schemas::new(vec![std::sync::Arc::new(set)]);
    let has_table = |text: &String| text.contains("<tgroup") && text.len() < 60_000;
    let mut made = 0;
    for text in package.into_values().filter(has_table).take(6) {
        let violations = xsd::check(&schemas, text.as_bytes()).len();
        let position = text.find("<entry").expect("a cell");
        let position = position + text[position..].find("<para>").unwrap_or(0) + "<para>".len();
        for command in TableCommand::ALL {
            let Some(BlockEdit { splice, .. }) = offered(&text, position, command, &schemas) else { continue };
            let changed = splice::apply(&text, &[splice]).expect("a text");
            assert!(xsd::check(&schemas, changed.as_bytes()).len() <= violations, "{command:?}");
            made += 1;
        }
    }
    assert!(made > 6, "commands are offered in official tables: {made}");
}
