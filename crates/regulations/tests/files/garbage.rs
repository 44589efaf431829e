//! Files that mean nothing, and good files that were damaged.

use std::io::Cursor;

use crate::common::{EASA, ECFR, TABLE, zipped};
use chrono::{DateTime, Utc};
use proptest::collection::vec;
use proptest::prelude::*;
use regulations::mapping::read_mappings;
use regulations::oscal::to_oscal;
use regulations::table::{to_csv, to_xlsx};
use regulations::{SourceLimits, SourceReading, detect, read};
use zip::ZipArchive;

fn reading(bytes: &[u8]) -> SourceReading {
    read(bytes, &SourceLimits::default())
}

/// One good file of every format.
fn samples() -> Vec<Vec<u8>> {
    let collection = reading(TABLE.as_bytes()).collection;
    vec![
        TABLE.as_bytes().to_vec(),
        EASA.as_bytes().to_vec(),
        ECFR.as_bytes().to_vec(),
        to_csv(&collection),
        to_xlsx(&collection).expect("it is written"),
        to_oscal(&collection, DateTime::<Utc>::UNIX_EPOCH),
        zipped(&[("export.xml", EASA.as_bytes())]),
    ]
}

#[test]
fn the_samples_are_good() {
    for sample in samples() {
        let reading = reading(&sample);
        assert!(!reading.is_blocked() && !reading.collection.items.is_empty(), "{:?}", reading.findings);
        assert_eq!(detect(&sample), reading.format);
    }
}

#[test]
fn files_cut_at_any_length_are_read_or_refused() {
    for sample in samples() {
        // Archives end with their directory: a few lengths tell as much as all.
        let step = if sample.starts_with(b"PK") { 97 } else { 3 };
        for length in (0..sample.len()).step_by(step) {
            let _ = reading(&sample[..length]);
        }
    }
}

/// An opening or closing piece of any of the XML formats, or text.
fn xml_piece() -> impl Strategy<Value = String> {
    let names = [
        "package",
        "part",
        "xmlData",
        "document",
        "toc",
        "heading",
        "topic",
        "sdt",
        "sdtPr",
        "sdtContent",
        "tag",
        "id",
        "p",
        "pPr",
        "pStyle",
        "r",
        "t",
        "tab",
        "tbl",
        "tr",
        "tc",
        "hyperlink",
        "DIV5",
        "DIV8",
        "HEAD",
        "P",
        "I",
        "TABLE",
        "TR",
        "TD",
        "Relationships",
        "Relationship",
        "binaryData",
        "footnotes",
        "footnote",
    ];
    let attributes = [
        r#" guid="g" source-title="X.1 T""#,
        r#" val="topic""#,
        r#" val="ListLevel1""#,
        r#" sdt-id="1" ERulesId="E""#,
        r#" name="/word/document.xml""#,
        r#" name="/word/media/a""#,
        r#" N="1" TYPE="PART""#,
        r#" N="1" TYPE="SECTION""#,
        r#" anchor="x""#,
        "",
    ];
    let name = prop::sample::select(names.to_vec());
    let attribute = prop::sample::select(attributes.to_vec());
    prop_oneof![
        (name.clone(), attribute.clone()).prop_map(|(name, attribute)| format!("<{name}{attribute}>")),
        (name.clone(), attribute).prop_map(|(name, attribute)| format!("<{name}{attribute}/>")),
        name.prop_map(|name| format!("</{name}>")),
        prop::sample::select(vec!["(a)", "(i) x", "[1 May 2027]", "§ 1", " ", "—(1)", "&#9;", "iVBORw=="])
            .prop_map(str::to_owned),
    ]
}

/// The pieces as a document: ends without starts are left out, missing ones added.
fn nested(root: &str, pieces: &[String]) -> String {
    let (mut text, mut open) = (String::new(), Vec::new());
    for piece in pieces {
        if let Some(name) = piece.strip_prefix("</") {
            if open.last().is_some_and(|last: &String| name.trim_end_matches('>') == last) {
                open.pop();
                text.push_str(piece);
            }
            continue;
        }
        if piece.starts_with('<') && !piece.ends_with("/>") {
            let name = piece.trim_start_matches('<').split([' ', '>']).next().unwrap_or_default();
            open.push(name.to_owned());
        }
        text.push_str(piece);
    }
    let ends: String = open.iter().rev().flat_map(|name| ["</", name, ">"]).collect();
    format!("<{root}>{text}{ends}</{root}>")
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(start in prop::sample::select(vec!["", "PK\u{3}\u{4}", "<package>", "{", "code,title\n", "<DIV8>"]), bytes in vec(any::<u8>(), 0..300)) {
        let bytes = [start.as_bytes(), &bytes].concat();
        let _ = reading(&bytes);
        let _ = detect(&bytes);
        let _ = read_mappings(&bytes, &SourceLimits::default());
    }

    #[test]
    fn any_table_is_read(text in "(code|title|text|level|parent_code|category_path|type|clauses|references|[,;#\n\t\"'>@=|:(a1)~ ]|A|B|CATEGORY|FUTURE|META|¶1@1){0,60}") {
        let _ = reading(["code,title,text,level,parent_code,type,clauses\n", &text].concat().as_bytes());
        let _ = reading(text.as_bytes());
    }

    #[test]
    fn any_document_is_read(root in prop::sample::select(vec!["package", "DIV5", "DIV8", "ECFR"]), pieces in vec(xml_piece(), 0..60)) {
        let text = nested(root, &pieces);
        prop_assert!(reading(text.as_bytes()).format.is_some(), "{}", text);
    }

    #[test]
    fn files_with_changed_bytes_are_read_or_refused(which in 0..7_usize, flips in vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut bytes = samples().swap_remove(which);
        for (place, byte) in flips {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let _ = reading(&bytes);
    }

    #[test]
    fn archives_are_not_trusted_whatever_they_declare(place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = zipped(&[("export.xml", EASA.as_bytes())]);
        let place = place.index(bytes.len());
        bytes[place] = byte;
        let _ = ZipArchive::new(Cursor::new(&bytes));
        let _ = reading(&bytes);
    }
}
