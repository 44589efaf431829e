//! The redline: its kept and deleted words are those of A, its kept and inserted words those of B.

use std::collections::BTreeMap;

use domain::language::Locale;
use proptest::prelude::*;
use roxmltree::{Document, Node};
use s1000d::applic::Assignments;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::document::html::{Options, Outside, Rendered, Unresolved, render};
use s1000d::guard;
use s1000d::redline::{ListedDifferences, Redline, RedlineChange};

use crate::complete::DEMO;
use crate::content::parse;
use crate::deliveries;
use crate::modules;
use crate::random::{edited, edits};

pub(crate) fn with_options<T>(locale: Locale, make: impl FnOnce(&Options<'_>) -> T) -> T {
    let tables = Tables::default();
    make(&Options {
        locale,
        choice: &Assignments::default(),
        outside: Outside::Grey,
        tables: Bilingual { english: &tables, chinese: &tables },
        links: &Unresolved,
    })
}

pub(crate) struct Drawn {
    pub(crate) one: Rendered,
    beside: [Rendered; 2],
    plain: [Rendered; 2],
    count: usize,
    pub(crate) listed: ListedDifferences,
}

fn drawn_in(a: &str, b: &str, locale: Locale) -> Drawn {
    let (checked_a, checked_b) = (guard::check(a.as_bytes()).expect("A"), guard::check(b.as_bytes()).expect("B"));
    let redline = Redline::read(&checked_a, &checked_b).expect("a redline");
    with_options(locale, |options| Drawn {
        one: redline.one_text([options; 2]).rendered,
        beside: redline.beside([options; 2]),
        plain: [&checked_a, &checked_b].map(|file| render(file, options).expect("a page")),
        count: redline.count(),
        listed: redline.differences([options; 2]),
    })
}

pub(crate) fn drawn(a: &str, b: &str) -> Drawn {
    drawn_in(a, b, Locale::English)
}

/// Whose text it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Kept,
    Inserted,
    Deleted,
    Moved,
}

fn part(node: Node<'_, '_>) -> Part {
    let of = |node: Node<'_, '_>| match (node.tag_name().name(), node.attribute("data-redline")) {
        ("ins", _) | (_, Some("inserted")) => Some(Part::Inserted),
        ("del", _) | (_, Some("deleted")) => Some(Part::Deleted),
        (_, Some("moved")) => Some(Part::Moved),
        _ => None,
    };
    node.ancestors().find_map(of).unwrap_or(Part::Kept)
}

/// Whether something around a text was moved.
fn is_moved(node: Node<'_, '_>) -> bool {
    node.ancestors().any(|node| node.attribute("data-redline") == Some("moved"))
}

/// The author's letters of a page for which a condition holds.
fn letters(html: &str, holds: impl Fn(Node<'_, '_>) -> bool) -> String {
    let xml = Document::parse(html).unwrap_or_else(|error| panic!("{error}: {html}"));
    let is_added = |node: Node<'_, '_>| {
        node.ancestors()
            .any(|node| node.attribute("class").is_some_and(|class| class.split(' ').any(|one| one == "s1d-gen")))
    };
    let texts = xml.descendants().filter(|node| node.is_text() && !is_added(*node) && holds(*node));
    texts.flat_map(|node| node.text().unwrap_or_default().chars()).filter(|c| !c.is_whitespace()).collect()
}

fn sorted(text: &str) -> String {
    let mut all: Vec<char> = text.chars().collect();
    all.sort_unstable();
    all.into_iter().collect()
}

fn first_difference(name: &str, got: &str, wanted: &str) -> Result<(), String> {
    if got == wanted {
        return Ok(());
    }
    let same = got.chars().zip(wanted.chars()).take_while(|(one, two)| one == two).count();
    let part = |text: &str| text.chars().skip(same.saturating_sub(30)).take(90).collect::<String>();
    Err(format!("{name}\n  got    {}\n  wanted {}", part(got), part(wanted)))
}

const REORDERED: [&str; 5] = [
    "<dispatchItem",
    "<applicCrossRefTable>",
    "<condCrossRefTable>",
    "<productCrossRefTable>",
    "<illustratedPartsCatalog",
];

/// Checks the words of a redline. An element at a place where no schema has it may be drawn anyhow.
pub(crate) fn words(a: &str, b: &str, keeps_shape: bool) -> Result<(), String> {
    let Drawn { one, beside, plain, .. } = drawn(a, b);
    let all = |page: &Rendered| letters(&page.html, |_| true);
    let (old, new) = (all(&plain[0]), all(&plain[1]));
    first_difference("the old page", &all(&beside[0]), &old)?;
    first_difference("the new page", &all(&beside[1]), &new)?;
    let kept_and_inserted = letters(&one.html, |node| part(node) != Part::Deleted);
    first_difference("kept and inserted", &kept_and_inserted, &new)?;
    if !keeps_shape {
        return Ok(());
    }
    let kept_and_deleted = letters(&one.html, |node| part(node) != Part::Inserted);
    first_difference("kept and deleted, in any order", &sorted(&kept_and_deleted), &sorted(&old))?;
    // Some layouts have columns in another order than the file, and so may a deleted one stand.
    let is_reordered = [a, b].iter().any(|text| REORDERED.iter().any(|name| text.contains(name)));
    if is_reordered {
        return Ok(());
    }
    // What was moved stands elsewhere; all else keeps the order of A.
    let stays = |node: Node<'_, '_>| part(node) != Part::Inserted && !is_moved(node);
    let old_stays = letters(&beside[0].html, |node| !is_moved(node));
    first_difference("kept and deleted", &letters(&one.html, stays), &old_stays)
}

/// The text before the content, which is none of the page.
fn status(text: &str) -> Option<&str> {
    text.find("<content").map(|at| &text[..at])
}

/// Whether an edit puts elements only where their like stand.
fn keeps_shape(text: &str, (op, one, two): (u8, usize, usize)) -> bool {
    let xml = parse(text);
    let elements: Vec<Node<'_, '_>> =
        xml.descendants().filter(|node| node.is_element() && node.parent_element().is_some()).collect();
    let names = |at: usize| {
        let element = elements.get(at % elements.len().max(1))?;
        Some((element.tag_name(), element.parent_element()?.tag_name()))
    };
    !matches!(op % 9, 1 | 2) || names(one) == names(two)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_words_of_random_edits_are_complete(index in any::<usize>(), edits in edits()) {
        let (path, a) = &DEMO[index % DEMO.len()];
        let (mut b, mut keeps) = (a.clone(), true);
        for edit in &edits {
            keeps &= keeps_shape(&b, *edit);
            b = edited(&b, *edit);
        }
        // What moves between the status and the content is on one of the pages only.
        if guard::check(b.as_bytes()).is_ok() && status(a).is_some_and(|own| status(&b) == Some(own)) {
            prop_assert_eq!(words(a, &b, keeps), Ok(()), "{}", path);
            prop_assert_eq!(words(&b, a, keeps), Ok(()), "back, {}", path);
        }
    }
}

/// The words of a page as a reader sees them, with all that is added, without marks of changes.
fn seen(page: &Rendered) -> String {
    let xml = Document::parse(&page.html).expect("a page");
    let is_reason = |node: Node<'_, '_>| {
        node.ancestors().any(|node| node.attribute("class").is_some_and(|class| class.contains("s1d-reasons")))
    };
    let texts = xml.descendants().filter(|node| node.is_text() && !is_reason(*node));
    texts.flat_map(|node| node.text().unwrap_or_default().chars()).filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn a_real_revision_is_complete_and_quiet() {
    let (Some(old), Some(new)) = (modules::package("bike-4.1"), modules::package("bike-4.2")) else { return };
    assert!(complete_and_quiet(&old, &new) > 50);
}

#[test]
fn the_deliveries_of_the_demo_are_complete_and_quiet() {
    for [old, new] in deliveries::DELIVERIES {
        let [old, new] = [old, new].map(|name| {
            let mut files = deliveries::delivery(name);
            // Of other files a reader sees no page.
            files.retain(|_, text| text.contains("<content"));
            files
        });
        assert!(complete_and_quiet(&old, &new) > 3);
    }
}

/// Checks the words of all pairs of two revisions, and that modules that look equal show no difference; gives the number of
/// pairs.
fn complete_and_quiet(old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) -> usize {
    let (mut faults, mut loud, mut pairs) = (Vec::new(), Vec::new(), 0);
    for (code, a) in old {
        let Some(b) = new.get(code) else { continue };
        pairs += 1;
        faults.extend(words(a, b, true).err().map(|fault| format!("{code}: {fault}")));
        let Drawn { plain, count, listed, .. } = drawn(a, b);
        // Of other files a reader sees no page.
        let is_module = code.contains("Module(");
        if is_module && seen(&plain[0]) == seen(&plain[1]) && count > 0 {
            loud.push(format!("{code}: {:?}", listed.content));
        }
    }
    assert!(faults.is_empty(), "{} of {pairs}:\n{}", faults.len(), faults.join("\n"));
    assert!(loud.is_empty(), "{} of {pairs} look equal:\n{}", loud.len(), loud.join("\n"));
    pairs
}

pub(crate) fn procedure(steps: &str) -> String {
    format!("<dmodule><content><procedure><mainProcedure>{steps}</mainProcedure></procedure></content></dmodule>")
}

pub(crate) fn step(text: &str) -> String {
    format!("<proceduralStep><para>{text}</para></proceduralStep>")
}

/// A difference in short: `Step 3: 12 Nm > 14 Nm`.
fn said(change: &RedlineChange) -> String {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    format!("{:?} {}: {} > {}", change.kind, change.place, text(&change.old), text(&change.new))
}

pub(crate) fn told(a: &str, b: &str) -> Vec<String> {
    drawn(a, b).listed.content.iter().map(said).collect()
}

#[test]
fn a_changed_value_is_named_with_its_step_and_unit() {
    let steps = |torque: &str| {
        procedure(
            &[step("Open the cowling."), step("Remove the bolts."), step(&format!("Torque the nut to {torque} Nm."))]
                .concat(),
        )
    };
    assert_eq!(told(&steps("12"), &steps("14")), ["Words Step 3: 12 Nm > 14 Nm"]);
    let page = drawn(&steps("12"), &steps("14")).one.html;
    assert!(page.contains("to <del data-difference=\"0\">12 </del><ins data-difference=\"0\">14</ins> Nm."), "{page}");
    let chinese = drawn_in(&steps("12"), &steps("14"), Locale::Chinese);
    assert_eq!(chinese.listed.content[0].place, "步骤 3");
}

#[test]
fn a_change_without_a_named_place_is_on_the_page() {
    let described = |torque: &str, value: &str| {
        format!(
            "<dmodule><content><referencedApplicGroup><applic id='a1'><assert applicPropertyIdent='model' \
             applicPropertyType='prodattr' applicPropertyValues='{value}'/></applic></referencedApplicGroup>\
             <description><para applicRefId='a1'>Torque the nut to {torque} Nm.</para></description></content></dmodule>"
        )
    };
    let on_page = |a: &str, b: &str| {
        let content = drawn(a, b).listed.content;
        content.iter().map(|change| (change.place.clone(), change.is_on_page)).collect::<Vec<_>>()
    };
    let before = described("12", "X");
    assert_eq!(on_page(&before, &described("14", "X")), [(String::new(), true)]);
    let folded = on_page(&before, &described("12", "Y"));
    assert!(!folded.is_empty() && folded.iter().all(|(_, is_on_page)| !is_on_page), "{folded:?}");
}

#[test]
fn a_deleted_step_stands_where_it_stood_with_its_old_number() {
    let (a, b) = (["One step here.", "Two steps there.", "Three more."], ["One step here.", "Three more."]);
    let all = |texts: &[&str]| procedure(&texts.iter().map(|text| step(text)).collect::<String>());
    let page = drawn(&all(&a), &all(&b)).one.html;
    let deleted = "<li class=\"s1d-step\" data-redline=\"deleted\" data-difference=\"0\"><span class=\"s1d-number s1d-gen\">2</span>";
    let (at, next) = (page.find(deleted), page.find("Three more."));
    assert!(at.is_some() && at < next, "{page}");
    assert!(page.contains("<del data-difference=\"0\">Two steps there.</del>"), "{page}");
    assert_eq!(told(&all(&a), &all(&b)), ["Deleted Step 2: Two steps there. > "]);
}

#[test]
fn a_wrapped_step_is_listed_with_its_own_words_alone() {
    let inner = step("Remove the filter and both of its seals.");
    let wrapped = procedure(&format!("<proceduralStep><title>Filter</title>{inner}</proceduralStep>"));
    let plain = procedure(&inner);
    let found = told(&plain, &wrapped);
    assert_eq!(found[0], "Inserted Step 1:  > Filter", "{found:?}");
    assert!(
        found[1].starts_with("Moved") && found[1].ends_with("> Remove the filter and both of its seals."),
        "{found:?}"
    );
    let back = told(&wrapped, &plain);
    assert!(back.iter().any(|change| change == "Deleted Step 1: Filter > "), "{back:?}");
}

#[test]
fn a_moved_step_is_marked_at_both_places_and_its_text_is_kept() {
    let texts = [
        "Drain the fuel tank and close the valve.",
        "Remove the panel with eight screws.",
        "Disconnect the main battery.",
    ];
    let all = |order: [usize; 3]| procedure(&order.iter().map(|at| step(texts[*at])).collect::<String>());
    let (a, b) = (all([0, 1, 2]), all([1, 2, 0]));
    let page = drawn(&a, &b).one.html;
    assert!(page.contains("data-redline=\"moved-away\""), "{page}");
    assert!(page.contains("data-redline=\"moved\" data-difference=\"0\" data-note=\"Moved here\""), "{page}");
    assert!(!page.contains("<ins") && !page.contains("<del"), "{page}");
    let listed = drawn(&a, &b).listed;
    assert_eq!((listed.content[0].moved_from.as_deref(), listed.content[0].place.as_str()), (Some("Step 1"), "Step 3"));
}

#[test]
fn a_reference_to_another_module_is_another_reference() {
    let reference = |code: &str| {
        procedure(&step(&format!(
            "Refer to <dmRef><dmRefIdent><dmCode modelIdentCode='NV240' systemDiffCode='A' systemCode='{code}' \
             subSystemCode='1' subSubSystemCode='1' assyCode='01' disassyCode='00' disassyCodeVariant='A' infoCode='520' \
             infoCodeVariant='A' itemLocationCode='A'/></dmRefIdent></dmRef> first."
        )))
    };
    let page = drawn(&reference("62"), &reference("63"));
    assert_eq!(page.count, 1);
    assert!(page.one.html.contains("NV240-A-62-11-01-00A-520A-A"), "{}", page.one.html);
    assert!(page.one.html.contains("NV240-A-63-11-01-00A-520A-A"), "{}", page.one.html);
    assert!(said(&page.listed.content[0]).starts_with("Reference Step 1: "), "{:?}", page.listed);
}

#[test]
fn white_space_order_of_attributes_and_marks_of_changes_are_no_differences() {
    let a = procedure("<proceduralStep id='s1' keepWithNext='1'><para>Open the  door.</para></proceduralStep>");
    let b = procedure(
        "<proceduralStep changeType='modify' changeMark='1' keepWithNext='1' id='s1'><para>Open\n the \
         <changeInline>door</changeInline>.</para></proceduralStep>",
    );
    let page = drawn(&a, &b);
    assert_eq!((page.count, &page.listed), (0, &ListedDifferences::default()));
    assert!(!page.one.html.contains("data-difference"), "{}", page.one.html);
}

#[test]
fn looks_and_the_case_of_letters_in_an_applicability_are_no_differences() {
    let table = |width: &str, property: &str| {
        format!(
            "<dmodule><identAndStatusSection><dmStatus><applic><displayText><simplePara>Mountain bicycle</simplePara>\
             </displayText><assert applicPropertyIdent='{property}' applicPropertyType='prodattr' \
             applicPropertyValues='1'/></applic></dmStatus></identAndStatusSection><content><description><table><tgroup \
             cols='1'><colspec colname='c1' colwidth='{width}'/><tbody><row><entry><para>Nut</para></entry></row></tbody>\
             </tgroup></table></description></content></dmodule>"
        )
    };
    assert_eq!(told(&table("1*", "serialno"), &table("2*", "SerialNo")), [] as [String; 0]);
    let other = told(&table("1*", "serialno"), &table("1*", "model"));
    assert_eq!(other.len(), 1, "{other:?}");
}

#[test]
fn columns_of_another_width_are_no_differences() {
    let table = |widths: [&str; 3]| {
        let columns = widths.map(|width| format!("<colspec colwidth='{width}'/>")).concat();
        let cells = "<entry><para>Nut</para></entry><entry><para>Bolt</para></entry><entry><para>Pin</para></entry>";
        format!(
            "<dmodule><content><description><table><tgroup cols='3'>{columns}<tbody><row>{cells}</row></tbody></tgroup>\
             </table></description></content></dmodule>"
        )
    };
    assert_eq!(told(&table(["1*", "2*", "3*"]), &table(["4*", "5*", "6*"])), [] as [String; 0]);
}

#[test]
fn the_value_and_the_structure_of_an_applicability_are_differences() {
    let module = |formula: &str| {
        format!(
            "<dmodule><identAndStatusSection><dmStatus><applic>{formula}</applic></dmStatus></identAndStatusSection>\
             <content><description><para>Open the door.</para></description></content></dmodule>"
        )
    };
    let assert = |value: &str| {
        format!("<assert applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValues='{value}'/>")
    };
    let [a, b, c] = ["A1", "B1", "C1"].map(assert);
    let small = told(&module(&a), &module(&assert("a1")));
    assert_eq!(small.len(), 1, "a value is compared exactly: {small:?}");
    let (and, or) = ("<evaluate andOr='and'>", "<evaluate andOr='or'>");
    let one = module(&format!("{or}{and}{a}{b}</evaluate>{c}</evaluate>"));
    let other = module(&format!("{or}{and}{a}{b}{c}</evaluate></evaluate>"));
    assert_ne!(told(&one, &other), [] as [String; 0]);
}

#[test]
fn a_new_formula_behind_the_same_words_is_told() {
    let module = |value: &str| {
        format!(
            "<dmodule><identAndStatusSection><dmStatus><applic id='app-1'><displayText><simplePara>Our fleet</simplePara>\
             </displayText><assert applicPropertyIdent='model' applicPropertyType='prodattr' \
             applicPropertyValues='{value}'/></applic></dmStatus></identAndStatusSection><content><description>\
             <para>Open the door.</para></description></content></dmodule>"
        )
    };
    let listed = drawn(&module("A1"), &module("B1")).listed.content;
    let [change] = listed.as_slice() else { panic!("{listed:?}") };
    assert!(change.old.as_deref().is_some_and(|old| old.contains("A1")), "{change:?}");
    assert!(change.new.as_deref().is_some_and(|new| new.contains("B1")), "{change:?}");
}

#[test]
fn separate_status_files_are_told_in_words() {
    let status = |kind: &str, day: &str, formula: &str| {
        format!(
            "<dmStatus xmlns='urn:csdb:exchange-package:1' issueType='{kind}'><issueInfo issueDate='{day}T00:00:00Z'/>\
             {formula}</dmStatus>"
        )
    };
    let applic = |words: &str, value: &str| {
        format!(
            "<applic id='app-001'><displayText><simplePara>{words}</simplePara></displayText><assert \
             applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValues='{value}'/></applic>"
        )
    };
    let differences = |old: &str, new: &str| {
        let (old, new) = (guard::check(old.as_bytes()).expect("A"), guard::check(new.as_bytes()).expect("B"));
        let found = with_options(Locale::English, |options| Redline::status_differences(&old, &new, [options; 2]));
        found.expect("differences")
    };
    let said = |change: &RedlineChange| format!("{:?} {:?} > {:?}", change.kind, change.old, change.new);
    let first = status("new", "2026-03-02", &applic("NV240-2", "NV240-2"));
    let found = differences(&first, &status("status", "2026-09-14", &applic("Both", "NV240-1|NV240-2")));
    let content: Vec<String> = found.content.iter().map(said).collect();
    assert_eq!(content, ["Applicability Some(\"NV240-2\") > Some(\"Both\")"]);
    assert!(!found.content[0].is_on_page);
    let told: Vec<String> = found.status.iter().map(said).collect();
    assert!(told.contains(&"Value Some(\"2026/03/02\") > Some(\"2026/09/14\")".to_owned()), "{told:?}");
    assert_eq!(told.len(), 2, "the date and the kind of issue: {told:?}");
    let everything = differences(&first, &status("new", "2026-03-02", ""));
    assert_eq!(everything.content[0].new.as_deref(), Some("All"));
    assert!(differences(&first, &first).content.is_empty());
}
