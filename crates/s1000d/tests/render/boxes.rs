//! Elements of the official schemas that are drawn as boxes with their names, because no rule knows them.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use s1000d::package::{Archive, Limits};

use super::reading::draw;
use crate::data;

/// What is left are parts of headers and of tables, which have no place of their own in a text. May only shrink.
const BOXES: usize = 98;

/// The names of all elements that the schemas of a set declare.
fn elements(set: &Path) -> BTreeSet<String> {
    let bytes: Arc<[u8]> = std::fs::read(set).expect("a file").into();
    let (archive, _) = Archive::open(Cursor::new(bytes), &Limits::default());
    let archive = archive.expect("an archive");
    let mut reader = archive.reader();
    let mut names = BTreeSet::new();
    for entry in archive.entries().iter().filter(|entry| entry.name.contains("xml_schema_flat")) {
        let schema = String::from_utf8(reader.read(entry).expect("bytes")).expect("UTF-8");
        let declared = schema.split("<xs:element name=\"").skip(1).filter_map(|rest| rest.split('"').next());
        names.extend(declared.map(str::to_owned));
    }
    names
}

#[test]
fn nearly_every_element_of_the_official_schemas_has_a_rule() {
    let sets = ["schemas/S1000D_4-1.zip", "schemas/S1000D_4-2.zip"].map(data::path);
    let Some(sets) = sets.into_iter().collect::<Option<Vec<_>>>() else { return };
    let names: BTreeSet<String> = sets.iter().flat_map(|set| elements(set)).collect();
    assert!(names.len() > 1_300, "{}", names.len());
    let is_box = |name: &&String| {
        let text = format!("<dmodule><content><{name}>x</{name}></content></dmodule>");
        draw(name, text.as_bytes()).html.contains("class=\"s1d-unknown\" data-kind=")
    };
    let boxes: Vec<&String> = names.iter().filter(is_box).collect();
    assert_eq!(boxes.len(), BOXES, "{boxes:?}");
}
