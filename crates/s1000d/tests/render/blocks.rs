//! The blocks that a search finds are places of the HTML, and no word of the author's is missing from them.

use std::collections::HashSet;
use std::path::PathBuf;

use roxmltree::Document;
use s1000d::guard;
use s1000d::render::{Place, blocks};

use super::reading::{draw, tree, words_of_html};
use super::whole::below;

/// What is written, whatever the order of the blocks.
fn letters(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    letters.sort_unstable();
    letters
}

#[test]
fn every_block_of_the_demo_library_is_found_in_its_html() {
    let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    let mut places = HashSet::new();
    for (name, bytes) in below(&demo) {
        let checked = guard::check(&bytes).expect("a file of ours");
        if !matches!(checked.root(), "dmodule" | "pm" | "dml" | "ddn") {
            continue;
        }
        let rendered = draw(&name, &bytes);
        let html: Document<'_> = tree(&name, &rendered);
        let ids: HashSet<&str> = html.descendants().filter_map(|node| node.attribute("id")).collect();
        let blocks = blocks(&checked).expect("it has been drawn");
        for block in &blocks {
            assert!(block.anchor.is_empty() || ids.contains(block.anchor.as_str()), "{name}: {block:?}");
            places.insert(block.place);
        }
        let written: String = blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(letters(&written), letters(&words_of_html(html.root_element()).concat()), "{name}");
    }
    for place in
        [Place::Para, Place::Step, Place::Warning, Place::Caution, Place::Note, Place::Figure, Place::Table, Place::Mel]
    {
        assert!(places.contains(&place), "{place:?}");
    }
}
