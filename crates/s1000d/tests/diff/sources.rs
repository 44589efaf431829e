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

/// The origins of elements with a kind of mark, in the order of the page.
fn origins(html: &str, redline: &str) -> Vec<String> {
    let xml = Document::parse(html).unwrap_or_else(|error| panic!("{error}: {html}"));
    let marked = xml.descendants().filter(|node| node.attribute("data-redline") == Some(redline));
    marked.map(|node| node.attribute("data-origin").unwrap_or("none").to_owned()).collect()
}

#[test]
fn a_removed_emphasis_belongs_to_the_side_that_removed_it() {
    let base = module("<para id=\"p1\">Torque the <emphasis>old</emphasis> nut to 12 Nm.</para>");
    let theirs = base.replace("<emphasis>old</emphasis>", "old");
    // We change a word of the same paragraph, or nothing.
    for ours in [base.replace("12 Nm", "large 12 Nm"), base.clone()] {
        let html = page(&base, &theirs, &ours, &merged(&base, &theirs, &ours));
        assert_eq!(origins(&html, "changed"), ["theirs"], "{html}");
    }
}

#[test]
fn an_added_emphasis_belongs_to_the_side_that_added_it() {
    let base = module("<para id=\"p1\">Torque the old nut to 12 Nm.</para>");
    let theirs = base.replace("old", "<emphasis>old</emphasis>");
    let ours = base.replace("12 Nm", "large 12 Nm");
    let html = page(&base, &theirs, &ours, &merged(&base, &theirs, &ours));
    assert_eq!(origins(&html, "changed"), ["theirs"], "{html}");
}

#[test]
fn a_moved_element_has_one_origin_with_all_that_is_inside() {
    let list = "<levelledPara id=\"l1\"><title>Pumps and valves</title><para>Open the first valve.</para><para>Close the \
        second valve.</para></levelledPara>";
    let long =
        "Drain the tank, clean it with a cloth that does not leave fibres, and dry it with warm air before you go on. ";
    let [one, two] = ["p1", "p2"].map(|id| ["<para id=\"", id, "\">", &long.repeat(6), "</para>"].concat());
    let (one, two) = (one.as_str(), two.as_str());
    let base = module(&[list, one, two].concat());
    let theirs = module(&[one, two, list].concat());
    let html = page(&base, &theirs, &base, &theirs);
    let found = origins(&html, "moved");
    assert!(!found.is_empty() && found.iter().all(|origin| origin == "theirs"), "{found:?} {html}");
    // One note at its new place, not one for each paragraph inside.
    let notes = html.matches("data-note=").count();
    assert!(notes <= 2, "{notes} {html}");
}

#[test]
fn attributes_of_one_element_that_both_sides_changed_are_not_typed() {
    let base = module("<para id=\"p1\" securityClassification=\"01\" commercialClassification=\"cc51\">One.</para>");
    let theirs = base.replace("commercialClassification=\"cc51\"", "commercialClassification=\"cc52\"");
    let ours = base.replace("securityClassification=\"01\"", "securityClassification=\"02\"");
    let result = theirs.replace("securityClassification=\"01\"", "securityClassification=\"02\"");
    let html = page(&base, &theirs, &ours, &result);
    assert_eq!(origins(&html, "changed"), ["both"], "{html}");
    assert_eq!(origins(&page(&base, &theirs, &base, &theirs), "changed"), ["theirs"]);
    assert_eq!(origins(&page(&base, &base, &ours, &ours), "changed"), ["ours"]);
}

#[test]
fn a_redline_that_is_no_merge_has_no_origins() {
    let [old, new] = ["Open", "Close"].map(|word| module(&["<para>", word, " it.</para>"].concat()));
    let [old, new] = [&old, &new].map(|text| guard::check_text(text).expect("a text"));
    let redline = Redline::read(&old, &new).expect("a redline");
    let html = with_options(Locale::English, |options| redline.one_text([options; 2]).rendered.html);
    assert!(html.contains("<ins ") && !html.contains("data-origin"), "{html}");
}
