//! Workbooks in the layout of CISO Assistant, of our own writing.

use publish::table::{Cell, Table, workbook};
use regulations::findings::SourceRule;
use regulations::model::ItemKind;
use regulations::{SourceFormat, SourceLimits, SourceReading, read};

fn table(name: &str, rows: &[&[&str]]) -> Table {
    let cell = |text: &&str| if text.is_empty() { Cell::Empty } else { Cell::Text((*text).to_owned()) };
    let (header, rows) = rows.split_first().expect("a header");
    Table {
        name: name.to_owned(),
        header: header.iter().map(|name| (*name).to_owned()).collect(),
        rows: rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
    }
}

fn library(content: &[&[&str]]) -> SourceReading {
    let tables = [
        table(
            "library_meta",
            &[
                &["type", "library"],
                &["urn", "urn:own:library:kites"],
                &["version", "3"],
                &["locale", "en"],
                &["ref_id", "KITES"],
                &["name", "Kites"],
                &["copyright", "Own"],
                &["provider", "Own"],
            ],
        ),
        table("kites_meta", &[&["type", "framework"], &["base_urn", "urn:own:req:kites"], &["name", "Kite rules"]]),
        table("kites_content", content),
    ];
    read(&workbook(&tables).expect("it is written"), &SourceLimits::default())
}

#[test]
fn rows_by_depth_become_categories_and_items() {
    let reading = library(&[
        &["assessable", "depth", "ref_id", "name", "description", "annotation", "importance", "implementation_groups"],
        &["", "1", "K.1", "Flying", "", "", "", ""],
        &["x", "2", "K.1.1", "Strings", "(a) one\n(b) two", "Look.", "mandatory", "A,B"],
        &["", "3", "", "", "An explanation", "", "", ""],
        &["x", "2", "", "", "Unnamed", "", "recommended", ""],
        &["", "1", "K.2", "Leaf", "Words", "", "", ""],
    ]);
    assert_eq!((reading.format, reading.findings.len()), (Some(SourceFormat::Ciso), 0), "{:?}", reading.findings);
    let collection = &reading.collection;
    assert_eq!((collection.head.name.as_str(), collection.head.version.as_str()), ("Kite rules", "3"));
    assert_eq!(collection.categories.len(), 1);
    let items: Vec<(&str, ItemKind, Option<usize>, Option<usize>)> =
        collection.items.iter().map(|one| (one.code.as_str(), one.kind, one.category, one.parent)).collect();
    let expected = [
        ("K.1.1", ItemKind::Std, Some(0), None),
        ("K.1.1.1", ItemKind::Info, Some(0), Some(0)),
        ("K.1.2", ItemKind::Rec, Some(0), None),
        ("K.2", ItemKind::Info, None, None),
    ];
    assert_eq!(items, expected);
    assert_eq!(collection.items[0].stable_id, "urn:own:req:kites:k.1.1");
    assert_eq!(collection.items[0].clauses.len(), 2);
    assert_eq!(collection.items[0].guidance, "Look.");
    assert_eq!(collection.items[0].tags.len(), 2);
}

#[test]
fn wrong_depths_and_missing_sheets_block() {
    let reading =
        library(&[&["assessable", "depth", "ref_id"], &["x", "1", "A"], &["x", "4", "B"], &["x", "deep", "C"]]);
    let rules: Vec<SourceRule> = reading.findings.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, [SourceRule::LevelJump, SourceRule::ValueUnknown]);
    let reading = library(&[&["x"], &["y"]]);
    assert_eq!(reading.findings.iter().filter(|finding| finding.rule == SourceRule::ColumnMissing).count(), 3);
    let alone = [table("library_meta", &[&["type", "library"], &["name", "Kites"]])];
    let reading = read(&workbook(&alone).expect("it is written"), &SourceLimits::default());
    assert_eq!(reading.findings[0].rule, SourceRule::SheetMissing);
}

#[test]
fn the_description_of_a_category_is_not_left_out_in_silence() {
    let reading = library(&[
        &["assessable", "depth", "ref_id", "name", "description"],
        &["", "1", "K.1", "Flying", "All kites have strings."],
        &["x", "2", "K.1.1", "Strings", "One"],
    ]);
    let found: Vec<(SourceRule, Option<&str>)> =
        reading.findings.iter().map(|finding| (finding.rule, finding.param("text"))).collect();
    assert_eq!(found, [(SourceRule::TextUnused, Some("All kites have strings."))]);
}
