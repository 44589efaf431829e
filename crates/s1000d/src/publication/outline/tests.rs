use proptest::prelude::*;

use super::*;
use crate::code::FileName;
use crate::splice;

fn dm(assembly: &str) -> Identity {
    FileName::parse(&format!("DMC-NV-A-29-11-{assembly}-00A-040A-A.XML")).expect("a name").identity
}

fn module(assembly: &str) -> String {
    let title = Title { technical: format!("Module {assembly}"), ..Title::default() };
    reference(&dm(assembly), &title, "").expect("a reference")
}

fn text() -> String {
    format!(
        "<pm><identAndStatusSection/>\n<content>\n  <pmEntry a='1'>\n    <pmEntryTitle>One &amp; only</pmEntryTitle>\n    \
         {}<!-- kept -->\n    {}\n  </pmEntry>\n  <pmEntry>{}</pmEntry>\n  <pmEntry><pmEntryTitle>Two</pmEntryTitle>\n    \
         <pmEntry><pmEntryTitle/>\n      {}</pmEntry>\n  </pmEntry>\n</content></pm>",
        module("01"),
        module("02"),
        module("03"),
        module("04")
    )
}

/// As `text`, with a group that says something itself.
fn limited() -> String {
    let group = format!("<pmEntry>{}", module("03"));
    let limited = format!("<pmEntry applicRefId='app-1'><!-- why -->{}", module("03"));
    assert!(text().contains(&group));
    text().replace(&group, &limited)
}

/// The entries, one per line: depth as blanks, then the title.
fn drawn(text: &str) -> Vec<String> {
    let entries = read(text).expect("a publication");
    let depth =
        |entry: &PublicationEntry| std::iter::successors(entry.parent, |number| entries[*number].parent).count();
    entries.iter().map(|entry| format!("{}{}", "-".repeat(depth(entry)), entry.title)).collect()
}

fn changed(text: &str, change: &OutlineEdit) -> String {
    let splices = edit(text, change).expect("a publication").expect("a change");
    splice::apply(text, &splices).expect("a text")
}

fn place(parent: Option<usize>, index: usize) -> OutlinePlace {
    OutlinePlace { parent, index }
}

#[test]
fn entries_are_read_with_their_parents() {
    let expected = ["One & only", "-Module 01", "-Module 02", "", "-Module 03", "Two", "-", "--Module 04"];
    assert_eq!(drawn(&text()), expected);
    let entries = read(&text()).expect("a publication");
    assert_eq!((entries[1].kind, entries[1].target.clone()), (OutlineKind::Module, Some(dm("01"))));
    assert_eq!(read("<dmodule><content/></dmodule>"), Ok(Vec::new()));
    assert!(read("<pm>").is_err());
}

#[test]
fn sections_and_references_are_added_where_they_belong() {
    let text = text();
    let section = OutlineEdit::AddSection { place: place(None, 1), title: "New <a>".to_owned() };
    let added = changed(&text, &section);
    assert!(
        added.contains("\n  <pmEntry><pmEntryTitle>New &lt;a&gt;</pmEntryTitle></pmEntry>\n  <pmEntry><dmRef>"),
        "{added}"
    );
    let title = Title { technical: "Module 09".to_owned(), ..Title::default() };
    let add = |place| OutlineEdit::AddReference { place, target: dm("09"), title: title.clone() };
    assert_eq!(drawn(&changed(&text, &add(place(Some(0), 1))))[2], "-Module 09");
    // The publication itself has sections only.
    let top = changed(&text, &add(place(None, 9)));
    assert_eq!(drawn(&top)[8..], ["", "-Module 09"]);
    let empty = "<pm><content/></pm>";
    assert_eq!(drawn(&changed(empty, &section)), ["New <a>"]);
    let empty = "<pm><content>\n</content></pm>";
    assert_eq!(drawn(&changed(empty, &add(place(None, 0)))), ["", "-Module 09"]);
    assert_eq!(edit(&text, &add(place(Some(1), 0))), Ok(None), "a module has no entries");
    assert_eq!(edit(&text, &add(place(Some(99), 0))), Ok(None));
}

#[test]
fn a_section_is_renamed_whether_it_has_a_title_or_not() {
    let text = text();
    let rename = |entry, title: &str| OutlineEdit::Rename { entry, title: title.to_owned() };
    let expected = text.replace("One &amp; only", "A &amp; B");
    assert_eq!(changed(&text, &rename(0, "A & B")), expected);
    assert_eq!(drawn(&changed(&text, &rename(3, "Three")))[3], "Three");
    assert_eq!(drawn(&changed(&text, &rename(6, "Six")))[6], "-Six");
    assert_eq!(edit(&text, &rename(1, "No")), Ok(None), "a module has its own title");
}

#[test]
fn an_entry_takes_its_bytes_along_when_it_is_moved() {
    let text = text();
    let moved = |entry, to| changed(&text, &OutlineEdit::Move { entry, place: to });
    let last = moved(0, place(None, 3));
    assert_eq!(drawn(&last)[5..], ["One & only", "-Module 01", "-Module 02"]);
    assert!(last.contains("<pmEntry a='1'>") && last.contains("<!-- kept -->"), "{last}");
    assert_eq!(drawn(&moved(2, place(Some(0), 0)))[1..3], ["-Module 02", "-Module 01"]);
    // A group without a title goes with its only entry.
    let inside = moved(4, place(Some(6), 1));
    assert_eq!(drawn(&inside)[3..], ["Two", "-", "--Module 04", "--Module 03"]);
    assert_eq!(drawn(&moved(1, place(None, 0)))[..2], ["", "-Module 01"]);
    assert_eq!(moved(0, place(None, 1)), text, "it is there already");
    assert_eq!(edit(&text, &OutlineEdit::Move { entry: 5, place: place(Some(6), 0) }), Ok(None), "into itself");
}

#[test]
fn an_entry_is_removed_with_its_line() {
    let text = text();
    let removed = |entry| changed(&text, &OutlineEdit::Remove { entry });
    assert_eq!(removed(2), text.replace(&format!("\n    {}", module("02")), ""));
    assert_eq!(removed(4), text.replace(&format!("\n  <pmEntry>{}</pmEntry>", module("03")), ""));
    assert_eq!(drawn(&removed(5)).len(), 5);
}

#[test]
fn a_group_with_an_applicability_or_a_comment_goes_along() {
    let text = limited();
    let moved = |entry, to| changed(&text, &OutlineEdit::Move { entry, place: to });
    let group = format!("<pmEntry applicRefId='app-1'><!-- why -->{}</pmEntry>", module("03"));
    let inside = moved(4, place(Some(6), 1));
    assert_eq!(drawn(&inside)[3..], ["Two", "-", "--Module 04", "--", "---Module 03"]);
    assert!(inside.contains(&group), "{inside}");
    let first = moved(4, place(None, 0));
    assert_eq!(drawn(&first)[..2], ["", "-Module 03"]);
    assert!(first.contains(&group), "{first}");
    assert_eq!(moved(4, place(None, 2)), text, "out of its group, beside it");
    // A comment alone is enough.
    let commented = text.replace(" applicRefId='app-1'", "");
    let moved = changed(&commented, &OutlineEdit::Move { entry: 4, place: place(Some(0), 0) });
    assert!(moved.contains("<pmEntry><!-- why --><dmRef>"), "{moved}");
    // Another module can be put in the place of a removed one.
    let removed = changed(&text, &OutlineEdit::Remove { entry: 4 });
    assert_eq!(removed, text.replace(&group, "<pmEntry applicRefId='app-1'><!-- why --></pmEntry>"));
}

/// The codes of all references, sorted.
fn references(text: &str) -> Vec<String> {
    let entries = read(text).expect("a publication");
    let mut codes: Vec<String> = entries.into_iter().filter_map(|one| Some(one.target?.to_string())).collect();
    codes.sort();
    codes
}

fn any_edit() -> impl Strategy<Value = OutlineEdit> {
    let places = (prop::option::of(0..8_usize), 0..4_usize).prop_map(|(parent, index)| OutlinePlace { parent, index });
    prop_oneof![
        (places.clone(), "[a-z<&]{0,6}").prop_map(|(place, title)| OutlineEdit::AddSection { place, title }),
        places.clone().prop_map(|place| OutlineEdit::AddReference { place, target: dm("07"), title: Title::default() }),
        (0..8_usize, "[a-z<&]{0,6}").prop_map(|(entry, title)| OutlineEdit::Rename { entry, title }),
        (0..8_usize, places).prop_map(|(entry, place)| OutlineEdit::Move { entry, place }),
        (0..8_usize).prop_map(|entry| OutlineEdit::Remove { entry }),
    ]
}

proptest! {
    #[test]
    fn any_series_of_changes_leaves_a_publication(edits in prop::collection::vec(any_edit(), 1..12)) {
        for mut text in [text(), limited()] {
            for change in &edits {
                let Some(splices) = edit(&text, change).expect("a publication") else { continue };
                let after = splice::apply(&text, &splices).expect("splices that fit");
                let count = |text: &str| read(text).expect("a publication").len();
                let (old, new) = (references(&text), references(&after));
                match change {
                    OutlineEdit::AddSection { .. } => prop_assert_eq!(count(&after), count(&text) + 1),
                    OutlineEdit::Rename { .. } => prop_assert_eq!(count(&after), count(&text)),
                    OutlineEdit::Remove { .. } => prop_assert!(count(&after) < count(&text)),
                    OutlineEdit::AddReference { .. } => prop_assert_eq!(new.len(), old.len() + 1),
                    // A group may be left behind or be needed, but nothing is lost.
                    OutlineEdit::Move { .. } => {
                        prop_assert_eq!(new, old);
                        for kept in ["applicRefId", "<!--"] {
                            prop_assert_eq!(after.matches(kept).count(), text.matches(kept).count(), "{}", after);
                        }
                    }
                }
                // Whatever happens to the entries, the head is not theirs.
                prop_assert!(after.starts_with("<pm><identAndStatusSection/>\n<content>"), "{}", after);
                text = after;
            }
        }
    }
}
