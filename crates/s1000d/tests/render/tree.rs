//! The document tree: every node knows its bytes, its element, its anchor and its applicability.

use std::path::PathBuf;

use s1000d::document::{
    AddedRole, Anchor, AnchorIndex, AnchorMatch, Block, Document, Kind, LineEnd, NodeId, Word, Wording, plain,
};
use s1000d::guard::{self, Charset, Encoding};

use super::whole::below;

const MODULE: &str = "<dmodule><content><referencedApplicGroup><applic id='a1'><displayText><simplePara>Model 1</simplePara></displayText></applic></referencedApplicGroup>\
    <description><levelledPara id='par-1'><title>Pump &amp; valve</title><para>Open it.</para>\
    <para applicRefId='a1'>Close <emphasis>both</emphasis> valves.</para></levelledPara></description></content></dmodule>";

fn read(bytes: &[u8]) -> Document {
    let checked = guard::check(bytes).expect("a file");
    Document::read(&checked).expect("a document")
}

fn nodes(document: &Document) -> impl Iterator<Item = NodeId> {
    document.descendants(NodeId::ROOT)
}

fn node_with(document: &Document, text: &str) -> NodeId {
    nodes(document).find(|id| document.text(*id) == text).expect("a node with this text")
}

#[test]
fn a_module_is_a_tree_of_what_a_reader_sees() {
    let document = read(MODULE.as_bytes());
    let kinds: Vec<Kind> = nodes(&document)
        .skip_while(|id| document.element(*id) != "levelledPara")
        .map(|id| document.node(id).kind.clone())
        .filter(|kind| !matches!(kind, Kind::Text(_)))
        .collect();
    let [section, heading, number, first, second, emphasis] = kinds.as_slice() else { panic!("{kinds:#?}") };
    assert_eq!(section, &Kind::Block(Block::Section));
    assert_eq!(heading, &Kind::Heading { level: 0, outline: Some(0) });
    let Kind::Added(number) = number else { panic!("{number:?}") };
    assert_eq!((number.role, &number.wording), (AddedRole::Number, &Wording::Text("1".into())));
    assert_eq!((first, second), (&Kind::Para { is_line: true }, &Kind::Para { is_line: true }));
    assert!(matches!(emphasis, Kind::Phrase(_)));
    assert_eq!(document.outline[0].title, Wording::Text("Pump & valve".into()));
    assert_ne!(Word::Warning.text(domain::language::Locale::Chinese), "Warning");
}

#[test]
fn a_node_knows_its_bytes_and_its_element() {
    let document = read(MODULE.as_bytes());
    let text = node_with(&document, "both");
    assert_eq!(&MODULE[document.range(text)], "both");
    assert_eq!(document.element(text), "emphasis");
    let around = document.parent(text).expect("an element");
    assert_eq!(&MODULE[document.range(around)], "<emphasis>both</emphasis>");
    let title = node_with(&document, "Pump & valve");
    assert_eq!(&MODULE[document.range(title)], "Pump &amp; valve", "the text is decoded, the bytes are not");
    assert_eq!(plain::text(&document, NodeId::ROOT), "Model 1\nPump & valve\nOpen it.\nClose both valves.");
}

#[test]
fn text_around_and_in_character_data_sections_knows_all_its_bytes() {
    for (written, text) in [
        ("a<![CDATA[<b>]]>c", "a<b>c"),
        ("<![CDATA[<b>]]>", "<b>"),
        ("<![CDATA[<b>]]>&amp;<![CDATA[]]>", "<b>&"),
        ("a\r\nb", "a\nb"),
    ] {
        let source =
            format!("<dmodule><content><para>{written}</para><para>{written}<!-- c --></para></content></dmodule>");
        let document = read(source.as_bytes());
        let found: Vec<NodeId> = nodes(&document).filter(|id| document.text(*id) == text).collect();
        assert_eq!(found.len(), 2, "{written}");
        for id in found {
            assert_eq!(document.element(id), "para", "{written}");
            let own = &source[document.range(id)];
            assert!(own == written || own == text, "{own} of {written}");
        }
    }
}

#[test]
fn ranges_of_contents_that_were_cut_lie_inside_the_file() {
    let entry = "<pmEntry><pmEntryTitle>氧氣瓶，更換與檢查，一個很長的標題，用來填滿檔案</pmEntryTitle></pmEntry>";
    let source = format!("<pm><content><x:a xmlns:x='u'>{}</x:a></content></pm>", entry.repeat(61_000));
    let document = read(source.as_bytes());
    assert!(document.is_cut);
    let last = nodes(&document).map(|id| document.range(id).end).max().expect("nodes");
    assert!(source[..last].ends_with('>'), "the end of what was read");
    assert_eq!(document.element(NodeId::ROOT), "pm");
    let inner = nodes(&document).nth(1).expect("a node");
    assert_eq!(document.element(inner), "a");
}

#[test]
fn a_node_knows_what_it_applies_to() {
    let document = read(MODULE.as_bytes());
    let keys = |text| -> Vec<&str> {
        let all = document.applicabilities_of(node_with(&document, text));
        all.map(|applicability| applicability.key.as_str()).collect()
    };
    assert_eq!(keys("both"), ["a1"]);
    assert_eq!(keys("Open it."), [""; 0]);
}

/// Nodes that stand elsewhere in the file than what is around them: copies, and titles of tables, which are shown as
/// part of the first group of rows.
fn is_elsewhere(kind: &Kind) -> bool {
    matches!(kind, Kind::Block(Block::Copy) | Kind::TableTitle { is_caption: true })
}

#[test]
fn every_node_of_the_demo_library_lies_inside_the_bytes_of_the_node_around_it() {
    let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo/amm");
    for (name, bytes) in below(&demo) {
        let document = read(&bytes);
        for id in nodes(&document).skip(1) {
            let around = document.parent(id).expect("the root has been skipped");
            let (range, outer) = (document.range(id), document.range(around));
            let kinds = [around, id].map(|id| &document.node(id).kind);
            if !kinds.into_iter().any(is_elsewhere) {
                assert!(outer.start <= range.start && range.end <= outer.end, "{name}: {:?}", document.node(id));
            }
        }
    }
}

/// Stored anchors have fingerprints of the text as an earlier program read it: these digits must not change.
#[test]
fn a_fingerprint_is_of_the_words_without_blanks_for_what_is_left_out() {
    let quantity = "<quantityValue>10</quantityValue><quantityTolerance>2</quantityTolerance>";
    let text = format!("<para>Set <quantity><quantityGroup>{quantity}</quantityGroup></quantity>.</para>");
    let document = read(MODULE.replace("<para>Open it.</para>", &text).as_bytes());
    let para = document.parent(node_with(&document, "Set ")).expect("a paragraph");
    assert_eq!(plain::text(&document, para), "Set 10 2.");
    let anchor = document.anchor(para).expect("an anchor").to_string();
    assert!(anchor.ends_with("-a28b7535791e0b97"), "{anchor}");
}

#[test]
fn an_anchor_leads_back_to_its_node() {
    let document = read(MODULE.as_bytes());
    let anchor = document.anchor(node_with(&document, "Open it.")).expect("an anchor");
    assert!(anchor.to_string().starts_with("s1d-par-1:2~1-"), "{anchor}");
    assert_eq!(Anchor::parse(&anchor.to_string()), anchor);
    let (found, fit) = document.find(&anchor).expect("a node");
    assert_eq!((plain::text(&document, found).as_str(), fit), ("Open it.", AnchorMatch::Same));
    for anchor in nodes(&document).filter_map(|id| document.anchor(id)) {
        assert_eq!(document.find(&anchor).map(|(_, fit)| fit), Some(AnchorMatch::Same), "{anchor}");
    }
}

#[test]
fn a_bookmark_of_today_is_an_anchor() {
    let document = read(MODULE.as_bytes());
    let (found, fit) = document.find(&Anchor::parse("s1d-par-1:3")).expect("a node");
    assert_eq!((plain::text(&document, found).as_str(), fit), ("Close both valves.", AnchorMatch::Unproven));
    assert_eq!(document.find(&Anchor::parse("s1d-par-2")), None);
}

#[test]
fn an_anchor_finds_text_that_moved_and_notices_text_that_changed() {
    let before = read(MODULE.as_bytes());
    let (open, section) =
        (before.anchor(node_with(&before, "Open it.")), before.anchor(node_with(&before, "Pump & valve")));
    let (open, section) = (open.expect("an anchor"), section.expect("an anchor"));
    let moved = MODULE.replace("<para>Open it.</para>", "<para>New.</para><para>Open it.</para>");
    let document = read(moved.as_bytes());
    let (found, fit) = document.find(&open).expect("a node");
    assert_eq!((plain::text(&document, found).as_str(), fit), ("Open it.", AnchorMatch::Moved));
    assert_eq!(document.find(&section).map(|(_, fit)| fit), Some(AnchorMatch::Changed), "it is known by its id");
    let changed = MODULE.replace("Open it.", "Shut it.");
    let document = read(changed.as_bytes());
    let (found, fit) = document.find(&open).expect("a node");
    assert_eq!((plain::text(&document, found).as_str(), fit), ("Shut it.", AnchorMatch::Changed));
}

#[test]
fn a_step_that_moved_is_found_although_its_only_paragraph_has_the_same_text() {
    let module = |steps: &str| {
        format!("<dmodule><content><procedure><mainProcedure>{steps}</mainProcedure></procedure></content></dmodule>")
    };
    let step = |text: &str| format!("<proceduralStep><para>{text}</para></proceduralStep>");
    let before = read(module(&(step("Open.") + &step("Close."))).as_bytes());
    let after = read(module(&(step("New.") + &step("Open.") + &step("Close."))).as_bytes());
    let para = before.parent(node_with(&before, "Close.")).expect("a paragraph");
    let anchors = [para, before.parent(para).expect("a step")].map(|id| before.anchor(id).expect("an anchor"));
    assert_ne!(anchors[0].id, anchors[1].id);
    for (anchor, element) in anchors.iter().zip(["para", "proceduralStep"]) {
        let (found, fit) = after.find(anchor).expect("a node");
        assert_eq!((plain::text(&after, found).as_str(), fit), ("Close.", AnchorMatch::Moved), "{anchor}");
        assert_eq!(after.element(found), element);
    }
    let twice = read(module(&(step("New.") + &step("Close.") + &step("Close."))).as_bytes());
    let named = twice.find(&anchors[1]).map(|(_, fit)| fit);
    assert_eq!(named, Some(AnchorMatch::Same), "the same path with the same text");
    let doubt = read(module(&(step("Close.") + &step("New.") + &step("Close."))).as_bytes());
    assert_eq!(doubt.find(&anchors[1]).map(|(_, fit)| fit), Some(AnchorMatch::Changed), "two places would do");
}

#[test]
fn an_index_of_anchors_answers_what_a_search_finds() {
    let module = |steps: &str| {
        format!("<dmodule><content><procedure><mainProcedure>{steps}</mainProcedure></procedure></content></dmodule>")
    };
    let step = |text: &str| format!("<proceduralStep><para>{text}</para></proceduralStep>");
    let texts = [
        MODULE.to_owned(),
        MODULE.replace("<para>Open it.</para>", "<para>New.</para><para>Open it.</para>"),
        MODULE.replace("Open it.", "Shut it."),
        module(&(step("Open.") + &step("Close."))),
        module(&(step("New.") + &step("Open.") + &step("Close."))),
        module(&(step("Close.") + &step("New.") + &step("Close."))),
        module(&(step("") + &step("Open.") + &step(""))),
    ];
    let documents = texts.map(|text| read(text.as_bytes()));
    let mut anchors: Vec<Anchor> =
        documents.iter().flat_map(|one| nodes(one).filter_map(|id| one.anchor(id)).collect::<Vec<_>>()).collect();
    anchors.extend(["s1d-par-1:3", "s1d-par-2"].map(Anchor::parse));
    let mut moved = 0;
    for document in &documents {
        let index = AnchorIndex::of(document);
        for anchor in &anchors {
            let found = document.find(anchor).map(|(_, fit)| fit);
            assert_eq!(index.relation(anchor), found, "{anchor}");
            moved += usize::from(found == Some(AnchorMatch::Moved));
        }
    }
    assert!(moved > 4, "{moved}");
}

#[test]
fn an_empty_block_is_not_taken_for_another() {
    let before = read(b"<dmodule><content><para>a</para><para/></content></dmodule>");
    let empty = nodes(&before).find(|id| before.element(*id) == "para" && plain::text(&before, *id).is_empty());
    let anchor = before.anchor(empty.expect("an empty paragraph")).expect("an anchor");
    let after = read(b"<dmodule><content><para/><para>b</para></content></dmodule>");
    assert_eq!(after.find(&anchor).map(|(_, fit)| fit), Some(AnchorMatch::Changed));
}

#[test]
fn the_bytes_of_a_file_can_be_written_again() {
    let text = "<?xml version='1.0'?>\r\n<dmodule><content><para>氧 \u{1F681}</para></content></dmodule>\r\n";
    for charset in [Charset::Utf8, Charset::Utf16Le, Charset::Utf16Be] {
        for mark in [true, false] {
            let bytes = Encoding { charset, mark }.encode(text);
            let document = read(&bytes);
            assert_eq!(document.source().to_bytes(), bytes, "{charset:?} {mark}");
            assert_eq!(document.source().text(), text);
            assert_eq!(document.source().line_end(), LineEnd::CrLf);
        }
    }
}

#[test]
fn ranges_are_counted_as_browsers_count_them() {
    let text = "<dmodule><content><para>氧 \u{1F681} x</para></content></dmodule>";
    let document = read(text.as_bytes());
    let range = document.range(node_with(&document, "氧 \u{1F681} x"));
    let units = document.source().utf16_range(range.clone()).expect("a range of the text");
    assert_eq!((units.start, units.len()), (24, 6));
    assert_eq!(document.source().byte_range(units), Some(range));
    assert_eq!(document.source().byte_range(26..27), None, "inside a character");
    assert_eq!(document.source().byte_range(0..9_999), None);
    assert_eq!(document.source().utf16_range(0..9_999), None);
    assert_eq!(document.source().utf16_range(25..26), None, "inside a character");
}
