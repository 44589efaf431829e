//! Columns of tables.

use crate::redline::{drawn, told, words};

/// A table whose cells and columns have names.
fn named(names: &[&str], rows: &[&[&str]]) -> String {
    let column = |name: &&str| format!("<colspec colname='{name}'/>");
    let columns: String = names.iter().map(column).collect();
    let cell = |(name, text): (&&str, &&str)| format!("<entry colname='{name}'><para>{text}</para></entry>");
    let row = |cells: &&[&str]| format!("<row>{}</row>", names.iter().zip(*cells).map(cell).collect::<String>());
    table(names.len(), &columns, &rows.iter().map(row).collect::<String>())
}

fn plain(rows: &[&[&str]]) -> String {
    let cell = |text: &&str| format!("<entry><para>{text}</para></entry>");
    let row = |cells: &&[&str]| format!("<row>{}</row>", cells.iter().map(cell).collect::<String>());
    table(rows[0].len(), "", &rows.iter().map(row).collect::<String>())
}

fn table(cols: usize, columns: &str, rows: &str) -> String {
    format!(
        "<dmodule><content><description><table><title>Torques</title><tgroup cols='{cols}'>{columns}<tbody>{rows}</tbody>\
         </tgroup></table></description></content></dmodule>"
    )
}

const OLD: [&[&str]; 3] = [&["Nut", "12 Nm", "dry"], &["Bolt", "14 Nm", "wet"], &["Screw", "16 Nm", "wet"]];
const NEW: [&[&str]; 3] =
    [&["Nut", "M5", "12 Nm", "dry"], &["Bolt", "M6", "14 Nm", "wet"], &["Screw", "M7", "16 Nm", "wet"]];

/// The listed changes without their places, when the words of the redline are complete in both directions.
fn listed(a: &str, b: &str) -> Vec<String> {
    assert_eq!(words(a, b, true), Ok(()));
    assert_eq!(words(b, a, true), Ok(()));
    told(a, b).iter().map(|change| change.replace(" Torques", "")).collect()
}

fn kinds(a: &str, b: &str) -> Vec<String> {
    listed(a, b).iter().map(|change| change.split(' ').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn an_inserted_column_is_one_change() {
    let found = listed(&plain(&OLD), &plain(&NEW));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("ColumnInserted") && found[0].ends_with("> M5 M6 M7"), "{found:?}");
    let page = drawn(&plain(&OLD), &plain(&NEW)).one.html;
    assert_eq!(page.matches("<ins data-difference=\"0\">").count(), 3, "{page}");
}

#[test]
fn a_deleted_column_is_one_change() {
    let found = listed(&plain(&NEW), &plain(&OLD));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("ColumnDeleted") && found[0].ends_with(": M5 M6 M7 > "), "{found:?}");
}

#[test]
fn columns_that_are_numbered_anew_are_no_other_values() {
    let found = listed(&named(&["c1", "c2", "c3"], &OLD), &named(&["c1", "c2", "c3", "c4"], &NEW));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("ColumnInserted") && found[0].ends_with("> M5 M6 M7"), "{found:?}");
    assert_eq!(kinds(&named(&["c1", "c2", "c3", "c4"], &NEW), &named(&["c1", "c2", "c3"], &OLD)), ["ColumnDeleted"]);
}

#[test]
fn other_names_of_the_same_columns_are_no_differences() {
    let (a, b) = (named(&["c1", "c2", "c3"], &OLD), named(&["part", "torque", "thread"], &OLD));
    assert_eq!(listed(&a, &b), [] as [String; 0]);
}

#[test]
fn a_cell_that_names_another_column_is_a_difference() {
    let a = named(&["c1", "c2", "c3"], &OLD);
    let cells = |[one, two]: [&str; 2]| {
        format!("<entry colname='{one}'><para>12 Nm</para></entry><entry colname='{two}'><para>dry</para></entry>")
    };
    let swapped = a.replace(&cells(["c2", "c3"]), &cells(["c3", "c2"]));
    assert_ne!(a, swapped);
    assert!(!listed(&a, &swapped).is_empty());
}

#[test]
fn a_value_that_changed_beside_a_new_column_is_listed() {
    let mut rows = NEW.to_vec();
    let changed: &[&str] = &["Bolt", "M6", "15 Nm", "wet"];
    rows[1] = changed;
    let mut found = kinds(&plain(&OLD), &plain(&rows));
    found.sort();
    assert_eq!(found, ["ColumnInserted", "Words"]);
}

#[test]
fn equal_cells_beside_a_new_column_do_not_hide_it() {
    let old: [&[&str]; 3] = [&["Nut", "-"], &["Bolt", "-"], &["Pin", "4"]];
    let new: [&[&str]; 3] = [&["Nut", "-", "-"], &["Bolt", "M6", "-"], &["Pin", "M7", "4"]];
    assert_eq!(kinds(&plain(&old), &plain(&new)), ["ColumnInserted"]);
}
