//! Groups of alternates and the official schemas, which are not in the repository.

use std::io::Cursor;

use s1000d::package::{Archive, Limits};

use super::{content, data};

/// Groups that may only be replaced by an element that may stand in their place; the others must stay.
#[test]
fn a_group_is_replaced_only_where_the_schemas_allow_its_element() {
    let Some(path) = data::path("schemas/S1000D_4-2.zip") else { return };
    let (archive, _) = Archive::open(Cursor::new(std::fs::read(path).expect("a file")), &Limits::default());
    let archive = archive.expect("an archive");
    let mut reader = archive.reader();
    let mut seen = 0;
    for entry in archive.entries().iter().filter(|entry| entry.name.contains("flat/") && entry.name.ends_with(".xsd")) {
        let text = String::from_utf8(reader.read(entry).expect("an entry")).expect("UTF-8");
        let schema = roxmltree::Document::parse(&text).expect("a schema");
        let refs =
            schema.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2001/XMLSchema", "element")));
        for group in refs.filter(|node| node.attribute("ref").is_some_and(|name| name.ends_with("Alts"))) {
            let name = group.attribute("ref").expect("a name");
            let element = name.trim_end_matches("Alts");
            let is_there = |node: &roxmltree::Node<'_, '_>| node.attribute("ref") == Some(element);
            let is_choice = group.parent().is_some_and(|parent| {
                parent.tag_name().name() == "choice" && parent.children().any(|node| is_there(&node))
            });
            let inner = format!("<q><{name}><{element} applicRefId=\"a\"/><{element} applicRefId=\"b\"/></{name}></q>");
            let is_replaced = !content(&inner, "model=A").contains(name);
            assert!(is_choice || !is_replaced, "{name} in {}", entry.name);
            seen += usize::from(is_replaced);
        }
    }
    assert!(seen > 20, "{seen}");
}
