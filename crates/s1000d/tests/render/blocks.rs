//! The blocks that a search finds are places of the HTML, and no word of the author's is missing from them.

use std::collections::HashSet;
use std::path::PathBuf;

use roxmltree::{Document, Node};
use s1000d::document::blocks::{self, SearchBlockKind};
use s1000d::guard;

use super::reading::{draw, has_class, tree, words_of_html};
use super::whole::below;

/// The characters of a text without blanks, sorted, so that the order of blocks does not matter.
fn letters(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    letters.sort_unstable();
    letters
}

/// The names that references show of what they point at, but for those in what the renderer added.
fn names(html: Node<'_, '_>) -> String {
    let added = |node: Node<'_, '_>| node.ancestors().skip(1).any(|around| has_class(around, "s1d-gen"));
    let named = html.descendants().filter(|node| has_class(*node, "s1d-named") && !added(*node));
    named.filter_map(|node| node.text()).collect()
}

#[test]
fn what_a_reference_shows_is_found_in_the_step_that_makes_it() {
    let module = "<dmodule><content><procedure><preliminaryRqmts><reqSupplies><supplyDescrGroup>\
        <supplyDescr id='s'><name>General lubricant</name></supplyDescr></supplyDescrGroup></reqSupplies></preliminaryRqmts>\
        <mainProcedure><proceduralStep id='one'><para>Apply <internalRef internalRefId='s'/> to the chain with\
        <toolRef toolNumber='BSK-TLST-001'/>, see <internalRef internalRefId='two'/>.</para></proceduralStep>\
        <proceduralStep id='two'><para>Wipe it.</para></proceduralStep></mainProcedure></procedure></content></dmodule>";
    let checked = guard::check(module.as_bytes()).expect("a file of ours");
    let blocks = blocks::read(&checked).expect("it can be drawn");
    let steps: Vec<&str> =
        blocks.iter().filter(|block| block.kind == SearchBlockKind::Step).map(|block| block.text.as_str()).collect();
    assert_eq!(steps, ["Apply General lubricant to the chain with BSK-TLST-001, see Step 2.", "Wipe it."]);
}

#[test]
fn every_block_of_the_demo_library_is_found_in_its_html() {
    let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    let mut kinds = HashSet::new();
    for (name, bytes) in below(&demo) {
        let checked = guard::check(&bytes).expect("a file of ours");
        if !matches!(checked.root(), "dmodule" | "pm" | "dml" | "ddn") {
            continue;
        }
        let rendered = draw(&name, &bytes);
        let html: Document<'_> = tree(&name, &rendered);
        let ids: HashSet<&str> = html.descendants().filter_map(|node| node.attribute("id")).collect();
        let blocks = blocks::read(&checked).expect("it has been drawn");
        for block in &blocks {
            assert!(block.anchor.is_empty() || ids.contains(block.anchor.as_str()), "{name}: {block:?}");
            kinds.insert(block.kind);
        }
        let written: String = blocks.iter().map(|block| block.text.as_str()).collect();
        let expected = words_of_html(html.root_element()).concat() + &names(html.root_element());
        assert_eq!(letters(&written), letters(&expected), "{name}");
    }
    for kind in [
        SearchBlockKind::Para,
        SearchBlockKind::Step,
        SearchBlockKind::Warning,
        SearchBlockKind::Caution,
        SearchBlockKind::Note,
        SearchBlockKind::Figure,
        SearchBlockKind::Table,
        SearchBlockKind::Mel,
    ] {
        assert!(kinds.contains(&kind), "{kind:?}");
    }
}
