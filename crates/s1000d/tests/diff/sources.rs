//! Where the differences between the base of a merge and its result come from.

use domain::language::Locale;
use roxmltree::{Document, Node};
use s1000d::guard;
use s1000d::merge;
use s1000d::redline::Redline;

use crate::redline::with_options;

fn module(paragraphs: &str) -> String {
    ["<dmodule><content><description>", paragraphs, "</description></content></dmodule>"].concat()
}

/// The page of a result, compared with its base.
fn page(base: &str, theirs: &str, ours: &str, result: &str) -> String {
    let [base, theirs, ours, result] =
        [base, theirs, ours, result].map(|text| guard::check_text(text).expect("a text"));
    let redline = Redline::read_merged(&base, &result, [&theirs, &ours]).expect("a redline");
    with_options(Locale::English, |options| redline.one_text([options; 2]).rendered.html)
}

fn merged(base: &str, theirs: &str, ours: &str) -> String {
    let [base, theirs, ours] = [base, theirs, ours].map(|text| guard::check_text(text).expect("a text"));
    merge::merge(&base, &theirs, &ours).expect("a merge").text
}

/// The words that are marked, with their origins.
fn marks(html: &str) -> Vec<String> {
    let xml = Document::parse(html).unwrap_or_else(|error| panic!("{error}: {html}"));
    let is_marked = |node: &Node<'_, '_>| matches!(node.tag_name().name(), "ins" | "del");
    let said = |node: Node<'_, '_>| {
        let words: String = node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect();
        let origin = node.attribute("data-origin").unwrap_or("none");
        [node.tag_name().name(), origin, words.trim()].join(" ")
    };
    let mut found: Vec<String> = xml.descendants().filter(is_marked).map(said).collect();
    found.sort_unstable();
    found
}

#[test]
fn each_change_of_a_merge_has_its_origin() {
    let base = module("<para id=\"p1\">Torque the nut to 12 Nm.</para><para id=\"p2\">Clean the old bolt.</para>");
    let theirs = base.replace("12 Nm", "14 Nm");
    let ours = base.replace("the nut", "the large nut").replace("old ", "");
    let html = page(&base, &theirs, &ours, &merged(&base, &theirs, &ours));
    assert_eq!(marks(&html), ["del ours old", "del theirs 12", "ins ours large", "ins theirs 14"], "{html}");
}

#[test]
fn a_change_of_both_sides_belongs_to_both() {
    let base = module("<para>Open the panel.</para>");
    let changed = base.replace("Open", "Close");
    let html = page(&base, &changed, &changed, &changed);
    assert_eq!(marks(&html), ["del both Open", "ins both Close"], "{html}");
}

#[test]
fn what_was_typed_belongs_to_no_side() {
    let base = module("<para>Use a torque of 12 Nm for the nut.</para>");
    let [theirs, ours, result] = ["14", "13", "15"].map(|torque| base.replace("12", torque));
    assert_eq!(marks(&page(&base, &theirs, &ours, &result)), ["del both 12", "ins typed 15"]);
    // One side wins: the other one's number is in none of the pages.
    assert_eq!(marks(&page(&base, &theirs, &ours, &theirs)), ["del both 12", "ins theirs 14"]);
}

#[test]
fn whole_elements_and_attributes_have_origins_too() {
    let base = module("<para id=\"p1\">One.</para><para id=\"p2\">Two.</para>");
    let theirs = base.replace("<para id=\"p2\">", "<para id=\"p2\" securityClassification=\"02\">");
    let ours = base.replace("<para id=\"p2\">", "<para id=\"p9\">A new paragraph of ours.</para><para id=\"p2\">");
    let html = page(&base, &theirs, &ours, &merged(&base, &theirs, &ours));
    let xml = Document::parse(&html).expect("a page");
    let origin = |redline: &str| {
        let found = xml.descendants().find(|node| node.attribute("data-redline") == Some(redline));
        found.and_then(|node| node.attribute("data-origin")).map(str::to_owned)
    };
    assert_eq!((origin("inserted").as_deref(), origin("changed").as_deref()), (Some("ours"), Some("theirs")), "{html}");
}

#[test]
fn a_redline_that_is_no_merge_has_no_origins() {
    let [old, new] = ["Open", "Close"].map(|word| module(&["<para>", word, " it.</para>"].concat()));
    let [old, new] = [&old, &new].map(|text| guard::check_text(text).expect("a text"));
    let redline = Redline::read(&old, &new).expect("a redline");
    let html = with_options(Locale::English, |options| redline.one_text([options; 2]).rendered.html);
    assert!(html.contains("<ins ") && !html.contains("data-origin"), "{html}");
}
