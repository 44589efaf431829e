//! Commands on blocks change one range, lose no text, and leave a module as valid as it is.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

#[path = "../../testkit/src/data.rs"]
mod data;
#[path = "diff/modules.rs"]
mod modules;
#[path = "edit/tables.rs"]
mod tables;

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use s1000d::edit::{BlockCommand, BlockEdit, edits};
use s1000d::splice;
use s1000d::xsd::{self, SchemaSet, Schemas};

const MODULE: &str = "<dmodule><content><procedure><mainProcedure>\n\
    <proceduralStep id='s1'><para>Open <emphasis>both</emphasis> valves.</para></proceduralStep>\n\
    <proceduralStep id='s2'><para>Close them.</para></proceduralStep>\n\
    <proceduralStep><title>Wait</title><para>A minute.</para><para>Or two.</para></proceduralStep>\n\
    </mainProcedure></procedure></content></dmodule>";

/// The module after the first edit of a command behind some words, with `|` where the cursor is.
fn after(command: BlockCommand, words: &str) -> Option<String> {
    in_module(MODULE, command, words)
}

fn in_module(module: &str, command: BlockCommand, words: &str) -> Option<String> {
    let position = module.find(words).expect("the words") + words.len();
    let edits = edits(module, position, &[command], &Schemas::default()).expect("edits");
    let BlockEdit { splice, caret, .. } = edits.first()?;
    let changed = splice::apply(module, std::slice::from_ref(splice)).expect("a text");
    let at = splice.range.start + caret;
    let marked = format!("{}|{}", &changed[..at], &changed[at..]);
    let inside = marked.split_once("<mainProcedure>\n")?.1.split_once("\n</mainProcedure>")?.0;
    Some(inside.to_owned())
}

const REST: &str = "\n<proceduralStep><title>Wait</title><para>A minute.</para><para>Or two.</para></proceduralStep>";

#[test]
fn enter_splits_the_step_with_the_elements_around_the_text() {
    let expected = "<proceduralStep id='s1'><para>Open <emphasis>bo</emphasis></para></proceduralStep>\n\
        <proceduralStep><para><emphasis>|th</emphasis> valves.</para></proceduralStep>\n\
        <proceduralStep id='s2'><para>Close them.</para></proceduralStep>";
    assert_eq!(after(BlockCommand::Split, "Open <emphasis>bo"), Some(format!("{expected}{REST}")));
    let between = after(BlockCommand::Split, "Open <emphasis>both").expect("an edit");
    assert!(between.contains("both</emphasis></para></proceduralStep>\n<proceduralStep><para>| valves."), "{between}");
    let behind_title = after(BlockCommand::Split, "Wait").expect("an edit");
    assert!(behind_title.contains("<title>Wait</title><para>|</para><para>A minute."), "{behind_title}");
}

#[test]
fn backspace_joins_a_block_with_the_one_before_it() {
    let joined = in_module(
        &MODULE.replace(" id='s2'", ""),
        BlockCommand::Join,
        "valves.</para></proceduralStep>\n<proceduralStep><para>",
    );
    let joined = joined.expect("an edit");
    assert!(joined.contains("valves.|Close them.</para></proceduralStep>\n<proceduralStep><title>"), "{joined}");
    assert_eq!(after(BlockCommand::Join, "<proceduralStep id='s2'><para>"), None, "other modules may refer to its id");
    let joined = after(BlockCommand::Join, "A minute.</para><para>").expect("an edit");
    assert!(joined.contains("<para>A minute.|Or two.</para></proceduralStep>"), "{joined}");
    assert_eq!(after(BlockCommand::Join, "<title>"), None, "nothing of its kind stands before it");
}

#[test]
fn a_block_is_moved_copied_added_and_deleted() {
    let moved = after(BlockCommand::MoveUp, "Or tw").expect("an edit");
    assert!(moved.contains("<para>Or tw|o.</para><para>A minute.</para>"), "{moved}");
    let steps =
        edits(MODULE, MODULE.find("Close").expect("words"), &BlockCommand::ALL, &Schemas::default()).expect("edits");
    let of_step = |command| {
        let edit = steps.iter().find(|edit| edit.element == "proceduralStep" && edit.command == command)?;
        splice::apply(MODULE, std::slice::from_ref(&edit.splice))
    };
    let duplicated = of_step(BlockCommand::Duplicate).expect("an edit");
    let copies = "<proceduralStep id='s2'><para>Close them.</para></proceduralStep>\n<proceduralStep><para>Close them.";
    assert!(duplicated.contains(copies), "{duplicated}");
    let added = of_step(BlockCommand::AddAfter).expect("an edit");
    assert!(added.contains("Close them.</para></proceduralStep>\n<proceduralStep><para></para></proceduralStep>\n"));
    assert!(!of_step(BlockCommand::Delete).expect("an edit").contains("s2"));
    assert!(of_step(BlockCommand::MoveUp).is_some_and(|text| text.find("s2") < text.find("s1")));
}

#[test]
fn without_schemas_the_module_is_the_example() {
    let text = "<dmodule><content><description><para>a</para><note><notePara>b</notePara></note></description></content></dmodule>";
    let of = |words: &str| {
        let position = text.find(words).expect("words") + 1;
        let edits = edits(text, position, &BlockCommand::ALL, &Schemas::default()).expect("edits");
        edits.into_iter().map(|edit| (edit.command, edit.element)).collect::<Vec<_>>()
    };
    let offered = of("b</notePara");
    assert!(offered.is_empty(), "no element stands twice, or in another place: {offered:?}");
}

/// A procedure in the body of a module.
fn procedure(steps: &str) -> String {
    format!("<dmodule><content><procedure><mainProcedure>{steps}</mainProcedure></procedure></content></dmodule>")
}

/// The commands that are offered behind some words, with the blocks they act on.
fn offered(text: &str, words: &str) -> Vec<BlockEdit> {
    let position = text.find(words).expect("the words") + words.len();
    edits(text, position, &BlockCommand::ALL, &Schemas::default()).expect("edits")
}

fn offers(text: &str, words: &str, command: BlockCommand) -> bool {
    offered(text, words).iter().any(|edit| edit.command == command)
}

#[test]
fn a_join_loses_no_attribute_and_no_comment() {
    let joins = |first: &str, between: &str, second: &str| {
        let steps = "<proceduralStep><para>x</para></proceduralStep>".repeat(2);
        let text = procedure(&format!(
            "{steps}<proceduralStep {first}><para>a</para></proceduralStep>{between}<proceduralStep {second}><para>b</para></proceduralStep>"
        ));
        offers(&text, &format!("<proceduralStep {second}><para>"), BlockCommand::Join)
    };
    assert!(joins("", "\n", " "));
    assert!(joins("applicRefId='a'", "\n", "applicRefId='a' "), "the text applies to the same");
    assert!(joins("id='s1' applicRefId='a'", "\n", "applicRefId='a' "), "the first step keeps its id");
    assert!(!joins("applicRefId='a'", "\n", "applicRefId='b'"));
    assert!(!joins("applicRefId='a'", "\n", " "), "its text would apply to less");
    assert!(!joins("", "\n", "warningRefs='w'"));
    assert!(!joins("", "\n", "id='s2'"));
    assert!(!joins("", "<!-- c -->", " "));
    let warnings = "<warning><warningAndCautionPara>a</warningAndCautionPara></warning>".repeat(3);
    let text = procedure(&warnings);
    assert!(!offers(&text, "</warning><warning><warningAndCautionPara>", BlockCommand::Join), "two warnings stay two");
}

const TABLE: &str = "<dmodule><content><description>\
    <para>Refer to <internalRef internalRefId='t'/> and:<randomList><listItem><para>a</para></listItem><listItem><para>b</para></listItem></randomList></para>\
    <para applicRefId='x'>One <!-- first --> two</para><!-- between --><para>Three <emphasis>four</emphasis></para>\
    <table id='t'><title>T</title><tgroup cols='3'><tbody>\
    <row><entry colname='1'><para>p</para></entry><entry colname='2'><para>q</para></entry><entry colname='3'></entry></row>\
    <row><entry colname='1'>bare</entry><entry colname='2'/><entry colname='3'><para>r</para><para>s</para></entry></row>\
    <row><entry namest='1' nameend='2'><para>u</para></entry><entry colname='3'><para>v</para></entry></row>\
    </tbody></tgroup></table></description></content></dmodule>";

/// Steps and list items that apply to some aircraft only.
const LEVELS: &str = "<dmodule><content><procedure><mainProcedure>\
    <proceduralStep><para>a</para><proceduralStep applicRefId='a1'><para>b</para></proceduralStep><proceduralStep><para>c</para></proceduralStep></proceduralStep>\
    <proceduralStep><para>d</para><proceduralStep><para>e</para></proceduralStep><proceduralStep><para>f</para></proceduralStep></proceduralStep>\
    <proceduralStep><para>x<randomList><listItem><para applicRefId='a1'>g</para></listItem><listItem><para>h</para></listItem></randomList></para></proceduralStep>\
    <proceduralStep><para>y<randomList><listItem><para>i<randomList applicRefId='a1'><listItem><para>j</para></listItem><listItem><para>k</para></listItem></randomList></para></listItem></randomList></para></proceduralStep>\
    <proceduralStep><para>z<randomList><listItem><para applicRefId='a1'>l<randomList><listItem><para>m</para></listItem><listItem><para>n</para></listItem></randomList></para></listItem></randomList></para></proceduralStep>\
    <proceduralStep><para>u<randomList><listItem><para>o<randomList listItemPrefix='pf02'><listItem><para>p</para></listItem><listItem><para>q</para></listItem></randomList></para></listItem></randomList></para></proceduralStep>\
    </mainProcedure></procedure></content></dmodule>";

#[test]
fn a_block_that_would_change_its_applicability_is_not_indented_or_outdented() {
    let offers_at = |words: &str, command: BlockCommand| offers(LEVELS, words, command);
    assert!(!offers_at(">b", BlockCommand::Outdent), "the step behind it would apply to less");
    assert!(offers_at(">e", BlockCommand::Outdent));
    assert!(!offers_at(">h", BlockCommand::Indent), "the item would apply to less");
    assert!(offers_at(">q", BlockCommand::Indent));
    assert!(!offers_at(">k", BlockCommand::Outdent), "the item would apply to more than its list");
    assert!(!offers_at(">n", BlockCommand::Outdent), "the item would apply to more than the text around it");
    assert!(offers_at(">q", BlockCommand::Outdent), "the sign before the items is only their look");
}

#[test]
fn no_command_changes_the_cells_of_a_row() {
    for words in ["<para>q", "<entry colname='2'><para>", "<entry colname='3'>", "<entry colname='1'>ba"] {
        for edit in offered(TABLE, words) {
            assert_ne!(edit.element, "entry", "{words}: {edit:?}");
        }
        assert!(!offers(TABLE, words, BlockCommand::Join), "{words}");
    }
    assert!(!offers(TABLE, "<entry colname='1'>ba", BlockCommand::Split));
    assert!(offers(TABLE, "<para>q", BlockCommand::Duplicate), "a row is copied as a whole");
    let spans = TABLE.replace("<entry colname='2'/>", "<entry colname='2' morerows='1'/>");
    assert!(offered(&spans, "<para>q").iter().all(|edit| edit.element != "row"));
}

#[test]
fn a_list_does_not_change_places_with_a_reference_in_its_sentence() {
    let moves = offered(TABLE, "<listItem><para>a");
    let of_list = |edit: &&BlockEdit| edit.element == "randomList" && edit.command == BlockCommand::MoveUp;
    assert_eq!(moves.iter().find(of_list), None);
}

#[test]
fn keys_act_on_the_nearest_block_and_each_block_has_its_depth() {
    let sub = |name: &str| format!("<proceduralStep><para>{name}</para></proceduralStep>");
    let steps = ["1", "2"].map(|name| {
        format!(
            "<proceduralStep><para>{name}</para>{}{}</proceduralStep>",
            sub(&format!("{name}a")),
            sub(&format!("{name}b"))
        )
    });
    let text = procedure(&steps.concat());
    let moves = |words: &str, command: BlockCommand| {
        let edits = offered(&text, words).into_iter().filter(|edit| edit.command == command);
        edits.map(|edit| (edit.depth, edit.is_nearest)).collect::<Vec<_>>()
    };
    assert_eq!(moves(">2a", BlockCommand::MoveUp), [(2, false)], "only the menu moves the step around it");
    assert_eq!(moves(">2a", BlockCommand::MoveDown), [(1, true)]);
    assert_eq!(moves(">2b", BlockCommand::MoveUp), [(1, true), (2, false)]);
    assert_eq!(moves(">2", BlockCommand::MoveUp), [(1, true)]);
}

#[test]
fn a_declared_encoding_does_not_move_the_edits() {
    let text = MODULE.replace("Open", "5 °é–");
    let declared = format!("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>{text}");
    let shift = declared.len() - text.len();
    let expected = offered(&text, "Close");
    assert!(!expected.is_empty());
    for (edit, expected) in offered(&declared, "Close").iter().zip(&expected) {
        let range = &expected.splice.range;
        assert_eq!(edit.splice.range, range.start + shift..range.end + shift);
        assert_eq!(edit.splice.text, expected.splice.text);
    }
    assert_eq!(offered(&declared, "Close").len(), expected.len());
}

#[test]
fn one_defect_is_not_exchanged_for_another() {
    let reference = |id: &str| format!("<internalRef internalRefId='{id}' internalRefTargetType='irtt08'/>");
    let step = |id: &str, text: &str| format!("<proceduralStep id='{id}'><para>{text}</para></proceduralStep>");
    let text = procedure(
        &[
            step("s1", &format!("See {}.", reference("s2"))),
            step("s2", &format!("Gone {}.", reference("nowhere"))),
            step("s3", &format!("Gone {}.", reference("nowhere"))),
        ]
        .concat(),
    );
    let deletes_step = |words: &str| {
        let edits = offered(&text, words);
        edits.iter().any(|edit| edit.element == "proceduralStep" && edit.command == BlockCommand::Delete)
    };
    assert!(!deletes_step("id='s2'><para>G"), "the first step refers to it");
    assert!(deletes_step("id='s3'><para>G"));
}

fn parsed(text: &str) -> roxmltree::Document<'_> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
    roxmltree::Document::parse_with_options(text, options).expect("a well-formed module")
}

/// The contents of a module that commands must keep.
struct Contents {
    /// The signs of the texts, in their order.
    signs: String,
    /// Element, name and value of each attribute but ids.
    attributes: Vec<String>,
    comments: Vec<String>,
    /// The number of cells of each row.
    cells: Vec<usize>,
    /// The lines of text with what stands in them.
    lines: Vec<String>,
    /// Each text with the applicability of the elements around it, in their order.
    applicability: Vec<String>,
}

impl Contents {
    fn of(text: &str) -> Self {
        let xml = parsed(text);
        let elements = || xml.descendants().filter(roxmltree::Node::is_element);
        let texts = xml.descendants().filter(roxmltree::Node::is_text).filter_map(|node| node.text());
        let attributes = elements().flat_map(|node| {
            let of = node.attributes().filter(|attribute| attribute.name() != "id");
            of.map(move |attribute| format!("{} {}={}", node.tag_name().name(), attribute.name(), attribute.value()))
        });
        let comments = xml.descendants().filter(roxmltree::Node::is_comment).filter_map(|node| node.text());
        let rows = elements().filter(|node| node.has_tag_name("row"));
        let is_blank = |node: roxmltree::Node<'_, '_>| node.text().is_none_or(|text| text.trim().is_empty());
        let mixed = elements().filter(|node| node.children().any(|part| part.is_text() && !is_blank(part)));
        Self {
            signs: texts.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect(),
            attributes: sorted(attributes),
            comments: comments.map(str::to_owned).collect(),
            cells: rows.map(|row| row.children().filter(|part| part.has_tag_name("entry")).count()).collect(),
            lines: sorted(mixed.map(line)),
            applicability: xml.descendants().filter(|node| node.is_text() && !is_blank(*node)).map(applied).collect(),
        }
    }
}

/// A text with the applicability of the elements around it.
fn applied(text: roxmltree::Node<'_, '_>) -> String {
    let around: Vec<&str> = text.ancestors().filter_map(|node| node.attribute("applicRefId")).collect();
    format!("{} {}", around.join(" "), text.text().unwrap_or_default().trim())
}

/// The text of an element and the names of the elements in it, without lists and other blocks.
fn line(node: roxmltree::Node<'_, '_>) -> String {
    let is_block = |part: &roxmltree::Node<'_, '_>| {
        let name = part.tag_name().name();
        part.descendants().any(|inside| inside.tag_name().name().ends_with("ara")) || name.ends_with("List")
    };
    let parts = node.children().filter(|part| !is_block(part));
    parts.map(|part| part.text().map_or_else(|| format!("<{}>", part.tag_name().name()), str::to_owned)).collect()
}

fn sorted<T: Ord>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.into_iter().collect();
    all.sort_unstable();
    all
}

/// Whether each member of a list is in another, as often.
fn is_within<T: Ord + Clone>(part: &[T], whole: &[T]) -> bool {
    let (part, whole) = (sorted(part.to_vec()), sorted(whole.to_vec()));
    let mut rest = whole.iter();
    part.iter().all(|member| rest.any(|other| other == member))
}

/// Whether two elements have changed places, with only white space and comments between them.
fn is_swap(before: &str, after: &str) -> bool {
    let parts = |text: &str| {
        let text = format!("<r xmlns:xlink='l' xmlns:xsi='i' xmlns:rdf='r' xmlns:dc='d'>{text}</r>");
        let xml = roxmltree::Document::parse(&text).ok()?;
        let has_words = |node: roxmltree::Node<'_, '_>| node.text().is_some_and(|text| !text.trim().is_empty());
        let inside = || xml.root_element().children();
        let is_plain = !inside().any(|node| node.is_text() && has_words(node));
        is_plain.then(|| inside().filter(roxmltree::Node::is_element).count())
    };
    let ends = |text: &str| text.match_indices('>').map(|(at, _)| at + 1).collect::<Vec<_>>();
    let firsts = ends(before).into_iter().filter(|end| after.ends_with(&before[..*end]));
    let mut pairs = firsts.flat_map(|first| ends(after).into_iter().map(move |second| (first, second)));
    pairs.any(|(first, second)| {
        let (Some(own), Some(other)) = (before.len().checked_sub(second), after.len().checked_sub(first)) else {
            return false;
        };
        let gap = before.get(first..own);
        before.ends_with(&after[..second])
            && gap.is_some_and(|gap| after.get(second..other) == Some(gap) && parts(gap) == Some(0))
            && parts(&before[..first]) == Some(1)
            && parts(&after[..second]) == Some(1)
    })
}

/// Tries all commands at a position, and checks those that are offered.
fn check(text: &str, position: usize, schemas: &Schemas) -> Result<usize, TestCaseError> {
    let (before, violations) = (Contents::of(text), xsd::check(schemas, text.as_bytes()).len());
    let edits = edits(text, position, &BlockCommand::ALL, schemas).expect("edits");
    for edit in &edits {
        let BlockEdit { command, splice, caret, .. } = edit;
        let changed = splice::apply(text, std::slice::from_ref(splice)).expect("a text");
        prop_assert!(splice.text.is_char_boundary(*caret));
        check_contents(*command, &before, &Contents::of(&changed), &format!("{edit:?}"))?;
        if matches!(command, BlockCommand::MoveUp | BlockCommand::MoveDown) {
            prop_assert!(is_swap(&text[splice.range.clone()], &splice.text), "{:?}", edit);
        }
        if *command == BlockCommand::Split {
            check_way_back(text, &changed, splice.range.start + caret, schemas)?;
        }
        prop_assert!(xsd::check(schemas, changed.as_bytes()).len() <= violations, "{:?}", splice);
    }
    Ok(edits.len())
}

fn check_contents(command: BlockCommand, before: &Contents, after: &Contents, edit: &str) -> Result<(), TestCaseError> {
    let counts = |contents: &Contents| contents.cells.iter().copied().collect::<BTreeSet<usize>>();
    prop_assert!(counts(after).is_subset(&counts(before)), "{}", edit);
    match command {
        BlockCommand::Split | BlockCommand::Join => {
            let distinct = |contents: &Contents| contents.attributes.iter().cloned().collect::<BTreeSet<String>>();
            prop_assert_eq!(
                (&after.signs, &after.comments, &after.cells),
                (&before.signs, &before.comments, &before.cells)
            );
            prop_assert_eq!(distinct(after), distinct(before), "{}", edit);
        }
        BlockCommand::MoveUp | BlockCommand::MoveDown => {
            prop_assert_eq!((&after.attributes, &after.lines), (&before.attributes, &before.lines), "{}", edit);
            prop_assert_eq!(sorted(after.comments.clone()), sorted(before.comments.clone()));
            prop_assert_eq!(sorted(after.cells.clone()), sorted(before.cells.clone()));
        }
        BlockCommand::AddBefore | BlockCommand::AddAfter => {
            prop_assert_eq!(
                (&after.signs, &after.comments, &after.lines),
                (&before.signs, &before.comments, &before.lines)
            );
            prop_assert!(is_within(&before.attributes, &after.attributes), "{}", edit);
        }
        BlockCommand::Indent | BlockCommand::Outdent => {
            prop_assert_eq!((&after.signs, &after.comments), (&before.signs, &before.comments), "{}", edit);
            prop_assert_eq!(&after.applicability, &before.applicability, "{}", edit);
            prop_assert_eq!(
                (&sorted(after.attributes.clone()), &after.cells),
                (&sorted(before.attributes.clone()), &before.cells),
                "{}",
                edit
            );
        }
        BlockCommand::InsertAfter
        | BlockCommand::InsertBefore
        | BlockCommand::InsertInside
        | BlockCommand::Table(_) => {
            prop_assert!(false, "nobody asked for it: {}", edit);
        }
        BlockCommand::Duplicate => prop_assert!(holds(after, before), "{}", edit),
        BlockCommand::Delete => prop_assert!(holds(before, after), "{}", edit),
    }
    Ok(())
}

/// Whether one module has all that another one has.
fn holds(whole: &Contents, part: &Contents) -> bool {
    is_within(&part.attributes, &whole.attributes)
        && is_within(&part.comments, &whole.comments)
        && is_within(&part.lines, &whole.lines)
        && is_within(&part.signs.chars().collect::<Vec<_>>(), &whole.signs.chars().collect::<Vec<_>>())
}

/// A join behind a split gives the same bytes again, where it is offered.
fn check_way_back(text: &str, split: &str, caret: usize, schemas: &Schemas) -> Result<(), TestCaseError> {
    for BlockEdit { splice, .. } in edits(split, caret, &[BlockCommand::Join], schemas).expect("edits") {
        prop_assert_eq!(splice::apply(split, &[splice]).expect("a text"), text);
    }
    Ok(())
}

#[test]
fn edits_at_every_position_keep_cells_attributes_and_comments() {
    for text in [TABLE, MODULE, LEVELS] {
        let positions = (0..text.len()).filter(|at| text.is_char_boundary(*at));
        let offered: usize = positions.map(|at| check(text, at, &Schemas::default()).expect("sound edits")).sum();
        assert!(offered > 100, "{offered}");
    }
}

/// Checks random positions of random modules.
fn check_any(texts: &[String], schemas: &Schemas, cases: u32) {
    let mut offered = 0;
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let strategy = (0..texts.len(), any::<prop::sample::Index>());
    let result = runner.run(&strategy, |(module, place)| {
        let text = &texts[module];
        let position = text.floor_char_boundary(place.index(text.len()));
        check(text, position, schemas)?;
        Ok(())
    });
    result.expect("all edits are sound");
    for text in texts.iter().take(20) {
        offered += check(text, text.find("</para>").unwrap_or(0), schemas).expect("sound edits");
    }
    assert!(offered > 0, "the test must try something");
}

#[test]
fn edits_of_the_demo_library_are_sound() {
    let texts: Vec<String> = modules::demo().into_iter().map(|(_, text)| text).collect();
    check_any(&texts, &Schemas::default(), 100);
}

#[test]
fn edits_of_an_official_package_stay_valid() {
    let (Some(package), Some(zip)) = (modules::package("bike-4.1"), data::path("schemas/S1000D_4-1.zip")) else {
        return;
    };
    let set = SchemaSet::open(&std::fs::read(zip).expect("a file")).expect("a set");
    let texts: Vec<String> = package.into_values().filter(|text| text.len() < 60_000).collect();
    check_any(&texts, &Schemas::new(vec![Arc::new(set)]), 40);
}
